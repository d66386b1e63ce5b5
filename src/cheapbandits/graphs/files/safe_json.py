"""JSON from outside, without the surprises that the standard allows."""

from __future__ import annotations

import json
import math
from typing import Any

from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.not_here import a_line_each
from cheapbandits.text import shown

__all__ = ["parse_json"]

#: More digits than any coordinate or identifier has; turning them into a number takes their square.
MAX_DIGITS = 100
_AS_UTF_8 = (
    "JSON is UTF-8: save it so (an editor; PowerShell: Get-Content FILE | Out-File -Encoding utf8 "
    "NEW; R: fileEncoding = 'UTF-8')"
)
#: A first line longer than this is not looked at again.
_LONGEST_LINE = 2**20


def parse_json(source: Source, text: bytes) -> Any:
    """Return the value, or refuse deep nesting, repeated keys, and numbers that are none."""
    try:
        if text[:2].strip(b"\xff\xfe\0") != text[:2]:  # ``>`` of PowerShell writes so
            raise source.error(f"this is text in UTF-16 or UTF-32; {_AS_UTF_8}")
        return json.loads(
            text.decode("utf-8-sig"),
            object_pairs_hook=_distinct_keys,
            parse_int=_integer,
            parse_float=_finite,
            parse_constant=_refuse_constant,
        )
    except RecursionError:
        raise source.error("the JSON is nested too deeply; graphs need no such depth") from None
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise source.error(f"line {line}: not UTF-8 text ({error.reason}); {_AS_UTF_8}") from error
    except ValueError as error:
        if _is_a_line_each(text):
            raise source.error(a_line_each(source.path.name)) from error
        raise source.error(f"not usable JSON, correct it: {shown(error, 200)}") from error


def _is_a_line_each(text: bytes) -> bool:
    """Tell whether the first line is a feature, and another follows."""
    first, _, rest = text[:_LONGEST_LINE].lstrip(b"\xef\xbb\xbf\x1e \r\n").partition(b"\n")
    if not rest.lstrip(b"\x1e \r\n").startswith(b"{"):
        return False
    try:
        found = json.loads(first, parse_int=_integer)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and found.get("type") == "Feature"


def _distinct_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(
            f"the key '{shown(twice, 40)}' stands twice in one object; keep one of them"
        )
    return found


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise ValueError(f"an integer of {len(digits):,} digits, {shown(digits, 40)}; shorten it")
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"the number {shown(digits, 40)} is too large; correct it")
    return number


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no number in JSON; leave the feature out or correct it")
