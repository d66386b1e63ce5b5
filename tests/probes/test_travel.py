"""Ways through groups and tours through batches, against plain loops; prices of trips."""

import itertools
import math

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.errors import CheapBanditsError, ParameterError
from cheapbandits.probes import ByRadius, Capped, Nearest, Travel, TripCost
from cheapbandits.probes.trip_cost import is_trip


@pytest.fixture
def sites():
    return cb.Graph.from_points(np.random.default_rng(2).random((30, 2)) * 100, 5)


def walk(graph, nodes):
    """The way through a group in plain Python."""
    here, left, total = nodes[0], set(nodes[1:]), 0.0
    while left:
        nearest = min(left, key=lambda n: (math.dist(*graph.coordinates[[here, n]]), n))
        total += math.dist(*graph.coordinates[[here, nearest]])
        left.remove(nearest)
        here = nearest
    return total, here


@pytest.mark.parametrize("width", [1, 2, 5])
def test_the_way_through_a_group(sites, width):
    probes, travel = Nearest(sites).at(width), Travel(sites)
    groups = [probes.group(i)[0] for i in range(len(probes))]
    assert travel.through(probes) == pytest.approx([walk(sites, group)[0] for group in groups])
    assert [travel.last_of(group) for group in groups] == [walk(sites, g)[1] for g in groups]


def test_groups_of_mixed_sizes(sites):
    """Own neighbourhoods: some have fewer; and weights do not change a way."""
    probes = cb.StrongestNeighbors(sites, cap="own").at(7)
    assert len({*probes.widths.tolist()}) > 1
    groups = [probes.group(i)[0] for i in range(len(probes))]
    found = Travel(sites).through(probes)
    assert found == pytest.approx([walk(sites, group)[0] for group in groups])


def test_degrees_are_metres_along_the_ground():
    points = np.array([[0.0, 0.0], [0.0, 1.0], [180.0, 0.0]])
    globe = cb.Graph.from_points(points, 1, crs="EPSG:4326")
    travel = Travel(globe)
    assert travel.between(np.array(0), np.array(1)) == pytest.approx(6_371_008.8 * math.pi / 180)
    assert travel.between(np.array(0), np.array(2)) == pytest.approx(6_371_008.8 * math.pi)


def test_equal_ways_go_to_the_lowest_node():
    graph = cb.grid(3, 3)
    # From 4 all are 1 away: 1; from there 3 and 5 are: 3; from there 7 is nearer than 5.
    assert Travel(graph).last_of([4, 7, 1, 5, 3]) == 5
    assert Travel(graph).last_of([4, 1, 3, 5, 7]) == 5


def length(travel, groups, order, start):
    ends = [travel.last_of(group) for group in groups]
    legs = itertools.pairwise(order)
    total = sum(float(travel.between(ends[a], np.array(groups[b][0]))) for a, b in legs)
    return total + float(travel.between(np.array(start), np.array(groups[order[0]][0])))


def test_a_tour_is_short(sites):
    """Within a tenth of the shortest of all orders, and never longer than as asked."""
    travel, rng = Travel(sites), np.random.default_rng(0)
    for _ in range(10):
        nodes = rng.permutation(30)
        groups, start = [(int(n),) for n in nodes[:6]], int(nodes[6])
        order = travel.order(groups, start)
        assert sorted(order) == [*range(6)]
        every = [length(travel, groups, p, start) for p in itertools.permutations(range(6))]
        assert length(travel, groups, order, start) <= 1.1 * min(every)
    assert travel.order([(3,), (9,)])[0] == 0  # without a start the first is the start
    assert travel.order([]) == []
    with pytest.raises(ParameterError, match="at most 1,000 groups"):
        travel.order([(0,)] * 1_001)


def test_many_groups_make_a_tour_too(sites):
    order = Travel(sites).order([(k % 30,) for k in range(400)], 0)
    assert sorted(order) == [*range(400)]


