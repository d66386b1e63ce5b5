"""Words that are short for others: ``zn`` and ``temp`` in the headings beside zinc, temperature."""

from __future__ import annotations

from collections.abc import Collection

from cheapbandits.graphs.files.substances import element_of

__all__ = ["stands_for"]


def stands_for(word: str, these: Collection[str]) -> bool:
    """Tell whether a word is short for one of these: ``zn`` for zinc, ``pb`` for lead.

    Examples
    --------
    >>> stands_for("zn", ["zinc"]), stands_for("temp", ["temperature"]), stands_for("pb", ["zinc"])
    (True, True, False)
    """
    if any(element_of(word) == element_of(full) is not None for full in these):
        return True
    alike = [iter(full) for full in these if len(word) > 1 and full[0] == word[0]]
    return any(all(letter in rest for letter in word) for rest in alike)
