"""A small graph, a database of its own, and the real command."""

import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from unittest import mock

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.cli import main
from tests.cli.warm import warm
from tests.made import quickly_made

#: One thread for the linear algebra: the tests themselves use the cores.
QUIET = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "CHEAPBANDITS_WHO": "ann"}
SCRIPTS = Path(sys.executable).parent
#: Several commands in one process, with its own streams; a status after each, on both of them.
SEVERAL = """
import json, os, sys
from cheapbandits.cli import main
for words in json.loads(sys.argv[1]):
    sys.argv, code = ["cheapbandits", *words], 0
    try:
        main()
    except SystemExit as end:
        code = end.code or 0
    for stream in (1, 2):
        os.write(stream, b"\\x1e%d\\n" % code)
"""


class Terminal:
    """Runs ``cheapbandits`` in a folder, against one database.

    :meth:`process` is a process with its own streams, and :meth:`several` a whole Python, as a
    shell starts one. The others call the same ``main`` in this process.
    """

    def __init__(self, folder, db):
        self.folder = folder
        path = f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}"
        self.env = {**os.environ, **QUIET, "CHEAPBANDITS_DB": str(db), "PATH": path}

    def process(self, *arguments, **options):
        """Return a finished process of its own; see :mod:`tests.cli.warm` for what it is not."""
        return subprocess.run(
            [warm() / "cheapbandits", *map(str, arguments)],
            capture_output=True,
            text=True,
            check=False,
            env=self.env,
            cwd=self.folder,
            timeout=120,
            **options,
        )

    def several(self, *commands):
        """Return finished commands of one process, which has its own streams and surroundings."""
        words = json.dumps([list(map(str, words)) for words in commands])
        made = subprocess.run(
            [sys.executable, "-c", SEVERAL, words],
            capture_output=True,
            text=True,
            check=True,
            env=self.env,
            cwd=self.folder,
            timeout=120,
        )
        mark = re.compile(r"\x1e(\d+)\n")
        out, err = mark.split(made.stdout), mark.split(made.stderr)
        assert len(out) == 2 * len(commands) + 1
        return [
            subprocess.CompletedProcess(command, int(out[2 * i + 1]), out[2 * i], err[2 * i])
            for i, command in enumerate(commands)
        ]

    def run(self, *arguments, given=None):
        """Return status, output and errors of a command; on its standard input is what is given."""
        words = ["cheapbandits", *map(str, arguments)]
        stdin = sys.stdin if given is None else io.TextIOWrapper(io.BytesIO(given.encode()))
        out, err, code = io.StringIO(), io.StringIO(), 0
        with (
            mock.patch.dict(os.environ, self.env),
            mock.patch.object(sys, "argv", words),
            mock.patch.object(sys, "stdin", stdin),
            contextlib.chdir(self.folder),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            try:
                main()
            except SystemExit as end:
                code = end.code or 0
        return subprocess.CompletedProcess(words, code, out.getvalue(), err.getvalue())

    def ok(self, *arguments):
        """Return what a campaign command printed."""
        done = self.run("campaign", *arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def json(self, *arguments):
        """Return the document that a campaign command printed."""
        return json.loads(self.ok(*arguments, "--json"))

    def refused(self, code, *arguments):
        """Return the one line with which a campaign command failed."""
        done = self.run("campaign", *arguments)
        assert done.returncode == code, done
        assert done.stdout == ""
        assert "Traceback" not in done.stderr
        return done.stderr


@pytest.fixture(scope="package", autouse=True)
def quick_files():
    """Spare the migrations in the files that tests make: see the tests of the store."""
    with quickly_made():
        yield


@pytest.fixture
def terminal(tmp_path):
    return Terminal(tmp_path, tmp_path / "campaigns.db")


@pytest.fixture
def walk(terminal, walk_folder):
    """A terminal with a campaign ``walk`` on a grid, horizon 12, and the file of true values."""
    shutil.copytree(walk_folder, terminal.folder, dirs_exist_ok=True)
    return terminal


@pytest.fixture(scope="session")
def walk_folder(tmp_path_factory):
    """Return a folder that is copied for each test."""
    folder = tmp_path_factory.mktemp("walk")
    terminal, graph = Terminal(folder, folder / "campaigns.db"), cb.grid(6, 7)
    cb.write_graph(graph, terminal.folder / "g.npz")
    field = np.exp(-((graph.coordinates - [4, 2]) ** 2).sum(axis=1) / 6)
    np.savetxt(terminal.folder / "f.csv", field)
    terminal.ok("new", "walk", "g.npz", "--horizon", 12, "--policy", "CheapUCB")
    return folder
