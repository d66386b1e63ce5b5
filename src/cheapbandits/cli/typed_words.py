"""Words as they were typed, where the locale could not read them.

Under ``LC_ALL=C`` Python takes a word that is not ASCII as bytes, one half character for each:
right for the name of a file, wrong for every text that is stored or looked for. Those bytes are
UTF-8 nearly everywhere, so texts are read again as that.
"""

from __future__ import annotations

import os
import re
from typing import Any

__all__ = ["as_typed", "read_as_typed"]

#: A byte that was let through.
_BYTE = re.compile("[\udc80-\udcff]")
#: Parameters that are files, or may be one, and are no ``Path``: their bytes are their names.
_FILES = frozenset({"db", "field", "graph", "mask_layer", "source"})
#: Before the name of a campaign whose graph is meant.
_CAMPAIGN = "campaign:"


def as_typed(word: str) -> str:
    """Return a word with the bytes that the locale let through read as UTF-8, if they are that."""
    if not _BYTE.search(word):
        return word
    try:
        return os.fsencode(word).decode("utf-8")
    except UnicodeError:
        return word


def read_as_typed(parameter: Any) -> None:
    """Let a parameter that takes texts read them as they were typed."""
    process, may_be_file = parameter.process_value, parameter.name in _FILES

    def read(value: Any) -> Any:
        if isinstance(value, list | tuple):
            return type(value)(map(read, value))
        if not isinstance(value, str) or (may_be_file and not value.startswith(_CAMPAIGN)):
            return value
        return as_typed(value)

    parameter.process_value = lambda context, value: process(context, read(value))
