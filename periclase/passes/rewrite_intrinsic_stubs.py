"""rewrite-intrinsic-stubs: calls of intrinsic stubs become nvvm operations; their declarations go.

    mir.func private @__periclase_intrinsic.thread_idx_x() -> ui32
    %t = mir.call @__periclase_intrinsic.thread_idx_x() : () -> ui32

    %0 = nvvm.read.ptx.sreg.tid.x : i32
    %t = builtin.unrealized_conversion_cast %0 : i32 to ui32

The row of the intrinsic table says which operation, with which operands, constants and attributes. nvvm operations work on
LLVM types: casts bridge to those of mir, and go when mir is lowered. Composite intrinsics expand to mir arithmetic around nvvm
operations.
A call may name a function that the CPU calls instead (`cpu = @function`, of `inline_ptx`): for that target it becomes a call of
that.
A call of an unknown intrinsic, or one that does not fit its row, is a diagnostic at its place; all of them are reported.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, cast

from xdsl.context import Context
from xdsl.dialects.builtin import (
    IntegerAttr,
    IntegerType,
    LocationAttr,
    ModuleOp,
    Signedness,
    StringAttr,
    SymbolRefAttr,
    UnrealizedConversionCastOp,
    bf16,
    f16,
    f32,
    f64,
    i1,
    i32,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass

from periclase.diagnostics import CompileError, Diagnostic
from periclase.dialects import llvm, mir
from periclase.dialects.llvm.attributes import pointer
from periclase.dialects.llvm.types import LLVMPointerType
from periclase.dialects.nvvm import operation_named
from periclase.dialects.nvvm.base import LLVM_TYPES, NVVMOp, integer_width, struct_of
from periclase.dialects.nvvm.sreg import SPECIAL_REGISTERS
from periclase.intrinsics.forms import TYPE_PROPERTY, Form, Operand
from periclase.intrinsics.model import (
    MIR_SPELLINGS,
    BySign,
    Intrinsic,
    OperationTemplate,
    Overload,
    Parameter,
    ParameterKind,
)
from periclase.intrinsics.symbols import (
    FALSE,
    TRUE,
    VOID,
    SuffixError,
    is_intrinsic_symbol,
    read_suffixes,
    split_symbol,
)
from periclase.intrinsics.table import INTRINSICS, find_intrinsic
from periclase.ir.builder import OpBuilder
from periclase.ir.cfg import erase_ops
from periclase.ir.locations import span_of
from periclase.record import MutableRecord, Record

CPU_ATTRIBUTE: Final = "cpu"
"""Of a call of a stub: the function that the CPU calls instead."""

_SI64: Final = IntegerType(64, Signedness.SIGNED)
_UI32: Final = IntegerType(32, Signedness.UNSIGNED)

_MIR_TYPES: Final[dict[str, Attribute]] = {
    "i1": i1,
    "f16": f16,
    "bf16": bf16,
    "f32": f32,
    "f64": f64,
    **{f"si{width}": IntegerType(width, Signedness.SIGNED) for width in (8, 16, 32, 64)},
    **{f"ui{width}": IntegerType(width, Signedness.UNSIGNED) for width in (8, 16, 32, 64)},
}
"""The mir types by their spelling in symbols."""

_SPACE_NUMBERS: Final = {"generic": 0, "global": 1, "shared": 3, "constant": 4, "local": 5}


def mir_type(name: str) -> Attribute:
    """The mir type of a row's type name."""
    return _MIR_TYPES[MIR_SPELLINGS[name]]


@lru_cache(maxsize=4096)
def llvm_type(type: Attribute) -> Attribute:
    """The LLVM-level type that an intrinsic gets for a scalar mir type."""
    width = integer_width(type)
    if width is not None and mir.is_int(type):
        return IntegerType(width)
    if isinstance(type, mir.PtrType):
        return pointer(type.space.value)
    return type


class StubError(Exception):
    """A call that does not fit its row; `help` may say what to do."""

    def __init__(self, message: str, help: str | None = None, code: str = "PC0641"):
        super().__init__(message)
        self.help = help
        self.code = code


