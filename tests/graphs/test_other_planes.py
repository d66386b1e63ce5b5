"""Places that are not where the numbers say: two stripes, lost digits, moved on purpose."""

from __future__ import annotations

import pandas as pd
import pytest

from cheapbandits.errors import GraphError, GraphFileError
from cheapbandits.graphs import Graph, read_graph

STRIPES = {
    "Gauss": "Punkt;Rechtswert;Hochwert\nA;3690000;5700000\nB;4310000;5700100\nC;4310500;5700300\n",
    "UTM": "Punkt;Ost;Nord\nA;32690000,5;5700000\nB;33310000,5;5700100\nC;33310500,5;5700300\n",
    "KKJ": "name;x;y\nA;2690000;6700000\nB;3310000;6700100\nC;3310500;6700300\n",
}


@pytest.mark.parametrize("grid", STRIPES)
def test_two_stripes_are_no_plane(put, grid):
    text = STRIPES[grid]
    with pytest.raises(GraphFileError, match=r"line 3: .* in line 2: .*two stripes of a grid"):
        read_graph(put(text))
    with pytest.raises(GraphError, match="two stripes of a grid"):
        Graph.from_frame(pd.read_csv(put(text), sep=";", decimal=","))


ONE_PLANE = [
    "name;x;y\nA;3690000;5700000\nB;3310000;5700100\nC;3310500;5700300\n",
    "name;x;y\nA;4321000;3210000\nB;3310000;3000100\nC;2810500;2700300\n",  # of Europe
    "name;x;y\nA;652268;6863694\nB;1052270;6863700\nC;952290;6863710\n",  # Lambert 93
    "name;x;y\nA;3690000;5700000\nB;4310000;5700100\nC;4010500;5700300\n",
]


@pytest.mark.parametrize("text", ONE_PLANE)
def test_other_planes_are_one(put, text):
    assert read_graph(put(text)).n_nodes == 3


ZONES = "name,Easting,Northing,{}\nA,690000,6100000,55\nB,300000,6100100,{}\nC,690300,6100300,55\n"


def test_zones_by_any_name(put):
    for name in ("MGA_Zone", "zone_mga", "Map Zone"):
        with pytest.raises(GraphFileError, match=rf"line 3: '{name}' says '56', and '55' in line"):
            read_graph(put(ZONES.format(name, 56)))
        assert read_graph(put(ZONES.format(name, 55))).n_nodes == 3
    assert read_graph(put(ZONES.replace("55", "1").format("soil_zone", 2))).n_nodes == 3


def test_a_box_has_four_sides(put):
    text = "name,north,east,south,west\nA,48.2,11.2,48.1,11.1\nB,48.3,11.3,48.2,11.2\n"
    with pytest.raises(GraphFileError, match="--x COLUMN"):
        read_graph(put(text))
    assert read_graph(put(text), x="east", y="north").n_nodes == 2


def test_digits_that_a_spreadsheet_did_not_show(put):
    text = "site;x;y\nA;3,30E+05;5,70E+06\nB;3,31E+05;5,70E+06\nC;3,30E+05;5,71E+06\n"
    for found in (text, text.replace(",", ".").replace(";", ",")):
        with pytest.raises(GraphFileError, match=r"line 2: '3.30E\+05' in 'x' has lost"):
            read_graph(put(found))
    exact = "site,x,y\nA,1e+05,330238\nB,2e+05,330300\nC,3e+05,330100\n"  # as R writes 100000
    assert read_graph(put(exact)).coordinates[0, 0] == 100_000


def test_places_that_were_moved_on_purpose(put):
    text = "id,latitude,longitude,coordinates_obscured\n11,48.1,11.2,{}\n12,48.2,11.3,false\n"
    with pytest.raises(GraphFileError, match="line 2: 'coordinates_obscured' says 'true'"):
        read_graph(put(text.format("true")))
    assert read_graph(put(text.format("false"))).n_nodes == 2


def test_degrees_minutes_and_seconds_are_told_what_to_be(put):
    with pytest.raises(GraphFileError, match=r"line 2: .*got '11°56'3E' .*; write decimal degrees"):
        read_graph(put("site,lon,lat\nA,11°56'3E,48°0'3N\nB,11°56'4E,48°0'5N\n"))
