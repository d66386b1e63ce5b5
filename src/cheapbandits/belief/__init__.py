"""The belief about the field: a model of the readings, and Gaussian conditioning in node space."""

from cheapbandits.belief.belief import Belief
from cheapbandits.belief.model import Model
from cheapbandits.belief.view import Interval, View

__all__ = ["Belief", "Interval", "Model", "View"]
