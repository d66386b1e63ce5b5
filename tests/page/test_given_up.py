"""What was typed for a group that somebody else gave up, or whose time ran out, is not lost."""

import time

import pytest
from playwright.sync_api import expect

from cheapbandits.campaign.campaign import Campaign
from cheapbandits.errors import ReadingWarning
from tests.forms import forms
from tests.page.conftest import shot
from tests.page.test_campaign import Held
from tests.page.test_late import measuring
from tests.page.test_untaken import GONE, KEPT, kept

TYPED = "Object.keys(localStorage).filter((name) => name.startsWith('typed'))"


def typed(site, window, name, text, **more):
    """Type for a group of Ana's; return her page too."""
    identity, campaign = site.campaign(name, readings=2)
    (ask,) = campaign.ask(assignee="Ana", **more)
    page = window(f"/campaigns/{identity}")
    page.fill("#reading", text)
    page.wait_for_function("() => cheapbandits.stream?.readyState === 1 && cheapbandits.sure")
    return identity, campaign, page, ask


@pytest.mark.parametrize("how", forms("ran out", "released"))
def test_what_was_typed_for_it_may_be_saved_all_the_same(site, window, how):
    """Seen: 320 was nowhere, and "All saved. Live." above it."""
    lease = 1.5 if how == "ran out" else None
    identity, campaign, page, ask = typed(site, window, f"Typed, {how}", "12.5", lease=lease)
    if how == "released":
        ben = window(f"/campaigns/{identity}", who="Ben")
        ben.click("#release")
    else:
        time.sleep(1.5)
        campaign.ask(assignee="Ben", more=True)
    row = page.locator("#untaken article")
    for _ in range(2):
        expect(row).to_contain_text("12.5 was typed, and not saved: the group was released")
        expect(row).to_contain_text("or its time ran out. It is kept on this device until you")
        expect(page.locator("#link")).to_have_text("1 reading not taken.")
        shot(page, f"given-up-{how.replace(' ', '-')}")
        page.reload()
    row.get_by_role("button", name="Save 12.5").dblclick()
    page.wait_for_selector('#ledger >> text="12.5"')
    expect(page.locator("#untaken")).to_be_hidden()
    (told,) = [e for e in campaign.events() if (e.kind, e.ask) == ("tell", ask.number)]
    assert (told.body["reading"], told.who) == (12.5, "Ana")
    assert kept(page, identity) == page.evaluate(TYPED) == []


@pytest.mark.thorough
@pytest.mark.parametrize("look", forms({"size": (390, 844)}, {"scheme": "dark"}))
def test_it_may_be_put_away(site, window, look):
    identity, campaign = site.campaign(f"Put away, {next(iter(look))}", readings=2)
    (ask,) = campaign.ask(assignee="Ana")
    page = window(f"/campaigns/{identity}", **look)
    page.fill("#reading", "4.5 mg")
    campaign.cancel(ask)
    row = page.locator("#untaken article")
    expect(row).to_contain_text("\u201c4.5 mg\u201d was typed, and not saved")
    shot(page, f"given-up-{next(iter(look))}")
    row.get_by_text("Write it as a number").click()
    page.fill("#dialog-text", "4.5")
    page.press("#dialog-text", "Enter")
    expect(row.get_by_role("button")).to_have_text(["Save 4.5", "Discard 4.5"])
    row.get_by_text("Discard 4.5").click()
    page.click("dialog button.main")
    expect(page.locator("#untaken")).to_be_hidden()
    assert kept(page, identity) == page.evaluate(TYPED) == []
    assert campaign.status().told == 2


