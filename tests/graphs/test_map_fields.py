"""The fields of placemarks and waypoints: GDAL would choose between them without a word."""

from __future__ import annotations

import pytest

from cheapbandits.errors import GraphFileError
from cheapbandits.fields.value_file import read_values
from cheapbandits.graphs import read_graph

_KML = '<kml xmlns="http://www.opengis.net/kml/2.2"><Document>{}</Document></kml>'
_GPX = (
    '<gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1" xmlns:o="u">{}</gpx>'
)
_SCHEMA = '<Schema name="s" id="s">{}</Schema>'


def data(name, value):
    """Return a field of a placemark."""
    return f'<Data name="{name}"><value>{value}</value></Data>'


def simple(name, value):
    """Return a field of a schema."""
    return f'<SchemaData schemaUrl="#s"><SimpleData name="{name}">{value}</SimpleData></SchemaData>'


def kml(path, fields, schema="", more=""):
    """Write three placemarks, of which the second has these fields."""
    places = [
        f"<Placemark><name>P{k}</name>{more if k == 1 else ''}<ExtendedData>"
        f"{fields if k == 1 else ''}</ExtendedData><Point><coordinates>5.{k},52.{k * k}"
        "</coordinates></Point></Placemark>"
        for k in range(3)
    ]
    path.write_text(_KML.format(schema + "".join(places)))
    return path


def gpx(path, *fields):
    """Write waypoints with these fields."""
    points = (f'<wpt lat="5{k}" lon="5">{text}</wpt>' for k, text in enumerate(fields))
    path.write_text(_GPX.format("".join(points)))
    return path


@pytest.mark.parametrize(
    "fields",
    [
        data("zinc", 2) + data("zinc", 3.3),
        data("zinc", 2) + data("zinc", 2),
        '<Data name="zinc"><value>2</value><value>3.3</value></Data>',
        simple("zinc", 2) + simple("zinc", 3.3),
        data("zinc", 2) + simple("zinc", 3.3),
    ],
)
def test_a_field_that_a_placemark_has_twice_is_refused(tmp_path, fields):
    path = kml(tmp_path / "a.kml", fields)
    with pytest.raises(GraphFileError, match=r"a\.kml: placemark 2: 'zinc' is given twice, '2'"):
        read_graph(path)


@pytest.mark.parametrize(
    ("more", "fields"),
    [
        ("<name>again</name>", ""),
        ("", data("NAME", "again")),
        ("<ExtendedData/>", data("zinc", 3)),
    ],
)
def test_a_placemark_has_one_name_and_one_list_of_fields(tmp_path, more, fields):
    with pytest.raises(GraphFileError, match=r"placemark 2: '(name|NAME|ExtendedData)' is given"):
        read_graph(kml(tmp_path / "a.kml", fields, more=more))
    # The name again as a field, as programs write it, does no harm.
    assert read_graph(kml(tmp_path / "b.kml", data("name", "P1"))).names == ("P0", "P1", "P2")


@pytest.mark.parametrize(
    ("fields", "schema"),
    [
        (data("No", 1) + data("NO", 2), ""),
        (data("No", 1), _SCHEMA.format('<SimpleField name="NO" type="int"/>')),
        (data("N o", 1) + data("n_o", 2), ""),
    ],
)
def test_fields_that_are_called_alike_are_refused(tmp_path, fields, schema):
    with pytest.raises(GraphFileError, match=r"a\.kml: the fields '.*' and '.*' .*rename one"):
        read_graph(kml(tmp_path / "a.kml", fields, schema))


@pytest.mark.parametrize("name", ["visibility", "End"])
def test_fields_that_are_called_as_parts_of_kml_are_refused(tmp_path, name):
    with pytest.raises(GraphFileError, match=f"placemark 2: .*'{name}'.*; rename the field"):
        read_graph(kml(tmp_path / "a.kml", data(name, 12.5)))
    usual = data("visibility", -1) + data("tessellate", 0) + data("begin", "2020-01-01")
    assert read_graph(kml(tmp_path / "b.kml", usual)).n_nodes == 3  # as GIS programs write them


