"""The package as a whole: names, laziness, rooms."""

import ast
import importlib
import inspect
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import cheapbandits as cb


def test_every_public_name_is_there():
    for name in cb.__all__:
        assert getattr(cb, name) is not None
    assert dir(cb) == sorted(cb.__all__)
    assert isinstance(cb.__version__, str)
    assert {"Graph", "CheapUCB", "Campaign", "simulate", "ProbeError"} <= set(cb.__all__)
    with pytest.raises(AttributeError, match="nonsense"):
        cb.nonsense  # noqa: B018


def test_type_checkers_read_the_same_list_of_names():
    """Each name of the stub is re-exported in the way that checkers ask for, ``X as X``."""
    folder = Path(cb.__file__).parent
    assert (folder / "py.typed").exists()
    stub = ast.parse((folder / "__init__.pyi").read_text())
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    listed = [(alias.name, alias.asname) for node in imports for alias in node.names]
    assert sorted(listed) == [(name, name) for name in cb.__all__]


def test_all_names_can_be_imported_at_once():
    """Scientific Python's switch, for those who would rather wait at the start."""
    code = "import sys, cheapbandits; assert 'cheapbandits.campaign' in sys.modules"
    subprocess.run(
        [sys.executable, "-c", code], check=True, env={**os.environ, "EAGER_IMPORT": "1"}
    )
    without = {key: value for key, value in os.environ.items() if key != "EAGER_IMPORT"}
    code = code.replace("in sys", "not in sys")
    subprocess.run([sys.executable, "-c", code], check=True, env=without)


def test_modules_and_public_names_do_not_collide():
    modules = {module.name for module in pkgutil.iter_modules(cb.__path__)}
    assert modules.isdisjoint(cb.__all__)


def test_every_module_lists_its_names():
    modules = [m.name for m in pkgutil.walk_packages(cb.__path__, "cheapbandits.")]
    assert len(modules) > 500  # one test for all: each of its own would cost more than it does
    for module in modules:
        loaded = importlib.import_module(module)
        missing = [name for name in getattr(loaded, "__all__", ()) if not hasattr(loaded, name)]
        assert not missing, f"{module} lists {missing}"


def test_errors_are_builtins_too():
    from cheapbandits import errors

    for name in errors.__all__:
        kind = getattr(errors, name)
        if not name.endswith("Error"):  # the table of what they mean to a program
            continue
        assert issubclass(kind, cb.CheapBanditsError)
        if kind is not cb.CheapBanditsError:
            assert issubclass(
                kind, ValueError | MemoryError | ImportError | OSError | ArithmeticError
            )


@pytest.mark.parametrize("policy_class", [cb.CheapUCB, cb.SpectralUCB, cb.LinUCB])
def test_parameters_are_keyword_only(policy_class):
    parameters = list(inspect.signature(policy_class).parameters.values())
    assert parameters[0].name == "graph"
    assert all(p.kind is p.KEYWORD_ONLY for p in parameters[1:])


def test_a_policy_loads_nothing_heavy_and_a_server_little():
    served = {"sqlalchemy", "typer", "scipy.spatial"}
    heavy = {"pandas", "matplotlib", "networkx", "sklearn", "joblib"}
    heavy |= {"scipy.stats", "scipy.optimize"}
    code = (
        f"import sys, cheapbandits as cb; cb.CheapUCB; print({heavy | served!r} & set(sys.modules))"
    )
    code += f"; import cheapbandits.service.app; print({heavy!r} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "set()\nset()\n"


def test_a_plain_import_loads_no_numbers():
    code = "import sys, cheapbandits; print({'numpy', 'scipy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "set()\n"
