"""A reading that was kept without a connection and is refused then stays until somebody chooses."""

import json
import urllib.request

import pytest
from playwright.sync_api import expect

from tests.campaign.restoring import Copy
from tests.forms import forms
from tests.page.conftest import open_menu, shot
from tests.page.test_campaign import save

PHONE = (390, 844)
KEPT = """id => Object.keys(localStorage).filter((name) => name.startsWith(`waiting ${id} `))
    .map((name) => JSON.parse(localStorage.getItem(name))).sort((a, b) => a.n - b.n)"""
#: Changes what is kept, as if it had been kept so.
CHANGED = """([id, how]) => { const change = new Function("one", how);
    for (const name of Object.keys(localStorage).filter((n) => n.startsWith(`waiting ${id} `))) {
      const one = JSON.parse(localStorage.getItem(name));
      change(one); localStorage.setItem(name, JSON.stringify(one)); } }"""
GONE = """id => Object.keys(localStorage).filter((name) => name.startsWith(`waiting ${id}`))
    .forEach((name) => localStorage.removeItem(name))"""
OTHER = "Do not measure it again"


def offline(site, window, name, readings=("22",), **settings):
    """Keep readings of so many groups on a device without a connection."""
    identity, campaign = site.campaign(name, readings=2, **settings)
    asks = [campaign.ask(more=True, assignee="Ana")[0] for _ in readings]
    page = window(f"/campaigns/{identity}", size=PHONE)
    page.wait_for_selector("#reading")
    page.context.set_offline(True)
    for ask, text in zip(asks, readings, strict=True):
        if len(asks) > 1:
            page.locator(".others .chip").nth(asks.index(ask)).click()
        save(page, text)
        expect(page.locator("#said")).to_contain_text("is kept on this device")
    return identity, campaign, page, asks


def back(page):
    page.context.set_offline(False)
    page.wait_for_selector("#untaken article")
    expect(page.locator("#untaken")).to_be_visible()


def reloaded(page):
    page.reload()
    page.wait_for_selector("#untaken article")


def kept(page, identity):
    return [one["reading"] for one in page.evaluate(KEPT, identity)]


@pytest.mark.thorough
def test_of_several_that_others_told_meanwhile_each_is_asked_about(site, window):
    identity, campaign, page, asks = offline(site, window, "Both told", ("14.5", "15.5", "16.5"))
    for ask in asks:
        campaign.tell(ask, 8.25)
    back(page)
    rows = page.locator("#untaken article")
    expect(rows).to_have_count(3)
    expect(page.locator("#link")).to_have_text("3 readings not taken.")
    shot(page, "untaken-conflicts")
    reloaded(page)
    expect(rows).to_have_count(3)
    assert kept(page, identity) == [14.5, 15.5, 16.5]
    assert OTHER not in page.inner_text("main")
    expect(rows.nth(0)).to_contain_text("ana saved 8.25 for this group at ")
    expect(rows.nth(0)).to_contain_text("Your 14.5 was not saved")
    rows.nth(0).get_by_text("Correct to 14.5").click()
    expect(rows).to_have_count(2)
    rows.nth(0).get_by_text("Keep 8.25").click()
    expect(rows).to_have_count(1)
    rows.nth(0).get_by_text("Add 16.5 as a second reading").click()
    expect(page.locator("#untaken")).to_be_hidden()
    expect(page.locator("#link")).to_have_text("All saved. Live.")
    told = {row["ask"]: row["reading"] for row in campaign.history() if row["ask"] is not None}
    assert [told[ask.number] for ask in asks] == [14.5, 8.25, 8.25]
    (added,) = [row for row in campaign.history() if row["ask"] is None]
    assert (added["reading"], added["nodes"]) == (16.5, list(asks[2].nodes))
    assert kept(page, identity) == []
    page.amiss.clear()  # a browser logs the lost connection, and a refusal, as errors


