"""A browser's page that notes when it drew, and when it heard of a reading; times are its own."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.page.browser import MISSING, found

__all__ = ["browser", "drawn_after", "open_page"]

#: Notes [what is drawn, when] and when a change was heard. Milliseconds since 1970, as Python's.
NOTES = """
window.notes = { drawn: [], heard: [], parts: [] };
const now = () => performance.timeOrigin + performance.now();
window.noteNow = now;
const Source = window.EventSource;
window.EventSource = class extends Source {
  constructor(...given) {
    super(...given);
    this.addEventListener("change", () => window.notes.heard.push(now()));
  }
};
addEventListener("DOMContentLoaded", () => {
  const map = document.getElementById("map");
  if (!map) return;
  new MutationObserver((changes) => {
    for (const one of changes) {
      const which = one.attributeName === "data-drawn" ? "drawn" : "parts";
      window.notes[which].push([map.getAttribute(one.attributeName), now()]);
    }
  }).observe(map, { attributes: true, attributeFilter: ["data-drawn", "data-parts"] });
});
"""
#: Milliseconds that a page may take before it is given up.
PATIENCE = 300_000


@contextmanager
def browser() -> Iterator[Any]:
    """Start the Chromium that the tests use."""
    path = found()
    if path is None:
        raise SystemExit(MISSING)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        started = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield started
        started.close()


def open_page(started: Any, url: str) -> tuple[Any, float]:
    """Return a page that notes, and when it was asked for."""
    page = started.new_page(viewport={"width": 1440, "height": 900}, bypass_csp=True)
    page.set_default_timeout(PATIENCE)
    page.add_init_script(NOTES)
    begun = 1000 * time.time()
    page.goto(url)
    return page, begun


def drawn_after(page: Any, script: str, what: str, *, parts: bool = False) -> float:
    """Run a script and return the milliseconds until something of that name is drawn."""
    name = "parts" if parts else "drawn"
    took: float = page.evaluate(
        f"""async () => {{
            const seen = window.notes.{name}.length, begun = noteNow();
            {script};
            for (;;) {{
                const all = window.notes.{name}.slice(seen);
                const done = all.find(([one]) => one.startsWith({what!r}));
                if (done) return done[1] - begun;
                await new Promise((after) => setTimeout(after, 1));
            }}
        }}"""
    )
    return took
