"""The table in the terminal."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from cheapbandits.report import verdict_table
from tests.report.samples import claims


@pytest.mark.parametrize("width", [200, 80, 60])
def test_at_most_80_columns_and_every_claim(width: int) -> None:
    console = Console(file=StringIO(), width=width)
    console.print(verdict_table(claims()))
    text = console.file.getvalue()
    assert max(map(len, text.splitlines())) <= min(80, width)
    for number in (0, 1, 2, 5, 6, 7, 8, 9):
        assert f"claim {number} of ten" in " ".join(text.split())


def test_brackets_are_no_markup_and_verdicts_are_words() -> None:
    console = Console(file=StringIO(), width=100)
    console.print(verdict_table(claims()))
    text = console.file.getvalue()
    assert "0.143 [0.125, 0.167]" in text
    assert "[link]" in text
    for words in ("✓ holds", "✗ does not hold", "? cannot be tested", "Of 10 claims"):
        assert words in text
