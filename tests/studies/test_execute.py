"""Studies run the same everywhere, resume, and survive damage."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cheapbandits as cb
from cheapbandits.errors import ClusterError
from cheapbandits.studies.cell import Cell
from cheapbandits.studies.execute import execute
from cheapbandits.studies.journal import Journal, StorageError
from cheapbandits.studies.manifest import Manifest, prepare_folder
from cheapbandits.studies.paper import paper_studies, select_studies
from cheapbandits.studies.run import POLICIES, run_cell, tasks_of

CELLS = [
    Cell(graph, "lowest", 12, c, policy, seed)
    for graph in ("ba", "sbm")
    for c in ("1", "theory")
    for policy in POLICIES
    for seed in range(2)
]


def without_seconds(results):
    return {cell: replace(result, seconds=0.0) for cell, result in results.items()}


@pytest.fixture(scope="module")
def straight():
    return without_seconds({cell: run_cell(cell) for cell in CELLS})


@given(
    st.builds(
        Cell,
        graph=st.sampled_from(["ba", "er", "sbm", "forest", "cliques"]),
        field=st.sampled_from(["lowest", "random", "cottonwood-willow", "d16"]),
        horizon=st.integers(1, 10**6),
        smoothness=st.sampled_from(["theory", "1", "0.1"]),
        policy=st.sampled_from(POLICIES),
        seed=st.integers(0, 10**4),
    )
)
def test_ids_name_their_cell(cell):
    assert Cell.parse(cell.id) == cell


@pytest.mark.parametrize("text", ["", "ba", "ba/lowest/T150/c-1/CheapUCB", "../../etc/passwd"])
def test_other_texts_are_no_ids(text):
    with pytest.raises(cb.ParameterError, match="cell id"):
        Cell.parse(text)


@pytest.mark.parametrize("jobs", [1, 2])
def test_any_number_of_processes_gives_the_same_numbers(jobs, straight, tmp_path):
    results = execute(CELLS, tmp_path, jobs=jobs, progress=False)
    assert without_seconds(results) == straight


@pytest.fixture(scope="module")
def cluster():
    """A real scheduler and two worker processes, on loopback."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as running:
        yield running.scheduler_address


@pytest.mark.filterwarnings("ignore")  # distributed's own, on closing
def test_a_cluster_gives_the_same_numbers(cluster, straight, tmp_path):
    results = execute(CELLS, tmp_path, cluster=cluster, progress=False)
    assert without_seconds(results) == straight


@pytest.mark.filterwarnings("ignore")
def test_an_unreachable_cluster_says_so(tmp_path):
    with pytest.raises(ClusterError, match=r"127\.0\.0\.1:9"):
        execute(CELLS, tmp_path, cluster="tcp://127.0.0.1:9", progress=False)


def test_finished_cells_are_never_run_again(straight, tmp_path, monkeypatch):
    execute(CELLS[:7], tmp_path, jobs=1, progress=False)
    before = (tmp_path / "cells.jsonl").read_bytes()
    run = []
    monkeypatch.setattr(
        "cheapbandits.studies.execute.tasks_of",
        lambda cells: tasks_of(run.append(c) or c for c in cells),
    )
    results = execute(CELLS, tmp_path, jobs=1, progress=False)
    assert run == CELLS[7:]
    assert (tmp_path / "cells.jsonl").read_bytes().startswith(before)
    assert without_seconds(results) == straight


@pytest.mark.parametrize("damage", ["torn", "flipped", "garbage"])
def test_damaged_lines_are_reported_and_run_again(damage, straight, tmp_path, capsys):
    execute(CELLS, tmp_path, jobs=1, progress=False)
    path = tmp_path / "cells.jsonl"
    whole = path.read_bytes()
    path.write_bytes(
        {
            "torn": whole[:-40],
            "flipped": whole.replace(b"1", b"7", 1),
            "garbage": b"\x00\xffnot a line\n" + whole,
        }[damage]
    )
    results = execute(CELLS, tmp_path, jobs=1, progress=False)
    assert "1 damaged line" in capsys.readouterr().err
    assert without_seconds(results) == straight
    finished, _ = Journal(path).read()
    assert set(finished) == set(CELLS)


def test_a_full_disk_keeps_what_was_finished(tmp_path):
    """/dev/full is a real device on which every write fails for lack of space."""
    full = tmp_path / "cells.jsonl"
    full.symlink_to("/dev/full")
    with pytest.raises(StorageError, match="disk is full"):
        Journal(full).append([(CELLS[0], run_cell(CELLS[0]))])


def test_a_killed_reproduction_goes_on(tmp_path):
    """Killed without warning, the same command finishes with the numbers of a whole run."""
    command = [
        sys.executable,
        "-m",
        "cheapbandits",
        "reproduce",
        "ba",
        "--runs",
        "6",
        "--jobs",
        "1",
    ]
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    folder = tmp_path / "killed"
    process = subprocess.Popen([*command, "--out", folder], env=environment, stderr=subprocess.PIPE)
    journal = Path(folder, "cells.jsonl")
    while process.poll() is None and not (journal.exists() and journal.stat().st_size > 0):
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    survived, damaged = Journal(journal).read()
    assert damaged <= 1
    subprocess.run([*command, "--out", folder], env=environment, check=True, capture_output=True)
    finished, _ = Journal(journal).read()
    expected = paper_studies(runs=6)["ba"].cells
    assert set(finished) == set(expected)
    assert all(finished[cell] == result for cell, result in survived.items())
    sample = expected[-1]
    assert without_seconds({sample: finished[sample]}) == without_seconds(
        {sample: run_cell(sample)}
    )


def test_a_folder_keeps_to_its_parameters(tmp_path):
    prepare_folder(tmp_path, Manifest(("ba",), 10, 0, False))
    prepare_folder(tmp_path, Manifest(("er",), 10, 0, False))
    with pytest.raises(cb.ParameterError, match="--out"):
        prepare_folder(tmp_path, Manifest(("ba",), 20, 0, False))
    (tmp_path / "manifest.json").write_text("{")
    with pytest.raises(cb.ParameterError, match="--out"):
        prepare_folder(tmp_path, Manifest(("ba",), 10, 0, False))


def test_unknown_studies_name_the_nearest():
    studies = paper_studies(runs=2)
    assert len(select_studies(studies, ())) == 7
    with pytest.raises(cb.ParameterError, match="forest-all"):
        select_studies(studies, ["forestall"])


@pytest.mark.parametrize(
    "cell",
    [
        Cell("ring", "lowest", 5, "1", "CheapUCB", 0),
        Cell("ba", "highest", 5, "1", "CheapUCB", 0),
        Cell("forest", "oak", 5, "1", "CheapUCB", 0),
        Cell("ba", "lowest", 5, "1", "Greedy", 0),
    ],
)
def test_cells_of_unknown_things_are_refused(cell):
    with pytest.raises(cb.ParameterError, match="there are"):
        run_cell(cell)


def test_policies_of_a_cell_group_share_problem_and_noise():
    cheap, spectral = (Cell("er", "lowest", 5, "1", name, 3) for name in POLICIES[:2])
    from cheapbandits.studies.problems import draw_problem, noise_seed

    assert draw_problem(cheap)[0] is draw_problem(spectral)[0]
    assert noise_seed(cheap).entropy == noise_seed(spectral).entropy
    other = Cell("er", "lowest", 5, "1", "CheapUCB", 4)
    assert draw_problem(other)[0] != draw_problem(cheap)[0]
    assert noise_seed(other).entropy != noise_seed(cheap).entropy
