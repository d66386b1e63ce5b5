"""A campaign in the browser, driven as a person would."""

import csv
import json
import re
import threading
import time
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import expect

from cheapbandits.campaign.closing import closed
from cheapbandits.graphs import Graph
from cheapbandits.service.page import looking
from tests.page.conftest import HOSTILE, open_menu, shot, sites

#: Somewhere to wait: the list would work out every campaign that there is.
NOTHING = "/static/dom.js"
#: Where a page asks how sure the answer is.
ANSWER = re.compile(r"/answer(\?now=true)?$")


class Held:
    """Requests that wait until they are released."""

    def __init__(self):
        self.waiting, self.free = [], False

    def take(self, route):
        if self.free:
            route.continue_()
        else:
            self.waiting.append(route)

    def release(self):
        self.free = True
        for route in self.waiting:
            route.continue_()


@pytest.fixture(scope="module")
def half(site):
    """A campaign half way, that tests only look at or add to."""
    return site.campaign("Half way", readings=6)


def drawn(page, seq=None):
    """Wait until the map shows an estimate, of a given event where one is named."""
    wanted = "[data-drawn^='estimate']" if seq is None else f"[data-drawn='estimate {seq}']"
    page.wait_for_selector(f"#map{wanted}")


def last_moment(site, campaign):
    events = campaign.events()
    return [e.seq for e in events if e.kind in ("tell", "observe", "correct", "annul")][-1]


def wait_until(page, met):
    """Let the page go on until something is so here."""
    until = time.monotonic() + 30
    while not met():
        assert time.monotonic() < until
        page.wait_for_timeout(20)


def save(page, text):
    page.fill("#reading", text)
    page.press("#reading", "Enter")


def test_from_the_first_ask_to_a_correction_and_a_strike(site, window):
    _, campaign = site.campaign("From the start")
    page = window("/")
    card = page.locator(".card", has_text="From the start")
    assert "Nothing known yet" in card.inner_text()
    card.get_by_role("link", name="From the start").last.click()
    page.get_by_role("button", name="Show the next group").click()
    page.wait_for_selector("#reading")
    assert "Measure first" in page.inner_text("#next")
    page.wait_for_selector("text=instead of 1.00 for one alone")
    save(page, "11,5")  # a decimal comma
    page.wait_for_selector("#ledger li")
    assert campaign.history()[0]["reading"] == 11.5
    page.wait_for_selector("text=No. 2")  # the next group comes by itself
    drawn(page, last_moment(site, campaign))
    page.wait_for_selector("#answer .big")
    open_menu(page, "#ledger .rowmenu")
    page.click("#ledger .pop >> text=Correct")
    page.fill("#dialog-text", "wrong")
    page.press("#dialog-text", "Enter")
    assert "not a number" in page.inner_text("#dialog-said")
    page.fill("#dialog-text", "12.5")
    page.press("#dialog-text", "Enter")
    page.wait_for_selector("text=corrected, was 11.5")
    drawn(page, last_moment(site, campaign))
    expect(page.locator("dialog")).to_be_hidden()
    expect(page.locator("#when")).to_have_text("1 of 30 readings")  # two steps, one reading
    page.focus("#slider")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#when")).to_have_text("No. 1: 1 reading. Back to now")
    expect(page.locator(".flag.then")).to_have_text("No. 1 read 11.5")  # not what came after
    page.keyboard.press("End")
    open_menu(page, "#ledger .rowmenu")
    page.click("#ledger .pop >> text=Strike")
    page.click("dialog >> text=Strike >> nth=-1")
    page.wait_for_selector("#ledger li.struck")
    drawn(page, last_moment(site, campaign))
    expect(page.locator("dialog")).to_be_hidden()
    expect(page.locator("#when")).to_have_text("No reading yet of 30")
    expect(page.locator("#ledger header")).to_have_text("Readings0, 1 struck")
    campaign.observe([7], 9.0)
    drawn(page, last_moment(site, campaign))
    steps = [
        ("No. 1 struck: 0 readings. Back to now", "No. 1 struck ", "1"),
        ("No. 1 corrected: 1 reading. Back to now", "No. 1 corrected to 12.5", "1"),
    ]
    page.focus("#slider")
    for when, flag, row in steps:
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#when")).to_have_text(when)
        expect(page.locator(".flag.then")).to_have_text(flag)
        expect(page.locator("#ledger li[aria-current] .no")).to_have_text(row)
        assert page.locator("#ledger li.later .reading").all_inner_texts() == ["9"]
    kinds = [event.kind for event in campaign.events() if event.kind != "request"]
    assert kinds == ["ask", "tell", "ask", "correct", "annul", "observe"]
    # What was struck by mistake is put back by one click, with the value that it had.
    open_menu(page, "#ledger li.struck .rowmenu")
    page.click("#ledger .pop >> text=Put it back")
    expect(page.locator("#ledger header")).to_have_text("Readings2")
    assert campaign.history()[0]["reading"] == 12.5
    assert campaign.events()[-1].kind == "correct"


