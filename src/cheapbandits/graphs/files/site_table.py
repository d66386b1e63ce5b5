"""Tables of sites: coordinates, perhaps a name, and what was found there, one site a line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Literal

import numpy as np

from cheapbandits.graphs.files.behind_sign import check_no_head_behind_sign
from cheapbandits.graphs.files.cells import split
from cheapbandits.graphs.files.columns import guess_delimiter
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.not_here import check_no_logger, check_no_widths
from cheapbandits.graphs.files.parted_decimals import check_not_parted
from cheapbandits.graphs.files.rows import blocks, content, text_of, without_empty_end
from cheapbandits.graphs.files.said_in_comments import unheeded_notes
from cheapbandits.graphs.files.side_by_side import check_one_table
from cheapbandits.graphs.files.sites_as_text import SiteTable
from cheapbandits.graphs.files.titles import check_no_title_line
from cheapbandits.graphs.graph import Graph
from cheapbandits.graphs.header_units import unit_of
from cheapbandits.graphs.marks import find_mark
from cheapbandits.graphs.outlying import nowhere
from cheapbandits.graphs.perhaps_degrees import perhaps_degrees
from cheapbandits.graphs.same_spot import crowded, samples
from cheapbandits.graphs.systems import has_degrees
from cheapbandits.graphs.two_parts import degrees_among_metres
from cheapbandits.graphs.which_column import Place, coordinate_pairs, may_name
from cheapbandits.text import parse_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["graph_of_sites", "is_header", "read", "read_sites"]

#: What may head a column of readings, beside one of sites.
_YEAR = re.compile("(?:19|20)[0-9]{2}")


def read(
    source: Source,
    *,
    x: str | None = None,
    y: str | None = None,
    names: str | Literal[False] | None = None,
    n_neighbors: int | None = None,
    radius: float | None = None,
    crs: str | None = None,
    header: bool | None = None,
    delimiter: str | None = None,
) -> Graph:
    """Read a table of sites and join them to their nearest.

    Parameters
    ----------
    source
        The file.
    x, y
        The columns of the coordinates, by their names in the header; without a header columns are
        called 1, 2, 3 and so on. When left out: longitude and latitude (lon, lat), easting and
        northing, or x and y; without a header the first two.
    names
        The column that names the sites. When left out: name, site, station, well, id and their
        like, the first whose values differ between all sites; a column that does so but for a few
        slips is refused, and so are two that do it only together; one of a few kinds (``plot`` A,
        A, B, B) is passed over. ``False``: no names.
    n_neighbors
        Neighbours of each site; 10 when left out. Longitudes and latitudes are joined by distance
        on the globe, all others by distance in the plane.
    radius
        In place of ``n_neighbors``: join all sites that are so far apart or nearer, in the units of
        the coordinates; in metres where these are degrees.
    crs
        What the coordinates are: ``"EPSG:28992"`` and the like; see :mod:`..systems`. When left
        out: degrees where the columns are called longitude and latitude, else not known.
    header, delimiter
        As for edge lists. Unless the comma divides columns, numbers may have a decimal comma.
    """
    sites = read_sites(source, header=header, delimiter=delimiter, x=x)
    graph = graph_of_sites(
        sites, x=x, y=y, names=names, n_neighbors=n_neighbors, radius=radius, crs=crs
    )
    graph.notes += unheeded_notes(source)
    return graph


def graph_of_sites(
    sites: SiteTable,
    *,
    x: str | None,
    y: str | None,
    names: str | Literal[False] | None,
    n_neighbors: int | None,
    radius: float | None,
    crs: str | None,
) -> Graph:
    """Join the sites of a table to their nearest; see :func:`read`."""
    place = sites.place(x, y)
    points = np.column_stack([sites.coordinates(k) for k in (place.x, place.y)])
    cells = sites.cells.__getitem__
    check_not_parted(sites.source, sites.columns, cells, sites.lines, (place.x, place.y))
    _check_marks(sites, points)
    _check_one_kind(sites, points)
    sites.check_last(place)
    labels, by = sites.names(names, place)
    if labels is not None and names is None:
        _check_one_table(sites, place, labels)
    system = sites.system(place, crs)
    if system is not None and has_degrees(system):
        _check_fix(sites, points)
    graph = Graph.from_points(
        points, n_neighbors, radius=radius, names=labels, crs=system, named_by=by
    )
    if names is None:
        _check_spots(sites, points, by, named=labels is not None)
    axes = (place.x, place.y)
    if system is None and not any(unit_of(sites.columns[k]) for k in axes):
        said = perhaps_degrees(points, [sites.cells[k] for k in axes])
        graph.notes = () if said is None else (said,)
    graph.passed_over = sites.passed_over(by, axes)
    return graph


def _check_marks(sites: SiteTable, points: NDArray[np.float64]) -> None:
    """Refuse a site whose two coordinates are the same -9999: nobody knows where it is."""
    mark = find_mark(np.where(points[:, 0] == points[:, 1], points[:, 0], np.nan))
    marks = [find_mark(column) for column in points.T]
    if mark is not None and all(one is not None and one.value == mark.value for one in marks):
        raise sites.source.at(
            sites.lines[mark.first],
            f"{mark.value:g}, {mark.value:g} is no place, if it means 'not known' as elsewhere; "
            "fill it in or delete the line (in Python, Graph.from_points takes any numbers)",
        )


def _check_one_kind(sites: SiteTable, points: NDArray[np.float64]) -> None:
    """Refuse degrees among metres."""
    row = degrees_among_metres(points)
    if row is not None:
        x, y = points[row].tolist()
        raise sites.source.at(
            sites.lines[row],
            f"{x!r}, {y!r} are degrees, and other sites are in metres; write all in one system "
            "(in Python, Graph.from_points takes any numbers)",
        )


def _check_spots(
    sites: SiteTable, points: NDArray[np.float64], by: str | None, *, named: bool
) -> None:
    """Refuse rows that mostly lie on one spot: days of a site, and no sites."""
    columns, cells = sites.columns, sites.cells.__getitem__
    found = samples(points, columns, by, cells) if named else crowded(points)
    if found is not None:
        other = f"is where that of {sites.source.counts} {sites.lines[found.other]} is"
        raise sites.source.at(sites.lines[found.row], f"the place {other}{found.problem}")


def _check_one_table(sites: SiteTable, place: Place, labels: list[str]) -> None:
    """Refuse coordinates of a table that stands beside that of the names."""
    node_of = {label: node for node, label in enumerate(labels)}
    named, rows = sites.cells.index(labels), range(len(labels))
    for used in (place.x, place.y):
        table = sites.columns, sites.cells.__getitem__, sites.lines
        check_one_table(sites.source, *table, rows, named, used, node_of.get)


def _check_fix(sites: SiteTable, points: NDArray[np.float64]) -> None:
    """Refuse sites at longitude 0, latitude 0, far from all others: the receiver had no fix."""
    odd = nowhere(points)
    if odd.size:
        more = f", and {odd.size - 1} more" if odd.size > 1 else ""
        raise sites.source.at(
            sites.lines[odd[0]],
            f"0, 0 lies in the Atlantic, far from all other sites{more}: most often it means that "
            "the place is not known; fill it in or delete the line (in Python, Graph.from_points "
            "takes any numbers)",
        )


def read_sites(
    source: Source,
    *,
    header: bool | None = None,
    delimiter: str | None = None,
    x: str | None = None,
) -> SiteTable:
    """Return the table, its columns as text; see :func:`read`."""
    text = without_empty_end(text_of(source))
    lines = list(islice(content(text), 1))
    if not lines:
        raise source.error("no sites found: the file holds only blank lines and comments")
    line, first = lines[0]
    if delimiter is None and header is None:
        check_no_title_line(source, text)
    mark = delimiter or guess_delimiter(first, source)
    head = split(source, line, first, mark)
    check_no_logger(source, line, head)
    if header is None:
        header = is_header(head, x)
        if not header:
            check_no_head_behind_sign(source, text, line, head, mark)
    columns: list[list[str]] = [[] for _ in head]
    numbers: list[int] = []
    for found, cells in blocks(source, text, mark, len(head)):
        numbers += found
        for column, more in zip(columns, cells, strict=False):
            column += more
    if header:
        numbers, columns = numbers[1:], [column[1:] for column in columns]
        check_no_widths(source, head, numbers, list(zip(*(c[:2] for c in columns), strict=True)))
    if not numbers:
        raise source.error("no sites found: there is no line under the header; add them")
    called = head if header else [str(k + 1) for k in range(len(head))]
    return SiteTable(source, line, called, header, numbers, columns, mark)


def is_header(cells: Sequence[str], x: str | None = None) -> bool:
    """Tell whether a first row is a header: it names coordinates, or has no numbers but years."""
    named = bool(coordinate_pairs(cells)) or x in cells
    numbers = [cell for cell in cells if _number(cell) is not None]
    years = any(map(may_name, cells)) and all(map(_YEAR.fullmatch, numbers))
    return named or not numbers or years


def _number(cell: str) -> float | None:
    return parse_number(cell, comma="," in cell)
