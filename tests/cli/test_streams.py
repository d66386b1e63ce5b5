"""After a commit nothing may fail: consoles, pipes and closed streams, with the real command."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time

import pytest

import cheapbandits as cb
from cheapbandits.cli.plain import plain, safe
from cheapbandits.cli.streams import LEFT, UNPRINTED
from tests.cli.conftest import SCRIPTS, Terminal
from tests.cli.warm import CLOSED, warm
from tests.forms import forms

COMMAND = f"{SCRIPTS}/cheapbandits"
CONSOLES = {
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "C": {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
}


@pytest.fixture(scope="module")
def forest(tmp_path_factory):
    """A folder with a campaign on a graph whose names no plain console has; three asks are open."""
    folder = tmp_path_factory.mktemp("forest")
    terminal = Terminal(folder, folder / "campaigns.db")
    names = [f"木{i}" for i in range(6)]
    graph = cb.Graph(cb.grid(2, 3).weights, names=names, coordinates=cb.grid(2, 3).coordinates)
    cb.write_graph(graph, terminal.folder / "g.npz")
    terminal.ok("new", "trees", "g.npz", "--horizon", 5, "--policy", "CheapUCB")
    terminal.ok("ask", "trees", "-n", 3)
    return folder


@pytest.fixture
def trees(terminal, forest):
    """A terminal in a copy of that folder."""
    shutil.copytree(forest, terminal.folder, dirs_exist_ok=True)
    return terminal


def shell(terminal, line, **options):
    """Return a finished shell command; ``cheapbandits`` in it is the real one."""
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line}"],
        capture_output=True,
        env=terminal.env,
        cwd=terminal.folder,
        timeout=120,
        check=False,
        **options,
    )


def as_bytes(text):
    """Return a word as the plain locale lets it through: half a character for each byte."""
    return text.encode().decode("ascii", "surrogateescape")


#: Names in the database are proper texts all the same; the name of a file is its bytes.
NOT_READ = [
    ["new", as_bytes("café"), as_bytes("wald-木.csv"), "--table", "edges"],
    ["status", as_bytes("café")],
    ["mask", "trees", as_bytes("木5"), "--who", as_bytes("Zoë")],
    ["clone", as_bytes("café"), as_bytes("Öl")],
    ["delete", as_bytes("Öl"), "--yes"],
    ["new", "twin", as_bytes("campaign:café")],
]


@pytest.mark.parametrize(
    # A plain locale is ASCII, too, and more than the streams are.
    "console",
    forms("C", "cp1252", "ascii"),
)
def test_a_console_without_our_characters(trees, console):
    trees.env |= CONSOLES[console]
    table = trees.folder / "wald-木.csv"
    table.write_text("source,target\na,b\nb,c\n", encoding="utf-8")
    told, *shown, asked = trees.several(
        *([["campaign", *words] for words in NOT_READ] if console == "C" else []),
        ["campaign", "tell", "trees", 1, "0.5"],
        ["campaign", "history", "trees"],
        ["campaign", "status", "trees", "--assess"],
        ["campaign", "ask", "trees", "--json"],
    )
    if console == "C":
        for done in (told, *shown[:5]):
            assert done.returncode == 0, done.stderr
        told, shown = shown[5], shown[6:]
        mask = next(
            e
            for e in trees.json("history", "trees", "--events")["events"][::-1]
            if e["kind"] == "mask"
        )
        assert (mask["who"], mask["body"]) == ("Zoë", {"nodes": [5]})
        names = {row["name"] for row in trees.json("list")["campaigns"]}
        assert names == {"trees", "café", "twin"}
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith("ok: ask 1: 0.5 recorded")
    for done in shown:
        assert done.returncode == 0, done.stderr
        assert "\\u6728" in done.stdout
    asks = json.loads(asked.stdout)["asks"]
    assert all(name.startswith("木") for ask in asks for name in ask["names"])


def test_a_reader_that_leaves_after_a_line(trees):
    """The command is carried out and ends as it would have; no word about pipes.

    A whole Python once; its beginning is not what matters here.
    """
    begun = f"{warm()}/cheapbandits"
    for line in (
        f"{COMMAND} campaign tell trees 1 0.5 | head -c 1",
        f"{begun} campaign history trees | head -c 1",
        f"{begun} --help | head -c 1",
        f"{begun} campaign tell trees 2 0.5 | true",
    ):
        done = shell(trees, line)
        assert (done.returncode, done.stderr) == (0, b""), done
    assert trees.json("status", "trees")["told"] == 2


@pytest.mark.thorough
def test_line_by_line_commands_stop_when_their_reader_leaves(trees):
    done = shell(trees, f"{COMMAND} hunt grid:9x9 --horizon 3000 | head -1")
    assert (done.returncode, done.stderr) == (LEFT, b"")
    feed = "(sleep 1; for i in 1 2 3 4 5; do echo $i 0.5; done)"
    done = shell(trees, f"{feed} | {warm()}/cheapbandits campaign watch trees -n 1 | true")
    assert (done.returncode, done.stderr) == (LEFT, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device that is always full")
def test_output_that_cannot_be_written_is_said_and_has_a_status(trees):
    done = shell(trees, f"{COMMAND} campaign tell trees 1 0.5 > /dev/full")
    assert done.returncode == UNPRINTED
    assert b"No space left" in done.stderr
    assert done.stderr.count(b"\n") == 1
    assert trees.json("status", "trees")["told"] == 1


@pytest.mark.parametrize(
    ("closed", "lines"),
    [
        ("<&-", {"campaign tell trees 1 0.5": 0, "campaign watch trees": 0}),
        (">&-", {"campaign tell trees 1 0.5": 0, "campaign ask trees --json": 0, "--help": 0}),
        ("2>&-", {"campaign tell trees 1 0.5": 0, "campaign tell trees x": 2}),
        (
            "<&- >&- 2>&-",
            {
                "campaign tell trees 1 0.5": 0,
                "campaign tell trees x": 2,
                "campaign watch trees": 0,
                "campaign status trees": 0,
            },
        ),
    ],
)
def test_streams_that_are_closed(trees, closed, lines):
    """Closed streams are empty ones; no file of ours gets their number.

    A whole Python where all are closed, once; the others begin where it would have got to.
    """
    whole = closed.count("&-") == 3
    for line, status in lines.items():
        if whole:
            done = shell(trees, f"{COMMAND} {line} {closed}", stdin=subprocess.DEVNULL)
        else:
            shut = " ".join(str("<>2".index(one[0])) for one in closed.split())
            command = f"{CLOSED}='{shut}' {warm()}/cheapbandits"
            done = shell(trees, f"{command} {line}", stdin=subprocess.DEVNULL)
        whole = False
        assert done.returncode == status, (line, done)
        assert b"Traceback" not in done.stderr
        assert done.stderr == b"" or status
    assert trees.run("db", "check").returncode == 0
    assert trees.json("status", "trees")["told"] == 1


def test_what_is_printed_obeys_nobody():
    assert plain("a\nb\x1b[31m\u202e") == r"a\nb\x1b[31m\u202e"
    assert safe("\x1b[1mfine\x1b[0m\n\x1b]0;title\x07") == "\x1b[1mfine\x1b[0m\n\\x1b]0;title\\x07"


@pytest.mark.parametrize("after", [0.1, 0.5, 1.5])
def test_interrupted_at_any_moment(trees, after):
    """From our first call on: status 130 and one line, however far it has come."""
    ready = "import sys; sys.stdout.write('.'); sys.stdout.flush()"
    program = f"from cheapbandits.cli import main; {ready}; main()"
    words = ["campaign", "watch", "trees"]
    with subprocess.Popen(
        [sys.executable, "-c", program, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=trees.env,
        cwd=trees.folder,
    ) as process:
        process.stdout.read(1)
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    # Where the press fell into a text that Python executes, it ends itself by the signal: to a
    # shell that is 130, too.
    assert process.returncode in (130, -signal.SIGINT)
    assert said.startswith(b"interrupted")
    assert said.count(b"\n") == 1


@pytest.mark.parametrize("module", ["cheapbandits.cli.running", "cheapbandits.cli.app"])
def test_an_interrupt_that_an_import_swallows_counts(trees, module):
    """Python ignores what is raised in the callback of a weak reference; importlib has some."""
    program = f"""
