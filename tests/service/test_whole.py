"""A campaign as a whole over HTTP, many readings at once, and answers in pages."""

import json

import pytest

import cheapbandits as cb
from cheapbandits.campaign import documents
from cheapbandits.campaign.places import graph_document
from cheapbandits.errors import CampaignError, NotFoundError
from cheapbandits.service import shapes


@pytest.fixture
def walk(server, request):
    return server.campaign(request.node.name[:90], budget=9.0)


def beside(server, path):
    return cb.Campaign.open(server.get(path).json["name"], db=server.db)


def test_another_name_and_the_same_address(server, walk):
    old = server.get(walk).json["name"]
    by = {"Cheapbandits-Who": "ann"}
    done = server.ok(server.post(f"{walk}/rename", {"name": "renamed"}, headers=by))
    assert done == documents.renamed_document(old, "renamed")
    shapes.Renamed.model_validate(done)
    (event,) = server.get(f"{walk}/events").json["events"]
    assert (event["kind"], event["who"]) == ("rename", "ann")
    assert server.ok(server.get(walk))["name"] == "renamed"
    server.ok(server.post(f"{walk}/asks", {}))
    taken = server.campaign("taken")
    refused = server.post(f"{taken}/rename", {"name": "renamed"})
    assert (refused.status, refused.json["kind"]) == (409, "NameTakenError")


def test_a_twin_with_and_without_readings(server, walk):
    server.ok(server.post(f"{walk}/observations", {"nodes": [3], "reading": 0.5}))
    server.ok(server.post(f"{walk}/mask", {"nodes": [7]}))
    for name, readings in (("bare twin", 0), ("twin", 1)):
        body = {"name": name, "with_readings": bool(readings)}
        made = server.post(f"{walk}/clone", body)
        shapes.New.model_validate(server.ok(made))
        with cb.Campaign.open(name, db=server.db) as twin:
            document = documents.new_document(twin.status(), twin.graph, twin.spec)
            assert made.json == json.loads(json.dumps(document))
        assert server.get(made.headers["location"]).json["observed"] == readings
        assert server.get(f"{made.headers['location']}/places").json["masked"] == [7]


def test_the_end_of_a_campaign_and_the_file_that_holds_it(server, walk):
    server.ok(server.post(f"{walk}/observations", {"nodes": [3], "reading": 0.5}))
    name = server.get(walk).json["name"]
    for body in ({}, {"name": ""}, {"name": name.upper()}):
        assert server.post(f"{walk}/delete", body).status == 422
    assert server.get(walk).json["observed"] == 1
    gone = server.ok(server.post(f"{walk}/delete", {"name": name}))
    shapes.Deleted.model_validate(gone)
    assert (gone["name"], gone["events"]) == (name, 1)
    for path in (walk, f"{walk}/history"):
        assert server.get(path).status == 404
    assert server.post(f"{walk}/asks", {}).status == 404
    file = server.db.with_name(f"{server.db.name}-files") / "deleted" / gone["file"]
    with cb.Campaign.open(name, db=file) as kept:
        assert [row["reading"] for row in kept.history()] == [0.5]


def test_deleted_without_a_file(server, walk):
    name = server.get(walk).json["name"]
    gone = server.ok(server.post(f"{walk}/delete", {"name": name, "export": False}))
    assert gone["file"] is None
    again = server.campaign(name)  # the name is free, the address is not the old one
    assert again != walk


def test_many_readings_all_or_none(server, walk):
    rows = [{"nodes": [k], "reading": 0.1 * k, "key": f"k{k}"} for k in range(5)]
    for new in (5, 0):
        done = server.ok(server.post(f"{walk}/observations/many", {"rows": rows}))
        shapes.Many.model_validate(done)
        assert (done["rows"], done["new"]) == (5, new)
    bad = [{"nodes": [1], "reading": 0.5}, {"nodes": [99], "reading": 0.5}]
    assert server.post(f"{walk}/observations/many", {"rows": bad}).status == 422
    assert server.get(walk).json["observed"] == 5


def test_a_whole_campaign_as_a_file(server, walk, tmp_path):
    server.ok(server.post(f"{walk}/observations", {"nodes": [3], "reading": 0.5}))
    file = tmp_path / "copy.db"
    file.write_bytes(server.get(f"{walk}/export?kind=db").body)
    with beside(server, walk) as real, cb.Campaign.open(real.name, db=file) as copy:
        assert copy.events() == real.events()


def pages(server, address):
    """All pages from an address on."""
    found = []
    while address:
        answer = server.get(address)
        found.append(server.ok(answer))
        link = answer.headers["link"]
        address = link and link[1 : link.index(">")]
    return found


