"""Every verb over HTTP, against a real server: the documents are those of the campaign itself."""

import json
import time

import pytest

import cheapbandits as cb
from cheapbandits.campaign import documents
from cheapbandits.service import shapes


@pytest.fixture
def walk(server, request):
    return server.campaign(request.node.name[:90], budget=9.0)


def beside(server, path):
    """The same campaign, opened in this process."""
    name = server.get(path).json["name"]
    return cb.Campaign.open(name, db=server.db)


def plain(document):
    return json.loads(json.dumps(document))


def test_a_reading_that_may_be_none_is_asked_about(server, walk):
    server.ok(server.post(f"{walk}/asks", {}))
    told = server.ok(server.post(f"{walk}/asks/1/tell", {"reading": -9999}))
    assert "-9999 often stands for 'no reading'" in told["note"]
    seen = server.ok(server.post(f"{walk}/observations", {"nodes": [3], "reading": -999}))
    assert "note" in seen
    assert "note" not in server.ok(
        server.post(f"{walk}/observations", {"nodes": [3], "reading": 0.5})
    )


def test_a_campaign_from_the_first_ask_to_the_last_word(server, walk):
    asked = server.ok(server.post(f"{walk}/asks", {"n": 2}))
    assert [ask["ask"] for ask in asked["asks"]] == [1, 2]
    assert asked["stop"] == {"rule": "never", "met": False}
    told = server.ok(server.post(f"{walk}/asks/1/tell", {"reading": 0.5}))
    assert (told["kind"], told["ask"], told["body"]) == ("tell", 1, {"reading": 0.5})
    server.ok(server.post(f"{walk}/asks/2/cancel"))
    server.ok(server.post(f"{walk}/asks/1/correct", {"reading": 0.75}))
    seen = server.ok(server.post(f"{walk}/observations", {"nodes": [3, 4], "reading": 0.25}))
    server.ok(server.post(f"{walk}/observations/{seen['seq']}/correct", {"reading": 0.5}))
    server.ok(server.post(f"{walk}/observations/{seen['seq']}/annul"))
    server.ok(server.post(f"{walk}/asks/1/annul"))
    server.ok(server.post(f"{walk}/mask", {"nodes": [5, "6"]}))
    server.ok(server.post(f"{walk}/unmask", {"nodes": [5]}))
    server.ok(server.post(f"{walk}/pause"))
    assert server.get(walk).json["state"] == "paused"
    assert server.post(f"{walk}/asks", {}).status == 409
    server.ok(server.post(f"{walk}/resume"))
    server.ok(server.post(f"{walk}/finish", {"reason": "enough"}))
    refused = server.post(f"{walk}/asks", {})
    assert (refused.status, refused.json["kind"], refused.json["code"]) == (409, "ClosedError", 4)
    kinds = [event["kind"] for event in server.get(f"{walk}/events").json["events"]]
    assert kinds == [
        "ask",
        "ask",
        "tell",
        "cancel",
        "correct",
        "observe",
        "correct",
        "annul",
        "annul",
        "mask",
        "unmask",
        "pause",
        "resume",
        "finish",
    ]


def test_documents_are_those_of_the_campaign(server, walk):
    here = beside(server, walk)
    server.ok(server.post(f"{walk}/asks", {"n": 2, "assignee": "north"}))
    server.ok(server.post(f"{walk}/asks/1/tell", {"reading": 0.5}))
    assert server.get(walk).json == plain(documents.status_document(here.status()))
    assert server.get(f"{walk}/history").json["rows"] == plain(here.history())
    events = documents.events_document(here.name, here.events())
    assert server.get(f"{walk}/events").json == plain(events)
    asks = documents.asks_document(here.name, here.pending())
    assert server.get(f"{walk}/asks").json == plain(asks)
    assessed = documents.status_document(here.status(), here.outlook(tolerance=0.1))
    answer = server.ok(server.get(f"{walk}?assess=true&tolerance=0.1"))
    assert answer["assessment"] == pytest.approx(plain(assessed["assessment"]))
    places = server.ok(server.get(f"{walk}/places"))
    assert places["estimate"] == pytest.approx(here.places()["estimate"])
    assert server.ok(server.get(f"{walk}/places?at=1"))["estimate"] is None
    assert server.get(f"{walk}/places?level=0.9999999999999999").status == 422  # no such interval
    assert server.get(f"{walk}/graph?edges=true").json["links"] == here.graph.n_edges