import os, signal, sys, weakref
class Thing: pass
class Swallows:
    def find_spec(self, name, *rest):
        if name == {module!r}:
            thing = Thing()
            kept = weakref.ref(thing, lambda _: os.kill(os.getpid(), signal.SIGINT))
            del thing
sys.meta_path.insert(0, Swallows())
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's & has it ignored
from cheapbandits.cli import main
sys.argv = ["cheapbandits", "info", "grid:3x3"]
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, env=trees.env, cwd=trees.folder
    )
    assert (done.returncode, done.stdout) == (130, b"")
    assert done.stderr.splitlines()[-1].startswith(b"interrupted")


def test_what_the_system_refuses_is_said_with_what_to_do(trees):
    """Seen: "[Errno 27] File too large", of no file that anybody knew."""
    small = shell(trees, f"ulimit -f 0; TMPDIR={trees.folder} cheapbandits campaign ask trees")
    assert small.returncode == 2
    assert b"ulimit -f" in small.stderr or b"TMPDIR" in small.stderr
    other_way = shell(trees, "cheapbandits campaign watch trees 0>left", stdin=subprocess.DEVNULL)
    assert other_way.returncode == 2
    assert b"standard input or output cannot be used" in other_way.stderr
    assert b"Errno" not in small.stderr + other_way.stderr
    assert trees.json("status", "trees")["told"] == 0


@pytest.mark.thorough
def test_an_endless_line_does_not_fill_the_memory(trees):
    """Half a gigabyte without a line break, and 1 GiB of address space more than it has."""
    feed = "(head -c 500000000 /dev/zero; echo; echo 1 0.5)"
    limited = f"ulimit -v 3000000; exec {COMMAND} campaign watch trees"
    done = shell(trees, f"{feed} | ({limited})")
    assert done.returncode == 0, done.stderr
    assert b"line 1: a line has at most 1,000,000 bytes" in done.stderr
    assert trees.json("status", "trees")["told"] == 1


