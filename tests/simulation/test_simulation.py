"""The loop, its history, and many of them."""

from functools import partial

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.history import HistoryError
from cheapbandits.metrics import mean_curve, mean_interval, paired_difference

POLICIES = {
    "CheapUCB": partial(cb.CheapUCB, horizon=30),
    "LinUCB": partial(cb.LinUCB, horizon=30),
}


def random_problem(rng):
    graph = cb.erdos_renyi(40, 0.2, weights="uniform", rng=rng)
    return graph, rng.random(40)


@pytest.fixture
def history():
    graph = cb.grid(5, 5)
    return cb.simulate(cb.CheapUCB(graph, horizon=20), np.linspace(0, 1, 25), rng=7)


def test_regret_and_cost_add_up(history):
    field = np.linspace(0, 1, 25)
    means = np.array([field[list(row.nodes)].mean() for row in history])
    np.testing.assert_allclose(history.regret, np.cumsum(1 - means))
    np.testing.assert_allclose(history.cost, np.cumsum([row.cost for row in history]))
    assert [row.round for row in history] == list(range(1, 21))
    residual = np.array([row.reading - row.mean_reward for row in history])
    assert 0.003 < residual.std() < 0.03


def test_the_same_seed_gives_the_same_run(history):
    again = cb.simulate(
        cb.CheapUCB(cb.grid(5, 5), horizon=20), np.linspace(0, 1, 25), rng=np.random.default_rng(7)
    )
    assert again == history
    assert hash(again) == hash(history)


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_files_keep_every_digit(history, form, tmp_path):
    path = tmp_path / f"run.{form}"
    getattr(history, f"to_{form}")(path)
    assert getattr(cb.History, f"from_{form}")(path) == history


def test_tables_keep_every_digit(history):
    table = history.to_pandas()
    assert cb.History.from_pandas(table) == history
    np.testing.assert_array_equal(table["cumulative_regret"], history.regret)


def test_damaged_files_say_where(history, tmp_path):
    path = tmp_path / "run.csv"
    history.to_csv(path)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:3], lines[3].replace("1", "x", 1)]))
    with pytest.raises(ValueError, match="line 4"):
        cb.History.from_csv(path)
    path.write_text("round,center\n1,2\n")
    with pytest.raises(ValueError, match="lacks the columns"):
        cb.History.from_csv(path)
    with pytest.raises(ValueError, match="lacks the columns"):
        cb.History.from_pandas(history.to_pandas().drop(columns="nodes"))


@pytest.mark.parametrize("spoilt", [b"\xff", b'"' + b"x" * 200_000], ids=["byte", "field"])
@pytest.mark.parametrize("place", [0, -1])
def test_files_that_are_no_text_or_have_no_end(history, tmp_path, spoilt, place):
    path = tmp_path / "run.csv"
    history.to_csv(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:place] + spoilt + whole[place:])
    with pytest.raises(HistoryError, match=r"run\.csv.*"):
        cb.History.from_csv(path)


@pytest.mark.parametrize(
    "call",
    [
        lambda p: cb.simulate(p, [1.0]),
        lambda p: cb.simulate(p, np.full(25, np.nan)),
        lambda p: cb.simulate(p, np.zeros(25), noise=-1),
        lambda p: cb.simulate(p, np.zeros(25), rounds=0),
    ],
)
def test_bad_fields_and_noises_are_refused(call):
    with pytest.raises(cb.ParameterError):
        call(cb.CheapUCB(cb.grid(5, 5), horizon=5))


def test_any_number_of_workers_gives_the_same_numbers():
    one = cb.replicate(POLICIES, random_problem, runs=4, seed=3, jobs=1)
    two = cb.replicate(POLICIES, random_problem, runs=4, seed=3, jobs=2)
    assert one.histories == two.histories
    assert one.curves("CheapUCB").shape == (4, 30)
    assert len({h.regret[-1] for h in one.histories["CheapUCB"]}) == 4


def test_runs_are_paired_by_problem_and_noise():
    same = {"a": POLICIES["CheapUCB"], "b": POLICIES["CheapUCB"]}
    result = cb.replicate(same, random_problem, runs=3, jobs=1)
    np.testing.assert_array_equal(result.difference("a", "b").mean, 0)
    fixed = cb.replicate(same, random_problem(np.random.default_rng(0)), runs=2, jobs=1)
    assert fixed.histories["a"][0] != fixed.histories["a"][1]
    assert repr(fixed) == "Replications(2 runs of a, b)"


def test_replicate_refuses_nothing_to_do():
    with pytest.raises(cb.ParameterError, match="runs"):
        cb.replicate(POLICIES, random_problem, runs=0)
    with pytest.raises(cb.ParameterError, match="policy"):
        cb.replicate({}, random_problem)


def test_intervals_are_students():
    """Hand-worked: mean 2, standard error 1/sqrt(3), t(0.975, 2) = 4.30265."""
    interval = mean_interval([1.0, 2.0, 3.0])
    assert interval.mean == 2
    assert interval.high - 2 == pytest.approx(4.30265 / 3**0.5, rel=1e-5)
    assert str(mean_interval([1.0])) == "1 [-inf, inf]"
    curve = paired_difference([[1, 5], [2, 7]], [[1, 3], [2, 5]])
    np.testing.assert_array_equal(curve.mean, [0, 2])
    np.testing.assert_array_equal(curve.low, curve.high)
    with pytest.raises(cb.ParameterError):
        paired_difference([[1, 2]], [[1, 2, 3]])
    with pytest.raises(cb.ParameterError):
        mean_curve(np.empty((0, 3)))
