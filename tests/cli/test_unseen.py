"""A password in a URL is not printed, wherever in a command the URL was put by mistake."""

import json
from unittest import mock

import pytest
import typer

from cheapbandits.cli.app import app
from cheapbandits.cli.unseen import unseen

URL = "postgresql://ana:geheim@127.0.0.1:1/n"
#: What stands in the other places of a command.
FITTING = {
    "name": "walk",
    "graph": "g.npz",
    "source": "g.npz",
    "ask": "1",
    "reading": "0.5",
    "nodes": "3",
    "numbers": "1",
    "file": "f.csv",
    "new": "other",
    "out": "out.csv",
}
#: So that what would be done ends soon, should it come to that.
SOON = {
    "reproduce": ["--quick", "--seeds", "0"],
    "leaderboard": ["--seeds", "0"],
    "simulate": ["--runs", "0"],
    "hunt": ["--horizon", "0"],
}


def commands(group=None, path=()):
    """Yield all commands with the words that call them."""
    for name, command in (group or typer.main.get_command(app)).commands.items():
        if getattr(command, "commands", None):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


def places(path, command):
    """Yield lines of words with the URL in every place of a command, one at a time."""
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    options = [one for one in command.params if one.param_type_name == "option"]
    needed = [
        word
        for one in options
        if one.required
        for word in (one.opts[0], FITTING.get(one.name, "x"))
    ]
    fitting = [FITTING[one.name] for one in arguments if one.required]
    start = [*path, *SOON.get(path[-1], ())]
    yield [*start, *fitting, *needed, URL]
    for i in range(len(fitting)):
        yield [*start, *fitting[:i], URL, *fitting[i + 1 :], *needed]
    for one in options:
        for name in one.opts:
            yield [*start, *fitting, *needed, name, URL]
            yield [*start, *fitting, *needed, f"{name}={URL}"]


LINES = [(path, line) for path, command in commands() for line in places(path, command)]


@pytest.mark.parametrize("path", sorted({path for path, _ in LINES}), ids=" ".join)
def test_wherever_it_is_typed(walk, path):
    with mock.patch("cheapbandits.service.server.run"):
        for line in (line for of, line in LINES if of == path):
            done = walk.run(*line)
            said = "".join((done.stdout + done.stderr).split()).replace("│", "")
            assert "geheim" not in said, (line, done)
            assert "Traceback" not in said, (line, done)


@pytest.mark.parametrize(
    "line",
    [
        [URL],
        ["campaign", URL],
        ["campaign", "status", URL, "--json"],
        ["db", "backup", "postgresql://ana:ge heim@127.0.0.1:1/n"],
        ["campaign", "status", "postgresql://ana:x geheim x@127.0.0.1:1/n"],
        ["campaign", "observe", "walk", f"{URL}/{'x' * 300}", "1"],
        ["campaign", "observe", "walk", f"postgresql://ana:geheim{'x' * 300}@h/n", "1"],
        ["campaign", "mask", "walk", "postgresql://h/n?user=ana&password=geheim"],
        ["info", "host=h password=geheim"],
        [f"--{URL}"],
        ["campaign", "list", f"--bd={URL}"],
    ],
    ids=str,
)
def test_other_forms_of_it(walk, line):
    done = walk.run(*line)
    said = "".join((done.stdout + done.stderr).split()).replace("│", "")
    assert done.returncode == 2
    assert "geheim" not in said


def test_what_is_no_password_stays():
    for text in (
        "postgresql://ana@h:5432/n cannot be reached",
        "serving http://127.0.0.1:8321/ (Ctrl-C stops)",
        "note: 12:30 at A; write ann@example.org",
        "sites 1:9,2:5",
    ):
        assert unseen(text) == text
    assert unseen(f"no file {URL}; see") == "no file postgresql://ana:***@127.0.0.1:1/n; see"


def test_the_document_of_an_error_is_whole(walk):
    done = walk.run("campaign", "status", URL, "--json")
    error = json.loads(done.stdout)["error"]
    assert "postgresql://ana:***@127.0.0.1:1/n" in error["message"]
