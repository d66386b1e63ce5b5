"""Below what a column of the covariance counts as nothing."""

__all__ = ["DROP"]

#: Scores that differ by 1e-9 are ties; a thousand readings, each off by this much, stay below that.
DROP = 1e-13
