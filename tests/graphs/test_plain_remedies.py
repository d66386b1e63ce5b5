"""Files that programs write a little otherwise: read, or told what to do in words of the user."""

from __future__ import annotations

import pytest

from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import CheapBanditsError
from cheapbandits.fields.value_file import read_values
from cheapbandits.graphs import Graph, read_graph
from cheapbandits.text import did_you_mean

GRAPH = Graph.from_edges([(0, 1), (1, 2)], names=["Ä1", "Site 3", "1"])


def test_years_are_columns(put):
    path = put("site,2023,2024\nÄ1,5,50\nSite 3,7,70\n")
    assert [row.reading for row in read_import(path, GRAPH, column="2024").rows] == [50, 70]
    path = put("Ä1,2023,2024\nSite 3,7,70\n")  # no header: nothing there is called as sites are
    with pytest.raises(CheapBanditsError, match=r"there are '1', '2', '3'"):
        read_import(path, GRAPH, column="2024")


def test_empty_rows_below_the_readings_are_none(put):
    path = put("id,reading\n1,5\n\nSite 3,6\n,\n,\n")
    assert [row.reading for row in read_import(path, GRAPH).rows] == [5, 6]
    with pytest.raises(CheapBanditsError, match="line 3"):
        read_import(put("id,reading\n1,5\n,\nSite 3,6\n"), GRAPH)


def test_a_header_one_cell_short(put):
    for mark in " ,":
        path = put('"x" "y" "zn"\n"1" 18 33 10\n"2" 19 35 14\n'.replace(" ", mark))
        with pytest.raises(CheapBanditsError, match=r"line 2: 4 columns.*R's write.table.*add one"):
            read_graph(path)
    with pytest.raises(CheapBanditsError, match=r"line 2: 3 columns.*correct the line"):
        read_graph(put("1 2\n1 2 3\n"))
    with pytest.raises(CheapBanditsError, match=r"line 2: 3 columns.*as above; correct the line"):
        read_import(put("site,value\nSite 3,5,1\n"), GRAPH)  # a decimal comma
    with pytest.raises(CheapBanditsError, match=r"line 1: .*divided by blanks"):
        read_import(put('"x" "y" "zn"\n"1" 18 33 10\n'), GRAPH)


def test_columns_divided_by_bars(put):
    path = put("site|x|y|zn\nÄ1|1.5|2.5|3\nSite 3|2.5|2.5|4\n")
    roads = [
        lambda: read_graph(path),
        lambda: read_import(path, GRAPH).rows,
        lambda: read_import(path, GRAPH, column="zn").rows,
        lambda: read_values(path, GRAPH, "zn"),
    ]
    for road in roads:
        with pytest.raises(CheapBanditsError, match=r"divided by '\|'; save .* with commas"):
            road()
    assert read_graph(put("a|b c|d\nc|d e|f\na|b e|f\n")).names == ("a|b", "c|d", "e|f")


def test_names_that_look_alike(put):
    with pytest.raises(
        CheapBanditsError, match=r"'Ä1', which looks alike and has U\+00C4 .* U\+0308 combining"
    ):
        read_import(put("site,value\nA\u03081,5\n"), GRAPH)
    said = "U+0020 space where this has U+00A0 no-break space"
    assert said in did_you_mean("Site\u00a03", ["Site 3"])
    assert "nothing where this has U+200B zero width space" in did_you_mean("P\u200b1", ["P1"])
    assert "'Site 3', which has other blanks?" in did_you_mean("Site  3", ["Site 3"])
    assert did_you_mean("site 3", ["Site 3"]) == "did you mean 'Site 3'? "


@pytest.mark.parametrize("head", ["site,lon,lat,lat", "site,lat,lon,lat"])
def test_two_columns_of_one_name_are_to_be_renamed(put, head):
    """--x lat --y lon, --values reading and --name-column site fail there."""
    with pytest.raises(CheapBanditsError, match="two columns are called 'lat'; rename the one"):
        read_graph(put(f"{head}\na,5.2,50.2,50.3\nb,5.3,50.3,50.4\nc,5.4,50.1,50.2\n"))
    for head, name in (("site,reading,reading", "reading"), ("site,reading,site", "site")):
        rows = "Ä1,1,Site 3\nSite 3,2,1\n" if name == "site" else "Ä1,1,2\nSite 3,2,3\n"
        with pytest.raises(CheapBanditsError, match=f"called '{name}'; rename the one") as found:
            read_import(put(f"{head}\n{rows}"), GRAPH)
        assert "--name-column" not in str(found.value)
        renamed = put(f"{head.rpartition(',')[0]},other\n{rows}")
        assert [row.reading for row in read_import(renamed, GRAPH, column="reading").rows] == [1, 2]
