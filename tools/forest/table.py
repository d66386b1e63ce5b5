"""The Forest Cover Type table: from a file or the network to checked arrays."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import MissingExtraError, ParameterError
from cheapbandits.fields.forest import COVER_TYPES

if TYPE_CHECKING:
    from os import PathLike

    from numpy.typing import ArrayLike, NDArray

__all__ = ["check_forest_table", "fetch_forest_table", "read_forest_table"]

#: Elevation, aspect, slope, two distances to water, to roads, three hillshades, to fire points.
N_QUANTITATIVE = 10
#: Columns of UCI's file: the quantitative ones, 44 zeros and ones, the label.
N_COLUMNS = 55

#: What damaged files make NumPy, pandas and the decompressors raise.
_UNREADABLE = (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile, zlib.error)


def read_forest_table(
    path: str | PathLike[str],
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Read the table from a file.

    Parameters
    ----------
    path
        An ``.npz`` with arrays ``X`` and ``y``, or UCI's ``covtype.data`` (also ``.csv``, ``.gz``):
        55 comma-separated columns without a header, ten quantitative first, the label last.

    Returns
    -------
    X, y
        ``(rows, 10)`` quantitative columns and ``(rows,)`` labels 1 to 7.
    """
    path = Path(path)
    if not path.is_file():
        raise ParameterError(f"no file at {path}: give covtype.data(.gz) or an .npz with X and y")
    try:
        X, y = _read_npz(path) if path.suffix == ".npz" else _read_text(path)
    except ParameterError:
        raise
    except _UNREADABLE as error:
        raise ParameterError(f"{path} is not a forest table: {error}") from error
    return check_forest_table(X, y)


def fetch_forest_table() -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Download the table with scikit-learn, which keeps a copy for the next time.

    Returns
    -------
    X, y
        As :func:`read_forest_table`.

    Raises
    ------
    OSError
        When there is no copy yet and no network.
    """
    try:
        from sklearn.datasets import fetch_covtype
    except ImportError as error:
        raise MissingExtraError(
            "downloading the forest needs scikit-learn: pip install scikit-learn"
        ) from error
    table = fetch_covtype()
    return check_forest_table(table.data[:, :N_QUANTITATIVE], table.target)


def check_forest_table(X: ArrayLike, y: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return ``(rows, 10)`` finite numbers and ``(rows,)`` labels 1 to 7, or say what is wrong."""
    try:
        table, labels = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
    except (TypeError, ValueError) as error:
        raise ParameterError(f"the forest table must hold numbers only: {error}") from error
    if table.ndim != 2 or table.shape[1] != N_QUANTITATIVE:
        raise ParameterError(f"X must have shape (rows, {N_QUANTITATIVE}), got {table.shape}")
    if labels.shape != table.shape[:1]:
        raise ParameterError(f"y must have shape ({len(table)},), got {labels.shape}")
    if not labels.size:
        raise ParameterError("the forest table is empty: it needs at least 2 rows")
    _refuse(~np.isfinite(table).all(axis=1), "the quantitative columns must be finite numbers")
    _refuse(
        ~np.isin(labels, np.arange(1, len(COVER_TYPES) + 1)),
        f"labels must be whole numbers from 1 to {len(COVER_TYPES)}",
        labels,
    )
    return table, labels.astype(np.int64)


def _refuse(bad: NDArray[np.bool_], rule: str, values: NDArray[np.float64] | None = None) -> None:
    """Raise the rule with the first row that breaks it."""
    if bad.any():
        row = int(bad.argmax())
        got = "is not" if values is None else f"has {values[row]:g}"
        raise ParameterError(f"{rule}: row {row} (from 0) {got}")


def _read_npz(path: Path) -> tuple[ArrayLike, ArrayLike]:
    with np.load(path, allow_pickle=False) as arrays:
        missing = {"X", "y"} - set(arrays)
        if missing:
            raise ParameterError(f"{path} must hold the arrays X and y; it has {sorted(arrays)}")
        return arrays["X"], arrays["y"]


def _read_text(path: Path) -> tuple[ArrayLike, ArrayLike]:
    import pandas as pd

    # All columns, though eleven are used: pandas lets a row be too long once it may skip some.
    table = pd.read_csv(path, header=None, low_memory=False)
    if table.shape[1] != N_COLUMNS:
        raise ParameterError(
            f"{path} must have {N_COLUMNS} comma-separated columns and no header, "
            f"got {table.shape[1]}"
        )
    return table.iloc[:, :N_QUANTITATIVE].to_numpy(), table.iloc[:, -1].to_numpy()
