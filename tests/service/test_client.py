"""The client against a real server: a local campaign's methods, and readings that wait for it."""

import copy
import dataclasses
import pickle
import sqlite3
import subprocess
import sys
import warnings
from contextlib import closing

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.errors import (
    AlreadyToldError,
    ClosedError,
    NoSuchAskError,
    NotFoundError,
    OtherAskError,
    OtherReadingError,
    ParameterError,
    StoreError,
)
from cheapbandits.service.client.queue import Queue
from cheapbandits.service.client.wire import Wire, dumped


def test_the_methods_of_a_local_campaign(server, tmp_path):
    server.campaign("by client", budget=9.0)
    here = cb.connect(server.url, "by client", who="ben", queue=tmp_path / "q.db")
    local = cb.Campaign.open("by client", db=server.db)
    asks = here.ask(2, assignee="north")
    assert asks == local.pending() == here.pending()
    event = here.tell(asks[0], 0.5)
    assert (event.kind, event.who) == ("tell", "ben")
    with pytest.raises(AlreadyToldError) as refused:
        here.tell(asks[0], 0.6)
    assert refused.value.event == event
    here.cancel(asks[1])
    seen = here.observe([3, 4], 0.25)
    here.correct(seen.seq, 0.3, observation=True)
    here.annul(seen.seq, observation=True)
    here.correct(1, 0.7)
    here.mask([5])
    here.unmask(5)
    assert here.status() == local.status()
    assert here.history() == local.history()
    assert here.events() == local.events()
    assert here.estimates().estimate == pytest.approx(local.estimates().estimate)
    assert dataclasses.astuple(here.assess(tolerance=0.1)) == pytest.approx(
        dataclasses.astuple(local.assess(tolerance=0.1))
    )
    assert here.places(at=1)["estimate"] is None
    here.pause()
    here.resume()
    here.finish("enough")
    with pytest.raises(ClosedError, match="enough"):
        here.ask()
    shared = {name for name in dir(here) if not name.startswith("_")} - {"flush", "waiting"}
    more = {"id", "delete", "drill", "rehearse"}  # commands elsewhere
    more |= {"refused", "send_again", "discard"}  # of what waited
    assert shared - more <= set(dir(cb.Campaign))


#: Each process asks for its own team and says for whom it was answered.
FORKED = """
import os, sys
import cheapbandits as cb
campaign = cb.connect(sys.argv[1], "forked", queue=sys.argv[2])
campaign.status()
team = "south" if os.fork() == 0 else "north"
for _ in range(5):
    (ask,) = campaign.ask(assignee=team)
    assert ask.assignee == team, (team, ask)
    assert campaign.tell(ask, 0.5).ask == ask.number
if team == "south":
    os._exit(0)
assert os.wait()[1] == 0
"""


def test_a_forked_process_has_its_own_connection(server, tmp_path):
    """Seen: each got the other's answers on the line that both had, and went to its group."""
    server.campaign("forked", horizon=40)
    for _ in range(2):
        words = [sys.executable, "-c", FORKED, server.url, tmp_path / "q.db"]
        done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr
    assert cb.Campaign.open("forked", db=server.db).status().told == 20


@pytest.mark.parametrize("taken", [pickle.dumps, copy.copy, copy.deepcopy])
def test_it_is_not_copied(server, tmp_path, taken):
    server.campaign(f"one of {taken.__name__}")
    here = cb.connect(server.url, f"one of {taken.__name__}", queue=tmp_path / "q.db")
    with pytest.raises(ParameterError, match="cannot be pickled or copied"):
        taken(here)


def test_what_the_server_remarks_is_a_warning(server, tmp_path):
    server.campaign("remarks", budget=9.0)
    here = cb.connect(server.url, "remarks", queue=tmp_path / "q.db")
    with pytest.warns(cb.ReadingWarning, match="-9999 often stands for 'no reading'"):
        seen = here.observe([3], -9999.0)
    with pytest.warns(cb.ReadingWarning, match="-999 often"):
        here.correct(seen.seq, -999.0, observation=True)