@pytest.mark.thorough
def test_a_finished_campaign_takes_it_once_it_is_open_again(site, window):
    identity, campaign, page, (ask,) = offline(site, window, "Finished then", ("17.25",))
    campaign.finish("sure enough")
    back(page)
    reloaded(page)
    row = page.locator("#untaken article")
    expect(row).to_contain_text("17.25 was not taken: the campaign is finished.")
    expect(row).to_contain_text("Open the campaign again, and it is sent.")
    expect(row.locator("h3")).to_contain_text("place" if ask.width > 1 else ask.names[0])
    expect(row.get_by_text("Send again")).to_be_disabled()
    expect(page.locator("#link")).to_have_text("1 reading not taken.")
    shot(page, "untaken-finished")
    page.click("text=Open it again")
    page.wait_for_selector('#ledger >> text="17.25"')
    expect(page.locator("#untaken")).to_be_hidden()
    expect(page.locator("#link")).to_have_text("All saved. Live.")
    assert campaign.history()[2]["reading"] == 17.25
    assert kept(page, identity) == []
    page.amiss.clear()


@pytest.mark.thorough
def test_a_deleted_campaign_leaves_what_was_not_taken_on_the_device(site, window):
    identity, campaign, page, _ = offline(site, window, "Deleted then [mg\u2215kg]", ("13.75",))
    body = json.dumps({"name": campaign.name}).encode()
    headers = {"Content-Type": "application/json"}
    address = f"{site.url}/api/campaigns/{identity}/delete"
    urllib.request.urlopen(urllib.request.Request(address, body, headers)).close()
    back(page)
    row = page.locator(".untaken article")
    expect(page.locator("#next")).to_contain_text("This campaign was deleted")
    expect(page.locator("#link")).to_have_text("1 reading not taken.")
    expect(page.locator("#state")).to_have_text("Deleted")
    assert OTHER not in page.inner_text("main")
    shot(page, "untaken-deleted")
    for path in (f"/campaigns/{identity}", "/"):
        page.goto(site.url + path)
        expect(row).to_contain_text("13.75\u00a0mg/kg was not taken: the campaign was deleted")
        expect(row).to_contain_text("Campaign: Deleted then [mg/kg]")
        shot(page, f"untaken-gone{'-list' if path == '/' else ''}")
        assert kept(page, identity) == [13.75]
    row.get_by_text("Discard 13.75").click()
    page.click("dialog >> text=Leave it")
    assert kept(page, identity) == [13.75]
    row.get_by_text("Discard 13.75").click()
    page.click("dialog button.main")
    expect(row).to_have_count(0)
    assert kept(page, identity) == []
    page.amiss.clear()


@pytest.mark.thorough
def test_a_server_that_is_busy_has_refused_nothing(site, window):
    identity, _, page, _ = offline(site, window, "Busy then", ("12.25",))
    busy = {"type": "urn:cheapbandits:StoreError", "kind": "StoreError", "detail": "busy"}
    page.route("**/tell", lambda route: route.fulfill(status=503, json={**busy, "status": 503}))
    page.context.set_offline(False)
    expect(page.locator("#link")).to_have_text("1 reading still to be sent.")
    assert kept(page, identity) == [12.25]
    expect(page.locator("#untaken")).to_be_hidden()
    page.unroute("**/tell")
    page.wait_for_selector('#ledger >> text="12.25"')
    assert kept(page, identity) == []
    page.amiss.clear()


HTML = {"content_type": "text/html", "body": "<!doctype html><title>Log in</title>"}
STRANGERS = {
    "502": {"status": 502, **HTML},
    "login page": {"status": 200, **HTML},
    "403": {"status": 403, **HTML},
    "404": {"status": 404, **HTML},
    "409 of another": {"status": 409, "json": {"detail": "conflict", "kind": "AlreadyToldError"}},
    "{}": {"status": 200, "json": {}},
    "null": {"status": 200, "json": None},
    "no JSON": {"status": 200, "content_type": "application/json", "body": "hello"},
}


#: One of each kind; what is like them is tried when it is thorough.
KINDS = ["login page", "409 of another"]
TRIED = [
    pytest.param(answer, id=name, marks=() if name in KINDS else pytest.mark.thorough)
    for name, answer in STRANGERS.items()
]


