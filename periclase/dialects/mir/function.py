"""Functions: definition, declaration, call, return."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Self

from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    LocationAttr,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
)
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.irdl import (
    opt_prop_def,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import IsolatedFromAbove, IsTerminator, NoMemoryEffect, SymbolOpInterface
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.mir.attributes import AddressSpace, BlockDimsAttr, GridConstantAttr, LaunchBoundsAttr
from periclase.dialects.mir.base import (
    MirOperation,
    print_operands,
)
from periclase.dialects.mir.layout import align_of, size_of
from periclase.dialects.mir.types import PtrType
from periclase.ir.interfaces import (
    CallOpInterface,
    ConvergentOp,
    FunctionOpInterface,
    InlinePolicy,
    ReturnOpInterface,
)
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer


_UNIT = UnitAttr()


# Properties of `mir.func` that stand in its attribute dictionary in text.
_FUNC_PROPERTIES = (
    "kernel",
    "launch_bounds",
    "required_block",
    "cluster_dims",
    "cooperative",
    "inline_policy",
    "source_name",
)


GRID_CONSTANT: Final = "mir.grid_constant"
"""The attribute of a parameter of a kernel that is passed by value, a `GridConstantAttr`."""

_VISIBILITIES = ("public", "nested", "private")


@operation
class FuncOp(MirOperation, FunctionOpInterface):
    """A function: a kernel, a device function, or, without a body, one that is elsewhere.

    In the attribute dictionary of its text: `kernel` marks an entry point, which returns nothing; `launch_bounds`,
    `required_block`, `cluster_dims` and `cooperative`, by which all blocks are on the device at once, are promises on its
    launch; `inline_policy` is `"always"` or `"never"`; `source_name` is the name in the source, for reports.

    A kernel's parameter with the attribute `mir.grid_constant` is a pointer to what a launch passes by value: all threads read
    the same bytes, and nobody writes them.

    Example:
        ```mlir
        mir.func @scale(%x: !mir.slice<mut f32, global>) attributes {kernel, launch_bounds = #mir.launch_bounds<256>} {
          mir.return
        }
        mir.func @tiles(%map: !mir.ptr<!mir.array<16 x ui64>> {mir.grid_constant = #mir.grid_constant<64>}) attributes {kernel} {
          mir.return
        }
        mir.func private @__periclase_intrinsic.thread_idx_x() -> ui32
        ```
    """

    name = "mir.func"

    sym_name = prop_def(StringAttr)
    function_type = prop_def(FunctionType)
    sym_visibility = opt_prop_def(StringAttr)
    arg_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    kernel = opt_prop_def(UnitAttr)
    launch_bounds = opt_prop_def(LaunchBoundsAttr)
    required_block = opt_prop_def(BlockDimsAttr)
    cluster_dims = opt_prop_def(BlockDimsAttr)
    cooperative = opt_prop_def(UnitAttr)
    inline_attr = opt_prop_def(StringAttr, prop_name="inline_policy")
    source_name = opt_prop_def(StringAttr)
    body = region_def()

    traits = traits_def(IsolatedFromAbove(), SymbolOpInterface())

    @classmethod
    def make(
        cls,
        name: str,
        inputs: Sequence[Attribute],
        outputs: Sequence[Attribute],
        region: Region | None = None,
        kernel: bool = False,
        visibility: str | None = None,
        *,
        launch_bounds: LaunchBoundsAttr | None = None,
        required_block: BlockDimsAttr | None = None,
        cluster_dims: BlockDimsAttr | None = None,
        cooperative: bool = False,
        inline_policy: str | None = None,
        source_name: str | None = None,
        arg_attrs: ArrayAttr[DictionaryAttr] | None = None,
        location: LocationAttr = UNKNOWN_LOC,
    ) -> Self:
        """The function `name`; without `region` a declaration. The entry block's arguments are of the types `inputs`."""
        properties: dict[str, Attribute] = {
            "sym_name": StringAttr(name),
            "function_type": FunctionType.from_lists(inputs, outputs),
        }
        for key, value in (
            ("sym_visibility", None if visibility is None else StringAttr(visibility)),
            ("arg_attrs", arg_attrs),
            ("kernel", _UNIT if kernel else None),
            ("launch_bounds", launch_bounds),
            ("required_block", required_block),
            ("cluster_dims", cluster_dims),
            ("cooperative", _UNIT if cooperative else None),
            ("inline_policy", None if inline_policy is None else StringAttr(inline_policy)),
            ("source_name", None if source_name is None else StringAttr(source_name)),
        ):
            if value is not None:
                properties[key] = value
        return cls.create(
            properties=properties, regions=(Region() if region is None else region,), location=location
        )

    def grid_constants(self) -> dict[int, GridConstantAttr]:
        """The parameters that are passed by value, by their numbers."""
        if self.arg_attrs is None:
            return {}
        return {
            index: found
            for index, entry in enumerate(self.arg_attrs.data)
            if isinstance(found := entry.data.get(GRID_CONSTANT), GridConstantAttr)
        }

    def function_name(self) -> str:
        return self.sym_name.data

    def reported_name(self) -> str:
        return self.sym_name.data if self.source_name is None else self.source_name.data

    def body_region(self) -> Region:
        return self.regions[0]

    def result_types_of_function(self) -> Sequence[Attribute]:
        return self.function_type.outputs.data

    def inline_policy(self) -> InlinePolicy:
        policy = self.inline_attr
        if policy is None:
            return "auto"
        return "always" if policy.data == "always" else "never"

    def is_entry_point(self) -> bool:
        return "kernel" in self.properties

    def set_signature(self, inputs: Sequence[Attribute], outputs: Sequence[Attribute]) -> None:
        self.properties["function_type"] = FunctionType.from_lists(inputs, outputs)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        from xdsl.dialects.utils.format import parse_func_op_like

        visibility = parser.parse_optional_keyword_in(_VISIBILITIES)
        name, inputs, outputs, region, extra, arg_attrs, _ = parse_func_op_like(
            parser, reserved_attr_names=("sym_name", "function_type", "sym_visibility", "arg_attrs")
        )
        properties: dict[str, Attribute] = {
            "sym_name": StringAttr(name),
            "function_type": FunctionType.from_lists(inputs, outputs),
        }
        if visibility is not None:
            properties["sym_visibility"] = StringAttr(visibility)
        if arg_attrs is not None:
            properties["arg_attrs"] = arg_attrs
        attributes = dict(extra.data) if extra is not None else {}
        for key in _FUNC_PROPERTIES:
            if key in attributes:
                properties[key] = attributes.pop(key)
        return cls.create(properties=properties, attributes=attributes, regions=(region,))

    def print(self, printer: Printer) -> None:
        from xdsl.dialects.utils.format import print_func_op_like

        if self.sym_visibility is not None:
            printer.print_string(f" {self.sym_visibility.data}")
        inherent = {key: self.properties[key] for key in _FUNC_PROPERTIES if key in self.properties}
        print_func_op_like(
            printer,
            self.sym_name,
            self.function_type,
            self.body,
            {**inherent, **self.attributes},
            arg_attrs=self.arg_attrs,
            reserved_attr_names=(),
            print_empty_outputs=False,
        )

    def verify_(self) -> None:
        inputs, outputs = self.function_type.inputs.data, self.function_type.outputs.data
        if self.sym_visibility is not None and self.sym_visibility.data not in _VISIBILITIES:
            raise VerifyException(
                f"the visibility must be one of {', '.join(_VISIBILITIES)}, not {self.sym_visibility}"
            )
        if self.inline_attr is not None and self.inline_attr.data not in ("always", "never"):
            raise VerifyException(f'inline_policy must be "always" or "never", not {self.inline_attr}')
        if len(outputs) > 1:
            raise VerifyException(f"a function returns at most one value, not {len(outputs)}: return a tuple")
        if self.arg_attrs is not None and len(self.arg_attrs.data) != len(inputs):
            raise VerifyException(
                f"there are {len(self.arg_attrs.data)} arg_attrs for {len(inputs)} parameters"
            )
        if self.kernel is None:
            for key in ("launch_bounds", "required_block", "cluster_dims", "cooperative"):
                if key in self.properties:
                    raise VerifyException(f"only a kernel has {key}")
        elif outputs:
            raise VerifyException("a kernel returns nothing")
        self._verify_grid_constants()
        entry = self.body.first_block
        if entry is None:
            if self.kernel is not None:
                raise VerifyException("a kernel must have a body")
            if self.arg_attrs is not None:
                raise VerifyException("a declaration has no arg_attrs")
            return
        types = tuple(arg.type for arg in entry.args)
        if types != tuple(inputs):
            raise VerifyException(
                f"the entry block's arguments must be of the parameters' types ({', '.join(map(str, inputs))}), "
                f"not ({', '.join(map(str, types))})"
            )
        if entry.first_use is not None:
            raise VerifyException("the entry block must not be branched to")

    def _verify_grid_constants(self) -> None:
        for entry, type in zip(self.arg_attrs.data if self.arg_attrs else (), self.function_type.inputs.data):  # noqa: B905
            found = entry.data.get(GRID_CONSTANT)
            if found is None:
                continue
            if not isinstance(found, GridConstantAttr):
                raise VerifyException(f"'{GRID_CONSTANT}' is a #{GRID_CONSTANT}<alignment>, not {found}")
            if self.kernel is None:
                raise VerifyException(f"only a kernel's parameter is a '{GRID_CONSTANT}'")
            if not isinstance(type, PtrType) or type.mutable or type.space is not AddressSpace.GENERIC:
                raise VerifyException(
                    f"a '{GRID_CONSTANT}' is a generic pointer by which nothing is written, not {type}"
                )
            if not size_of(type.pointee):
                raise VerifyException(
                    f"a '{GRID_CONSTANT}' points to a type with a size, not to {type.pointee}"
                )
            if found.alignment % (needed := align_of(type.pointee)):
                raise VerifyException(
                    f"what a '{GRID_CONSTANT}' points to is aligned to {needed} bytes, not to {found.alignment}"
                )


