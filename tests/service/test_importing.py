"""Files of readings over HTTP: taken, left out and said as by `campaign import` in the terminal."""

import io
import json
import signal
import sys

import pandas as pd
import pytest

import cheapbandits as cb
from cheapbandits.service import uploads
from tests.cli.conftest import Terminal
from tests.forms import forms
from tests.service.served import BYTES

NAMES = [f"A{k}" for k in range(9)]
PLACES = [(float(k % 3), float(k // 3)) for k in range(9)]
SETTINGS = {"policy": "CheapUCB", "horizon": 30}


@pytest.fixture(scope="module")
def sites():
    return cb.Graph.from_points(PLACES, 3, names=NAMES)


@pytest.fixture
def new(server, sites):
    """Start campaigns on nine sites; returns the name and the address."""

    def start(name):
        upload = server.app.state.house.uploads.keep(sites)
        body = {"name": name, "graph": {"upload": upload}, "settings": SETTINGS}
        return f"/api/campaigns/{server.ok(server.post('/api/campaigns', body))['id']}"

    return start


@pytest.fixture
def terminal(server, tmp_path):
    return Terminal(tmp_path, server.db)


@pytest.fixture
def both(server, terminal):
    """Import a file into a campaign over HTTP, and into its twin by the terminal: the same."""

    def import_(first, second, file, content, query="", words=()):
        (terminal.folder / file).write_bytes(content)
        sent = server.post(f"{first}/import?file={file}{query}", raw=content, kind=BYTES)
        here, name = server.ok(sent), server.get(second).json["name"]
        done = terminal.json("import", name, file, *words)
        said = json.dumps(here).replace(here["name"], name)  # advice names the campaign
        assert json.loads(said) == done
        assert recorded(server, first) == recorded(server, second)
        return here

    return import_


def recorded(server, path):
    """What is in the log of a campaign, but for moments and people."""
    events = server.get(f"{path}/events").json["events"]
    return [(one["kind"], one["ask"], one["key"], one["body"]) for one in events]


def worked(server, path):
    """Let a campaign have readings of all kinds: asked for, of groups, corrected, struck, sent."""
    asks = server.ok(server.post(f"{path}/asks", {"n": 2}))["asks"]
    server.ok(server.post(f"{path}/asks/{asks[0]['ask']}/tell", {"reading": 0.1 + 0.2}))
    server.ok(server.post(f"{path}/asks/1/correct", {"reading": 0.5}))
    many = [
        {"nodes": ["A1", "A2"], "reading": 1.25},
        {"nodes": ["A3", "A4"], "reading": 2.5, "weights": [0.25, 0.75]},
        {"nodes": ["A5"], "reading": 3.5},
        {"nodes": ["A6"], "reading": 4.5},
    ]
    seen = [server.ok(server.post(f"{path}/observations", one))["seq"] for one in many]
    server.ok(server.post(f"{path}/observations/{seen[2]}/annul", {}))
    server.ok(server.post(f"{path}/observations/{seen[3]}/correct", {"reading": 4.75}))
    table = b"name,date,reading\nA7,2026-05-01,1.5\nA7,2026-05-01,1.5\n"
    server.ok(server.post(f"{path}/import?file=t.csv", raw=table, kind=BYTES))
    return 6  # that count


def test_a_campaigns_own_export_is_imported_as_by_the_terminal(server, new, both):
    """Seen: 413, too large to read here, of every export with a reading."""
    path = new("exported")
    counting = worked(server, path)
    export = server.get(f"{path}/export?kind=csv").body
    twins = []
    for name in ("first twin", "second twin"):
        made = server.ok(server.post(f"{path}/clone", {"name": name, "with_readings": False}))
        twins.append(f"/api/campaigns/{made['id']}")
    for pair in (twins, (new("other one"), new("other two"))):
        done = both(*pair, "e.csv", export)
        assert (done["rows"], done["new"], done["skipped"]) == (counting, counting, 2)
        assert (done["known"], done["left_out"]) == (0, [])
        again = both(*pair, "e.csv", export)
        assert (again["new"], again["known"]) == (0, counting)
        counted = {
            (tuple(row["nodes"]), row["reading"], tuple(row["weights"] or ()))
            for row in server.get(f"{pair[0]}/history").json["rows"]
        }
        assert ((3, 4), 2.5, (0.25, 0.75)) in counted
        assert {reading for _, reading, _ in counted} == {0.5, 1.25, 2.5, 4.75, 1.5}
    before = recorded(server, path)
    done = both(path, path, "e.csv", export)  # into itself: nothing, on both ways
    assert (done["new"], done["known"], len(done["left_out"])) == (0, counting, counting)
    assert recorded(server, path) == before
    # And back from another one, where one was corrected meanwhile: refused with both numbers.
    wrong = export.replace(b"4.75", b"4.25")
    sent = server.post(f"{path}/import?file=e.csv", raw=wrong, kind=BYTES)
    assert (sent.status, "4.25" in sent.json["detail"]) == (422, True)


def workbook():
    out = io.BytesIO()
    pd.DataFrame({"nodes": NAMES[:3], "reading": [1.5, 2.5, 3.5]}).to_excel(out, index=False)
    return out.getvalue()


def geojson():
    features = [
        {
            "type": "Feature",
            "geometry": {"type": "Point", "coordinates": PLACES[k]},
            "properties": {"name": NAMES[k], "zinc": None if k == 1 else 1.5 + k},
        }
        for k in range(9)
    ]
    return json.dumps({"type": "FeatureCollection", "features": features}).encode()


FILES = {
    "plain.csv": (b"nodes,reading\nA1,1.5\nA2;A3,2.5\n", None),
    "cut.csv": (b"ask,name,reading\n1,A1,1.5\n", None),
    "seen.csv": (b"observation,name,reading\n1,A1,1.5\n", None),
    "moment.csv": (b"name,reading,asked\nA1,1.5,2026-05-01T10:00:00\n", None),
    "status.csv": (b"status,place,reading\nobserved,A1,1.5\nannulled,A2,2.5\n", None),
    "weights.tsv": (b"nodes\tweights\treading\nA1;A2\t0.25;0.75\t2.5\n", None),
    "said.csv": (b"name,sample_id,date,who,reading\nA1,S1,2026-05-01,ann,1\n", None),
    "same.csv": (b"name,reading\nA1,1.5\nA1,1.5\nA2,1.5\n", None),
    "sites.csv": (b"name,x,y,zinc\nA1,1,0,1.5\nA2,2,0,\nA3,0,1,3.5\n", "zinc"),
    "book.xlsx": (workbook, None),
    "map.geojson": (geojson, "zinc"),
}


@pytest.mark.parametrize("file", forms(*FILES, always=5))
def test_files_are_taken_as_by_the_terminal(new, both, file):
    content, values = FILES[file]
    pair = new(f"http {file}"), new(f"terminal {file}")
    data = content() if callable(content) else content
    query, words = (f"&column={values}", ("--values", values)) if values else ("", ())
    done = both(*pair, file, data, query, words)
    assert done["new"] == done["rows"] > 0
    again = both(*pair, file, data, query, words)
    assert (again["new"], again["known"]) == (0, again["rows"])
    assert len(again["left_out"]) == again["rows"]
    more = both(*pair, file, data, f"{query}&again=true", (*words, "--again"))
    assert (more["new"], more["known"], more["left_out"]) == (more["rows"], 0, [])


def test_what_was_left_out_is_said(server, new):
    """Seen: one had to subtract, and nothing told the lines."""
    path = new("said")
    rows = [b"name,reading", b"A1,1.5", b"A2,2.5", b"A3,3.5"]
    for some, known, left in ((rows[:2], 0, []), (rows[:1] + rows[2:] + rows[1:2], 1, ["line 4"])):
        sent = server.post(f"{path}/import?file=r.csv", raw=b"\n".join(some), kind=BYTES)
        done = server.ok(sent)
        assert (done["known"], done["left_out"]) == (known, left)


ENDS = {
    "raised": "raise TypeError('odd /srv/secret')",
    "silent": "pass",
    "crashed": f"import os; os.kill(os.getpid(), {int(signal.SIGSEGV)})",
}


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("what", ["readings", "graph"])
def test_a_reader_that_fails_is_our_fault(server, new, monkeypatch, end, what):
    """Seen: an error of ours in the reading process was called a file that is too large."""
    path = new(f"{end} {what}")
    monkeypatch.setattr(uploads, "our_python", lambda *_: [sys.executable, "-c", ENDS[end]])
    address = f"{path}/import" if what == "readings" else "/api/graphs"
    sent = server.post(f"{address}?file=r.csv", raw=b"nodes,reading\nA1,1\n", kind=BYTES)
    assert (sent.status, sent.json["kind"]) == (500, "InternalError")
    assert sent.headers["content-type"] == "application/problem+json"
    assert "large" not in sent.json["detail"]
    assert "/" not in sent.json["detail"]
    (logged,) = server.failed.said
    server.failed.said.clear()
    assert "the process that read r.csv ended" in logged
    assert ("/srv/secret" in logged) == (end == "raised")
    assert server.get(path).json["observed"] == 0


SHORT = {
    "killed": f"import os; os.kill(os.getpid(), {int(getattr(signal, 'SIGKILL', 9))})",
    "said": 'print(\'{"kind": "MemoryError", "error": "no memory left"}\')',
    "raised": "raise MemoryError",
    "loader": "raise ImportError('lib.so: failed to map segment from shared object')",
}


@pytest.mark.parametrize("end", SHORT)
def test_a_reader_without_memory_had_too_large_a_file(server, new, monkeypatch, end):
    monkeypatch.setattr(uploads, "our_python", lambda *_: [sys.executable, "-c", SHORT[end]])
    sent = server.post("/api/graphs?file=r.csv", raw=b"0,1\n", kind=BYTES)
    assert (sent.status, "too large to read here" in sent.json["detail"]) == (413, True)
