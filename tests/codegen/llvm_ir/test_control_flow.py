"""Blocks, phis, split edges and names."""

from __future__ import annotations

from llvm_modules import accepted, body_of, parse, printed

from periclase.codegen.llvm_ir import print_module


def test_block_arguments_become_phis() -> None:
    lines = body_of(
        """  %zero = llvm.mlir.constant(0 : i32) : i32
          llvm.br ^head(%zero : i32)
        ^head(%i: i32):
          %one = llvm.mlir.constant(1 : i32) : i32
          %next = llvm.add %i, %one : i32
          %more = llvm.icmp "slt" %next, %n : i32
          llvm.cond_br %more, ^head(%next : i32), ^end
        ^end:
          llvm.return""",
        signature="%n: i32",
    )
    assert lines == [
        "br label %bb1",
        "bb1:",
        "%i = phi i32 [ 0, %bb0 ], [ %next, %bb1 ]",
        "%next = add i32 %i, 1",
        "%more = icmp slt i32 %next, %n",
        "br i1 %more, label %bb1, label %bb2",
        "bb2:",
    ]


def test_both_edges_to_one_block_with_different_values_are_split() -> None:
    lines = body_of(
        """llvm.cond_br %c, ^end(%a : i32), ^end(%b : i32)
        ^end(%x: i32):
          %r = llvm.add %x, %x : i32
          llvm.return""",
        signature="%c: i1, %a: i32, %b: i32",
    )
    assert lines == [
        "br i1 %c, label %bb1, label %bb0.edge1",
        "bb0.edge1:",
        "br label %bb1",
        "bb1:",
        "%x = phi i32 [ %a, %bb0 ], [ %b, %bb0.edge1 ]",
        "%r = add i32 %x, %x",
    ]


def test_both_edges_to_one_block_with_the_same_values_are_not_split() -> None:
    lines = body_of(
        """llvm.cond_br %c, ^end(%a : i32), ^end(%a : i32)
        ^end(%x: i32):
          llvm.return""",
        signature="%c: i1, %a: i32",
    )
    assert lines[:2] == ["br i1 %c, label %bb1, label %bb1", "bb1:"]
    assert lines[2] == "%x = phi i32 [ %a, %bb0 ], [ %a, %bb0 ]"


def test_switch_splits_only_the_edges_that_differ() -> None:
    lines = body_of(
        """llvm.switch %n : i32, ^end(%a : i32) [
            -1: ^end(%b : i32),
            7: ^other,
            8: ^end(%a : i32)
          ]
        ^other:
          llvm.return
        ^end(%x: i32):
          llvm.return""",
        signature="%n: i32, %a: i32, %b: i32",
    )
    assert lines[0] == (
        "switch i32 %n, label %bb2 [ i32 -1, label %bb0.edge1 i32 7, label %bb1 i32 8, label %bb2 ]"
    )
    assert "%x = phi i32 [ %a, %bb0 ], [ %b, %bb0.edge1 ], [ %a, %bb0 ]" in lines


def test_blocks_out_of_dominance_order() -> None:
    text = printed(
        """llvm.func @f(%n: i32) -> i32 {
          llvm.br ^second
        ^last(%y: i32):
          %z = llvm.add %y, %x : i32
          llvm.return %z : i32
        ^second:
          %x = llvm.mul %n, %n : i32
          %two = llvm.mlir.constant(2 : i32) : i32
          llvm.br ^last(%two : i32)
        }"""
    )
    assert "%z = add i32 %y, %x" in text
    assert "%y = phi i32 [ 2, %bb2 ]" in text


def test_argument_of_an_unreachable_block_is_poison() -> None:
    lines = body_of(
        """llvm.return
        ^never(%x: i32):
          %r = llvm.add %x, %x : i32
          llvm.br ^never2
        ^never2:
          llvm.return"""
    )
    assert "%r = add i32 poison, poison" in lines


def test_constants_are_operands() -> None:
    lines = body_of(
        """%c = llvm.mlir.constant(3 : i32) : i32
        %u = llvm.mlir.undef : i32
        %p = llvm.mlir.poison : i32
        %z = llvm.mlir.zero : !llvm.ptr<3>
        %zs = llvm.mlir.zero : !llvm.struct<(i32, f32)>
        %s = llvm.add %c, %u : i32
        %t = llvm.add %p, %p : i32
        llvm.store %s, %z : i32, !llvm.ptr<3>
        %e = llvm.extractvalue %zs[0] : !llvm.struct<(i32, f32)>"""
    )
    assert lines == [
        "%s = add i32 3, undef",
        "%t = add i32 poison, poison",
        "store i32 %s, ptr addrspace(3) null",
        "%e = extractvalue { i32, float } zeroinitializer, 0",
    ]


def test_equal_hints_get_distinct_names() -> None:
    module = parse(
        """llvm.func @f(%a: i32) -> i32 {
          %b = llvm.add %a, %a : i32
          %c = llvm.add %b, %b : i32
          llvm.return %c : i32
        }"""
    )
    for op in module.walk():
        for result in op.results:
            result.name_hint = "same"
    text = print_module(module)
    accepted(text)
    assert "%same = add i32 %a, %a" in text
    assert "add i32 %same, %same" in text
    assert text.count("%same = ") == 1


def test_hint_that_looks_like_a_label_does_not_clash() -> None:
    module = parse("llvm.func @f(%x: i32) -> i32 {\nllvm.br ^e\n^e:\nllvm.return %x : i32\n}")
    function = next(iter(module.body.ops))
    function.regions[0].blocks[0].args[0].name_hint = "bb1"
    accepted(print_module(module))
