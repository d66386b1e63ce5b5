"""Random command lines: each ends with a status that tells, and nothing it prints is raw.

A line is an ordinary one with words changed, doubled, left out or put elsewhere. Each runs in a
child of this process, which has everything imported: a crash or a hang ends only the child.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tools.fuzz.words import HOSTILE, LINES, OPTIONS, WATCHED

__all__ = ["lines", "run", "set_up", "trial"]

#: Seconds after which a command counts as one that hangs; on a busy machine most take 0.1.
PATIENCE = 30.0
#: What a command may end with; see docs/campaigns.md.
STATUSES = frozenset({0, 2, 3, 4, 5, 6, 141})


def run(n: int, seed: int, seconds: float) -> Counter[str]:
    """Return how many of ``n`` random command lines were done, refused, and went wrong.

    What went wrong is shown on standard error.

    Parameters
    ----------
    n, seed
        How many, and which.
    seconds
        Stop after this long, however many are left.
    """
    counts: Counter[str] = Counter()
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        set_up(folder)
        for words in lines(n, seed):
            if time.monotonic() - started > seconds:
                break
            counts[f"command {_tried(words, folder)}"] += 1
        if _tried(["db", "check"], folder) != "read":
            counts["command raw"] += 1
    return counts


def _tried(words: list[str], folder: Path) -> str:
    outcome, detail = trial(words, folder)
    if outcome not in ("read", "refused"):
        sys.stderr.write(f"{outcome}: {words!a}: {detail}\n")
    return outcome


def set_up(folder: Path) -> None:
    """Put a graph, values, readings and two campaigns into a folder."""
    import cheapbandits as cb

    names = [f"place {i}" if i % 3 else f"=ort{i};ü" for i in range(20)]
    grid = cb.grid(4, 5)
    graph = cb.Graph(grid.weights, names=names, coordinates=grid.coordinates)
    cb.write_graph(graph, folder / "g.npz")
    (folder / "f.csv").write_text("\n".join(str(i / 20) for i in range(20)))
    (folder / "r.csv").write_text("nodes,reading\nplace 1,0.5\nplace 2;place 4,0.25\n")
    (folder / "bad.csv").write_text("nodes,reading\nplace 1,1e308\n")
    (folder / "folder").mkdir()
    with cb.Campaign.create("a", graph, db=folder / "c.db", horizon=40, budget=12.0) as campaign:
        campaign.tell(campaign.ask(3)[0], 0.5)
    cb.Campaign.create("b", graph, db=folder / "c.db", policy="PacedKG", budget=5.0).close()
    _import_all()


def _import_all() -> None:
    """Have everything imported before the first child is made, or each does it anew."""
    from typer.testing import CliRunner

    from cheapbandits.cli import app

    app._whole_command()
    for words in (["campaign", "--help"], ["no such command"]):
        CliRunner().invoke(app.app, words)


def lines(n: int, seed: int) -> Iterator[list[str]]:
    """Yield ``n`` random command lines."""
    rng = random.Random(seed)
    for _ in range(n):
        words = rng.choice(LINES).split(" ")
        for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
            _change(words, rng)
        if words[0] == "hunt" and (len(words) == 1 or words[1].startswith("-")):
            words.insert(1, "g.npz")  # without a graph it is one of a million nodes: a minute
        yield words


def _change(words: list[str], rng: random.Random) -> None:
    at = rng.randrange(len(words) + 1)
    kind = rng.randrange(6)
    if kind == 0 and len(words) > 1:
        del words[min(at, len(words) - 1)]
    elif kind == 1 and words:
        words.insert(at, rng.choice(words))
    elif kind == 2:
        words[at:at] = [rng.choice(OPTIONS), rng.choice(HOSTILE)]
    elif kind == 3:
        words.insert(at, rng.choice(OPTIONS))
    else:
        # The first words are commands; a hostile one there is only an unknown command.
        spot = rng.randrange(min(2, len(words) - 1), len(words)) if len(words) > 1 else 0
        words[spot] = rng.choice(HOSTILE)


def trial(words: list[str], folder: Path) -> tuple[str, str]:
    """Run one command line; return ``read`` (it was done), ``refused``, or what was wrong."""
    out, err = folder / ".out", folder / ".err"
    (folder / ".in").write_text(WATCHED)
    child = os.fork()
    if child == 0:
        _be_the_command(words, folder, out, err)
    status = _ended(child)
    said, complaint = out.read_bytes(), err.read_bytes().decode("utf-8", "replace")
    if status is None:
        return "hang", complaint[-500:]
    if status < 0:
        return "crash", f"signal {-status}: {complaint[-500:]}"
    if "Traceback" in complaint or status not in STATUSES:
        return "raw", f"status {status}: {complaint[-2000:]}"
    wrong = _unfit(said, words, status)
    if wrong:
        return "manners", wrong
    return ("read" if status == 0 else "refused"), complaint[-500:]


def _ended(child: int) -> int | None:
    """Return a child's status, less than 0 for a signal, None where it had to be killed."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.002)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def _unfit(said: bytes, words: list[str], status: int) -> str:
    """Return what is wrong with what was printed, if anything."""
    try:
        text = said.decode("utf-8")
    except UnicodeDecodeError as error:
        return f"not UTF-8: {error}"
    odd = {c for c in text if (ord(c) < 32 and c not in "\n\t") or 0x7F <= ord(c) < 0xA0}
    if odd:
        return f"control characters: {odd!r}"
    if "--json" in words and status == 0 and "watch" not in words and "--help" not in words:
        try:
            json.loads(text or "null", parse_constant=_no_number)
        except ValueError as error:
            return f"not JSON ({error}): {text[:300]}"
    return ""


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is not JSON")


def _be_the_command(words: list[str], folder: Path, out: Path, err: Path) -> None:
    """Become the command: its streams, its folder, its words. Does not return."""
    status = 1
    try:
        for number, path, mode in (
            (0, folder / ".in", os.O_RDONLY),
            (1, out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
            (2, err, os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
        ):
            opened = os.open(path, mode, 0o600)
            os.dup2(opened, number)
            os.close(opened)
        os.chdir(folder)
        os.environ |= {"CHEAPBANDITS_DB": str(folder / "c.db"), "CHEAPBANDITS_WHO": "ann"}
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.argv = ["cheapbandits", *words]
        from cheapbandits.cli import main

        main()
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    except BaseException:
        traceback.print_exc()
        status = 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
