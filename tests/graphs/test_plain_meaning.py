"""Tables that say in their header or a column what their numbers mean: it is heard, or refused."""

from __future__ import annotations

import pandas as pd
import pytest

from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import GraphError, GraphFileError, ParameterError
from cheapbandits.fields.value_file import read_values
from cheapbandits.graphs import Graph, read_graph
from cheapbandits.graphs.files.places_as_text import place_as_text

SIX = range(1, 7)


def table(header, row, rows=SIX):
    """Return a table whose lines are made by a function of their number."""
    return "\n".join([header, *(row(k) for k in rows), ""])


SITES = [
    table("name,location,v", lambda k: f'S{k},"50.{k}, 5.{k * k}",{k}'),
    table("name,geohash,v", lambda k: f"P{k},u4pruydqqv{k},{k}"),
    table("plot,mgrs,v", lambda k: f"S{k},31UFT{k}00000{k}00000,{k}"),
    table("station,gridref,no2", lambda k: f"S{k},TQ{30 + k}80,{k}"),
    table("name,plus_code,v", lambda k: f"S{k},9F4{k}22WM+2{k},{k}"),
    table("site,habitat,count", lambda k: f"S{k},forest{k % 3},{k}"),
    table("station,depth,no2", lambda k: f"{k},{k % 3 + 1},{k}.5"),  # numbers in both columns
    table("id,val", lambda k: f"{k},{k}"),
    table("nodes,reading,count", lambda k: f"n{k},0.{k},5"),
    table("WKT,name,v", lambda k: f'"POINT ({k}.1 50.{k})",P{k},{k}'),
    table("id,wkt", lambda k: f"{k},POINT({k} {k * k})"),
    table("name,v,geometry", lambda k: f"S{k},{k},SRID=4326;POINT Z ({k} {k} 1)"),
    table("WKT,name", lambda k: f'"POLYGON (({k} 0,{k} 1,{k + 1} 1,{k} 0))",S{k}'),
]


@pytest.mark.parametrize("text", SITES, ids=lambda text: text.split("\n")[0])
def test_a_table_of_sites_never_becomes_a_network(put, text):
    with pytest.raises(
        GraphFileError, match=r"line [12]: .*(--x COLUMN .*edges|columns x|--table edges)"
    ):
        read_graph(put(text))
    graph = read_graph(put(SITES[5]), table="edges")
    assert graph.n_edges == 6


PLACES = [
    ("name,coords", 'P{k},"50.0234{k}, 5.0131{k}"', "or lon and lat"),
    ("name,coords", "P{k},(50.0234{k} 5.0131{k})", "or lon and lat"),
    ("Ort;Lage;Zink", "P{k};N 50°01.{k}' E 5°00.{k}';4", "or lon and lat"),
    ("site,grid_ref", "P{k},SU 1234{k} 4567{k}", "in metres"),
    ("site,gridref,v", "P{k},SU1234{k}4567{k},7", "in metres"),
    ("name,MGRS", "P{k},31U FS 1234{k} 4567{k}", "in metres"),
    ("name,UTM", "P{k},31U 51234{k} 554123{k}", "--crs says"),
    ("UTM,name", "51234{k}E 554123{k}N,P{k}", "--crs says"),
]


@pytest.mark.parametrize(("header", "row", "way"), PLACES)
def test_a_place_in_a_single_cell_is_no_node(put, header, row, way):
    text = table(header, lambda k: row.format(k=k))
    with pytest.raises(GraphFileError, match=rf"line 2: .*columns x and y.*{way}") as refused:
        read_graph(put(text))
    assert "source,target" not in str(refused.value)


def test_long_numbers_are_no_places():
    for cell in (
        "31512345554123",
        "5123455541234",
        "123456.5541234",
        "3, 4",
        "1.5",
        "R 103 104",
        "AB 12 34",
        "12 345.67",
    ):
        assert place_as_text(["name", "code"], [["P1", cell]]) == "", cell


