"""``campaign drill --faults``: one campaign through the database, with all that goes wrong."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cheapbandits.cli.plain import plain

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cheapbandits.campaign import Campaign
    from cheapbandits.campaign.drill import DrillReport

__all__ = ["Faults", "play_with_faults"]


@dataclass(frozen=True)
class Faults:
    """What goes wrong, as shares; ``None`` where nobody said."""

    late: float | None = None
    missing: float | None = None
    duplicate: float | None = None
    corrected: float | None = None

    @property
    def named(self) -> bool:
        """Whether any was named."""
        return any(share is not None for share in vars(self).values())

    def shares(self) -> dict[str, float]:
        """Return all of them, with the usual ones where nobody said."""
        usual = {"late": 0.1, "missing": 0.05, "duplicate": 0.05, "corrected": 0.05}
        return usual | {name: share for name, share in vars(self).items() if share is not None}


def play_with_faults(
    real: Campaign,
    truth: NDArray[np.float64],
    noise: float,
    faults: Faults,
    *,
    rounds: int | None,
    batch: int,
    seed: int,
    keep: str | None,
    db: str | None,
    who: str | None,
    as_json: bool,
) -> None:
    """Play a campaign's settings once and print what happened."""
    import numpy as np

    from cheapbandits.campaign.drill import drill
    from cheapbandits.progress import Progress
    from cheapbandits.store.commits import telling

    # Nothing of it is worth waiting for when Ctrl-C comes.
    with telling(), _rehearsal(real, keep, db, who) as copy, Progress("rehearsing") as shown:
        total = rounds or copy.spec.horizon
        report = drill(
            copy,
            truth,
            noise=noise,
            rng=np.random.default_rng(seed),
            **faults.shares(),
            rounds=rounds,
            batch=batch,
            stop=None if copy.spec.stop == "never" else type(copy).should_stop,
            progress=lambda told: shown.at(told, total or told),
        )
    _print(report, as_json)


@contextmanager
def _rehearsal(
    real: Campaign, keep: str | None, db: str | None, who: str | None
) -> Iterator[Campaign]:
    """Give a fresh campaign with the same settings, in the database or in a passing one."""
    from cheapbandits.campaign import Campaign
    from cheapbandits.campaign.spec import Spec

    settings = {key: getattr(real.spec, key) for key in Spec.__dataclass_fields__}
    if keep is not None:
        yield Campaign.create(keep, real.graph, db=db, who=who, **settings)
        return
    with tempfile.TemporaryDirectory(prefix="cheapbandits-") as folder:
        file = Path(folder) / "drill.db"
        yield Campaign.create("drill", real.graph, db=file, who=who, **settings)


def _print(report: DrillReport, as_json: bool) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from cheapbandits.campaign.documents import drill_document
    from cheapbandits.cli.campaign.shown import number, print_json

    if as_json:
        print_json(drill_document(report))
        return
    missed = f"{report.cancelled} cancelled, {report.expired} expired"
    again = f"{report.duplicates} sent twice, {report.accepted_twice} of them stored twice"
    facts = {
        "readings": f"{report.told}, of them {report.late} late, {report.corrected} corrected",
        "never answered": missed,
        "duplicates": again,
        "lost": str(report.lost),
        "cost": number(report.cost),
        "named": f"{report.place}: {number(report.estimate)} (truly {number(report.value)})",
        "truly hottest": f"{report.hottest}: {number(report.hottest_value)}",
        "regret": number(report.regret),
        "ended": report.ended,
    }
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim")
    for fact, value in facts.items():
        grid.add_row(fact, Text(plain(value)))
    Console().print(grid)
