import builtins
import gzip
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tools.forest import build_forest, fetch_forest_table, read_forest_table, save_forest
from tools.forest.__main__ import main as command
from tools.forest.clusterings import build_clustering
from tools.forest.kmeans import kmeans, lloyd, seed_centers

from cheapbandits.errors import MissingExtraError, ParameterError
from cheapbandits.fields import load_forest
from cheapbandits.fields.clusterings import Clustering, pack, unpack
from cheapbandits.graphs import Graph

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def table():
    """A small table of ten separate kinds of land, in whole numbers as the real one."""
    rng = np.random.default_rng(7)
    middles = rng.integers(100, 2000, (10, 10))
    kinds = rng.integers(0, 10, 600)
    X = middles[kinds] + rng.integers(-60, 60, (600, 10))
    y = np.where(rng.random(600) < 0.7, kinds % 7 + 1, rng.integers(1, 8, 600))
    return X, y


@pytest.fixture(scope="module")
def forest(table):
    return build_forest(*table, n_clusters=40, n_neighbors=5)


def uci_lines(X, y):
    middle = ",".join("0" * 44)
    return "".join(
        f"{','.join(map(str, row))},{middle},{label}\n" for row, label in zip(X, y, strict=True)
    )


class TestReading:
    def test_npz(self, table, tmp_path):
        np.savez(tmp_path / "t.npz", X=table[0].astype(np.int16), y=table[1].astype(np.uint8))
        X, y = read_forest_table(tmp_path / "t.npz")
        np.testing.assert_array_equal(X, table[0])
        np.testing.assert_array_equal(y, table[1])

    @pytest.mark.parametrize("name", ["covtype.data", "covtype.csv", "covtype.data.gz"])
    def test_uci_text(self, table, tmp_path, name):
        text = uci_lines(*table).encode()
        (tmp_path / name).write_bytes(gzip.compress(text) if name.endswith("gz") else text)
        X, y = read_forest_table(str(tmp_path / name))
        np.testing.assert_array_equal(X, table[0])
        np.testing.assert_array_equal(y, table[1])

    def test_missing_file(self, tmp_path):
        with pytest.raises(ParameterError, match="no file at"):
            read_forest_table(tmp_path / "absent.npz")

    @pytest.mark.parametrize(
        ("name", "content", "says"),
        [
            ("a.csv", b"", "not a forest table"),
            ("a.csv", b"1,2,3\n4,5,6\n", "must have 55 comma-separated columns.* got 3"),
            ("a.csv", ("c," * 54 + "c\n" + "1," * 54 + "1\n").encode(), "numbers only"),
            ("a.csv", ("1," * 54 + "8\n").encode(), "labels must be .* row 0 .* has 8"),
            ("a.csv", ("1," * 54 + "1\n" + "1,2\n").encode(), "row 1 .*is not"),
            ("a.csv", ("1," * 54 + "1\n" + "1," * 55 + "1\n").encode(), "not a forest table"),
            ("a.csv", bytes(range(128, 256)), "not a forest table"),
            ("a.data.gz", b"not gzip", "not a forest table"),
            ("a.npz", b"not a zip file", "not a forest table"),
            ("a.npz", b"", "not a forest table"),
        ],
    )
    def test_bad_files(self, tmp_path, name, content, says):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(ParameterError, match=says):
            read_forest_table(tmp_path / name)

    def test_npz_without_the_arrays(self, tmp_path):
        np.savez(tmp_path / "t.npz", X=np.zeros((2, 10)))
        with pytest.raises(ParameterError, match=r"arrays X and y; it has \['X'\]"):
            read_forest_table(tmp_path / "t.npz")

    def test_never_unpickles(self, tmp_path):
        objects = np.array([{"a": 1}], dtype=object)
        np.savez(tmp_path / "t.npz", X=objects, y=objects)
        with pytest.raises(ParameterError, match="not a forest table"):
            read_forest_table(tmp_path / "t.npz")

    def test_fetch(self, table, monkeypatch):
        class Bunch:
            data = np.hstack([table[0], np.zeros((600, 44))])
            target = table[1]

        monkeypatch.setattr("sklearn.datasets.fetch_covtype", Bunch)
        X, y = fetch_forest_table()
        np.testing.assert_array_equal(X, table[0])
        np.testing.assert_array_equal(y, table[1])


