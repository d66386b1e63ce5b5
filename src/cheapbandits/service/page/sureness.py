"""How sure the answer was after each reading; the newest first, the older ones one at a time.

One takes about half a second on 3,000 places, so each request works out one that is missing and
says whether there are more. Nothing runs while nobody asks, and who looks at the map need not wait.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cheapbandits.belief.learned import LearnedBelief, assess
from cheapbandits.campaign.stopping import parse_rule
from cheapbandits.service.page.naming import LEVEL

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned import Verdict
    from cheapbandits.service.page.believed import Believed

__all__ = ["Job", "answered", "job_of", "keep", "worked_out"]


class Job(NamedTuple):
    """What it takes to state how sure the answer was at a moment; made under the lock."""

    seq: int
    belief: LearnedBelief | None
    rows: list[tuple[Any, float]]
    free: NDArray[np.bool_]
    spent: float
    rounds: int


def job_of(believed: Believed, *, newest: bool) -> Job | None:
    """Return the newest moment, or the oldest other, that nobody has worked out; ``None``: none."""
    last = believed.at(None)
    wanted = ([] if last is None else [last]) if newest else believed.moments
    for moment in wanted:
        if moment.seq not in believed.verdicts:
            past = believed.past(moment.seq)
            rows = [((probe.nodes, probe.weights), value) for probe, value in past.told]
            rows += [((seen.nodes, seen.weights), seen.reading) for seen in past.observed]
            free, rounds = believed.free(), len(past.told)
            return Job(moment.seq, believed.belief, rows, free, moment.spent, rounds)
    return None


def worked_out(believed: Believed, job: Job) -> dict[str, Any] | None:
    """Return the verdict of a job; needs no lock, and may take long. ``None``: nothing counted."""
    if not job.rows:
        return None
    if job.belief is None:  # too many places for a belief of our own: as `status --assess` does
        return _stated(believed.campaign.assess(), believed, job)
    belief = LearnedBelief(job.belief.prior)
    for row, reading in job.rows:
        belief.condition(row, reading)
    found = assess(
        belief, tolerance=believed.campaign.spec.tolerance, bounds=believed.said, nodes=job.free,
        level=LEVEL,
    )  # fmt: skip
    return _stated(found, believed, job)


def _stated(verdict: Verdict, believed: Believed, job: Job) -> dict[str, Any]:
    """Return a verdict for the page, with whether the campaign's own rule says to stop there."""
    names = (
        "node",
        "estimate",
        "low",
        "high",
        "probability",
        "tolerance",
        "cannot_tell",
        "outside",
        "alone",
    )
    stated = {name: getattr(verdict, name) for name in names}
    name = believed.campaign.graph.name(verdict.node)
    missed = {"missed": verdict.expected_regret, "at_most": verdict.regret_bound}
    met = parse_rule(believed.campaign.spec.stop).met(verdict, job.spent, job.rounds)
    return {**stated, "name": name, **missed, "met": met}


def keep(believed: Believed, job: Job, verdict: dict[str, Any] | None) -> None:
    """Keep what was worked out, unless places were left out meanwhile; for who has the lock."""
    last = believed.at(None)
    if last is None or job.seq != last.seq or np.array_equal(job.free, believed.free()):
        believed.verdicts[job.seq] = verdict


def answered(believed: Believed) -> dict[str, Any]:
    """Return the answer with the moment it is of, the curve, and whether more is to come.

    The curve is ``[seq, probability, tolerance]`` of the moments worked out so far. The verdict is
    that of the newest moment or none: an older one beside a newer place would be two answers.
    """
    last = believed.at(None)
    verdict = None if last is None else believed.verdicts.get(last.seq)
    known = [one.seq for one in believed.moments if one.seq in believed.verdicts]
    curve = []
    for seq in known:
        said = believed.verdicts[seq] or {}
        curve.append([seq, said.get("probability"), said.get("tolerance")])
    complete = believed.belief is None or len(known) == len(believed.moments)
    seq, ready = (0, True) if last is None else (last.seq, last.seq in believed.verdicts)
    found = {"seq": seq, "ready": ready, "verdict": verdict}
    return {**found, "curve": curve, "complete": complete}
