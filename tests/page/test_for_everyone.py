"""Keyboard, screen readers, dark, phones: every page, for everyone."""

import pytest
from playwright.sync_api import expect

from cheapbandits.graphs import Graph
from tests.page.conftest import shot, sites


@pytest.fixture(scope="module")
def campaign(site):
    identity, made = site.campaign("For everyone", sites(isles=6), readings=5)
    made.ask()
    return identity


@pytest.fixture(scope="module")
def axe():
    from axe_playwright_python.sync_playwright import Axe

    return Axe()


def ready(page, path):
    """Wait until a page has drawn what it shows."""
    wanted = {"/": ".card .range:not(:empty)", "/new": "#begin", "/playground": "#play"}
    page.wait_for_selector(wanted.get(path, "#map[data-drawn^='estimate']"), state="attached")
    if path.startswith("/campaigns"):
        page.wait_for_selector("#answer .big")


def paths(campaign):
    return ["/", f"/campaigns/{campaign}", "/new", "/playground"]


def test_axe_finds_nothing_serious(window, campaign, axe):
    for path in paths(campaign):
        page = window(path)
        ready(page, path)
        # In the dark nothing but colours is another.
        for scheme, rules in (("light", {}), ("dark", {"runOnly": ["color-contrast"]})):
            page.emulate_media(color_scheme=scheme)
            found = axe.run(page, options=rules).response["violations"]
            assert [(one["id"], one["nodes"][0]["html"]) for one in found] == [], (path, scheme)
            shot(page, f"{path.strip('/').split('/')[0] or 'list'}-{scheme}")
    # It is dark still: the report's pictures were drawn on white.
    page.goto(page.url.replace("/playground", "/report"))
    page.wait_for_selector(".story .card img")
    expect(page.locator(".story .card").first).to_have_css("background-color", "rgb(23, 27, 31)")
    expect(page.locator(".story .card img").first).to_have_css("mix-blend-mode", "lighten")
    shot(page, "report-dark")


def test_a_phone_has_reading_and_save_on_its_first_screen(window, campaign):
    page = window(f"/campaigns/{campaign}", size=(390, 844), has_touch=True, is_mobile=True)
    ready(page, "/campaigns")
    box = page.locator("#save").bounding_box()
    assert box["y"] + box["height"] <= 844
    assert box["height"] >= 44
    theirs = "{ const one = { ...next.ask, assignee: 'Jonas' }; next.open(one, [one], false); }"
    page.evaluate(f"(next => {theirs})(cheapbandits.next)")
    assert page.inner_text("#next-head") == "For Jonas"
    box = page.locator("#save").bounding_box()  # whose it is does not push it away
    assert box["y"] + box["height"] <= 844
    assert page.locator(".whose").bounding_box()["y"] > box["y"]
    rows = page.locator("#ledger li:visible")
    assert rows.count() == 3  # the slider below them is in reach
    page.click("#ledger >> text=Show all 5")
    assert rows.count() == 5
    for path in paths(campaign):
        page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/")[2] + path)
        ready(page, path)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390, path
        shot(page, f"{path.strip('/').split('/')[0] or 'list'}-phone")


