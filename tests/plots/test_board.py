"""The leaderboard's pictures: their data by hand, and files."""

import numpy as np
import pytest

from cheapbandits.plots.board import board_sheets, save_board_figures
from cheapbandits.plots.board.finding import finding_panels
from cheapbandits.plots.board.looks import color, marker, policy_title
from cheapbandits.plots.board.pareto import front, pareto_panels
from cheapbandits.plots.board.reliability import reliability_panels
from cheapbandits.studies.leaderboard import Board
from cheapbandits.studies.leaderboard.entries import CHEAP, FINDER, FULL, PACED, SPECTRAL
from tests.studies.board_samples import MAIN, board_results

pytest.importorskip("matplotlib")


@pytest.fixture(scope="module")
def board():
    return Board(board_results())


def test_the_front_is_who_nobody_beats_in_both(board):
    panel, _ = pareto_panels(board)
    assert panel.title == "Barabási-Albert"
    points = {point.policy: point for point in panel.points}
    assert points[PACED].cost == 75
    assert points[PACED].regret.mean == pytest.approx(150 * 0.215)
    # Finder pays a quarter a round and loses 0.3, PacedKG a half and 0.2, with budget T 1 and 0.1.
    assert front(panel) == (FINDER, PACED, FULL)
    assert panel.floor[:, 1] == pytest.approx(15.0)


def test_bars_are_of_the_difference_to_cheapucb(board):
    panel, _ = pareto_panels(board)
    paced = next(point.regret for point in panel.points if point.policy == PACED)
    # Runs differ, and alike for both: the difference does not.
    assert paced.high - paced.low == pytest.approx(0, abs=1e-9)
    assert board.mean(board.workloads[0], PACED, "regret").high > paced.high + 1


def test_fewer_runs_are_set_beside_the_same_runs_of_cheapucb():
    results = board_results()
    few = {c: r for c, r in results.items() if c.policy != "LinUCB" or c.seed >= 2}
    panel, _ = pareto_panels(Board(few))
    lin = next(point for point in panel.points if point.policy == "LinUCB")
    assert lin.regret.mean == pytest.approx(150 * 0.815)  # as with all runs


def test_reliability_is_of_all_and_of_each_group(board):
    panels = reliability_panels(board)
    assert [panel.title for panel in panels] == ["All workloads", "Random graphs", "Forest"]
    (series,) = panels[0].series
    assert [b.count for b in series.bins] == [16, 16]
    assert [b.true.mean for b in series.bins] == [0.25, 0.75]
    alone = reliability_panels(Board(board_results(["ba/lowest/T150"])))
    assert [panel.title for panel in alone] == ["All workloads"]


def test_bars_come_cheapest_first(board):
    panel, _ = finding_panels(board)
    assert [bar.policy for bar in panel.bars] == [FINDER, PACED, FULL, CHEAP, SPECTRAL, "LinUCB"]
    assert panel.bars[0].cost.mean == pytest.approx(10 / 150)
    assert (panel.bars[0].found, panel.bars[-1].found) == (1.0, 0.0)


def test_every_figure_is_written_and_the_same_each_time(board, tmp_path):
    first = save_board_figures(board, tmp_path / "a", ["svg", "png"])
    again = save_board_figures(board, tmp_path / "b", ["svg"])
    assert set(first) == {"pareto", "reliability", "finding"}
    for name, (file, picture) in first.items():
        assert file.read_bytes() == again[name][0].read_bytes()
        assert picture.read_bytes().startswith(b"\x89PNG")


def test_what_was_not_run_is_not_drawn():
    silent = Board(board_results(policies=[CHEAP, SPECTRAL]))
    assert set(board_sheets(silent)) == {"pareto", "finding"}
    assert board_sheets(Board({})) == {}


def test_policies_are_told_apart():
    looks = {(color(policy), marker(policy)) for policy in MAIN}
    assert len(looks) == len(MAIN)
    others = tuple(f"Other{i}" for i in range(9))
    assert len({marker(policy, others) for policy in others}) == 9
    assert policy_title("PacedKG(budget=T,price=2)") == "PacedKG(price=2), budget T"
    assert np.unique([policy_title(policy) for policy in MAIN]).size == len(MAIN)
