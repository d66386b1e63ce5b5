"""The demo: what a newcomer sees first is true, and something to look at."""

import numpy as np

from cheapbandits.campaign.campaign import Campaign
from cheapbandits.service import demo


def test_the_demo_ends_by_its_own_rule_and_with_the_true_place(tmp_path, monkeypatch):
    monkeypatch.setattr(demo, "PLANNED", 8)  # the other half way is the same, and takes seconds
    db = tmp_path / "demo.db"
    said = list(demo.put_demo(db))
    assert len(said) == 2
    assert list(demo.put_demo(db)) == []  # a second start has them
    graph, field = demo._coast()
    with Campaign.open(demo.DONE, db=db) as done:
        status, verdict = done.status(), done.assess()
        assert status.state == "finished"
        assert verdict.probability >= demo.GOAL
        assert verdict.node == int(np.argmax(field))
        assert verdict.low <= field.max() <= verdict.high
        assert done.graph.fingerprint == graph.fingerprint
        assert status.told > 10
    with Campaign.open(demo.HALF, db=db) as half:
        status = half.status()
        assert (status.state, status.told, status.open) == ("running", 4, 2)
        assert list(status.assigned) == [demo.TEAM[1]]
        assert {event.who for event in half.events()} == {*demo.TEAM}