@pytest.mark.parametrize(
    ("kind", "value"),
    [("int", 2**31), ("Int", 2**31), ("uint", 2**32), ("short", 2**15), ("ushort", -1)],
)
@pytest.mark.parametrize("field", [data, simple])
def test_whole_numbers_beyond_their_kind_are_refused(tmp_path, kind, value, field):
    schema = _SCHEMA.format(f'<SimpleField name="n" type="{kind}"/>')
    path = kml(tmp_path / "a.kml", field("n", value), schema)
    said = rf"placemark 2: 'n' is '{value}', .*kind \({kind.lower()}, from"
    with pytest.raises(GraphFileError, match=said):
        read_graph(path)
    read_graph(kml(path, field("n", value), schema.replace(kind, "double")))


def test_very_many_different_fields_are_refused_before_they_are_read(tmp_path):
    places = (
        f"<Placemark><ExtendedData>{data(f'k{k}', 1)}</ExtendedData><Point><coordinates>5.{k},52"
        "</coordinates></Point></Placemark>"
        for k in range(1000)
    )
    path = tmp_path / "a.kml"
    path.write_text(_KML.format("".join(places)))
    with pytest.raises(GraphFileError, match="too many different properties"):
        read_graph(path)
    fields = (f"<extensions><k{k}>1</k{k}></extensions>" for k in range(1000))
    points = (f'<wpt lat="5" lon="5.{k}">{text}</wpt>' for k, text in enumerate(fields))
    (tmp_path / "a.gpx").write_text(_GPX.format("".join(points)))
    with pytest.raises(GraphFileError, match="too many different properties"):
        read_graph(tmp_path / "a.gpx")


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ("<ele>2</ele><ele>3.3</ele>", "ele"),
        ("<ele>2</ele><extensions><ele>7</ele></extensions>", "ele"),
        ('<ele>2</ele><extensions><ele xmlns="other">7</ele></extensions>', "ele"),
        ("<extensions><zn>2</zn><zn>3</zn></extensions>", "zn"),
        ("<extensions><zn>2</zn></extensions><extensions><zn>3</zn></extensions>", "zn"),
        ("<name>a</name><name>b</name>", "name"),
    ],
)
def test_a_field_that_a_waypoint_has_twice_is_refused(tmp_path, fields, name):
    path = gpx(tmp_path / "a.gpx", "", fields, "")
    with pytest.raises(GraphFileError, match=rf"a\.gpx: waypoint 2: '{name}' is given twice"):
        read_graph(path)


def test_links_may_be_several_and_prefixes_tell_fields_apart(tmp_path):
    text = '<ele>{}</ele><link href="a"/><link href="b"/><extensions><o:ele>7</o:ele></extensions>'
    path = gpx(tmp_path / "a.gpx", text.format(1), text.format(2), text.format(3))
    graph = read_graph(path)
    assert read_values(path, graph, "ele").tolist() == [1, 2, 3]
    assert read_values(path, graph, "o_ele").tolist() == [7, 7, 7]


def test_large_whole_numbers_of_waypoints(tmp_path):
    text = "<extensions><zn>{}</zn></extensions>"
    path = gpx(tmp_path / "a.gpx", text.format(1), text.format(3_000_000_000), text.format(2))
    with pytest.raises(GraphFileError, match=r"waypoint 2: 'zn' is '3000000000'.*with \.0"):
        read_graph(path)
    path = gpx(path, text.format(1), text.format("3000000000.0"), text.format(2))
    assert read_values(path, read_graph(path), "zn").tolist() == [1, 3e9, 2]
    with pytest.raises(GraphFileError, match="waypoint 1: 'sat' is '3000000000'"):
        read_graph(gpx(path, "<sat>3000000000</sat>", ""))
