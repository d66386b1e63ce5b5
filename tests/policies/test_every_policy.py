"""What every registered policy of the package promises."""

import inspect
import pickle
from pathlib import Path

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits import policies
from cheapbandits.policies import make_policy, policy_class, policy_names

#: The package's own: what another test registered is not judged here.
NAMES = [n for n in policy_names() if policy_class(n).__module__.startswith("cheapbandits.")]
T = 24


def takes(name, keyword):
    return keyword in inspect.signature(policy_class(name)).parameters


def needs_horizon(name):
    parameter = inspect.signature(policy_class(name)).parameters.get("horizon")
    return parameter is not None and parameter.default is inspect.Parameter.empty


def make(name, graph, seed=3, horizon=T, **settings):
    return make_policy(name, graph, horizon=horizon, rng=np.random.default_rng(seed), **settings)


@pytest.fixture(scope="module")
def graph():
    return cb.grid(6, 6)


@pytest.fixture(scope="module")
def field(graph):
    return np.exp(-((graph.coordinates - [4.0, 1.0]) ** 2).sum(axis=1) / 6)


def reading(field, probe, rng):
    mean = float(np.average(field[list(probe.nodes)], weights=probe.weights))
    return mean + 0.01 * rng.standard_normal()


def play(policy, field, n, seed=1):
    rng, told = np.random.default_rng(seed), []
    for _ in range(n):
        probe = policy.ask()
        told.append((probe, reading(field, probe, rng)))
        policy.tell(*told[-1])
    return told


def budget_allows(policy):
    try:
        policy.ask()
    except cb.BudgetError:
        return False
    return True


