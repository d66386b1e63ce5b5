"""Names of people that cannot be: refused where they are typed, and no reading waits for them."""

import re

import pytest
from playwright.sync_api import expect

from cheapbandits import text
from tests.forms import forms
from tests.page.conftest import shot
from tests.page.test_campaign import save
from tests.page.test_untaken import CHANGED

FACE = "\U0001f600"


@pytest.fixture
def nobody(site, window):
    """Open a campaign as somebody without a name; afterwards the browser has none again."""
    opened = []

    def make(name, path="", **more):
        identity, campaign = site.campaign(name, readings=2)
        campaign.ask()
        page = window(f"/campaigns/{identity}{path}", who="", **more)
        page.wait_for_selector("#reading")
        opened.append(page)
        return identity, campaign, page

    yield make
    for page in opened:
        page.evaluate("['who', 'who asked'].forEach((key) => localStorage.removeItem(key))")


@pytest.mark.thorough
def test_a_name_is_cut_between_characters(nobody):
    """Seen: half a character is none, and the reading was "kept without a connection" for ever."""
    _, campaign, page = nobody("Cut")
    page.click("#who")
    page.fill("#dialog-text", "a" * 59 + FACE + " Smith")
    page.click("dialog button.main")
    # Compared there: half a character is nothing that a test could print.
    assert page.evaluate("name => localStorage.getItem('who') === name", "a" * 59 + FACE)
    save(page, "12.5")
    page.wait_for_selector('#ledger >> text="12.5"')
    told = [one for one in campaign.events() if one.kind == "tell"][-1]
    assert told.who == "a" * 59 + FACE


@pytest.mark.parametrize("odd", forms("\ud83d", "\t", "\u2028", "\u202e"))
def test_what_cannot_be_in_a_name_is_said_where_it_is_typed(nobody, odd):
    """Seen: a reading kept under such a name was refused for good."""
    _, campaign, page = nobody(f"Odd {ord(odd):x}")
    typed = f"String.fromCharCode(65, {ord(odd)}, 66)"
    page.click("#who")
    page.evaluate(f"document.getElementById('dialog-text').value = {typed}")
    page.click("dialog button.main")
    expect(page.locator("#dialog-said")).to_contain_text("Write the name without.")
    assert page.evaluate("localStorage.getItem('who')") == ""
    page.click("dialog >> text=Leave it")
    # And in the field beside the first reading.
    page.evaluate(f"document.getElementById('whoami').value = {typed}")
    before = len(campaign.events())
    save(page, "12.5")
    expect(page.locator("#said")).to_contain_text("Your name cannot be kept.")
    shot(page, "names-odd")
    assert len(campaign.events()) == before
    page.fill("#whoami", f"{FACE} Ann")
    page.click("#save")
    page.wait_for_selector('#ledger >> text="12.5"')
    assert page.inner_text("#who") == f"{FACE}A"


@pytest.mark.thorough
@pytest.mark.parametrize("odd", forms("A\ud83d", "A\tB"))
def test_a_reading_kept_under_a_name_that_cannot_be_is_sent_under_the_present_one(nobody, odd):
    """An older page kept such names, and readings under them."""
    identity, campaign, page = nobody(f"Older {len(odd)}")
    old = ", ".join(str(ord(one)) for one in odd)
    page.context.set_offline(True)
    save(page, "12.5")
    expect(page.locator("#said")).to_contain_text("is kept on this device")
    page.evaluate(CHANGED, [identity, f"one.who = String.fromCharCode({old})"])
    page.evaluate(f"localStorage.setItem('who', String.fromCharCode({old}))")
    page.context.set_offline(False)
    page.wait_for_selector('#ledger >> text="12.5"')
    told = [one for one in campaign.events() if one.kind == "tell"][-1]
    assert told.who == odd.replace("\t", " ").removesuffix("\ud83d")
    page.amiss.clear()  # a browser logs the lost connection as an error


def test_the_rule_is_the_servers(window):
    """Every character that one of them refuses is refused by the other."""
    page = window("/static/dom.js")
    refused = page.evaluate(
        "async () => { const { unclean } = await import('/static/names.js');"
        "return [...Array(0x10000).keys()].filter((k) => unclean(String.fromCharCode(k))); }"
    )
    found = re.findall(text._UNCLEAN, "".join(map(chr, range(0x10000))))
    assert refused == [ord(one) for one in found]
