"""Readings that wait on disk: only a refusal of ours that is final about one gives it up."""

import dataclasses
import re
import sqlite3
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import cheapbandits as cb
from cheapbandits.errors import (
    AlreadyToldError,
    CheapBanditsError,
    ClosedError,
    KeyReusedError,
    NotFoundError,
    ParameterError,
    StoreError,
)
from cheapbandits.service import page
from cheapbandits.service.client import wire
from cheapbandits.service.client.answers import Away, Foreign
from cheapbandits.service.client.fate import FINAL
from cheapbandits.service.client.queue import Queue, Waiting
from tests.service.front import HTML, Front

JSON = "application/json"
PROBLEM = "application/problem+json"


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(wire, "PAUSES", (0.01,))


@pytest.fixture
def front(server):
    door = Front(server)
    yield door
    door.stop()


@pytest.fixture
def there(server, front, tmp_path, request):
    """A campaign by way of the front, as ben."""
    server.campaign(request.node.name[:90], budget=20.0)

    def connect(who="ben", **more):
        given = {"queue": tmp_path / "q.db", "patience": 0, **more}
        return cb.connect(front.url, request.node.name[:90], who=who, **given)

    return connect


def kept(front, campaign, *readings):
    """Keep readings of as many asks while nobody answers."""
    asks = campaign.ask(len(readings), more=True)
    front.dead = True
    for ask, reading in zip(asks, readings, strict=True):
        assert isinstance(campaign.tell(ask, reading), Waiting)
    front.dead = False
    return asks


def problem(status, kind, **more):
    """An answer in the shape of ours."""
    document = {"type": f"urn:cheapbandits:{kind}", "title": "x", "status": status, "code": 2}
    return document | {"detail": "said so", "kind": kind, "stored": None, **more}


ANSWERS = {
    "502": (502, "text/html", HTML),
    "503": (503, "text/html", HTML),
    "504": (504, "text/plain", b""),
    "login page": (200, "text/html", HTML),
    "redirect": (302, "text/html", HTML),
    "redirect as JSON": (307, JSON, {"seq": 1}),
    "401 of a proxy": (401, "text/html", HTML),
    "403 of a proxy": (403, "text/html", HTML),
    "404 of a proxy": (404, "text/html", HTML),
    "409 of another": (409, JSON, {"detail": "conflict"}),
    "409 nearly ours": (409, PROBLEM, problem(409, "AlreadyToldError") | {"type": "about:blank"}),
    "another status": (200, PROBLEM, problem(409, "AlreadyToldError")),
    "422 of FastAPI": (422, JSON, {"detail": [{"loc": ["body"], "msg": "missing"}]}),
    "empty": (200, JSON, b""),
    "null": (200, JSON, b"null"),
    "{}": (200, JSON, {}),
    "[]": (200, JSON, []),
    "seq": (200, JSON, {"seq": 1}),
    "ok": (201, JSON, {"ok": True, "id": "5", "name": "x"}),
    "our 401": (401, PROBLEM, problem(401, "HTTPError")),
    "our 403": (403, PROBLEM, problem(403, "HTTPError")),
    "our 421": (421, PROBLEM, problem(421, "HTTPError")),
    "our 503": (503, PROBLEM, problem(503, "StoreError")),
    "our disk is full": (507, PROBLEM, problem(507, "StoreError")),
}


#: One of each kind; what is like them is tried when it is thorough.
KINDS = ["502", "login page", "redirect", "409 nearly ours", "another status", "{}"]
KINDS += ["our 401", "our 403", "our 503"]
TRIED = [
    pytest.param(answer, id=name, marks=() if name in KINDS else pytest.mark.thorough)
    for name, answer in ANSWERS.items()
]


@pytest.mark.parametrize("answer", TRIED)
def test_what_is_no_refusal_of_ours_leaves_all_waiting(front, there, answer):
    here = there()
    asks = kept(front, here, 0.5, 0.75)
    front.answers(*answer)
    with pytest.raises(CheapBanditsError, match=r"2 readings on disk still to be sent") as said:
        here.flush()
    assert isinstance(said.value, StoreError | ParameterError)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(CheapBanditsError):
            here.status()
        # A new one is kept like those, as when nobody answers.
        assert isinstance(here.observe([3], 0.25), Waiting)
    assert [one.body["reading"] for one in here.waiting] == [0.5, 0.75, 0.25]
    assert here.refused == []
    assert here.waiting[0].why
    front.says = None
    assert here.flush() == 3
    told = {row["ask"]: row["reading"] for row in here.history()}
    assert told == {asks[0].number: 0.5, asks[1].number: 0.75, None: 0.25}
    assert here.waiting == here.refused == []


