"""Studies run the same everywhere, resume, and survive damage."""

import json
import os
import zlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from joblib.externals.loky import get_reusable_executor

import cheapbandits as cb
from cheapbandits import parallel
from cheapbandits.errors import ClusterError
from cheapbandits.policies.registry import register
from cheapbandits.studies.cell import Cell
from cheapbandits.studies.execution import execute
from cheapbandits.studies.journal import Journal, StorageError
from cheapbandits.studies.manifest import Manifest, prepare_folder, read_manifest
from cheapbandits.studies.paper import POLICIES, paper_studies, select_studies
from cheapbandits.studies.problems import Draws, draw_problem, noise_seed, policy_seed
from cheapbandits.studies.results import Results
from cheapbandits.studies.run import run_cell, tasks_of
from tests.policies.random_pick import DiesOnce, RandomPick
from tests.workers import local_cluster

register(RandomPick)  # a policy of a user's own, which only this process knows
CELLS = [
    Cell(f"{graph}/lowest/T12", policy, seed)
    for graph in ("ba", "sbm")
    for policy in (*POLICIES, "CheapUCB(smoothness=theory)", "LinUCB(noise=0.1)", "RandomPick")
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
        problem=st.from_regex(r"[a-z-]{1,8}/[a-z0-9-]{1,8}/T[1-9][0-9]{0,5}", fullmatch=True),
        policy=st.from_regex(
            r"[A-Z][A-Za-z_]{0,8}(\([a-z]{1,3}=[a-z0-9.+-]{1,5}(,[A-Z]{2}=-?[0-9]{1,3})?\))?",
            fullmatch=True,
        ),
        seed=st.integers(0, 10**4),
    )
)
def test_ids_name_their_cell(cell):
    assert Cell.parse(cell.id) == cell


def test_one_cell_has_one_name():
    one = Cell("ba/lowest/T5", "CheapUCB(noise=1,delta=0.1)", 0)
    assert one == Cell("ba/lowest/T5", "CheapUCB(delta=0.1,noise=1)", 0)
    assert one.id == "ba/lowest/T5/CheapUCB(delta=0.1,noise=1)/000"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ba",
        "ba/lowest/T150/CheapUCB",
        "ba/lowest/T150/c-1/CheapUCB/000",
        "ba/lowest/T0/CheapUCB/000",
        "ba/lowest/T5/CheapUCB()/000",
        "ba/lowest/T5/CheapUCB(c)/000",
        "../../etc/passwd",
    ],
)
def test_other_texts_are_no_ids(text):
    with pytest.raises(cb.ParameterError, match="cell id"):
        Cell.parse(text)