class StubCall(MutableRecord):
    """A call of a stub, read, and what its replacement is built with.

    Attributes:
        op: the call.
        row, overload: what is called.
        immediates: the immediates by parameter name, as they stand in the symbol.
        operands: the fixed operands by parameter name; `rest` the variadic ones.
    """

    op: mir.CallOp
    row: Intrinsic
    overload: Overload
    immediates: dict[str, str]
    operands: dict[str, SSAValue]
    rest: Sequence[SSAValue]
    builder: OpBuilder

    @property
    def location(self) -> LocationAttr:
        """The place of the call."""
        return self.op.location

    def insert(self, op: Operation) -> SSAValue:
        """Inserts an operation with one result, and gives that."""
        return self.builder.insert(op).results[0]

    def form(self) -> Form:
        """The form of the row that is called."""
        return Form(self.row, self.overload.type, self.immediates)

    def cast(self, value: SSAValue, type: Attribute) -> SSAValue:
        """`value` as the same bits of `type`, across the border of the dialects."""
        if value.type == type:
            return value
        return self.insert(
            UnrealizedConversionCastOp.create(operands=(value,), result_types=(type,), location=self.location)
        )

    def lowered(self, value: SSAValue) -> SSAValue:
        """`value` with its LLVM-level type."""
        return self.cast(value, llvm_type(value.type))

    def constant(self, value: int) -> SSAValue:
        """An i32 constant."""
        signed = value - (1 << 32) if value >= 1 << 31 else value
        return self.insert(llvm.ConstantOp.integer(signed, i32, location=self.location))

    def text(self, name: str) -> str:
        """The text of the parameter `name`: an attribute of the call."""
        attribute = self.op.attributes.get(name)
        if isinstance(attribute, StringAttr):
            return attribute.data
        default = self.row.parameter(name).default
        if isinstance(default, str):
            return default
        raise StubError(
            f"the text '{name}' of '{self.row.name}' is missing: it is a string attribute of the call"
        )

    def read_register(self, register: str) -> SSAValue:
        """A 32-bit special register as `ui32`."""
        return self.cast(self.insert(SPECIAL_REGISTERS[register].make(location=self.location)), _UI32)

    def read_index(self, register: str) -> SSAValue:
        """A 32-bit special register as `si64`."""
        value = self.read_register(register)
        return self.insert(mir.CastOp.make(value, _SI64, "int_to_int", location=self.location))

    def finish(self, *values: SSAValue) -> None:
        """Puts `values`, of the LLVM-level or mir types of the row's results, in place of the call's results."""
        results = self.op.results
        if len(results) == 1 and len(values) != 1:
            self.finish_tuple(values)
        else:
            self._replace([self.cast(v, result.type) for v, result in zip(values, results, strict=True)])

    def finish_tuple(self, values: Sequence[SSAValue]) -> None:
        """Puts the tuple of `values`, of the LLVM-level or mir types of its elements, in place of the call's result."""
        type = self.op.results[0].type
        assert isinstance(type, mir.TupleType)
        fields = [self.cast(value, field) for value, field in zip(values, type.field_types(), strict=True)]
        self._replace([self.insert(mir.ConstructTupleOp.make(fields, type, location=self.location))])

    def _replace(self, new: Sequence[SSAValue]) -> None:
        for old, value in zip(self.op.results, new, strict=True):
            if value.name_hint is None:
                value.name_hint = old.name_hint
            old.replace_all_uses_with(value)


# Composite intrinsics. A family of operations that few kernels have is imported where it is used.

Expansion = Callable[[StubCall], None]


def _global_idx(call: StubCall) -> None:
    axis = call.row.name[-1]
    block, size = call.read_index(f"ctaid.{axis}"), call.read_index(f"ntid.{axis}")
    thread = call.read_index(f"tid.{axis}")
    first = call.insert(mir.MulOp.make(block, size, location=call.location))
    call.finish(call.insert(mir.AddOp.make(first, thread, location=call.location)))


def _grid_size(call: StubCall) -> None:
    axis = call.row.name[-1]
    blocks, size = call.read_index(f"nctaid.{axis}"), call.read_index(f"ntid.{axis}")
    call.finish(call.insert(mir.MulOp.make(blocks, size, location=call.location)))


def _warp_id(call: StubCall) -> None:
    at = call.location
    plane = call.insert(
        mir.MulOp.make(call.read_register("tid.z"), call.read_register("ntid.y"), location=at)
    )
    row = call.insert(mir.AddOp.make(plane, call.read_register("tid.y"), location=at))
    start = call.insert(mir.MulOp.make(row, call.read_register("ntid.x"), location=at))
    linear = call.insert(mir.AddOp.make(start, call.read_register("tid.x"), location=at))
    five = call.insert(mir.ConstantOp.of(5, _UI32, location=at))
    call.finish(call.insert(mir.ShrOp.make(linear, five, location=at)))


