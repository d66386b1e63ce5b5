"""Files from strangers: bounded in bytes, nodes, memory and time; nothing is run or fetched."""

import gzip
import io
import json
import os
import pickle
import socket
import tempfile
import zipfile
from pathlib import Path

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.campaign.imported_bytes import imported_from
from cheapbandits.campaign.spec import Spec
from cheapbandits.errors import ParameterError, outcome
from cheapbandits.service import reading
from cheapbandits.service.uploads import _kind, suffix_of
from tests.service.served import BYTES


def npz(**arrays):
    out = io.BytesIO()
    np.savez_compressed(out, **arrays)
    return out.getvalue()


def modest_bomb():
    """The same bomb; its list of contents says that it holds 200 bytes."""
    data = bytearray(bomb())
    for mark, place in ((b"PK\1\2", 24), (b"PK\3\4", 22)):
        at = data.index(mark) + place
        data[at : at + 4] = (200).to_bytes(4, "little")
    return bytes(data)


def stray_indices():
    """A sparse matrix whose indices point outside: SciPy would read foreign memory."""
    return npz(
        format=np.array(b"csr"),
        shape=np.array([3, 3]),
        data=np.ones(2),
        indices=np.array([1, 10**8], dtype=np.int32),
        indptr=np.array([0, 1, 2, 2], dtype=np.int32),
    )


#: What a pickle would leave behind if anybody loaded it.
TRACE = Path(tempfile.gettempdir()) / f"cheapbandits-was-here-{os.getpid()}"


class Bad:
    def __reduce__(self):
        return open, (str(TRACE), "w")


def bomb():
    """100 MB of zeros in 100 kB."""
    out = io.BytesIO()
    np.savez_compressed(out, arr_0=np.zeros(100 * 2**17))
    return out.getvalue()


def pickled_npy():
    out = io.BytesIO()
    np.save(out, np.array([Bad()], dtype=object))
    return out.getvalue()


def lying_header():
    """An array of a terabyte in a few bytes."""
    header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (1000000, 100000), }"
    header += b" " * (117 - len(header)) + b"\n"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("arr_0.npy", b"\x93NUMPY\x01\x00v\x00" + header)
    return out.getvalue()


BILLION = (
    b'<?xml version="1.0"?><!DOCTYPE g [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>'
    b'<graphml><graph edgedefault="undirected"><node id="&b;"/></graph></graphml>'
)
OUTSIDE = BILLION.replace(b'<!ENTITY a "aaaaaaaaaa">', b'<!ENTITY a SYSTEM "file:///etc/passwd">')
KML = b'<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>&b;</name></Document></kml>'
GPX = b'<gpx version="1.1" creator="x"><wpt lat="1" lon="2"><name>&b;</name></wpt></gpx>'
REFUSED = {
    "stray.npz": (stray_indices, {422}),
    "pickled.npz": (lambda: npz(arr_0=np.array([[Bad()]], dtype=object)), {422}),
    "bare.pkl": (lambda: pickle.dumps(Bad()), {422}),
    "pickled.npy": (lambda: pickled_npy(), {422}),
    "lying.npz": (lying_header, {413}),
    "bomb.npz": (bomb, {413}),
    "modest.npz": (modest_bomb, {413, 422}),
    "bomb.csv.gz": (lambda: gzip.compress(b"0,1\n" * 2**25, 1), {413}),
    "laughs.graphml": (lambda: BILLION, {422}),
    "outside.graphml": (lambda: OUTSIDE, {422}),
    "laughs.kml": (lambda: BILLION[: BILLION.index(b"<graphml")] + KML, {422}),
    "outside.kml": (lambda: OUTSIDE[: OUTSIDE.index(b"<graphml")] + KML, {422}),
    "laughs.gpx": (lambda: BILLION[: BILLION.index(b"<graphml")] + GPX, {422}),
    "deep.geojson": (lambda: b"[" * 100_000, {422}),
    "empty.csv": (lambda: b"", {422}),
    "nan.csv": (lambda: b"source,target,weight\n0,1,nan\n", {422}),
}


