"""A campaign that was renamed to another unit takes no reading of the one before, by `connect`."""

import uuid

import pytest

import cheapbandits as cb
from cheapbandits.errors import KeyReusedError, OtherUnitError, ParameterError
from cheapbandits.service.client import wire
from cheapbandits.service.client.queue import Queue, Waiting
from tests.service.front import Front


@pytest.fixture
def front(server, monkeypatch):
    monkeypatch.setattr(wire, "PAUSES", (0.01,))
    door = Front(server)
    yield door
    door.stop()


@pytest.fixture
def zinc(server, front, tmp_path):
    """Start a campaign in a unit or none, and return how to connect to it."""
    called = f"Zinc {uuid.uuid4().hex}"

    def connect(unit="", make=True):
        name = f"{called} {unit}".strip()
        if make:
            server.campaign(name)
        return cb.connect(front.url, name, queue=tmp_path / "q.db", patience=0)

    def rename(unit, before):
        with cb.Campaign.open(f"{called} {before}".strip(), db=server.db) as beside:
            return beside.rename(f"{called} {unit}".strip())

    connect.rename = rename
    return connect


@pytest.mark.parametrize(
    ("then", "now", "said"),
    [
        ("[mg/kg]", "[g/kg]", "is in 'mg/kg', and values are in 'g/kg' now"),
        ("", "[g/kg]", "is of before there was a unit, and values are in 'g/kg' now"),
        ("[mg/kg]", "", "is in 'mg/kg', and the campaign's name says no unit any more"),
    ],
)
def test_readings_are_in_the_unit_of_the_name_that_it_was_opened_by(zinc, front, then, now, said):
    """Seen: 280 mg/kg told, corrected or kept on disk became 280 g/kg without a word."""
    here = zinc(then)
    asks = here.ask(3)
    here.tell(asks[0], 250.0)
    seen = here.observe([3], 240.0)
    front.dead = True
    here.tell(asks[1], 260.0)
    here.observe([4], 270.0)
    zinc.rename(now, then)
    front.dead = False
    with pytest.warns(UserWarning, match="the server refused 2 readings that waited") as warned:
        assert here.flush() == 0
    assert said in str(warned[0].message)
    assert [one.body["reading"] for one in here.refused] == [260.0, 270.0]
    before = here.events()
    for change in (
        lambda: here.tell(asks[2], 280.0),
        lambda: here.observe([5], 290.0),
        lambda: here.observe_many([([5], 290.0, None)]),
        lambda: here.observe_rows([([5], 290.0, "k")]),
        lambda: here.correct(asks[0], 255.0),
        lambda: here.correct(seen, 245.0, observation=True),
    ):
        with pytest.raises(OtherUnitError, match=said.replace(".", r"\.")):
            change()
    assert here.events() == before
    # The way out: under the name of now, in its unit.
    there = zinc(now, make=False)
    there.discard()
    there.tell(asks[1], 0.26)
    assert there.observe_many([([5], 0.29, "k")]) == 1
    there.correct(asks[0], 0.25)
    assert [row["reading"] for row in there.history() if row["ask"] in (1, 2)] == [0.25, 0.26]


def test_who_renames_it_here_knows_the_unit(zinc):
    here = zinc("[mg/kg]")
    (ask,) = here.ask()
    here.rename(here.name.replace("mg", "g"))
    here.tell(ask, 0.25)
    assert here.history()[0]["reading"] == 0.25


def test_units_of_any_length_are_held_against_the_name(zinc):
    """Seen: beyond 16 characters they were none, and 250 micrograms became milligrams."""
    here = zinc("[micrograms per m3 of air]")
    (ask,) = here.ask()
    zinc.rename("[milligrams per m3 of air]", "[micrograms per m3 of air]")
    with pytest.raises(OtherUnitError, match="is in 'micrograms per m3 of air', and values are in"):
        here.tell(ask, 250.0)
    there = zinc("[milligrams per m3 of air]", make=False)
    there.tell(ask, 0.25)
    assert there.status().told == 1


def test_a_file_over_http_is_held_against_the_name(server, zinc):
    path = f"/api/campaigns/{zinc('[mg/kg]').id}/import?file=r.csv"
    kind = "application/octet-stream"
    for rows in (b"nodes,reading [g/kg]\n5,3\n", b"nodes,reading,unit\n6,4,g/kg\n"):
        bad = server.post(path, raw=rows, kind=kind)
        assert bad.status == 422
        assert "is 'g/kg', and values are in 'mg/kg'" in bad.json["detail"]
    assert server.post(path, raw=b"nodes,reading [MG kg-1]\n5,3\n", kind=kind).json["new"] == 1


def test_struck_without_was_is_refused(zinc, server):
    here = zinc()
    (ask,) = here.ask()
    here.tell(ask, 250.0)
    path = f"/api/campaigns/{here.id}/asks/1/correct"
    assert server.post(path, {"reading": 255.0, "struck": True}).status == 422
    with pytest.raises(ParameterError, match="give was, too"):
        here.correct(ask, 255.0, struck=True)


def test_another_name_with_the_same_unit_is_no_other_unit(zinc):
    here = zinc("[mg/kg]")
    (ask,) = here.ask()
    zinc.rename("again [mg/kg]", "[mg/kg]")
    here.tell(ask, 250.0)
    here.observe_many([([5], 290.0, "k")])
    assert here.status().told == 1


def test_what_was_stored_before_the_rename_is_stored(zinc, front):
    """Sent again under its key it changes nothing."""
    here = zinc("[mg/kg]")
    (ask,) = here.ask()
    told = here.tell(ask, 250.0, key="a")
    assert here.observe_many([([5], 290.0, "b"), ([6], 280.0, "c")]) == 2
    zinc.rename("[g/kg]", "[mg/kg]")
    assert here.tell(ask, 250.0, key="a").seq == told.seq
    assert here.observe_many([([5], 290.0, "b"), ([6], 280.0, "c")]) == 0
    with pytest.raises(OtherUnitError):
        here.observe_many([([5], 290.0, "b"), ([7], 280.0, "d")])


def test_what_older_versions_kept_says_no_unit_and_is_taken(zinc, front, tmp_path):
    here = zinc("[mg/kg]")
    (ask,) = here.ask()
    queue = Queue(tmp_path / "q.db", here._wire.origin)
    queue.add(f"{here._path}/asks/1/tell", {"reading": 250.0, "nodes": list(ask.nodes)}, "old")
    front.dead = True
    # Told again after an upgrade, under its key, it is the same reading.
    assert isinstance(here.tell(ask, 250.0, key="old"), Waiting)
    with pytest.raises(KeyReusedError):
        here.tell(ask, 251.0, key="old")
    assert len(here.waiting) == 1
    front.dead = False
    zinc.rename("[g/kg]", "[mg/kg]")
    assert here.flush() == 1
    assert here.history()[0]["reading"] == 250.0


def test_one_key_for_two_units_is_two_readings(zinc, front):
    here = zinc("[mg/kg]")
    front.dead = True
    kept = here.observe([3], 250.0, key="a")
    assert kept.body["unit"] == "mg/kg"
    here.name = here.name.replace("mg", "g")
    with pytest.raises(KeyReusedError, match="another reading on disk"):
        here.observe([3], 250.0, key="a")
