"""Hostile files: each is refused with a plain error, before it costs memory or opens anything."""

from __future__ import annotations

import contextlib
import gzip
import io
import pickle
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sp

from cheapbandits.errors import GraphFileError
from cheapbandits.graphs import Graph, grid, read_graph, write_graph
from cheapbandits.graphs.files import dispatch

MIB = 2**20


@pytest.fixture
def refused(tmp_path):
    """Return a check that a file is refused, naming it, without much memory."""

    def check(name: str, content: bytes | str, message: str, **options: object) -> None:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        tracemalloc.start()
        try:
            with pytest.raises(GraphFileError, match=message) as caught:
                read_graph(path, **options)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert str(path) in str(caught.value)
        assert peak < 100 * MIB + 20 * len(content)

    return check


# --- zip and gzip -------------------------------------------------------------------------------


def npy_header(shape: tuple[int, ...], dtype: str = "<f8") -> bytes:
    stream = io.BytesIO()
    about = {"shape": shape, "fortran_order": False, "descr": dtype}
    np.lib.format.write_array_header_1_0(stream, about)
    return stream.getvalue()


def npz(members: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return stream.getvalue()


def saved(**arrays: object) -> bytes:
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)
    return stream.getvalue()


def csr(**changes: object) -> bytes:
    """Return a good file of the path 0 - 1 - 2, with some of its arrays replaced."""
    good = {
        "format": np.array(b"csr"),
        "shape": np.array([3, 3]),
        "data": np.ones(4),
        "indices": np.array([1, 0, 2, 1]),
        "indptr": np.array([0, 1, 3, 4]),
    }
    return saved(**{k: v for k, v in {**good, **changes}.items() if v is not None})


def test_the_file_that_the_others_vary_is_good(tmp_path):
    (tmp_path / "a.npz").write_bytes(csr())
    assert read_graph(tmp_path / "a.npz") == Graph.from_edges([(0, 1), (1, 2)])