def test_a_column_of_sites_without_coordinates_is_no_edge(put):
    text = table("name,address", lambda k: f"P{k},a{k}.b{k}.c{k}")
    with pytest.raises(GraphFileError, match=r"'name' is called as sites are.*columns x and y"):
        read_graph(put(text))


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("from,to", "'50.023{k}, 5.013{k}','50.024{k}, 5.014{k}'"),
        ("one,another", "AB123{k},AB123{j}"),
        ("one,another", "SU 123{k} 456{k},SU 123{j} 456{j}"),
        ("a 1 2,b 1 2", "a {k} 1,a {j} 1"),
        ("n1,n2", "3/{k},3/{j}"),
    ],
)
def test_nodes_may_be_called_as_places_are(put, header, row):
    text = table(header, lambda k: row.format(k=k, j=k + 1).replace("'", '"'))
    text = text if header == "from,to" else text.split("\n", 1)[1]
    assert read_graph(put(text)).n_edges == 6


@pytest.mark.parametrize(
    "header",
    ["a,b,w", "Node_A,Node_B,w", "site1,site2,w", "origin,destination,w", "fromNodeId,toNodeId,w"],
)
def test_a_header_that_names_edges_may_join_two_kinds(put, header):
    assert read_graph(put(table(header, lambda k: f"hub{k % 2},leaf{k},{k}"))).n_edges == 6


def test_a_header_that_says_nothing_is_of_edges_where_they_share_nodes(put):
    assert read_graph(put(table("one,another,w", lambda k: f"n{k},n{k + 1},{k}"))).n_edges == 6
    # Without a header nothing is asked, nor in a file of edges by its name.
    assert read_graph(put(table("hub,leaf,1", lambda k: f"hub,leaf{k},{k}"))).n_edges == 7
    assert read_graph(put(SITES[5], "a.edges")).n_edges == 6


SIGNS = [
    ("name,lat,ns,lon,ew", "N,33.{k},S,70.{k},W", "'ns' says 'S'"),
    ("name,lat,N/S,lon,E/W", "N,33.{k},N,70.{k},W", "'E/W' says 'W'"),
    (
        "name,latitude,latitude_hemisphere,longitude,longitude_hemisphere",
        "N,33.{k},South,70.{k},East",
        "'latitude_hemisphere' says 'South'",
    ),
    ("name,lat,lat_dir,lon,lon_dir", "N,33.{k},N,70.{k},O", "'lon_dir' says 'O'"),
    ("name,lat,lon,hemisphere", "N,33.{k},70.{k},s", "'hemisphere' says 's'"),
    ("name,lat,,lon,", "N,33.{k},S,70.{k},E", r"column 3 \(no name\) says 'S'"),
    ("name,lat,ns,lon,ew", "N,-33.{k},N,70.{k},E", "'ns' says 'N'"),
    ("name,lat,lat_min,lat_sec,lon,lon_min,lon_sec", "N,33,{k},5,70,2,{k}", "minutes or seconds"),
    ("name,lat,min,lon,min2", "N,33,{k},70,2", "minutes or seconds"),
]


@pytest.mark.parametrize(("header", "row", "said"), SIGNS)
def test_a_sign_or_minutes_in_a_column_of_their_own_are_refused(put, header, row, said):
    text = table(header, lambda k: row.format(k=k).replace("N", f"P{k}", 1))
    with pytest.raises(GraphFileError, match=f"line 2: .*{said}"):
        read_graph(put(text))


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("name,lat,ns,lon,ew", "P{k},33.{k},N,70.{k},E"),
        ("name,lat,ns,lon,ew", "P{k},-33.{k},S,-70.{k},W"),  # signed as well
        ("name,lat,lat_min,lat_max,lon", "P{k},33,3{k},34,7{k}"),  # a box
        ("name,lat,lon,aspect", "P{k},33.{k},70.{k},S"),
        ("name,lat,lon,min,zone,datum", "P{k},33.{k},70.{k},{k},{k},{k}.3.2021"),
        ("name,x,y,zone", "P{k},{k},7{k},{k}"),  # zones of a field
        ("name,easting,northing,utm_zone", "P{k},50000{k},550000{k},31U"),
        ("name,lon,lat,datum", "P{k},5.{k},50.{k},WGS 84"),
    ],
)
def test_columns_that_change_nothing_are_let_be(put, header, row):
    assert read_graph(put(table(header, lambda k: row.format(k=k)))).n_nodes == 6


