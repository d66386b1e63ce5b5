"""Spoilt tables of values and readings, and hostile names: what became of each."""

from __future__ import annotations

import csv
import random
import re
import tempfile
import time
from collections import Counter
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from tools.fuzz.files import BAD, well_mannered
from tools.fuzz.mutations import TOKENS, mutate
from tools.fuzz.pool import Worker
from tools.fuzz.seeds import WORDS, Seed

__all__ = ["run"]

KINDS = ("values", "readings", "name")


def run(n: int, seed: int, seconds: float, keep: Path | None = None) -> Counter[str]:
    """Return how often each outcome came, by kind; see :func:`tools.fuzz.files.run`."""
    counts: Counter[str] = Counter()
    end = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder, Worker() as worker:
        for k in range(n):
            if time.monotonic() > end:
                break
            rng = random.Random(f"{seed} text {k}")
            kind = KINDS[k % len(KINDS)]
            names = rng.sample(WORDS, 5)
            path = Path(folder) / f"{k}.csv"
            data = b""
            if kind == "name":
                names = _names(rng)
            else:
                good = _table(kind, names, rng)
                data = good.data if k % 5 == 4 else mutate(good, rng)
                path.write_bytes(data)
            answer = worker.ask({"kind": kind, "path": str(path), "names": names})
            outcome = _judge(kind, answer, data, names)
            if kind != "name" and k % 5 == 4 and outcome != "read, confirmed":
                outcome = "wrong"
            counts[f"{kind} {outcome}"] += 1
            if outcome in BAD and keep is not None:
                keep.mkdir(parents=True, exist_ok=True)
                (keep / f"{outcome}-{kind}-{k}").write_bytes(data)
                (keep / f"{outcome}-{kind}-{k}.txt").write_text(f"{names!a}\n{answer!a}")
    return counts


def _names(rng: random.Random) -> list[str]:
    """Return distinct names, some of them hostile, none of them half a byte sequence."""
    pieces = [token.decode("utf-8", "replace") for token in TOKENS]
    pieces += [*WORDS, chr(rng.randrange(0x110000)), "\ud800", "=cmd()", "a" * 2000, " x ", "\\"]
    return list(dict.fromkeys("".join(rng.choices(pieces, k=rng.randint(1, 3))) for _ in range(4)))


def _table(kind: str, names: list[str], rng: random.Random) -> Seed:
    header = rng.choice([[], ["nodes,reading"] if kind == "readings" else ["node,value"]])
    rows = [f'"{name}",{rng.choice([0.5, 1.25, -3, 1e-3, 40])}' for name in names]
    data = "\n".join([*header, *rows, ""]).encode()
    return Seed(".csv", data, None, ",", bool(header))


def _judge(kind: str, answer: dict[str, Any], data: bytes, names: list[str]) -> str:
    outcome = str(answer["outcome"])
    if outcome == "refused":
        return "refused" if well_mannered(str(answer["message"])) else "manners"
    if outcome != "read":
        return outcome
    if kind == "name":
        return "read" if answer["content"] == names else "wrong"
    try:
        expected = _values(data)
    except (ValueError, InvalidOperation, csv.Error):
        return "read, unsure"
    if kind == "values":
        found = dict(zip(names, answer["content"], strict=True))
        return (
            "read, confirmed"
            if list(found.items()) == sorted(expected, key=lambda pair: names.index(pair[0]))
            else "wrong"
        )
    got = [(tuple(nodes), value) for nodes, value, _ in answer["content"]]
    try:
        wanted = [(_nodes(place, names), value) for place, value in expected]
    except ValueError:
        return "wrong"
    return "read, confirmed" if got == wanted else "wrong"


def _nodes(place: str, names: list[str]) -> tuple[int, ...]:
    parts = [part.strip() for part in place.split(";")]
    return tuple(names.index(part) if part in names else int(part) for part in parts)


def _values(data: bytes) -> list[tuple[str, float]]:
    """Return the places and values of a table with commas, or raise where it is none."""
    lines = [x for x in re.split("\r\n|\r|\n", data.decode("utf-8-sig")) if x.strip(" \t")]
    found = []
    for row, line in enumerate(lines):
        if line.lstrip(" \t")[0] in "#%":
            continue
        (cells,) = csv.reader([line.strip(" \t")], strict=True, skipinitialspace=True)
        place, mark = (cell.strip(" \t") for cell in cells)
        if row == 0 and not set("0123456789") & set(mark):
            continue
        if not mark.isascii() or "_" in mark:
            raise InvalidOperation
        found.append((place, float(Decimal(mark))))
    return found
