"""Races over HTTP: on a file of one's own, by methods of one's choice, ended before the end."""

import http.client
import json
import os

import numpy as np
import pytest

from cheapbandits.policies import policy_names
from cheapbandits.service import reading
from cheapbandits.service.page import lines
from cheapbandits.service.page.flat import flat_of
from cheapbandits.service.page.networks import _made
from cheapbandits.service.page.race import MOST_NODES, race
from cheapbandits.service.page.racers import about
from tests.service.served import BYTES

HOSTILE = "<img src=x onerror=alert(1)>"
ZINC = [round(200 + 90 * np.sin(k / 5) + k, 1) for k in range(30)]
SITES = "\n".join(
    [
        f"plot,x,y,zinc,gaps,kind,{HOSTILE}",
        *(
            f"P{k},{k % 6},{k // 6},{zinc},{'' if k == 3 else k},clay,{k * k}"
            for k, zinc in enumerate(ZINC)
        ),
    ]
).encode()


class Race:
    """One race over a socket, heard line by line."""

    def __init__(self, server, **body):
        self._link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        self._link.request(
            "POST", "/page/race", json.dumps(body), {"Content-Type": "application/json"}
        )
        self._answer = self._link.getresponse()
        assert self._answer.status == 200
        self.job = next(self)["job"]

    def __iter__(self):
        return self

    def __next__(self):
        if not (line := self._answer.readline()):
            self.leave()
            raise StopIteration
        return json.loads(line)

    def leave(self):
        self._answer.close()
        self._link.close()


def over(server, job):
    """Wait for a job's end, and return it."""
    while (found := server.get(f"/api/jobs/{job}?wait=10").json)["ended"] is None:
        pass
    return found


def test_a_race_on_ones_own_file_and_a_column_of_it(server):
    sent = server.post("/page/sites?file=soil.csv", raw=SITES, kind=BYTES)
    assert sent.status == 201, sent.body
    # One with a gap is no field, nor is text; a hostile name is a name.
    assert sent.json["columns"] == ["zinc", HOSTILE]
    assert sent.json["nodes"] == 30
    folder = server.app.state.house.uploads._folder.name
    assert os.listdir(folder) == []  # read, and gone
    assert server.get("/api/campaigns").json["campaigns"] == []
    upload = sent.json["upload"]
    body = {"network": upload, "racers": ["Finder", "Sweep", "LinUCB"], "rounds": 4}
    heard = list(Race(server, **body, column="zinc"))
    assert [line["getting"] for line in heard if "getting" in line] == body["racers"]
    (head,) = (line for line in heard if "racers" in line)
    assert head["hottest"] == int(np.argmax(ZINC))
    rows = [line for line in heard if "r" in line]
    assert [(row["r"], row["k"]) for row in rows] == [(r, k) for r in range(1, 5) for k in range(3)]
    (job,) = (one for one in server.get("/api/jobs").json["jobs"] if one["kind"] == "race")
    assert (job["state"], job["done"], job["name"]) == ("done", 100, "Finder and Sweep and LinUCB")
    (none,) = (line for line in Race(server, **body, column="gaps") if "percent" not in line)
    assert "no such column" in none["error"]
    # Without a column the values are drawn on its links.
    made = {"network": upload, "racers": ["Sweep", "LinUCB"], "rounds": 1, "field": "smooth"}
    assert "r" in list(Race(server, **made))[-1]


def test_who_leaves_or_cancels_ends_a_race(server):
    """While it is set up, which takes seconds here, and after."""
    body = {"network": "relief", "racers": ["Finder", "PacedKG"], "rounds": 200}
    cancelled = Race(server, **body)
    assert next(cancelled)["getting"] == "Finder"
    assert server.get(f"/api/jobs/{cancelled.job}").json["state"] == "running"
    server.post(f"/api/jobs/{cancelled.job}/cancel")
    assert list(cancelled)[-1] == {"cancelled": True}
    assert over(server, cancelled.job)["state"] == "cancelled"
    left = Race(server, **body)
    left.leave()
    assert over(server, left.job)["state"] == "cancelled"


def test_a_race_has_an_end_in_time_and_nodes_and_names(server, monkeypatch, tmp_path, capsys):
    body = {"network": "grid", "rounds": 3}
    for racers, why in ((["Sweep", "Sweep"], "against itself"), (["Sweep", "NoSuch"], "choose")):
        assert why in list(Race(server, **body, racers=racers))[-1]["error"]
    monkeypatch.setattr(lines, "PATIENCE", 0.0)
    slow = Race(server, **body, racers=["Sweep", "LinUCB"])
    assert "takes longer than" in list(slow)[-1]["error"]
    assert over(server, slow.job)["state"] == "failed"
    # What is too large to watch is refused by the process that reads it, with a way on.
    (tmp_path / "s.csv").write_bytes(SITES)
    words = ["graph", str(tmp_path / "s.csv"), str(tmp_path / "m.npz"), '{"fields": true}']
    assert reading.main([*words, "29", "-1"]) == 1
    assert "30 nodes; at most 29 are taken here, a campaign takes more" in capsys.readouterr().out
    assert os.listdir(tmp_path) == ["s.csv"]
    assert server.app.state.house.limits.upload_nodes >= MOST_NODES


def test_races_that_are_over_do_not_push_out_what_somebody_comes_back_for(here):
    server = here(limits={"jobs": 2})
    body = {"name": "later", "graph": {"upload": server.upload()}, "settings": {"budget": 2}}
    made = server.post("/api/campaigns?later=true", body).json["job"]
    assert over(server, made)["state"] == "done"
    raced = []
    for _ in range(4):
        one = Race(server, network="grid", racers=["LinUCB", "Sweep"], rounds=1)
        list(one)
        over(server, one.job)
        raced.append(one.job)
    assert server.get(f"/api/jobs/{made}").json["result"]["name"] == "later"
    assert server.get(f"/api/jobs/{raced[0]}").status == 404


def test_the_earth_is_flat():
    """Its cells are a table of longitudes and latitudes, and no cone."""
    x, y = np.moveaxis(flat_of(_made("relief")).points.reshape(36, 72, 2), -1, 0)
    np.testing.assert_allclose(np.ptp(y, axis=1), 0, atol=1)
    np.testing.assert_allclose(np.ptp(x, axis=0), 0, atol=1)


def test_a_file_for_the_playground_comes_through_the_same_door(server):
    """As one for a campaign: its kind, its size and its name are looked at before it is."""
    assert server.post("/page/sites?file=a.csv", raw=SITES).status == 415
    large = {"Content-Length": str(2**40)}
    assert server.post("/page/sites?file=a.csv", raw=b"", kind=BYTES, headers=large).status == 413
    assert server.post("/page/sites?file=..%2Fa.csv", raw=SITES, kind=BYTES).status == 422
    foreign = {"Origin": "http://elsewhere.example"}
    assert server.post("/page/sites?file=a.csv", raw=b"", kind=BYTES, headers=foreign).status == 403


@pytest.mark.parametrize("name", policy_names())
def test_every_policy_may_race_and_is_offered_with_a_word(name):
    from cheapbandits.graphs import grid

    field = np.linspace(0, 1, 25)
    *_, last = race(grid(5, 5), field, [name], 3, 1)
    assert last["r"] == 3
    assert [group[name] for group in about().values() if name in group] != []