def test_answers_have_the_shapes_that_are_described(server, walk):
    asks = server.ok(server.post(f"{walk}/asks", {"n": 2}))
    event = server.ok(server.post(f"{walk}/asks/1/tell", {"reading": 0.5}))
    for shape, document in (
        (shapes.Asks, asks),
        (shapes.Event, event),
        (shapes.Status, server.get(walk).json),
        (shapes.Status, server.get(f"{walk}?assess=true").json),
        (shapes.Listing, server.get("/api/campaigns").json),
        (shapes.History, server.get(f"{walk}/history").json),
        (shapes.Events, server.get(f"{walk}/events").json),
        (shapes.Places, server.get(f"{walk}/places").json),
        (shapes.GraphShape, server.get(f"{walk}/graph?edges=true").json),
        (shapes.Problem, server.post(f"{walk}/asks/1/tell", {"reading": 0.75}).json),
        (shapes.Problem, server.get("/api/nothing").json),
    ):
        shape.model_validate(document)


def test_the_same_tell_again(server, walk):
    server.ok(server.post(f"{walk}/asks", {}))
    key = {"Idempotency-Key": "k1"}
    first = server.post(f"{walk}/asks/1/tell", {"reading": 0.5}, headers=key)
    assert server.post(f"{walk}/asks/1/tell", {"reading": 0.5}, headers=key).json == first.json
    other = server.post(f"{walk}/asks/1/tell", {"reading": 0.6}, headers=key)
    assert (other.status, other.json["kind"]) == (422, "KeyReusedError")
    without = server.post(f"{walk}/asks/1/tell", {"reading": 0.5})
    assert (without.status, without.json["kind"]) == (409, "AlreadyToldError")
    assert without.json["stored"] == first.json
    assert without.headers["content-type"] == "application/problem+json"


def test_the_same_ask_again(server, walk):
    key = {"Idempotency-Key": "k2"}
    first = server.post(f"{walk}/asks", {"more": True}, headers=key)
    assert server.post(f"{walk}/asks", {"more": True}, headers=key).json == first.json
    assert server.post(f"{walk}/asks", {"more": True, "n": 2}, headers=key).status == 422
    assert server.get(walk).json["open"] == 1


def test_two_teams_get_two_groups(server, walk):
    north = server.ok(server.post(f"{walk}/asks", {"assignee": "north"}))["asks"][0]
    south = server.ok(server.post(f"{walk}/asks", {"assignee": "south"}))["asks"][0]
    assert north["ask"] != south["ask"]
    assert server.get(walk).json["assigned"] == {"north": [1], "south": [2]}
    for name in ("north", " north", "north\u00a0"):
        again = server.ok(server.post(f"{walk}/asks", {"assignee": name}))["asks"]
        assert again == [north]


def test_the_group_that_was_measured_is_the_one_asked_for(server, walk):
    (ask,) = server.ok(server.post(f"{walk}/asks", {}))["asks"]
    other = [node + 1 for node in ask["nodes"]]
    refused = server.post(f"{walk}/asks/1/tell", {"reading": 0.5, "nodes": other})
    assert (refused.status, refused.json["kind"]) == (409, "OtherAskError")
    body = {"reading": 0.5, "nodes": ask["nodes"], "weights": ask["weights"]}
    server.ok(server.post(f"{walk}/asks/1/tell", body))


def test_weights_that_are_of_no_nodes_are_refused(server, walk):
    """Seen: two weights were taken, and passed over, for an ask of eight equal nodes."""
    (ask,) = server.ok(server.post(f"{walk}/asks", {}))["asks"]
    server.ok(server.post(f"{walk}/observations", {"nodes": [3], "reading": 1.0}))
    whose = {"weights": [0.25, 0.75]}
    for path, more in (
        ("asks/1/tell", {"reading": 0.5}),
        ("asks/1/cancel", {}),
        ("asks/1/correct", {"reading": 0.5}),
        ("asks/1/annul", {}),
        ("observations/2/correct", {"reading": 0.5}),
        ("observations/2/annul", {}),
    ):
        refused = server.post(f"{walk}/{path}", {**more, **whose})
        assert (refused.status, refused.json["kind"]) == (422, "ParameterError"), path
        assert "send the group's nodes with them" in refused.json["detail"]
    server.ok(server.post(f"{walk}/asks/1/tell", {"reading": 0.5, "weights": None}))
    same = {"nodes": ask["nodes"], "weights": ask["weights"]}
    server.ok(server.post(f"{walk}/asks/1/correct", {"reading": 0.6, **same}))


