"""What the compiler emits for each row of the intrinsic table that is of whole warps: the simulator has it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from xdsl.parser import Parser

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


def few_forms(family: str) -> Iterator[Form]:
    """The first and the last form of each row."""
    for row in INTRINSICS.values():
        if row.family == family:
            every = list(forms(row))
            yield from every[:1] + every[1:][-1:]


def emitted(some: list[Form], target: GpuTarget) -> str:
    context = shared_context()
    module = Parser(context, sample_module(some)).parse_module()
    rewrite_intrinsic_stubs(module, context)
    resolve_target(target, module)
    ConvertMirToLLVM().apply(context, module)
    lower_nvvm(module)
    return emit_ptx(print_module(module, target="nvptx64"), target, level=1)


@pytest.mark.parametrize("family", ["warp", "matrix", "wgmma", "clusters"])
def test_each_row_can_be_run(family: str):
    by_target: dict[GpuTarget, list[Form]] = {}
    for form in few_forms(family):
        by_target.setdefault(lowest_target(form.requirement), []).append(form)
    assert by_target
    for target, some in by_target.items():
        module = parse(emitted(some, target))
        for form in some:
            assert Program(module, form.label).kernel.function.body


def test_tensor_memory_is_refused():
    """The simulator says that it has none, and does not guess."""
    form = next(form for form in few_forms("tcgen05") if form.row.name == "tcgen05_mma")
    module = parse(emitted([form], lowest_target(form.requirement)))
    with pytest.raises(CompileError, match="tensor memory"):
        Program(module, form.label)
