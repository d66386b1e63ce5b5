"""Whether the links of a network are right: what the page is told before anything is stored."""

import numpy as np
import pytest

from cheapbandits.campaign.groups import groups
from cheapbandits.graphs import Graph, grid
from cheapbandits.policies.options import probe_family
from cheapbandits.service.page import survey
from cheapbandits.service.page.survey import WIDEST, survey_of
from tests.page.test_data import unpacked

LADDER = Graph.from_edges([(i, i + 1) for i in range(11)] + [(i, i + 4) for i in range(8)])


def test_lonely_places_parts_and_the_longest_link_are_pointed_out():
    places = [(k % 4, k // 4) for k in range(12)] + [(30.0, 0.0), (5.0, 9.0)]
    pairs = [(i, i + 1) for i in range(11)] + [(3, 12)]
    names = [f"P{k}" for k in range(14)]
    told = unpacked(survey_of(Graph.from_edges(pairs, n_nodes=14, coordinates=places, names=names)))
    assert told["alone"] == {"count": 1, "places": [{"node": 13, "name": "P13"}]}
    assert told["pieces"] == [13, 1]
    assert [end["name"] for end in told["longest"]["ends"]] == ["P3", "P12"]
    assert told["longest"]["length"] == 27
    assert told["longest"]["times"] == pytest.approx(27)
    assert not told["longest"]["metres"]
    assert told["part"].tolist() == [0] * 13 + [1]
    assert told["count"].tolist()[:4] == [1, 2, 2, 3]
    assert told["link"].reshape(-1, 2).tolist() == sorted(map(list, pairs))


def test_lengths_are_metres_on_the_globe_and_none_where_it_may_be_degrees():
    places = [(5.0, 50.0), (6.0, 50.0), (9.0, 54.0), (12.0, 48.0), (20.0, 60.0)]
    known = unpacked(survey_of(Graph.from_points(places, 1, crs="EPSG:4326")))
    assert known["longest"]["metres"]
    assert 9e5 < known["longest"]["length"] < 1.1e6
    unsaid = unpacked(survey_of(Graph.from_points(places, 1)))
    assert unsaid["longest"]["length"] is None
    assert unpacked(survey_of(LADDER))["longest"] is None  # a layout has no lengths


@pytest.mark.parametrize(
    "graph", [LADDER, Graph.from_points(np.random.default_rng(1).random((40, 2)))]
)
def test_groups_are_those_that_a_campaign_asks_for(graph):
    told = unpacked(survey_of(graph))["group"].reshape(-1, WIDEST)
    family = probe_family(graph, groups(graph, "auto", None))
    for width in range(1, min(WIDEST, family.max_width) + 1):
        sets = family.at(width)
        for k, node in enumerate(sets.centers):
            assert set(told[node, :width].tolist()) == set(sets.group(k)[0])


def test_of_a_network_too_large_to_send_it_is_shown_where_places_are(monkeypatch):
    monkeypatch.setattr(survey, "MOST_DOTS", 100)
    told = unpacked(survey_of(grid(12, 12)))
    assert "link" not in told
    assert "group" not in told
    assert len(told["bin"]) == 144
