"""Names that an older version let in are shown written out, and forge nothing."""

import io
import json

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.campaign.terms import graph_to_bytes
from cheapbandits.store import Store

NASTY = ["a\nb", "\x1b]0;title\x07", "\udc80", "\u202egnp", "9\t9\t9\n8\t0.1\t3\tforged", "\x9b2J"]


@pytest.fixture
def old(terminal):
    """A campaign ``old`` on a graph whose names are refused today, as it was stored once."""
    ring = np.roll(np.eye(6), 1, axis=1)
    graph = cb.Graph(ring + ring.T, names=[f"n{i}" for i in range(6)])
    db = terminal.folder / "campaigns.db"
    with cb.Campaign.create("fine", graph, db=db, horizon=9, budget=5.0) as campaign:
        spec = campaign.spec.to_dict()
    with np.load(io.BytesIO(graph_to_bytes(graph))) as stored:
        arrays = dict(stored)
    arrays["names"] = np.frombuffer(json.dumps(NASTY).encode("ascii"), dtype=np.uint8)
    data = io.BytesIO()
    np.savez_compressed(data, **arrays)
    with Store.open(db) as store:
        store.create("old", spec, data.getvalue(), who="ann")
        with store.writing("old") as log:
            log.append("ask", {"center": 4, "nodes": [4, 0], "cost": 0.5}, ask=1, who="ann")
            best = {"node": 1, "name": NASTY[1], "estimate": 1.0, "deviation": 0.1, "told": 1}
            tally = {"state": "running", "asked": 1, "told": 1, "observed": 0, "annulled": 0}
            log.summarise({**tally, "spent": 0.0, "open": {"1": 0.5}, "best": best})
    return terminal


def clean(text):
    odd = [c for c in text if (ord(c) < 32 and c != "\n") or 0x7F <= ord(c) < 0xA0]
    assert not odd
    assert "\u202e" not in text
    text.encode("utf-8")


@pytest.mark.parametrize(
    "words",
    [
        ["list"],
        ["status", "old"],
        ["status", "old", "--assess"],
        ["ask", "old", "-n", "4"],
        ["history", "old"],
        ["history", "old", "--events"],
        ["observe", "old", "n\x1b]0;x\x07", "1"],
        ["ask", "nosuch\x1b[2J"],
        ["finish", "old", "--reason", "over\x1b]0;x\x07"],
        ["tell", "old", "1", "0.5", "--key", "k\n2"],
        ["mask", "old", "a\nb"],
    ],
)
def test_nothing_printed_is_obeyed(old, words):
    for more in ([], ["--json"]):
        done = old.run("campaign", *words, *more)
        clean(done.stdout)
        clean(done.stderr)
        assert "Traceback" not in done.stderr
        if more and done.returncode == 0:
            json.loads(done.stdout)


def test_no_line_of_watch_is_forged(old):
    done = old.process("campaign", "watch", "old", "-n", 4, input="")
    lines = done.stdout.splitlines()
    assert len(lines) == 4, done
    assert [line.split("\t")[0] for line in lines] == ["1", "2", "3", "4"]
    assert all(line.count("\t") == 3 for line in lines)


def test_exports_are_whole(old):
    old.ok("export", "old", "--out", "h.csv")
    old.ok("export", "old", "--out", "h.json")
    assert len(json.loads((old.folder / "h.json").read_text())) == 1
    (old.folder / "h.csv").read_text(encoding="utf-8")


def test_such_names_are_refused_today(terminal):
    for name in NASTY:
        with pytest.raises(cb.GraphError):
            cb.Graph(np.ones((2, 2)) - np.eye(2), names=[name, "b"])
