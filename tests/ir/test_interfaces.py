from __future__ import annotations

import pytest
import toy
from xdsl.irdl import IRDLOperation, irdl_op_definition

from periclase.ir import effects
from periclase.ir.branches import has_branch, make_branch
from periclase.ir.builder import OpBuilder
from periclase.ir.constants import constant_of, materialize_constant
from periclase.ir.interfaces import BranchOpInterface, FoldInterface, SlotMarker
from periclase.ir.locations import file_location

PLACE = file_location("k.py", 1, 0)


def test_an_op_class_that_forgets_a_method_is_refused() -> None:
    with pytest.raises(TypeError, match=r"ForgetfulOp lacks FoldInterface\.fold\(\)"):

        @irdl_op_definition
        class ForgetfulOp(IRDLOperation, FoldInterface):
            name = "test.forgetful"

    assert issubclass(toy.BranchOp, BranchOpInterface)


def test_a_family_base_without_name_may_leave_methods_out() -> None:
    class Family(IRDLOperation, BranchOpInterface):
        pass

    assert issubclass(Family, BranchOpInterface)


def test_a_marker_marks_its_only_operand() -> None:
    slot = toy.AllocaOp.make(toy.i32)
    marker = toy.MarkerOp.create(operands=slot.results)
    assert isinstance(marker, SlotMarker)
    assert marker.marked_slot() is slot.result


@pytest.mark.parametrize(
    ("op", "expected"),
    [
        (toy.ConstantOp.make(1), effects.NONE),
        (toy.AllocaOp.make(toy.i32), effects.ALLOC),
        (toy.LoadOp.make(toy.AllocaOp.make(toy.i32).result), effects.READ),
        (toy.BarrierOp.create(), effects.UNKNOWN),
        (
            toy.LoadOp.create(
                operands=toy.AllocaOp.make(toy.i32).results,
                result_types=(toy.i32,),
                attributes={"volatile": toy.UnitAttr()},
            ),
            effects.UNKNOWN,
        ),
    ],
)
def test_effects(op: toy.Operation, expected: int) -> None:
    assert effects.effects_of(op) == expected


def test_a_dialect_that_says_nothing_has_no_constants_and_no_jump() -> None:
    assert materialize_constant("nobody", toy.IntegerAttr(1, toy.i32), toy.i32, PLACE) is None
    assert make_branch("nobody", toy.Block(), (), PLACE) is None
    assert not has_branch("nobody")


def test_constants_are_seen_through_the_interface() -> None:
    constant = toy.ConstantOp.make(3)
    assert constant_of(constant.result) == toy.IntegerAttr(3, toy.i32)
    assert constant_of(toy.AddOp.make(constant.result, constant.result).result) is None


def test_a_builder_gives_its_location_to_ops_without_one() -> None:
    block = toy.Block()
    builder = OpBuilder.at_end(block, PLACE)
    own = file_location("k.py", 2, 0)
    assert builder.insert(toy.ConstantOp.make(1)).location == PLACE
    last = builder.insert(toy.ConstantOp.make(2, own))
    assert last.location == own
    between = OpBuilder.before_op(last).insert(toy.ConstantOp.make(3))
    assert between.location == own
    OpBuilder.at_start(block).insert(toy.ConstantOp.make(0))
    OpBuilder.after_op(last).insert(toy.ConstantOp.make(4))
    assert [toy.number(op.value) for op in block.ops] == [0, 1, 3, 2, 4]
    with pytest.raises(ValueError, match="in no block"):
        OpBuilder.before_op(toy.ConstantOp.make(1))
