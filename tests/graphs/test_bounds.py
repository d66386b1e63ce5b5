"""Time and memory: files that cost far more than their size are refused, or read at a fair price.

Each runs in a process with bounded memory, which is killed where it would not end.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from cheapbandits.errors import GraphFileError, ParameterError
from cheapbandits.graphs import read_graph
from cheapbandits.graphs.files.guard import MAX_BYTES, MAX_RATIO, SMALL, Source
from cheapbandits.graphs.files.pipes import PIPE_BYTES, WAIT, PipeError, read_pipe
from tests.forked import answer_within
from tests.forms import forms

MIB = 2**20


def ask(path: Path, content: str | bytes, *, memory: int = 512 * MIB) -> dict[str, object]:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return answer_within({"kind": "graph", "path": str(path)}, memory=memory)


def graphml(keys: str, body: str) -> str:
    return f'<graphml>{keys}<graph edgedefault="undirected">{body}</graph></graphml>'


def test_many_keys_one_of_them_twice(tmp_path):
    keys = ", ".join(f'"k{k}": 0' for k in [*range(60_000), 59_999])
    answer = ask(tmp_path / "a.geojson", f"{{{keys}}}")
    assert answer["outcome"] == "refused"
    assert "the key 'k59999' stands twice" in answer["message"]


def test_many_defaults_and_many_nodes(tmp_path):
    keys = "".join(
        f'<key id="k{k}" for="node" attr.name="n{k}"><default>x</default></key>'
        for k in range(5_000)
    )
    nodes = "".join(f'<node id="{k}"/>' for k in range(20_000))
    answer = ask(tmp_path / "a.graphml", graphml(keys, nodes))
    assert answer["outcome"] == "read"
    assert len(answer["content"]["nodes"]) == 20_000


def test_a_dense_matrix_of_narrow_numbers(tmp_path):
    stream = io.BytesIO()
    np.savez_compressed(stream, W=np.ones((8_000, 8_000), dtype=np.int8))
    assert len(stream.getvalue()) < 2 * MIB
    answer = ask(tmp_path / "a.npz", stream.getvalue())
    assert answer["outcome"] == "refused"
    assert "expands" in answer["message"]


def test_a_dense_matrix_with_few_edges_is_read_at_its_size(tmp_path):
    dense = np.zeros((6_000, 6_000), dtype=np.int8)
    path = np.arange(5_999)
    dense[path, path + 1] = dense[path + 1, path] = 1
    stream = io.BytesIO()
    np.savez_compressed(stream, W=dense)
    answer = ask(tmp_path / "a.npz", stream.getvalue(), memory=300 * MIB)
    assert answer["outcome"] == "read"
    assert len(answer["content"]["edges"]) == 5_999


@pytest.mark.parametrize("place", ["attribute", "text", "comment"])
def test_one_endless_piece_of_xml(tmp_path, place):
    long = "x" * (30 * MIB)
    body = {
        "attribute": f'<node id="a" long="{long}"/>',
        "text": f"<desc>{long}</desc>",
        "comment": f"<!-- {long} -->",
    }[place]
    answer = ask(tmp_path / "a.graphml", graphml("", body))
    assert answer["outcome"] == "refused"
    assert "line 1: a tag or text of more than 4 MiB" in answer["message"]


def test_long_names_are_refused_everywhere(tmp_path):
    answer = ask(tmp_path / "a.csv", f"a,{'b' * 1001}\na,c\n")
    assert answer["outcome"] == "refused"
    assert "may have 1,000 characters, got 1,001" in answer["message"]


def test_a_horizon_of_400_digits_ends_at_once(tmp_path):
    command = [sys.executable, "-m", "cheapbandits", "info", "forest", "--horizon", "9" * 400]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "text",
    [
        "1" * MIB + "x,2\n",
        "a,b," + "1" * MIB + "x\n",
        "a b," + "1 " * MIB + "x,1\n",
        ("a,b," + "1" * 999 + "x\n") * 1000,
        '"a' * MIB + "\n",
        '""' * MIB + ",b\n",
        "source,target," + "c," * MIB + "\n1,2\n",
        "a," + "1" * MIB + "\na,b\n",
    ],
    ids=range(8),
)
def test_patterns_take_no_longer_than_the_text_is(tmp_path, text):
    assert ask(tmp_path / "a.csv", text)["outcome"] == "refused"


def places(points: list[tuple[float, float]]) -> str:
    features = [
        {
            "type": "Feature",
            "properties": None,
            "geometry": {"type": "Point", "coordinates": point},
        }
        for point in points
    ]
    return json.dumps({"type": "FeatureCollection", "features": features})


def test_many_points_on_one_spot(tmp_path):
    crowd = [(1e-15 * (k % 9), 0) for k in range(50_000)]
    answer = ask(tmp_path / "a.geojson", places([*crowd, (90, 45)]))
    assert answer["outcome"] == "refused"
    assert "50,000 points lie on one spot" in answer["message"]


def test_a_few_points_on_one_spot_are_neighbours(tmp_path):
    answer = ask(tmp_path / "a.geojson", places([(k // 3, 0) for k in range(90)]))
    assert answer["outcome"] == "read"


# --- the price of good files --------------------------------------------------------------------

N = 30_000


def edges() -> list[tuple[int, int]]:
    return [(k, (k * 7919 + 1) % N) for k in range(N) if k != (k * 7919 + 1) % N]


def npz_of_a_path() -> bytes:
    stream = io.BytesIO()
    k = np.arange(N)
    np.savez(
        stream,
        format=np.array(b"coo"),
        shape=np.array([N + 1, N + 1]),
        data=np.ones(2 * N),
        row=np.concatenate([k, k + 1]),
        col=np.concatenate([k + 1, k]),
    )
    return stream.getvalue()


def points() -> str:
    features = [
        {
            "type": "Feature",
            "geometry": {"type": "Point", "coordinates": [k % 173 / 2, k // 173 / 2]},
            "properties": {"name": f"place {k}"},
        }
        for k in range(N)
    ]
    return json.dumps({"type": "FeatureCollection", "features": features})


GOOD = {
    "a.csv": lambda: "".join(f"{u},{v},0.5\n" for u, v in edges()),
    "b.csv": lambda: "".join(f'"n {u}","n {v}",0.5\n' for u, v in edges()),
    "c.tsv": lambda: "".join(f"n{u}\tn{v}\t0,5\n" for u, v in edges()),
    "d.txt": lambda: "".join(f" {u}\t{v} 0.5\n" for u, v in edges()).replace("\t", "  "),
    "a.mtx": lambda: (
        f"%%MatrixMarket matrix coordinate real symmetric\n{N} {N} {len(edges())}\n"
        + "".join(f"{u + 1} {v + 1} 0.5\n" for u, v in edges())
    ),
    "a.graphml": lambda: graphml(
        "",
        "".join(f'<node id="{k}"/>' for k in range(N))
        + "".join(f'<edge source="{u}" target="{v}"/>' for u, v in edges()),
    ),
    "a.npz": npz_of_a_path,
    "a.geojson": points,
}


@pytest.mark.parametrize(
    "name",
    forms(
        *("a.csv", "a.graphml", "a.npz", "a.geojson", "b.csv", "c.tsv", "d.txt", "a.mtx"), always=4
    ),
)
def test_memory_is_bounded_by_a_multiple_of_the_size(tmp_path, name):
    content = GOOD[name]()
    answer = ask(tmp_path / name, content, memory=64 * MIB + 40 * len(content))
    assert answer["outcome"] == "read", answer
    assert len(answer["content"]["edges"]) >= N // 2


# --- pipes, devices and files that change -------------------------------------------------------


def test_the_limits_are_those_that_are_promised():
    assert (PIPE_BYTES, WAIT) == (256 * MIB, 30.0)
    assert (MAX_BYTES, MAX_RATIO, SMALL) == (4096 * MIB, 200.0, 64 * MIB)


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null", "/dev/random"])
def test_devices_are_refused_at_once(device):
    with pytest.raises(ParameterError, match="not a plain file"):
        Source(Path(device), kind=ParameterError)


def feed(path: Path, content: bytes) -> threading.Thread:
    def write() -> None:
        with contextlib.suppress(BrokenPipeError):
            path.write_bytes(content)

    thread = threading.Thread(target=write, daemon=True)
    thread.start()
    return thread


def test_a_pipe_is_read_to_its_end(tmp_path):
    path = tmp_path / "a.csv"
    os.mkfifo(path)
    thread = feed(path, b"0,1\n1,2\n")
    assert read_graph(path).n_edges == 2
    thread.join()


def test_a_pipe_that_does_not_end_is_left(tmp_path):
    path = tmp_path / "a.csv"
    os.mkfifo(path)
    feed(path, b"0,1\n" * 300_000)
    with pytest.raises(GraphFileError, match="more than 1,000,000 bytes came out of this pipe"):
        read_graph(path, max_bytes=1_000_000)


def test_a_pipe_that_nobody_writes_to_is_not_waited_for(tmp_path):
    path = tmp_path / "a.csv"
    os.mkfifo(path)
    number = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with pytest.raises(PipeError, match="nothing more came out"):
        read_pipe(number, 1000, wait=0.1)
    # Nor one whose writer stops in the middle.
    writer = os.open(path, os.O_WRONLY)
    os.write(writer, b"0,1\n")
    with pytest.raises(PipeError, match="nothing more came out"):
        read_pipe(number, 1000, wait=0.1)
    os.close(writer)
    os.close(number)


def test_a_file_that_changes_while_it_is_read(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(b"0,1,1\n" * 10_000_000)
    stop = threading.Event()

    def grow() -> None:
        with path.open("ab", buffering=0) as stream:
            while not stop.is_set():
                stream.write(b"1,2,1\n")

    thread = threading.Thread(target=grow)
    thread.start()
    try:
        with pytest.raises(GraphFileError, match="changed while it was read; wait"):
            Source(path)
    finally:
        stop.set()
        thread.join()


def test_polygons_round_one_point_are_refused_in_both_readers(tmp_path):
    """Seen: 2,000 isochrones of 400 kB took 26 seconds and half a gigabyte: all pairs overlap."""
    import shapely

    from tests.graphs.gis_files import write_layer

    radii = [1e-4 * k for k in range(1, 1501)]
    boxes = [shapely.box(5 - r, 50 - r, 5 + r, 50 + r) for r in radii]
    features = [
        {"type": "Feature", "properties": {}, "geometry": shapely.geometry.mapping(box)}
        for box in boxes
    ]
    text = json.dumps({"type": "FeatureCollection", "features": features})
    answer = ask(tmp_path / "a.geojson", text, memory=(64 + 40) * MIB)
    assert answer["outcome"] == "refused"
    assert "the polygons lie on top of each other" in answer["message"]
    write_layer(tmp_path / "a.gpkg", boxes, crs="EPSG:4326")
    with pytest.raises(GraphFileError, match="the polygons lie on top of each other"):
        read_graph(tmp_path / "a.gpkg")
