from __future__ import annotations

import pytest
import toy
from xdsl.dialects.builtin import UnrealizedConversionCastOp, i1, i32, i64
from xdsl.dialects.test import TestOp as OtherOp
from xdsl.ir import Operation

from periclase.diagnostics import CompileError
from periclase.ir.builder import OpBuilder
from periclase.ir.dialect_conversion import (
    ConversionPatterns,
    ConversionRewriter,
    ConversionTarget,
    convert,
    convert_signature_in_place,
)
from periclase.ir.locations import file_location
from periclase.ir.ssa_verifier import verify_ssa
from periclase.ir.type_converter import TypeConverter

PAIR = toy.PairType(i32, i32)
PLACE = file_location("k.py", 7, 2)


def types() -> TypeConverter:
    converter = TypeConverter()
    converter.add_conversion(toy.PtrType, lambda _: i64)
    converter.add_conversion(
        toy.PairType, lambda t: None if not isinstance(t, toy.PairType) else (t.first, t.second)
    )
    return converter


def patterns() -> ConversionPatterns:
    found = ConversionPatterns()

    @found.add(toy.FuncOp)
    def _(op: toy.FuncOp, rewriter: ConversionRewriter) -> None:
        convert_signature_in_place(op, rewriter)

    @found.add(toy.BranchOp)
    def _(op: toy.BranchOp, rewriter: ConversionRewriter) -> None:
        rewriter.replace(toy.BranchOp.make(op.target, rewriter.flat_values(op.operands)))

    @found.add(toy.PackOp)
    def _(op: toy.PackOp, rewriter: ConversionRewriter) -> None:
        rewriter.replace(rewriter.operands())

    @found.add(toy.UnpackOp)
    def _(op: toy.UnpackOp, rewriter: ConversionRewriter) -> None:
        rewriter.replace((rewriter.values(op.pair)[op.index.value.data],))

    @found.add(toy.AddOp)
    def _(op: toy.AddOp, rewriter: ConversionRewriter) -> None:
        rewriter.replace(OtherOp.create(operands=rewriter.operands(), result_types=(i32,)))

    return found


def target() -> ConversionTarget:
    legal = ConversionTarget()
    legal.illegal_op(toy.PackOp, toy.UnpackOp, toy.AddOp)
    legal.dynamically_legal_op(
        toy.BranchOp, lambda op: [v.type for v in op.operands] == [a.type for a in op.target.args]
    )
    return legal


def run(
    text: str, legal: ConversionTarget | None = None, by: ConversionPatterns | None = None
) -> toy.ModuleOp:
    module = toy.parse(text)
    convert(module, legal or target(), by or patterns(), types(), pass_name="test-conversion")
    assert verify_ssa(module) == []
    module.verify()
    return module


ONE_TO_TWO = """
"toy.func"() ({
^e(%p : !toy.pair<i32, i32>, %q : i32):
  %x = "toy.unpack"(%p) {index = 1 : i32} : (!toy.pair<i32, i32>) -> i32
  %s = "toy.add"(%x, %q) : (i32, i32) -> i32 loc("k.py":7:3)
  %n = "toy.pack"(%s, %x) : (i32, i32) -> !toy.pair<i32, i32>
  "toy.br"(%n, %s)[^b] : (!toy.pair<i32, i32>, i32) -> ()
^b(%r : !toy.pair<i32, i32>, %t : i32):
  %y = "toy.unpack"(%r) {index = 0 : i32} : (!toy.pair<i32, i32>) -> i32
  "toy.return"(%y) : (i32) -> ()
}) {sym_name = "main", results_of = [i32]} : () -> ()
"""


def test_one_value_becomes_two_through_signatures_and_branches() -> None:
    module = run(ONE_TO_TWO)
    blocks = list(toy.function(module).body.blocks)
    assert [[a.type for a in block.args] for block in blocks] == [[i32, i32, i32], [i32, i32, i32]]
    assert not toy.ops_of(module, "toy.pack")
    assert not toy.ops_of(module, "builtin.unrealized_conversion_cast")
    assert blocks[0].args[0].name_hint == "p"


def test_an_op_made_without_location_gets_that_of_the_op_it_replaces() -> None:
    (made,) = toy.ops_of(run(ONE_TO_TWO), "test.op")
    assert made.location == PLACE


def test_an_op_that_stays_gets_its_old_type_back_by_a_cast() -> None:
    text = """
    "toy.func"() ({
    ^e(%p : !toy.ptr<i32>):
      %v = "toy.load"(%p) : (!toy.ptr<i32>) -> i32
      "toy.return"(%v) : (i32) -> ()
    }) {sym_name = "main", results_of = [i32]} : () -> ()
    """
    module = run(text)
    (cast,) = toy.ops_of(module, "builtin.unrealized_conversion_cast")
    assert [v.type for v in cast.operands] == [i64]
    assert toy.ops_of(module, "toy.load")[0].operands[0] is cast.results[0]


def test_a_value_whose_definition_stays_is_cast_once_for_all_users() -> None:
    by = patterns()

    @by.add(toy.EscapeOp)
    def _(op: toy.EscapeOp, rewriter: ConversionRewriter) -> None:
        rewriter.replace(OtherOp.create(operands=rewriter.operands()))

    legal = target()
    legal.illegal_op(toy.EscapeOp)
    module = run(
        """
        "toy.func"() ({
        ^e(%a : i32):
          %p = "toy.alloca"() : () -> !toy.ptr<i32>
          "toy.escape"(%p) : (!toy.ptr<i32>) -> ()
          "toy.escape"(%p) : (!toy.ptr<i32>) -> ()
          "toy.return"(%a) : (i32) -> ()
        }) {sym_name = "main", results_of = [i32]} : () -> ()
        """,
        legal,
        by,
    )
    (cast,) = toy.ops_of(module, "builtin.unrealized_conversion_cast")
    assert [op.operands[0] for op in toy.ops_of(module, "test.op")] == list(cast.results) * 2


