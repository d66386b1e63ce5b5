"""``make fuzz``: try many inputs, write the counts to ``docs/fuzz.md``, fail where one was bad."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from tools.fuzz.answers import run as run_answers
from tools.fuzz.commands import run as run_commands
from tools.fuzz.files import BAD
from tools.fuzz.files import run as run_files
from tools.fuzz.requests import run as run_requests
from tools.fuzz.texts import run as run_texts

Run = Callable[..., Counter[str]]

_DOCS = Path(__file__).resolve().parents[2] / "docs" / "fuzz.md"
_COLUMNS = ("tried", "read", "refused", *BAD)


def main() -> int:
    """Return 1 where something was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, default=Path("results/fuzz"))
    parser.add_argument("--docs", type=Path, default=_DOCS)
    options = parser.parse_args()
    start = time.monotonic()
    counts: Counter[str] = Counter()
    # Most are files; command lines come on top, take a process each, and so some time.
    plan: list[tuple[Run, float, float]] = [
        (run_files, 0.7, 0.5),
        (run_texts, 0.18, 0.1),
        (run_requests, 0.12, 0.15),
        (run_commands, 0.05, 0.25),
        (run_answers, 0.02, 0.2),
    ]
    for run, inputs, seconds in plan:
        n = round(options.inputs * inputs)
        taken = {} if run is run_commands else {"keep": options.keep}
        counts += Counter(run(n, options.seed, options.seconds * seconds, **taken))
    text = report(counts, options.seed)
    options.docs.write_text(text, encoding="utf-8")
    print(text)
    print(f"{time.monotonic() - start:.0f} s; files that showed a defect: {options.keep}")
    return int(any(_column(key) in BAD for key in counts))


def report(counts: Counter[str], seed: int) -> str:
    """Return the page with the counts."""
    kinds = list(dict.fromkeys(key.split(" ", 1)[0] for key in counts))
    rows = [[kind, *(str(_count(counts, kind, name)) for name in _COLUMNS)] for kind in kinds]
    rows.append(["all", *(str(_count(counts, None, name)) for name in _COLUMNS)])
    confirmed = sum(n for key, n in counts.items() if key.endswith(("confirmed", "as it was")))
    unsure = sum(n for key, n in counts.items() if key.endswith("unsure"))
    lines = [
        "# Fuzzing",
        "",
        f"Written by `make fuzz` (seed {seed}). Each input is read in a process apart,",
        "with 1 GiB of memory, and counts as hanging after 20 s. What is read is compared with",
        "what a second, plain reader finds in the same bytes; a good file in disguise (lines in",
        "another order, other line ends, a byte order mark, gzip) must be read as it was. Requests",
        "go to the service's own application; below status 500 and in JSON is well answered.",
        "Answers: the same readings of the same network, told in another order, unit or numbering,",
        "must give the same answer.",
        "",
        "| input | " + " | ".join(_COLUMNS) + " |",
        "|---" * (len(_COLUMNS) + 1) + "|",
        *("| " + " | ".join(row) + " |" for row in rows),
        "",
        f"Of those read, {confirmed} were confirmed by the second reader or known beforehand; of",
        f"{unsure} the second reader could not be sure. `manners`: a message that is not one plain",
        "line, or does not name the file.",
        "",
    ]
    return "\n".join(lines)


def _column(key: str) -> str:
    outcome = key.split(" ", 1)[1]
    return "read" if outcome.startswith("read") else outcome


def _count(counts: Counter[str], kind: str | None, column: str) -> int:
    return sum(
        n
        for key, n in counts.items()
        if kind in (None, key.split(" ", 1)[0]) and column in ("tried", _column(key))
    )


if __name__ == "__main__":
    sys.exit(main())
