"""Tables as text: edges of a network, or sites with coordinates.

A header says which: ``source`` and ``target`` (and their like) are edges, ``x`` and ``y``, ``lon``
and ``lat``, ``easting`` and ``northing`` are sites. So do the options, as each is for one of them.
Without either, rows are edges, unless they look like coordinates, or stand under a header that says
nothing of edges and share hardly a node: then it is asked.
"""

from __future__ import annotations

from itertools import islice
from typing import Any, Literal

from cheapbandits.checks import one_of
from cheapbandits.errors import CheapBanditsError, ParameterError
from cheapbandits.graphs.edges import Duplicates
from cheapbandits.graphs.files import edge_list, site_table
from cheapbandits.graphs.files.attributes import as_columns
from cheapbandits.graphs.files.behind_sign import check_no_head_behind_sign
from cheapbandits.graphs.files.cells import BLANKS, check_delimiter, split
from cheapbandits.graphs.files.columns import NAME_ENDS, ends_of, guess_delimiter
from cheapbandits.graphs.files.edge_words import check_no_depths, check_no_shapes
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.not_here import check_no_logger, check_no_widths, of_times, unit_row
from cheapbandits.graphs.files.places_as_text import place_as_text
from cheapbandits.graphs.files.rows import content, text_of
from cheapbandits.graphs.files.titles import check_no_title_line
from cheapbandits.graphs.files.unclear import BOTH, are_times, both_ways
from cheapbandits.graphs.graph import Graph
from cheapbandits.graphs.site_columns import lengths_or_degrees, title_above
from cheapbandits.graphs.which_column import Place, coordinate_pairs, half_a_pair
from cheapbandits.text import (
    like_a_number,
    number_hint,
    parse_number,
    parts_thousands,
    shown,
)

__all__ = ["read", "write"]

write = edge_list.write

Kind = Literal["edges", "points"]

#: A file of these suffixes holds edges by its name.
_EDGES = (".edges", ".edgelist")


#: The options for edges, as they are where nobody gave them.
_LEFT_OUT = {
    "nodes": "auto",
    "n_nodes": None,
    "first_index": None,
    "weight": None,
    "duplicates": "same",
    "directed": None,
}


def read(
    source: Source,
    *,
    table: Kind | None = None,
    x: str | None = None,
    y: str | None = None,
    names: str | Literal[False] | None = None,
    n_neighbors: int | None = None,
    radius: float | None = None,
    crs: str | None = None,
    nodes: Literal["auto", "index", "name"] = "auto",
    n_nodes: int | None = None,
    first_index: Literal[0, 1] | None = None,
    weight: str | None = None,
    duplicates: Duplicates = "same",
    directed: Literal["join"] | None = None,
    header: bool | None = None,
    delimiter: str | None = None,
) -> Graph:
    """Read a table of edges or of sites.

    Parameters
    ----------
    source
        The file.
    table
        ``"edges"`` or ``"points"``; found out as told above when left out.
    x, y, names, n_neighbors, radius, crs
        For sites; see :func:`.site_table.read`.
    nodes, n_nodes, first_index, weight, duplicates, directed
        For edges; see :func:`.edge_list.read`.
    header, delimiter
        For both: whether the first line is a header, and what divides columns.
    """
    check_delimiter(delimiter, ParameterError)
    one_of(table, (None, "edges", "points"), "table")
    one_of(header, (None, True, False), "header")
    of_sites: dict[str, Any] = {"x": x, "y": y, "names": names, "crs": crs}
    of_sites |= {"n_neighbors": n_neighbors, "radius": radius}
    of_edges: dict[str, Any] = {"nodes": nodes, "n_nodes": n_nodes, "first_index": first_index}
    of_edges |= {"weight": weight, "duplicates": duplicates, "directed": directed}
    given: dict[str, dict[str, Any]] = {
        "points": {name: value for name, value in of_sites.items() if value is not None},
        "edges": {name: value for name, value in of_edges.items() if _is_given(name, value)},
    }
    kind = _kind_by_options(table, given)
    if kind != "points" and (found := as_columns(source, weight)):
        given["edges"].pop("weight", None)
        options: dict[str, Any] = {**given["edges"], "header": False, "delimiter": delimiter}
        graph = edge_list.read(found[0], sure=True, alike=nodes == "name", **options)
        graph.notes = (found[1], *graph.notes)
        return graph
    sure = kind is not None or source.path.name.lower().endswith(_EDGES)
    if not sure:
        kind = _kind_by_header(source, header, delimiter)
    options = {**given[kind or "edges"], "header": header, "delimiter": delimiter}
    if kind == "points":
        if header is None:
            _check_no_title(source, delimiter)
        return site_table.read(source, **options)
    alike = table == "edges" or nodes == "name"
    return edge_list.read(source, sure=kind == "edges" or sure, alike=alike, **options)


def _is_given(name: str, value: Any) -> bool:
    left_out = _LEFT_OUT[name]
    return type(value) is not type(left_out) or value != left_out


