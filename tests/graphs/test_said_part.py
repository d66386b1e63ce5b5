"""Maps that a server sent in parts: they say so, and who reads one is told."""

import json
import warnings

import pytest

from cheapbandits import read_graph


@pytest.fixture
def sent(tmp_path):
    def read(**more):
        point = {"type": "Point", "coordinates": [0, 0]}
        features = [
            {"type": "Feature", "properties": {}, "geometry": {**point, "coordinates": [k, k % 2]}}
            for k in range(4)
        ]
        path = tmp_path / "a.geojson"
        path.write_text(json.dumps({"type": "FeatureCollection", "features": features, **more}))
        return read_graph(path)

    return read


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"exceededTransferLimit": True}, "4 features, for the server"),
        ({"properties": {"exceededTransferLimit": True}}, "4 features, for the server"),
        ({"numberMatched": 12000, "numberReturned": 4}, "4 features of 12,000, for"),
        ({"totalFeatures": 5}, "4 features of 5, for"),
        ({"count": 100, "next": "http://x/?page=2"}, "4 features of 100, for"),
        ({"next": "http://x/?page=2", "previous": None}, "4 features, for"),
        ({"paging": {"next": "b"}}, "4 features, for"),
        ({"numberMatched": "100"}, "4 features of 100, for"),
        (
            {"links": [{"rel": "self", "href": "a"}, {"rel": "next", "href": "b"}]},
            "4 features, for",
        ),
    ],
)
def test_a_part_of_a_map_is_told_of(sent, more, said):
    """Seen: 1,000 of 12,000 sites, and no word that the hottest may be one of the others."""
    with pytest.warns(UserWarning, match=f"a part of a map: {said}"):
        graph = sent(**more)
    assert graph.n_nodes == 4
    assert any("fetch the rest, too" in note for note in graph.notes)


@pytest.mark.parametrize(
    "more",
    [
        {"exceededTransferLimit": False, "numberMatched": 4, "totalFeatures": "unknown"},
        {"links": [{"rel": "self"}, 3], "properties": None},
        {"count": 4, "next": None, "paging": {"next": ""}, "total": True},
        {"links": {"rel": "next"}, "numberMatched": True},
        {"links": 5, "count": "9" * 5000, "total": 7.5, "totalFeatures": [9], "paging": "next"},
        {"links": [{"rel": ["next"]}], "numberMatched": None, "next": 3},
    ],
)
def test_all_of_a_map_is_not(sent, more):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert sent(**more).n_nodes == 4