def _dot_product(call: StubCall) -> None:
    from periclase.dialects.nvvm.attributes import DotAccumulateType
    from periclase.dialects.nvvm.packed import BYTES, HALVES, DotAccumulate2WayOp, DotAccumulate4WayOp

    at = call.location
    sign = DotAccumulateType.SIGNED if call.overload.type == "i32" else DotAccumulateType.UNSIGNED
    a, b, c = (call.lowered(call.operands[name]) for name in ("a", "b", "c"))
    four = call.row.name == "dp4a"
    a = call.insert(llvm.BitcastOp.make(a, BYTES if four else HALVES, location=at))
    b = call.insert(llvm.BitcastOp.make(b, BYTES, location=at))
    if four:
        call.finish(call.insert(DotAccumulate4WayOp.make(sign, a, b, c, location=at)))
    else:
        high = call.row.name == "dp2a_hi"
        call.finish(call.insert(DotAccumulate2WayOp.make(sign, a, b, c, high, location=at)))


def _device_assert(call: StubCall) -> None:
    condition = call.operands["condition"]
    call.builder.insert(mir.AssertOp.make(condition, call.text("message"), "user", location=call.location))
    call.finish()


def _assert_fail(call: StubCall) -> None:
    from periclase.dialects.nvvm.debug import AssertFailOp

    span = span_of(call.location)
    function = call.op.parent_op()
    name = function.properties.get("sym_name") if function is not None else None
    call.builder.insert(
        AssertFailOp.make(
            call.text("message"),
            span.file if span is not None else "<unknown>",
            span.line if span is not None else 0,
            name.data if isinstance(name, StringAttr) else "<unknown>",
            location=call.location,
        )
    )
    call.finish()


def _printf(call: StubCall) -> None:
    from periclase.dialects.nvvm.debug import PrintfOp
    from periclase.intrinsics.printf_format import FormatError, fit_format

    values = [call.lowered(_promoted(call, value)) for value in call.rest]
    kinds = ["ptr" if isinstance(value.type, LLVMPointerType) else str(value.type) for value in values]
    try:
        format = fit_format(call.text("format"), kinds)
    except FormatError as error:
        raise StubError(f"the format of '{call.row.name}' does not fit its values: {error}") from None
    call.finish(call.insert(PrintfOp.make(format, values, location=call.location)))


def _promoted(call: StubCall, value: SSAValue) -> SSAValue:
    """`value` as C passes it to a function of variable arguments: at least `int`, floats as `double`."""
    type = value.type
    if type == i1:
        return call.insert(mir.CastOp.make(value, _MIR_TYPES["si32"], "int_to_int", location=call.location))
    width = integer_width(type)
    if width is not None:
        if width > 64:
            raise StubError(f"'{call.row.name}' cannot take a value of type {type}", "cast it to 64 bits")
        if width < 32:
            return call.insert(
                mir.CastOp.make(value, _MIR_TYPES["si32"], "int_to_int", location=call.location)
            )
        return value
    if mir.is_float(type):
        if type == f64:
            return value
        return call.insert(mir.CastOp.make(value, f64, "float_to_float", location=call.location))
    if isinstance(type, mir.PtrType):
        return value
    raise StubError(f"'{call.row.name}' cannot take a value of type {type}", "pass numbers one by one")


def _inline_ptx(call: StubCall) -> None:
    from periclase.dialects.nvvm.ptx import InlinePtxOp

    operands = [call.lowered(value) for value in call.rest]
    chosen = call.immediates["result"]
    if chosen != VOID:
        results = (llvm_type(_MIR_TYPES[chosen]),)
    else:
        # Several results come as a tuple.
        parts = [result.type for result in call.op.results if isinstance(result.type, mir.TupleType)]
        results = tuple(llvm_type(type) for whole in parts for type in whole.field_types())
    op = call.builder.insert(InlinePtxOp.make(call.text("ptx"), operands, results, location=call.location))
    call.finish(*op.results)


