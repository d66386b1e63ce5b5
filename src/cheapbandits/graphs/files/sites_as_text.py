"""A table of sites as text: where coordinates, names and values stand, by the lines of a file."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from shlex import quote
from typing import TYPE_CHECKING, Literal, TypeVar

import numpy as np

from cheapbandits.errors import CheapBanditsError, GraphError
from cheapbandits.graphs.beside_places import Odd, other_datum, other_meaning
from cheapbandits.graphs.column_names import place_of
from cheapbandits.graphs.files.cell_formats import check_axes, check_shown, check_signs
from cheapbandits.graphs.files.formats import SIBLINGS
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.heading_units import heading_unit
from cheapbandits.graphs.files.node_numbers import NO_NAMES
from cheapbandits.graphs.files.not_here import unit_row
from cheapbandits.graphs.files.passed_over import passed_over
from cheapbandits.graphs.files.row_numbers import column_of_sites
from cheapbandits.graphs.files.unclear import SECOND, may_be_names
from cheapbandits.graphs.files.weight_column import check_points, decimal_comma, hint
from cheapbandits.graphs.row_names import NodeNames
from cheapbandits.graphs.site_columns import (
    asked_meaning,
    find_coordinates,
    system_of_columns,
    title_above,
)
from cheapbandits.graphs.spoilt_names import spoilt_name
from cheapbandits.graphs.summary_rows import find_summary
from cheapbandits.graphs.told_apart import told_apart
from cheapbandits.graphs.which_column import Place, check_nested, coordinate_pairs, find_names
from cheapbandits.text import MISSING, parse_number, shown, single_blanks

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["SiteTable"]

T = TypeVar("T")

#: What spreadsheets show of 330238, and save.
_SHORTENED = re.compile(r"[-+]?[0-9][.,][0-9]{2}E\+[0-9]{2}")
#: An apostrophe before three digits parts thousands.
_ANGLE = re.compile("[0-9] *(?:[°º˚]|['\u2032\u2019](?![0-9]{3}(?![0-9])))")
_DECIMAL = (
    "write decimal degrees: degrees + minutes/60 + seconds/3600, to the south and west with a "
    "minus sign"
)


@dataclass(frozen=True)
class SiteTable:
    """A table as text: a column is a list of cells, ``lines`` says where each row stands.

    ``head`` is the line of the header; ``None`` where columns have names without one.
    """

    source: Source
    head: int | None
    columns: list[str]
    header: bool
    lines: list[int]
    cells: list[list[str]]
    #: What divided the columns; empty where nothing did, as in a workbook.
    delimiter: str = ""
    #: What a workbook shows beside the numbers of a column, where it does: per row.
    units: Mapping[int, list[str]] = field(default_factory=dict)

    def place(self, x: str | None = None, y: str | None = None) -> Place:
        """Return where the coordinates are."""
        if not self.header and x is None and y is None:
            if len(self.columns) < 2:
                raise self._at_head("one column; a site needs two coordinates")
            if title := self._title():
                raise self._at_head(f"this is no header of sites{title}")
            if may_be_names(self.cells):
                raise self._at_head(f"which columns are the coordinates? Say {SECOND}")
            return Place(0, 1, degrees=False)
        found = self._asked(lambda: find_coordinates(self.columns, x, y, self.cells.__getitem__))
        first = list(islice(zip(*self.cells, strict=True), 2))
        if said := unit_row(self.columns, (found.x, found.y), first):
            raise self.source.at(self.lines[0], said)
        self._check(other_meaning(self.columns, found, self.cells.__getitem__))
        axes = found.x, found.y
        seen = [next(filter(None, self.units.get(k, ())), "") for k in axes]
        if all(seen) and self.lines:
            check_axes(self.source, [self.columns[k] for k in axes], seen, self.lines[0])
        return found

    def passed_over(self, named_by: str | None, axes: Sequence[int] = ()) -> tuple[str, ...]:
        """Return the columns that neither named the sites nor said where they are."""
        names = [self.columns.index(named_by)] if named_by in self.columns else []
        return passed_over(self.columns, [*names, *axes], self.cells)

    def system(self, place: Place, asked: str | None) -> str | None:
        """Return what the coordinates are, where that is known."""
        if asked is None and place.degrees:
            self._check(other_datum(self.columns, place, self.cells.__getitem__))
        if asked is not None:
            self._check(asked_meaning(self.columns, place, self.cells.__getitem__, asked))
        return self._asked(lambda: system_of_columns(self.columns, place, asked))

    def names(
        self, asked: str | Literal[False] | None, place: Place | None = None
    ) -> tuple[list[str] | None, str | None]:
        """Return the sites' names, each given once, and the heading that they stand under."""
        found = None if asked is False else self.named_in(asked, place)
        if found is None:
            return None, None
        labels = self.cells[found]
        if asked is None:
            self.check_shown_names(found)
        if asked is None and place is not None:
            self._check(spoilt_name(self.columns[found], labels, workbook=not self.delimiter))
        lines: dict[str, int] = {}
        mend = "or name another column (--name-column COLUMN, '' for none; in Python names=)"
        for line, label in zip(self.lines, labels, strict=True):
            if not label or (asked is None and label in NO_NAMES):
                got = f", but '{label}' (--name-column keeps it)" if label else ""
                raise self.source.at(
                    line, f"no name in '{shown(self.columns[found])}'{got}; add one, {mend}"
                )
            bare = single_blanks(unicodedata.normalize("NFC", label))
            if bare in lines:
                other = f"{self.source.counts} {lines[bare]}"
                again = label in labels[: self.lines.index(line)]
                blanks = "" if again else ", but for blanks or how accents are put on letters"
                raise self.source.at(
                    line,
                    f"'{shown(label)}' is the name of the site in {other} too{blanks}; rename one, "
                    f"{mend}",
                )
            lines[bare] = line
        return labels, self.columns[found] if self.header else None

    def named_in(self, asked: str | None, place: Place | None) -> int | None:
        """Return the column of the sites' names, ``None`` where none has them."""
        columns, cells = self.columns, self.cells.__getitem__
        found = self._asked(lambda: find_names(columns, asked, cells))
        if found is not None and place is not None and found in (place.x, place.y):
            return None
        if asked is None and (found is None or len({*self.cells[found]}) < len(self.lines)):
            self._asked(lambda: check_nested(columns, cells))
        if found is None and place is not None and self.header:
            return self._asked(lambda: told_apart(columns, cells, place))
        return found

    def check_last(self, place: Place) -> None:
        """Refuse a mean or a total below the sites."""
        beside = [cells for k, cells in enumerate(self.cells) if k not in (place.x, place.y)]
        found = find_summary(beside)
        if found is not None:
            raise self.source.at(self.lines[found[0]], found[1])

    def naming(
        self,
        known: NodeNames,
        column: str,
        asked: str | Literal[False] | None,
        place: Place | None,
        *,
        ordered: bool,
    ) -> int | None:
        """Return the column that names the nodes to which values belong, if there is one."""
        taken = [self.column(column)]
        taken += [] if place is None else [place.x, place.y]
        columns, cells = self.columns, self.cells.__getitem__
        return self._asked(
            lambda: column_of_sites(
                columns, cells, known, asked=asked, taken=taken, ordered=ordered
            )
        )

    def check_shown_names(self, place: int) -> None:
        """Refuse names that a workbook shows otherwise: W007 in a cell that holds 7."""
        beside = zip(self.lines, self.cells[place], self.units.get(place, ()), strict=False)
        for line, cell, seen in beside:
            if seen:
                name, said = shown(self.columns[place]), shown(seen.strip(" '"))
                raise self.source.at(
                    line,
                    f"'{name}' shows '{said}' with or for {shown(cell)}, by the "
                    "cell's format; write the names as text, as they are shown, or say "
                    f"--name-column {quote(name)} if they are the plain numbers (in Python names=)",
                )

    def coordinates(self, place: int) -> NDArray[np.float64]:
        """Return a column as numbers, none of them missing."""
        values = self._numbers(place)
        if place in self.units:
            shown_beside = self.units[place]
            check_signs(
                self.source, self.columns[place], self.cells[place], shown_beside, self.lines
            )
        if all(map(_SHORTENED.fullmatch, self.cells[place])):
            raise self.source.at(
                self.lines[0],
                f"'{shown(self.cells[place][0])}' in '{shown(self.columns[place])}' has lost its "
                "last digits, as spreadsheets show long numbers; format the column as a number "
                "with all digits and save it again",
            )
        missing = np.flatnonzero(np.isnan(values))
        if missing.size:
            raise self.source.at(
                self.lines[missing[0]],
                f"the site has no '{shown(self.columns[place])}'; fill it in or delete the line",
            )
        return values

    def values(self, column: str) -> NDArray[np.float64]:
        """Return what was found at each site; ``nan`` where nothing was."""
        return self._numbers(self.column(column))

    def column(self, name: str) -> int:
        """Return where the column of this name is."""
        cut = self.source.format in SIBLINGS
        return self._asked(lambda: place_of(self.columns, name, heading_unit, cut=cut), name)

    def _two_signs(self, cells: Sequence[str]) -> str:
        """Return what is wrong with a point in a column that has decimal commas, and where."""
        row = next(row for row, cell in enumerate(cells) if "," in cell)
        return (
            f"the point may part decimals or thousands, and {self.source.counts} {self.lines[row]} "
            f"has a decimal comma, '{shown(cells[row])}' (write one decimal sign, and no thousands)"
        )

    def _numbers(self, place: int) -> NDArray[np.float64]:
        cells = self.cells[place]

        def problem(row: int, rule: str, got: object) -> CheapBanditsError:
            name = shown(self.columns[place])
            angle = _DECIMAL if _ANGLE.search(str(got)) else ""
            mend = angle or hint(rule, got) or "correct or delete it"
            return self.source.at(
                self.lines[row], f"{rule}, got '{shown(got)}' in '{name}'; {mend}"
            )

        named = find_names(self.columns, None, self.cells.__getitem__)
        others = [column for k, column in enumerate(self.cells) if k != named]
        comma = self.comma and decimal_comma(cells, problem, others)
        if not comma:
            sure = self._has_degrees()
            check_points(cells, others, problem, delimiter=self.delimiter, decimal=sure)
        values = np.full(len(cells), np.nan)
        for row, cell in enumerate(cells):
            if cell.lower() in MISSING:
                continue
            number = parse_number(cell, comma=comma)
            if number is None or abs(number) == float("inf"):
                if comma and parse_number(cell) is not None:
                    raise problem(row, self._two_signs(cells), cell)
                raise problem(row, "must be a finite decimal number", cell)
            values[row] = number
        if place in self.units:
            check_shown(self.source, self.columns[place], cells, self.units[place], self.lines)
        return values

    @property
    def comma(self) -> bool:
        """Whether numbers may have a decimal comma."""
        return self.delimiter not in ("", ",")

    def _has_degrees(self) -> bool:
        """Tell whether degrees are there with points, which part no thousands."""
        pairs = coordinate_pairs(self.columns) if self.header else []
        axes = {k for pair in pairs if pair.degrees for k in (pair.x, pair.y)}
        return any("." in cell for k in axes for cell in self.cells[k])

    def _asked(self, find: Callable[[], T], wanted: str = "") -> T:
        """Find columns, and let a refusal name the file; ``wanted`` may stand below a title."""
        try:
            return find()
        except GraphError as error:
            raise self._at_head(f"{error}{self._title(wanted)}") from error

    def _check(self, odd: Odd | None) -> None:
        """Refuse a row whose coordinates another column gives another meaning."""
        if odd is not None:
            other = "" if odd.other is None else f" in {self.source.counts} {self.lines[odd.other]}"
            mend = odd.mend and f": {odd.mend}"
            raise self.source.at(self.lines[odd.row], f"{odd.problem}{other}{mend}")

    def _title(self, wanted: str = "") -> str:
        """Return what to say where a title stands above the header."""
        if not self.cells:  # a map whose features have no columns
            return ""
        named = self.header and self.head is not None
        head = [(self.head or 0, self.columns)] if named else []
        body = zip(self.lines, map(list, zip(*self.cells, strict=True)), strict=True)
        return title_above(chain(head, body), wanted)

    def _at_head(self, problem: str) -> CheapBanditsError:
        return (
            self.source.error(problem) if self.head is None else self.source.at(self.head, problem)
        )
