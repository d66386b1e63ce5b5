"""The table in the terminal."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from cheapbandits.report import verdict_table
from cheapbandits.report.verdicts import LOOKS
from tests.report.samples import claims


@pytest.mark.parametrize("width", [200, 80, 60])
def test_one_line_a_claim_at_any_width(width: int) -> None:
    console = Console(file=StringIO(), width=width)
    console.print(verdict_table(claims()))
    lines = console.file.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    for claim in claims():
        matching = [line for line in lines if claim.claim[:20] in line]
        assert matching
        assert any(LOOKS[claim.verdict].sign in line for line in matching)


def test_brackets_are_no_markup_and_verdicts_are_words() -> None:
    console = Console(file=StringIO(), width=100)
    console.print(verdict_table(claims()))
    text = console.file.getvalue()
    assert "0.143 [0.125, 0.167]" in text
    assert "Regret, measured" in text
    assert "[link]" in text
    for words in ("✓ holds", "✗ does not hold", "? undecided", "∅ ill-posed"):
        assert words in text
