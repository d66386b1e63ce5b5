"""Spoilt files of every format, and good ones in disguise: what became of each."""

from __future__ import annotations

import math
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unicodedata import category

from tools.fuzz.mutations import harmless, mutate, packed
from tools.fuzz.oracles import ORACLES, Unsure
from tools.fuzz.pool import Worker
from tools.fuzz.seeds import FORMATS, Seed
from tools.fuzz.site_oracles import SITE_ORACLES
from tools.fuzz.site_seeds import SITE_FORMATS

__all__ = ["ALL", "BAD", "run", "well_mannered"]

Oracle = Callable[[bytes, Seed], Any]

#: Every kind of file, and what makes a good one.
ALL = {**FORMATS, **SITE_FORMATS}

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
    kinds = list(ALL)
    with tempfile.TemporaryDirectory() as folder, Worker(maps=True) as worker:
        for k in range(n):
            if time.monotonic() > end:
                break
            rng = random.Random(f"{seed} {k}")
            kind = kinds[k % len(kinds)]
            good = ALL[kind](rng)
            disguised = k % 5 == 4
            more, data = harmless(good, rng) if disguised else ("", mutate(good, rng))
            stored = data
            if kind == "gr" and not disguised:
                more = rng.choice(["", "", ".gz", ".xz", ".zip"])
                stored = packed(data, more, good.suffix) if more else data
            path = Path(folder) / f"{k}{good.suffix}{more}"
            path.write_bytes(stored)
            answer = worker.ask({"kind": "graph", "path": str(path)})
            oracle = SITE_ORACLES.get(kind) or ORACLES[good.suffix]
            outcome = _judge(answer, data, good, path, None if disguised else oracle)
            counts[f"{kind} {outcome}"] += 1
            if outcome in BAD and keep is not None:
                keep.mkdir(parents=True, exist_ok=True)
                (keep / f"{outcome}-{path.name}").write_bytes(stored)
                (keep / f"{outcome}-{path.name}.txt").write_text(str(answer))
            path.unlink()
    return counts


def well_mannered(message: str) -> bool:
    """Tell whether a message is one short line that a terminal prints and does not obey."""
    return len(message) < 2_000 and not any(category(c) in _OBEYED for c in message)


def _judge(
    answer: dict[str, Any], data: bytes, good: Seed, path: Path, oracle: Oracle | None
) -> str:
    """Return the outcome, with ``wrong`` and ``manners`` for what the worker cannot tell.

    Without an oracle the file is a good one in disguise.
    """
    outcome = str(answer["outcome"])
    if outcome == "refused":
        message = str(answer["message"])
        plain = message.startswith(f"{path}: ") and well_mannered(message)
        return "wrong" if oracle is None else "refused" if plain else "manners"
    if outcome != "read":
        return outcome
    content = answer["content"]
    edges = {(a, b): float.fromhex(w) for a, b, w in content["edges"]}
    if oracle is None:
        expected = {(min(a, b), max(a, b)): w for a, b, w in good.edges or ()}
        right = edges == expected and (good.sites is None or _same(content, good.sites))
        return "read as it was" if right else "wrong"
    try:
        again = oracle(data, good)
    except Unsure:
        return "read, unsure"
    except Exception:
        # The other way could not read it at all; then neither should we.
        again = None
    right = again == edges if good.sites is None else again is not None and _same(content, again)
    return "read, confirmed" if right else "wrong"


def _same(content: dict[str, Any], sites: dict[str, tuple[float, float]]) -> bool:
    """Tell whether the nodes lie where they should."""
    found = dict(zip(content["nodes"], content["places"] or (), strict=False))
    return found.keys() == sites.keys() and all(
        math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-300)
        for name, known in sites.items()
        for a, b in zip(found[name], known, strict=True)
    )
