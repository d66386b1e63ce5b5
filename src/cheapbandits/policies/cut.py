"""What stands in place of a belief that was interrupted while it learned.

Ctrl-C may come between any two steps, and a belief that knows a part of a reading would go on, and
be wrong without a word. What was told stays with the policy, so that its answers can be had
(``assess``); whoever wants to go on makes a new one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn, cast

from cheapbandits.errors import ProbeError

if TYPE_CHECKING:
    from cheapbandits.belief import Belief
    from cheapbandits.policies.base import Policy

__all__ = ["learning_whole"]


class _Cut:
    """Refuses whatever is asked of it."""

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):
            raise AttributeError(name)
        raise ProbeError(
            "this policy was interrupted (Ctrl-C) while it learned a reading, and knows only a "
            "part of it; make a new one, and bring it to where this stood by restore()"
        )


@contextmanager
def learning_whole(policy: Policy) -> Iterator[None]:
    """Take the belief away where this block is interrupted; what refuses a reading changes none."""
    try:
        yield
    except Exception:
        raise  # of the belief's own: it is as before
    except BaseException:
        policy.belief = cast("Belief", cast("Any", _Cut()))
        policy.keep_whole_readings()
        raise