def test_an_observation_is_changed_with_the_group_that_was_meant(server, walk):
    """Seen: once a backup was put back, another place's reading was corrected or struck."""
    body = {"nodes": [3, 4], "reading": 12.0, "weights": [0.5, 0.5]}
    server.ok(server.post(f"{walk}/observations", body))
    for wrong in ({"nodes": [5]}, {"nodes": [3, 4]}, {"nodes": [3, 4], "weights": [0.25, 0.75]}):
        for path, more in (("correct", {"reading": 13.5}), ("annul", {})):
            refused = server.post(f"{walk}/observations/1/{path}", {**more, **wrong})
            assert (refused.status, refused.json["kind"]) == (409, "OtherAskError")
    same = {"nodes": [3, 4], "weights": [0.5, 0.5]}
    server.ok(server.post(f"{walk}/observations/1/correct", {"reading": 13.5, **same}))
    server.ok(server.post(f"{walk}/observations/1/annul", same))
    server.ok(server.post(f"{walk}/observations/1/correct", {"reading": 12.5}))  # the number alone
    server.ok(server.post(f"{walk}/observations/1/annul"))


def test_a_reading_in_another_unit_is_not_taken(server):
    """The unit stands in the name; who renames it beside the server counts as well."""
    depth = server.campaign("Depth of it [m]")
    (ask,) = server.ok(server.post(f"{depth}/asks", {}))["asks"]
    told = {"reading": 5.0, "unit": "m"}
    server.ok(server.post(f"{depth}/observations", {**told, "nodes": [3]}))
    key = {"Idempotency-Key": "unit"}
    seen = server.post(f"{depth}/observations", {**told, "nodes": [4]}, headers=key)
    with cb.Campaign.open("Depth of it [m]", db=server.db) as beside:
        beside.rename("Depth of it [mg/l]")
    for path, body in (
        ("asks/1/tell", told),
        ("asks/1/correct", told),
        ("observations", {**told, "nodes": [3]}),
        ("observations/2/correct", told),
    ):
        refused = server.post(f"{depth}/{path}", body)
        assert (refused.status, refused.json["kind"]) == (409, "OtherUnitError")
    # What is stored already stays the answer to its key.
    again = server.post(f"{depth}/observations", {**told, "nodes": [4]}, headers=key)
    assert again.json["seq"] == seen.json["seq"]
    now = {"reading": 5.0, "unit": "mg/l"}
    with cb.Campaign.open("Depth of it [mg/l]", db=server.db) as beside:
        beside.rename("Depth [mg/l]")
    server.ok(server.post(f"{depth}/asks/{ask['ask']}/tell", now))
    server.ok(server.post(f"{depth}/observations/2/correct", {"reading": 4.0}))  # unsaid, as ever
    server.post(f"{depth}/rename", {"name": "Depth"})
    assert server.post(f"{depth}/observations/2/correct", now).status == 409


def test_a_reading_is_changed_as_it_was_known(server, walk):
    """Seen: a correction of 117 replaced the 77 that somebody else had put there."""
    (ask,) = server.ok(server.post(f"{walk}/asks", {"n": 1, "more": True}))["asks"]
    seen = server.ok(server.post(f"{walk}/observations", {"nodes": [3], "reading": 117}))["seq"]
    server.ok(server.post(f"{walk}/asks/{ask['ask']}/tell", {"reading": 117}))
    for path in (f"{walk}/asks/{ask['ask']}", f"{walk}/observations/{seen}"):
        theirs = server.ok(server.post(f"{path}/correct", {"reading": 77, "was": 117}))
        for refused in (
            server.post(f"{path}/correct", {"reading": 55, "was": 117}),
            server.post(f"{path}/annul", {"was": 117}),
            server.post(f"{path}/correct", {"reading": 77, "was": 77, "struck": True}),
        ):
            assert (refused.status, refused.json["kind"]) == (409, "OtherReadingError")
            assert refused.json["stored"]["seq"] == theirs["seq"]
        server.ok(server.post(f"{path}/annul", {"was": 77}))
        refused = server.post(f"{path}/correct", {"reading": 55, "was": 77})
        assert refused.json["stored"]["kind"] == "annul"
        again = {"reading": 77, "was": 77, "struck": True}
        server.ok(server.post(f"{path}/correct", again))
        assert server.post(f"{path}/correct", {"reading": 5, "was": "77"}).status == 422


