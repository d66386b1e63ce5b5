"""Two tables pasted beside each other are no one table: each names its own sites."""

from __future__ import annotations

import pytest

from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import GraphFileError, ParameterError
from cheapbandits.graphs import read_graph

UP = [f"S{k:02}" for k in range(1, 13)]
DOWN = UP[::-1]
TWO = [UP[1], UP[0], *UP[2:]]
LAT = [f"{50 + k * k % 7 / 10}" for k in range(12)]
LON = [f"{5 + k / 10}" for k in range(12)]
PB = [f"{9 + k * k % 11}.{k % 10}" for k in range(12)]
NONE = [""] * 12
SAID = r"line \d+: two tables seem to stand side by side: .*save each table as a file of its own"


def table(header, *columns):
    return "\n".join([header, *(",".join(map(str, row)) for row in zip(*columns, strict=True)), ""])


@pytest.fixture
def stations(put):
    return read_graph(put(table("station,lat,lon", UP, LAT, LON), "known.csv"))


def own(put, header, *columns):
    path = put(table(header, *columns), "own.csv")
    graph = read_graph(path)
    return [
        (graph.name(row.nodes[0]), row.reading)
        for row in read_import(path, graph, column="Pb", own=True).rows
    ]


OWN = {
    "in another order": ("station,lat,lon,,station,Pb", NONE, DOWN, PB),
    "two exchanged": ("station,lat,lon,,station,Pb", NONE, TWO, PB),
    "under another word": ("station,lat,lon,,plot,Pb", NONE, DOWN, PB),
    "under any word": ("station,lat,lon,,Messstelle,Pb", NONE, DOWN, PB),
    "without a heading": ("station,lat,lon,,,Pb", NONE, DOWN, PB),
    "names behind the values": ("station,lat,lon,,Pb,station", NONE, PB, DOWN),
    "as pandas writes it": ("station,lat,lon,station.1,Pb", DOWN, PB),
    "as databases do": ("station,lat,lon,station_1,Pb", DOWN, PB),
    "shorter": ("station,lat,lon,,station,Pb", NONE, [*DOWN[:7], *NONE[7:]], [*PB[:7], *NONE[7:]]),
    "a site that is unknown": ("station,lat,lon,,station,Pb", NONE, ["S99", *DOWN[1:]], PB),
    "no gap": ("station,lat,lon,plot,Pb", DOWN, PB),
}


@pytest.mark.parametrize("kind", OWN)
def test_values_of_a_second_table_are_refused(put, kind):
    header, *more = OWN[kind]
    with pytest.raises(ParameterError, match=SAID):
        own(put, header, UP, LAT, LON, *more)


def test_so_are_numbers_and_places_in_another_order(put):
    numbers = [*map(str, range(1, 13))]
    more = [NONE, numbers[::-1], PB]
    with pytest.raises(ParameterError, match=SAID):
        own(put, "id,lat,lon,,id.1,Pb", numbers, LAT, LON, *more)
    with pytest.raises(ParameterError, match=SAID):
        own(put, "lat,lon,,lat.1,lon.1,Pb", LAT, LON, NONE, LAT[::-1], LON[::-1], PB)
    with pytest.raises(GraphFileError, match=SAID):
        read_graph(put(table("station,Zn,,station.1,lat,lon", UP, PB, NONE, DOWN, LAT, LON)))


def test_one_table_is_taken(put):
    numbers = [*map(str, range(1, 13))]
    right = [*zip(UP, map(float, PB), strict=True)]
    first = (UP, LAT, LON)
    for header, more in (
        ("station,lat,lon,Pb", [PB]),
        ("station,lat,lon,,Pb", [NONE, PB]),
        ("station,lat,lon,,station,Pb", [NONE, UP, PB]),
        ("station,lat,lon,station.1,Pb", [UP, PB]),
        ("station,lat,lon,upstream,Pb", [DOWN, PB]),
        ("station,lat,lon,nearest_station,Pb", [DOWN, PB]),
        ("station,lat,lon,Pb,,station,Zn", [PB, NONE, DOWN, numbers]),
        ("station,lat,lon,,Zn,Pb", [NONE, numbers, PB]),
        ("station,lat,lon,plot,Pb", [["A", "B"] * 6, PB]),
        ("station,lat,lon,well,Pb", [[f"W{k}" for k in range(12)], PB]),
        ("station,lat,lon,Zn.1,Pb", [numbers, PB]),
    ):
        assert own(put, header, *first, *more) == right
    blocks = own(put, "plot,lat,lon,block,Pb", numbers, LAT, LON, ["1", "2", "3"] * 4, PB)
    assert len(blocks) == 12
    ranks = own(put, "plot,lat,lon,rank,Pb", numbers, LAT, LON, numbers[::-1], PB)
    assert len(ranks) == 12


FEW = [*UP[::2], *NONE[6:]]
IMPORTED = {
    "shorter": ("station,Zn,,station,Pb", UP, range(12), NONE, FEW, [*PB[:6], *NONE[6:]]),
    "another word": ("station,Zn,,well,Pb", UP, range(12), NONE, FEW, [*PB[:6], *NONE[6:]]),
    "as pandas writes it": ("station,Zn,station.1,Pb", UP, range(12), DOWN, PB),
}


@pytest.mark.parametrize("kind", IMPORTED)
def test_readings_of_a_second_table_are_refused(put, stations, kind):
    header, *columns = IMPORTED[kind]
    with pytest.raises(ParameterError, match=SAID):
        read_import(put(table(header, *columns)), stations, column="Pb")
    columns[-1] = PB if kind.startswith("as") else ["1.5"] * 12
    path = put(table(header.replace("Pb", "value"), *columns))
    with pytest.raises(ParameterError, match=SAID):
        read_import(path, stations)


def test_the_remedy_works(put, stations):
    header, *columns = IMPORTED["shorter"]
    right = put(table("station,Pb", *columns[3:]).replace(",\n", ""))
    found = read_import(right, stations, column="Pb").rows
    assert [stations.name(row.nodes[0]) for row in found] == UP[::2]
    left = read_import(put(table(header, *columns)), stations, column="Zn")
    assert [stations.name(row.nodes[0]) for row in left.rows] == UP


def test_the_column_that_named_the_sites_was_not_passed_over(put):
    path = put(table("station,lat,lon,,station,Pb", UP, LAT, LON, NONE, UP, PB))
    graph = read_graph(path)
    found = read_import(path, graph, column="Pb", own=True)
    assert found.beside_sites(graph.named_by, ()).passed_over == ("station",)
