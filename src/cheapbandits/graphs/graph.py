"""The graph: an immutable, undirected, weighted network in compressed sparse rows."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components

from cheapbandits.checks import Index, instance
from cheapbandits.errors import GraphError
from cheapbandits.graphs.axes_in_order import check_axes
from cheapbandits.graphs.edges import Duplicates, assemble
from cheapbandits.graphs.kept import Kept
from cheapbandits.graphs.labels import by_position, check_labels, text_labels
from cheapbandits.graphs.like_distances import like_distances
from cheapbandits.graphs.number_names import but_for_point
from cheapbandits.graphs.outlines import Outlines
from cheapbandits.graphs.systems import StoredSystem, label_of
from cheapbandits.graphs.validation import (
    check_coordinates,
    check_names,
    check_node,
    check_system,
    check_weights,
    frame_labels,
)
from cheapbandits.text import did_you_mean, shown

if TYPE_CHECKING:
    import networkx as nx
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Graph"]

T = TypeVar("T")

#: Of the heading of a column so much is kept.
_LONGEST_HEADING = 200


class Graph:
    """An undirected graph with weights ``W >= 0``, and optionally names and coordinates.

    Parameters
    ----------
    weights
        ``(N, N)`` symmetric, non-negative, finite; a SciPy sparse matrix or an array. Stored zeros
        are no edges. Self loops are dropped: they cancel in ``L = D - W``.
    names
        ``N`` distinct labels, one a node.
    coordinates
        ``(N, k)`` positions; for maps, longitude and latitude.
    crs
        What the coordinates are: ``"EPSG:4326"`` for longitude and latitude in degrees, so that
        distances are taken on the globe; another code, such as ``"EPSG:28992"``, for a plane that
        can be brought to degrees (by pyproj); ``None`` for a plane that nobody named.
    outlines
        Borders of the places, where a file had some; for pictures only.
    named_by
        The column that the names come from, where they do: see :attr:`named_by`.

    Notes
    -----
    Isolated nodes and several connected parts are allowed. The arrays are read-only, so a graph may
    be shared freely, also by threads; what is computed from it can be kept with it, see
    :meth:`keep`.

    Examples
    --------
    >>> import numpy as np
    >>> g = Graph(np.array([[0, 1, 0], [1, 0, 2], [0, 2, 0]]))
    >>> g
    Graph(3 nodes, 2 edges, connected, weights 1 to 2)
    >>> g.laplacian.toarray()
    array([[ 1., -1.,  0.],
           [-1.,  3., -2.],
           [ 0., -2.,  2.]])
    """

    def __init__(
        self,
        weights: ArrayLike | sp.sparray | sp.spmatrix,
        *,
        names: Sequence[object] | None = None,
        coordinates: ArrayLike | None = None,
        crs: str | None = None,
        outlines: Outlines | None = None,
        named_by: str | None = None,
    ) -> None:
        labels = frame_labels(weights) or text_labels(coordinates)
        names = by_position(names, coordinates, weights)
        self._weights = check_weights(weights)
        # All cells, as people have distances; what is sparse was made for a graph.
        if not sp.issparse(weights) and (odd := like_distances(self._weights)) is not None:
            warnings.warn(odd, stacklevel=2)
        self._names = check_names(labels if names is None else names, self.n_nodes)
        check_labels(coordinates, self._names, "coordinates")
        check_axes(coordinates, "coordinates")
        self._coordinates = check_coordinates(coordinates, self.n_nodes)
        self._crs = check_system(crs, self._coordinates)
        if outlines is not None:
            outlines.check(self.n_nodes)
        self.outlines = outlines
        instance(named_by, (str, type(None)), "named_by", "the name of a column")
        self._named_by = (named_by or "")[:_LONGEST_HEADING] or None
        if self._names is None:
            self._named_by = None
        self._kept = Kept()
        #: How many edges of a file joined a node to itself, and so were left out.
        self.loops = 0
        #: What whoever gave the file should know of how it was read.
        self.notes: tuple[str, ...] = ()
        #: What of it a warning says in Python, where nobody prints notes.
        self.doubts: tuple[str, ...] = ()
        #: Columns of a table of sites of which nothing was made.
        self.passed_over: tuple[str, ...] = ()

    @classmethod
    def from_edges(
        cls,
        pairs: ArrayLike,
        weights: ArrayLike | None = None,
        n_nodes: int | None = None,
        *,
        names: Sequence[object] | None = None,
        coordinates: ArrayLike | None = None,
        duplicates: Duplicates = "same",
    ) -> Graph:
        """Build from ``(E, 2)`` node indices, each edge given once or in both directions.

        Parameters
        ----------
        pairs
            ``(E, 2)`` whole numbers from 0.
        weights
            ``E`` weights; all 1 when left out.
        n_nodes
            Number of nodes; one more than the largest index when left out, if that is not absurd:
            beyond 100 million and a thousand for each edge, it has to be given.
        names, coordinates
            As for :class:`Graph`.
        duplicates
            What to do when a pair is given again, in either direction: ``"same"`` counts it once
            and refuses weights that differ; ``"sum"``, ``"max"`` and ``"mean"`` combine them.

        Examples
        --------
        >>> Graph.from_edges([(0, 1), (1, 2), (2, 1)])
        Graph(3 nodes, 2 edges, connected, unit weights)
        """
        matrix = assemble(pairs, weights, n_nodes, names=names, duplicates=duplicates)
        return cls(matrix, names=names, coordinates=coordinates)

    @classmethod
    def from_networkx(cls, graph: nx.Graph[Any], *, weight: str = "weight") -> Graph:
        """Build from an undirected networkx graph; its nodes become the names, in its order.

        Parameters
        ----------
        graph
            Any undirected networkx graph. Parallel edges of a multigraph are summed. Where nodes
            are (``pos``, ``x`` and ``y``) is left out.
        weight
            The edge attribute that holds the weight: all edges have it, or none has and all weigh
            1. Edges that have something else that may be meant for it, a distance or ``Weight``,
            are refused; ``"unit"`` lets every edge weigh 1 whatever it has.
        """
        from cheapbandits.graphs.interchange import from_networkx

        return from_networkx(graph, weight=weight)

    @classmethod
    def from_points(
        cls,
        points: ArrayLike,
        n_neighbors: int | None = None,
        *,
        radius: float | None = None,
        weights: Literal["unit", "gaussian"] = "unit",
        names: Sequence[object] | None = None,
        crs: str | None = None,
        named_by: str | None = None,
    ) -> Graph:
        """Join each point to its nearest neighbours; the points become the coordinates.

        Parameters
        ----------
        points
            ``(N, k)`` coordinates, one row a point, x or the longitude first. A data frame whose
            columns say otherwise (``lat``, ``lon``) is refused.
        n_neighbors
            Neighbours of each point; two points are joined when either counts the other. 10 when
            left out. Of up to 10 points each has only ``N - 1`` others: then 10, given or left out,
            means all of them, and any other number above ``N - 1`` is refused.
        radius
            In place of ``n_neighbors``: join all points that are so far apart or nearer. In the
            units of the points; in metres where they are degrees.
        weights
            ``"unit"``, or ``"gaussian"``: ``exp(-(distance / scale)^2)`` with the scale the mean
            distance to the last neighbour, or the radius.
        names, crs, named_by
            As for :class:`Graph`. With ``crs="EPSG:4326"`` points are longitudes and latitudes,
            and distances are those on the globe; degrees of another system are brought there.

        Examples
        --------
        >>> Graph.from_points([(0, 0), (3, 4), (50, 0)], radius=5)
        Graph(3 nodes, 1 edges, 2 parts, 1 isolated, unit weights, 2-d coordinates)
        """
        from cheapbandits.graphs.points import join_points

        check_axes(points, "points")
        names = text_labels(points) if names is None else by_position(names, points)
        joined = join_points(points, n_neighbors, radius=radius, weights=weights, crs=crs)
        graph = cls(
            joined.weights,
            names=names,
            coordinates=joined.points,
            crs=None if joined.crs is None else StoredSystem(joined.crs),
            named_by=named_by,
        )
        check_labels(points, graph.names, "points")
        return graph

    @classmethod
    def from_frame(
        cls,
        frame: Any,
        n_neighbors: int | None = None,
        *,
        x: str | None = None,
        y: str | None = None,
        names: str | Literal[False] | None = None,
        radius: float | None = None,
        weights: Literal["unit", "gaussian"] = "unit",
        crs: str | None = None,
    ) -> Graph:
        """Join the sites of a data frame, a row a site, to their nearest.

        Parameters
        ----------
        frame
            A pandas ``DataFrame``, or anything with ``columns`` and columns by name.
        x, y
            The columns of the coordinates. When left out: longitude and latitude (``lon``,
            ``lat``), ``x`` and ``y``, or ``easting`` and ``northing``, in any spelling that
            differs by case, blanks and a unit in brackets.
        names
            The column that names the sites. When left out: ``name``, ``site``, ``station``, ``id``
            and their like, the first whose values differ between all sites, or do so but for a few
            slips, which are refused then; else the index, where it has a name. ``False``: no names.
        n_neighbors, radius, weights
            As for :meth:`from_points`; longitudes and latitudes are joined by distance on the
            globe.
        crs
            What the coordinates are, as for :meth:`from_points`. When left out: ``EPSG:4326``
            where the columns are called longitude and latitude, else not known.

        Examples
        --------
        >>> import pandas as pd
        >>> soil = pd.DataFrame({"X (m)": [0, 0, 9], "Y (m)": [0, 4, 0], "plot": ["a", "b", "c"]})
        >>> Graph.from_frame(soil, radius=5).names
        ('a', 'b', 'c')
        """
        from cheapbandits.graphs.frames import sites_of_frame

        sites = sites_of_frame(frame, x=x, y=y, names=names, crs=crs)
        return cls.from_points(
            sites.points,
            n_neighbors,
            radius=radius,
            weights=weights,
            names=sites.names,
            crs=sites.crs,
            named_by=sites.named_by,
        )

    @property
    def n_nodes(self) -> int:
        """Number of nodes, ``N``."""
        return int(self._weights.shape[0])

    @property
    def n_edges(self) -> int:
        """Number of undirected edges."""
        return int(self._weights.nnz // 2)

    @property
    def weights(self) -> sp.csr_array:
        """``(N, N)`` symmetric weights ``W``, sorted rows, read-only."""
        return self._weights

    @property
    def names(self) -> tuple[str, ...] | None:
        """The nodes' names, or ``None``."""
        return self._names

    @property
    def named_by(self) -> str | None:
        """What the file calls the column of the names; ``None`` where there is none.

        Plain numbers under another heading may be those of something else.
        """
        return self._named_by

    @property
    def coordinates(self) -> NDArray[np.float64] | None:
        """``(N, k)`` read-only coordinates, or ``None``."""
        return self._coordinates

    @property
    def crs(self) -> str | None:
        """What the coordinates are: ``"EPSG:4326"`` for degrees, ``None`` where not known."""
        return self._crs

    @cached_property
    def degrees(self) -> NDArray[np.float64]:
        """``(N,)`` weighted degrees, the diagonal of ``D``."""
        degrees = np.asarray(self._weights.sum(axis=1), dtype=float).ravel()
        degrees.setflags(write=False)
        return degrees

    @cached_property
    def neighbor_counts(self) -> NDArray[np.int64]:
        """``(N,)`` how many neighbours each node has."""
        counts = np.asarray(np.diff(self._weights.indptr), dtype=np.int64)
        counts.setflags(write=False)
        return counts

    @cached_property
    def laplacian(self) -> sp.csr_array:
        """``(N, N)`` combinatorial Laplacian ``L = D - W``."""
        laplacian = sp.csr_array(sp.diags_array(self.degrees) - self._weights)
        for array in (laplacian.data, laplacian.indices, laplacian.indptr):
            array.setflags(write=False)  # it is kept, for everyone
        return laplacian

    @cached_property
    def parts(self) -> NDArray[np.int32]:
        """``(N,)`` label of each node's connected part, from 0."""
        labels = connected_components(self._weights, directed=False)[1]
        labels = np.asarray(labels, dtype=np.int32)
        labels.setflags(write=False)
        return labels

    @property
    def n_parts(self) -> int:
        """Number of connected parts."""
        return int(self.parts.max()) + 1

    @cached_property
    def fingerprint(self) -> str:
        """A short digest of the weights: equal graphs have equal fingerprints."""
        digest = hashlib.blake2b(str(self.n_nodes).encode(), digest_size=8)
        for array in (self._weights.indptr, self._weights.indices):
            digest.update(array.astype(np.int64).tobytes())
        digest.update(self._weights.data.tobytes())
        return digest.hexdigest()

    def neighbors(self, node: int) -> NDArray[np.int32]:
        """Return the neighbours of a node, in increasing order."""
        place = check_node(node, self.n_nodes)
        start, stop = self._weights.indptr[place], self._weights.indptr[place + 1]
        return np.asarray(self._weights.indices[start:stop])

    def edges(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return ``(E, 2)`` pairs ``i < j`` and their ``(E,)`` weights."""
        upper = sp.coo_array(sp.triu(self._weights, k=1))
        pairs = np.stack([upper.coords[0], upper.coords[1]], axis=1).astype(np.int64)
        return pairs, np.asarray(upper.data, dtype=float)

    def name(self, node: int) -> str:
        """Return the node's name, or its index as text."""
        place = check_node(node, self.n_nodes)
        return self._names[place] if self._names is not None else str(place)

    def index(self, name: object) -> int:
        """Return the index of the node with this name, as one that is known to be an index."""
        node = self.find(str(name))
        if node is None:
            meant = but_for_point(str(name), self.find)
            meant = meant or did_you_mean(str(name), self._names or ())
            raise GraphError(f"no node is named '{shown(str(name))}'; {meant}{self._known_names()}")
        return Index(node)

    def _known_names(self) -> str:
        """Return what nodes are called, for somebody who looked for another name."""
        if self._names is None:
            return f"nodes have no names here, only numbers from 0 to {self.n_nodes - 1:,}"
        first = ", ".join(f"'{shown(name, 30)}'" for name in self._names[:3])
        more = ", ..." if self.n_nodes > 3 else ""
        return f"there are {self.n_nodes:,}: {first}{more}"

    def find(self, name: str) -> int | None:
        """Return the index of the node with this name, ``None`` if there is none."""
        return self._index_of_name.get(name) if isinstance(name, str) else None

    @cached_property
    def _index_of_name(self) -> dict[str, int]:
        labels: Iterable[str] = self._names or map(str, range(self.n_nodes))
        return {label: node for node, label in enumerate(labels)}

    def keep(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what ``make()`` gives, computed once for this graph object and kept with it.

        It lives as long as the graph, or until :meth:`release`. Threads that ask at once get the
        same object, and ``make`` runs once. A copy of the graph, also by pickle, starts without.

        Examples
        --------
        >>> path = Graph.from_edges([(0, 1), (1, 2)])
        >>> first = path.keep(("squared", 2), lambda: path.weights @ path.weights)
        >>> path.keep(("squared", 2), lambda: 1 / 0) is first
        True
        """
        return self._kept.get(key, make)

    def release(self) -> None:
        """Let go of everything kept with this graph, and so of its memory."""
        self._kept.clear()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_kept": Kept()}

    def __len__(self) -> int:
        return self.n_nodes

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Graph):
            return NotImplemented
        return (
            self.fingerprint == other.fingerprint
            and self._names == other._names
            and self._crs == other._crs
            and np.array_equal(
                np.empty(0) if self._coordinates is None else self._coordinates,
                np.empty(0) if other._coordinates is None else other._coordinates,
            )
        )

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __repr__(self) -> str:
        what = [f"{self.n_nodes:,} nodes", f"{self.n_edges:,} edges"]
        what.append("connected" if self.n_parts == 1 else f"{self.n_parts:,} parts")
        isolated = int((self.neighbor_counts == 0).sum())
        if isolated:
            what.append(f"{isolated:,} isolated")
        data = self._weights.data
        if data.size:
            low, high = float(data.min()), float(data.max())
            what.append("unit weights" if low == high == 1 else f"weights {low:.4g} to {high:.4g}")
        if self._names is not None:
            what.append("named")
        if self._coordinates is not None:
            plane = f"{self._coordinates.shape[1]}-d coordinates"
            what.append(plane if self._crs is None else label_of(self._crs))
        return f"Graph({', '.join(what)})"
