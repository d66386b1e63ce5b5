"""A campaign whose unit is another since it was renamed: no reading changes its meaning unseen."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.conftest import open_menu, shot
from tests.page.test_campaign import Held, save


def opened(site, window, name, **more):
    """Return a campaign in metres with a group for Ana, and its page."""
    identity, campaign = site.campaign(f"{name} [m]", readings=2)
    campaign.ask(assignee="Ana")
    page = window(f"/campaigns/{identity}", **more)
    page.wait_for_selector("#reading")
    return campaign, page


def in_cm(page, campaign, name):
    """Rename a campaign behind the page's back, and wait until the page says so."""
    renamed = campaign.rename(f"{name} [cm]")
    expect(page.locator(".crumbs h1")).to_have_text(f"{name} [cm]")
    return renamed


@pytest.mark.thorough
def test_an_open_page_takes_over_the_unit(site, window):
    """Seen: it kept the old one, beside others' readings and its own."""
    campaign, page = opened(site, window, "Depth")
    expect(page.locator("#ledger .reading").first).to_contain_text("\u00a0m")
    campaign = in_cm(page, campaign, "Depth")
    expect(page.locator(".entry .unit")).to_have_text("cm")
    expect(page.locator("#ledger .reading").first).to_contain_text("\u00a0cm")
    assert page.title() == "Depth [cm] - cheapbandits"
    before = len(campaign.events())
    save(page, "5 m")
    expect(page.locator("#said")).to_contain_text("That is not a number")
    assert len(campaign.events()) == before
    save(page, "5 cm")
    page.wait_for_selector("#ledger li >> nth=2")
    assert campaign.history()[2]["reading"] == 5.0


def test_what_was_typed_in_another_unit_is_asked_about(site, window):
    campaign, page = opened(site, window, "Typed depth")
    page.fill("#reading", "5")
    campaign = in_cm(page, campaign, "Typed depth")
    said = page.locator("#said")
    expect(said).to_contain_text("5 was typed when values were in m. They are in cm now")
    expect(page.locator("#reading")).to_have_value("")
    shot(page, "renamed-typed")
    page.reload()
    expect(said).to_contain_text("5 was typed when values were in m.")
    page.click("text=Use 5")
    expect(page.locator("#reading")).to_have_value("5")
    page.press("#reading", "Enter")
    page.wait_for_selector("#ledger li >> nth=2")
    assert campaign.history()[2]["reading"] == 5.0


@pytest.mark.thorough
def test_a_reading_kept_in_another_unit_is_asked_about(site, window):
    """Seen: 5 m that was kept without a connection became 5 cm."""
    campaign, page = opened(site, window, "Kept depth")
    page.context.set_offline(True)
    save(page, "5")
    expect(page.locator("#said")).to_contain_text("5\u00a0m is kept on this device")
    campaign = campaign.rename("Kept depth [cm]")
    before = len(campaign.events())
    page.context.set_offline(False)
    row = page.locator("#untaken article")
    expect(row).to_contain_text("5\u00a0m was not taken: it is in m, and values are in cm now")
    assert len(campaign.events()) == before
    shot(page, "renamed-kept")
    row.get_by_text("Write it in cm").click()
    expect(page.locator("dialog label")).to_have_text("As a number, in cm")
    page.fill("#dialog-text", "500")
    page.press("#dialog-text", "Enter")
    expect(page.locator("#untaken")).to_be_hidden()
    page.wait_for_selector("#ledger li >> nth=2")
    assert campaign.history()[2]["reading"] == 500.0
    page.amiss.clear()  # a browser logs the refusal as an error


@pytest.mark.thorough
def test_a_reading_kept_before_there_was_a_unit_is_asked_about(site, window):
    """Seen: 340 of a campaign without a unit became 340 g/kg, unasked."""
    identity, campaign = site.campaign("Zinc", readings=2)
    campaign.ask(assignee="Ana")
    page = window(f"/campaigns/{identity}", size=(390, 844))
    page.wait_for_selector("#reading")
    page.context.set_offline(True)
    save(page, "5")
    expect(page.locator("#said")).to_contain_text("5 is kept on this device")
    campaign = campaign.rename("Zinc [g/kg]")
    before = len(campaign.events())
    page.context.set_offline(False)
    row = page.locator("#untaken article")
    said = "5 was not taken: it was read before there was a unit, and values are in g/kg now"
    expect(row).to_contain_text(said)
    assert len(campaign.events()) == before
    shot(page, "renamed-no-unit")
    row.get_by_text("Write it in g/kg").click()
    page.fill("#dialog-text", "0.5")
    page.press("#dialog-text", "Enter")
    expect(page.locator("#untaken")).to_be_hidden()
    page.wait_for_selector("#ledger li >> nth=2")
    assert campaign.history()[2]["reading"] == 0.5
    # A correction that was begun without a unit is no better.
    campaign = campaign.rename("Zinc")
    expect(page.locator("h1")).to_have_text("Zinc")
    open_menu(page)
    page.click("#ledger .pop:not([hidden]) >> text=Correct")
    page.fill("#dialog-text", "7")
    campaign = campaign.rename("Zinc [g/kg]")
    expect(page.locator(".entry .unit")).to_have_text("g/kg")
    page.click("dialog button.main")
    expect(page.locator("#dialog-said")).to_contain_text("values are in 'g/kg' now")
    assert campaign.history()[2]["reading"] == 0.5
    page.amiss.clear()  # a browser logs the refusal as an error


@pytest.mark.thorough
def test_a_reading_that_is_taken_back_into_its_field_is_asked_about_too(site, window):
    identity, campaign = site.campaign("Taken back", readings=2)
    campaign.ask(assignee="Ana")
    page = window(f"/campaigns/{identity}")
    page.wait_for_selector("#reading")
    page.route("**/tell", lambda route: route.abort())
    save(page, "5")
    expect(page.locator("#said")).to_contain_text("5 is kept on this device")
    in_unit = campaign.rename("Taken back [cm]")
    expect(page.locator(".entry .unit")).to_have_text("cm")
    page.click("#said >> text=Change")
    expect(page.locator("#said")).to_contain_text("5 was typed before there was a unit")
    expect(page.locator("#reading")).to_have_value("")
    assert in_unit.history()[2]["reading"] is None
    page.amiss.clear()


@pytest.mark.thorough
def test_a_reading_saved_before_the_page_has_heard_of_it(site, window):
    campaign, page = opened(site, window, "Quick depth")
    held = Held()
    page.route(re.compile("/now$"), held.take)  # it hears of nothing
    campaign = campaign.rename("Quick depth [cm]")
    save(page, "5")
    row = page.locator("#untaken article")
    expect(row).to_contain_text("5\u00a0m was not taken")
    held.release()
    expect(row).to_contain_text("values are in cm now")
    assert [one["reading"] for one in campaign.history() if one["ask"] == 3] == [None]
    # A correction that was begun before is no better.
    open_menu(page)
    page.click("#ledger .pop:not([hidden]) >> text=Correct")
    page.fill("#dialog-text", "7")
    campaign = in_cm(page, campaign, "Quick depth again")
    campaign = campaign.rename("Quick depth [mm]")
    expect(page.locator(".entry .unit")).to_have_text("mm")
    page.click("dialog button.main")
    expect(page.locator("#dialog-said")).to_contain_text("values are in 'mm' now")
    page.amiss.clear()