SLIPS = {
    "tell": lambda here, value: here.tell(here.pending()[0], value),
    "observe": lambda here, value: here.observe(["3"], value),
    "observe_many": lambda here, value: here.observe_many([([4], 5.0, None), ([3], value, None)]),
    "observe_rows": lambda here, value: here.observe_rows([([3], value, None)]),
    "correct": lambda here, value: here.correct(1, value, observation=True),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_where_warnings_are_errors_a_slip_is_not_recorded(server, tmp_path, slip):
    """Seen: raised after it was stored, so that a program that tries again stored it each time."""
    server.campaign(f"slip {slip}", policy="Finder", low=0, high=10)
    here = cb.connect(server.url, f"slip {slip}", queue=tmp_path / "q.db")
    here.observe([3], 5.0)
    here.ask()
    before = here.events()
    for value in (50.0, -9999.0, 50.0):
        with pytest.raises(cb.ReadingWarning, match=r"above the highest|often stands for"):
            SLIPS[slip](here, value)
    assert here.events() == before
    assert here.waiting == []
    with pytest.warns(cb.ReadingWarning, match="above the highest") as said:
        SLIPS[slip](here, 50.0)
    assert [one.filename for one in said] == [__file__]
    assert 50.0 in [row["reading"] for row in here.history()]


def test_a_reading_far_from_a_center_that_was_said_is_a_slip_too(server, tmp_path):
    server.campaign("far", policy="CheapUCB", center=0.5, scale=0.5)
    here = cb.connect(server.url, "far", queue=tmp_path / "q.db")
    before = here.events()
    for _ in range(2):  # asked of the server first, then known here
        with pytest.raises(cb.ReadingWarning, match="more than 5 scales from the center"):
            here.observe([3], 1234.5)
    assert here.events() == before
    assert here.waiting == []


def test_only_where_warnings_are_errors_something_is_asked_first(server, tmp_path, monkeypatch):
    server.campaign("asked", policy="Finder", low=0, high=10)
    here = cb.connect(server.url, "asked", queue=tmp_path / "q.db")
    asked, look = [], Wire.look

    def counted(wire, path, body, **more):
        asked.append(body)
        return look(wire, path, body, **more)

    monkeypatch.setattr(Wire, "look", counted)

    def all_of_them():
        here.observe([3], 5.0)
        here.tell(here.ask()[0], 5.0)
        here.observe_many([([3], 5.0, None)])
        here.mask(["3"])
        here.unmask(["3"])
        here.pause()
        here.resume()

    for action, kind in (("default", Warning), ("error", RuntimeWarning)):
        with warnings.catch_warnings():
            warnings.simplefilter("default")
            warnings.simplefilter(action, kind)
            all_of_them()
    assert asked == []
    all_of_them()  # warnings are errors in tests
    assert [body["readings"] for body in asked] == [[5.0]] * 3
    assert here.spec.parameters["high"] == 10
    all_of_them()  # what can be known is at hand
    assert len(asked) == 3
    with pytest.raises(cb.ReadingWarning):
        here.observe([3], -9999.0)
    # Shown and not raised, it is said once.
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("error")
        warnings.filterwarnings("always", "50 is above")
        here.observe(["3"], 50.0)
    assert [str(one.message)[:11] for one in said] == ["50 is above"]


def test_a_server_that_cannot_be_asked_first_stores_it_once(server, tmp_path, monkeypatch):
    """An older one; what it stored may not fail, and is said all the same."""
    server.campaign("older", policy="Finder", low=0, high=10)
    here = cb.connect(server.url, "older", queue=tmp_path / "q.db")
    look = Wire.look
    monkeypatch.setattr(
        Wire, "look", lambda wire, path, body, **more: look(wire, f"{path}-", body, **more)
    )
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("error")
        assert here.observe(["3"], 50.0).kind == "observe"
        here.correct(1, 60.0, observation=True)
        here.observe_many([(["3"], 70.0, None)])
    assert [(str(one.message)[:11], one.filename) for one in said] == [
        (f"{value} is above", __file__) for value in (50, 60, 70)
    ]


def test_what_is_remarked_on_is_not_stored(server):
    graph = cb.Graph(cb.grid(3, 3).weights, names=list(range(1, 10)))
    given = {"horizon": 9, "low": 0, "high": 10}
    with cb.Campaign.create("only said", graph, db=server.db, **given) as local:
        path = f"/api/campaigns/{local.status().id}"
        said = server.ok(
            server.post(f"{path}/remarks", {"readings": [1, 5.0, 50.0, 60], "nodes": ["3", 3]})
        )
        assert said["note"] == "row 3: 50 is above the highest value that was called believable, 10"
        assert said["by_index"].startswith("3 is taken as an index, which is '4'")
        nothing = {"name": "only said", "note": None, "by_index": None}
        for body in ({}, {"readings": [5.0], "nodes": ["3", 0, 100]}):
            assert server.ok(server.post(f"{path}/remarks", body)) == nothing
        assert local.events() == []


def test_where_warnings_are_errors_an_index_is_asked_about_first(server, tmp_path):
    graph = cb.Graph(cb.grid(3, 3).weights, names=list(range(1, 10)))
    with cb.Campaign.create("holes", graph, db=server.db, policy="CheapUCB", horizon=9) as local:
        here = cb.connect(server.url, "holes", queue=tmp_path / "q.db")
        for change in (
            lambda: here.observe(3, 1.0),
            lambda: here.observe_many([([3], 1.0, None)]),
            lambda: here.mask([3]),
            lambda: here.unmask([3]),
        ):
            for _ in range(2):
                with pytest.raises(cb.ByIndexWarning, match="3 is taken as an index"):
                    change()
        assert local.events() == []
        with pytest.warns(cb.ByIndexWarning):
            here.observe(3, 1.0)
        here.observe(3, 1.0)  # said once


def test_a_budget_that_is_passed_does_not_fail_where_warnings_are_errors(server, tmp_path):
    server.campaign("past", budget=1.0, cost={"1": 1.0}, max_width=1, horizon=None)
    here = cb.connect(server.url, "past", queue=tmp_path / "q.db")
    asks = here.ask()
    here.cancel(asks[0])
    here.tell(here.ask()[0], 0.5)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("error")
        assert here.tell(asks[0], 0.5).kind == "tell"
    assert [str(one.message)[:16] for one in said] == ["over budget by 1"]
    assert here.status().over_budget == 1.0


def test_a_budget_that_is_passed_is_a_warning(server, tmp_path):
    server.campaign("passed", budget=1.0, cost={"1": 1.0}, max_width=1, horizon=None)
    here = cb.connect(server.url, "passed", queue=tmp_path / "q.db")
    asks = here.ask()
    here.cancel(asks[0])
    here.tell(here.ask()[0], 0.5)
    with pytest.warns(cb.ReadingWarning, match="over budget by 1, late") as said:
        here.tell(asks[0], 0.5)
    assert said[0].filename == __file__
    assert here.status().over_budget == 1.0


def test_a_number_with_two_readings_is_a_warning_once(server, tmp_path):
    names = list(range(1, 10))
    graph = cb.Graph(cb.grid(3, 3).weights, names=names)
    with cb.Campaign.create("wells", graph, db=server.db, policy="CheapUCB", horizon=9) as local:
        path = f"/api/campaigns/{local.status().id}"
        both = "3 is taken as an index, which is '4'; for the node named '3' pass it as text, '3'"
        for change in (
            lambda here: here.observe(3, 1.0),
            lambda here: here.observe_many([([3], 1.0, None)]),
            lambda here: here.mask([3]),
            lambda here: here.unmask([3]),
        ):
            here = cb.connect(server.url, "wells", queue=tmp_path / "q.db")
            with pytest.warns(cb.ByIndexWarning, match=f"^{both}$") as said:
                change(here)
            assert said[0].filename == __file__
            here.observe(5, 1.0)
        here = cb.connect(server.url, "wells", queue=tmp_path / "q.db")
        (ask,) = here.ask()
        here.observe(ask.nodes, 1.0)
        here.observe(here.graph.index("3"), 1.0)
        here.observe_many([(here.history()[0]["nodes"], 1.0, None)])
        here.mask(["3", *ask.nodes])
        here.unmask(here.masked)
        body = {"nodes": [3], "reading": 1.0}
        assert server.ok(server.post(f"{path}/observations", body))["by_index"] == both
        assert "by_index" not in server.ok(server.post(f"{path}/mask", {"nodes": ["3", 0]}))
        # Kept while the server was away: by a process that is gone, and by this one.
        here._queue.add(f"{here._path}/observations", body, "k")
        here._heard.keep(f"{here._path}/observations", "n", {"nodes": ask.nodes})
        here._queue.add(f"{here._path}/observations", {**body, "nodes": list(ask.nodes)}, "n")
        with pytest.warns(cb.ByIndexWarning, match=both) as said:
            assert here.flush() == 2
        assert len(said) == 1


def test_an_ask_of_another_campaign_is_refused_as_it_is_here(server, tmp_path):
    """Seen: told, corrected, annulled or cancelled by its number, without a word."""
    for name in ("of zinc", "of lead"):
        server.campaign(name)
    zinc, lead = (
        cb.connect(server.url, name, queue=tmp_path / "q.db") for name in ("of zinc", "of lead")
    )
    (theirs,), (mine,) = zinc.ask(), lead.ask()
    assert theirs.nodes == mine.nodes
    lead.tell(mine, 0.5)
    for use in (
        lambda: lead.tell(theirs, 0.7),
        lambda: lead.correct(theirs, 0.7),
        lambda: lead.annul(theirs),
        lambda: lead.cancel(theirs),
    ):
        with pytest.raises(OtherAskError, match="another campaign"):
            use()
    # And one whose number has come to mean another group, after a backup was put back.
    (now,) = lead.ask()
    before = dataclasses.replace(now, nodes=(*now.nodes[:-1], now.nodes[-1] + 1))
    with pytest.raises(OtherAskError, match="put back"):
        lead.cancel(before)
    lead.tell(now, 0.5)
    for change in (lambda: lead.correct(before, 0.7), lambda: lead.annul(before)):
        with pytest.raises(OtherAskError, match="put back"):
            change()
    for change in (lead.annul, lambda ask, **more: lead.correct(ask, 0.7, **more)):
        with pytest.raises(NoSuchAskError, match="got an ask"):
            change(now, observation=True)
    assert [row["reading"] for row in lead.history()] == [0.5, 0.5]
    assert lead.correct(now, 0.6).body == {"reading": 0.6}
    assert lead.annul(now).kind == "annul"
    assert lead.cancel(lead.ask()[0]).kind == "cancel"
    # An observation is held against the log by the event that it is.
    seen = lead.observe([3, 4], 9.0, weights=[0.5, 0.5])
    gone = dataclasses.replace(seen, body={**seen.body, "nodes": [5, 6]})
    for change in (lead.annul, lambda event, **more: lead.correct(event, 8.0, **more)):
        with pytest.raises(OtherAskError, match="put back"):
            change(gone, observation=True)
    assert lead.correct(seen, 8.0, observation=True).kind == "correct"
    assert lead.annul(seen, observation=True).kind == "annul"


def test_which_campaign_is_meant(here):
    server = here()
    with pytest.raises(NotFoundError, match="none yet"):
        cb.connect(server.url)
    path = server.campaign("only one")
    assert cb.connect(server.url).name == "only one"
    identity = path.split("/")[-1]
    for url in (f"{server.url}/campaigns/only%20one", f"{server.url}{path}"):
        assert cb.connect(url).id == identity
    server.campaign("second")
    with pytest.raises(NotFoundError, match="'second', 'only one'"):
        cb.connect(server.url)
    for url in ("host:8321", "ftp://host/", "http://user:word@host/", f"{server.url}/sub/path"):
        with pytest.raises(ParameterError, match="the address of a server"):
            cb.connect(url)


def test_a_reading_is_corrected_as_it_was_known(server, tmp_path):
    server.campaign("as known")
    here = cb.connect(server.url, "as known", queue=tmp_path / "q.db")
    (ask,) = here.ask()
    here.tell(ask, 117.0)
    theirs = here.correct(ask, 77.0, was=117)
    for change in (
        lambda: here.correct(ask, 55.0, was=117.0),
        lambda: here.annul(ask, was=117.0),
        lambda: here.correct(ask, 77.0, was=77.0, struck=True),
    ):
        with pytest.raises(OtherReadingError, match="no more") as refused:
            change()
        assert refused.value.event == theirs
    here.annul(ask, was=77.0)
    here.correct(ask, 77.0, was=77.0, struck=True)
    assert here.status().told == 1


def test_a_unit_in_a_name_is_typed_as_the_page_shows_it(server, tmp_path):
    path = server.campaign("Zinc [mg/kg]")
    here = cb.connect(server.url, "Zinc [mg/kg]", queue=tmp_path / "q.db")
    assert here.name == cb.Campaign.open("Zinc [mg/kg]", db=server.db).name == "Zinc [mg\u2215kg]"
    assert server.post(f"{path}/delete", {"name": "Zinc [mg-kg]"}).status == 422
    assert server.post(f"{path}/delete", {"name": "Zinc [mg/kg]"}).status == 200


def test_what_arrived_before_the_line_went_dead_is_stored_once(server, tmp_path):
    server.campaign("twice")
    here = cb.connect(server.url, "twice", queue=tmp_path / "q.db")
    (ask,) = here.ask()
    here.tell(ask, 0.5, key="k")
    body = {"reading": 0.5, "nodes": list(ask.nodes)}
    here._queue.add(f"{here._path}/asks/1/tell", body, "k")
    assert here.flush() == 1
    assert len(here.events()) == 3  # the ask, its request, one tell


@pytest.mark.parametrize(
    ("url", "more"),
    [
        ("http://[::1", {}),
        ("http://host:port", {}),
        ("http://host:99999", {}),
        ("http://user:secret@host", {}),
        ("ftp://host", {}),
        (5, {}),
        (b"http://host", {}),
        (None, {}),
        ("http://127.0.0.1:9", {"who": 5}),
        ("http://127.0.0.1:9", {"who": ""}),
        ("http://127.0.0.1:9", {"who": "a\nb"}),
        ("http://127.0.0.1:9", {"who": "a\ud800"}),
        ("http://127.0.0.1:9", {"token": 5}),
        ("http://127.0.0.1:9", {"token": "a\nb: c"}),
        ("http://127.0.0.1:9", {"queue": 5}),
        ("http://127.0.0.1:9", {"patience": "x"}),
    ],
)
def test_what_is_no_address_is_refused_at_once(url, more):
    with pytest.raises(cb.ParameterError, match=r"address|who|token|queue|patience") as refused:
        cb.connect(url, "c", **{"patience": 0, **more})
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("host", ["a b", "x" * 300, "\u2024", "x..y", "%zz"])
def test_a_host_that_cannot_be_is_one_clear_error(host, tmp_path):
    with pytest.raises(cb.CheapBanditsError):
        cb.connect(f"http://{host}/", "c", patience=0, queue=tmp_path / "q.db")


def test_numpy_is_taken_as_a_local_campaign_takes_it(server, tmp_path):
    server.campaign("numpy", budget=9.0)
    here = cb.connect(server.url, "numpy", queue=tmp_path / "q.db")
    local = cb.Campaign.open("numpy", db=server.db)
    shares = np.array([0.25, 0.75], dtype=np.float32)
    for one in (here, local):
        one.observe([np.int64(1)], np.float32(1.5))
        one.observe(np.array([1, 2]), 1.5, weights=shares)
        one.observe(np.int16(3), 1.5)
        one.observe_many([(np.array([4, 5]), np.float64(2.0), None, shares), ([6], 1, None, None)])
        one.mask([np.int64(18)])
        one.mask(np.array([19, 20]))
        one.unmask(np.argmax([0, 0, 1]) + np.array([16, 17, 18]))
        asks = one.ask(np.int64(1), lease=np.float32(5))
        assert len(asks) == 1
        one.tell(np.int64(asks[0].number), np.float64(1.0))
    kinds = ("observe", "mask", "unmask")
    seen = [(event.kind, event.body) for event in local.events() if event.kind in kinds]
    assert len(seen) == 16
    assert seen[:8] == seen[8:]


WRONG = (
    lambda one: one.observe_many([([1], 1.0)]),
    lambda one: one.observe_many([([1], 1.0, None, None, None)]),
    lambda one: one.observe_many(5),
    lambda one: one.observe_many([7]),
    lambda one: one.observe(None, 1.0),
    lambda one: one.observe([1.5], 1.0),
    lambda one: one.observe([[1]], 1.0),
    lambda one: one.mask([None]),
)


def test_what_is_no_row_is_the_same_error_here_and_there(server, tmp_path):
    server.campaign("no rows", budget=9.0)
    here = cb.connect(server.url, "no rows", queue=tmp_path / "q.db")
    local = cb.Campaign.open("no rows", db=server.db)
    for wrong in WRONG:
        said = []
        for one in (here, local):
            with pytest.raises(ParameterError) as refused:
                wrong(one)
            said.append(str(refused.value))
        assert said[0] == said[1]
    assert here.waiting == []


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ("CREATE TABLE theirs (x)", "the table 'theirs'"),
        (
            "CREATE TRIGGER quiet AFTER INSERT ON waiting BEGIN DELETE FROM waiting; END",
            "the trigger 'quiet'",
        ),
    ],
)
def test_a_file_for_what_waits_is_ours_alone(tmp_path, made, said):
    """Seen: a table in somebody else's database; readings that a trigger removed."""
    body = {"nodes": [3], "reading": 1.0}
    queue = Queue(tmp_path / "q.db", "there")
    queue.add("/observations", body, "key")
    with closing(sqlite3.connect(tmp_path / "q.db")) as theirs, theirs:
        theirs.execute(made)
    with pytest.raises(StoreError, match=f"{said}, which is none of ours"):
        queue.add("/observations", body, "other")
    with pytest.raises(ParameterError, match="SQLite would take"):
        Queue(tmp_path / "q.db-journal", "there")


def test_what_waits_may_come_from_numpy(tmp_path):
    body = {"nodes": [np.int64(3)], "reading": 1.0, "weights": np.array([1.0])}
    kept = Queue(tmp_path / "q.db", "there").add("/observations", body, "key")
    assert kept.body == {"nodes": [3], "reading": 1.0, "weights": [1.0]}
    with pytest.raises(ParameterError, match="finite"):
        dumped({"weights": [np.nan]})
    with pytest.raises(ParameterError, match="cannot be sent"):
        dumped({"lease": object()})
