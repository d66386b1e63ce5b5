"""One look for every figure: small type, thin axes, no frame."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cheapbandits.errors import MissingExtraError

__all__ = ["paper_style"]


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
