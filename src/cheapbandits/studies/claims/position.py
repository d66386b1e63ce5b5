"""Where CheapUCB stands between SpectralUCB (0) and LinUCB (1), and what the paper's words mean.

A ratio of regrets has no scale of its own: 1.25 is much where LinUCB has 1.3 and little where it
has 5. The three policies' own distances give one. The limits below were written down before the
seeds of the final word (``decide``) were drawn; they keep the older words for the older ratios, a
tenth for "the same" and a quarter for "slightly worse", now of the way to LinUCB.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.metrics import MeanInterval, mean_ratio, paired_difference
from cheapbandits.studies.claims.claim import Part, Ruling, all_of, below, ill_posed

if TYPE_CHECKING:
    from cheapbandits.studies.results import Results

__all__ = [
    "LESS",
    "MUCH",
    "SAME",
    "SLIGHT",
    "Evidence",
    "beside",
    "clear_of_lin",
    "position",
    "standing",
]

#: "The same": at most a tenth of the way from SpectralUCB to LinUCB.
SAME = 0.10
#: "Slightly worse", "similar", "close": at most a quarter of the way.
SLIGHT = 0.25
#: "Significantly better than LinUCB": at most half of the way, and at least a tenth less regret.
MUCH, LESS = 0.50, 0.90
#: LinUCB surely has less than this share more regret than SpectralUCB: there is no scale.
NO_SCALE = 0.02


@dataclass(frozen=True)
class Evidence:
    """Runs to judge by: those of the figures, and fresh ones where a final word was asked for.

    Attributes
    ----------
    results
        The runs of the figures; intervals at 95 %.
    fresh
        Runs with seeds that were never looked at before the limits were fixed, or none.
    fresh_level
        Level of each interval of fresh runs, so that all looks together err in 5 % of cases.
    """

    results: Results
    fresh: Results | None = None
    fresh_level: float = 0.95

    def of(self, group: str) -> tuple[Results, float]:
        """Return the runs that have the final word on a group, and the level of intervals."""
        if self.fresh is not None and group in self.fresh:
            return self.fresh, self.fresh_level
        return self.results, 0.95


def position(results: Results, group: str, level: float = 0.95) -> MeanInterval:
    """Return ``(CheapUCB - SpectralUCB) / (LinUCB - SpectralUCB)`` of mean final regrets.

    Paired by run. Not a number where LinUCB is not surely worse than SpectralUCB: there is no
    scale then.
    """
    cheap, spectral, lin = (
        results.final(group, name) for name in ("CheapUCB", "SpectralUCB", "LinUCB")
    )
    scale = paired_difference(lin[:, None], spectral[:, None], level).final
    if not scale.low > 0:
        return MeanInterval(np.nan, np.nan, np.nan)
    return mean_ratio(cheap - spectral, lin - spectral, level)


def standing(evidence: Evidence, name: str, group: str, limit: float) -> Part:
    """Judge whether CheapUCB is at most this far from SpectralUCB on one group."""
    results, level = evidence.of(group)
    measured = position(results, group, level)
    return Part.of(name, measured, _ruling(results, group, measured, limit, level))


def clear_of_lin(evidence: Evidence, name: str, group: str) -> Part:
    """Judge whether CheapUCB is significantly better than LinUCB on one group.

    Position alone would say so where all three policies are much the same.
    """
    results, level = evidence.of(group)
    measured = position(results, group, level)
    ratio = mean_ratio(results.final(group, "CheapUCB"), results.final(group, "LinUCB"), level)
    less = Part.of("less regret", ratio, below(ratio, LESS))
    if np.isnan(measured.mean):
        return Part.of(name, measured, all_of([less]))
    near = Part.of("nearer to SpectralUCB", measured, below(measured, MUCH))
    return Part.of(name, measured, all_of([near, less]))


def _ruling(
    results: Results, group: str, measured: MeanInterval, limit: float, level: float
) -> Ruling:
    cheap, spectral = (results.curves(group, name) for name in ("CheapUCB", "SpectralUCB"))
    if paired_difference(cheap, spectral, level).final.high <= 0:
        return Ruling("holds")  # no more regret than SpectralUCB, whatever the scale
    if not np.isnan(measured.mean):
        return below(measured, limit)
    lin = results.curves(group, "LinUCB")
    most = paired_difference(lin, spectral, level).final.high
    if most <= NO_SCALE * float(spectral[:, -1].mean()):
        return ill_posed("LinUCB is hardly worse than SpectralUCB, or better: no scale.")
    return Ruling("undecided", "Too few runs to tell LinUCB from SpectralUCB.")


def beside(evidence: Evidence, cases: Sequence[tuple[str, str]]) -> str:
    """Return ratio of means and median ratio of runs for each ``(name, group)``, in a sentence."""
    words = []
    for name, group in cases:
        results, level = evidence.of(group)
        ratio = mean_ratio(
            results.final(group, "CheapUCB"), results.final(group, "SpectralUCB"), level
        )
        with np.errstate(divide="ignore"):  # a run without regret; the median can bear it
            runs = results.final(group, "CheapUCB") / results.final(group, "SpectralUCB")
        words.append(
            f"{name} {ratio.mean:.2f} [{ratio.low:.2f}, {ratio.high:.2f}], "
            f"median {float(np.median(runs)):.2f}, {len(runs)} runs"
        )
    return "Ratio to SpectralUCB's regret: " + "; ".join(words) + "."
