"""The server as a process: how it starts, refuses to start, stops, dies and comes back."""

import os
import signal
import socket
import subprocess
import sys

import pytest

import cheapbandits as cb
from cheapbandits.errors import ParameterError
from cheapbandits.service.limits import Limits
from cheapbandits.service.shelf import Shelf, weight_of
from cheapbandits.store import Store


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_when_it_is_asked_to(serve, number):
    server = serve()
    path = server.campaign("walk")
    server.ok(server.post(f"{path}/asks", {}))
    status, _, err = server.stop(number)
    assert status == 0
    assert err == "stopped; what was acknowledged is stored\n"
    with Store.open(server.db) as store:
        assert store.check() == []


def test_an_acknowledged_tell_survives_kill_9_and_clients_go_on(serve):
    server = serve()
    path = server.campaign("walk")
    server.ok(server.post(f"{path}/asks", {"n": 3}))
    server.ok(server.post(f"{path}/asks/1/tell", {"reading": 0.5}))
    port = server.port
    server.process.kill()
    server.process.communicate()
    server.start(port)
    assert server.get(path).json["told"] == 1
    assert len(server.get(f"{path}/asks").json["asks"]) == 2
    server.ok(server.post(f"{path}/asks/2/tell", {"reading": 0.25}))


def run(*words, **env):
    return subprocess.run(
        [sys.executable, "-m", "cheapbandits", "serve", *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "CHEAPBANDITS_TOKEN": "", **env},
    )


def test_others_are_not_served_without_a_token(tmp_path):
    for host in ("0.0.0.0", "::"):
        done = run("--host", host, "--db", str(tmp_path / "c.db"), "--port", "0")
        assert done.returncode == 2
        assert "CHEAPBANDITS_TOKEN" in done.stderr
    done = run("--db", str(tmp_path / "c.db"), CHEAPBANDITS_TOKEN="short")
    assert (done.returncode, "at least 16" in done.stderr) == (2, True)
    done = run("--db", str(tmp_path / "c.db"), "--token-file", str(tmp_path / "none"))
    assert (done.returncode, "cannot be read" in done.stderr) == (2, True)
    assert not (tmp_path / "c.db").exists()


def test_a_port_that_is_taken(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = run("--port", port, "--db", str(tmp_path / "c.db"))
    assert done.returncode == 2
    assert "--port 0" in done.stderr
    assert "Traceback" not in done.stderr


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
