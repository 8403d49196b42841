"""Operations with a form of their own in LLVM IR → the text of the instruction, without its result and debug location.

One function a kind of operation, found by the op's class. Intrinsics are in `calls`, constants in `values`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, cast

from xdsl.dialects.builtin import I32, DenseArrayBase, IntegerAttr, StringAttr
from xdsl.ir import Operation, SSAValue

from periclase.codegen.llvm_ir.attributes import fast_math_text
from periclase.codegen.llvm_ir.errors import refuse
from periclase.codegen.llvm_ir.names import quoted
from periclase.dialects import llvm
from periclase.dialects.llvm.flags import FCMP_PREDICATES, ICMP_PREDICATES, OverflowAttr, OverflowFlag
from periclase.dialects.llvm.loops import LoopAnnotationAttr

if TYPE_CHECKING:
    from periclase.codegen.llvm_ir.functions import FunctionPrinter

Handler: TypeAlias = "Callable[[FunctionPrinter, Operation], str]"

_ORDERINGS = {int(ordering): ordering.name for ordering in llvm.AtomicOrdering}
_RMW = {int(op): op.name.lstrip("_") for op in llvm.AtomicBinOp}
_OVERFLOW = ("", "nsw ", "nuw ", "nuw nsw ")


def number(op: Operation, name: str, default: int = 0) -> int:
    """The value of an integer property, `default` if it is absent."""
    value = cast("IntegerAttr | None", op.properties.get(name))
    return default if value is None else value.value.data


def operands_of(op: Operation) -> tuple[SSAValue, ...]:
    """The operands as the tuple they are stored in; the public view costs a microsecond to make and one to walk."""
    return op._operands  # pyright: ignore[reportPrivateUsage]


def _binary(opcode: str) -> Handler:
    def text(p: FunctionPrinter, op: Operation) -> str:
        lhs, rhs = operands_of(op)
        return f"{opcode} {p.type(lhs.type)} {p.value(lhs)}, {p.value(rhs)}"

    return text


def _wrapping(opcode: str) -> Handler:
    def text(p: FunctionPrinter, op: Operation) -> str:
        lhs, rhs = operands_of(op)
        return f"{opcode} {_OVERFLOW[number(op, 'overflowFlags')]}{p.type(lhs.type)} {p.value(lhs)}, {p.value(rhs)}"

    return text


def _flagged(opcode: str, name: str, keyword: str) -> Handler:
    def text(p: FunctionPrinter, op: Operation) -> str:
        lhs, rhs = operands_of(op)
        flag = keyword if name in op.properties else ""
        return f"{opcode} {flag}{p.type(lhs.type)} {p.value(lhs)}, {p.value(rhs)}"

    return text


def _float_binary(opcode: str) -> Handler:
    def text(p: FunctionPrinter, op: Operation) -> str:
        lhs, rhs = operands_of(op)
        return f"{opcode} {fast_math_text(op)}{p.type(lhs.type)} {p.value(lhs)}, {p.value(rhs)}"

    return text


def _fneg(p: FunctionPrinter, op: Operation) -> str:
    return f"fneg {fast_math_text(op)}{p.typed(operands_of(op)[0])}"


def _icmp(p: FunctionPrinter, op: Operation) -> str:
    lhs, rhs = operands_of(op)
    return (
        f"icmp {ICMP_PREDICATES[number(op, 'predicate')]} {p.type(lhs.type)} {p.value(lhs)}, {p.value(rhs)}"
    )


def _fcmp(p: FunctionPrinter, op: Operation) -> str:
    lhs, rhs = operands_of(op)
    predicate = FCMP_PREDICATES[number(op, "predicate")].lstrip("_")
    return f"fcmp {fast_math_text(op)}{predicate} {p.type(lhs.type)} {p.value(lhs)}, {p.value(rhs)}"


def _select(p: FunctionPrinter, op: Operation) -> str:
    return f"select {fast_math_text(op)}{', '.join(map(p.typed, operands_of(op)))}"


def _cast(opcode: str, name: str = "", keyword: str = "") -> Handler:
    def text(p: FunctionPrinter, op: Operation) -> str:
        flag = keyword if name and name in op.properties else ""
        return f"{opcode} {flag}{p.typed(operands_of(op)[0])} to {p.type(op.results[0].type)}"

    return text


def _float_cast(opcode: str) -> Handler:
    def text(p: FunctionPrinter, op: Operation) -> str:
        return f"{opcode} {fast_math_text(op)}{p.typed(operands_of(op)[0])} to {p.type(op.results[0].type)}"

    return text


def _trunc(p: FunctionPrinter, op: Operation) -> str:
    flags = op.properties.get("overflowFlags")
    text = ""
    if isinstance(flags, OverflowAttr):
        text += "nuw " if OverflowFlag.NO_UNSIGNED_WRAP in flags.data else ""
        text += "nsw " if OverflowFlag.NO_SIGNED_WRAP in flags.data else ""
    return f"trunc {text}{p.typed(operands_of(op)[0])} to {p.type(op.results[0].type)}"


def _freeze(p: FunctionPrinter, op: Operation) -> str:
    return f"freeze {p.typed(operands_of(op)[0])}"


def _scope(op: Operation) -> str:
    scope = op.properties.get("syncscope")
    return f" syncscope({quoted(scope.data)})" if isinstance(scope, StringAttr) else ""


def _align(op: Operation) -> str:
    alignment = number(op, "alignment")
    return f", align {alignment}" if alignment else ""


def _access_tail(p: FunctionPrinter, op: Operation, ordering: int) -> str:
    text = f"{_scope(op)} {_ORDERINGS[ordering]}{_align(op)}" if ordering else _align(op)
    if "invariant" in op.properties:
        text += f", !invariant.load !{p.module.metadata.node('!{}')}"
    if "nontemporal" in op.properties:
        text += f", !nontemporal !{p.module.metadata.node('!{i32 1}')}"
    return text


def _load(p: FunctionPrinter, op: Operation) -> str:
    ordering = number(op, "ordering")
    lead = ("atomic " if ordering else "") + ("volatile " if "volatile_" in op.properties else "")
    return f"load {lead}{p.type(op.results[0].type)}, {p.typed(operands_of(op)[0])}{_access_tail(p, op, ordering)}"


def _store(p: FunctionPrinter, op: Operation) -> str:
    ordering = number(op, "ordering")
    value, pointer = operands_of(op)
    lead = ("atomic " if ordering else "") + ("volatile " if "volatile_" in op.properties else "")
    return f"store {lead}{p.typed(value)}, {p.typed(pointer)}{_access_tail(p, op, ordering)}"


def _alloca(p: FunctionPrinter, op: Operation) -> str:
    size = operands_of(op)[0]
    count = "" if p.value(size) == "1" else f", {p.typed(size)}"
    result = p.type(op.results[0].type)
    space = f", {result[4:]}" if result != "ptr" else ""
    return f"alloca {p.type(op.properties['elem_type'])}{count}{_align(op)}{space}"


def gep_flags(op: Operation) -> str:
    """The no-wrap flags of an address computation, each with a space behind."""
    flags = number(op, "noWrapFlags")
    return ("inbounds " if flags & 1 else "nusw " if flags & 2 else "") + ("nuw " if flags & 4 else "")


def _getelementptr(p: FunctionPrinter, op: Operation) -> str:
    properties = op.properties
    words = gep_flags(op)
    dynamic = iter(operands_of(op))
    base = p.typed(next(dynamic))
    constants = cast("DenseArrayBase[I32]", properties["rawConstantIndices"])
    indices = [
        p.typed(next(dynamic)) if index == llvm.GEP_DYNAMIC_INDEX else f"i32 {index}"
        for index in constants.get_values()
    ]
    return f"getelementptr {words}{p.type(op.properties['elem_type'])}, {base}, {', '.join(indices)}"


def _atomicrmw(p: FunctionPrinter, op: Operation) -> str:
    volatile = "volatile " if "volatile_" in op.properties else ""
    pointer, value = operands_of(op)
    return (
        f"atomicrmw {volatile}{_RMW[number(op, 'bin_op')]} {p.typed(pointer)}, {p.typed(value)}"
        f"{_scope(op)} {_ORDERINGS[number(op, 'ordering')]}{_align(op)}"
    )


def _cmpxchg(p: FunctionPrinter, op: Operation) -> str:
    lead = ("weak " if "weak" in op.properties else "") + (
        "volatile " if "volatile_" in op.properties else ""
    )
    return (
        f"cmpxchg {lead}{', '.join(map(p.typed, operands_of(op)))}{_scope(op)} "
        f"{_ORDERINGS[number(op, 'success_ordering')]} {_ORDERINGS[number(op, 'failure_ordering')]}{_align(op)}"
    )


def _fence(p: FunctionPrinter, op: Operation) -> str:
    return f"fence{_scope(op)} {_ORDERINGS[number(op, 'ordering')]}"


def _position(op: llvm.ExtractValueOp | llvm.InsertValueOp) -> str:
    return "".join(f", {index}" for index in op.position.iter_values())


def _extractvalue(p: FunctionPrinter, op: Operation) -> str:
    assert isinstance(op, llvm.ExtractValueOp)
    return f"extractvalue {p.typed(operands_of(op)[0])}{_position(op)}"


def _insertvalue(p: FunctionPrinter, op: Operation) -> str:
    assert isinstance(op, llvm.InsertValueOp)
    container, value = operands_of(op)
    return f"insertvalue {p.typed(container)}, {p.typed(value)}{_position(op)}"


def _operands(opcode: str) -> Handler:
    def text(p: FunctionPrinter, op: Operation) -> str:
        return f"{opcode} {', '.join(map(p.typed, operands_of(op)))}"

    return text


def _shufflevector(p: FunctionPrinter, op: Operation) -> str:
    assert isinstance(op, llvm.ShuffleVectorOp)
    mask = list(op.mask.iter_values())
    lanes = ", ".join("i32 poison" if lane == -1 else f"i32 {lane}" for lane in mask)
    return f"shufflevector {', '.join(map(p.typed, operands_of(op)))}, <{len(mask)} x i32> <{lanes}>"


def _return(p: FunctionPrinter, op: Operation) -> str:
    return f"ret {p.typed(operands_of(op)[0])}" if operands_of(op) else "ret void"


def _unreachable(p: FunctionPrinter, op: Operation) -> str:
    return "unreachable"


def loop_text(p: FunctionPrinter, op: Operation) -> str:
    """What a branch says of the loop that it closes, with a comma in front."""
    annotation = op.properties.get("loop_annotation")
    return f", !llvm.loop !{p.module.loop(annotation)}" if isinstance(annotation, LoopAnnotationAttr) else ""


def _br(p: FunctionPrinter, op: Operation) -> str:
    return f"br label %{p.edge(op, 0)}{loop_text(p, op)}"


def _cond_br(p: FunctionPrinter, op: Operation) -> str:
    targets = f"label %{p.edge(op, 0)}, label %{p.edge(op, 1)}"
    return f"br {p.typed(operands_of(op)[0])}, {targets}{loop_text(p, op)}"


def _switch(p: FunctionPrinter, op: Operation) -> str:
    assert isinstance(op, llvm.SwitchOp)
    type = p.type(operands_of(op)[0].type)
    cases = " ".join(
        f"{type} {case}, label %{p.edge(op, index)}" for index, case in enumerate(op.case_numbers(), start=1)
    )
    return f"switch {p.typed(operands_of(op)[0])}, label %{p.edge(op, 0)} [{' ' if cases else ''}{cases} ]"


def _bitcast(p: FunctionPrinter, op: Operation) -> str:
    source, target = p.type(operands_of(op)[0].type), p.type(op.results[0].type)
    if source.startswith("ptr") != target.startswith("ptr"):
        refuse("PC0532", f"'llvm.bitcast' can not convert {source} to {target}", op)
    return f"bitcast {p.typed(operands_of(op)[0])} to {target}"


HANDLERS: dict[type[Operation], Handler] = {
    llvm.AddOp: _wrapping("add"),
    llvm.SubOp: _wrapping("sub"),
    llvm.MulOp: _wrapping("mul"),
    llvm.ShlOp: _wrapping("shl"),
    llvm.UDivOp: _flagged("udiv", "isExact", "exact "),
    llvm.SDivOp: _flagged("sdiv", "isExact", "exact "),
    llvm.LShrOp: _flagged("lshr", "isExact", "exact "),
    llvm.AShrOp: _flagged("ashr", "isExact", "exact "),
    llvm.OrOp: _flagged("or", "isDisjoint", "disjoint "),
    llvm.URemOp: _binary("urem"),
    llvm.SRemOp: _binary("srem"),
    llvm.AndOp: _binary("and"),
    llvm.XOrOp: _binary("xor"),
    llvm.FAddOp: _float_binary("fadd"),
    llvm.FSubOp: _float_binary("fsub"),
    llvm.FMulOp: _float_binary("fmul"),
    llvm.FDivOp: _float_binary("fdiv"),
    llvm.FRemOp: _float_binary("frem"),
    llvm.FNegOp: _fneg,
    llvm.ICmpOp: _icmp,
    llvm.FCmpOp: _fcmp,
    llvm.SelectOp: _select,
    llvm.TruncOp: _trunc,
    llvm.ZExtOp: _cast("zext", "nonNeg", "nneg "),
    llvm.SExtOp: _cast("sext"),
    llvm.BitcastOp: _bitcast,
    llvm.SIToFPOp: _cast("sitofp"),
    llvm.UIToFPOp: _cast("uitofp", "nonNeg", "nneg "),
    llvm.FPToSIOp: _cast("fptosi"),
    llvm.FPToUIOp: _cast("fptoui"),
    llvm.FPExtOp: _float_cast("fpext"),
    llvm.FPTruncOp: _float_cast("fptrunc"),
    llvm.PtrToIntOp: _cast("ptrtoint"),
    llvm.IntToPtrOp: _cast("inttoptr"),
    llvm.AddrSpaceCastOp: _cast("addrspacecast"),
    llvm.FreezeOp: _freeze,
    llvm.LoadOp: _load,
    llvm.StoreOp: _store,
    llvm.AllocaOp: _alloca,
    llvm.GEPOp: _getelementptr,
    llvm.AtomicRMWOp: _atomicrmw,
    llvm.AtomicCmpXchgOp: _cmpxchg,
    llvm.FenceOp: _fence,
    llvm.ExtractValueOp: _extractvalue,
    llvm.InsertValueOp: _insertvalue,
    llvm.ExtractElementOp: _operands("extractelement"),
    llvm.InsertElementOp: _operands("insertelement"),
    llvm.ShuffleVectorOp: _shufflevector,
    llvm.ReturnOp: _return,
    llvm.UnreachableOp: _unreachable,
    llvm.BrOp: _br,
    llvm.CondBrOp: _cond_br,
    llvm.SwitchOp: _switch,
}
"""The instruction of each operation, by its class."""


def attribute_names_allowed(op: Operation) -> frozenset[str]:
    """The discardable attributes that the printer of `op` reads."""
    return _READ_ATTRIBUTES.get(op.__class__, _NOTHING)


_NOTHING: frozenset[str] = frozenset()
_READ_ATTRIBUTES: dict[type[Operation], frozenset[str]] = {
    llvm.InlineAsmOp: frozenset(("convergent",)),
}
