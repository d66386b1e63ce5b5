"""Numbers as people read them."""

from __future__ import annotations

import math

from cheapbandits.metrics import MeanInterval

__all__ = ["duration", "format_interval", "format_number", "percent", "show"]


def format_number(value: float) -> str:
    """Return three significant digits, whole thousands, or a power of ten where it is tiny.

    Examples
    --------
    >>> [format_number(x) for x in (0.50789, 89.66, 150.0, 581012.0, -1.6e-5, float("nan"))]
    ['0.508', '89.7', '150', '581,012', '-1.6e-05', 'n/a']
    """
    if not math.isfinite(value):
        return "n/a"
    if abs(value) >= 1e9:
        return f"{value:.2g}"
    if value == round(value) or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}" if abs(value) >= 0.001 else f"{value:.1e}"


def format_interval(mean: float, low: float, high: float) -> str:
    """Return ``mean [low, high]``, or the number alone where there is no interval or no width.

    Examples
    --------
    >>> format_interval(0.508, 0.503, 0.513), format_interval(0.384, 0.384, 0.384)
    ('0.508 [0.503, 0.513]', '0.384')
    >>> format_interval(float("nan"), float("nan"), float("nan"))
    'n/a'
    """
    parts = [format_number(value) for value in (mean, low, high)]
    if not all(map(math.isfinite, (mean, low, high))) or parts[1] == parts[2]:
        return parts[0]
    return f"{parts[0]} [{parts[1]}, {parts[2]}]"


def percent(share: float) -> str:
    """Return a share as percent.

    Examples
    --------
    >>> percent(0.50789)
    '50.8 %'
    """
    return f"{100 * share:.1f} %"


def duration(seconds: float) -> str:
    """Return a time in the unit that suits it.

    Examples
    --------
    >>> duration(42.34), duration(312.0), duration(7500.0)
    ('42.3 s', '5 min 12 s', '2 h 5 min')
    """
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    return f"{minutes // 60} h {minutes % 60} min"


def show(interval: MeanInterval) -> str:
    """Return an interval as text."""
    return format_interval(interval.mean, interval.low, interval.high)
