"""``cheapbandits hunt``: rounds go by."""

import json

import pytest
from typer.testing import CliRunner

import cheapbandits as cb
from cheapbandits.cli.app import app
from tests.forms import forms


def run(*arguments):
    return CliRunner().invoke(app, ["hunt", *arguments])


def test_rounds_go_by_and_the_place_is_named(tmp_path):
    csv = tmp_path / "rounds.csv"
    done = run("grid:12x20", "--horizon", "9", "--out", str(csv))
    assert done.exit_code == 0, done.output
    assert done.output.startswith("Graph(240 nodes")
    assert "engine: dense" in done.output
    lines = [line for line in done.output.splitlines() if line.startswith("round ")]
    assert [line.split()[1] for line in lines] == [f"{t}/9" for t in range(1, 10)]
    assert "place" in done.output
    assert len(csv.read_text().splitlines()) == 10


def test_a_large_graph_takes_a_planted_field_and_the_dissection():
    done = run("grid:150x160", "--horizon", "6", "--json")
    summary = json.loads(done.output)
    assert summary["engine"] == "dissection"
    assert summary["rounds"] == 6
    assert summary["true_highest"] == 1.0


def test_the_same_rounds_as_simulate():
    data = cb.load_dataset("us_counties")
    values = next(iter(data.fields.values()))
    middle = values.mean()
    reach = abs(values - middle).max()
    policy = cb.CheapUCB(data.graph, horizon=5, probes="hops")
    history = cb.simulate(policy, (values - middle) / reach, rng=3)
    done = run("us_counties", "--horizon", "5", "--probes", "hops", "--seed", "3", "--json")
    summary = json.loads(done.output)
    assert summary["place"] == data.graph.name(policy.best().node)
    assert summary["cost"] == pytest.approx(history.cost[-1])


@pytest.mark.parametrize(
    ("source", "word"),
    [
        ("grid:200", "grid:200 is no size; write grid:1000x1000"),
        ("grid:3x3x3", "is no size; write grid:1000x1000"),
        ("grid:", "is no size"),
        ("scale-free:many", "is no size; write scale-free:300000"),
        ("scale-free:9x9", "is no size"),
        ("scale-free:10,00", "is no size"),
        ("grid:0x5", "a grid graph has at least 2 nodes, got 0"),
        ("grid:1x1", "a grid graph has at least 2 nodes, got 1; write grid:1000x1000"),
        *(
            (f"scale-free:{nodes}", f"a scale-free graph has at least 4 nodes, got {nodes};")
            for nodes in range(4)
        ),
        ("small-world:9", "no such graph to make up; write grid:1000x1000 or scale-free:300000"),
    ],
)
def test_sizes_that_are_none_are_refused(source, word):
    done = run(source)
    assert isinstance(done.exception, cb.ParameterError)
    assert word in str(done.exception)


@pytest.mark.parametrize(
    "source", forms("grid:1x2", "scale-free:4", "grid:2x1", "scale-free:5", always=2)
)
def test_the_smallest_graphs_are_hunted_and_compared(source, tmp_path):
    """Seen: scale-free:3 said "degree must be from 1 to 2", which nobody had given."""
    assert json.loads(run(source, "--horizon", "2", "--json").output)["rounds"] == 2
    words = ["simulate", source, "--horizon", "2", "--runs", "1", "--jobs", "1"]
    done = CliRunner().invoke(app, [*words, "--out", str(tmp_path), "--json"])
    assert json.loads(done.stdout)["runs"] == 1


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["grid:5x5", "--seed", "-1"], "seed"),
        (["grid:5x5", "--out", "/no/such/folder/x.csv"], "folder"),
        (["grid:9999999x9999999"], "GiB"),
        (["scale-free:99,999,999,999"], "GiB"),
        (["grid:5x5", "--noise", "nan"], "finite"),
    ],
)
def test_what_cannot_work_is_refused_before_the_work(arguments, word):
    done = run(*arguments)
    assert isinstance(done.exception, cb.CheapBanditsError)
    assert word in str(done.exception)


@pytest.mark.parametrize("horizon", ["0", "-1"])
def test_no_rounds_are_refused_before_anything_is_said(horizon):
    """Seen: the graph was printed first."""
    done = run("grid:5x5", "--horizon", horizon)
    assert "horizon must be a whole number from 1" in str(done.exception)
    assert done.output == ""
