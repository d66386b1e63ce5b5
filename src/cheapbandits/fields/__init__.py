"""Fields: simulated ones, sensors that read them, and real data that comes with the package."""

from cheapbandits.fields.check import check_field
from cheapbandits.fields.forest import COVER_TYPES, Forest, load_forest
from cheapbandits.fields.planted import planted_field
from cheapbandits.fields.sensors import GaussianSensor
from cheapbandits.fields.shipped import DATASETS, Dataset, load_dataset
from cheapbandits.fields.smooth import sparse_field

__all__ = [
    "COVER_TYPES",
    "DATASETS",
    "Dataset",
    "Forest",
    "GaussianSensor",
    "check_field",
    "load_dataset",
    "load_forest",
    "planted_field",
    "sparse_field",
]