def test_a_reading_of_before_there_was_a_unit_says_so_by_an_empty_one(server):
    """Seen: an empty unit was as good as none said."""
    depth = server.campaign("Depth of no unit")
    none = {"reading": 5.0, "nodes": [3], "unit": ""}
    rows = {"rows": [{"reading": 5.0, "nodes": [3]}], "unit": ""}
    server.ok(server.post(f"{depth}/observations", none))
    server.ok(server.post(f"{depth}/observations/many", rows))
    server.ok(server.post(f"{depth}/rename", {"name": "Depth of a unit [m]"}))
    for path, body in (("observations", none), ("observations/many", rows)):
        refused = server.post(f"{depth}/{path}", body)
        assert (refused.status, refused.json["kind"]) == (409, "OtherUnitError")
        assert "before there was a unit" in refused.json["detail"]
        server.ok(server.post(f"{depth}/{path}", {**body, "unit": "m"}))
        server.ok(server.post(f"{depth}/{path}", {**body, "unit": None}))  # unsaid, as ever


def test_settings_beyond_all_readings_are_refused_at_the_door(server):
    """Seen: 201, and no reading between them is taken."""
    graph = {"upload": server.upload()}
    for policy, far in (("Finder", {"low": 1e60, "high": 1e61}), ("CheapUCB", {"scale": 1e60})):
        body = {"name": "far", "graph": graph, "settings": {"policy": policy, **far}}
        refused = server.post("/api/campaigns", body)
        assert (refused.status, "must be within 1e+50" in refused.json["detail"]) == (422, True)


@pytest.mark.parametrize(
    "written", ["1_0", "01", "%2B1", "1.0", "%201", "1e0", "0x1", "", "%D9%A1"]
)
def test_numbers_in_a_query_are_plain_as_those_in_a_path(server, walk, written):
    """Seen: at=1_0 was 10."""
    page = walk.replace("/api", "/page")
    for path in (
        f"{walk}/places?at={written}",
        f"{walk}/places?limit={written}",
        f"{walk}/graph?after={written}",
        f"{walk}/events?after={written}",
        f"{walk}/history?limit={written}",
        f"{page}/frame?at={written}",
        f"/api/campaigns?limit={written}",
    ):
        assert server.get(path).status == 422, path
    if written not in ("1.0", "1e0"):  # as JSON has them
        for path in (f"{walk}?assess=true&tolerance={written}", f"{walk}/places?level={written}"):
            assert server.get(path).status == 422, path
    for fine in ("places?level=0.5", "places?level=5e-1", "places?at=0", "events?after=0&limit=1"):
        server.ok(server.get(f"{walk}/{fine}"))


def test_who_did_it_is_recorded(server, walk):
    by = {"Cheapbandits-Who": "J%C3%B6rg"}
    server.ok(server.post(f"{walk}/asks", {}, headers=by))
    server.ok(server.post(f"{walk}/asks/1/tell", {"reading": 0.5}))
    events = server.get(f"{walk}/events").json["events"]
    assert events[0]["who"] == "Jörg"
    assert events[1]["who"] != "Jörg"
    blanks = {"Cheapbandits-Who": "%20J%C3%B6rg%C2%A0"}
    assert server.ok(server.post(f"{walk}/pause", headers=blanks))["who"] == "Jörg"
    assert server.post(f"{walk}/resume", headers={"Cheapbandits-Who": "%20"}).status == 422
    many = {"rows": [{"nodes": [3], "reading": 0.5, "key": "a "}]}
    refused = server.post(f"{walk}/observations/many", many)
    assert (refused.status, refused.json["kind"]) == (422, "ParameterError")
    # Seen: bytes of UTF-8 as they are, which curl sends, were stored as other letters for good.
    for raw in ("%FF", "Jörg".encode(), "Jörg", b"J%C3%B6rg \xff"):
        refused = server.post(f"{walk}/resume", headers={"Cheapbandits-Who": raw})
        assert (refused.status, refused.json["kind"]) == (422, "ParameterError")
        assert "percent-encoded UTF-8" in refused.json["detail"]
    assert server.get(walk).json["state"] == "paused"


