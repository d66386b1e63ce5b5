"""Reduces the global relief to cells of five degrees, small enough to ship."""
