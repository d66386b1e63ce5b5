"""PacedKG, Finder and how sure, past the size that arrays allow."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.sparse as sp

import cheapbandits as cb
from cheapbandits.belief.learned import MOST_NODES
from cheapbandits.belief.learned.large_belief import LargeBelief
from cheapbandits.engines import choice, memory
from cheapbandits.engines.dissection import cuts
from cheapbandits.errors import BudgetError, CapacityError
from cheapbandits.policies import sure
from cheapbandits.policies.learning import policy as learning
from cheapbandits.policies.learning.policy import LearningPolicy
from cheapbandits.probes import NamedGroups


@pytest.fixture(scope="module")
def graph() -> cb.Graph:
    made = cb.grid(84, 73)
    assert made.n_nodes > MOST_NODES
    return made


@pytest.fixture
def past_1000(monkeypatch: pytest.MonkeyPatch) -> None:
    """Arrays end at 1,000 nodes: a quicker graph is past them, too."""
    for module in (learning, sure):
        monkeypatch.setattr(module, "MOST_NODES", 1_000)
    monkeypatch.setattr(choice, "DENSE_NODES", 1_000)
    monkeypatch.setattr(choice, "FILLED_NODES", 1_000)


@pytest.fixture(scope="module")
def field(graph: cb.Graph) -> np.ndarray:
    return hill(graph)


def hill(graph: cb.Graph) -> np.ndarray:
    x, y = graph.coordinates.T
    return np.asarray(100 + 40 * np.exp(-((x - 30) ** 2 + (y - 50) ** 2) / 500) + 0.1 * x)


def play(policy: cb.Policy, field: np.ndarray, rounds: int) -> list[cb.Probe]:
    rng, asked = np.random.default_rng(0), []
    for _ in range(rounds):
        asked.append(policy.ask())
        reading = field[list(asked[-1].nodes)].mean() + 0.1 * rng.standard_normal()
        policy.tell(asked[-1], float(reading))
    return asked


@pytest.fixture(scope="module")
def paced(graph: cb.Graph, field: np.ndarray) -> cb.PacedKG:
    policy = cb.PacedKG(graph, horizon=60, budget=40.0, probes="hops")
    play(policy, field, 60)
    return policy


def test_paced_kg_earns_within_its_budget(paced: cb.PacedKG, field: np.ndarray) -> None:
    assert paced.spent <= 40.0 * (1 + 1e-12)
    assert paced.spent > 32.0
    assert field[paced.best().node] > field.max() - 0.1 * np.ptp(field)
    late = np.array(paced.readings[1][-15:])
    assert late.mean() > field.max() - 0.25 * np.ptp(field)
    assert paced.engine == "dissection"


def test_budget_is_never_exceeded_to_the_last_unit(graph: cb.Graph, field: np.ndarray) -> None:
    policy = cb.Finder(graph, budget=3.0, probes="hops")
    with pytest.raises(BudgetError):
        play(policy, field, 1000)
    assert policy.spent <= 3.0 * (1 + 1e-12)
    cheapest = min(float(policy.menu.costs(width).min()) for width in (1, 2, 4))
    assert 3.0 - policy.spent < cheapest


def test_finder_finds(graph: cb.Graph, field: np.ndarray) -> None:
    policy = cb.Finder(graph, budget=60.0, probes="hops", tolerance=4.0)
    play(policy, field, 60)
    assert field[policy.best().node] > field.max() - 4.0


def test_estimates_cover_and_hold_a_places_own_readings(
    paced: cb.PacedKG, field: np.ndarray
) -> None:
    known = paced.estimates(level=0.9)
    held = (known.low <= field) & (field <= known.high)
    assert held.mean() > 0.8
    rows, readings = paced.readings
    own: dict[int, list[float]] = {}
    for (nodes, _), reading in zip(rows, readings, strict=True):
        if len(nodes) == 1:
            own.setdefault(nodes[0], []).append(reading)
    assert own
    for node, values in own.items():
        assert known.low[node] - 1e-9 <= np.mean(values) <= known.high[node] + 1e-9
    ends = min(readings), max(readings)
    assert known.low.min() < ends[0]
    assert ends[1] < known.high.max()
    bounded = paced._learner.estimates(0.9, ends)
    assert (bounded.low.min(), bounded.high.max()) == ends


def test_assess_names_the_best_node_and_states_a_probability(
    paced: cb.PacedKG, field: np.ndarray
) -> None:
    verdict = paced.assess(tolerance=10.0)
    assert verdict.node == paced.best().node
    assert verdict.low <= verdict.estimate <= verdict.high
    assert verdict.low - 1 <= field[verdict.node] <= verdict.high + 1
    assert verdict.probability is not None
    # Most nodes were never touched: some may be unlike the rest.
    assert 0.0 < verdict.probability < 0.95
    assert math.isfinite(verdict.expected_regret)
    shown = np.ptp(paced.estimates().estimate)
    assert paced.assess().tolerance == pytest.approx(0.05 * shown)  # of the whole field


def test_a_masked_node_is_neither_asked_for_nor_named(graph: cb.Graph, field: np.ndarray) -> None:
    hot = np.flatnonzero(field > field.max() - 5).tolist()
    policy = cb.PacedKG(graph, horizon=30, budget=20.0, mask=hot)
    asked = play(policy, field, 30)
    assert not set(hot) & {node for probe in asked for node in probe.nodes}
    assert policy.best().node not in hot
    assert policy.assess(tolerance=1.0).node not in hot


def test_pending_probes_and_batches_spread(graph: cb.Graph, field: np.ndarray) -> None:
    policy = cb.Finder(graph, budget=100.0)
    play(policy, field, 30)
    probes = policy.ask_batch(4)
    assert len({probe.nodes for probe in probes}) == 4


def test_replay_and_restore_ask_alike(graph: cb.Graph, field: np.ndarray) -> None:
    one, two, three = (cb.PacedKG(graph, horizon=40, budget=25.0) for _ in range(3))
    asked = play(one, field, 30)
    told = list(zip(asked, one.readings[1], strict=True))
    for probe, reading in told:
        two.tell(probe, reading)
    three.restore(told[::-1])
    assert one.ask().nodes == two.ask().nodes == three.ask().nodes


@pytest.mark.usefixtures("past_1000")
@pytest.mark.parametrize(
    "size", [(42, 36), pytest.param((84, 73), marks=pytest.mark.thorough)], ids=str
)
def test_named_groups_are_asked_for(size: tuple[int, int]) -> None:
    graph = cb.grid(*size)
    field = hill(graph)
    blocks = np.arange(graph.n_nodes) // 12
    shares = 1 / np.bincount(blocks)[blocks]
    groups = sp.csr_array((shares, (blocks, np.arange(graph.n_nodes))))
    policy = cb.PacedKG(
        graph, horizon=40, budget=8.0, probes=NamedGroups(graph, groups), cost={1: 1.0, 12: 0.1}
    )
    asked = play(policy, field, 40)
    assert isinstance(policy.belief, LargeBelief)
    assert policy.engine == "dissection"
    assert any(probe.width > 1 for probe in asked[10:])
    assert policy.spent <= 8.0 * (1 + 1e-12)


def test_cheap_ucb_is_judged_by_what_was_learned(graph: cb.Graph, field: np.ndarray) -> None:
    policy = cb.CheapUCB(graph, horizon=30)
    play(policy, field, 30)
    assert isinstance(policy._learner.belief(), LargeBelief)
    verdict = policy.assess(tolerance=10.0)
    assert verdict.n_readings == 30
    calibration = policy.calibrate()
    assert calibration is not None
    assert calibration.verdict in ("follows", "cannot tell")


def test_too_little_memory_is_said_before_starting(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = cb.grid(90, 80)
    limit = 2**24  # 16 MiB
    monkeypatch.setattr(memory, "memory_limit", lambda: limit)
    with pytest.raises(CapacityError, match="a belief that learns on 7,200 nodes"):
        cb.PacedKG(graph, budget=10.0)
    assert issubclass(cb.PacedKG, LearningPolicy)


@pytest.mark.usefixtures("past_1000")
@pytest.mark.parametrize("n", [1500, pytest.param(9000, marks=pytest.mark.thorough)])
def test_iterative_engine_serves_too(monkeypatch: pytest.MonkeyPatch, n: int) -> None:
    monkeypatch.setattr(cuts, "WORK_A_NODE", 1e3)  # a graph that fills in
    graph = cb.barabasi_albert(n, 3, rng=0)
    field = np.log(1 + graph.degrees) + 0.0
    policy = cb.PacedKG(graph, horizon=14, budget=9.0, probes="strongest-own")
    play(policy, field, 14)
    assert isinstance(policy.belief, LargeBelief)
    assert policy.engine == "iterative"
    verdict = policy.assess(tolerance=0.5)
    assert verdict.low <= verdict.estimate <= verdict.high


@pytest.mark.parametrize("kind", [cb.PacedKG, pytest.param(cb.Finder, marks=pytest.mark.thorough)])
def test_a_constant_field_is_no_trap(graph: cb.Graph, kind: type[cb.Policy]) -> None:
    policy = kind(graph, budget=60.0)
    asked = play(policy, np.full(graph.n_nodes, 7.0), 50)
    times = np.unique([probe.center for probe in asked], return_counts=True)[1]
    assert times.max() <= 25
    assert policy.assess(tolerance=1.0).cannot_tell
