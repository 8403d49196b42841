"""A trap in a function of a library is shown at the line of the user's that called it, with the way to it as notes."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from agreement import levelled_device
from both_ways import TARGETS
from library_packages import forget, write_package
from optimisation_levels import LEVELS

from periclase import load_library, open_device
from periclase.codegen.compiler import compile_kernel, import_module
from periclase.diagnostics import Diagnostic, DiagnosticError
from periclase.interpreter.failure import InterpretationError
from periclase.interpreter.machine import Machine
from periclase.mirlib.building import build_library
from periclase.runtime.artifact import Artifact

CALLS = {
    "math.factorial(n)": ("factorial",),
    "math.comb(n, 3)": ("comb",),
    "math.lcm(n * (1 << 40), 3 * (1 << 40) - n)": ("lcm",),
    "3 ** n": ("power",),
    "pow(2, 3, n + 2)": ("power_modulo",),
    "helper(n)": ("power",),
}
MODULE = """
@device
def helper(n: i64) -> i64:
    return 2 ** n  # in a function of the user's

@kernel
def {name}(y: MutSlice[i64], n: i64):
    y[0] = {call}  # here
"""


def line_of(module: ModuleType, call: str) -> int:
    text = "# in a function" if call.startswith("helper") else "# here"
    lines = Path(str(module.__file__)).read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def launched(kernel: object, n: int) -> Diagnostic:
    with levelled_device() as device:
        y = device.zeros(2, np.int64)
        kernel[1, 1](y, n)  # type: ignore[index]
        with pytest.raises(DiagnosticError) as caught:
            y.read()
    return caught.value.diagnostics[0]


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("level", LEVELS)
def test_of_the_language(call: str, level: int, load: Callable[..., ModuleType]) -> None:
    module = load(MODULE.format(name=f"k_o{level}", call=call))
    kernel = getattr(module, f"k_o{level}")
    found = launched(kernel, -2)
    assert found.code == "PC0702"
    assert found.span is not None and (found.span.file, found.span.line) == (
        module.__file__,
        line_of(module, call),
    )
    inside = [note for note in found.notes if note.message.startswith("in `")]
    assert [note.message for note in inside] == [f"in `{name}`, which it calls" for name in CALLS[call]]
    for note in inside:
        assert note.span is not None and "periclase/library/" in note.span.file
    machine = Machine(import_module(kernel), steps=100_000)
    place = machine.allocate(bytes(16), "y")
    with pytest.raises(InterpretationError) as caught:
        machine.run_kernel(
            kernel.name, [tuple(place.base.to_bytes(8, "little") + (2).to_bytes(8, "little")), (1 << 64) - 2]
        )
    assert caught.value.diagnostics[0].span == found.span


def test_rows_of_the_table(load: Callable[..., ModuleType]) -> None:
    kernel = load(MODULE.format(name="k", call="math.factorial(n) + helper(n * 3)")).k
    for target in TARGETS:
        artifact = compile_kernel(kernel, None, target)
        assert {frame.function for trap in artifact.traps for frame in trap.library} == {"factorial", "power"}
        files = {trap.span.file for trap in artifact.traps if trap.span is not None}
        assert files == {kernel.function.__code__.co_filename}
        assert Artifact.from_bytes(artifact.to_bytes()) == artifact


PACKAGE = {
    "__init__.py": "from checks.inner import checked, positive\n",
    "inner.py": """\
from periclase import device, i64


@device
def positive(value: i64) -> i64:
    assert value > 0, "not positive"
    return value


@device
def checked(value, least):
    assert value > least, "too little"
    return positive(value)
""",
}


@pytest.mark.parametrize(
    ("call", "inside"),
    [("positive(n)", "positive"), ("checked(n, -9)", "positive"), ("checked(n, 5)", "checked")],
)
def test_of_a_device_library(
    call: str, inside: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, load: Callable[..., ModuleType]
) -> None:
    write_package(tmp_path, PACKAGE, "checks")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(tmp_path))
        build_library("checks", str(tmp_path / "checks.mirlib"))
    forget("checks")
    library = load_library(tmp_path / "checks.mirlib")
    module = load(f"""
        checked = positive = None
        @kernel
        def k_o3(y: MutSlice[i64], n: i64):
            y[0] = {call}  # here
        """)
    module.checked, module.positive = library.checked, library.positive
    found = launched(module.k_o3, -2)
    assert found.span is not None and (found.span.file, found.span.line) == (
        module.__file__,
        line_of(module, call),
    )
    notes = [note for note in found.notes if note.message.startswith("in `")]
    assert re.findall(r"`(?:checks\.inner\.)?(\w+)`", notes[-1].message) == [inside]
    assert notes[-1].span is not None and notes[-1].span.file.endswith("checks/inner.py")


def test_a_function_of_no_module_is_the_users(tmp_path: Path) -> None:
    path = tmp_path / "text.py"
    path.write_text(
        "from periclase import MutSlice, i32, kernel\n\n@kernel\ndef k(y: MutSlice[i32]):\n    y[0] = 3\n"
    )
    names: dict[str, object] = {}  # without a `__name__`
    exec(compile(path.read_text(), str(path), "exec"), names)
    made: Any = names["k"]
    assert made.function.__module__ is None
    y = open_device("cpu").zeros(1, np.int32)
    made[1, 1](y)
    assert y.numpy().tolist() == [3]


LONG = """
def long_one(x, n):
    total = x[0]
    for k in unroll(range(120)):
        total = total * 3 + x[k % 2] // n
    assert n > 0, "too small"
    return total
"""


@pytest.mark.parametrize(
    ("lines", "shown_here"),
    [
        ("y[0] = long_one(y, n)  # here", True),
        ("y[0] = long_one(y, n + 9)\n    y[1] = long_one(y, n)  # here", True),
        (
            "y[0] = long_one(y, n + 9)\n"
            + "    y[1] = long_one(y, n)\n" * 7
            + "    y[1] = long_one(y, n)  # here",
            False,
        ),
    ],
)
def test_a_long_function(lines: str, shown_here: bool, load: Callable[..., ModuleType]) -> None:
    """One that a few lines call is inlined however long it is."""
    library = load(LONG, name="periclase.library.made_for_a_test")
    module = load(
        "from periclase.library.made_for_a_test import long_one\n"
        f"@kernel\ndef long_o3(y: MutSlice[i64], n: i64):\n    {lines}\n"
    )
    found = launched(module.long_o3, -2)
    assert found.message.endswith("too small")
    assert found.span is not None
    assert found.span.file == (module.__file__ if shown_here else library.__file__)
    if shown_here:
        assert found.span.line == line_of(module, "")
        assert "in `long_one`, which it calls" in [note.message for note in found.notes]
