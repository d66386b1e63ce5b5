"""Cells beside the values that are handed on with them: when, by whom, whether it counts."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["kept_cells", "kept_columns"]


def kept_columns(columns: Sequence[str], wanted: Sequence[str]) -> dict[str, int]:
    """Return where the wanted columns are, in any case of letters; one that stands twice is not."""
    lowered = [name.strip().lower() for name in columns]
    return {name: lowered.index(name) for name in wanted if lowered.count(name) == 1}


def kept_cells(
    columns: Sequence[str], cells: Sequence[Sequence[str]], wanted: Sequence[str]
) -> list[dict[str, str]]:
    """Return, row by row, what the wanted columns of a table hold."""
    places = kept_columns(columns, wanted)
    height = len(cells[0]) if cells else 0
    if not places:
        return [{}] * height  # one for all: nobody writes into it
    return [{name: cells[k][row] for name, k in places.items()} for row in range(height)]
