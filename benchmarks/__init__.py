"""Ratios measured within one run; ``python -m benchmarks`` writes docs/benchmarks.md."""
