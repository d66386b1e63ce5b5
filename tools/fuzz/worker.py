"""A process that reads what it is told to and says what came of it; a crash ends only this one.

It takes one JSON object a line: ``{"kind": "graph", "path": ...}``, and answers with another:

=========  =========================================================================================
outcome    meaning
=========  =========================================================================================
read       it was taken in; ``content`` is what was read, in a form that can be compared
refused    one of the package's own errors; ``message`` is its text
memory     it took more memory than the process may have
raw        any other exception: a defect; ``message`` is the traceback
=========  =========================================================================================
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import traceback
import warnings
from importlib import import_module
from pathlib import Path
from typing import Any

import defusedxml.ElementTree
import numpy as np
import pandas as pd
import scipy.spatial

from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs import Graph, read_graph
from cheapbandits.graphs.files import edge_list, graphml, matrix_market, npz

__all__ = ["MEMORY", "content_of", "main", "outcome_of"]

#: Address space of a worker beyond what it has at the start; the files are a thousandth of it.
MEMORY = 2**30

#: Loaded at the start, so that no file pays for it.
_LOADED = (edge_list, graphml, matrix_market, npz, defusedxml.ElementTree, pd, scipy.spatial)
#: What maps, rasters and workbooks need, for who asks for it.
_MAPS = ("openpyxl", "pyogrio.raw", "rasterio", "shapely", "pyproj")


def content_of(graph: Graph) -> dict[str, Any]:
    """Return a graph as its nodes in order and its edges by name, exactly."""
    pairs, weights = graph.edges()
    names = [graph.name(node) for node in range(graph.n_nodes)]
    edges = sorted(
        [*sorted((names[i], names[j])), weight.hex()]
        for (i, j), weight in zip(pairs.tolist(), weights.tolist(), strict=True)
    )
    places = None if graph.coordinates is None else graph.coordinates.tolist()
    return {"nodes": names, "edges": edges, "places": places}


def outcome_of(job: dict[str, Any]) -> dict[str, Any]:
    """Do one job and return what came of it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            return {"outcome": "read", "content": _JOBS[job["kind"]](job)}
    except CheapBanditsError as error:
        out_of_memory = "this machine's memory" in str(error)
        return {"outcome": "memory" if out_of_memory else "refused", "message": str(error)}
    except MemoryError:
        return {"outcome": "memory", "message": traceback.format_exc()}
    except Exception:
        return {"outcome": "raw", "message": traceback.format_exc()}


def _read_graph(job: dict[str, Any]) -> dict[str, Any]:
    return content_of(read_graph(job["path"], **job.get("options", {})))


def _read_values(job: dict[str, Any]) -> list[float]:
    from cheapbandits.fields.value_file import read_values

    values = read_values(job["path"], _named(job))
    if not np.isfinite(values).all():
        raise AssertionError(f"values are not finite: {values}")
    return [float(value) for value in values]


def _read_import(job: dict[str, Any]) -> list[list[Any]]:
    from cheapbandits.campaign.importing import read_import

    rows = read_import(job["path"], _named(job)).rows
    return [[list(row.nodes), row.reading, row.line] for row in rows]


def _name(job: dict[str, Any]) -> list[str]:
    """Make a graph of such names, write it and read it back."""
    from cheapbandits.graphs import write_graph

    graph = _named(job)
    back = []
    for suffix in (".npz", ".csv", ".tsv"):
        path = Path(job["path"] + suffix)
        with contextlib.suppress(CheapBanditsError), warnings.catch_warnings():
            # Of names that are read with nodes="name" only, as they are below.
            warnings.filterwarnings("ignore", "(?s).*read it with nodes='name'")
            write_graph(graph, path)
            options: dict[str, Any] = {} if suffix == ".npz" else {"nodes": "name"}
            back.append(content_of(read_graph(path, **options)))
    for other in back:
        if other["edges"] != back[0]["edges"]:
            raise AssertionError(f"written and read back as another graph: {back}")
    " ".join(graph.names or ()).encode("utf-8")
    return list(graph.names or ())


def _named(job: dict[str, Any]) -> Graph:
    names = job["names"]
    return Graph.from_edges([(k, k + 1) for k in range(len(names) - 1)], names=names)


def _request(job: dict[str, Any]) -> dict[str, Any]:
    from tools.fuzz.requests import answered

    return answered(job)


_JOBS = {
    "request": _request,
    "graph": _read_graph,
    "values": _read_values,
    "readings": _read_import,
    "name": _name,
}


def _limit_memory() -> None:
    try:
        import resource

        with open("/proc/self/statm") as file:
            used = int(file.read().split()[0]) * resource.getpagesize()
        most = used + int(os.environ.get("FUZZ_MEMORY", MEMORY))
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ImportError, OSError, ValueError):
        pass  # not on this system


def main() -> None:
    """Say that all is loaded, then answer line by line until there are no more."""
    for name in _MAPS if os.environ.get("FUZZ_MAPS") else ():
        import_module(name)
    _limit_memory()
    print("ready", flush=True)
    for line in sys.stdin:
        print(json.dumps(outcome_of(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