def test_the_network_and_the_belief_come_in_pages(here, tmp_path):
    """An answer has so many nodes and links at most, and says what is left."""
    server = here(limits={"page_nodes": 8, "page_links": 10})
    walk = server.campaign("paged")
    server.ok(server.post(f"{walk}/observations", {"nodes": [3], "reading": 0.5}))
    campaign = beside(server, walk)
    whole = json.loads(json.dumps(graph_document("paged", campaign.graph, edges=True)))
    for limit in ("", "&limit=5", "&limit=1000000"):
        parts = pages(server, f"{walk}/graph?edges=true{limit}")
        assert max(len(part["names"] or range(part["page"]["limit"])) for part in parts) <= 8
        assert all(len(part["edges"]) <= 10 for part in parts)
        left = sum(part["page"]["links_left"] for part in parts)
        edges = [tuple(edge) for part in parts for edge in part["edges"]]
        assert len(edges) + left == whole["links"]
        if limit == "&limit=5":
            assert left == 0
            assert sorted(edges) == sorted(map(tuple, whole["edges"]))
    places = pages(server, f"{walk}/places")
    assert [part["page"]["after"] for part in places] == [0, 8, 16]
    assert places[-1]["page"]["next"] is None
    for name in ("estimate", "low", "high", "readings"):
        whole = campaign.places()[name]
        assert [one for part in places for one in part[name]] == pytest.approx(whole)
    far = server.ok(server.get(f"{walk}/places?after=1000"))
    assert (far["estimate"], far["page"]["next"]) == ([], None)
    there = cb.connect(server.url, "paged", queue=tmp_path / "q.db")
    assert there.places()["estimate"] == pytest.approx(campaign.places()["estimate"])


def test_who_looks_at_the_same_map_costs_nothing_more(server, walk):
    server.ok(server.post(f"{walk}/observations", {"nodes": [3], "reading": 0.5}))
    house = server.app.state.house
    first = server.ok(server.get(f"{walk}/places"))
    known = list(house.kept._known.values())
    assert server.ok(server.get(f"{walk}/places?limit=3"))["low"] == first["low"][:3]
    assert list(house.kept._known.values()) == known
    server.ok(server.post(f"{walk}/observations", {"nodes": [5], "reading": 0.9}))
    assert server.ok(server.get(f"{walk}/places"))["low"] != first["low"]


def test_by_the_client(server, tmp_path):
    server.campaign("all of it", budget=9.0)
    there = cb.connect(server.url, "all of it", queue=tmp_path / "q.db")
    assert there.observe_many([(k, 0.1 * k, f"k{k}") for k in range(6)]) == 6
    assert [*there.observe_rows([([3, 4], 0.3, None, [0.25, 0.75])])] == [7]
    assert [*there.observe_rows([(1, 0.1, "k1")])] == []
    assert [event.body for event in there.annul_many(range(1, 4), observation=True)] == [
        {"observation": k} for k in range(1, 4)
    ]
    with pytest.raises(CampaignError, match="annulled already"):
        there.annul_many([5, 3], observation=True)
    assert there.status().observed == 4
    with cb.Campaign.open("all of it", db=server.db) as local:
        assert there.graph == local.graph
        assert there.spec == local.spec
        assert there.policy().best() == local.policy().best()
        assert there.should_stop() is local.should_stop() is False
        assert there.outlook(tolerance=0.1).agreement == local.outlook(tolerance=0.1).agreement
        assert there.map(tmp_path / "map.html").stat().st_size > 1000
        there.mask([2, 5])
        assert there.masked == local.masked == {2, 5}
        there.unmask([2, 5])
    twin = there.clone("all of it again", with_readings=True)
    assert (twin.name, twin.status().observed) == ("all of it again", 4)
    assert twin.rename("twin of all").status().name == "twin of all"
    assert twin.delete("twin of all")["events"] == 5
    with pytest.raises(NotFoundError):
        twin.status()
    local = {name for name in dir(cb.Campaign) if not name.startswith("_")} - {"create", "open"}
    assert local <= set(dir(there))


def test_what_is_renamed_while_it_is_shown_is_shown(server, monkeypatch):
    """Seen: the page asked for the answer as somebody renamed the campaign, and got 404."""
    address = server.campaign("as it was", budget=9.0)
    shelf = server.app.state.house.shelf
    opened, renamed = shelf.campaign, []

    def meanwhile(which):
        here = opened(which)
        if not renamed:
            with cb.Campaign.open("as it was", db=server.db) as local:
                renamed.append(local.rename("as it is"))
        return here

    monkeypatch.setattr(shelf, "campaign", meanwhile)
    assert server.ok(server.get(f"{address}/places"))["name"] == "as it is"
    renamed.clear()
    with cb.Campaign.open("as it is", db=server.db) as local:
        local.rename("as it was")
    server.ok(server.get(address.replace("/api/", "/page/") + "/answer"))
    assert renamed
