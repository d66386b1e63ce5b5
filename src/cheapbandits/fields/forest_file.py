"""A forest in a small file: plain arrays, no pickle."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.errors import ParameterError
from cheapbandits.fields.forest_clusters import Forest
from cheapbandits.fields.forest_table import COVER_TYPES

if TYPE_CHECKING:
    from os import PathLike

    from numpy.typing import NDArray

__all__ = ["load_forest", "save_forest"]

_ARRAYS = {
    "centers": np.float64,
    "counts": np.int32,
    "low": np.float64,
    "high": np.float64,
    "edges": np.int32,
    "inertia": np.float64,
    "iterations": np.int64,
}


def save_forest(forest: Forest, path: str | PathLike[str]) -> None:
    """Write the forest as ``.npz``; the same forest gives the same bytes."""
    arrays: dict[str, Any] = {
        name: np.asarray(getattr(forest, name), dtype=dtype) for name, dtype in _ARRAYS.items()
    }
    # A file object keeps the name as given, where a path would get ".npz" appended.
    with Path(path).open("wb") as file:
        np.savez_compressed(file, **arrays)


def load_forest(path: str | PathLike[str]) -> Forest:
    """Read what :func:`save_forest` wrote."""
    if not Path(path).is_file():
        raise ParameterError(f"no file at {path}: save_forest writes one")
    try:
        arrays = _read(Path(path))
    except (OSError, EOFError, ValueError, zipfile.BadZipFile, zlib.error) as error:
        raise ParameterError(f"{path} is not a saved forest: {error}") from error
    _check(arrays, path)
    for array in arrays.values():
        array.setflags(write=False)
    inertia, iterations = float(arrays.pop("inertia")), int(arrays.pop("iterations"))
    return Forest(**arrays, inertia=inertia, iterations=iterations)


def _read(path: Path) -> dict[str, NDArray[Any]]:
    with np.load(path, allow_pickle=False) as stored:
        missing = sorted(set(_ARRAYS) - set(stored))
        if missing:
            raise ValueError(f"it lacks {', '.join(missing)}")
        return {name: np.asarray(stored[name], dtype) for name, dtype in _ARRAYS.items()}


def _check(arrays: Mapping[str, NDArray[Any]], path: object) -> None:
    """Refuse arrays whose shapes do not fit together."""
    n_nodes, n_columns = (*arrays["centers"].shape, 0, 0)[:2]
    expected = {
        "centers": (n_nodes, n_columns),
        "counts": (n_nodes, len(COVER_TYPES)),
        "low": (n_columns,),
        "high": (n_columns,),
        "edges": (len(np.atleast_1d(arrays["edges"])), 2),
        "inertia": (),
        "iterations": (),
    }
    for name, shape in expected.items():
        if arrays[name].shape != shape:
            raise ParameterError(
                f"{path} is damaged: {name} has shape {arrays[name].shape}, expected {shape}"
            )
    if not (arrays["counts"].sum(axis=1) > 0).all():
        raise ParameterError(f"{path} is damaged: a cluster has no rows")