def test_all_that_can_not_be_converted_is_told_with_its_place() -> None:
    module = toy.parse(
        """
        "toy.func"() ({
        ^e(%a : i32):
          "toy.print"(%a) : (i32) -> () loc("k.py":3:1)
          "toy.barrier"() : () -> () loc("k.py":4:1)
          "toy.return"(%a) : (i32) -> ()
        }) {sym_name = "main", results_of = [i32]} : () -> ()
        """
    )
    by = ConversionPatterns()

    @by.add(toy.BarrierOp)
    def _(op: toy.BarrierOp, rewriter: ConversionRewriter) -> None:
        rewriter.fail("there is no barrier here", help="leave it out")

    legal = ConversionTarget()
    legal.illegal_op(toy.PrintOp, toy.BarrierOp)
    with pytest.raises(CompileError) as caught:
        convert(module, legal, by, types(), pass_name="no-toys")
    assert [(d.code, d.message, d.span.line, d.help) for d in caught.value.diagnostics] == [
        ("PC0602", "no-toys: no conversion for 'toy.print'", 3, None),
        (
            "PC0602",
            "no-toys: 'toy.barrier' can not be converted: there is no barrier here",
            4,
            "leave it out",
        ),
    ]


def test_a_pattern_that_does_nothing_is_told() -> None:
    by = ConversionPatterns()
    by.add(toy.PrintOp)(lambda op, rewriter: None)
    legal = ConversionTarget()
    legal.illegal_op(toy.PrintOp)
    module = toy.parse('%c = "toy.const"() {value = 1 : i32} : () -> i32\n"toy.print"(%c) : (i32) -> ()')
    with pytest.raises(CompileError, match="left as it is"):
        convert(module, legal, by, types(), pass_name="lazy")


def test_ops_that_patterns_make_are_converted_too() -> None:
    by = patterns()

    @by.add(toy.MulOp)
    def _(op: toy.MulOp, rewriter: ConversionRewriter) -> None:
        lhs, _ = rewriter.operands()
        rewriter.replace(toy.AddOp.make(lhs, lhs))

    legal = target()
    legal.illegal_op(toy.MulOp)
    module = run(
        '%c = "toy.const"() {value = 2 : i32} : () -> i32\n%m = "toy.mul"(%c, %c) : (i32, i32) -> i32\n'
        '"toy.print"(%m) : (i32) -> ()',
        legal,
        by,
    )
    assert [op.name for op in module.body.block.ops] == ["toy.const", "test.op", "toy.print"]


def test_splitting_a_block_goes_on_in_the_rest() -> None:
    by = patterns()

    @by.add(toy.DivOp)
    def _(op: toy.DivOp, rewriter: ConversionRewriter) -> None:
        lhs, rhs = rewriter.operands()
        before = rewriter.builder.block
        rest = rewriter.split_block()
        rewriter.insert_at(OpBuilder.at_end(before), toy.BranchOp.make(rest))
        rewriter.start(op)
        rewriter.replace(OtherOp.create(operands=(lhs, rhs), result_types=(i32,)))

    legal = target()
    legal.illegal_op(toy.DivOp)
    module = run(
        """
        "toy.func"() ({
        ^e(%a : i32):
          %d = "toy.div"(%a, %a) : (i32, i32) -> i32
          %s = "toy.add"(%d, %d) : (i32, i32) -> i32
          "toy.return"(%s) : (i32) -> ()
        }) {sym_name = "main", results_of = [i32]} : () -> ()
        """,
        legal,
        by,
    )
    names = [[op.name for op in block.ops] for block in toy.function(module).body.blocks]
    assert names == [["toy.br"], ["test.op", "test.op", "toy.return"]]


def test_casts_left_by_an_earlier_pass_meet_the_new_types() -> None:
    def cast(value, type) -> UnrealizedConversionCastOp:
        return UnrealizedConversionCastOp.create(operands=(value,), result_types=(type,))

    module = toy.parse('%p = "toy.alloca"() : () -> !toy.ptr<i32>')
    (alloca,) = module.ops
    inner = cast(alloca.results[0], i64)
    use = OtherOp.create(operands=inner.results)
    module.body.block.add_ops((inner, use))
    by = ConversionPatterns()

    @by.add(toy.AllocaOp)
    def _(op: Operation, rewriter: ConversionRewriter) -> None:
        rewriter.replace(OtherOp.create(result_types=(i64,)))

    legal = ConversionTarget()
    legal.illegal_op(toy.AllocaOp)
    convert(module, legal, by, types(), pass_name="casts")
    assert [op.name for op in module.ops] == ["test.op", "test.op"]


def test_a_type_without_counterpart_is_told() -> None:
    converter = types()
    converter.forbid(type(i1))
    assert converter.convert(i32) is None
    assert converter.convert(toy.PtrType(i32)) == (i64,)
    converter.add_conversion(type(i1), lambda t: t)
    assert converter.is_legal(i32)


def test_one_class_has_one_pattern() -> None:
    by = patterns()
    with pytest.raises(ValueError, match="already"):
        by.add(toy.AddOp)(lambda op, rewriter: None)


def test_legality_rules_by_op_come_before_those_by_dialect() -> None:
    legal = ConversionTarget()
    legal.illegal_dialect("toy")
    legal.legal_op(toy.PrintOp)
    constant = toy.ConstantOp.make(1)
    assert legal.legality(constant) is False
    assert legal.legality(toy.PrintOp.create(operands=constant.results)) is True
    assert legal.legality(OtherOp.create()) is None