@pytest.mark.thorough
def test_whoever_moves_while_news_are_fetched_stays_where_they_went(site, window):
    """News that were asked for before a step back must not take the step back again."""
    identity, campaign = site.campaign("Moved meanwhile", readings=3)
    page, held = window(f"/campaigns/{identity}"), Held()
    drawn(page, last_moment(site, campaign))
    page.route("**/frame", held.take)
    campaign.observe([7], 9.0)
    expect(page.locator("#when")).to_have_text("3 of 30 readings, 1 extra")
    wait_until(page, lambda: held.waiting)
    page.focus("#slider")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#when")).to_have_text("No. 2: 2 readings. Back to now")
    held.release()
    expect(page.locator("#slider")).to_have_attribute("max", "4")
    page.evaluate("cheapbandits.settled()")
    expect(page.locator("#when")).to_have_text("No. 2: 2 readings. Back to now")
    # And the other way: who comes back to now meanwhile sees the news.
    held.free, held.waiting = False, []
    campaign.observe([8], 9.5)
    wait_until(page, lambda: held.waiting)
    page.keyboard.press("End")
    expect(page.locator("#when")).to_have_text("3 of 30 readings, 2 extra")
    held.release()
    drawn(page, last_moment(site, campaign))
    expect(page.locator("#when")).to_have_text("3 of 30 readings, 2 extra")


def test_a_click_on_another_group_outlives_news(site, window):
    """Seen under load: the buttons were made anew while one was held down, and nothing happened."""
    identity, campaign = site.campaign("Held down", readings=2)
    _, second = (campaign.ask(more=True, assignee="Ana")[0] for _ in range(2))
    page = window(f"/campaigns/{identity}")
    drawn(page, last_moment(site, campaign))
    chip = page.locator(".others .chip").nth(1)
    chip.hover()
    page.mouse.down()
    page.evaluate("cheapbandits.refresh()")  # answers once the panel is as the server says
    page.mouse.up()
    expect(page.locator("#next header .sub")).to_have_text(f"No. {second.number}, for you")
    expect(chip).to_have_attribute("aria-pressed", "true")


def test_a_click_on_a_reading_outlives_news(site, window):
    """Seen under load: the row was made anew while Correct was held down, and no question came."""
    identity, campaign = site.campaign("Held down too", readings=2)
    page = window(f"/campaigns/{identity}")
    drawn(page, last_moment(site, campaign))
    page.evaluate("cheapbandits.settled()")  # nothing above moves the row any more
    open_menu(page)
    page.hover("#ledger .pop >> text=Correct")
    page.mouse.down()
    page.evaluate("cheapbandits.refresh()")
    page.mouse.up()
    expect(page.locator("#dialog-text")).to_be_visible()


@pytest.fixture
def working(monkeypatch):
    """Whether the server may work out how sure answers are."""
    may = threading.Event()
    may.set()
    worked_out = looking.worked_out
    monkeypatch.setattr(looking, "worked_out", lambda *job: may.wait(60) and worked_out(*job))
    yield may
    may.set()


