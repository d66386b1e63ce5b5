"""A new campaign, and the playground, as somebody new would try them."""

from pathlib import Path

import pytest

from cheapbandits.service.page import rehearse
from tests.page.conftest import shot

LINKS = "\n".join(["source,target", *(f"s{i},s{i + 1}" for i in range(39)), "s0,s20", "s10,s30"])


@pytest.fixture
def links(tmp_path):
    path = tmp_path / "contacts.csv"
    path.write_text(LINKS)
    return path


@pytest.fixture(autouse=True)
def fewer_runs(monkeypatch):
    """Ten are as many as the page needs to say "9 times in 10"."""
    monkeypatch.setattr(rehearse, "RUNS", 10)


def test_a_file_becomes_a_campaign(site, window, links):
    page = window("/new")
    page.set_input_files("#file", links)
    page.wait_for_selector("#counts:not([hidden])")
    counts = page.locator("#counts dd").all_inner_texts()
    assert counts[:3] == ["40", "41", "1"]
    assert "near means linked" in page.inner_text("#about")
    assert [one.name for one in site.house.shelf.store.campaigns() if one.name == "contacts"] == []
    page.fill("#budget", "4")
    page.fill("#horizon", "8")
    page.press("#horizon", "Tab")  # whoever goes on sees it rehearsed with the new number
    page.wait_for_selector("text=With 4 you end within")
    page.wait_for_selector("text=10 made-up fields")
    rows = page.locator("#rehearsal tbody tr")
    assert rows.count() == 4
    assert "of 10" in rows.last.inner_text()
    shot(page, "new-rehearsed")
    page.click("#begin")
    page.wait_for_url("**/campaigns/*")
    page.click("#ask")
    page.fill("#reading", "3,5")
    page.press("#reading", "Enter")
    page.wait_for_selector("#ledger li")
    (row,) = [one for one in site.house.shelf.store.campaigns() if one.name == "contacts"]
    assert row.spec["budget"] == 4
    assert row.spec["parameters"] == {"low": 0, "high": 20}


def test_a_table_of_sites_is_rehearsed_at_the_prices_of_the_form(window, tmp_path):
    """Its places have more neighbours than the form has prices: groups are no wider than those."""
    sites = tmp_path / "plots.csv"
    rows = (f"P{k},{100 * (k % 8)},{120 * (k // 8)},{20 + k % 7}" for k in range(48))
    sites.write_text("plot,x,y,zinc\n" + "\n".join(rows) + "\n")
    page = window("/new")
    page.set_input_files("#file", sites)
    page.wait_for_selector("#counts:not([hidden])")
    page.fill("#budget", "3")
    page.fill("#horizon", "6")
    page.press("#horizon", "Tab")
    page.wait_for_selector("text=With 3 you end within")
    assert (page.input_value("#low"), page.input_value("#high")) == ("20", "26")
    assert "From the column zinc: 20 to 26" in page.inner_text("#proposed")


def test_a_file_dropped_anywhere_on_the_list_is_seen_at_once(window):
    page = window("/")
    page.wait_for_selector("#who:not(:empty)")  # its scripts are there
    kept = page.evaluate(
        """text => { const given = new DataTransfer(); given.items.add(new File([text], "met.csv"));
        const drop = new DragEvent("drop",
          { dataTransfer: given, bubbles: true, cancelable: true });
        document.querySelector("h1").dispatchEvent(drop); return drop.defaultPrevented; }""",
        LINKS,
    )
    assert kept  # a browser would open the file in the page's place
    page.wait_for_url("**/new?upload=*")
    page.wait_for_selector("#counts:not([hidden])")
    assert page.input_value("#name") == "met"
    assert page.locator("#counts dd").first.inner_text() == "40"


def test_a_bad_file_and_bad_numbers_are_explained(window, tmp_path, links):
    bad = tmp_path / "nonsense.graphml"
    bad.write_text("<graphml><oops")
    page = window("/new")
    page.set_input_files("#file", bad)
    page.wait_for_selector("#bad:not([hidden])")
    assert "nonsense.graphml" in page.inner_text("#bad")
    assert str(Path(bad).parent) not in page.inner_text("#bad")
    page.set_input_files("#file", links)
    page.wait_for_selector("#counts:not([hidden])")
    page.fill("#low", "30")
    page.click("#again")
    assert "must be below the highest" in page.inner_text("#wrong")
    page.fill("#low", "zero")
    page.click("#begin")
    assert "not a number" in page.inner_text("#wrong")
    assert page.get_attribute("#low", "aria-invalid") == "true"
    page.amiss.clear()  # a browser logs the refused upload as an error


def test_a_race_is_watched_stepped_and_shared(window):
    address = "/playground?network=grid&field=hills&racing=CheapUCB,+Sweep&rounds=12&at=5"
    page = window(address, size=(1024, 768))
    page.wait_for_selector("text=Round 5")
    assert page.locator(".racer").count() == 2
    assert page.evaluate("document.documentElement.scrollWidth") <= 1024
    tabs = page.locator(".chart .tabs").bounding_box()
    assert tabs["x"] + tabs["width"] <= 1024
    page.click("#on")
    page.wait_for_selector("text=Round 6")
    assert "at=6" in page.url
    spent = page.inner_text(".racer >> nth=0 >> dd >> nth=0")
    assert float(spent) > 0
    page.focus("#slider")
    page.keyboard.press("End")
    page.wait_for_selector("text=Round 12")
    page.click("text=by money")
    assert page.get_attribute("#missed", "aria-label").startswith("Missed by round 12")
    shot(page, "playground-raced")
    page.click("#dice")
    page.wait_for_selector("text=Round 12 of 12")  # plays by itself to the end
    assert "seed=3" in page.url


def test_the_report_opens_from_every_page(window):
    page = window("/")
    page.click("text=Report")
    page.wait_for_url("**/report")
    assert page.locator("h1").count() == 1
    assert page.inner_text(".nav [aria-current]") == "Report"
    shot(page, "report")
