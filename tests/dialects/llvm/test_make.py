"""The fast constructors build what the parser builds, with the location given."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from xdsl.dialects.builtin import FileLineColLoc, IntAttr, StringAttr, VectorType, f32, f64, i1, i8, i32, i64
from xdsl.ir import Attribute, Block, Operation, SSAValue

from periclase.dialects import llvm
from periclase.dialects.llvm import AtomicBinOp, AtomicOrdering, LLVMStructType, fast_math, pointer
from periclase.dialects.llvm.attributes import UNIT

HERE = FileLineColLoc(StringAttr("k.py"), IntAttr(3), IntAttr(5))
PAIR = LLVMStructType.from_type_list((i32, f32))
VECTOR = VectorType(f32, [4])
MASK = VectorType(i1, [4])
Values = tuple[SSAValue, ...]
Builder = Callable[[Values], Operation]

CASES: list[tuple[str, tuple[Attribute, ...], Builder]] = [
    (
        "llvm.add %0, %1 overflow<nsw> : i32",
        (i32, i32),
        lambda v: llvm.AddOp.make(*v, nsw=True, location=HERE),
    ),
    ("llvm.mul %0, %1 : i32", (i32, i32), lambda v: llvm.MulOp.make(*v, location=HERE)),
    ("llvm.sdiv exact %0, %1 : i32", (i32, i32), lambda v: llvm.SDivOp.make(*v, exact=True, location=HERE)),
    ("llvm.or disjoint %0, %1 : i32", (i32, i32), lambda v: llvm.OrOp.make(*v, disjoint=True, location=HERE)),
    ("llvm.xor %0, %1 : i32", (i32, i32), lambda v: llvm.XOrOp.make(*v, location=HERE)),
    ('llvm.icmp "ult" %0, %1 : i32', (i32, i32), lambda v: llvm.ICmpOp.make("ult", *v, location=HERE)),
    (
        'llvm.fcmp "olt" %0, %1 : vector<4xf32>',
        (VECTOR, VECTOR),
        lambda v: llvm.FCmpOp.make("olt", *v, location=HERE),
    ),
    (
        "llvm.fmul %0, %1 {fastmathFlags = #llvm.fastmath<contract>} : f32",
        (f32, f32),
        lambda v: llvm.FMulOp.make(*v, fastmath=fast_math("contract"), location=HERE),
    ),
    ("llvm.fneg %0 : f32", (f32,), lambda v: llvm.FNegOp.make(*v, location=HERE)),
    ("llvm.select %0, %1, %2 : i1, f32", (i1, f32, f32), lambda v: llvm.SelectOp.make(*v, location=HERE)),
    ("llvm.trunc %0 : i64 to i32", (i64,), lambda v: llvm.TruncOp.make(*v, i32, location=HERE)),
    ("llvm.zext nneg %0 : i32 to i64", (i32,), lambda v: llvm.ZExtOp.make(*v, i64, nneg=True, location=HERE)),
    ("llvm.sext %0 : i32 to i64", (i32,), lambda v: llvm.SExtOp.make(*v, i64, location=HERE)),
    ("llvm.bitcast %0 : f32 to i32", (f32,), lambda v: llvm.BitcastOp.make(*v, i32, location=HERE)),
    ("llvm.uitofp %0 : i32 to f32", (i32,), lambda v: llvm.UIToFPOp.make(*v, f32, location=HERE)),
    ("llvm.fpext %0 : f32 to f64", (f32,), lambda v: llvm.FPExtOp.make(*v, f64, location=HERE)),
    (
        "llvm.addrspacecast %0 : !llvm.ptr<3> to !llvm.ptr",
        (pointer(3),),
        lambda v: llvm.AddrSpaceCastOp.make(*v, pointer(), location=HERE),
    ),
    ("llvm.mlir.constant(-1 : i32) : i32", (), lambda v: llvm.ConstantOp.integer(-1, i32, location=HERE)),
    ("llvm.mlir.constant(true) : i1", (), lambda v: llvm.ConstantOp.integer(1, i1, location=HERE)),
    (
        "llvm.mlir.constant(1.500000e+00 : f32) : f32",
        (),
        lambda v: llvm.ConstantOp.floating(1.5, f32, location=HERE),
    ),
    ("llvm.mlir.poison : i32", (), lambda v: llvm.PoisonOp.make(i32, location=HERE)),
    ("llvm.mlir.zero : !llvm.ptr", (), lambda v: llvm.ZeroOp.make(pointer(), location=HERE)),
    ("llvm.mlir.none : !llvm.token", (), lambda v: llvm.NoneTokenOp.make(location=HERE)),
    ("llvm.freeze %0 : i32", (i32,), lambda v: llvm.FreezeOp.make(*v, location=HERE)),
    (
        "llvm.alloca %0 x f32 {alignment = 4 : i64} : (i32) -> !llvm.ptr<5>",
        (i32,),
        lambda v: llvm.AllocaOp.make(*v, f32, alignment=4, address_space=5, location=HERE),
    ),
    (
        'llvm.load volatile %0 atomic syncscope("block") acquire {alignment = 4 : i64} : !llvm.ptr<1> -> i32',
        (pointer(1),),
        lambda v: llvm.LoadOp.make(
            *v,
            i32,
            alignment=4,
            volatile=True,
            ordering=AtomicOrdering.acquire,
            syncscope="block",
            location=HERE,
        ),
    ),
    (
        "llvm.store %0, %1 {alignment = 4 : i64, nontemporal} : i32, !llvm.ptr",
        (i32, pointer()),
        lambda v: llvm.StoreOp.make(*v, alignment=4, nontemporal=True, location=HERE),
    ),
    (
        "llvm.getelementptr inbounds %0[%1, 0] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.struct<(i32, f32)>",
        (pointer(3), i32),
        lambda v: llvm.GEPOp.make(v[0], (v[1], 0), PAIR, inbounds=True, location=HERE),
    ),
    (
        'llvm.atomicrmw fadd %0, %1 syncscope("device") monotonic : !llvm.ptr<1>, f32',
        (pointer(1), f32),
        lambda v: llvm.AtomicRMWOp.make(
            AtomicBinOp.fadd, *v, ordering=AtomicOrdering.monotonic, syncscope="device", location=HERE
        ),
    ),
    (
        "llvm.cmpxchg weak %0, %1, %2 acq_rel monotonic : !llvm.ptr<1>, i32",
        (pointer(1), i32, i32),
        lambda v: llvm.AtomicCmpXchgOp.make(
            *v, success=AtomicOrdering.acq_rel, failure=AtomicOrdering.monotonic, weak=True, location=HERE
        ),
    ),
    (
        'llvm.fence syncscope("block") seq_cst',
        (),
        lambda v: llvm.FenceOp.make(AtomicOrdering.seq_cst, syncscope="block", location=HERE),
    ),
    (
        "llvm.extractvalue %0[1] : !llvm.struct<(i32, f32)>",
        (PAIR,),
        lambda v: llvm.ExtractValueOp.make(*v, (1,), location=HERE),
    ),
    (
        "llvm.insertvalue %1, %0[0] : !llvm.struct<(i32, f32)>",
        (PAIR, i32),
        lambda v: llvm.InsertValueOp.make(*v, (0,), location=HERE),
    ),
    (
        "llvm.extractelement %0[%1 : i32] : vector<4xf32>",
        (VECTOR, i32),
        lambda v: llvm.ExtractElementOp.make(*v, location=HERE),
    ),
    (
        "llvm.insertelement %1, %0[%2 : i32] : vector<4xf32>",
        (VECTOR, f32, i32),
        lambda v: llvm.InsertElementOp.make(*v, location=HERE),
    ),
    (
        "llvm.shufflevector %0, %1 [0, 7] : vector<4xf32>",
        (VECTOR, VECTOR),
        lambda v: llvm.ShuffleVectorOp.make(*v, (0, 7), location=HERE),
    ),
    ("llvm.intr.umax(%0, %1) : (i32, i32) -> i32", (i32, i32), lambda v: llvm.UMaxOp.make(*v, location=HERE)),
    (
        '"llvm.intr.sadd.with.overflow"(%0, %1) : (i32, i32) -> !llvm.struct<(i32, i1)>',
        (i32, i32),
        lambda v: llvm.SAddWithOverflowOp.make(*v, location=HERE),
    ),
    ("llvm.intr.sqrt(%0) : (f32) -> f32", (f32,), lambda v: llvm.FSqrtOp.make(*v, location=HERE)),
    (
        "llvm.intr.fma(%0, %1, %2) : (f32, f32, f32) -> f32",
        (f32, f32, f32),
        lambda v: llvm.FMAOp.make(*v, location=HERE),
    ),
    ("llvm.intr.trap", (), lambda v: llvm.TrapOp.make(location=HERE)),
    (
        "llvm.intr.masked.store %0, %1, %2 {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr",
        (VECTOR, pointer(), MASK),
        lambda v: llvm.MaskedStoreOp.make(*v, alignment=4, location=HERE),
    ),
    (
        "llvm.call %0(%1) {convergent} : !llvm.ptr, (i32) -> i8",
        (pointer(), i32),
        lambda v: llvm.CallOp.make(v[0], v[1:], i8, convergent=True, location=HERE),
    ),
    (
        'llvm.call_intrinsic "llvm.x"(%0) : (i32) -> ()',
        (i32,),
        lambda v: llvm.CallIntrinsicOp.make("llvm.x", v, None, location=HERE),
    ),
    (
        'llvm.inline_asm has_side_effects {convergent} "x $0;", "=r,r" %0 : (i32) -> i32',
        (i32,),
        lambda v: llvm.InlineAsmOp.make(
            "x $0;", "=r,r", v, i32, side_effects=True, convergent=True, location=HERE
        ),
    ),
]


@pytest.mark.parametrize(("text", "types", "build"), CASES, ids=[text.split("%")[0] for text, _, _ in CASES])
def test_make(text: str, types: tuple[Attribute, ...], build: Builder) -> None:
    block = Block(arg_types=types)
    for position, argument in enumerate(block.args):
        argument.name_hint = f"a{position}"
    op = build(tuple(block.args))
    block.add_op(op)
    op.verify()
    assert op.location is HERE
    printed = str(op)
    assert (printed.partition(" = ")[2] if op.results else printed) == re.sub(r"%(\d)", r"%a\1", text)


def test_branches() -> None:
    target, other = Block(arg_types=(i32,)), Block()
    block = Block(arg_types=(i1, i32, i8))
    cond, value, selector = block.args
    branch = llvm.CondBrOp.make(cond, target, (value,), other, (), location=HERE)
    assert list(branch.successor_operands(0)) == [value]
    assert list(branch.successor_operands(1)) == []
    branch.set_successor_operands(1, (value, value))
    branch.set_successor_operands(0, ())
    assert list(branch.successor_operands(0)) == []
    assert list(branch.successor_operands(1)) == [value, value]
    assert list(branch.else_arguments) == [value, value]

    switch = llvm.SwitchOp.make(
        selector, other, (), [(1, target, (value,)), (255, other, ()), (7, target, (value,))], location=HERE
    )
    assert switch.case_numbers() == (1, -1, 7)
    switch.verify_()
    assert [list(switch.successor_operands(index)) for index in range(4)] == [[], [value], [], [value]]
    switch.set_successor_operands(0, (value, value))
    switch.set_successor_operands(1, ())
    assert [len(switch.successor_operands(index)) for index in range(4)] == [2, 0, 0, 1]

    go = llvm.BrOp.make(target, (value,), location=HERE)
    assert list(go.successor_operands(0)) == [value]


def test_constant_conditions_choose_successors() -> None:
    from xdsl.dialects.builtin import IntegerAttr

    target = Block()
    cond, selector = Block(arg_types=(i1, i8)).args
    branch = llvm.CondBrOp.make(cond, target, (), target, (), location=HERE)
    assert branch.successor_for_constant(IntegerAttr(-1, i1)) == 0
    assert branch.successor_for_constant(IntegerAttr(0, i1)) == 1
    switch = llvm.SwitchOp.make(selector, target, (), [(1, target, ()), (255, target, ())], location=HERE)
    assert switch.successor_for_constant(IntegerAttr(-1, i8)) == 2
    assert switch.successor_for_constant(IntegerAttr(1, i8)) == 1
    assert switch.successor_for_constant(IntegerAttr(9, i8)) == 0


def test_function_interface() -> None:
    kernel = llvm.FuncOp.make("k", (i32,), None, None, kernel=True, location=HERE)
    assert kernel.is_entry_point()
    assert kernel.is_declaration()
    assert kernel.inline_policy() == "auto"
    always = llvm.FuncOp.make("a", (), i32, None, properties={"always_inline": UNIT}, location=HERE)
    assert always.inline_policy() == "always"
    assert list(always.result_types_of_function()) == [i32]
    always.set_signature((f32,), ())
    assert list(always.function_type.inputs.data) == [f32]
    assert list(always.result_types_of_function()) == []
    with pytest.raises(ValueError, match="at most one"):
        always.set_signature((), (i32, i32))
