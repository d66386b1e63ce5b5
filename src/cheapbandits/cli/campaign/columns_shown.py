"""What was made of the columns of a file of readings, and of which nothing was, in lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cheapbandits.cli.plain import plain
from cheapbandits.text import shown

if TYPE_CHECKING:
    from cheapbandits.campaign.importing import Imported
    from cheapbandits.graphs import Graph

__all__ = ["passed_over_shown", "understood_shown"]

#: So many columns that were passed over are named.
_MOST_NAMED = 8


def understood_shown(found: Imported) -> list[str]:
    """Return what was made of the columns of a file, and of which nothing was."""
    if not found.column:
        return []
    again = found.read_again
    several = f"; {again} {'is' if again == 1 else 'are'} read more than once" if again else ""
    words = f"'{plain(found.column)}' has the readings{_sites(found)}{several}"
    return [words, *passed_over_shown(found)]


def passed_over_shown(found: Imported | Graph) -> list[str]:
    """Return which columns nothing was made of; no line where there are none."""
    if not found.passed_over:
        return []
    first = ", ".join(f"'{shown(name, 30)}'" for name in found.passed_over[:_MOST_NAMED])
    more = len(found.passed_over) - _MOST_NAMED
    return [f"passed over: {first}{f' and {more} more' if more > 0 else ''}"]


def _sites(found: Imported) -> str:
    if found.sites:
        return f", '{plain(found.sites)}' the sites"
    # A raster may be turned or cut otherwise than the graph: its cells go by where they lie.
    return ", by where its cells lie" if found.counts == "node" else ", in the order of the nodes"
