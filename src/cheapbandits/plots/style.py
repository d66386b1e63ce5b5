"""Each policy has its colour, which survives colour blindness and grey printing."""

from __future__ import annotations

from typing import TypeAlias

#: What matplotlib takes for a line style: a name, or an offset and lengths.
Dash: TypeAlias = str | tuple[int, tuple[float, ...]]

__all__ = ["color_of", "dash_of", "marker_of"]

#: Okabe and Ito's palette; policies keep their colour in every figure.
_COLORS = {
    "CheapUCB": "#D55E00",
    "SpectralUCB": "#0072B2",
    "LinUCB": "#6B6B6B",
    "CheapLinUCB": "#CC79A7",
    "floor of averaging": "#222222",
    "Barabási-Albert": "#009E73",
    "Erdős-Rényi": "#CC79A7",
    "Block model": "#E69F00",
}
_SPARE = ("#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
_DASHES: dict[str, Dash] = {"CheapUCB": "solid", "SpectralUCB": "dashed", "LinUCB": "dotted"}
_DASHES |= {"CheapLinUCB": "dashdot", "floor of averaging": (0, (1, 1.2))}
_DASHES |= dict.fromkeys(("Barabási-Albert", "Erdős-Rényi", "Block model"), "none")
_MARKERS = {"floor of averaging": "_", "CheapUCB": "o", "SpectralUCB": "s", "LinUCB": "^"}
_MARKERS |= {"Barabási-Albert": "o", "Erdős-Rényi": "s", "Block model": "v"}


def color_of(policy: str) -> str:
    """Return the policy's colour; unknown policies share the spare ones."""
    return _COLORS.get(policy) or _SPARE[sum(map(ord, policy)) % len(_SPARE)]


def dash_of(policy: str) -> Dash:
    """Return the policy's line style, which tells lines apart without colour; graphs have none."""
    return _DASHES.get(policy, "dashdot")


def marker_of(policy: str) -> str:
    """Return the policy's marker, where points are drawn instead of lines."""
    return _MARKERS.get(policy, "D")
