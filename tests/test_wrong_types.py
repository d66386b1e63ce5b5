"""What a slip of the hand gives to a public function ends in an error of ours that names it."""

import copy
import pickle
from decimal import Decimal
from pathlib import Path

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import cheapbandits as cb
from cheapbandits.belief import Belief, Model
from cheapbandits.campaign import Campaign
from cheapbandits.errors import CheapBanditsError
from cheapbandits.probes import Hops, LaplacianCost, NamedGroups, Nearest, Probe
from cheapbandits.spectrum import fourier_basis
from cheapbandits.studies import Cell
from cheapbandits.studies.execution import execute

GRAPH = cb.grid(3, 3)
FRAME = pd.DataFrame({"x": [0, 1, 3], "y": [0, 2, 1], "name": list("abc")})
EDGES = Path(__file__).parent / "corpus" / "csv-comment.txt"
FIELD = np.linspace(0, 1, 9)


def policy(**more):
    return cb.CheapUCB(GRAPH, **{"horizon": 9, **more})


def draw(rng):
    return GRAPH, FIELD


def replicate(problem=draw, **more):
    return cb.replicate(["CheapUCB"], problem, **{"runs": 1, "rounds": 2, "jobs": 1, **more})


class Unseen:
    def __repr__(self):
        raise RuntimeError("nobody may see it")


