"""How much a stranger may ask of the server: bytes, nodes, seconds, connections, memory."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Limits"]


@dataclass(frozen=True)
class Limits:
    """Bounds of one server.

    Attributes
    ----------
    body, upload
        Bytes of a request, and of a file that is sent.
    upload_nodes, upload_rows, upload_seconds, upload_memory
        What reading a graph or readings from such a file may come to; it is read in a process of
        its own.
    uploads
        So many graphs wait to become campaigns; the oldest go first.
    header_seconds, body_seconds, idle_seconds
        How long a request's head and its body may take to arrive, and how long a connection may be
        silent between requests.
    connections, streams, waiting
        Open connections; listeners to changes; requests that wait for long work.
    jobs, playing
        Rehearsals that run or wait, and as many that are over and can be looked at; those that run
        at once, 0 for one for two cores.
    page_nodes, page_links
        Nodes and links of one answer; who wants more asks for the next page.
    kept_nodes
        Nodes of all maps of beliefs that are at hand for the next who looks.
    memory
        Bytes that campaigns held in memory may take, by estimate; the longest unused go first.
    """

    body: int = 2**20
    upload: int = 64 * 2**20
    upload_nodes: int = 200_000
    upload_rows: int = 200_000
    upload_seconds: float = 60.0
    upload_memory: int = 4 * 2**30
    uploads: int = 16
    header_seconds: float = 10.0
    body_seconds: float = 30.0
    idle_seconds: float = 30.0
    connections: int = 500
    streams: int = 200
    waiting: int = 100
    jobs: int = 20
    playing: int = 0
    page_nodes: int = 50_000
    page_links: int = 200_000
    kept_nodes: int = 1_000_000
    memory: int = 2 * 2**30
