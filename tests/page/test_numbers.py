"""Numbers of the page: one answer, one interval, readings as they stand, tables to take home."""

import csv
import json
import urllib.error
import urllib.request

import numpy as np
import pytest
from playwright.sync_api import expect

from cheapbandits.campaign.campaign import Campaign
from cheapbandits.campaign.import_keys import Recorded, record
from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import ClosedError, ReadingWarning
from cheapbandits.graphs import Graph, grid
from cheapbandits.service.page.cards import card, unit_of
from cheapbandits.service.page.takeaway import mappable
from tests.forms import forms
from tests.page.conftest import shot, sites


@pytest.fixture
def ask(site):
    """Return what the page is sent of a campaign."""

    def get(identity, path):
        with urllib.request.urlopen(f"{site.url}/page/campaigns/{identity}/{path}") as body:
            return json.load(body)

    return get


def test_very_likely_is_one_interval_now_and_then(site, ask):
    identity, campaign = site.campaign("Intervals", readings=4)
    earlier = []
    for node in (12, 60):
        verdict = ask(identity, "answer?now=true")["verdict"]
        earlier.append((campaign.events()[-1].seq, verdict))
        campaign.observe([node], 9.0 + node / 10)
    newest = ask(identity, "answer?now=true")
    seq, verdict = newest["seq"], newest["verdict"]
    moments = {one["seq"]: one for one in ask(identity, "moments")["moments"]}
    for then, said in [*earlier, (seq, verdict)]:
        ends = [said[key] for key in ("node", "estimate", "low", "high")]
        moment = [moments[then][key] for key in ("best", "estimate", "low", "high")]
        assert moment == pytest.approx(ends)
        place = ask(identity, f"place/{said['node']}?at={then}")
        assert [place[key] for key in ("estimate", "low", "high")] == pytest.approx(ends[1:])
    curve = {row[0]: row[1:] for row in ask(identity, "answer")["curve"]}
    assert curve[seq] == [verdict["probability"], 2.0]


def test_a_place_left_out_is_the_answer_no_more(site, ask):
    identity, campaign = site.campaign("Left out", readings=3)
    before = ask(identity, "answer?now=true")["verdict"]["node"]
    campaign.mask([before])
    after = ask(identity, "answer?now=true")["verdict"]["node"]
    assert after != before
    assert ask(identity, "moments")["moments"][-1]["best"] == after


def test_what_was_read_can_be_whatever_was_called_believable(site, ask):
    settings = {"low": 0.0, "high": 20.0, "budget": 9.0, "horizon": 20}
    with Campaign.create("Anyway", sites(), db=site.db, **settings) as campaign:
        for node, value in ((3, 5.0), (40, 7.0)):
            campaign.observe([node], value)
        with pytest.warns(ReadingWarning, match="165 is above"):
            campaign.observe([77], 165.0)
        identity = campaign.status().id
        campaign.observe([9], 6.0)
    verdict = ask(identity, "answer?now=true")["verdict"]
    assert verdict["node"] == 77
    assert verdict["estimate"] > 100
    assert verdict["tolerance"] == 1.0  # of what was called believable, before as after
    assert verdict["low"] < verdict["estimate"] <= verdict["high"]


def test_a_limit_that_readings_refute_is_said_to_be_used_no_more(site, window):
    settings = {"low": 0.0, "high": 30.0, "budget": 20.0, "horizon": 20}
    with Campaign.create("Refuted", sites(), db=site.db, **settings) as campaign:
        for value in (21.0, 21.1, 21.0, 20.9):
            campaign.observe([3], value)
        for value in (43.0, 43.1, 42.9, 43.0):
            with pytest.warns(ReadingWarning, match="is above the highest value"):
                campaign.observe([30], value)
        identity = campaign.status().id
    answer = window(f"/campaigns/{identity}").locator("#answer")
    expect(answer).to_contain_text("4 readings lie beyond what was called believable, so that")


@pytest.mark.filterwarnings("ignore::cheapbandits.errors.ReadingWarning")  # they may be slips
@pytest.mark.parametrize("large", forms(-1e39, 1e39, 1e50))
def test_readings_of_any_size_have_a_map(site, ask, large):
    identity, campaign = site.campaign(f"Large {large}")
    for node, value in ((0, 5.0), (1, 6.0), (2, large), (9, 7.0)):
        campaign.observe([node], value)
        with urllib.request.urlopen(f"{site.url}/page/campaigns/{identity}/frame") as sent:
            assert sent.status == 200
    assert len(ask(identity, "moments")["moments"]) == 4
    assert ask(identity, "answer?now=true")["verdict"] is not None
    assert ask(identity, "place/2")["estimate"] is not None
    assert ask(identity, "hottest")["rows"]


