"""What the commands print, made fit for the console at hand.

A name may come from a stranger's file, or from a database that an older version wrote. Printed as
it is, it could change the window's title, hide the rest of a line, or forge a line of ``watch``:
control characters are shown, never obeyed. A console may lack characters of ours, too.
"""

from __future__ import annotations

import json
import re
import sys

from cheapbandits.cli.unseen import unseen
from cheapbandits.text import shown

__all__ = ["json_text", "mark", "note", "plain", "safe"]

#: No text that is printed is cut here.
_ALL = sys.maxsize
#: What our own printing needs: line breaks, and the sequences of colours and progress lines.
_OURS = re.compile("(\x1b\\[[0-9;?]*[A-Za-z]|[\n\t\r])")


def plain(text: object) -> str:
    r"""Return a text of any origin as one line, with every control character written out.

    Examples
    --------
    >>> print(plain("oak\nand \x1b]0;title\x07"))
    oak\nand \x1b]0;title\x07
    """
    return shown(text, _ALL)


def safe(text: str) -> str:
    """Return a printed text without what no command of ours prints: the last guard of all."""
    parts = _OURS.split(text)
    parts[::2] = map(plain, parts[::2])
    return "".join(parts)


def json_text(document: object, *, indent: int | None = 2) -> str:
    """Return JSON that the console can print as it is; NaN would be a bug of ours."""
    text = json.dumps(document, indent=indent, ensure_ascii=False, allow_nan=False)
    if safe(text) != text or not _printable(text):
        text = json.dumps(document, indent=indent, allow_nan=False).replace("\x7f", "\\u007f")
    return text


def mark() -> str:
    """Return the sign that something was done, in characters that the console has."""
    return "✓" if _printable("✓") else "ok:"


def _printable(text: str) -> bool:
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def note(text: str) -> None:
    """Say something beside the result: one line on standard error."""
    aloud = getattr(sys.stderr, "aloud", sys.stderr.write)
    aloud(f"{plain(unseen(text))}\n")
