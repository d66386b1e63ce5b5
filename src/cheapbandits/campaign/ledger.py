"""The writing side of a campaign: its log, its summary, and a session that follows both."""

from __future__ import annotations

import getpass
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cheapbandits.campaign.errors import ClosedError
from cheapbandits.campaign.graph_bytes import graph_from_bytes
from cheapbandits.campaign.session import Session
from cheapbandits.campaign.spec import Spec
from cheapbandits.campaign.state import State
from cheapbandits.campaign.summary import after_append
from cheapbandits.store import KeyReusedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cheapbandits.graphs import Graph
    from cheapbandits.store import CampaignRow, Event, Store
    from cheapbandits.store.log import Log

__all__ = ["Ledger"]


class Ledger:
    """One campaign in a store, and who writes in it."""

    def __init__(self, store: Store, row: CampaignRow, who: str | None = None) -> None:
        self.store = store
        self.row = row
        self._who = who or user()
        self._session: Session | None = None

    @property
    def name(self) -> str:
        """The campaign's name."""
        return self.row.name

    @cached_property
    def graph(self) -> Graph:
        """The network."""
        return graph_from_bytes(self.store.graph(self.name))

    @property
    def session(self) -> Session:
        """State and policy, as of the last time the log was followed."""
        if self._session is None:
            self._session = Session(self.graph, Spec.from_dict(self.row.spec))
        return self._session

    def state(self) -> State:
        """Return what has happened, without the policy's arithmetic."""
        state = State()
        state.fold(self.store.events(self.name), origin="")
        return state

    def followed(self) -> Session:
        """Return the session with everything that has been recorded."""
        session = self.session
        session.follow(self.store.events(self.name, after=session.state.seq))
        return session

    @contextmanager
    def following(self) -> Iterator[tuple[Log, Session]]:
        """Hold the campaign for writing, with the session up to date.

        Should the block fail, what it did to the session is not in the log: the session is dropped.
        """
        session = self.session
        try:
            with self.store.writing(self.name) as log:
                session.follow(log.events(after=session.state.seq))
                yield log, session
        except BaseException:
            self._session = None
            raise

    @contextmanager
    def recording(self) -> Iterator[tuple[Log, State]]:
        """Hold a campaign that is not finished for writing, with its state but no arithmetic."""
        with self.store.writing(self.name) as log:
            self.check_not_finished(log)
            state = State()
            state.fold(log.events(), origin="")
            yield log, state

    def append(
        self,
        log: Log,
        kind: str,
        body: dict[str, Any],
        *,
        ask: int | None = None,
        key: str | None = None,
    ) -> Event:
        """Add an event and bring the summary in line with it, in the log's transaction."""
        asked = log.asked(ask) if kind == "tell" and ask is not None else None
        event = log.append(kind, body, ask=ask, key=key, who=self._who)
        log.summarise(after_append(log.row.summary, event, asked))
        return event

    def once(
        self,
        kind: str,
        body: dict[str, Any],
        check: Callable[[Log], None],
        *,
        ask: int | None = None,
        key: str | None = None,
    ) -> Event:
        """Append unless the key is known; then the same request gives the same answer."""
        with self.store.writing(self.name) as log:
            known = None if key is None else log.find(key)
            if known is None:
                check(log)
                return self.append(log, kind, body, ask=ask, key=key)
            if (known.kind, known.ask, known.body) != (kind, ask, body):
                raise KeyReusedError(
                    f"key {key!r} was used for {known.kind} {known.body} (event {known.seq}); "
                    "use a new key for another request",
                    known,
                )
            return known

    def check_not_finished(self, log: Log) -> None:
        """Refuse to record anything more in a finished campaign."""
        if log.row.summary.get("state") == "finished":
            raise ClosedError(f"{self.name} is finished; nothing more can be recorded")


def user() -> str:
    """Return who is at the keyboard, as far as the system knows."""
    try:
        return getpass.getuser()
    except (ImportError, KeyError, OSError):  # no name in the environment, no list of users
        return "unknown"