EXPANSIONS: Final[dict[str, Expansion]] = {
    "global_idx": _global_idx,
    "grid_size": _grid_size,
    "warp_id": _warp_id,
    "dot_product": _dot_product,
    "device_assert": _device_assert,
    "assert_fail": _assert_fail,
    "printf": _printf,
    "inline_ptx": _inline_ptx,
}
"""The expansions that rows name."""


# Intrinsics that are one operation


def _operation_class(row: Intrinsic, template: OperationTemplate, ctx: Context) -> type[NVVMOp]:
    if row.plain:
        from periclase.dialects.nvvm.plain import define_plain_op

        return define_plain_op(row)
    found = operation_named(template.name)
    if found is not None:
        return found
    registered = ctx.get_optional_op(template.name)
    if registered is None or not issubclass(registered, NVVMOp):
        raise StubError(f"the operation '{template.name}' of '{row.name}' cannot be made from a row")
    return registered


def _operand(call: StubCall, template: OperationTemplate, source: str | int) -> SSAValue:
    if isinstance(source, int):
        return call.constant(source)
    value = call.lowered(call.operands[source])
    if source in template.widened:
        return call.insert(llvm.ZExtOp.make(value, i32, location=call.location))
    space = call.row.parameter(source).space
    if space and isinstance(value.type, LLVMPointerType):
        wanted = pointer(_SPACE_NUMBERS[space])
        if value.type != wanted:
            if value.type != pointer() and wanted != pointer():
                raise StubError(f"'{source}' of '{call.row.name}' must be in {space} memory")
            value = call.insert(llvm.AddrSpaceCastOp.make(value, wanted, location=call.location))
    return value


def _word(call: StubCall, word: str | BySign) -> str:
    if isinstance(word, BySign):
        assert call.overload.type is not None
        return word.select(call.overload.type)
    return call.immediates[word[1:]] if word.startswith("$") else word


def _template_results(call: StubCall, template: OperationTemplate) -> Sequence[Attribute]:
    names = template.result_types
    types = [LLVM_TYPES[name] for name in (call.form().results() if names is None else names)]
    return types if len(types) <= 1 else (struct_of(*types),)


def _operand_parts(call: StubCall, template: OperationTemplate, source: str | int) -> Sequence[SSAValue]:
    """The operands of the operation that a constant or a parameter gives: of a tuple its elements."""
    if isinstance(source, int) or not call.row.parameter(source).count:
        return (_operand(call, template, source),)
    value = call.operands[source]
    assert isinstance(value.type, mir.TupleType)
    return [
        call.lowered(call.insert(mir.ExtractFieldOp.make(value, index, location=call.location)))
        for index in range(len(value.type.field_types()))
    ]


def _mlir_form(call: StubCall) -> Form | None:
    """The form that is called if MLIR has an operation for it, what that wants constant among its immediates."""
    mlir_form = call.row.mlir
    if mlir_form is None or find_intrinsic(call.row.name) is not INTRINSICS.get(call.row.name):
        return None
    constants: dict[str, str] = {}
    for name in mlir_form.constants:
        owner = call.operands[name].owner
        if isinstance(owner, mir.ConstantOp) and isinstance(owner.value, IntegerAttr):
            constants[name] = TRUE if owner.value.value.data else FALSE
    form = call.form()
    if not form.is_mlir(constants):
        return None
    return Form(form.row, form.type, {**form.immediates, **constants})


def _rewrite_as_mlir(call: StubCall, form: Form, template: OperationTemplate) -> None:
    from periclase.dialects.nvvm.mlir import mlir_ops

    assert call.row.mlir is not None
    values = {
        source: _operand_parts(call, template, source)
        for source in template.operands
        if isinstance(source, str)
    }
    op_class = mlir_ops(call.row.family)[call.row.mlir.operation]
    results = op_class.build_form(form, values, call.builder, call.location)
    if form.has_tuple:
        call.finish_tuple(results)
    else:
        call.finish(*results)


