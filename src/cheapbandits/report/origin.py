"""How the results were made, and how to make them again."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from cheapbandits.report.blocks import Block, Code, Paragraph, Table
from cheapbandits.report.numbers import duration

if TYPE_CHECKING:
    from cheapbandits.studies.results import Results

__all__ = ["again_blocks", "command", "origin_table"]

_ALL_STUDIES = 7


def origin_table(manifest: Mapping[str, object]) -> Table:
    """Return everything the manifest says, a row each."""
    return Table("Parameters, versions, machine", ("What", "Value"), tuple(_rows(manifest)))


def command(manifest: Mapping[str, object]) -> str:
    """Return the command that makes the same numbers again."""
    words = ["cheapbandits", "reproduce"]
    studies, parameters = manifest.get("studies"), manifest.get("parameters")
    if isinstance(studies, list) and len(studies) < _ALL_STUDIES:
        words += map(str, studies)
    if isinstance(parameters, dict):
        quick = parameters.get("quick")
        words += ["--quick"] if quick else ["--runs", str(parameters.get("runs", 100))]
        words += ["--seed", str(parameters.get("seed", 0))]
    return shlex.join(words)


def again_blocks(results: Results, manifest: Mapping[str, object]) -> Iterator[Block]:
    """Yield how to run everything again, and how to check a single number."""
    yield Paragraph("Everything again; on one core or many, the numbers are the same:")
    yield Code(command(manifest))
    for group in results.groups[:1]:
        policy = results.policies(group)[0]
        seed = manifest.get("parameters")
        first = seed.get("seed", 0) if isinstance(seed, dict) else 0
        yield Paragraph("One run of one policy, round by round:")
        yield Code(f"cheapbandits reproduce --cell {group}/{policy}/{int(first):03d} --json")


def _rows(manifest: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    for key, value in manifest.items():
        if isinstance(value, Mapping):
            yield from _rows(value)
        elif key == "seconds" and isinstance(value, int | float):
            yield "time", duration(value)
        elif isinstance(value, list | tuple):
            yield key, ", ".join(map(str, value))
        else:
            yield key, str(value)
