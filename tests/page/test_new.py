"""A new campaign, and the playground, as somebody new would try them."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from cheapbandits.errors import CheapBanditsError
from cheapbandits.service import reading
from cheapbandits.service.page import rehearse
from cheapbandits.service.uploads import Uploads
from tests.page.conftest import HOSTILE, shot
from tests.page.patchwork import patchwork
from tests.page.test_campaign import Held

LINKS = "\n".join(["source,target", *(f"s{i},s{i + 1}" for i in range(39)), "s0,s20", "s10,s30"])
SITES = b"site,lon,lat,zinc\n" + b"".join(b"P%d,8.%d,47.%d,%d\n" % (k, k, k, k) for k in range(9))
#: Tables that are none, or not quite, and what is said of them.
REFUSED = {
    "counts.csv": (
        b"species,count,comment\nfrog,3,ok\ntoad,5,fine\nnewt,2,rain\n",
        "no columns with coordinates (such as lon and lat, or x and y) and none with links (source "
        "and target) were found. Its columns are species, count, comment.",
    ),
    "twice.csv": (SITES + b"P4,8.2,47.7,1\n", "'P4' is the name of the site in line 6 too"),
    "photo.csv": (
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        "is no text table: it looks like a picture",
    ),
}
#: What is drawn on a canvas, and how wide.
DRAWN = (
    "query => { const one = document.querySelector(query); return [one.width, one.toDataURL()] }"
)


@pytest.fixture
def links(tmp_path):
    path = tmp_path / "contacts.csv"
    path.write_text(LINKS)
    return path


@pytest.fixture
def plots(tmp_path):
    """A table of sites, one of a hostile name and far from the others."""
    path = tmp_path / "plots.csv"
    rows = [f"P{k},{100 * (k % 8)},{120 * (k // 8)},{20 + k % 7}" for k in range(48)]
    path.write_text(
        "\n".join(
            ["plot,x,y,zinc", *rows, f'"{HOSTILE.replace(chr(34), chr(34) * 2)}",3200,300,20', ""]
        )
    )
    return path


@pytest.fixture(autouse=True)
def fewer_runs(monkeypatch):
    """Ten are as many as the page needs to say "9 times in 10"."""
    monkeypatch.setattr(rehearse, "RUNS", 10)


@pytest.fixture
def read_here(monkeypatch):
    """Files are read in this process: a start each costs a second, and other tests have it."""

    def read(self, what, path, made, options, most, name):
        try:
            reading._convert(path, made, dict(options), most)
        except CheapBanditsError as error:
            raise type(error)(str(error).replace(str(path), name)) from None

    monkeypatch.setattr(Uploads, "_read_apart", read)


def few(page):
    """Ask for a short rehearsal before there is one."""
    page.fill("#budget", "2")
    page.fill("#horizon", "6")


def report(page):
    """Open the report, as one can from every page."""
    page.click("text=Report", no_wait_after=True)
    page.wait_for_url("**/report", wait_until="commit")  # its pictures take their time
    page.wait_for_selector("h1")
    assert page.locator("h1").count() == 1
    assert page.inner_text(".nav [aria-current]") == "Report"
    shot(page, "report")


def wide(page):
    return page.evaluate("document.documentElement.scrollWidth")


def test_a_file_becomes_a_campaign(site, window, links, tmp_path, read_here):
    """Bad files and numbers are explained on the way."""
    bad = tmp_path / "nonsense.graphml"
    bad.write_text("<graphml><oops")
    page = window("/new")
    few(page)
    page.set_input_files("#file", bad)
    page.wait_for_selector("#bad:not([hidden])")
    assert "nonsense.graphml" in page.inner_text("#bad")
    assert str(Path(bad).parent) not in page.inner_text("#bad")
    # What is wrong with a table is said in words of this page; what it proposed is forgotten.
    for name, (content, said) in REFUSED.items():
        (tmp_path / name).write_bytes(content)
        page.set_input_files("#file", tmp_path / name)
        expect(page.locator("#bad")).to_contain_text(said)
        assert not re.search(r"--|Python|=", page.inner_text("#bad"))
        assert (page.input_value("#low"), page.input_value("#high")) == ("0", "20")
        assert page.is_hidden("#proposed")
    # Polygons with gaps between them have no links; they may be linked as points are.
    gaps = json.loads(patchwork(3, 4, isle=False)[0])
    gaps["features"] = [one for k, one in enumerate(gaps["features"]) if (k // 4 + k) % 2 == 0]
    (tmp_path / "gaps.geojson").write_text(json.dumps(gaps))
    page.set_input_files("#file", tmp_path / "gaps.geojson")
    expect(page.locator("#apart")).to_contain_text("falls into 6 separate parts")
    assert page.locator("#counts dd").all_inner_texts()[:3] == ["6", "0", "6"]
    page.select_option("#neighbours", label="its nearest 3")
    expect(page.locator("#apart")).to_have_count(0)
    assert page.locator("#counts dd").all_inner_texts()[2] == "1"
    # Half of the sites in another system of coordinates: it is said, in words of this page.
    halves = [
        f"{a}{k},{x + 99 * k},{99 * (k % 3)}" for a, x in (("A", 0), ("B", 3e6)) for k in range(6)
    ]
    (tmp_path / "halves.csv").write_text("\n".join(["site,x,y", *halves]))
    page.click("#change")
    page.set_input_files("#file", tmp_path / "halves.csv")
    expect(page.locator("#checks")).to_contain_text(
        "The sites lie in two parts far from each other"
    )
    shot(page, "new-two-parts")
    page.click("#change")
    page.fill("#name", "")
    page.amiss.clear()  # a browser logs the refused upload as an error
    page.set_input_files("#file", links)
    page.wait_for_selector("#map[data-drawn='nodes 41']")
    assert not page.is_visible("#bad")
    assert page.locator("#counts dd").all_inner_texts()[:3] == ["40", "41", "1"]
    assert "Every place can be reached from every other" in page.inner_text("#checks")
    assert "near means linked" in page.inner_text("#about")
    assert not page.is_visible("#near")  # its links are the file's own
    assert [one.name for one in site.house.shelf.store.campaigns() if one.name == "contacts"] == []
    page.fill("#low", "30")
    page.click("#again")
    assert "must be below the highest" in page.inner_text("#wrong")
    page.fill("#low", "zero")
    page.click("#begin")
    assert "not a number" in page.inner_text("#wrong")
    assert page.get_attribute("#low", "aria-invalid") == "true"
    assert page.inner_text("#rehearsal") == ""  # no result of other answers beside a wrong one
    page.fill("#low", "0")
    page.fill("#budget", "500")
    page.fill("#horizon", "5")
    page.press("#horizon", "Tab")
    page.wait_for_selector("text=The 5 readings that you plan cost")
    page.wait_for_selector("text=10 made-up fields")
    spent = page.inner_text("#rehearsal tbody tr:last-child td")
    assert float(spent) <= 5
    assert page.inner_text("#rehearsal h3").startswith(f"With {spent} you ")
    page.fill("#horizon", "60")
    page.fill("#budget", "4")
    page.press("#budget", "Tab")  # whoever goes on sees it rehearsed with the new number
    page.wait_for_selector("text=10 made-up fields")
    assert page.inner_text("#rehearsal h3").startswith("With 4 you ")
    rows = page.locator("#rehearsal tbody tr")
    assert rows.count() == 4
    assert "readings with noise of" in page.inner_text("#rehearsal")
    assert "of 10" in rows.last.inner_text()
    shot(page, "new-rehearsed")
    page.dblclick("#begin")  # one campaign all the same
    page.wait_for_url("**/campaigns/*")
    page.click("#ask")
    page.fill("#reading", "3,5")
    page.press("#reading", "Enter")
    page.wait_for_selector("#ledger li")
    (row,) = [one for one in site.house.shelf.store.campaigns() if one.name == "contacts"]
    assert row.spec["budget"] == 4
    assert row.spec["parameters"] == {"low": 0, "high": 20}


#: What is typed where, and what the page says of it.
WRONG = [
    ("#budget", "0", "What you can spend in all must be more than 0."),
    ("#budget", "-3", "What you can spend in all must be more than 0."),
    ("#budget", "1,234", "1,234 can be read in two ways. Write 1234 or 1.234."),
    ("#budget", "much", "Some of this is not a number."),
    ("[data-width='1']", "0", "A price must be more than 0."),
    ("#horizon", "2.5", "Readings are counted: write a whole number, 1 or more."),
    ("#horizon", "0", "Readings are counted: write a whole number, 1 or more."),
]


@pytest.mark.thorough
def test_what_cannot_be_is_said_in_words_of_the_page(site, window, links, read_here):
    site.campaign("Taken", budget=5.0)
    page = window("/new")
    few(page)
    page.set_input_files("#file", links)
    page.wait_for_selector("text=10 made-up fields")
    for where, text, said in WRONG:
        before = page.input_value(where)
        page.fill(where, text)
        page.click("#begin")
        expect(page.locator("#wrong")).to_contain_text(said)
        assert page.get_attribute(where, "aria-invalid") == "true"
        page.fill(where, before)
    shot(page, "new-wrong")
    page.fill("#name", "Poor")
    page.fill("#budget", "0.01")
    page.press("#budget", "Tab")
    said = (
        "a budget of 0.01 does not allow a single measurement: the cheapest costs 0.25; give more"
    )
    expect(page.locator("#rehearsal .error")).to_have_text(f"{said}, or your own prices")
    page.click("#begin")
    expect(page.locator("#wrong")).to_contain_text(f"{said}, or your own prices")
    shot(page, "new-poor")
    page.fill("#budget", "2")
    page.fill("#name", "Taken")
    page.click("#begin")
    taken = "a campaign named 'Taken' exists already; choose another name"
    expect(page.locator("#wrong")).to_have_text(taken)
    page.amiss.clear()  # a browser logs what the server refused as an error


@pytest.mark.thorough
def test_only_what_can_be_done_here_is_left_of_a_message(window):
    page = window("/static/dom.js")
    said = page.evaluate(
        "async texts => { const { plain } = await import('/static/words.js');"
        "return texts.map(plain); }",
        [
            "soil is paused; to go on asking: cheapbandits campaign resume soil",
            "all 5 were asked for; finish the campaign, or go on with beyond=True (--beyond)",
            "the lowest is 5 and the highest 3; exchange them?",
            "--host x: there is no such address here",
            "",
        ],
    )
    assert said == [
        "soil is paused",
        "all 5 were asked for; finish the campaign",
        "the lowest is 5 and the highest 3; exchange them?",
        "--host x: there is no such address here",
        "",
    ]


def test_links_and_groups_of_a_table_of_sites_are_seen_before_the_start(window, plots, read_here):
    """Its places have more neighbours than the form has prices: groups are no wider than those."""
    page = window("/new", size=(1440, 900))
    few(page)
    page.set_input_files("#file", plots)
    page.wait_for_selector("#map[data-drawn^='cells ']")
    links = int(page.locator("#counts dd").nth(1).inner_text())
    assert page.get_attribute("#map", "data-drawn") == f"cells {links}"  # all of them are drawn
    said = page.inner_text("#checks")
    assert HOSTILE.rpartition(",")[0] in said  # as text
    assert "times the usual length" in said
    assert "Columns not used for the map: zinc." in said
    page.click("text=Show it")
    page.focus("#places")
    page.keyboard.press("ArrowRight")
    assert "links, group of 5" in page.text_content("#spot")
    page.fill("[data-width='5']", "")
    page.fill("[data-width='4']", "")
    page.fill("#budget", "3")
    page.press("#budget", "Tab")
    page.wait_for_selector("#map[data-group='3']")
    page.wait_for_selector("text=The 6 readings that you plan cost")
    assert page.is_hidden("#dear")
    assert (page.input_value("#low"), page.input_value("#high")) == ("20", "26")
    assert "From the column zinc: 20 to 26" in page.inner_text("#proposed")
    page.wait_for_selector("#cancel, .busy", state="detached")
    # What is drawn follows the window and the theme.
    drawn = page.evaluate(DRAWN, "#rehearsal canvas"), page.evaluate(DRAWN, "#places")
    page.emulate_media(color_scheme="dark")
    page.wait_for_selector("#rehearsal [data-drawn$=' dark']")
    assert page.evaluate(DRAWN, "#rehearsal canvas")[1] != drawn[0][1]
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_selector("#rehearsal [data-drawn='358 dark']")
    expect(page.locator("#places")).to_have_js_property("width", 390)
    assert page.evaluate(DRAWN, "#places")[1] != drawn[1][1]
    assert wide(page) <= 390
    shot(page, "new-sites-phone")
    page.select_option("#neighbours", "3")
    expect(page.locator("#counts dd").nth(1)).not_to_have_text(str(links))
    page.fill("[data-width='2']", "2")  # each place for itself: groups buy nothing
    page.fill("[data-width='3']", "3")
    page.press("[data-width='3']", "Tab")
    expect(page.locator("#dear")).to_be_visible()


@pytest.mark.thorough
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


DROP = """([name, text]) => { const given = new DataTransfer();
  given.items.add(new File([text], name));
  document.querySelector("h1").dispatchEvent(
    new DragEvent("drop", { dataTransfer: given, bubbles: true, cancelable: true })); }"""
#: A grid of sites with two columns that nothing is made of, and one site far off.
ODD = "\n".join(
    [
        "name,x,y,depth,remark",
        *(f"a{k},{k % 6},{k // 6},{k},x" for k in range(35)),
        "a35,5000,5,1,x",
    ]
)
OTHER = "\n".join(["name,x,y,zinc", *(f"b{k},{k % 10},{k // 10},{k + 100}" for k in range(100))])


@pytest.mark.thorough
def test_a_file_dropped_on_the_list_has_the_same_notes_as_one_that_is_chosen(window, read_here):
    """Seen: edges left out, sites far off and columns passed over were not said there."""
    loops = "\n".join([LINKS, "s3,s3", "s4,s4"])
    for text, said in (
        (loops, ["2 edges join a node to itself"]),
        (ODD, ["'a35' lies ", "Columns not used for the map: depth, remark."]),
    ):
        chosen = window("/new")
        few(chosen)
        chosen.evaluate(DROP, ["met.csv", text])
        dropped = window("/")
        dropped.wait_for_selector("#who:not(:empty)")  # its scripts are there
        dropped.evaluate(DROP, ["met.csv", text])
        dropped.wait_for_url("**/new?upload=*")
        for one in said:
            expect(chosen.locator("#checks")).to_contain_text(one)
            expect(dropped.locator("#checks")).to_contain_text(one)
        assert dropped.inner_text("#checks") == chosen.inner_text("#checks")
        shot(dropped, "new-dropped")


def held_back(page, pattern):
    """Hold the requests to some address; return what releases them."""
    held = Held()
    page.route(re.compile(pattern), held.take)
    return held


def answered(page):
    """Wait until an answer that came before now would be seen."""
    page.evaluate("fetch('/page/network?name=grid').then((one) => one.arrayBuffer())")
    page.wait_for_load_state("networkidle")


@pytest.mark.thorough
def test_only_the_newest_file_counts(site, window, read_here):
    """Seen: a slower file before it took its place, under the name of the newer."""
    page = window("/new")
    few(page)
    held = held_back(page, r"/api/graphs\?file=a\.csv")
    page.evaluate(DROP, ["a.csv", ODD])
    expect(page.locator("#begin")).to_be_disabled()  # what is chosen is not seen yet
    page.evaluate(DROP, ["b.csv", OTHER])
    counts = page.locator("#counts dd")
    expect(counts.first).to_have_text("100")
    held.release()
    answered(page)
    assert counts.first.inner_text() == "100"
    assert page.inner_text("#file-name").startswith("b.csv, ")
    assert (page.input_value("#low"), page.input_value("#high")) == ("100", "200")
    page.fill("#name", "Newest")
    page.click("#begin")
    page.wait_for_url("**/campaigns/*")
    (row,) = [one for one in site.house.shelf.store.campaigns() if one.name == "Newest"]
    assert site.house.shelf.campaign(row.id).graph.name(0) == "b0"


@pytest.mark.thorough
def test_only_the_newest_choice_counts(window, read_here):
    page = window("/new")
    few(page)
    page.evaluate(DROP, ["b.csv", OTHER])
    counts = page.locator("#counts dd")
    expect(counts.first).to_have_text("100")
    held = held_back(page, "n_neighbors=3$")
    page.select_option("#neighbours", "3")
    page.select_option("#neighbours", "20")
    expect(page.locator("#begin")).to_be_enabled()
    many = counts.nth(1).inner_text()
    held.release()
    answered(page)
    assert counts.nth(1).inner_text() == many
    # Shipped data chosen while a file is under way, and a file given up for nothing.
    slow = held_back(page, r"file=c\.csv")
    page.evaluate(DROP, ["c.csv", ODD])
    page.evaluate("document.querySelector('[data-network=forest]').click()")
    expect(counts.first).to_have_text("2,000")
    assert page.inner_text("#file-name").startswith("Forest plots")
    page.evaluate(DROP, ["c.csv", ODD])
    page.click("#change")
    expect(page.locator(".see.reading")).to_have_count(0)
    slow.release()
    answered(page)
    assert page.is_hidden("#seen")
    assert page.inner_text("#file-name") == ""


@pytest.mark.thorough
def test_only_the_newest_file_is_raced_on(window, read_here):
    page = window("/playground?network=grid&racing=Sweep,LinUCB&rounds=5")
    page.wait_for_selector("text=Round 5 of 5")
    held = held_back(page, r"/page/sites\?file=a\.csv")
    page.evaluate(DROP, ["a.csv", ODD])
    page.evaluate(DROP, ["b.csv", OTHER])
    chosen = page.locator("#network option:checked")
    expect(chosen).to_have_text("b.csv, 100 places")
    held.release()
    answered(page)
    assert chosen.inner_text() == "b.csv, 100 places"


def test_a_race_is_watched_stepped_and_shared(window):
    address = "/playground?network=grid&field=hills&racing=CheapUCB,+Sweep&rounds=12&at=5"
    page = window(address, size=(1024, 768))
    page.wait_for_selector("text=Round 5")
    assert page.locator(".racer").count() == 2
    assert wide(page) <= 1024
    tabs = page.locator(".chart .tabs").bounding_box()
    assert tabs["x"] + tabs["width"] <= 1024
    page.click("#on")
    page.wait_for_selector("text=Round 6")
    assert "at=6" in page.url
    spent = page.inner_text(".racer >> nth=0 >> dd >> nth=0")
    assert float(spent) > 0
    page.wait_for_selector("#racers[data-over='12']")
    page.focus("#slider")
    page.keyboard.press("End")
    page.wait_for_selector("text=Round 12")
    page.click("text=by money")
    assert page.get_attribute("#missed", "aria-label").startswith("Missed by round 12")
    shot(page, "playground-raced")
    chart = page.evaluate(DRAWN, "#missed")
    page.emulate_media(color_scheme="dark")
    page.wait_for_selector(".racer[data-drawn$='dark']")
    assert page.evaluate(DRAWN, "#missed")[1] != chart[1]
    # Any two or three: one more, another, one less.
    page.click("text=4\u00d7")
    page.click("#third")
    assert page.locator(".racer").count() == 3
    page.get_by_label("Second method").select_option("SpectralTS")
    assert "racing=CheapUCB%2CSpectralTS%2CFinder&seed=2" in page.url
    page.get_by_label("CheapUCB leaves the race").click()
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_selector(".racer[data-drawn^='390 ']")
    assert wide(page) <= 390
    for chosen in page.locator("select").all():  # none reaches over the edge
        box = chosen.bounding_box()
        assert box["x"] + box["width"] <= 390 - 16
    page.click("#dice")
    page.wait_for_selector("text=Round 12 of 12")  # plays by itself to the end
    assert "racing=SpectralTS%2CFinder&seed=3" in page.url
    assert page.get_by_label("First method").input_value() == "SpectralTS"


@pytest.mark.thorough
def test_a_race_on_ones_own_file_is_shared_without_the_file(window, plots, read_here):
    page = window("/playground?network=grid&racing=Sweep,LinUCB&rounds=5", size=(390, 844))
    plots.write_text(plots.read_text().replace("zinc", "<b>zinc"))  # a name is a name
    page.set_input_files("#file", plots)
    page.wait_for_selector("text=A link to this race cannot hold your file")
    assert page.locator("#network option:checked").inner_text() == "plots.csv, 49 places"
    assert page.locator("#field option:checked").inner_text() == "<b>zinc, from the file"
    page.wait_for_selector("text=Round 5 of 5")
    assert "network=own&file=plots.csv&field=column&column=%3Cb%3Ezinc&racing=Sweep" in page.url
    assert page.locator(".racer dd").nth(5).inner_text() != "\u2013"
    assert wide(page) <= 390
    shot(page, "playground-own-phone")
    other = window("/playground" + page.url.partition("/playground")[2])
    other.wait_for_selector("text=This race was run on a file, plots.csv")
    report(other)
    page.reload()  # the same window has sent it, and the server has it still
    page.wait_for_selector("text=Round 5 of 5")
    assert page.locator("#network option:checked").inner_text() == "plots.csv, 49 places"
