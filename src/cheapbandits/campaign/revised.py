"""Readings of a file that may replace stored ones: a laboratory sends its report again, revised.

The row has the place of a stored reading, and another value. Where it is of the same sample there
is one reading of it, and which of the two is right is not for us to say: it is refused. Where only
the day is the same, or the record of a form or map, it may have been read twice: that is said. So
it is where a sample and its value are stored under another date.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from cheapbandits.campaign.file_rows import more_like_it, named_as_site, row_of
from cheapbandits.campaign.key_says import redated, same_day, same_record, same_sample, sample_in
from cheapbandits.campaign.same_words import ByWord
from cheapbandits.campaign.stored_readings import Given, Stored, fits
from cheapbandits.errors import ParameterError
from cheapbandits.store.advice import command
from cheapbandits.text import apart, shown

if TYPE_CHECKING:
    from cheapbandits.campaign.campaign import Campaign

__all__ = ["Revised"]

#: Of how many readings of one place and sample, or place and day, it is asked.
_MOST = 100
_Agree = Callable[[Mapping[str, str], Mapping[str, str]], bool]
_Found = ByWord[Stored]


class Revised:
    """Readings from files that no row has met: a row may be a new version of one of them."""

    def __init__(self, stored: Iterable[Stored], campaign: Campaign) -> None:
        self._graph, self._name = campaign.graph, campaign.name
        self._samples, self._days, self._records = _Found(), _Found(), _Found()
        for one in stored:
            if one.counts and not one.met:
                self._samples.add(one.place, sample_in(one.says), one)
                self._days.add(one.place, _when(one.says), one)
                self._records.add(one.place, _record(one.says), one)

    def check(self, rows: Sequence[Given], file: object, places: Sequence[str]) -> None:
        """Refuse another value of a sample that has one.

        Parameters
        ----------
        rows
            As they would be recorded.
        file, places
            The file, and where each row stands in it, for the message.
        """
        found = [
            (k, one)
            for k, row in enumerate(rows)
            if (one := self._met(row, sample_in, self._samples, same_sample)) is not None
        ]
        if not found:
            return
        k, one = found[0]
        reading, node = rows[k].reading, one.place[0][0]
        sample, where = shown(sample_in(one.says)), shown(self._graph.name(node))
        correct = command("correct", self._name, one.number, repr(reading), "--observation")
        given, stored = apart(reading, one.reading)
        raise ParameterError(
            f"{row_of(file, places, k)}: sample '{sample}' of '{where}' has the reading "
            f"{given} here, and {stored} in observation {one.number}, imported "
            f"before{more_like_it(found)}. If it was revised, correct that one ({correct}) and "
            "import the file again; if both are readings, import such rows as a file of their own "
            "with --again (again=True), or with their days in a column date; "
            "another quantity needs a campaign of its own"
        )

    def others(self, rows: Sequence[Given]) -> list[int]:
        """Return the numbers of readings that rows have another value of, by day or record."""
        return [one.number for row in rows if (one := self._other(row)) is not None]

    def redated(self, rows: Sequence[Given]) -> dict[int, int]:
        """Return which rows are a stored sample with its value under another date, and its number.

        Each stored reading is met once. Samples may be numbered anew on each day: it is only told.
        """
        found: dict[int, int] = {}
        for k, row in enumerate(rows):
            sample = sample_in(row.says)
            if not sample or named_as_site(self._graph, row.says, row.place):
                continue
            for one in islice(self._samples.of(row.place, sample), _MOST):
                free = not one.met and one.reading == row.reading and fits(one.column, row.column)
                if free and redated(one.says, row.says):
                    one.met, found[k] = True, one.number
                    break
        return found

    def _other(self, row: Given) -> Stored | None:
        """Return another value of a row's place and day, or record; each is met once."""
        roads = (_when, self._days, same_day), (_record, self._records, same_record)
        for word, found, agree in roads:
            one = self._met(row, word, found, agree)
            if one is not None:
                one.met = True
                found.remove(one.place, word(one.says), one)
                return one
        return None

    def _met(
        self, row: Given, key: Callable[[Mapping[str, str]], str], found: _Found, agree: _Agree
    ) -> Stored | None:
        word = key(row.says)
        if not word:
            return None
        if self._is_site(found, row):
            return None
        for one in islice(found.of(row.place, word), _MOST):
            if one.met or one.reading == row.reading or not fits(one.column, row.column):
                continue
            if agree(one.says, row.says) and not self._is_site(found, one):
                return one
        return None

    def _is_site(self, found: _Found, one: Given | Stored) -> bool:
        """Tell whether what is looked for by its sample has none but the name of its site."""
        return found is self._samples and named_as_site(self._graph, one.says, one.place)


def _when(says: Mapping[str, str]) -> str:
    return says.get("when", "")


def _record(says: Mapping[str, str]) -> str:
    return says.get("record", "")
