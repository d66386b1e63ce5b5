"""A live campaign: ask, measure, tell, stop. Every change is an event in a database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from cheapbandits.campaign.asking import ask_more, check_running, expire
from cheapbandits.campaign.errors import CampaignError, NoSuchAskError
from cheapbandits.campaign.graph_bytes import graph_to_bytes, load_graph
from cheapbandits.campaign.ledger import Ledger, user
from cheapbandits.campaign.records import Ask, Status, ask_of, history_rows, status_of
from cheapbandits.campaign.spec import Spec
from cheapbandits.campaign.summary import with_best
from cheapbandits.errors import ParameterError
from cheapbandits.policies.reading import check_reading, check_row
from cheapbandits.store import Event, Store

if TYPE_CHECKING:
    from cheapbandits.campaign.stopping import Assessment
    from cheapbandits.graphs import Graph
    from cheapbandits.policies import UCB
    from cheapbandits.store.log import Log

__all__ = ["Campaign"]

#: Nodes by index or name; one alone needs no list.
Nodes: TypeAlias = int | str | Sequence[int | str]


class Campaign:
    """A campaign in a store; made by :meth:`create`, found again by :meth:`open`.

    Several processes may hold the same campaign: each follows the log before it asks, and a tell
    is one short transaction.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    @classmethod
    def create(
        cls,
        name: str,
        graph: Graph | str | Path,
        *,
        db: str | Path | None = None,
        who: str | None = None,
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
        settings
            Of :class:`~cheapbandits.campaign.spec.Spec`: ``policy``, ``horizon``, ``budget``, ...,
            and of the policy: ``noise``, ``smoothness``, ``center``, ``scale``, ...
        """
        spec = Spec.of(settings)
        store = Store.open(db)
        store.check_free(name)  # a large graph takes a while: better found out before
        network = load_graph(graph)
        policy = spec.make_policy(network)  # refuses bad settings before anything is stored
        spec = replace(spec, parameters={**spec.parameters, "dimension": policy.dimension})
        store.create(name, spec.to_dict(), graph_to_bytes(network), who=who or user())
        return cls(Ledger(store, store.campaign(name), who))

    @classmethod
    def open(cls, name: str, *, db: str | Path | None = None, who: str | None = None) -> Campaign:
        """Return a campaign that was created before."""
        store = Store.open(db, create=False)
        return cls(Ledger(store, store.campaign(name), who))

    # -- the round ---------------------------------------------------------------------------------

    def ask(
        self,
        n: int = 1,
        *,
        lease: float | None = None,
        more: bool = False,
        beyond: bool = False,
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
        """
        if n < 1:
            raise CampaignError(f"ask for at least 1 group, got {n}")
        with self._ledger.following() as (log, session):
            check_running(self.name, session)
            expire(self._ledger, log, session)
            before = set(session.state.open)
            wanted = n if more else n - len(before)
            ask_more(self._ledger, log, session, wanted, lease, beyond)
            asks = [
                ask_of(session.graph, ask)
                for number, ask in session.state.open.items()
                if not (more and number in before)
            ]
            log.summarise(with_best(log.row.summary, session.graph, session.policy.best()))
        return asks

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
        number = _number(ask)
        body = {"reading": check_reading(reading)}

        def check(log: Log) -> None:
            self._ledger.check_not_finished(log)
            if log.asked(number) is None:
                raise NoSuchAskError(f"{self.name} has no ask {number}")

        return self._ledger.once("tell", body, check, ask=number, key=key)

    def observe(
        self,
        nodes: Nodes,
        reading: float,
        *,
        weights: Sequence[float] | None = None,
        key: str | None = None,
    ) -> Event:
        """Record a reading that nobody asked for: the average over any nodes, by index or name."""
        body = self._observation(nodes, reading, weights)
        return self._ledger.once("observe", body, self._ledger.check_not_finished, key=key)

    def observe_many(self, rows: Iterable[tuple[Nodes, float, str | None]]) -> int:
        """Record many readings in one transaction; rows whose key is known are left out.

        Returns how many were new.
        """
        bodies = [(self._observation(nodes, reading, None), key) for nodes, reading, key in rows]
        with self._ledger.store.writing(self.name) as log:
            self._ledger.check_not_finished(log)
            new = [(body, key) for body, key in bodies if key is None or log.find(key) is None]
            for body, key in new:
                self._ledger.append(log, "observe", body, key=key)
        return len(new)

    # -- changes -----------------------------------------------------------------------------------

    def cancel(self, ask: int | Ask) -> Event:
        """Withdraw an open ask; its round and its price are given back."""
        number = _number(ask)
        with self._ledger.recording() as (log, state):
            if number not in state.open:
                raise NoSuchAskError(f"ask {number} of {self.name} is not open")
            return self._ledger.append(log, "cancel", {}, ask=number)

    def correct(self, reading_of: int, reading: float, *, observation: bool = False) -> Event:
        """Replace the reading of an ask (or of an observation, by its event number)."""
        body = {"reading": check_reading(reading)}
        return self._rewrite("correct", reading_of, body, observation)

    def annul(self, reading_of: int, *, observation: bool = False) -> Event:
        """Strike the reading of an ask (or of an observation): it no longer counts."""
        return self._rewrite("annul", reading_of, {}, observation)

    def mask(self, nodes: Nodes) -> Event:
        """Ask for no probe that contains any of these nodes from now on."""
        indices = self._indices(nodes)
        with self._ledger.recording() as (log, state):
            if len(state.masked | set(indices)) == self.graph.n_nodes:
                raise ParameterError("the mask leaves no node to probe; leave at least one free")
            return self._ledger.append(log, "mask", {"nodes": indices})

    def unmask(self, nodes: Nodes) -> Event:
        """Allow these nodes again."""
        return self._change("unmask", {"nodes": self._indices(nodes)})

    def pause(self) -> Event:
        """Stop asking until :meth:`resume`; readings are still taken."""
        return self._change("pause", {})

    def resume(self) -> Event:
        """Go on asking."""
        return self._change("resume", {})

    def finish(self, reason: str = "finished") -> Event:
        """End the campaign; nothing more can be asked or told."""
        return self._change("finish", {"reason": reason})

    def _change(self, kind: str, body: dict[str, Any]) -> Event:
        with self._ledger.recording() as (log, _):
            return self._ledger.append(log, kind, body)

    def _rewrite(self, kind: str, target: int, body: dict[str, Any], observation: bool) -> Event:
        with self._ledger.recording() as (log, state):
            known: Any = state.observations.get(target) if observation else state.asks.get(target)
            if known is None or known.reading is None:
                what = "observation" if observation else "told ask"
                raise NoSuchAskError(f"{self.name} has no {what} {target}")
            if known.annulled and kind == "annul":
                raise CampaignError(
                    f"the reading of {target} has been annulled already; correct puts another in "
                    "its place"
                )
            if observation:
                return self._ledger.append(log, kind, {**body, "observation": target})
            return self._ledger.append(log, kind, body, ask=target)

    # -- looking -----------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The campaign's name."""
        return self._ledger.row.name

    @property
    def graph(self) -> Graph:
        """The network."""
        return self._ledger.graph

    @property
    def spec(self) -> Spec:
        """The settings."""
        return Spec.from_dict(self._ledger.row.spec)

    def status(self) -> Status:
        """Return where the campaign stands, at the same cost however long it has run."""
        return status_of(self._ledger.store.campaign(self.name))

    def history(self) -> list[dict[str, Any]]:
        """Return one row an ask or observation, in the order they came."""
        return history_rows(self._ledger.state(), self.graph)

    def events(self) -> list[Event]:
        """Return the whole log."""
        return self._ledger.store.events(self.name)

    def policy(self) -> UCB:
        """Return the policy with everything told so far."""
        return self._ledger.followed().policy

    def assess(self, *, tolerance: float = 0.0) -> Assessment:
        """Return best place, interval, probability that it is the best, and expected regret."""
        from cheapbandits.campaign.stopping import Surprise, assess

        session = self._ledger.followed()
        mean, rows = session.policy.belief.mean, session.rows()
        inward = session.policy.model.inward
        surprise = Surprise.of_readings(mean, [r for r, _ in rows], [inward(v) for _, v in rows])
        return assess(session.policy, tolerance=tolerance, surprise=surprise)

    def _repr_svg_(self) -> str:
        """Return the picture of the graph with the belief, for notebooks."""
        from cheapbandits.campaign.picture import picture

        return picture(self._ledger.followed())

    def __repr__(self) -> str:
        status = self.status()
        return (
            f"Campaign({self.name!r}: {status.state}, {status.told} of {status.horizon} told, "
            f"{status.open} open, cost {status.spent:.4g})"
        )

    # -- inside ------------------------------------------------------------------------------------

    def _observation(
        self, nodes: Nodes, reading: float, weights: Sequence[float] | None
    ) -> dict[str, Any]:
        group, shares = check_row(self._indices(nodes), weights, self.graph.n_nodes)
        body: dict[str, Any] = {"nodes": list(group), "reading": check_reading(reading)}
        return body if shares is None else {**body, "weights": list(shares)}

    def _indices(self, nodes: Nodes) -> list[int]:
        given = [nodes] if isinstance(nodes, int | str) else list(nodes)
        indices = [n if isinstance(n, int) else self.graph.index(n) for n in given]
        for node in indices:
            if not 0 <= node < self.graph.n_nodes:
                raise ParameterError(f"node {node} is not in the graph")
        return indices


def _number(ask: int | Ask) -> int:
    if isinstance(ask, Ask):
        return ask.number
    if isinstance(ask, bool) or not isinstance(ask, int):
        raise NoSuchAskError(f"name an ask by its number, got {ask!r}")
    return ask
