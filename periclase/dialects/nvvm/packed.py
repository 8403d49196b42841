"""Integer dot products and byte permutation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Self

from xdsl.dialects.builtin import BoolAttr, IntegerType, LocationAttr, VectorType, f32, i32
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import operand_def, opt_operand_def, prop_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.nvvm.attributes import (
    DotAccumulateType,
    DotAccumulateTypeAttr,
    PermuteMode,
    PermuteModeAttr,
)
from periclase.dialects.nvvm.base import (
    NVVMOp,
    Words,
    parse_attributes,
    parse_operand_list,
    parse_type_list,
    print_attributes,
    print_operands,
    print_types,
    words_of,
)
from periclase.intrinsics.model import Requirement
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer

BYTES = VectorType(IntegerType(8), [4])
"""`vector<4xi8>`"""
HALVES = VectorType(IntegerType(16), [2])
"""`vector<2xi16>`"""

TRUE = BoolAttr.from_bool(True)
FALSE = BoolAttr.from_bool(False)

_TWO_OPERAND_MODES = frozenset((PermuteMode.RC8, PermuteMode.ECL, PermuteMode.ECR, PermuteMode.RC16))


class _DotAccumulateOp(NVVMOp):
    """Base: `nvvm.op %a <sign>, %b <sign>, %c {attributes} : A, B`."""

    A_TYPE: ClassVar[Attribute]
    DEFAULTS: ClassVar[Mapping[str, Attribute]] = {}
    OWN_REQUIREMENT: ClassVar[Requirement] = Requirement(61, 50)

    if TYPE_CHECKING:
        a_type: DotAccumulateTypeAttr
        b_type: DotAccumulateTypeAttr

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        position = parser.pos
        a = parser.parse_unresolved_operand()
        a_sign = DotAccumulateTypeAttr(DotAccumulateType(DotAccumulateTypeAttr.parse_parameter(parser)))
        parser.parse_punctuation(",")
        b = parser.parse_unresolved_operand()
        b_sign = DotAccumulateTypeAttr(DotAccumulateType(DotAccumulateTypeAttr.parse_parameter(parser)))
        parser.parse_punctuation(",")
        c = parser.parse_unresolved_operand()
        properties, attributes = parse_attributes(parser, cls)
        parser.parse_punctuation(":")
        types = parse_type_list(parser)
        return cls.create(
            operands=parser.resolve_operands([a, b, c], [*types, i32], position),
            result_types=(i32,),
            properties={"a_type": a_sign, "b_type": b_sign} | dict(cls.DEFAULTS) | properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        for value, sign in ((self.operands[0], self.a_type), (self.operands[1], self.b_type)):
            print_operands(printer, (value,))
            printer.print_string(" ")
            sign.print_parameter(printer)
            printer.print_string(",")
        print_operands(printer, self.operands[2:])
        hidden = (
            ("a_type", "b_type", "b_hi") if self.properties.get("b_hi") == FALSE else ("a_type", "b_type")
        )
        print_attributes(printer, self, hidden)
        print_types(printer, self.operands[:2])

    def verify_(self) -> None:
        if self.operands[0].type != self.A_TYPE or self.operands[1].type != BYTES:
            raise VerifyException(f"'{self.name}' takes {self.A_TYPE} and {BYTES}")


@operation
class DotAccumulate4WayOp(_DotAccumulateOp):
    """`c` plus the sum of the products of four pairs of bytes, each side signed or unsigned. PTX ISA, `dp4a`.

    Example:

    ```mlir
    %r = nvvm.dot.accumulate.4way %a <signed>, %b <unsigned>, %c : vector<4xi8>, vector<4xi8>
    ```
    """

    name = "nvvm.dot.accumulate.4way"
    A_TYPE: ClassVar[Attribute] = BYTES

    a = operand_def(VectorType)
    b = operand_def(VectorType)
    c = operand_def(i32)
    a_type = prop_def(DotAccumulateTypeAttr)
    b_type = prop_def(DotAccumulateTypeAttr)
    res = result_def(i32)

    traits = traits_def(Pure())

    @classmethod
    def make(
        cls, sign: DotAccumulateType, a: SSAValue, b: SSAValue, c: SSAValue, *, location: LocationAttr
    ) -> Self:
        """The product, both sides of one sign."""
        attribute = DotAccumulateTypeAttr(sign)
        properties: dict[str, Attribute] = {"a_type": attribute, "b_type": attribute}
        return cls.create(operands=(a, b, c), result_types=(i32,), properties=properties, location=location)


@operation
class DotAccumulate2WayOp(_DotAccumulateOp):
    """`c` plus the products of two 16-bit values with the low two, or with `b_hi` the high two, bytes of `b`. PTX ISA, `dp2a`.

    Example:

    ```mlir
    %r = nvvm.dot.accumulate.2way %a <signed>, %b <signed>, %c {b_hi = true} : vector<2xi16>, vector<4xi8>
    ```
    """

    name = "nvvm.dot.accumulate.2way"
    A_TYPE: ClassVar[Attribute] = HALVES
    DEFAULTS: ClassVar[Mapping[str, Attribute]] = {"b_hi": FALSE}

    a = operand_def(VectorType)
    b = operand_def(VectorType)
    c = operand_def(i32)
    a_type = prop_def(DotAccumulateTypeAttr)
    b_type = prop_def(DotAccumulateTypeAttr)
    b_hi = prop_def(BoolAttr, default_value=FALSE)
    res = result_def(i32)

    traits = traits_def(Pure())

    @classmethod
    def make(
        cls,
        sign: DotAccumulateType,
        a: SSAValue,
        b: SSAValue,
        c: SSAValue,
        high: bool,
        *,
        location: LocationAttr,
    ) -> Self:
        """The product, both sides of one sign."""
        attribute = DotAccumulateTypeAttr(sign)
        properties: dict[str, Attribute] = {
            "a_type": attribute,
            "b_type": attribute,
            "b_hi": TRUE if high else FALSE,
        }
        return cls.create(operands=(a, b, c), result_types=(i32,), properties=properties, location=location)


@operation
class PrmtOp(NVVMOp):
    """Four bytes picked out of the eight of `hi:lo`, or with `rc8 ecl ecr rc16` out of `lo`, by `selector`. PTX ISA, `prmt`.

    In the text, as in MLIR, the selector comes first; among the operands it is the last.

    Example:

    ```mlir
    %r = nvvm.prmt <default> %selector, %lo, %hi : i32
    %s = nvvm.prmt <rc8> %selector, %lo : i32
    ```
    """

    name = "nvvm.prmt"
    WORDS: ClassVar[Words] = {"mode": words_of(PermuteModeAttr)}

    lo = operand_def(i32)
    hi = opt_operand_def(i32)
    selector = operand_def(i32)
    mode = prop_def(PermuteModeAttr)
    res = result_def(i32)

    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        mode = parser.parse_optional_attribute()
        if mode is None:
            mode = PermuteModeAttr(PermuteMode(PermuteModeAttr.parse_parameter(parser)))
        position = parser.pos
        selector, *values = parse_operand_list(parser)
        operands = [*values, selector]
        _, attributes = parse_attributes(parser, cls)
        parser.parse_punctuation(":")
        type = parser.parse_type()
        return cls.create(
            operands=parser.resolve_operands(operands, [type] * len(operands), position),
            result_types=(type,),
            properties={"mode": mode},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        self.mode.print_parameter(printer)
        print_operands(printer, (self.operands[-1], *self.operands[:-1]))
        print_attributes(printer, self, ("mode",))
        printer.print_string(" : ")
        printer.print_attribute(self.res.type)

    def verify_(self) -> None:
        if (self.mode.data in _TWO_OPERAND_MODES) != (self.hi is None):
            wanted = "two operands" if self.hi is not None else "three operands"
            raise VerifyException(f"the mode '{self.mode.data}' takes {wanted}")


@operation
class RcpApproxFtzF32Op(NVVMOp):
    """1/`arg`, at most 1 ulp off, subnormals taken and given as zero. PTX ISA, `rcp.approx.ftz`.

    Example:

    ```mlir
    %r = nvvm.rcp.approx.ftz.f %x : f32
    ```
    """

    name = "nvvm.rcp.approx.ftz.f"

    arg = operand_def(f32)
    res = result_def(f32)

    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        argument = parser.parse_unresolved_operand()
        _, attributes = parse_attributes(parser, cls)
        parser.parse_punctuation(":")
        type = parser.parse_type()
        return cls.create(
            operands=(parser.resolve_operand(argument, type),), result_types=(type,), attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        print_operands(printer, self.operands)
        print_attributes(printer, self)
        print_types(printer, self.operands)


OPERATIONS = (RcpApproxFtzF32Op, DotAccumulate4WayOp, DotAccumulate2WayOp, PrmtOp)
