"""Which columns of an edge list hold what: the delimiter and the header are found, not asked."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from itertools import islice

from cheapbandits.errors import CheapBanditsError, GraphError
from cheapbandits.graphs.among_words import advised
from cheapbandits.graphs.column_words import ENDS
from cheapbandits.graphs.files.behind_sign import check_no_head_behind_sign
from cheapbandits.graphs.files.cells import BLANKS, check_pipes, split, without_quoted
from cheapbandits.graphs.files.edge_words import are_ends
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.matrix_text import check_no_named_matrix, matrix_way
from cheapbandits.graphs.files.one_unit import unit_columns
from cheapbandits.graphs.files.printed_pairs import check_no_brackets
from cheapbandits.graphs.files.rows import content
from cheapbandits.graphs.weight_words import distance_way, is_distance, is_weight
from cheapbandits.graphs.which_column import ends_by_name
from cheapbandits.text import NUMBER, parse_number, shown

__all__ = ["NAME_ENDS", "UNIT", "WEIGHTS", "Layout", "ends_of", "find_layout", "guess_delimiter"]

WEIGHTS = ("weight", "w")
#: What a column is called that says of each edge whether it goes one way, and what it says then;
#: Gephi writes Type.
DIRECTIONS = {"directed": ("directed", "true", "1", "yes", "y", "t"), "type": ("directed",)}
_KNOWN = {*(end for pair in ENDS for end in pair), *WEIGHTS}

#: What to do of edges with further columns, all of it at once.
NAME_ENDS = (
    "call the columns of their ends source and target, and weight the one that is larger the more "
    "alike two nodes are, or delete the others to let every edge weigh 1"
)

#: In place of a column's name: no column is the weight, every edge weighs 1.
UNIT = "unit"

_SOME_NUMBERS = re.compile(rf"{NUMBER}(?:[ \t]+{NUMBER})+")
_WORD = re.compile(r"[^\W\d][\w \-()/]*")
_MOST_LISTED = 8


@dataclass(frozen=True)
class Layout:
    """How columns are divided, what they hold, and which line is their header."""

    delimiter: str
    header: int | None
    width: int
    source: int
    target: int
    weight: int | None
    #: What a header that was found, and not told of, says above the nodes.
    guessed: tuple[str, ...] = ()
    #: Whether the first line was taken for an edge though it may be a header: two words.
    doubtful: bool = False
    #: What a header says above the nodes, where there is one.
    above: tuple[str, ...] = ()
    #: The column that may say that an edge goes one way, and the words for it.
    directed: int | None = None
    one_way: tuple[str, ...] = ()
    #: The columns that say in what units the weights are, and what they are called.
    units: tuple[tuple[int, str], ...] = ()
    #: What a header calls the weights, where they were taken for such by their place alone.
    by_place: str | None = None
    #: What a header calls the weights, and the columns that are nothing.
    weighed_by: str | None = None
    passed: tuple[str, ...] = ()


def find_layout(
    source: Source,
    text: str,
    delimiter: str | None,
    header: bool | None,
    weight: str | None = None,
) -> Layout:
    """Look at the first lines of an edge list; see :func:`.edge_list.read` for the options."""
    lines = list(islice(content(text), 2))
    if not lines:
        raise source.error("no edges found: the file holds only blank lines and comments")
    line, first = lines[0]
    chosen = delimiter or guess_delimiter(first, source)
    for number, row in lines:
        check_no_brackets(source, number, row, chosen)
    cells = split(source, line, first, chosen)
    under = [split(source, number, row, chosen) for number, row in lines[1:]]
    second = under[0] if under else []
    guessed = header is None
    if header is None:
        check_no_head_behind_sign(source, text, line, cells, chosen)
        named = ends_of(source, line, cells) is not None or (weight != UNIT and weight in cells)
        header = named or _looks_like_header(cells, second)
    if guessed or header:
        check_no_named_matrix(source, text, line, cells, chosen)
    head = _Head(source, line, cells, header, chosen)
    columns = head.columns(weight)
    if header and second and len(second) != len(cells):
        raise source.at(
            lines[1][0], f"{len(second)} columns under a header of {len(cells)}; make them agree"
        )
    if not header and columns[2] is not None and second:
        head.check_weighs(columns[2], second)
    if delimiter is None:
        for number, row in lines[1 if header else 0 :]:
            bare = split(source, number, without_quoted(row), chosen)
            _check_sure(source, number, bare, chosen, columns[:2])
    above = tuple(cells[k] for k in columns[:2]) if header else ()
    doubtful = guessed and not header and len(cells) == 2 and all(map(_is_word, cells))
    way = _place(cells, tuple(DIRECTIONS)) if header else None
    units = _units(cells, columns) if header else []
    used = {*columns, way, *units}
    return Layout(
        chosen,
        line if header else None,
        len(cells),
        *columns,
        guessed=above if guessed and not _is_no_edge(cells, columns[2]) else (),
        doubtful=doubtful,
        above=above,
        directed=None if way in columns else way,
        one_way=() if way is None else DIRECTIONS[cells[way].lower()],
        units=tuple((k, cells[k]) for k in units),
        by_place=cells[columns[2]] if header and weight is None and columns[2] else None,
        weighed_by=None if columns[2] is None or not header else cells[columns[2]],
        passed=tuple(name for k, name in enumerate(cells) if header and name and k not in used),
    )


def ends_of(source: Source, line: int, cells: list[str]) -> tuple[int, int] | None:
    """Return the columns that a line calls the ends of edges, if it is such a header."""
    try:
        return ends_by_name(cells)
    except GraphError as error:
        raise source.at(line, str(error)) from error


def _is_no_edge(cells: list[str], weight: int | None) -> bool:
    """Tell whether a first line cannot be an edge: what stands for its weight is no number."""
    return weight is not None and not _is_number(cells[weight])


def _units(cells: list[str], columns: tuple[int, int, int | None]) -> list[int]:
    """Return the columns that say in what units the weights are."""
    found = [] if columns[2] is None else unit_columns(cells, cells[columns[2]])
    return [k for k in found if k not in columns]


def guess_delimiter(line: str, source: Source) -> str:
    """Return the first divider of the line; a comma last, as it may stand in numbers."""
    bare = without_quoted(line)
    check_pipes(source, bare)
    order = ";\t," if ".csv" in source.path.suffixes else "\t;,"
    return next((mark for mark in order if mark in bare), BLANKS)


def _check_sure(
    source: Source, line: int, row: list[str], delimiter: str, ends: tuple[int, ...]
) -> None:
    """Refuse nodes that another divider would part: ``a;b,c``, or ``1 2 0,5`` at the comma."""
    for place in ends:
        cell = row[place] if place < len(row) else ""
        if (delimiter == ";" and "," in cell) or (
            delimiter == "," and _SOME_NUMBERS.fullmatch(cell)
        ):
            raise source.at(
                line,
                f"is '{shown(cell)}' one cell, divided from others by '{delimiter}'? put quotes "
                "round what belongs together (in Python, pass delimiter=); for a table of sites "
                "name the columns of its coordinates: --x COLUMN --y COLUMN",
            )


@dataclass(frozen=True)
class _Head:
    """The first line that is no comment: a header, or an edge."""

    source: Source
    line: int
    fields: list[str]
    header: bool
    delimiter: str

    def columns(self, weight: str | None) -> tuple[int, int, int | None]:
        """Return the places of source, target and weight."""
        asked = None if weight in (None, UNIT) else self._asked(str(weight))
        self._check_distinct()
        ends = ends_of(self.source, self.line, self.fields) if self.header else None
        if ends is None:
            return self._by_place(asked, unit=weight == UNIT)
        if asked in ends:
            raise self._error(f"weight={weight!r} is a column of nodes; name another")
        if asked is None and weight != UNIT:
            asked = self._known_weight(ends)
        return *ends, asked

    def _check_distinct(self) -> None:
        counts = Counter(name for name in _lowered(self.fields) if name in _KNOWN)
        twice = next((name for name, count in counts.items() if count > 1), None)
        if self.header and twice:
            raise self._error(f"two columns are named '{twice}'; rename one of them")

    def _asked(self, weight: str) -> int:
        if not self.header:
            raise self._error(
                f"weight={weight!r} names a column, but this line is no header; put one above it, "
                "or leave weight= out"
            )
        names = self.fields if weight in self.fields else _lowered(self.fields)
        key = weight if weight in self.fields else weight.lower()
        if key not in names:
            raise self._error(f"no column is named {weight!r}; there are {_listed(self.fields)}")
        return names.index(key)

    def _by_place(self, asked: int | None, *, unit: bool) -> tuple[int, int, int | None]:
        places = [place for place in range(len(self.fields)) if place != asked]
        if len(self.fields) > 3 and all(parse_number(field) is None for field in self.fields):
            raise self._error(
                f"no column is known to be a coordinate, of {_listed(self.fields)}; if the rows "
                f"are sites, name the two: {advised(self.fields)} (in Python x= and y=); if they "
                f"are edges of a network, {NAME_ENDS}"
            )
        if len(self.fields) not in (2, 3) or len(places) < 2:
            numbers = len(self.fields) > 3 and all(map(_is_number, self.fields))
            way = matrix_way(self.source, self.line, self.delimiter, header=False)
            matrix = f"; {way}" if numbers else ""
            raise self._error(
                f"{len(self.fields)} columns; give source, target and perhaps weight, or a header "
                "that names them (delimiter= says what divides columns). For a table of sites name "
                "the columns of its coordinates, x= and y=, or --x COLUMN --y COLUMN: without a "
                f"header they are called 1, 2, 3 (--x 2 --y 3 --name-column 1){matrix}"
            )
        if asked is None and len(places) == 3:
            self._check_no_id_first()
            asked = None if unit else places[2]
        return places[0], places[1], asked

    def _check_no_id_first(self) -> None:
        """Refuse three columns of which the last two are called as ends: the first is an id."""
        first, *ends = self.fields
        if not self.header or not are_ends(*ends) or are_ends(first, ends[0]):
            return
        number = f", and delete '{shown(first)}', or call it weight where more means more alike"
        number = "" if not first or is_weight(first) else number
        raise self._error(
            f"'{shown(ends[0])}' and '{shown(ends[1])}' are called as the ends of edges are, and "
            f"stand behind another column: if the rows are sites, say {advised(self.fields)} (in "
            f"Python x= and y=); if they are edges, call these source and target{number}"
        )

    def check_weighs(self, place: int, second: list[str]) -> None:
        """Refuse a third column of words, such as the line that joins two stops."""
        words = [row[place] for row in (self.fields, second) if place < len(row)]
        if len(words) == 2 and all(map(_is_word, words)):
            raise self._error(
                f"the third column should be weights, and holds '{shown(words[0])}' and "
                f"'{shown(words[1])}'; delete that column, or the second if the third are nodes "
                "('a pp b'), to let every edge weigh 1 (in Python call the ends source and target "
                f"in a header, and pass weight={UNIT!r})"
            )

    def _known_weight(self, ends: tuple[int, int]) -> int | None:
        known = _place(self.fields, WEIGHTS)
        # A column without a name is the numbering of rows that pandas writes.
        rest = [name for k, name in enumerate(self.fields) if name and k not in ends]
        if known is None and len(rest) == 1 and is_distance(rest[0]):
            raise self._error(distance_way(rest[0]))
        if known is None and len(rest) == 1 and is_weight(rest[0]):
            return self.fields.index(rest[0])
        if known is None and rest:
            likely = next(filter(is_weight, rest), rest[0])
            raise self._error(
                f"none of the further columns ({_listed(rest)}) is known to be the weight; call "
                "the one that is larger the more alike two nodes are weight, or delete them to let "
                f"every edge weigh 1 (in Python pass weight={shown(likely)!r} or pass weight="
                f"{UNIT!r}; header=False if this is an edge)"
            )
        return known

    def _error(self, problem: str) -> CheapBanditsError:
        return self.source.at(self.line, problem)


def _place(fields: list[str], known: tuple[str, ...]) -> int | None:
    lowered = _lowered(fields)
    return next((lowered.index(name) for name in known if name in lowered), None)


def _lowered(fields: list[str]) -> list[str]:
    return [field.lower() for field in fields]


def _listed(fields: list[str]) -> str:
    more = ", ..." if len(fields) > _MOST_LISTED else ""
    return ", ".join(f"'{shown(field)}'" for field in fields[:_MOST_LISTED]) + more


def _looks_like_header(first: list[str], second: list[str]) -> bool:
    """Words above numbers are a header; words above words are an edge.

    Of three columns the last decides: a word there is no weight, so that the line is no edge. What
    is neither a word nor a number is left to be refused as a weight.
    """
    if not second or any(map(_is_number, first)):
        return False
    if len(first) == 3 and not first[0] and are_ends(*first[1:]):
        return True  # above the numbers of rows, as R writes them
    if len(first) == 3 == len(second):
        return _is_word(first[2]) and _is_number(second[2])
    return all(map(_is_number, second))


def _is_number(cell: str) -> bool:
    return parse_number(cell, comma="," in cell) is not None


def _is_word(text: str) -> bool:
    """Tell whether a text is words; vowel signs (Thai, Hindi) are marks of their letters."""
    return bool(_WORD.fullmatch("".join(c for c in text if unicodedata.category(c)[0] != "M")))
