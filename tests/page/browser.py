"""A Chromium for the tests: the system's, or one that is fetched now.

``python -m tests.page.browser`` finds or fetches one and says where it is. Where CI is set a
missing one is a failure; elsewhere the tests that need it are skipped, and say what is missing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

#: Chromium without a window of its own, the same engine: where there is no other.
SHELL = "chromium-headless-shell"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", SHELL)
VARIABLE = "CHEAPBANDITS_BROWSER"
MISSING = (
    "no Chromium was found: install one (Debian: apt-get install chromium; elsewhere: "
    f"python -m playwright install chromium), or name one in the variable {VARIABLE}"
)


def found() -> str | None:
    """Return a browser's path: the one that is named, the system's, Playwright's own."""
    named = os.environ.get(VARIABLE)
    if named:
        return named
    for name in NAMES:
        if path := shutil.which(name):
            return path
    cache = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH", Path.home() / ".cache/ms-playwright"))
    for pattern in ("chromium-*/chrome-linux*/chrome", "chromium-*/chrome-mac*/*.app"):
        for own in sorted(cache.glob(pattern)):
            return str(own)
    return None


def fetched() -> str | None:
    """Return a browser, fetched where there is none: by the system's packages, or Playwright."""
    if path := found():
        return path
    ways = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        ways[:0] = [_by_apt("chromium"), _by_apt(SHELL)]
    for way in ways:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        try:
            subprocess.run(way, env=quiet, check=False, timeout=600, stdout=subprocess.DEVNULL)
        except (OSError, subprocess.TimeoutExpired):
            continue
        if path := found():
            return path
    return None


def _by_apt(package: str) -> list[str]:
    install = f"apt-get install -y -q --no-install-recommends {package}"
    return ["sh", "-c", f"{install} || (apt-get update -q && {install})"]


if __name__ == "__main__":
    where = fetched()
    print(where or MISSING)
    sys.exit(0 if where or not os.environ.get("CI") else 1)
