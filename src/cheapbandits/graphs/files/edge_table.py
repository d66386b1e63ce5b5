"""The table of an edge list, read by pandas; what is wrong with it is told by line."""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.errors import GraphFileError
from cheapbandits.graphs.edges import DuplicateEdgeError
from cheapbandits.graphs.files.columns import Layout
from cheapbandits.graphs.files.guard import Source

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["EdgeTable"]

_PADDED = re.compile(r"\s*(\+|0\d)")


@dataclass(frozen=True)
class EdgeTable:
    """The columns of an edge list, and how to get edges out of them."""

    source: Source
    layout: Layout
    frame: pd.DataFrame
    as_text: bool

    @classmethod
    def read(cls, source: Source, layout: Layout, *, as_text: bool) -> EdgeTable:
        """Read the columns needed: nodes as numbers if they look like it, or as they stand."""
        import pandas as pd

        try:
            with warnings.catch_warnings():
                # Columns of mixed types are read once more as text, or refused.
                warnings.simplefilter("ignore", pd.errors.DtypeWarning)
                frame = _read_csv(source, layout, as_text=as_text)
                return cls(source, layout, frame, as_text)
        except pd.errors.EmptyDataError:
            raise source.error("no edges found: the file ends after its header") from None
        except UnicodeDecodeError as error:
            raise source.error(f"not UTF-8 text ({error}); save it as UTF-8") from error
        except (ValueError, OverflowError) as error:
            what = str(error).removeprefix("Error tokenizing data. C error: ").strip()
            raise source.error(
                f"not a table of {layout.width} columns: {what}; correct the line"
            ) from error

    def weights(self) -> NDArray[np.float64] | None:
        """Return ``(E,)`` finite weights of 0 or more, or ``None`` without such a column."""
        import pandas as pd

        if self.layout.weight is None:
            return None
        column = self.frame[self.layout.weight]
        if column.dtype.kind not in "iuf":
            column = pd.to_numeric(column.astype(str), errors="coerce")
        values = column.to_numpy(dtype=float)
        bad = np.flatnonzero(~(values >= 0) | np.isinf(values))
        if bad.size:
            raise self._error(bad[0], self.layout.weight, "the weight must be a finite number >= 0")
        return values

    def indices(self, first: int) -> NDArray[np.int64]:
        """Return ``(E, 2)`` node indices, from 0 whatever the file's ``first`` is."""
        import pandas as pd

        for place in (self.layout.source, self.layout.target):
            column = self.frame[place]
            if column.dtype.kind != "i" or column.min() < first:
                numbers = pd.to_numeric(column.astype(str), errors="coerce").to_numpy(dtype=float)
                bad = np.flatnonzero(~(numbers >= first) | (numbers % 1 != 0) | (numbers > 2**53))
                raise self._error(
                    bad[0] if bad.size else 0, place, f"a node must be a whole number >= {first}"
                )
        return self._ends(np.int64) - first

    def names(self) -> tuple[NDArray[np.int64], list[str]]:
        """Return ``(E, 2)`` node indices and the names, in the order in which they appear."""
        import pandas as pd

        codes, labels = pd.factorize(self._ends(object).ravel())
        blank = np.flatnonzero(labels == "")
        if blank.size:
            row, side = divmod(int(np.argmax(codes == blank[0])), 2)
            place = self.layout.target if side else self.layout.source
            raise self._error(row, place, "both nodes must be given")
        return codes.reshape(-1, 2).astype(np.int64), labels.tolist()

    def are_indices(self) -> bool:
        """Tell whether the nodes are whole numbers with few of them left out."""
        seen = self._seen
        return seen is not None and seen.size <= 10 * int(seen.sum()) + 100

    def count_from_one(self, n_nodes: int | None) -> bool:
        """Tell whether the nodes are the numbers 1 to N, each of them, and 0 is not."""
        seen = self._seen
        if seen is None or n_nodes not in (None, seen.size - 1):
            return False
        return not seen[0] and bool(seen[1:].all())

    def have_padding(self) -> bool:
        """Tell whether a node read as text starts with a plus sign or a needless zero."""
        import pandas as pd

        return any(map(_PADDED.match, pd.unique(self._ends(object).ravel())))

    def duplicate(self, error: DuplicateEdgeError) -> GraphFileError:
        """Return the error about an edge with two weights, with the lines of both."""
        first, second = (self.layout.line(self.source, row) for row in error.rows)
        return self.source.error(f"lines {first} and {second}: {error.problem}; {error.mend}")

    @cached_property
    def _seen(self) -> NDArray[np.bool_] | None:
        """Which numbers from 0 occur; ``None`` where other things do, or far too few of them."""
        columns = [self.frame[self.layout.source], self.frame[self.layout.target]]
        if any(column.dtype.kind != "i" or column.min() < 0 for column in columns):
            return None
        largest = max(int(column.max()) for column in columns)
        # No more than two different nodes an edge: decides the hopeless without memory for them.
        if largest >= 20 * len(self.frame) + 100:
            return None
        seen = np.zeros(largest + 1, dtype=bool)
        for column in columns:
            seen[column.to_numpy()] = True
        return seen

    def _ends(self, dtype: Any) -> NDArray[Any]:
        columns = (self.frame[self.layout.source], self.frame[self.layout.target])
        return np.column_stack([column.to_numpy(dtype=dtype) for column in columns])

    def _error(self, row: int, column: int, rule: str) -> GraphFileError:
        got = str(self.frame[column].iloc[int(row)])
        line = self.layout.line(self.source, int(row))
        return self.source.error(f"line {line}: {rule}, got {got!r}; correct or delete the line")


def _read_csv(source: Source, layout: Layout, *, as_text: bool) -> pd.DataFrame:
    import pandas as pd

    used = [x for x in (layout.source, layout.target, layout.weight) if x is not None]
    # pandas reads a path on several cores, but not a stream, nor some columns of many.
    place: Any = source.open() if source.compressed else source.path
    return pd.read_csv(
        place,
        sep=layout.delimiter,
        header=None,
        skiprows=layout.skip,
        usecols=None if len(used) == layout.width else used,
        dtype={layout.source: str, layout.target: str} if as_text else None,
        encoding="utf-8-sig",
        compression=None,
        # "NA" is a name (Namibia), not a gap.
        na_filter=False,
        # Numbers do not mind a space before them, and not looking for it saves a third.
        skipinitialspace=as_text,
    )