def test_a_price_has_three_parts_and_a_table_beside(sites):
    probes, travel = Nearest(sites).at(3), Travel(sites)
    cost = TripCost(sites, fixed=50.0, site=2.0, travel=0.5)
    assert cost(probes, 3) == pytest.approx(50 + 6 + 0.5 * travel.through(probes))
    table = TripCost(sites, travel=0.5, prices={1: 9.0, 3: 4.0})
    assert table(probes, 3) == pytest.approx(4 + 0.5 * travel.through(probes))
    way = cost.approach(probes, (7, 8))
    assert way == pytest.approx(0.5 * travel.between(probes.centers, np.array(8)))
    assert cost.travels
    flat = TripCost(cb.disjoint_cliques(2, 3), fixed=1.0, site=1.0)  # no coordinates needed
    assert not flat.travels


def test_models_that_price_otherwise_have_other_fingerprints(sites):
    moved = cb.Graph(sites.weights, coordinates=sites.coordinates * 1.5)
    models = [
        TripCost(sites, fixed=1.0),
        TripCost(sites, site=1.0),
        TripCost(sites, fixed=1.0, travel=1.0),
        TripCost(sites, fixed=1.0, travel=2.0),
        TripCost(moved, fixed=1.0, travel=1.0),
        TripCost(sites, fixed=1.0, prices={1: 2.0}),
    ]
    assert len({model.fingerprint for model in models}) == len(models)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"travel": 1.0}, "would cost nothing"),
        ({"fixed": 0.0}, "would cost nothing"),
        ({"fixed": -1.0}, "fixed"),
        ({"site": float("nan")}, "site"),
        ({"fixed": 1.0, "travl": 2.0}, "no part 'travl'; there are fixed, site, travel"),
        ({"fixed": 1.0, 0: 2.0}, "whole number from 1"),
    ],
)
def test_mistakes_in_parts(sites, parts, message):
    assert is_trip(parts)
    with pytest.raises(ParameterError, match=message):
        cb.CheapUCB(sites, horizon=9, cost=parts)


def test_travel_without_places_is_refused():
    with pytest.raises(ParameterError, match="no coordinates: read it from a table of sites"):
        TripCost(cb.disjoint_cliques(2, 3), fixed=1.0, travel=1.0)


def test_capped_families_are_priced_as_they_are(sites):
    capped = Capped(Nearest(sites), 2)
    assert TripCost(sites, site=1.0)(capped.at(2), 2).tolist() == [2.0] * 30


PLANE = [(155_000.0, 463_000.0), (155_100.0, 463_000.0), (155_300.0, 463_000.0)]


def test_metres_of_a_known_plane_are_not_taken_for_degrees():
    plain, named = (cb.Graph.from_points(PLANE, crs=crs) for crs in (None, "EPSG:28992"))
    every = np.arange(3)
    assert Travel(named).between(every, 0).tolist() == [0.0, 100.0, 300.0]
    assert Travel(named).fingerprint == Travel(plain).fingerprint
    assert ByRadius(named, [150.0]).at(2).widths.tolist() == [2, 2, 1]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda travel: travel.between([0], [30]),
        lambda travel: travel.between([-1], [2]),
        lambda travel: travel.between([0.5], [2]),
        lambda travel: travel.between([0, 1, 2], [0, 1]),
        lambda travel: travel.between("ab", [0]),
        lambda travel: travel.last_of([]),
        lambda travel: travel.last_of("x"),
        lambda travel: travel.order([[0], []]),
        lambda travel: travel.order(3),
        lambda travel: travel.order([[0], [1]], start=99),
        lambda travel: travel.order([[0], [1]], start="a"),
        lambda travel: travel.through([[0, 1]]),
    ],
)
def test_nodes_that_cannot_be_are_told_in_words(sites, wrong):
    with pytest.raises(CheapBanditsError):
        wrong(Travel(sites))
