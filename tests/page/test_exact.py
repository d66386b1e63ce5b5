"""Readings as they were typed, wherever somebody may have to write them down."""

import pytest
from playwright.sync_api import expect

from tests.page.conftest import open_menu, shot
from tests.page.test_campaign import save

LARGE = {"center": 2.5e6, "scale": 2.5e6}


def test_numbers_with_every_digit(window):
    page = window("/static/dom.js")
    values = [1234567, 1000400.5, -0.00012345, 0.1 + 0.2, 1e21, 1.5e-7, 16.5, 999, -1234.25, 0]
    said = page.evaluate(
        "async values => { const { exact, num, brief } = await import('/static/dom.js');"
        "return [exact, (one) => num(one, 6), brief].map((way) => values.map(way)); }",
        values,
    )
    exact = ["1,234,567", "1,000,400.5", "-0.00012345", "0.30000000000000004", "1e21", "1.5e-7"]
    exact += ["16.5", "999", "-1,234.25", "0"]
    assert [text.replace("\u2212", "-") for text in said[0]] == exact
    for value, *texts in zip(values, *said, strict=True):
        for text in texts:
            told = float(text.replace("\u2212", "-").replace(",", ""))
            assert told == pytest.approx(value, rel=1e-5)


def test_what_one_is_to_write_down_is_shown_as_it_was_typed(site, window):
    """Seen: "1.23e6 was not taken ... write it down", and 1234567 nowhere to be seen."""
    identity, campaign = site.campaign("Colonies [CFU/ml]", **LARGE)
    campaign.ask(assignee="Ana")
    page = window(f"/campaigns/{identity}")
    page.wait_for_selector("#reading")
    page.context.set_offline(True)
    save(page, "1234567")
    expect(page.locator("#said")).to_contain_text("1,234,567\u00a0CFU/ml is kept on this device")
    site.house.shelf.store.delete(campaign.name)
    page.context.set_offline(False)
    said = "1,234,567\u00a0CFU/ml was not taken: the campaign was deleted"
    expect(page.locator("#untaken article")).to_contain_text(said)
    shot(page, "exact-untaken")
    page.goto(site.url)
    expect(page.locator(".untaken article")).to_contain_text(said)
    page.click("text=Discard 1,234,567")
    page.click("dialog button.main")
    expect(page.locator(".untaken article")).to_have_count(0)
    page.amiss.clear()  # a browser logs the lost connection as an error


def test_the_list_hides_no_digits(site, window):
    identity, campaign = site.campaign("Many digits", **LARGE)
    for node, value in enumerate((1234567.5, 1000400.0, 0.00012345, 123456.78901234567)):
        campaign.observe([node], value)
    page = window(f"/campaigns/{identity}")
    rows = page.locator("#ledger .reading")
    expect(rows).to_have_text(["123,456.789", "0.00012345", "1,000,400", "1,234,567.5"])
    assert rows.first.get_attribute("title") == "123,456.78901234567"
    shot(page, "exact-list")
    open_menu(page, "#ledger .rowmenu >> nth=2")
    page.click("#ledger .pop:not([hidden]) >> text=Correct")
    expect(page.locator("dialog p").first).to_contain_text("1,000,400 was told")
