"""What stands in a query or a head: each thing once, and no parameter that nobody takes."""

import contextlib
import gzip
import http.client
import json
import re

import pytest

import cheapbandits as cb
from cheapbandits.errors import ParameterError
from tests.service.served import BYTES, JSON

SITES = b"site,x,y\nA,0,0\nB,1,0\nC,2,0\nD,0,1\nE,1,1\nF,2,1\nG,0,2\n"
READINGS = b"site,reading\nA,-3.5\nB,4.5\nC,-1\nD,-2.5\nE,3.5\nF,5\nG,-9999\n"
BOTH = b"site,reading,cd\nA,5.5,1\nB,6.5,2\n"
SETTINGS = {"policy": "CheapUCB", "horizon": 9, "budget": 9, "center": 0, "scale": 10, "noise": 0.1}


@pytest.fixture
def sites(server):
    """A campaign on these sites; its address."""
    sent = server.ok(server.send("POST", "/api/graphs?file=sites.csv", raw=SITES, kind=BYTES))
    body = {"name": "sites", "graph": {"upload": sent["upload"]}, "settings": SETTINGS}
    made = server.ok(server.post("/api/campaigns", body))
    yield f"/api/campaigns/{made['id']}"
    server.post(f"/api/campaigns/{made['id']}/delete", {"name": "sites", "export": False})


def imported(server, sites, query, raw=READINGS):
    return server.send("POST", f"{sites}/import?file=r.csv{query}", raw=raw, kind=BYTES)


def refused(answer):
    assert (answer.status, answer.json["kind"]) == (422, "ParameterError")
    return answer.json["detail"]


def test_one_that_stands_twice_is_refused(server, sites):
    """Seen: of two numbers for 'no reading' one was stored as a reading."""
    said = refused(imported(server, sites, "&nodata=-1&nodata=-9999"))
    assert said == "query.nodata: it stands 2 times; keep one of them"
    assert server.get(f"{sites}/history").json["rows"] == []
    assert "limit: it stands 2 times" in refused(server.get(f"{sites}/events?limit=1&limit=1"))
    page = sites.replace("/api", "/page")
    assert "at: it stands 2 times" in refused(server.get(f"{page}/frame?at=0&at=0"))


def test_one_that_nobody_takes_is_refused_with_what_may_be_meant(server):
    """Seen: neighbours=2 made the links of another number, and nothing was said."""
    path = "/api/graphs?file=sites.csv&neighbours=2"
    said = refused(server.send("POST", path, raw=SITES, kind=BYTES))
    assert said.startswith("query.neighbours: there is no such parameter; did you mean 'n_neigh")
    assert "this address takes file, table, x, y, names, n_neighbors, radius, crs" in said
    assert refused(server.get("/api/jobs?all=1")).endswith("this address takes none")


def test_every_address_that_is_described_has_the_check(server, sites):
    described = server.ok(server.get("/api/openapi.json"))["paths"]
    tried = 0
    for path, methods in described.items():
        here = path.replace("/api/campaigns/{campaign}", sites)
        for method in methods:
            where = f"{re.sub('{[a-z]+}', '1', here)}?nobody=1"
            kind = BYTES if path.endswith(("/graphs", "/import")) else JSON
            said = refused(server.send(method.upper(), where, kind=kind))
            assert said.startswith("query.nobody: there is no such parameter"), path
            tried += 1
    assert tried > 30


@pytest.mark.parametrize("path", ["/", "/new?upload=x&file=y", "/playground", "/login"])
def test_what_a_chat_adds_to_a_link_does_no_harm(server, path):
    mark = "&" if "?" in path else "?"
    assert server.get(f"{path}{mark}utm_source=a&utm_source=b").status == 200


