"""Running a study's cells on this machine's cores or on a cluster, resuming what is there."""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from cheapbandits.errors import ParameterError
from cheapbandits.parallel import in_any_order
from cheapbandits.progress import counted
from cheapbandits.studies.cell import Cell
from cheapbandits.studies.journal import Journal
from cheapbandits.studies.manifest import Manifest, prepare_folder
from cheapbandits.studies.run import PLAIN, CellResult, Setting, Task, run_task, tasks_of

__all__ = ["execute"]

NOTHING_MORE = Manifest()


def execute(
    cells: Sequence[Cell],
    folder: str | Path,
    *,
    manifest: Manifest = NOTHING_MORE,
    setting: Setting = PLAIN,
    jobs: int = -1,
    cluster: str | None = None,
    progress: bool = True,
) -> dict[Cell, CellResult]:
    """Return the results of all cells in the folder, running those asked for that it lacks.

    The results come in the order of the cells asked for, however they were computed.

    Parameters
    ----------
    cells
        What to run.
    folder
        Holds ``cells.jsonl``, to which each finished task is added, on the disk, when it arrives,
        and ``manifest.json``; results made by another version or engine are not mixed with ours.
    manifest
        What else must agree for results to go on in the same folder.
    setting
        What the cells share beside their names: where maps lie, what is recorded.
    jobs
        Processes; -1 for one a core.
    cluster
        Address of a dask.distributed scheduler; then its workers run the same tasks.
    progress
        Say on the terminal how far it is.
    """
    start = time.perf_counter()
    folder = Path(folder)
    prepare_folder(folder, manifest)
    journal = Journal(folder / "cells.jsonl")
    finished, damaged = journal.read()
    if damaged:
        sys.stderr.write(
            f"{journal.path}: {damaged} damaged line(s) left aside; their cells are run again\n"
        )
    tasks = tasks_of((cell for cell in cells if cell not in finished), setting)
    n_cells = sum(len(group) for group, *_ in tasks)
    fresh = _one_by_one(journal, finished, tasks, jobs, cluster)
    found = {**finished, **dict(counted(fresh, n_cells, "cells", show=progress))}
    results = {cell: found[cell] for cell in dict.fromkeys([*cells, *finished])}
    manifest.write(folder, results, seconds=time.perf_counter() - start)
    return results


def _one_by_one(
    journal: Journal,
    finished: Mapping[Cell, CellResult],
    tasks: list[Task],
    jobs: int,
    cluster: str | None,
) -> Iterator[tuple[Cell, CellResult]]:
    engines = _engines(finished)
    for _, batch in in_any_order(run_task, tasks, jobs=jobs, cluster=cluster):
        for cell, result in batch:
            _check_engine(cell, result.engine, engines, journal.path)
        journal.append(batch)
        yield from batch


def _engines(finished: Mapping[Cell, CellResult]) -> dict[tuple[str, str], set[str]]:
    """Return the engines that computed each problem and policy so far."""
    engines: dict[tuple[str, str], set[str]] = defaultdict(set)
    for cell, result in finished.items():
        engines[cell.problem, cell.policy].add(result.engine)
    return engines


def _check_engine(
    cell: Cell, engine: str, engines: Mapping[tuple[str, str], set[str]], path: Path
) -> None:
    """Refuse to go on with another engine than the one that made the results that are there."""
    known = engines.get((cell.problem, cell.policy))
    if known and engine not in known:
        raise ParameterError(
            f"{path} holds results of {cell.policy} on {cell.problem} by the engine "
            f"{', '.join(sorted(known))}; this machine chose {engine}. Choose another folder with "
            "--out, or go on where the others were made"
        )