def districts(graph):
    """Pairs, and rows of uneven weights: levels 2 and 3."""
    n = graph.n_nodes
    pairs, lines = np.zeros((n // 2, n)), np.zeros((6, n))
    for i in range(n // 2):
        pairs[i, [2 * i, 2 * i + 1]] = 0.5
    for i in range(6):
        lines[i, 6 * i : 6 * i + 6] = np.array([3, 1, 1, 1, 1, 1]) / 8
    return cb.NamedGroups(graph, [pairs, lines])


@pytest.mark.parametrize("name", NAMES)
def test_it_says_what_it_is(name, graph):
    policy = make(name, graph)
    assert repr(policy).startswith(f"{name}(")
    assert policy.fingerprint == make(name, graph).fingerprint
    assert policy.fingerprint == make(name, graph, seed=4).fingerprint
    assert policy.fingerprint != make(name, cb.grid(4, 9)).fingerprint
    assert policy.engine in str(policy.explain())
    docs = inspect.getdoc(policy_class(name)) + inspect.getdoc(inspect.getmodule(type(policy)))
    assert len(docs) > 150


@pytest.mark.parametrize("name", NAMES)
def test_settings_that_matter_are_in_the_fingerprint(name, graph):
    """Two policies of a kind that ask differently do not take each other's probes."""
    plain = make(name, graph, probes="hops").fingerprint
    changed = {"width": 2, "ridge": 0.5, "first": 4, "spread": 0.3, "noise": 0.4}
    for setting, value in changed.items():
        if takes(name, setting):
            assert make(name, graph, **{setting: value}, probes="hops").fingerprint != plain


@pytest.mark.parametrize("name", NAMES)
def test_a_list_of_probes_and_readings_replays(name, graph, field):
    first = make(name, graph)
    told = play(first, field, 20)
    later, asking = make(name, graph), make(name, graph)
    for probe, value in told:
        later.tell(probe, value)
        assert asking.ask() == probe
        asking.tell(probe, value)
    assert first.ask() == later.ask() == asking.ask()
    mine, theirs = first.best(), later.best()
    assert mine.node == theirs.node
    assert (mine.estimate, mine.deviation) == pytest.approx((theirs.estimate, theirs.deviation))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("n_told", [7, 90])
def test_a_restored_policy_asks_the_same(name, n_told, graph, field):
    """In another order, with what nobody asked for, and past the belief's fresh factorisation."""
    there = make(name, graph, horizon=100)
    told = play(there, field, n_told)
    there.observe([3, 4], 0.7)
    open_probes = there.ask_batch(2)
    later = make(name, graph, horizon=100)
    later.restore(told[::-1], observed=[((3, 4), None, 0.7)], pending=open_probes, spent=0.5)
    assert later.ask() == there.ask()
    assert later.best().node == there.best().node
    assert later.spent == pytest.approx(there.spent + 0.5)


@pytest.mark.parametrize("name", NAMES)
def test_one_seed_one_run_and_another_seed_another(name, graph, field):
    same = [play(make(name, graph), field, 10) for _ in range(2)]
    assert same[0] == same[1]
    if takes(name, "rng"):
        assert play(make(name, graph, seed=4), field, 10) != same[0]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("probes", ["strongest", "hops", "named"])
def test_masked_nodes_are_in_no_probe(name, probes, graph, field):
    masked = {0, 7, 8, 22, 35}
    family = districts(graph) if probes == "named" else probes
    policy = make(name, graph, probes=family, mask=masked)
    told = play(policy, field, 15)
    policy.mask([1, 2])
    told += play(policy, field, 9)
    assert all(masked.isdisjoint(probe.nodes) for probe, _ in told)
    assert all({1, 2}.isdisjoint(probe.nodes) for probe, _ in told[15:])
    assert policy.best().node not in masked
    policy.unmask(masked | {1, 2})
    assert policy.ask().nodes


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("budget", [0.3, 4.0, 11.3])
def test_the_budget_is_never_exceeded(name, budget, graph, field):
    rng = np.random.default_rng(0)
    prices = {w: rng.uniform(0.2, 2.0, size=36) / w for w in range(1, 4)}
    policy = make(name, graph, budget=budget, cost=cb.PricePerProbe(prices))
    costs = []
    while budget_allows(policy):
        probe = policy.pending[0]
        costs.append(probe.cost)
        policy.tell(probe, reading(field, probe, rng))
        assert sum(costs) <= budget * (1 + 1e-9)
        assert len(costs) < 500
    cheapest = min(float(policy.menu.costs(w).min()) for w in range(1, 4))
    assert sum(costs) > budget - cheapest - 1e-9  # nothing was left that would have paid for one


@pytest.mark.parametrize("name", NAMES)
def test_the_last_unit_is_spent(name, graph, field):
    policy = make(name, graph, budget=6.0, cost=dict.fromkeys(range(1, 40), 1.0))
    play(policy, field, 5)
    policy.ask()
    with pytest.raises(cb.BudgetError):
        policy.ask()
    assert (policy.spent, policy.reserved) == (5.0, 1.0)


@pytest.mark.parametrize("name", NAMES)
def test_probes_asked_for_together_differ(name, graph, field):
    policy = make(name, graph)
    play(policy, field, 3)
    batch = policy.ask(6)
    assert len({probe.nodes for probe in batch}) >= 4
    assert len({probe.number for probe in batch}) == 6
    for probe in reversed(batch[1:]):
        policy.tell(probe, reading(field, probe, np.random.default_rng(0)))
    policy.forget(batch[0])
    assert policy.n_told == 8
    assert policy.ask().number == batch[-1].number + 1


@pytest.mark.parametrize("name", NAMES)
def test_it_travels_in_the_middle_of_a_run(name, graph, field):
    policy = make(name, graph)
    play(policy, field, 6)
    policy.ask()
    copy = pickle.loads(pickle.dumps(policy))  # noqa: S301
    assert copy.ask() == policy.ask()
    assert copy.best() == policy.best()


@pytest.mark.parametrize("name", [name for name in NAMES if not needs_horizon(name)])
def test_without_a_horizon_it_goes_on(name, graph, field):
    policy = make(name, graph, horizon=None)
    assert policy.horizon is None
    told = play(policy, field, 60)
    assert len({probe.nodes for probe, _ in told}) > 5


@pytest.mark.parametrize("name", NAMES)
def test_planned_widths_come_true(name, graph, field):
    policy = make(name, graph, probes="hops")
    for t in range(1, T + 1):
        planned = policy.planned_width(t)
        probe = policy.ask()
        assert planned in (None, probe.width)
        policy.tell(probe, 0.1)


@pytest.mark.parametrize("name", NAMES)
def test_it_finds_a_hill(name, graph, field):
    """On a smooth field, in as many rounds as there are nodes; a quarter of the nodes would do."""
    known = {"smoothness": 0.2} if takes(name, "smoothness") else {}
    policy = make(name, graph, horizon=36, **known)
    play(policy, field, 36)
    assert field[policy.best().node] > 0.6


@pytest.mark.parametrize("name", NAMES)
def test_units_of_the_readings_change_nothing(name, graph, field):
    if not takes(name, "scale"):
        pytest.skip("it learns the units")
    plain, percent = make(name, graph), make(name, graph, center=50.0, scale=20.0)
    for _ in range(T):
        probe, other = plain.ask(), percent.ask()
        assert probe.nodes == other.nodes
        value = float(field[list(probe.nodes)].mean())
        plain.tell(probe, value)
        percent.tell(other, 50 + 20 * value)


@pytest.mark.parametrize("name", NAMES)
def test_the_page_helps_to_choose_it(name):
    page = (Path(__file__).parents[2] / "docs" / "policies.md").read_text()
    assert f"| `{name}` |" in page


def test_every_class_in_the_room_is_registered():
    """No policy is left out of the list by mistake."""
    public = {name: getattr(policies, name) for name in policies.__all__}
    kinds = {
        n for n, kind in public.items() if inspect.isclass(kind) and issubclass(kind, cb.Policy)
    }
    assert {name for name in kinds if not inspect.isabstract(public[name])} <= set(NAMES)
