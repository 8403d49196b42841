"""Every kind of bad input, from the kernel's text to its launch: an error at its line, with caret, cause and help."""

from __future__ import annotations

import importlib.util
import re
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from periclase.diagnostics import DiagnosticError

HEADER = """\
import random
import numpy as np
from periclase import MutSlice, Slice, device, f32, f64, i32, i64, kernel, open_device, shared_array
from periclase.gpu import thread_idx_x

cpu = open_device("cpu")

@kernel
def good(a: f32, x: Slice[f32], y: MutSlice[f32]):
    y[thread_idx_x()] = a * x[thread_idx_x()]

def floats(n):
    return cpu.zeros(n, np.float32)

"""

COMPILE = "\nbad.ptx(arch='sm_90')\n"


@dataclass(frozen=True)
class Case:
    """A program whose line marked `# here` is at fault.

    Attributes:
        text: follows `HEADER`.
        underlined: the piece of the line above the carets; of it at least the start.
        cause: a part of the error's first line.
    """

    text: str
    underlined: str
    cause: str


def kernel_with(line: str, parameters: str = "y: MutSlice[f32]") -> str:
    return f"@kernel\ndef bad({parameters}):\n    {line}  # here\n" + COMPILE


CASES = {
    "unknown name": Case(kernel_with("y[0] = lenght"), "lenght", "`lenght` is not defined"),
    "unknown function": Case(
        kernel_with("y[thread_idx()] = 1.0"), "thread_idx", "`thread_idx` is not defined"
    ),
    "wrong type of an annotation": Case(
        "@kernel\ndef bad(y: dict):  # here\n    pass\n" + COMPILE, "dict", "not a type"
    ),
    "wrong type of an operand": Case(kernel_with("y[0] = y & 1"), "y & 1", "MutSlice[f32]"),
    "wrong type of an index": Case(kernel_with("y[1.5] = 1.0"), "1.5", "an index must be an integer"),
    "lossy store": Case(kernel_with("y[0] = d", "y: MutSlice[f32], d: f64"), "d", "digits would be lost"),
    "lossy mixture": Case(
        kernel_with("y[0] = y[1] * n", "y: MutSlice[f32], n: i64"), "y[1] * n", "f32 and i64"
    ),
    "unsupported statement": Case(kernel_with("with y: pass"), "y", "`with`"),
    "unsupported expression": Case(kernel_with("y[0] = [1.0][0]"), "[1.0]", "list"),
    "forbidden module": Case(kernel_with("y[0] = random.random()"), "random.random()", "random.random"),
    "forbidden function": Case(kernel_with("print(y[0])"), "print(y[0])", "print"),
    "recursion of types": Case(
        "@device\ndef nest(t, n: i32):\n    return nest((t, n), n)  # here\n"
        "@kernel\ndef bad(n: MutSlice[i32]):\n    nest(n[0], n[1])\n" + COMPILE,
        "nest((t, n), n)",
        "the recursion has no end",
    ),
    "kernel called as a function": Case(
        "good(1.0, floats(4), floats(4))  # here\n", "good(1.0, floats(4), floats(4))", "kernel"
    ),
    "kernel called by a kernel": Case(kernel_with("good(1.0, y, y)"), "good(1.0, y, y)", "the kernel `good`"),
    "too few launch arguments": Case(
        "good[1, 4](1.0, floats(4))  # here\n", "good[1, 4](1.0, floats(4))", "takes 3 arguments"
    ),
    "too many launch arguments": Case(
        "good[1, 4](1.0, floats(4), floats(4), 2)  # here\n",
        "good[1, 4](1.0, floats(4), floats(4), 2)",
        "takes 3 arguments",
    ),
    "buffer of another dtype": Case(
        "x = cpu.zeros(4, np.float64)\ngood[1, 4](1.0, x, floats(4))  # here\n", "x", "float64"
    ),
    "array of another dtype": Case(
        "x = np.zeros(4)\ngood[1, 4](1.0, x, floats(4))  # here\n", "x", "this array has float64"
    ),
    "number instead of a buffer": Case(
        "good[1, 4](1.0, 2.0, floats(4))  # here\n", "2.0", "not the float 2.0"
    ),
    "scalar that does not fit": Case(
        "@kernel\ndef takes(n: i32):\n    pass\ntakes[1, 1](2**40)  # here\n", "2**40", "1099511627776"
    ),
    "buffer of another device": Case(
        "from periclase.runtime.device import Device\nfrom periclase.runtime.backends.cpu.backend import create_backend\n"
        "other = Device(create_backend()).zeros(4, np.float32)\n"
        "good[1, 4](1.0, other, floats(4))  # here\n",
        "floats(4)",
        "another device",
    ),
    "unknown device": Case("open_device('gpuu')  # here\n", "open_device('gpuu')", "no device"),
    "block too large": Case(
        "good[1, 1025](1.0, floats(4), floats(4))  # here\n",
        "good[1, 1025](1.0, floats(4), floats(4))",
        "1025 threads",
    ),
    "no threads": Case(
        "good[1, 0](1.0, floats(4), floats(4))  # here\n",
        "good[1, 0](1.0, floats(4), floats(4))",
        "0 threads",
    ),
    "launch without a block": Case("good[4](1.0, floats(4), floats(4))  # here\n", "good[4]", "grid"),
    "shared memory over the limit, asked for by the launch": Case(
        "y = floats(4)\ngood[1, 4, 1 << 20](1.0, floats(4), y)  # here\ny.numpy()\n",
        "good[1, 4, 1 << 20](1.0, floats(4), y)",
        "1048576 bytes",
    ),
    "shared memory over the limit, in the kernel": Case(
        "@kernel\ndef bad(y: MutSlice[f32]):\n    tile = shared_array((128, 128), f32)  # here\n"
        "    tile[0, 0] = y[0]\n    y[0] = tile[0, 0]\n" + COMPILE,
        "shared_array((128, 128), f32)",
        "65536 bytes",
    ),
    "unknown target": Case("good.ptx(arch='sm_9o')  # here\n", "good.ptx(arch='sm_9o')", "no target 'sm_9o'"),
    "target that is too old": Case(
        "good.ptx(arch='sm_35')  # here\n", "good.ptx(arch='sm_35')", "no target 'sm_35'"
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_it_is_told_where_and_what_to_do(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = HEADER + case.text
    path = tmp_path / "program.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location("program_with_an_error", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    with pytest.raises(DiagnosticError) as caught:
        spec.loader.exec_module(module)
    rendered = str(caught.value)
    (wrong,) = (number for number, line in enumerate(text.splitlines(), 1) if line.endswith("# here"))
    line = text.splitlines()[wrong - 1]
    assert re.match(r"error\[PC\d{4}\]: ", rendered), rendered
    first_line, place, _, source, caret, *rest = rendered.splitlines()
    assert case.cause in first_line, rendered
    column = line.index(case.underlined)
    assert place.strip() == f"--> {path}:{wrong}:{column + 1}", rendered
    assert source.partition("| ")[2] == line, rendered
    carets = caret.partition("| ")[2]
    assert carets.startswith(" " * column + "^"), rendered
    assert carets.strip() in "^" * len(case.underlined), rendered
    assert any(note.lstrip().startswith("= help: ") for note in rest), rendered
