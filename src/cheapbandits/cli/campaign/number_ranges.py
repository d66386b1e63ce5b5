"""Numbers of many readings in a few words: ``3 7 12-40``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cheapbandits.cli.campaign.options import LARGEST
from cheapbandits.errors import ParameterError
from cheapbandits.text import shown

__all__ = ["MOST", "as_ranges", "numbers_of"]

#: More than these are a slip.
MOST = 1_000_000
_RANGE = re.compile(r"([0-9]{1,19})(?:-([0-9]{1,19}))?")


def numbers_of(words: Iterable[str]) -> list[int]:
    """Return the numbers that words name, each once, in their order.

    Examples
    --------
    >>> numbers_of(["3", "12-14"])
    [3, 12, 13, 14]
    """
    found: dict[int, None] = {}
    for word in words:
        match = _RANGE.fullmatch(word)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 1 <= first <= last <= LARGEST:
            raise ParameterError(
                f"'{shown(word)}' is no number of a reading, nor first and last of several; write "
                "12, or 12-40"
            )
        if last - first + len(found) >= MOST:
            raise ParameterError(f"'{shown(word)}' are more than {MOST:,} readings; name fewer")
        found |= dict.fromkeys(range(first, last + 1))
    return list(found)


def as_ranges(numbers: Sequence[int]) -> str:
    """Return numbers in few words.

    Examples
    --------
    >>> as_ranges([3, 12, 13, 14, 16])
    '3 12-14 16'
    """
    parts: list[list[int]] = []
    for number in sorted(numbers):
        if parts and number == parts[-1][-1] + 1:
            parts[-1] = [parts[-1][0], number]
        else:
            parts.append([number])
    return " ".join("-".join(map(str, part)) for part in parts)
