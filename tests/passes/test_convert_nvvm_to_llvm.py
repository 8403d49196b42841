"""Every row of the table: the assembler takes its PTX for the lowest target that the row claims, and we refuse it one below."""

from __future__ import annotations

import pytest
from intrinsic_variants import Variant, lowered, module_of, variants
from xdsl.context import Context
from xdsl.parser import Parser

from periclase.codegen.assembler import assemble, find_tool
from periclase.codegen.llvm_ir import print_module
from periclase.codegen.ptx import emit_ptx
from periclase.codegen.targets import GpuTarget, known_targets, module_needs, parse_target, resolve_target
from periclase.diagnostics import CompileError
from periclase.dialects.nvvm import OPERATIONS
from periclase.intrinsics.model import Intrinsic
from periclase.intrinsics.table import INTRINSICS
from periclase.ir.registry import register_dialects
from periclase.passes.convert_nvvm_to_llvm import lower_nvvm, lowering_of

ROWS = [
    row for row in INTRINSICS.values() if row.template is not None and row.expansion is None and not row.plain
]
"""The rows whose operations are written by hand; `periclase intrinsics --check` is the proof of the others."""

needs_assembler = pytest.mark.skipif(
    find_tool("ptxas") is None, reason="no ptxas: the 'ptx' extra is not installed"
)


def lowest(sm: int) -> str:
    """The lowest target from `sm` on."""
    return next(name for name in known_targets() if parse_target(name).sm >= sm)


def by_target(row: Intrinsic) -> dict[str, list[Variant]]:
    """The forms of a row by the lowest target that has them."""
    groups: dict[str, list[Variant]] = {}
    for form in variants(row):
        groups.setdefault(lowest(form.requirement.sm), []).append(form)
    return groups


# ptxas 13.0 itself crashes for sm_80 if the state does not come from an arrival in the same function, as it does below.
CASES = [(row, target) for row in ROWS for target in by_target(row) if row.name != "mbarrier_test_wait"]


def ptx_of(forms: list[Variant], target: str) -> str:
    module = module_of(forms)
    resolved = resolve_target(target, module)
    return emit_ptx(print_module(lowered(module), target="nvptx64"), resolved, level=0)


@needs_assembler
@pytest.mark.parametrize(("row", "target"), CASES, ids=lambda value: getattr(value, "name", value))
def test_the_assembler_takes_it_for_the_lowest_target(row: Intrinsic, target: str) -> None:
    ptx = ptx_of(by_target(row)[target], target)
    stem = (row.ptx or "").split(" ")[0].rstrip(";").split(".")[0]
    assert stem in ptx, f"{row.ptx} is not in\n{ptx}"
    assert assemble(ptx, target, assembler="ptxas")


@pytest.mark.parametrize(
    "row",
    [row for row in ROWS if any(form.requirement.sm > 75 for form in variants(row))],
    ids=lambda row: row.name,
)
def test_it_is_refused_one_target_below(row: Intrinsic) -> None:
    for form in variants(row):
        below = [name for name in known_targets() if parse_target(name).sm < form.requirement.sm]
        if not below:
            continue
        module = module_of([form])
        with pytest.raises(CompileError) as caught:
            resolve_target(below[-1], module)
        assert caught.value.diagnostic.code == "PC0502"
        assert f"sm_{form.requirement.sm}" in caught.value.diagnostic.message


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_the_operation_asks_for_what_the_row_claims(row: Intrinsic) -> None:
    for form in variants(row):
        ((op,),) = [[op for op in module_of([form]).walk() if op.name.startswith("nvvm.")]]
        assert (op.min_sm(), op.min_ptx()) == (form.requirement.sm, form.requirement.ptx), str(form)  # pyright: ignore


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_has_a_lowering(name: str) -> None:
    assert lowering_of(OPERATIONS[name]) is not None


# What is not one operation of a row.

