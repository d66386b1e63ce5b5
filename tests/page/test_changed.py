"""A reading is corrected, struck and put back as it was shown: not over what somebody else did."""

import re

import pytest
from playwright.sync_api import expect

from tests.forms import forms
from tests.page.conftest import open_menu, shot
from tests.page.test_campaign import Held
from tests.page.test_untaken import quicker

LOOKS = [{}, {"scheme": "dark"}, {"size": (390, 844)}]


def asked(site, window, name, what, **look):
    """Open the question about the newest reading; return the campaign, the page and the row."""
    identity, campaign = site.campaign(name, readings=2)
    page = window(f"/campaigns/{identity}", **look)
    row = page.locator('#ledger [data-row="2"]')
    chosen(row, what)
    return campaign, page, row


def chosen(row, what):
    open_menu(row.page, row.locator(".rowmenu"))
    row.get_by_role("button", name=what, exact=True).click()


@pytest.mark.parametrize("look", forms(*LOOKS), ids=["light", "dark", "phone"])
def test_a_correction_of_what_is_another_by_now_is_asked_about_again(site, window, look, request):
    """Seen: 117 was asked about, 77 was overwritten, and the row said "corrected, was 117"."""
    name = f"Corrected {request.node.callspec.id}"
    campaign, page, row = asked(site, window, name, "Correct", **look)
    page.fill("#dialog-text", "5.5")
    campaign.correct(2, 7.75)
    expect(row).to_contain_text("7.75")
    page.click("dialog button.main")
    said = page.locator("#dialog-said")
    expect(said).to_contain_text("ana saved 7.75 in its place meanwhile. Nothing was changed.")
    expect(page.locator("dialog")).to_contain_text("7.75 was told.")
    expect(page.locator("#dialog-text")).to_have_value("5.5")
    assert campaign.history()[1]["reading"] == 7.75
    shot(page, f"changed-{request.node.callspec.id}")
    page.press("#dialog-text", "Enter")
    expect(page.locator("dialog")).to_be_hidden()
    expect(row.locator(".reading")).to_have_text("5.5")
    assert campaign.history()[1]["reading"] == 5.5
    page.amiss.clear()  # a browser logs the refusal as an error


@pytest.mark.thorough
def test_a_correction_of_what_was_struck_meanwhile(site, window):
    campaign, page, _ = asked(site, window, "Struck since", "Correct")
    page.fill("#dialog-text", "5.5")
    campaign.annul(2)
    page.click("dialog button.main")
    expect(page.locator("#dialog-said")).to_contain_text("ana struck it meanwhile.")
    assert campaign.history()[1]["status"] == "annulled"
    page.click("dialog button.main")
    expect(page.locator("dialog")).to_be_hidden()
    assert campaign.history()[1]["reading"] == 5.5
    page.amiss.clear()


@pytest.mark.thorough
def test_what_is_another_by_now_is_not_struck_unseen(site, window):
    campaign, page, row = asked(site, window, "Struck", "Strike")
    campaign.correct(2, 7.75)
    page.click("dialog button.main")
    expect(page.locator("#dialog-said")).to_contain_text("ana saved 7.75 in its place meanwhile")
    expect(page.locator("dialog")).to_contain_text("7.75 no longer counts.")
    assert campaign.history()[1]["status"] == "told"
    campaign.annul(2)  # and now somebody else did it
    page.click("dialog button.main")
    expect(page.locator("#toasts")).to_contain_text("ana struck it meanwhile")
    expect(page.locator("dialog")).to_be_hidden()
    expect(row).to_have_class(re.compile("struck"))
    page.amiss.clear()


@pytest.mark.thorough
def test_what_counts_again_by_now_is_not_put_back(site, window):
    identity, campaign = site.campaign("Put back again", readings=2)
    campaign.annul(2)
    page = window(f"/campaigns/{identity}")
    held = Held()
    page.route("**/correct", held.take)
    chosen(page.locator('#ledger [data-row="2"]'), "Put it back")
    campaign.correct(2, 7.75)
    held.release()
    expect(page.locator("#toasts")).to_contain_text("ana saved 7.75 in its place meanwhile")
    assert campaign.history()[1]["reading"] == 7.75
    campaign.annul(2)
    chosen(page.locator('#ledger [data-row="2"].struck'), "Put it back")
    expect(page.locator("#toasts")).to_contain_text("7.75 counts again.")
    assert campaign.history()[1]["status"] == "told"
    page.amiss.clear()


@pytest.mark.thorough
def test_who_has_left_the_question_is_asked_no_other(site, window):
    campaign, page, _ = asked(site, window, "Left it", "Correct")
    page.fill("#dialog-text", "5.5")
    held = Held()
    page.route("**/correct", held.take)
    campaign.correct(2, 7.75)
    page.click("dialog button.main")
    page.keyboard.press("Escape")
    held.release()
    expect(page.locator("#toasts")).to_contain_text("it was changed meanwhile")
    expect(page.locator("dialog")).to_be_hidden()
    assert campaign.history()[1]["reading"] == 7.75
    page.amiss.clear()


def test_what_another_saved_first_is_corrected_as_it_is_shown(site, window):
    _, campaign, page, row, _ = quicker(site, window, "Quicker, changed", "4.5")
    held = Held()
    page.route("**/correct", held.take)
    row.get_by_text("Correct to 4.5").click()
    campaign.correct(3, 7.75)
    held.release()
    expect(row.locator(".error")).to_contain_text("is 7.75 now, by ana, and no more 6")
    expect(row).to_contain_text("ana saved 7.75 for this group")
    campaign.annul(3)
    expect(row).to_contain_text("; it was struck since.")
    row.get_by_text("Correct to 4.5").click()
    expect(page.locator("#untaken")).to_be_hidden()
    assert campaign.history()[2]["reading"] == 4.5
    page.amiss.clear()


@pytest.mark.thorough
@pytest.mark.parametrize("what", forms("Correct", "Strike"))
def test_a_change_of_ones_own_whose_answer_was_lost_is_done(site, window, what):
    """Seen: "Ana saved 5.5 in its place meanwhile. Nothing was changed.", to Ana."""
    campaign, page, row = asked(site, window, f"Lost, {what}", what)
    if what == "Correct":
        page.fill("#dialog-text", "5.5")
    page.route("**/asks/2/*", lambda route: (route.fetch(), route.abort()))
    page.click("dialog button.main")
    expect(page.locator("#dialog-said")).to_have_text("No connection.")
    page.unroute("**/asks/2/*")
    before = len(campaign.events())
    page.click("dialog button.main")
    expect(page.locator("dialog")).to_be_hidden()
    expect(row).to_contain_text("corrected, was" if what == "Correct" else "struck")
    expect(page.locator("#toasts")).not_to_contain_text("meanwhile")
    assert len(campaign.events()) == before
    page.amiss.clear()
