"""What is measured; each returns rows of the report. Milliseconds, medians where there are many."""

from __future__ import annotations

import gzip
import http.client
import json
import time
from dataclasses import asdict, dataclass
from statistics import median, quantiles
from typing import Any
from urllib.parse import urlsplit

from benchmarks.service import _cpu

import cheapbandits as cb
from cheapbandits.store import Event
from tools.load.process import Serving
from tools.page_speed.watched import drawn_after, open_page

__all__ = ["Row", "counties", "large", "weight"]

#: Readings told while somebody looks, and steps of the slider.
TOLD, STEPS = 20, 12


@dataclass(frozen=True)
class Row:
    """One number, with what was asked for where something was."""

    what: str
    value: float
    unit: str
    limit: float | None = None
    note: str = ""

    def document(self) -> dict[str, Any]:
        """Return it as plain data."""
        met = None if self.limit is None else self.value <= self.limit
        return {**asdict(self), "met": met}


def counties(started: Any, serving: Serving, identity: str) -> list[Row]:
    """Somebody else tells readings while a window is open; then the slider is moved."""
    page, begun = open_page(started, f"{serving.url}/campaigns/{identity}")
    page.wait_for_selector("#map[data-drawn^=estimate]")
    first = page.evaluate("notes.drawn.find(([one]) => one.startsWith('estimate'))[1]") - begun
    _until_known(serving, identity)
    from_told, from_heard = [], []
    with cb.connect(serving.url, "counties", who="somebody") as there:
        for _ in range(TOLD):
            (ask,) = there.ask()
            _until_known(serving, identity)
            page.wait_for_timeout(300)  # what the ask changed is drawn
            seen = page.evaluate("[notes.drawn.length, notes.heard.length]")
            begun = 1000 * time.time()
            event = there.tell(ask, 9.5)
            assert isinstance(event, Event)
            page.wait_for_selector(f"#map[data-drawn='estimate {event.seq}']")
            drawn, heard = page.evaluate(
                """([drawn, heard, name]) => [
                    notes.drawn.slice(drawn).find(([one]) => one === name)[1],
                    notes.heard[heard]]""",
                [*seen, f"estimate {event.seq}"],
            )
            from_told.append(drawn - begun)
            from_heard.append(drawn - heard)
    steps = [_step(page, back) for back in range(1, STEPS + 1)]
    again = [_step(page, back) for back in range(1, STEPS + 1)]
    page.close()
    told = f"{TOLD} readings by another client"
    return [
        Row("Counties: first picture with values", first, "ms"),
        Row("Counties: a reading heard by the browser, to the picture", *_middle(from_heard, 100)),
        Row("Counties: a reading sent by another, to the picture", *_middle(from_told, 100, told)),
        Row("Counties: a step of the slider", *_middle(steps, None, "from the server")),
        Row("Counties: the same step again", *_middle(again, None, "from the browser's memory")),
    ]


def _until_known(serving: Serving, identity: str) -> None:
    """Wait until it is worked out how sure every answer was: a page asks for that, one by one."""
    while True:
        _, body = _fetched(f"{serving.url}/page/campaigns/{identity}/answer")
        if json.loads(body)["complete"]:
            return


def _middle(
    times: list[float], limit: float | None = None, note: str = ""
) -> tuple[float, str, float | None, str]:
    worst = quantiles(times, n=20)[-1]
    text = f"median of {len(times)}; 95 % within {worst:.0f} ms"
    return median(times), "ms", limit, f"{text}; {note}" if note else text


def _step(page: Any, back: int) -> float:
    seq = page.evaluate(f"cheapbandits.moments.at(-1 - {back}).seq")
    script = f"""const slider = document.getElementById('slider');
        slider.value = cheapbandits.moments.length - {back};
        slider.dispatchEvent(new Event('input'))"""
    return drawn_after(page, script, f"estimate {seq}")


def large(started: Any, serving: Serving, identity: str, nodes: str, binned: bool) -> list[Row]:
    """Open a page that nobody opened before; change its view, go back, zoom in."""
    used = _cpu(serving.pid)
    page, begun = open_page(started, f"{serving.url}/campaigns/{identity}")
    page.wait_for_selector("#map[data-parts]" if binned else "#map[data-drawn]")
    first = page.evaluate("(notes.parts[0] ?? notes.drawn[0])[1]") - begun
    page.wait_for_selector("#map[data-drawn^=estimate]")
    if binned:
        page.wait_for_function("cheapbandits.map.bins.data?.value !== undefined")
    values = page.evaluate("noteNow()") - begun
    spent = _cpu(serving.pid) - used
    asked = 2000.0 if not binned else None
    rows = [
        Row(f"{nodes}: first paint", first, "ms", asked),
        Row(f"{nodes}: with values", values, "ms", None, f"the server used {spent:.1f} s of CPU"),
    ]
    views = [drawn_after(page, f"cheapbandits.look('{v}')", v) for v in ("doubt", "estimate") * 3]
    rows.append(Row(f"{nodes}: another view", *_middle(views, 500)))
    rows.append(
        Row(f"{nodes}: a step of the slider", *_middle([_step(page, k) for k in (1, 2, 3)]))
    )
    if binned:
        closer = "for (let k = 0; k < 7; k += 1) cheapbandits.map.zoom('in')"
        zoom = drawn_after(page, closer, "places", parts=True)
        rows.append(Row(f"{nodes}: zoomed in, to single places", zoom, "ms"))
    page.close()
    return rows


def weight(started: Any, serving: Serving, identity: str) -> list[Row]:
    """Ask for everything that a campaign's page asks for, compressed, and add up."""
    page = started.new_page()
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if one.method == "GET" else None)
    page.goto(f"{serving.url}/campaigns/{identity}")
    page.wait_for_selector("#map[data-drawn^=estimate]")
    page.close()
    sizes = {url: _size(url) for url in dict.fromkeys(asked) if not url.endswith("/changes")}
    own = sum(size for url, size in sizes.items() if "/page/" not in url and "/api/" not in url)
    data = sum(sizes.values()) - own
    return [
        Row("A campaign's page, its scripts and styles, compressed", own / 1000, "kB", 1500),
        Row("The same page's map and numbers (counties)", data / 1000, "kB"),
    ]


def _size(url: str) -> int:
    """Return the bytes of a body as it travels."""
    return _fetched(url)[0]


def _fetched(url: str) -> tuple[int, bytes]:
    """Return how many bytes travelled, and the body that they are."""
    parts = urlsplit(url)
    link = http.client.HTTPConnection(parts.netloc, timeout=300)
    where = f"{parts.path}?{parts.query}" if parts.query else parts.path
    link.request("GET", where, headers={"Accept-Encoding": "gzip"})
    answer = link.getresponse()
    body = answer.read()
    link.close()
    packed = answer.headers.get("Content-Encoding") == "gzip"
    return len(body), gzip.decompress(body) if packed else body
