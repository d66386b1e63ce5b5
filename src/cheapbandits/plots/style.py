"""One look for every figure: colours that survive colour blindness and grey printing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cheapbandits.errors import MissingExtraError

__all__ = ["color_of", "dash_of", "marker_of", "paper_style"]

#: Okabe and Ito's palette; policies keep their colour in every figure.
_COLORS = {
    "CheapUCB": "#D55E00",
    "SpectralUCB": "#0072B2",
    "LinUCB": "#6B6B6B",
    "Barabási-Albert": "#009E73",
    "Erdős-Rényi": "#CC79A7",
    "Block model": "#E69F00",
}
_SPARE = ("#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
_DASHES = {"CheapUCB": "solid", "SpectralUCB": "dashed", "LinUCB": "dotted"}
_DASHES |= dict.fromkeys(("Barabási-Albert", "Erdős-Rényi", "Block model"), "none")
_MARKERS = {"CheapUCB": "o", "SpectralUCB": "s", "LinUCB": "^"}
_MARKERS |= {"Barabási-Albert": "o", "Erdős-Rényi": "s", "Block model": "v"}


def color_of(policy: str) -> str:
    """Return the policy's colour; unknown policies share the spare ones."""
    return _COLORS.get(policy) or _SPARE[sum(map(ord, policy)) % len(_SPARE)]


def dash_of(policy: str) -> str:
    """Return the policy's line style, which tells lines apart without colour; graphs have none."""
    return _DASHES.get(policy, "dashdot")


def marker_of(policy: str) -> str:
    """Return the policy's marker, where points are drawn instead of lines."""
    return _MARKERS.get(policy, "D")


@contextmanager
def paper_style() -> Iterator[None]:
    """Draw in a style fit for a paper: small type, thin axes, no frame, readable text in SVG."""
    try:
        import matplotlib as mpl
    except ImportError:
        raise MissingExtraError(
            "figures need matplotlib: pip install 'cheapbandits[plots]'"
        ) from None
    settings: Any = {
        "font.size": 9,
        "axes.titlesize": 10,
        "axes.titleweight": "bold",
        "axes.titlelocation": "left",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.linewidth": 0.7,
        "axes.grid": True,
        "grid.linewidth": 0.4,
        "grid.color": "#DDDDDD",
        "lines.linewidth": 1.7,
        "lines.markersize": 4.5,
        "legend.frameon": False,
        "figure.dpi": 110,
        "savefig.dpi": 200,
        "savefig.bbox": "tight",
        "svg.fonttype": "none",
        "svg.hashsalt": "cheapbandits",
    }
    with mpl.rc_context(settings):
        yield
