"""The paper's bounds and checks: regret, its floor, cost, smoothness and expansion."""

from cheapbandits.theory.bounds import (
    averaging_constant,
    cheap_ucb_regret_bound,
    spectral_ucb_regret_bound,
)
from cheapbandits.theory.cost import (
    asymptotic_cost_fraction,
    cost_bound_exceptions,
    footnote_cost,
    paper_cost_sum,
    schedule_cost,
    schedule_cost_bound,
    schedule_cost_bound_holds,
    schedule_saving,
)
from cheapbandits.theory.expansion import (
    conductance,
    expansion_bounds,
    expansion_constant,
    normalized_laplacian_eigenvalues,
)
from cheapbandits.theory.floor import averaging_floor, floor_rate, schedule_floor, width_losses
from cheapbandits.theory.informed import informed_regret
from cheapbandits.theory.isoperimetry import (
    Interval,
    isoperimetric_bounds,
    isoperimetric_number,
)
from cheapbandits.theory.local_bounds import (
    EigenvalueGap,
    cauchy_schwarz_bound,
    eigenvalue_gap,
    proposition2_bound,
    weak_local_smoothness_bound,
)
from cheapbandits.theory.lower_bound import (
    fixed_clique_regret,
    hard_gap,
    hard_instance,
    lower_bound,
    smallest_hard_clique,
    uniform_regret,
)
from cheapbandits.theory.smoothness import (
    LocalSmoothness,
    alpha_norm,
    check_local_smoothness,
    local_smoothness_gap,
)

__all__ = [
    "EigenvalueGap",
    "Interval",
    "LocalSmoothness",
    "alpha_norm",
    "asymptotic_cost_fraction",
    "averaging_constant",
    "averaging_floor",
    "cauchy_schwarz_bound",
    "cheap_ucb_regret_bound",
    "check_local_smoothness",
    "conductance",
    "cost_bound_exceptions",
    "eigenvalue_gap",
    "expansion_bounds",
    "expansion_constant",
    "fixed_clique_regret",
    "floor_rate",
    "footnote_cost",
    "hard_gap",
    "hard_instance",
    "informed_regret",
    "isoperimetric_bounds",
    "isoperimetric_number",
    "local_smoothness_gap",
    "lower_bound",
    "normalized_laplacian_eigenvalues",
    "paper_cost_sum",
    "proposition2_bound",
    "schedule_cost",
    "schedule_cost_bound",
    "schedule_cost_bound_holds",
    "schedule_floor",
    "schedule_saving",
    "smallest_hard_clique",
    "spectral_ucb_regret_bound",
    "uniform_regret",
    "weak_local_smoothness_bound",
    "width_losses",
]