def test_pages_of_a_long_list(server, walk):
    for node in range(7):
        server.ok(server.post(f"{walk}/observations", {"nodes": [node], "reading": 0.1 * node}))
    for what, key in (("history", "rows"), ("events", "events")):
        address, found = f"{walk}/{what}?limit=3", []
        while address:
            answer = server.get(address)
            found += answer.json[key]
            link = answer.headers["link"]
            address = link and link[1 : link.index(">")]
        assert found == server.get(f"{walk}/{what}").json[key]
        assert len(found) == 7
    names = [one["name"] for one in server.get("/api/campaigns").json["campaigns"]]
    pages = [server.get(f"/api/campaigns?limit=1&after={n}").json for n in range(len(names))]
    assert [page["campaigns"][0]["name"] for page in pages] == names
    assert server.get(f"{walk}/history?limit=0").status == 422


def test_a_document_that_one_has_is_not_sent_again(server, walk):
    server.ok(server.post(f"{walk}/asks", {}))
    server.ok(server.post(f"{walk}/asks/1/tell", {"reading": 0.5}))
    for what in ("", "/asks", "/history", "/events", "/graph", "/places", "/places?at=1"):
        first = server.get(f"{walk}{what}")
        tag = {"If-None-Match": first.headers["etag"]}
        same = server.get(f"{walk}{what}", headers=tag)
        assert (same.status, same.body) == (304, b"")
        assert same.headers["etag"] == first.headers["etag"]
    tags = [server.get(f"{walk}{what}").headers["etag"] for what in ("/history", "/graph")]
    server.ok(server.post(f"{walk}/pause"))
    assert server.get(f"{walk}/history", headers={"If-None-Match": tags[0]}).status == 200
    assert server.get(f"{walk}/graph", headers={"If-None-Match": tags[1]}).status == 304


def test_a_lease_that_runs_out_makes_the_document_another(server, walk):
    """Seen: who had the status heard for ever that nothing had expired."""
    server.ok(server.post(f"{walk}/asks", {"n": 1, "lease": 0.3}))
    first = server.get(walk)
    assert first.json["expired"] == 0
    tag = {"If-None-Match": first.headers["etag"]}
    time.sleep(0.4)
    later = server.get(walk, headers=tag)
    assert (later.status, later.json["expired"]) == (200, 1)
    assert server.get(walk, headers={"If-None-Match": later.headers["etag"]}).status == 304


def test_campaigns_start_on_shipped_data_and_on_each_others_graphs(server, walk):
    assert "us_counties" in server.get("/api/datasets").json["datasets"]
    missing = server.post("/api/campaigns", {"name": "x", "graph": {"dataset": "/etc/passwd"}})
    assert missing.status == 404
    body = {"name": "copy", "graph": {"campaign": walk.split("/")[-1]}}
    body["settings"] = {"policy": "CheapUCB", "cost": {"1": 9.0, "2": 5.0}, "horizon": 5}
    made = server.post("/api/campaigns", body)
    shapes.New.model_validate(made.json)
    assert made.json["spec"]["max_width"] == 2
    assert server.get(made.headers["location"]).json["name"] == "copy"
    taken = server.post("/api/campaigns", body)
    assert (taken.status, taken.json["kind"]) == (409, "NameTakenError")
    bad = server.post("/api/campaigns", {**body, "name": "y", "settings": {"policy": "Nobody"}})
    assert (bad.status, bad.json["code"]) == (422, 2)