@pytest.mark.thorough
def test_who_gives_it_up_oneself_is_asked_nothing(site, window):
    identity, campaign, page, ask = typed(site, window, "Own choice", "12.5")
    other = window(f"/campaigns/{identity}")  # another window of the same browser
    expect(other.locator("#reading")).to_have_value("12.5")
    page.click("text=Cannot measure this")
    page.click("dialog >> text=Skip it >> nth=-1")
    for each in (page, other):
        each.wait_for_selector(f"#next >> text=No. {ask.number + 1}, for you")
        expect(each.locator("#link")).to_have_text("All saved. Live.")
        expect(each.locator("#untaken")).to_be_hidden()
    campaign.ask(assignee="Cleo", more=True)
    page.click(".others .chip >> text=Cleo: ")
    page.fill("#reading", "13.5")
    page.click("#release")
    page.wait_for_selector("#toasts >> text=Released: ")
    expect(page.locator("#untaken")).to_be_hidden()
    assert kept(page, identity) == page.evaluate(TYPED) == []


@pytest.mark.thorough
def test_what_could_not_be_given_up_is_still_there(site, window):
    _, campaign, page, ask = typed(site, window, "Not given up", "12.5")
    page.route("**/cancel", lambda route: route.abort())
    page.click("text=Cannot measure this")
    page.click("dialog >> text=Skip it >> nth=-1")
    expect(page.locator("#dialog-said")).to_have_text("No connection.")
    page.reload()
    expect(page.locator("#reading")).to_have_value("12.5")
    assert [one.number for one in campaign.pending()] == [ask.number]
    page.fill("#reading", "")
    page.amiss.clear()  # a browser logs the lost connection as an error


@pytest.mark.thorough
def test_what_another_window_saves_then_is_asked_about_no_more(site, window):
    identity, campaign, page, ask = measuring(site, window, "Saved there")
    other = window(f"/campaigns/{identity}")
    other.wait_for_selector("#reading")
    held = Held()
    other.route("**/tell", held.take)
    other.fill("#reading", "12.5")
    other.click("#save")
    expect(other.locator("#link")).to_have_text("Saving.")
    campaign.cancel(ask)
    expect(page.locator("#untaken article")).to_contain_text("12.5 was typed, and not saved")
    held.release()
    other.wait_for_selector('#ledger >> text="12.5"')
    for each in (page, other):
        expect(each.locator("#untaken")).to_be_hidden()
    assert page.evaluate(KEPT, identity) == []


@pytest.mark.thorough
def test_a_finished_campaign_keeps_it_until_it_is_open_again(site, window):
    _, campaign, page, ask = typed(site, window, "Finished since", "12.5")
    campaign.cancel(ask)
    row = page.locator("#untaken article")
    expect(row).to_contain_text("was typed, and not saved")
    campaign.finish("sure enough")
    expect(row).to_contain_text("The campaign is finished: to save it, open it again.")
    expect(row.get_by_text("Save 12.5")).to_be_disabled()
    campaign.reopen()
    row.get_by_text("Save 12.5").click()
    page.wait_for_selector('#ledger >> text="12.5"')
    expect(page.locator("#untaken")).to_be_hidden()


@pytest.mark.parametrize("how", forms("offline", "closed"))
def test_what_was_typed_is_wanted_where_another_was_told_and_struck(site, window, how):
    """Seen: somebody saved 300 for Ana's group by mistake and struck it; her 41 was nowhere."""
    identity, campaign, page, ask = typed(site, window, f"Struck since, {how}", "41")
    if how == "offline":
        page.context.set_offline(True)
    else:
        page.goto(f"{site.url}/static/dom.js")
    with pytest.warns(ReadingWarning, match="300 is more than 5 scales"):
        campaign.tell(ask, 300.0)
    campaign.annul(ask)
    if how == "offline":
        page.context.set_offline(False)
    else:
        page.goto(f"{site.url}/campaigns/{identity}")
    row = page.locator("#untaken article")
    expect(row).to_contain_text("ana saved 300 for this group at ")
    expect(row).to_contain_text("; it was struck since. Your 41 was not saved; it is kept on this")
    shot(page, f"given-up-struck-{how}")
    row.get_by_text("Correct to 41").click()
    expect(page.locator("#untaken")).to_be_hidden()
    assert campaign.history()[2]["reading"] == 41.0
    assert kept(page, identity) == page.evaluate(TYPED) == []
    page.amiss.clear()  # a browser logs the lost connection as an error


