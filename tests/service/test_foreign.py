"""The client before a server that is not ours: one clear error, in a bounded time."""

import socket
import threading
from contextlib import contextmanager
from inspect import signature

import pytest

import cheapbandits as cb
from cheapbandits.errors import StoreError
from cheapbandits.service.client import service
from cheapbandits.service.client.answers import Away, error_of
from cheapbandits.service.client.wire import Wire

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "


@contextmanager
def foreign(*parts, rest=0.0):
    """Answer every request with these bytes, and pause after each part until the test is over."""
    done = threading.Event()

    def answer(link):
        with link:
            link.recv(65536)
            for part in parts:
                try:
                    link.sendall(part)
                except OSError:
                    return
                if rest and done.wait(rest):
                    return

    def accept():
        while True:
            try:
                link, _ = door.accept()
            except OSError:
                return
            threading.Thread(target=answer, args=(link,), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as door:
        threading.Thread(target=accept, daemon=True).start()
        yield f"http://127.0.0.1:{door.getsockname()[1]}"
        done.set()
        door.shutdown(socket.SHUT_RDWR)


@pytest.mark.usefixtures("no_garbage")
@pytest.mark.parametrize(
    "body",
    [
        b"[]",
        b"7",
        b'{"campaigns": [NaN]}',
        b'{"campaigns": 5}',
        b'{"campaigns": [[]]}',
        b'{"campaigns": [{"id": 5, "name": 1}]}',
        b'{"campaigns": [{"id": "5"}]}',
        b"[" * 200_000,
        b'{"campaigns": "\xff"}',
        b"<html>",
    ],
    ids=lambda body: body[:20].decode("latin-1"),
)
def test_an_answer_that_is_not_ours(body, tmp_path):
    answer = HEAD + str(len(body)).encode() + b"\r\n\r\n" + body
    with foreign(answer) as url, pytest.raises(StoreError, match="no cheapbandits server"):
        cb.connect(url, "jobs", queue=tmp_path / "q.db", patience=0)


@pytest.mark.parametrize("body", [b'{"kind": "x"}', b'{"kind": [], "detail": 5, "status": "x"}'])
def test_a_problem_that_is_not_ours(body):
    answer = HEAD.replace(b"200 OK", b"409 No") + str(len(body)).encode() + b"\r\n\r\n" + body
    with foreign(answer) as url, pytest.raises(StoreError, match="no cheapbandits server"):
        Wire(url, patience=0).get("/api/campaigns")


@pytest.mark.parametrize("head", [HEAD + b"40\r\n\r\n", b"HTTP/1.1 200 OK\r\nX: "])
def test_an_answer_that_drips_is_left(head, tmp_path, monkeypatch):
    with foreign(head, *[b" "] * 40, rest=0.1) as url:
        with pytest.raises(Away, match="in full within"):
            Wire(url, timeout=0.3, patience=0).get("/api/campaigns")
        monkeypatch.setattr(service, "FIRST", 0.3)
        with pytest.raises(Away, match="in full within"):
            cb.connect(url, "jobs", queue=tmp_path / "q.db", patience=0)


def test_the_limits_are_those_that_are_promised():
    assert service.FIRST == 10.0
    assert signature(Wire).parameters["timeout"].default == 300.0


@pytest.mark.parametrize("kind", ["ParameterError", "Unheard"])
def test_what_a_server_says_reaches_no_terminal_raw(kind):
    said = {"kind": kind, "detail": "\x1b]0;title\x07red\nnext", "status": 422}
    assert str(error_of(said)) == "\\x1b]0;title\\x07red\nnext"
