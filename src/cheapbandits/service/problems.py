"""One shape for everything that goes wrong: problem details (RFC 9457), from the table of errors.

The members ``code``, ``kind`` and ``stored`` are those of the terminal's error document; ``kind``
is what a client raises again.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from starlette.responses import Response

from cheapbandits.campaign.documents import error_document
from cheapbandits.errors import CheapBanditsError, outcome
from cheapbandits.service.said import over_http

__all__ = ["MEDIA_TYPE", "document_of", "json_bytes", "of_error", "problem"]

log = logging.getLogger("cheapbandits.service")

MEDIA_TYPE = "application/problem+json"
#: Seconds after which it is worth trying again, where the fault is the server's moment.
RETRY = "2"


def json_bytes(document: object) -> bytes:
    """Return JSON; NaN would be a bug of ours."""
    return json.dumps(document, allow_nan=False, separators=(",", ":")).encode("ascii")


def problem(
    status: int, detail: str, kind: str = "HTTPError", headers: Mapping[str, str] | None = None
) -> Response:
    """Return a refusal that is about the request as such."""
    known = {"code": 2, "kind": kind, "message": detail, "stored": None}
    body = json_bytes(_document(status, known))
    return Response(body, status, dict(headers or {}), media_type=MEDIA_TYPE)


def of_error(error: Exception) -> Response:
    """Return what an error of the campaign layer means; an unforeseen one tells nothing inside."""
    document = document_of(error)
    retry = {"Retry-After": RETRY} if document["status"] == 503 else None
    return Response(json_bytes(document), document["status"], retry, media_type=MEDIA_TYPE)


def document_of(error: Exception | Mapping[str, Any], status: int | None = None) -> dict[str, Any]:
    """Return the problem that an error is, or that an error's document of elsewhere tells of.

    What nobody foresaw goes to the log, and only there.
    """
    if not isinstance(error, Exception):
        return _document(500 if status is None else status, error)
    known = error_document(error)["error"]
    if _is_ours(error):
        log.error("a request or a job failed", exc_info=error)
        known |= {
            "kind": "InternalError",
            "message": "the server failed; what was stored is safe, and its log says what happened",
        }
    known["message"] = over_http(known["message"])
    return _document(outcome(error).http, known)


def _is_ours(error: Exception) -> bool:
    """Whether nobody foresaw an error: whoever asked can do nothing, and its text has our paths."""
    return outcome(error).http == 500 and not isinstance(error, CheapBanditsError)


def _document(status: int, known: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": f"urn:cheapbandits:{known['kind']}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": known["message"],
        "code": known["code"],
        "kind": known["kind"],
        "stored": known["stored"],
    }
