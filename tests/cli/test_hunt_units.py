"""``hunt`` after Ctrl-C, and results in the units of the values."""

import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from typer.testing import CliRunner

import cheapbandits as cb
from cheapbandits.cli.app import app
from tests.cli.conftest import SCRIPTS


def run(*arguments):
    return CliRunner().invoke(app, [*map(str, arguments)])


@pytest.fixture
def soil(tmp_path):
    """A graph and its values in mg/kg, as files."""
    graph = cb.grid(8, 8)
    zinc = 100 + 900 * np.exp(-((graph.coordinates - [5, 2]) ** 2).sum(axis=1) / 8)
    cb.write_graph(graph, tmp_path / "g.npz")
    np.savetxt(tmp_path / "zinc.csv", zinc)
    return tmp_path / "g.npz", ["--field", tmp_path / "zinc.csv"], zinc


def interrupted(when, *options):
    """Return what an endless hunt says when it is interrupted as soon as ``when`` returns."""
    with subprocess.Popen(
        [SCRIPTS / "cheapbandits", "hunt", "grid:30x30", "--horizon", "900000", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
    ) as process:
        when(process)
        process.send_signal(signal.SIGINT)
        out, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert said.startswith("interrupted")
    assert said.count("\n") == 1
    return out


@pytest.mark.thorough
def test_ctrl_c_names_the_best_so_far(tmp_path):
    table = tmp_path / "r.csv"

    def rounds_go_by(process):
        before = [next(process.stdout) for _ in range(12)]
        assert any(line.startswith("round") for line in before)

    started = time.monotonic()
    assert "place       " in interrupted(rounds_go_by, "--out", str(table))
    lines = table.read_text().splitlines()
    assert len(lines) > 1
    # With --json nothing shows that rounds go by: wait as long as it took, or longer.
    took = time.monotonic() - started
    for longer in (1, 2, 4, 8):
        table.unlink(missing_ok=True)
        out = interrupted(lambda _: time.sleep(took * longer), "--out", str(table), "--json")  # noqa: B023
        if out:
            break
    assert 1 <= json.loads(out)["rounds"] < 900_000
    assert len(table.read_text().splitlines()) > 1


def test_hunt_is_in_the_units_of_the_values_where_a_range_is_given(soil):
    graph, field, zinc = soil
    ends = ["--low", 0, "--high", 1200, "--noise", 5]
    done = run("hunt", graph, *field, *ends, "--horizon", 40, "--json")
    assert done.exit_code == 0, done.output
    found = json.loads(done.output)
    assert found["true_highest"] == pytest.approx(zinc.max())
    assert found["true_value"] == pytest.approx(zinc[int(found["place"])])
    assert 0 < found["estimate"] < 1500
    said = run("hunt", graph, *field, *ends, "--horizon", 3).output
    assert "within [-1, 1]" not in said
    assert "within [-1, 1]; with --low and --high" in run("hunt", graph, *field).output


@pytest.mark.parametrize("policy", ["CheapUCB", "Finder", "Sweep"])
def test_the_range_only_changes_the_units(soil, policy):
    """The same rounds as a policy that is told the range in Python."""
    graph, field, zinc = soil
    words = ["--policy", policy, "--horizon", 12, "--low", 0, "--high", 1200, "--noise", 6]
    done = run("hunt", graph, *field, *words, "--seed", 3, "--json")
    told = {
        "CheapUCB": {"center": 600.0, "scale": 600.0, "noise": 0.01},
        "Finder": {"low": 0.0, "high": 1200.0, "noise": 6.0},
        "Sweep": {"center": 600.0, "scale": 600.0},
    }[policy]
    read = cb.read_graph(graph)
    told |= {} if policy == "Sweep" else {"horizon": 12}
    made = getattr(cb, policy)(read, probes="nearest", **told)
    generator = np.random.default_rng(3)
    generator.spawn(1)  # the policy's, were it one that draws
    history = cb.simulate(made, zinc, 6.0, rng=generator, rounds=12)
    assert json.loads(done.output)["cost"] == pytest.approx(history.cost[-1])


def test_simulate_too(soil, tmp_path, monkeypatch):
    _, _, zinc = soil
    monkeypatch.chdir(tmp_path)
    words = ["simulate", "g.npz", "--field", "zinc.csv", "--runs", 2, "--horizon", 5]
    words += ["--jobs", 1, "--policy", "RandomSampling", "--json"]
    plain = json.loads(run(*words).output)
    found = json.loads(run(*words, "--low", 0, "--high", 1200).output)
    assert "units" in plain["notes"]
    assert "units" not in found["notes"]
    reach = np.abs(zinc - zinc.mean()).max()
    regrets = [one["policies"][0]["regret"] for one in (plain, found)]
    assert regrets[1] == pytest.approx(reach * regrets[0], rel=0.02)


@pytest.mark.parametrize(
    ("ends", "message"),
    [(["--low", 5], "go together"), (["--low", 5, "--high", 5], "--low must be below")],
)
@pytest.mark.parametrize("command", ["hunt", "simulate"])
def test_half_a_range_is_refused(soil, command, ends, message, tmp_path):
    out = [] if command == "hunt" else ["--out", tmp_path]
    done = run(command, soil[0], *soil[1], *ends, *out)
    assert message in str(done.exception)


def test_a_second_press_is_heard_at_once():
    program = (
        "import os, signal, time\n"
        "from cheapbandits.cli.interrupts import held_back\n"
        "try:\n"
        "    with held_back() as pressed:\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "        print(pressed(), flush=True)\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "        print('not reached', flush=True)\n"
        "except KeyboardInterrupt:\n"
        "    print('heard')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == ["True", "heard"]
