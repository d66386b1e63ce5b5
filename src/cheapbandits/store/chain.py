"""Digests that tie each event to all before it, so that damage cannot hide.

An event's digest is ``blake2b(previous digest + canonical JSON of the event)``; the first one
continues the digest of what the campaign was created with. The campaign's own row carries a seal
over everything in it, the last digest included: so a removed last event is missed too.
These find damage and careless edits; they are not a signature.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Any

from cheapbandits.errors import ParameterError

__all__ = ["canonical", "digest_bytes", "genesis", "link", "seal"]


def _plain(value: Any) -> Any:
    """Return a number of NumPy's as one of Python's; no other thing is stored."""
    if type(value).__module__ == "numpy" and hasattr(value, "item") and not value.shape:
        return value.item()
    raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")


_encode = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), allow_nan=False, default=_plain
).encode


def canonical(value: dict[str, Any], what: str) -> str:
    """Return the one JSON text of a dictionary: sorted keys, ASCII, no NaN or infinity."""
    if not isinstance(value, dict):
        raise ParameterError(f"{what} must be a dictionary, not {type(value).__name__}")
    try:
        return _encode(value)
    except (TypeError, ValueError, RecursionError) as error:
        raise ParameterError(
            f"{what} cannot be stored as JSON: {error}; give plain finite numbers, text, lists "
            "and dictionaries with text keys"
        ) from error


def digest_bytes(data: bytes) -> str:
    """Return the digest of some bytes."""
    return blake2b(data, digest_size=32).hexdigest()


def genesis(identity: str, name: str, created: str, spec: str, graph_digest: str) -> str:
    """Return the digest that a campaign's chain starts from."""
    return digest_bytes(_encode([identity, name, created, spec, graph_digest]).encode())


def link(
    previous: str,
    *,
    seq: int,
    kind: str,
    body: str,
    ask: int | None,
    key: str | None,
    who: str,
    at: str,
) -> str:
    """Return the digest of an event whose ``body`` is canonical JSON already."""
    event = (
        f'{{"ask":{_encode(ask)},"at":{_encode(at)},"body":{body},"key":{_encode(key)},'
        f'"kind":{_encode(kind)},"seq":{_encode(seq)},"who":{_encode(who)}}}'
    )
    return digest_bytes((previous + event).encode())


def seal(start: str, summary: str, last_seq: int, last_digest: str) -> str:
    """Return the digest over a campaign's whole row; ``start`` is its :func:`genesis`."""
    return digest_bytes(_encode([start, summary, last_seq, last_digest]).encode())
