"""What the key of an imported reading says in plain words: when, by whom, in which unit.

Keys are the only place where a campaign keeps what a file says beside a reading. A digest tells
whether two rows are the same to the letter; these words tell whether they mean the same, and
whether a file is of another unit or substance than those before it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import eq
from urllib.parse import parse_qsl, urlencode

from cheapbandits.campaign.moments import moment_in, unknown_month
from cheapbandits.campaign.said_dates import has_clock, is_day, may_be_one, plain_moment
from cheapbandits.campaign.same_parts import same_part
from cheapbandits.campaign.same_words import same_word
from cheapbandits.graphs.column_words import TOLD_BY
from cheapbandits.graphs.files.said_of_values import BY_HEADING, IN_BRACKETS
from cheapbandits.graphs.files.telling_columns import TELLING, plain_part

__all__ = [
    "OF_ALL",
    "in_words",
    "is_single",
    "moment_of",
    "of_other_record",
    "otherwise",
    "parts_in",
    "redated",
    "said_in",
    "same",
    "same_day",
    "same_record",
    "same_sample",
    "same_text",
    "sample_in",
]

#: What a file says of all its readings.
OF_ALL = ("unit", "substance", "matrix", "fraction", "statistic")
#: Who it was, and what the sample is called: this tells readings apart where both files say it.
_SAMPLES = ("sample_id", "sample")
_WHO = ("who", "team", "observer", "by", "assignee", "sample", "sample_id", "record")
#: And which of several it is. Of two values, one that says so is not that of one that does not.
_WHICH = ("visit", "round", "replicate", "rep", "depth")
_TELL = (*_WHO, *_WHICH)
_WHEN = tuple(name for name in TOLD_BY if name not in _TELL)
#: What is kept first where not all has room.
_FIRST = ("when", *OF_ALL, *_WHICH, *_WHO)


def in_words(beside: Mapping[str, str], said: Mapping[str, str], room: int) -> str:
    """Return what a row and its file say, as part of a key; what has no room is left out.

    Parameters
    ----------
    beside
        Cells of the row, by what their columns are called.
    said
        What the file says of all its rows.
    room
        How many characters there are: databases find a key by an index, which takes no long texts.
    """
    told = {name: beside.get(name, "").strip() for name in _TELL}
    told["when"] = plain_moment(" ".join(filter(None, (beside.get(k, "").strip() for k in _WHEN))))
    told |= parts_in(beside)
    found = {**told, **{what: said.get(what, "") for what in (*OF_ALL, IN_BRACKETS)}}
    found |= {name: word for name, word in said.items() if name.startswith(BY_HEADING)}
    text = _joined(found)
    if len(text) <= room:
        return text
    kept: dict[str, str] = {}
    for name in dict.fromkeys(("when", *parts_in(beside), *_FIRST, *found)):
        more = {**kept, name: found[name]}
        kept = more if len(_joined(more)) <= room else kept
    return _joined(kept)


def parts_in(beside: Mapping[str, str]) -> dict[str, str]:
    """Return what tells a row from others of its day, by heading; see :mod:`.telling_columns`."""
    found = {name: plain_part(cell) for name, cell in beside.items() if name[:1] == TELLING}
    return {name: word for name, word in sorted(found.items()) if word}


def _joined(found: Mapping[str, str]) -> str:
    return "~" + urlencode({name: word for name, word in found.items() if word})


def said_in(text: str | None) -> dict[str, str] | None:
    """Return what a part of a key says; ``None`` for a key of an older version, which is silent."""
    return None if text is None else dict(parse_qsl(text))


def same(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Tell whether two readings of one place and value are the same by all that is said of them."""
    return moment_of(one) == moment_of(other) and _alike(one, other)


def same_text(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Tell whether two rows of one file are, where S1 and s1 are two samples."""
    return one.get("when") == other.get("when") and _alike(one, other, eq, every=_WHICH)


def otherwise(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Tell whether two such may be the same, as their dates are written in two ways."""
    if moment_of(one) == moment_of(other):
        return False
    words = one.get("when", ""), other.get("when", "")
    return (may_be_one(*words) or unknown_month(*words)) and _alike(one, other)


def of_other_record(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Tell whether two may be the same though their records differ, as of a form that was edited.

    Such a form has a new id, and so have all rows of a layer that was made anew.
    """
    if not ("record" in one and "record" in other and moment_of(one) == moment_of(other)):
        return False
    return _alike(one, {name: word for name, word in other.items() if name != "record"})


def moment_of(says: Mapping[str, str]) -> str:
    """Return when a reading was taken, however it is written; nothing where it is not said."""
    return moment_in(says.get("when", ""))


def same_sample(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Tell whether two readings are of one sample, by its name and all else that both say."""
    return _one_sample(one, other) and _one_reading(one, other)


def redated(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Tell whether two readings are of one sample, by all that both say but for their dates."""
    days = one.get("when", ""), other.get("when", "")
    other_days = all(days) and days[0] != days[1]
    return _one_sample(one, other) and other_days and _alike(one, other, every=_WHICH)


def same_day(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Tell whether two readings are of one day, and nothing that both say tells them apart."""
    return is_day(one.get("when", "")) and _is_which(one, other) and same(one, other)


def same_record(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Tell whether two readings are of one record of a form, or of a map."""
    records = one.get("record", ""), other.get("record", "")
    return same_word(*records) and _one_reading(one, other)


def is_single(says: Mapping[str, str], *, sample: bool = True) -> bool:
    """Tell whether there is one such reading: it has a time of the day, a sample or a record."""
    named = (sample and sample_in(says)) or says.get("record")
    return bool(named) or has_clock(says.get("when", ""))


def sample_in(says: Mapping[str, str]) -> str:
    """Return what the sample of a reading is called."""
    return next((says[name] for name in _SAMPLES if name in says), "")


def _one_sample(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    first, second = sample_in(one), sample_in(other)
    return bool(first and second) and same_word(first, second)


def _one_reading(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Tell whether there may be one value only of what two readings say that they are of."""
    return _is_which(one, other) and (same(one, other) or otherwise(one, other))


def _is_which(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Tell whether both say which of several they are, or neither does."""
    return all(same_part(one.get(name, ""), other.get(name, "")) for name in _WHICH)


def _alike(
    one: Mapping[str, str],
    other: Mapping[str, str],
    agree: Callable[[str, str], bool] | None = None,
    every: Sequence[str] = (),
) -> bool:
    """Tell whether two agree in all that both say, and in some names even if one is silent."""
    both = [name for name in one.keys() & other.keys() if name in _TELL or name[0] == TELLING]
    return all(
        (agree or (same_word if name in _WHO else same_part))(
            one.get(name, ""), other.get(name, "")
        )
        for name in (*every, *both)
    )