def test_readings_are_those_that_stand(site, ask):
    identity, campaign = site.campaign("Standing", readings=3)
    campaign.correct(1, 4.0)
    campaign.annul(2)
    campaign.observe([5], 6.0)
    shown = card(campaign.status())
    assert "2 of 30 readings, 1 extra" in shown
    assert "Being worked out" in shown
    counted = [(one["kind"], one["told"]) for one in ask(identity, "moments")["moments"]]
    assert counted[3:] == [("correct", 3), ("annul", 2), ("observe", 3)]


def test_a_map_needs_coordinates_and_sometimes_their_system(site):
    metres = Graph.from_points(1000 * sites().coordinates, 4)
    found = [mappable(graph) for graph in (sites(), metres, Graph.from_edges([(0, 1)]))]
    assert found == ["yes", "ask", "no"]
    identity, _ = site.campaign("Metres", metres, readings=1)
    base = f"{site.url}/page/campaigns/{identity}/take"
    with pytest.raises(urllib.error.HTTPError, match="422"):
        urllib.request.urlopen(f"{base}/map.geojson")
    with urllib.request.urlopen(f"{base}/estimates.csv") as body:
        rows = list(csv.DictReader(body.read().decode().splitlines()))
    assert len(rows) == 80
    assert float(rows[7]["x"]) == metres.coordinates[7][0]
    assert max(len(row[end]) for row in rows for end in ("estimate", "low_95", "high_95")) <= 8
    assert float(rows[7]["low_95"]) <= float(rows[7]["estimate"]) <= float(rows[7]["high_95"])


def test_the_table_of_readings_says_what_the_page_says_and_is_read_back(site, tmp_path):
    identity, campaign = site.campaign("Table", readings=3)
    campaign.annul(2)
    campaign.observe([5, 6], 6.5)
    campaign.cancel(campaign.ask()[0])
    with urllib.request.urlopen(f"{site.url}/page/campaigns/{identity}/take/readings.csv") as body:
        text = body.read().decode()
    rows = list(csv.DictReader(text.splitlines()))
    assert [row["status"] for row in rows] == [
        *("counts", "struck", "counts"),
        *("counts, not asked for", "skipped"),
    ]
    exact = campaign.history()
    for row, known in zip(rows, exact, strict=True):
        assert len(row["price"]) <= 8
        assert float(row["price"]) == pytest.approx(known["cost"], rel=1e-5)
        assert (row["read_utc"] or None) == (known["told"] and known["told"][:19].replace("T", " "))
    table = tmp_path / "readings.csv"
    table.write_text(text)
    again = read_import(table, campaign.graph).rows
    assert [(row.nodes, row.reading, row.key) for row in again] == [
        (tuple(exact[k]["nodes"]), exact[k]["reading"], exact[k]["origin"]) for k in (0, 2, 3)
    ]
    assert record(campaign, [row.given for row in again]) == Recorded(0, 3)


def test_a_unit_stands_at_the_end_of_a_name():
    assert unit_of("Zinc [mg\u2215kg]") == "mg/kg"  # a stored name has no slash
    assert unit_of("Zinc [a] b") == unit_of("[ppm]") == unit_of("Zinc (ppm)") == ""


def test_places_in_no_group_are_counted_as_the_status_does(site, ask):
    identity, campaign = site.campaign("Never looked at", readings=3)
    campaign.annul(2)
    campaign.observe([5, 6], 6.5)
    now = ask(identity, "now")
    rows = [row for row in campaign.history() if row["status"] != "annulled"]
    seen = {node for row in rows for node in row["nodes"]}
    assert (now["unseen"], now["places"]) == (80 - len(seen), 80)
    assert campaign.outlook().unseen == now["unseen"]
    # Of each step, as of then; the third reading stood beside the second, that was struck later.
    steps = [one["unseen"] for one in ask(identity, "moments")["moments"]]
    assert steps == [*sorted(steps[:3], reverse=True), steps[3], now["unseen"]]
    assert steps[3] > steps[2]
    # A place that no reading covers is known by its neighbours only, however narrow its interval.
    known = {node: ask(identity, f"place/{node}")["known"] for node in range(0, 80, 5)}
    unknown = {node for node, word in known.items() if word == "by its neighbours only"}
    assert unknown == {*range(0, 80, 5)} - seen


