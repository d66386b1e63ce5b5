r"""Formats of spreadsheets that show another number than the one a cell holds, by texts in them.

``0"."00`` shows 12.10 for 1210, ``"-"0.0`` shows -12.1 for 12.1, and ``0.0" x1000"`` says that
12.1 is 12,100. What parts thousands (``#\ ##0``) or ends a number (``0\.``) changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from cheapbandits.graphs.files.multipliers import COUNTED

__all__ = ["shows_minus", "shows_other"]

# Digits are 0 and #, and a text stands between these two signs.
_OPEN, _SHUT = "\x02", "\x03"
_MINUS = "-\u2212\u2013"

#: Of what counts, what does not multiply, or is a length.
_ONE = "units?|ones|einheiten|mil|miles|mille"
_THOUSANDS = re.compile(f"#(?:{_OPEN}[.,]{_SHUT}[0#]{{3}})+(?![0#])")
_OTHER = re.compile(
    # digits that touch those of the number, a point that parts them, and what multiplies it
    f"[0#.]{_OPEN}[0-9]|[0-9]{_SHUT}[0#.]|{_OPEN}[0-9]*[.,]{_SHUT}[0#]|"
    f"[0#.]{_OPEN} *(?:[x\u00d7*\u00b7] *10|e[+-]?[0-9]|"
    f"(?!(?:{_ONE}) *{_SHUT})(?:{COUNTED}) *{_SHUT})",
    re.IGNORECASE,
)
_BEFORE = re.compile(f"[{_OPEN}{_SHUT} ]*[{_MINUS}][{_OPEN}{_SHUT} ]*[0#.].*", re.DOTALL)
_BEHIND = re.compile(f".*[0#.][{_OPEN}{_SHUT} ]*[{_MINUS}][{_OPEN}{_SHUT} ]*", re.DOTALL)


def _drawn(tokens: Iterable[re.Match[str]]) -> str:
    """Return one part of a format with its digits as 0 and #, and its texts between two signs."""
    parts = []
    for one in tokens:
        text = one["text"] or one["mark"]
        if text:
            parts.append(f"{_OPEN}{text}{_SHUT}")
        elif one["general"]:
            parts.append("0")
        else:
            parts.append((one["plain"] or "").replace("?", "#"))
    return "".join(parts).replace(_SHUT + _OPEN, "")


def shows_other(tokens: Iterable[re.Match[str]]) -> bool:
    """Tell whether texts of a part of a format make another number of what a cell holds."""
    return _OTHER.search(_THOUSANDS.sub("#", _drawn(tokens))) is not None


def shows_minus(tokens: Iterable[re.Match[str]]) -> bool:
    """Tell whether a part of a format has a minus at the number, and no other text there."""
    drawn = _drawn(tokens)
    return bool(_BEFORE.fullmatch(drawn) or _BEHIND.fullmatch(drawn))