def _rewrite_by_template(call: StubCall, template: OperationTemplate, ctx: Context) -> None:
    if (form := _mlir_form(call)) is not None:
        _rewrite_as_mlir(call, form, template)
        return
    op_class = _operation_class(call.row, template, ctx)
    words = {name: _word(call, word) for name, word in template.attributes.items()}
    if call.row.plain and call.overload.type is not None:
        words[TYPE_PROPERTY] = call.overload.type
    op = op_class.from_words(
        [part for source in template.operands for part in _operand_parts(call, template, source)],
        words,
        _template_results(call, template),
        call.location,
    )
    call.builder.insert(op)
    results = call.form().results()
    if len(results) <= 1 and not call.row.result_count:
        values: Sequence[SSAValue] = op.results
        if values and results == ("bool",) and values[0].type != i1:
            zero = call.constant(0)
            values = (call.insert(llvm.ICmpOp.make("ne", values[0], zero, location=call.location)),)
        call.finish(*values)
        return
    if len(results) == 1:
        call.finish_tuple(op.results)
        return
    call.finish_tuple(
        [
            call.insert(llvm.ExtractValueOp.make(op.results[0], (index,), location=call.location))
            for index in range(len(results))
        ]
    )


# Reading calls


class _Reading(Record):
    """What the calls of one symbol have in common."""

    row: Intrinsic
    overload: Overload
    immediates: dict[str, str]
    names: tuple[str, ...]
    operand_types: tuple[Attribute, ...]
    result_types: tuple[Attribute, ...]

    def fits(self, call: mir.CallOp) -> bool:
        """Whether `call` has the types of the call that was read; they are interned, so a look at their identity will do."""
        operands, results = call.operands, call.results
        return (
            len(operands) == len(self.operand_types)
            and len(results) == len(self.result_types)
            and all(value.type is type for value, type in zip(operands, self.operand_types, strict=True))
            and all(result.type is type for result, type in zip(results, self.result_types, strict=True))
        )


def _bind(call: mir.CallOp, readings: dict[str, _Reading]) -> StubCall:
    """Reads a call, or finds it read in `readings`.

    Raises:
        StubError: there is no such intrinsic, or the call does not fit its row.
    """
    symbol = call.callee.root_reference.data
    reading = readings.get(symbol)
    if reading is None or not reading.fits(call):
        reading = readings[symbol] = _read(call, symbol)
    arguments = call.operands
    return StubCall(
        call,
        reading.row,
        reading.overload,
        reading.immediates,
        dict(zip(reading.names, arguments, strict=False)),
        arguments[len(reading.names) :],
        OpBuilder.before_op(call),
    )


def _read(call: mir.CallOp, symbol: str) -> _Reading:
    split = split_symbol(symbol)
    assert split is not None
    name, suffixes = split
    row = find_intrinsic(name)
    if row is None:
        from difflib import get_close_matches

        close = get_close_matches(name, INTRINSICS, 1)
        raise StubError(
            f"there is no intrinsic '{name}'", f"did you mean '{close[0]}'?" if close else None, "PC0640"
        )
    try:
        read = read_suffixes(row, suffixes)
    except SuffixError as error:
        raise StubError(f"the symbol of '{name}' does not fit it: {error}") from None
    fixed = [parameter for parameter in row.parameters if parameter.is_operand]
    arguments = call.operands
    if len(arguments) < len(fixed) or (len(arguments) > len(fixed) and not row.is_variadic):
        raise StubError(f"'{name}' takes {_counted(len(fixed))}, the call has {len(arguments)}")
    overload = _overload(row, read.type, fixed, arguments)
    form = Form(row, overload.type, read.immediates)
    if (misfit := form.misfit()) is not None:
        raise StubError(misfit)
    for operand, argument in zip(form.operands(), arguments, strict=False):
        _check_operand(row, operand, argument)
    if row.expansion != "inline_ptx":
        _check_results(row, form, call)
    return _Reading(
        row,
        overload,
        read.immediates,
        tuple(parameter.name for parameter in fixed),
        tuple(argument.type for argument in arguments),
        tuple(result.type for result in call.results),
    )


def _counted(number: int) -> str:
    return "no operands" if number == 0 else "one operand" if number == 1 else f"{number} operands"


def _overload(
    row: Intrinsic, suffix: str | None, fixed: Sequence[Parameter], arguments: Sequence[SSAValue]
) -> Overload:
    if not row.types:
        return row.overloads[0]
    if suffix is not None:
        wanted: Attribute | None = _MIR_TYPES[suffix]
    else:
        wanted = next(
            (_element(v.type) for p, v in zip(fixed, arguments, strict=False) if p.type == "T"), None
        )
    for overload in row.overloads:
        if overload.type is not None and mir_type(overload.type) == wanted:
            return overload
    raise StubError(f"'{row.name}' does not work on {wanted}", f"it works on {', '.join(row.types)}")


