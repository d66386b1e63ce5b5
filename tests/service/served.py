"""A real server in a process of its own, and a plain way to send it things."""

import contextlib
import http.client
import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import dataclass

QUIET = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1"}
JSON = "application/json"
#: A server with other limits, which the command has no options for.
NARROW = """
import ast, sys
from cheapbandits.service.app import make_app
from cheapbandits.service.limits import Limits
from cheapbandits.service.server import listening, run
limits, db, port = sys.argv[1:4]
app = make_app(db, limits=Limits(**ast.literal_eval(limits)))
with listening("127.0.0.1", int(port)) as here:
    where = f"http://127.0.0.1:{here.getsockname()[1]}/"
    run(app, here, lambda: print(where, flush=True))
"""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self):
        return json.loads(self.body, parse_constant=lambda name: 1 / 0)


class Served:
    """``cheapbandits serve`` on a free port."""

    def __init__(self, db, *options, port=0, token=None, limits=None):
        self.db, self.options, self.token, self.limits = db, options, token, limits
        self._sent = self._upload = None
        self.start(port)

    def start(self, port=0):
        words = ["serve", "--db", str(self.db), "--port", str(port), "--no-open", *self.options]
        env = {**os.environ, **QUIET, "CHEAPBANDITS_WHO": "server"}
        env.pop("CHEAPBANDITS_TOKEN", None)
        if self.token is not None:
            env["CHEAPBANDITS_TOKEN"] = self.token
        self.process = subprocess.Popen(
            [sys.executable, *self._program(port), *words],
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
        self.url = f"http://127.0.0.1:{self.port}"

    def _program(self, port):
        if self.limits is None:
            return ["-m", "cheapbandits"]
        return ["-c", NARROW, repr(self.limits), str(self.db), str(port)]

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

    def campaign(self, name, **settings):
        """Start a campaign on a small grid and return its address."""
        body = {"name": name, "graph": {"upload": self._grid()}}
        body["settings"] = {"policy": "CheapUCB", "horizon": 12, **settings}
        return f"/api/campaigns/{self.ok(self.post('/api/campaigns', body))['id']}"

    def _grid(self):
        """Send the graph once; it waits on the server for every campaign of a test."""
        if self._sent == self.process.pid:
            return self._upload
        rows = ["source,target"] + [f"{i},{i + 1}" for i in range(20)]
        rows += [f"{i},{i + 3}" for i in range(18)]
        sent = self.post(
            "/api/graphs?file=g.csv&table=edges",
            raw="\n".join(rows).encode(),
            kind="application/octet-stream",
        )
        self._sent, self._upload = self.process.pid, self.ok(sent)["upload"]
        return self._upload

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
