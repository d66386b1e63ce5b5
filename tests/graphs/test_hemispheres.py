"""N and S in a column that nothing but its cells, or a short heading, says to be hemispheres."""

from __future__ import annotations

import pandas as pd
import pytest

from cheapbandits.errors import GraphError, GraphFileError
from cheapbandits.graphs import Graph, read_graph

SPOTS = [(33.956, 150.9478), (33.0566, 150.0849), (33.8355, 150.736), (33.41, 150.3)]
WIDE = [(3.956, 150.9478), (43.0566, 110.0849), (33.8355, 101.736), (13.41, 135.3)]


def sites(head, words, spots=SPOTS):
    """Return the lines of a table whose columns of one word are those of the hemispheres."""
    rows = []
    for k, ((lat, lon), word) in enumerate(zip(spots, words, strict=True)):
        known = {"site": f"A{k}", "lat": str(lat), "lon": str(lon), "alt": str(5 + k * k)}
        rows.append(",".join(known.get(name, word) for name in head.split(",")))
    return [head, *rows]


BY_TURNS = ["S", "N", "S", "N"]


@pytest.mark.parametrize(
    "head",
    [
        *("site,lat,lon,hem", "site,lat,lon,alt,hem", "site,lon,lat,hem", "hem,site,lat,lon"),
        *("site,lat,lon,H", "site,lat,lon,", "site,lat,lon,Halbkugel", "Hem.,site,alt,lat,lon"),
        *("site,lat,lon,alt,Emisfero", "site,lat,lon,alt,Halfrond"),
    ],
)
@pytest.mark.parametrize("words", [BY_TURNS, ["S"] * 4, ["Süd"] * 4, ["s", "", "s", "n"]])
def test_south_is_heard(put_rows, head, words):
    """Seen: sites in the south were put into the north, 7,500 km off, without a word."""
    path = put_rows(*sites(head, words))
    column = rf"(column 4 \(no name\)|'{head.split(',')[-1]}'|'[Hh]em\.?')"
    said = rf"{column} says '{words[0]}', and 'lat' is 33.956"
    with pytest.raises(GraphFileError, match=rf"line 2: {said}; write .* negative"):
        read_graph(path)
    with pytest.raises(GraphFileError, match=said):
        read_graph(path, x="lon", y="lat")


def test_in_a_frame(put_rows):
    path = put_rows(*sites("site,lat,lon,alt,hem", BY_TURNS))
    with pytest.raises(GraphError, match="row 0: 'hem' says 'S'"):
        Graph.from_frame(pd.read_csv(path))


@pytest.mark.parametrize("head", ["site,lat,lon,alt,foo", "foo,site,lat,lon", "site,lat,lon,foo"])
def test_both_sides_of_the_equator_are_heard_anywhere(put_rows, head):
    with pytest.raises(GraphFileError, match=r"line 2: 'foo' says 'S', and 'lat' is 3.956"):
        read_graph(put_rows(*sites(head, BY_TURNS, WIDE)))


def test_both_letters_at_once_are_heard(put_rows):
    """Seen: SE in all rows was refused as a mean of all others."""
    with pytest.raises(GraphFileError, match=r"line 2: 'hem' says 'SE', and 'lat' is 33.956"):
        read_graph(put_rows(*sites("site,lat,lon,hem", ["SE"] * 4)))


@pytest.mark.parametrize(
    ("head", "words", "spots"),
    [
        ("site,lat,lon,hem", ["N"] * 4, SPOTS),  # changes nothing
        ("site,lat,lon,", ["E"] * 4, SPOTS),
        ("site,lat,lon,hem", ["S"] * 4, [(-lat, lon) for lat, lon in SPOTS]),  # signed as well
        ("site,lat,lon,qc", ["N"] * 4, [(-lat, lon) for lat, lon in SPOTS]),  # none
        ("site,lat,lon,aspect", BY_TURNS, SPOTS),  # slopes of one hill
        ("site,lat,lon,aspect", ["S"] * 4, SPOTS),
        ("site,lat,lon,aspect", ["S", "N", "SE", "W"], WIDE),
        ("site,lat,lon,alt,medium", ["S"] * 4, SPOTS),  # soil
        ("site,lat,lon,alt,region", ["South", "North", "South", "North"], WIDE),
        ("site,lat,lon,alt,hematite", ["Y", "N", "N", "N"], SPOTS),
    ],
)
def test_what_says_nothing_of_them_is_let_be(put_rows, head, words, spots):
    assert read_graph(put_rows(*sites(head, words, spots))).n_nodes == 4
