import numpy as np
import pytest

from cheapbandits.errors import CapacityError, ParameterError
from cheapbandits.fields import planted_field, smooth, sparse_field
from cheapbandits.graphs import Graph


def lattice(side):
    nodes = np.arange(side * side).reshape(side, side)
    across = np.stack([nodes[:, :-1].ravel(), nodes[:, 1:].ravel()], 1)
    down = np.stack([nodes[:-1].ravel(), nodes[1:].ravel()], 1)
    return Graph.from_edges(np.vstack([across, down]))


@pytest.fixture(scope="module")
def graph():
    return Graph.from_points(np.random.default_rng(0).random((120, 2)), 6, weights="gaussian")


class TestSparseField:
    @pytest.mark.parametrize("support", ["lowest", "random"])
    @pytest.mark.parametrize("k", [1, 5])
    def test_lies_in_k_eigenvectors(self, graph, support, k):
        field = sparse_field(graph, n_frequencies=k, support=support, rng=1)
        values, vectors = np.linalg.eigh(graph.laplacian.toarray())
        assert np.diff(values).min() > 1e-9  # simple, so the support is well defined
        present = np.flatnonzero(np.abs(vectors.T @ field) > 1e-9)
        assert len(present) == k
        if support == "lowest":
            assert present.tolist() == list(range(k))

    def test_scale(self, graph):
        scaled = sparse_field(graph, rng=4)
        raw = sparse_field(graph, rng=4, scale="none")
        assert np.abs(scaled).max() == 1
        np.testing.assert_allclose(raw / np.abs(raw).max(), scaled)

    def test_amplitudes_are_gaussian(self, graph):
        rng = np.random.default_rng(0)
        raw = [sparse_field(graph, rng=rng, scale="none") for _ in range(400)]
        vectors = np.linalg.eigh(graph.laplacian.toarray())[1][:, :5]
        amplitudes = np.array(raw) @ vectors
        np.testing.assert_allclose(amplitudes.T @ amplitudes / 400, np.eye(5), atol=0.25)

    def test_lowest_is_smoother(self, graph):
        def roughness(support):
            f = sparse_field(graph, support=support, rng=2)
            return f @ (graph.laplacian @ f) / (f @ f)

        assert roughness("lowest") < 0.1 * roughness("random")

    def test_seed_and_generator(self, graph):
        a = sparse_field(graph, rng=3)
        b = sparse_field(graph, rng=np.random.default_rng(3))
        assert a.tobytes() == b.tobytes()
        assert a.tobytes() != sparse_field(graph, rng=5).tobytes()

    @pytest.mark.parametrize(
        ("options", "says"),
        [
            ({"n_frequencies": 0}, "from 1 to 120, got 0"),
            ({"n_frequencies": 121}, "got 121"),
            ({"support": "highest"}, "'lowest' or 'random', got 'highest'"),
            ({"scale": "sum"}, "'max' or 'none'"),
        ],
    )
    def test_refuses(self, graph, options, says):
        with pytest.raises(ParameterError, match=says):
            sparse_field(graph, **options)

    def test_random_support_of_a_large_graph(self, graph, monkeypatch):
        monkeypatch.setattr(smooth, "MAX_RANDOM_NODES", 100)
        with pytest.raises(CapacityError, match="at most 100 nodes, got 120"):
            sparse_field(graph, support="random", rng=0)


class TestPlantedField:
    def test_against_dense_inverse(self, graph):
        field = planted_field(graph, centers=[7, 90], reach=1.5)
        green = np.linalg.inv(
            np.eye(120) + 1.5**2 * graph.laplacian.toarray() / graph.weights.data.mean()
        )
        expected = np.maximum(green[7] / green[7, 7], 0.5 * green[90] / green[90, 90])
        np.testing.assert_allclose(field, expected, atol=1e-8)

    @pytest.mark.parametrize("seed", range(5))
    def test_first_center_is_the_hottest(self, graph, seed):
        centers = np.random.default_rng(seed).choice(120, 4, replace=False).tolist()
        field = planted_field(graph, centers=centers, reach=3)
        assert field.argmax() == centers[0]
        assert field.max() == 1
        assert np.sum(field == 1) == 1
        assert field.min() >= 0
        np.testing.assert_array_equal(
            planted_field(graph, rng=seed, n_bumps=4).argmax(), centers[0]
        )

    def test_reach_is_in_steps_whatever_the_unit_of_weights(self):
        pairs = [(i, i + 1) for i in range(200)]
        field = planted_field(Graph.from_edges(pairs), centers=[100], reach=5)
        assert field[105] == pytest.approx(np.exp(-1), abs=0.01)
        scaled = planted_field(Graph.from_edges(pairs, np.full(200, 40.0)), centers=[100], reach=5)
        np.testing.assert_allclose(scaled, field, atol=1e-8)

    def test_bumps_stay_in_their_part(self):
        field = planted_field(Graph.from_edges([(0, 1), (2, 3)]), centers=[0])
        assert field[1] > 0
        assert field[2] == field[3] == 0

    def test_no_edges(self):
        assert planted_field(Graph(np.zeros((3, 3))), centers=[1]).tolist() == [0, 1, 0]

    def test_large(self):
        field = planted_field(lattice(300), rng=0)
        assert field.shape == (90_000,)
        assert field.max() == 1

    @pytest.mark.parametrize(
        ("options", "says"),
        [
            ({"reach": 0}, "reach must be positive"),
            ({"reach": np.nan}, "reach must be positive"),
            ({"n_bumps": 0}, "n_bumps must be from 1 to 120"),
            ({"centers": []}, "distinct nodes"),
            ({"centers": [1, 1]}, "distinct nodes"),
            ({"centers": [120]}, r"from 0 to 119.* got \[120\]"),
        ],
    )
    def test_refuses(self, graph, options, says):
        with pytest.raises(ParameterError, match=says):
            planted_field(graph, **options)