@pytest.mark.thorough
def test_ones_own_reading_that_one_struck_is_asked_about_no_more(site, window):
    identity, campaign, page, ask = typed(site, window, "Own, struck", "12.5")
    page.goto(f"{site.url}/static/dom.js")
    with Campaign.open(campaign.name, db=site.db, who="Ana") as hers:
        hers.tell(ask.number, 12.5)
        hers.annul(ask.number)
    page.goto(f"{site.url}/campaigns/{identity}")
    page.wait_for_selector("#ledger li.struck")
    expect(page.locator("#untaken")).to_be_hidden()
    assert kept(page, identity) == page.evaluate(TYPED) == []


def two(site, window, name):
    """Type one text for a group in one window, and another one in another window."""
    identity, campaign, page, ask = measuring(site, window, name)
    other = window(f"/campaigns/{identity}")
    other.wait_for_selector("#reading")
    page.fill("#reading", "11.5")
    other.fill("#reading", "12.5")
    return identity, campaign, page, other, ask


@pytest.mark.thorough
def test_of_two_texts_in_two_windows_neither_vanishes(site, window):
    """Seen: both windows asked about the later one, and the other was nowhere."""
    identity, campaign, page, other, ask = two(site, window, "Two texts")
    expect(page.locator("#reading")).to_have_value("11.5")
    campaign.cancel(ask)
    for each in (page, other):
        rows = each.locator("#untaken article")
        expect(rows).to_have_count(2)
        expect(rows.nth(0)).to_contain_text("11.5 was typed, and not saved")
        expect(rows.nth(1)).to_contain_text("12.5 was typed, and not saved")
    shot(page, "given-up-two-texts")
    assert kept(page, identity) == [11.5, 12.5]
    assert page.evaluate(TYPED) == []
    page.evaluate(GONE, identity)


@pytest.mark.thorough
def test_what_one_window_saves_leaves_the_text_of_the_other(site, window):
    identity, _, page, other, ask = two(site, window, "One saved")
    page.click("#save")
    for each in (page, other):
        row = each.locator("#untaken article")
        expect(row).to_contain_text("Ana saved 11.5 for this group at ")
        expect(row).to_contain_text("Your 12.5 was not saved")
        each.wait_for_selector(f"#next >> text=No. {ask.number + 1}, for you")
        expect(each.locator("#reading")).to_have_value("")
    assert page.evaluate(TYPED) == []
    page.evaluate(GONE, identity)


@pytest.mark.thorough
def test_what_one_window_gives_up_leaves_the_text_of_the_other(site, window):
    identity, _, page, other, _ = two(site, window, "One skipped")
    page.click("text=Cannot measure this")
    page.click("dialog >> text=Skip it >> nth=-1")
    for each in (page, other):
        row = each.locator("#untaken article")
        expect(row).to_contain_text("12.5 was typed, and not saved")
    assert kept(page, identity) == [12.5]
    page.evaluate(GONE, identity)


@pytest.mark.thorough
def test_a_text_that_another_window_goes_on_with_is_one(site, window):
    """Who mends in one window what was typed in another is asked nothing about the slip."""
    identity, campaign, page, ask = typed(site, window, "Mended there", "11.5")
    other = window(f"/campaigns/{identity}")
    expect(other.locator("#reading")).to_have_value("11.5")
    for text in ("", "12.5"):
        other.fill("#reading", text)
        expect(page.locator("#reading")).to_have_value(text)
    page.close()
    other.reload()
    expect(other.locator("#reading")).to_have_value("12.5")
    other.fill("#reading", "13.5")
    other.click("#save")
    other.wait_for_selector(f"#next >> text=No. {ask.number + 1}, for you")
    expect(other.locator("#untaken")).to_be_hidden()
    assert campaign.history()[2]["reading"] == 13.5
    assert kept(other, identity) == other.evaluate(TYPED) == []
