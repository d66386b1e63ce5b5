"""Text in a CSV file that no spreadsheet takes for a formula, and back again.

A spreadsheet computes a cell that begins with ``=``, ``+``, ``-`` or ``@``: a node's name could
send the table elsewhere. The rule: such text gets one apostrophe in front, also where it stands
behind a separator within a cell (programs set to another separator begin a cell there). Text that
has apostrophes there already gets one more, so that taking one away always gives back what was.
Numbers are not text and stay as they are.
"""

from __future__ import annotations

import re

__all__ = ["armed", "neutral"]

_START = "(^|[;,|\t\r\n])"
#: The signs that begin a formula, their full-width forms, and spaces that are skipped before one.
_FORMULA = "('* *[=+\\-@\uff1d\uff0b\uff0d\uff20])"
_BARE = re.compile(_START + _FORMULA)
_NEUTRAL = re.compile(_START + "'" + _FORMULA)


def neutral(text: str) -> str:
    """Return a text as it stands in a CSV file.

    Examples
    --------
    >>> neutral("=1+1"), neutral("'=x"), neutral("Oak; -5"), neutral("O'Hare")
    ("'=1+1", "''=x", "Oak;' -5", "O'Hare")
    """
    return _BARE.sub(r"\1'\2", text)


def armed(text: str) -> str:
    """Return the text that :func:`neutral` made this of.

    Examples
    --------
    >>> armed("'=1+1"), armed("O'Hare")
    ('=1+1', "O'Hare")
    """
    return _NEUTRAL.sub(r"\1\2", text)
