"""Tables that fit the window: words are never cut, columns go before words do.

Text wraps between words. Where even that is too wide, the columns that people miss least are left
out, one by one, and a line says which; ``--json`` has them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cheapbandits.cli.plain import note, plain

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["Column", "moment", "print_fitted", "window"]

#: From this width on times are shown in full.
_ROOMY = 100
#: Between two columns, and around the table.
_GAP, _EDGE = 2, 2
#: A text column is not squeezed below this, unless its texts are shorter.
_LEAST = 14


class Column(NamedTuple):
    """One column: its heading, whether it holds numbers or times, and how soon it may go.

    ``whole`` cells stay on one line. Of the columns with ``spare`` above 0 the highest goes first.
    """

    head: str
    whole: bool = False
    right: bool = False
    spare: int = 0


def window() -> int:
    """Return how many characters a line has."""
    from rich.console import Console

    return Console().width


def moment(text: str) -> str:
    """Return a time in UTC: to the second, or as day and minute where there is little room."""
    return text[5:16].replace("T", " ") if window() < _ROOMY else text[:19].replace("T", " ")


def print_fitted(columns: Sequence[Column], rows: Iterable[Sequence[object]]) -> None:
    """Print rows under columns; text is text, never markup. A list has a line an item."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    cells = [[_lines(cell) for cell in row] for row in rows]
    least = [_least(column, [row[k] for row in cells]) for k, column in enumerate(columns)]
    console = Console()
    kept = _kept(columns, least, console.width)
    made = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False, collapse_padding=True)
    made.leading = int(any(len(lines) > 1 for row in cells for lines in row))
    for k in kept:
        made.add_column(
            columns[k].head,
            justify="right" if columns[k].right else "left",
            no_wrap=columns[k].whole,
            min_width=least[k],
            overflow="fold",
        )
    for row in cells:
        made.add_row(*(_text(row[k]) for k in kept))
    console.print(made)
    gone = [columns[k].head for k in range(len(columns)) if k not in kept]
    if gone:
        heads = ", ".join(f"'{head}'" for head in gone)
        note(f"note: no room for {heads}; a wider window or --json shows all")


def _lines(cell: object) -> list[str]:
    return [plain(item) for item in cell] if isinstance(cell, list) else [plain(cell)]


def _least(column: Column, cells: Sequence[Sequence[str]]) -> int:
    """Return how narrow a column can be."""
    from rich.cells import cell_len

    texts = [text for lines in cells for text in lines]
    longest = max(map(cell_len, texts), default=0)
    head = max(map(cell_len, column.head.split()), default=0)
    if column.whole:
        return max(longest, cell_len(column.head))
    word = max((cell_len(word) for text in texts for word in text.split()), default=0)
    return max(min(longest, max(_LEAST, word)), head)


def _kept(columns: Sequence[Column], least: Sequence[int], width: int) -> list[int]:
    kept = list(range(len(columns)))
    while sum(least[k] for k in kept) + _GAP * (len(kept) - 1) + _EDGE > width:
        spare = max(kept, key=lambda k: columns[k].spare)
        if not columns[spare].spare:
            break  # nothing more to leave out: words are folded
        kept.remove(spare)
    return kept


def _text(lines: Sequence[str]) -> Text:
    from rich.text import Text

    from cheapbandits.cli.campaign.shown import COLORS

    style = COLORS.get(lines[0], "") if len(lines) == 1 else ""
    return Text("\n".join(lines), style=style)
