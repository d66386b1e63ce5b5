"""A minus sign before a limit of detection is told of, and true negative values are not."""

import pytest

from cheapbandits.campaign.negative_limits import negative_limits

FOUND = [3.2, 4.1, 5.0, 7.7, 3.9]


@pytest.mark.parametrize("more", [[-0.5, -0.5], [-1, -1, -2, -2], [-0.5] * 5, [-3.1, -3.1]])
def test_limits_with_a_minus_sign_get_a_note(more):
    said = negative_limits([*FOUND, *more])
    assert said is not None
    assert f"{len(more)} of the {len(FOUND) + len(more)} new readings are below zero" in said
    assert f"what is below {-min(more):g};" in said


@pytest.mark.parametrize(
    "values",
    [
        FOUND,
        [],
        [*FOUND, -0.5],
        [*FOUND, -0.5, -0.7],
        [*FOUND, -4, -4],  # as small values were found
        [0, 0, 1, 3, 2, -1, -1],  # counts to both sides
        [1, 2, 1, 3, -1, -1, 2],
        [12.1, 8.3, -2.0, -2.0, 0.4, 3.3, 1.9],  # degrees Celsius
        [-9.1, -8.8, -9.1, -7.2],
        [2.0, 3.0, -1.0, -1.0],
        [*FOUND, *[-0.5] * 6],  # more than were found
    ],
)
def test_others_get_none(values):
    assert negative_limits(values) is None