PLANES = [
    ("easting,northing,zone", "50000{k},550000{k},3{odd}U"),
    ("easting,northing,utm_zone", "50000{k},550000{k},3{odd}"),
    ("easting,northing,hemisphere", "50000{k},550000{k},{ns}"),
    ("x,y,epsg", "50000{k},550000{k},3263{odd}"),
    ("lon,lat,crs", "5.{k},50.{k},EPSG:432{odd}"),
    ("lon,lat,geodeticDatum", "5.{k},50.{k},NAD{odd}7"),
]


@pytest.mark.parametrize(("header", "row"), PLANES)
def test_rows_of_two_planes_are_not_one(put, header, row):
    text = table(header, lambda k: row.format(k=k, odd=1 + k % 2, ns="NS"[k % 2]))
    with pytest.raises(GraphFileError, match=r"line 3: .* and '.*' in line 2.*(save|bring)"):
        read_graph(put(text))


def test_a_datum_that_all_rows_have_is_heard(put):
    path = put(table("lon,lat,datum", lambda k: f"-105.{k},40.{k},NAD27"))
    with pytest.raises(GraphFileError, match=r"line 2: 'datum' says 'NAD27'.*--crs"):
        read_graph(path)
    pytest.importorskip("pyproj")
    assert read_graph(path, crs="EPSG:4267").n_nodes == 6


@pytest.mark.parametrize(
    "pair",
    [
        "Longitude (°W),lat",
        "lon (West),lat",
        "lon [W],lat",
        "lon,lat (degrees_south)",
        "lon (DMS),lat (DMS)",
        "lon (minutes),lat (minutes)",
        "lon (gon),lat (gon)",
        "lon (mas),lat (mas)",
        "lon (1e-7 deg),lat (1e-7 deg)",
        "lon (NAD27),lat (NAD27)",
        "lon,lat (ED50)",
        "-lon,lat",
        "lon (rad),lat (rad)",
    ],
)
def test_units_that_are_no_degrees_of_wgs84_are_refused(put, pair):
    with pytest.raises(GraphFileError, match=r"line 1: .*(convert|call|write|--crs)"):
        read_graph(put(table(f"{pair},v", lambda k: f"5.{k},50.{k},1")))
    if "7 deg" in pair:
        with pytest.raises(GraphFileError, match="unit is another"):
            read_graph(put(f"{pair}\n5,50\n6,51\n"), crs="EPSG:4326")
    columns = dict(zip(pair.split(","), ([5.1, 5.2], [50.1, 50.2]), strict=True))
    with pytest.raises(GraphError, match=r"'-?[Ll](on|at)"):
        Graph.from_frame(pd.DataFrame(columns))


@pytest.mark.parametrize(
    "pair",
    [
        "Longitude (°E),Latitude (°N)",
        "lon (degrees_east),lat (degrees_north)",
        "lon (deg E),lat (deg N)",
        "lon [decimal degrees],lat (dd)",
        "Longitude (WGS84),Latitude (WGS-84)",
        "lon (+E/-W),lat (+N/-S)",
    ],
)
def test_units_that_are_degrees_are_taken(put, pair):
    graph = read_graph(put(table(f"{pair},v", lambda k: f"5.{k},50.{k},1")))
    assert graph.crs == "EPSG:4326"
    assert read_graph(put("x (m E),y (metres)\n1,2\n3,4\n")).n_nodes == 2