@pytest.mark.parametrize("name", ["502", "503", "504"])
def test_a_proxy_without_its_server_is_a_server_that_is_away(front, there, name):
    here = there()
    (ask,) = here.ask()
    front.answers(*ANSWERS[name])
    assert isinstance(here.tell(ask, 0.5), Waiting)  # and nothing is warned of
    with pytest.raises(Away, match=rf"cannot be reached: what stands before it .* {name}"):
        here.status()
    front.says = None
    assert here.status().told == 1


@pytest.mark.parametrize("name", ["login page", "redirect", "our 401", "{}", "409 of another"])
def test_a_reading_that_another_answered_is_kept_with_a_word(front, there, name):
    here = there()
    (ask,) = here.ask()
    front.answers(*ANSWERS[name])
    with pytest.warns(UserWarning, match=r"the reading is kept on disk and sent later: .+") as said:
        assert isinstance(here.tell(ask, 0.5), Waiting)
    assert said[0].filename == __file__
    front.says = None
    assert here.status().told == 1


METHODS = {
    "ask": lambda c: c.ask(),
    "status": lambda c: c.status(),
    "pending": lambda c: c.pending(),
    "history": lambda c: c.history(),
    "events": lambda c: c.events(),
    "masked": lambda c: c.masked,
    "graph": lambda c: c.graph,
    "policy": lambda c: c.policy(),
    "outlook": lambda c: c.outlook(),
    "places": lambda c: c.places(),
    "estimates": lambda c: c.estimates(),
    "estimates_map": lambda c: c.estimates_map(),
    "cancel": lambda c: c.cancel(1),
    "correct": lambda c: c.correct(1, 0.5),
    "annul_many": lambda c: c.annul_many([1]),
    "mask": lambda c: c.mask([1]),
    "finish": lambda c: c.finish(),
    "rename": lambda c: c.rename("y"),
    "clone": lambda c: c.clone("z"),
    "delete": lambda c: c.delete("x"),
    "observe_many": lambda c: c.observe_many([([1], 0.5, None)]),
    "observe_rows": lambda c: c.observe_rows([([1], 0.5, None)]),
    "drill": lambda c: c.drill(),
    "rehearse": lambda c: c.rehearse(),
}


def test_json_of_others_is_one_clear_error_everywhere(front, there):
    here = there()
    for body in ({}, [], {"seq": 1}, {"job": "5"}, {"asks": [5]}, "text", 7):
        front.answers(200, JSON, body)
        for name, method in METHODS.items():
            with pytest.raises(Foreign, match="no cheapbandits server"):
                pytest.fail(f"{name} of {body!r}: {method(here)!r}")


def test_another_token_for_a_while(here, tmp_path):
    first = here(token="a-token-of-enough-length")
    first.campaign("walk")
    front = Front(first)
    try:
        jobs = cb.connect(front.url, "walk", token=first.token, queue=tmp_path / "q.db", patience=0)
        kept(front, jobs, 0.5)
        front.behind = here(token="another-of-enough-length")
        with pytest.raises(ParameterError, match=r"token is missing or wrong.*1 reading on disk"):
            jobs.flush()
        again = cb.connect(
            front.url, "walk", token=front.behind.token, queue=tmp_path / "q.db", patience=0
        )
        assert again.flush() == 1
        assert again.status().told == 1
    finally:
        front.stop()


def test_another_database_for_a_while(front, there, server, tmp_path):
    from tests.service.served import Here

    here = there()
    kept(front, here, 0.5, 0.75)
    other = Here(tmp_path / "other.db")
    try:
        path = other.campaign("beside")
        second = cb.connect(other.url, "beside").ask()[0]
        queue = here._queue
        queue.add(f"{path}/asks/{second.number}/tell", {"reading": 1.5}, "for the other")
        front.behind = other
        with pytest.warns(UserWarning, match=r"2 readings on disk .* no campaign of that id"):
            assert here.flush() == 1  # one that is not there stands in nobody's way
        with pytest.raises(NotFoundError), pytest.warns(UserWarning, match="on disk still"):
            here.status()
        assert (len(here.waiting), here.refused) == (2, [])
    finally:
        other.stop()
    front.behind = server
    assert here.flush() == 2
    assert here.status().told == 2


