"""The command in a process of its own that has everything imported: it begins at once.

A Python that carries out ``cheapbandits campaign tell`` spends most of a second on its imports. So
one process imports them, and forks for each command that is called by the small program
:data:`CLIENT`. The child gets the caller's streams, words, folder and environment; it ends when
the caller is killed. What comes before our first line (a console's encoding) and signals are not
the same: tests of these start a whole Python. In the variable :data:`CLOSED` are the numbers of
streams that the child shall find closed, as Python leaves them: no file, and ``None``.

:func:`warm_python` is ``python -m`` in the same way, for what a server starts.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import runpy
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
from functools import cache
from importlib import import_module
from pathlib import Path

__all__ = ["CLOSED", "warm", "warm_python"]

CLOSED = "CHEAPBANDITS_TESTS_CLOSED"

#: Hands everything over and ends with the command's status.
CLIENT = """
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as server:
    server.connect(sys.argv[1])
    told = json.dumps([sys.argv[2:], os.getcwd(), dict(os.environ)]).encode()
    socket.send_fds(server, [len(told).to_bytes(4, "big")], [0, 1, 2])
    server.sendall(told)
    os._exit(server.recv(1)[0])
"""

#: What follows ``serve`` is for the children. Not ``-m``: usage lines would name this module.
SERVER = """
import sys
from cheapbandits.cli import main
from tests.cli.warm import run_module, serve
serve(sys.argv[1])
if sys.argv[0] == "cheapbandits":
    main()
else:
    run_module()
"""
#: What a server's children need and commands do not.
ALSO = (
    "cheapbandits.campaign.importing",
    "cheapbandits.campaign.rehearsal.compared",
    "cheapbandits.campaign.drill",
    "cheapbandits.graphs.remarks",
)


@cache
def warm() -> Path:
    """Return a folder with a ``cheapbandits`` that begins at once, as long as we are there."""
    folder = Path(tempfile.mkdtemp(prefix="cb-warm-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    (folder / "client.py").write_text(CLIENT)
    words = sys.executable, folder / "client.py", folder / "s"
    for name in ("cheapbandits", "warm-module"):
        command = folder / name
        command.write_text('#!/bin/sh\nexec "{}" -SE "{}" "{}" {} "$@"\n'.format(*words, name))
        command.chmod(0o755)
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, folder / "s"],
        stdin=subprocess.PIPE,  # ends with us, however that may be
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
        # Children have their memory bounded; Arrow's own allocator does not take that well.
        env={**os.environ, "ARROW_DEFAULT_MEMORY_POOL": "system"},
    )
    atexit.register(server.communicate)
    assert server.stdout is not None
    assert server.stdout.readline() == b"ready\n"
    return folder


def warm_python(module: str, *words: str) -> list[str]:
    """Return the command that runs a module of this package, which begins at once."""
    return [str(warm() / "warm-module"), module, *words]


def run_module() -> None:
    """Do what ``python -m`` does, with the words that are there; no time is spent on the end."""
    module, status = sys.argv[0], 1
    sys.modules.pop(module, None)
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        status = 0
    except SystemExit as end:
        status = end.code or 0
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def serve(path: str) -> None:
    """Make a child for each caller, until standard input ends."""
    from tools.fuzz.commands import set_up

    from cheapbandits.graphs import read_graph

    with tempfile.TemporaryDirectory() as name:
        set_up(Path(name))  # imports what commands need
        table = Path(name) / "edges.csv"
        table.write_text("source,target\n0,1\n")
        read_graph(table)
    for module in ALSO:
        import_module(module)
    gc.freeze()  # nobody's garbage: a child would copy all of it, looking through it at its end
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the children
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path)
        server.listen(64)
        print("ready", flush=True)
        while True:
            if 0 in select.select([server, 0], [], [])[0]:
                sys.exit()
            caller, _ = server.accept()
            if os.fork() == 0:
                server.close()
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                _attend(caller)
                return
            caller.close()


def _attend(caller: socket.socket) -> None:
    """Have a command carried out, and tell its caller how it ended. The command returns, too."""
    head, streams, _, _ = socket.recv_fds(caller, 4, 3)
    with caller.makefile("rb") as rest:
        words, folder, environment = json.loads(rest.read(int.from_bytes(head, "big")))
    child = os.fork()
    if child == 0:
        caller.close()
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115
        for number in map(int, os.environ.pop(CLOSED, "").split()):
            name = ("stdin", "stdout", "stderr")[number]
            getattr(sys, name).close()
            setattr(sys, name, None)
            setattr(sys, f"__{name}__", None)
        sys.argv = words if words[0] == "cheapbandits" else words[1:]
        return
    for stream in streams:
        os.close(stream)
    while not (ended := os.waitpid(child, os.WNOHANG))[0]:
        if select.select([caller], [], [], 0.005)[0]:  # it has gone
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os._exit(0)
    caller.sendall(bytes([os.waitstatus_to_exitcode(ended[1]) % 256]))
    os._exit(0)
