"""Processes that begin in an instant: forked from one that has imported what they need.

That one (Python's fork server) is started at the first use and has opened nothing: no database,
no thread. A child is a process like any other; it can be killed, and its memory bounded.
"""

from __future__ import annotations

import json
import multiprocessing
import os
from multiprocessing.connection import Connection
from typing import Any

from tools.fuzz import worker

__all__ = ["FORKED", "answer_within"]

FORKED = multiprocessing.get_context("forkserver")
FORKED.set_forkserver_preload(
    [
        *("pytest", "tests.forked", "tests.store.hammer", "cheapbandits.store.sql"),
        *("sqlalchemy.dialects.sqlite", "sqlalchemy.dialects.postgresql.psycopg"),
        *("alembic.command", "psycopg", "cheapbandits.campaign.campaign"),
    ]
)


def answer_within(job: dict[str, Any], *, memory: int, patience: float = 20.0) -> dict[str, Any]:
    """Return what a fuzzer's worker answers, with ``memory`` bytes more than it begins with."""
    reader, writes = FORKED.Pipe(duplex=False)
    child = FORKED.Process(target=_answer, args=(writes, job, memory))
    child.start()
    writes.close()
    with reader:
        try:
            if not reader.poll(patience):
                return {"outcome": "hang", "message": f"no answer within {patience:g} s"}
            answer: dict[str, Any] = json.loads(reader.recv_bytes())
            return answer
        except EOFError:
            child.join()
            return {"outcome": "crash", "message": f"the process ended with {child.exitcode}"}
        finally:
            child.kill()
            child.join()


def _answer(writes: Connection, job: dict[str, Any], memory: int) -> None:
    os.environ["FUZZ_MEMORY"] = str(memory)
    worker._limit_memory()
    writes.send_bytes(json.dumps(worker.outcome_of(job)).encode())
