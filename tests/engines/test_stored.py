"""A factor in a file: used where it is whole and its own, thrown away without harm otherwise."""

import json
import os

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.engines import DenseEngine
from cheapbandits.engines.dissection import factor_file, order, stored
from cheapbandits.engines.dissection.engine import DissectionEngine
from cheapbandits.engines.dissection.factor import Factor
from cheapbandits.engines.dissection.stored import keep_factors
from cheapbandits.probes import StrongestNeighbors

RIDGE = 0.02
HEADER = factor_file.HEADER


@pytest.fixture
def computed(monkeypatch):
    """Keep factors of small graphs too, and note who computes one."""
    monkeypatch.setattr(stored, "LEAST_NODES", 0)
    monkeypatch.setattr(order, "LEAF", 12)
    noted, plain = [], Factor._factorise

    def noting(self, *args):
        noted.append(self)
        return plain(self, *args)

    monkeypatch.setattr(Factor, "_factorise", noting)
    return noted


def answers(folder, ridge=RIDGE, widths=(3, 1), build=lambda: cb.grid(15, 16)):
    graph = build()
    keep_factors(graph, folder)
    family = StrongestNeighbors(graph)
    engine = DissectionEngine(graph, ridge)
    engine.prepare([family.at(width) for width in widths])
    column = engine.column(((7, 8), None))
    found = np.zeros(graph.n_nodes)
    found[column.nodes] = column.values
    draws = engine.sample(2, np.random.default_rng(0))
    return [*(engine.variances(family.at(width)).upper for width in widths), found, draws]


def only(folder):
    (path,) = folder.iterdir()
    return path


def test_a_kept_factor_gives_the_same_answers_and_is_not_computed_again(tmp_path, computed):
    folder = tmp_path / "factors"
    first, second = answers(folder), answers(folder)
    assert len(computed) == 1
    for one, other in zip(first, second, strict=True):
        np.testing.assert_array_equal(one, other)


def test_another_ridge_or_other_probes_have_a_factor_of_their_own(tmp_path, computed):
    folder = tmp_path / "factors"
    for ridge, widths in [(RIDGE, (3, 1)), (2 * RIDGE, (3, 1)), (RIDGE, (2, 1))]:
        answers(folder, ridge, widths)
    assert len(computed) == len(list(folder.iterdir())) == 3


def test_a_peeled_graph_comes_back_with_what_peeling_took(tmp_path, computed):
    folder = tmp_path / "factors"

    def build():
        return cb.barabasi_albert(300, 1, weights="uniform", rng=0)

    first, second = (answers(folder, widths=(2,), build=build) for _ in range(2))
    assert len(computed) == 1
    for one, other in zip(first, second, strict=True):
        np.testing.assert_array_equal(one, other)
    graph = build()
    keep_factors(graph, folder)
    family, engine = StrongestNeighbors(graph), DissectionEngine(graph, RIDGE)
    engine.prepare([family.at(2)])
    singles = engine.variances(family.at(1)).upper  # a set that was not kept
    assert len(computed) == 1
    exact = DenseEngine(graph.laplacian, RIDGE).variances(family.at(1)).upper
    np.testing.assert_allclose(singles, exact, rtol=1e-10)


def torn(data):
    return data[:-8]


def cut_in_the_header(data):
    return data[: HEADER // 2]


def empty(_):
    return b""


def one_bit_off(data):
    return data[:-5] + bytes([data[-5] ^ 1]) + data[-4:]


def of_another_version(data):
    return data[:HEADER].replace(b"factor 1", b"factor 0") + data[HEADER:]


def foreign(_):
    return b"\x80\x04cos\nsystem\n(S'true'\ntR." + bytes(HEADER)


def longer_than_it_says(data):
    return data + bytes(8)


def with_huge_sizes(data):
    header = json.loads(data[:HEADER])
    header["arrays"]["roots"][1] = 2**62
    return json.dumps(header).encode().ljust(HEADER) + data[HEADER:]


def with_objects(data):
    return data[:HEADER].replace(b'"<f8"', b'"|O8"') + data[HEADER:]


def of_other_numbers(data):
    """A file that is whole, and of another matrix."""
    header = json.loads(data[:HEADER])
    numbers = np.frombuffer(data[HEADER:]).copy()
    begin = sum(header["arrays"][key][1] for key in ("owner", "parent", "n_border", "borders"))
    numbers[begin : begin + header["arrays"]["roots"][1]] *= 1.5
    header["digest"] = factor_file.hashlib.blake2b(numbers.tobytes(), digest_size=32).hexdigest()
    return json.dumps(header).encode().ljust(HEADER) + numbers.tobytes()


def of_no_tree(data):
    header = json.loads(data[:HEADER])
    numbers = np.frombuffer(data[HEADER:], dtype=np.int64).copy()
    numbers[0] = 10**9
    header["digest"] = factor_file.hashlib.blake2b(numbers.tobytes(), digest_size=32).hexdigest()
    return json.dumps(header).encode().ljust(HEADER) + numbers.tobytes()


HARM = [torn, cut_in_the_header, empty, one_bit_off, of_another_version, foreign]
HARM += [longer_than_it_says, with_huge_sizes, with_objects, of_other_numbers, of_no_tree]


@pytest.mark.parametrize("harm", HARM)
def test_what_is_not_whole_is_computed_again(tmp_path, computed, harm):
    folder = tmp_path / "factors"
    first = answers(folder)
    path = only(folder)
    path.write_bytes(harm(path.read_bytes()))
    second = answers(folder)
    assert len(computed) == 2
    for one, other in zip(first, second, strict=True):
        np.testing.assert_array_equal(one, other)
    answers(folder)  # and the one that was written then is whole
    assert len(computed) == 2


def test_files_are_bounded_and_the_oldest_goes(tmp_path, computed, monkeypatch):
    folder = tmp_path / "factors"
    answers(folder)
    first = only(folder)
    os.utime(first, (1, 1))
    monkeypatch.setattr(factor_file, "MOST_BYTES", int(1.5 * first.stat().st_size))
    answers(folder, 2 * RIDGE)
    assert only(folder) != first
    monkeypatch.setattr(factor_file, "MOST_BYTES", 10_000)
    answers(folder, 3 * RIDGE)  # too large: answered, and not kept
    assert len(list(folder.iterdir())) == 1


def test_what_a_killed_process_left_behind_goes(tmp_path, computed):
    folder = tmp_path / "factors"
    folder.mkdir()
    left = folder / "x.part"
    left.write_text("half")
    os.utime(left, (1, 1))
    answers(folder)
    assert not left.exists()


def test_a_folder_that_cannot_be_written_does_no_harm(tmp_path, computed):
    (tmp_path / "factors").write_text("a file")
    first, second = answers(tmp_path / "factors"), answers(tmp_path / "factors")
    assert len(computed) == 2
    np.testing.assert_array_equal(first[0], second[0])


def test_a_campaign_opened_again_need_not_factorise(tmp_path, computed):
    graph = cb.grid(15, 16)
    database = tmp_path / "c.db"
    settings = {"policy": "CheapUCB", "horizon": 20, "engine": "dissection"}
    with cb.Campaign.create("one", graph, db=database, **settings):
        pass
    computed.clear()
    asked = []
    for _ in range(3):
        with cb.Campaign.open("one", db=database) as campaign:
            for ask in campaign.ask():
                asked.append(ask.nodes)
                campaign.tell(ask, 0.1)
    assert len(computed) == 1
    assert len(set(asked)) == 3
