"""The figures of a report: files, words for those who do not see them, and a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cheapbandits.plots.paper import FIGURE_TITLES
from cheapbandits.report.blocks import Picture
from cheapbandits.report.sentences import sentence

if TYPE_CHECKING:
    from cheapbandits.studies.results import Results

__all__ = ["pictures"]

_CURVES = (
    "Line charts over the rounds of cumulative regret (left) and cumulative cost (right) for "
    "CheapUCB, SpectralUCB and LinUCB; bands are 95 % intervals of the mean"
)
_ALT = {
    "figure1": f"{_CURVES}. Rows: Barabási-Albert and Erdős-Rényi graphs.",
    "figure1-T100": f"{_CURVES}. Rows: Barabási-Albert and Erdős-Rényi graphs.",
    "figure2": f"{_CURVES}. Rows: block model and forest cover type Cottonwood/Willow.",
    "figure3": "Dots with 95 % intervals: final regret of the three policies for each of the seven "
    "forest cover types.",
    "sensitivity": "Markers with 95 % intervals: regret against c on four graphs, regret a round "
    "against the horizon T on three, and CheapUCB's saving against T, with jumps just after powers "
    "of two. Bars that would reach below 0 are left out.",
    "theory": "Line charts on a logarithmic axis: measured regret far below the bounds of Theorems "
    "1 and 2, which lie above what always probing the worst node would lose.",
    "cliques": "Final regret against d times T on logarithmic axes for 2, 4, 8 and 16 cliques, "
    "between the lower bound and the square root of d T.",
}


def pictures(results: Results, figures: Mapping[str, Sequence[Path]]) -> Iterator[Picture]:
    """Yield the figures that have files, in the order given."""
    for name, files in figures.items():
        title = FIGURE_TITLES.get(name, name)
        if files:
            yield Picture(title, tuple(files), _ALT.get(name, title), sentence(name, results))
