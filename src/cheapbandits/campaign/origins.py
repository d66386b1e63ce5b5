"""Which reading a reading is, wherever it goes: its origin, the same in every campaign that has it.

A campaign's own ask or observation has its number there and the moment, to the microsecond, at
which it was asked for or told; one from a file has the key that :mod:`.import_keys` made of what
the file says. Exports carry it, and an import or a clone keeps it as the key of the observation.
The moment tells campaigns apart, also two that were one until their database was copied: they have
the same id, and the same numbers for other readings.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from cheapbandits.errors import ParameterError
from cheapbandits.store.names import LONGEST_LABEL
from cheapbandits.text import shown

if TYPE_CHECKING:
    from cheapbandits.store import Event

__all__ = [
    "Which",
    "events_of",
    "names_in",
    "number_in",
    "origin_of",
    "own_origin",
    "values_in",
    "which_in",
    "which_of",
]

#: Columns of an export that tell one reading of a campaign from another.
EXPORTED = ("ask", "observation")
#: Ask or observation, and its number.
Which = tuple[str, int]

_SHAPE = re.compile(
    r"export:(?:ask|observation):[1-9][0-9]{0,17}:[0-9A-Za-z][0-9A-Za-z:.+ /-]{0,59}"
    r"|import:[0-9a-f]{32}(?::[0-9]{1,9}|#[0-9]{1,9})"
    r"(?::.+|(?:~[0-9A-Za-z_.~%+&=-]*)?(?:@.+)?)"
)
_OWN = re.compile(r"export:(ask|observation):([1-9][0-9]{0,17}):")
#: A whole number, as a program writes it that has none with gaps between them.
_NUMBER = re.compile(r"0*([1-9][0-9]{0,17})(?:\.0*)?", re.ASCII)


def own_origin(kind: str, number: int, at: str) -> str:
    """Return the origin of an ask or observation of a campaign's own."""
    return f"export:{kind}:{number}:{at}"


def origin_of(number: int, at: str, key: str | None) -> str:
    """Return the origin of an observation: its key where that is one, not somebody's own word."""
    return key if key is not None and _is_one(key) else own_origin("observation", number, at)


def names_in(beside: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of a row of an export, its origin first; none where it is no such row.

    An export of an older version has no such column: there a reading is what it is in the campaign
    that was exported. It is that one here, too, as somebody may have imported the older export.
    """
    from cheapbandits.campaign.exports.spreadsheet import armed  # a look needs no exports

    cell = armed(beside.get("origin", "").strip())
    names = [cell] if _is_one(cell) else []
    if (
        cell
        and not names
        and ({"center", "place"} <= beside.keys() or cell.startswith(("export:", "import:")))
    ):
        raise ParameterError(
            f"the origin '{shown(cell)}' is none that an export writes; take it from the export, "
            "or leave the cell empty where the reading is another one"
        )
    which, at = number_in(beside), beside.get("asked") or beside.get("told")
    if which is not None and at:
        names.append(own_origin(*which, at))
    return tuple(dict.fromkeys(names))


def number_in(beside: Mapping[str, str]) -> Which | None:
    """Return which ask or observation a row of an export says that it is."""
    cells = {kind: _NUMBER.fullmatch(beside.get(kind, "").strip()) for kind in EXPORTED}
    return next(((kind, int(cell[1])) for kind, cell in cells.items() if cell), None)


def which_in(origin: str | None) -> Which | None:
    """Return which ask or observation a reading was where it was first recorded, if one."""
    found = _OWN.match(origin or "")
    return None if found is None else (found[1], int(found[2]))


def values_in(events: Iterable[Event]) -> dict[Which, list[float]]:
    """Return what every ask and observation was said to read, in order: the last one counts."""
    found: dict[Which, list[float]] = defaultdict(list)
    for event in events:
        if event.kind == "observe":
            found["observation", event.seq].append(event.body["reading"])
        elif event.kind in ("tell", "correct"):
            kind = EXPORTED[event.ask is None]
            number = event.body["observation"] if event.ask is None else event.ask
            found[kind, number].append(event.body["reading"])
    return dict(found)


def events_of(events: Iterable[Event]) -> dict[Which, Event]:
    """Return the event of every reading, and of every ask that has none."""
    found: dict[Which, Event] = {}
    for event in events:
        if event.kind == "observe":
            found["observation", event.seq] = event
        elif event.kind in ("ask", "tell") and event.ask is not None:
            found["ask", event.ask] = event
    return found


def which_of(row: Mapping[str, Any]) -> Which:
    """Return which ask or observation a row of the history is."""
    kind = EXPORTED[row["ask"] is None]
    return kind, row[kind]


def _is_one(text: str) -> bool:
    return len(text) <= LONGEST_LABEL and text.isprintable() and _SHAPE.fullmatch(text) is not None