def test_there_is_one_answer_and_none_while_it_is_worked_out(site, window, working):
    """A newer place beside an older probability would be two answers; cards and page agree."""
    _, spent = site.campaign("All spent", budget=2.0)
    while closed(spent) is None:
        spent.tell(*spent.ask(), 5.0)
    identity, campaign = site.campaign("One answer", readings=4, stop="probability>=0.01")
    campaign.ask(assignee="Ben")
    campaign.observe([44], 12.5)
    page = window(f"/campaigns/{identity}")
    page.wait_for_selector("#answer dd >> text=sure that no other place is hotter by more than 2")
    working.clear()
    campaign.observe([45], 25.5)
    drawn(page, last_moment(site, campaign))
    expect(page.locator("#answer")).to_contain_text("is being worked out")
    expect(page.locator("#answer h3")).to_have_text("Plot 45, North")
    assert "sure that no other" not in page.inner_text("#answer")
    assert page.inner_text(".curve >> nth=1 >> b") == "…"
    before = page.inner_text("#answer .big")
    working.set()
    expect(page.locator("#answer")).to_contain_text("sure that no other place is hotter")
    assert page.inner_text("#answer .big") == before  # the same place, estimate and interval
    # The campaign's own rule is met: it ends here, unless somebody goes on all the same.
    expect(page.locator("#next-head")).to_have_text("Goal reached")
    expect(page.locator("#next #goal")).to_have_text("Your goal is reached: 1 % sure.")
    finish = page.get_by_role("button", name="Finish")
    expect(finish).to_have_count(1)
    assert "main" in finish.get_attribute("class").split()
    never = campaign.outlook().unseen
    unlooked = f"{never} of 80 places were in no measured group yet"
    expect(page.locator("#next .unlooked.warning")).to_contain_text(unlooked)
    expect(page.locator("#answer dt .unlooked.warn")).to_have_text(f"{never} of 80")
    expect(page.locator("#answer dd .unlooked")).to_contain_text("in no measured group yet")
    assert campaign.status().asked == 5
    page.click("#go-on")
    page.wait_for_selector("#next >> text=No. 6, for you")
    expect(page.locator("#answer #goal")).to_contain_text("Your goal is reached")
    expect(finish).to_have_count(1)
    home, held = window(NOTHING), Held()
    home.route(ANSWER, held.take)
    home.goto(site.url)
    card = home.locator(".card", has_text="One answer")
    expect(card.locator(".todo")).to_contain_text("Ben: ")
    assert card.locator(".best").inner_text().lower() == "being worked out"
    assert card.locator(".value").inner_text() == ""
    assert card.locator(".taken").inner_text() == "4 of 30 readings, 2 extra"
    held.release()
    expect(card.locator(".best")).to_have_text("Plot 45, North")
    sure, rest = page.inner_text("#answer dt >> nth=0"), page.inner_text("#answer dd >> nth=0")
    expect(card.locator(".sure")).to_have_text(f"{sure} {rest}")
    value = page.inner_text("#answer .big b")
    assert card.locator(".value").inner_text() == value
    expect(card.locator(".unlooked.warn")).to_have_text(unlooked)
    expect(card.locator(".todo")).to_have_text("Goal reached: 1 % sure")
    # Where the budget is spent, that is said without an ask, wherever one looks.
    card = home.locator(".card", has_text="All spent")
    expect(card.locator(".todo")).to_have_text("Budget spent: nothing more to ask")
    home.goto(f"{site.url}/campaigns/{spent.status().id}")
    expect(home.locator("#next-head")).to_have_text("Nothing more to ask")
    expect(home.locator("#next h3")).to_contain_text("of 2 is spent")
    expect(home.get_by_role("button", name="Finish")).to_have_count(1)


