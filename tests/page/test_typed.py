"""What is typed and clicked on the page is what was meant: languages, slips, double clicks."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.conftest import open_menu, shot
from tests.page.test_campaign import Held, save

#: What a text comes to where decimals have a point, and where they have a comma.
READ = {
    "1.234": (1.234, ["1234", "1.2340"]),
    "12.345": (12.345, ["12345", "12.3450"]),
    "-1.250": (-1.25, ["-1250", "-1.25"]),
    "\u22121.234": (-1.234, ["-1234", "-1.2340"]),
    "1.234 %": (["1.234", "0.01234"], None),
    "5%": (["5", "0.05"], ["5", "0.05"]),
    "0,57 %": (["0.57", "0.0057"], ["0.57", "0.0057"]),
    "%": (None, None),
    "5 %%": (None, None),
    "1.234.567": (None, ["1234567"]),
    "1,234": (["1234", "1.234"], ["1234", "1.2340"]),
    "\u22121,234": (["-1234", "-1.234"], ["-1234", "-1.2340"]),
    "1,234,567": (["1234567"], ["1234567"]),
    "1.2340": (1.234, 1.234),
    "0.123": (0.123, 0.123),
    "1234.567": (1234.567, 1234.567),
    "1.23": (1.23, 1.23),
    "1234": (1234, 1234),
    "16,5": (16.5, 16.5),
    "1 234,5": (1234.5, 1234.5),
    "1 234": (1234, 1234),
    "12\u202f345\u00a0678": (12345678, 12345678),
    "- 1 234.5": (-1234.5, -1234.5),
    " 16.5 ": (16.5, 16.5),
    "\u2212 3": (-3, -3),
    "1 5": (None, None),
    "16 5": (None, None),
    "1 2345": (None, None),
    "1234 567": (None, None),
    "0 123": (None, None),
    "12 34": (None, None),
    "16. 5": (None, None),
    "16 .5": (None, None),
    "1.5 2.5": (None, None),
    "1.234,5": (None, None),
    "1.234e3": (1234, 1234),
}
READER = """async texts => { const { clear, parse, twoWays } = await import("/static/numbers.js");
    return texts.map((text) => [twoWays(text) ?? parse(text),
      parse(clear(parse(text, false) ?? 0)) === (parse(text, false) ?? 0)]); }"""


def mine(site, campaign):
    """Open a group for Ana, so that the page has a form; return the address of the page."""
    campaign.ask(assignee="Ana")
    return f"/campaigns/{campaign.status().id}"


@pytest.mark.parametrize(("language", "column"), [("en-GB", 0), ("de-DE", 1), ("pt-BR", 1)])
def test_a_number_is_read_as_the_browsers_language_writes_it(window, language, column):
    page = window("/static/dom.js", locale=language)
    read = page.evaluate(READER, list(READ))
    assert [found for found, _ in read] == [both[column] for both in READ.values()]
    assert all(clear for _, clear in read)  # what the page writes itself is never asked about


def test_only_the_campaigns_own_unit_may_stand_behind_a_number(window):
    page = window("/static/dom.js")
    texts = ["5%", "5 %", "1 234 %", "5 mg/kg", "5mg", "%"]
    read = """([texts, unit]) => import("/static/numbers.js").then(({ parse, twoWays }) =>
        texts.map((text) => twoWays(text, false, unit) ?? parse(text, false, unit)))"""
    assert page.evaluate(read, [texts, "%"]) == [5, 5, 1234, None, None, None]
    either = [["5", "0.05"], ["5", "0.05"], ["1234", "12.34"]]
    assert page.evaluate(read, [texts, "mg/kg"]) == [*either, 5, None, None]
    # A name that ends with [2], or [e3], has no unit that could be told from digits.
    assert page.evaluate(read, [["12", "1 2", "5 2"], "2"]) == [12, None, None]
    assert page.evaluate(read, [["1e3", "7"], "e3"]) == [1000, 7]


@pytest.mark.thorough
def test_blanks_within_a_number_and_percent_signs_are_asked_about(site, window):
    _, campaign = site.campaign("Blanks", readings=2)
    page = window(mine(site, campaign))
    page.wait_for_selector("#reading")
    before = len(campaign.events())
    save(page, "1 5")
    assert "That is not a number" in page.inner_text("#said")
    save(page, "5%")
    assert "5% can be read in two ways. Nothing was saved." in page.inner_text("#said")
    assert len(campaign.events()) == before
    page.click("text=Use 5 >> nth=0")
    page.press("#reading", "Enter")
    page.wait_for_selector("#ledger li >> nth=2")
    assert campaign.history()[2]["reading"] == 5


@pytest.mark.thorough
def test_points_among_thousands_are_asked_about_where_decimals_have_a_comma(site, window):
    _, campaign = site.campaign("Kommas", readings=2, center=1000.0, scale=1000.0)
    page = window(mine(site, campaign), locale="de-DE")
    page.wait_for_selector("#reading")
    before = len(campaign.events())
    save(page, "1.234")
    assert "1.234 can be read in two ways. Nothing was saved." in page.inner_text("#said")
    shot(page, "typed-two-ways")
    assert len(campaign.events()) == before
    page.click("text=Use 1.2340")
    page.press("#reading", "Enter")  # not asked about again
    page.wait_for_selector('#ledger >> text="1.234"')
    assert campaign.history()[2]["reading"] == 1.234
    open_menu(page)
    page.click("#ledger .pop >> text=Correct")
    assert page.input_value("#dialog-text") == "1.2340"
    page.fill("#dialog-text", "1.235")
    page.press("#dialog-text", "Enter")
    said = "That can be read in two ways. Write 1235 or 1.2350."
    expect(page.locator("#dialog-said")).to_have_text(said)
    page.fill("#dialog-text", "1235")
    page.press("#dialog-text", "Enter")
    page.wait_for_selector("#ledger >> text=corrected, was 1.234")
    assert campaign.history()[2]["reading"] == 1235.0


@pytest.mark.thorough
def test_to_skip_a_group_promises_nothing_that_is_not_there(site, window):
    _, campaign = site.campaign("Skipped", readings=2)
    page = window(mine(site, campaign))
    page.click("text=Cannot measure this")
    said = page.inner_text("dialog")
    assert "the group is given up for good" in said
    assert "the same places may be asked for again" in said
    assert "To keep them out, choose Leave the places out" in said
    assert "undone" not in said
    shot(page, "typed-skip")
    page.click("dialog >> text=Skip it >> nth=-1")
    page.wait_for_selector("#next >> text=No. 4, for you")
    # The way back that it names is there.
    (ask,) = campaign.pending()
    page.click("text=Cannot measure this")
    page.click("dialog >> text=Leave the places out >> nth=-1")
    page.wait_for_selector("#next >> text=No. 5, for you")
    assert not {*campaign.pending()[0].nodes} & {*ask.nodes}
    page.evaluate("node => cheapbandits.pick(node)", ask.nodes[0])
    page.click("text=Count it in again")
    page.wait_for_selector("text=Leave this place out")
    assert campaign.events()[-1].kind == "unmask"


@pytest.mark.thorough
def test_another_group_is_one_however_one_clicks(site, window):
    _, campaign = site.campaign("Doubly", readings=2)
    page = window(mine(site, campaign))
    page.wait_for_selector("#another")
    page.dblclick("#another")
    page.wait_for_selector(".others .chip >> nth=1")
    expect(page.locator("#another")).to_be_enabled()
    assert campaign.status().open == 2
    held = Held()
    page.route(re.compile(r"/asks$"), held.take)
    page.click("#another")
    page.locator("#another").dispatch_event("click")
    expect(page.locator("#another")).to_be_disabled()
    held.release()
    page.wait_for_selector(".others .chip >> nth=2")
    expect(page.locator("#another")).to_be_enabled()
    assert campaign.status().open == 3


def test_what_is_clicked_twice_is_done_once(site, window):
    _, campaign = site.campaign("Twice", readings=3)
    campaign.ask(assignee="Ben")
    page = window(f"/campaigns/{campaign.status().id}")
    page.wait_for_selector("#release")
    sent = []
    page.on("request", lambda one: sent.append(one.url) if one.method == "POST" else None)

    def once(what, after):
        """Click twice, in one go, and see one request."""
        sent.clear()
        page.locator(what).evaluate("one => { one.click(); one.click(); }")
        page.wait_for_selector(after)
        page.evaluate("cheapbandits.refresh()")
        assert len(sent) == 1, sent

    once("#release", "#toasts >> text=Released: ")
    page.evaluate("cheapbandits.pick(40)")
    once("#place >> text=Leave this place out", "#place >> text=Count it in again")
    once("#place >> text=Count it in again", "#place >> text=Leave this place out")
    open_menu(page)
    page.click("#ledger .pop:not([hidden]) >> text=Correct")
    page.fill("#dialog-text", "4.25")
    once("dialog button.main", '#ledger >> text="4.25"')
    open_menu(page, "#ledger .rowmenu >> nth=1")
    page.click("#ledger .pop:not([hidden]) >> text=Strike")
    once("dialog button.main", "#ledger li.struck")
    page.dblclick("#ask")
    page.wait_for_selector("#next >> text=for you")
    (ask,) = campaign.pending()
    page.click("text=Cannot measure this")
    sent.clear()
    page.locator("dialog button.main").evaluate("one => { one.click(); one.click(); }")
    page.wait_for_selector(f"#next >> text=No. {ask.number + 1}, for you")
    assert [url.rsplit("/", 1)[1] for url in sent] == ["cancel", "asks"]
    page.click("#more")
    page.click("#mores >> text=Duplicate")
    sent.clear()
    with page.expect_navigation():
        page.locator("dialog button.main").evaluate("one => { one.click(); one.click(); }")
    expect(page.locator("h1")).to_have_text("Twice, again")
    assert len(sent) == 1


FILL = """() => {
  for (let size = 2 ** 20, n = 0; size; size = Math.floor(size / 2)) {
    try { for (;;) localStorage.setItem(`f${n++}`, "x".repeat(size)); } catch { /* full */ }
  }
}"""
EMPTY = "Object.keys(localStorage).filter((k) => k[0] === 'f').map((k) => delete localStorage[k])"


def test_a_device_without_room_says_so_and_the_reading_stays_in_its_field(site, window):
    """Seen: the button stayed at Saving, nothing was said, and the draft was gone."""
    _, campaign = site.campaign("No room", readings=2)
    page = window(mine(site, campaign))
    page.wait_for_selector("#reading")
    page.evaluate(FILL)
    page.context.set_offline(True)
    try:
        save(page, "13.5")
        said = page.locator("#said")
        expect(said).to_contain_text("this device has no room left to keep it. Write 13.5 down.")
        shot(page, "typed-no-room")
        assert page.input_value("#reading") == "13.5"
        expect(page.locator("#save")).to_be_enabled()
    finally:
        page.evaluate(EMPTY)  # the browser is shared
        page.context.set_offline(False)
    page.click("#save")
    page.wait_for_selector('#ledger >> text="13.5"')
    assert campaign.history()[2]["reading"] == 13.5
    assert not any("quota" in text.casefold() for text in page.amiss)
    page.amiss.clear()  # a browser logs the lost connection as an error
