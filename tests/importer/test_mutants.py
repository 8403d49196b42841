"""Whatever is written in a kernel is compiled, or refused by a diagnostic: within seconds, and with no other exception.

A mutant that fails is told by its seed: `print(mutated_kernels.mutant(seed))` shows it.
"""

from __future__ import annotations

import contextlib
import linecache
import os
import re
import signal
import sys
import warnings
from collections.abc import Iterator
from types import FrameType, ModuleType
from typing import Any

import pytest
from how_much import NIGHTLY
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mutated_kernels import mutant

from periclase.diagnostics import Diagnostic, DiagnosticError
from periclase.importer.python.import_kernels import import_kernels
from periclase.ir.ssa_verifier import verify_ssa
from periclase.kernel import Kernel

MUTANTS = 20_000 if NIGHTLY else 150
SECONDS = 20
"""After which a mutant counts as one that is never done."""

FAULTS = re.compile(r"PC0(?:605|622|807)")
"""Codes of what is a fault of ours."""


@contextlib.contextmanager
def limited() -> Iterator[None]:
    """What is inside has to end."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"not done after {SECONDS} seconds")

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def kernels_of(text: str) -> list[Kernel[..., Any]] | None:
    """The kernels of a module of that text; None where it means nothing to Python, or raises when it is run."""
    name = "<mutant>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    module = ModuleType("mutant")
    sys.modules["mutant"] = module
    try:
        with warnings.catch_warnings(), open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
            warnings.simplefilter("ignore")
            exec(compile(text, name, "exec"), module.__dict__)
    except Exception:
        return None
    return [value for value in vars(module).values() if isinstance(value, Kernel)]


def compile_or_refuse(text: str) -> None:
    """See that the kernels of a module are compiled to IR that verifies, or refused."""
    kernels = kernels_of(text)
    if kernels is None:
        return
    found: list[Diagnostic] = []
    try:
        with limited():
            module = import_kernels(kernels, warnings=found)
    except DiagnosticError as error:
        found += error.diagnostics
    else:
        module.verify()
        assert not verify_ssa(module)
    for diagnostic in found:
        assert not FAULTS.fullmatch(diagnostic.code), str(diagnostic)
        assert str(diagnostic)
        assert "0x" not in diagnostic.message or "'<" in diagnostic.message, str(
            diagnostic
        )  # it is in a text of theirs


@given(st.integers(0, 1 << 40))
@settings(
    max_examples=MUTANTS,
    deadline=None,
    derandomize=not NIGHTLY,
    suppress_health_check=list(HealthCheck),
    database=None,
)
def test_compiled_or_refused(seed: int) -> None:
    compile_or_refuse(mutant(seed))


BODIES = [
    "for i in range(1 << 70): pass",
    "for i, j in enumerate(range(-(1 << 64), 1 << 64, 3)): pass",
    "for i in reversed(range(1 << 64, 0, -7)): pass",
    "k = sum(range(1 << 64))",
]
"""Of mutants that once ended in an exception from inside."""


@pytest.mark.parametrize("body", BODIES)
def test_what_once_was_neither(body: str) -> None:
    compile_or_refuse(f"from periclase import *\n@kernel\ndef k(y: MutSlice[f32]):\n    {body}\n")


@pytest.mark.parametrize(
    "annotation", ["MutSlice[lambda: 1]", "MutSlice[print]", "MutSlice[object()]", "Array[object(), 2]"]
)
def test_what_is_said_is_the_same_in_each_run(annotation: str) -> None:
    text = "from __future__ import annotations\nfrom periclase import *\n@kernel\ndef k(y: {}):\n    pass\n"
    compile_or_refuse(text.format(annotation))


def test_there_are_mutants_of_both_kinds() -> None:
    """That all are refused, or mean nothing to Python, would say little."""
    compiled = refused = 0
    for seed in range(60):
        kernels = kernels_of(mutant(seed))
        if kernels:
            try:
                import_kernels(kernels, warnings=[])
                compiled += 1
            except DiagnosticError:
                refused += 1
    assert compiled > 3
    assert refused > 10
