"""A few random command lines; ``make fuzz`` runs thousands."""

import contextlib
import io
import os
import signal
import time

import pytest
from tools.fuzz.commands import run, set_up, trial

from tests.forked import FORKED


def counted(writes, n, seed):
    """Send what came of random command lines, and what was said of those that went wrong."""
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        counts = run(n, seed=seed, seconds=120)
    writes.send((counts, said.getvalue()))


def test_random_command_lines_end_as_they_should():
    """Each line is a fork: of a process that is small, and has no threads."""
    reader, writes = FORKED.Pipe(duplex=False)
    process = FORKED.Process(target=counted, args=(writes, 30, 11))
    process.start()
    writes.close()
    with reader:
        counts, said = reader.recv()
    process.join()
    assert set(counts) == {"command read", "command refused"}, said
    assert counts.total() == 30


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_the_trial_itself_can_fail(tmp_path, monkeypatch):
    set_up(tmp_path)
    assert trial(["campaign", "list"], tmp_path)[0] == "read"
    assert trial(["campaign", "nosuch"], tmp_path)[0] == "refused"
    monkeypatch.setattr("cheapbandits.cli.glance.answered", lambda words: 1 / 0)
    assert trial(["campaign", "list"], tmp_path)[0] == "raw"
    monkeypatch.setattr("cheapbandits.cli.main", lambda: print("\x1b]0;title"))
    assert trial(["campaign", "list"], tmp_path)[0] == "manners"
    monkeypatch.setattr("cheapbandits.cli.main", lambda: print("NaN"))
    assert trial(["campaign", "list", "--json"], tmp_path)[0] == "manners"
    monkeypatch.setattr("cheapbandits.cli.main", lambda: os.kill(os.getpid(), signal.SIGKILL))
    assert trial(["campaign", "list"], tmp_path)[0] == "crash"
    monkeypatch.setattr("tools.fuzz.commands.PATIENCE", 0.5)
    monkeypatch.setattr("cheapbandits.cli.main", lambda: time.sleep(60))
    assert trial(["campaign", "list"], tmp_path)[0] == "hang"
