"""Studies: an experiment is a table of cells (problem, policy, seed), run anywhere, resumable."""

from cheapbandits.studies.cell import Cell
from cheapbandits.studies.execution import execute
from cheapbandits.studies.results import Results
from cheapbandits.studies.run import CellResult, run_cell

__all__ = ["Cell", "CellResult", "Results", "execute", "run_cell"]
