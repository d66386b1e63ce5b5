"""What made a folder of results: versions, parameters, how long. It guards against mixing runs."""

from __future__ import annotations

import json
import os
import platform
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from cheapbandits.errors import ParameterError

__all__ = ["Manifest", "prepare_folder"]

NAME = "manifest.json"


@dataclass(frozen=True)
class Manifest:
    """The parameters that results of one folder share."""

    studies: tuple[str, ...]
    runs: int
    seed: int
    quick: bool

    def parameters(self) -> dict[str, object]:
        """Return what must agree for results to go on in the same folder."""
        return {"runs": self.runs, "seed": self.seed, "quick": self.quick}

    def write(self, folder: Path, *, seconds: float, n_cells: int) -> dict[str, object]:
        """Write the manifest beside the results, and return what it says.

        Time adds up over the commands that worked in this folder.
        """
        import numpy as np
        import scipy

        before = _read(folder / NAME).get("seconds", 0.0)
        content: dict[str, object] = {
            "parameters": self.parameters(),
            "studies": list(self.studies),
            "cells": n_cells,
            "seconds": round(before + seconds, 1),
            "finished": datetime.now(UTC).isoformat(timespec="seconds"),
            "versions": {
                "cheapbandits": version("cheapbandits"),
                "python": platform.python_version(),
                "numpy": np.__version__,
                "scipy": scipy.__version__,
            },
            "machine": {"system": platform.platform(), "cores": os.cpu_count()},
        }
        (folder / NAME).write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
        return content


def prepare_folder(folder: Path, manifest: Manifest) -> None:
    """Make the folder, or check that the results in it were made with the same parameters."""
    path = folder / NAME
    folder.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        manifest.write(folder, seconds=0.0, n_cells=0)
        return
    known = _read(path).get("parameters")
    if known != manifest.parameters():
        raise ParameterError(
            f"{folder} holds results made with {known}, not {manifest.parameters()}: "
            "choose another folder with --out, or delete this one"
        )


def _read(path: Path) -> dict[str, Any]:
    """Return what a manifest says; nothing where there is none or it is damaged."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}
