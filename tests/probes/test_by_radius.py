"""Groups by radius against a plain loop."""

import copy

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cheapbandits as cb
from cheapbandits.errors import CapacityError, ParameterError
from cheapbandits.probes.by_radius import parse_radii, radii_text


def sites(n=40, seed=2):
    points = np.random.default_rng(seed).random((n, 2)) * 100
    return cb.Graph.from_points(points, 4)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 99), radius=st.floats(0.5, 150), most=st.none() | st.integers(1, 6))
def test_a_group_is_all_within_the_radius_or_the_nearest_of_them(seed, radius, most):
    graph = sites(15, seed)
    probes = cb.ByRadius(graph, [radius], most=most).at(2)
    apart = np.linalg.norm(graph.coordinates[:, None] - graph.coordinates[None], axis=2)
    for i in range(15):
        near = sorted(np.flatnonzero(apart[i] <= radius), key=lambda j: (j != i, apart[i, j]))
        nodes, weights = probes.group(i)
        assert nodes[0] == i
        assert {*nodes} == {*near[:most]}
        assert weights is None
    np.testing.assert_allclose(probes.matrix.sum(axis=1), 1)
    assert probes.centers.tolist() == [*range(15)]


def test_sites_on_one_spot_and_ties():
    points = np.array([[0.0, 0.0], [0.0, 0.0], [1.0, 0.0], [-1.0, 0.0], [9.0, 9.0]])
    graph = cb.Graph.from_points(points, 2)
    probes = cb.ByRadius(graph, [1.0]).at(2)
    groups = [probes.group(i)[0] for i in range(5)]
    assert groups == [(0, 1, 2, 3), (1, 0, 2, 3), (2, 0, 1), (3, 0, 1), (4,)]
    few = cb.ByRadius(graph, [1.0], most=3).at(2)
    assert few.group(0)[0] == (0, 1, 2)  # 2 and 3 are equally far


def test_on_the_globe_a_radius_is_in_metres():
    points = np.array([[0.0, 60.0], [0.5, 60.0], [0.0, 60.5]])  # some 28 km and 56 km apart
    graph = cb.Graph.from_points(points, 1, crs="EPSG:4326")
    assert cb.ByRadius(graph, [30_000.0]).at(2).widths.tolist() == [2, 2, 1]
    assert cb.ByRadius(graph, [57_000.0]).at(2).widths[0] == 3


@pytest.mark.parametrize("name", ["CheapUCB", "Finder", "Sweep", "RandomSampling"])
def test_policies_walk_down_the_levels_and_pay_for_sizes(name):
    graph = sites()
    field = np.exp(-((graph.coordinates - [70, 30]) ** 2).sum(axis=1) / 800)
    history = cb.simulate(
        name, field, rng=0, graph=graph, rounds=20, probes="radius:12,25", cost={"site": 1.0}
    )
    for row in history:
        assert row.cost == row.width
    sizes = {row.width for row in history}
    if name == "Finder":  # who pays for each site buys nothing by an average
        assert sizes == {1}
    elif name != "RandomSampling":
        assert len(sizes) > 2


def test_families_that_group_otherwise_differ():
    graph = sites()
    families = [
        cb.ByRadius(graph, [10.0]),
        cb.ByRadius(graph, [10.0, 20.0]),
        cb.ByRadius(graph, [10.0], most=4),
        cb.ByRadius(sites(seed=3), [10.0]),
    ]
    assert len({family.fingerprint for family in families}) == 4
    twin = copy.deepcopy(families[1])
    assert twin.fingerprint == families[1].fingerprint
    assert twin.at(3).widths.tolist() == families[1].at(3).widths.tolist()
    assert families[1].at(2) is families[1].at(2)
    assert families[1].max_width == 3


@pytest.mark.parametrize(
    ("radii", "message"),
    [
        ([], "at least one radius"),
        ([0.0, 1.0], "larger than 0"),
        ([2.0, 1.0], "from near to far"),
        ([1.0, 1.0], "each once"),
        ([-1.0], "a radius"),
        ([float("nan")], "a radius"),
        ("250", "radii must be a list"),
    ],
)
def test_radii_that_are_none(radii, message):
    with pytest.raises(ParameterError, match=message):
        cb.ByRadius(sites(), radii)


def test_texts_name_radii():
    assert parse_radii("nearest") is None
    assert parse_radii("radius:250,500.5") == (250.0, 500.5)
    assert radii_text((250.0, 500.5, 0.1)) == "radius:250,500.5,0.1"
    for text in ("radius:", "radius:a", "radius:1,,2"):
        with pytest.raises(ParameterError, match="names no radii"):
            parse_radii(text)
    with pytest.raises(ParameterError, match="radius:250,500"):
        cb.CheapUCB(sites(), horizon=5, probes="radios:3")


def test_what_cannot_be_grouped_is_refused():
    with pytest.raises(ParameterError, match="need coordinates"):
        cb.ByRadius(cb.disjoint_cliques(2, 3), [1.0])
    crowd = cb.grid(60, 60)
    with pytest.raises(CapacityError, match="take a smaller radius"):
        cb.ByRadius(crowd, [100.0]).at(2)