PLAIN = {
    "truth as coordinates of a frame": lambda: cb.Graph.from_frame(FRAME.assign(x=FRAME.x > 0)),
    "dates as coordinates of a frame": lambda: cb.Graph.from_frame(
        FRAME.assign(x=pd.to_datetime(["2020-01-01", "2020-01-02", "2020-01-03"]))
    ),
    "durations as coordinates": lambda: cb.Graph.from_frame(
        FRAME.assign(x=pd.to_timedelta([1, 2, 4], unit="s"))
    ),
    "text as coordinates of a frame": lambda: cb.Graph.from_frame(FRAME.assign(x=list("123"))),
    "complex coordinates of a frame": lambda: cb.Graph.from_frame(FRAME.assign(x=FRAME.x + 1j)),
    "complex points": lambda: cb.Graph.from_points(np.eye(3, dtype=np.complex64)),
    "one complex among points": lambda: cb.Graph.from_points([[0, 1], [2j, 2.5], [3, 3]]),
    "complex coordinates": lambda: cb.Graph(GRAPH.weights, coordinates=np.ones((9, 2)) + 1j),
    "complex weights": lambda: cb.Graph.from_edges([(1, 2), (2, 0)], np.array([1j, 2])),
    "complex weights of objects": lambda: cb.Graph(np.array([[0, 1j], [1j, 0]], dtype=object)),
    "a complex field": lambda: cb.simulate(policy(), FIELD + 1j),
    "a field of complex objects": lambda: cb.simulate(policy(), [*FIELD[:8], np.complex64(1j)]),
    "a weight that would be 0": lambda: cb.Graph.from_edges(
        [(0, 1), (1, 2)], np.array(["1e-400", "1"], dtype=np.longdouble)
    ),
    "a decimal weight that would be 0": lambda: cb.Graph.from_edges([(0, 1)], [Decimal("1e-400")]),
    "a matrix with a weight that would be 0": lambda: cb.Graph(
        np.array([["0", "1e-400"], ["1e-400", "0"]], dtype=np.longdouble)
    ),
    "a sparse matrix with one": lambda: cb.Graph(
        sp.csr_array(np.array([["0", "1e-400"], ["1e-400", "0"]], dtype=np.longdouble))
    ),
    "a field too large to count with": lambda: cb.simulate(
        cb.Finder(GRAPH, budget=3.0), FIELD * 1e300, rng=0
    ),
    "a reading too large to learn from": lambda: cb.Finder(GRAPH).observe(3, -1e200),
    "a number of thousands of digits": lambda: policy().ask([10**5000]),
    "a number of 400 digits as a name": lambda: cb.Graph(
        GRAPH.weights, names=[10**400, *"bcdefghi"]
    ),
    "a signal as a name": lambda: cb.Graph(GRAPH.weights, names=[Decimal("sNaN"), *"bcdefghi"]),
    "what cannot be shown": lambda: policy().ask(Unseen()),
    "a database of 5,000 letters": lambda: Campaign.create("c", GRAPH, db="a" * 5000),
    "a number of 400 digits as a weight": lambda: cb.Graph([[0, 10**400], [10**400, 0]]),
    "a number of 400 digits in a frame": lambda: cb.Graph.from_frame(
        pd.DataFrame({"x": [10**400, 1, 2], "y": [1, 2, 3]})
    ),
    "a number for a parameter's name": lambda: Campaign.create("c", GRAPH, parameters={1: 2}),
    "an array for an engine": lambda: Campaign.create("c", GRAPH, engine=np.array([])),
    "an array for a person": lambda: Campaign.create("c", GRAPH, who=np.array([])),
    "an array for how many": lambda: policy().ask(np.array([])),
    "an array for a cap": lambda: cb.StrongestNeighbors(GRAPH, cap=np.array([])),
    "nothing for a graph of a field": lambda: cb.sparse_field(None),
    "truth as points": lambda: cb.Graph.from_points(np.eye(3) > 0),
    "one truth among points": lambda: cb.Graph.from_points([[0, 1], [True, 2.5], [3, 3]]),
    "a frame of truth and numbers": lambda: cb.Graph.from_points(
        pd.DataFrame({"x": [True, False, True], "y": [0.5, 1, 2]})
    ),
    "dates as points": lambda: cb.Graph.from_points(np.arange(6).reshape(3, 2).astype("M8[D]")),
    "text as points": lambda: cb.Graph.from_points([["1_0", "2"], ["3", "4"]]),
    "truth as coordinates": lambda: cb.Graph(GRAPH.weights, coordinates=np.ones((9, 2)) > 0),
    "a node that is true": lambda: cb.Graph.from_edges([(True, 2), (2, 0)]),
    "a weight that is true": lambda: cb.Graph.from_edges([(1, 2), (2, 0)], [True, 2.0]),
    "weights that are true": lambda: cb.Graph.from_edges([(1, 2), (2, 0)], np.array([True, True])),
    "durations as weights": lambda: cb.Graph.from_edges(
        [(1, 2), (2, 0)], np.array([1, 2], dtype="m8[s]")
    ),
    "text as weights": lambda: cb.Graph.from_edges([(1, 2), (2, 0)], ["1_5", "2"]),
    "a matrix of durations": lambda: cb.Graph(np.ones((3, 3)).astype("m8[s]")),
    "a duration as a reading": lambda: (lambda p: p.tell(p.ask(), np.timedelta64(5, "s")))(
        policy()
    ),
    "a duration as a budget": lambda: policy(budget=np.timedelta64(5, "s")),
    "a duration as a number of rounds": lambda: cb.simulate(
        policy(), FIELD, rounds=np.timedelta64(5, "s")
    ),
    "a field of text": lambda: cb.simulate(policy(), ["1_0"] * 9),
    "a matrix of text": lambda: cb.Graph([["0", "1_0"], ["1_0", "0"]]),
    "a field of dates": lambda: cb.simulate(policy(), np.arange(9).astype("M8[D]")),
    "coordinates too large": lambda: cb.Graph.from_points([[10**400, 1], [2, 3]]),
    "coordinates of a graph": lambda: cb.Graph(GRAPH.weights, coordinates=10**400),
    "weights too large": lambda: cb.Graph.from_edges([(0, 1)], [10**400]),
    "frequencies": lambda: cb.sparse_field(GRAPH, n_frequencies="x", rng=0),
    "frequencies of a basis": lambda: cb.fourier_basis(GRAPH, [3]),
    "simulate noise": lambda: cb.simulate(policy(), FIELD, rounds=2, noise="x", rng=0),
    "simulate rng": lambda: cb.simulate(policy(), FIELD, rounds=2, rng="x"),
    "simulate rounds": lambda: cb.simulate(policy(), FIELD, rounds="x", rng=0),
    "simulate field": lambda: cb.simulate(policy(), "x", rounds=2, rng=0),
    "simulate policy": lambda: cb.simulate(3, FIELD, rounds=2, rng=0),
    "policy graph": lambda: cb.CheapUCB(3, horizon=9),
    "policy horizon": lambda: policy(horizon="x"),
    "policy center": lambda: policy(center="x"),
    "policy scale": lambda: policy(scale=[1]),
    "policy noise": lambda: policy(noise="x"),
    "policy engine": lambda: policy(engine=["dense"]),
    "policy probes": lambda: policy(probes=3),
    "policy cost": lambda: policy(cost=3),
    "policy forget": lambda: policy().forget(3),
    "policy tell": lambda: policy().tell(3, 0.5),
    "policy adopt": lambda: policy().adopt(3),
    "policy observe": lambda: policy().observe(None, 0.4),
    "policy ask": lambda: policy().ask("x"),
    "policy candidates": lambda: policy().candidates("x"),
    "policy all candidates": lambda: policy().all_candidates("x"),
    "policy restore": lambda: policy().restore(3),
    "policy restore rows": lambda: policy().restore([3]),
    "policy restore observed": lambda: policy().restore([], observed=[3]),
    "policy restore number": lambda: policy().restore([], last_number="x"),
    "policy restore spent": lambda: policy().restore([], spent="x"),
    "policy charge": lambda: policy().charge("x"),
    "replicate runs": lambda: replicate(runs="x"),
    "replicate runs as a fraction": lambda: replicate(runs=1.5),
    "replicate seed": lambda: replicate(seed="x"),
    "replicate jobs": lambda: replicate(jobs="x"),
    "replicate noise": lambda: replicate(noise="x"),
    "replicate rounds": lambda: replicate(rounds="x"),
    "replicate nothing": lambda: replicate(lambda rng: None),
    "replicate nonsense": lambda: replicate(lambda rng: (3, FIELD)),
    "replicate three": lambda: replicate(lambda rng: (GRAPH, FIELD, 3)),
    "cell problem": lambda: Cell(3, "CheapUCB", 0),
    "cell policy": lambda: Cell("ba/lowest/T150", None, 0),
    "cell seed": lambda: Cell("ba/lowest/T150", "CheapUCB", "x"),
    "center of a policy without a plan": lambda: cb.RandomSampling(GRAPH, rng=0, center="x"),
    "rng of a policy": lambda: cb.RandomSampling(GRAPH, rng="x"),
    "read graph": lambda: cb.read_graph(3),
    "write graph": lambda: cb.write_graph(3, "x.npz"),
    "write graph path": lambda: cb.write_graph(GRAPH, 3),
    "load dataset": lambda: cb.load_dataset(3),
    "nearest": lambda: Nearest(3),
    "hops": lambda: Hops(3),
    "named groups": lambda: NamedGroups(3, {"a": [1, 2]}),
    "named groups groups": lambda: NamedGroups(GRAPH, 3),
    "laplacian cost": lambda: LaplacianCost(3),
    "family width": lambda: Hops(GRAPH).at("x"),
    "belief": lambda: Belief.of(3),
    "belief model": lambda: Belief.of(GRAPH, 3),
    "model ridge": lambda: Model(ridge="x"),
    "model noise": lambda: Model(noise=None),
    "model mean": lambda: Model(mean="x"),
    "block model": lambda: cb.stochastic_block_model(3, 3),
    "a huge grid": lambda: cb.grid(10**30, 5),
    "a grid beyond memory": lambda: cb.grid(10**9, 10**9),
    "a huge random graph": lambda: cb.erdos_renyi(10**30, 0.1),
    "a huge scale-free graph": lambda: cb.barabasi_albert(10**30, 3),
    "huge blocks": lambda: cb.stochastic_block_model([10**30, 2]),
    "huge cliques": lambda: cb.disjoint_cliques(10**30, 3),
    "cliques beyond memory": lambda: cb.disjoint_cliques(2, 10**9),
    "probability": lambda: cb.erdos_renyi(5, np.array([0.1, 0.2])),
    "probability that is complex": lambda: cb.erdos_renyi(5, np.complex128(0.5)),
    "first index": lambda: cb.read_graph(EDGES, first_index=np.array([0, 1])),
    "first index as truth": lambda: cb.read_graph(EDGES, first_index=True),
    "nodes": lambda: cb.read_graph(EDGES, nodes=np.array(["index", "name"])),
    "weights of a random graph": lambda: cb.erdos_renyi(5, 0.5, weights=np.ones(2)),
    "weights of points": lambda: cb.Graph.from_points(np.eye(3), 1, weights=np.ones(2)),
    "neighbours": lambda: cb.Graph.from_points(np.eye(3), np.array([1, 2])),
    "a fraction of neighbours": lambda: cb.Graph.from_points(np.eye(3), 1.5),
    "number of nodes": lambda: cb.Graph.from_edges([(0, 1)], n_nodes="x"),
    "a fraction of nodes": lambda: cb.Graph.from_edges([(0, 1)], n_nodes=2.5),
    "very many nodes": lambda: cb.Graph.from_edges([(0, 1)], n_nodes=10**30),
    "delimiter": lambda: cb.read_graph(EDGES, delimiter=np.array([",", ";"])),
    "names of a frame": lambda: cb.Graph.from_frame(FRAME, names=["a", "b"]),
    "weight of networkx": lambda: cb.Graph.from_networkx(nx.path_graph(3), weight=["w"]),
    "relabel": lambda: cb.graphs.relabel(GRAPH, [[1], [2, 3]]),
    "crs": lambda: cb.Graph.from_points(np.eye(3), 1, crs=np.ones(2)),
    "fourier basis": lambda: fourier_basis(3),
}


