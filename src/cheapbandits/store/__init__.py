"""Campaigns and their events in a real database: append, read, never overwrite.

The store knows nothing about policies. An event is a word, a dictionary of plain values, who and
when; its place in the sequence is its order. What was acknowledged survives a crash, and what was
altered behind the store's back is found when it is read.
"""

from __future__ import annotations

from cheapbandits.errors import (
    AlreadyToldError,
    DamagedError,
    KeyReusedError,
    NameTakenError,
    NotFoundError,
    StoreError,
    UpgradeNeededError,
)
from cheapbandits.store.location import default_target
from cheapbandits.store.rows import CampaignRow, Event, OtherLogError, Place
from cheapbandits.store.store import Store

__all__ = [
    "AlreadyToldError",
    "CampaignRow",
    "DamagedError",
    "Event",
    "KeyReusedError",
    "NameTakenError",
    "NotFoundError",
    "OtherLogError",
    "Place",
    "Store",
    "StoreError",
    "UpgradeNeededError",
    "default_target",
]
