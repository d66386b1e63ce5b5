"""Networks as they are handed round: compressed in any common way, and DIMACS."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tracemalloc
import zipfile
from functools import partial

import pytest

from cheapbandits.errors import GraphFileError, ParameterError
from cheapbandits.graphs import Graph, read_graph

ROADS = (
    b"c a square with one road both ways\np sp 4 5\n"
    b"a 1 2 10\na 2 1 12\na 2 3 20\na 3 4 5\na 4 1 8\n"
)
EDGES = b"source,target\n1,2\n2,3\n3,4\n4,1\n"


def zipped(**files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


PACKED = {
    ".gz": gzip.compress,
    ".xz": partial(lzma.compress, preset=0),
    ".bz2": bz2.compress,
    ".zip": lambda data: zipped(graph=data),
}


@pytest.fixture
def put(tmp_path):
    def write(name, data):
        (tmp_path / name).write_bytes(data)
        return tmp_path / name

    return write


def test_dimacs(put):
    names = ["1", "2", "3", "4"]
    square = [(0, 1), (1, 2), (2, 3), (3, 0)]
    assert read_graph(put("r.gr", ROADS)) == Graph.from_edges(square, names=names)
    by_length = read_graph(put("r.gr", ROADS), weight="inverse")
    assert by_length == Graph.from_edges(square, [1 / 10, 1 / 20, 1 / 5, 1 / 8], names=names)
    loose = ROADS.replace(b"a 2 3 20", b"a  2\t3 20 ").replace(b"\n", b"\r\n")
    assert read_graph(put("r.gr", loose)) == Graph.from_edges(square, names=names)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (ROADS.replace(b"a 3 4 5\n", b""), "says 5 arcs and holds 4"),
        (
            ROADS.replace(b"a 3 4 5", b"a 3 9 5"),
            "arc 4 goes from 3 to 9, and nodes are from 1 to 4",
        ),
        (ROADS.replace(b"a 3 4 5", b"a 3 0 5"), "arc 4 goes from 3 to 0"),
        (ROADS.replace(b"a 3 4 5", b"a 3 4 five"), "line 6: expected 'a FROM TO LENGTH'"),
        (ROADS.replace(b"a 3 4 5", b"e 3 4"), "line 6: expected 'a FROM"),
        (ROADS.replace(b"p sp", b"p max"), "line 2: expected 'p sp NODES ARCS'"),
        (b"c nothing\n", "no line 'p sp NODES ARCS'"),
        (b"p sp 99999999999 1\na 1 2 3\n", "claims 99,999,999,999 nodes"),
    ],
)
def test_bad_dimacs_files_say_where(put, data, message):
    with pytest.raises(GraphFileError, match=message):
        read_graph(put("r.gr", data))


def test_a_length_of_nothing_has_no_inverse(put):
    path = put("r.gr", ROADS.replace(b"a 3 4 5", b"a 3 4 0"))
    assert read_graph(path).n_edges == 4
    with pytest.raises(GraphFileError, match="arc 4 has length 0"):
        read_graph(path, weight="inverse")
    with pytest.raises(ParameterError, match="weight must be"):
        read_graph(path, weight="length")


@pytest.mark.parametrize("suffix", PACKED)
def test_compressed_networks_read_the_same(put, suffix):
    pack = PACKED[suffix]
    assert read_graph(put(f"r.gr{suffix}", pack(ROADS))) == read_graph(put("r.gr", ROADS))
    assert read_graph(put(f"e.csv{suffix}", pack(EDGES))) == read_graph(put("e.csv", EDGES))


@pytest.mark.parametrize("suffix", PACKED)
def test_what_is_cut_or_is_none_is_damaged(put, suffix):
    packed = PACKED[suffix](ROADS * 50)
    for data in (packed[: len(packed) // 2], ROADS, packed[:8]):
        with pytest.raises(GraphFileError, match=r"damaged|no zip file"):
            read_graph(put(f"r.gr{suffix}", data))


@pytest.mark.parametrize(
    "suffix",
    [one if one == ".gz" else pytest.param(one, marks=pytest.mark.thorough) for one in PACKED],
)
def test_a_bomb_takes_no_memory(put, suffix):
    path = put(f"bomb.csv{suffix}", PACKED[suffix](bytes(160 * 2**20)))
    tracemalloc.start()
    try:
        with pytest.raises(GraphFileError, match="decompression bomb"):
            read_graph(path)
        assert tracemalloc.get_traced_memory()[1] < 100 * 2**20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("suffix", PACKED)
def test_what_is_unpacked_is_limited(put, suffix):
    with pytest.raises(GraphFileError, match="more than the limit of 1,000"):
        read_graph(put(f"big.csv{suffix}", PACKED[suffix](EDGES * 99)), max_bytes=1_000)


def test_xz_streams_one_after_the_other(put):
    head, tail = ROADS[:60], ROADS[60:]
    path = put("r.gr.xz", lzma.compress(head) + lzma.compress(tail))
    assert read_graph(path) == read_graph(put("r.gr", ROADS))


def test_a_zip_file_of_several_is_refused(put):
    with pytest.raises(GraphFileError, match="holds 2 files; keep the one"):
        read_graph(put("r.gr.zip", zipped(a=ROADS, b=ROADS)))
    with pytest.raises(GraphFileError, match=r"known: .csv.*also with .gz, .xz, .bz2, .zip"):
        read_graph(put("r.zip", zipped(a=ROADS)))
