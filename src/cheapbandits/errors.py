"""One small tree of errors; each is also the builtin that callers would expect.

A message says what was got, what was expected, and how to get out. :data:`OUTCOMES` is the one
table of what an error means to a program: the terminal's exit status and the service's answer.
"""

from __future__ import annotations

import errno
from typing import Any, NamedTuple, Self

__all__ = [
    "OUTCOMES",
    "AlreadyToldError",
    "BudgetError",
    "ByIndexWarning",
    "CampaignError",
    "CapacityError",
    "CheapBanditsError",
    "ClosedError",
    "ClusterError",
    "ConflictError",
    "ConvergenceError",
    "DamagedError",
    "FileTooLargeError",
    "GraphError",
    "GraphFileError",
    "KeyReusedError",
    "MissingExtraError",
    "NameTakenError",
    "NoSuchAskError",
    "NotFoundError",
    "OtherAskError",
    "OtherReadingError",
    "OtherUnitError",
    "Outcome",
    "ParameterError",
    "ProbeError",
    "ReadingError",
    "ReadingWarning",
    "StoreError",
    "UpgradeNeededError",
    "WorkerLostError",
    "outcome",
]


class CheapBanditsError(Exception):
    """Root of every error this package raises on purpose."""


class GraphError(CheapBanditsError, ValueError):
    """A graph, or what should become one, is not usable."""


class GraphFileError(GraphError):
    """A graph file cannot be read: wrong format, damaged, or unsafe."""


class FileTooLargeError(GraphFileError):
    """A graph file has, or expands to, more bytes than it may."""


class ParameterError(CheapBanditsError, ValueError):
    """A parameter is outside its range."""


class ProbeError(CheapBanditsError, ValueError):
    """A probe does not fit: unknown, told already, or of another policy."""


class ReadingError(CheapBanditsError, ValueError):
    """A reading is not a finite number."""


class BudgetError(CheapBanditsError, ValueError):
    """Nothing more can be paid for."""


class CapacityError(CheapBanditsError, MemoryError):
    """The request needs more memory than it may take."""


class ConvergenceError(CheapBanditsError, ArithmeticError):
    """A solver did not come near enough to the solution."""


class ClusterError(CheapBanditsError, ConnectionError):
    """A cluster cannot be reached."""


class WorkerLostError(CheapBanditsError, ChildProcessError):
    """Processes that ran tasks died, again and again."""


class MissingExtraError(CheapBanditsError, ImportError):
    """An optional dependency is not installed; the message names the extra."""


# -- the store -------------------------------------------------------------------------------------


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


class ConflictError(StoreError, ValueError):
    """A stored event stands against the one to append; ``event`` is the stored one."""

    def __init__(self, message: str, event: Any) -> None:
        super().__init__(message)
        self.event = event

    def __reduce__(self) -> tuple[type[Self], tuple[str, Any]]:
        return type(self), (str(self), self.event)


class KeyReusedError(ConflictError):
    """An idempotency key came a second time, with another content."""


class AlreadyToldError(ConflictError):
    """The ask has its reading already."""


class OtherAskError(ConflictError):
    """The ask that was handed over is not the one that the log has under its number."""


class OtherReadingError(ConflictError):
    """The reading that is to be changed is not the one that it was known as."""


class OtherUnitError(ConflictError):
    """The reading is in another unit than the campaign's values are in now."""


# -- campaigns -------------------------------------------------------------------------------------


class CampaignError(CheapBanditsError, ValueError):
    """A campaign cannot do what was asked of it."""


class ClosedError(CampaignError):
    """The campaign is paused, finished, or has come to its end."""


class NoSuchAskError(CampaignError, LookupError):
    """There is no such ask, or it is not in a state for this."""


class ReadingWarning(UserWarning):
    """A reading is recorded that may be a slip, or that has passed the budget.

    Beyond what was called believable (``low``, ``high``), or one that often stands for none, as
    -9999 does.
    """


class ByIndexWarning(UserWarning):
    """A whole number was taken as the index of a node, and is the name of another one.

    Said once for each campaign object; who means indices may leave it out with
    ``warnings.simplefilter("ignore", ByIndexWarning)``.
    """


# -- what an error means to a program --------------------------------------------------------------


class Outcome(NamedTuple):
    """The exit status of a command and the HTTP status of an answer.

    ======  =====================================================================================
    exit    meaning
    ======  =====================================================================================
    2       the user's mistake: a bad value, an unknown name, a file that is not there
    3       what is stored stands against it: the ask is told, the key used, the name taken
    4       the campaign is over or paused: budget or planned measurements used up, or finished
    5       the database cannot be used: damaged, full, locked, unreachable, of another format
    ======  =====================================================================================
    """

    exit: int
    http: int


#: The outcome of each error; one that is not listed has that of the nearest class above it.
OUTCOMES: dict[type[BaseException], Outcome] = {
    CheapBanditsError: Outcome(2, 422),
    OSError: Outcome(2, 500),  # a request names no file of the server's: the fault is its own
    CapacityError: Outcome(2, 413),
    FileTooLargeError: Outcome(2, 413),
    MissingExtraError: Outcome(2, 501),
    ClusterError: Outcome(2, 503),
    WorkerLostError: Outcome(2, 503),
    NoSuchAskError: Outcome(2, 404),
    NotFoundError: Outcome(2, 404),
    NameTakenError: Outcome(3, 409),
    ConflictError: Outcome(3, 409),
    KeyReusedError: Outcome(3, 422),
    BudgetError: Outcome(4, 409),
    ClosedError: Outcome(4, 409),
    StoreError: Outcome(5, 503),
    DamagedError: Outcome(5, 500),
}
_FULL = (errno.ENOSPC, errno.EDQUOT)


def outcome(error: BaseException) -> Outcome:
    """Return what an error means to a program.

    Examples
    --------
    >>> outcome(ClosedError("paused"))
    Outcome(exit=4, http=409)
    """
    if isinstance(error, OSError) and error.errno in _FULL:
        return Outcome(5, 507)
    kinds = type(error).__mro__
    return next((OUTCOMES[kind] for kind in kinds if kind in OUTCOMES), Outcome(1, 500))