def test_keys_alone_do_a_round(window, campaign, site):
    page = window("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.focus(".card h2 a >> nth=0")
    page.keyboard.press("Enter")
    page.wait_for_url("**/campaigns/*")
    ready(page, "/campaigns")
    page.keyboard.press("2")
    page.wait_for_selector("#map[data-drawn^='doubt']")
    page.keyboard.press("1")
    page.focus("#places")
    page.keyboard.press("ArrowRight")
    spoken = page.locator("#spoken")
    expect(spoken).to_contain_text("very likely")
    first = spoken.text_content()
    page.keyboard.press("ArrowLeft")
    expect(spoken).not_to_have_text(first)
    page.keyboard.press("Enter")
    page.wait_for_selector("#place:not([hidden])")
    page.keyboard.press("Escape")
    page.wait_for_selector("#place", state="hidden")
    before = page.evaluate("cheapbandits.map.at.k")
    page.keyboard.press("+")
    assert page.evaluate("cheapbandits.map.at.k") > before
    page.keyboard.press("0")
    assert page.evaluate("cheapbandits.map.at.k") == pytest.approx(before)
    page.keyboard.press("r")
    page.keyboard.type("9.5")
    page.keyboard.press("Enter")
    page.wait_for_selector('#ledger >> text="9.5"')


def test_the_map_is_a_table_too(window, campaign):
    page = window(f"/campaigns/{campaign}")
    ready(page, "/campaigns")
    page.click("#table summary")
    page.wait_for_selector("#table tbody tr")
    first = page.inner_text("#table tbody tr >> nth=0").split("\t")
    assert page.evaluate("cheapbandits.moments.at(-1).name") == first[0]
    # What stopping would miss is said where it tells something.
    telling = page.evaluate(
        """async rows => { const { telling } = await import("/static/answer.js");
        return rows.map(([missed, most, high]) =>
          telling({ estimate: 18, missed, at_most: most }, { low: 4, high: 20 }, high)); }""",
        [[0.4, 2, None], [28, 40, None], [7, 9, None], [7, 9, 30], [1, 1, None], [0, 0, None]],
    )
    assert telling == [True, False, False, True, False, True]
    # One of them is no plural; and what is not known yet is not nothing.
    units = ["beetles", "ms", "mg/kg", "celsius", "siemens", "gauss", "colonies"]
    said = page.evaluate(
        """async units => { const { val } = await import("/static/dom.js");
        const { curves } = await import("/static/curves.js"), host = document.createElement("div");
        curves(host, { moments: [], curve: [], at: 0 });
        return [...units.map((of) => val(1, 3, of)), val(1.001, 3, "beetles"), val(2, 3, "beetles"),
          host.children[2].querySelector("b").textContent]; }""",
        units,
    )
    ones = ["beetle", *units[1:], "beetle"]
    assert said == [*(f"1\u00a0{unit}" for unit in ones), "2\u00a0beetles", "\u2013"]


#: Where labels stand for each place as the hottest and another as next: what they hide, and cross.
LABELS = """() => { const { map } = cheapbandits, { marks, at, pic } = map;
  const box = (one) => { const r = one.getBoundingClientRect();
    return [r.left, r.top, r.right, r.bottom]; };
  const all = (query) => [...document.querySelectorAll(query)].map(box).filter((b) => b[2] > b[0]);
  const cross = (a, b) => a !== b && a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
  const [x, y, x1, y1] = box(document.getElementById("map")), found = { hidden: [], over: [] };
  const furniture = () => all(".map-tools, .zoom, .legend, .whole");
  const spot = (i) => [x + at.x(pic.x[i]), y + at.y(pic.y[i])];
  const seen = ([a, b]) => a > x + 20 && b > y + 70 && a < x1 - 20 && b < y1 - 90;
  for (let i = 0; i < pic.n; i += 1) {
    marks.best = i;
    marks.next = [(i + 2) % pic.n];
    if (![i, marks.next[0]].every((one) => seen(spot(one)))) continue;
    map.paintMarks();
    const flags = all(".flag:not([hidden])"), others = furniture();
    for (const one of [i, marks.next[0]]) { const [a, b] = spot(one);
      if (flags.some((flag) => cross([a, b, a, b], flag))) found.hidden.push(i); }
    if (flags.some((one) => [...others, ...flags].some((other) => cross(one, other))))
      found.over.push(i);
  }
  const boxes = pic.insets.map(([a, b, c, d]) => [at.x(a), at.y(b), at.x(c), at.y(d)])
    .map(([a, b, c, d]) => [x + a, y + b, x + c, y + d]);
  const sheet = [box(document.querySelector(".panel"))];
  found.insets = boxes.map((one) => [...furniture(), ...sheet].some((other) => cross(one, other)));
  return found; }"""


@pytest.mark.thorough
def test_labels_on_the_map_leave_what_they_name_in_sight(window, campaign):
    page = window(f"/campaigns/{campaign}", size=(390, 844))
    ready(page, "/campaigns")
    page.wait_for_selector(".flag.best", state="attached")
    page.evaluate("cheapbandits.map.fit()")
    assert page.evaluate(LABELS) == {"hidden": [], "over": [], "insets": [False]}
    layer = "(id) => Number(getComputedStyle(document.getElementById(id)).zIndex)"
    assert page.evaluate(layer, "busy") > page.evaluate(layer, "flags")


def test_names_without_a_blank_are_broken(site, window):
    """Seen: a page of 390 pixels was 2,115 wide."""
    names = [f"{'abcdef'[k % 6] * 900}{k}" for k in range(36)]
    long = Graph.from_points([(k % 6, k // 6) for k in range(36)], 4, names=names)
    identity, campaign = site.campaign("w" * 90, long, readings=3)
    campaign.ask(assignee="q" * 190)
    page = window(f"/campaigns/{identity}", size=(390, 844))
    page.wait_for_selector("#next .whose")
    page.wait_for_selector("#answer .big")
    page.evaluate("cheapbandits.pick(3)")
    page.wait_for_selector("#place dd")
    page.click("#table summary")
    page.wait_for_selector("#table td")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert (
        page.evaluate("(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(place)") == 0
    )
    shot(page, "long-names-phone")
    page.goto(site.url)
    page.wait_for_selector(f"[data-campaign='{identity}']")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