@pytest.mark.parametrize("answer", TRIED)
def test_what_is_not_ours_has_neither_saved_nor_refused(site, window, answer):
    """The first is sent while somebody else answers, the other is kept for want of a line."""
    identity, campaign = site.campaign(f"Strange {answer['status']} {len(str(answer))}", readings=2)
    asks = [campaign.ask(more=True, assignee="Ana")[0] for _ in range(2)]
    page = window(f"/campaigns/{identity}", size=PHONE)
    page.wait_for_selector("#reading")
    tries = []

    def strange(route):
        tries.append(route.request.url)
        route.fulfill(**answer)

    page.route("**/tell", strange)
    save(page, "12.25")
    expect(page.locator("#said")).to_contain_text("12.25 is kept on this device")
    page.locator(".others .chip").nth(1).click()
    save(page, "13.25")
    expect(page.locator("#said")).to_contain_text("13.25 is kept on this device")
    while len(tries) < 4:  # those that wait are tried again, in order
        page.wait_for_timeout(100)
    assert kept(page, identity) == [12.25, 13.25]
    expect(page.locator("#untaken")).to_be_hidden()
    page.unroute("**/tell")
    page.wait_for_selector('#ledger >> text="13.25"')
    assert kept(page, identity) == []
    told = {row["ask"]: row["reading"] for row in campaign.history()}
    assert [told[ask.number] for ask in asks] == [12.25, 13.25]
    page.amiss.clear()


@pytest.mark.thorough
def test_a_token_that_is_wanted_anew_refuses_nothing(site, window):
    identity, _, page, _ = offline(site, window, "Log in then", ("12.75",))
    wanted = {"type": "urn:cheapbandits:HTTPError", "kind": "HTTPError", "detail": "the token"}
    page.route("**/tell", lambda route: route.fulfill(status=401, json={**wanted, "status": 401}))
    page.context.set_offline(False)
    # Each answer goes there anew, so that a navigation may be broken off by the next one.
    expect(page).to_have_url(f"{site.url}/login")
    page.wait_for_load_state()
    assert kept(page, identity) == [12.75]
    page.unroute("**/tell")
    page.goto(f"{site.url}/campaigns/{identity}")
    page.wait_for_selector('#ledger >> text="12.75"')
    page.amiss.clear()


@pytest.mark.thorough
def test_a_campaign_that_was_elsewhere_for_a_while_is_sent_its_reading(site, window):
    identity, _, page, _ = offline(site, window, "Elsewhere then", ("14.25",))
    gone = {"type": "urn:cheapbandits:NotFoundError", "kind": "NotFoundError", "detail": "none"}
    page.route("**/tell", lambda route: route.fulfill(status=404, json={**gone, "status": 404}))
    back(page)
    expect(page.locator("#untaken")).to_contain_text(
        "14.25 was not taken: the campaign was deleted"
    )
    page.unroute("**/tell")
    page.reload()
    page.wait_for_selector('#ledger >> text="14.25"')
    expect(page.locator("#untaken")).to_be_hidden()
    assert kept(page, identity) == []
    page.amiss.clear()


@pytest.mark.thorough
def test_it_is_told_by_who_measured_whoever_is_there_when_it_is_sent(site, window):
    _, campaign, page, (ask,) = offline(site, window, "Ana then", ("15.75",))
    page.evaluate("localStorage.setItem('who', 'Ben')")
    page.context.set_offline(False)
    page.wait_for_selector('#ledger >> text="15.75"')
    (told,) = [one for one in campaign.events() if (one.kind, one.ask) == ("tell", ask.number)]
    assert told.who == "Ana"
    page.evaluate("localStorage.setItem('who', 'Ana')")
    page.amiss.clear()


@pytest.mark.parametrize("why", forms("told", "finished"))
def test_what_is_refused_as_one_saves_stays_too(site, window, why):
    identity, campaign = site.campaign(f"At once {why}", readings=2)
    (ask,) = campaign.ask(assignee="Ana")
    page = window(f"/campaigns/{identity}")
    page.wait_for_selector("#reading")
    page.route("**/changes", lambda route: route.abort())

    def first(route):
        if campaign.status().state == "running" and campaign.status().open:
            campaign.tell(ask, 9.5) if why == "told" else campaign.finish("enough")
        route.continue_()

    page.route("**/tell", first)
    save(page, "11.25")
    page.wait_for_selector("#untaken article")
    reloaded(page)
    expect(page.locator("#untaken")).to_contain_text("11.25 was not")
    assert kept(page, identity) == [11.25]
    page.amiss.clear()


