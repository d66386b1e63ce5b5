"""Processes that we start run no code of the folder that somebody stands in."""

from __future__ import annotations

import subprocess
import sys
import threading

import numpy as np
import pytest

from cheapbandits.engines.dissection import metis
from cheapbandits.graphs import grid
from cheapbandits.processes import our_python
from cheapbandits.service.limits import Limits
from cheapbandits.service.uploads import Uploads
from cheapbandits.spectrum import beside

HOSTILE = "from pathlib import Path; Path(__file__).with_suffix('.ran').touch()"


@pytest.fixture
def strangers(tmp_path, monkeypatch):
    """Return a folder with modules called as our libraries are, and stand in it."""
    for name in ("numpy", "scipy", "pymetis", "json", "cheapbandits"):
        (tmp_path / f"{name}.py").write_text(HOSTILE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ran(folder):
    return sorted(path.stem for path in folder.glob("*.ran"))


def test_the_trap_works(strangers):
    command = [word for word in our_python("cheapbandits.engines.dissection.metis") if word != "-P"]
    subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert ran(strangers) != []


def test_metis_elsewhere(strangers, monkeypatch):
    monkeypatch.setattr(metis, "MANY", 10)
    monkeypatch.setattr(metis, "_turns", None)  # only the other process may do it
    found = []
    pattern = grid(5, 5).weights.astype(bool).astype(np.int8)
    thread = threading.Thread(target=lambda: found.append(metis.places(pattern)))
    thread.start()
    thread.join()
    assert sorted(found[0]) == list(range(25))
    assert ran(strangers) == []


def test_the_dimension_beside(strangers, monkeypatch):
    monkeypatch.setattr(beside, "counts_apart", lambda _: True)
    monkeypatch.setattr(beside, "n_threads", lambda: 2)
    graph = grid(5, 5)
    with beside.dimension_beside(graph, horizon=10, ridge=0.01):
        pass
    assert beside._known(graph, beside.dimension_key(10, 0.01))
    assert ran(strangers) == []


def test_uploads(strangers):
    uploads = Uploads(Limits())
    path = uploads.path("a.csv")
    path.write_text("from,to\na,b\nb,c\n")
    _, graph = uploads.read(path, {}, "a.csv")
    uploads.close()
    assert graph.n_nodes == 3
    assert ran(strangers) == []


@pytest.mark.parametrize("entry", ["cheapbandits", "cheapbandits.service.reading"])
def test_the_end_is_no_look_through_all_that_was_imported(entry, tmp_path):
    """Whoever registered first is called last: it sees what the interpreter has left to do."""
    program = (
        "import atexit, gc, runpy, sys; words = sys.argv[1:]; sys.argv = words\n"
        "atexit.register(lambda: print('frozen' if gc.get_freeze_count() else 'a last look'))\n"
        "runpy.run_module(words[0], run_name='__main__', alter_sys=True)\n"
    )
    words = (
        ["--version"] if entry == "cheapbandits" else ["graph", "no.csv", "g.npz", "{}", "9", "-1"]
    )
    command = [sys.executable, "-c", program, entry, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.stdout.endswith("frozen\n"), done
