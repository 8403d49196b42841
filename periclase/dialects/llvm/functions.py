"""Functions, calls, intrinsic calls and inline assembly."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from xdsl.dialects.builtin import (
    I32,
    I64,
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    IntegerAttr,
    IntegerType,
    LocationAttr,
    StringAttr,
    SymbolNameConstraint,
    SymbolRefAttr,
    UnitAttr,
    i32,
)
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    opt_prop_def,
    opt_result_def,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import IsolatedFromAbove, SymbolOpInterface, SymbolTable, SymbolUserOpInterface
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.llvm.attributes import (
    C_CONVENTION,
    CALLING_CONVENTIONS,
    EMPTY_I32_ARRAY,
    NO_FAST_MATH,
    UNIT,
    CallingConventionAttr,
    i64_attr,
    linkage,
)
from periclase.dialects.llvm.flags import (
    LINKAGES,
    FastMathAttr,
    FramePointerKindAttr,
    LinkageAttr,
    TailCallKind,
    TailCallKindAttr,
    TargetFeaturesAttr,
)
from periclase.dialects.llvm.syntax import parse_operands, print_attributes, split_properties
from periclase.dialects.llvm.types import LLVMFunctionType, LLVMPointerType, LLVMVoidType
from periclase.ir.interfaces import CallOpInterface, FunctionOpInterface, InlinePolicy
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer

_VISIBILITIES = ("", "hidden", "protected")
_UNNAMED_ADDR = ("", "local_unnamed_addr", "unnamed_addr")
_VOID = LLVMVoidType()
_NO_TAIL = TailCallKindAttr(TailCallKind.NONE)
_EMPTY_DICT = DictionaryAttr({})


def parse_linkage(parser: Parser) -> str:
    """Parse a linkage keyword, `external` if there is none."""
    return parser.parse_optional_keyword_in(LINKAGES) or "external"


def _parse_typed_attrs(parser: Parser) -> tuple[Attribute, DictionaryAttr]:
    type = parser.parse_type()
    return type, DictionaryAttr(parser.parse_optional_dictionary_attr_dict())


@operation
class FuncOp(IRDLOperation, FunctionOpInterface):
    """A function, or without a body the declaration of one.

    A kernel carries the discardable attribute `nvvm.kernel`, and may carry `nvvm.maxntid`, `nvvm.reqntid`,
    `nvvm.cluster_dim` (`array<i32: x, y, z>`), `nvvm.minctasm`, `nvvm.maxnreg`, `nvvm.cluster_max_blocks`. Parameter
    attributes are LLVM's under an `llvm.` prefix (`llvm.noalias`, `llvm.align = 16 : i64`, `llvm.byval = type`), and
    `nvvm.grid_constant`. What LLVM has and neither names goes through `passthrough`.

    Example:
    ```mlir
    llvm.func @helper(i32, ...) -> i32 attributes {no_unwind}
    llvm.func @kernel(%p: !llvm.ptr<1> {llvm.noalias, llvm.align = 16 : i64}, %n: i32) attributes {
        nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>} {
      llvm.return
    }
    llvm.func internal fastcc @local(%a: i32) -> i32 attributes {always_inline, passthrough = ["cold"]} {
      llvm.return %a : i32
    }
    ```
    """

    name = "llvm.func"

    body = region_def()
    sym_name = prop_def(SymbolNameConstraint())
    function_type = prop_def(LLVMFunctionType)
    CConv = prop_def(CallingConventionAttr, default_value=C_CONVENTION)
    linkage = prop_def(LinkageAttr, default_value=linkage("external"))
    sym_visibility = opt_prop_def(StringAttr)
    visibility_ = prop_def(IntegerAttr[IntegerType], default_value=i64_attr(0))
    unnamed_addr = opt_prop_def(IntegerAttr[IntegerType])
    arg_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    res_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    passthrough = opt_prop_def(ArrayAttr)
    dso_local = opt_prop_def(UnitAttr)
    always_inline = opt_prop_def(UnitAttr)
    no_inline = opt_prop_def(UnitAttr)
    inline_hint = opt_prop_def(UnitAttr)
    optimize_none = opt_prop_def(UnitAttr)
    convergent = opt_prop_def(UnitAttr)
    no_unwind = opt_prop_def(UnitAttr)
    will_return = opt_prop_def(UnitAttr)
    section = opt_prop_def(StringAttr)
    alignment = opt_prop_def(IntegerAttr[IntegerType])
    frame_pointer = opt_prop_def(FramePointerKindAttr)
    target_cpu = opt_prop_def(StringAttr)
    tune_cpu = opt_prop_def(StringAttr)
    target_features = opt_prop_def(TargetFeaturesAttr)

    traits = traits_def(SymbolOpInterface(), IsolatedFromAbove())

    @classmethod
    def make(
        cls,
        sym_name: str,
        inputs: Sequence[Attribute],
        output: Attribute | None,
        body: Region | None,
        *,
        linkage_name: str = "external",
        convention: str = "ccc",
        kernel: bool = False,
        variadic: bool = False,
        arg_attrs: Sequence[Mapping[str, Attribute]] | None = None,
        res_attrs: Mapping[str, Attribute] | None = None,
        properties: Mapping[str, Attribute] | None = None,
        attributes: Mapping[str, Attribute] | None = None,
        location: LocationAttr | None,
    ) -> Self:
        """A function.

        Args:
            inputs: parameter types.
            output: result type, None for void.
            body: its blocks (the first has the parameters as arguments), None for a declaration.
            kernel: whether to add `nvvm.kernel`.
            arg_attrs: one dictionary a parameter, such as `{"llvm.noalias": UNIT}`.
            properties: further properties: `convergent`, `passthrough`, `always_inline`, …
            attributes: discardable ones, such as `nvvm.maxntid`.
        """
        own: dict[str, Attribute] = {
            "sym_name": StringAttr(sym_name),
            "function_type": LLVMFunctionType(tuple(inputs), _VOID if output is None else output, variadic),
            "CConv": CallingConventionAttr.get(convention),
            "linkage": linkage(linkage_name),
            "visibility_": i64_attr(0),
        }
        if arg_attrs is not None and any(arg_attrs):
            own["arg_attrs"] = ArrayAttr(
                DictionaryAttr(dict(entry)) if entry else _EMPTY_DICT for entry in arg_attrs
            )
        if res_attrs:
            own["res_attrs"] = ArrayAttr((DictionaryAttr(dict(res_attrs)),))
        if properties:
            own.update(properties)
        discardable = dict(attributes) if attributes else {}
        if kernel:
            discardable["nvvm.kernel"] = UNIT
        return cls.create(
            properties=own,
            attributes=discardable,
            regions=(Region() if body is None else body,),
            location=location,
        )

    def function_name(self) -> str:
        return self.sym_name.data

    def body_region(self) -> Region:
        return self.regions[0]

    def result_types_of_function(self) -> Sequence[Attribute]:
        output = self.function_type.output
        return () if isinstance(output, LLVMVoidType) else (output,)

    def inline_policy(self) -> InlinePolicy:
        if "always_inline" in self.properties:
            return "always"
        return "never" if "no_inline" in self.properties else "auto"

    def is_entry_point(self) -> bool:
        return "nvvm.kernel" in self.attributes

    def set_signature(self, inputs: Sequence[Attribute], outputs: Sequence[Attribute]) -> None:
        if len(outputs) > 1:
            raise ValueError("an llvm.func returns at most one value")
        self.properties["function_type"] = LLVMFunctionType(
            tuple(inputs), outputs[0] if outputs else _VOID, self.function_type.is_variadic
        )

    def parameter_attributes(self, index: int) -> Mapping[str, Attribute]:
        """The attributes of parameter number `index`."""
        return {} if self.arg_attrs is None else self.arg_attrs.data[index].data

    def verify_(self) -> None:
        inputs = self.function_type.inputs.data
        if self.arg_attrs is not None and len(self.arg_attrs.data) != len(inputs):
            raise VerifyException(
                f"@{self.sym_name.data} has {len(inputs)} parameters and attributes for {len(self.arg_attrs.data)}"
            )
        if self.res_attrs is not None and len(self.res_attrs.data) != len(self.result_types_of_function()):
            raise VerifyException(f"@{self.sym_name.data} has attributes for a result it does not have")
        for entry in self.arg_attrs.data if self.arg_attrs is not None else ():
            if "llvm.elementtype" in entry.data:
                raise VerifyException("'llvm.elementtype' is for arguments of intrinsic calls")
            if "nvvm.grid_constant" in entry.data and "llvm.byval" not in entry.data:
                raise VerifyException("'nvvm.grid_constant' is for parameters with 'llvm.byval'")
        entry_block = self.regions[0].first_block
        if entry_block is None:
            return
        if self.function_type.is_variadic and self.is_entry_point():
            raise VerifyException(f"the kernel @{self.sym_name.data} can not be variadic")
        given = [argument.type for argument in entry_block.args]
        if given != list(inputs):
            raise VerifyException(
                f"the entry block of @{self.sym_name.data} takes ({', '.join(map(str, given))}), "
                f"its signature says ({', '.join(map(str, inputs))})"
            )
        if self.is_entry_point() and self.result_types_of_function():
            raise VerifyException(f"the kernel @{self.sym_name.data} can not return a value")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        properties: dict[str, Attribute] = {
            "linkage": linkage(parse_linkage(parser)),
            "CConv": CallingConventionAttr.get(
                parser.parse_optional_keyword_in(CALLING_CONVENTIONS) or "ccc"
            ),
            "visibility_": i64_attr(
                _VISIBILITIES.index(parser.parse_optional_keyword_in(_VISIBILITIES[1:]) or "")
            ),
        }
        unnamed = parser.parse_optional_keyword_in(_UNNAMED_ADDR[1:])
        if unnamed is not None:
            properties["unnamed_addr"] = i64_attr(_UNNAMED_ADDR.index(unnamed))
        properties["sym_name"] = parser.parse_symbol_name()
        arguments: list[Parser.Argument] = []
        inputs: list[Attribute] = []
        arg_attrs: list[DictionaryAttr] = []
        variadic = False

        def parse_parameter() -> None:
            nonlocal variadic
            position = parser.pos
            if variadic:
                parser.raise_error("'...' must come last", position)
            if parser.parse_optional_characters("...") is not None:
                variadic = True
                return
            argument = parser.parse_optional_argument()
            if argument is not None:
                arguments.append(argument)
                inputs.append(argument.type)
            else:
                inputs.append(parser.parse_type())
            arg_attrs.append(DictionaryAttr(parser.parse_optional_dictionary_attr_dict()))
            location = parser.parse_optional_location()
            if argument is not None:
                argument.location = location
            if arguments and len(arguments) != len(inputs):
                parser.raise_error("either all parameters have names or none has", position)

        parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_parameter)
        output: Attribute = _VOID
        if parser.parse_optional_punctuation("->") is not None:
            position = parser.pos
            if parser.parse_optional_punctuation("(") is not None:
                output, attributes = _parse_typed_attrs(parser)
                parser.parse_punctuation(")")
                if attributes.data:
                    properties["res_attrs"] = ArrayAttr((attributes,))
            else:
                output = parser.parse_type()
            if output == _VOID:
                parser.raise_error("a function without a result has no '->'", position)
        properties["function_type"] = LLVMFunctionType(inputs, output, variadic)
        if any(entry.data for entry in arg_attrs):
            properties["arg_attrs"] = ArrayAttr(arg_attrs)
        extra = parser.parse_optional_attr_dict_with_keyword(tuple(properties))
        own, discardable = split_properties(cls, {} if extra is None else extra.data)
        region = parser.parse_optional_region(arguments or None)
        return cls.create(properties=properties | own, attributes=discardable, regions=(region or Region(),))

    def print(self, printer: Printer) -> None:
        words = [
            "" if self.linkage.linkage.data == "external" else self.linkage.linkage.data,
            "" if self.CConv.cconv_name == "ccc" else self.CConv.cconv_name,
            _VISIBILITIES[self.visibility_.value.data],
            "" if self.unnamed_addr is None else _UNNAMED_ADDR[self.unnamed_addr.value.data],
        ]
        for word in words:
            if word:
                printer.print_string(" " + word)
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name)
        entry = self.regions[0].first_block
        with printer.in_parens():
            for index, type in enumerate(self.function_type.inputs.data):
                printer.print_string(", " if index else "")
                if entry is not None:
                    printer.print_ssa_value(entry.args[index])
                    printer.print_string(": ")
                printer.print_attribute(type)
                attributes = self.parameter_attributes(index)
                if attributes:
                    printer.print_string(" ")
                    printer.print_attr_dict(attributes)
                if entry is not None and printer.print_debuginfo:
                    printer.print_string(" ")
                    printer.print_attribute(entry.args[index].location)
            if self.function_type.is_variadic:
                printer.print_string(", ..." if self.function_type.inputs.data else "...")
        results = self.result_types_of_function()
        if results:
            printer.print_string(" -> ")
            if self.res_attrs is not None:
                printer.print_string("(")
                printer.print_attribute(results[0])
                printer.print_string(" ")
                printer.print_attr_dict(self.res_attrs.data[0].data)
                printer.print_string(")")
            else:
                printer.print_attribute(results[0])
        printer.print_op_attributes(
            self.properties | self.attributes, reserved_attr_names=_FUNC_SYNTAX, print_keyword=True
        )
        if entry is not None:
            printer.print_string(" ")
            printer.print_region(self.regions[0], False, False)


_FUNC_SYNTAX = (
    "sym_name",
    "function_type",
    "arg_attrs",
    "res_attrs",
    "linkage",
    "CConv",
    "visibility_",
    "unnamed_addr",
)


class CalleeExists(SymbolUserOpInterface):
    """A direct call names a function of the module and fits its signature."""

    def verify(self, op: Operation) -> None:
        assert isinstance(op, CallOp)
        if op.callee is None:
            return
        callee = SymbolTable.lookup_symbol(op, op.callee)
        if callee is None:
            raise VerifyException(f"calls @{op.callee.string_value()}, which the module does not have")
        if not isinstance(callee, FuncOp):
            raise VerifyException(
                f"calls @{op.callee.string_value()}, which is a {callee.name}, not an llvm.func"
            )
        check_call(op, callee.function_type)
        if op.CConv != callee.CConv:
            raise VerifyException(
                f"calls @{callee.sym_name.data} by convention {op.CConv.cconv_name}, "
                f"it has {callee.CConv.cconv_name}"
            )


def check_call(op: CallOp, signature: LLVMFunctionType) -> None:
    """Refuse a call whose arguments or result do not fit `signature`."""
    given = [value.type for value in op.call_arguments()]
    wanted = list(signature.inputs.data)
    fixed = given[: len(wanted)] if signature.is_variadic else given
    if fixed != wanted:
        raise VerifyException(
            f"passes ({', '.join(map(str, given))}) to a function that takes ({', '.join(map(str, wanted))})"
        )
    result = op.returned.type if op.returned is not None else _VOID
    if result != signature.output:
        raise VerifyException(
            f"takes a result of type {result} from a function that returns {signature.output}"
        )


@functools.lru_cache(maxsize=4096)
def _symbol(name: str) -> SymbolRefAttr:
    return SymbolRefAttr(name)


@functools.lru_cache(maxsize=4096)
def _segments(count: int) -> DenseArrayBase[I32]:
    return DenseArrayBase.from_list(i32, (count, 0))


@operation
class CallOp(IRDLOperation, CallOpInterface):
    """Call a function by name, or through a pointer (then the first operand).

    The unit attributes `convergent`, `no_unwind` and `will_return` hold for this call alone; `vararg(type)` is there
    when the callee is variadic.

    Example:
    ```mlir
    llvm.func @callee(%a: i32) -> i32 {
      llvm.return %a : i32
    }
    llvm.func @example(%a: i32, %f: !llvm.ptr) -> i32 {
      %r = llvm.call @callee(%a) : (i32) -> i32
      llvm.call %f(%a) {convergent} : !llvm.ptr, (i32) -> ()
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.call"

    args = var_operand_def()
    op_bundle_operands = var_operand_def()
    returned = opt_result_def()
    callee = opt_prop_def(SymbolRefAttr)
    var_callee_type = opt_prop_def(LLVMFunctionType)
    fastmathFlags = prop_def(FastMathAttr, default_value=NO_FAST_MATH)
    CConv = prop_def(CallingConventionAttr, default_value=C_CONVENTION)
    TailCallKind = prop_def(TailCallKindAttr, default_value=_NO_TAIL)
    op_bundle_sizes = prop_def(DenseArrayBase.constr(i32), default_value=EMPTY_I32_ARRAY)
    convergent = opt_prop_def(UnitAttr)
    no_unwind = opt_prop_def(UnitAttr)
    will_return = opt_prop_def(UnitAttr)
    noinline = opt_prop_def(UnitAttr)
    alwaysinline = opt_prop_def(UnitAttr)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(CalleeExists())

    @classmethod
    def make(
        cls,
        callee: str | SSAValue,
        arguments: Sequence[SSAValue],
        result_type: Attribute | None,
        *,
        convention: str = "ccc",
        convergent: bool = False,
        variadic_type: LLVMFunctionType | None = None,
        location: LocationAttr | None,
    ) -> Self:
        """A call of the function named, or pointed to by, `callee`; `result_type` None for void."""
        properties: dict[str, Attribute] = {
            "fastmathFlags": NO_FAST_MATH,
            "CConv": CallingConventionAttr.get(convention),
            "TailCallKind": _NO_TAIL,
            "op_bundle_sizes": EMPTY_I32_ARRAY,
        }
        operands: Sequence[SSAValue] = arguments
        if isinstance(callee, str):
            properties["callee"] = _symbol(callee)
        else:
            operands = (callee, *arguments)
        properties["operandSegmentSizes"] = _segments(len(operands))
        if convergent:
            properties["convergent"] = UNIT
        if variadic_type is not None:
            properties["var_callee_type"] = variadic_type
        return cls.create(
            operands=operands,
            result_types=() if result_type is None else (result_type,),
            properties=properties,
            location=location,
        )

    def callee_name(self) -> str | None:
        callee = self.properties.get("callee")
        return callee.string_value() if isinstance(callee, SymbolRefAttr) else None

    def call_arguments(self) -> Sequence[SSAValue]:
        return self.args if self.callee is not None else self.args[1:]

    def verify_(self) -> None:
        if self.callee is None:
            if not self.args or not isinstance(self.args[0].type, LLVMPointerType):
                raise VerifyException("an indirect call takes the callee's address as first operand")
        if self.var_callee_type is not None:
            check_call(self, self.var_callee_type)
        if self.op_bundle_operands:
            raise VerifyException("operand bundles on calls are not supported")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        convention = parser.parse_optional_keyword_in(CALLING_CONVENTIONS) or "ccc"
        kind = parser.parse_optional_keyword_in(
            [kind.value for kind in TailCallKind if kind is not TailCallKind.NONE]
        )
        properties: dict[str, Attribute] = {
            "CConv": CallingConventionAttr.get(convention),
            "TailCallKind": TailCallKindAttr(TailCallKind(kind)) if kind else _NO_TAIL,
            "fastmathFlags": NO_FAST_MATH,
            "op_bundle_sizes": EMPTY_I32_ARRAY,
        }
        symbol = parser.parse_optional_symbol_name()
        pointer = None
        if symbol is None:
            pointer = parser.parse_unresolved_operand()
        else:
            properties["callee"] = SymbolRefAttr(symbol)
        position = parser.pos
        names = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_unresolved_operand)
        if parser.parse_optional_keyword("vararg") is not None:
            with parser.in_parens():
                properties["var_callee_type"] = parser.parse_type()
        own, attributes = split_properties(cls, parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        operands: list[SSAValue] = []
        if pointer is not None:
            operands.append(parser.resolve_operand(pointer, parser.parse_type()))
            parser.parse_punctuation(",")
        type = parser.parse_function_type()
        operands.extend(parser.resolve_operands(names, type.inputs.data, position))
        properties["operandSegmentSizes"] = _segments(len(operands))
        return cls.create(
            operands=operands,
            result_types=type.outputs.data,
            properties=properties | own,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        if self.CConv.cconv_name != "ccc":
            printer.print_string(" " + self.CConv.cconv_name)
        if self.TailCallKind.data is not TailCallKind.NONE:
            printer.print_string(" " + self.TailCallKind.data.value)
        printer.print_string(" ")
        if self.callee is not None:
            printer.print_attribute(self.callee)
        else:
            printer.print_ssa_value(self.args[0])
        arguments = self.call_arguments()
        with printer.in_parens():
            printer.print_list(arguments, printer.print_ssa_value)
        if self.var_callee_type is not None:
            printer.print_string(" vararg(")
            printer.print_attribute(self.var_callee_type)
            printer.print_string(")")
        print_attributes(printer, self, _CALL_SYNTAX)
        printer.print_string(" : ")
        if self.callee is None:
            printer.print_attribute(self.args[0].type)
            printer.print_string(", ")
        printer.print_function_type(
            [value.type for value in arguments], [result.type for result in self.results]
        )


_CALL_SYNTAX = (
    "callee",
    "var_callee_type",
    "CConv",
    "TailCallKind",
    "op_bundle_sizes",
    "operandSegmentSizes",
)


@functools.lru_cache(maxsize=4096)
def _intrinsic_properties(name: str, count: int, fastmath: FastMathAttr) -> Mapping[str, Attribute]:
    return {
        "intrin": StringAttr(name),
        "fastmathFlags": fastmath,
        "op_bundle_sizes": EMPTY_I32_ARRAY,
        "operandSegmentSizes": _segments(count),
    }


@operation
class CallIntrinsicOp(IRDLOperation):
    """Call an LLVM intrinsic by its full name, which includes the suffixes of its type overloads.

    An operand that the intrinsic wants as an immediate must come from an `llvm.mlir.constant`. The result may have
    attributes, such as `llvm.range`.

    Example:
    ```mlir
    llvm.func @example() -> i32 {
      %r = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.tid.x"() : () -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.call_intrinsic"

    fastmathFlags = prop_def(FastMathAttr, default_value=NO_FAST_MATH)
    intrin = prop_def(StringAttr)
    op_bundle_sizes = prop_def(DenseArrayBase.constr(i32), default_value=EMPTY_I32_ARRAY)
    res_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    args = var_operand_def()
    op_bundle_operands = var_operand_def()
    ress = opt_result_def()

    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    @classmethod
    def make(
        cls,
        intrinsic: str,
        arguments: Sequence[SSAValue],
        result_type: Attribute | None,
        *,
        fastmath: FastMathAttr = NO_FAST_MATH,
        location: LocationAttr | None,
    ) -> Self:
        """A call of `intrinsic` (with its `llvm.` prefix); `result_type` None for void."""
        return cls.create(
            operands=arguments,
            result_types=() if result_type is None else (result_type,),
            properties=_intrinsic_properties(intrinsic, len(arguments), fastmath),
            location=location,
        )

    def verify_(self) -> None:
        if not self.intrin.data.startswith("llvm."):
            raise VerifyException(f"an intrinsic's name starts with 'llvm.', got '{self.intrin.data}'")
        if self.op_bundle_operands:
            raise VerifyException("operand bundles on intrinsic calls are not supported")
        if self.res_attrs is not None and len(self.res_attrs.data) != len(self.results):
            raise VerifyException("'res_attrs' of an intrinsic call has one dictionary for its result")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        name = parser.parse_str_literal()
        position = parser.pos
        operands = parse_operands(parser)
        own, attributes = split_properties(cls, parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        inputs = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
        parser.parse_punctuation("->")
        if parser.parse_optional_punctuation("("):
            outputs: Sequence[Attribute] = ()
            if not parser.parse_optional_punctuation(")"):
                output, result_attributes = _parse_typed_attrs(parser)
                parser.parse_punctuation(")")
                outputs = (output,)
                if result_attributes.data:
                    own["res_attrs"] = ArrayAttr((result_attributes,))
        else:
            outputs = (parser.parse_type(),)
        return cls.create(
            operands=parser.resolve_operands(operands, inputs, position),
            result_types=outputs,
            properties={**_intrinsic_properties(name, len(operands), NO_FAST_MATH), **own},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.intrin)
        with printer.in_parens():
            printer.print_list(self.operands, printer.print_ssa_value)
        print_attributes(printer, self, ("intrin", "op_bundle_sizes", "operandSegmentSizes", "res_attrs"))
        printer.print_string(" : ")
        if self.res_attrs is None:
            printer.print_function_type(self.operand_types, self.result_types)
            return
        with printer.in_parens():
            printer.print_list([value.type for value in self.operands], printer.print_attribute)
        printer.print_string(" -> (")
        printer.print_attribute(self.results[0].type)
        printer.print_string(" ")
        printer.print_attr_dict(self.res_attrs.data[0].data)
        printer.print_string(")")


@operation
class InlineAsmOp(IRDLOperation):
    """Assembly text with operands `$0`, `$1`, … tied by a constraint string, outputs first.

    Without `has_side_effects` it may be dropped, moved and merged. The discardable unit attribute `convergent` keeps it
    from being made control-dependent on more.

    Example:
    ```mlir
    llvm.func @example(%p: !llvm.ptr<1>, %v: i32) -> i32 {
      %r = llvm.inline_asm has_side_effects "atom.add.u32 $0, [$1], $2;", "=r,l,r" %p, %v : (!llvm.ptr<1>, i32) -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.inline_asm"
    operands_ = var_operand_def()
    res = opt_result_def()
    asm_dialect = opt_prop_def(IntegerAttr[I64])
    asm_string = prop_def(StringAttr)
    constraints = prop_def(StringAttr)
    has_side_effects = opt_prop_def(UnitAttr)
    is_align_stack = opt_prop_def(UnitAttr)
    tail_call_kind = prop_def(TailCallKindAttr, default_value=_NO_TAIL)

    ASM_DIALECTS: ClassVar[tuple[str, ...]] = ("att", "intel")

    @classmethod
    def make(
        cls,
        asm_string: str,
        constraints: str,
        operands: Sequence[SSAValue],
        result_type: Attribute | None,
        *,
        side_effects: bool = False,
        convergent: bool = False,
        location: LocationAttr | None,
    ) -> Self:
        """The assembly; several outputs come as a struct of their types."""
        properties: dict[str, Attribute] = {
            "asm_string": StringAttr(asm_string),
            "constraints": StringAttr(constraints),
            "tail_call_kind": _NO_TAIL,
        }
        if side_effects:
            properties["has_side_effects"] = UNIT
        return cls.create(
            operands=operands,
            result_types=() if result_type is None else (result_type,),
            properties=properties,
            attributes={"convergent": UNIT} if convergent else {},
            location=location,
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        properties: dict[str, Attribute] = {"tail_call_kind": _NO_TAIL}
        for word in ("has_side_effects", "is_align_stack"):
            if parser.parse_optional_keyword(word) is not None:
                properties[word] = UNIT
        if parser.parse_optional_keyword("tail_call_kind") is not None:
            parser.parse_punctuation("=")
            properties["tail_call_kind"] = TailCallKindAttr(TailCallKindAttr.parse_parameter(parser))
        if parser.parse_optional_keyword("asm_dialect") is not None:
            parser.parse_punctuation("=")
            word = parser.expect(
                lambda: parser.parse_optional_keyword_in(cls.ASM_DIALECTS), "expected 'att' or 'intel'"
            )
            properties["asm_dialect"] = i64_attr(cls.ASM_DIALECTS.index(word))
        attributes = parser.parse_optional_attr_dict()
        properties["asm_string"] = StringAttr(parser.parse_str_literal())
        parser.parse_punctuation(",")
        properties["constraints"] = StringAttr(parser.parse_str_literal())
        position = parser.pos
        names = parser.parse_optional_undelimited_comma_separated_list(
            parser.parse_optional_unresolved_operand, parser.parse_unresolved_operand
        )
        parser.parse_punctuation(":")
        type = parser.parse_function_type()
        return cls.create(
            operands=parser.resolve_operands(names or (), type.inputs.data, position),
            result_types=type.outputs.data,
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        for word in ("has_side_effects", "is_align_stack"):
            if word in self.properties:
                printer.print_string(" " + word)
        if self.tail_call_kind.data is not TailCallKind.NONE:
            printer.print_string(" tail_call_kind = ")
            self.tail_call_kind.print_parameter(printer)
        if self.asm_dialect is not None:
            printer.print_string(f" asm_dialect = {self.ASM_DIALECTS[self.asm_dialect.value.data]}")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" ")
        printer.print_list((self.asm_string, self.constraints), printer.print_attribute)
        if self.operands:
            printer.print_string(" ")
            printer.print_list(self.operands, printer.print_ssa_value)
        printer.print_string(" : ")
        printer.print_function_type(self.operand_types, self.result_types)

    def verify_(self) -> None:
        if self.asm_dialect is not None and self.asm_dialect.value.data not in range(len(self.ASM_DIALECTS)):
            raise VerifyException(f"no assembly dialect has the number {self.asm_dialect.value.data}")
