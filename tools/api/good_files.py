"""Files that a server has to take: bytes made from a description are none that it can read."""

from __future__ import annotations

from typing import Any

import requests

__all__ = ["GoodFiles"]


class GoodFiles:
    """Puts a good file into every second request that sends one, the first of them included."""

    def __init__(self, url: str, patience: float) -> None:
        self._url, self._patience = url, patience
        self._turns = 0

    def takes(self, case: Any) -> bool:
        """Whether it is a good file's turn in a request."""
        if not case.operation.path.endswith(("/import", "/graphs")):
            return False
        self._turns += 1
        return self._turns % 2 == 1

    def put(self, case: Any, campaign: str) -> None:
        """Let a request send a good file: a network; or readings of a campaign, new or its own."""
        case.headers, case.media_type = {}, "application/octet-stream"
        if case.operation.path.endswith("/graphs"):
            case.query, case.body = {"file": "network.csv"}, b"source,target\n0,1\n1,2\n"
            return
        case.path_parameters["campaign"] = campaign
        case.query = {"file": "readings.csv"}
        new = f"nodes,reading,date\n5,{self._turns},2026-05-01\n".encode()
        case.body = new if self._turns % 4 == 1 else self._export(campaign)

    def _export(self, campaign: str) -> bytes:
        address = f"{self._url}/api/campaigns/{campaign}/export?kind=csv"
        return requests.get(address, timeout=self._patience).content
