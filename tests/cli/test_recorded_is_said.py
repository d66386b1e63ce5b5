"""Ctrl-C from a commit on waits for the answer: what was recorded is said, and ends with 0."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time

import pytest

from tests.cli.conftest import SCRIPTS

#: Several commands in one process; at the first commit of each Ctrl-C is pressed, so many times.
PRESSED = """
import json, os, signal, sys
from cheapbandits.cli import main
from cheapbandits.store import database
from cheapbandits.store.connections import WRITES

commands, before, after = json.loads(sys.argv[1])
commit, fresh = database._commit, True

def press(times):
    for _ in range(times):
        os.kill(os.getpid(), signal.SIGINT)

def pressed(connection):
    global fresh
    first = fresh and connection.get_execution_options().get(WRITES)
    fresh = fresh and not first
    press(before if first else 0)
    commit(connection)
    press(after if first else 0)

database._commit = pressed
for words in commands:
    sys.argv, code, fresh = ["cheapbandits", *words], 0, True
    try:
        main()
    except SystemExit as end:
        code = end.code or 0
    for stream in (1, 2):
        os.write(stream, b"\\x1e%d\\n" % code)
"""
SAID = {
    "new": "campaign other on Graph",
    "ask": "next: cheapbandits campaign tell walk 1",
    "tell": "ask 1: 0.5 recorded",
    "correct": "ask 1 corrected to 0.6",
    "annul": "the reading of ask 1 no longer counts",
    "observe": "recorded for node 3",
    "import": "2 readings, 2 new",
    "cancel": "ask 2 cancelled",
    "mask": "masked: node 5",
    "unmask": "unmasked: node 5",
    "pause": "walk paused",
    "resume": "walk goes on",
    "finish": "walk finished",
    "reopen": "walk is open again",
    "clone": "twin begins with the settings",
    "rename": "twin is called twin2 now",
    "delete": "twin2 deleted",
}
WORDS = {
    "new": "other g.npz --horizon 5",
    "ask": "walk -n 2",
    "tell": "walk 1 0.5",
    "correct": "walk 1 0.6",
    "annul": "walk 1",
    "observe": "walk 3 0.5",
    "import": "walk r.csv",
    "cancel": "walk 2",
    "mask": "walk 5",
    "unmask": "walk 5",
    "clone": "walk twin --with-readings",
    "rename": "twin twin2",
    "delete": "twin2 --yes --no-export",
}


def pressed(terminal, *commands, before=0, after=0):
    """Return status, output and errors of commands at whose commits Ctrl-C is pressed."""
    made = subprocess.run(
        [sys.executable, "-c", PRESSED, json.dumps([commands, before, after])],
        capture_output=True,
        text=True,
        check=True,
        env=terminal.env,
        cwd=terminal.folder,
        timeout=120,
    )
    mark = re.compile(r"\x1e(\d+)\n")
    out, err = mark.split(made.stdout), mark.split(made.stderr)
    return [(int(out[2 * i + 1]), out[2 * i], err[2 * i]) for i in range(len(commands))]


@pytest.mark.parametrize("moment", ["before", "after"])
def test_every_command_that_records(walk, moment):
    (walk.folder / "r.csv").write_text("nodes,reading\n1,0.5\n2,0.25\n")
    lines = [["campaign", verb, *WORDS.get(verb, "walk").split()] for verb in SAID]
    for verb, (status, out, err) in zip(SAID, pressed(walk, *lines, **{moment: 1}), strict=True):
        assert status == 0, (verb, err)
        assert SAID[verb] in out, (verb, out)
        assert "interrupted" not in err


def test_as_json_too(walk):
    line = ["campaign", "observe", "walk", "3", "0.5", "--json"]
    [(status, out, _)] = pressed(walk, line, after=1)
    assert (status, json.loads(out)["kind"]) == (0, "observe")


def test_a_second_press_is_heard_at_once_and_says_what_may_be_stored(walk):
    line = ["campaign", "observe", "walk", "3", "0.5"]
    for when in ({"before": 2}, {"after": 2}, {"before": 1, "after": 1}):
        [(status, out, err)] = pressed(walk, line, **when)
        assert (status, out) == (130, "")
        assert err == (
            "interrupted after a change was stored, or while it was: look before you repeat it\n"
        )


def test_lines_of_watch_can_be_interrupted_once_they_are_stored(walk):
    """What is chosen after a line may take long: Ctrl-C does not wait for that."""
    walk.ok("ask", "walk")
    program = ["campaign", "watch", "walk"]
    made = subprocess.run(
        [sys.executable, "-c", PRESSED, json.dumps([[program], 0, 1])],
        input="1 0.5\n2 0.6\n",
        capture_output=True,
        text=True,
        check=True,
        env=walk.env,
        cwd=walk.folder,
        timeout=120,
    )
    assert made.stdout.endswith("\x1e130\n")
    assert made.stderr.startswith("interrupted; what was stored before is safe\n")
    assert walk.json("status", "walk")["told"] == 1


#: Presses before the commit, in the callback of a weak reference: Python swallows what it raises.
SWALLOWED = """
import os, signal, sys, weakref
from cheapbandits.cli import main
from cheapbandits.store.writer import Writer

