"""Rows of one file that stand there twice: an export that was pasted below itself, or its revision.

True repeats are kept, so it takes more than the same place and number. A time of the day, a sample
or the record of a form has one reading: with all cells the same it is a double, with another value
it is revised, and which of the two is right is not for us to say. Both are refused. Rows with a day
or nothing beside them may be repeats: that is said.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from cheapbandits.campaign.file_rows import more_like_it, named_as_site, row_of, take_again
from cheapbandits.campaign.key_says import is_single, moment_of, same_text, sample_in
from cheapbandits.campaign.said_dates import has_clock
from cheapbandits.errors import ParameterError
from cheapbandits.text import apart, shown

if TYPE_CHECKING:
    from cheapbandits.campaign.stored_readings import Given, Place
    from cheapbandits.graphs import Graph

__all__ = ["Doubled"]

#: Of how many readings of one place and sample it is asked.
_MOST = 100
_ONE = "a time of the day, sample or record has one reading"


class Doubled:
    """The rows of a file, and which of them are new."""

    def __init__(self, rows: Sequence[Given], new: Collection[int], graph: Graph) -> None:
        self._rows, self._new, self._graph = rows, {*new}, graph
        self._groups: dict[str, list[int]] = defaultdict(list)
        spots: dict[str, set[Place]] = defaultdict(set)
        for k, row in enumerate(rows):
            spots[sample_in(row.says)].add(row.place)
            if row.same_as and not row.names:
                self._groups[row.same_as].append(k)
        # One that stands at several places is numbered site by site, or is soil or water.
        self._ids = {word for word, found in spots.items() if word and len(found) == 1}

    def check(self, file: object, places: Sequence[str]) -> None:
        """Refuse doubles, and two values of one sample, of which one is new.

        Parameters
        ----------
        file, places
            The file, and where each row stands in it, for the message.
        """
        doubles = [
            (group[0], k)
            for group in self._groups.values()
            for k in group[1:]
            if {group[0], k} & self._new and self._is_single(self._rows[k])
        ]
        if doubles:
            what = "the same in all its cells as"
            self._refuse(file, places, doubles, what, f"delete the doubles ({_ONE})")
        if twice := self._written_twice():
            what = "the same reading, with its moment written in another way, as"
            self._refuse(file, places, twice, what, f"delete the doubles ({_ONE})")
        other = self._revised()
        if other:
            sample = shown(sample_in(self._rows[other[0][0]].says))
            what = f"sample '{sample}' has another reading than"
            mend = "delete the one that does not hold, tell them apart by a column replicate"
            self._refuse(file, places, other, what, mend)

    def note(self) -> str | None:
        """Return what to say of new rows that stand there several times; ``None`` if none do."""
        new = Counter(
            first for first, group in self._groups.items() for k in group[1:] if k in self._new
        )
        if not new:
            return None
        return (
            f"{sum(new.values())} of the {len(self._new)} new readings are the same as another row "
            "of the file in all its cells, and are taken as repeats: if they are doubles, strike "
            "them"
        )

    def _is_single(self, row: Given) -> bool:
        return is_single(row.says, sample=self._names_sample(row))

    def _names_sample(self, row: Given) -> bool:
        """Tell whether the sample of a row is no site, and no kind of samples."""
        word = sample_in(row.says)
        return word in self._ids and not named_as_site(self._graph, row.says, row.place)

    def _written_twice(self) -> list[tuple[int, int]]:
        """Return pairs of rows of one moment that is written in two ways, and alike otherwise."""
        found: dict[tuple[object, ...], int] = {}
        pairs = []
        for k, row in enumerate(self._rows):
            if row.names or not has_clock(row.says.get("when", "")):
                continue
            rest = frozenset((name, word) for name, word in row.says.items() if name != "when")
            first = found.setdefault((row.place, row.reading, moment_of(row.says), rest), k)
            other = self._rows[first].says["when"] != row.says["when"]
            if other and {first, k} & self._new:
                pairs.append((first, k))
        return pairs

    def _revised(self) -> list[tuple[int, int]]:
        """Return pairs of rows of one sample that differ in what was read."""
        found: dict[str, list[int]] = defaultdict(list)
        pairs = []
        for k, row in enumerate(self._rows):
            if row.names or not self._names_sample(row):
                continue
            before = found[sample_in(row.says)]
            for j in islice(before, _MOST):
                other = self._rows[j]
                differs = other.reading != row.reading and {j, k} & self._new
                if differs and same_text(other.says, row.says):
                    pairs.append((j, k))
                    break
            before.append(k)
        return pairs

    def _refuse(
        self,
        file: object,
        places: Sequence[str],
        pairs: Sequence[tuple[int, int]],
        what: str,
        mend: str,
    ) -> None:
        one, other = pairs[0]
        before = "".join(places[one : one + 1]) or "another row"
        values = self._rows[one].reading, self._rows[other].reading
        there, here = apart(*values)
        told = f" ({here}, and {there} there)" if values[0] != values[1] else ""
        # All rows of a file are taken again, and some may be stored.
        again = take_again(len(self._new) < len(self._rows))
        raise ParameterError(
            f"{row_of(file, places, other)}: {what} {before}{told}{more_like_it(pairs)}; {mend}, "
            f"or, if both are readings, {again}"
        )
