"""Readings from a file: a CSV with the nodes of each and what was read there.

A table that ``export`` wrote is known by its columns ``center`` and ``place`` beside ``nodes``: its
nodes are indices, whatever the names are, and each ``place`` has to be the name of its ``center``;
where nodes have no names, it has to lie ``at`` the same place.
In any table, ``weights`` are the shares of a group's nodes in its reading (``0.25;0.75``; empty
where all are equal), and a ``status`` that says that a reading does not count keeps it out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from cheapbandits.campaign.exports.spreadsheet import armed
from cheapbandits.campaign.import_keys import key_of
from cheapbandits.campaign.nodes import known_nodes, parse_index, parse_nodes
from cheapbandits.campaign.readings import check_fits
from cheapbandits.campaign.whereabouts import check_whereabouts
from cheapbandits.errors import CheapBanditsError, ParameterError
from cheapbandits.graphs.column_words import TOLD_BY
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.site_values import read_site_values
from cheapbandits.graphs.files.two_columns import Found, is_of_readings, read_two_columns
from cheapbandits.graphs.marks import Nodata
from cheapbandits.policies.reading import check_reading, check_row
from cheapbandits.text import parse_number, shown

if TYPE_CHECKING:
    from cheapbandits.campaign.spec import Spec
    from cheapbandits.graphs import Graph

__all__ = ["Imported", "ReadingRow", "read_import", "read_readings"]

#: More than a million readings; each is an event of its own.
MAX_BYTES = 64 * 2**20

#: What ``history``, or the page's table, says of a reading that was struck, or never was.
NOT_COUNTED = (
    *("annulled", "open", "cancelled", "expired"),
    *("struck", "not read yet", "skipped", "time ran out"),
)
#: And of one that counts; other words are somebody else's, and may mean either.
COUNTED = ("told", "observed", "ok", "good", "", "counts", "counts, not asked for")

#: A reading before it has a key: its line, nodes, reading, weights, and what else its row says.
_Taken = tuple[int, tuple[int, ...], float, tuple[float, ...] | None, Mapping[str, str]]


@dataclass(frozen=True)
class ReadingRow:
    """One reading of a file; ``key`` says which one it is, see :mod:`.import_keys`."""

    nodes: tuple[int, ...]
    reading: float
    key: str
    line: int
    weights: tuple[float, ...] | None = None

    @property
    def observation(self) -> tuple[tuple[int, ...], float, str, tuple[float, ...] | None]:
        """The reading as ``Campaign.observe_many`` takes it."""
        return self.nodes, self.reading, self.key, self.weights


@dataclass(frozen=True)
class Imported:
    """The readings of a file, and how many rows a ``status`` or ``nodata`` kept out.

    ``column`` and ``sites`` are what a header calls the readings and the names of their sites;
    empty where there is no header, or no such column. ``counts`` is what the number of a row
    counts: lines, or features of a map.
    """

    rows: list[ReadingRow]
    skipped: int
    column: str = ""
    sites: str = ""
    counts: str = "line"

    @property
    def places(self) -> list[str]:
        """Where each row stands in the file, for a message."""
        return [f"{self.counts} {row.line}" for row in self.rows]


def read_readings(
    path: str | Path,
    graph: Graph,
    spec: Spec | None = None,
    column: str | None = None,
    layer: str | None = None,
    nodata: Nodata = None,
    **which: Any,
) -> list[ReadingRow]:
    """Return the readings of a file; see :func:`read_import`."""
    return read_import(path, graph, spec, column, layer, nodata, **which).rows


def read_import(
    path: str | Path,
    graph: Graph,
    spec: Spec | None = None,
    column: str | None = None,
    layer: str | None = None,
    nodata: Nodata = None,
    *,
    names: str | Literal[False] | None = None,
    own: bool = False,
) -> Imported:
    """Return the readings of a CSV file, or say what is wrong and in which line.

    Parameters
    ----------
    path
        Two columns, ``nodes`` (:func:`~.nodes.parse_nodes`) and ``reading``. With a header they may
        stand anywhere; without, there are just these two.
    graph
        Where the nodes are.
    spec
        The campaign's settings: a reading that it cannot count with is refused by its line.
    column
        Where the file is a table of sites or a map: the column of the readings. A site whose cell
        is empty has none.
    layer
        Which layer of a map or sheet of a workbook, where there are several.
    nodata
        The number that means 'no reading', as -9999 often does: such rows stay out. ``False`` where
        all are readings. Left out: a number that may mean it is refused.
    names
        The column that names the nodes, where the header does not tell; ``False`` lets the rows of
        a table of sites go by their order.
    own
        Whether the graph was made of this very file, so that its rows are the nodes.
    """
    source = Source(Path(path), kind=ParameterError, max_bytes=MAX_BYTES)
    skipped = missing = 0

    def skip(beside: Mapping[str, str]) -> bool:
        nonlocal skipped
        word = beside.get("status", "").strip().lower()
        if word not in (*NOT_COUNTED, *COUNTED):
            raise ParameterError(
                f"{shown(source.path, 500)}: the status '{shown(word)}' is not known: told and "
                "observed are counted, annulled is left out; write these, or rename the column"
            )
        out = word in NOT_COUNTED
        skipped += out
        return out

    taken: list[_Taken] = []
    # A semicolon divides the nodes of a group; columns only under a header that says so.
    ours = ("status", "center", "place", "at", "weights", "weight", "ask", "observation", "asked")
    options: dict[str, Any] = {"names": names, "beside": (*ours, *TOLD_BY), "skip": skip}
    called: str | None = None
    ordered = names is False or layer is not None
    used = ("", "")
    said: Mapping[str, str] = {}
    if column is not None and (own or ordered or not is_of_readings(source, column)):
        options |= {"own": own}
        for site in read_site_values(source, column, graph, layer, nodata, **options):
            called, used, said = site.column, (site.column, site.named_by), site.said
            if not isnan(site.value):
                row = _checked(source, site.line, (site.node,), site.value, graph, spec)
                taken.append((*row[:-1], site.beside))
            else:
                missing += site.marked
        skipped = missing
    else:
        options |= {"nodata": nodata, "graph": graph, "chosen": column is not None}
        known = partial(known_nodes, graph=graph)
        for found in read_two_columns(source, dividers="\t,", known=known, **options):
            used, said = (found.column, found.named_by), found.said
            if isnan(found.value):
                skipped += 1
                continue
            taken.append(_checked(source, found.line, found, found.value, graph, spec))
    seen: Counter[str] = Counter()
    rows = []
    for line, nodes, reading, weights, told in taken:
        content = (nodes, reading) if weights is None else (nodes, reading, weights)
        key = key_of(content, told, seen, called, said)
        rows.append(ReadingRow(nodes, reading, key, line, weights))
    return Imported(rows, skipped, *used, source.counts)


def _checked(
    source: Source,
    line: int,
    where: Found | tuple[int, ...],
    value: float,
    graph: Graph,
    spec: Spec | None,
) -> _Taken:
    try:
        group = _nodes(where, graph) if isinstance(where, Found) else where
        shares = _shares(where, len(group)) if isinstance(where, Found) else None
        nodes, weights = check_row(group, shares, graph.n_nodes)
        reading = check_reading(value)
        if spec is not None:
            check_fits(reading, spec)
    except CheapBanditsError as error:
        raise source.at(line, str(error)) from error
    return line, nodes, reading, weights, where.beside if isinstance(where, Found) else {}


def _shares(row: Found, count: int) -> list[float] | None:
    """Return the share of each node in the reading, where a column says so."""
    cell = row.beside.get("weights", "")
    if not cell and row.beside.get("weight", "").count(";") == count - 1 > 0:
        raise ParameterError(
            "'weight' may be the share of each node in the reading; call that column weights if "
            "it is, and something else if not"
        )
    if not cell:
        return None
    parts = cell.split(";")
    shares = [parse_number(part) for part in parts]
    wrong = next((part for part, x in zip(parts, shares, strict=True) if x is None), None)
    if wrong is not None or len(parts) != count:
        what = f"'{shown(wrong)}' is no decimal number"
        raise ParameterError(
            f"weights: {f'{len(parts)} for {count} nodes' if wrong is None else what}; write the "
            "share of each node in the reading, such as 0.25;0.75, or rename the column if it is "
            "something else"
        )
    return [share for share in shares if share is not None]


def _nodes(row: Found, graph: Graph) -> tuple[int, ...]:
    """Return the nodes of a row; one of our own tables has apostrophes before formulas."""
    cell = str(row.place)
    if {"center", "place"} <= row.beside.keys():
        return _exported_nodes(cell, row.beside, graph)
    plain = armed(cell)
    if plain != cell:
        try:
            return parse_nodes(plain, graph)
        except CheapBanditsError:
            pass  # a name that begins so: written by hand
    return parse_nodes(cell, graph)


def _exported_nodes(cell: str, beside: Mapping[str, str], graph: Graph) -> tuple[int, ...]:
    """Return the nodes of an exported row, by index; its place has to be here what it was there."""
    center, place = beside["center"], beside["place"]
    middle = parse_index(center, graph)
    nodes = [parse_index(part, graph) for part in cell.split(";")]
    known = [node for node in nodes if node is not None]
    if middle is None or len(known) < len(nodes):
        raise ParameterError(
            f"an export has indices in nodes and center, got '{shown(cell)}' and "
            f"'{shown(center)}'; for names, leave out the columns center and place"
        )
    # A cell comes without the blanks around it, and a name may have some.
    if graph.name(middle).strip() not in (place.strip(), armed(place).strip()):
        raise ParameterError(
            f"an export from another graph: node {middle} is '{shown(place)}' there and "
            f"'{shown(graph.name(middle))}' here; import it where the graph is the same"
        )
    check_whereabouts(graph, middle, beside.get("at", "").strip())
    return tuple(known)