def quicker(site, window, name, text, **more):
    """Type for a group that somebody else tells meanwhile."""
    identity, campaign = site.campaign(name, readings=2)
    (ask,) = campaign.ask(assignee="Ana")
    page = window(f"/campaigns/{identity}", **more)
    page.fill("#reading", text)
    campaign.tell(ask, 6.0)
    row = page.locator("#untaken article")
    expect(row).to_contain_text("ana saved 6 for this group at ")
    return identity, campaign, page, row, ask


@pytest.mark.parametrize("how", forms("a lost answer", "clicks", "keys"))
def test_a_second_reading_is_added_once(site, window, how):
    _, campaign, page, row, ask = quicker(site, window, f"Second {how}", "4.5")
    button = row.get_by_role("button", name="Add 4.5 as a second reading")
    if how == "clicks":
        button.dblclick()
    elif how == "keys":
        button.focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
    else:  # it is stored, and nobody hears of it
        page.route("**/observations", lambda route: (route.fetch(), route.abort()))
        button.click()
        expect(row.locator(".error")).to_have_text("No connection.")
        page.unroute("**/observations")
        reloaded(page)
        button.click()
    page.wait_for_selector("#next >> text=No. 4, for you")  # whoever measures goes on
    expect(page.locator("#untaken")).to_be_hidden()
    page.evaluate("cheapbandits.refresh()")
    added = [one for one in campaign.history() if one["ask"] is None]
    assert [(one["reading"], one["nodes"]) for one in added] == [(4.5, list(ask.nodes))]
    page.amiss.clear()


@pytest.mark.parametrize("text", forms("1,234", "4.5 mg"))
def test_what_was_typed_stays_where_it_is_no_number(site, window, text):
    identity, campaign, page, row, _ = quicker(site, window, f"Typed {text}", text, size=PHONE)
    expect(row).to_contain_text(f"Your \u201c{text}\u201d was not saved")
    expect(row.get_by_role("button")).to_have_text(["Keep 6", "Write it as a number"])
    shot(page, "untaken-text")
    reloaded(page)
    row.get_by_text("Write it as a number").click()
    assert page.input_value("#dialog-text") == text
    page.press("#dialog-text", "Enter")
    expect(page.locator("#dialog-said")).to_contain_text("Write ")
    page.fill("#dialog-text", "4.5")
    page.press("#dialog-text", "Enter")
    row.get_by_text("Correct to 4.5").click()
    page.wait_for_selector("#ledger >> text=corrected, was 6")
    assert campaign.history()[2]["reading"] == 4.5
    assert kept(page, identity) == []


def put_back(page, identity, how):
    """Let what is kept be of another log than the server has now."""
    page.evaluate(CHANGED, [identity, how])


def test_a_reading_is_not_told_to_another_group_that_has_its_number_now(site, window):
    identity, campaign, page, (ask,) = offline(site, window, "Put back", ("9.25",))
    put_back(page, identity, "one.nodes = [0, 1]; one.weights = null; one.width = 2")
    back(page)
    row = page.locator("#untaken article")
    said = f"No. {ask.number} is another group now. It is kept on this device until you choose."
    for _ in range(2):
        expect(row).to_contain_text("9.25 was not taken: the campaign was put back to an earlier")
        expect(row).to_contain_text(said)
        shot(page, "untaken-put-back")
        reloaded(page)
    assert [one.number for one in campaign.pending()] == [ask.number]
    row.get_by_text("Add 9.25 for these places").dblclick()
    page.wait_for_selector('#ledger >> text="9.25"')
    expect(page.locator("#untaken")).to_be_hidden()
    (added,) = [one for one in campaign.history() if one["ask"] is None]
    assert (added["reading"], added["nodes"]) == (9.25, [0, 1])
    assert [one.number for one in campaign.pending()] == [ask.number]
    page.amiss.clear()


