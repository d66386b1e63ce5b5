"""A plain function as cost: wrapped, so that its prices are checked and it has a fingerprint."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from cheapbandits.checks import of_numbers
from cheapbandits.errors import ParameterError
from cheapbandits.probes.probe_set import UniformProbes

if TYPE_CHECKING:
    from types import CodeType

    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph
    from cheapbandits.probes.probe_set import ProbeSet

__all__ = ["PriceFunction"]

T = TypeVar("T")

HOW = (
    "give a function of the width (number of nodes) that returns a price, or of the probes and the "
    "width that returns one price a probe"
)


class PriceFunction:
    """Prices from a user's function.

    Parameters
    ----------
    graph
        ``N`` nodes. The prices of single nodes are asked for at once, so that a function that
        cannot be used is refused here and not in round 40.
    function
        Either of the width, ``lambda width: 1 / width``: the price of any probe of so many nodes;
        or of the probes and the width (the level, for named groups),
        ``lambda probes, width: fee[probes.centers] / width``: ``(m,)`` prices.

    Examples
    --------
    >>> from cheapbandits.graphs import grid
    >>> from cheapbandits.probes import Hops
    >>> by_width = PriceFunction(grid(2, 2), lambda width: 3 + 1 / width)
    >>> by_width(Hops(grid(2, 2)).at(2), 2)
    array([3.5, 3.5, 3.5, 3.5])
    """

    def __init__(self, graph: Graph, function: Callable[..., Any]) -> None:
        if not callable(function):
            raise ParameterError(f"cost: {function!r} cannot be called; {HOW}")
        self._function = function
        self._name = getattr(function, "__qualname__", type(function).__qualname__)
        self._takes_probes = _takes_probes(function, self._name)
        n = graph.n_nodes
        nodes = UniformProbes(np.arange(n, dtype=np.int64)[:, None], n)
        digest = hashlib.blake2b(self(nodes, 1).tobytes(), digest_size=8)
        digest.update(repr(_program(getattr(function, "__code__", None))).encode())
        self.fingerprint = f"function({self._name}, {digest.hexdigest()})"

    def __call__(self, probes: ProbeSet, width: int) -> NDArray[np.float64]:
        """Return the function's prices, after a check of how many, finite and not negative."""
        try:
            prices = self._given(probes, width)
        except ParameterError as error:
            raise ParameterError(f"{self._about(width)}: {error}") from error
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise ParameterError(f"{self._about(width)} failed ({reason}); {HOW}") from error
        if prices.ndim == 0:  # one price for all
            prices = np.full(len(probes), float(prices))
        if prices.shape != (len(probes),):
            raise ParameterError(
                f"{self._about(width)} gave prices of shape {prices.shape} for {len(probes)} "
                f"probes; {HOW}"
            )
        bad = np.flatnonzero(~np.isfinite(prices) | (prices < 0))
        if bad.size:
            raise ParameterError(
                f"a price must be finite and not negative: {self._about(width)} gave "
                f"{prices[bad[0]]:g} for probe {bad[0]}"
            )
        return prices

    def _given(self, probes: ProbeSet, width: int) -> NDArray[np.float64]:
        if self._takes_probes:
            given = self._function(probes, width)
            return _checked(given, np.array(given, dtype=float))
        widths, which = np.unique(probes.widths, return_inverse=True)
        prices = [self._function(w) for w in widths.tolist()]
        return np.array([_checked(price, float(price)) for price in prices])[which]

    def _about(self, width: int) -> str:
        return f"cost: the function {self._name} at width {width}"


def _checked(given: Any, made: T) -> T:
    """Return what was made of prices, unless of text, dates, durations or truth values."""
    for form in (given, np.asarray(given)):  # in an array of numbers a truth value is one
        of_numbers(form, "prices")
    return made


def _takes_probes(function: Callable[..., Any], name: str) -> bool:
    """Tell a function of probes and width from one of the width alone, by what it must be given."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # written in C: a number is what such functions take
        return False
    places = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    needed = [p for p in places if p.default is p.empty]
    named = [p for p in parameters if p.kind is p.KEYWORD_ONLY and p.default is p.empty]
    rest = any(p.kind is p.VAR_POSITIONAL for p in parameters)
    if named or len(needed) > 2 or not (places or rest):
        raise ParameterError(f"cost: the function {name}{inspect.signature(function)}: {HOW}")
    if len(needed) == 1 and not rest:
        return False
    return len(places) >= 2 or rest


def _program(code: CodeType | None) -> object:
    """Return what a function computes, without where it was written; None if that is not known."""
    if code is None:
        return None
    constants = [_program(c) if hasattr(c, "co_code") else c for c in code.co_consts]
    return code.co_code, code.co_names, constants
