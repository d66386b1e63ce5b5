"""Beliefs that learn their own mean, scale, noise, nugget and smoothness from the readings."""

from cheapbandits.belief.learned.calibration import Calibration, calibrate
from cheapbandits.belief.learned.catalogue import Catalogue
from cheapbandits.belief.learned.learned import Average, LearnedBelief
from cheapbandits.belief.learned.prior import Prior
from cheapbandits.belief.learned.sure import Estimates, Verdict, assess, estimates

__all__ = [
    "Average",
    "Calibration",
    "Catalogue",
    "Estimates",
    "LearnedBelief",
    "Prior",
    "Verdict",
    "assess",
    "calibrate",
    "estimates",
]