HAND_WRITTEN = {
    "sm_75": """
      %a = nvvm.dot.accumulate.4way %v4 <signed>, %v4 <unsigned>, %n : vector<4xi8>, vector<4xi8>
      %b = nvvm.dot.accumulate.2way %v2 <signed>, %v4 <signed>, %a {b_hi = true} : vector<2xi16>, vector<4xi8>
      %c = nvvm.dot.accumulate.2way %v2 <unsigned>, %v4 <signed>, %b : vector<2xi16>, vector<4xi8>
      llvm.store volatile %c, %g : i32, !llvm.ptr<1>
      %s0 = nvvm.shfl.sync down %n, %f, %n, %n {return_value_and_is_valid} : f32 -> !llvm.struct<(f32, i1)>
      %s1 = nvvm.shfl.sync down %n, %d, %n, %n {return_value_and_is_valid} : f64 -> !llvm.struct<(f64, i1)>
      %v0 = llvm.extractvalue %s0[0] : !llvm.struct<(f32, i1)>
      llvm.store volatile %v0, %g : f32, !llvm.ptr<1>
      %v1 = llvm.extractvalue %s1[1] : !llvm.struct<(f64, i1)>
      llvm.store volatile %v1, %g : i1, !llvm.ptr<1>
      %p0 = nvvm.printf "%d %f %s %lld\\n" %n, %d, %q, %l : i32, f64, !llvm.ptr, i64 -> i32
      %p1 = nvvm.printf "plain\\n" -> i32
      nvvm.assertfail "i < n", "kernel.py", 12, "saxpy"
      nvvm.memory.barrier <cta>
      nvvm.fence.proxy {kind = #nvvm.proxy_kind<alias>}
      nvvm.pmevent mask = 40000
      nvvm.inline_ptx "membar.gl;"
      %x0 = nvvm.inline_ptx "add.u32 $0, $1, $2;" ro(%n, %n : i32, i32) -> i32
      nvvm.inline_ptx "st.global.u32 [{$ro0}], {$ro1};" ro(%g, %n : !llvm.ptr<1>, i32), predicate = %p
      nvvm.inline_ptx "st.global.u32 [{$ro0}], {$ro1};" ro(%g, %n : !llvm.ptr<1>, i32), predicate = %p
      %x1, %x2 = nvvm.inline_ptx "mov.b64 {$0, $1}, $2;" ro(%l : i64) -> i32, i32
      llvm.store volatile %x2, %g : i32, !llvm.ptr<1>
      %x3 = nvvm.inline_ptx "not.pred $0, $1;" ro(%p : i1) -> i1
      llvm.store volatile %x3, %g : i1, !llvm.ptr<1>
      nvvm.barrier id = %n
      %r = nvvm.barrier id = %n number_of_threads = %n, #nvvm.reduction<popc> %n -> i32
      nvvm.barrier.arrive number_of_threads = %n
      nvvm.exit
    """,
    "sm_80": """
      %t0 = nvvm.mbarrier.arrive %s : !llvm.ptr<3> -> i64
      %t1 = nvvm.mbarrier.test.wait %s, %t0 : !llvm.ptr<3>, i64 -> i1
      llvm.store volatile %t1, %g : i1, !llvm.ptr<1>
      %t2 = nvvm.mbarrier.arrive %q : !llvm.ptr -> i64
      %t3 = nvvm.mbarrier.test.wait %q, %t2 : !llvm.ptr, i64 -> i1
      llvm.store volatile %t3, %g : i1, !llvm.ptr<1>
    """,
    "sm_90": """
      nvvm.memory.barrier <cluster>
      nvvm.fence.sc.cluster
      nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
      nvvm.fence.proxy {kind = #nvvm.proxy_kind<async>}
      nvvm.cluster.arrive
      nvvm.cluster.arrive.relaxed
      nvvm.cluster.wait
      %e = nvvm.elect.sync -> i1
      llvm.store volatile %e, %g : i1, !llvm.ptr<1>
      nvvm.cp.async.shared.global %s, %g, 4, cache = ca, %n : !llvm.ptr<3>, !llvm.ptr<1>, i32
      nvvm.cp.async.mbarrier.arrive %s {noinc = true} : !llvm.ptr<3>
      nvvm.mbarrier.try_wait.parity %s, %n, %n : !llvm.ptr<3>, i32, i32
      nvvm.mbarrier.try_wait.parity %q, %n, %n : !llvm.ptr, i32, i32
      nvvm.mbarrier.try_wait.parity %s, %n, %n : !llvm.ptr<3>, i32, i32
    """,
    "sm_100a": """
      %r0 = nvvm.redux.sync fmin %f, %n {abs = true, nan = true} : f32 -> f32
      %r1 = nvvm.redux.sync fmax %r0, %n : f32 -> f32
      llvm.store volatile %r1, %g : f32, !llvm.ptr<1>
    """,
}


@needs_assembler
@pytest.mark.parametrize("target", HAND_WRITTEN)
def test_the_assembler_takes_what_is_no_row(target: str) -> None:
    ctx = Context()
    register_dialects(ctx)
    text = f"""
    llvm.func @k(%n: i32, %p: i1, %f: f32, %d: f64, %l: i64, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %q: !llvm.ptr,
                 %v4: vector<4xi8>, %v2: vector<2xi16>) attributes {{nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>}} {{
      {HAND_WRITTEN[target]}
      llvm.return
    }}
    """
    module = Parser(ctx, text).parse_module()
    resolved = resolve_target(target, module)
    assert isinstance(resolved, GpuTarget)
    ptx = emit_ptx(print_module(lowered(module), target="nvptx64"), resolved)
    assert ".maxntid 256" in ptx
    assert assemble(ptx, target, assembler="ptxas")


def test_a_text_is_one_global() -> None:
    ctx = Context()
    register_dialects(ctx)
    text = """
    llvm.func @a() {
      %0 = nvvm.printf "same" -> i32
      %1 = nvvm.printf "same" -> i32
      %2 = nvvm.printf "other" -> i32
      llvm.return
    }
    """
    module = Parser(ctx, text).parse_module()
    lower_nvvm(module)
    module.verify()
    names = [op.name for op in module.body.block.ops]
    assert names.count("llvm.mlir.global") == 2
    assert names.count("llvm.func") == 2


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_what_llvm_could_not_select_is_known_from_the_lowered_module_too(row: Intrinsic) -> None:
    """PTX text may ask for too much: the assembler says so. An intrinsic may not: LLVM would end the process."""
    for form in variants(row):
        module = module_of([form])
        lower_nvvm(module)
        if any(op.name == "llvm.inline_asm" for op in module.walk()):
            continue
        needs = module_needs(module)
        assert needs.sm >= form.requirement.sm or form.requirement.sm <= 75, str(form)
        assert needs.ptx >= form.requirement.ptx or form.requirement.ptx <= 63, str(form)