class TestBuilding:
    def test_rewards_against_brute_force(self, table, forest):
        X, y = table
        scaled = (X - X.min(0)) / (X.max(0) - X.min(0))
        squares = ((scaled[:, None, :] - forest.centers[None]) ** 2).sum(2)
        nearest = squares.argmin(1)
        for c in range(40):
            mine = y[nearest == c]
            np.testing.assert_allclose(forest.centers[c], scaled[nearest == c].mean(0))
            for kind in range(1, 8):
                assert forest.counts[c, kind - 1] == (mine == kind).sum()
                assert forest.rewards[kind - 1, c] == pytest.approx((mine == kind).mean())
        assert forest.inertia == pytest.approx(squares.min(1).sum())

    def test_shapes_and_totals(self, table, forest):
        assert forest.rewards.shape == (7, 40)
        np.testing.assert_allclose(forest.rewards.sum(0), 1)
        np.testing.assert_array_equal(forest.counts.sum(0), np.bincount(table[1])[1:])
        assert forest.counts.sum(1).min() > 0

    def test_graph_joins_nearest_centers(self, forest):
        assert forest.graph == Graph.from_points(forest.centers, 5)
        assert forest.graph.weights.data.max() == 1

    def test_same_seed_same_bits(self, table, forest):
        again = build_forest(*table, n_clusters=40, n_neighbors=5, seed=0)
        other = build_forest(*table, n_clusters=40, n_neighbors=5, seed=1)
        assert again.centers.tobytes() == forest.centers.tobytes()
        assert again.counts.tobytes() == forest.counts.tobytes()
        assert other.centers.tobytes() != forest.centers.tobytes()

    def test_constant_column(self, table):
        X = table[0].copy()
        X[:, 3] = 5
        assert (build_forest(X, table[1], n_clusters=20).centers[:, 3] == 0).all()

    def test_progress(self, table):
        seen = []
        build_forest(*table, n_clusters=40, progress=lambda *what: seen.append(what))
        done = [step[0] for step in seen]
        assert done == sorted(done)
        assert seen[-1][0] == seen[-1][1]

    @pytest.mark.parametrize(
        ("change", "says"),
        [
            (lambda X, y: (X[:, :9], y), r"shape \(rows, 10\), got \(600, 9\)"),
            (lambda X, y: (X, y[:5]), r"shape \(600,\), got \(5,\)"),
            (lambda X, y: (X[:0], y[:0]), "empty"),
            (lambda X, y: (X * np.nan, y), "finite"),
            (lambda X, y: (X, y - 1), "labels must be whole numbers from 1 to 7: row .* has 0"),
            (lambda X, y: (X, y * 0.5), "labels must be whole"),
            (lambda X, y: (X.astype(str).astype(object) + "m", y), "numbers only"),
            (lambda X, y: (X[:30], y[:30]), "n_clusters must be from 2 to the 30 rows"),
            (lambda X, y: (X[np.arange(600) % 8], y), "distinct rows; ask for at most 8"),
        ],
    )
    def test_bad_input(self, table, change, says):
        with pytest.raises(ParameterError, match=says):
            build_forest(*change(*table), n_clusters=40)

    def test_without_scikit_learn(self, table, monkeypatch):
        real = builtins.__import__

        def absent(name, *rest, **more):
            if name.startswith("sklearn"):
                raise ImportError(name)
            return real(name, *rest, **more)

        monkeypatch.setattr(builtins, "__import__", absent)
        for call in (lambda: build_forest(*table, n_clusters=40), fetch_forest_table):
            with pytest.raises(MissingExtraError, match="pip install scikit-learn"):
                call()


class TestKMeans:
    def test_agrees_with_scikit_learn(self, table):
        from sklearn.cluster import KMeans

        points = table[0] / 2000
        ours = kmeans(points, 12, seed=3)
        theirs = KMeans(12, init=ours.centers, n_init=1, tol=0).fit(points)
        np.testing.assert_array_equal(theirs.labels_, ours.labels)
        np.testing.assert_allclose(theirs.cluster_centers_, ours.centers)
        assert theirs.inertia_ == pytest.approx(ours.inertia)

    def test_skipping_sure_rows_changes_no_bit(self):
        """Against Lloyd's steps that look every row up each time."""
        points = np.random.default_rng(5).random((1500, 4))
        start = seed_centers(points, 150, 5)
        centers, labels, steps = start, np.full(len(points), -1), 0
        while True:
            steps += 1
            near = ((points[:, None] - centers) ** 2).sum(axis=2).argmin(axis=1)
            if np.array_equal(near, labels):
                break
            labels = near
            sums = [np.bincount(labels, column, 150) for column in points.T]
            centers = np.stack(sums, axis=1) / np.bincount(labels, minlength=150)[:, None]
        ours = lloyd(points, start, max_iter=300)
        assert steps > 5
        assert ours.iterations == steps
        assert ours.centers.tobytes() == centers.tobytes()
        np.testing.assert_array_equal(ours.labels, labels)

    def test_no_cluster_is_empty(self):
        """Heavy duplicates leave seeds on the same spot; they must move to unserved rows."""
        points = np.repeat(np.arange(30.0)[:, None], np.r_[500, np.ones(29, int)], axis=0)
        clusters = kmeans(np.hstack([points, points]), 30)
        assert (np.bincount(clusters.labels, minlength=30) > 0).all()
        assert clusters.inertia == pytest.approx(0)