def test_what_is_no_number_or_implausible_is_said_before_it_is_stored(site, window):
    identity, campaign = site.campaign("Slips", readings=3)
    page = window(f"/campaigns/{identity}")
    page.wait_for_selector("#reading, #ask")
    if page.locator("#ask").count():
        page.click("#ask")
    page.wait_for_selector("#reading")
    before = len(campaign.events())
    save(page, "16,5 ?")
    assert "That is not a number" in page.inner_text("#said")
    save(page, "1,250")  # a thousand and more, or one and a quarter
    assert "1,250 can be read in two ways. Nothing was saved." in page.inner_text("#said")
    page.click("text=Use 1250")
    assert page.input_value("#reading") == "1250"
    save(page, "1,250")
    page.click("text=Use 1.25")
    assert page.input_value("#reading") == "1.25"
    save(page, "165")
    assert "far above the 20" in page.inner_text("#said")
    assert page.inner_text("#save") == "Save anyway"
    page.click("text=Use 16.5")
    assert page.input_value("#reading") == "16.5"
    assert page.inner_text("#save") == "Save reading"
    assert len(campaign.events()) == before
    save(page, "165")
    page.press("#reading", "Enter")  # save anyway
    page.wait_for_selector("#anyway")
    assert "165 was saved as you said" in page.inner_text("#anyway")
    assert page.inner_text("#said") == ""
    assert "above the 20 called believable" in page.inner_text("#ledger li >> nth=0")
    shot(page, "campaign-anyway")


def test_a_second_window_sees_a_reading_and_loses_nothing(site, window):
    identity, campaign = site.campaign("Together", readings=3)
    campaign.ask(assignee="Ana")
    campaign.ask(assignee="Ben", more=True)
    ana, ben = window(f"/campaigns/{identity}"), window(f"/campaigns/{identity}", who="Ben")
    for page in (ana, ben):
        drawn(page)
        page.wait_for_selector("#reading")
    assert "for you" in ana.inner_text("#next")
    assert "for you" in ben.inner_text("#next")
    ana.fill("#reading", "9.9")
    ana.locator("#places").hover(position={"x": 300, "y": 250})
    ana.mouse.wheel(0, -400)
    zoomed = ana.evaluate("[cheapbandits.map.at.k, cheapbandits.map.at.tx]")
    save(ben, "8.8")
    ana.wait_for_selector("#toasts >> text=Ben: 8.8")
    ana.wait_for_selector('#ledger >> text="8.8"')
    drawn(ana, last_moment(site, campaign))
    assert ana.input_value("#reading") == "9.9"
    assert ana.evaluate("[cheapbandits.map.at.k, cheapbandits.map.at.tx]") == zoomed
    # Another's group looks so, and whoever left one behind does not keep it.
    ben.wait_for_selector("#next >> text=No. 6, for you")
    campaign.ask(assignee="Cleo", more=True, lease=1e-6)
    theirs = ana.locator(".others .chip", has_text="Cleo: ")
    expect(theirs).to_contain_text("time ran out")
    assert "main" in ana.get_attribute("#save", "class").split()
    theirs.click()
    expect(ana.locator("#next-head")).to_have_text("For Cleo")
    expect(ana.locator(".whose")).to_contain_text("Cleo had this group; its time ran out at ")
    expect(ana.locator(".whose")).to_contain_text("If you measured it yourself, save it here")
    expect(ana.locator(".flag.then")).to_contain_text("Cleo: ")  # blue is what to do oneself
    assert "main" not in ana.get_attribute("#save", "class").split()
    ana.click("#release")
    ana.wait_for_selector("#toasts >> text=Released: ")
    expect(theirs).to_have_count(0)
    assert "Cleo" not in campaign.status().assigned
    ana.click(".others .chip >> text=Ben: ")
    expect(ana.locator(".whose")).to_contain_text("Ben measures this group, since ")
    ana.click("#mine")
    expect(ana.locator("#reading")).to_have_value("9.9")
    # What was typed outlives a reload, and is gone once it is saved.
    ana.reload()
    expect(ana.locator("#reading")).to_have_value("9.9")
    expect(ana.locator("#said")).to_contain_text("Typed before, and not saved yet.")
    save(ana, "9.8")
    ana.wait_for_selector('#ledger >> text="9.8"')
    kept = "Object.keys(localStorage).filter((name) => name.startsWith('typed'))"
    assert ana.evaluate(kept) == []


