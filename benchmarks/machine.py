"""What the numbers were measured on."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import scipy
from threadpoolctl import threadpool_info


def describe() -> dict[str, str]:
    """Return the machine and the libraries, as text."""
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "CPU": f"{_cpu_model()}, {len(os.sched_getaffinity(0))} cores",
        "memory": f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GiB",
        "load before the run": f"{os.getloadavg()[0]:.2f}",
        "system": platform.platform(),
        "Python": platform.python_version(),
        "NumPy": np.__version__,
        "SciPy": scipy.__version__,
        "BLAS": "; ".join(dict.fromkeys(map(_blas, threadpool_info()))) or "unknown",
    }


def _cpu_model() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown"
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.machine()


def _blas(library: dict[str, object]) -> str:
    name, threads = library["internal_api"], library["num_threads"]
    return f"{name} {library.get('version')} ({library.get('architecture')}, {threads} threads)"
