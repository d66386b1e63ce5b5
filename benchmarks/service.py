"""Rows: the same calls over HTTP and in process, and a server that nobody asks anything."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from tools.load.process import Serving

import cheapbandits as cb
from benchmarks.campaigns import _observe
from benchmarks.clock import seconds
from benchmarks.row import AtMost, Row
from cheapbandits.service.client.remote import RemoteCampaign

REPETITIONS = 25
#: An idle server may use this share of a core; a hundredth of a per cent.
IDLE = 1e-4


def service_rows(*, quick: bool = False) -> list[Row]:
    """The shipped US counties: 3,215 nodes, and a server in a process of its own."""
    readings, idle = (100, 3.0) if quick else (1_000, 20.0)
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "campaigns.db"
        counties = cb.load_dataset("us_counties").graph
        for name in ("here", "there"):  # each its own: a change elsewhere has to be followed
            campaign = cb.Campaign.create(name, counties, db=db, horizon=100_000, policy="CheapUCB")
            _observe(campaign, readings)
            campaign.close()
        here = cb.Campaign.open("here", db=db)
        serving = Serving(str(db))
        try:
            there = cb.connect(serving.url, "there", queue=Path(folder) / "waiting.db")
            rows = [_ask_row(here, there, readings), _tell_row(here, there, readings)]
            there.close()
            rows.append(_idle_row(serving.pid, idle))
        finally:
            serving.stop()
        here.close()
    return rows


def _in_turn(ours: Callable[[], object], other: Callable[[], object]) -> tuple[float, float]:
    """Return the median time of each; they take turns, as the machine has busy moments."""
    ours(), other()
    times = [(seconds(ours), seconds(other)) for _ in range(REPETITIONS)]
    return median(one for one, _ in times), median(one for _, one in times)


def _ask_row(here: cb.Campaign, there: RemoteCampaign, readings: int) -> Row:
    ours, other = _in_turn(lambda: there.ask(more=True), lambda: here.ask(more=True))
    what = f"An ask over HTTP on 3,215 nodes with {readings:,} readings (SQLite)"
    note = f"median of {REPETITIONS}, in turn"
    return Row(what, "the same ask in process", ours, other, AtMost(2), note=note)


def _tell_row(here: cb.Campaign, there: RemoteCampaign, readings: int) -> Row:
    mine, theirs = iter(here.pending()), iter(there.pending())
    ours, other = _in_turn(
        lambda: there.tell(next(theirs), 0.5), lambda: here.tell(next(mine), 0.5)
    )
    what = f"A tell over HTTP on 3,215 nodes with {readings:,} readings (SQLite)"
    note = f"median of {REPETITIONS}, in turn"
    return Row(what, "the same tell in process", ours, other, AtMost(3), note=note)


def _idle_row(pid: int, idle: float) -> Row:
    time.sleep(1.0)  # what was under way ends
    before = _cpu(pid)
    time.sleep(idle)
    used = _cpu(pid) - before
    return Row(
        f"CPU of an idle server in {idle:g} s",
        "one core",
        used,
        idle,
        AtMost(IDLE),
        note=f"from /proc, in steps of {1000 / os.sysconf('SC_CLK_TCK'):g} ms",
    )


def _cpu(pid: int) -> float:
    """Return the seconds of CPU that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
