"""What every op of every dialect of the project owes: documentation with a working example, effects, a fitting name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import (
    Builtin,
    FileLineColLoc,
    IntAttr,
    ModuleOp,
    StringAttr,
    UnrealizedConversionCastOp,
)
from xdsl.ir import Block, Dialect, Operation, Region
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, MemoryEffect, SymbolOpInterface

from periclase.dialects.llvm import LLVM
from periclase.dialects.mir import MIR
from periclase.dialects.nvvm import NVVM
from periclase.ir.interfaces import CallOpInterface, ConvergentOp, FunctionOpInterface

DIALECTS = (MIR, NVVM, LLVM)

# Class names that spell out what the mnemonic, given by MLIR, abbreviates.
SPELLED_OUT = {
    "llvm.cmpxchg": "AtomicCmpXchgOp",
    "llvm.getelementptr": "GEPOp",
    "llvm.intr.bswap": "ByteSwapOp",
    "llvm.intr.ctlz": "CountLeadingZerosOp",
    "llvm.intr.cttz": "CountTrailingZerosOp",
    "llvm.mlir.none": "NoneTokenOp",
    "mir.cond_br": "CondBranchOp",
    "nvvm.rcp.approx.ftz.f": "RcpApproxFtzF32Op",
}

# Reads of what changes by itself, atomics, fences, assembler text, markers: to be left alone.
UNKNOWN_EFFECTS = {
    "llvm.alloca",
    "llvm.inline_asm",
    "llvm.call_intrinsic",
    "llvm.atomicrmw",
    "llvm.cmpxchg",
    "llvm.fence",
    "llvm.intr.assume",
    "llvm.intr.debugtrap",
    "llvm.intr.lifetime.end",
    "llvm.intr.lifetime.start",
    "llvm.intr.stackrestore",
    "llvm.intr.stacksave",
    "llvm.intr.trap",
    "nvvm.read.ptx.sreg.clock",
    "nvvm.read.ptx.sreg.clock64",
    "nvvm.read.ptx.sreg.globaltimer",
    "nvvm.read.ptx.sreg.globaltimer.lo",
    "nvvm.read.ptx.sreg.smid",
    "nvvm.read.ptx.sreg.warpid",
}


def own_operations(dialect: Dialect) -> Iterator[type[Operation]]:
    """The ops that this project defines, not those that it takes over from xDSL."""
    return (op for op in dialect.operations if op.__module__.startswith("periclase."))


OPERATIONS = [op for dialect in DIALECTS for op in own_operations(dialect)]
for_each_operation = pytest.mark.parametrize("op_class", OPERATIONS, ids=lambda op: op.name)


@pytest.fixture(scope="module")
def context() -> Context:
    ctx = Context()
    for dialect in (Builtin, *DIALECTS):
        ctx.load_dialect(dialect)
    return ctx


def example_of(op_class: type[Operation]) -> str:
    """The MLIR text in the docstring."""
    match = re.search(r"Example:\n\s*```mlir\n(.*?)```", op_class.__doc__ or "", re.DOTALL)
    assert match is not None, f"{op_class.name} has no example"
    return match.group(1)


def parse_example(text: str, ctx: Context) -> ModuleOp:
    """A module with the ops of an example; a value that the example uses without defining it comes from a cast."""
    parser = Parser(ctx, text)
    block = Block()
    while (op := parser.parse_optional_operation()) is not None:
        block.add_op(op)
    first = block.first_op
    assert first is not None
    for name, values in parser.forward_ssa_references.items():
        for value in values.values():
            source = UnrealizedConversionCastOp.create(result_types=(value.type,))
            source.results[0].name_hint = name if name.isidentifier() else None
            block.insert_op_before(source, first)
            value.replace_all_uses_with(source.results[0])
    return ModuleOp(Region(block))


def print_module(module: ModuleOp, *, generic: bool, locations: bool = False) -> str:
    stream = StringIO()
    Printer(stream, print_generic_format=generic, print_debuginfo=locations).print_op(module)
    return stream.getvalue()


@for_each_operation
def test_example_verifies_and_round_trips(op_class: type[Operation], context: Context) -> None:
    module = parse_example(example_of(op_class), context)
    assert any(isinstance(op, op_class) for op in module.walk()), "the example lacks the op that it is of"
    module.verify()
    for generic in (False, True):
        text = print_module(module, generic=generic)
        again = Parser(context, text).parse_module()
        again.verify()
        assert again.is_structurally_equivalent(module), text
        assert print_module(again, generic=generic) == text


@for_each_operation
def test_locations_round_trip(op_class: type[Operation], context: Context) -> None:
    module = parse_example(example_of(op_class), context)
    for line, op in enumerate(module.walk(), start=1):
        op.location = FileLineColLoc(StringAttr("k.py"), IntAttr(line), IntAttr(1))
    for generic in (False, True):
        text = print_module(module, generic=generic, locations=True)
        again = Parser(context, text).parse_module()
        assert [op.location for op in again.walk()] == [op.location for op in module.walk()], text
        assert print_module(again, generic=generic, locations=True) == text


# MLIR itself has no custom syntax for many of LLVM's intrinsics, and ours is MLIR's.
@pytest.mark.parametrize(
    "op_class", [op for op in OPERATIONS if not op.name.startswith("llvm.")], ids=lambda op: op.name
)
def test_custom_syntax_is_used(op_class: type[Operation], context: Context) -> None:
    text = print_module(parse_example(example_of(op_class), context), generic=False)
    assert f'"{op_class.name}"' not in text


@for_each_operation
def test_docstring_begins_with_a_sentence(op_class: type[Operation]) -> None:
    assert op_class.__doc__ is not None
    assert op_class.__doc__.split("\n\n")[0].rstrip().endswith((".", ":"))


def has_unknown_effects_on_purpose(op_class: type[Operation]) -> bool:
    """Whether saying nothing of effects is meant: such an op is neither moved, nor merged, nor removed."""
    return (
        # It may do anything, or talks to other threads, or to the machine.
        issubclass(op_class, CallOpInterface | FunctionOpInterface | ConvergentOp)
        or op_class.name in UNKNOWN_EFFECTS
        # A symbol or a terminator stays where it is anyhow.
        or bool(op_class.get_traits_of_type(SymbolOpInterface))
        or op_class.has_trait(IsTerminator)
    )


@for_each_operation
def test_effects_are_declared(op_class: type[Operation]) -> None:
    assert op_class.get_traits_of_type(MemoryEffect) or has_unknown_effects_on_purpose(op_class)


@pytest.mark.parametrize("op_class", list(own_operations(MIR)), ids=lambda op: op.name)
def test_mir_declares_all_effects_but_those_of_calls(op_class: type[Operation]) -> None:
    unknown = {op_class.name} <= {"mir.call", "mir.func"}
    assert bool(op_class.get_traits_of_type(MemoryEffect)) != unknown


@for_each_operation
def test_class_name_and_mnemonic_agree(op_class: type[Operation]) -> None:
    assert op_class.__name__.endswith("Op")
    if op_class.name in SPELLED_OUT:
        assert op_class.__name__ == SPELLED_OUT[op_class.name]
        return
    dialect, mnemonic = op_class.name.split(".", 1)
    stem = op_class.__name__.removesuffix("Op").lower()
    if dialect == "llvm":
        mnemonic = mnemonic.removeprefix("intr.").removeprefix("mlir.")
        # Float intrinsics bear an F where the integer op has their name.
        stem = stem.removeprefix("f") if not mnemonic.startswith("f") else stem
    mnemonic = mnemonic.replace("read.ptx.sreg.", "read.")
    expected = re.sub(r"[._]", "", mnemonic)
    assert stem == expected or stem.removeprefix("f") == expected


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
def test_names_are_unique_and_of_the_dialect(dialect: Dialect) -> None:
    for names in (
        [op.name for op in dialect.operations],
        [attribute.name for attribute in dialect.attributes],
    ):
        assert len(set(names)) == len(names)
    assert {op.name.split(".", 1)[0] for op in dialect.operations} == {dialect.name}