def test_what_a_refusal_advises_can_be_sent(server, sites):
    """Seen: nodata=False and values=cd were said, and neither was taken."""
    said = imported(server, sites, "").json["detail"]
    assert "over HTTP nodata=none" in said
    assert imported(server, sites, "&nodata=none").status == 200
    said = imported(server, sites, "", BOTH).json["detail"]
    assert "(column= in Python and over HTTP)" in said
    assert imported(server, sites, "&column=cd", BOTH).status == 200
    odd = b"site,zinc,lead\nA,5.5,1\nB,6.5,2\n"
    said = imported(server, sites, "", odd).json["detail"]
    assert said.endswith("; over HTTP column= for --values")


def test_a_node_or_a_number_that_cannot_be_is_said_in_words(server, sites):
    """Seen: "body.nodes.0.constrained-int: Input should be ...; body.nodes.0.str: ..."."""
    said = refused(server.post(f"{sites}/observations", {"nodes": [-1], "reading": 5}))
    assert said == "body.nodes.0: a node is its index, 0 or more, or its name as a text"
    said = refused(server.post(f"{sites}/asks/-1/tell", {"reading": 5}))
    assert said == "path.ask: write the number in plain digits, as 12"


@pytest.mark.parametrize("more", ["?token=abcdefghijklmnopq", "/#part", "/?a=1"])
def test_an_address_with_a_query_is_none(server, tmp_path, more):
    with pytest.raises(ParameterError, match=r"token=, never in the address") as told:
        cb.connect(server.url + more, "any", queue=tmp_path / "q.db")
    assert "abcdef" not in str(told.value)


# -- the head of a request, too --------------------------------------------------------------------


def with_head(server, path, body, *lines):
    """Send a request whose head has exactly these lines; a client of ours would not."""
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    data = json.dumps(body).encode()
    with contextlib.closing(link):
        link.putrequest("POST", path)
        for name, value in (*lines, ("Content-Length", str(len(data)))):
            link.putheader(name, value)
        link.endheaders(data)
        got = link.getresponse()
        return got.status, got.read()


TYPED = ("Content-Type", JSON)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("Idempotency-Key", ("a1", "a2")),
        ("Idempotency-Key", ("a1", "a1")),
        ("Cheapbandits-Who", ("ann", "bob")),
        ("Authorization", ("Bearer a", "Bearer b")),
        ("Content-Type", (JSON, "text/plain")),
        ("Origin", ("http://127.0.0.1", "http://evil.example")),
    ],
)
def test_a_header_that_stands_twice_is_refused(server, sites, name, values):
    """Seen: of two keys the first was taken, and in the other order the reading stood twice."""
    typed = [] if name == "Content-Type" else [TYPED]
    twice = [(name, values[0]), (name.lower(), values[1])]
    body = {"nodes": [1], "reading": 3}
    status, said = with_head(server, f"{sites}/observations", body, *typed, *twice)
    assert status == 400
    assert json.loads(said)["detail"] == f"{name}: it stands 2 times; keep one of them"
    assert json.loads(said)["kind"] == "HTTPError"  # a reading that waits goes on waiting
    assert server.get(f"{sites}/history").json["rows"] == []


def test_two_hosts_are_no_request(server, sites):
    status, _ = with_head(server, f"{sites}/pause", {}, TYPED, ("Host", "127.0.0.1"))
    assert status == 400


@pytest.mark.parametrize("coding", ["gzip", "br", "identity, gzip", "x"])
def test_a_body_that_says_it_is_packed_is_refused(server, sites, coding):
    """Seen: a plain body under Content-Encoding: gzip was taken as it is."""
    body = {"nodes": [1], "reading": 3}
    head = {"Content-Encoding": coding}
    for raw in (json.dumps(body).encode(), gzip.compress(json.dumps(body).encode())):
        refusal = server.post(f"{sites}/observations", raw=raw, headers=head)
        assert refusal.status == 415
        assert "without Content-Encoding" in refusal.json["detail"]
    assert server.get(f"{sites}/history").json["rows"] == []
    head = {"Content-Encoding": "Identity"}
    assert server.post(f"{sites}/observations", body, headers=head).status == 200
