"""What we change of a library we change by what it offers: no method of ours takes the place of a private one."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator

import asyncpg

import app


def our_classes() -> Iterator[type]:
    for module in pkgutil.walk_packages(app.__path__, "app."):
        if module.name != "app.__main__":
            for _, found in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
                if found.__module__ == module.name:
                    yield found


def replaced(ours: type) -> set[str]:
    """Private methods that a class of ours has, and a base outside too."""
    methods = {name for name, value in vars(ours).items() if inspect.isfunction(value) and _private(name)}
    theirs = [base for base in ours.__mro__ if not base.__module__.startswith(("app.", "tests.", "typing"))]
    return {name for name in methods for base in theirs if name in vars(base)}


def _private(name: str) -> bool:
    """One underscore in front; between two of them stand the hooks of enumerations."""
    return name.startswith("_") and not name.startswith("__") and not name.endswith("_")


def test_no_private_method_of_a_library_is_replaced():
    classes = list(our_classes())
    assert len(classes) > 500
    assert {ours: names for ours in classes if (names := replaced(ours))} == {}


def test_one_that_is_would_be_found():
    class Replaces(asyncpg.Connection):
        async def _execute(self) -> None: ...

    assert replaced(Replaces) == {"_execute"}
