"""Claims made up for tests."""

from __future__ import annotations

import math

from cheapbandits.studies.claims import Claim, Verdict

NOT_MEASURED = (math.nan, math.nan, math.nan)
HOSTILE = '<script>alert("x")</script> & | `code` [link](http://evil.example)'
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
    verdicts: list[Verdict] = ["holds", "holds", "holds", "does not hold", "cannot be tested"]
    made = [
        Claim(f"c{i}", f"claim {i} of ten", f"Section {i}", "a ratio", i / 7, i / 8, i / 6, verdict)
        for i, verdict in enumerate(verdicts * 2)
    ]
    made[3] = Claim(
        "c3", HOSTILE, "<b>here</b>", "<i>q</i>", *NOT_MEASURED, "does not hold", HOSTILE
    )
    made[4] = Claim("c4", "no number", "Section 9", "-", *NOT_MEASURED, "cannot be tested", "why")
    return made
