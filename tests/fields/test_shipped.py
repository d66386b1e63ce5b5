import hashlib
import re
import subprocess
import sys
from importlib.resources import as_file, files

import numpy as np
import pytest

from cheapbandits.errors import ParameterError
from cheapbandits.fields import (
    COVER_TYPES,
    DATASETS,
    load_dataset,
    load_forest,
)
from cheapbandits.fields.shipped import forest, us_counties

DATA = files("cheapbandits.fields") / "data"
NOTICE = (DATA / "NOTICE.md").read_text(encoding="utf-8")


def roughness(graph, field):
    return field @ (graph.laplacian @ field)


def test_digests_match_the_notice():
    told = dict(re.findall(r"\| `(\S+)` \| `([0-9a-f]{64})` \|", NOTICE))
    shipped = {entry.name for entry in DATA.iterdir()} - {"NOTICE.md"}
    assert set(told) == shipped
    for name, digest in told.items():
        assert hashlib.sha256((DATA / name).read_bytes()).hexdigest() == digest, name


@pytest.mark.parametrize("name", DATASETS)
def test_every_dataset(name):
    dataset = load_dataset(name)
    assert dataset is load_dataset(name)
    assert dataset.name == name
    assert dataset.notice in " ".join(NOTICE.split())
    assert name in repr(dataset)
    for field in dataset.fields.values():
        assert field.shape == (dataset.graph.n_nodes,)
        assert field.dtype == float
        assert np.isfinite(field).all()
        assert not field.flags.writeable
    with pytest.raises(TypeError):
        dataset.fields["new"] = field


@pytest.mark.parametrize("name", DATASETS)
def test_fields_are_smoother_than_shuffled_ones(name):
    dataset = load_dataset(name)
    rng = np.random.default_rng(0)
    for field in dataset.fields.values():
        shuffled = np.mean([roughness(dataset.graph, rng.permutation(field)) for _ in range(5)])
        assert roughness(dataset.graph, field) < 0.7 * shuffled


def test_forest():
    land = forest()
    assert tuple(land.fields) == COVER_TYPES
    assert land.graph.n_nodes == 2000
    assert land.graph.n_parts == 1
    assert land.graph.neighbor_counts.min() >= 10
    assert land.graph.coordinates.shape == (2000, 10)
    assert 0 <= land.graph.coordinates.min() <= land.graph.coordinates.max() <= 1
    np.testing.assert_allclose(sum(land.fields.values()), 1)
    assert all(0 <= field.min() <= field.max() <= 1 for field in land.fields.values())


def test_forest_keeps_every_row_of_the_table():
    with as_file(DATA / "forest2000.npz") as path:
        counts = load_forest(path).counts
    assert counts.sum(0).tolist() == [211840, 283301, 35754, 2747, 9493, 17367, 20510]
    assert counts.sum() == 581_012
    assert counts.sum(1).min() >= 1


def test_us_counties():
    counties = us_counties()
    graph, rate = counties.graph, counties.fields["unemployment"]
    assert (graph.n_nodes, graph.n_edges, graph.n_parts) == (3215, 9460, 11)
    assert np.bincount(graph.parts).max() == 3108
    assert (rate.min(), rate.max()) == (1.2, 30.1)
    autauga = graph.index("Autauga County, Alabama")
    assert rate[autauga] == 9.7
    np.testing.assert_allclose(graph.coordinates[autauga], [-86.64257, 32.53571])


def test_unknown_name_suggests():
    with pytest.raises(ParameterError, match="did you mean 'us_counties'"):
        load_dataset("counties")
    with pytest.raises(ParameterError, match="there are forest, us_counties"):
        load_dataset("zzz")


def test_import_is_light():
    heavy = "{'sklearn', 'pandas', 'joblib', 'networkx', 'matplotlib'}"
    code = "import sys, cheapbandits.fields as f; f.load_dataset('forest');"
    code += f"print({heavy} & set(sys.modules))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "set()"
