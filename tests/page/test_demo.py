"""The demo: what a newcomer sees first is true, and something to look at."""

import numpy as np

from cheapbandits.campaign.campaign import Campaign
from cheapbandits.fields import Dataset
from cheapbandits.service import demo


def test_the_demo_ends_by_its_own_rule_and_with_the_true_place(tmp_path, monkeypatch):
    db = tmp_path / "demo.db"
    demo._finished(db)
    graph, field = demo._coast()
    with Campaign.open(demo.DONE, db=db) as done:
        status, verdict = done.status(), done.assess()
        assert (status.state, status.told > 10) == ("finished", True)
        assert verdict.probability >= demo.GOAL
        assert verdict.node == int(np.argmax(field))
        assert verdict.low <= field.max() <= verdict.high
    # The other one, with few places and readings: all counties take seconds.
    monkeypatch.setattr(demo, "PLANNED", 8)
    monkeypatch.setattr(demo, "FAR", ("Oregon",))
    demo._half_way(db, Dataset("coast", "", graph, {"unemployment": field}, ""))
    with Campaign.open(demo.HALF, db=db) as half:
        status = half.status()
        assert (status.state, status.told, status.open) == ("running", 4, 2)
        assert list(status.assigned) == [demo.TEAM[1]]
        assert {event.who for event in half.events()} == {*demo.TEAM}
        (out,) = [event.body["nodes"] for event in half.events() if event.kind == "mask"]
        assert {graph.name(node).rpartition(", ")[2] for node in out} == {"Oregon"}
    assert list(demo.put_demo(db)) == []  # who starts again has them
