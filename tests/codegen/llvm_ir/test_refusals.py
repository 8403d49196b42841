"""What has no form in LLVM IR is refused, by name and place, and never left out."""

from __future__ import annotations

import pytest
from llvm_modules import parse
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin
from xdsl.dialects.test import Test
from xdsl.parser import Parser

from periclase.codegen.llvm_ir import print_module
from periclase.codegen.llvm_ir.calls import handler_of
from periclase.codegen.llvm_ir.values import CONSTANTS
from periclase.diagnostics import CompileError, Diagnostic
from periclase.dialects.llvm import LLVM, FuncOp, GlobalOp


def refusal(text: str, *, verify: bool = True) -> Diagnostic:
    context = Context()
    for dialect in (Builtin, LLVM, Test):
        context.load_dialect(dialect)
    module = Parser(context, text).parse_module()
    if verify:
        module.verify()
    with pytest.raises(CompileError) as caught:
        print_module(module)
    return caught.value.diagnostic


def test_every_operation_of_the_dialect_is_printed() -> None:
    instructions = {op for op in LLVM.operations if handler_of(op) is not None}
    assert set(LLVM.operations) == {*instructions, *CONSTANTS, FuncOp, GlobalOp}


def test_foreign_operation_is_named_with_its_place() -> None:
    diagnostic = refusal('llvm.func @f() {\n"test.op"() : () -> () loc("k.py":3:5)\nllvm.return }')
    assert diagnostic.code == "PC0530"
    assert "'test.op'" in diagnostic.message
    assert str(diagnostic.span) == "k.py:3:5"


def test_foreign_operation_at_the_top() -> None:
    assert refusal('"test.op"() : () -> ()').code == "PC0530"


def test_unconverted_cast_names_the_pass() -> None:
    diagnostic = refusal(
        "llvm.func @f(%a: i32) {\n%b = builtin.unrealized_conversion_cast %a : i32 to si32\nllvm.return }"
    )
    assert diagnostic.help is not None
    assert "reconcile-unrealized-casts" in diagnostic.help


@pytest.mark.parametrize(
    "text",
    [
        "llvm.func @f(%a: i32) {\n%b = llvm.add %a, %a {mystery} : i32\nllvm.return }",
        "llvm.func @f() attributes {mystery} { llvm.return }",
        "llvm.func @f(%a: i32 {llvm.mystery}) { llvm.return }",
        "llvm.func @f(%a: i32 {llvm.align}) { llvm.return }",
        "llvm.func @f() attributes {nvvm.maxntid = 3 : i32} { llvm.return }",
        "llvm.func @f() attributes {passthrough = [3 : i32]} { llvm.return }",
        'llvm.func @f() attributes {passthrough = [["cold", "1"]]} { llvm.return }',
        "llvm.mlir.global internal @g() {mystery} : i32",
        "module attributes {mystery} {\n}",
        "llvm.func @f() {\n%c = llvm.mlir.constant(1 : i32) {mystery} : i32\n%d = llvm.add %c, %c : i32\nllvm.return }",
    ],
)
def test_unknown_attribute(text: str) -> None:
    assert refusal(text).code == "PC0531"


@pytest.mark.parametrize(
    "text",
    [
        "llvm.func @f() {\n%u = llvm.mlir.undef : si32\n%a = llvm.freeze %u : si32\nllvm.return }",
        "llvm.func @f() {\n%u = llvm.mlir.undef : index\n%a = llvm.freeze %u : index\nllvm.return }",
        "llvm.func @f() {\n%u = llvm.mlir.undef : vector<2x2xi32>\n%a = llvm.freeze %u : vector<2x2xi32>\nllvm.return }",
        'llvm.func @f(!llvm.struct<"S", (i32)>, !llvm.struct<"S", (f32)>)',
    ],
)
def test_type_that_llvm_lacks(text: str) -> None:
    assert refusal(text).code == "PC0532"


def test_bitcast_between_pointer_and_integer_is_refused_even_if_nobody_verified() -> None:
    text = "llvm.func @f(%p: !llvm.ptr) {\n%a = llvm.bitcast %p : !llvm.ptr to i64\nllvm.return }"
    assert refusal(text, verify=False).code == "PC0532"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("llvm.func @f() {\n^e:\nllvm.br ^e\n}", "entry block"),
        ("llvm.func @f() { llvm.return }\nllvm.func @f() { llvm.return }", "two symbols"),
        ("llvm.func @f()\nllvm.mlir.global internal @f() : i32", "two symbols"),
        (
            "llvm.func @f() {\n%a = llvm.mlir.addressof @g : !llvm.ptr\n%b = llvm.freeze %a : !llvm.ptr\nllvm.return }",
            "@g",
        ),
        (
            'llvm.func @f(%a: i32, %b: i64) {\n%r = llvm.call_intrinsic "llvm.x"(%a) : (i32) -> i32\n'
            '%s = llvm.call_intrinsic "llvm.x"(%b) : (i64) -> i64\nllvm.return }',
            "elsewhere",
        ),
        (
            "llvm.func @k() attributes {nvvm.kernel} {\nllvm.return }\n"
            "llvm.func @f() {\nllvm.call @k() : () -> ()\nllvm.return }",
            "launched and not called",
        ),
        ("llvm.func @k() attributes {nvvm.kernel}", "has no body"),
        (
            "llvm.func @llvm.trap()\nllvm.func @f() {\nllvm.intr.trap\nllvm.return }",
            "is an intrinsic",
        ),
        (
            "llvm.mlir.global internal @g() : i64 {\n%a = llvm.mlir.constant(1 : i32) : i32\nllvm.return %a : i32\n}",
            "initializer",
        ),
    ],
)
def test_module_that_llvm_would_refuse(text: str, words: str) -> None:
    diagnostic = refusal(text, verify=False)
    assert diagnostic.code == "PC0534"
    assert words in diagnostic.message


def test_operation_in_an_initializer_that_is_no_constant() -> None:
    text = (
        "llvm.mlir.global internal @g() : i32 {\n%a = llvm.mlir.constant(1 : i32) : i32\n"
        "%b = llvm.mul %a, %a : i32\nllvm.return %b : i32\n}"
    )
    assert refusal(text).code == "PC0530"


def test_block_without_terminator() -> None:
    module = parse("llvm.func @f() { llvm.return }")
    function = next(iter(module.body.ops))
    terminator = function.regions[0].blocks[0].last_op
    assert terminator is not None
    terminator.detach()
    with pytest.raises(CompileError) as caught:
        print_module(module)
    assert caught.value.diagnostic.code == "PC0534"


@pytest.mark.parametrize(
    "attribute",
    [
        "nvvm.maxntid = array<i32: 0, 1, 1>",
        "nvvm.reqntid = array<i32: 8, -1>",
        "nvvm.cluster_dim = array<i32>",
        "nvvm.maxntid = array<i32: 1, 1, 1, 1>",
        "nvvm.maxnreg = -5 : i32",
        "nvvm.minctasm = 0 : i32",
    ],
)
def test_launch_bounds_that_ptx_does_not_have(attribute: str) -> None:
    diagnostic = refusal(f"llvm.func @k() attributes {{nvvm.kernel, {attribute}}} {{\nllvm.return }}")
    assert diagnostic.code == "PC0531"
    assert attribute.split(" ")[0] in diagnostic.message
