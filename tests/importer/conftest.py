"""Fixtures that make modules of kernels out of text, as files, so that their source can be had."""

from __future__ import annotations

import importlib.util
import itertools
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

_numbers = itertools.count()

PRELUDE = """\
import math
from periclase import *
from periclase.gpu import *
"""


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., ModuleType]]:
    """`load(source, name=…)`: a module of that text, which starts with the usual imports unless `bare`."""
    loaded: list[str] = []
    # Compiled files are told apart by second and size, which two texts of one name can share.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def load_module(source: str, name: str | None = None, bare: bool = False) -> ModuleType:
        name = name or f"user_module_{next(_numbers)}"
        path = tmp_path / f"{name}.py"
        path.write_text(("" if bare else PRELUDE) + textwrap.dedent(source))
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        loaded.append(name)
        spec.loader.exec_module(module)
        return module

    yield load_module
    for name in loaded:
        sys.modules.pop(name, None)
