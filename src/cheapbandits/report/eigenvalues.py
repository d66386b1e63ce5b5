"""The block model's first eigenvalues beside those that the paper prints."""

from __future__ import annotations

from cheapbandits.report.blocks import Table
from cheapbandits.report.numbers import format_number
from cheapbandits.studies.claims import PAPER_EIGENVALUES, block_model_eigenvalues

__all__ = ["eigenvalue_table"]

_ZERO = 1e-9


def eigenvalue_table(draws: int = 20) -> Table:
    """Return the table of the six smallest eigenvalues, over some draws of the graph."""
    values = block_model_eigenvalues(draws)
    values[values < _ZERO] = 0.0
    ends = zip(values.min(axis=0), values.max(axis=0), strict=True)
    rows = (
        ("The paper", *map(format_number, PAPER_EIGENVALUES)),
        ("Mean of our draws", *map(format_number, values.mean(axis=0))),
        ("Smallest to largest", *(f"{low:.1f} to {high:.1f}" for low, high in ends)),
    )
    header = ("", *(f"λ{i}" for i in range(1, len(PAPER_EIGENVALUES) + 1)))
    return Table(f"The six smallest, {draws} draws of the graph", header, rows)