def test_a_finished_campaign_takes_it_once_it_is_open_again(front, there, server):
    here = there()
    ask, other = kept(front, here, 0.5, 0.75)
    with cb.Campaign.open(here.name, db=server.db) as local:
        local.finish("enough")
    with pytest.warns(UserWarning, match=r"2 readings on disk still to be sent .*is finished"):
        assert here.flush() == 0
    with pytest.warns(UserWarning, match="is finished"), pytest.raises(ClosedError):
        here.tell(ask, 0.5)  # a new one is refused to one's face
    assert "is finished" in here.waiting[0].why
    with pytest.warns(UserWarning, match="is finished"):
        here.reopen()
    assert here.status().told == 2
    assert here.waiting == []
    assert [row["ask"] for row in here.history()] == [ask.number, other.number]


def test_what_fails_there_stands_in_nobodys_way(front, there):
    here = there()
    kept(front, here, 0.5)
    front.answers(500, PROBLEM, problem(500, "InternalError"))
    with pytest.warns(UserWarning, match="1 reading on disk still to be sent .*said so"):
        assert here.flush() == 0
    front.answers(422, PROBLEM, problem(422, "PermissionError"))  # of the server's own disk
    with pytest.warns(UserWarning, match="1 reading on disk"):
        assert here.flush() == 0
    front.answers(409, PROBLEM, problem(409, "KindOfALaterVersion"))
    with pytest.warns(UserWarning, match="1 reading on disk"):
        assert here.flush() == 0
    front.says = None
    assert here.flush() == 1


def test_a_busy_server_still_answers_other_things(front, there, server, monkeypatch):
    here = there()
    kept(front, here, 0.5)
    passed = here._wire.post

    def full(path, *rest, **more):
        if path.endswith("/tell"):
            front.answers(507, PROBLEM, problem(507, "StoreError"))
        try:
            return passed(path, *rest, **more)
        finally:
            front.says = None

    monkeypatch.setattr(here._wire, "post", full)
    with pytest.warns(UserWarning, match="1 reading on disk still to be sent"):
        assert here.status().told == 0


def test_what_is_refused_is_told_sent_again_and_dropped(front, there, server):
    here = there()
    first, second, third = kept(front, here, 0.5, 0.75, 0.25)
    with cb.Campaign.open(here.name, db=server.db) as local:
        local.tell(first.number, 9.0)
        local.tell(second.number, 9.0)
    with pytest.warns(UserWarning, match=r"refused 1 reading that waited: ask \d was told") as said:
        assert here.flush() == 1
    assert [one.filename for one in said] == [__file__] * 2
    assert "send_again()" in str(said[0].message)
    one, two = here.refused
    assert (one.body["reading"], two.body["reading"]) == (0.5, 0.75)
    with pytest.warns(UserWarning, match="was told already"):
        assert here.send_again(one) == 0
    assert [again.key for again in here.refused] == [one.key, two.key]
    here.annul(first)
    assert here.flush() == 0  # nothing that was refused goes by itself
    with pytest.warns(UserWarning, match="was told already"):
        here.send_again()
    assert [gone.key for gone in here.discard(two.key)] == [two.key]
    with pytest.raises(ParameterError, match="no reading with the key"):
        here.discard(two)
    here.discard()
    assert here.refused == []
    front.dead = True
    waits = here.observe([3], 0.125)
    assert here.discard() == []  # one that waits is dropped only by name
    assert here.discard(waits) == [waits]
    assert here.waiting == []
    front.dead = False
    assert third.number in [row["ask"] for row in here.history()]


def test_sent_again_it_is_taken_where_nothing_stands_against_it(front, there):
    here = there()
    front.dead = True
    here.tell(40, 0.5)  # by its number alone: whatever ask has it later is another
    front.dead = False
    with pytest.warns(UserWarning, match="has no ask 40"):
        assert here.flush() == 0
    (one,) = here.refused
    while here.ask(more=True)[0].number < 3:
        pass
    here._queue.drop(one)
    path = one.path.replace("/asks/40/", "/asks/3/")  # the campaign's id may have a 40 in it, too
    here._queue.add(path, one.body, one.key, one.who)
    here._queue._settle(one._replace(path=path), "UPDATE waiting SET refused = 'said'")
    assert here.send_again() == 1
    assert here.status().told == 1
    assert here.refused == []


def test_an_ask_that_is_known_by_its_nodes_waits_for_its_log(front, there):
    here = there()
    front.dead = True
    here.tell(cb.campaign.Ask(40, 3, (3,), ("3",), 1.0), 0.5)
    front.dead = False
    with pytest.warns(UserWarning, match=r"1 reading on disk still .* has no ask 40"):
        assert here.flush() == 0
    assert here.refused == []


