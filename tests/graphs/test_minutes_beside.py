"""Whole degrees with minutes right of them are refused, whatever the columns are called."""

from __future__ import annotations

import pandas as pd
import pytest

from cheapbandits.errors import GraphError, GraphFileError
from cheapbandits.graphs import Graph, read_graph

ROWS = ["50,8.05,5,50.76", "51,45.75,5,15.28", "52,29.68,6,26.92", "50,0,6,0"]
SAID = r"line 2: '.*' is in whole degrees, and .* seems to have their minutes.*side by side"


def sites(head, rows=ROWS):
    """Return the lines of a table of sites, with a name for each."""
    return [f"station,{head}", *(f"S{k},{row}" for k, row in enumerate(rows))]


HEADS = [
    "Latitude,,Longitude,",
    "Lat,Unnamed: 2,Lon,Unnamed: 4",
    "Latitude,Latitude.1,Longitude,Longitude.1",
    "lat,',lon,'",
    "lat,dec_min_lat,lon,dec_min_lon",
    "Lat,Minutos,Lon,Minutos",
    "lat,lat2,lon,lon2",
    "lat (deg),lat (min),lon (deg),lon (min)",
    "Latitude (°),Latitude ('),Longitude (°),Longitude (')",
    "Lat °,Lat ',Lon °,Lon '",
    "gps lat,a,gps lon,b",
]


@pytest.mark.parametrize("head", HEADS)
def test_minutes_under_any_heading_are_refused_first(put_rows, head):
    """Seen: whole degrees were taken, up to 100 km off, or --x and --y advised that took them."""
    with pytest.raises(GraphFileError, match=SAID):
        read_graph(put_rows(*sites(head)))


@pytest.mark.parametrize("head", [*HEADS, "Breite Grad,Breite Min,Länge Grad,Länge Min"])
def test_so_they_are_where_the_degrees_are_named(put_rows, head):
    path = put_rows(*sites(head))
    y, _, x, _ = head.split(",")
    for crs in (None, "EPSG:4326"):
        with pytest.raises(GraphFileError, match=SAID):
            read_graph(path, x=x, y=y, crs=crs)
    with pytest.raises(GraphError, match=r"row 0: .* is in whole degrees"):
        Graph.from_frame(pd.read_csv(path), x=x, y=y)


def test_seconds_stand_behind_minutes(put_rows):
    """Seen: a decimal comma was asked about, and headings advised that hid the minutes."""
    rows = ["50,0,0,5,0,0", "51,4,7,5,9,11", "52,8,14,5,18,22"]
    for head in ("Latitude,,,Longitude,,", "Latitude,b,c,Longitude,e,f"):
        with pytest.raises(GraphFileError, match=r"line 3: .*minutes") as refused:
            read_graph(put_rows(*sites(head, rows)))
        assert "parted" not in str(refused.value)


def test_digits_without_a_heading_may_be_decimals(put_rows):
    rows = ["50,8,5,50", "51,45,5,15", "52,29,6,26"]
    with pytest.raises(GraphFileError, match=r"minutes.* write 50\.8 if a comma parted decimals"):
        read_graph(put_rows(*sites("lat,,lon,", rows)))


def test_a_merged_heading_of_a_workbook(tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (["S", "Latitude", None, "Longitude", None], ["A", 50, 8.05, 5, 50.76]):
        book.active.append(row)
    book.active.append(["B", 51, 45.75, 5, 15.28])
    book.active.merge_cells("B1:C1")
    book.active.merge_cells("D1:E1")
    book.save(tmp_path / "a.xlsx")
    with pytest.raises(GraphFileError, match=r"row 2: 'Latitude' .* column 3 \(no name\) seems"):
        read_graph(tmp_path / "a.xlsx")


def test_the_remedy_for_something_else_works(put_rows):
    rows = ["50,5,8.05,50.76", "51,5,45.75,15.28", "52,6,29.68,26.92"]
    assert read_graph(put_rows(*sites("lat,lon,zinc,lead", rows))).n_nodes == 3
    with pytest.raises(GraphFileError, match="side by side, and give it a heading, if"):
        read_graph(put_rows(*sites("lat,,lon,")))
    with pytest.raises(GraphFileError, match="side by side, and rename it, if"):
        read_graph(put_rows(*sites("lat,min,lon,min2")))


@pytest.mark.parametrize(
    ("head", "rows"),
    [
        ("lat,zinc,lon,lead", ["50.1,8,5.2,9", "51.3,8,5.4,7"]),  # no whole degrees
        ("lat,zinc,lon,lead", ["50,8,5,90", "51,8,5,7"]),  # no minutes
        ("lat,zinc,lon,lead", ["50,8,5,-1", "51,8,6,7"]),
        ("lat,zinc,lon,kind", ["50,8,5,a", "51,8,6,b"]),
        ("lat,m,lon,n", ["50,0,5,0", "51,0,6,0"]),  # whole degrees all the same
        ("lat,m,lon,n", ["50,,5,", "51,,6,"]),
        ("lat,zinc,lon", ["50,8,5", "51,9,6"]),  # beside one of them
        ("lat,lon,zinc,lead", ["50,5,8,9", "51,6,7,8"]),
        ("lat,lat2,lon,lon2", ["50,51,5,6", "52,53,7,8"]),  # boxes
        ("lat,lat_max,lon,lon_max", ["50,52,5,9", "52,53,7,8"]),
        ("x,zinc,y,lead", ["50,8,5,9", "51,9,6,7"]),  # a plane
    ],
)
def test_other_numbers_are_taken(put_rows, head, rows):
    assert read_graph(put_rows(*sites(head, rows))).n_nodes == 2
