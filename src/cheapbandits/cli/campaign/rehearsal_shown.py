"""A rehearsal as people read it: a table of 80 columns, lines of dots, an answer."""

from __future__ import annotations

import math
import textwrap
from typing import TYPE_CHECKING

from cheapbandits.campaign.rehearsal.contenders import RANDOM
from cheapbandits.canvas.dots import Dots, text_dots
from cheapbandits.cli.plain import plain

if TYPE_CHECKING:
    from rich.table import Table

    from cheapbandits.campaign.rehearsal import Compared, Row
    from cheapbandits.metrics import MeanInterval

__all__ = ["pictures", "print_compared"]

#: A table fits here, whatever the window.
_WIDE = 80
#: Numbers from here on are written with an exponent.
_LARGE = 1e7


def pictures(result: Compared) -> list[Dots]:
    """Return what is drawn: how far below the hottest the places were, and what was spent."""
    labels = tuple(_label(row) for row in result.rows)
    main = next((i for i, row in enumerate(result.rows) if row.chosen), -1)
    panels = []
    for title, measure in (("below the hottest", "regret"), ("cost", "cost")):
        found: list[MeanInterval] = [getattr(row, measure) for row in result.rows]
        means = tuple(one.mean for one in found)
        lows, highs = tuple(one.low for one in found), tuple(one.high for one in found)
        panels.append(Dots(title, labels, means, lows, highs, main))
    return panels


def print_compared(result: Compared, about: str) -> None:
    """Print the table, the dots and the answer."""
    from rich.console import Console

    if not result.rows:
        print("nothing was played to its end yet")
        return
    Console(width=_WIDE).print(_table(result))
    runs = max(row.runs for row in result.rows)
    print(f"* the campaign's settings; {_runs(runs)} on {about}.")
    print(f"found: within {_short(result.tolerance)} of the hottest. ±: 95 % intervals.")
    print("\nbelow the hottest (nearer to | is better)")
    for line in text_dots(pictures(result)[0], _WIDE - 20):
        print(line)
    print()
    print(textwrap.fill(answer(result), _WIDE))
    if result.winner is not None and len(result.rows) > 1:
        print(textwrap.fill(f"{plain(result.winner.why)}.", _WIDE))


def _table(result: Compared) -> Table:
    from rich.text import Text

    from cheapbandits.cli.campaign.shown import table

    numbers = ("reads", "cost", "below the hottest", "less random's", "found")
    made = table("who", *numbers, right=numbers)
    made.columns[0].no_wrap = True
    made.columns[3].no_wrap = made.columns[4].no_wrap = False
    places = _places(max(row.regret.mean for row in result.rows))
    for row in result.rows:
        cells = (
            plain(_label(row)),
            _short(row.rounds),
            _short(row.cost.mean),
            _interval(row.regret, places),
            "" if row.against_random is None else _interval(row.against_random, places),
            f"{row.found:.0%}",
        )
        made.add_row(*map(Text, cells), style="bold" if row.chosen else None)
    return made


def answer(result: Compared) -> str:
    """Return the one sentence."""
    chosen = next((row.name for row in result.rows if row.chosen), "")
    given = result.answer
    if chosen == RANDOM:
        return "The campaign itself samples at random: see who does better above."
    if given is None:
        return "Does it beat random sampling here? Not played far enough to say."
    return f"Does {plain(chosen)} beat random sampling here? {given.answer}: {given.why}."


def _label(row: Row) -> str:
    return f"{row.name} *" if row.chosen else row.name


def _runs(n: int) -> str:
    return "1 run" if n == 1 else f"{n:,} runs"


def _interval(found: MeanInterval, places: int) -> str:
    mean = f"{found.mean:z,.{places}f}" if abs(found.mean) < _LARGE else f"{found.mean:.3g}"
    half = found.high - found.mean
    if not math.isfinite(half) or (found.mean == 0 and half == 0):
        return mean
    return f"{mean} ± {f'{half:,.{places}f}' if half < _LARGE else f'{half:.3g}'}"


def _places(reach: float) -> int:
    """Return how many decimals show the largest of some numbers in three digits."""
    return 0 if reach <= 0 else min(max(2 - math.floor(math.log10(reach)), 0), 6)


def _short(value: float) -> str:
    """Return a number in about three digits, whole from 100 on."""
    return f"{value:,.0f}" if 100 <= abs(value) < 1e7 else f"{value:.3g}"
