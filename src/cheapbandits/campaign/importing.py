"""Readings from a file: a CSV with the nodes of each and what was read there.

A table that ``export`` wrote is known by its columns ``center`` and ``place`` beside ``nodes``: its
nodes are indices, whatever the names are, and ``place`` and ``names`` have to be what the center
and the nodes are called; where nodes have no names, they have to lie ``at`` the same places.
In any table, ``weights`` are the shares of a group's nodes in its reading (``0.25;0.75``; empty
where all are equal), and a ``status`` that says that a reading does not count keeps it out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from cheapbandits.campaign.cut_rows import Left, left_in
from cheapbandits.campaign.import_keys import key_of
from cheapbandits.campaign.import_rows import Taken, checked, exported_nodes
from cheapbandits.campaign.nodes import known_nodes
from cheapbandits.campaign.origins import names_in
from cheapbandits.checks import indices
from cheapbandits.errors import GraphError, ParameterError
from cheapbandits.graphs.column_names import place_of
from cheapbandits.graphs.column_words import TOLD_BY
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.heading_units import heading_unit
from cheapbandits.graphs.files.kept_cells import SAME_AS
from cheapbandits.graphs.files.one_reading import only_values
from cheapbandits.graphs.files.said_of_values import BY_HEADING
from cheapbandits.graphs.files.site_values import SiteValue, read_site_values
from cheapbandits.graphs.files.telling_columns import TELLING
from cheapbandits.graphs.files.two_column_head import is_of_readings
from cheapbandits.graphs.files.two_columns import Found, read_two_columns
from cheapbandits.graphs.files.verdict_words import WELL
from cheapbandits.graphs.marks import Nodata
from cheapbandits.text import shown

if TYPE_CHECKING:
    from cheapbandits.campaign.spec import Spec
    from cheapbandits.graphs import Graph

__all__ = ["Imported", "ReadingRow", "read_import"]

#: More than a million readings; each is an event of its own.
MAX_BYTES = 64 * 2**20

#: What ``history``, or the page's table, says of a reading that was struck, or never was.
NOT_COUNTED = (
    *("annulled", "open", "cancelled", "expired"),
    *("struck", "not read yet", "skipped", "time ran out"),
)
#: And of one that counts; other words are somebody else's, and may mean either.
COUNTED = ("told", "observed", "", "counts", "counts, not asked for", *WELL)

#: Only exports have all of these columns.
_EXPORTED = ("observation", "cost", "asked", "told", "origin")
#: Columns beside a reading that say something of it.
_BESIDE = (
    *(
        "status",
        "center",
        "place",
        "at",
        "names",
        "width",
        "weights",
        "weight",
        "ask",
        "observation",
    ),
    *("asked", "origin", *TOLD_BY, "record", SAME_AS, TELLING),
)


@dataclass(frozen=True)
class ReadingRow:
    """One reading of a file; ``key`` says which one it is, see :mod:`.import_keys`.

    A row of an export has ``names``, see :mod:`.origins`; the first of them is the key. Rows
    that are the same in all their cells have one ``same_as``. What is ``left`` of a row of an
    export, see :mod:`.cut_rows`.
    """

    nodes: tuple[int, ...]
    reading: float
    key: str
    line: int
    weights: tuple[float, ...] | None = None
    names: tuple[str, ...] = ()
    same_as: str = ""
    left: Left | None = None

    @property
    def observation(self) -> tuple[tuple[int, ...], float, str, tuple[float, ...] | None]:
        """The reading as ``Campaign.observe_many`` takes it."""
        return indices(self.nodes), self.reading, self.key, self.weights

    @property
    def given(self) -> tuple[Any, ...]:
        """The reading as :func:`.import_keys.record` takes it."""
        return *self.observation, self.names, self.same_as, self.left


@dataclass(frozen=True)
class Imported:
    """The readings of a file, and how many rows a ``status`` or ``nodata`` kept out.

    ``column`` and ``sites`` are what a header calls the readings and the names of their sites;
    empty where there is no header, or no such column. ``counts`` is what the number of a row
    counts: lines, or features of a map. ``passed_over`` are the columns that nothing was made of,
    ``outside`` is how many values of a raster belong to no node.
    """

    rows: list[ReadingRow]
    skipped: int
    column: str = ""
    sites: str = ""
    counts: str = "line"
    passed_over: tuple[str, ...] = ()
    outside: int = 0

    def beside_sites(self, named_by: str | None, axes: Iterable[str | None]) -> Imported:
        """Return the same of a graph's own file, of which columns were used to make the graph.

        Parameters
        ----------
        named_by
            The column that named the sites.
        axes
            The columns of the coordinates, where the user said them.
        """
        rest = list(self.passed_over)
        for name in (named_by, *axes):
            if name in rest:
                rest.remove(name)  # the first of two, where two are called so
                continue
            try:
                rest.pop(place_of(rest, name or "", heading_unit))
            except GraphError:
                continue  # it is none of them: the header had told that it is used
        return replace(self, sites=named_by or "", passed_over=tuple(rest))

    @property
    def understood(self) -> dict[str, Any]:
        """What was made of the columns, for programs; ``None`` where a file has no such column."""
        return {
            "column": self.column or None,
            "sites": self.sites or None,
            "read_again": self.read_again,
            "lowest": min((row.reading for row in self.rows), default=None),
            "highest": max((row.reading for row in self.rows), default=None),
            "passed_over": list(self.passed_over),
            "outside": self.outside,
        }

    @property
    def read_again(self) -> int:
        """How many places or groups have more than one reading in the file."""
        return sum(count > 1 for count in Counter(row.nodes for row in self.rows).values())

    @cached_property  # asked for row by row where many are left out
    def places(self) -> list[str]:
        """Where each row stands in the file, for a message."""
        return [f"{self.counts} {row.line}" for row in self.rows]


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
        stand anywhere; without, there are just these two, and so under any other two headings, if
        one column is all names of nodes and the other all numbers.
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
    status = _Status(source.path)
    options: dict[str, Any] = {"names": names, "beside": _BESIDE, "skip": status.keeps_out}
    options |= {"nodata": nodata, "graph": graph}
    if column is None and names is None:
        column = only_values(source, layer, graph.find)
    ordered = own or names is False or layer is not None
    if column is not None and (ordered or not is_of_readings(source, column)):
        ours = partial(exported_nodes, graph=graph)
        found = read_site_values(source, column, layer=layer, own=own, ours=ours, **options)
        file = _of_sites(source, found, graph, spec)
    else:
        # A semicolon divides the nodes of a group; columns only under a header that says so.
        options |= {"known": partial(known_nodes, graph=graph), "chosen": column is not None}
        options["every"] = _EXPORTED  # what was told is a reading, and was asked about then
        rows = read_two_columns(source, dividers="\t,", **options)
        file = _of_rows(source, rows, graph, spec)
        file.missing += status.out
    about = file.column, file.sites, source.counts, file.unused, file.outside
    return Imported(_keyed(source, file), file.missing, *about)


class _Status:
    """Says of a row, by its ``status``, whether it stays out; and how many did."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.out = 0

    def keeps_out(self, beside: Mapping[str, str]) -> bool:
        word = beside.get("status", "").strip().lower()
        if word not in (*NOT_COUNTED, *COUNTED):
            raise ParameterError(
                f"{shown(self._path, 500)}: the status '{shown(word)}' is not known: told, "
                "observed, valid and final are counted, annulled is left out; write these where "
                "that is meant, or rename the column"
            )
        out = word in NOT_COUNTED
        self.out += out
        return out


