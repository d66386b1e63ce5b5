"""The belief on a map: nodes coloured by estimate, the best, the probed and the next marked."""

from cheapbandits.plots.belief_map.data import BeliefMap, belief_map
from cheapbandits.plots.belief_map.drawing import belief_svg, draw_belief_map

__all__ = ["BeliefMap", "belief_map", "belief_svg", "draw_belief_map"]
