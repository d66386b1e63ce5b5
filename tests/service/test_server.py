"""The server as a process: how it starts, refuses to start, stops, dies and comes back."""

import os
import signal
import socket
import sys
import threading

import pytest

import cheapbandits as cb
from cheapbandits.cli import running
from cheapbandits.errors import ParameterError
from cheapbandits.service.client import wire
from cheapbandits.service.client.answers import Away
from cheapbandits.service.client.queue import Waiting
from cheapbandits.service.limits import Limits
from cheapbandits.service.shelf import Shelf, weight_of
from cheapbandits.store import Store
from tests.service.test_live import Stream


def test_it_stops_when_it_is_asked_to_and_ends_its_streams(serve):
    server = serve()
    path = server.campaign("walk")
    server.ok(server.post(f"{path}/asks", {}))
    streams = [Stream(server, path) for _ in range(3)]
    status, _, err = server.stop(signal.SIGTERM)
    assert status == 0
    assert err == "stopped; what was acknowledged is stored\n"
    assert [stream.next() for stream in streams] == [None] * 3
    for stream in streams:
        stream.close()
    with Store.open(server.db) as store:
        assert store.check() == []


@pytest.mark.parametrize("first", [signal.SIGINT, signal.SIGTERM])
def test_a_second_ctrl_c_ends_all_without_a_traceback(here, first, caplog):
    server = here()
    server.campaign("walk")
    for number in (first, signal.SIGINT, signal.SIGINT):
        server.signalled(number)
    server.stop()
    assert caplog.records == []
    with Store.open(server.db) as store:
        assert store.check() == []


def test_kill_9_loses_nothing_and_readings_wait_on_disk(serve, tmp_path, monkeypatch):
    monkeypatch.setattr(wire, "PAUSES", (0.01,))
    server = serve()
    server.campaign("walk")
    here = cb.connect(server.url, "walk", queue=tmp_path / "q.db", patience=0)
    first, second, third, fourth = here.ask(4)
    here.tell(fourth, 1.0)
    server.kill()
    assert isinstance(here.tell(first, 0.5), Waiting)
    assert isinstance(here.tell(second, 0.25), Waiting)
    with pytest.raises(Away):
        here.ask()
    assert len(here.waiting) == 2
    # Another process, after this one is gone, finds what waits; meanwhile somebody told one.
    cb.Campaign.open("walk", db=server.db).tell(second.number, 0.75)
    threading.Timer(1.0, server.start, [server.port]).start()
    again = cb.connect(server.url, "walk", queue=tmp_path / "q.db")
    with pytest.warns(UserWarning, match=r"refused 1 reading that waited: ask 2 was told already"):
        assert again.status().told == 3  # acknowledged, told beside, and what waited
    assert [ask.number for ask in again.pending()] == [third.number]
    assert again.tell(third, 0.125).kind == "tell"
    assert again.waiting == []
    (refused,) = again.refused
    assert (refused.body["reading"], "told" in refused.refused) == (0.25, True)
    assert [row["reading"] for row in again.history()] == [0.5, 0.75, 0.125, 1.0]
    assert server.stop(signal.SIGINT)[0] == 0


def run(capsys, monkeypatch, *words, token=""):
    """Type the command in this process; return its status and what it said."""
    monkeypatch.setenv("CHEAPBANDITS_TOKEN", token)
    monkeypatch.setattr(sys, "argv", ["cheapbandits", "serve", *words])
    status = running.run()
    return status, capsys.readouterr().err


def test_others_are_not_served_without_a_token(tmp_path, capsys, monkeypatch):
    db = ("--db", str(tmp_path / "c.db"))
    for host in ("0.0.0.0", "::"):
        status, said = run(capsys, monkeypatch, "--host", host, *db, "--port", "0")
        assert (status, "CHEAPBANDITS_TOKEN" in said) == (2, True)
    for token in ("short", "with a blank in its middle", "abcdefghijklmnopqrstu\nfoo"):
        status, said = run(capsys, monkeypatch, *db, token=token)
        assert (status, "at least 16" in said) == (2, True)
    status, said = run(capsys, monkeypatch, *db, "--token-file", str(tmp_path / "none"))
    assert (status, "cannot be read" in said) == (2, True)
    endless = run(capsys, monkeypatch, *db, "--token-file", "/dev/zero")  # seen: all memory taken
    assert (endless[0], "at most 4,096 bytes" in endless[1]) == (2, True)
    assert not (tmp_path / "c.db").exists()


def test_a_token_may_come_from_a_pipe(tmp_path, capsys, monkeypatch):
    """As from a keyring, by ``--token-file <(...)``; what is waited for is said."""
    pipe = tmp_path / "token"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=("short\n",))
    writer.start()
    status, said = run(capsys, monkeypatch, "--token-file", str(pipe))
    writer.join()
    assert (status, f"reading the token from {pipe}" in said, "16" in said) == (2, True, True)


def test_a_port_that_is_taken(tmp_path, capsys, monkeypatch):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        status, said = run(capsys, monkeypatch, "--port", port, "--db", str(tmp_path / "c.db"))
    assert (status, "--port 0" in said, "Traceback" in said) == (2, True, False)


def test_campaigns_that_nobody_used_for_long_are_let_go(tmp_path):
    db = tmp_path / "c.db"
    ids = [
        cb.Campaign.create(f"c{k}", cb.grid(5, 5), db=db, policy="CheapUCB").status().id
        for k in range(4)
    ]
    with Store.open(db) as store:
        shelf = Shelf(store, 2 * weight_of(25, "dense"))
        for one in (*ids[:3], ids[1], ids[3]):
            shelf.campaign(one).ask()
        assert shelf.held() == [ids[1], ids[3]]
        assert shelf.campaign(ids[1]) is shelf.campaign(ids[1])
        assert shelf.campaign(ids[0]).status().open == 1


def test_the_one_in_use_stays_however_large(tmp_path):
    db = tmp_path / "c.db"
    here = cb.Campaign.create("c", cb.grid(5, 5), db=db, policy="CheapUCB").status().id
    with Store.open(db) as store:
        shelf = Shelf(store, 1)
        assert shelf.campaign(here) is shelf.campaign(here)


def test_a_name_is_a_host_name():
    from cheapbandits.service.hosts import Hosts

    assert Hosts("0.0.0.0", ["Maps.example.org"]).ours("maps.example.org:8321")
    with pytest.raises(ParameterError, match="host name"):
        Hosts("0.0.0.0", ["http://x/"])
    assert Limits().body < Limits().upload
