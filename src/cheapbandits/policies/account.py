"""What probes cost and what may still be spent: the money side of a policy."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod

from cheapbandits.checks import finite, got, is_number, real
from cheapbandits.errors import ParameterError

__all__ = ["Account"]

#: Rounding in a long sum of prices, beside the budget, must not cost the last probe.
ROUNDING = 1e-12


class Account(ABC):
    """A budget, what was paid out of it, and what is promised.

    Parameters
    ----------
    budget
        What all probes together may cost; ``None`` for no limit.
    """

    def __init__(self, budget: float | None) -> None:
        self.budget = budget
        self._paid = 0.0

    @property
    def budget(self) -> float | None:
        """What all probes together may cost; ``None`` for no limit."""
        return self._budget

    @budget.setter
    def budget(self, value: float | None) -> None:
        self._budget = check_budget(value)

    @property
    def spent(self) -> float:
        """What has been paid: the probes told, and what was charged."""
        return self._paid

    @property
    @abstractmethod
    def reserved(self) -> float:
        """What the pending probes will cost."""

    @property
    def left(self) -> float:
        """What may still be asked for; infinite without a budget."""
        if self._budget is None:
            return math.inf
        left = self._budget * (1 + ROUNDING) - self._paid - self.reserved
        dust = 2 * ROUNDING * self._budget  # what rounding leaves over is no money
        return 0.0 if abs(left) <= dust else left

    def charge(self, cost: float) -> None:
        """Count money that was spent and taught nothing, such as on a reading that was annulled."""
        self._paid += finite(cost, "a charge", least=0)


def check_budget(budget: object) -> float | None:
    """Return a budget as a positive float, ``None`` for no limit, or say why it is neither."""
    if budget is None:
        return None
    if not is_number(budget):
        raise ParameterError(f"budget must be a number, or None for no limit; got {got(budget)}")
    value = real(budget, "budget")
    if not value > 0:
        raise ParameterError(f"budget must be positive, got {budget}")
    return None if math.isinf(value) else value
