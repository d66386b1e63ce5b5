"""Every engine on every family, beside the dense one: the long form is ``make large``."""

import numpy as np
import pytest
from benchmarks.large.agreement import FAMILIES, agreement

from cheapbandits.engines.dissection import order
from tests.forms import forms


@pytest.mark.parametrize("family", forms(*FAMILIES, always=6))
def test_engines_agree_round_by_round(family, monkeypatch):
    monkeypatch.setattr(order, "LEAF", 12)  # so that small graphs have many fronts
    dissection, iterative = agreement(family, 200, rounds=12)
    assert dissection["engine"] == "dissection"
    assert dissection["same"] == dissection["rounds"]
    assert dissection["worst"] <= 1e-9
    # Bounds may leave a better probe, but never a better one than they say.
    assert iterative["beyond"] <= 1e-7
    assert np.isfinite(iterative["worst"])
