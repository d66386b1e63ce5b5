"""The package as a whole: names, laziness, rooms."""

import importlib
import inspect
import pkgutil
import subprocess
import sys

import pytest

import cheapbandits as cb


def test_every_public_name_is_there():
    for name in cb.__all__:
        assert getattr(cb, name) is not None
    assert set(cb._ROOM_OF) | {"__version__"} == set(cb.__all__)
    assert dir(cb) == sorted(cb.__all__)
    with pytest.raises(AttributeError, match="nonsense"):
        cb.nonsense  # noqa: B018


def test_modules_and_public_names_do_not_collide():
    modules = {module.name for module in pkgutil.iter_modules(cb.__path__)}
    assert modules.isdisjoint(cb.__all__)


@pytest.mark.parametrize(
    "module", [m.name for m in pkgutil.walk_packages(cb.__path__, "cheapbandits.")]
)
def test_every_module_lists_its_names(module):
    loaded = importlib.import_module(module)
    for name in getattr(loaded, "__all__", ()):
        assert hasattr(loaded, name)


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


def test_a_plain_import_loads_nothing_heavy():
    code = (
        "import sys, cheapbandits as cb; cb.CheapUCB;"
        "heavy = {'pandas', 'matplotlib', 'networkx', 'sklearn', 'joblib', 'typer'};"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
