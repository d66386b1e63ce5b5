"""Settings from outside: whatever is given for any of them is taken, or refused in one line."""

import json
import math

import pytest

import cheapbandits as cb
from cheapbandits.campaign.readings import LARGEST
from cheapbandits.campaign.spec import Spec
from cheapbandits.cli.campaign.settings import parse_settings
from cheapbandits.policies.registry import settings_of

#: What a person or a program may type after ``--set NAME=``.
VALUES = ["1e400", "-1e400", '"x"', "null", "[]", "{}", "-1", "1e308", "1" * 400, "[1e400]", "NaN"]
POLICIES = ["CheapUCB", "Finder", "PacedKG", "RandomSampling", "SpectralEliminator", "SpectralTS"]


@pytest.mark.parametrize("policy", POLICIES)
def test_any_value_of_a_policys_own_is_taken_or_refused(policy):
    graph = cb.grid(2, 3)
    refused = []
    for name in settings_of(policy):
        for text in VALUES:
            try:
                spec = Spec.of({"policy": policy, "parameters": {name: json.loads(text)}})
                json.dumps(spec.settled(graph).to_dict(), allow_nan=False)
            except cb.CheapBanditsError as error:
                refused.append(str(error))
    assert len(refused) > len(VALUES)
    assert all("\n" not in text and len(text) < 1000 for text in refused)


@pytest.mark.parametrize("name", ["horizon", "budget", "engine", "cost", "probes", "seed", "stop"])
def test_a_setting_of_the_campaign_is_none_of_the_policys(name):
    with pytest.raises(cb.ParameterError, match=f"{name} is a setting of the campaign"):
        Spec.of({"parameters": {name: 5}})


@pytest.mark.parametrize("given", ["keyword", "parameters"])
@pytest.mark.parametrize("name", ["low", "high", "center", "scale", "noise"])
def test_numbers_beyond_all_readings_are_refused_however_they_are_given(name, given):
    """Seen: low=1e60 and high=1e61 were taken, though no reading beyond 1e50 is."""
    policy = "Finder" if name in ("low", "high") else "CheapUCB"
    for value in (1e60, -1e60, 10**60, math.inf):
        own = {name: value}
        with pytest.raises(cb.ParameterError, match=f"{name} must be"):
            Spec.of({"policy": policy, **(own if given == "keyword" else {"parameters": own})})
    Spec.of({"policy": policy, name: LARGEST})


def test_a_value_that_is_nested_without_end_is_text():
    assert parse_settings(["x=" + "[" * 10**5]) == {"x": "[" * 10**5}