def test_another_datum_in_the_header_is_taken_where_it_is_told(put):
    path = put(table("lon (approximately),lat (GPS)", lambda k: f"5.{k},50.{k}"))
    with pytest.raises(GraphFileError, match="--crs EPSG:4326"):
        read_graph(path)
    assert read_graph(path, crs="EPSG:4326").n_nodes == 6


def test_a_frame_with_a_sign_in_a_column_is_refused():
    frame = pd.DataFrame({"lat": [33.1, 33.2], "ns": ["N", "S"], "lon": [70.1, 70.2]})
    with pytest.raises(GraphError, match="row 1: 'ns' says 'S'"):
        Graph.from_frame(frame)
    gaps = frame.assign(ns=pd.array(["N", pd.NA], dtype="string"))
    assert Graph.from_frame(gaps).n_nodes == 2
    twice = pd.concat([frame.drop(columns="ns"), gaps[["ns"]], gaps[["ns"]]], axis=1)
    assert Graph.from_frame(twice).n_nodes == 2


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("Source,Target,Type,Id,Label,Weight", "{k},{k}0,Directed,{k},,1"),
        ("Source,Target,Type,Weight", "{k},{k}0,{word},1"),
        ("source,target,weight,directed", "{k},{k}0,1,true"),
    ],
)
def test_directed_edges_are_joined_only_where_asked(put, header, row):
    path = put(table(header, lambda k: row.format(k=k, word=["Undirected", "directed"][k % 2])))
    with pytest.raises(GraphFileError, match=r"line 2: .*directed.*directed='join'"):
        read_graph(path)
    assert read_graph(path, directed="join").n_edges == 6
    with pytest.raises(ParameterError, match="directed must be"):
        read_graph(path, directed="yes")
    typed = put("source,target,weight,type\na,b,1,1\nb,c,2,t\n", "kinds.csv")
    assert read_graph(typed).n_edges == 2
    plain = path.read_text().replace("Directed", "Undirected").replace("directed", "Undirected")
    assert read_graph(put(plain.replace("true", "false"))).n_edges == 6


def test_values_and_readings_in_two_units_are_refused(put):
    graph = Graph.from_points([(0, 0), (1, 0), (2, 0)], 1, names=["a", "b", "c"])
    rows = "a,0,0,1,mg/kg\nb,1,0,2,{}\nc,2,0,3,mg/kg\n"
    for head, column in (("name,x,y,value,unit\n", "value"), ("name,x,y,zinc,zinc_unit\n", "zinc")):
        good, bad = put(head + rows.format(""), "g.csv"), put(head + rows.format("ug/kg"), "b.csv")
        said = "line 3: .*'ug/kg'.*'mg/kg' in line 2"
        for read in (read_values, lambda *a, **o: read_import(*a, **o).rows):
            assert len(read(good, graph, column=column)) == 3
            with pytest.raises(ParameterError, match=said):
                read(bad, graph, column=column)
            if column == "value":
                assert len(read(good, graph)) == 3
                with pytest.raises(ParameterError, match=said):
                    read(bad, graph)
    # A unit of what was not found, or of what does not count, is none.
    path = put("name,x,y,zinc,unit\na,0,0,1,mg\nb,1,0,,ug\nc,2,0,3,mg\n")
    assert len(read_import(path, graph, column="zinc").rows) == 2
    path = put("nodes,reading,unit,status\na,1,mg,told\nb,2,ug,annulled\n")
    assert len(read_import(path, graph).rows) == 1


def test_a_column_of_values_is_never_taken_for_nodes(put):
    graph = Graph.from_edges([(0, 1), (1, 2)])
    with pytest.raises(ParameterError, match="line 1: no column says which site a row is"):
        read_values(put("value,sd\n0,0.1\n1,0.2\n2,0.3\n"), graph)
    assert read_values(put("node,sd\n0,0.1\n1,0.2\n2,0.3\n"), graph).tolist() == [0.1, 0.2, 0.3]


