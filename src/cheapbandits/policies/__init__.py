"""Policies: ask which probe to measure, tell what it read. One file a policy."""

from cheapbandits.policies.anytime import AnytimeCheapUCB
from cheapbandits.policies.base import Best, Policy
from cheapbandits.policies.cheap_eliminator import CheapEliminator
from cheapbandits.policies.cheap_lin_ucb import CheapLinUCB
from cheapbandits.policies.cheap_ts import CheapTS
from cheapbandits.policies.cheap_ucb import CheapUCB
from cheapbandits.policies.finder import Finder
from cheapbandits.policies.lin_ucb import LinUCB
from cheapbandits.policies.menu import Offer
from cheapbandits.policies.paced_kg import PacedKG
from cheapbandits.policies.random_sampling import RandomSampling
from cheapbandits.policies.registry import (
    make_policy,
    policy_class,
    policy_names,
    register,
    settings_of,
)
from cheapbandits.policies.registry import register as register_policy
from cheapbandits.policies.spectral_eliminator import SpectralEliminator
from cheapbandits.policies.spectral_ts import SpectralTS
from cheapbandits.policies.spectral_ucb import SpectralUCB
from cheapbandits.policies.sweep import Sweep
from cheapbandits.policies.ucb import UCB, confidence_radius

__all__ = [
    "UCB",
    "AnytimeCheapUCB",
    "Best",
    "CheapEliminator",
    "CheapLinUCB",
    "CheapTS",
    "CheapUCB",
    "Finder",
    "LinUCB",
    "Offer",
    "PacedKG",
    "Policy",
    "RandomSampling",
    "SpectralEliminator",
    "SpectralTS",
    "SpectralUCB",
    "Sweep",
    "confidence_radius",
    "make_policy",
    "policy_class",
    "policy_names",
    "register",
    "register_policy",
    "settings_of",
]

for _kind in (
    CheapUCB,
    SpectralUCB,
    LinUCB,
    PacedKG,
    Finder,
    AnytimeCheapUCB,
    CheapTS,
    SpectralTS,
    CheapEliminator,
    SpectralEliminator,
    CheapLinUCB,
    Sweep,
    RandomSampling,
):
    register(_kind)
