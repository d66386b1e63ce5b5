"""The forms of a check: some are tried always, the others when it is thorough."""

import pytest


def forms(*values, always=1):
    """Return them for ``parametrize``: as many as are said of the first always."""
    wide = (pytest.param(value, marks=pytest.mark.thorough) for value in values[always:])
    return [*values[:always], *wide]
