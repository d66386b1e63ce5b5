"""Graphs from strangers' files: read in a process of its own, within bytes, memory and time.

What is read waits here, under an id of ours, until it becomes a campaign: so one can look at it
before anything is stored. Files have names of ours, in a folder that goes with the server.
"""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
import uuid
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits import errors
from cheapbandits.errors import (
    CapacityError,
    CheapBanditsError,
    ConflictError,
    GraphFileError,
    NotFoundError,
    ParameterError,
)
from cheapbandits.graphs import Graph, read_graph
from cheapbandits.locks import fork_safe_lock
from cheapbandits.processes import our_python
from cheapbandits.service.ended import error_of_end, too_large
from cheapbandits.text import first_unclean

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.campaign.importing import Imported
    from cheapbandits.service.limits import Limits

__all__ = ["Uploads", "suffix_of"]

Fields = Mapping[str, "NDArray[np.float64]"]

_NAME = re.compile(r"[^/\\\0]{0,200}?(?P<suffix>(\.[A-Za-z0-9]{1,8}){1,2})")


def suffix_of(name: str) -> str:
    """Return the suffix of a file's name, all that is taken of it.

    Examples
    --------
    >>> suffix_of("../../etc/roads.csv.gz")
    Traceback (most recent call last):
    cheapbandits.errors.ParameterError: file must be a plain name with a suffix, such as roads.csv
    >>> suffix_of("roads.csv.gz")
    '.csv.gz'
    """
    found = _NAME.fullmatch(name)
    if found is None or first_unclean([name]) is not None:  # it is said again in answers
        raise ParameterError("file must be a plain name with a suffix, such as roads.csv")
    return found["suffix"].lower()


class Uploads:
    """Graphs that wait to become campaigns; shared by threads."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._folder = tempfile.TemporaryDirectory(prefix="cheapbandits-")
        self._lock = fork_safe_lock()
        self._waiting: OrderedDict[str, tuple[Graph, Fields]] = OrderedDict()

    def path(self, name: str) -> Path:
        """Return a new file for bytes that were sent under that name."""
        return Path(self._folder.name) / f"{uuid.uuid4().hex}{suffix_of(name)}"

    def read(
        self, path: Path, options: dict[str, Any], name: str, most: int | None = None
    ) -> tuple[str, Graph]:
        """Return the id and the graph of a file that was sent, with remarks; the file is removed.

        With the option ``fields`` its columns of numbers wait too. It may have ``most`` nodes, or
        as many as the server allows.
        """
        made = path.with_name(f"{uuid.uuid4().hex}.npz")
        beside = made.with_suffix(".json")
        most = min(most or self._limits.upload_nodes, self._limits.upload_nodes)
        try:
            self._read_apart("graph", path, made, options, most, name)
            graph = read_graph(made)
            found = json.loads(beside.read_bytes())
            graph.notes, graph.passed_over = tuple(found["notes"]), tuple(found["passed_over"])
        finally:
            for file in (path, made, beside):
                file.unlink(missing_ok=True)
        fields = {column: np.array(values) for column, values in found["columns"].items()}
        return self.keep(graph, fields), graph

    def keep(self, graph: Graph, fields: Fields | None = None) -> str:
        """Return the id under which a graph waits; the one that waited longest may go."""
        identity = uuid.uuid4().hex
        with self._lock:
            self._waiting[identity] = graph, fields or {}
            while len(self._waiting) > self._limits.uploads:
                self._waiting.popitem(last=False)
        return identity

    def readings(self, path: Path, graph: bytes, options: dict[str, Any], name: str) -> Imported:
        """Return the readings of a file that was sent.

        Parameters
        ----------
        path, name
            The file here, and what it is called there; it is removed.
        graph
            Of the campaign, as it is stored.
        options
            The campaign's ``spec``, and ``column`` and ``layer`` of the file.
        """
        from cheapbandits.campaign.imported_bytes import imported_from

        made = path.with_name(f"{uuid.uuid4().hex}.npz")
        try:
            made.write_bytes(graph)
            self._read_apart("readings", path, made, options, self._limits.upload_rows, name)
            return imported_from(made.read_bytes())
        finally:
            path.unlink(missing_ok=True)
            made.unlink(missing_ok=True)

    def _read_apart(
        self, what: str, path: Path, made: Path, options: dict[str, Any], most: int, name: str
    ) -> None:
        words = [what, str(path), str(made), json.dumps(options), str(most)]
        words.append(str(self._limits.upload_memory))
        command = our_python("cheapbandits.service.reading", *words)
        try:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=self._limits.upload_seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise CapacityError(
                f"{name}: reading it took more than {self._limits.upload_seconds:g} s; send a "
                "smaller file, or read it on the server's own machine"
            ) from None
        try:
            said = json.loads(done.stdout)
        except ValueError:
            raise error_of_end(name, done.returncode, done.stderr) from None
        if "error" in said:
            if said["kind"] == "MemoryError":
                raise too_large(name)
            problem = said["error"].replace(str(path), name).replace(path.name, name)
            raise _kind(said["kind"])(problem)

    def graph(self, identity: str) -> Graph:
        """Return a graph that waits."""
        return self._found(identity)[0]

    def fields(self, identity: str) -> Fields:
        """Return what its file says of each place, by column; empty where nobody asked for it."""
        return self._found(identity)[1]

    def _found(self, identity: str) -> tuple[Graph, Fields]:
        with self._lock:
            if identity not in self._waiting:
                raise NotFoundError("there is no upload of that id any more; send the file again")
            return self._waiting[identity]

    def close(self) -> None:
        """Remove the folder."""
        self._folder.cleanup()


def _kind(name: str) -> type[CheapBanditsError]:
    """Return the error of that name, where it takes one text; else that of an unreadable file."""
    kind = getattr(errors, name, None) if name in errors.__all__ else None
    if not (isinstance(kind, type) and issubclass(kind, CheapBanditsError)):
        return GraphFileError
    return GraphFileError if issubclass(kind, ConflictError) else kind
