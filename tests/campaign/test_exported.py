"""What was exported is imported equal, or refused: same nodes, only readings that count, once."""

import csv
import json
import warnings

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.campaign.documents import COLUMNS
from cheapbandits.campaign.exports import write_readings, write_table
from cheapbandits.campaign.importing import read_import


def ring(names=None):
    one = np.roll(np.eye(6), 1, axis=1)
    return cb.Graph(one + one.T, names=names)


#: Names that look like other nodes' indices, as in an edge list that counts from 1.
NUMBERED = [str(k) for k in range(1, 7)]


@pytest.fixture
def walk(file_db):
    with cb.Campaign.create("w", ring(NUMBERED), db=file_db, horizon=20) as campaign:
        campaign.observe([0], 0.25)
        campaign.observe(["6", "2"], 0.5)
        campaign.tell(campaign.ask()[0], 0.75)
        yield campaign


def exported(campaign, folder):
    return write_readings(campaign.history(), folder / "e.csv", COLUMNS, campaign.graph)


def pairs(rows):
    return [(row.nodes, row.reading) for row in rows]


def test_nodes_keep_their_places(walk, tmp_path):
    found = read_import(exported(walk, tmp_path), walk.graph)
    known = [(tuple(row["nodes"]), row["reading"]) for row in walk.history()]
    assert pairs(found.rows) == known
    assert found.skipped == 0


@pytest.mark.parametrize("names", [None, NUMBERED[::-1], ["a", *NUMBERED[1:]]])
def test_an_export_of_another_graph_is_refused(walk, tmp_path, names):
    out = exported(walk, tmp_path)
    with pytest.raises(cb.ParameterError, match=r"line 2.*another graph"):
        read_import(out, ring(names))


POINTS = {"W01": (0, 0), "W02": (1, 0), "W03": (0, 1), "W05": (1, 1), "W06": (2, 1), "W07": (2, 2)}


def of_sites(sites, *, named):
    return cb.Graph.from_points(list(sites.values()), 3, names=list(sites) if named else None)


@pytest.mark.parametrize("named", [True, False])
def test_a_group_around_the_same_site_is_compared_whole(tmp_path, named):
    """Seen: a site was put in between, and the reading went to it; only the center was compared."""
    may = of_sites(POINTS, named=named)
    june = dict(sorted({**POINTS, "W04": (9, 9)}.items()))
    with cb.Campaign.create("may", may, db=tmp_path / "c.db", horizon=20) as campaign:
        campaign.observe([1, 3], 7.0)
        out = exported(campaign, tmp_path)
        assert pairs(read_import(out, of_sites(POINTS, named=named)).rows) == [((1, 3), 7.0)]
    said = "nodes 1;3 are 'W02; W05' there and 'W02; W04'" if named else r"node 3 is at \(1.0 1.0\)"
    with pytest.raises(cb.ParameterError, match=f"line 2: an export from another graph: {said}"):
        read_import(out, of_sites(june, named=named))
    if named:  # as it says
        with out.open(newline="") as file:
            (row,) = csv.DictReader(file)
        kept = {k: v for k, v in row.items() if k not in ("center", "place", "nodes", "names")}
        write_table([{"nodes": row["names"], **kept}], out)
        assert pairs(read_import(out, of_sites(june, named=True)).rows) == [((1, 4), 7.0)]
    else:  # an older one says of one node where it lies
        out.write_text(out.read_text().replace("(1.0 0.0); (1.0 1.0)", "(1.0 0.0)"))
        with pytest.raises(cb.ParameterError, match="1 place in at for 2 nodes"):
            read_import(out, may)


def test_a_node_that_is_not_there_is_refused_by_its_line(walk, tmp_path):
    out = exported(walk, tmp_path)
    out.write_text(out.read_text().replace("#5;#1", "#9;#1"))
    with pytest.raises(cb.ParameterError, match=r"line 3.*0 to 5"):
        read_import(out, walk.graph)


def test_readings_that_often_mean_none_are_what_they_were_told_as(tmp_path):
    """Seen: "does -9999 mean 'no value'?", of what was told, and asked about then."""
    graph, told = ring(), [-9999.0, -9999.0, 5.0, 6.0, 99999.0]
    with cb.Campaign.create("n", graph, db=tmp_path / "n.db", low=-1e5, high=1e5) as campaign:
        for node, reading in enumerate(told):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", cb.ReadingWarning)
                campaign.observe([node], reading)
        path = exported(campaign, tmp_path)
    assert [reading for _, reading in pairs(read_import(path, graph).rows)] == told
    path.write_text(path.read_text().replace("origin", "origins"))  # a table that looks like one
    with pytest.raises(cb.ParameterError, match="does it mean 'no value'"):
        read_import(path, graph)


