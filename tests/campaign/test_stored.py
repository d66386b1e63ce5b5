"""A database of a stranger's making, whose digests all agree and whose content is nonsense."""

import io
import json
import tracemalloc
import zipfile

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.campaign import Campaign, Spec
from cheapbandits.campaign.terms import graph_from_bytes, graph_to_bytes
from cheapbandits.errors import CheapBanditsError, DamagedError
from cheapbandits.store import Store

GRAPH = cb.grid(3, 3)
PLAIN = Spec(policy="CheapUCB", horizon=9, probes="strongest", engine="dense").to_dict()
ASK = {"center": 0, "nodes": [0], "cost": 1.0}


def forged(folder, *, spec=PLAIN, graph=None, event=None, tally=None):
    """Return the database that anyone can write with our own tools."""
    with Store.open(folder / "c.db") as store:
        data = graph_to_bytes(GRAPH) if graph is None else graph
        store.create("walk", spec, data, who="eve")
        if event is not None or tally is not None:
            with store.writing("walk") as log:
                kind, body, ask = event or ("pause", {}, None)
                log.append(kind, body, ask=ask, who="eve")
                if tally is not None:
                    log.summarise(tally)
    return folder / "c.db"


USES = {
    "status": lambda campaign: campaign.status(),
    "ask": lambda campaign: campaign.ask(),
    "history": lambda campaign: campaign.history(),
    "assess": lambda campaign: campaign.assess(),
    "outlook": lambda campaign: campaign.outlook(),
    "observe": lambda campaign: campaign.observe([1], 0.5),
    "tell": lambda campaign: campaign.tell(1, 0.5),
}


def refusals(db):
    """Return what each use is refused with; any other exception is a failure."""
    found = {}
    for name, use in USES.items():
        with Campaign.open("walk", db=db) as campaign:
            try:
                use(campaign)
            except CheapBanditsError as error:
                found[name] = error
    return found


@pytest.mark.parametrize(
    "change",
    [
        {"cost": None},
        {"cost": {"x": "y"}},
        {"cost": [1]},
        {"parameters": [1]},
        {"seed": "x"},
        {"horizon": 10**18},
        {"horizon": "9"},
        {"max_width": "x"},
        {"budget": "x"},
        {"engine": [1]},
        {"what": 1},
    ],
    ids=str,
)
def test_settings_that_make_no_sense(tmp_path, change):
    found = refusals(forged(tmp_path, spec={**PLAIN, **change}))
    for use in ("ask", "assess", "tell", "observe"):
        assert isinstance(found[use], DamagedError)
        assert "'walk': there is no sense in its settings" in str(found[use])


@pytest.mark.parametrize(
    "event",
    [
        ("ask", {}, 1),
        ("ask", {**ASK, "nodes": [-1]}, 1),
        ("ask", {**ASK, "nodes": [1, 1]}, 1),
        ("ask", {**ASK, "nodes": []}, 1),
        ("ask", {**ASK, "nodes": "ab"}, 1),
        ("ask", {**ASK, "nodes": [0.5]}, 1),
        ("ask", {**ASK, "cost": "x"}, 1),
        ("ask", {**ASK, "cost": -5.0}, 1),
        ("ask", {**ASK, "weights": [1, 2, 3]}, 1),
        ("ask", {**ASK, "lease": 7}, 1),
        ("ask", {**ASK, "assignee": [1]}, 1),
        ("tell", {"reading": 1.0}, 7),
        ("observe", {}, None),
        ("observe", {"nodes": 7, "reading": 1.0}, None),
        ("observe", {"nodes": [], "reading": 1.0}, None),
        ("observe", {"nodes": [0], "reading": "x"}, None),
        ("observe", {"nodes": [0], "reading": 1.0, "weights": [0.5, 0.5]}, None),
        ("mask", {"nodes": 7}, None),
        ("correct", {"observation": 99, "reading": 1.0}, None),
        ("annul", {}, 5),
        ("cancel", {}, 9),
    ],
    ids=str,
)
def test_events_that_make_no_sense(tmp_path, event):
    found = refusals(forged(tmp_path, event=event))
    for use in ("ask", "history", "assess"):
        assert isinstance(found[use], DamagedError)
        assert f"there is no sense in event 1 ({event[0]})" in str(found[use])


@pytest.mark.parametrize("nodes", [[99], [10**30]])
def test_nodes_that_are_not_there(tmp_path, nodes):
    db = forged(tmp_path, event=("observe", {"nodes": nodes, "reading": 1.0}, None))
    assert {"ask", "history", "assess"} <= refusals(db).keys()


FULL = {"state": "running", "asked": 0, "told": 0, "observed": 0, "annulled": 0}
FULL |= {"spent": 0.0, "open": {}, "assigned": {}}


@pytest.mark.parametrize(
    "change",
    [
        {"told": "x"},
        {"told": -1},
        {"open": [1]},
        {"open": {"x": "y"}},
        {"assigned": {"1": [1]}},
        {"assigned": {"x": "y"}},
        {"told": 1, "best": 7},
        {"told": 1, "best": {"told": 1, "node": "x", "name": 7, "estimate": 1, "deviation": None}},
        {"state": 7},
        {"spent": "x"},
    ],
    ids=str,
)
def test_tallies_that_make_no_sense(tmp_path, change):
    error = refusals(forged(tmp_path, tally={**FULL, **change}))["status"]
    assert isinstance(error, DamagedError)
    assert "'walk': there is no sense in its tally" in str(error)


@pytest.mark.parametrize("data", [b"", b"junk" * 9, b"\x80\x04N."], ids=str)
def test_graphs_that_make_no_sense(tmp_path, data):
    found = refusals(forged(tmp_path, graph=data))
    for use in ("ask", "history", "observe"):
        assert isinstance(found[use], DamagedError)
        assert "there is no sense in its graph" in str(found[use])


def test_a_bomb_in_a_database_is_not_expanded():
    """It was refused by the guarded reader, and then expanded to look at its names."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("data", "names"):
            array = io.BytesIO()
            np.save(array, np.zeros(2**27, dtype=np.uint8))
            archive.writestr(f"{name}.npy", array.getvalue())
    data = packed.getvalue()
    tracemalloc.start()
    try:
        with pytest.raises(CheapBanditsError):
            graph_from_bytes(data)
        assert tracemalloc.get_traced_memory()[1] < 2**25
    finally:
        tracemalloc.stop()


def test_a_graph_of_an_older_version_may_have_empty_names():
    """Whoever has such a campaign can go on with it, though none is made today."""
    data = graph_to_bytes(cb.Graph(np.ones((4, 4)) - np.eye(4), names=["a", "b", "c", "d"]))
    arrays = dict(np.load(io.BytesIO(data)))
    names = json.dumps(["a", "", " ", "d"]).encode("ascii")
    older = io.BytesIO()
    np.savez_compressed(older, **{**arrays, "names": np.frombuffer(names, dtype=np.uint8)})
    assert graph_from_bytes(older.getvalue()).names == ("a", "(no name)", "(no name) (2)", "d")
