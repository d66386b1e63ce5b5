"""``make api``: many made requests on every operation; the counts go to ``docs/api.md``."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

from tools.api.here import Here
from tools.api.trying import ENDLESS, Found, try_all

_DOCS = Path(__file__).resolve().parents[2] / "docs" / "api.md"


def main() -> int:
    """Return 1 where an answer was not as it is described."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=100, help="requests of an operation and kind")
    parser.add_argument("--dear", type=int, default=10, help="where each starts a process")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--docs", type=Path, default=_DOCS)
    options = parser.parse_args()
    start = time.monotonic()
    with Here() as here:
        found, wrong = try_all(
            here, each=options.each, dear=options.dear, number=options.seed, say=print
        )
    options.docs.write_text(report(found, wrong, options.seed), encoding="utf-8")
    for one in wrong:
        print(one, end="\n\n")
    print(f"{time.monotonic() - start:.0f} s; {len(wrong)} answers were not as described")
    return int(bool(wrong))


def report(found: Found, wrong: list[str], seed: int) -> str:
    """Return the page with the counts."""
    every = sum(found.values(), Counter())
    statuses = sorted(every)
    rows = [[name, *(str(counts[one] or "") for one in statuses)] for name, counts in found.items()]
    rows.append(["all", *(str(every[one]) for one in statuses)])
    lines = [
        "# The API, tried",
        "",
        f"Written by `make api` (seed {seed}). schemathesis makes requests from the API's own",
        "description, those that it allows and those that it forbids, and every answer is compared",
        "with the description: status, content type, headers, shape. In nine of ten the ids are",
        "replaced by those of a campaign that is there, half way. Where a file is sent, every",
        "second one is good, and has to be taken.",
        "",
        f"{every.total():,} requests on {len(found)} operations; {len(wrong)} answers were not as",
        f"described, {sum(n for one, n in every.items() if one >= '500')} were a fault of the",
        f"server. Left out: `GET {ENDLESS}`, which never ends and has tests of its own.",
        "",
        "| operation | " + " | ".join(statuses) + " |",
        "|---" + "|---:" * len(statuses) + "|",
        *("| " + " | ".join(row) + " |" for row in rows),
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