def parent_function(op: Operation) -> FuncOp | None:
    """The `mir.func` around `op`, None when there is none."""
    parent = op.parent_op()
    while parent is not None and not isinstance(parent, FuncOp):
        parent = parent.parent_op()
    return parent


@operation
class CallOp(MirOperation, CallOpInterface, ConvergentOp):
    """Calls a function of the module by its symbol.

    What the callee does is unknown; it may synchronise with other threads.

    Example:
        ```mlir
        mir.func private @double(f32) -> f32
        mir.func private @quadruple(%x: f32) -> f32 {
          %0 = mir.call @double(%x) : (f32) -> f32
          %1 = mir.call @double(%0) : (f32) -> f32
          mir.return %1 : f32
        }
        ```
    """

    name = "mir.call"

    arguments = var_operand_def()
    callee = prop_def(SymbolRefAttr)
    outputs = var_result_def()

    @classmethod
    def make(
        cls,
        callee: str | SymbolRefAttr,
        arguments: Sequence[SSAValue],
        result_types: Sequence[Attribute],
        *,
        location: LocationAttr = UNKNOWN_LOC,
    ) -> Self:
        """The call of `callee` with `arguments`."""
        symbol = SymbolRefAttr(callee) if isinstance(callee, str) else callee
        return cls.create(
            operands=arguments, result_types=result_types, properties={"callee": symbol}, location=location
        )

    @property
    def result(self) -> SSAValue:
        """The only result.

        Raises:
            ValueError: the callee returns nothing.
        """
        if len(self.results) != 1:
            raise ValueError(f"the call of @{self.callee_name()} has {len(self.results)} results")
        return self.results[0]

    def callee_name(self) -> str | None:
        return self.callee.root_reference.data

    def call_arguments(self) -> Sequence[SSAValue]:
        return self._operands

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        callee = SymbolRefAttr(parser.parse_symbol_name())
        arguments = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_unresolved_operand)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type = parser.parse_function_type()
        return cls.create(
            operands=parser.resolve_operands(arguments, type.inputs.data, parser.pos),
            result_types=type.outputs.data,
            properties={"callee": callee},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.callee)
        with printer.in_parens():
            printer.print_list(self._operands, printer.print_operand)
        self.print_attributes(printer)
        printer.print_string(" : ")
        printer.print_function_type(self.operand_types, self.result_types)

    def verify_(self) -> None:
        if self.callee.nested_references.data:
            raise VerifyException(f"the callee must be a function of the module, not {self.callee}")
        function = parent_function(self)
        module = None if function is None else function.parent_op()
        if not isinstance(module, ModuleOp):
            return
        name = self.callee_name()
        for op in module.body.block.ops:
            symbol = op.properties.get("sym_name")
            if isinstance(symbol, StringAttr) and symbol.data == name:
                if not isinstance(op, FuncOp):
                    # Another dialect's function: its own lowering knows how it is called.
                    return
                self._verify_signature(op)
                return
        raise VerifyException(f"@{name} is not declared in the module")

    def _verify_signature(self, function: FuncOp) -> None:
        if function.kernel is not None:
            raise VerifyException(f"@{function.function_name()} is a kernel: it can be launched, not called")
        inputs, outputs = function.function_type.inputs.data, function.function_type.outputs.data
        if tuple(self.operand_types) != tuple(inputs):
            raise VerifyException(
                f"@{function.function_name()} takes ({', '.join(map(str, inputs))}), "
                f"not ({', '.join(map(str, self.operand_types))})"
            )
        if tuple(self.result_types) != tuple(outputs):
            raise VerifyException(
                f"@{function.function_name()} returns ({', '.join(map(str, outputs))}), "
                f"not ({', '.join(map(str, self.result_types))})"
            )