class TestClusterings:
    def test_another_seed_is_another_clustering_of_the_same_rows(self, table, tmp_path):
        points, types = table[0] / 2000, table[1]
        found = [build_clustering(points, types, s, n_clusters=40, n_neighbors=5) for s in (1, 2)]
        assert [int(one.counts.sum()) for one in found] == [600, 600]
        assert not np.array_equal(found[0].edges, found[1].edges)
        pack(found, tmp_path / "two.npz")
        for one, again in zip(found, unpack(tmp_path / "two.npz"), strict=True):
            np.testing.assert_array_equal(one.edges, again.edges)
            np.testing.assert_array_equal(one.counts, again.counts)

    def test_what_does_not_fit_is_refused(self, tmp_path):
        many = Clustering(np.array([[0, 1]]), np.full((2, 7), 70_000))
        with pytest.raises(ParameterError, match="65,535"):
            pack([many], tmp_path / "many.npz")
        (tmp_path / "none.npz").write_bytes(b"nonsense")
        with pytest.raises(ParameterError, match="holds no clusterings"):
            unpack(tmp_path / "none.npz")
        np.savez(
            tmp_path / "torn.npz",
            counts=np.ones((1, 2, 7)),
            starts=np.ones((1, 2)),
            ends=np.ones(1),
        )
        with pytest.raises(ParameterError, match="damaged"):
            unpack(tmp_path / "torn.npz")


class TestSaving:
    def test_round_trip(self, forest, tmp_path):
        save_forest(forest, tmp_path / "forest.npz")
        again = load_forest(tmp_path / "forest.npz")
        assert again.graph == forest.graph
        assert again.rewards.tobytes() == forest.rewards.tobytes()
        for name in ("centers", "counts", "low", "high", "edges", "inertia", "iterations"):
            np.testing.assert_array_equal(getattr(again, name), getattr(forest, name))

    def test_same_forest_same_bytes(self, forest, tmp_path):
        for name in ("a", "b"):
            save_forest(forest, tmp_path / name)
        assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()

    def test_bad_files(self, forest, tmp_path):
        path = tmp_path / "forest.npz"
        with pytest.raises(ParameterError, match="no file at"):
            load_forest(path)
        path.write_bytes(b"nonsense")
        with pytest.raises(ParameterError, match="not a saved forest"):
            load_forest(path)
        np.savez(path, centers=forest.centers)
        with pytest.raises(ParameterError, match="lacks counts, edges"):
            load_forest(path)

    @pytest.mark.parametrize(
        "damage",
        [
            {"counts": np.ones((39, 7))},
            {"counts": np.zeros((40, 7))},
            {"low": np.zeros(9)},
            {"edges": np.zeros(4)},
            {"centers": np.zeros(40)},
        ],
    )
    def test_damaged(self, forest, tmp_path, damage):
        save_forest(forest, tmp_path / "forest.npz")
        with np.load(tmp_path / "forest.npz") as arrays:
            np.savez(tmp_path / "damaged.npz", **{**arrays, **damage})
        with pytest.raises(ParameterError, match="is damaged"):
            load_forest(tmp_path / "damaged.npz")


class TestCommand:
    def run(self, *arguments):
        command = [sys.executable, "-m", "tools.forest", *map(str, arguments)]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    def test_from_a_raw_table_to_a_file(self, table, tmp_path, monkeypatch, capsys):
        (tmp_path / "covtype.data").write_text(uci_lines(*table))
        out = tmp_path / "forest.npz"
        words = ["forest", str(tmp_path / "covtype.data"), "--clusters", "20", "--out", str(out)]
        monkeypatch.setattr(sys, "argv", words)
        command()
        assert json.loads(capsys.readouterr().out)["rows"] == 600
        assert load_forest(out).graph.n_nodes == 20

    def test_mistakes_end_in_one_line(self):
        done = self.run("nowhere.data")
        assert done.returncode == 1
        assert "nowhere.data" in done.stderr
        assert "Traceback" not in done.stderr