#: Probes as a program might make them up, in place of those that ``ask`` returned.
PROBES = {
    "a node that is not there": {"center": 99, "nodes": (99,)},
    "a node before the first": {"center": -1, "nodes": (-1,)},
    "a node twice": {"nodes": (1, 1)},
    "no node": {"nodes": ()},
    "nodes of arrays": {"nodes": (np.array([1, 2]),)},
    "a number of several": {"number": np.array([1, 2])},
    "a cost of several": {"cost": np.ones(2)},
    "a cost that is none": {"cost": np.nan},
    "a cost of text": {"cost": "x"},
    "shares beyond one": {"nodes": (1, 2), "weights": (3.0, 4.0)},
    "an origin of several": {"origin": np.array(["a", "b"])},
    "a center of several": {"center": np.array([1, 2])},
}


@pytest.mark.parametrize("method", ["tell", "adopt", "forget"])
@pytest.mark.parametrize("what", PROBES)
def test_a_probe_that_is_none(what, method):
    chooser = policy()
    plain = {"center": 1, "nodes": (1,), "cost": 1.0, "number": 5, "origin": chooser.fingerprint}
    with pytest.raises(CheapBanditsError):
        getattr(chooser, method)(
            Probe(**{**plain, **PROBES[what]}), *([0.5] if method == "tell" else [])
        )