def test_what_was_struck_or_never_read_stays_out(walk, tmp_path):
    walk.annul(1)
    walk.cancel(walk.ask()[0])
    walk.ask()
    statuses = [row["status"] for row in walk.history()]
    assert statuses == ["observed", "observed", "annulled", "cancelled", "open"]
    found = read_import(exported(walk, tmp_path), walk.graph)
    assert pairs(found.rows) == [((0,), 0.25), ((5, 1), 0.5)]
    assert found.skipped == 3


def test_a_status_counts_without_our_other_columns(tmp_path):
    file = tmp_path / "r.csv"
    file.write_text("nodes,reading,status\n0,1,ok\n1,2,Annulled\n2,,open\n3,4,\n4,,expired\n")
    found = read_import(file, ring())
    assert pairs(found.rows) == [((0,), 1.0), ((3,), 4.0)]
    assert found.skipped == 3


@pytest.mark.parametrize(
    "again",
    [
        "nodes,reading\r\n1,0.5\r\n2;3,1\r\n",
        "nodes,reading\n\n1,0.5\n# later\n2;3,1",
        "reading,nodes\n0.50,1\n1.0,2; 3\n",
        "\ufeff1\t0.5\n2;3\t1\n",
    ],
)
def test_the_same_readings_written_otherwise_are_the_same(tmp_path, again):
    file = tmp_path / "r.csv"
    file.write_text("nodes,reading\n1,0.5\n2;3,1\n")
    keys = [row.key for row in read_import(file, ring()).rows]
    file.write_text(again, newline="", encoding="utf-8")
    assert [row.key for row in read_import(file, ring()).rows] == keys
    assert len(set(keys)) == 2


def test_of_a_shorter_file_all_is_known(tmp_path):
    file = tmp_path / "r.csv"
    file.write_text("1,0.5\n1,0.5\n")
    keys = [row.key for row in read_import(file, ring()).rows]
    file.write_text("1,0.5\n")
    assert [row.key for row in read_import(file, ring()).rows] == keys[:1]
    assert len(set(keys)) == 2


def test_the_columns_are_those_that_importing_knows(walk, tmp_path):
    with exported(walk, tmp_path).open(newline="") as file:
        assert {"center", "place", "nodes", "status", "reading"} <= set(next(csv.reader(file)))


SHARES = [0.1, 0.2, 0.7]


@pytest.fixture
def weighted(tmp_path):
    with cb.Campaign.create("w", ring(NUMBERED), db=tmp_path / "c.db", horizon=20) as campaign:
        campaign.observe(["4", "2", "3"], 0.5, weights=SHARES)
        campaign.observe(["4", "2", "3"], 0.25)
        campaign.observe([0], 0.125, weights=[1.0])
        yield campaign


def test_weights_of_a_group_come_back(weighted, tmp_path):
    """They were left out: a weighted average came back as a plain one."""
    found = read_import(exported(weighted, tmp_path), weighted.graph).rows
    assert [row.weights for row in found] == [tuple(SHARES), None, None]
    with cb.Campaign.create("again", weighted.graph, db=tmp_path / "c.db") as again:
        assert again.observe_many([row.observation for row in found]) == 3
        assert again.observe_many([row.observation for row in found]) == 0
        known, now = weighted.history(), again.history()
        for name in ("nodes", "weights", "reading"):
            assert [row[name] for row in now] == [row[name] for row in known]
        assert now[0]["weights"] == SHARES
        before, after = weighted.estimates(0.9), again.estimates(0.9)
        np.testing.assert_array_equal(after.estimate, before.estimate)


def test_the_terminal_keeps_weights_too(weighted, tmp_path):
    write_readings(weighted.history(), tmp_path / "e.json", COLUMNS, weighted.graph)
    assert json.loads((tmp_path / "e.json").read_text())[0]["weights"] == SHARES


def test_exports_without_weights_have_the_keys_that_they_had(walk, tmp_path):
    """An export of an older version, imported once already, adds nothing when imported again."""
    out = exported(walk, tmp_path)
    keys = [row.key for row in read_import(out, walk.graph).rows]
    with out.open(newline="") as file:
        rows = [{k: v for k, v in row.items() if k != "weights"} for row in csv.DictReader(file)]
    with out.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    assert [row.key for row in read_import(out, walk.graph).rows] == keys


