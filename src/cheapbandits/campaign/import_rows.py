"""One row of a file of readings: its nodes, the shares of these in the reading, and the reading."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cheapbandits.campaign.exports.spreadsheet import armed
from cheapbandits.campaign.nodes import parse_index, parse_nodes
from cheapbandits.campaign.readings import check_fits
from cheapbandits.campaign.same_sites import check_same_sites
from cheapbandits.errors import CheapBanditsError, ParameterError
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.two_columns import Found
from cheapbandits.graphs.number_names import mark_or_site
from cheapbandits.policies.reading import check_reading, check_row
from cheapbandits.text import how_many, parse_number, shown

if TYPE_CHECKING:
    from cheapbandits.campaign.spec import Spec
    from cheapbandits.graphs import Graph

__all__ = ["Taken", "checked", "exported_nodes"]

#: By so much shares may miss their sum.
_SUM = 1e-9
#: A reading before it has a key: its line, nodes, reading, weights, and what else its row says.
Taken = tuple[int, tuple[int, ...], float, tuple[float, ...] | None, Mapping[str, str]]


def checked(
    source: Source,
    line: int,
    where: Found | tuple[int, ...],
    value: float,
    graph: Graph,
    spec: Spec | None,
) -> Taken:
    """Return a reading with its nodes, or say what is wrong with it and in which line."""
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
    known = [share for share in shares if share is not None]
    said = None
    if wrong is not None:
        said = f"weights: '{shown(wrong)}' is no decimal number"
    elif len(parts) != count:
        said = f"weights: {len(parts)} for {count} nodes"
    elif min(known) < 0 or abs(sum(known) - 1) > _SUM:
        said = f"weights must be {how_many(count, 'share')} that sum to 1, got {shown(cell)}"
    if said is not None:
        raise ParameterError(
            f"{said}; write the share of each node in the reading, such as 0.25;0.75, or rename "
            "the column if it is something else"
        )
    return known


def _nodes(row: Found, graph: Graph) -> tuple[int, ...]:
    """Return the nodes of a row; one of our own tables has apostrophes before formulas."""
    cell = str(row.place)
    if {"center", "place"} <= row.beside.keys() and row.named_by.strip().lower() == "nodes":
        return exported_nodes(cell, row.beside, graph)
    if said := mark_or_site(graph, cell, row.named_by):
        raise ParameterError(said)
    plain = armed(cell)
    if plain != cell:
        try:
            return parse_nodes(plain, graph)
        except CheapBanditsError:
            pass  # a name that begins so: written by hand
    return parse_nodes(cell, graph)


def exported_nodes(cell: str, beside: Mapping[str, str], graph: Graph) -> tuple[int, ...]:
    """Return the nodes of an exported row, by index; its place has to be here what it was there.

    Indices are marked (``#3``) where one may be a name, and in older exports nowhere.
    """
    center, place = beside["center"], beside["place"]
    middle = _index(center, graph)
    nodes = [_index(part, graph) for part in cell.split(";")]
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
    if middle not in known:
        raise ParameterError(
            f"an export has the center among the nodes, got '{shown(center)}' and '{shown(cell)}'; "
            "for names, leave out the columns center and place"
        )
    _check_width(beside.get("width", ""), len(known))
    check_same_sites(graph, known, beside.get("at", "").strip(), beside.get("names"))
    return tuple(known)


def _check_width(cell: str, count: int) -> None:
    """Refuse a row whose nodes were cut: the average of eight is no reading of one of them."""
    width = parse_number(cell)
    if width is not None and width != count:
        raise ParameterError(
            f"an export with {how_many(count, 'node')} in nodes where width says {width:g}: the "
            "reading is the average of all of them; export it again, or, if it is of "
            f"{'this one' if count == 1 else 'these'} alone, leave out the columns center and place"
        )


def _index(text: str, graph: Graph) -> int | None:
    return parse_index(text.strip().removeprefix("#"), graph)
