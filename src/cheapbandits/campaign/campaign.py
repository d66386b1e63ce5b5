"""A live campaign: ask, measure, tell, stop. Every change is an event in a database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, Self

from cheapbandits.campaign.answers import Ask, Status, ask_of, status_now
from cheapbandits.campaign.as_known import AsKnown
from cheapbandits.campaign.asking import Request
from cheapbandits.campaign.asking import ask as ask_at
from cheapbandits.campaign.by_index import Heeded
from cheapbandits.campaign.desk import Desk, Draft, user
from cheapbandits.campaign.documents import history_rows
from cheapbandits.campaign.follower import restored
from cheapbandits.campaign.identity import Observed
from cheapbandits.campaign.nodes import Nodes, distinct_of, nothing_masked
from cheapbandits.campaign.odd_warnings import warn_if_odd, warn_if_odd_at_start
from cheapbandits.campaign.readings import check_fits
from cheapbandits.campaign.rewriting import cancelled, rewritten
from cheapbandits.campaign.spec import Spec
from cheapbandits.campaign.telling import (
    begin_with,
    note,
    observation,
    observe_rows,
    rows_given,
)
from cheapbandits.campaign.telling import tell as tell_at
from cheapbandits.campaign.terms import Terms, graph_to_bytes, load_graph
from cheapbandits.checks import check_ordered, indices, instance, items, whole
from cheapbandits.errors import CampaignError, MissingExtraError, ParameterError
from cheapbandits.store import Event, Store
from cheapbandits.text import clean_text

if TYPE_CHECKING:
    from cheapbandits.belief.learned import Estimates, Verdict
    from cheapbandits.campaign.standing import Standing
    from cheapbandits.campaign.stopping import Outlook
    from cheapbandits.graphs import Graph
    from cheapbandits.policies import Policy
    from cheapbandits.store import CampaignRow
    from cheapbandits.store.writer import Writer

__all__ = ["Campaign"]


class Campaign:
    """A campaign in a store; made by :meth:`create`, found again by :meth:`open`.

    Threads may share it, and several processes may hold the same campaign: each follows the log
    before it asks, and a tell is one short transaction. See :class:`..desk.Desk`.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        # Follows the log for those who need no policy: they do not wait while one computes.
        self._ledger = desk.beside()
        self._by_index = Heeded(lambda: self.graph)

    @classmethod
    def create(
        cls,
        name: str,
        graph: Graph | str | Path,
        *,
        db: str | Path | None = None,
        who: str | None = None,
        readings: Iterable[tuple[Any, ...]] = (),
        **settings: Any,
    ) -> Campaign:
        """Start a campaign.

        Parameters
        ----------
        name
            A name of your own, not taken yet.
        graph
            A graph, a graph file, or the name of shipped data.
        db
            SQLite file or database URL; the user's data folder when left out.
        who
            Who does it, for the record.
        readings
            What it starts from, rows as :meth:`observe_many` takes them: stored with it, or neither
            is.
        settings
            Of :class:`~cheapbandits.campaign.spec.Spec`: ``policy``, ``horizon``, ``budget``, ...,
            and of the policy: ``noise``, ``smoothness``, ``center``, ``scale``, ...
        """
        spec = Spec.of(settings)
        instance(who, (str, type(None)), "who", "a name")
        store = Store.open(db)
        store.check_free(name)  # a large graph takes a while: better found out before
        network = load_graph(graph)
        spec = spec.settled(network)  # refuses bad settings before anything is stored
        rows = Heeded(lambda: network).heed_rows(rows_given(readings))
        warn_if_odd_at_start(spec, [reading for _, reading, *_ in rows])

        def begin(writer: Writer) -> None:
            begun = Desk(store, writer.row, who, Terms(store, writer.row, network))
            begin_with(begun, writer, rows)

        data = graph_to_bytes(network)
        row = store.create(
            name, spec.to_dict(), data, who=who or user(), begin=begin if rows else None
        )
        return cls(Desk(store, row, who, Terms(store, row, network)))

    @classmethod
    def open(cls, name: str, *, db: str | Path | None = None, who: str | None = None) -> Campaign:
        """Return a campaign that was created before."""
        store = Store.open(db, create=False)
        return cls(Desk(store, store.campaign(name), who))

    def __reduce__(self) -> NoReturn:
        raise ParameterError(
            f"a campaign holds connections and cannot be pickled or copied; threads may share it, "
            f"another process opens it by its name: Campaign.open({self.name!r}, db=...)"
        )

    # -- the round ---------------------------------------------------------------------------------

    def ask(
        self,
        n: int = 1,
        *,
        lease: float | None = None,
        more: bool = False,
        beyond: bool = False,
        key: str | None = None,
        assignee: str | None = None,
    ) -> list[Ask]:
        """Return what to measure next: the open asks, and new ones until there are ``n``.

        Parameters
        ----------
        n
            How many to have open.
        lease
            Seconds after which an unanswered ask expires.
        more
            Ask for ``n`` new ones whatever is open.
        beyond
            Go on when all planned measurements have been asked for.
        key
            Idempotency key: the same request again with the same key gives the same asks.
        assignee
            Who is to measure them. Two teams that ask get two different groups, and the same team
            asking again gets its own that are open. Without, anybody's open asks count.
        """
        return ask_at(self._desk, Request(n, lease, more, beyond, key, assignee))

    def tell(self, ask: int | Ask, reading: float, *, key: str | None = None) -> Event:
        """Record the reading of an ask: once, in any order, however late.

        Parameters
        ----------
        ask
            The ask or its number.
        reading
            The measured average over its nodes.
        key
            Idempotency key: the same tell again with the same key gives the same answer.
        """
        warn_if_odd(self, [reading])
        return tell_at(self._desk, ask, reading, key)

    def observe(
        self,
        nodes: Nodes,
        reading: float,
        *,
        weights: Sequence[float] | None = None,
        key: str | None = None,
    ) -> Event:
        """Record a reading that nobody asked for: the average over any nodes, by index or name.

        A whole number is an index and a text is a name, also where names are numbers: the node
        named "3" is ``"3"``. A number that is an index and the name of another node at once comes
        with a :class:`~cheapbandits.ByIndexWarning`, once; not where it comes from here (an ask, a
        policy, ``graph.index``).
        """
        check_ordered(nodes, weights)
        given = self._by_index.heed(nodes)
        warn_if_odd(self, [reading])
        return note(self._desk, lambda terms: observation(terms, given, reading, weights, key))

    def observe_many(self, rows: Iterable[tuple[Any, ...]]) -> int:
        """Record many readings in one transaction, all or none.

        A row is nodes, reading and key (or ``None``), and perhaps weights, as in :meth:`observe`.
        A row whose key is known is left out if it is the same, and refused if it is another.

        Returns how many were new.
        """
        return len(self.observe_rows(rows))

    def observe_rows(self, rows: Iterable[tuple[Any, ...]]) -> range:
        """Record many readings as :meth:`observe_many` does; return the numbers of the new ones."""
        given = self._by_index.heed_rows(rows_given(rows))
        warn_if_odd(self, [reading for _, reading, *_ in given])
        return observe_rows(self._desk, given)

    # -- changes -----------------------------------------------------------------------------------

    def cancel(self, ask: int | Ask) -> Event:
        """Withdraw an open ask; its round and its price are given back."""
        return self._ledger.record(cancelled(self._ledger, ask))

    def correct(
        self,
        reading_of: int | Ask | Event | Observed,
        reading: float,
        *,
        observation: bool = False,
        was: float | None = None,
        struck: bool = False,
    ) -> Event:
        """Replace the reading of an ask (or of an observation, by its event or that's number).

        ``was`` is the reading as you know it, ``struck`` whether it was struck: where it is another
        by now, nothing is recorded (:class:`~cheapbandits.errors.OtherReadingError`).
        """
        from cheapbandits.policies.reading import check_reading

        warn_if_odd(self, [reading])
        body = {"reading": check_fits(check_reading(reading), self.spec)}
        ledger, known = self._ledger, AsKnown.of(was, struck)
        return ledger.record(
            rewritten(ledger, "correct", reading_of, body, observation=observation, known_as=known)
        )

    def annul(
        self,
        reading_of: int | Ask | Event | Observed,
        *,
        observation: bool = False,
        was: float | None = None,
    ) -> Event:
        """Strike the reading of an ask (or of an observation): it no longer counts.

        What it cost stays spent; the round is to be measured again. ``was`` is as in
        :meth:`correct`.
        """
        ledger, known = self._ledger, AsKnown.of(was)
        return ledger.record(
            rewritten(ledger, "annul", reading_of, {}, observation=observation, known_as=known)
        )

    def annul_many(self, numbers: Iterable[int], *, observation: bool = False) -> list[Event]:
        """Strike many readings, all or none: those of a file that should not have been imported."""
        what = "the number of an ask or observation"
        wanted = dict.fromkeys(whole(number, what) for number in items(numbers, "numbers"))
        if not wanted:
            raise ParameterError("name the readings to strike, by their numbers")
        return self._ledger.record_all(
            [
                rewritten(self._ledger, "annul", number, {}, observation=observation)
                for number in wanted
            ]
        )

    def mask(self, nodes: Nodes) -> Event:
        """Ask for no probe that contains any of these nodes from now on.

        They are given as in :meth:`observe`.
        """
        given = self._by_index.heed(nodes)

        def decide(standing: Standing) -> Draft:
            graph = self._ledger.terms.graph
            meant = distinct_of(graph, given)
            if len(standing.masked | set(meant)) == graph.n_nodes:
                raise ParameterError("the mask leaves no node to probe; leave at least one free")
            return Draft("mask", {"nodes": meant})

        return self._ledger.record(decide)

    def unmask(self, nodes: Nodes) -> Event:
        """Allow these nodes again; where none of them is masked, say so and record nothing.

        They are given as in :meth:`observe`.
        """
        given = self._by_index.heed(nodes)

        def decide(standing: Standing) -> Draft:
            graph = self._ledger.terms.graph
            meant = distinct_of(graph, given)
            if standing.masked.isdisjoint(meant):
                raise nothing_masked(graph, meant, standing.masked)
            return Draft("unmask", {"nodes": meant})

        return self._ledger.record(decide)

    def pause(self) -> Event:
        """Stop asking until :meth:`resume`; readings are still taken."""

        def check(row: CampaignRow) -> None:
            if row.summary.get("state") == "paused":
                raise CampaignError(f"{self.name} is paused already; nothing was recorded")

        return note(self._desk, lambda _: Draft("pause", {}), check)

    def resume(self) -> Event:
        """Go on asking."""

        def check(row: CampaignRow) -> None:
            if row.summary.get("state") != "paused":
                raise CampaignError(f"{self.name} is not paused; there is nothing to resume")

        return note(self._desk, lambda _: Draft("resume", {}), check)

    def finish(self, reason: str = "finished") -> Event:
        """End the campaign; nothing more can be asked or told until :meth:`reopen`."""
        clean_text(reason, "the reason")
        return note(self._desk, lambda _: Draft("finish", {"reason": reason}))

    def reopen(self) -> Event:
        """Go on with a campaign that was finished: as it was before, paused if it was paused."""

        def decide(standing: Standing) -> Draft:
            if standing.finished is None:
                raise CampaignError(f"{self.name} is not finished; there is nothing to reopen")
            return Draft("reopen", {})

        return self._ledger.record(decide, finished=True)

    # -- the campaign as a whole -------------------------------------------------------------------

    def rename(self, name: str) -> Campaign:
        """Give the campaign another name; return it under that name.

        This object, and all others that hold it by the old name, say so when they are used.
        """
        with self._desk.held.writing() as writer:
            writer.rename(name)
            writer.append("rename", {"from": self.name}, who=self._desk.who)
            row = writer.row
        return type(self)(Desk(self._desk.store, row, self._desk.who))

    def clone(
        self, name: str, *, with_readings: bool = False, budget: float | None = None
    ) -> Campaign:
        """Return a new campaign with the same settings, graph and masks; see :mod:`.cloning`.

        With readings it also begins with those that count here, as observations, at no cost. Its
        budget is the same when left out.
        """
        from cheapbandits.campaign.cloning import clone

        return type(self)(clone(self._ledger, name, with_readings=with_readings, budget=budget))

    # -- looking -----------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The campaign's name."""
        return self._desk.name

    @property
    def graph(self) -> Graph:
        """The network."""
        return self._desk.terms.graph

    @property
    def spec(self) -> Spec:
        """The settings; a copy, as they never change."""
        spec = self._desk.terms.spec
        cost = spec.cost if isinstance(spec.cost, str) else dict(spec.cost)
        return replace(spec, parameters=dict(spec.parameters), cost=cost)

    @property
    def masked(self) -> frozenset[int]:
        """The nodes that are left out."""
        with self._desk.standing() as standing:
            return frozenset(indices(standing.masked))

    def status(self) -> Status:
        """Return where the campaign stands, at the same cost however long it has run."""
        return status_now(self._desk.store, self._desk.held.row())

    def history(self) -> list[dict[str, Any]]:
        """Return one row an ask or observation, in the order they came."""
        with self._ledger.standing() as standing:
            return history_rows(standing, self._ledger.terms.graph)

    def pending(self) -> list[Ask]:
        """Return the open asks, and ask for nothing."""
        with self._ledger.standing() as standing:
            return [ask_of(self._ledger.terms, standing, number) for number in standing.open]

    def events(self) -> list[Event]:
        """Return the whole log."""
        return self._desk.held.events()

    def policy(self) -> Policy:
        """Return a policy of your own that knows everything told so far.

        Whatever you do with it, the campaign does not notice.
        """
        with self._desk.standing() as standing:
            return restored(self._desk.terms, standing)

    def assess(self, *, tolerance: float | None = None) -> Verdict:
        """Return best place, interval, probability that it is the best, and expected regret.

        They come from a belief that learns from the readings, whatever the policy chooses by. The
        tolerance is the campaign's own where left out.
        """
        with self._desk.policy() as (_, policy):
            return policy.assess(tolerance=self._tolerance(tolerance))

    def estimates(self, level: float = 0.9) -> Estimates:
        """Return estimate, low and high of every node, in the readings' units."""
        with self._desk.policy() as (_, policy):
            return policy.estimates(level)

    def places(self, *, at: int | None = None, level: float = 0.9) -> dict[str, Any]:
        """Return what is believed of every node: now, or after event ``at`` as it was then."""
        from cheapbandits.campaign.places import past, places_document

        if at is None:
            with self._desk.policy() as (standing, policy):
                return places_document(self.name, standing, policy, self.graph, level)
        standing = past(self._desk.store, self._desk.terms, at)
        policy = restored(self._desk.terms, standing)
        return places_document(self.name, standing, policy, self.graph, level)

    def outlook(self, *, tolerance: float | None = None) -> Outlook:
        """Return the assessment, what going on would cost, and whether the stopping rule is met."""
        from cheapbandits.campaign.stopping import look_ahead, parse_rule

        with self._desk.policy() as (standing, policy):
            rule = parse_rule(self.spec.stop)
            return look_ahead(standing, policy, self.graph, rule, self._tolerance(tolerance))

    def _tolerance(self, given: float | None) -> float | None:
        return self.spec.tolerance if given is None else given

    def should_stop(self) -> bool:
        """Return whether the stopping rule is met; quick where the rule allows it."""
        from cheapbandits.campaign.stopping import parse_rule

        rule, status = parse_rule(self.spec.stop), self.status()
        if not rule.needs_assessment:
            return rule.met(None, status.spent, status.told)
        return bool(status.told) and self.outlook().met

    def estimates_map(self, *, crs: str | None = None) -> dict[str, Any]:
        """Return every node with its estimate and interval as GeoJSON.

        ``crs`` says what the coordinates are of, where the campaign's graph does not.
        """
        from cheapbandits.campaign.exports.places import degrees, placed
        from cheapbandits.campaign.maps import estimates_geojson

        graph = placed(self.graph, crs)
        degrees(graph)  # a graph without places is refused before anything is computed
        with self._desk.policy() as (standing, policy):
            return estimates_geojson(standing, policy, graph)

    def map(self, path: str | Path, *, crs: str | None = None) -> Path:
        """Write a picture of the belief: ``.png``, ``.svg``, or ``.html`` to pan and zoom in.

        To ``.gpkg`` go the sites with estimate, low, high and readings, for GIS programs. ``crs``
        says what the coordinates are of, where the campaign's graph does not.
        """
        from cheapbandits.campaign.exports.places import degrees, placed
        from cheapbandits.campaign.maps import check_map, write_map

        target, graph = check_map(path), placed(self.graph, crs)
        if target.suffix.lower() == ".gpkg":
            degrees(graph)  # a graph without places is refused before anything is computed
        with self._desk.policy() as (standing, policy):
            return write_map(standing, policy, graph, path, self.name)

    def _repr_svg_(self) -> str | None:
        """Return the picture of the graph with the belief; without matplotlib a line must do."""
        from cheapbandits.campaign.maps import picture

        try:
            with self._desk.policy() as (standing, policy):
                return picture(standing, policy, self.graph)
        except MissingExtraError:
            return None

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        """Write the line that a notebook shows, and where there is no picture how to get one."""
        from importlib.util import find_spec

        printer.text(repr(self))
        if find_spec("matplotlib") is None:
            printer.text("\nno picture without matplotlib: pip install 'cheapbandits[plots]'")

    # -- the object --------------------------------------------------------------------------------

    def close(self) -> None:
        """Close the connections to the database; what was recorded is there already."""
        self._desk.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        try:
            status = self.status()
        except Exception as error:  # a debugger or a log must be able to name it all the same
            return f"Campaign({self.name!r}: cannot be read now, {type(error).__name__})"
        planned = "" if status.horizon is None else f" of {status.horizon}"
        return (
            f"Campaign({self.name!r}: {status.state}, {status.told}{planned} told, "
            f"{status.open} open, cost {status.spent:.4g})"
        )