def _element(type: Attribute) -> Attribute:
    return type.pointee if isinstance(type, mir.PtrType) else type


def _check_operand(row: Intrinsic, operand: Operand, value: SSAValue) -> None:
    parameter = operand.parameter
    expected = mir_type(parameter.type)
    if operand.count is not None:
        fields = value.type.field_types() if isinstance(value.type, mir.TupleType) else ()
        if list(fields) != [expected] * operand.count:
            raise StubError(
                f"'{parameter.name}' of '{row.name}' is a tuple of {operand.count} {expected}, the call passes {value.type}"
            )
    elif parameter.kind is ParameterKind.PLACE:
        if not isinstance(value.type, mir.PtrType) or value.type.pointee != expected:
            raise StubError(
                f"'{parameter.name}' of '{row.name}' is a pointer to {expected}, the call passes {value.type}"
            )
    elif value.type != expected:
        raise StubError(f"'{parameter.name}' of '{row.name}' is {expected}, the call passes {value.type}")


def _check_results(row: Intrinsic, form: Form, call: mir.CallOp) -> None:
    types = [result.type for result in call.results]
    expected = [mir_type(name) for name in form.results()]
    if len(expected) == 1 and types == expected and not form.has_tuple:
        return
    if len(types) == 1 and isinstance(types[0], mir.TupleType) and list(types[0].field_types()) == expected:
        return
    if expected or types:
        shown = ", ".join(map(str, expected)) or "nothing"
        raise StubError(
            f"'{row.name}' gives {shown}, the call expects {', '.join(map(str, types)) or 'nothing'}"
        )


def _call_cpu_function(call: mir.CallOp) -> bool:
    """Calls the function that the CPU is to run in place of an intrinsic; whether there is one."""
    function = call.attributes.get(CPU_ATTRIBUTE)
    if not isinstance(function, SymbolRefAttr):
        return False
    types = [result.type for result in call.results]
    other = mir.CallOp.make(function.root_reference.data, call.operands, types, location=call.location)
    OpBuilder.before_op(call).insert(other)
    for old, new in zip(call.results, other.results, strict=True):
        old.replace_all_uses_with(new)
    return True


def rewrite_intrinsic_stubs(module: ModuleOp, ctx: Context, target: str = "ptx") -> None:
    """Rewrites all calls of stubs in `module`, and drops the declarations.

    Args:
        target: `cpu` where functions for the CPU are called instead, as far as calls name them; `any` leaves such calls alone.

    Raises:
        CompileError: PC0640 for unknown intrinsics, PC0641 for calls that do not fit theirs; every one is reported.
    """
    calls: list[mir.CallOp] = []
    declarations: list[Operation] = []
    for op in module.walk():
        if isinstance(op, mir.CallOp):
            if is_intrinsic_symbol(op.callee.root_reference.data):
                calls.append(op)
        elif isinstance(op, mir.FuncOp) and is_intrinsic_symbol(op.sym_name.data):
            declarations.append(op)
    diagnostics: list[Diagnostic] = []
    readings: dict[str, _Reading] = {}
    if target == "any":
        calls = [call for call in calls if CPU_ATTRIBUTE not in call.attributes]
    for call in calls:
        if target == "cpu" and call.attributes and _call_cpu_function(call):
            continue
        try:
            bound = _bind(call, readings)
            if bound.row.expansion is not None:
                EXPANSIONS[bound.row.expansion](bound)
            else:
                assert bound.row.template is not None
                _rewrite_by_template(bound, bound.row.template, ctx)
        except StubError as error:
            diagnostics.append(Diagnostic(error.code, str(error), span_of(call.location), help=error.help))
    if diagnostics:
        raise CompileError(diagnostics)
    erase_ops(calls)
    if target == "any":
        left = {op.callee_name() for op in module.walk() if isinstance(op, mir.CallOp)}
        declarations = [op for op in declarations if cast(mir.FuncOp, op).function_name() not in left]
    erase_ops(declarations)


@dataclass(frozen=True)
class RewriteIntrinsicStubs(ModulePass):
    """Turns calls of intrinsic stubs into nvvm operations.

    Attributes:
        target: `ptx`; or `cpu`, where a call may name a function that is called instead; or `any`, which leaves such calls.
    """

    name = "rewrite-intrinsic-stubs"

    target: str = "ptx"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Rewrites all of `op`."""
        rewrite_intrinsic_stubs(op, ctx, self.target)
