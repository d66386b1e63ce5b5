"""Where warnings are errors: what may be wrong is asked first, as what is stored may not fail.

Elsewhere nothing is asked, and the server's answer to the reading itself says what is odd.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from cheapbandits.campaign.by_index import is_plain, other_reading
from cheapbandits.campaign.odd import against, first_remark
from cheapbandits.errors import ByIndexWarning, ParameterError, ReadingWarning
from cheapbandits.graphs.marks import may_mean_none
from cheapbandits.service.client.answers import Barred, understood
from cheapbandits.warned import may_raise, warn

if TYPE_CHECKING:
    from cheapbandits.campaign.spec import Spec
    from cheapbandits.graphs import Graph
    from cheapbandits.service.client.heard import Heard
    from cheapbandits.service.client.wire import Wire

__all__ = ["AskedFirst"]


class AskedFirst:
    """What is about to be sent.

    Parameters
    ----------
    heard
        What was said of nodes before: it is said once.
    readings, nodes
        What is sent; nodes that may be names as well.
    """

    def __init__(
        self, heard: Heard, readings: Sequence[float] = (), nodes: Sequence[int | str] = ()
    ) -> None:
        self._heard = heard
        self._readings = list(readings) if may_raise(ReadingWarning) else []
        wanted = may_raise(ByIndexWarning) and not heard.said
        self._nodes = [int(node) for node in nodes if is_plain(node)] if wanted else []
        #: Whether what is odd about the readings has been said.
        self.said = False

    def by_terms(self, terms: tuple[Graph, Spec] | None) -> None:
        """Warn of what is known here, without the server: where graph and settings are at hand."""
        if terms is not None:
            graph, spec = terms
            self._say_nodes(other_reading(graph, self._nodes))
            self._say_reading(first_remark(self._readings, partial(against, spec)))
            # No more can be found out of nodes; of readings, whether they are like the others.
            self._nodes = []
            if not any(may_mean_none(reading, []) for reading in self._readings):
                self._readings = []

    def by_server(self, wire: Wire, campaign: str, *, patient: bool) -> None:
        """Warn of what the server remarks on it; nothing is stored there."""
        if not self._nodes and not self._readings:
            return
        body = {"readings": self._readings, "nodes": self._nodes}
        try:
            found = wire.look(f"{campaign}/remarks", body, patient=patient)
        except Barred:
            raise
        except ParameterError:  # an older server; or the request itself is refused, and says why
            return
        with understood(wire.origin):
            said = {name: found[name] for name in ("by_index", "note")}
        self._say_nodes(said["by_index"])
        self._say_reading(said["note"])

    def _say_nodes(self, text: str | None) -> None:
        if text is not None and self._nodes:
            warn(text, ByIndexWarning)
            self._heard.said, self._nodes = True, []  # not where it was raised: nothing is stored

    def _say_reading(self, text: str | None) -> None:
        if text is not None and self._readings:
            warn(text, ReadingWarning)
            self.said, self._readings = True, []