def test_each_is_recorded_under_the_name_of_who_told_it(front, there):
    ben, ann, nobody = there("ben"), there("ann"), there(None)
    asks = ben.ask(3, more=True)
    front.dead = True
    for one, ask in zip((ben, ann, nobody), asks, strict=True):
        one.tell(ask, 0.5)
    front.dead = False
    assert ann.flush() == 3
    told = [event.who for event in ann.events() if event.kind == "tell"]
    assert told[:2] == ["ben", "ann"]
    assert told[2] not in ("ben", "ann")  # as the server calls whoever gives no name


def test_files_of_older_versions_are_read(front, there, tmp_path):
    here = there("ann")
    (ask,) = here.ask()
    with sqlite3.connect(tmp_path / "q.db") as db:
        db.execute(
            "CREATE TABLE waiting (number INTEGER PRIMARY KEY, server TEXT, path TEXT, "
            "body TEXT, key TEXT UNIQUE, refused TEXT)"
        )
        row = (front.url, f"{here._path}/asks/{ask.number}/tell", '{"reading": 0.5}', "k")
        db.execute("INSERT INTO waiting (server, path, body, key) VALUES (?, ?, ?, ?)", row)
    db.close()
    (old,) = here.waiting
    assert (old.key, old.who, old.refused) == ("k", None, None)
    assert here.flush() == 1
    assert [event.who for event in here.events() if event.kind == "tell"] == ["ann"]


def test_a_key_that_is_kept_already(front, there):
    here = there()
    front.dead = True
    first = here.observe([3], 0.5, key="k")
    assert here.observe([3], 0.5, key="k").key == first.key
    assert len(here.waiting) == 1
    with pytest.raises(KeyReusedError, match="'k' is that of another reading on disk"):
        here.observe([4], 0.5, key="k")
    for key in ("a\nb", "\u043a\u043b\u044e\u0447", "k" * 300, 5):
        with pytest.raises(ParameterError, match="key"):
            here.observe([4], 0.5, key=key)
    front.dead = False
    assert here.flush() == 1


def test_a_key_is_used_once_in_each_campaign(front, there, server, tmp_path):
    """Seen: refused and not kept, where online both are taken."""
    one = there()
    server.campaign("beside it")
    other = cb.connect(front.url, "beside it", queue=tmp_path / "q.db", patience=0)
    elsewhere = Queue(tmp_path / "q.db", "http://elsewhere")
    front.dead = True
    elsewhere.add(f"{one._path}/observations", {"nodes": [3], "reading": 9.0}, "k")
    first = one.observe([3], 0.5, key="k")
    second = other.observe([3], 0.75, key="k")
    assert one.observe([3], 0.5, key="k").body == first.body
    for campaign in (one, other):
        with pytest.raises(KeyReusedError, match="'k' is that of another reading on disk"):
            campaign.observe([4], 0.25, key="k")
    assert [kept.body for kept in one.waiting] == [first.body, second.body]
    assert len(elsewhere.list()) == 1
    front.answers(422, PROBLEM, problem(422, "ParameterError"))
    front.dead = False
    with pytest.warns(UserWarning, match="refused 2 readings"):
        one.flush()
    front.says = None
    # By its key it is this campaign's; a reading itself may be another's.
    assert [kept.body["reading"] for kept in one.discard("k", "k")] == [0.5]
    assert [kept.body["reading"] for kept in one.refused] == [0.75]
    assert one.send_again("k") == 1
    assert [row["reading"] for row in other.history()] == [0.75]
    assert other.events()[-1].key == "k"
    assert len(elsewhere.list()) == 1


def test_a_key_of_several_other_campaigns_is_asked_about(front, there):
    here = there()
    kept = [here._queue.add(f"/api/campaigns/{n}/observations", {"n": n}, "k") for n in (1, 2)]
    with pytest.raises(ParameterError, match="2 other campaigns are kept with the key 'k'"):
        here.discard("k")
    assert here.discard(kept[1]) == kept[1:]
    assert here.waiting == kept[:1]
    assert here.discard("k") == kept[:1]


