"""Matrices that point outside themselves, or hide values: refused before anything trusts them."""

import numpy as np
import pytest
import scipy.sparse as sp

import cheapbandits as cb
from cheapbandits.fields import check_field

BLOCKS = np.kron(np.eye(2), np.ones((2, 2)))
FAR = 10**6


def bsr(**damage):
    made = sp.bsr_array(BLOCKS, blocksize=(2, 2))
    for name, value in damage.items():
        getattr(made, name)[0 if name == "indices" else -1] = value
    return made


def lil(row, values=None):
    made = sp.lil_array(BLOCKS)
    made.rows[0] = row
    if values is not None:
        made.data[0] = values
    return made


def dok():
    made = sp.dok_array(BLOCKS)
    made._dict[(FAR, 0)] = 1.0
    return made


def dia():
    made = sp.dia_array(sp.csr_array(BLOCKS))
    made.offsets[0] = -FAR
    return made


class Own(sp.csr_array):
    """A sparse class of somebody's own, of a format that nobody knows."""

    format = "own"


DAMAGED = {
    "block columns beyond": lambda: bsr(indices=FAR),
    "block columns below": lambda: bsr(indices=-FAR),
    "block rows that end late": lambda: bsr(indptr=FAR),
    "rows of lists beyond": lambda: lil([99], [1.0]),
    "rows of lists below": lambda: lil([-99], [1.0]),
    "rows longer than their values": lambda: lil([0, 1, 2, 3]),
    "rows that are no lists": lambda: lil(None),
    "keys beyond": dok,
    "diagonals beyond": dia,
    "an unknown format": lambda: Own(BLOCKS),
}


@pytest.mark.parametrize("make", DAMAGED.values(), ids=DAMAGED.keys())
def test_damaged_matrices_are_refused(make):
    with pytest.raises(cb.GraphError, match="weights"):
        cb.Graph(make())


@pytest.mark.parametrize("make", DAMAGED.values(), ids=DAMAGED.keys())
def test_damaged_groups_are_refused(make):
    with pytest.raises(cb.ProbeError, match="groups"):
        cb.NamedGroups(cb.Graph(BLOCKS), make())


@pytest.mark.parametrize("kind", [sp.bsr_array, sp.lil_array, sp.dok_array, sp.dia_array])
@pytest.mark.parametrize("matrix", [BLOCKS, np.zeros((4, 4)), np.ones((5, 5))])
def test_sound_ones_are_what_they_were(kind, matrix):
    assert cb.Graph(kind(matrix)) == cb.Graph(matrix)


def test_masked_values_are_no_values():
    hidden = np.ma.masked_array(BLOCKS, mask=BLOCKS == 0)
    with pytest.raises(cb.GraphError, match="masked"):
        cb.Graph(hidden)
    with pytest.raises(cb.GraphError, match="masked"):
        cb.Graph.from_edges([(0, 1), (1, 2)], np.ma.masked_array([1.0, 2.0], mask=[0, 1]))
    with pytest.raises(cb.GraphError, match="masked"):
        cb.Graph.from_edges(np.ma.masked_array([(0, 1), (1, 2)], mask=[(0, 0), (0, 1)]))
    with pytest.raises(cb.GraphError, match="masked"):
        cb.Graph(BLOCKS, coordinates=np.ma.masked_array(np.ones((4, 2)), mask=True))
    with pytest.raises(cb.ParameterError, match="masked"):
        check_field(np.ma.masked_array(np.arange(4.0), mask=[0, 1, 0, 0]), 4)
    with pytest.raises(cb.GraphError, match="masked"):
        cb.Graph.from_points(np.ma.masked_array(np.ones((4, 2)), mask=True))


def test_nor_are_they_in_a_list_of_rows():
    """Seen: what stood under the mask of a row became a coordinate."""
    rows = [*np.ma.masked_array(BLOCKS, mask=BLOCKS == 0)]
    with pytest.raises(cb.GraphError, match="weights: some values are masked"):
        cb.Graph(rows)
    with pytest.raises(cb.GraphError, match="coordinates: some values are masked"):
        cb.Graph(BLOCKS, coordinates=rows)
    with pytest.raises(cb.GraphError, match="points: some values are masked"):
        cb.Graph.from_points(tuple(rows), 2)


def test_a_mask_that_hides_nothing_is_none():
    open_ones = np.ma.masked_array(BLOCKS)
    assert cb.Graph(open_ones) == cb.Graph(BLOCKS)
    assert check_field(np.ma.masked_array(np.arange(4.0)), 4).tolist() == [0, 1, 2, 3]


def test_names_have_an_order():
    with pytest.raises(cb.GraphError, match="order"):
        cb.Graph(BLOCKS, names={"a", "b", "c", "d"})
    with pytest.raises(cb.GraphError, match="order"):
        cb.Graph(BLOCKS, names=frozenset("abcd"))
    assert cb.Graph(BLOCKS, names=iter("abcd")).names == ("a", "b", "c", "d")
    with pytest.raises(cb.GraphError, match="must be a list"):  # by which of its sides?
        cb.Graph(BLOCKS, names={0: "a", 1: "b", 2: "c", 3: "d"})


@pytest.mark.parametrize("kind", [np.uint8, np.int8, np.uint16, np.int64, np.float32])
@pytest.mark.parametrize("times", [300, 256, 70_000])
def test_repeated_entries_do_not_wrap_round(tmp_path, kind, times):
    """Seen: an edge 300 times among bytes weighed 44, and 256 times there was none."""
    one = np.zeros(times, dtype=int)
    rows, columns = np.concatenate([one, one + 1, [1, 2]]), np.concatenate([one + 1, one, [2, 1]])
    counted = sp.coo_array((np.ones(len(rows), kind), (rows, columns)), shape=(3, 3))
    sp.save_npz(tmp_path / "a.npz", counted)
    for graph in (cb.Graph(counted), cb.read_graph(tmp_path / "a.npz")):
        assert graph.weights[0, 1] == times
        assert graph.n_edges == 2
    if kind is np.uint8:  # SciPy adds in the matrix' own type
        assert sp.load_npz(tmp_path / "a.npz").toarray()[0, 1] == times % 256


def test_truth_values_that_are_said_twice_are_true():
    twice = sp.coo_array((np.ones(4, bool), ([0, 0, 1, 1], [1, 1, 0, 0])), shape=(2, 2))
    assert cb.Graph(twice).weights[0, 1] == 1
