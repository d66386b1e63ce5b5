"""``python -m tools.relief etopo20.npz relief5.csv``: mean elevation of cells of five degrees.

The table has a row for each belt of latitude, from the south, and a column for each of longitude,
from 20 degrees east; whole metres.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

#: Points of the grid, a third of a degree apart, along a side of a cell.
SIDE = 15


def main(source: Path, target: Path) -> None:
    """Write the reduced table."""
    with np.load(source, allow_pickle=False) as found:
        heights = found["elev_m"][:, :-1].astype(float)  # the last column repeats the first
    rows, columns = heights.shape[0] // SIDE, heights.shape[1] // SIDE
    cells = heights.reshape(rows, SIDE, columns, SIDE).mean(axis=(1, 3))
    lines = [",".join(str(round(value)) for value in row) for row in cells.tolist()]
    target.write_text("\n".join(lines) + "\n", "ascii")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
