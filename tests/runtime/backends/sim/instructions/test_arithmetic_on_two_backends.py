"""The rows of the intrinsic table that compute: the simulator has each form, and leaves the bits that the CPU backend leaves.

The two share nothing behind the import of the kernel.
"""

from __future__ import annotations

import importlib
import importlib.util
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ptx_runs import program, run
from ptx_values import floats, integers
from xdsl.parser import Parser

from periclase import open_device
from periclase.codegen.intrinsic_check import lowest_target
from periclase.codegen.llvm_ir import print_module
from periclase.codegen.ptx import emit_ptx
from periclase.codegen.targets import GpuTarget, resolve_target
from periclase.diagnostics import CompileError
from periclase.intrinsics.forms import Form, forms
from periclase.intrinsics.sample_kernels import sample_module
from periclase.intrinsics.table import INTRINSICS
from periclase.ir.registry import shared_context
from periclase.passes.convert_mir_to_llvm import ConvertMirToLLVM
from periclase.passes.convert_nvvm_to_llvm import lower_nvvm
from periclase.passes.rewrite_intrinsic_stubs import rewrite_intrinsic_stubs
from periclase.runtime.backends.sim.machine.program import Program
from periclase.runtime.backends.sim.ptx.parser import parse

Array = np.ndarray[Any, Any]

FAMILIES = ("packed", "halves", "conversions", "rounding")
THREADS = 256
DTYPES = {
    "u16": "u2",
    "u32": "u4",
    "i32": "i4",
    "i64": "i8",
    "u64": "u8",
    "f16": "f2",
    "f32": "f4",
    "f64": "f8",
    "bf16": "u2",
}


def forms_of(family: str) -> Iterator[Form]:
    for row in INTRINSICS.values():
        if row.family == family:
            yield from forms(row)


def emitted(some: list[Form], target: GpuTarget) -> str:
    context = shared_context()
    module = Parser(context, sample_module(some)).parse_module()
    rewrite_intrinsic_stubs(module, context)
    resolve_target(target, module)
    ConvertMirToLLVM().apply(context, module)
    lower_nvvm(module)
    return emit_ptx(print_module(module, target="nvptx64"), target, level=1)


@pytest.mark.parametrize("family", FAMILIES)
def test_each_form_is_known(family: str) -> None:
    by_target: dict[GpuTarget, list[Form]] = {}
    for form in forms_of(family):
        by_target.setdefault(lowest_target(form.requirement), []).append(form)
    assert by_target
    for target, some in by_target.items():
        module = parse(emitted(some, target))
        for form in some:
            if form.row.name.endswith("_rs"):  # by random bits: which of them decide how is written nowhere
                with pytest.raises(CompileError, match="the simulator can not run"):
                    Program(module, form.label)
            else:
                assert Program(module, form.label).kernel.function.body


def operand(kind: str, row: str, seed: int) -> Array:
    """Numbers of the format that the operand is of, though its type be that of its bits."""
    if kind == "f32":
        return np.array(floats(seed, 8, 23, THREADS), np.uint32).view(np.float32)
    if kind == "f16":
        return np.array(floats(seed, 5, 10, THREADS), np.uint16).view(np.float16)
    if kind == "bf16":
        return np.array(floats(seed, 8, 7, THREADS), np.uint16)
    if kind == "u32" and "16x2" in row:
        words = floats(seed, 8, 7, 2 * THREADS) if "bf16x2" in row else floats(seed, 5, 10, 2 * THREADS)
        return np.array(words, np.uint16).view(np.uint32)
    dtype = np.dtype(DTYPES[kind])
    return np.array(integers(seed, 8 * dtype.itemsize, THREADS), f"u{dtype.itemsize}").view(dtype)


def with_one_nan(values: Array, form: Form) -> Array:
    """The bits, with every NaN as the same: which one an operation gives is the processor's choice."""
    (result,) = form.results()
    made = form.row.name.removeprefix("cvt_").split("_f8x2")[0]
    if result in ("f32", "f64", "f16"):
        return np.where(np.isnan(values), values.dtype.type(np.nan), values).view(f"u{values.itemsize}")
    if result == "u32" and "16x2" in made and not made.startswith("f8x2"):
        halves = values.view(np.uint16)
        infinity = 0x7F80 if "bf16x2" in made else 0x7C00
        return np.where(halves & 0x7FFF > infinity, np.uint16(0x7FFF), halves).view(np.uint32)
    return values.view(f"u{values.itemsize}")


def has_meaning(form: Form) -> bool:
    """Whether the CPU runs a device function in place of this form."""
    module, _, name = form.words(form.row.cpu, {}).partition(":")
    return hasattr(importlib.import_module(module), name)


COMPUTED = [
    row.name
    for row in INTRINSICS.values()
    if row.family in FAMILIES and row.cpu and "bf16" not in row.name[:4]
]


@pytest.mark.parametrize("name", COMPUTED)
def test_both_leave_the_same_bits(tmp_path: Path, name: str) -> None:
    some = [form for form in forms(INTRINSICS[name]) if form.type != "bf16" and has_meaning(form)]
    some = [*some[:1], *some[1:][-1:]]
    assert some
    lines = [
        "from periclase import MutSlice, Slice, f16, f32, f64, kernel, u16, u32",
        "from periclase.gpu import *",
    ]
    for number, form in enumerate(some):
        kinds = [str(x.parameter.type if x.parameter.type != "T" else form.type) for x in form.operands()]
        (result,) = form.results()
        words = [
            f"{key}={word.capitalize() if word in ('true', 'false') else repr(word)}"
            for key, word in form.immediates.items()
        ]
        given = ", ".join([*(f"x{i}[i]" for i in range(len(kinds))), *words])
        parameters = ", ".join(
            [f"y: MutSlice[{result}]", *(f"x{i}: Slice[{kind}]" for i, kind in enumerate(kinds))]
        )
        lines += [
            "@kernel",
            f"def k{number}({parameters}):",
            "    i = thread_idx_x()",
            f"    y[i] = {name}({given})",
        ]
    path = tmp_path / "kernels_of_forms.py"
    path.write_text("\n".join(lines))
    spec = importlib.util.spec_from_file_location("kernels_of_forms", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    device = open_device("cpu")
    for number, form in enumerate(some):
        kernel = getattr(module, f"k{number}")
        kinds = [str(x.parameter.type if x.parameter.type != "T" else form.type) for x in form.operands()]
        (result,) = form.results()
        arrays = [
            np.zeros(THREADS, DTYPES[result]),
            *(operand(kind, name, 7 + i) for i, kind in enumerate(kinds)),
        ]
        buffers = [device.array(array) for array in arrays]
        kernel[1, THREADS](*buffers)
        found = [array.copy() for array in arrays]
        arguments = itertools.chain.from_iterable((array, np.uint64(len(array))) for array in found)
        run(program(kernel.ptx(arch=str(lowest_target(form.requirement)))), *arguments, block=THREADS)
        ours, theirs = (with_one_nan(x, form) for x in (found[0], buffers[0].numpy()))
        different = np.flatnonzero(ours != theirs)
        shown = [
            [hex(x.view(f"u{x.itemsize}")[i]) for x in (*arrays[1:], ours, theirs)] for i in different[:6]
        ]
        assert not len(different), (form.label, shown)
