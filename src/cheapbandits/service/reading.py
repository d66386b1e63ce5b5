"""Read one file in a process of its own: ``python -m cheapbandits.service.reading``.

A strict reader refuses what is wrong with a file, and still the largest allowed file may take long.
A process can be given a bound on memory, and be killed when its time is over; a thread cannot.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from cheapbandits.errors import CapacityError, CheapBanditsError
from cheapbandits.processes import end_at_once

__all__ = ["main"]


def main(words: list[str]) -> int:
    """Read a file and write what it holds; print what went wrong, if anything, as JSON.

    The words are what the file holds (``graph`` or ``readings``), its path, where to write to, how
    to read it, how much it may hold, and how many bytes of memory there are. With the option
    ``fields`` the columns of numbers beside a graph are written too, to a ``.json`` beside it.
    """
    what, source, target, options, most, memory = words
    _bound(int(memory))
    read = _convert if what == "graph" else _list
    try:
        read(Path(source), Path(target), json.loads(options), int(most))
    except (CheapBanditsError, OSError, MemoryError) as error:
        print(json.dumps({"kind": type(error).__name__, "error": str(error) or "no memory left"}))
        return 1
    print("{}")
    return 0


def _list(source: Path, target: Path, options: dict[str, Any], most: int) -> None:
    """Write the readings of a file; the graph whose nodes they name lies there already."""
    from cheapbandits.campaign.imported_bytes import imported_bytes
    from cheapbandits.campaign.importing import read_import
    from cheapbandits.campaign.spec import Spec
    from cheapbandits.campaign.terms import graph_from_bytes
    from cheapbandits.graphs.marks import nodata_of

    graph = graph_from_bytes(target.read_bytes())
    spec = Spec.from_dict(options["spec"])
    nodata = nodata_of(options.get("nodata"))
    which = options["column"], options["layer"], nodata
    found = read_import(source, graph, spec, *which, names=options.get("names"))
    if len(found.rows) > most:
        raise CapacityError(
            f"{source}: {len(found.rows):,} readings; at most {most:,} are taken at once, send "
            "them in parts"
        )
    target.write_bytes(imported_bytes(found))


def _convert(source: Path, target: Path, options: dict[str, Any], most: int) -> None:
    from cheapbandits.graphs import write_graph
    from cheapbandits.graphs.files.dispatch import read_noted
    from cheapbandits.graphs.marks import nodata_of
    from cheapbandits.graphs.remarks import remarks

    fields = options.pop("fields", False)
    if "nodata" in options:
        options["nodata"] = nodata_of(options["nodata"])
    graph = read_noted(source, max_bytes=2**30, **options)
    if graph.n_nodes > most:
        raise CapacityError(
            f"{source}: {graph.n_nodes:,} nodes; at most {most:,} are taken "
            + (
                "here, a campaign takes more"
                if fields
                else "by upload, make the campaign on the server's own machine"
            )
        )
    write_graph(graph, target)
    columns = {}
    if fields:
        from cheapbandits.fields.value_columns import value_columns

        columns = {name: values.tolist() for name, values in value_columns(source, graph).items()}
    beside = {"columns": columns, "notes": remarks(graph), "passed_over": graph.passed_over}
    target.with_suffix(".json").write_text(json.dumps(beside), encoding="utf-8")


def _bound(memory: int) -> None:
    # Arrow's own allocator reserves addresses by the gigabyte, and where they are bounded it may
    # fail for good: 64 bytes were refused with a gigabyte left.
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    except (ImportError, ValueError, OSError):  # a system without such bounds
        return


if __name__ == "__main__":
    end_at_once()
    sys.exit(main(sys.argv[1:]))
