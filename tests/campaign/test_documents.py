"""The documents that programs read are those that the page describes."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits import errors
from cheapbandits.campaign import Campaign, documents
from cheapbandits.campaign.rehearsal import Cell, Contender, Fields, compared
from cheapbandits.campaign.spec import Spec
from cheapbandits.errors import outcome
from cheapbandits.store import AlreadyToldError, Store

#: Faults of the machine that serves, which end a command as a mistake does.
SERVERS = (errors.ClusterError, errors.MissingExtraError, errors.WorkerLostError)
PAGE = (Path(__file__).parents[2] / "docs" / "campaigns.md").read_text(encoding="utf-8")


def described(what):
    """The fields of a document as docs/campaigns.md lists them; what stands in () explains."""
    text = re.search(rf"^- {what}: (.*?)\.\s", PAGE, re.DOTALL | re.MULTILINE).group(1)
    return set(re.findall(r"`(\w+)`", re.sub(r"\([^)]*\)", "", text)))


@pytest.fixture
def campaign(file_db):
    campaign = Campaign.create("walk", cb.grid(6, 7), db=file_db, horizon=5, budget=9.0)
    (ask,) = campaign.ask(assignee="north")
    campaign.tell(ask, 0.5)
    campaign.observe([3, 4], 0.25)
    campaign.ask(2)
    return campaign


def rehearsed():
    """What a rehearsal of one policy and one run comes to."""
    players = [Contender("Sweep", Spec(policy="Sweep"), chosen=True)]
    cells = [Cell("Sweep", 0, 3, 1.0, 0.5, 2.0, 4)]
    return compared(cells, players, 0.1), Fields(np.zeros((1, 5)), 0.1)


def test_documents_have_the_fields_that_the_page_lists(campaign):
    (ask, *_) = campaign.ask()
    assert set(documents.ask_document(ask)) == described("ASK")
    assert set(documents.status_document(campaign.status())) == described("STATUS")
    assert set(documents.event_document(campaign.events()[0])) == described("EVENT")
    for row in campaign.history():
        assert set(row) == set(documents.COLUMNS) == described("ROW")
    (row,) = documents.rehearsal_document("walk", *rehearsed(), {}, [], True)["policies"]
    assert set(row) == described("POLICY")


def test_documents_are_plain_json(campaign):
    status, outlook = campaign.status(), campaign.outlook()
    for document in (
        documents.asks_document("walk", campaign.ask(), "never", False),
        documents.status_document(status, outlook),
        documents.new_document(status, campaign.graph, campaign.spec),
        documents.rows_document("walk", campaign.history()),
        documents.events_document("walk", campaign.events()),
        documents.listing_document([status]),
        campaign.estimates_map(),
    ):
        assert json.loads(json.dumps(document, allow_nan=False)) == document


def test_the_outlook_is_of_one_moment(campaign):
    outlook = campaign.outlook()
    document = documents.outlook_document(outlook)
    assert document["cost_so_far"] == pytest.approx(campaign.status().spent)
    assert 0 < document["cost_of_going_on"] <= campaign.status().left
    assert document["assessment"]["place"] == campaign.graph.name(outlook.assessment.node)
    assert document["stop"] == {"rule": "never", "met": False}


def test_the_map_counts_what_counts(campaign):
    touched = [f["properties"]["readings"] for f in campaign.estimates_map()["features"]]
    assert sum(touched) == campaign.history()[0]["width"] + 2
    campaign.annul(1)
    touched = [f["properties"]["readings"] for f in campaign.estimates_map()["features"]]
    assert [node for node, count in enumerate(touched) if count] == [3, 4]


def test_every_error_has_an_outcome():
    """The exit status is one that the page explains; no mistake of a user's is a server's fault."""
    explained = {int(code) for code in re.findall(r"^\| (\d) \|", PAGE, re.MULTILINE)}
    for name in errors.__all__:
        kind = getattr(errors, name)
        if isinstance(kind, type) and issubclass(kind, errors.CheapBanditsError):
            more = (None,) if issubclass(kind, errors.ConflictError) else ()
            code, http = outcome(kind("why", *more))
            assert code in explained
            assert (http == 409) == (code in (3, 4)) or (kind, http) == (errors.KeyReusedError, 422)
            assert (http >= 500) == (code == 5) or kind in SERVERS


def test_errors_that_are_not_ours():
    assert outcome(OSError(28, "No space left on device")) == (5, 507)
    assert outcome(FileNotFoundError(2, "nowhere")) == (2, 500)
    assert outcome(ZeroDivisionError()) == (1, 500)


def test_a_conflict_shows_what_is_stored(campaign):
    with pytest.raises(AlreadyToldError) as refused:
        campaign.tell(1, 0.75)
    error = documents.error_document(refused.value)["error"]
    assert (error["code"], error["kind"]) == (3, "AlreadyToldError")
    assert error["stored"]["body"] == {"reading": 0.5}
    assert Store.open(campaign._desk.store._database.path).check() == []
