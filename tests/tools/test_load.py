"""The load tool counts what it says: a reading that is missing, or there twice, is found."""

from tools.load.clients import Client, run_all
from tools.load.trial import _found

import cheapbandits as cb


def test_what_was_lost_is_found(tmp_path):
    db = str(tmp_path / "c.db")
    with cb.Campaign.create("c", cb.grid(3, 3), db=db, policy="CheapUCB") as campaign:
        people = [Client(campaign, f"c{k}") for k in range(3)]
        took = run_all(people, 0.2)
        while min(len(one.told) for one in people) < 3:  # a busy machine gives each its turn late
            took += run_all(people, 0.2)
    good = _found("SQLite", "in process", db, "c", people, took, 0)
    assert good["asks"] == good["tells"] >= 3
    assert (good["errors"], good["lost"], good["told twice"]) == (0, 0, 0)
    assert good["clients that went on"] == 3
    people[0].told[10_000] = 0.5
    people[1].told.popitem()
    bad = _found("SQLite", "in process", db, "c", people, took, 0)
    assert (bad["lost"], bad["stored, sent by nobody"]) == (1, 1)
