"""Rows: campaigns next to what they cannot do without: a commit, a round, a factorisation."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np
from scipy.linalg.lapack import dpotrf

import cheapbandits as cb
from benchmarks.clock import seconds
from benchmarks.row import AtMost, Row
from cheapbandits.campaign import Campaign
from cheapbandits.store import Store

REPETITIONS = 15


def campaign_rows(*, quick: bool = False) -> list[Row]:
    """The shipped US counties: 3,215 nodes."""
    few, many, most = (100, 300, 1_000) if quick else (1_000, 10_000, 100_000)
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "campaigns.db"
        counties = cb.load_dataset("us_counties").graph
        campaign = Campaign.create(
            "counties", counties, db=db, horizon=100_000, probes="hops", policy="CheapUCB"
        )
        _observe(campaign, few)
        rows = [_tell_row(campaign, Path(folder), few), _ask_row(campaign, few)]
        _observe(campaign, many - few)
        rows.append(_reopen_row(db, counties, many))
        rows += _glance_rows(Path(folder), most)
    return rows


def _observe(campaign: Campaign, count: int) -> None:
    rng = np.random.default_rng(count)
    nodes = rng.integers(campaign.graph.n_nodes, size=count).tolist()
    values = rng.standard_normal(count).tolist()
    campaign.observe_many(
        [([node], value, None) for node, value in zip(nodes, values, strict=True)]
    )


def _median(run: Callable[[], object]) -> float:
    return median(seconds(run) for _ in range(REPETITIONS))


def _tell_row(campaign: Campaign, folder: Path, behind: int) -> Row:
    asks = iter(campaign.ask(REPETITIONS))
    ours = _median(lambda: campaign.tell(next(asks), 0.5))
    raw = sqlite3.connect(folder / "raw.db", isolation_level=None)
    raw.execute("PRAGMA synchronous = FULL")
    raw.execute("CREATE TABLE rows (body TEXT)")

    def commit() -> None:
        raw.execute("BEGIN IMMEDIATE")
        raw.execute("INSERT INTO rows VALUES ('a reading')")
        raw.execute("COMMIT")

    return Row(
        f"A tell on 3,215 nodes with {behind:,} readings behind it (SQLite)",
        "the database's own commit of one row",
        ours,
        _median(commit),
        AtMost(3),
        note=f"median of {REPETITIONS}",
    )


def _ask_row(campaign: Campaign, behind: int) -> Row:
    policy = campaign.policy()

    def a_round() -> None:
        policy.tell(policy.ask(), 0.5)

    times, rounds = [], []
    a_round()  # the variances of its width are computed once
    for _ in range(REPETITIONS):  # in turns: the machine's pace changes
        (one,) = campaign.ask()
        campaign.tell(one, 0.5)
        rounds.append(seconds(a_round))
        times.append(seconds(campaign.ask))
    return Row(
        f"An ask on 3,215 nodes with {behind:,} readings behind it (SQLite)",
        "the policy's own round in memory",
        median(times),
        median(rounds),
        AtMost(3),
        note=f"median of {REPETITIONS} in turns; it takes in the last reading, chooses and commits",
    )


def _reopen_row(db: Path, counties: cb.Graph, readings: int) -> Row:
    def reopen() -> None:
        Campaign.open("counties", db=db).policy()

    matrix = counties.laplacian.toarray(order="F") + np.eye(counties.n_nodes)
    ours = min(seconds(reopen) for _ in range(3))
    return Row(
        f"Reopening a campaign with {readings:,} readings on 3,215 nodes",
        "one dense Cholesky factorisation of that size",
        ours,
        min(seconds(lambda: dpotrf(matrix, lower=1)) for _ in range(3)),
        AtMost(5),
        note="best of 3 each; events read and checked, graph read, belief factorised",
    )


def _glance_rows(folder: Path, most: int) -> list[Row]:
    rows = []
    times: dict[tuple[int, str], float] = {}
    for count in (100, most):
        db = folder / f"glance-{count}.db"
        campaign = Campaign.create("glance", cb.grid(10, 10), db=db, policy="CheapUCB")
        _observe(campaign, count)
        store = Store.open(db)
        times[count, "status"] = _median(campaign.status)
        times[count, "list"] = _median(store.campaigns)
    for what in ("status", "list"):
        rows.append(
            Row(
                f"{what} with {most:,} readings in the store",
                f"{what} with 100",
                times[most, what],
                times[100, what],
                AtMost(1.5),
                note=f"median of {REPETITIONS}; asked for: the same",
            )
        )
    return rows
