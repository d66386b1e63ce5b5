"""What the commands print: one JSON document for programs, tables and colours for people."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cheapbandits.cli.plain import json_text, mark, plain

if TYPE_CHECKING:
    from rich.table import Table

    from cheapbandits.graphs import Graph
    from cheapbandits.store import Event

__all__ = [
    "COLORS",
    "apart",
    "chance",
    "count",
    "exact",
    "named",
    "number",
    "print_done",
    "print_event",
    "print_json",
    "table",
]

#: So many nodes are named in one line.
_MOST_NAMED = 12
#: How a state is coloured.
COLORS = {
    "running": "green",
    "open": "yellow",
    "told": "green",
    "observed": "green",
    "paused": "yellow",
    "finished": "cyan",
    "cancelled": "dim",
    "expired": "dim",
    "annulled": "red",
    "damaged": "red",
}


def print_json(document: object) -> None:
    """Print a document, in characters that the console has."""
    print(json_text(document))


def print_event(event: Event, said: str, undo: str, *, as_json: bool) -> None:
    """Print a change: the whole event for programs; for people a line, and how to undo it."""
    if as_json:
        from cheapbandits.campaign.documents import event_document

        print_json(event_document(event))
        return
    print_done(said, undo, by=f"(event {event.seq}, by {event.who})")


def print_done(said: str, *more: str, by: str = "") -> None:
    """Print that something was done, and below it, one a line, what else there is to know."""
    from rich.console import Console
    from rich.text import Text

    console = Console(soft_wrap=True, highlight=False)
    line = Text(mark(), style="green").append(f" {plain(said)}", style="default")
    console.print(line.append(f" {plain(by)}", style="dim") if by else line)
    for one in more:
        console.print(Text(f"  {plain(one)}", style="dim"))


def table(*columns: str, right: Sequence[str] = (), title: str | None = None) -> Table:
    """Return an empty table in the house style; columns in ``right`` hold numbers."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    made = Table(
        box=box.SIMPLE_HEAD,
        title=None if title is None else Text(title, style="bold"),
        title_justify="left",
        header_style="bold",
        pad_edge=False,
    )
    for column in columns:
        made.add_column(
            column,
            justify="right" if column in right else "left",
            no_wrap=column in right,
        )
    return made


def number(value: float | None) -> str:
    """Return a number as people read it, or a dash; no comma, which to many means decimals."""
    if value is None:
        return "-"
    return f"{value:.0f}" if 1e4 <= abs(value) < 1e7 else f"{value:.4g}"


def apart(*values: float) -> list[str]:
    """Return numbers with as many digits as tell them apart: 300.0046 to 300.0054.

    Examples
    --------
    >>> apart(300.0046, 300.0054), apart(1.0, 2.5), apart(7.0, 7.0)
    (['300.0046', '300.0054'], ['1', '2.5'], ['7', '7'])
    """
    size, width = max(map(abs, values)), max(values) - min(values)
    if not 0 < width < 1e-2 * size:
        return [number(value) for value in values]
    digits = min(2 + math.ceil(math.log10(size / width)), 15)
    return [f"{value:.{digits}g}" for value in values]


def chance(probability: float) -> str:
    """Return a probability in percent; what is nearly sure is not called sure.

    Examples
    --------
    >>> chance(0.9975), chance(0.9), chance(1.0)
    ('over 99%', '90%', '100%')
    """
    return "over 99%" if 0.99 < probability < 1 else f"{probability:.0%}"


def exact(value: float | None) -> str:
    """Return a reading as it was told, or a dash."""
    return "-" if value is None else f"{value:.10g}"


def named(graph: Graph, nodes: Sequence[int]) -> str:
    """Return nodes as people know them, the first few of many: P13 (node 12), P14 (node 13)."""
    first = list(nodes[:_MOST_NAMED])
    if graph.names is None:
        words = [f"node {node}" for node in first]
    else:
        words = [f"{graph.name(node)} (node {node})" for node in first]
    more = len(nodes) - len(first)
    return "; ".join(words) + (f"; and {more:,} more" if more else "")


def count(n: int, thing: str) -> str:
    """Return a number of things: 1 node, 2 nodes."""
    return f"{n:,} {thing}" if n == 1 else f"{n:,} {thing}s"