@pytest.mark.parametrize("file", REFUSED)
def test_a_hostile_file_is_refused(file, tmp_path, capsys):
    """By the very reading that an upload gets, here without a process and a bound for each."""
    make, expected = REFUSED[file]
    (tmp_path / file).write_bytes(make())
    words = ["graph", str(tmp_path / file), str(tmp_path / "made.npz"), "{}", "1000", "-1"]
    assert reading.main(words) == 1
    said = json.loads(capsys.readouterr().out)
    assert outcome(_kind(said["kind"])(said["error"])).http in expected
    assert said["error"].startswith((str(tmp_path / file), "no graph"))
    assert not (tmp_path / "made.npz").exists()
    assert not TRACE.exists()


def test_readings_say_which_column_names_the_sites(tmp_path, capsys):
    file, made = tmp_path / "r.csv", tmp_path / "graph.npz"
    file.write_text("id,pt,zinc\n1,2,5\n2,0,6\n")
    options = {"spec": Spec.of({}).to_dict(), "column": "zinc", "layer": None}
    for names, nodes in ((None, None), ("pt", [2, 0]), ("id", [1, 2])):
        cb.write_graph(cb.grid(1, 3), made)
        words = [str(file), str(made), json.dumps({**options, "names": names}), "9", "-1"]
        assert reading.main(["readings", *words]) == (names is None)
        said = json.loads(capsys.readouterr().out)
        if names is None:
            assert "'id' and 'pt' may count otherwise" in said["error"]
        else:
            found = imported_from(made.read_bytes())
            assert [row.nodes for row in found.rows] == [(k,) for k in nodes]
            assert found.places == ["line 2", "line 3"]


def files(server):
    """What lies in the folder of uploads."""
    return list(Path(server.app.state.house.uploads._folder.name).iterdir())


@pytest.mark.parametrize("file", ["stray.npz", "lying.npz", "outside.graphml"])
def test_a_hostile_upload_is_refused(server, file):
    make, expected = REFUSED[file]
    answer = server.post(f"/api/graphs?file={file}", raw=make(), kind=BYTES)
    assert answer.status in expected, answer.body
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json["detail"].startswith((file, "no graph"))
    assert "/tmp" not in answer.json["detail"]
    assert files(server) == []


@pytest.mark.parametrize("file", ["bare.pkl", "bomb.csv.gz"])
def test_hostile_readings_are_refused(server, file):
    path = server.campaign(f"readings of {file}")
    make, expected = REFUSED[file]
    answer = server.post(f"{path}/import?file={file}", raw=make(), kind=BYTES)
    assert answer.status in expected | {422}, answer.body
    assert answer.json["detail"].startswith(file)
    assert (server.get(path).json["observed"], files(server), TRACE.exists()) == (0, [], False)


def test_a_slow_upload_is_ended_and_leaves_nothing(here):
    server = here(limits={"body_seconds": 0.3})
    head = "POST /api/graphs?file=g.csv HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as link:
        link.sendall(f"{head}{BYTES}\r\nContent-Length: 99\r\n\r\n0,1\n".encode())
        assert link.recv(4096).startswith(b"HTTP/1.1 408")
    assert files(server) == []


def test_too_many_readings_at_once(here):
    server = here(limits={"upload_rows": 2})
    path = server.campaign("rows")
    table = b"nodes,reading\n1,0.5\n2,0.5\n3,0.5\n"
    answer = server.post(f"{path}/import?file=r.csv", raw=table, kind=BYTES)
    assert (answer.status, "in parts" in answer.json["detail"]) == (413, True)
    assert server.get(path).json["observed"] == 0


def test_a_file_is_known_by_its_suffix_only(server):
    for name in ("../../x.csv", "/etc/passwd", "..", "", "a\\b.csv", "x\0.csv", "no-suffix"):
        with pytest.raises(ParameterError, match="plain name"):
            suffix_of(name)
    sent = server.post("/api/graphs?file=..%2F..%2Fx.csv", raw=b"0,1\n", kind=BYTES)
    assert sent.status == 422
    # What a terminal obeys, or runs backwards, comes back in no answer.
    for odd in ("%1B%5B31m", "%07", "%0A", "%0D", "%C2%9B", "%E2%80%AE", "%E2%80%A8"):
        for path in ("/api/graphs", "/page/sites", f"{server.campaign(f'odd {odd[1:]}')}/import"):
            sent = server.post(f"{path}?file=a{odd}.csv", raw=b"0,1\n", kind=BYTES)
            assert sent.status == 422
            assert "plain name" in sent.json["detail"]
    raster = "/api/graphs?file=x.csv&mask_layer=/etc/passwd"  # no such option here
    assert server.post(raster, raw=b"source,target\n0,1\n1,2\n", kind=BYTES).status == 422


