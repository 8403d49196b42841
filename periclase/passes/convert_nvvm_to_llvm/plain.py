"""Special registers, operations made from rows, packed integers, PTX text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, i1, i32
from xdsl.ir import Attribute, SSAValue

from periclase.dialects import llvm
from periclase.dialects.llvm.types import LLVMStructType
from periclase.dialects.nvvm.attributes import DotAccumulateTypeAttr
from periclase.dialects.nvvm.base import LLVM_TYPES, struct_of
from periclase.dialects.nvvm.packed import DotAccumulate2WayOp, DotAccumulate4WayOp, PrmtOp, RcpApproxFtzF32Op
from periclase.dialects.nvvm.plain import PlainOp
from periclase.dialects.nvvm.ptx import InlinePtxOp
from periclase.dialects.nvvm.sreg import ReadSpecialRegisterOp
from periclase.intrinsics.forms import Form
from periclase.intrinsics.model import Effect
from periclase.passes.convert_nvvm_to_llvm.emitter import Emitter, constraint_of, lowers


def special_register(op: ReadSpecialRegisterOp, emit: Emitter) -> SSAValue:
    """The read of a special register, by LLVM's intrinsic, or by its PTX text where LLVM has none."""
    intrinsic = op.INTRINSIC.llvm
    if intrinsic is None:
        assert op.INTRINSIC.ptx is not None
        text = emit.assembly(op.INTRINSIC.ptx, (), op.results[0].type, memory=False, convergent=False)
        assert text is not None
        return text
    call = llvm.CallIntrinsicOp.make(intrinsic, (), op.results[0].type, location=emit.location)
    if (range := op.properties.get("range")) is not None:
        call.properties["res_attrs"] = ArrayAttr((DictionaryAttr({"llvm.range": range}),))
    return emit.insert(call)


def plain(op: PlainOp, emit: Emitter) -> SSAValue | None:
    """An operation made from a row: its LLVM intrinsic, else its PTX text."""
    result = op.results[0].type if op.results else None
    return of_row(op.form(), op.operands, op.spaces(), result, emit)


def of_row(
    form: Form,
    operands: Sequence[SSAValue],
    spaces: Mapping[str, str],
    result: Attribute | None,
    emit: Emitter,
) -> SSAValue | None:
    """The instruction of a form on the registers of its row: its LLVM intrinsic, else its PTX text."""
    row = form.row
    if row.llvm is not None:
        call = form.intrinsic(spaces)
        if call.operands is not None:
            operands = [
                operands[number] if number >= 0 else emit.constant(~number) for number in call.operands
            ]
        if result is None:
            emit.perform(call.name, *operands)
            return None
        if call.fields:
            fields = struct_of(*(LLVM_TYPES[name] for name in call.fields))
            return emit.field(emit.call(call.name, operands, fields), call.field)
        return emit.call(call.name, operands, result)
    return emit.assembly(
        form.text(spaces),
        operands,
        result,
        memory=row.effect is not Effect.PURE,
        convergent=row.convergent,
        tied=form.position(row.tied) if row.tied else None,
    )


@lowers(RcpApproxFtzF32Op)
def _rcp(op: RcpApproxFtzF32Op, emit: Emitter) -> SSAValue:
    return emit.call("llvm.nvvm.rcp.approx.ftz.f", op.operands, op.res.type)


def _signs(a: DotAccumulateTypeAttr, b: DotAccumulateTypeAttr) -> str:
    return f"{a.data.value[0]}.{b.data.value[0]}"


@lowers(DotAccumulate4WayOp)
def _dp4a(op: DotAccumulate4WayOp, emit: Emitter) -> SSAValue:
    a, b = emit.bits(op.a, i32), emit.bits(op.b, i32)
    return emit.call(f"llvm.nvvm.idp4a.{_signs(op.a_type, op.b_type)}", (a, b, op.c), i32)


@lowers(DotAccumulate2WayOp)
def _dp2a(op: DotAccumulate2WayOp, emit: Emitter) -> SSAValue:
    a, b = emit.bits(op.a, i32), emit.bits(op.b, i32)
    high = emit.constant(-1 if op.b_hi.value.data else 0, i1)
    return emit.call(f"llvm.nvvm.idp2a.{_signs(op.a_type, op.b_type)}", (a, b, high, op.c), i32)


@lowers(PrmtOp)
def _prmt(op: PrmtOp, emit: Emitter) -> SSAValue:
    mode = op.mode.data.value
    return emit.call("llvm.nvvm.prmt" + ("" if mode == "default" else f".{mode}"), op.operands, i32)


@lowers(InlinePtxOp)
def _inline_ptx(op: InlinePtxOp, emit: Emitter) -> Sequence[SSAValue]:
    text = op.positional_text()
    types = [result.type for result in op.results]
    values = (*op.read_only_args, *((op.predicate,) if op.predicate is not None else ()))
    try:
        constraints = ["=" + constraint_of(type) for type in types] + [
            constraint_of(value.type) for value in values
        ]
    except TypeError as error:
        raise emit.fail(
            f"inline PTX: {error}", help="pass integers of 16, 32 or 64 bits, floats, or pointers"
        ) from None
    if op.predicate is not None:
        guard = len(types) + len(op.read_only_args)
        text = f"{{ @!${guard} bra skip; {text} skip: }}"
    result = None if not types else types[0] if len(types) == 1 else LLVMStructType.from_type_list(types)
    made = emit.builder.insert(
        llvm.InlineAsmOp.make(
            text,
            ",".join((*constraints, "~{memory}")),
            values,
            result,
            side_effects=True,
            convergent=True,
            location=emit.location,
        )
    )
    if len(types) <= 1:
        return made.results
    return [emit.field(made.results[0], index) for index in range(len(types))]