def test_a_probe_of_arrays_is_a_plain_one():
    probe = Probe(np.int64(1), np.array([1, 2]), np.float32(0.5), weights=np.array([0.25, 0.75]))
    assert probe == Probe(1, (1, 2), 0.5, weights=(0.25, 0.75))
    assert hash(probe) == hash(Probe(1, [1, 2], 0.5, weights=[0.25, 0.75]))


@pytest.mark.parametrize("what", PLAIN)
def test_a_wrong_type(what):
    with pytest.raises(CheapBanditsError):
        PLAIN[what]()


def test_a_folder_as_text(tmp_path):
    assert execute([], str(tmp_path / "study"), jobs=1, progress=False) == {}


def campaign(folder, **settings):
    return Campaign.create("walk", settings.pop("graph", GRAPH), db=folder / "c.db", **settings)


LIVE = {
    "graph": lambda folder: campaign(folder, graph=3),
    "stop": lambda folder: campaign(folder, stop=3),
    "seed": lambda folder: campaign(folder, seed="x"),
    "parameters": lambda folder: campaign(folder, parameters=3),
    "policy": lambda folder: campaign(folder, policy=3),
    "db": lambda _: Campaign.create("walk", GRAPH, db=3),
    "db to open": lambda _: Campaign.open("walk", db=3),
    "ask lease": lambda folder: campaign(folder).ask(lease="x"),
    "observe": lambda folder: campaign(folder).observe(None, 0.5),
    "weights": lambda folder: campaign(folder).observe([1, 2], 0.5, weights="x"),
    "weights by node": lambda folder: campaign(folder).observe([0, 1], 5, weights={0: 0, 1: 1}),
    "a set of weights": lambda folder: campaign(folder).observe([0, 1], 5, weights={0.25, 0.75}),
    "a set with weights": lambda folder: campaign(folder).observe({0, 1}, 5, weights=[0.25, 0.75]),
    "a set in a row": lambda folder: campaign(folder).observe_many([({0, 1}, 5, None, [0.2, 0.8])]),
    "nodes with weights": lambda folder: campaign(folder).observe({0: 0.3, 1: 0.7}, 5),
    "rows": lambda folder: campaign(folder).observe_many(3),
    "a row": lambda folder: campaign(folder).observe_many([3]),
    "a short row": lambda folder: campaign(folder).observe_many([([1], 0.5)]),
    "mask": lambda folder: campaign(folder).mask(None),
    "mask by letters": lambda folder: campaign(folder).mask(bytearray(b"\1\2")),
    "nodes by letters": lambda folder: campaign(folder).observe(memoryview(b"\1\2"), 0.5),
    "mask of a policy by letters": lambda _: cb.Finder(GRAPH, budget=5.0).mask(b"\1\2"),
    "mask of a policy with reasons": lambda _: cb.Finder(GRAPH, budget=5.0).mask({1: "dead"}),
    "finish": lambda folder: campaign(folder).finish(3),
    "map": lambda folder: campaign(folder).map(3),
    "a path that is no text": lambda folder: campaign(folder / "a\udcff"),
}


