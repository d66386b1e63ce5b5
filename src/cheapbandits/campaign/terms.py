"""What a campaign was created with: its settings and its graph. They never change."""

from __future__ import annotations

import io
import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cheapbandits.campaign.held import Held
from cheapbandits.campaign.spec import Spec
from cheapbandits.campaign.stored import making_sense
from cheapbandits.checks import instance
from cheapbandits.errors import GraphError
from cheapbandits.locks import fork_safe_lock

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph
    from cheapbandits.store import CampaignRow, Store

__all__ = ["Terms", "graph_to_bytes", "load_graph"]


class Terms:
    """Settings and graph of a campaign in a store; shared by threads, the graph is read once.

    Whoever has the graph, having just stored it, hands it over: nothing can fail then any more.
    """

    def __init__(self, store: Store, row: CampaignRow, graph: Graph | None = None) -> None:
        self.row = row
        self._held = Held(store, row)
        self._lock = fork_safe_lock()
        self._graph = graph
        self._spec: Spec | None = None

    @property
    def genesis(self) -> str:
        """The digest of all this."""
        return self.row.genesis

    @property
    def spec(self) -> Spec:
        """The settings."""
        if self._spec is None:
            with making_sense("its settings", self.row.name):
                self._spec = Spec.from_dict(self.row.spec)
        return self._spec

    @property
    def graph(self) -> Graph:
        """The network."""
        with self._lock:
            if self._graph is None:
                data = self._held.graph()
                with making_sense("its graph", self.row.name):
                    self._graph = graph_from_bytes(data)
                path = self._held.store.path
                if path is not None:
                    from cheapbandits.engines.dissection.stored import keep_factors

                    keep_factors(self._graph, path.with_name(f"{path.name}-factors"))
            return self._graph


def load_graph(source: Graph | str | Path) -> Graph:
    """Return a graph as given, from a file, or from shipped data by name."""
    from cheapbandits.fields import DATASETS, load_dataset
    from cheapbandits.graphs import Graph, read_graph

    if isinstance(source, Graph):
        return source
    instance(source, (str, os.PathLike), "graph", "a Graph, a graph file, or shipped data's name")
    return load_dataset(str(source)).graph if str(source) in DATASETS else read_graph(source)


def graph_to_bytes(graph: Graph) -> bytes:
    """Return the graph with names and coordinates as an NPZ file's bytes."""
    from cheapbandits.graphs import write_graph

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph.npz"
        write_graph(graph, path)
        return path.read_bytes()


def graph_from_bytes(data: bytes) -> Graph:
    """Return the graph that :func:`graph_to_bytes` stored.

    An older version took names that are refused today. They are written out then: whoever has such
    a campaign must be able to go on with it.
    """
    from cheapbandits.graphs import read_graph

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph.npz"
        path.write_bytes(data)
        try:
            return read_graph(path)
        except GraphError:
            path.write_bytes(_with_clean_names(path))
            return read_graph(path)


def _with_clean_names(path: Path) -> bytes:
    """Return the file with names that can be: what cannot be in one written out, all distinct."""
    import numpy as np

    from cheapbandits.graphs.files.guard import Source
    from cheapbandits.graphs.files.zipped_arrays import read_arrays
    from cheapbandits.text import MOST_CHARACTERS, shown

    # By the same reader: nothing is expanded that was refused before.
    arrays: dict[str, Any] = {**read_arrays(Source(path))}
    if "names" not in arrays:
        return path.read_bytes()
    known: set[str] = set()
    names: list[str] = []
    for name in json.loads(arrays["names"].tobytes()):
        clean = shown(str(name)[: MOST_CHARACTERS // 8], MOST_CHARACTERS)
        clean = clean if clean.strip() else "(no name)"
        names.append(clean if clean not in known else f"{clean} ({len(names)})")
        known.add(names[-1])
    arrays["names"] = np.frombuffer(json.dumps(names).encode("ascii"), dtype=np.uint8)
    out = io.BytesIO()
    np.savez_compressed(out, **arrays)
    return out.getvalue()
