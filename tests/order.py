"""The longest tests first: one that begins last is waited for by all the others.

``--dist worksteal`` gives every worker an equal part of the list, and those who are done take from
the end of another's. So each part begins with some of the slow modules, whole: what their tests
share is set up once.
"""

from __future__ import annotations

import pytest

__all__ = ["slow_first"]

#: Seconds of these modules, as ``--durations=0`` sums them up on two cores; roughly will do.
SLOW = {
    "tests/page/test_campaign.py": 70,
    "tests/page/test_new.py": 34,
    "tests/cli/test_streams.py": 30,
    "tests/page/test_for_everyone.py": 20,
    "tests/cli/test_cli.py": 18,
    "tests/engines/test_shared.py": 12,
    "tests/campaign/test_faults.py": 12,
    "tests/studies/test_execution.py": 10,
    "tests/plots/test_saving.py": 8,
    "tests/cli/test_docs.py": 6,
    "tests/cli/test_random_lines.py": 6,
    "tests/studies/test_claims.py": 6,
    "tests/test_parallel.py": 6,
    "tests/test_portable.py": 6,
}


def slow_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Return the same tests in an order of which every worker's part begins with slow modules."""
    slow: dict[str, list[pytest.Item]] = {module: [] for module in SLOW}
    rest = []
    for item in items:
        slow.get(item.nodeid.partition("::")[0], rest).append(item)
    parts: list[list[pytest.Item]] = [[] for _ in range(workers)]
    seconds = [0] * workers
    for module, own in slow.items():
        least = seconds.index(min(seconds))
        seconds[least] += SLOW[module]
        parts[least] += own
    left = len(items)
    for number, part in enumerate(parts):
        size = left // (workers - number)  # as xdist shares them out
        left -= size
        filled = max(0, size - len(part))
        part += rest[:filled]
        del rest[:filled]
    return [item for part in parts for item in part] + rest