@pytest.mark.thorough
def test_a_stranger_is_asked_for_a_name_once_and_sees_no_toast_of_their_own(site, window):
    identity, campaign = site.campaign("Strangers [mg\u2215kg]", readings=2)
    (ask,) = campaign.ask()
    campaign.observe(list(ask.nodes), 7.0)
    page = window(f"/campaigns/{identity}", who="")
    drawn(page)
    expect(page.locator(".reason")).to_contain_text("It was read once before; readings scatter")
    # Whoever gives no name is somebody, and not the account that the server runs in.
    page.evaluate(
        """async id => (await import("/static/api.js")).post(
        `/api/campaigns/${id}/observations`, { nodes: [4], reading: 6.25 }, "nameless")""",
        identity,
    )
    page.wait_for_selector("#ledger >> text=/^6\\.25/")
    assert campaign.events()[-1].who == "somebody"
    page.fill("#whoami", "Cleo Marsh")
    save(page, "7.5")
    page.wait_for_selector("#ledger >> text=Cleo Marsh")
    assert page.inner_text("#who") == "CM"
    page.wait_for_selector("#next >> text=for you")  # the next group is theirs, by name
    assert page.locator("#whoami").count() == 0
    campaign.observe([3], 8.8)
    page.wait_for_selector("#toasts >> text=ana: 8.8 mg/kg")
    assert page.locator("#toasts p").all_inner_texts() == ["ana: 8.8\u00a0mg/kg"]
    (face,) = page.locator(".face").all()
    assert face.get_attribute("aria-label").startswith("You are measuring ")
    expect(page.locator("#answer .big b")).to_contain_text("mg/kg")
    expect(page.locator("h1")).to_have_text("Strangers [mg/kg]")


def test_what_happens_early_at_once_late_or_offline_is_not_lost(site, window):
    """One visit: each is a moment at which a page and its server know different things."""
    identity, campaign = site.campaign("Not lost", readings=2)
    (ask,) = campaign.ask()
    page = window(NOTHING)

    # Between what the page was told at first and its listening, somebody saves a reading.
    def late(route):
        if campaign.status().told == 2:
            campaign.tell(ask, 17.25)
        route.continue_()

    page.route("**/changes", late)
    page.goto(f"{site.url}/campaigns/{identity}")
    page.wait_for_selector('#ledger >> text="17.25"')
    # Who comes second keeps what they typed, and may correct.
    (ask,) = campaign.ask()
    page.fill("#reading", "16.8")
    campaign.tell(ask, 17.1)
    page.wait_for_selector("text=Already measured")
    said = page.inner_text("#untaken")
    assert "ana saved 17.1 for this group" in said
    assert "Your 16.8 was not saved" in said
    page.click("#untaken >> text=Correct to 16.8")
    page.wait_for_selector("text=corrected, was 17.1")
    assert campaign.history()[3]["reading"] == 16.8
    # The news of a reading comes before the answer that it is saved: the card is another one then,
    # and the next group comes all the same.
    page.wait_for_selector("#next >> text=No. 5, for you")
    held = []
    page.route("**/tell", lambda route: held.append((route, route.fetch())))
    save(page, "9.25")
    page.wait_for_selector('#ledger >> text="9.25"')
    page.wait_for_selector("#ask")
    ((route, response),) = held
    route.fulfill(response=response)
    page.wait_for_selector("#next >> text=No. 6")
    assert "Nothing was saved" not in page.inner_text("#next")
    page.unroute("**/tell")
    # Without a connection a reading waits on the device.
    page.context.set_offline(True)
    save(page, "7.25")
    page.wait_for_selector("text=is kept on this device")
    expect(page.locator("#link")).to_have_text("Offline. 1 reading kept on this device.")
    assert campaign.status().told == 5
    page.context.set_offline(False)
    page.wait_for_selector('#ledger >> text="7.25"')
    expect(page.locator("#link")).to_have_text("All saved. Live.")
    assert campaign.status().told == 6
    page.amiss.clear()  # a browser logs the lost connection as an error


