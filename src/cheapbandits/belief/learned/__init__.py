"""Beliefs that learn their own mean, scale, noise, nugget and smoothness from the readings."""

from cheapbandits.belief.learned.calibration import Calibration, calibrate
from cheapbandits.belief.learned.catalogue import Catalogue
from cheapbandits.belief.learned.learn import learn
from cheapbandits.belief.learned.learned import Average, LearnedBelief
from cheapbandits.belief.learned.prior import MOST_NODES, Prior
from cheapbandits.belief.learned.sure import Estimates, Verdict, assess, estimates

__all__ = [
    "MOST_NODES",
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
    "learn",
]
