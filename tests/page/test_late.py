"""Answers that are late, or never come: nothing older is shown, nothing typed is lost."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.forms import forms
from tests.page.test_campaign import Held, save, wait_until
from tests.page.test_untaken import GONE, KEPT, kept

#: A question of the page's own, and no other of its making; its answer is awaited later.
ASK = """how => { cheapbandits.caughtUp = () => {}; window.heard = false;
    const asked = new Function(`return cheapbandits.${how}`)();
    window.late = asked.then(() => { window.heard = true; }); }"""
HEARD = "() => window.late"


class Late:
    """What is asked of an address now is answered at once, and comes when it is let go."""

    def __init__(self, page, address, how):
        self.page, self.held, self.open = page, [], False
        page.route(address, self._take)
        page.evaluate(ASK, how)
        wait_until(page, lambda: self.held)
        self.open = True
        assert not page.evaluate("() => window.heard")

    def _take(self, route):
        if self.open:
            route.continue_()
        else:
            self.held.append((route, route.fetch()))

    def come(self):
        assert not self.page.evaluate("() => window.heard")
        for route, answer in self.held:
            route.fulfill(response=answer)
        self.page.evaluate(HEARD)


def measuring(site, window, name, **more):
    """Open the page of a campaign with a group for Ana, and wait until it is all there."""
    identity, campaign = site.campaign(name, readings=2, **more)
    (ask,) = campaign.ask(assignee="Ana")
    page = window(f"/campaigns/{identity}")
    page.wait_for_selector("#reading")
    expect(page.locator("#link")).to_have_text("All saved. Live.")
    page.wait_for_function("() => cheapbandits.stream?.readyState === 1 && cheapbandits.sure")
    return identity, campaign, page, ask


@pytest.mark.thorough
def test_news_that_are_older_than_what_is_shown_are_not_shown(site, window):
    """Seen: the told group came back, the text of the next one went, a rename was undone."""
    _, campaign, page, ask = measuring(site, window, "Late news")
    late = Late(page, "**/now", "refresh()")
    save(page, "12")
    page.wait_for_selector(f"#next >> text=No. {ask.number + 1}, for you")
    page.fill("#reading", "14.25")
    campaign.rename("Late news [mg]")
    expect(page.locator("h1")).to_have_text("Late news [mg]")
    expect(page.locator("#reading")).to_have_value("")  # it was typed before there was a unit
    page.fill("#reading", "15.25")
    late.come()
    expect(page.locator("#next header")).to_contain_text(f"No. {ask.number + 1}, for you")
    expect(page.locator("#reading")).to_have_value("15.25")
    expect(page.locator("h1")).to_have_text("Late news [mg]")
    expect(page.locator("#ledger li")).to_have_count(3)
    page.reload()
    expect(page.locator("#reading")).to_have_value("15.25")


def test_a_text_for_a_group_that_these_news_do_not_know_yet_stays(site, window):
    """Another window of this browser may be behind: it has no say in what is younger."""
    identity, campaign, page, ask = measuring(site, window, "Behind")
    name = f"typed /api/campaigns/{identity} {ask.number + 1}"
    text = '{"text": "14.25", "nodes": [1]}'
    page.evaluate("([name, text]) => localStorage.setItem(name, text)", [name, text])
    page.evaluate("() => cheapbandits.refresh()")
    assert page.evaluate("name => localStorage.getItem(name)", name) == text
    campaign.cancel(ask)
    page.evaluate("name => localStorage.removeItem(name)", name)


@pytest.mark.thorough
def test_the_card_of_a_place_is_of_the_step_that_is_shown(site, window):
    """Seen: the answer of an earlier step came late, and stood there as the present one."""
    _, campaign, page, _ = measuring(site, window, "Late place")
    nodes = campaign.history()[0]["nodes"]
    late = Late(page, re.compile(r"/place/\d+\?at=0$"), f"place.show({nodes[0]}, 0)")
    page.evaluate("node => cheapbandits.pick(node)", nodes[0])
    expect(page.locator("#place .big")).to_be_visible()
    now = page.inner_text("#place")
    late.come()
    assert page.inner_text("#place") == now


def saving(page, text, then):
    """Save a text, and type another one while that is under way; return what waits."""
    held = Held()
    page.route("**/tell", held.take)
    save(page, text)
    wait_until(page, lambda: held.waiting)
    page.evaluate("() => cheapbandits.refresh()")  # news do not open the form again
    expect(page.locator("#link")).to_have_text("Saving.")
    page.fill("#reading", then)
    page.press("#reading", "Enter")
    expect(page.locator("#save")).to_have_text("Saving")
    assert len(held.waiting) == 1
    return held


@pytest.mark.parametrize("then", forms("1,234", "13"))
def test_what_is_typed_while_a_reading_is_saved_is_asked_about(site, window, then):
    """Seen: the first was stored, and the other was nowhere."""
    identity, campaign, page, ask = measuring(site, window, f"Typed on {then}")
    held = saving(page, "12", then)
    held.release()
    row = page.locator("#untaken article")
    expect(row).to_contain_text("Ana saved 12 for this group at ")
    page.wait_for_selector(f"#next >> text=No. {ask.number + 1}, for you")
    expect(page.locator("#reading")).to_have_value("")
    page.reload()
    if then == "13":
        row.get_by_text("Correct to 13").click()
    else:
        row.get_by_text("Keep 12").click()
    expect(page.locator("#untaken")).to_be_hidden()
    assert campaign.history()[2]["reading"] == (13 if then == "13" else 12)
    assert kept(page, identity) == []


@pytest.mark.thorough
def test_the_same_number_typed_again_is_no_question(site, window):
    _, _, page, ask = measuring(site, window, "Typed the same")
    saving(page, "12", "12.0").release()
    page.wait_for_selector(f"#next >> text=No. {ask.number + 1}, for you")
    expect(page.locator("#link")).to_have_text("All saved. Live.")
    expect(page.locator("#untaken")).to_be_hidden()


@pytest.mark.thorough
def test_what_is_typed_while_somebody_else_was_quicker_is_asked_about_too(site, window):
    identity, campaign, page, ask = measuring(site, window, "Typed on, told")
    page.route("**/changes", lambda route: route.abort())
    held = saving(page, "12", "13")
    campaign.tell(ask, 6.0)
    held.release()
    rows = page.locator("#untaken article")
    expect(rows).to_have_count(2)
    assert kept(page, identity) == [12, 13]
    for left in (1, 0):
        rows.first.get_by_text("Keep 6").click()
        expect(rows).to_have_count(left)
    page.amiss.clear()  # a browser logs the refusal as an error


def test_a_server_that_says_nothing_is_away(site, window):
    """Seen: "Saving" without end, and "All saved. Live." above it."""
    identity, campaign, page, ask = measuring(site, window, "Silent")
    page.evaluate("() => { cheapbandits.queue.patience = 5000; }")
    held = saving(page, "12", "13")
    said = page.locator("#said")
    expect(said).to_contain_text("12 is kept on this device and sent when you are back.")
    expect(said).to_contain_text("You typed 13 since: that is asked about then.")
    expect(page.locator("#link")).not_to_have_text("All saved. Live.")
    (one,) = page.evaluate(KEPT, identity)
    assert (one["reading"], one["ask"]) == (12, ask.number)
    page.evaluate("() => { cheapbandits.queue.patience = 30000; }")
    held.free = True
    row = page.locator("#untaken article")
    expect(row).to_contain_text("Ana saved 12 for this group at ")
    (told,) = [e for e in campaign.events() if (e.kind, e.ask) == ("tell", ask.number)]
    assert (told.body["reading"], told.key) == (12, one["key"])
    row.get_by_text("Keep 12").click()
    expect(page.locator("#link")).to_have_text("All saved. Live.")
    assert kept(page, identity) == []
    page.amiss.clear()  # a browser may log what was given up as an error


@pytest.mark.thorough
@pytest.mark.parametrize("junk", forms('[null, 3, {"ask": 1}]', "{", "7", '{"a": 1}'))
def test_junk_in_the_storage_of_a_browser_is_no_reading(site, window, junk):
    identity, _, page, ask = measuring(site, window, f"Junk {len(junk)} {junk[0]}")
    put = "([id, text]) => localStorage.setItem(`waiting ${id}`, text)"
    page.evaluate(put, [identity, junk])
    page.reload()
    save(page, "12")
    page.wait_for_selector(f"#next >> text=No. {ask.number + 1}, for you")
    page.evaluate(put, [identity, junk])
    page.goto(site.url)
    page.wait_for_selector(".card")
    page.evaluate(put, [identity + " x", junk])
    page.reload()
    page.wait_for_selector(".card")
    page.evaluate(GONE, identity)


@pytest.mark.thorough
def test_readings_that_an_older_page_kept_as_a_list_are_sent(site, window):
    identity, campaign, page, ask = measuring(site, window, "List")
    one = {"ask": ask.number, "reading": 12.5, "key": "older", "nodes": list(ask.nodes)}
    page.evaluate(
        "([id, text]) => localStorage.setItem(`waiting ${id}`, text)", [identity, json.dumps([one])]
    )
    page.reload()
    page.wait_for_selector('#ledger >> text="12.5"')
    (told,) = [e for e in campaign.events() if (e.kind, e.ask) == ("tell", ask.number)]
    assert (told.body["reading"], told.key) == (12.5, "older")
    expect(page.locator("#link")).to_have_text("All saved. Live.")
    assert page.evaluate("id => localStorage.getItem(`waiting ${id}`)", identity) is None


def test_two_windows_keep_what_each_of_them_kept(site, window):
    """Seen: of 14 readings that two windows kept at once 13 were there."""
    identity, _, page, _ = measuring(site, window, "At once")
    both = page, window(f"/campaigns/{identity}")
    keep = """mine => { window.done = (async () => { for (let n = 0; n < 150; n += 1) {
          cheapbandits.queue.put({ key: `${mine}-${n}`, ask: 900 + n, reading: n });
          await new Promise((next) => setTimeout(next)); } })(); }"""
    for one in both:  # before either begins: a window sends what it hears the other has kept
        one.evaluate("() => { cheapbandits.queue.flush = () => {}; }")
    for mine, one in enumerate(both):
        one.evaluate(keep, mine)
    for one in both:
        one.evaluate("window.done")
    assert len(kept(page, identity)) == 300
    page.evaluate(GONE, identity)


@pytest.mark.thorough
def test_what_two_windows_of_one_person_saved_at_once_is_asked_about_once(site, window):
    """Seen: 22.5 stood there twice, each to be added as a second reading."""
    identity, campaign, page, ask = measuring(site, window, "Two windows")
    other = window(f"/campaigns/{identity}")
    other.wait_for_selector("#reading")
    page.fill("#reading", "11.5")
    held = saving(other, "22.5", "22.5")
    page.click("#save")
    row = page.locator("#untaken article")
    expect(row).to_contain_text("Ana saved 11.5 for this group at ")
    held.release()
    other.wait_for_selector(f"#next >> text=No. {ask.number + 1}, for you")
    assert kept(other, identity) == [22.5]
    expect(row).to_have_count(1)
    row.get_by_text("Add 22.5 as a second reading").click()
    expect(page.locator("#untaken")).to_be_hidden()
    expect(other.locator("#untaken")).to_be_hidden()
    assert [one["reading"] for one in campaign.history()[2:4]] == [11.5, None]
    other.amiss.clear()  # a browser logs the refusal as an error