@pytest.mark.parametrize("jobs", [1, 2])
def test_any_number_of_processes_gives_the_same_numbers(jobs, straight, tmp_path):
    results = execute(CELLS, tmp_path, jobs=jobs, progress=False)
    assert without_seconds(results) == straight


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A cluster whose processes know where ``DiesOnce`` leaves its mark."""
    folder = tmp_path_factory.mktemp("dask")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DIES_ONCE", str(folder / "killed"))
        with local_cluster(folder) as address:
            yield address, folder / "killed"


@pytest.mark.filterwarnings("ignore")  # distributed's own, on closing
def test_a_cluster_gives_the_same_numbers(cluster, straight, tmp_path):
    results = execute(CELLS, tmp_path, cluster=cluster[0], progress=False)
    assert without_seconds(results) == straight


@pytest.mark.filterwarnings("ignore")
def test_an_unreachable_cluster_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(parallel, "ANSWER", "1s")
    with pytest.raises(ClusterError, match=r"127\.0\.0\.1:9"):
        execute(CELLS, tmp_path, cluster="tcp://127.0.0.1:9", progress=False)


@pytest.fixture
def dying():
    """Cells with a policy that kills the first process that runs it."""
    register(DiesOnce)
    return [Cell("er/lowest/T6", name, i) for i in range(5) for name in ("LinUCB", "DiesOnce")]


def alone(cells):
    """Return what the cells give in this process, when somebody has died already."""
    return without_seconds({cell: run_cell(cell) for cell in cells})


def test_a_killed_worker_loses_no_cell(dying, tmp_path, monkeypatch):
    monkeypatch.setenv("DIES_ONCE", str(tmp_path / "killed"))
    get_reusable_executor().shutdown(kill_workers=True)  # new processes see the environment
    results = execute(dying, tmp_path, jobs=2, progress=False)
    assert (tmp_path / "killed").exists()
    assert list(results) == dying
    finished, damaged = Journal(tmp_path / "cells.jsonl").read()
    assert (set(finished), damaged) == (set(dying), 0)
    assert without_seconds(results) == alone(dying)


@pytest.mark.filterwarnings("ignore")
def test_a_killed_worker_of_a_cluster_loses_no_cell(dying, tmp_path, cluster, monkeypatch):
    address, killed = cluster
    assert not killed.exists()
    results = execute(dying, tmp_path, cluster=address, progress=False)
    assert killed.exists()
    assert list(results) == dying
    monkeypatch.setenv("DIES_ONCE", str(killed))
    assert without_seconds(results) == alone(dying)


def test_results_are_on_the_disk_when_they_arrive(tmp_path, monkeypatch):
    """Each batch is written and synchronised before the next is waited for."""
    steps = []
    path = tmp_path / "cells.jsonl"
    synchronise = os.fsync

    def watched(handle):
        synchronise(handle)
        steps.append(len(path.read_bytes().splitlines()) if path.exists() else 0)

    monkeypatch.setattr(os, "fsync", watched)
    cells = [Cell("ba/lowest/T3", "LinUCB", seed) for seed in range(3)]
    execute(cells, tmp_path, jobs=1, progress=False)
    assert list(dict.fromkeys(steps)) == [0, 1, 2, 3]


def test_a_folder_says_what_made_it(tmp_path):
    cells = [Cell("ba/lowest/T3", "CheapUCB(noise=0.1)", seed) for seed in range(2)]
    results = execute(cells, tmp_path / "new", jobs=1, progress=False)
    made = read_manifest(tmp_path / "new")
    assert made["cells"] == 2
    assert made["engines"] == {"CheapUCB": [results[cells[0]].engine]}
    assert made["versions"]["cheapbandits"] == cb.__version__


def test_results_of_another_engine_are_not_mixed(tmp_path):
    cells = [Cell("ba/lowest/T3", "LinUCB", seed) for seed in range(2)]
    result = replace(run_cell(cells[0]), engine="abacus")
    prepare_folder(tmp_path, Manifest())
    Journal(tmp_path / "cells.jsonl").append([(cells[0], result)])
    assert execute(cells[:1], tmp_path, jobs=1, progress=False)[cells[0]].engine == "abacus"
    with pytest.raises(cb.ParameterError, match=r"by the engine abacus; this machine chose"):
        execute(cells, tmp_path, jobs=1, progress=False)
    finished, _ = Journal(tmp_path / "cells.jsonl").read()
    assert list(finished) == cells[:1]


def test_cells_of_an_older_form_are_said(tmp_path):
    payload = b'{"id":"ba/lowest/T3/c-1/LinUCB/000","seconds":0.1,"regret":[],"cost":[],"width":[]}'
    line = f"{zlib.crc32(payload):08x} ".encode() + payload + b"\n"
    prepare_folder(tmp_path, Manifest())
    (tmp_path / "cells.jsonl").write_bytes(line)
    with pytest.raises(cb.ParameterError, match=r"written by another version .* --out"):
        execute(CELLS[:1], tmp_path, jobs=1, progress=False)


def test_randomised_policies_draw_anew_in_each_cell(straight):
    results = Results(straight)
    curves = results.curves("ba/lowest/T12", "RandomPick")
    assert not (curves[0] == curves[1]).all()
    assert results.policies("ba/lowest/T12") == list(dict.fromkeys(c.policy for c in CELLS))


def test_finished_cells_are_never_run_again(straight, tmp_path, monkeypatch):
    execute(CELLS[:7], tmp_path, jobs=1, progress=False)
    before = (tmp_path / "cells.jsonl").read_bytes()
    run = []
    monkeypatch.setattr(
        "cheapbandits.studies.execution.tasks_of",
        lambda cells, setting: tasks_of((run.append(c) or c for c in cells), setting),
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


def test_a_folder_keeps_to_its_version(tmp_path):
    prepare_folder(tmp_path, Manifest({"runs": 10}, ("ba",)))
    path = tmp_path / "manifest.json"
    theirs = json.loads(path.read_text())
    theirs["versions"]["cheapbandits"] = "0.0.1"
    path.write_text(json.dumps(theirs))
    with pytest.raises(cb.ParameterError, match=r"made by cheapbandits 0\.0\.1, .* not mixed"):
        prepare_folder(tmp_path, Manifest({"runs": 10}, ("ba",)))


def test_the_manifest_names_version_and_engines(tmp_path):
    cell = Cell("ba/lowest/T3", "CheapUCB(smoothness=theory)", 0)
    result = run_cell(cell)
    assert result.engine == cb.CheapUCB(cb.grid(5, 5), horizon=3).engine
    written = Manifest({"runs": 2}, ("ba",)).write(tmp_path, {cell: result}, seconds=1.0)
    assert written == json.loads((tmp_path / "manifest.json").read_text())
    assert written["engines"] == {"CheapUCB": [result.engine]}
    assert written["versions"]["cheapbandits"] == cb.__version__


@pytest.mark.parametrize("content", ["[" * 10**5, "[1]", "7", '{"id": {}}'], ids=lambda x: x[:9])
def test_folders_of_a_stranger_s_making(tmp_path, content):
    (tmp_path / "manifest.json").write_text(content)
    assert read_manifest(tmp_path).get("parameters") is None
    line = content.encode()
    (tmp_path / "cells.jsonl").write_bytes(f"{zlib.crc32(line):08x} ".encode() + line + b"\n")
    with pytest.raises(cb.ParameterError, match="another version"):
        Journal(tmp_path / "cells.jsonl").read()


def test_results_without_a_manifest_are_not_trusted(tmp_path):
    Journal(tmp_path / "cells.jsonl").append([])
    with pytest.raises(cb.ParameterError, match="--out"):
        prepare_folder(tmp_path, Manifest({"runs": 10}, ("ba",)))


def test_a_folder_keeps_to_its_parameters(tmp_path):
    prepare_folder(tmp_path, Manifest({"runs": 10}, ("ba",)))
    prepare_folder(tmp_path, Manifest({"runs": 10}, ("er",)))
    with pytest.raises(cb.ParameterError, match="--out"):
        prepare_folder(tmp_path, Manifest({"runs": 20}, ("ba",)))
    (tmp_path / "manifest.json").write_text("{")
    with pytest.raises(cb.ParameterError, match="--out"):
        prepare_folder(tmp_path, Manifest({"runs": 10}, ("ba",)))


def test_unknown_studies_name_the_nearest():
    studies = paper_studies(runs=2)
    assert len(select_studies(studies, ())) == len(studies)
    with pytest.raises(cb.ParameterError, match="forest-all"):
        select_studies(studies, ["forestall"])


@pytest.mark.parametrize(
    "cell",
    [
        Cell("ring/lowest/T5", "CheapUCB", 0),
        Cell("ba/highest/T5", "CheapUCB", 0),
        Cell("forest/oak/T5", "CheapUCB", 0),
        Cell("cliques/lowest/T5", "CheapUCB", 0),
        Cell("ba/lowest/T5", "Greedy", 0),
    ],
)
def test_cells_of_unknown_things_are_refused(cell):
    with pytest.raises(cb.ParameterError, match=r"(?i)there are"):
        run_cell(cell)


def test_policies_of_a_cell_group_share_problem_and_noise():
    """Neither the policy nor the horizon is asked; a randomised policy has its own seed."""
    problem, longer = "er/lowest/T5", "er/lowest/T9"
    draws = Draws()
    assert draws.problem(problem, 3)[0] is draws.problem(longer, 3)[0]
    assert draw_problem(problem, 3)[0] == draws.problem(problem, 3)[0]
    assert draws.problem("cliques/d2/T9", 3)[0] != draws.problem("cliques/d2/T99", 3)[0]
    assert noise_seed(problem, 3).entropy == noise_seed(longer, 3).entropy
    assert draw_problem(problem, 4)[0] != draw_problem(problem, 3)[0]
    assert noise_seed(problem, 4).entropy != noise_seed(problem, 3).entropy
    cells = [Cell(problem, name, seed) for name in POLICIES for seed in (3, 4)]
    assert len({tuple(policy_seed(cell).entropy) for cell in cells}) == 6


def test_the_papers_draws_stay_what_they_were():
    """Recorded before cells had this form: claims.json can be made again, digit by digit."""
    assert noise_seed("ba/lowest/T150", 7).entropy == [7, *b"noise/ba/lowest"]
    graph, field = draw_problem("ba/lowest/T150", 7)
    assert field[:3] == pytest.approx(
        [0.0998138816666256, 0.09252960336522567, 0.10320725115825294]
    )
    assert graph.fingerprint == "952fe548088f1eda"
    result = run_cell(Cell("ba/lowest/T150", "CheapUCB(smoothness=theory)", 7))
    assert sum(result.regret) == pytest.approx(85.17383126350197)
    hard = run_cell(Cell("cliques/d4/T128", "CheapUCB(noise=1,smoothness=theory)", 1))
    assert sum(hard.regret) == pytest.approx(12.19759197546793)
