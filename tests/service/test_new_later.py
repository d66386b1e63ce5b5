"""A campaign that is set up outside the request: progress, an end before the end, errors."""

import threading

from cheapbandits.belief.learned.kernels import kernels
from cheapbandits.graphs import grid
from cheapbandits.service import shapes

FINDER = {"policy": "Finder", "horizon": 12, "low": 0.0, "high": 1.0}


def told(server, address):
    """Return the job when it is over, and how far it said it was on the way."""
    far = []
    while not (job := server.get(f"{address}?wait=10").json)["ended"]:
        far.append(job["done"])
    return job, far


def later(server, name, graph, **settings):
    body = {"name": name, "graph": {"upload": server.app.state.house.uploads.keep(graph)}}
    return server.post("/api/campaigns?later=true", {**body, "settings": {**FINDER, **settings}})


def named(server, name):
    return server.get(f"/api/campaigns?name={name}").json["campaigns"]


def test_the_answer_comes_at_once_and_the_job_has_the_campaign(server):
    sent = later(server, "later", grid(9, 9))
    assert sent.status == 202
    shapes.Job.model_validate(sent.json)
    job, _ = told(server, sent.headers["location"])
    shapes.Job.model_validate(job)
    assert (job["kind"], job["state"], job["done"], job["total"]) == ("new", "done", 100, 100)
    shapes.New.model_validate(job["result"])
    (listed,) = named(server, "later")
    assert listed["id"] == job["result"]["id"]
    server.ok(server.post(f"/api/campaigns/{listed['id']}/asks", {}))


def test_cancelled_before_its_end_nothing_is_stored(server):
    graph, go, held = grid(9, 10), threading.Event(), threading.Event()

    def slow():  # somebody else sets the network up: the job waits for that
        held.set()
        go.wait(30)
        return kernels(graph)

    other = threading.Thread(target=lambda: graph.keep("learned kernels", slow))
    other.start()
    held.wait(30)
    address = later(server, "unwanted", graph).headers["location"]
    while server.get(address).json["total"] is None:  # it has begun
        pass
    assert server.post(f"{address}/cancel").json["state"] in (
        "running",
        "cancelled",
    )  # as soon as it looks
    go.set()
    job, _ = told(server, address)
    other.join(30)
    assert (job["state"], job["result"], job["error"]) == ("cancelled", None, None)
    assert named(server, "unwanted") == []
    again, _ = told(server, later(server, "unwanted", graph).headers["location"])
    assert again["state"] == "done"
    assert server.post(f"{address}/cancel").json["state"] == "cancelled"  # over is over


def test_a_slip_is_said_at_once_and_a_deeper_one_by_the_job(server):
    assert later(server, "wrong", grid(3, 3), budget=-1).status == 422
    told(server, later(server, "taken", grid(3, 3)).headers["location"])
    assert later(server, "taken", grid(3, 3)).status == 409
    deep = later(server, "deep", grid(3, 3), low="x")
    job, _ = told(server, deep.headers["location"])
    assert job["state"] == "failed"
    assert job["error"]["status"] == 422
    assert named(server, "deep") == []


def test_campaigns_on_equal_networks_share_one(server):
    house = server.app.state.house
    first, second = (
        told(server, later(server, name, grid(8, 8)).headers["location"])[0]["result"]["id"]
        for name in ("one", "two")
    )
    graphs = [house.shelf.campaign(identity).graph for identity in (first, second)]
    assert graphs[0] is graphs[1]
    for identity in (first, second):
        house.shelf.drop(identity)
    assert house.shelf.campaign(first).graph is graphs[0]  # read anew, and found to be the same
