"""How sure the answer was after each reading; the newest first, the older ones one at a time.

One takes about half a second on 3,000 places, so each request works out one that is missing and
says whether there are more. Nothing runs while nobody asks, and who looks at the map need not wait.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from cheapbandits.belief.learned import LearnedBelief, assess

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cheapbandits.belief.learned import Verdict
    from cheapbandits.service.page.believed import Believed

__all__ = ["Job", "job_of", "known_curve", "worked_out"]


class Job(NamedTuple):
    """What it takes to state how sure the answer was at a moment; made under the lock."""

    seq: int
    belief: LearnedBelief | None
    rows: list[tuple[Any, float]]
    free: NDArray[np.bool_]


def job_of(believed: Believed, *, newest: bool) -> Job | None:
    """Return the newest moment, or the oldest other, that nobody has worked out; ``None``: none."""
    counted = [one for one in believed.moments if one.kind in ("tell", "observe")]
    last = believed.at(None)
    wanted = ([] if last is None else [last]) if newest else counted
    for moment in wanted:
        if moment.seq not in believed.verdicts:
            past = believed.past(moment.seq)
            rows = [((probe.nodes, probe.weights), value) for probe, value in past.told]
            rows += [((seen.nodes, seen.weights), seen.reading) for seen in past.observed]
            return Job(moment.seq, believed.belief, rows, believed.free())
    return None


def worked_out(believed: Believed, job: Job) -> dict[str, Any] | None:
    """Return the verdict of a job; needs no lock, and may take long. ``None``: nothing counted."""
    if not job.rows:
        return None
    spec = believed.campaign.spec
    if job.belief is None:  # too many places for a belief of our own: as `status --assess` does
        return _stated(believed.campaign.assess(tolerance=spec.tolerance), believed)
    belief = LearnedBelief(job.belief.prior)
    for row, reading in job.rows:
        belief.condition(row, reading)
    found = assess(belief, tolerance=spec.tolerance, bounds=believed.bounds, nodes=job.free)
    return _stated(found, believed)


def _stated(verdict: Verdict, believed: Believed) -> dict[str, Any]:
    names = ("node", "estimate", "low", "high", "probability", "tolerance", "cannot_tell")
    stated = {name: getattr(verdict, name) for name in names}
    name = believed.campaign.graph.name(verdict.node)
    return {**stated, "name": name, "missed": verdict.expected_regret}


def known_curve(believed: Believed) -> tuple[list[list[float | None]], bool]:
    """Return ``[seq, probability]`` of the moments worked out so far, and whether that is all."""
    moments = [one.seq for one in believed.moments if one.kind in ("tell", "observe")]
    known = [seq for seq in moments if seq in believed.verdicts]
    found = [[seq, (believed.verdicts[seq] or {}).get("probability")] for seq in known]
    return found, believed.belief is None or len(known) == len(moments)
