"""Spoilt files of every format, and good ones in disguise: what became of each."""

from __future__ import annotations

import random
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any
from unicodedata import category

from tools.fuzz.mutations import harmless, mutate
from tools.fuzz.oracles import ORACLES, Unsure
from tools.fuzz.pool import Worker
from tools.fuzz.seeds import FORMATS, Seed, make_seed

__all__ = ["BAD", "run", "well_mannered"]

#: Outcomes that must not be.
BAD = ("crash", "hang", "raw", "memory", "wrong", "manners")

#: Kinds of characters: controls, halves of others, breaks of lines and paragraphs.
_OBEYED = ("Cc", "Cs", "Zl", "Zp")


def run(n: int, seed: int, seconds: float, keep: Path | None = None) -> Counter[str]:
    """Return how often each outcome came, by format: ``"csv refused"`` and the like.

    Parameters
    ----------
    n
        Files to try, a fifth of them good ones in disguise.
    seed
        Of the random choices; the same seed tries the same files.
    seconds
        Stop after so long.
    keep
        A folder for the files that showed a defect.
    """
    counts: Counter[str] = Counter()
    end = time.monotonic() + seconds
    kinds = list(FORMATS)
    with tempfile.TemporaryDirectory() as folder, Worker() as worker:
        for k in range(n):
            if time.monotonic() > end:
                break
            rng = random.Random(f"{seed} {k}")
            kind = kinds[k % len(kinds)]
            good = make_seed(kind, rng)
            disguised = k % 5 == 4
            more, data = harmless(good, rng) if disguised else ("", mutate(good, rng))
            path = Path(folder) / f"{k}{good.suffix}{more}"
            path.write_bytes(data)
            answer = worker.ask({"kind": "graph", "path": str(path)})
            outcome = _judge(answer, data, good, path, disguised=disguised)
            counts[f"{kind} {outcome}"] += 1
            if outcome in BAD and keep is not None:
                keep.mkdir(parents=True, exist_ok=True)
                (keep / f"{outcome}-{path.name}").write_bytes(data)
                (keep / f"{outcome}-{path.name}.txt").write_text(str(answer))
            path.unlink()
    return counts


def well_mannered(message: str) -> bool:
    """Tell whether a message is one short line that a terminal prints and does not obey."""
    return len(message) < 2_000 and not any(category(c) in _OBEYED for c in message)


def _judge(answer: dict[str, Any], data: bytes, good: Seed, path: Path, *, disguised: bool) -> str:
    """Return the outcome, with ``wrong`` and ``manners`` for what the worker cannot tell."""
    outcome = str(answer["outcome"])
    if outcome == "refused":
        message = str(answer["message"])
        plain = message.startswith(f"{path}: ") and well_mannered(message)
        return "wrong" if disguised else "refused" if plain else "manners"
    if outcome != "read":
        return outcome
    edges = {(a, b): float.fromhex(w) for a, b, w in answer["content"]["edges"]}
    if disguised:
        expected = {(min(a, b), max(a, b)): w for a, b, w in good.edges or ()}
        return "read as it was" if edges == expected else "wrong"
    try:
        again = ORACLES[good.suffix](data, good)
    except Unsure:
        return "read, unsure"
    except Exception:
        # The other way could not read it at all; then neither should we.
        again = None
    return "read, confirmed" if again == edges else "wrong"
