"""Solving with sparse symmetric matrices too large to be written out."""
