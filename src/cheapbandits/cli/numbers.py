"""Numbers as they are typed: decimal, of ordinary digits, and no larger than anything needs.

The library behind the options takes what Python's ``int`` and ``float`` take: ``1_5``, other
scripts' digits, ``nan``, numbers of 400 digits that fail much later. All options are walked here
once, so that a new one cannot forget it.
"""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable
from functools import partial
from typing import Any, get_args, get_type_hints

import typer

from cheapbandits.cli.typed_words import read_as_typed
from cheapbandits.text import number_hint, parse_number, shown

__all__ = ["MOST", "check_numbers"]

#: The most of anything that is counted: rounds, runs, asks, processes, rows.
MOST = 1_000_000
#: The largest whole number that the database, and NumPy, can hold.
LARGEST = 2**63 - 1
_WORDS = ("nan", "inf", "infinity")
#: What people like to give as a share, and what they may do instead.
_IN_UNITS = {"tolerance": ", or leave it out for 5 % of the range", "noise": ""}
_COUNTS = frozenset({"horizon", "runs", "n", "rounds", "batch", "jobs", "last"})


def check_numbers(command: Any) -> None:
    """Let all numbers of a command, and of those within it, be read strictly; texts as typed."""
    hints = get_type_hints(inspect.unwrap(command.callback)) if command.callback else {}
    for parameter in command.params:
        hint = hints.get(parameter.name)
        kinds = {hint, *get_args(hint)}
        if int in kinds:
            most = MOST if parameter.name in _COUNTS else LARGEST
            _be_strict(parameter, partial(_whole, most=most, name=parameter.name))
        elif float in kinds:
            _be_strict(parameter, partial(_finite, name=parameter.name))
        elif str in kinds or list[str] in kinds:
            read_as_typed(parameter)
    for inner in getattr(command, "commands", {}).values():
        check_numbers(inner)


def _be_strict(parameter: Any, complaint: Callable[[str], str | None]) -> None:
    """Let a parameter refuse a text of which there is something to complain."""
    process = parameter.process_value

    def process_value(context: Any, value: Any) -> Any:
        wrong = complaint(value) if isinstance(value, str) else None
        if wrong is not None:
            said = f"'{shown(value)}' {wrong}"
            raise typer.BadParameter(said, ctx=context, param=parameter)
        return process(context, value)

    parameter.process_value = process_value


def _whole(text: str, most: int, name: str) -> str | None:
    if not re.fullmatch("[+-]?[0-9]+", text):
        if name == "ask":
            return (
                "is not the number of an ask: 'campaign ask' shows it; for a reading at a site "
                "that nobody asked for there is 'campaign observe'."
            )
        return "is not a whole number: write it as 3, or 12."
    if len(text) > len(str(LARGEST)) + 1 or abs(int(text)) > most:
        return f"is too large: at most {most:,}."
    return None


def _finite(text: str, name: str) -> str | None:
    if text.lower().lstrip("+-") in _WORDS:
        if name in _IN_UNITS:
            return "is no size: give a number, 0 or more, in the readings' units."
        return None  # whoever needs a finite number says so, in its own words
    number = parse_number(text)
    if number is None and name in _IN_UNITS and text.rstrip().endswith("%"):
        return f"is a share: give it in the readings' units{_IN_UNITS[name]}."
    if number is None:
        hint = number_hint(text)
        return f"is not a valid number: {hint or 'write it as -1.5 or 2e-3'}."
    return None if math.isfinite(number) else "is too large to be a number."
