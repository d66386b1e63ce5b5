"""For which values of ``c`` a sentence about regret holds: the paper does not give its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cheapbandits.studies.claims.claim import Part
from cheapbandits.studies.claims.position import (
    SAME,
    SLIGHT,
    Evidence,
    clear_of_lin,
    standing,
)
from cheapbandits.studies.paper import (
    FOREST,
    FOREST_HORIZON,
    FOREST_SMOOTHNESS,
    HORIZONS,
    OTHER_SMOOTHNESS,
    RANDOM_SMOOTHNESS,
    group_of,
)

__all__ = ["Row", "across_smoothness", "spoken"]


@dataclass(frozen=True)
class Row:
    """A sentence on one workload, judged at each ``c`` that was run.

    ``ours`` is the ``c`` at which the figures are drawn.
    """

    sentence: str
    ours: str
    parts: dict[str, Part]


#: Sentence, graph, field, and how near to SpectralUCB; none where LinUCB is what it is about.
_SENTENCES: tuple[tuple[str, str, str, float | None], ...] = (
    ("Slightly worse than SpectralUCB, Barabási-Albert", "ba", "lowest", SLIGHT),
    ("Slightly worse than SpectralUCB, Erdős-Rényi", "er", "lowest", SLIGHT),
    ("Much better than LinUCB, Barabási-Albert", "ba", "lowest", None),
    ("Much better than LinUCB, Erdős-Rényi", "er", "lowest", None),
    ("The same as SpectralUCB, block model", "sbm", "lowest", SAME),
    ("Similar to SpectralUCB, Cottonwood/Willow", FOREST, "cottonwood-willow", SLIGHT),
)


def across_smoothness(evidence: Evidence) -> Iterator[Row]:
    """Yield each sentence about regret with its verdict at every ``c`` that was run."""
    for sentence, graph, field, limit in _SENTENCES:
        forest = graph == FOREST
        horizon = FOREST_HORIZON if forest else HORIZONS[0]
        ours = FOREST_SMOOTHNESS if forest else RANDOM_SMOOTHNESS
        parts = {}
        for c in OTHER_SMOOTHNESS:
            group = group_of(graph, field, horizon, c)
            there = evidence.results.policies(group)
            if {"CheapUCB", "SpectralUCB", "LinUCB"} <= set(there):
                parts[c] = (
                    clear_of_lin(evidence, c, group)
                    if limit is None
                    else standing(evidence, c, group, limit)
                )
        if len(parts) > 1:
            yield Row(sentence, ours, parts)


def spoken(evidence: Evidence, start: str) -> str:
    """Return for which ``c`` the sentences that start so hold, in words."""
    found = []
    for row in across_smoothness(evidence):
        if row.sentence.startswith(start):
            held = [_name(c) for c, part in row.parts.items() if part.verdict == "holds"]
            place = row.sentence.rpartition(", ")[2]
            found.append(f"{place}: {'at c = ' + ', '.join(held) if held else 'at none'}")
    return f"It holds on {'; on '.join(found)}." if found else ""


def _name(c: str) -> str:
    return "||alpha||" if c == "theory" else c
