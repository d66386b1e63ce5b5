"""Text from outside: what may stand in a name, how it is shown, and what counts as a number.

A terminal obeys control characters, a protocol of lines ends at a line break, a database cannot
store half of a surrogate pair, and a reader is misled by text that runs backwards. So such
characters are refused at the door (:func:`clean_text`) and escaped wherever text of unknown
origin is printed (:func:`shown`).
"""

from __future__ import annotations

import re
from typing import Any

from cheapbandits.errors import CheapBanditsError, ParameterError

__all__ = ["MOST_CHARACTERS", "NUMBER", "clean_text", "first_unclean", "parse_number", "shown"]

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
