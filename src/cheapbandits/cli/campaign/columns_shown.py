"""What was made of the columns of a file of readings, and of which nothing was, in lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cheapbandits.text import apart, shown

if TYPE_CHECKING:
    from cheapbandits.campaign.importing import Imported
    from cheapbandits.graphs import Graph

__all__ = ["passed_over_shown", "span_shown", "understood_shown"]

#: So many columns that were passed over are named.
_MOST_NAMED = 8
#: A heading may have megabytes.
_LONGEST = 200


def understood_shown(found: Imported, graph: Graph) -> list[str]:
    """Return what was made of the columns of a file, and of which nothing was."""
    if not found.column:
        return span_shown(found, graph)
    again = found.read_again
    several = f"; {again} {'is' if again == 1 else 'are'} read more than once" if again else ""
    words = f"'{shown(found.column, _LONGEST)}' has the readings{_sites(found)}{several}"
    return [words, *span_shown(found, graph), *passed_over_shown(found)]


def span_shown(found: Imported, graph: Graph) -> list[str]:
    """Return from where to where the readings go, and the first: a wrong unit or row is seen."""
    if not found.rows:
        return []
    first = found.rows[0]
    more = len(first.nodes) - 1
    where = f"{shown(graph.name(first.nodes[0]), 30)}{f' and {more} more' if more else ''}"
    low, high = apart(*(found.understood[end] for end in ("lowest", "highest")))
    return [f"they go from {low} to {high}; the first: {first.reading:g} at {where}"]


def passed_over_shown(found: Imported | Graph) -> list[str]:
    """Return which columns nothing was made of; no line where there are none."""
    if not found.passed_over:
        return []
    first = ", ".join(f"'{shown(name, 30)}'" for name in found.passed_over[:_MOST_NAMED])
    more = len(found.passed_over) - _MOST_NAMED
    return [f"passed over: {first}{f' and {more} more' if more > 0 else ''}"]


def _sites(found: Imported) -> str:
    if found.sites:
        return f", '{shown(found.sites, _LONGEST)}' the sites"
    # A raster may be turned or cut otherwise than the graph: its cells go by where they lie.
    return ", by where its cells lie" if found.counts == "node" else ", in the order of the nodes"