@pytest.mark.thorough
def test_a_reading_waits_for_a_group_that_the_server_does_not_know(site, window):
    identity, campaign, page, (ask,) = offline(site, window, "Lost", ("9.75",))
    put_back(page, identity, "one.ask += 7")
    back(page)
    row = page.locator("#untaken article")
    expect(row).to_contain_text("does not know this group. It is kept on this device, and sent")
    put_back(page, identity, "one.ask -= 7")  # the log is there again
    page.reload()
    page.wait_for_selector('#ledger >> text="9.75"')
    told = {one["ask"]: one["reading"] for one in campaign.history()}
    assert told[ask.number] == 9.75
    assert kept(page, identity) == []
    page.amiss.clear()


@pytest.mark.thorough
def test_what_an_older_page_kept_is_sent_by_its_number(site, window):
    identity, campaign, page, (ask,) = offline(site, window, "Older", ("8.75",))
    put_back(page, identity, "for (const k of ['nodes', 'weights', 'names']) delete one[k]")
    page.context.set_offline(False)
    page.wait_for_selector('#ledger >> text="8.75"')
    assert campaign.history()[2]["reading"] == 8.75
    # So is the text that it had of a group; while the page is open it may keep an empty one.
    page.goto(f"{site.url}/static/dom.js")
    (ask,) = campaign.ask(assignee="Ana")
    name = f"typed /api/campaigns/{identity} {ask.number}"
    page.evaluate("name => localStorage.setItem(name, '7.5')", name)
    page.goto(f"{site.url}/campaigns/{identity}")
    expect(page.locator("#reading")).to_have_value("7.5")
    page.amiss.clear()


@pytest.mark.thorough
def test_what_was_typed_is_not_shown_for_another_group_of_that_number(site, window):
    identity, campaign = site.campaign("Draft put back", readings=2)
    (ask,) = campaign.ask(assignee="Ana")
    page = window(f"/campaigns/{identity}")
    page.fill("#reading", "7.5")
    sent = []
    page.on("request", lambda one: sent.append(one.post_data_json) if one.post_data else None)
    name = f"typed /api/campaigns/{identity} {ask.number}"
    other = "name => localStorage.setItem(name, localStorage.getItem(name).replace(/\\[/, '[0,'))"
    page.evaluate(other, name)
    reloaded(page)
    expect(page.locator("#untaken")).to_contain_text("7.5 was not taken: the campaign was put back")
    expect(page.locator("#reading")).to_have_value("")
    page.evaluate(GONE, identity)
    save(page, "6.5")  # with the group that it is of, for the server to hold against its log
    page.wait_for_selector('#ledger >> text="6.5"')
    assert sent[0] == {"reading": 6.5, "nodes": list(ask.nodes), "unit": ""}


@pytest.mark.thorough
@pytest.mark.parametrize("way", forms("Correct", "Strike"))
def test_a_change_of_an_extra_reading_does_not_go_to_another_place(site, window, way):
    """Seen: once a backup was put back, the reading that had its number then was changed."""
    identity, campaign = site.campaign(f"Extra {way}", readings=1)
    backup = Copy(site.db)
    campaign.observe([3], 12.0)
    page = window(f"/campaigns/{identity}")
    open_menu(page)
    page.click(f"#ledger .pop:not([hidden]) >> text={way}")
    if way == "Correct":
        page.fill("#dialog-text", "13.5")
    backup.put_back()
    campaign.observe([30], 31.0)
    page.click("dialog button.main")
    expect(page.locator("#dialog-said")).to_contain_text("was put back to an earlier moment")
    assert campaign.history()[-1]["reading"] == 31.0
    assert campaign.status().annulled == 0
    # As it is now it can be changed, with equal weights that it was told with, too.
    campaign.observe([40, 41], 9.0, weights=[0.5, 0.5])
    page.goto(f"{site.url}/campaigns/{identity}")
    open_menu(page)
    page.click("#ledger .pop:not([hidden]) >> text=Strike")
    page.click("dialog button.main")
    page.wait_for_selector("#ledger li.struck")
    page.amiss.clear()  # a browser logs the refusal as an error
