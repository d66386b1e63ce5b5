"""Cells that record the place and how sure it was; budgets by name; maps of a data folder."""

import gzip
import lzma
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.errors import ParameterError
from cheapbandits.policies.registry import register
from cheapbandits.simulation import rounds_of
from cheapbandits.studies.budgets import budget_of
from cheapbandits.studies.cell import Cell
from cheapbandits.studies.execution import execute
from cheapbandits.studies.journal import Journal
from cheapbandits.studies.leaderboard.entries import BOARD_WATCH, FINDER, PACED
from cheapbandits.studies.observed import Watch
from cheapbandits.studies.problems import PROBES, Draws, draw_problem, noise_seed, probes_of
from cheapbandits.studies.run import Setting, run_cell
from cheapbandits.theory import schedule_cost

PROBLEM = "sbm/lowest/T20"


@register
class Boaster(cb.LinUCB):
    """States the same whatever it was told."""

    def estimates(self, level=0.9):
        zeros = np.zeros(self.graph.n_nodes)
        return SimpleNamespace(estimate=zeros + 1, low=zeros, high=zeros + 2)

    def assess(self, *, tolerance=None):
        self.tolerance = tolerance
        regret = {"expected_regret": 0.125, "regret_bound": 0.0}
        return SimpleNamespace(node=0, low=-5.0, high=5.0, probability=0.9, **regret)


WATCH = Watch(checkpoints=(5, 20), assessed=("Boaster",))


def test_the_named_places_are_those_of_best():
    result = run_cell(Cell(PROBLEM, "CheapUCB", 3), watch=WATCH)
    graph, field = draw_problem(PROBLEM, 3)
    policy = cb.CheapUCB(graph, horizon=20)
    noise = np.random.default_rng(noise_seed(PROBLEM, 3))
    named = [policy.best().node for _ in rounds_of(policy, field, 0.01, noise)]
    seen = result.observed
    assert list(seen.named) == named
    assert np.allclose(seen.gaps, field.max() - field[named])
    assert seen.span == pytest.approx(np.ptp(field))
    assert seen.statements == ()
    assert 0 < seen.floor < sum(result.regret)
    assert seen.blind == pytest.approx(20 * (field.max() - field.mean()))


def test_watching_changes_nothing_that_is_watched():
    cell = Cell(PROBLEM, "CheapUCB", 1)
    plain, watched = run_cell(cell), run_cell(cell, watch=WATCH)
    assert plain.observed is None
    assert (plain.regret, plain.cost, plain.width) == (watched.regret, watched.cost, watched.width)


def test_what_was_stated_is_kept_beside_the_truth():
    result = run_cell(Cell(PROBLEM, "Boaster", 0), watch=WATCH)
    _, field = draw_problem(PROBLEM, 0)
    first, last = result.observed.statements
    assert (first.readings, last.readings) == (5, 20)
    assert last.covered == pytest.approx(np.mean((field >= 0) & (field <= 2)))
    assert last.spread == 2.0
    assert last.error == pytest.approx(np.sqrt(np.mean((field - 1) ** 2)))
    assert last.true_regret == pytest.approx(field.max() - field[0])
    assert last.right == (field.max() - field[0] <= 0.05 * np.ptp(field))
    assert (last.probability, last.stated_regret, last.held) == (0.9, 0.125, True)
    assert last.bounded == (field.max() == field[0])


def test_the_journal_keeps_what_was_watched_and_reads_lines_without(tmp_path):
    cells = [Cell(PROBLEM, "Boaster", 0), Cell(PROBLEM, "CheapUCB", 0)]
    setting = Setting(watch=WATCH)
    fresh = execute(cells, tmp_path, setting=setting, jobs=1, progress=False)
    kept, damaged = Journal(tmp_path / "cells.jsonl").read()
    assert damaged == 0
    assert {c: replace(r, seconds=0) for c, r in kept.items()} == {
        c: replace(r, seconds=0) for c, r in fresh.items()
    }
    assert len(kept[cells[0]].observed.statements) == 2
    plain = run_cell(cells[1])
    Journal(tmp_path / "old.jsonl").append([(cells[1], plain)])
    assert b"observed" not in (tmp_path / "old.jsonl").read_bytes()
    assert Journal(tmp_path / "old.jsonl").read()[0][cells[1]].observed is None


def test_the_learning_policies_are_asked_how_sure_they_are():
    """The names by which the board asks are those that the policies have."""
    cells = [Cell(PROBLEM, policy, 0) for policy in (PACED, FINDER)]
    watch = replace(BOARD_WATCH, checkpoints=(15,))
    draws = Draws()
    cheap = sum(run_cell(Cell(PROBLEM, "CheapUCB", 0), draws).cost)
    paced, finder = (run_cell(cell, draws, watch=watch) for cell in cells)
    for result in (paced, finder):
        (seen,) = result.observed.statements
        assert seen.probability is None or 0 <= seen.probability <= 1
        assert 0 <= seen.covered <= 1
        assert seen.stated_regret >= 0
    assert len(paced.cost) == 20
    assert sum(paced.cost) <= cheap + 1e-9
    assert sum(finder.cost) <= 20


# -- budgets ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("probes", ["strongest", "strongest-own"])
def test_a_cheap_budget_is_what_cheapucb_spends(probes, monkeypatch):
    """Where groups of one width differ in price, only a run tells."""
    monkeypatch.setitem(PROBES, "ba", probes)
    problem, draws = "ba/lowest/T20", Draws()
    cheap = sum(run_cell(Cell(problem, "CheapUCB", 2), draws).cost)
    schedule = schedule_cost(20, 250, max_width=3)
    assert (cheap == pytest.approx(schedule)) == (probes == "strongest")
    assert budget_of("cheap", Cell(problem, "LinUCB", 2), *draws.problem(problem, 2)) == cheap
    lin = run_cell(Cell(problem, "LinUCB(budget=cheap)", 2), draws)
    assert cheap - 1 < sum(lin.cost) <= cheap


