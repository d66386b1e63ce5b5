"""The longest tests first: one that begins last is waited for by all the others.

``--dist worksteal`` gives every worker an equal part of the list, and those who are done take from
the end of another's. So each part begins with some of the slow modules, whole, and with those
beside them that need the same: it is set up once.
"""

from __future__ import annotations

import pytest

__all__ = ["slow_first"]

#: Modules that share a browser, the paper's constants, a warm process, a cluster; and the seconds
#: that they take, as ``--durations=0`` sums them up on two cores; roughly will do.
SLOW = {
    (
        "tests/page/test_campaign.py",
        "tests/page/test_new.py",
        "tests/page/test_for_everyone.py",
        "tests/page/test_numbers.py",
        "tests/page/test_demo.py",
        "tests/page/test_data.py",
        "tests/page/test_survey.py",
        "tests/page/test_typed.py",
        "tests/page/test_names.py",
    ): 65,
    (
        "tests/page/test_untaken.py",
        "tests/page/test_given_up.py",
        "tests/page/test_late.py",
        "tests/page/test_changed.py",
        "tests/page/test_renamed.py",
        "tests/page/test_exact.py",
        "tests/page/test_put_back.py",
    ): 65,
    (
        "tests/cli/test_streams.py",
        "tests/cli/test_docs.py",
        "tests/cli/test_campaign_cli.py",
        "tests/cli/test_whole.py",
        "tests/cli/test_names.py",
        "tests/cli/test_rehearsal.py",
        "tests/cli/test_hunt_units.py",
    ): 65,
    (
        "tests/studies/test_claims.py",
        "tests/report/test_html.py",
        "tests/plots/test_paper_data.py",
        "tests/plots/test_saving.py",
        "tests/cli/test_cli.py",
    ): 30,
    (
        "tests/campaign/test_faults.py",
        "tests/campaign/test_desk.py",
        "tests/campaign/test_rehearsal.py",
        "tests/campaign/test_campaign.py",
    ): 30,
    ("tests/graphs/test_bounds.py",): 15,
    ("tests/studies/test_execution.py", "tests/test_parallel.py"): 13,
    ("tests/tools/test_fuzz.py",): 13,
    ("tests/service/test_server.py",): 10,
    ("tests/spectrum/test_spectrum.py",): 9,
    ("tests/policies/test_eliminators.py",): 8,
    ("tests/policies/test_large_learning.py",): 8,
    ("tests/belief/learned/test_sure.py",): 8,
    ("tests/cli/test_random_lines.py",): 7,
    ("tests/service/test_jobs.py",): 9,
    ("tests/engines/test_shared.py",): 6,
    ("tests/service/test_description.py",): 6,
    ("tests/store/test_network.py",): 6,
    ("tests/test_portable.py",): 7,
    ("tests/belief/learned/test_bounds.py",): 4,
    ("README.md",): 4,
}


def slow_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Return the same tests in an order of which every worker's part begins with slow modules."""
    slow: dict[str, list[pytest.Item]] = {module: [] for modules in SLOW for module in modules}
    rest = []
    for item in items:
        slow.get(item.nodeid.partition("::")[0], rest).append(item)
    parts: list[list[pytest.Item]] = [[] for _ in range(workers)]
    seconds = [0] * workers
    for modules, takes in SLOW.items():
        least = seconds.index(min(seconds))
        seconds[least] += takes
        for module in modules:
            parts[least] += slow[module]
    left = len(items)
    for number, part in enumerate(parts):
        size = left // (workers - number)  # as xdist shares them out
        left -= size
        filled = max(0, size - len(part))
        part += rest[:filled]
        del rest[:filled]
    return [item for part in parts for item in part] + rest
