"""Rehearsals over HTTP: outside the request, with progress, an end before the end, and errors."""

import json

import cheapbandits as cb
from cheapbandits.campaign.documents import rehearsal_document
from cheapbandits.campaign.rehearsal import contenders, known_values, rehearse
from cheapbandits.campaign.rehearsal.compared import compared
from cheapbandits.metrics import TOLERANCE
from cheapbandits.service import shapes

VALUES = [0.04 * (k % 13) for k in range(21)]


def test_a_rehearsal_is_the_one_of_the_terminal(server, tmp_path):
    server.campaign("rehearsed", center=0.25, scale=0.25)
    there = cb.connect(server.url, "rehearsed", queue=tmp_path / "q.db")
    seen = []
    plan = {"runs": 2, "rounds": 4, "against": ["CheapUCB"], "values": VALUES}
    found = there.rehearse(**plan, progress=lambda done, total: seen.append((done, total)))
    with cb.Campaign.open("rehearsed", db=server.db) as here:
        fields = known_values(here, VALUES)
        players, left_out = contenders(here.spec, here.graph, fields.span, ["CheapUCB"])
        cells = list(rehearse(here, players, fields, runs=2, rounds=4))
        near = TOLERANCE * (fields.span[1] - fields.span[0])
        result = compared(cells, players, near)
        expected = rehearsal_document("rehearsed", result, fields, left_out, [], True)
        assert here.status().asked == 0
    assert found == json.loads(json.dumps(expected))
    assert seen[0][1] is None  # it had only begun
    (job,) = (one for one in server.get("/api/jobs").json["jobs"] if one["name"] == "rehearsed")
    shapes.Job.model_validate(job)
    assert (job["state"], job["done"], job["total"]) == ("done", 4, 4)


def test_one_that_runs_and_one_that_waits_are_cancelled(here):
    server = here(limits={"playing": 1})
    path = server.campaign("long")
    plan = {"runs": 1000, "values": VALUES}
    jobs = [server.post(f"{path}/rehearsals", plan) for _ in range(3)]
    assert {job.status for job in jobs} == {202}
    running, *waiting = [job.headers["location"] for job in jobs]
    while (job := server.get(f"{running}?wait=10").json)["done"] < 2:
        assert job["ended"] is None, job
    assert server.get(waiting[-1]).json["state"] == "waiting"
    ended = server.post(f"{waiting[-1]}/cancel").json
    assert (ended["state"], ended["result"]) == ("cancelled", None)
    # Nobody waits for it: other requests are answered, and its turn goes to the next.
    server.ok(server.post(f"{path}/asks", {}))
    server.post(f"{running}/cancel")
    while (job := server.get(f"{running}?wait=10").json)["ended"] is None:
        pass
    shapes.Job.model_validate(job)
    assert job["state"] == "cancelled"
    assert job["result"] is None or job["result"]["complete"] is False
    for address in waiting:
        server.post(f"{address}/cancel")
    assert server.post(f"{running}/cancel").json == job  # over is over
    assert server.get(f"/api/jobs/{'0' * 32}").status == 404


def test_a_rehearsal_before_the_start_and_a_drill(server):
    upload = server.upload()
    body = {"graph": {"upload": upload}, "settings": {"policy": "CheapUCB", "horizon": 3}}
    before = server.get("/api/campaigns").json
    wrong = {**body, "settings": {"policy": "Nobody"}, "values": VALUES}
    assert server.post("/api/rehearsals", wrong).status == 422
    both = {**body, "values": VALUES, "field": "x"}
    assert server.post("/api/rehearsals", both).status == 422
    path = server.campaign("drilled", horizon=5)
    short = {"runs": 1, "values": VALUES, "against": ["CheapUCB"]}
    addresses = [
        server.post("/api/rehearsals", {**body, **short}).headers["location"],
        server.post(f"{path}/drills", {"values": VALUES, "late": 0.5}).headers["location"],
        server.post(f"{path}/rehearsals", {"runs": 1}).headers["location"],
    ]
    jobs = []
    for address in addresses:
        while (job := server.get(f"{address}?wait=10").json)["ended"] is None:
            pass
        shapes.Job.model_validate(job)
        jobs.append(job)
    assert [job["state"] for job in jobs] == ["done", "done", "failed"]
    assert jobs[0]["result"]["complete"] is True
    assert (jobs[1]["result"]["told"], jobs[1]["result"]["lost"]) == (5, 0)
    assert (jobs[2]["error"]["status"], jobs[2]["result"]) == (422, None)
    assert "has read 0 places" in jobs[2]["error"]["detail"]  # likely values need readings
    left = [one for one in server.get("/api/campaigns").json["campaigns"] if one["told"]]
    assert left == [one for one in before["campaigns"] if one["told"]]


def test_only_so_many_wait(here):
    server = here(limits={"jobs": 1})
    path = server.campaign("full")
    first = server.post(f"{path}/rehearsals", {"runs": 1000, "values": VALUES})
    second = server.post(f"{path}/rehearsals", {"runs": 1000, "values": VALUES})
    assert (first.status, second.status) == (202, 503)
    server.stop()  # takes the process along
    job = server.app.state.house.jobs.get(first.json["job"])
    assert job.state == "cancelled"
    assert job.process is None or job.process.returncode is not None
