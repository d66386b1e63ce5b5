"""Policies: ask which probe to measure, tell what it read. One file a policy."""

from cheapbandits.policies.base import Best, Policy
from cheapbandits.policies.cheap_ucb import CheapUCB
from cheapbandits.policies.lin_ucb import LinUCB
from cheapbandits.policies.spectral_ucb import SpectralUCB
from cheapbandits.policies.ucb import UCB, confidence_radius
from cheapbandits.policies.units import Units

__all__ = [
    "UCB",
    "Best",
    "CheapUCB",
    "LinUCB",
    "Policy",
    "SpectralUCB",
    "Units",
    "confidence_radius",
]