@pytest.mark.thorough
def test_why_a_measured_group_was_chosen_is_no_error(site):
    """A window may ask it a moment after somebody else saved: the browser would call that amiss."""
    identity, campaign = site.campaign("Why that", readings=1)
    first, second = campaign.ask(2)

    def rule(ask):
        address = f"{site.url}/page/campaigns/{identity}/why/{ask.number}"
        with urllib.request.urlopen(address) as body:
            said = json.load(body)
        return said and said["rule"]

    # The second was the highest of those left, as the first is being measured.
    assert (rule(first), rule(second)) == ("highest", "highest")
    campaign.tell(first, 17.1)
    assert rule(first) is None


#: Canvases that have other pixels than their size on the screen asks for.
STRETCHED = """[...document.querySelectorAll(".panel canvas, #curves canvas, #map > canvas")]
  .filter((one) => one.clientWidth && one.width !== one.clientWidth * devicePixelRatio)
  .map((one) => one.id || one.parentElement.className)"""
#: What is on them, once what was asked for is drawn.
DRAWN = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
  done(Object.fromEntries([...document.querySelectorAll(
    ".panel canvas, #curves canvas, canvas#land, canvas#places, .legend canvas")]
    .filter((one) => one.clientWidth).map((one, k) => [`${k} ${one.id}`, one.toDataURL()]))))))"""


def test_the_slider_shows_what_was_believed_then_and_all_is_drawn_anew(site, window, half):
    identity, campaign = half
    page = window(f"/campaigns/{identity}")
    drawn(page, last_moment(site, campaign))
    moments = page.evaluate("cheapbandits.moments")
    assert [one["seq"] for one in moments] == [2, 4, 6, 8, 10, 12]
    for one in moments[::2]:  # what an ask of then would have found
        then = campaign.places(at=one["seq"])
        assert one["estimate"] == pytest.approx(max(then["estimate"]), abs=1e-4)
    page.focus("#slider")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    drawn(page, moments[2]["seq"])
    assert "No. 3: 3 readings. Back to now" in page.inner_text("#when")
    assert page.locator("#reading").count() == 0 or page.is_disabled("#reading")
    shot(page, "campaign-past")
    page.click("text=Back to now")
    drawn(page, moments[-1]["seq"])
    page.click("#play")
    drawn(page, moments[1]["seq"])
    page.click("#play")
    # A place is found by its name, which is only ever text.
    page.keyboard.press("/")
    page.keyboard.type("<img")
    page.wait_for_selector("#find-list li")
    page.keyboard.press("Enter")
    page.wait_for_selector("#place:not([hidden])")
    assert page.inner_text("#place h2") == HOSTILE
    assert page.evaluate("window.hacked") is None
    assert page.locator("#place img").count() == 0
    page.keyboard.press("Escape")
    page.wait_for_selector("#place", state="hidden")
    # All that is drawn is drawn anew, for another size and for other colours.
    page.set_viewport_size({"width": 1000, "height": 700})
    expect(page.locator("#answer canvas")).to_have_js_property("width", 311)
    assert page.evaluate(STRETCHED) == []
    bright = page.evaluate(DRAWN)
    page.emulate_media(color_scheme="dark")
    expect(page.locator("#map")).to_have_css("background-color", "rgb(11, 13, 15)")
    dark = page.evaluate(DRAWN)
    page.emulate_media(color_scheme="light")
    expect(page.locator("#map")).to_have_css("background-color", "rgb(241, 242, 239)")
    assert page.evaluate(DRAWN) == bright
    assert [name for name in bright if bright[name] == dark[name]] == []


def test_a_map_too_large_to_send_comes_in_parts(site, window, monkeypatch):
    """What a million places do, with eighty: the bounds are lowered, nothing else."""
    for part in ("picture", "moments"):
        monkeypatch.setattr(f"cheapbandits.service.page.{part}.MOST_DOTS", 50)
    monkeypatch.setattr("cheapbandits.service.page.bins.FEW", 30)
    identity, campaign = site.campaign("Too large", sites(10, 8), readings=4)  # seen by nobody else
    campaign.ask()
    page = window(f"/campaigns/{identity}")
    drawn(page)
    kind = "cheapbandits.map.bins.data?.kind"
    page.wait_for_selector("#map[data-parts=bins]")
    assert page.evaluate("cheapbandits.map.bins.data.count") == 80
    assert page.evaluate("Object.keys(cheapbandits.pic.x).length") < 20
    for _ in range(3):
        page.keyboard.press("+")
    page.wait_for_selector("#map[data-parts=places]")
    assert page.evaluate(kind) == "places"
    # At once: what is in view may be replaced by what a later press of the key asked for.
    node = page.evaluate(
        "(m => { const d = m.bins.data, node = d.node[0];"
        " m.clicked(m.at.x(d.x[0]), m.at.y(d.y[0])); return node; })(cheapbandits.map)"
    )
    name = campaign.graph.name(node)
    page.wait_for_selector("#place:not([hidden])")
    assert page.inner_text("#place h2") == name


def test_an_address_of_no_campaign_says_so(site):
    with pytest.raises(urllib.error.HTTPError, match="404") as refused:
        urllib.request.urlopen(f"{site.url}/campaigns/0123456789abcdef0123456789abcdef")
    assert "<h1>There is no such campaign</h1>" in refused.value.read().decode()
    # So does any other address, to whoever looks with a browser; programs get a document.
    for path in ("campain", "campaigns/Half-way"):
        looks = urllib.request.Request(f"{site.url}/{path}", headers={"Accept": "text/html,*/*"})
        with pytest.raises(urllib.error.HTTPError, match="404") as refused:
            urllib.request.urlopen(looks)
        text = refused.value.read().decode()
        assert "<h1>There is nothing at this address</h1>" in text
        assert 'href="/">All campaigns' in text
    with pytest.raises(urllib.error.HTTPError, match="404") as refused:
        urllib.request.urlopen(f"{site.url}/campain")
    assert json.load(refused.value)["detail"] == "there is nothing at this address"


def test_views_export_and_pause(site, window):
    points = 1000 * sites().coordinates + 400_000  # metres of nobody knows which system
    graph = Graph.from_points(points, 4, names=sites().names)
    identity, campaign = site.campaign("Many ways", graph, readings=4)
    page = window(f"/campaigns/{identity}")
    drawn(page)
    for name in ("Doubt", "Readings"):
        page.get_by_role("radio", name=name).click()
        page.wait_for_selector(f"#map[data-drawn^='{name.lower()}']")
    assert page.locator("[data-view=true]").is_hidden()  # nobody knows the truth here
    page.click("#export")
    with page.expect_download() as got:
        page.click("text=Readings as a table")
    assert got.value.suggested_filename == "Many-ways-readings.csv"
    head, first, *_ = csv.reader(got.value.path().read_text().splitlines())
    row = dict(zip(head, first, strict=True))
    assert row["who"] == "ana"
    assert row["names"].split("; ")[0] == row["place"]
    page.click("#export")
    page.click("text=Map of estimates")
    page.fill("#dialog-text", "somewhere")
    page.press("#dialog-text", "Enter")
    assert "A code is a number" in page.inner_text("#dialog-said")
    page.fill("#dialog-text", "32633")
    with page.expect_download() as got:
        page.press("#dialog-text", "Enter")
    x, y = json.loads(got.value.path().read_text())["features"][0]["geometry"]["coordinates"][:2]
    assert (x, y) == pytest.approx((14.1, 3.6), abs=0.2)
    page.click("#export")
    with page.expect_download() as got:
        page.click("text=This map as a picture")
    picture = got.value.path().read_bytes()
    assert picture.startswith(b"\x89PNG")
    tall = page.locator("#map").bounding_box()["height"]
    assert int.from_bytes(picture[20:24], "big") > tall + 100  # a title above, a legend below
    page.click("#more")
    page.click("#mores >> text=Pause")
    page.wait_for_selector("#next >> text=No new groups are handed out")
    assert campaign.status().state == "paused"
    page.click("#next >> text=Go on")
    page.wait_for_selector("#state.running")


def test_a_paused_campaign_has_a_field_for_each_open_group(site, window):
    """Its card said that readings are still taken, and had nowhere to write one."""
    identity, campaign = site.campaign("Pausing", readings=2)
    asks = [campaign.ask(more=True, assignee=name)[0] for name in ("Ana", "Ben")]
    page = window(f"/campaigns/{identity}", size=(390, 844))
    page.fill("#reading", "7.25")
    campaign.pause()
    expect(page.locator("#next")).to_contain_text("No new groups are handed out")
    expect(page.locator("#reading")).to_have_value("7.25")
    expect(page.locator("#another")).to_have_count(0)
    page.locator("#next").scroll_into_view_if_needed()
    shot(page, "paused")
    page.press("#reading", "Enter")
    page.wait_for_selector('#ledger >> text="7.25"')
    expect(page.locator("#next")).to_contain_text("For Ben")  # nothing new is asked for
    expect(page.locator("#mine")).to_have_count(0)
    save(page, "8.25")
    expect(page.locator("#next")).to_contain_text("No group is open.")
    expect(page.locator("#reading")).to_have_count(0)
    rows = {row["ask"]: row["reading"] for row in campaign.history()}
    assert [rows[ask.number] for ask in asks] == [7.25, 8.25]
    page.dblclick("#next >> text=Go on")
    page.wait_for_selector("#ask")
    assert [event.kind for event in campaign.events()].count("resume") == 1


def test_a_campaign_is_renamed_duplicated_and_deleted(site, window):
    identity, _ = site.campaign("Mistake", readings=2)
    page = window(f"/campaigns/{identity}")
    drawn(page)

    def choose(text):
        page.click("#more")
        page.click(f"#mores >> text={text}")

    choose("Rename")
    page.fill("#dialog-text", "Better [mg/kg]")
    with page.expect_navigation():
        page.press("#dialog-text", "Enter")
    expect(page.locator("h1")).to_have_text("Better [mg/kg]")
    drawn(page)
    choose("Duplicate")
    page.fill("#dialog-text", "Twin [m/s]")
    with page.expect_navigation():
        page.click("dialog >> text=With its readings")
    expect(page.locator("h1")).to_have_text("Twin [m/s]")
    drawn(page)
    choose("Delete")
    page.fill("#dialog-text", "Twin")
    page.press("#dialog-text", "Enter")
    assert "Nothing was deleted" in page.inner_text("#dialog-said")
    page.fill("#dialog-text", "Twin [m/s]")
    with page.expect_download() as got:
        page.click("dialog >> text=Export first")
    assert got.value.path().read_bytes().startswith(b"SQLite format 3")
    expect(page.locator("#dialog-said")).to_contain_text("The file is saved")
    with page.expect_navigation():
        page.press("#dialog-text", "Enter")
    names = [one.name for one in site.house.shelf.store.campaigns()]
    assert "Better [mg\u2215kg]" in names
    assert not {"Twin [m\u2215s]", "Mistake"} & {*names}


@pytest.mark.thorough
def test_a_campaign_that_could_not_be_deleted_goes_on(site, window):
    """Nothing is asked of it while it is deleted: a page that goes on asking is answered 404."""
    identity, made = site.campaign("Stays", readings=2)
    page = window(f"/campaigns/{identity}")
    drawn(page)
    page.route("**/delete", lambda route: route.fulfill(status=502, body="bad gateway"))
    page.click("#more")
    page.click("#mores >> text=Delete")
    page.fill("#dialog-text", "Stays")
    page.press("#dialog-text", "Enter")
    expect(page.locator("#dialog-said")).to_contain_text("away")
    page.unroute("**/delete")
    page.keyboard.press("Escape")
    (ask,) = made.ask()
    made.tell(ask, 7.654)
    expect(page.locator("#ledger")).to_contain_text("7.654")
    page.amiss.clear()  # the browser names the 502
