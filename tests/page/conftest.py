"""One browser for the folder, a server in this process for each module; a page that complains."""

import os
import socket
import threading
import time
from contextlib import suppress
from unittest import mock

import pytest
import uvicorn

from cheapbandits.campaign.campaign import Campaign
from cheapbandits.graphs import Graph
from cheapbandits.service import jobs, uploads
from cheapbandits.service.app import make_app
from tests.cli.warm import warm_python
from tests.page.browser import MISSING, found

HOSTILE = '<img src=x onerror="window.hacked=1">, North'
#: Screenshots are build output: this folder, where it is set.
SHOTS = os.environ.get("CHEAPBANDITS_SHOTS")


def sites(rows=8, columns=10, isles=0):
    """Return a map of named places in two regions, one of them with a hostile name.

    Isles lie far off: the page shows them in a box below the others.
    """
    points = [
        (c + 0.15 * ((r * 7 + c * 3) % 5), r + 0.12 * ((r * 5 + c) % 4))
        for r in range(rows)
        for c in range(columns)
    ]
    names = [
        f"Plot {k}, {'North' if points[k][1] >= rows / 2 else 'South'}" for k in range(len(points))
    ]
    names[0] = HOSTILE
    points += [(90 + k % 3, 60 + k // 3) for k in range(isles)]
    names += [f"Isle {k}, South" for k in range(isles)]
    return Graph.from_points(points, 4, names=names)


class Site:
    """A server in a thread, and what stands behind it."""

    def __init__(self, db):
        self.db, self.app = db, make_app(db)
        listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        config = uvicorn.Config(self.app, log_config=None, ws="none", lifespan="on")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, args=([listener],), daemon=True)
        self._thread.start()
        until = time.monotonic() + 30
        while not self._server.started and time.monotonic() < until:
            time.sleep(0.02)

    @property
    def house(self):
        return self.app.state.house

    def campaign(self, name, graph=None, readings=0, **settings):
        """Make a campaign with some readings, and return its id and itself."""
        told = {"policy": "CheapUCB", "horizon": 30, "budget": 20.0, "center": 10.0, "scale": 10.0}
        told |= {"noise": 0.05, "tolerance": 2.0, **settings}
        made = Campaign.create(name, graph or sites(), db=self.db, who="ana", **told)
        for _ in range(readings):
            (ask,) = made.ask()
            made.tell(ask, round(5 + sum(ask.nodes) / len(ask.nodes) / 8, 2))
        return made.status().id, made

    def stop(self):
        self.house.live.close()
        self._server.should_exit = True
        self._thread.join(15)
        assert not self._thread.is_alive(), "the server did not stop"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    served = Site(tmp_path_factory.mktemp("page") / "page.db")
    with (  # what it starts begins at once
        mock.patch.object(jobs, "our_python", warm_python),
        mock.patch.object(uploads, "our_python", warm_python),
    ):
        yield served
    served.stop()


# Not for the session: while it is there its event loop runs, and no other test may run one. A
# package's fixture ends when a test of another folder comes next.
@pytest.fixture(scope="package")
def chromium():
    path = found()
    if path is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(MISSING)
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=30_000)  # a loaded machine is slow, not wrong
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def people(chromium):
    """Give the browser of somebody with such a screen: what it has fetched once, it has."""
    known = {}

    def browser_of(size, scheme, who, **more):
        settings = (size, scheme, who, *sorted(more.items()))
        if settings not in known:
            view = {"width": size[0], "height": size[1]}
            known[settings] = chromium.new_context(viewport=view, color_scheme=scheme, **more)
            known[settings].add_init_script(f"localStorage.setItem('who', {who!r})")
        return known[settings]

    yield browser_of
    for context in known.values():
        context.close()


@pytest.fixture
def window(people, site):
    """Open windows; at the end none of them may have complained or asked another server."""
    opened = []

    def make(path="/", size=(1280, 800), scheme="light", who="Ana", **more):
        page = people(size, scheme, who, **more).new_page()
        page.set_default_timeout(30_000)
        page.amiss, page.asked, page.refused = [], [], []
        page.on("console", lambda m: page.amiss.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: page.amiss.append(str(error)))
        page.on(
            "response",
            lambda one: page.refused.append((one.status, one.url)) if one.status > 399 else None,
        )
        page.on("request", lambda request: page.asked.append(request.url))
        opened.append(page)
        page.goto(site.url + path)
        return page

    yield make
    problems = [text for page in opened for text in page.amiss]
    elsewhere = [
        url
        for page in opened
        for url in page.asked
        if not url.startswith((site.url, "data:", "blob:"))
    ]
    for page in opened:
        page.close()
    refused = [one for page in opened for one in page.refused]
    assert problems == [], f"the server refused {refused}"
    assert elsewhere == []


def open_menu(page, button="#ledger .rowmenu >> nth=0"):
    """Open a row's menu, as people do: once more, where news came in the middle of the click.

    The rows are made anew then, and the button that was pressed is not the one that is let go.
    """
    from playwright.sync_api import expect

    button = page.locator(button) if isinstance(button, str) else button
    menus = page.locator("#ledger .pop:visible")
    for _ in range(3):
        button.click()
        with suppress(AssertionError):
            expect(menus).to_have_count(1, timeout=2_000)
            return
    button.click()
    expect(menus).to_have_count(1)


def shot(page, name):
    """Keep a picture, where somebody wants them."""
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png")
