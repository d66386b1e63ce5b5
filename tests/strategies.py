"""Hypothesis strategies: random weighted graphs, connected or not."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from cheapbandits.graphs import Graph


@st.composite
def weight_matrices(draw, min_nodes=2, max_nodes=14):
    """Symmetric weights; sparse, dense, unit or real, possibly with isolated nodes and parts."""
    n = draw(st.integers(min_nodes, max_nodes))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    present = rng.random((n, n)) < draw(st.sampled_from([0.1, 0.3, 0.6, 1.0]))
    kind = draw(st.sampled_from(["unit", "uniform", "spread"]))
    values = {
        "unit": np.ones((n, n)),
        "uniform": rng.random((n, n)) + 1e-3,
        "spread": 10.0 ** rng.uniform(-2, 2, (n, n)),
    }[kind]
    upper = np.triu(present * values, 1)
    return upper + upper.T


@st.composite
def graphs(draw, min_nodes=2, max_nodes=14):
    return Graph(draw(weight_matrices(min_nodes, max_nodes)))
