"""A small, seeded part of ``make fuzz``, and that it would notice what it looks for."""

from __future__ import annotations

import base64
import os
import random
import signal
import time
from collections import Counter

import pytest
from tools.fuzz import pool
from tools.fuzz.__main__ import report
from tools.fuzz.files import ALL, BAD, run, well_mannered
from tools.fuzz.oracles import ORACLES
from tools.fuzz.pool import Worker
from tools.fuzz.requests import answered
from tools.fuzz.requests import run as run_requests
from tools.fuzz.seeds import FORMATS, make_seed
from tools.fuzz.site_oracles import SITE_ORACLES
from tools.fuzz.site_seeds import SITE_FORMATS
from tools.fuzz.texts import run as run_texts

from tests.cli.warm import warm_python


def bad(counts: Counter[str]) -> dict[str, int]:
    return {key: n for key, n in counts.items() if key.split(" ", 1)[1] in BAD}


@pytest.fixture
def begun_at_once(monkeypatch):
    """Workers that have their libraries; elsewhere a whole Python loads them."""
    monkeypatch.setattr(pool, "COMMAND", warm_python("tools.fuzz.worker"))


def test_files_of_every_kind(tmp_path):
    counts = run(40 * len(ALL), seed=11, seconds=120, keep=tmp_path)
    assert counts.total() == 40 * len(ALL)
    assert not bad(counts), list(tmp_path.iterdir())
    # Good ones are read, spoilt ones refused, and some of these were not so spoilt.
    for kind in ALL:
        assert counts[f"{kind} read as it was"] == 8
        assert counts[f"{kind} refused"] > 12
    assert sum(counts[f"{kind} read, confirmed"] > 0 for kind in ALL) > 10


def test_requests(tmp_path, begun_at_once):
    counts = run_requests(120, seed=11, seconds=120, keep=tmp_path)
    assert counts.total() == 120
    assert not bad(counts), list(tmp_path.iterdir())
    assert counts["request read"] > 10
    assert counts["request refused"] > 40


@pytest.mark.parametrize(
    ("method", "path", "body", "said"),
    [
        ("GET", "/api/campaigns/ID/history?\xbf", b"", "plain ASCII"),
        ("POST", "/api/campaigns/ID/asks", b'{"n\\u0000": 3}', r"body.n\x00: Extra"),
    ],
)
def test_requests_that_once_were_answered_badly(method, path, body, said):
    headers = [(b"host", b"127.0.0.1"), (b"content-type", b"application/json")]
    sent = [[base64.b64encode(x).decode() for x in pair] for pair in headers]
    text = base64.b64encode(body).decode()
    answer = answered({"method": method, "path": path, "headers": sent, "body": text})
    assert answer["status"] in (400, 422)
    assert said in answer["detail"]


def test_names_values_and_readings(tmp_path, begun_at_once):
    counts = run_texts(300, seed=11, seconds=120, keep=tmp_path)
    assert counts.total() == 300
    assert not bad(counts), list(tmp_path.iterdir())
    assert counts["name refused"] > 20
    assert counts["values read, confirmed"] >= 20


@pytest.mark.parametrize("kind", FORMATS)
def test_the_second_reader_knows_the_good_files(kind):
    for k in range(20):
        seed = make_seed(kind, random.Random(k))
        expected = {(min(a, b), max(a, b)): w for a, b, w in seed.edges or ()}
        assert ORACLES[seed.suffix](seed.data, seed) == expected


@pytest.mark.parametrize("kind", [kind for kind in SITE_ORACLES if kind != "tif"])
def test_the_second_reader_knows_the_good_files_of_sites(kind):
    for k in range(3):
        seed = SITE_FORMATS[kind](random.Random(k))
        edges = {(min(a, b), max(a, b)): w for a, b, w in seed.edges or ()}
        found = SITE_ORACLES[kind](seed.data, seed)
        assert found == (edges if seed.sites is None else seed.sites)


@pytest.mark.parametrize("kind", ["kml", "gpx"])
def test_the_second_reader_goes_on_where_the_namespace_is_misspelt(kind):
    seed = SITE_FORMATS[kind](random.Random(3))
    data = seed.data.replace(b" xmlns=", b" symmetricxmlns=")
    assert data != seed.data
    assert SITE_ORACLES[kind](data, seed) == seed.sites


def test_a_crash_and_a_hang_are_counted_and_survived(tmp_path, begun_at_once):
    good = tmp_path / "a.csv"
    good.write_text("0,1\n")
    with Worker(patience=20) as worker:
        assert worker.ask({"kind": "no such job", "path": ""})["outcome"] == "raw"
        assert worker.ask({"kind": "graph", "path": str(good)})["outcome"] == "read"
        # A pipe that nobody writes to is waited for longer than this.
        os.mkfifo(tmp_path / "b.csv")
        worker.patience = 1.0
        assert worker.ask({"kind": "graph", "path": str(tmp_path / "b.csv")})["outcome"] == "hang"
        worker.patience = 20.0
        assert worker.ask({"kind": "graph", "path": str(good)})["outcome"] == "read"
        os.kill(worker.pid, signal.SIGSEGV)
        # Whoever answers in its place may do so for a while: it is found out within its patience.
        came, until = [], time.monotonic() + 30
        while "crash" not in came and time.monotonic() < until:
            came.append(worker.ask({"kind": "graph", "path": str(good)})["outcome"])
        assert set(came[:-1]) <= {"read"}
        assert came[-1] == "crash"
        assert worker.ask({"kind": "graph", "path": str(good)})["outcome"] == "read"


def test_messages_that_a_terminal_would_obey():
    assert well_mannered("a.csv: line 1: 'São Paulo'")
    for message in ("a\x1b[2J", "a\nb", "a\u2028b", "a\ud800", "x" * 2000):
        assert not well_mannered(message)


def test_the_page_counts():
    page = report(Counter({"csv read, confirmed": 3, "csv refused": 4, "npz crash": 1}), 0)
    assert "| csv | 7 | 3 | 4 | 0 |" in page
    assert "| npz | 1 | 0 | 0 | 1 |" in page
    assert "| all | 8 | 3 | 4 | 1 |" in page
