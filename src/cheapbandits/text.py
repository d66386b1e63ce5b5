"""Text from outside: what may stand in a name, how it is shown, and what counts as a number.

A terminal obeys control characters, a protocol of lines ends at a line break, a database cannot
store half of a surrogate pair, and a reader is misled by text that runs backwards. So such
characters are refused at the door (:func:`clean_text`) and escaped wherever text of unknown
origin is printed (:func:`shown`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from cheapbandits.errors import CheapBanditsError, ParameterError

__all__ = [
    "MISSING",
    "MOST_CHARACTERS",
    "NUMBER",
    "apart",
    "as_seen",
    "check_seen_apart",
    "clean_text",
    "did_you_mean",
    "first_unclean",
    "has_mark",
    "how_many",
    "like_a_number",
    "number_hint",
    "parse_number",
    "parts_thousands",
    "plain_marks",
    "shown",
    "single_blanks",
    "unpadded",
    "vanishes",
]

#: The longest name, reason or note.
MOST_CHARACTERS = 1_000

#: C0 controls and DEL, C1 controls, line and paragraph separators, embeddings, overrides and
#: isolates of writing direction, the byte order mark, lone surrogates, noncharacters.
_UNCLEAN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff]"
)

#: A decimal number as text; ASCII digits only, so no ``1_5``, ``0x10``, ``nan`` or ``inf``.
#: Possessive throughout: a million digits before a letter must not be parted in every way.
NUMBER = r"[+-]?+(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?:[eE][+-]?+[0-9]++)?+"
_NUMBER = re.compile(NUMBER)

#: What stands where there is no number.
MISSING = ("", "na", "nan", "n/a", "null", "none", "-")
_NUMBERLESS = (*MISSING, "inf", "infinity", "missing", "#n/a", "<na>")
#: A digit other than 0 before the exponent.
_NONZERO = re.compile(r"[^eE1-9]*+[1-9]")
_LETTER = re.compile(r"[^\W\d_]")
_DIGIT_FIRST = re.compile(r"\W*\d")

#: ``1,234``: a thousand and some, or one and some.
_GROUPED = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?")
_SWISS = re.compile("[+-]?[1-9][0-9]{0,2}(?:['\u2019][0-9]{3})+(?:[.,][0-9]+)?")
_POINTED = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:\.[0-9]{3})+,[0-9]+")
_MONTH = (
    r"(?:jan(?:uary?)?|feb(?:ruary?)?|mar(?:ch)?|märz?|mrz|apr(?:il)?|may|mai|june?|juni|july?|juli|"
    r"aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)\.?"
)
_DAY = re.compile(rf"[0-9]{{1,2}}[.\- /]*{_MONTH}|{_MONTH}[\- /]*[0-9]{{1,4}}", re.IGNORECASE)
_WITH_UNIT = re.compile(rf"({NUMBER}) *([^\W\d_][^\d]{{0,20}}|[%°µ][^\d]{{0,20}})")
#: Digits that are raised or lowered behind a number: a footnote, or a power.
_RAISED = re.compile(rf"({NUMBER}) *([⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾₀-₎]++[),.;*]*+)")
#: A number of always as many digits and the mark of its quality, as NOAA joins them.
_WITH_MARK = re.compile(r"([+-]0[0-9]{3,4}),([0-9A-Z])")
#: Minus signs of typography: minus, en dash, hyphens that do not break.
_MINUS = re.compile("[\u2212\u2013\u2010\u2011]")
#: Degrees as people say them, and Fortran's doubles.
_SIDE = re.compile(r"([0-9]++\.?+[0-9]*+) *°? *([NESW])")
_FORTRAN = re.compile(r"([+-]?+[0-9]++\.?+[0-9]*+)[dD]([+-]?+[0-9]++)")
#: What takes no room: soft hyphens, joiners, marks of direction, selectors of a form, fillers: all
#: that Unicode lets a program leave out of a text; and notes between lines, and an empty Braille.
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
#: Dashes and apostrophes of typography, and what is typed in their places.
_DASHES = re.compile("[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]")
_APOSTROPHES = re.compile("[`\u00b4\u02b9\u02bb\u02bc\u2018-\u201b\u2032\uff07]")
#: Zeros before a number; not those behind a decimal point, or of section 1.05.
_PADDING = re.compile(r"(?<![0-9.,])0+(?=[0-9])")
#: Comparing a name with more others than this takes longer than people wait.
_MOST_COMPARED = 20_000

_MOST_DIGITS = 1_000
_SHOWN = 60


def clean_text(
    value: Any,
    what: str,
    *,
    most: int = MOST_CHARACTERS,
    kind: type[CheapBanditsError] = ParameterError,
) -> str:
    r"""Return a text that can be printed, stored and sent in one line, or say why it cannot.

    Parameters
    ----------
    value
        What was given.
    what
        What it is, for the message: ``"the name of a node"``.
    most
        The most characters.
    kind
        The error to raise.

    Examples
    --------
    >>> clean_text("São Paulo, 3", "the name of a node")
    'São Paulo, 3'
    >>> clean_text("a\nb", "the name of a node")
    Traceback (most recent call last):
    cheapbandits.errors.ParameterError: the name of a node may hold no control characters, line
        breaks or half characters: 'a\nb' has U+000A; take it out
    """
    if not isinstance(value, str):
        raise kind(f"{what} must be text, got {type(value).__name__}")
    if len(value) > most:
        raise kind(
            f"{what} may have {most:,} characters, got {len(value):,}: {shown(value)!s}; shorten it"
        )
    found = _UNCLEAN.search(value)
    if found:
        raise kind(
            f"{what} may hold no control characters, line breaks or half characters: "
            f"'{shown(value)}' has U+{ord(found[0]):04X}; take it out"
        )
    return value


def first_unclean(texts: list[str] | tuple[str, ...], most: int = MOST_CHARACTERS) -> int | None:
    """Return the place of the first text that :func:`clean_text` refuses; quick for a million."""
    if max(map(len, texts), default=0) <= most and not _UNCLEAN.search("".join(texts)):
        return None
    return next((k for k, x in enumerate(texts) if len(x) > most or _UNCLEAN.search(x)), None)


def shown(text: object, most: int = _SHOWN) -> str:
    r"""Return any text fit for a terminal: unclean characters escaped, the rest of a long one cut.

    Examples
    --------
    >>> print(shown("a\x1b]0;title\x07b"))
    a\x1b]0;title\x07b
    """
    whole = str(text)
    cut = whole if len(whole) <= most else f"{whole[:most]}..."
    return _UNCLEAN.sub(lambda found: _escape(found[0]), cut)


def _escape(character: str) -> str:
    named = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}.get(character)
    code = ord(character)
    return named or (f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}")


def parse_number(text: str, *, comma: bool = False) -> float | None:
    """Return a decimal number, with blanks around it, or ``None``; too large a one is infinite.

    Parameters
    ----------
    text
        What stands there.
    comma
        Whether the decimals come after a comma.

    Examples
    --------
    >>> parse_number(" -1.5e3 "), parse_number("0,5", comma=True), parse_number("1_5")
    (-1500.0, 0.5, None)
    """
    plain = text.strip(" \t")
    if comma:
        plain = "x" if "." in plain else plain.replace(",", ".", 1)
    if len(plain) > _MOST_DIGITS or not _NUMBER.fullmatch(plain):
        return None
    return float(plain)


def vanishes(text: str) -> bool:
    """Tell whether a number that was parsed as 0 is written as another, too small for a float.

    Examples
    --------
    >>> [vanishes(text) for text in ("0", "0e-9", "1e-400")]
    [False, False, True]
    """
    return bool(_NONZERO.match(text))


def like_a_number(text: str) -> bool:
    """Tell whether a text is a number, or may be one gone wrong, rather than a word.

    Examples
    --------
    >>> [like_a_number(text) for text in ("1_5", "nan", "2kg", "?", "heat", "\u00b5g/m3")]
    [True, True, True, True, False, False]
    """
    plain = text.strip(" \t").lower()
    bare = plain.lstrip("+-")
    return (
        plain in _NUMBERLESS
        or bare in _NUMBERLESS
        or not _LETTER.search(plain)
        or bool(_DIGIT_FIRST.match(plain))
    )


#: What laboratories write behind a number that is none, or an estimate.
#: What counts thousands or more: their power of ten, and the unit that it may be.
_COUNTING = dict.fromkeys(("k", "tsd", "Tsd", "thousand", "thousands", "mil"), (3, ""))
_COUNTING |= dict.fromkeys(("Mio", "mio", "mn", "mln", "million", "millions"), (6, ""))
_COUNTING |= dict.fromkeys(("bn", "Mrd", "mrd", "billion", "billions"), (9, ""))
_COUNTING |= {"K": (3, "kelvins"), "M": (6, "moles a litre")}
_LAB_MARKS = {"u", "j", "uj", "nd", "r", "b", "est", "bdl", "ns"}


def parts_thousands(text: str) -> bool:
    """Tell whether an apostrophe parts the thousands of a number: ``2'600'113``."""
    return _SWISS.fullmatch(text.strip(" \t")[:100]) is not None


def has_mark(text: str) -> bool:
    """Tell whether the comma of a number parts a mark of its quality: ``+0125,1``."""
    return _WITH_MARK.fullmatch(text.strip(" \t")[:100]) is not None


def number_hint(text: str) -> str:
    r"""Return what to write in place of a text that was meant as a number; empty where unclear.

    Examples
    --------
    >>> number_hint("12,5")
    'a comma was read: write 12.5 for the decimal number'
    >>> number_hint("400ppm")
    "'ppm' was read after the number: write 400, without the unit"
    >>> number_hint("1.5k")
    "'k' was read after the number: write it in full, 1500"
    >>> number_hint("12\u200b")
    'a character that cannot be seen (\\u200b) was read: write 12'
    >>> number_hint("high")
    ''
    """
    plain = text.strip(" \t")[:100]
    if unseen := _UNSEEN.search(plain):
        bare = single_blanks(plain)
        rest = number_hint(bare) if parse_number(bare) is None else f"write {bare}"
        seen = f"a character that cannot be seen ({_escape(unseen[0])}) was read"
        return f"{seen}: {rest}" if rest else seen
    if _MINUS.search(plain):
        bare = _MINUS.sub("-", plain)
        rest = number_hint(bare) if parse_number(bare) is None else ""
        return rest or f"a long minus sign was read: write {bare} with a plain minus"
    if found := _SIDE.fullmatch(plain):
        sign = "-" if found[2] in "SW" else ""
        return f"'{found[2]}' was read after the number: write {sign}{found[1]} in degrees"
    if _DAY.fullmatch(plain):
        return "a day was read, as spreadsheets make one of 3.5 or 3-5: write the number"
    if found := _FORTRAN.fullmatch(plain):
        return f"a D was read: write {found[1]}e{found[2]}"
    if _GROUPED.fullmatch(plain):
        joined = plain.replace(",", "")
        pointed = "" if plain.count(",") > 1 or "." in plain else plain.replace(",", ".")
        other = f", or {pointed} for the decimal number" if pointed else ""
        return f"a comma was read: write {joined} for thousands{other}"
    if found := _WITH_MARK.fullmatch(plain):
        return (
            f"'{found[2]}' behind the comma may be a mark of quality, as NOAA joins them: part "
            f"them into two columns (its {found[1]} may be in tenths), or write "
            f"{plain.replace(',', '.')} if it is a decimal"
        )
    if found := _RAISED.fullmatch(plain):
        return (
            f"'{found[2]}' is raised or lowered behind the number: write {found[1]} if it is the "
            "mark of a footnote (which may say that the value does not hold), or the number in full"
        )
    if parts_thousands(plain):
        joined = re.sub("['\u2019]", "", plain).replace(",", ".")
        return f"the apostrophe parts thousands: write {joined}, without it"
    if _POINTED.fullmatch(plain):
        joined = plain.replace(".", "").replace(",", ".")
        return f"points and a comma were read: write {joined} for the decimal number"
    number = parse_number(plain, comma=True) if "," in plain else None
    if number is not None:
        return f"a comma was read: write {plain.replace(',', '.')} for the decimal number"
    found = _WITH_UNIT.fullmatch(plain.replace(",", "."))
    if found:
        unit = shown(found[2].strip())
        if unit.lower().rstrip(".") in _LAB_MARKS:
            return f"'{unit}' after a number is a laboratory's mark (not detected, estimated, ...)"
        if (times := _COUNTING.get(unit.rstrip("."))) is not None:
            return _in_full(unit, found[1], *times)
        if unit == "%":
            share = _scaled(found[1], -2)
            return (
                f"'%' was read after the number: write {found[1]} if all are per cent, or {share}"
            )
        return f"'{unit}' was read after the number: write {found[1]}, without the unit"
    return ""


def _in_full(word: str, number: str, power: int, unit: str) -> str:
    """Return how to write a number that counts thousands or so, or perhaps has a unit."""
    other = f", or {number} if {unit} are meant" if unit else ""
    whole = _scaled(number, power)
    return f"'{word}' was read after the number: write it in full, {whole}{other}"


def _scaled(number: str, power: int) -> str:
    """Return a number times a power of ten, all its digits written out if they are not too many."""
    if not 1e-9 <= abs(float(number)) <= 1e15:
        return f"{number} times 1e{power}"
    whole = f"{Decimal(number).scaleb(power):f}"
    return whole.rstrip("0").rstrip(".") if "." in whole else whole


def how_many(count: int, what: str = "reading") -> str:
    """Return a count of things in words.

    Examples
    --------
    >>> how_many(1), how_many(0)
    ('1 reading', '0 readings')
    """
    return f"{count} {what}{'' if count == 1 else 's'}"


def did_you_mean(name: str, known: Sequence[str]) -> str:
    """Return the question that helps after a mistyped name, or an empty text.

    Examples
    --------
    >>> did_you_mean("plot7", ["Plot 6", "Plot 7"])
    "did you mean 'Plot 7' or 'Plot 6'? "
    """
    from difflib import get_close_matches

    def folded(text: str) -> str:
        plain = re.sub(r"[\s_\-.]", "", as_seen(text).casefold())
        return re.sub(r"(?<![0-9])0+(?=[0-9])", "", plain)  # p7 means P07

    asked = folded(name[:_SHOWN])
    if len(known) > _MOST_COMPARED:
        close = [other for other in known if folded(other) == asked][:2]
    else:
        by_fold = {folded(other): other for other in reversed(known)}
        close = [by_fold[fold] for fold in get_close_matches(asked, by_fold, n=2, cutoff=0.75)]
    if not close:
        return ""
    listed = " or ".join(f"'{shown(other)}'" for other in close)
    alike = next((other for other in close if as_seen(other) == as_seen(name) != ""), None)
    if alike is None or alike == name:
        return f"did you mean {listed}? "
    if {*alike} == {*name}:
        return f"did you mean '{shown(alike)}', which has other blanks? "
    return (
        f"did you mean '{shown(alike)}', which looks alike and has {_odd(alike, name)} where this "
        f"has {_odd(name, alike)}? "
    )


def apart(first: float, second: float) -> tuple[str, str]:
    """Return two numbers with as many digits as tell them apart, and six at least or if equal.

    Examples
    --------
    >>> apart(1.0, 2.0), apart(1.0, 1.00000001)
    (('1', '2'), ('1', '1.00000001'))
    """
    pairs = [(f"{first:.{digits}g}", f"{second:.{digits}g}") for digits in range(6, 18)]
    return next((pair for pair in pairs if pair[0] != pair[1]), pairs[0])


def as_seen(text: str) -> str:
    """Return a text as it looks: blanks of any kind, letters however they are put together."""
    return single_blanks(unicodedata.normalize("NFKC", text))


def single_blanks(text: str) -> str:
    """Return a text with one plain blank for those of any kind, and none around it."""
    return " ".join(_UNSEEN.sub("", text).split())


def check_seen_apart(names: Sequence[str], kind: type[CheapBanditsError]) -> None:
    """Refuse two names that differ by what nobody sees: joiners, blanks, composed accents.

    Parameters
    ----------
    names
        Distinct names.
    kind
        The error to raise.
    """
    first: dict[str, str] = {}
    for name in names:
        other = first.setdefault(single_blanks(unicodedata.normalize("NFC", name)), name)
        if other != name:
            raise kind(
                f"the names '{shown(other)}' and '{shown(name)}' look alike, but for blanks or how "
                "accents are put on letters: one node? Write both in one way; if they are two, "
                "rename one"
            )


def plain_marks(text: str) -> str:
    """Return a text with one kind of dashes and of apostrophes; before others take ´ apart.

    Examples
    --------
    >>> plain_marks("O\u2019Neil\u2013Bay")
    "O'Neil-Bay"
    """
    return _APOSTROPHES.sub("'", _DASHES.sub("-", text))


def unpadded(text: str) -> str:
    """Return a text whose numbers have no zeros before them.

    Examples
    --------
    >>> unpadded("W007-05"), unpadded("1.05")
    ('W7-5', '1.05')
    """
    return _PADDING.sub("", text)


def _odd(text: str, other: str) -> str:
    """Return the characters that only the first of two texts has, by their numbers and names."""
    found = [character for character in dict.fromkeys(text) if character not in other]
    told = [character for character in found if not character.isascii()] or found
    names = (f"U+{ord(one):04X} {unicodedata.name(one, 'no name').lower()}" for one in told[:3])
    return ", ".join(names) or "nothing"
