"""Which names in a Host header are ours.

A browser fooled by DNS asks for ``evil.example`` at our address and says so in the Host header. An
address in digits cannot be fooled so; a name can, unless it is one that the server was told of.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable

from cheapbandits.errors import ParameterError

__all__ = ["Hosts", "is_loopback"]

_HOST = re.compile(r"(?P<name>\[[0-9a-fA-F:.]+\]|[^:\[\]]+)(:(?P<port>[0-9]{1,5}))?")
_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?")
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach what listens there."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Hosts:
    """The names that a server answers to; unchanged once made."""

    def __init__(self, bound: str, names: Iterable[str] = ()) -> None:
        given = [name.lower() for name in names]
        for name in given:
            if not _NAME.fullmatch(name):
                raise ParameterError(f"--name {name!r} is no host name; write maps.example.org")
        self._given = frozenset(given)
        self._names = LOOPBACK | {bound.lower(), *given}
        self._digits = not is_loopback(bound)

    def ours(self, header: str) -> bool:
        """Whether a Host header names this server.

        Examples
        --------
        >>> here = Hosts("127.0.0.1")
        >>> here.ours("localhost:8321"), here.ours("evil.example"), here.ours("10.0.0.7")
        (True, False, False)
        """
        found = _HOST.fullmatch(header)
        if found is None:
            return False
        name = found["name"].lower().strip("[]")
        return name in self._names or (self._digits and _is_address(name))

    def same(self, origin: str, scheme: str, host: str) -> bool:
        """Whether an Origin header is of a page of ours, sent here under that Host.

        A proxy with TLS before us makes it https. It may hand on the Host or write its own, so a
        name that we were told of is ours as well; loopback ones are other programs' too.

        Examples
        --------
        >>> here = Hosts("127.0.0.1", ["maps.example.org"])
        >>> here.same("https://maps.example.org", "http", "127.0.0.1:8321")
        True
        >>> here.same("https://localhost:1", "http", "localhost:8321")
        False
        """
        origin, host = origin.lower(), host.lower()
        if origin == f"{scheme}://{host}":
            return True
        kind, _, rest = origin.partition("://")
        found = _HOST.fullmatch(rest)
        if kind != "https" or found is None:
            return False
        return rest == host.removesuffix(":443") or found["name"] in self._given


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