def test_lines_of_watch_are_read_strictly(trees):
    bad = ["1 1_5", "1_0 1", "\u0661 1", "1 \u0663", '{"ask": 1, "reading": 1, "reading": 2}', "1"]
    done = trees.process("campaign", "watch", "trees", input="\n".join(bad))
    assert done.returncode == 0
    assert [f"line {i + 1}:" in done.stderr for i in range(len(bad))] == [True] * len(bad)
    assert trees.json("status", "trees")["told"] == 0


def test_a_last_line_that_may_be_cut_is_left_out(trees):
    """Seen: 0.6 was stored, of 0.612 perhaps."""
    done = trees.run("campaign", "watch", "trees", given="1 0.5\n2 0.6")
    assert done.returncode == 0
    assert "line 2: left out, as the input ends before the line does: '2 0.6' may be" in done.stderr
    assert trees.json("status", "trees")["told"] == 1
    for whole in ("2 0.6\n", '{"ask": 3, "reading": 0.6}'):  # JSON says where it ends
        assert trees.run("campaign", "watch", "trees", given=whole).stderr == ""
    assert trees.json("status", "trees")["told"] == 3
    assert "left out" in trees.run("campaign", "watch", "trees", given='{"ask": 4, "rea').stderr


def test_a_byte_order_mark_before_the_first_line(trees):
    """As a pipe of Windows may send it; further down it is no part of a line."""
    lines = "\ufeff1 0.5\n\ufeff2 0.6\n"
    done = trees.run("campaign", "watch", "trees", given=lines)
    assert done.stderr.count("\n") == 1
    assert "line 2: expected ASK READING" in done.stderr
    assert trees.json("status", "trees")["told"] == 1


@pytest.mark.parametrize(
    "odd",
    [
        {"COLUMNS": "-7", "FORCE_COLOR": "1", "TMPDIR": "/nowhere", "TZ": "Nowhere/Nowhere"},
        # Such widths and locales are tried above and below, too, one by one.
        pytest.param({"COLUMNS": "1", "TERM": "dumb"}, marks=pytest.mark.thorough),
        pytest.param(
            {"COLUMNS": "0", "TERM": "", "PYTHONUNBUFFERED": "1"}, marks=pytest.mark.thorough
        ),
        pytest.param(
            {"COLUMNS": "x", "LINES": "y", "LANG": "xx_YY.nonsense"}, marks=pytest.mark.thorough
        ),
    ],
    ids=str,
)
def test_odd_surroundings(trees, odd):
    trees.env |= odd
    told, shown, made = trees.several(
        ["campaign", "tell", "trees", 1, "0.5"],
        ["campaign", "history", "trees"],
        ["campaign", "new", "more", "g.npz"],
    )
    assert told.returncode == shown.returncode == 0, (told, shown)
    assert made.returncode in (0, 2), made.stderr
    assert made.stderr.count("\n") <= 1
    names = [found["name"] for found in trees.json("list")["campaigns"]]
    assert ("more" in names) == (made.returncode == 0)


@pytest.mark.parametrize("after", [0.8, 2.0])
def test_interrupted_with_processes_at_work(trees, after):
    """Ctrl-C goes to all of them; one line comes."""
    words = ["simulate", "g.npz", "--runs", "2000", "--jobs", "2", "--probes", "hops"]
    with subprocess.Popen(
        [COMMAND, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=trees.env,
        cwd=trees.folder,
        start_new_session=True,
    ) as process:
        time.sleep(after)
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode in (130, -signal.SIGINT)
    assert said.startswith(b"interrupted")
    assert said.count(b"\n") == 1


@pytest.mark.parametrize("width", ["0", "-5", "x", "99999999999", "٣"])
def test_a_width_that_is_none_hides_nothing(walk, width):
    walk.env |= {"COLUMNS": width, "LINES": width}
    for words in (["list"], ["status", "walk"], ["ask", "walk"], ["ask", "--help"]):
        done = walk.run("campaign", *words)
        assert done.returncode == 0, done.stderr
        assert any(word in done.stdout for word in ("walk", "measure", "Usage"))


LATE = """
import os, signal, sys, threading, time
from cheapbandits.cli.interrupts import Interrupts
from cheapbandits.cli.streams import guarded

gone = threading.Event()
def late():
    gone.wait(20)
    raise RuntimeError("too late")
thread = threading.Thread(target=late)
thread.start()
with guarded() as (out, err):
    interrupts = Interrupts(err)
    with interrupts.watched():
        try:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(20)
        except KeyboardInterrupt:
            pass
    interrupts.report()
gone.set()
thread.join()
print("Exception ignored in", file=sys.stderr)
"""


def test_threads_that_fail_after_an_interrupt_say_nothing():
    """The pool of processes has some; they may outlive the command's last line."""
    done = subprocess.run([sys.executable, "-c", LATE], capture_output=True, timeout=60)
    assert done.stderr == b"interrupted; what was stored before is safe\n"
