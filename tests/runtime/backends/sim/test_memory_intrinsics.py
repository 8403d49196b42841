"""Every intrinsic about memory, in each of its forms, is something that the simulator executes, or says that it does not."""

from __future__ import annotations

import pytest
from xdsl.parser import Parser

from periclase.codegen.intrinsic_check import lowest_target
from periclase.codegen.llvm_ir import print_module
from periclase.codegen.ptx import emit_ptx
from periclase.codegen.targets import GpuTarget, resolve_target
from periclase.diagnostics import CompileError
from periclase.intrinsics.forms import Form, forms
from periclase.intrinsics.sample_kernels import has_sample, sample_module
from periclase.intrinsics.table import INTRINSICS
from periclase.ir.registry import shared_context
from periclase.passes.convert_mir_to_llvm import ConvertMirToLLVM
from periclase.passes.convert_nvvm_to_llvm import lower_nvvm
from periclase.passes.rewrite_intrinsic_stubs import rewrite_intrinsic_stubs
from periclase.runtime.backends.sim.machine.program import Program
from periclase.runtime.backends.sim.ptx.parser import parse

FAMILIES = ("memory", "bulk", "barriers", "sync", "vectors", "atomics")
IM2COL = "im2col"
"""In the names of those that take tensor maps of columns, which nothing on the host makes."""


def samples(family: str) -> dict[GpuTarget, list[Form]]:
    """The forms of a family by the lowest target of each; of those that differ only in the type of elements, the widest."""
    found: dict[tuple[str, ...], Form] = {}
    for row in INTRINSICS.values():
        if row.family == family:
            for form in forms(row):
                if has_sample(form):
                    words = tuple(sorted(form.immediates.items()))
                    kind = form.type if row.name.startswith("atomic") else ""
                    found[row.name, str(kind), str(words)] = form
    groups: dict[GpuTarget, list[Form]] = {}
    for form in found.values():
        groups.setdefault(lowest_target(form.requirement), []).append(form)
    return groups


def ptx(these: list[Form], target: GpuTarget) -> str:
    context = shared_context()
    module = Parser(context, sample_module(these)).parse_module()
    rewrite_intrinsic_stubs(module, context)
    resolve_target(target, module)
    ConvertMirToLLVM().apply(context, module)
    lower_nvvm(module)
    return emit_ptx(print_module(module, target="nvptx64"), target, level=1)


@pytest.mark.parametrize("family", FAMILIES)
def test_each_form_is_known(family: str) -> None:
    refused: dict[str, str] = {}
    known: list[str] = []
    for target, these in samples(family).items():
        module = parse(ptx(these, target))
        for name, function in module.functions.items():
            if function.entry:
                try:
                    Program(module, name)
                except CompileError as error:
                    refused[name] = str(error)
                else:
                    known.append(name)
    assert known
    assert not {name: words for name, words in refused.items() if IM2COL not in name}
    assert all("another kind than `tensor_map` makes" in words for words in refused.values())