@pytest.mark.parametrize("what", LIVE)
def test_a_wrong_type_in_a_campaign(what, tmp_path):
    with pytest.raises(CheapBanditsError):
        LIVE[what](tmp_path)


@pytest.mark.parametrize("none", [[], (), np.array([], int)], ids=["list", "tuple", "array"])
def test_no_node_at_all_is_no_damage(none, tmp_path):
    """Seen: mask([]) told to put back a backup."""
    walk = campaign(tmp_path)
    for use in (walk.mask, walk.unmask):
        with pytest.raises(cb.ParameterError, match="no node is given"):
            use(none)
    assert walk.events() == []


def test_a_wrong_type_of_assessment(tmp_path):
    told = campaign(tmp_path)
    told.tell(told.ask()[0], 0.5)
    for use in (
        lambda: told.assess(tolerance="x"),
        lambda: told.outlook(tolerance="x"),
        lambda: told.estimates("x"),
    ):
        with pytest.raises(cb.ParameterError):
            use()


def test_a_campaign_is_not_pickled(tmp_path):
    """It was a TypeError about a lock; what travels is its name and its database."""
    walk = campaign(tmp_path)
    for take in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(
            cb.ParameterError, match=r"cannot be pickled or copied.*Campaign\.open\('walk'"
        ):
            take(walk)