def _kind_by_options(table: Kind | None, given: dict[str, dict[str, Any]]) -> Kind | None:
    sites, edges = (next(iter(given[kind]), None) for kind in ("points", "edges"))
    if sites is not None and edges is not None:
        raise ParameterError(f"{sites} is for a table of sites and {edges} for edges; give one")
    wrong = {"points": edges, "edges": sites}.get(str(table))
    if wrong is not None:
        raise ParameterError(f"{wrong} is no option for table={table!r}; leave one of them out")
    if table is not None:
        return table
    return "points" if sites is not None else "edges" if edges is not None else None


def _kind_by_header(source: Source, header: bool | None, delimiter: str | None) -> Kind | None:
    """Return what the first line says, if it is a header and says anything."""
    text = text_of(source)
    lines = list(islice(content(text), 3))
    if header is False or not lines:
        return None
    line, first = lines[0]
    if delimiter is None and header is None:
        check_no_title_line(source, text)
    mark = delimiter or guess_delimiter(first, source)
    cells = split(source, line, first, mark)
    check_no_logger(source, line, cells)
    if header is None:
        check_no_head_behind_sign(source, text, line, cells, mark)
    rows = [split(source, *row, mark) for row in lines[1:]]
    check_no_widths(source, cells, [row[0] for row in lines[1:]], rows)
    under = rows[0] if rows else []
    pairs, half = coordinate_pairs(cells), half_a_pair(cells)
    place = pairs[0] if pairs else None
    if place is not None and (said := unit_row(cells, (place.x, place.y), rows)):
        raise source.at(lines[1][0], said)
    if place is not None and not (_is_of_maps(cells, place) or _may_be_place(under, place)):
        place = None  # an edge between nodes that are called x and y
    ends = ends_of(source, line, cells)
    if ends is not None and are_times([row[k] for row in rows for k in ends if k < len(row)]):
        if place is None:
            first, second = (shown(cells[k]) for k in ends)
            raise source.at(
                line, f"'{first}' and '{second}' hold times, and no nodes: {both_ways(cells)}"
            )
        ends = None  # when a form was begun and sent
    if ends is not None:
        if place is not None:
            raise source.at(line, f"the header names edges and coordinates: {BOTH}")
        check_no_depths(source, line, cells, ends)
        return "edges"
    if half is not None and len(under) > half and _is_number(under[half]):
        ways = both_ways()
        if len(cells) > 3:
            ways = f"for sites say --x COLUMN --y COLUMN (in Python x=, y=); for edges {NAME_ENDS}"
        raise source.at(
            line,
            f"'{shown(cells[half])}' is called as a coordinate is, and none goes with it: {ways}",
        )
    if place is None:
        if said := lengths_or_degrees(cells):
            raise source.at(line, f"{said}; for edges, --table edges")
        check_no_shapes(source, lines[:2][-1][0], under or cells)
        if said := place_as_text(cells, rows):
            raise source.at(lines[1][0], said)
        if times := of_times(cells, rows):
            raise source.at(line, times)
    if place is None and half is None:
        _check_no_title(source, delimiter)
        _check_numbers(source, lines, [cells, *rows])
    return "points" if place is not None else None


def _check_numbers(source: Source, lines: list[tuple[int, str]], rows: list[list[str]]) -> None:
    """Refuse what was meant as a number, before a header above it is taken for an edge.

    In two or three columns, the apostrophe parts thousands anywhere (``2'600'113`` is no node), and
    the third is a weight or what was found.
    """
    for (line, _), cells in zip(lines, rows, strict=True) if len(rows[0]) in (2, 3) else ():
        for k, cell in enumerate(cells):
            weighs = k == 2 and cells is not rows[0] and not _is_number(cell)
            if (parts_thousands(cell) or weighs) and (mend := number_hint(cell)):
                where = ", as a weight or what was found," if k == 2 else ""
                raise source.at(line, f"'{shown(cell)}'{where} should be a number; {mend}")


def _check_no_title(source: Source, delimiter: str | None) -> None:
    """Refuse a table of sites with a title above its header: its first line says nothing."""
    rows: list[tuple[int, list[str]]] = []
    for line, text in islice(content(text_of(source)), 12):
        mark = delimiter or guess_delimiter(text, source)
        try:  # a title is words, not columns divided by blanks
            cells = [text] if not rows and mark == BLANKS else split(source, line, text, mark)
        except CheapBanditsError:
            cells = [text]
        rows.append((line, cells))
    said = title_above(rows)
    if said and rows:
        raise source.at(rows[0][0], f"this is no header of sites or edges{said}")


def _is_of_maps(cells: list[str], place: Place) -> bool:
    """Tell whether a header calls columns as only coordinates are called: lon, northing."""
    return not {cells[place.x].strip().lower(), cells[place.y].strip().lower()} <= {"x", "y"}


def _may_be_place(row: list[str], place: Place) -> bool:
    """Tell whether a row may hold coordinates, also such as went wrong: ``5.1W`` is no node."""
    return any(at >= len(row) or like_a_number(row[at]) for at in (place.x, place.y))


def _is_number(cell: str) -> bool:
    return parse_number(cell, comma="," in cell) is not None