def zip_bomb(size: int) -> bytes:
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("data.npy", "w", force_zip64=True) as member,
    ):
        member.write(npy_header((size // 8,)))
        for _ in range(size // MIB):
            member.write(bytes(MIB))
    return stream.getvalue()


def test_zip_bomb(refused):
    bomb = zip_bomb(128 * MIB)
    assert len(bomb) < MIB
    refused("bomb.npz", bomb, "decompression bomb")
    refused("bomb.npz", bomb, "more than the limit of 1,000", max_bytes=1000)
    # Trusted, it is read as far as it is a matrix.
    refused("small.npz", zip_bomb(32 * MIB), "no sparse matrix .*: found data", max_ratio=2000)


def test_many_small_members_count_together(refused):
    members = {f"a{k}.npy": bytes(8 * MIB) for k in range(16)}
    refused("many.npz", npz(members), "decompression bomb")


def test_gzip_bomb(refused):
    bomb = gzip.compress(bytes(96 * MIB), compresslevel=1)
    for name in ("bomb.csv.gz", "bomb.graphml.gz", "bomb.mtx.gz"):
        refused(name, bomb, "decompression bomb")
        refused(name, bomb, "more than the limit", max_bytes=MIB)


def test_damaged_gzip(refused):
    good = gzip.compress(b"0,1\n1,2\n" * 100)
    refused("cut.csv.gz", good[:-12], "damaged gzip data")
    refused("plain.csv.gz", b"0,1\n1,2\n", "plain text and not compressed")
    refused("bits.csv.gz", good[:12] + b"\xff\xff\xff" + good[15:], "damaged gzip data")


def test_large_files_by_limit(refused):
    refused("a.csv", "0,1\n" * 100, "400 bytes, more than the limit of 100", max_bytes=100)


# --- npz ----------------------------------------------------------------------------------------


class Trap:
    """Opens a file when unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self):
        return (open, (str(self.path), "w"))


def test_pickles_are_never_loaded(refused, tmp_path):
    trap = tmp_path / "sprung"
    array = np.array([Trap(trap)] * 4, dtype=object)
    refused("objects.npz", csr(data=array), "Python objects .a pickle., which are never loaded")
    refused("objects.npz", csr(names=array[:3]), "never loaded")
    raw = pickle.dumps(Trap(trap))
    refused("raw.npz", raw, "zip file")
    refused("member.npz", npz({"data.npy": raw}), "data.npy is no NumPy array")
    assert not trap.exists()


@pytest.mark.parametrize("shape", [(10**12,), (10**6, 10**6), (5,), (3,), (2**64, 2**64)])
def test_headers_that_lie(refused, shape):
    good = zipfile.ZipFile(io.BytesIO(csr()))
    members = {name: good.read(name) for name in good.namelist()}
    members["data.npy"] = npy_header(shape) + np.ones(4).tobytes()
    refused("lie.npz", npz(members), "data.npy claims shape .* but 32 are there")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is no NumPy array"),
        (b"\x93NUMPY\x01\x00\xff\xff{", "is no NumPy array"),
        (npy_header((1,), "|O") + pickle.dumps([1]), "Python objects"),
        (npy_header((1,), "<f8").replace(b"'descr'", b"'descx'"), "is no NumPy array"),
        (b"\x93NUMPY\x09\x00" + bytes(100), "is no NumPy array"),
        (npy_header((-2, -2)) + bytes(32), "is no NumPy array: its header"),
    ],
)
def test_members_that_are_no_arrays(refused, content, message):
    refused("a.npz", npz({"data.npy": content}), message)


@pytest.mark.usefixtures("no_garbage")
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"indices": np.array([1, 0, 2, 10**6])}, "column index 1000000 is out of range for 3"),
        ({"indices": np.array([1, 0, -9, 1])}, "column index -9 is out of range"),
        ({"indices": np.array([1, 0, 2, 2**63], dtype=np.uint64)}, "out of range"),
        ({"format": np.array(b"csc"), "indices": np.array([1, 0, 2, 77])}, "row index 77 is out"),
        ({"indptr": np.array([0, 1, 10**9, 4])}, "damaged"),
        ({"indptr": np.array([0, 3, 1, 4])}, "damaged"),
        ({"indptr": np.array([0, 1, 3, 99])}, "do not make a matrix"),
        ({"indptr": np.array([0, 4])}, "do not make a matrix"),
        ({"indptr": np.array([[0, 1], [3, 4]])}, "indptr must be a list of whole numbers"),
        ({"indices": np.ones(4)}, "indices must be a list of whole numbers, got float64"),
        ({"data": np.ones(3)}, "do not make a matrix"),
        ({"data": np.ones(4) * 1j}, "data must be a list of real numbers, got complex"),
        ({"data": np.array(list("abcd"))}, "data must be a list of real numbers"),
        ({"data": np.array([1, 1, np.nan, 1])}, r"finite: edge \(1, 2\) has nan"),
        ({"data": np.array([1, 2, 1, 1])}, "symmetric"),
        ({"data": None}, "a csr matrix needs data too"),
        ({"shape": np.array([3, 10**15])}, "claims 1,000,000,000,000,000 nodes"),
        ({"shape": np.array([-3, -3])}, "do not make a matrix"),
        ({"shape": np.array([3.0, 3.0])}, "two whole numbers"),
        ({"shape": np.array(3)}, "two whole numbers"),
        ({"format": np.array(b"dia")}, "matrix format 'dia'; known: csr, csc, coo"),
        ({"format": np.array(7)}, "matrix format 'unknown'"),
        ({"format": None}, "no sparse matrix .*: found shape, data.* or cheapbandits.write_graph"),
        ({"names": np.array(["a", "a", "b"])}, "'a' stands twice"),
        ({"names": np.frombuffer(b'["a"]', np.uint8)}, "names: got 1 for 3 nodes"),
        ({"names": np.frombuffer(b"[" * 100_000, np.uint8)}, "nested too deeply"),
        ({"names": np.frombuffer(b'["a", "b", 3]', np.uint8)}, "names must be texts"),
        ({"names": np.arange(3.0)}, "names must be texts"),
        ({"coordinates": np.array(["a", "b", "c"])}, "coordinates must be"),
        ({"coordinates": np.full((3, 2), np.nan)}, "coordinates must be finite .* node 0"),
    ],
)
def test_arrays_that_make_no_graph(refused, changes, message):
    refused("a.npz", csr(**changes), message)


def test_triples_outside_the_matrix(refused):
    triples = {"format": np.array(b"coo"), "shape": np.array([3, 3]), "data": np.ones(1)}
    for row, col in [(0, 3), (-1, 0)]:
        content = saved(**triples, row=np.array([row]), col=np.array([col]))
        refused("a.npz", content, "do not make a matrix")
    content = saved(**triples | {"shape": np.array([10**13] * 2)}, row=[0], col=[1])
    refused("a.npz", content, "claims 10,000,000,000,000 nodes")


def test_cut_and_altered_zip_files(refused, tmp_path):
    good = csr()
    for cut in range(0, len(good) - 1, 97):
        if cut:
            refused("cut.npz", good[:cut], "zip file")
    stream = io.BytesIO()
    np.savez(stream, **np.load(io.BytesIO(good)))
    plain = stream.getvalue()
    altered = plain.replace(np.ones(4).tobytes(), np.full(4, 2.0).tobytes())
    assert altered != plain
    refused("altered.npz", altered, "zip file .*CRC")


def test_two_members_of_one_name(refused):
    stream = io.BytesIO(csr())
    with zipfile.ZipFile(stream, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("data.npy", b"other")
    refused("twice.npz", stream.getvalue(), "one name")


def test_every_byte_of_a_good_file_may_be_wrong(tmp_path):
    path = tmp_path / "a.npz"
    write_graph(grid(2, 2), path)
    good = path.read_bytes()
    rng = np.random.default_rng(0)
    for place in rng.choice(len(good), 150, replace=False):
        path.write_bytes(good[:place] + bytes([good[place] ^ 0xFF]) + good[place + 1 :])
        with contextlib.suppress(GraphFileError):
            read_graph(path)


# --- GraphML ------------------------------------------------------------------------------------

LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a0 "ha">'
    + "".join(f'<!ENTITY a{k} "{f"&a{k - 1};" * 10}">' for k in range(1, 10))
    + ']><graphml><graph edgedefault="undirected"><node id="&a9;"/></graph></graphml>'
)
QUADRATIC = (
    f'<!DOCTYPE g [<!ENTITY a "{"x" * 50_000}">]><graphml><graph><node id="'
    + "&a;" * 50_000
    + '"/></graph></graphml>'
)
DEEP = "<graphml>" + "<graph edgedefault='undirected'><node id='a'>" + "<x>" * 100_000


@pytest.mark.parametrize(
    "text",
    [
        LAUGHS,
        QUADRATIC,
        '<!DOCTYPE g SYSTEM "http://example.invalid/g.dtd"><graphml/>',
        '<!DOCTYPE g [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]><graphml/>',
    ],
)
def test_document_types_are_refused_at_once(refused, text):
    refused("a.graphml", text, "refused as unsafe: DTDForbidden")


def test_external_entities_open_nothing(refused, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("hidden")
    text = (
        f'<!DOCTYPE g [<!ENTITY x SYSTEM "{secret.as_uri()}">]><graphml><graph>'
        '<node id="&x;"/><node id="b"/></graph></graphml>'
    )
    refused("a.graphml", text, "refused as unsafe")


def test_deep_xml(refused):
    refused("a.graphml", DEEP, "nested more than 64 deep")


# --- Matrix Market ------------------------------------------------------------------------------

BANNER = "%%MatrixMarket matrix coordinate real symmetric\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BANNER + f"3 3 {10**12}\n2 1 1.0\n", "claims 1,000,000,000,000 entries"),
        (BANNER + f"{10**12} {10**12} 1\n2 1 1.0\n", "claims 1,000,000,000,000 nodes"),
        (BANNER.replace("coordinate", "array") + "99999 99999\n1.0\n", "claims .* entries"),
        (BANNER + "3 3 2\n2 1 1.0\n", "the header claims 2 entries, but "),
        (BANNER + "3 3 2\n2 1 1.00000000\n", "claims 2 entries, but 1 are there"),
        (BANNER + "3 3 1\n9 1 1.0\n", "line 3: row and column must be from 1 to 3, got 9 and 1"),
        (BANNER + "3 3 1\n0 1 1.0\n", "line 3: row and column must be from 1 to 3, got 0 and 1"),
        (BANNER + "3 3 1\n2 1 heavy\n", "line 3: must hold row, column and value .* '2 1 heavy'"),
        (BANNER + "3 3 1\n2 1 nan\n", "line 3: must hold row, column and value"),
        (BANNER + "3 3 1\n\n2 1 -1\n", "line 4: the weight must be .* got -1"),
        (BANNER + "3 three 1\n", "size line must hold 3 whole numbers"),
        (BANNER + f"3 3 {'9' * 5000}\n", "size line must hold 3 whole numbers"),
        (BANNER, "size line must hold 3 whole numbers"),
        (BANNER.replace("real", "complex") + "3 3 1\n2 1 1 1\n", "must be real, got 'complex'"),
        (BANNER.replace("symmetric", "hermitian"), "must be symmetric, got 'hermitian'"),
        (BANNER.replace("symmetric", "general") + "2 2 1\n2 1 1\n", "must be symmetric"),
        (BANNER.replace("symmetric", "general") + "2 3 1\n2 1 1\n", "square matrix"),
        ("2 2 1\n2 1 1\n", "line 1: must be '%%MatrixMarket"),
        ("\0\1\2", "line 1: must be '%%MatrixMarket"),
    ],
)
def test_bad_matrix_market(refused, text, message):
    refused("a.mtx", text, message)


# --- JSON and text ------------------------------------------------------------------------------


@pytest.mark.usefixtures("no_garbage")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ('{"type": "FeatureCollection", "features": [' + "9" * 5000 + "]}", "5,000 digits"),
        ('{"type": "FeatureCollection", "type": "x"}', "'type' stands twice"),
        ('{"features": [NaN]}', "NaN is no number"),
        ('{"features": [-Infinity]}', "-Infinity is no number"),
        ('{"features": [1e999]}', "1e999 is too large"),
        ('{"type": "FeatureCollection"', "not usable JSON, .*line 1"),
        (b"\xff\xfe{}", "not usable JSON"),
        ('{"type": "Feature"}\n{"type": "Feature"}\n', "each line is a feature.*ogr2ogr"),
        ('\x1e{"type": "Feature"}\n\x1e{"type": "Feature"}\n', "each line is a feature"),
        ('{"type": "Feature"}\n{', "each line is a feature"),
        ('{"a": 1}\n{"a": 2}\n', "not usable JSON"),
    ],
)
def test_bad_json(refused, text, message):
    refused("a.geojson", text, message)


@pytest.mark.parametrize("content", [b"\0" * 100, b"0,1\n\0,\0\n", "0,1\n".encode("utf-16-le")])
def test_bytes_that_are_no_text(refused, content):
    refused("a.csv", content, "no text file")


def test_text_in_another_encoding(refused):
    refused("a.csv", "Zürich,Genève\n".encode("latin-1"), "not UTF-8 text")


def test_one_endless_line(refused):
    refused("a.csv", "1," * MIB, "line 1: .* columns")


@pytest.mark.parametrize("suffix", dispatch.READERS)
def test_noise_is_refused_by_every_reader(tmp_path, suffix):
    rng = np.random.default_rng(0)
    path = tmp_path / f"noise{suffix}"
    for size in (1, 10, 1000, 100_000):
        path.write_bytes(rng.bytes(size))
        with pytest.raises(GraphFileError, match="noise"):
            read_graph(path)


def test_scipy_would_have_taken_the_indices(tmp_path):
    """Say why the arrays are not left to SciPy."""
    path = tmp_path / "a.npz"
    path.write_bytes(csr(indices=np.array([1, 0, 2, 10**6])))
    assert sp.load_npz(path).indices.max() == 10**6
