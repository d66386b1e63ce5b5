"""The paper's forest, from the raw cover type table to the file that the package ships."""

from tools.forest.build import build_forest, save_forest
from tools.forest.table import fetch_forest_table, read_forest_table

__all__ = ["build_forest", "fetch_forest_table", "read_forest_table", "save_forest"]