def test_older_versions_find_what_waits_with_one_key(tmp_path):
    """They go by ``key`` alone: were it the same in two rows, they would drop both at once."""
    first, second = (Queue(tmp_path / "q.db", name) for name in ("http://a", "http://b"))
    for queue in (first, second):
        queue.add("/api/campaigns/1/observations", {"reading": 1.0}, "k")
    with sqlite3.connect(tmp_path / "q.db") as db:
        keys = [key for (key,) in db.execute("SELECT key FROM waiting ORDER BY number")]
        db.execute("DELETE FROM waiting WHERE key = ?", keys[:1])
    db.close()
    assert keys[0] == "k"
    assert len(set(keys)) == 2
    assert (first.list(), [one.key for one in second.list()]) == ([], ["k"])


def test_many_processes_open_a_file_of_an_older_version_at_once(tmp_path):
    file = tmp_path / "q.db"
    with sqlite3.connect(file) as db:
        db.execute(
            "CREATE TABLE waiting (number INTEGER PRIMARY KEY, server TEXT, path TEXT, "
            "body TEXT, key TEXT UNIQUE, refused TEXT, who TEXT, why TEXT)"
        )
        row = ("a", "/api/campaigns/1/observations", '{"reading": 0.5}', "k", "ben")
        db.execute("INSERT INTO waiting (server, path, body, key, who) VALUES (?, ?, ?, ?, ?)", row)
    db.close()
    with ThreadPoolExecutor(8) as pool:
        done = [
            pool.submit(Queue(file, "a").add, f"/api/campaigns/{n}/o", {"reading": n}, "k", "ben")
            for n in range(2, 10)
        ]
        assert {one.result().key for one in done} == {"k"}
    found = Queue(file, "a").list()
    assert found[0] == Waiting(row[1], {"reading": 0.5}, "k", who="ben")
    assert {one.body["reading"] for one in found} == {0.5, *range(2, 10)}
    with pytest.raises(KeyReusedError):
        Queue(file, "a").add("/api/campaigns/1/asks/1/tell", {"reading": 0.5}, "k")


@pytest.mark.parametrize("key", ["", " k", "k "])
def test_a_key_that_would_be_another_there_is_refused(front, there, key):
    """Seen: an empty one was made anew at each try; of one with blanks the reading waited on."""
    here = there()
    with pytest.raises(ParameterError, match="key"):
        here.observe([3], 0.5, key=key)
    if key:
        with pytest.raises(ParameterError, match="key"):
            here.ask(key=key)
        here._queue.add(f"{here._path}/observations", {"nodes": [3], "reading": 0.5}, key)
        assert here.flush() == 1  # as an older version kept it
    assert here.waiting == []


def test_what_can_be_kept_nowhere_may_be_told_again_with_its_key(front, there, tmp_path):
    (tmp_path / "file").write_text("")
    here = there(queue=tmp_path / "file" / "q.db")
    front.dead = True
    with pytest.raises(StoreError, match=r"cannot be used.* tell it again with key='") as no:
        here.observe([3], 0.5)
    key = re.search(r"key='(\w+)'", str(no.value))[1]
    front.dead = False
    assert here.observe([3], 0.5, key=key).key == key


def test_what_has_no_key_and_no_answer_may_have_been_done(front, there):
    here = there()
    front.dead = True
    for change in (lambda: here.observe_many([([3], 0.5, None)]), here.pause):
        with warnings.catch_warnings():
            warnings.simplefilter("always")  # else it is asked about first, and not sent
            with pytest.raises(Away, match="may have been done there all the same: look before"):
                change()
    with pytest.raises(Away) as gone:
        here.status()
    assert "may have" not in str(gone.value)


def test_where_warnings_are_errors_what_is_kept_or_stored_does_not_fail(front, there, server):
    """Seen: raised after it was kept, and a program that tries again keeps it several times."""
    here = there()
    asks = kept(front, here, 0.5, 0.75, -9999.0)
    server.ok(server.post(f"{here._path}/asks/{asks[0].number}/tell", {"reading": 0.25}))
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("error")
        seen = here.observe([3], 0.25)  # sends the others first: one is refused, one is odd
        assert seen.kind == "observe"
        front.answers(200)
        assert isinstance(here.observe([4], 0.5), Waiting)
        front.says = None
        assert here.flush() == 1
    assert [one.category for one in said] == [cb.ReadingWarning, UserWarning, UserWarning]
    assert [one.body["reading"] for one in here.refused] == [0.5]
    seen = [event.body["reading"] for event in here.events() if event.kind == "observe"]
    assert seen == [0.25, 0.5]


def test_what_is_odd_about_what_waited_is_said(front, there):
    here = there()
    kept(front, here, -9999.0)
    with pytest.warns(cb.ReadingWarning, match="of 1 reading that waited: -9999 often") as said:
        assert here.flush() == 1
    assert said[0].filename == __file__