def test_budget_t_pays_for_single_nodes_to_the_end():
    assert len(run_cell(Cell(PROBLEM, "LinUCB(budget=T)", 0)).cost) == 20
    with pytest.raises(ParameterError, match="cheap or T"):
        run_cell(Cell(PROBLEM, "LinUCB(budget=much)", 0))


@register
class Miser(cb.Policy):
    """Always reads the widest groups, as long as there is money; knows no horizon."""

    def __init__(self, graph, *, budget=None):
        super().__init__(graph, belief=cb.LinUCB(graph, horizon=1).belief, budget=budget)

    def choose(self, belief, t):
        offer = self.candidates(self.family.max_width)
        return offer.width, 0


def test_who_plans_by_money_alone_may_go_on_past_the_horizon():
    assert len(run_cell(Cell(PROBLEM, "Miser(budget=T)", 0)).cost) == 40
    assert len(run_cell(Cell(PROBLEM, "Miser", 0)).cost) == 20
    short = run_cell(Cell(PROBLEM, "Miser(budget=2)", 0))
    assert sum(short.cost) <= 2


# -- maps ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """Small maps in the files' own formats."""
    folder = tmp_path_factory.mktemp("data")
    rng = np.random.default_rng(0)
    for name in ("relief", "sst", "house", "walker", "roads"):
        (folder / name).mkdir()
    np.savez(folder / "relief/etopo20.npz", elev_m=rng.integers(-99, 99, (150, 181)), x=np.ones(3))
    months = rng.random((12, 45, 60))
    months[:, 10:14, 20:25] = np.nan
    months[4, 30, 30] = np.nan
    np.savez(folder / "sst/coads_sst_monthly.npz", sst=months)
    with gzip.open(folder / "house/house.csv.gz", "wt") as file:
        file.write('"long","lat","price","wall"\n')
        file.writelines(f"{x},{y},{p},brick\n" for x, y, p in rng.uniform(1, 9, (60, 3)))
    with (folder / "walker/walker_samples.csv").open("w") as file:
        file.write('"X","Y","Id","V","U","T"\n')
        file.writelines(f"{i % 7},{i // 7},{i},{i * i % 11},NA,1\n" for i in range(49))
    with gzip.open(folder / "walker/walker_exh.csv.gz", "wt") as file:
        file.write('"U","V"\n')
        file.writelines(f"{i % 260},{i // 260}\n" for i in range(300 * 260))
    with lzma.open(folder / "roads/FLA.gr.xz", "wt") as file:
        file.write("p tw 3000 3000\n")
        file.writelines(f"{i} {i % 3000 + 1}\n" for i in range(1, 3001))
    return folder


@pytest.mark.parametrize(
    ("problem", "nodes"),
    [
        ("relief/elevation/T9", 2000),
        ("house/log-price/T9", 60),
        ("walker/v/T9", 49),
        ("lake/u/T9", 2000),
        ("roads/planted/T9", 2000),
    ],
)
def test_maps_are_cut_scaled_and_numbered_anew_by_every_seed(problem, nodes, data):
    graph, field = Draws(data).problem(problem, 1)
    again, same = Draws(data).problem(problem, 1)
    other, _ = Draws(data).problem(problem, 2)
    assert graph.n_nodes == nodes
    assert (field.min(), field.max()) == (0.0, 1.0)
    assert graph.fingerprint == again.fingerprint != other.fingerprint
    assert np.array_equal(field, same)


def test_a_grid_keeps_its_neighbours_and_leaves_unknown_cells_out(data):
    graph, field = Draws(data).problem("lake/u/T9", 0)
    # U is the column number: two cells that touch differ by one step of it, or not at all.
    ends = np.array(graph.weights.nonzero())
    step = 1 / 49
    assert np.abs(field[ends[0]] - field[ends[1]]).max() == pytest.approx(step)
    assert graph.weights.nnz == 2 * (40 * 49 + 39 * 50)
    sea, _ = Draws(data).problem("sst/month-05/T9", 0)
    assert 2000 - 21 <= sea.n_nodes < 2000


def test_roads_are_one_connected_piece(data):
    graph, field = Draws(data).problem("roads/planted/T9", 0)
    assert graph.weights.nnz == 2 * 1999  # a path: the ring was cut once
    assert np.sum(field == field.max()) == 1


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        ("relief/elevation/T9", "--data"),
        ("forest/oak/T9", "no field 'oak' of forest"),
        ("moon/dust/T9", "no graph 'moon'"),
    ],
)
def test_what_is_not_there_is_said(problem, message):
    with pytest.raises(ParameterError, match=message):
        draw_problem(problem, 0)


def test_a_data_folder_without_the_file_says_which(tmp_path):
    with pytest.raises(ParameterError, match=r"etopo20\.npz is not there"):
        Draws(tmp_path).problem("relief/elevation/T9", 0)


def test_counties_read_groups_of_their_own_width():
    problem = "counties/unemployment/T15"
    graph, field = draw_problem(problem, 0)
    assert (field.min(), field.max(), graph.n_nodes) == (0.0, 1.0, 3215)
    assert probes_of(problem) == "strongest-own"
    assert probes_of("forest/aspen/T100") == "strongest"
