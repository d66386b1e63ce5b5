"""Running a study's cells on this machine's cores or on a cluster, resuming what is there."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from cheapbandits.parallel import in_parallel, on_cluster, with_progress
from cheapbandits.studies.cell import Cell
from cheapbandits.studies.journal import Journal
from cheapbandits.studies.run import CellResult, run_task, tasks_of

__all__ = ["execute"]


def execute(
    cells: Sequence[Cell],
    folder: Path,
    *,
    jobs: int = -1,
    cluster: str | None = None,
    progress: bool = True,
) -> dict[Cell, CellResult]:
    """Return the results of all cells in the folder, running those asked for that it lacks.

    Parameters
    ----------
    cells
        What to run.
    folder
        Holds ``cells.jsonl``, to which each finished task is added at once.
    jobs
        Processes; -1 for one a core.
    cluster
        Address of a dask.distributed scheduler; then its workers run the same tasks.
    progress
        Show one bar over everything.
    """
    journal = Journal(folder / "cells.jsonl")
    finished, damaged = journal.read()
    if damaged:
        sys.stderr.write(
            f"{journal.path}: {damaged} damaged line(s) left aside; their cells are run again\n"
        )
    tasks = tasks_of(cell for cell in cells if cell not in finished)
    n_cells = sum(map(len, tasks))
    fresh = _one_by_one(journal, _run(tasks, jobs, cluster))
    finished.update(with_progress(fresh, n_cells, "cells", show=progress and n_cells > 0))
    return finished


def _run(
    tasks: list[tuple[Cell, ...]], jobs: int, cluster: str | None
) -> Iterator[list[tuple[Cell, CellResult]]]:
    calls = [(task,) for task in tasks]
    if not calls:
        return iter(())
    return (
        in_parallel(run_task, calls, jobs)
        if cluster is None
        else on_cluster(run_task, calls, cluster)
    )


def _one_by_one(
    journal: Journal, batches: Iterator[list[tuple[Cell, CellResult]]]
) -> Iterator[tuple[Cell, CellResult]]:
    for batch in batches:
        journal.append(batch)
        yield from batch
