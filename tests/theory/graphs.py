"""Small graphs for the theory's tests, and a strategy that draws them."""

from itertools import combinations

from hypothesis import strategies as st

from cheapbandits.graphs import Graph


def complete(n: int) -> Graph:
    return Graph.from_edges(list(combinations(range(n), 2)))


def path(n: int) -> Graph:
    return Graph.from_edges([(i, i + 1) for i in range(n - 1)])


def cycle(n: int) -> Graph:
    return Graph.from_edges([(i, (i + 1) % n) for i in range(n)])


def star(n: int) -> Graph:
    return Graph.from_edges([(0, i) for i in range(1, n)])


@st.composite
def connected_graphs(draw, max_nodes: int = 9, weighted: bool = True) -> Graph:
    """A random tree and some edges more; unit weights, or from 0.05 to 8."""
    n = draw(st.integers(2, max_nodes))
    tree = [(draw(st.integers(0, i - 1)), i) for i in range(1, n)]
    others = [pair for pair in combinations(range(n), 2) if pair not in tree]
    extra = draw(st.lists(st.sampled_from(others), unique=True)) if others else []
    pairs = tree + extra
    values = st.floats(0.05, 8.0) if weighted else st.just(1.0)
    weights = draw(st.lists(values, min_size=len(pairs), max_size=len(pairs)))
    return Graph.from_edges(pairs, weights, n)