@pytest.mark.parametrize("names", [None, ["a", "b", "c"], ["1", "2", "3"]])
def test_nor_is_a_number_of_rows_beside_readings(put, names):
    graph = Graph.from_edges([(0, 1), (1, 2)], names=names)
    for read in (read_values, read_import):
        with pytest.raises(ParameterError, match=r"line 1: .*'X'.*--name-column"):
            read(put("X,value\n1,5\n2,6\n3,7\n"), graph)


def test_the_named_index_of_a_frame_names_its_sites():
    frame = pd.DataFrame({"x": [0, 1, 3], "y": [0, 1, 2], "tree": ["p", "q", "r"]})
    for column in ("tree", "site"):
        named = frame.rename(columns={"tree": column}).set_index(column)
        assert Graph.from_frame(named).names == ("p", "q", "r")
        assert Graph.from_frame(named, names=column).names == ("p", "q", "r")
        assert Graph.from_frame(named, names=False).names is None
    # A column of names comes first; an index without a name, or that does not tell apart, is none.
    both = frame.assign(name=["a", "b", "c"]).set_index("tree")
    assert Graph.from_frame(both).names == ("a", "b", "c")
    assert Graph.from_frame(frame[["x", "y"]]).names is None
    for column, names in (("id", ("7", "8", "9")), ("year", None)):
        numbers = frame[["x", "y"]].set_index(pd.Index([7, 8, 9], name=column))
        assert Graph.from_frame(numbers).names == names
    kinds = frame[["x", "y"]].assign(kind=[1, 1, 2]).set_index("kind")
    assert Graph.from_frame(kinds).names is None


GRAPHML = """<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="d" for="edge" attr.name="{}" attr.type="{}"/><graph edgedefault="undirected">
<node id="a"/><node id="b"/><edge source="a" target="b"><data key="d">5</data></edge></graph>
</graphml>"""


def test_graphml_with_a_distance_and_no_weight_is_asked_about(put):
    path = put(GRAPHML.format("distance", "double"), "a.graphml")
    with pytest.raises(GraphFileError, match=r"'distance'.*weight='distance'.*weight='unit'"):
        read_graph(path)
    assert read_graph(path, weight="distance").weights.max() == 5
    assert read_graph(path, weight="unit").weights.max() == 1
    assert read_graph(put(GRAPHML.format("colour", "int"), "b.graphml")).weights.max() == 1


POINT = '"{{""type"":""Point"",""coordinates"":[5.{k},50.{k}]}}"'
AS_TEXT = {
    "system:index,name,.geo": f"0{{k}},P{{k}},{POINT}",
    "system:index,.geo": f"0{{k}},{POINT}",
    "system:index,ndvi,name,.geo": f"0{{k}},0.{{k}},P{{k}},{POINT}",
    "name,shape": f"P{{k}},{POINT}",
    "id,name,geom": "{k},P{k},0101000020E610000066666666666614409A9999999919494{k}",
}


@pytest.mark.parametrize("head", AS_TEXT)
def test_shapes_as_text_are_told_of_at_their_row(put, head):
    """Seen: of Earth Engine's table the header was to be corrected or deleted, as a weight."""
    path = put("\n".join([head, *(AS_TEXT[head].format(k=k) for k in range(1, 6)), ""]))
    with pytest.raises(GraphFileError, match=r"line 2: .* a shape as text \((GeoJSON|WKB)\).*save"):
        read_graph(path)


def test_beside_coordinates_they_are_passed_over(put):
    rows = [f"{k},P{k},5.{k},50.{k * k % 7},{POINT.format(k=k)}" for k in range(1, 6)]
    graph = read_graph(put("\n".join(["system:index,name,lon,lat,.geo", *rows, ""])))
    assert graph.names[0] == "P1"
