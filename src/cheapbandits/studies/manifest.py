"""What made a folder of results: version, engines, parameters, time. It guards it."""

from __future__ import annotations

import json
import os
import platform
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cheapbandits.errors import ParameterError
from cheapbandits.studies.cell import Cell, PolicyName
from cheapbandits.studies.disk import replace_text

if TYPE_CHECKING:
    from cheapbandits.studies.run import CellResult

__all__ = ["Manifest", "prepare_folder", "read_manifest"]

NAME = "manifest.json"


@dataclass(frozen=True)
class Manifest:
    """What the results of one folder share.

    Attributes
    ----------
    parameters
        What must agree for work to go on in the same folder.
    studies
        What was run last.
    """

    parameters: Mapping[str, object] = field(default_factory=dict)
    studies: tuple[str, ...] = ()

    def write(
        self, folder: Path, results: Mapping[Cell, CellResult], *, seconds: float
    ) -> dict[str, object]:
        """Write the manifest beside the results, and return what it says.

        Time adds up over the commands that worked in this folder.
        """
        import numpy as np
        import scipy

        before = read_manifest(folder).get("seconds", 0.0)
        content: dict[str, object] = {
            "parameters": dict(self.parameters),
            "studies": list(self.studies),
            "cells": len(results),
            "seconds": round(before + seconds, 1),
            "finished": datetime.now(UTC).isoformat(timespec="seconds"),
            "versions": {
                "cheapbandits": version("cheapbandits"),
                "python": platform.python_version(),
                "numpy": np.__version__,
                "scipy": scipy.__version__,
            },
            "engines": _engines(results),
            "machine": {"system": platform.platform(), "cores": os.cpu_count()},
        }
        replace_text(folder / NAME, json.dumps(content, indent=2) + "\n")
        return content


def prepare_folder(folder: Path, manifest: Manifest) -> None:
    """Make the folder, or check that its results were made alike: parameters and version."""
    path = folder / NAME
    folder.mkdir(parents=True, exist_ok=True)
    if not path.exists() and not (folder / "cells.jsonl").exists():
        manifest.write(folder, {}, seconds=0.0)
        return
    known, ours = read_manifest(folder), version("cheapbandits")
    if known.get("parameters") != manifest.parameters:
        raise ParameterError(
            f"{folder} holds results made with {known.get('parameters')}, not "
            f"{dict(manifest.parameters)}: choose another folder with --out, or delete this one"
        )
    theirs = known.get("versions", {}).get("cheapbandits")
    if theirs != ours:
        raise ParameterError(
            f"{folder} holds results made by cheapbandits {theirs}, this is {ours}; they are not "
            "mixed: choose another folder with --out, or delete this one"
        )


def _engines(results: Mapping[Cell, CellResult]) -> dict[str, list[str]]:
    """Return the engines that computed the cells of each policy."""
    engines: dict[str, set[str]] = defaultdict(set)
    for cell, result in results.items():
        engines[PolicyName.parse(cell.policy).kind].add(result.engine)
    return {policy: sorted(names) for policy, names in engines.items()}


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return what a folder's manifest says; nothing where there is none or it is damaged."""
    try:
        content = json.loads((folder / NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}
