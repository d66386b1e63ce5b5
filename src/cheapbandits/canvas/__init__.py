"""What both columns draw with: one look for every figure, and the belief on a map.

Nodes are coloured by estimate; the best, the probed and the next are marked.
"""

from cheapbandits.canvas.data import BeliefMap, belief_map
from cheapbandits.canvas.drawing import belief_svg, draw_belief_map
from cheapbandits.canvas.look import paper_style

__all__ = ["BeliefMap", "belief_map", "belief_svg", "draw_belief_map", "paper_style"]
