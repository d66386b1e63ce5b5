"""Eigenvalues, the graph Fourier transform and the effective dimension."""

from cheapbandits.spectrum.dimension import dimension_bounds, effective_dimension
from cheapbandits.spectrum.fourier import (
    fourier_basis,
    fourier_transform,
    inverse_fourier_transform,
    laplacian_eigenvalues,
)
from cheapbandits.spectrum.inertia import count_eigenvalues_below

__all__ = [
    "count_eigenvalues_below",
    "dimension_bounds",
    "effective_dimension",
    "fourier_basis",
    "fourier_transform",
    "inverse_fourier_transform",
    "laplacian_eigenvalues",
]
