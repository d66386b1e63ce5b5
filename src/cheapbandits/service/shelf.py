"""The campaigns that a server has at hand, each with its desk; shared by all threads.

One process holds engines and beliefs, so that an ask costs a round and no set-up; campaigns on
equal networks share them. What they take is bounded: those that were not used for the longest are
let go, and come back from the log.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from cheapbandits.campaign.campaign import Campaign
from cheapbandits.campaign.desk import Desk
from cheapbandits.campaign.terms import Terms
from cheapbandits.errors import NotFoundError
from cheapbandits.locks import fork_safe_lock
from cheapbandits.store import DamagedError, Store

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph
    from cheapbandits.store import CampaignRow

__all__ = ["Shelf", "weight_of"]

#: Bytes of a campaign whatever its graph, of a node, and of a pair of nodes in a dense engine.
LITTLE, A_NODE, A_PAIR = 2**20, 4_000, 3 * 8


class Shelf:
    """Campaigns of one store by id, the longest unused first."""

    def __init__(self, store: Store, memory: int) -> None:
        self.store = store
        self._memory = memory
        self._lock = fork_safe_lock()
        self._open: OrderedDict[str, tuple[Campaign, int]] = OrderedDict()
        self._names: dict[str, str] = {}
        self._graphs: WeakValueDictionary[str, Graph] = WeakValueDictionary()

    def shared(self, graph: Graph) -> Graph:
        """Return the graph that is held already and is the same, with all that is kept with it."""
        with self._lock:
            held = self._graphs.setdefault(graph.fingerprint, graph)
        return held if held == graph else graph  # names and places may differ

    def row(self, identity: str) -> CampaignRow:
        """Return a campaign's row as it is now, by the id that the store gave it."""
        for fresh in (False, True):
            name = self._name(identity, fresh)
            if name is None:
                continue
            try:
                row = self.store.campaign(name)
            except NotFoundError:  # the database was put back to an earlier moment
                continue
            if row.id == identity:
                return row
        raise NotFoundError("there is no campaign of that id; /api/campaigns lists them")

    def campaign(self, identity: str) -> Campaign:
        """Return a campaign, with whatever is known of it here already."""
        row = self.row(identity)
        with self._lock:
            held = self._open.get(identity)
            if held is not None and held[0].name == row.name:
                self._open.move_to_end(identity)
                return held[0]
            self._open.pop(identity, None)  # somebody gave it another name
        graph = self.shared(Terms(self.store, row).graph)
        return self.put(Campaign(Desk(self.store, row, None, Terms(self.store, row, graph))))

    def at_hand(self, identity: str) -> Campaign | None:
        """Return a campaign that is held, without a look at the database."""
        with self._lock:
            held = self._open.get(identity)
            if held is not None:
                self._open.move_to_end(identity)
            return None if held is None else held[0]

    def put(self, campaign: Campaign) -> Campaign:
        """Take in a campaign, unless somebody was quicker, and let go what is too much."""
        row = self.store.campaign(campaign.name)
        weight = weight_of(campaign.graph.n_nodes, campaign.spec.engine)
        with self._lock:
            self._names[row.id] = row.name
            if row.id not in self._open:
                self._open[row.id] = campaign, weight
            kept = self._open[row.id][0]
            self._open.move_to_end(row.id)
            while len(self._open) > 1 and self._taken() > self._memory:
                self._open.popitem(last=False)
        return kept

    def drop(self, identity: str) -> None:
        """Forget a campaign that is called otherwise now, or is gone."""
        with self._lock:
            self._open.pop(identity, None)
            self._names.pop(identity, None)

    def held(self) -> list[str]:
        """Return the ids of what is in memory, the longest unused first."""
        with self._lock:
            return list(self._open)

    def _taken(self) -> int:
        return sum(weight for _, weight in self._open.values())

    def _name(self, identity: str, fresh: bool) -> str | None:
        if fresh:
            rows = [row for row in self.store.listing() if not isinstance(row, DamagedError)]
            names = {row.id: row.name for row in rows}
            with self._lock:
                self._names = names
        return self._names.get(identity)


def weight_of(n_nodes: int, engine: str) -> int:
    """Return about how many bytes a campaign takes once it has been asked."""
    pairs = A_PAIR * n_nodes**2 if engine == "dense" else 0
    return LITTLE + A_NODE * n_nodes + pairs