def test_a_slip_is_not_kept_where_graph_and_settings_are_at_hand(front, there, server, tmp_path):
    graph = cb.Graph(cb.grid(3, 3).weights, names=list(range(1, 10)))
    given = {"horizon": 9, "low": 0, "high": 10, "budget": 9.0}
    cb.Campaign.create("at hand", graph, db=server.db, **given).close()
    here = cb.connect(front.url, "at hand", queue=tmp_path / "q.db", patience=0)
    assert here.spec.budget == 9.0
    front.dead = True
    for _ in range(2):
        with pytest.raises(cb.ReadingWarning, match="above the highest"):
            here.observe(["3"], 50.0)
        with pytest.raises(cb.ByIndexWarning, match="3 is taken as an index"):
            here.observe([3], 5.0)
    assert here.waiting == []
    here.observe(["3"], 5.0)
    assert len(here.waiting) == 1


def test_a_real_refusal_of_a_new_reading_is_raised(front, there):
    here = there()
    (ask,) = here.ask()
    here.tell(ask, 0.5)
    with pytest.raises(AlreadyToldError):
        here.tell(ask, 0.75)
    with pytest.raises(CheapBanditsError, match="not in the graph"):
        here.observe([999], 0.75)
    assert here.waiting == here.refused == []


def test_what_is_wrong_with_a_reading_itself_is_final(front, there):
    here = there()
    (ask,) = here.ask()
    front.dead = True
    here.observe(["nowhere"], 0.5)
    here.observe([999], 0.5)
    here.observe([3, 3], 0.5)
    here.observe([3, 4], 0.5, weights=[0.5, 0.75])
    here.observe([3], 1e60)
    here.tell(dataclasses.replace(ask, nodes=(ask.nodes[0] + 1,)), 0.5)
    here.observe([3], 0.5)
    front.dead = False
    with pytest.warns(UserWarning, match="the server refused 1 reading that waited") as said:
        assert here.flush() == 1
    assert len(said) == len(here.refused) == 6
    assert here.waiting == []


def test_the_page_has_the_same_rule():
    script = (Path(page.__file__).parent / "static" / "queue.js").read_text()
    listed = re.search(r"const FINAL = \[(.*?)\];", script, re.DOTALL)[1]
    assert set(re.findall(r'"(\w+)"', listed)) == {kind.__name__ for kind in FINAL}


def test_a_queue_is_shared_by_processes_of_both_versions(tmp_path):
    """A column that another process adds meanwhile is no fault."""
    first, second = (Queue(tmp_path / "q.db", "there") for _ in range(2))
    first.add("/a", {"reading": 1.0}, "1", "ben")
    second.add("/a", {"reading": 2.0}, "2")
    assert [(one.key, one.who) for one in first.list()] == [("1", "ben"), ("2", "")]


def test_a_file_that_cannot_be_used_is_named(front, there, tmp_path):
    """Seen: a raw error of SQLite's, of all that was asked, without the file."""
    here = there("ann")
    (ask,) = here.ask()
    (tmp_path / "q.db").write_bytes(b"this is no database" * 100)
    for use in (here.status, here.ask, lambda: here.observe([3], 0.5), lambda: here.waiting):
        with pytest.raises(
            StoreError, match=r"q\.db, where readings wait .* not a database.*queue="
        ):
            use()
    (tmp_path / "q.db").rename(tmp_path / "away.db")  # as it says
    assert here.tell(ask, 0.5).kind == "tell"


def test_the_event_of_another_key_says_nothing_of_this_one(front, there):
    """A cache or a proxy may answer what it answered before."""
    here = there("ann")
    first = here.observe([3], 0.5, key="one")
    front.answers(200, JSON, dataclasses.asdict(first))
    with pytest.warns(UserWarning, match="does not say that the reading is stored"):
        assert isinstance(here.observe([4], 0.5, key="two"), Waiting)


def test_a_reading_that_two_send_at_once_counts_for_one_of_them(tmp_path):
    first, second = (Queue(tmp_path / "q.db", "there") for _ in range(2))
    first.add("/api/campaigns/c/observations", {"reading": 0.5}, "key")
    inner = []

    def meanwhile(_):
        inner.append(second.flush(lambda _: "a note"))  # noted once, too
        return "a note"

    outer = first.flush(meanwhile)
    assert [(sent.taken, sent.notes) for sent in (outer, *inner)] == [(0, []), (1, ["a note"])]
