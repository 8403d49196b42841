"""The front door: everything is there, nothing heavy is imported for it."""

from __future__ import annotations

import subprocess
import sys

import pytest

import periclase
from periclase import runtime


@pytest.mark.parametrize("name", periclase.__all__)
def test_every_name_is_there(name: str) -> None:
    assert getattr(periclase, name) is not None
    assert name in dir(periclase)


@pytest.mark.parametrize("name", runtime.__all__)
def test_every_name_of_the_runtime_is_there(name: str) -> None:
    assert getattr(runtime, name) is getattr(periclase, name)
    assert name in dir(runtime)


def test_unknown_name_of_the_runtime() -> None:
    with pytest.raises(AttributeError, match="no attribute 'lunch'"):
        runtime.lunch  # noqa: B018


def test_unknown_name() -> None:
    with pytest.raises(AttributeError, match="no attribute 'kernal'"):
        periclase.kernal  # noqa: B018


def test_kernel_is_the_decorator_whatever_was_imported_before() -> None:
    code = (
        "import periclase.kernel, periclase.types; from periclase import kernel; print(type(kernel).__name__)"
    )
    assert _run(code) == "function"


def test_importing_imports_nothing_heavy() -> None:
    heavy = ("numpy", "xdsl", "llvmlite", "importlib.metadata")
    code = f"import periclase, sys; print([m for m in {heavy!r} if m in sys.modules])"
    assert _run(code) == "[]"


def test_a_kernel_needs_nothing_heavy_until_it_is_compiled() -> None:
    code = (
        "import sys\n"
        "from periclase import kernel, MutSlice, f32\n"
        "@kernel\n"
        "def k(y: MutSlice[f32]): y[0] = 1\n"
        "k[1, 1]; k.signature; k.parameters; k.fingerprint()\n"
        "print([m for m in ('xdsl', 'llvmlite') if m in sys.modules])\n"
    )
    assert _run(code) == "[]"


def test_import_time() -> None:
    """60 ms are promised. Processor time, the best of several processes, and twice that allowed: others may be at work here."""
    code = "import time; start = time.process_time(); import periclase; print(time.process_time() - start)"
    assert min(float(_run(code)) for _ in range(5)) < 0.12


def _run(code: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout.strip()