@dataclass
class _File:
    """What was read of a file, before its readings have keys.

    ``called`` is the column of the readings where keys say it: in a table of sites.
    """

    taken: list[Taken] = field(default_factory=list)
    missing: int = 0
    column: str = ""
    sites: str = ""
    said: Mapping[str, str] = field(default_factory=dict)
    called: str | None = None
    unused: tuple[str, ...] = ()
    outside: int = 0


def _of_sites(source: Source, found: Iterable[SiteValue], graph: Graph, spec: Spec | None) -> _File:
    """Return the readings of a table of sites; an empty cell is none, and nothing is missing."""
    file = _File()
    for site in found:
        file.column, file.sites, file.said = site.column, site.named_by, site.said
        file.called, file.unused, file.outside = site.column, site.unused, site.outside
        if not isnan(site.value):
            row = checked(source, site.line, (site.node,), site.value, graph, spec)
            file.taken.append((*row[:-1], site.beside))
        else:
            file.missing += site.marked
    return file


def _of_rows(source: Source, found: Iterable[Found], graph: Graph, spec: Spec | None) -> _File:
    """Return the readings of a table with nodes and what was read there."""
    file = _File()
    for row in found:
        file.column, file.sites, file.said = row.column, row.named_by, row.said
        file.unused = row.unused
        if isnan(row.value):
            file.missing += 1
        else:
            file.taken.append(checked(source, row.line, row, row.value, graph, spec))
    return file


def _keyed(source: Source, file: _File) -> list[ReadingRow]:
    """Return the readings of a file with their keys."""
    # Where all are of one site, its name is said of all of them.
    said = {what: word for what, word in file.said.items() if what != BY_HEADING + file.sites}
    seen: Counter[str] = Counter()
    rows = []
    for line, nodes, reading, weights, told in file.taken:
        content = (nodes, reading) if weights is None else (nodes, reading, weights)
        try:
            names = names_in(told)
        except ParameterError as error:
            raise source.at(line, str(error)) from error
        key = names[0] if names else key_of(content, told, seen, file.called, said)
        same = told.get(SAME_AS, "")
        rows.append(ReadingRow(nodes, reading, key, line, weights, names, same, left_in(told)))
    return rows
