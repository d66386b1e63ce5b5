"""Section 6.3: what the paper says of the forest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.fields import load_dataset
from cheapbandits.fields.shipped import shipped_forest
from cheapbandits.metrics import MeanInterval, mean_interval
from cheapbandits.studies.claims.claim import SLIGHT, Claim, below, judge, within
from cheapbandits.studies.claims.random_graphs import saving
from cheapbandits.studies.paper import FOREST_HORIZON, FOREST_SMOOTHNESS, group_of
from cheapbandits.studies.results import Results

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["forest_claims"]

PAPER_ROWS, PAPER_TOP_REWARD = 581_021, 0.068


def forest_claims(results: Results) -> Iterator[Claim]:
    """Yield the claims about the forest that the results can judge."""
    cover_types = load_dataset("forest").fields
    groups = {
        name: group_of("forest", name, FOREST_HORIZON, FOREST_SMOOTHNESS) for name in cover_types
    }
    cottonwood = groups["cottonwood-willow"]
    if cottonwood in results:
        yield from _cottonwood(results, cottonwood)
        yield from _data()
    if all(group in results for group in groups.values()):
        yield from _all_types(results, groups)


def _cottonwood(results: Results, group: str) -> Iterator[Claim]:
    cost = saving(results, group)
    yield Claim.about(
        "forest-saving",
        "Cottonwood/Willow: CheapUCB costs 35 % less",
        "Section 6.3, Figure 2 d",
        "share of the cost saved; holds if within 0.05 of 0.35",
        cost,
        within(cost, 0.35, 0.05),
        "The schedule fixes the cost: it is the same in every run.",
    )
    regret = results.ratio(group, "CheapUCB", "SpectralUCB")
    yield Claim.about(
        "forest-similar-regret",
        "Cottonwood/Willow: regret similar to SpectralUCB's",
        "Section 6.3, Figure 2 c",
        f"ratio of regrets; holds if the interval is at or below {SLIGHT}",
        regret,
        below(regret, SLIGHT),
        "The paper does not give c; here c = 1. Each run breaks ties between neighbours otherwise.",
    )
    rates = {name: _late_rate(results, group, name) for name in ("CheapUCB", "LinUCB")}
    slower = mean_interval(rates["CheapUCB"] - rates["LinUCB"])
    yield Claim.about(
        "forest-saturates",
        "Cottonwood/Willow: saturates faster than LinUCB",
        "Section 6.3, Figure 2 c",
        "regret a round over the last fifth, CheapUCB minus LinUCB; holds if below 0",
        slower,
        below(slower, 0.0),
    )


def _late_rate(results: Results, group: str, policy: str) -> NDArray[np.float64]:
    curves = results.curves(group, policy)
    late = curves.shape[1] // 5
    return np.asarray((curves[:, -1] - curves[:, -1 - late]) / late)


def _data() -> Iterator[Claim]:
    top = float(load_dataset("forest").fields["cottonwood-willow"].max())
    yield Claim.about(
        "forest-top-reward",
        f"Cottonwood/Willow: rewards from 0 to {PAPER_TOP_REWARD}",
        "Section 6.3",
        "largest reward of 2000 clusters; holds if within 0.01",
        top,
        judge(abs(top - PAPER_TOP_REWARD) <= 0.01),
        "Fractions of rows of this type in the clusters of the real table. The largest depends on "
        "the clustering, but some cluster is always rich in a type that grows in few places.",
    )
    rows = float(shipped_forest().counts.sum())
    yield Claim.about(
        "forest-rows",
        f"The collection has {PAPER_ROWS} labelled samples",
        "Section 6.3",
        "rows of the table; holds if equal",
        rows,
        judge(rows == PAPER_ROWS),
        "Two digits are exchanged in the paper.",
    )


def _all_types(results: Results, groups: dict[str, str]) -> Iterator[Claim]:
    for name, group in groups.items():
        title = name.capitalize().replace("-", " ")
        ratio = results.ratio(group, "CheapUCB", "LinUCB")
        yield Claim.about(
            f"forest-{name}-better-than-lin",
            f"{title}: regret smaller than LinUCB's",
            "Section 6.3, Figure 3",
            "ratio of regrets; holds if the interval is below 1",
            ratio,
            below(ratio, 1.0),
        )
        close = results.ratio(group, "CheapUCB", "SpectralUCB")
        yield Claim.about(
            f"forest-{name}-close-to-spectral",
            f"{title}: regret close to SpectralUCB's",
            "Section 6.3, Figure 3",
            f"ratio of regrets; holds if the interval is at or below {SLIGHT}",
            close,
            below(close, SLIGHT),
            "A ratio below 1 means less regret than SpectralUCB." if close.high < 1 else "",
        )
    savings = [saving(results, group) for group in groups.values()]
    spread = MeanInterval(
        float(np.mean([s.mean for s in savings])),
        min(s.low for s in savings),
        max(s.high for s in savings),
    )
    yield Claim.about(
        "forest-all-saving",
        "All cover types: the same cost gain",
        "Section 6.3",
        "share of the cost saved, smallest to largest of seven; holds if they agree to 0.001",
        spread,
        judge(spread.high - spread.low < 1e-3),
    )
