"""Which readings of a file a campaign has already: by what they say, not by how it is written.

A reading's key is made of its nodes, what was read, when and by whom as far as the file says so,
and how many such stand above it there. So a file that is sorted anew, cut or grown gives the same
keys for the same readings, and a true repeat within one file is kept. The key of a row of an export
is its origin, see :mod:`.origins`. What else a key says is in :mod:`.key_says`.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cheapbandits.campaign.by_chance import not_by_chance
from cheapbandits.campaign.by_hand import entered_before
from cheapbandits.campaign.changed_over import ChangedOver, of_changed_date
from cheapbandits.campaign.cut_rows import CutRows
from cheapbandits.campaign.doubled import Doubled
from cheapbandits.campaign.import_notes import notes_on, of_other_date
from cheapbandits.campaign.key_says import in_words, parts_in
from cheapbandits.campaign.known_readings import Known
from cheapbandits.campaign.named_unit import check_named_unit
from cheapbandits.campaign.readings import check_room
from cheapbandits.campaign.revised import Revised
from cheapbandits.campaign.same_numbers import Rounded, numbers_again
from cheapbandits.campaign.stored_readings import Row, given_of, plain_column
from cheapbandits.campaign.told_again import ToldAgain
from cheapbandits.campaign.unchanged import check_one_each, check_unchanged
from cheapbandits.checks import indices
from cheapbandits.graphs.column_words import TOLD_BY
from cheapbandits.store.names import LONGEST_LABEL

if TYPE_CHECKING:
    from cheapbandits.campaign.campaign import Campaign

__all__ = ["Recorded", "key_of", "record"]

#: So much of a column's name is part of a key.
_LONGEST_COLUMN = 150


@dataclass(frozen=True)
class Recorded:
    """How many readings were new, and how many were there already.

    ``alike`` of the new ones have the place and value of stored ones, and a date that is written
    otherwise, or are these rounded, so that they may be the same. ``notes`` say what else may be
    wrong with the new ones, whose numbers ``observations`` has; those of ``twice`` were there
    already, and were taken once more. ``left_out`` are the rows that were not, counted from 0.
    """

    new: int
    known: int
    alike: int = 0
    notes: tuple[str, ...] = ()
    observations: range = field(default=range(0), compare=False)
    twice: range = field(default=range(0), compare=False)
    left_out: tuple[int, ...] = field(default=(), compare=False)


def key_of(
    content: Sequence[Any],
    beside: Mapping[str, str],
    seen: Counter[str],
    column: str | None,
    said: Mapping[str, str],
) -> str:
    """Return the key of a reading that has no origin.

    Parameters
    ----------
    content
        Its nodes, what was read, and weights where there are some.
    beside
        What else its row says.
    seen
        How often each reading has come in this file so far; counts on.
    column
        Where the file is a table of sites, what it calls the column of the readings. Of two
        columns of one table, neither called as any values are, each has readings of its own.
    said
        What the file says of all its readings, see :func:`.said_of_values`.
    """
    names = (*TOLD_BY, "record")
    told = [(name, beside[name].strip()) for name in names if beside.get(name, "").strip()]
    text = repr((*content, *told, *parts_in(beside).items())).encode()
    digest = hashlib.blake2b(text, digest_size=16).hexdigest()
    seen[digest] += 1
    name = plain_column(column)
    last = "" if name is None else f"@{name}"[:_LONGEST_COLUMN]
    first = f"import:{digest}#{seen[digest] - 1}"
    return first + in_words(beside, said, LONGEST_LABEL - len(first) - len(last)) + last


def record(
    campaign: Campaign,
    rows: Iterable[Row],
    *,
    again: bool = False,
    file: object = "the file",
    places: Sequence[str] = (),
) -> Recorded:
    """Record the readings of a file, all or none, but for those that are there already.

    Parameters
    ----------
    campaign
        Where they go.
    rows
        As :func:`.importing.read_import` gives them (:attr:`.ReadingRow.given`).
    again
        Whether to take those that are there already, too: the same was read once more.
    file
        What to call the file in an error.
    places
        Where each row stands in it, such as ``line 2``.
    """
    given = [given_of(row) for row in rows]
    if not given:
        return Recorded(0, 0)
    there = Known(campaign)
    there.check_said(given, file)
    check_named_unit(there, given, file, again=again)
    check_one_each(given, file, places)
    cut = CutRows(there)
    if not again:
        cut.check(given, file, places)
        check_unchanged(there, given, file, places)
    exact = [there.has(row) for row in given]  # all of them, before others are compared
    told = ToldAgain(there)
    met = [
        found or told.has(row) or cut.has(row) or there.has_same(row)
        for row, found in zip(given, exact, strict=True)
    ]
    new_ones = [k for k, found in enumerate(met) if not found]
    fresh = [given[k] for k in new_ones]
    alike = [there.has_otherwise(row) for row in fresh]
    revised = Revised(there.stored, campaign)
    doubled = Doubled(given, new_ones, campaign.graph)
    if not again:
        doubled.check(file, places)
        revised.check(fresh, file, [place for k in new_ones for place in places[k : k + 1]])
    unmet = [row for row, found in zip(fresh, alike, strict=True) if not found]
    rounded = iter(Rounded(there.stored).among(unmet))
    alike = [found or next(rounded) for found in alike]
    more = [doubled.note()] if not again else []
    others = [row for row, found in zip(fresh, alike, strict=True) if not found and not row.names]
    redated = revised.redated(others)
    more.append(of_other_date([*redated.values()]))
    rest = [row for k, row in enumerate(others) if k not in redated]
    changed = ChangedOver(there.stored).among(rest)
    more.append(of_changed_date([*changed.values()], len(fresh)))
    rest = [row for k, row in enumerate(rest) if k not in changed]
    more.append(numbers_again(there.stored, rest) or not_by_chance(there.stored, rest))
    if not again:
        more.append(entered_before(there, rest, len(fresh)))
    out = [row for row, found in zip(given, met, strict=True) if found and not again]
    notes = notes_on(there, fresh, revised.others(fresh), more, out)
    taken = [row.row for row in fresh]
    if again:
        known = [row.row for row, found in zip(given, met, strict=True) if found]
        taken += [(nodes, reading, None, *rest) for nodes, reading, _, *rest in known]
    check_room(campaign.spec.policy, there.counted + len(taken))
    numbers = campaign.observe_rows([(indices(nodes), *rest) for nodes, *rest in taken])
    about = sum(alike), notes, numbers, numbers[len(fresh) :]
    left = () if again else tuple(k for k, found in enumerate(met) if found)
    return Recorded(len(numbers), len(given) - len(numbers), *about, left)
