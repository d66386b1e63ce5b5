"""Claims made up for tests."""

from __future__ import annotations

import math

from cheapbandits.studies.claims import Claim, Part, Topic, Verdict

NOT_MEASURED = (math.nan, math.nan, math.nan)
HOSTILE = '<script>alert("x")</script> & | `code` [link](http://evil.example)'
#: The count of :func:`claims`.
HEADLINE = (
    "Regret, measured: 2 hold, 1 undecided, 1 not contradicted. Formulas and definitions: 2 hold, "
    "1 does not hold, 1 not contradicted. Facts about the data: 1 does not hold, 1 ill-posed."
)
MANIFEST: dict[str, object] = {
    "parameters": {"runs": 4, "seed": 0, "quick": False},
    "studies": ["ba", "er"],
    "cells": 24,
    "seconds": 75.2,
    "finished": "2025-01-01T00:00:00+00:00",
    "versions": {"cheapbandits": "0.1.0", "numpy": "2.0.0"},
    "engines": {"CheapUCB": ["dense", "iterative"], "LinUCB": ["dense"]},
    "machine": {"system": "Linux", "cores": 2},
}


def claims() -> list[Claim]:
    """Return ten claims of every kind."""
    verdicts: list[Verdict] = ["holds", "holds", "not contradicted", "does not hold", "undecided"]
    made = []
    for i, verdict in enumerate(verdicts * 2):
        topic: Topic = "regret" if i % 2 else "formulas"
        words = (f"claim {i} of ten", f"Section {i}", "a ratio", "x LinUCB")
        made.append(Claim(f"c{i}", topic, *words, i / 7, i / 8, i / 6, verdict))
    part = Part("<u>aspen</u>", 0.25, 0.2, 0.3, "does not hold")
    words = (HOSTILE, "<b>here</b>", "<i>q</i>", "<u>unit</u>")
    made[3] = Claim("c3", "data", *words, *NOT_MEASURED, "does not hold", HOSTILE, (part,))
    nothing = ("no number", "Section 9", "-", "%")
    made[4] = Claim("c4", "data", *nothing, *NOT_MEASURED, "ill-posed", "why")
    return made
