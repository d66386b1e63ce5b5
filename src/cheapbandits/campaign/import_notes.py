"""What is said of a file of readings that was taken, and may not be what it seems."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from cheapbandits.campaign.file_rows import take_again
from cheapbandits.campaign.key_says import moment_of, same_sample, sample_in
from cheapbandits.campaign.known_readings import Known
from cheapbandits.campaign.named_unit import may_be_other_unit
from cheapbandits.campaign.negative_limits import negative_limits
from cheapbandits.campaign.other_brackets import of_other_brackets
from cheapbandits.campaign.same_words import plain_word
from cheapbandits.campaign.stored_readings import Given, Place, Stored
from cheapbandits.campaign.unlike import unlike_before
from cheapbandits.graphs.files.said_of_values import BY_HEADING
from cheapbandits.graphs.files.telling_columns import depth_in
from cheapbandits.graphs.files.value_words import ANY_VALUES
from cheapbandits.graphs.plain_names import plain_name, plain_quantity
from cheapbandits.store.advice import command
from cheapbandits.text import shown

__all__ = ["notes_on", "of_other_date"]

_MOST_LISTED = 4
#: Of how many readings of one sample it is asked where they are.
_MOST = 100


def notes_on(
    there: Known,
    fresh: Sequence[Given],
    others: Sequence[int],
    more: Sequence[str | None] = (),
    known: Sequence[Given] = (),
) -> tuple[str, ...]:
    """Return what to say of readings that are new, and of such as are left out.

    Parameters
    ----------
    there
        What the campaign had before.
    fresh
        What is new in the file.
    others
        Stored readings of whose place and day, or record, these have another value.
    more
        What else is to be said of them.
    known
        What is left out of the file, as it is there already.
    """
    found = [
        *more,
        _of_day(others, len(fresh)),
        _renamed(there, fresh),
        _of_other_words(there, fresh),
        of_other_brackets(there.stored, fresh),
        may_be_other_unit(there.name, fresh),
    ]
    found += [_moved(there, fresh), _of_other_depth(there, fresh), _unlike(there, fresh)]
    found.append(negative_limits([row.reading for row in fresh]))
    strike = command("annul", there.name, "NUMBER", "--observation")
    how = f"({strike}; campaign history has the numbers)"
    out = _said_otherwise(there, known)
    told = [f"{said} {how}" for said in found if said is not None]
    if out is not None:
        told.append(
            f"{out}: are the {len(known)} readings that are left out others than those? If so, "
            f"{take_again(bool(fresh))}"
        )
    return tuple(told)


def of_other_date(stored: Sequence[int]) -> str | None:
    """Return what to say of stored samples that the file has with another date."""
    if not stored:
        return None
    return (
        f"{len(stored)} of the new readings have the place, sample and value of stored ones, and "
        "another date: if their dates were corrected, strike the older ones, observations "
        f"{_numbers(stored)}"
    )


def _numbers(found: Sequence[int]) -> str:
    return ", ".join(map(str, found[:_MOST_LISTED])) + ", ..." * (len(found) > _MOST_LISTED)


def _of_day(others: Sequence[int], new: int) -> str | None:
    if not others:
        return None
    return (
        f"{len(others)} of the {new} new readings have the place and date, or record, of stored "
        "ones, and another value (a column time, sample_id or replicate tells readings of one day "
        f"apart): if they replace those, strike the older ones, observations {_numbers(others)}"
    )


def _renamed(there: Known, fresh: Sequence[Given]) -> str | None:
    """Return what to say where readings are called otherwise than before.

    A heading calls them so, or a column of substances beside one of any values.
    """
    before = (name for one in there.stored if one.counts and (name := _called(one)))
    now = next((name for row in fresh if (name := _called(row))), None)
    names = [*dict.fromkeys(before)]
    if now is None or not names or any(_may_be_one(name, now) for name in names):
        return None
    listed = " or ".join(f"'{shown(name)}'" for name, _ in names[:_MOST_LISTED])
    said = (
        f"the readings were called {listed} before, and are called '{shown(now[0])}' now: if that "
        "is another quantity or unit, strike the new readings"
    )
    again = _called_anew(there, fresh)
    if not again:
        return said
    return (
        f"{said}. {again} of them have the place, date and value of stored ones: if it is the same "
        "quantity, strike these, as they count twice"
    )


def _called_anew(there: Known, fresh: Sequence[Given]) -> int:
    """Return how many new readings would be stored ones, but for what these are called."""
    free = Counter(
        (one.place, one.reading, moment_of(one.says))
        for one in there.stored
        if one.counts and not one.met
    )
    new = Counter((row.place, row.reading, moment_of(row.says)) for row in fresh if row.column)
    return (free & new).total()


def _of_other_words(there: Known, fresh: Sequence[Given]) -> str | None:
    said = _said_otherwise(there, fresh)
    return said and f"{said}: another quantity? If so, strike the new readings"


def _said_otherwise(there: Known, fresh: Sequence[Given]) -> str | None:
    """Return what to say where a column has one word in all rows, and had another one before."""
    before: dict[str, dict[str, Stored]] = defaultdict(dict)
    for one in there.stored if any(map(_by_heading, fresh)) else ():
        for name, word in _by_heading(one) if one.counts else ():
            before[plain_name(name)].setdefault(word.casefold(), one)
    now = dict(pair for row in fresh for pair in _by_heading(row))
    other = []
    for name, word in now.items():
        known = before.get(plain_name(name), {})
        if known and word.casefold() not in known:
            one = next(iter(known.values()))
            was = next(old for heading, old in _by_heading(one) if _is_one(heading, name))
            other.append(
                f"'{shown(name)}' is '{shown(word)}' in this file and was '{shown(was)}' in those "
                f"before (observation {one.number})"
            )
    return "; ".join(other) or None


def _by_heading(one: Given | Stored) -> list[tuple[str, str]]:
    """Return the words that all rows of a file have, with their headings."""
    return [(name[1:], word) for name, word in one.says.items() if name.startswith(BY_HEADING)]


def _is_one(heading: str, other: str) -> bool:
    return plain_name(heading) == plain_name(other)


def _moved(there: Known, fresh: Sequence[Given]) -> str | None:
    """Return what to say where samples are stored at other sites, and in no row of the file."""
    before: dict[str, list[Stored]] = defaultdict(list)
    for one in there.stored:
        if one.counts and sample_in(one.says):
            before[plain_word(sample_in(one.says))].append(one)
    if any(len({one.place for one in found}) > 1 for found in before.values()):
        return None  # numbered site by site
    moved = {
        sample_in(row.says)
        for row in fresh
        for one in before.get(plain_word(sample_in(row.says)), [])[:_MOST]
        if one.place != row.place and not one.met and same_sample(one.says, row.says)
    }
    if not moved:
        return None
    return (
        f"{len(moved)} of the samples are stored at other sites, such as '{shown(min(moved))}': if "
        "their sites were corrected, strike the older readings"
    )


def _of_other_depth(there: Known, fresh: Sequence[Given]) -> str | None:
    """Return what to say where sites have readings of another depth than the new ones."""
    depths: dict[tuple[Place, str], set[tuple[float | str, ...]]] = defaultdict(set)
    for one in there.stored:
        if one.counts and (found := depth_in(one.says)) is not None:
            depths[one.place, found[0]].add(found[1])
    told = ((row.place, found) for row in fresh if (found := depth_in(row.says)) is not None)
    known = ((depth, depths.get((place, kind), ())) for place, (kind, depth) in told)
    other = [depth for depth, before in known if before and depth not in before]
    if not other:
        return None
    words = "-".join(f"{part:g}" if isinstance(part, float) else part for part in other[0])
    return (
        f"{len(other)} of the new readings are of another depth ('{shown(words)}') than those "
        "of their sites before, and a site has one value here: if one depth is meant, strike the "
        "others"
    )


def _called(one: Given | Stored) -> tuple[str, bool] | None:
    """Return what a reading is called, and whether by a heading; ``None`` for any values."""
    if one.column and one.column not in ANY_VALUES:
        return one.column, True
    substance = plain_quantity(one.says.get("substance", ""))
    return (substance, False) if substance else None


def _may_be_one(before: tuple[str, bool], now: tuple[str, bool]) -> bool:
    """Tell whether two names are the same, or a substance is part of a heading: zinc_mg_kg."""
    (one, by_heading), (other, also) = before, now
    if by_heading == also:
        return one == other
    return other in one if by_heading else one in other


def _unlike(there: Known, fresh: Sequence[Given]) -> str | None:
    before = [
        (sorted(row["nodes"]), row["reading"])
        for row in there.history
        if row["reading"] is not None and row["status"] != "annulled"
    ]
    odd = unlike_before(before, [(row.place[0], row.reading) for row in fresh])
    return None if odd is None else f"{odd} If so, strike the new ones"
