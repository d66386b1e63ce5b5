"""What an answer means for a reading that waits: `queue.js` has the same rule for the page.

A reading is given up only by an answer that is plainly the server's and final about this reading.
A campaign that is not there may be on another database for a while (no answer tells a server from
its twin), one that is finished may be opened again, and a token may be put right: all that waits.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Any

from cheapbandits.errors import (
    AlreadyToldError,
    CapacityError,
    CheapBanditsError,
    ConflictError,
    GraphError,
    KeyReusedError,
    NoSuchAskError,
    OtherAskError,
    OtherUnitError,
    ParameterError,
    ProbeError,
    ReadingError,
)
from cheapbandits.service.client.answers import Away, Barred

__all__ = ["FINAL", "Fate", "fate"]

#: What is said about a reading itself, whenever it comes; these very kinds, none below them.
FINAL = (
    AlreadyToldError,
    CapacityError,
    ConflictError,
    GraphError,
    KeyReusedError,
    NoSuchAskError,
    OtherAskError,
    OtherUnitError,
    ParameterError,
    ProbeError,
    ReadingError,
)


class Fate(enum.Enum):
    """What becomes of a reading that was not taken, and of those behind it."""

    REFUSED = "it is put aside"
    STAYS = "it waits, and the others are sent"
    LATER = "all wait: nobody is there who could take them"


def fate(error: CheapBanditsError, body: Mapping[str, Any]) -> Fate:
    """Return what an error means for the reading that was sent in this body."""
    if isinstance(error, Away | Barred):
        return Fate.LATER
    # An ask that is known by its nodes too may come back with its log, and no other is mistaken
    # for it. A number alone would be told to whatever ask has it next.
    if isinstance(error, NoSuchAskError) and "nodes" in body:
        return Fate.STAYS
    return Fate.REFUSED if type(error) in FINAL else Fate.STAYS
