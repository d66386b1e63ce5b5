"""The leaderboard's report says what the numbers say, twice."""

import json
import re

import pytest
from rich.console import Console

from cheapbandits.report import target_table, write_board_report
from cheapbandits.report.board_tables import headline
from cheapbandits.report.markdown import escape
from cheapbandits.report.numbers import show
from cheapbandits.studies.leaderboard import Board, judge_targets, rank
from cheapbandits.studies.leaderboard.files import write_board
from tests.report.samples import MANIFEST
from tests.studies.board_samples import board_results


@pytest.fixture(scope="module")
def parts():
    board = Board(board_results())
    ranks = {"excess": rank(board, "excess"), "find": rank(board, "find")}
    return board, judge_targets(board), ranks


def test_every_target_stands_in_both_with_number_and_verdict(parts, tmp_path):
    board, rows, ranks = parts
    page, twin = write_board_report(board, rows, ranks, {}, MANIFEST, tmp_path)
    text, html = (file.read_text(encoding="utf-8") for file in (twin, page))
    for row in rows:
        cells = [row.what, row.where, show(row.measured), row.verdict]
        line = next(x for x in text.splitlines() if escape(row.what) in x and row.where in x)
        assert all(escape(cell) in line for cell in cells)
    assert html.count(" not run</td>") == sum(row.verdict == "not run" for row in rows)
    assert f"**{escape(headline(rows))}**" in text
    assert headline(rows) in html
    assert "claims" not in html


def test_the_ranking_names_the_first(parts, tmp_path):
    _, twin = write_board_report(*parts, {}, MANIFEST, tmp_path)
    text = twin.read_text(encoding="utf-8")
    assert "earned over the rounds: first is PacedKG, budget T." in text
    assert "For finding the place: first is Finder, budget T." in text
    assert "cheapbandits leaderboard --runs 4 --seed 0" in text


def test_the_page_asks_nobody_for_anything(parts, tmp_path):
    page, _ = write_board_report(*parts, {}, MANIFEST, tmp_path)
    assert not re.search(r"(src|href)=\"(?!#|data:)", page.read_text(encoding="utf-8"))


def test_the_terminal_shows_all_targets(parts):
    text = Console(width=120)
    with text.capture() as seen:
        text.print(target_table(parts[1]))
    lines = [
        line for line in seen.get().splitlines() if " at least " in line or " at most " in line
    ]
    assert len(lines) == 18
    assert all(line.split()[0] in ("✓✓", "✓", "✗", "?") for line in lines)


def test_files_hold_the_board(parts, tmp_path):
    board, rows, ranks = parts
    performances, runs, content = write_board(board, rows, ranks, tmp_path)
    assert len(performances.read_text().splitlines()) == 1 + 2 * 6
    assert len(runs.read_text().splitlines()) == 1 + 2 * 6 * 4
    read = json.loads(content.read_text())
    assert [t["verdict"] for t in read["targets"]] == [row.verdict for row in rows]
    assert read["ranking"]["find"][0]["policy"] == "Finder(budget=T)"
    assert read["targets"][0]["must"] == [0.9, None]
