"""Tasks on processes and on a cluster: any order, and none is lost with its worker."""

import pytest

from cheapbandits.errors import ParameterError, WorkerLostError
from cheapbandits.parallel import in_any_order
from tests.workers import die_always, local_cluster, square_but_die_at


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with local_cluster(tmp_path_factory.mktemp("dask")) as address:
        yield address


def squares(n, **where):
    return sorted(in_any_order(pow, [(i, 2) for i in range(n)], **where))


@pytest.mark.parametrize("jobs", [1, 2, -1])
def test_every_task_is_run_once_and_numbered(jobs):
    assert squares(7, jobs=jobs) == [(i, i * i) for i in range(7)]


def test_nothing_to_do_needs_no_workers():
    assert list(in_any_order(pow, [], cluster="tcp://127.0.0.1:9")) == []
    with pytest.raises(ParameterError, match="got 0"):
        in_any_order(pow, [(2, 2)], jobs=0)


def test_a_killed_process_loses_no_task(tmp_path):
    flag = tmp_path / "killed"
    tasks = [(i, 5, flag) for i in range(12)]
    assert sorted(in_any_order(square_but_die_at, tasks, jobs=2)) == [(i, i * i) for i in range(12)]
    assert flag.exists()


def test_a_task_that_always_kills_ends_in_an_error_that_says_what_is_kept():
    seen = []
    running = in_any_order(die_always, [(i, 3) for i in range(8)], jobs=2)
    with pytest.raises(WorkerLostError, match=r"3 times in a row .* what was finished is kept"):
        seen.extend(running)
    assert (3, 3) not in seen
    assert len(seen) == len(set(seen))


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore")  # distributed's own, on closing
def test_a_killed_worker_of_a_cluster_loses_no_task(cluster, tmp_path):
    flag = tmp_path / "killed"
    tasks = [(i, 2, flag) for i in range(8)]
    done = sorted(in_any_order(square_but_die_at, tasks, cluster=cluster))
    assert done == [(i, i * i) for i in range(8)]
    assert flag.exists()


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore")
def test_a_task_that_always_kills_is_given_up_by_a_cluster(cluster):
    with pytest.raises(WorkerLostError, match="what was finished is kept"):
        list(in_any_order(die_always, [(1, 1)], cluster=cluster))
