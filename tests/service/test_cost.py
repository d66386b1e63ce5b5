"""What a request costs, by counting: statements, wakings, campaigns in memory."""

import gc
import time
import weakref
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

import cheapbandits as cb
from cheapbandits.service.shelf import weight_of


@contextmanager
def statements():
    """Count what is sent to any database."""
    sent = []

    def note(_connection, _cursor, statement, *_more):
        sent.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def test_a_tell_over_http_is_the_tell_and_no_more(server):
    path = server.campaign("counted")
    server.ok(server.post(f"{path}/asks", {"n": 4}))
    with cb.Campaign.open("counted", db=server.db) as local:
        local.tell(1, 0.5)
        with statements() as in_process:
            local.tell(2, 0.5)
    server.ok(server.post(f"{path}/asks/3/tell", {"reading": 0.5}))
    with statements() as over_http:
        server.ok(server.post(f"{path}/asks/4/tell", {"reading": 0.5}))
    assert over_http == in_process


def test_an_ask_over_http_costs_two_looks_more_at_most(server):
    path = server.campaign("asked")
    server.ok(server.post(f"{path}/asks", {"more": True}))
    with cb.Campaign.open("asked", db=server.db) as local:
        local.ask(more=True)
        with statements() as in_process:
            local.ask(more=True)
    server.ok(server.post(f"{path}/asks", {"more": True}))
    with statements() as over_http:
        server.ok(server.post(f"{path}/asks", {"more": True}))
    assert len(over_http) <= len(in_process) + 2


def wakings(thread):
    status = Path(f"/proc/self/task/{thread.native_id}/status").read_text()
    return int(status.split("voluntary_ctxt_switches:")[1].split()[0])


def test_an_idle_server_sleeps(server):
    if not Path("/proc/self/task").exists():
        pytest.skip("only Linux says how often a thread woke")
    server.get("/api/campaigns")
    time.sleep(0.2)
    before = wakings(server._thread)
    time.sleep(1.0)
    assert wakings(server._thread) - before <= 2  # uvicorn alone wakes ten times


def test_many_campaigns_share_a_bounded_memory(here):
    server = here(limits={"memory": 3 * weight_of(21, "dense")})
    shelf = server.app.state.house.shelf
    paths = [server.campaign(f"c{k}") for k in range(8)]
    first = None
    for path in paths:
        server.ok(server.post(f"{path}/asks", {}))
        first = first or weakref.ref(shelf.campaign(path.rpartition("/")[2]))
        assert len(shelf.held()) <= 3
    gc.collect()
    assert first() is None  # its engine and its belief are gone with it
    assert [server.get(path).json["open"] for path in paths] == [1] * 8
    again = server.ok(server.post(f"{paths[0]}/asks", {}))["asks"]
    assert [ask["ask"] for ask in again] == [1]  # and it comes back from the log
