"""The forest, clustered twenty times."""

import numpy as np
import pytest

from cheapbandits.errors import ParameterError
from cheapbandits.fields.clusterings import N_CLUSTERINGS, clustering
from cheapbandits.fields.shipped import shipped_forest
from cheapbandits.studies.paper import paper_studies
from cheapbandits.studies.problems import draw_problem


def test_each_is_the_whole_table_clustered_in_its_own_way():
    found = [clustering(number) for number in range(N_CLUSTERINGS)]
    of_type = shipped_forest().counts.sum(axis=0)
    assert all(np.array_equal(one.counts.sum(axis=0), of_type) for one in found)
    assert len({one.edges.tobytes() for one in found}) == 20
    assert all((np.bincount(one.edges.ravel(), minlength=2000) >= 10).all() for one in found)
    with pytest.raises(ParameterError, match="from 0 to 19"):
        clustering(20)


def test_a_run_is_a_clustering_and_runs_end_with_them():
    problem = "forests/cottonwood-willow/T5"
    graph, field = draw_problem(problem, 3)
    assert sorted(field) == sorted(clustering(3).rewards["cottonwood-willow"])
    assert graph.edges()[0].shape == clustering(3).edges.shape
    assert sorted(draw_problem(problem, 4)[1]) != sorted(field)
    assert sorted(draw_problem(problem, 23)[1]) == sorted(field)  # taken in turn
    share = draw_problem("forests/aspen-share/T5", 3)[1]
    assert share.sum() == pytest.approx(1)
    for name in ("forest-all", "forest-share", "sensitivity"):
        cells = paper_studies(runs=300)[name].cells
        seeds = {cell.seed for cell in cells if cell.problem.startswith("forests")}
        assert seeds == set(range(20))


def test_neighbours_in_reward_are_joined_along_the_rewards():
    graph, field = draw_problem("forests-alike/cottonwood-willow/T5", 1)
    pairs, _ = graph.edges()
    apart = np.abs(field[pairs[:, 0]] - field[pairs[:, 1]])
    assert apart.mean() < 0.2 * np.abs(np.subtract.outer(field, field)).mean()