def test_a_place_of_an_earlier_step_has_what_was_read_until_then(site, ask):
    identity, campaign = site.campaign("Then")  # believed from 0 to 20
    for value in (6.0, 6.2, 6.1, 6.1):
        campaign.observe([5], value)
    campaign.observe([70], 9.0)
    first, second, *_ = [one["seq"] for one in ask(identity, "moments")["moments"]]
    assert [row["reading"] for row in ask(identity, "place/5")["rows"]] == [6.0, 6.2, 6.1, 6.1]
    assert [row["reading"] for row in ask(identity, f"place/5?at={second}")["rows"]] == [6.0, 6.2]
    nothing = ask(identity, "place/5?at=0")
    assert (nothing["rows"], nothing["known"]) == ([], "not at all")
    # The word says how wide the interval is beside all that is believable, at whatever step.
    words = {}
    for seq in (first, second, campaign.events()[-1].seq):
        for node in (5, 70):
            place = ask(identity, f"place/{node}?at={seq}")
            if place["readings"]:
                words[place["high"] - place["low"]] = place["known"]
    scale = ["well", "fairly", "a little", "hardly"]
    ranks = [scale.index(words[width]) for width in sorted(words)]
    assert ranks == sorted(ranks)
    assert len({*ranks}) > 1
    for width, word in words.items():
        assert (word == "well") == (width <= 3.0)


def test_a_campaign_says_that_it_is_at_its_end_and_asks_for_nothing(site, ask):
    identity, campaign = site.campaign("At its end", budget=2.0)
    asked = 0
    while ask(identity, "closed")["why"] is None:  # so an ask is answered
        (one,) = campaign.ask()
        campaign.tell(one, 5.0 + one.center / 20)
        asked += 1
    assert ask(identity, "closed") == {"why": "budget"}
    assert len(campaign.events()) == 2 * asked
    with pytest.raises(ClosedError, match="used up"):
        campaign.ask()
    identity, campaign = site.campaign("All taken", readings=2, horizon=2)
    assert ask(identity, "closed") == {"why": "readings"}
    assert "All planned readings are taken" in card(campaign.status())


def test_the_answer_says_whether_the_campaigns_own_rule_is_met(site, ask):
    for rule, met in (("probability>=0.01", True), ("rounds>=4", False), ("never", False)):
        identity, campaign = site.campaign(f"Rule {rule}", readings=3, stop=rule)
        campaign.observe([44], 9.0)
        assert ask(identity, "answer?now=true")["verdict"]["met"] is met
        assert campaign.outlook().met is met


def test_only_what_was_asked_for_is_set_against_what_was_planned(site, window):
    identity, campaign = site.campaign("Begun with a survey", readings=2, horizon=3)
    campaign.observe_many([([node], 7.0 + node, None) for node in (1, 5, 9)])
    assert "2 of 3 readings, 3 extra" in card(campaign.status())
    page = window(f"/campaigns/{identity}")
    expect(page.locator("#when")).to_have_text("2 of 3 readings, 3 extra")


def test_a_place_that_nobody_measured_by_itself_is_measured_before_one_acts(site, window):
    graph = grid(7, 7)
    x, y = graph.coordinates.T
    field = 10 * np.exp(-((x - 2) ** 2 + (y - 4) ** 2) / 8)
    top = int(field.argmax())
    pairs = [[k, k + 1 if k % 7 < 6 else k - 1] for k in range(49)]
    with Campaign.create("Groups", graph, db=site.db, budget=9.0, tolerance=3.0) as campaign:
        for group in pairs + 2 * [[top, top + 1, top + 7]]:
            campaign.observe(group, float(field[group].mean()))
        page = window(f"/campaigns/{campaign.status().id}")
        advice = "Nobody has measured this place by itself"
        expect(page.locator("#answer")).to_contain_text(advice)
        shot(page, "measured-in-groups")
        campaign.observe([top], float(field[top]))
        expect(page.locator("#answer")).not_to_contain_text(advice)
        expect(page.locator("#answer")).to_contain_text("sure that no other place is hotter")
