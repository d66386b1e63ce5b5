"""The desk: the one owner of a campaign in a process. Threads share it; its lock is theirs.

It follows the log and chooses outside the write transaction, then appends only if nobody else did
meanwhile; else it follows and tries again. It knows its place in the log by number and digest: a
log that was put back to an earlier moment does not go through that place, and the desk starts over
from what is there.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from cheapbandits.campaign.follower import Follower
from cheapbandits.campaign.held import Held
from cheapbandits.campaign.readings import check_room, counted
from cheapbandits.campaign.standing import Standing
from cheapbandits.campaign.tally import filled, is_outdated, tally_after, tally_of
from cheapbandits.campaign.terms import Terms
from cheapbandits.errors import (
    CheapBanditsError,
    ClosedError,
    KeyReusedError,
    ParameterError,
)
from cheapbandits.locks import fork_safe_lock, forks
from cheapbandits.store import OtherLogError, Place
from cheapbandits.store.advice import command
from cheapbandits.store.names import person

if TYPE_CHECKING:
    from cheapbandits.policies import Policy
    from cheapbandits.store import CampaignRow, Event, Store
    from cheapbandits.store.writer import Writer

__all__ = ["Desk", "Draft", "signed", "user"]

#: So often a choice may come too late before the desk holds the log while it chooses.
TRIES = 5
#: After these the best place at a glance is out of date.
_REWRITE = frozenset({"correct", "annul"})

#: Where systems say who has logged in.
_NAMED = ("LOGNAME", "USER", "LNAME", "USERNAME")

T = TypeVar("T")

#: Who writes now, where one process writes for several people.
_signer: ContextVar[str | None] = ContextVar("signer", default=None)


class Draft(NamedTuple):
    """An event that is to be appended."""

    kind: str
    body: dict[str, Any]
    ask: int | None = None
    key: str | None = None


class Desk:
    """One campaign in a store, what is known of it here, and who writes in it."""

    def __init__(
        self,
        store: Store,
        row: CampaignRow,
        who: str | None = None,
        terms: Terms | None = None,
    ) -> None:
        self.store = store
        self.held = Held(store, row)
        self.name = row.name
        self.who = who or user()
        self._lock = fork_safe_lock()
        self.terms = terms or Terms(store, row)
        self._start_over(row)

    def beside(self) -> Desk:
        """Return another desk of the same campaign, for those who need not wait for a policy."""
        return Desk(self.store, self.terms.row, self.who, self.terms)

    # -- following ---------------------------------------------------------------------------------

    @contextmanager
    def standing(self) -> Iterator[Standing]:
        """Hold the desk, with everything that stands in the log."""
        with self._lock:
            self._follow()
            yield self._standing

    @contextmanager
    def policy(self) -> Iterator[tuple[Standing, Policy]]:
        """Hold the desk, with what stands in the log and the policy that has learned it."""
        with self._lock:
            self._follow()
            try:
                yield self._standing, self.learned()
            except BaseException as error:
                if not isinstance(error, CheapBanditsError):  # it may have come in the middle
                    self.unlearn()
                raise

    def learned(self) -> Policy:
        """Return the policy as of the last event followed; for those who hold the desk."""
        with self._dropping():
            return self._follower.policy(self._standing)

    def draws_for(self, number: int) -> None:
        """Let a randomised policy draw for an ask what it would draw wherever it was opened."""
        self._follower.draws_for(number)

    def unlearn(self) -> None:
        """Drop the policy, which may have been left half-way; it is made anew when needed."""
        self._follower = Follower(self.terms)

    def _follow(
        self,
        writer: Writer | None = None,
        look: Callable[[CampaignRow], object] | None = None,
    ) -> None:
        """Take in what was appended since; ``look`` sees the row first and may refuse."""
        if self._forks != forks():  # another thread may have been half-way through when we forked
            self._start_over(self.terms.row)
        while True:
            try:
                events = self._news(writer, look)
            except OtherLogError:
                self._start_over(self.held.row() if writer is None else writer.row)
            else:
                return self._take(events)

    def _news(
        self, writer: Writer | None, look: Callable[[CampaignRow], object] | None
    ) -> list[Event]:
        place = self._standing.place
        if writer is None:
            return self.held.follow(place, look)
        if look is not None:
            look(writer.row)
        return writer.follow(place)

    def _take(self, events: Sequence[Event]) -> None:
        with self._dropping():
            self._standing.fold(events)
            self._follower.hear(events)

    def _start_over(self, row: CampaignRow) -> None:
        """Drop everything that was held; the log is followed from its beginning."""
        self._forks = forks()
        self._standing = Standing(Place(0, row.genesis))
        self._follower = Follower(self.terms)

    @contextmanager
    def _dropping(self) -> Iterator[None]:
        """Start over after an error that may have left what is held half-way."""
        try:
            yield
        except BaseException:
            self._start_over(self.terms.row)
            raise

    # -- writing with a look at what stands --------------------------------------------------------

    def settle(
        self,
        attempt: Callable[[Standing, Callable[..., bool]], T | None],
        look: Callable[[CampaignRow], object] | None = None,
    ) -> T:
        """Follow and let ``attempt`` decide, again and again until it could append.

        Parameters
        ----------
        attempt
            Called with what stands and a function that appends drafts if the log still ends there,
            and says whether it did. Returns ``None`` when it did not, else the result.
        look
            Sees the campaign's row before any event is read, and may refuse.
        """
        with self._lock:
            for _ in range(TRIES):
                self._follow(None, look)
                done = attempt(self._standing, self._append)
                if done is not None:
                    return done
            # Others write faster than we choose: now they wait, for once.
            with self.held.writing() as writer:
                self._follow(writer, look)
                done = attempt(self._standing, lambda *given: self._append_here(writer, *given))
                assert done is not None
            return done

    def record(self, decide: Callable[[Standing], Draft], *, finished: bool = False) -> Event:
        """Append what ``decide`` makes of what stands; it may refuse by raising.

        Only with ``finished`` is anything recorded in a finished campaign.
        """
        return self.record_all([decide], finished=finished)[0]

    def record_all(
        self, decisions: Sequence[Callable[[Standing], Draft]], *, finished: bool = False
    ) -> list[Event]:
        """Do the same for several that do not hang on each other: all or none."""

        def attempt(standing: Standing, append: Callable[..., bool]) -> list[Event] | None:
            events: list[Event] = []
            drafts = [decide(standing) for decide in decisions]
            return events if append(drafts, events) else None

        return self.settle(attempt, None if finished else self.check_not_finished)

    def _append(
        self,
        drafts: Sequence[Draft],
        events: list[Event],
        best: dict[str, Any] | None = None,
    ) -> bool:
        """Append if the log still ends where we stand; return whether it did."""
        with self.held.writing() as writer:
            return self._append_here(writer, drafts, events, best)

    def _append_here(
        self,
        writer: Writer,
        drafts: Sequence[Draft],
        events: list[Event],
        best: dict[str, Any] | None = None,
    ) -> bool:
        if writer.row.place != self._standing.place:
            return False
        events += [self._write(writer, draft) for draft in drafts]
        # Should the commit fail, the log will not go through this place: we shall start over.
        self._take(events)
        best = best or writer.row.summary.get("best")
        if best is not None and any(draft.kind in _REWRITE for draft in drafts):
            best = {**best, "changed": True}
        writer.summarise(tally_of(self._standing, best))
        return True

    def begin(self, writer: Writer, drafts: Sequence[Draft]) -> None:
        """Append the first events of a campaign that is being created: both are stored, or none."""
        self._append_here(writer, drafts, [])

    # -- writing without one -----------------------------------------------------------------------

    def note(
        self,
        make: Callable[[Terms], Sequence[Draft]],
        check: Callable[[Writer], Event | None],
        meant: Callable[[Writer], None] | None = None,
    ) -> tuple[list[Event], int]:
        """Append drafts in one short transaction that looks at no other event; no lock is held.

        A draft whose key is known is not appended: the stored event is the answer, if its content
        is the same.

        Parameters
        ----------
        make
            Gives the drafts for a campaign of these terms.
        check
            May refuse to append anything new; returns the ask that a tell answers.
        meant
            May refuse whether or not there is anything new: this is about another campaign.

        Returns
        -------
        events, new
            One event a draft, and how many of them are new.
        """
        drafts = make(self.terms)
        with self.held.writing() as writer:
            if meant is not None:
                meant(writer)
            return self._note_here(writer, drafts, check)

    def note_in(self, writer: Writer, drafts: Sequence[Draft]) -> None:
        """Append drafts to a campaign that is being created, as :meth:`note` does."""
        self._note_here(writer, drafts, lambda _: None)

    def _note_here(
        self, writer: Writer, drafts: Sequence[Draft], check: Callable[[Writer], Event | None]
    ) -> tuple[list[Event], int]:
        events, new, tally = [], 0, writer.row.summary
        outdated = is_outdated(writer.row)
        here: dict[str, int] = {}  # keys that came with this request, and in which row
        for row, draft in enumerate(drafts, start=1):
            known = None if draft.key is None else writer.find(draft.key)
            if known is not None and draft.key in here and not _is(draft, known):
                raise KeyReusedError(_twice(draft.key, here[draft.key], row), None)
            if known is not None:
                events.append(_same(draft, known))
                continue
            asked = check(writer)
            events.append(self._write(writer, draft))
            if draft.key is not None:
                here[draft.key] = row
            before = counted(filled(tally))
            tally, new = tally_after(tally, events[-1], asked), new + 1
            if counted(tally) > before:
                check_room(str(writer.row.spec.get("policy", "")), counted(tally))
        if new:
            if outdated:  # it stays so until somebody who has followed the log writes it anew
                tally.pop("annulled")
            writer.summarise(tally)
        return events, new

    def _write(self, writer: Writer, draft: Draft) -> Event:
        who = _signer.get() or self.who
        return writer.append(draft.kind, draft.body, ask=draft.ask, key=draft.key, who=who)

    def check_not_finished(self, row: CampaignRow) -> None:
        """Refuse to record anything more in a finished campaign."""
        if row.summary.get("state") == "finished":
            raise ClosedError(
                f"{self.name} is finished; nothing more can be recorded unless it is opened again: "
                f"{command('reopen', self.name)}"
            )


def _is(draft: Draft, known: Event) -> bool:
    return (known.kind, known.ask, known.body) == (draft.kind, draft.ask, draft.body)


def _twice(key: str, first: int, second: int) -> str:
    """Say which rows of one request have a key in common; neither is an event, as none is kept."""
    return (
        f"rows {first} and {second} of these readings have the same key {key!r}, and are not the "
        "same; nothing was recorded: give each row a key of its own, or none"
    )


def _same(draft: Draft, known: Event) -> Event:
    """Return the stored event if it is what the draft would make it."""
    if not _is(draft, known):
        raise KeyReusedError(
            f"key {draft.key!r} was used for {known.kind} {known.body} (event {known.seq}); "
            "use a new key for another request",
            known,
        )
    return known


@contextmanager
def signed(who: str | None) -> Iterator[None]:
    """Let what is written in this block be somebody else's; ``None``: the desk's owner's."""
    before = _signer.set(who)
    try:
        yield
    finally:
        _signer.reset(before)


def user() -> str:
    """Return who is at the keyboard, as far as the system knows.

    A name that cannot be recorded (it holds control characters) is as good as none.
    """
    for variable in _NAMED:
        with suppress(ParameterError):
            return person(os.environ.get(variable, ""), "who")
    try:
        import pwd

        return person(pwd.getpwuid(os.getuid()).pw_name, "who")
    except (ImportError, AttributeError, KeyError, OSError, ParameterError):  # no list of users
        return "unknown"
