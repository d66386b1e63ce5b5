"""Is what is stated true? Coverage of intervals, reliability of probabilities, stated regret."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np

from benchmarks.learning.runs import Trace, prior_of
from benchmarks.learning.workloads import Workload
from cheapbandits.belief.learned.learned import LearnedBelief
from cheapbandits.belief.learned.sure import assess, estimates

LOOKS = (15, 30, 60, 100)


@dataclass(frozen=True)
class Look:
    """One assessment beside the truth."""

    workload: str
    policy: str
    t: int
    covered: float
    place_held: bool
    probability: float | None
    right: bool
    stated_regret: float
    true_regret: float
    bound_held: bool

    def row(self) -> dict[str, object]:
        return asdict(self)


def looks(work: Workload, policy: str, trace: Trace, when: tuple[int, ...] = LOOKS) -> list[Look]:
    prior, _ = prior_of(work)
    belief, found = LearnedBelief(prior), []
    top = float(work.field.max())
    for t, ((nodes, share), reading) in enumerate(
        zip(trace.rows, trace.readings, strict=True), start=1
    ):
        belief.tell(nodes, reading, share)
        if t not in when:
            continue
        known = estimates(belief, 0.9)
        verdict = assess(belief, tolerance=work.tolerance)
        value = float(work.field[verdict.node])
        found.append(
            Look(
                work.name,
                policy,
                t,
                float(np.mean((known.low <= work.field) & (work.field <= known.high))),
                verdict.low <= value <= verdict.high,
                verdict.probability,
                top - value <= work.tolerance,
                verdict.expected_regret,
                top - value,
                top - value <= verdict.regret_bound,
            )
        )
    return found


def summary(found: list[Look]) -> dict[str, float]:
    told = [look for look in found if look.probability is not None]
    sure = [look for look in told if look.probability is not None and look.probability >= 0.8]
    return {
        "looks": len(found),
        "covered": float(np.mean([x.covered for x in found])),
        "covered least": float(np.min([x.covered for x in found])),
        "place held": float(np.mean([x.place_held for x in found])),
        "told": len(told),
        "stated": float(np.mean([x.probability for x in told])) if told else float("nan"),
        "true": float(np.mean([x.right for x in told])) if told else float("nan"),
        "sure": len(sure),
        "sure and right": float(np.mean([x.right for x in sure])) if sure else float("nan"),
        "stated regret": float(np.mean([x.stated_regret for x in found])),
        "true regret": float(np.mean([x.true_regret for x in found])),
        "bound held": float(np.mean([x.bound_held for x in found])),
    }
