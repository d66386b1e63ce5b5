"""Columns of a file of sites that are a whole field."""

import json

import numpy as np

from cheapbandits.fields.value_columns import value_columns
from cheapbandits.graphs import read_graph


def found(path, text):
    path.write_text(text)
    return value_columns(path, read_graph(path))


def test_numbers_for_every_place_are_a_field_and_nothing_else_is(tmp_path):
    rows = ["id;plot;x;y;zinc;gap;kind;same", "7;A;0;0;1,5;1;clay;3", "8;B;1;0;2,5;;sand;3"]
    rows += ["9;C;0;1;0,5;2;clay;3", "4;D;2;2;9,25;3;clay;3"]
    values = found(tmp_path / "s.csv", "\n".join(rows))
    assert list(values) == ["zinc"]
    np.testing.assert_array_equal(values["zinc"], [1.5, 2.5, 0.5, 9.25])


def test_a_map_has_them_beside_its_shapes_and_a_table_of_links_has_none(tmp_path):
    features = [
        {
            "type": "Feature",
            "properties": {"name": f"p{k}", "height": k * 3.5},
            "geometry": {"type": "Point", "coordinates": [5 + k / 100, 50 + (k % 3) / 100]},
        }
        for k in range(5)
    ]
    body = json.dumps({"type": "FeatureCollection", "features": features})
    assert list(found(tmp_path / "m.geojson", body)) == ["height"]
    links = "source,target,weight\na,b,1\nb,c,2\nc,d,3\n"
    assert found(tmp_path / "links.csv", links) == {}
    grid = "ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2 3\n4 5 6\n"
    np.testing.assert_array_equal(found(tmp_path / "g.asc", grid)["1"], [1, 2, 3, 4, 5, 6])
