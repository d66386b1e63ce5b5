"""Options for graphs that come as a table of sites or a map, the same in every command."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

import typer

__all__ = [
    "Crs",
    "FieldNameColumn",
    "LaterCrs",
    "Layer",
    "MaskLayer",
    "NameColumn",
    "Neighbors",
    "Nodata",
    "Radius",
    "ReadingColumn",
    "Table",
    "TableKind",
    "Values",
    "XColumn",
    "YColumn",
    "names_of",
    "site_options",
]


class TableKind(StrEnum):
    """What the rows of a table can be."""

    points = "points"
    edges = "edges"


Table = Annotated[
    TableKind | None,
    typer.Option(help="What the rows of a CSV or TSV are; by its header when left out."),
]
XColumn = Annotated[
    str | None,
    typer.Option(
        "--x", metavar="COLUMN", help="Of a table of sites: the column of eastings or longitudes."
    ),
]
YColumn = Annotated[
    str | None, typer.Option("--y", metavar="COLUMN", help="That of northings or latitudes.")
]
NameColumn = Annotated[
    str | None, typer.Option(metavar="COLUMN", help="The column that names the sites; '' for none.")
]
ReadingColumn = Annotated[
    str | None,
    typer.Option(
        "--name-column",
        metavar="COLUMN",
        help="The column that names the sites, where the header leaves it open; '' to take the "
        "rows of a table of sites in the order of the nodes.",
    ),
]
FieldNameColumn = Annotated[
    str | None,
    typer.Option(
        metavar="COLUMN",
        help="Of a file given as --field: the column that names the sites, where the header leaves "
        "it open; '' to take its rows in the order of the nodes.",
    ),
]
Neighbors = Annotated[
    int | None,
    typer.Option(
        help="Join each site to so many nearest, 10 when left out; a raster's cells to 4 or 8.",
        min=1,
    ),
]
Radius = Annotated[
    float | None,
    typer.Option(
        help="Or join all sites so far apart or nearer: in the coordinates' units, metres for "
        "longitude and latitude."
    ),
]
Crs = Annotated[
    str | None,
    typer.Option(
        metavar="CODE",
        help="What the coordinates are, where the file does not say: EPSG:4326 for longitude and "
        "latitude, EPSG:28992 and the like for a national grid.",
    ),
]
LaterCrs = Annotated[
    str | None,
    typer.Option(
        metavar="CODE",
        help="For maps: what the coordinates are, where the campaign was made without saying so.",
    ),
]
Layer = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="Which layer of a map or sheet of a workbook, where it has several."
    ),
]
MaskLayer = Annotated[
    str | None,
    typer.Option(
        metavar="FILE", help="Of a raster: a second one; where it is 0 or empty no cells are."
    ),
]
Values = Annotated[
    str | None,
    typer.Option(
        metavar="COLUMN",
        help="The column of a table of sites or a map that holds the values; of a raster the band.",
    ),
]
Nodata = Annotated[
    str | None,
    typer.Option(
        metavar="NUMBER",
        help="The number that means 'no value', such as -9999; 'none' where all are true values. "
        "Left out, one that may mean it is refused.",
    ),
]


def names_of(column: str | None) -> str | Literal[False] | None:
    """Return the column of names as the readers take it: ``False`` for none."""
    return False if column == "" else column


def site_options(
    table: TableKind | None,
    x: str | None,
    y: str | None,
    name_column: str | None,
    neighbors: int | None,
    radius: float | None,
    crs: str | None = None,
    layer: str | None = None,
    mask_layer: str | None = None,
) -> dict[str, Any]:
    """Return what was given, as options of ``read_graph``."""
    given = {
        "table": None if table is None else table.value,
        "x": x,
        "y": y,
        "names": names_of(name_column),
        "n_neighbors": neighbors,
        "radius": radius,
        "crs": crs,
        "layer": layer,
        "mask_layer": mask_layer,
    }
    return {name: value for name, value in given.items() if value is not None}