def test_a_graph_can_be_seen_before_anything_is_stored(server, tmp_path):
    cb.write_graph(cb.grid(5, 6), tmp_path / "g.npz")
    before = server.get("/api/campaigns").json
    sent = server.post("/api/graphs?file=g.npz", raw=(tmp_path / "g.npz").read_bytes(), kind=BYTES)
    seen = server.ok(sent)
    assert (seen["nodes"], seen["parts"]) == (30, 1)
    assert server.get("/api/campaigns").json == before
    body = {"name": "sent", "graph": {"upload": seen["upload"]}, "settings": {"horizon": 5}}
    assert server.ok(server.post("/api/campaigns", body))["graph"] == seen["graph"]
    gone = {"name": "gone", "graph": {"upload": "0" * 32}}
    assert server.post("/api/campaigns", gone).status == 404


def test_what_is_odd_about_a_file_is_said_before_anything_is_stored(server):
    """Seen: only commands said it; half of these sites are of another system of coordinates."""
    near = [f"A{k},{491000 + 100 * k},{5700000 + 90 * (k % 3)}" for k in range(6)]
    far = [f"B{k},{3491000 + 100 * k},{5700000 + 90 * (k % 3)}" for k in range(6)]
    sites = "\n".join(["site,x,y", *near, *far]).encode()
    seen = server.ok(server.post("/api/graphs?file=s.csv", raw=sites, kind=BYTES))
    assert "two parts far from each other (6 and 6" in " ".join(seen["notes"])
    fine = "\n".join(["site,x,y", *near]).encode()
    assert server.ok(server.post("/api/graphs?file=s.csv", raw=fine, kind=BYTES))["notes"] == []


def test_bounds_on_bytes_nodes_and_time(here):
    limits = {"upload": 200_000, "upload_nodes": 100, "upload_seconds": 60.0, "uploads": 2}
    server = here(limits=limits)
    edges = "\n".join(f"{i},{i + 1}" for i in range(150)).encode()
    large = server.post("/api/graphs?file=g.csv&table=edges", raw=edges, kind=BYTES)
    assert (large.status, "at most 100" in large.json["detail"]) == (413, True)
    long = server.post("/api/graphs?file=g.csv", raw=b"0,1\n" * 60_000, kind=BYTES)
    assert long.status == 413
    kept = [server.campaign(f"c{k}") for k in range(3)]
    assert len(set(kept)) == 3


def test_reading_that_takes_too_long_is_ended(here):
    server = here(limits={"upload_seconds": 0.05})
    answer = server.post("/api/graphs?file=g.csv", raw=b"0,1\n1,2\n", kind=BYTES)
    assert (answer.status, "took more than" in answer.json["detail"]) == (413, True)
    assert server.get("/api/campaigns").status == 200


def test_reading_that_takes_too_much_memory_is_ended(here):
    server = here(limits={"upload_memory": 32 * 2**20})
    answer = server.post("/api/graphs?file=g.csv", raw=b"0,1\n1,2\n", kind=BYTES)
    assert (answer.status, "too large" in answer.json["detail"]) == (413, True)
    assert server.get("/api/campaigns").status == 200


def test_a_fault_of_the_servers_own_disk_is_called_so(server):
    """Seen: 422, as if the file had been wrong, with a path of the server's."""
    folder = Path(server.app.state.house.uploads.path("g.csv")).parent
    away = folder.with_name(f"{folder.name}-away")
    folder.rename(away)
    answer = server.post("/api/graphs?file=g.csv", raw=b"0,1\n1,2\n", kind=BYTES)
    away.rename(folder)
    assert (answer.status, answer.json["kind"]) == (500, "InternalError")
    assert str(folder) not in answer.json["detail"]
    (logged,) = server.failed.said
    server.failed.said.clear()
    assert "FileNotFoundError" in logged
    assert str(folder) in logged
    assert server.post("/api/graphs?file=g.csv", raw=b"0,1\n1,2\n", kind=BYTES).status == 201
