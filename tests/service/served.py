"""A real server, in a thread or in a process of its own, and a plain way to send it things."""

import asyncio
import contextlib
import functools
import http.client
import json
import logging
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

import cheapbandits as cb
from cheapbandits.service.app import make_app
from cheapbandits.service.limits import Limits
from cheapbandits.service.server import listening, server_of

QUIET = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1"}
JSON = "application/json"
BYTES = "application/octet-stream"


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self):
        return json.loads(self.body, parse_constant=lambda name: 1 / 0)


class Sender:
    """What both kinds of server have in common: requests over a socket."""

    port = token = None

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def send(self, method, path, body=None, *, headers=None, raw=None, kind=JSON):
        """Send one request; a body is JSON, ``raw`` is bytes as they are."""
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        given = {} if method in ("GET", "HEAD") else {"Content-Type": kind}
        if self.token is not None:
            given["Authorization"] = f"Bearer {self.token}"
        data = raw if raw is not None else None if body is None else json.dumps(body).encode()
        if data is None and method == "POST":
            data = b""
        with contextlib.closing(link):
            link.request(method, path, data, {**given, **(headers or {})})
            got = link.getresponse()
            return Answer(got.status, got.headers, got.read())

    def get(self, path, **more):
        return self.send("GET", path, **more)

    def post(self, path, body=None, **more):
        return self.send("POST", path, body, **more)

    def ok(self, answer):
        assert answer.status in (200, 201), answer.body
        return answer.json


def ladder():
    """A small graph without coordinates."""
    rows = [(i, i + 1) for i in range(20)] + [(i, i + 3) for i in range(18)]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "g.csv"
        file.write_text("\n".join(["source,target", *(f"{i},{j}" for i, j in rows)]))
        return cb.read_graph(file, table="edges")


class Here(Sender):
    """A server in a thread of this process: a socket, requests and all, but no start to wait for.

    What a process of its own shows (signals, a kill, the command) needs :class:`Served`.
    """

    def __init__(self, db, *, token=None, host="127.0.0.1", names=(), limits=None):
        self.db, self.token = db, token
        self.app = make_app(
            db, host=host, names=names, token=token, limits=Limits(**(limits or {}))
        )
        self.failed = Faults()
        logging.getLogger("cheapbandits.service").addHandler(self.failed)
        listener = listening(host, 0)
        self.port = listener.getsockname()[1]
        ready = threading.Event()
        self._server = server_of(self.app, ready.set)
        self._thread = threading.Thread(target=self._run, args=(listener,))
        self._thread.start()
        assert ready.wait(30)

    def _run(self, listener):
        with listener:
            asyncio.run(self._server.serve(sockets=[listener]))

    @functools.cached_property
    def _ladder(self):
        return ladder()

    def upload(self):
        """Let a small graph wait to become a campaign, and return its id."""
        return self.app.state.house.uploads.keep(self._ladder)

    def campaign(self, name, **settings):
        """Start a campaign on a small graph and return its address."""
        body = {"name": name, "graph": {"upload": self.upload()}}
        body["settings"] = {"policy": "CheapUCB", "horizon": 12, **settings}
        return f"/api/campaigns/{self.ok(self.post('/api/campaigns', body))['id']}"

    def signalled(self, number):
        """Do what a signal does to a process."""
        self._server.handle_exit(number, None)

    def stop(self):
        self._server.stop()
        self._thread.join(30)
        logging.getLogger("cheapbandits.service").removeHandler(self.failed)
        assert not self._thread.is_alive()
        assert self.failed.said == []


class Faults(logging.Handler):
    """Keeps what a server logs: it logs what it did not foresee, and nothing else."""

    def __init__(self):
        super().__init__()
        self.said = []

    def emit(self, record):
        self.said.append(self.format(record))


class Served(Sender):
    """``cheapbandits serve`` on a free port, in a process of its own."""

    def __init__(self, db, *options, port=0, token=None):
        self.db, self.options, self.token = db, options, token
        self.start(port)

    def start(self, port=0):
        words = ["serve", "--db", str(self.db), "--port", str(port), "--no-open", *self.options]
        env = {**os.environ, **QUIET, "CHEAPBANDITS_WHO": "server"}
        env.pop("CHEAPBANDITS_TOKEN", None)
        if self.token is not None:
            env["CHEAPBANDITS_TOKEN"] = self.token
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cheapbandits", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=env,
            text=True,
        )
        line = self.process.stdout.readline()
        found = re.search(r"http://[^ ]*:(\d+)/", line)
        if found is None:
            raise AssertionError(self.process.communicate(timeout=30))
        self.port = int(found[1])

    def campaign(self, name, **settings):
        """Start a campaign beside the server, and return its address there."""
        given = {"policy": "CheapUCB", "horizon": 12, **settings}
        with cb.Campaign.create(name, ladder(), db=self.db, **given) as made:
            return f"/api/campaigns/{made.status().id}"

    def kill(self):
        self.process.kill()
        self.process.communicate()

    def stop(self, number=signal.SIGTERM):
        """Return status, output and errors of the server that was asked to stop."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            out, err = self.process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            raise AssertionError("the server did not stop") from None
        return self.process.returncode, out, err