@pytest.mark.parametrize(
    ("shares", "message"),
    [
        ("0.5", "line 2: weights: 1 for 2 nodes"),
        ("0.5;0.6", "line 2: .*shares that sum to 1"),
        ("0.5;x", "line 2: weights: 'x' is no decimal number"),
        ("-0.5;1.5", "line 2: .*shares"),
        ("70", "line 2: weights: .*or rename the column"),
    ],
)
def test_weights_that_are_none(tmp_path, shares, message):
    file = tmp_path / "r.csv"
    file.write_text(f"nodes,weights,reading\n1;2,{shares},0.5\n")
    with pytest.raises(cb.ParameterError, match=message):
        read_import(file, ring())


def test_weights_in_grams_are_told(tmp_path):
    file = tmp_path / "r.csv"
    file.write_text("nodes,weights,reading\n1,12.5,0.5\n")
    with pytest.raises(cb.ParameterError, match=r"sum to 1, got 12\.5; .*or rename the column"):
        read_import(file, ring())


def test_names_with_blanks_around_them_come_back(tmp_path):
    """Cells of a table are read without the blanks around them; names of GeoJSON keep theirs."""
    names = ["P0 ", " P1", "=P2 ", "P3", "P4", " P4"]
    with cb.Campaign.create("b", ring(names), db=tmp_path / "c.db", horizon=20) as campaign:
        for node in range(6):
            campaign.observe([node], node / 8)
        rows = read_import(exported(campaign, tmp_path), campaign.graph).rows
        assert pairs(rows) == [((node,), node / 8) for node in range(6)]
        byhand = tmp_path / "hand.csv"
        byhand.write_text("nodes,reading\nP0,1\nP1,2\nP4,3\n")
        found = read_import(byhand, campaign.graph).rows
        assert pairs(found) == [((0,), 1.0), ((1,), 2.0), ((4,), 3.0)]


PLACES = np.array([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)])


def square(order, *, coordinates=True):
    """Four sites whose edges look the same from both ends."""
    one = np.roll(np.eye(4), 1, axis=1)
    return cb.Graph(one + one.T, coordinates=PLACES[order] if coordinates else None)


def test_places_tell_graphs_apart_where_nodes_have_no_names(tmp_path):
    with cb.Campaign.create("s", square([0, 1, 2, 3]), db=tmp_path / "c.db") as campaign:
        campaign.observe([1], 5.5)
        campaign.observe([3, 0], 7.5)
        out = exported(campaign, tmp_path)
        assert pairs(read_import(out, campaign.graph).rows) == [((1,), 5.5), ((3, 0), 7.5)]
        again = square([0, 1, 2, 3])
        again = cb.Graph(2 * again.weights, coordinates=again.coordinates)  # joined otherwise
        assert len(read_import(out, again).rows) == 2
    others = [square([3, 2, 1, 0]), square([0, 1, 2, 3], coordinates=False)]
    others.append(cb.Graph(np.ones((5, 5)) - np.eye(5), coordinates=10 + np.eye(5)[:, :2]))
    for other in others:
        with pytest.raises(
            cb.ParameterError, match=r"line 2.*another graph: node 1 is at \(1\.0 0"
        ):
            read_import(out, other)


def test_edges_do_where_there_are_no_places(tmp_path):
    with cb.Campaign.create("r", ring(), db=tmp_path / "c.db") as campaign:
        campaign.observe([1], 5.5)
        out = exported(campaign, tmp_path)
        assert pairs(read_import(out, ring()).rows) == [((1,), 5.5)]
    with pytest.raises(cb.ParameterError, match=r"line 2.*another graph"):
        read_import(out, cb.Graph(np.ones((6, 6)) - np.eye(6)))


def test_an_older_export_does_not_go_by_bare_numbers(tmp_path):
    file = tmp_path / "e.csv"
    file.write_text("status,center,place,nodes,reading\nobserved,1,1,1,5.5\n")
    with pytest.raises(cb.ParameterError, match=r"line 2.*export it again.*leave out the columns"):
        read_import(file, ring())
    assert pairs(read_import(file, ring([str(k) for k in range(6)])).rows) == [((1,), 5.5)]
    file.write_text("status,nodes,reading\nobserved,1,5.5\n")
    assert pairs(read_import(file, ring()).rows) == [((1,), 5.5)]
