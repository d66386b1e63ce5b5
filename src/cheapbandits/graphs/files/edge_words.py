"""What a header calls the two ends of an edge, and a table of sites that may pass for edges.

``site,habitat,count`` has three columns as ``source,target,weight`` does. Its header does not say
edges, and what stands in the one column does not come again in the other, as nodes of a network do:
it is asked what it is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.graphs.column_names import plain_name
from cheapbandits.graphs.files.said_in_cells import header_words
from cheapbandits.graphs.files.unclear import both_ways
from cheapbandits.graphs.files.value_words import ANY_VALUES
from cheapbandits.graphs.reading_words import VALUES
from cheapbandits.graphs.which_column import is_of_sites
from cheapbandits.text import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cheapbandits.graphs.files.edge_table import EdgeTable
    from cheapbandits.graphs.files.guard import Source

__all__ = ["are_ends", "check_no_depths", "check_no_shapes", "check_no_sites", "ends_unsaid"]

#: In what the names of two ends differ: ``from`` and ``to``, ``site_1`` and ``site_2``.
_WORDS = (
    ("source", "target"),
    ("src", "dst"),
    ("src", "dest"),
    ("src", "tgt"),
    ("from", "to"),
    ("start", "end"),
    ("begin", "end"),
    ("origin", "destination"),
    ("orig", "dest"),
    ("tail", "head"),
    ("parent", "child"),
    ("left", "right"),
    ("first", "second"),
    ("one", "two"),
    ("one", "other"),
    ("row", "col"),
    ("row", "column"),
    ("sender", "receiver"),
    ("upstream", "downstream"),
    ("fnode", "tnode"),
    ("u", "v"),
    ("i", "j"),
    ("a", "b"),
    ("s", "t"),
    ("o", "d"),
    ("1", "2"),
    ("0", "1"),
)
_NEIGHBOURS = ("neighbor", "neighbour", "neighbors", "neighbours", "adjacent", "friend")

#: What was found at a node is called so, and no end of an edge.
_FOUND = {*VALUES, *ANY_VALUES, "count", "counts", "cases", "score", "scores", "abundance", "total"}
#: These may be pieces of land and parts of a whole.
_FOUND -= {"field", "level", "data", "observation"}

#: Fewer names in both columns than one in so many are too few for a network.
_FEW = 10

_SHAPES = {
    "WKT": re.compile(
        r"(?:SRID=\d+;)?\s*(?:MULTI)?(?:POINT|LINESTRING|POLYGON)\s*(?:Z|M|ZM)?\s*(?:\(|EMPTY)"
        r"|GEOMETRYCOLLECTION\s*\(",
        re.IGNORECASE,
    ),
    "GeoJSON": re.compile(r"\s*\{[^{}]{0,200}['\"](?:coordinates|geometries)['\"]\s*:"),
    # The order of bytes, the kind of shape, perhaps its system: 21 bytes and more.
    "WKB": re.compile(
        r"(?:\\x)?(?:01[0-9A-F]{2}0000[0-9A-F]{2}|00[0-9A-F]{8})[0-9A-F]{32,}\Z", re.IGNORECASE
    ),
}
#: How else they are saved by what writes them so.
_AS_XY = "save points with columns x and y (in {}), shapes as GeoJSON or GeoPackage"
_WAYS = {
    "WKT": _AS_XY.format("QGIS: GEOMETRY AS_XY"),
    "GeoJSON": "save all as a .geojson file (in Earth Engine: fileFormat 'GeoJSON'), or points "
    "with columns lon and lat",
    "WKB": _AS_XY.format("PostGIS: ST_X(geom) AS x, ST_Y(geom) AS y"),
}


def are_ends(one: str, other: str) -> bool:
    """Tell whether two columns are called as the ends of edges are."""
    first, second = plain_name(one), plain_name(other)
    if first in _NEIGHBOURS or second in _NEIGHBOURS:
        return True
    return any(
        _differ(x, y, *words) for x, y in ((first, second), (second, first)) for words in _WORDS
    )


def _differ(one: str, other: str, word: str, instead: str) -> bool:
    places = {0, len(one) - len(word)} if len(word) == 1 else range(len(one))
    return any(
        one.startswith(word, at) and other == one[:at] + instead + one[at + len(word) :]
        for at in places
        if at >= 0
    )


def check_no_sites(table: EdgeTable) -> None:
    """Refuse edges under a header that does not say so, where the columns share hardly a node.

    One row alone is an edge: one site would be no graph.
    """
    above = table.layout.above
    if len(table.ends) == 1 or not above or are_ends(*above):
        return
    found = [name for name in above if _is_found(name)]
    if len(found) == 1 and _are_whole(table):
        # Of small numbers some are always in both columns, as nodes of a network are.
        raise table.source.at(
            table.layout.header or 1,
            f"'{shown(found[0])}' is called as what was found at a node, and no end of an edge: "
            "values and readings need a network first, see --field and 'campaign import'; if these "
            "are edges, say --table edges (in Python table='edges'), or put a line source,target "
            "in place of the header",
        )
    first, second = (np.unique(table.ends[:, end]) for end in (0, 1))
    common = np.intersect1d(first, second).size
    sites = [is_of_sites(name) for name in above]
    apart = (table.ends[:, 0] != table.ends[:, 1]).any()
    few = _FEW * common < min(first.size, second.size)
    if few or not apart or sites[0] != sites[1]:
        raise table.source.at(
            table.layout.header or 1,
            f"'{shown(above[0])}' and '{shown(above[1])}' are not called as the ends of edges are "
            f"(source and target): {both_ways()}",
        )


def ends_unsaid(table: EdgeTable) -> bool:
    """Tell whether two columns of whole numbers are edges, and nothing calls them so.

    Users and items that are counted from 1 each look as nodes of a network do.
    """
    above = table.layout.above
    return bool(above) and table.weights is None and not are_ends(*above) and _are_whole(table)


def _are_whole(table: EdgeTable) -> bool:
    return table.labels is None or all(name.isdecimal() for name in table.labels)


def _is_found(name: str) -> bool:
    words = header_words(name)
    return plain_name(name) in _FOUND or bool(words and words[-1] in _FOUND)


def check_no_depths(source: Source, line: int, cells: Sequence[str], ends: tuple[int, int]) -> None:
    """Refuse ``from`` and ``to`` beside a column of sites: depths of a borehole, or days."""
    site = next((c for c in cells if is_of_sites(c) and not c.lower().startswith("name")), None)
    if site is not None and cells[ends[0]].lower() in ("from", "start"):
        raise source.at(
            line,
            f"'{shown(site)}' is called as sites are: do '{shown(cells[ends[0]])}' and "
            f"'{shown(cells[ends[1]])}' join sites, or is it how far down something was found? "
            f"{both_ways()}",
        )


def check_no_shapes(source: Source, line: int, cells: Sequence[str]) -> None:
    """Refuse a row that has its place as text: ``POINT (5.1 50.8)``, GeoJSON, PostGIS' digits."""
    for cell in cells:
        kind = next((kind for kind, looks in _SHAPES.items() if looks.match(cell)), None)
        if kind is not None:
            raise source.at(
                line,
                f"'{shown(cell)}' is a shape as text ({kind}), not read from tables; {_WAYS[kind]}",
            )