class Thing: pass
finish = Writer.finish
def swallowing(writer):
    thing = Thing()
    kept = weakref.ref(thing, lambda _: os.kill(os.getpid(), signal.SIGINT))
    del thing
    return finish(writer)
Writer.finish = swallowing
main()
"""


def test_a_press_that_was_lost_before_the_commit_counts(walk):
    """Else it would be stored, and the status 130."""
    words = ["campaign", "observe", "walk", "3", "0.5"]
    done = subprocess.run(
        [sys.executable, "-c", SWALLOWED, *words],
        capture_output=True,
        env=walk.env,
        cwd=walk.folder,
        timeout=120,
    )
    assert (done.returncode, done.stdout) == (130, b"")
    assert walk.json("status", "walk")["observed"] == 0


@pytest.mark.parametrize("late", [0.0, 0.2])
def test_a_process_interrupted_once_its_row_is_there(walk, late):
    """As from another window: the row can be seen, then the signal comes, soon or at the end."""
    database = sqlite3.connect(f"file:{walk.folder}/campaigns.db?mode=ro", uri=True)
    database.isolation_level = None

    def count():
        return database.execute("SELECT count(*) FROM cheapbandits_events").fetchone()[0]

    before = count()
    with subprocess.Popen(
        [f"{SCRIPTS}/cheapbandits", "campaign", "observe", "walk", "3", "0.5"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=walk.env,
        cwd=walk.folder,
        text=True,
    ) as process:
        while count() == before and process.poll() is None:
            time.sleep(0.001)
        time.sleep(late)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert "recorded for node 3" in out


def test_a_wait_for_another_writer_can_be_interrupted(walk):
    """It may take a minute and more, as long as the other holds the database."""
    other = sqlite3.connect(walk.folder / "campaigns.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with subprocess.Popen(
        [f"{SCRIPTS}/cheapbandits", "campaign", "observe", "walk", "3", "0.5"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=walk.env,
        cwd=walk.folder,
        text=True,
    ) as process:
        time.sleep(3)  # it waits by then, or is about to: that is all the same
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=40)  # it would wait 180 s
        finally:
            process.kill()
    other.execute("ROLLBACK")
    assert (process.returncode, out) == (130, "")
    assert err == "interrupted; what was stored before is safe\n"
    assert walk.json("status", "walk")["observed"] == 0


#: Presses as the last thing that Python does for us: after what is registered to run at the end.
ENDING = """
import atexit, os, signal, sys
atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT))
from cheapbandits.cli import main
main()
"""


def test_nor_does_it_change_the_status_while_python_ends(walk):
    words = ["campaign", "observe", "walk", "3", "0.5"]
    done = subprocess.run(
        [sys.executable, "-c", ENDING, *words],
        capture_output=True,
        text=True,
        env={**os.environ, **walk.env},
        cwd=walk.folder,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "recorded for node 3" in done.stdout
