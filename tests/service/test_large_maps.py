"""Maps of large networks: what they show, and that nobody waits for an engine to see one."""

import threading
from dataclasses import replace

import numpy as np
import pytest
from scipy.sparse import eye_array
from scipy.sparse.linalg import spsolve

import cheapbandits as cb
from cheapbandits.belief.learned.large import LargePrior
from cheapbandits.belief.learned.large_belief import LargeBelief
from cheapbandits.campaign.spec import Spec
from cheapbandits.campaign.terms import graph_to_bytes
from cheapbandits.engines.dissection.metis import MANY, places
from cheapbandits.graphs import barabasi_albert, grid
from cheapbandits.probes import Hops
from cheapbandits.service.page.believed import Believed
from cheapbandits.service.page.bins import Box, in_view
from cheapbandits.service.page.flat import flat_of
from cheapbandits.service.page.moments import framed
from cheapbandits.service.page.networks import field_on, network
from cheapbandits.service.page.sketch import SketchPrior, sketched
from cheapbandits.service.page.spread import LEFT, MISSED, Spread
from cheapbandits.store import Store
from tests.page.test_data import unpacked

SIDE = 90
READ = {10: 0.2, 4000: 0.9, 8000: 0.1, 4010: 0.7}


@pytest.fixture
def believed(tmp_path):
    """The moments of a campaign on more nodes than are held as arrays; no engine was set up."""
    graph = grid(SIDE, SIDE)
    spec = replace(Spec.of({"low": 0.0, "high": 1.0}), probes="nearest", engine="dissection")
    with Store.open(tmp_path / "large.db") as store:
        row = store.create("large", spec.to_dict(), graph_to_bytes(graph), who="ana")
        with cb.Campaign.open("large", db=tmp_path / "large.db") as campaign:
            for node, reading in READ.items():
                campaign.observe(node, reading)
            made = Believed(store, row, campaign, campaign.graph)
            made.follow(row)
            yield made


def test_a_large_map_needs_no_engine(believed, monkeypatch):
    def refused(*_, **__):
        raise AssertionError("an engine was set up for a picture")

    monkeypatch.setattr(LargePrior, "__init__", refused)
    frame, counts = believed.frame(believed.at(None))
    assert np.flatnonzero(counts).tolist() == sorted(READ)
    nodes, values = list(READ), np.array(list(READ.values()))
    assert np.abs(frame.value[nodes] - values).max() < 0.2
    assert frame.value.argmax() == 4000
    assert frame.known[nodes].min() > 150 > frame.known[SIDE * SIDE - 1]
    assert frame.deviation[nodes].max() < frame.deviation[SIDE * SIDE - 1]
    # Back, and forward again: what was believed then, and the range of the readings so far.
    second = believed.moments[1]
    assert (second.best, second.estimate, second.least, second.most) == (None, None, 0.2, 0.9)
    then, before = believed.frame(second)
    assert np.flatnonzero(before).tolist() == [10, 4000]
    assert abs(then.value[8000] - frame.value[8000]) > 0.1
    monkeypatch.setattr("cheapbandits.service.page.spread.Spread._solved", refused)
    again = believed._sketched([(((node,), None), reading) for node, reading in READ.items()])
    assert (again.value == frame.value).all()  # every column was at hand


@pytest.mark.parametrize("graph", [grid(60, 60), barabasi_albert(2000, 3, rng=1)])
def test_columns_are_good_to_a_hundredth_of_the_variance(graph):
    spread, node = Spread(graph, 0.004), graph.n_nodes // 3
    nodes, values = spread.column(((node, 7), (0.75, 0.25)))
    assert (np.diff(nodes) > 0).all()
    found, given = np.zeros(graph.n_nodes), np.zeros(graph.n_nodes)
    found[nodes] = values
    given[[node, 7]] = 0.75, 0.25
    exact = spsolve((graph.laplacian + 0.004 * eye_array(graph.n_nodes)).tocsc(), given)
    assert np.abs(found - exact).max() <= (MISSED + LEFT) * exact.max()


def test_a_sketch_says_what_the_belief_says():
    graph, rng = grid(50, 42), np.random.default_rng(3)
    x, y = graph.coordinates.T
    field = 20 + 5 * np.sin(x / 9) * np.cos(y / 7)
    sketch = LargeBelief(SketchPrior.on(graph))
    belief = LargeBelief(LargePrior(graph, Hops(graph), engine="dissection"))
    for node in rng.choice(graph.n_nodes, 20, replace=False).tolist():
        for one in (sketch, belief):
            one.condition(((node,), None), float(field[node]))
    frame = sketched(sketch, (None, None))
    assert np.abs(frame.value - belief.mean).max() < 0.005 * np.ptp(belief.mean)
    deviation = belief.view(belief.prior.sets[0]).deviation.upper
    assert 0.7 < np.median(frame.deviation / deviation) < 1.4
    most = max(sketch.evidence.readings)
    assert sketched(sketch, (None, most)).value.max() == np.float32(min(most, frame.value.max()))
    assert sketched(sketch, (19.0, 21.0)).value.max() == frame.value.max()  # the readings refute it


def test_a_bin_shows_its_hottest_place_and_its_most_readings():
    graph = grid(150, 150)
    value, counts = np.zeros(22_500), np.zeros(22_500, dtype=int)
    value[151], counts[0] = 2.0, 3  # neighbours of one bin: the hot one was never read
    frame, flat = framed(value, np.ones(22_500), np.ones(22_500)), flat_of(graph)
    box = Box(0, 0, flat.width, flat.height, 15, 15)
    sent = unpacked(in_view(graph, frame, counts, box, 3))
    (corner,) = np.flatnonzero(sent["node"] == 151)
    assert sent["readings"][corner] == 3
    assert sent["readings"].sum() == 3
    others = np.delete(sent["node"], corner)
    plain = unpacked(in_view(graph, None, counts, box, 0))
    assert others.tolist() == np.delete(plain["node"], corner).tolist()  # of equals the first
    part = Box(0, 0.05 * flat.height, flat.width, flat.height, 15, 15)
    assert 151 in unpacked(in_view(graph, frame, counts, part, 3))["node"]


def test_others_go_on_while_a_graph_is_cut(monkeypatch):
    """The library lets no other thread run: off the main thread it works in another process."""
    graph = grid(200, MANY // 100)
    pattern = graph.laplacian - eye_array(graph.n_nodes).multiply(graph.laplacian.diagonal())
    pattern = pattern.tocsr()
    pattern.eliminate_zeros()
    expected, found = places(pattern), []

    def refused(*_):
        raise AssertionError("METIS ran in this process")

    monkeypatch.setattr("cheapbandits.engines.dissection.metis._turns", refused)
    cutting = threading.Thread(target=lambda: found.append(places(pattern)))
    cutting.start()
    cutting.join()
    assert (found[0] == expected).all()


def test_the_relief_is_a_globe_with_its_mountains():
    globe = network(None, "relief")
    heights = field_on(globe, "real", "relief", 0)
    assert globe.n_nodes == len(heights) == 36 * 72
    assert (globe.neighbor_counts == np.repeat([3, 4, 3], [72, 34 * 72, 72])).all()
    west, south = globe.coordinates[heights.argmax()]
    assert (20 + west, south - 90) == (85, 30)  # Tibet
