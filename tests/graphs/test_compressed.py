"""Networks as they are handed round: compressed in any common way, and DIMACS."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tracemalloc
import zipfile
from functools import partial

import numpy as np
import pandas as pd
import pytest

from cheapbandits.errors import GraphFileError, ParameterError
from cheapbandits.fields.value_file import read_values
from cheapbandits.graphs import Graph, read_graph, write_graph

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
        with pytest.raises(GraphFileError, match=r"damaged|no zip file|not compressed"):
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


STREAMS = (".gz", ".xz", ".bz2")


@pytest.mark.parametrize("suffix", STREAMS)
def test_streams_one_after_the_other(put, suffix):
    head, tail = map(PACKED[suffix], (ROADS[:60], ROADS[60:]))
    for data in (head + tail, head + bytes(4) + tail + bytes(20_000)):
        assert read_graph(put(f"r.gr{suffix}", data)) == read_graph(put("r.gr", ROADS))
    many = b"".join(PACKED[suffix](ROADS[k : k + 1]) for k in range(len(ROADS)))
    assert read_graph(put(f"r.gr{suffix}", many)) == read_graph(put("r.gr", ROADS))


@pytest.mark.parametrize("suffix", STREAMS)
def test_what_follows_a_whole_stream_and_is_none_is_damaged(put, suffix):
    head, tail = map(PACKED[suffix], (EDGES[:22], EDGES[22:]))
    damaged = bytes([tail[0] ^ 1]) + tail[1:]
    for more in (damaged, tail[:-5], tail[:2], b"junk"):
        with pytest.raises(GraphFileError, match="damaged"):
            read_graph(put(f"e.csv{suffix}", head + more))


POINTER = (
    b"version https://git-lfs.github.com/spec/v1\n"
    b"oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n"
)


@pytest.mark.parametrize(
    "suffix",
    [
        *(
            ".csv",
            ".txt",
            ".edges",
            ".mtx",
            ".gr",
            ".graphml",
            ".geojson",
            ".json",
            ".npz",
            ".xlsx",
        ),
        *(".tif", ".asc", ".gpkg", ".shp", ".gpx", ".kml", ".kmz", ".csv.gz", ".zip", ".csv.bz2"),
    ],
)
def test_a_pointer_of_git_lfs_is_not_the_file(put, suffix):
    with pytest.raises(GraphFileError, match=r"pointer of Git LFS.*'git lfs pull'"):
        read_graph(put(f"sites{suffix}", POINTER))


def test_a_pointer_of_git_lfs_is_none_in_an_archive_or_among_values(put):
    with pytest.raises(GraphFileError, match="git lfs pull"):
        read_graph(put("sites.zip", zipped(**{"sites.csv": POINTER})))
    graph = Graph.from_edges([(0, 1)], names=["a", "b"])
    with pytest.raises(ParameterError, match="git lfs pull"):
        read_values(put("zinc.csv", POINTER), graph)


def test_a_zip_file_of_several_is_refused(put):
    with pytest.raises(GraphFileError, match="holds 2 files; keep the one"):
        read_graph(put("r.gr.zip", zipped(a=ROADS, b=ROADS)))
    with pytest.raises(GraphFileError, match=r"known: .csv.*also with .gz, .xz, .bz2, .zip"):
        read_graph(put("r.zip", zipped(a=ROADS)))


@pytest.mark.parametrize("suffix", [".gz", ".xz", ".bz2"])
def test_what_is_plain_already_is_not_called_damaged(put, suffix):
    """Seen: a browser had unpacked it while fetching, and fetching it again gave the same."""
    path = put(f"edges.csv{suffix}", EDGES)
    with pytest.raises(GraphFileError, match=rf"not compressed.* take {suffix} off the name") as no:
        read_graph(path)
    assert "(edges.csv)" in str(no.value)
    assert "fetch" not in str(no.value)
    path = put(f"cut.csv{suffix}", PACKED[suffix](EDGES)[:-4])
    with pytest.raises(GraphFileError, match=r"damaged.*fetch the file again"):
        read_graph(path)


def test_what_unpacks_to_far_more_may_be_unpacked(put):
    """Seen: "raise max_ratio", which no command has."""
    with pytest.raises(GraphFileError, match=r"unpack it, or raise max_ratio \(in Python\)"):
        read_graph(put("e.csv.gz", gzip.compress(b"1,2\n" * 20_000_000)))


def test_two_archives_one_behind_the_other(put):
    """Seen: the second was read, and nobody heard of the first."""
    one, other = zipped(**{"g.csv": EDGES}), zipped(**{"g.csv": b"source,target\n1,2\n1,3\n"})
    graph = Graph.from_edges([(0, 1), (1, 2)])
    for data in (one + other, one + b"junk", one + one):
        with pytest.raises(GraphFileError, match="before, between or behind the files"):
            read_graph(put("y.zip", data))
    remarked = io.BytesIO(one)
    with zipfile.ZipFile(remarked, "a") as archive:
        archive.comment = b"from the drone PK"
    assert read_graph(put("y.zip", remarked.getvalue())).n_edges == 4
    for name in ("g.npz", "g.xlsx"):
        written = put(name, b"")
        if name == "g.npz":
            write_graph(graph, written)
        else:
            frame = pd.DataFrame({"name": list("abc"), "x": [0, 1, 3], "y": [0, 2, 1]})
            frame.to_excel(written, index=False)
        assert read_graph(written).n_nodes == 3
        with pytest.raises(GraphFileError, match="before, between or behind the files"):
            read_graph(put(name, written.read_bytes() + one))


#: What is said of a file where it begins: where that stands, and how many bytes it has.
@pytest.mark.parametrize(("at", "many"), [(8, 2), (14, 4), (18, 4), (22, 4), (26, 2)], ids=str)
def test_a_file_that_says_another_thing_of_itself_than_the_list_does(put, at, many):
    """Seen: of two programs one read this file, and the other one another."""
    data = zipped(**{"g.csv": EDGES})
    said = int.from_bytes(data[at : at + many], "little")
    other = data[:at] + (said ^ 1).to_bytes(many, "little") + data[at + many :]
    with pytest.raises(GraphFileError):
        read_graph(put("y.zip", other))


def test_what_stands_between_two_files(put):
    """Seen: a file that the list leaves out is found by programs that read from the beginning."""
    data = zipped(**{"a.csv": b"left,out\n1,9\n", "g.csv": EDGES})
    second, listed = data.index(b"PK\x03\x04", 1), data.index(b"PK\x01\x02")
    rest = data[data.index(b"PK\x01\x02", listed + 1) : data.index(b"PK\x05\x06")]
    begins = len(rest).to_bytes(4, "little") + listed.to_bytes(4, "little")
    end = b"PK\x05\x06\0\0\0\0\1\0\1\0" + begins + b"\0\0"
    assert zipfile.ZipFile(io.BytesIO(data[:listed] + rest + end)).namelist() == ["g.csv"]
    for kept in (data[:listed], data[:second] + b"junk" + data[second:listed]):
        with pytest.raises(GraphFileError, match="before, between or behind the files"):
            read_graph(put("y.zip", kept + rest + end))


class Stream(io.BytesIO):
    """One that cannot go back, as a pipe: sizes are written behind each file."""

    def seekable(self):
        return False


def test_sizes_may_stand_behind_each_file(put):
    stream = Stream()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", b"from the drone")
        archive.writestr("g.csv", EDGES)
    assert read_graph(put("y.zip", stream.getvalue())).n_edges == 4


@pytest.mark.parametrize("name", ["edges", "edge_index", "pairs", "Links"])
def test_an_array_of_pairs_is_no_matrix(put, name):
    """Seen: two edges were two nodes with one edge, and one that joins a node to itself."""
    written = put("n.npz", b"")
    np.savez(written, **{name: np.array([[0, 1], [1, 2]])})
    with pytest.raises(GraphFileError, match="called as a list of edges is"):
        read_graph(written)
