"""What is asked of LLVM's loop passes: the attribute on a branch that closes a loop, `!llvm.loop` in LLVM IR.

MLIR 22's attributes and syntax, with the parameters that we have a use for; any other is refused when it is parsed.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Self

from xdsl.dialects.builtin import BoolAttr, IntegerAttr, NoneAttr, i1, i32
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.llvm.narrowing import is_integer_value
from periclase.ir.attributes import attribute

if TYPE_CHECKING:
    from xdsl.parser import AttrParser
    from xdsl.printer import Printer

_ABSENT = NoneAttr()


def _print_parameters(printer: Printer, names: Sequence[str], values: Sequence[Attribute]) -> None:
    """Print `<name = value, …>`, without the absent ones."""
    separator = ""
    with printer.in_angle_brackets():
        for name, value in zip(names, values, strict=True):
            if isinstance(value, NoneAttr):
                continue
            printer.print_string(f"{separator}{name} = ")
            separator = ", "
            if isinstance(value, LoopUnrollAttr | LoopAnnotationAttr):
                value.print_parameters(printer)
            else:
                printer.print_attribute(value)


def _parse_parameters(parser: AttrParser, names: Sequence[str]) -> list[Attribute]:
    """Parse what follows the `<` of `_print_parameters`, in any order; gives one attribute for each name."""
    found: dict[str, Attribute] = {}
    while True:
        position = parser.pos
        name = parser.parse_identifier()
        if name not in names or name in found:
            expected = ", ".join(f"'{other}'" for other in names if other not in found)
            parser.raise_error(f"expected {expected or 'no further parameter'}, got '{name}'", position)
        parser.parse_punctuation("=")
        if name == "unroll" and parser.parse_optional_punctuation("<") is not None:
            found[name] = LoopUnrollAttr(*_parse_parameters(parser, _UNROLL))
        elif name == "followupUnrolled" and parser.parse_optional_punctuation("<") is not None:
            found[name] = LoopAnnotationAttr(*_parse_parameters(parser, _ANNOTATION))
        else:
            found[name] = parser.parse_attribute()
        if parser.parse_optional_punctuation(",") is None:
            parser.parse_punctuation(">")
            return [found.get(name, _ABSENT) for name in names]


def _is_set(value: Attribute) -> bool:
    return is_integer_value(value) and value.value.data != 0


def _check_flags(names: Sequence[str], values: Sequence[Attribute]) -> None:
    for name, value in zip(names, values, strict=True):
        if not isinstance(value, NoneAttr) and not (is_integer_value(value) and value.type == i1):
            raise VerifyException(f"'{name}' must be true or false, not {value}")


_UNROLL = ("disable", "count", "runtimeDisable", "full", "followupUnrolled")
_ANNOTATION = ("disableNonforced", "unroll", "mustProgress")


@attribute
class LoopUnrollAttr(ParametrizedAttribute):
    """How a loop is to be unrolled, `#llvm.loop_unroll<count = 4 : i32>`.

    Attributes:
        disable: not at all.
        count: so many iterations become one.
        runtime_disable: not unless the number of iterations is known.
        full: wholly.
        followup_unrolled: the `LoopAnnotationAttr` of the loop that has been unrolled, which else is not unrolled again.
    """

    name = "llvm.loop_unroll"

    disable: Attribute
    count: Attribute
    runtime_disable: Attribute
    full: Attribute
    followup_unrolled: Attribute

    def verify(self) -> None:
        _check_flags(("disable", "runtimeDisable", "full"), (self.disable, self.runtime_disable, self.full))
        if not isinstance(self.followup_unrolled, NoneAttr | LoopAnnotationAttr):
            raise VerifyException(
                f"'followupUnrolled' must be a #llvm.loop_annotation, not {self.followup_unrolled}"
            )
        count = self.count
        if isinstance(count, NoneAttr):
            return
        if not is_integer_value(count) or count.type != i32 or count.value.data < 1:
            raise VerifyException(f"'count' must be a positive i32, not {count}")

    def properties(self) -> Iterator[str]:
        """LLVM's metadata nodes for it."""
        if _is_set(self.disable):
            yield '!{!"llvm.loop.unroll.disable"}'
        if is_integer_value(self.count):
            yield f'!{{!"llvm.loop.unroll.count", i32 {self.count.value.data}}}'
        if _is_set(self.runtime_disable):
            yield '!{!"llvm.loop.unroll.runtime.disable"}'
        if _is_set(self.full):
            yield '!{!"llvm.loop.unroll.full"}'
        if isinstance(self.followup_unrolled, LoopAnnotationAttr):
            followup = ", ".join(self.followup_unrolled.properties())
            yield f'!{{!"llvm.loop.unroll.followup_unrolled", {followup}}}'

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        parser.parse_punctuation("<")
        return _parse_parameters(parser, _UNROLL)

    def print_parameters(self, printer: Printer) -> None:
        _print_parameters(printer, _UNROLL, self.parameters)


@attribute
class LoopAnnotationAttr(ParametrizedAttribute):
    """What is asked for one loop, on the branches that close it: `#llvm.loop_annotation<unroll = <disable = true>>`.

    Attributes:
        disable_nonforced: transform it in no way that is not asked for.
        unroll: a `LoopUnrollAttr`.
        must_progress: it ends, or does something that can be seen.
    """

    name = "llvm.loop_annotation"

    disable_nonforced: Attribute
    unroll: Attribute
    must_progress: Attribute

    @classmethod
    @functools.cache
    def unrolled(cls, factor: int, *, further: bool = False) -> Self:
        """The annotation by which `factor` iterations become one; 0 means all of them, 1 no unrolling.

        `further` lets the assembler unroll the result once more.
        """
        absent, true = _ABSENT, BoolAttr.from_bool(True)
        if factor == 1:
            unroll = LoopUnrollAttr(true, absent, absent, absent, absent)
        elif factor == 0:
            unroll = LoopUnrollAttr(absent, absent, absent, true, absent)
        else:
            # LLVM then does not put "not to be unrolled any more" on it: it takes what is given instead, whatever that is.
            followup = cls(absent, absent, true) if further else absent
            unroll = LoopUnrollAttr(absent, IntegerAttr(factor, i32), absent, absent, followup)
        return cls(absent, unroll, absent)

    def verify(self) -> None:
        _check_flags(("disableNonforced", "mustProgress"), (self.disable_nonforced, self.must_progress))
        if not isinstance(self.unroll, NoneAttr | LoopUnrollAttr):
            raise VerifyException(f"'unroll' must be a #llvm.loop_unroll, not {self.unroll}")

    def properties(self) -> Iterator[str]:
        """LLVM's metadata nodes for it, the operands of the loop's node behind the one that is the loop itself."""
        if _is_set(self.disable_nonforced):
            yield '!{!"llvm.loop.disable_nonforced"}'
        if _is_set(self.must_progress):
            yield '!{!"llvm.loop.mustprogress"}'
        if isinstance(self.unroll, LoopUnrollAttr):
            yield from self.unroll.properties()

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        parser.parse_punctuation("<")
        return _parse_parameters(parser, _ANNOTATION)

    def print_parameters(self, printer: Printer) -> None:
        _print_parameters(printer, _ANNOTATION, self.parameters)
