"""Columns kept where they have not decayed, some local and some on most nodes, against an array."""

import numpy as np
import scipy.sparse as sp

from cheapbandits.belief.columns import LocalColumns, WholeColumns
from cheapbandits.engines import Local
from cheapbandits.probes import WeightedProbes

N = 40


def test_local_and_wide_columns_together_are_the_array():
    rng = np.random.default_rng(0)
    local, whole = LocalColumns(N), WholeColumns(N)
    for k in range(12):
        nodes = np.sort(rng.permutation(N)[: (6, 30)[k % 3 == 1]])
        nodes = np.union1d(nodes, [3, 5])
        values = rng.standard_normal(len(nodes))
        row = ((3, 5), (0.25, 0.75))
        full = np.zeros(N)
        full[nodes] = values
        shares, left = local.residual(Local(nodes, values.copy()), row)
        expected, column = whole.residual(full, row)
        np.testing.assert_allclose(shares, expected, atol=1e-12)
        found = np.zeros(N)
        found[left.nodes] = left.values
        np.testing.assert_allclose(found, column, atol=1e-12)
        local.append(left, 0.5)
        whole.append(column, 0.5)
    innovations = rng.standard_normal(12)
    np.testing.assert_allclose(local.combine(innovations), whole.combine(innovations), atol=1e-12)
    probes = WeightedProbes(sp.csr_array(np.eye(N)[:, ::-1].copy()), np.arange(N)[::-1].copy())
    seen = []
    for columns in (local, whole):
        mean, taken, draws = np.zeros(N), np.zeros(N), np.ones((2, N))
        columns.absorb(probes, 4, innovations, mean, taken)
        for k in range(12):
            columns.correct(draws, k, np.array([1.0, -2.0]))
        seen.append((mean, taken, draws))
    for one, other in zip(*seen, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-12)
