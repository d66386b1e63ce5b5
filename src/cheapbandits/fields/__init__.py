"""Fields: simulated ones, sensors that read them, and real data that comes with the package."""

from cheapbandits.fields.check import check_field
from cheapbandits.fields.forest_clusters import Forest, build_forest
from cheapbandits.fields.forest_file import load_forest, save_forest
from cheapbandits.fields.forest_table import COVER_TYPES, fetch_forest_table, read_forest_table
from cheapbandits.fields.planted import planted_field
from cheapbandits.fields.sensors import GaussianSensor
from cheapbandits.fields.shipped import DATASETS, Dataset, forest, load_dataset, us_counties
from cheapbandits.fields.smooth import sparse_field

__all__ = [
    "COVER_TYPES",
    "DATASETS",
    "Dataset",
    "Forest",
    "GaussianSensor",
    "build_forest",
    "check_field",
    "fetch_forest_table",
    "forest",
    "load_dataset",
    "load_forest",
    "planted_field",
    "read_forest_table",
    "save_forest",
    "sparse_field",
    "us_counties",
]
