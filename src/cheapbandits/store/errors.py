"""What can go wrong with the store, and the way out of it."""

from __future__ import annotations

from typing import Self

from cheapbandits.errors import CheapBanditsError
from cheapbandits.store.records import Event

__all__ = [
    "AlreadyToldError",
    "DamagedError",
    "KeyReusedError",
    "NameTakenError",
    "NotFoundError",
    "StoreError",
    "UpgradeNeededError",
]


class StoreError(CheapBanditsError, OSError):
    """The database cannot be reached, read or written."""


class NotFoundError(StoreError, LookupError):
    """There is no campaign of that name."""


class NameTakenError(StoreError, ValueError):
    """Another campaign has that name."""


class UpgradeNeededError(StoreError):
    """The database was written by another version of the software."""


class DamagedError(StoreError):
    """What was stored is not what is there now.

    Attributes
    ----------
    campaign
        The name of the damaged campaign, or None when the file as a whole is damaged.
    seq
        The first event that cannot be trusted, or None.
    """

    def __init__(self, message: str, campaign: str | None = None, seq: int | None = None) -> None:
        super().__init__(message)
        self.campaign = campaign
        self.seq = seq

    def __reduce__(self) -> tuple[type[Self], tuple[str, str | None, int | None]]:
        return type(self), (str(self), self.campaign, self.seq)


class _ConflictError(StoreError, ValueError):
    """An event that is stored stands against the one to append; ``event`` is the stored one."""

    def __init__(self, message: str, event: Event) -> None:
        super().__init__(message)
        self.event = event

    def __reduce__(self) -> tuple[type[Self], tuple[str, Event]]:
        return type(self), (str(self), self.event)


class KeyReusedError(_ConflictError):
    """An idempotency key came a second time, with another content."""


class AlreadyToldError(_ConflictError):
    """The ask has its reading already."""
