"""A campaign on a server, with the methods of a local one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, Self
from urllib.parse import urlencode

from cheapbandits.campaign.answers import Ask, Status
from cheapbandits.campaign.identity import Observed, check_of, number_of, target_of
from cheapbandits.campaign.nodes import Nodes, listed
from cheapbandits.campaign.telling import rows_given
from cheapbandits.checks import Index, check_ordered, indices, items
from cheapbandits.errors import ParameterError, ReadingWarning
from cheapbandits.policies.reading import check_reading
from cheapbandits.service.client.answers import event_of, note_of, understood
from cheapbandits.service.client.asked_first import AskedFirst
from cheapbandits.service.client.heard import Heard
from cheapbandits.service.client.keeping import Keeping
from cheapbandits.service.client.queue import Queue, Waiting
from cheapbandits.service.client.wire import Reply, Wire, new_key
from cheapbandits.store import Event
from cheapbandits.store.name_units import unit_of
from cheapbandits.warned import warn_of_done

if TYPE_CHECKING:
    from cheapbandits.belief.learned import Estimates, Verdict
    from cheapbandits.campaign.campaign import Campaign
    from cheapbandits.campaign.spec import Spec
    from cheapbandits.campaign.stopping import Outlook
    from cheapbandits.graphs import Graph
    from cheapbandits.policies import Policy

__all__ = ["RemoteCampaign"]


class RemoteCampaign(Keeping):
    """A campaign on a server; made by :func:`..service.connect`. Threads may share it.

    While the server is away, readings are kept on disk (:attr:`waiting`) and sent, in order and
    each once, before whatever is asked of the server next, or by :meth:`flush`. All else waits for
    the server for a while. What the server then refuses is kept, too (:attr:`refused`).
    """

    def __init__(self, wire: Wire, status: dict[str, Any], queue: Queue) -> None:
        self._wire, self._queue = wire, queue
        self.id, self.name = str(status["id"]), str(status["name"])
        self._path = f"/api/campaigns/{self.id}"
        self._heard = Heard()

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
        """Return what to measure next: the open asks, and new ones until there are ``n``."""
        body = {"n": n, "lease": lease, "more": more, "beyond": beyond, "assignee": assignee}
        found = self._post("/asks", body, new_key(key))
        with self._understood():
            return [self._ask(one) for one in found["asks"]]

    def tell(self, ask: int | Ask, reading: float, *, key: str | None = None) -> Event | Waiting:
        """Record the reading of an ask; what waits on disk is returned while the server is away."""
        body = {**self._read(reading), **self._meant_by(ask)}
        return self._record(f"{self._path}/asks/{number_of(ask)}/tell", body, key)

    def observe(
        self,
        nodes: Nodes,
        reading: float,
        *,
        weights: Sequence[float] | None = None,
        key: str | None = None,
    ) -> Event | Waiting:
        """Record a reading that nobody asked for; it too waits while the server is away.

        A whole number is an index, a text a name, and what may be either is said: see ``Campaign``.
        """
        check_ordered(nodes, weights)
        body: dict[str, Any] = {"nodes": listed(nodes), **self._read(reading)}
        body |= {} if weights is None else {"weights": items(weights, "weights")}
        return self._record(f"{self._path}/observations", body, key, body["nodes"])

    def observe_many(self, rows: Iterable[tuple[Any, ...]]) -> int:
        """Record many readings, all or none; return how many were new.

        A row is nodes, reading and key (or ``None``), and perhaps weights.
        """
        found = self._many(rows)
        with self._understood():
            return int(found["new"])

    def observe_rows(self, rows: Iterable[tuple[Any, ...]]) -> range:
        """Record many readings as :meth:`observe_many` does; return the numbers of the new ones."""
        found = self._many(rows)
        with self._understood():
            ends = found["observations"]
            return range(0) if ends is None else range(ends["first"], ends["last"] + 1)

    def _many(self, rows: Iterable[tuple[Any, ...]]) -> dict[str, Any]:
        sent = []
        for nodes, reading, key, *weights in rows_given(rows):
            row = {"nodes": listed(nodes), "reading": check_reading(reading), "key": key}
            shares = weights[0] if weights else None
            sent.append(row | ({} if shares is None else {"weights": items(shares, "weights")}))
        nothing = {"new": 0, "observations": None}
        if not sent:
            return nothing
        nodes = [node for row in sent for node in row["nodes"]]
        first = self._asked_first([row["reading"] for row in sent], nodes)
        found: dict[str, Any] = self._post("/observations/many", {"rows": sent, "unit": self._unit})
        self._say_of_stored(found, nodes, first)
        return found

    # -- changes -----------------------------------------------------------------------------------

    def cancel(self, ask: int | Ask) -> Event:
        """Withdraw an open ask."""
        return self._change(f"/asks/{number_of(ask)}/cancel", self._meant_by(ask))

    def correct(
        self,
        reading_of: int | Ask | Event,
        reading: float,
        *,
        observation: bool = False,
        was: float | None = None,
        struck: bool = False,
    ) -> Event:
        """Replace the reading of an ask (or of an observation, by its event or that's number).

        ``was`` and ``struck`` say how you know it, see ``Campaign``.
        """
        meant = target_of(reading_of, observation=observation)
        body = {**self._read(reading), **self._meant_by(meant), **_known_as(was, struck)}
        path = f"{_of(meant, observation)}/correct"
        return self._change(path, body, self._asked_first([body["reading"]]))

    def annul(
        self,
        reading_of: int | Ask | Event,
        *,
        observation: bool = False,
        was: float | None = None,
    ) -> Event:
        """Strike the reading of an ask (or of an observation); ``was`` says how you know it."""
        meant = target_of(reading_of, observation=observation)
        body = {**self._meant_by(meant), **_known_as(was)}
        return self._change(f"{_of(meant, observation)}/annul", body)

    def annul_many(self, numbers: Iterable[int], *, observation: bool = False) -> list[Event]:
        """Strike many readings, all or none."""
        body = {"numbers": [number_of(number) for number in numbers], "observation": observation}
        found = self._post("/annul", body)
        with self._understood():
            return [event_of(event) for event in found["events"]]

    def mask(self, nodes: Nodes) -> Event:
        """Ask for no probe that contains any of these nodes from now on."""
        given = listed(nodes)
        return self._change("/mask", {"nodes": given}, self._asked_first(nodes=given))

    def unmask(self, nodes: Nodes) -> Event:
        """Allow these nodes again."""
        given = listed(nodes)
        return self._change("/unmask", {"nodes": given}, self._asked_first(nodes=given))

    def pause(self) -> Event:
        """Stop asking until :meth:`resume`."""
        return self._change("/pause")

    def resume(self) -> Event:
        """Go on asking."""
        return self._change("/resume")

    def finish(self, reason: str = "finished") -> Event:
        """End the campaign."""
        return self._change("/finish", {"reason": reason})

    def reopen(self) -> Event:
        """Go on with a campaign that was finished."""
        return self._change("/reopen")

    def _change(
        self, path: str, body: Mapping[str, Any] | None = None, first: AskedFirst | None = None
    ) -> Event:
        stored = self._post(path, body)
        with self._understood():
            event = event_of(stored)
        self._say_of_stored(stored, (body or {}).get("nodes", ()), first)
        return event

    def _asked_first(
        self, readings: Sequence[float] = (), nodes: Sequence[int | str] = ()
    ) -> AskedFirst:
        """Warn of what may be wrong with it before it is sent, where that may be an error."""
        first = AskedFirst(self._heard, readings, nodes)
        first.by_terms(self._terms_at_hand())
        first.by_server(self._wire, self._path, patient=True)
        return first

    def _say_of_stored(
        self, stored: Any, nodes: Sequence[int | str], first: AskedFirst | None
    ) -> None:
        """Warn of what the server remarks on what is stored, so that nothing fails any more."""
        self._heard.hear(stored, nodes)
        self._say_heard()
        note = note_of(stored, heard=first is not None and first.said)
        if note is not None:
            warn_of_done(note, ReadingWarning)

    # -- the campaign as a whole -------------------------------------------------------------------

    def rename(self, name: str) -> RemoteCampaign:
        """Give the campaign another name; return it under that name."""
        found = self._post("/rename", {"name": name})
        with self._understood():
            self.name = str(found["name"])
        return self

    def clone(
        self, name: str, *, with_readings: bool = False, budget: float | None = None
    ) -> RemoteCampaign:
        """Return a new campaign with the same settings, graph and masks; see ``Campaign``."""
        body = {"name": name, "with_readings": with_readings, "budget": budget}
        found = self._post("/clone", body)
        with self._understood():
            return RemoteCampaign(self._wire, found, self._queue)

    def delete(self, name: str, *, export: bool = True) -> dict[str, Any]:
        """Remove the campaign for good; ``name`` is its own, typed again.

        Returns what is gone, and the file on the server that holds all of it.
        """
        found = self._post("/delete", {"name": name, "export": export})
        with self._understood():
            return {"name": found["name"], **found}

    def rehearse(
        self, *, progress: Callable[[int, int | None], object] | None = None, **plan: Any
    ) -> dict[str, Any]:
        """Let the server play policies side by side, and return what was found out.

        Parameters
        ----------
        progress
            Called with how many plays are done, of how many.
        plan
            ``runs``, ``against``, ``field`` or ``values``, ``noise``, ``rounds``, ``batch``,
            ``seed``; as ``campaign drill`` has them.
        """
        from cheapbandits.service.client.rehearsals import finished

        return finished(self._wire, self._post("/rehearsals", plan), progress)

    def drill(
        self, *, progress: Callable[[int, int | None], object] | None = None, **plan: Any
    ) -> dict[str, Any]:
        """Let the server play the campaign once with late, missing, doubled and wrong readings."""
        from cheapbandits.service.client.rehearsals import finished

        return finished(self._wire, self._post("/drills", plan), progress)

    # -- looking -----------------------------------------------------------------------------------

    def status(self) -> Status:
        """Return where the campaign stands."""
        found = self._get("").document
        with self._understood():
            return Status(**{name: found[name] for name in Status.__dataclass_fields__})

    def pending(self) -> list[Ask]:
        """Return the open asks, and ask for nothing."""
        found = self._get("/asks").document
        with self._understood():
            return [self._ask(one) for one in found["asks"]]

    def history(self) -> list[dict[str, Any]]:
        """Return one row an ask or observation, in the order they came."""
        with self._understood():
            return [
                {**row, "center": Index(row["center"]), "nodes": list(indices(row["nodes"]))}
                for row in self._pages("/history", "rows")
            ]

    def events(self) -> list[Event]:
        """Return the whole log."""
        with self._understood():
            return [event_of(one) for one in self._pages("/events", "events")]

    @property
    def graph(self) -> Graph:
        """The network, fetched once."""
        return self._terms[0]

    @property
    def spec(self) -> Spec:
        """The settings."""
        return self._terms[1]

    @property
    def masked(self) -> frozenset[int]:
        """The nodes that are left out."""
        # Every page names all of them, so the shortest one is enough.
        found = self._get("/places?limit=1").document
        with self._understood():
            return frozenset(indices(found["masked"]))

    @cached_property
    def _terms(self) -> tuple[Graph, Spec]:
        with self._copied() as here:
            return here.graph, here.spec

    def policy(self) -> Policy:
        """Return a policy of your own, in this process, that knows everything told so far."""
        with self._copied() as here:
            return here.policy()

    def map(self, path: str | Path) -> Path:
        """Write a picture of the belief here: ``.png``, ``.svg``, ``.html`` or ``.gpkg``."""
        with self._copied() as here:
            return here.map(path)

    def _copied(self) -> AbstractContextManager[Campaign]:
        from cheapbandits.service.client.copied import copied

        self._send_what_waits()
        return copied(self._wire, self._path, self.status().name)

    def assess(self, *, tolerance: float | None = None) -> Verdict | None:
        """Return how sure the answer is; ``None`` before the first reading."""
        return self.outlook(tolerance=tolerance).assessment

    def outlook(self, *, tolerance: float | None = None) -> Outlook:
        """Return the assessment, what going on would cost, and whether the stopping rule is met."""
        from cheapbandits.belief.learned import Verdict
        from cheapbandits.campaign.stopping import Outlook

        query = {"assess": "true"} | ({} if tolerance is None else {"tolerance": tolerance})
        found = self._get(f"?{urlencode(query)}").document
        with self._understood():
            known, fields = found["assessment"], Verdict.__dataclass_fields__
            return Outlook(
                assessment=known and Verdict(**{name: known[name] for name in fields}),
                place=known and known["place"],
                agreement=found["agreement"],
                follows=found.get("follows", False),
                spent=found["cost_so_far"],
                ahead=found["cost_of_going_on"],
                rule=found["stop"]["rule"],
                met=found["stop"]["met"],
                unseen=found["unseen"],
                masked=found.get("masked", 0),
                n_nodes=found["nodes"],
            )

    def should_stop(self) -> bool:
        """Return whether the stopping rule is met."""
        return self.outlook().met

    def estimates_map(self) -> dict[str, Any]:
        """Return every node with its estimate and interval as GeoJSON."""
        found = self._get("/export?kind=geojson").document
        with self._understood():
            return {"type": found["type"], **found}

    def places(self, *, at: int | None = None, level: float = 0.9) -> dict[str, Any]:
        """Return what is believed of every node: now, or after event ``at`` as it was then."""
        query = {"level": level} | ({} if at is None else {"at": at})
        found: dict[str, Any] = {}
        with self._understood():
            for page in self._documents(f"/places?{urlencode(query)}"):
                for name in ("estimate", "low", "high", "readings"):
                    page[name] = page[name] and found.get(name, []) + page[name]
                found = page
            found.pop("page")
        return found

    def estimates(self, level: float = 0.9) -> Estimates:
        """Return estimate, low and high of every node, in the readings' units."""
        import numpy as np

        from cheapbandits.belief.learned.sure import Estimates

        found = self.places(level=level)
        if found["estimate"] is None:
            raise ParameterError("nothing was told yet: tell a reading first")
        estimate, low, high = (np.asarray(found[name]) for name in ("estimate", "low", "high"))
        return Estimates(estimate, low, high, level)

    # -- the way -----------------------------------------------------------------------------------

    @property
    def _unit(self) -> str:
        """What readings are in: as the name says that this was opened by, or given by rename."""
        return unit_of(self.name)

    def _read(self, reading: float) -> dict[str, Any]:
        """Return a reading with its unit, which the server holds against the campaign's name."""
        return {"reading": check_reading(reading), "unit": self._unit}

    def _post(self, path: str, body: object = None, key: str | None = None) -> Any:
        self._send_what_waits()
        return self._wire.post(self._path + path, body, key)

    def _meant_by(self, meant: int | Ask | Observed) -> dict[str, Any]:
        """Return the group of an ask or observation, which the server holds against its log."""
        if not isinstance(meant, Ask | Observed):
            return {}
        if isinstance(meant, Ask):
            check_of(meant, self.id)
        weights = {} if meant.weights is None else {"weights": list(meant.weights)}
        return {"nodes": list(meant.nodes), **weights}

    def _get(self, path: str) -> Reply:
        self._send_what_waits()
        return self._wire.get(self._path + path)

    def _understood(self) -> AbstractContextManager[None]:
        return understood(self._wire.origin)

    def _pages(self, path: str, name: str) -> Iterator[dict[str, Any]]:
        for document in self._documents(path):
            yield from document[name]

    def _documents(self, path: str) -> Iterator[dict[str, Any]]:
        reply = self._get(path)
        while True:
            yield reply.document
            link = reply.headers.get("link")
            if link is None:
                return
            reply = self._wire.get(link[1 : link.index(">")])

    def _ask(self, one: dict[str, Any]) -> Ask:
        weights = one["weights"]
        return Ask(
            number=one["ask"],
            center=one["center"],
            nodes=tuple(one["nodes"]),
            names=tuple(one["names"]),
            cost=one["cost"],
            lease=one["lease"],
            weights=None if weights is None else tuple(weights),
            assignee=one["assignee"],
            campaign=self.id,
            masked=one["masked"],
        )

    def close(self) -> None:
        """Close the connection; what waits stays on disk."""
        self._wire.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __reduce__(self) -> NoReturn:
        raise ParameterError(
            "a campaign over HTTP holds connections and cannot be pickled or copied; threads may "
            "share it, another process connects anew: cb.connect(url, name)"
        )

    def __repr__(self) -> str:
        return f"RemoteCampaign({self.name!r} at {self._wire.origin})"


def _known_as(was: float | None, struck: bool = False) -> dict[str, Any]:
    """Return what a reading is known as, where somebody says it."""
    known = {} if was is None else {"was": check_reading(was)}
    return known | ({"struck": True} if struck else {})


def _of(meant: int | Ask | Observed, observation: bool) -> str:
    return f"/{'observations' if observation else 'asks'}/{number_of(meant)}"