def test_files_in_and_out(server, walk):
    kind = "application/octet-stream"
    table = b"nodes,reading,weights,date\n3,0.5,,2024-05-01\n4;5,0.25,0.25;0.75,2024-05-01\n"
    for new in (2, 0):
        sent = server.post(f"{walk}/import?file=r.csv", raw=table, kind=kind)
        shapes.Imported.model_validate(server.ok(sent))
        assert (sent.json["rows"], sent.json["new"], sent.json["file"]) == (2, new, "r.csv")
    bad = server.post(f"{walk}/import?file=r.csv", raw=b"nodes,reading\n3,x\n", kind=kind)
    assert bad.status == 422
    assert bad.json["detail"].startswith("r.csv")
    twice = server.post(f"{walk}/import?file=r.csv&again=true", raw=table, kind=kind)
    assert server.ok(twice) is not None
    assert twice.json["new"] == 2
    marked = b"nodes,reading,date\n3,0.75,2024-05-01\n4,-9999,2024-05-01\n"
    asked = server.post(f"{walk}/import?file=m.csv", raw=marked, kind=kind)
    assert (asked.status, "nodata=-9999" in asked.json["detail"]) == (422, True)
    told = server.post(f"{walk}/import?file=m.csv&nodata=-9999", raw=marked, kind=kind)
    assert (told.json["new"], told.json["skipped"]) == (1, 1)
    rows = server.ok(server.get(f"{walk}/history"))["rows"]
    assert told.json["observations"] == dict.fromkeys(("first", "last"), rows[-1]["observation"])
    assert (
        "have the place and date, or record, of stored ones, and another" in told.json["notes"][0]
    )
    sites = server.post("/api/graphs?file=s.csv&table=points", raw=b"1,2\n3,4\n5,7\n", kind=kind)
    assert sites.json["nodes"] == 3
    export = server.get(f"{walk}/export?kind=csv")
    assert export.body.splitlines()[0].startswith(b"ask,observation,status")
    rows = server.get(f"{walk}/export?kind=json").json["rows"]
    assert [row["weights"] for row in rows] == [None, [0.25, 0.75], None, [0.25, 0.75], None]
    assert server.get(f"{walk}/export?kind=geojson").status == 422  # no places on a map


def test_the_api_describes_itself(server):
    described = server.get("/api/openapi.json").json
    paths = described["paths"]
    verbs = ["tell", "cancel", "correct", "annul"]
    here = "/api/campaigns/{campaign}"
    assert {f"{here}/asks/{{ask}}/{verb}" for verb in verbs} <= set(paths)
    for path, methods in paths.items():
        for method, operation in methods.items():
            assert operation["summary"], path
            assert "422" in operation["responses"], path
            if method == "post":
                assert operation["tags"], path
    text = json.dumps(described)
    assert "//cdn" not in text
    for name in ("AskBody", "TellBody", "ObserveBody", "NewBody", "Asks", "Event", "Problem"):
        assert described["components"]["schemas"][name]["examples"], name


def test_a_campaign_that_was_renamed_elsewhere_keeps_its_address(server, walk):
    server.ok(server.post(f"{walk}/asks", {}))
    with beside(server, walk) as here:
        here.rename("another name")
    assert server.ok(server.get(walk))["name"] == "another name"
    assert server.ok(server.get(f"{walk}/history"))["name"] == "another name"
    server.ok(server.post(f"{walk}/asks/1/tell", {"reading": 0.5}))
    server.ok(server.post(f"{walk}/finish", {}))
    server.ok(server.post(f"{walk}/reopen"))
    assert server.get(walk).json["state"] == "running"


@pytest.mark.parametrize(
    "path",
    ["now", "why/1", "closed", "moments", "take/readings.csv", "", "export"],
)
def test_one_that_is_renamed_while_a_page_looks_is_there(server, walk, path, monkeypatch):
    """Seen: 404, and the page said that the campaign was deleted."""
    server.ok(server.post(f"{walk}/asks", {}))
    server.ok(server.post(f"{walk}/observations", {"nodes": [3], "reading": 0.5}))
    shelf, names = server.app.state.house.shelf, iter(f"called {path} {k}" for k in range(9))
    look = shelf.campaign

    def renamed_meanwhile(identity):
        found = look(identity)
        monkeypatch.setattr(shelf, "campaign", look)
        with beside(server, walk) as here:
            here.rename(" ".join(next(names).replace("/", " ").split()))
        return found

    shelf.drop(walk.rpartition("/")[2])
    monkeypatch.setattr(shelf, "campaign", renamed_meanwhile)
    page = walk.replace("/api", "/page")
    where = {"": walk.replace("/api", ""), "export": f"{walk}/export"}.get(path, f"{page}/{path}")
    assert server.get(where).status == 200
    assert next(names).endswith(" 1")  # once