@operation
class ReturnOp(MirOperation, ReturnOpInterface):
    """Leaves the function, with its value if it has one.

    Example:
        ```mlir
        mir.func private @identity(%x: f32) -> f32 {
          mir.return %x : f32
        }
        ```
    """

    name = "mir.return"

    values = var_operand_def()

    traits = traits_def(IsTerminator(), NoMemoryEffect())

    @classmethod
    def make(cls, *values: SSAValue, location: LocationAttr = UNKNOWN_LOC) -> Self:
        """The op that returns `values`, none or one."""
        return cls.create(operands=values, location=location)

    def returned_values(self) -> Sequence[SSAValue]:
        return self._operands

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operands = parser.parse_optional_undelimited_comma_separated_list(
            parser.parse_optional_unresolved_operand, parser.parse_unresolved_operand
        )
        attributes = parser.parse_optional_attr_dict()
        if operands is None:
            return cls.create(attributes=attributes)
        parser.parse_punctuation(":")
        types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        return cls.create(
            operands=parser.resolve_operands(operands, types, parser.pos), attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        if self._operands:
            print_operands(printer, self._operands)
        self.print_attributes(printer)
        if self._operands:
            printer.print_string(" : ")
            printer.print_list(self.operand_types, printer.print_attribute)

    def verify_(self) -> None:
        function = parent_function(self)
        if function is None:
            return
        outputs = tuple(function.function_type.outputs.data)
        if tuple(self.operand_types) != outputs:
            raise VerifyException(
                f"@{function.function_name()} returns ({', '.join(map(str, outputs))}), "
                f"not ({', '.join(map(str, self.operand_types))})"
            )


__all__ = [
    "CallOp",
    "FuncOp",
    "ReturnOp",
    "parent_function",
]
