"""What ops of `mir` tell the passes: branches, calls, functions, slots, effects, constants."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from mir_folds import constant, fold, number, unknown
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, FileLineColLoc, IntAttr, StringAttr, f32, f64, i1
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.parser import Parser
from xdsl.traits import get_effects, is_side_effect_free, is_speculatable

from periclase.dialects import mir
from periclase.dialects.mir.effects import MARKER, TRAP
from periclase.ir.builder import OpBuilder
from periclase.ir.constants import constant_of
from periclase.ir.interfaces import ConvergentOp

PLACE = FileLineColLoc(StringAttr("k.py"), IntAttr(3), IntAttr(7))


def types_of(values: Iterable[SSAValue]) -> list[Attribute]:
    return [value.type for value in values]


def test_goto() -> None:
    block, x, y = Block(arg_types=[f32]), unknown(f32), unknown(f32)
    op = mir.GotoOp.make(block, [x], location=PLACE)
    assert list(op.successor_operands(0)) == [x]
    assert op.condition_operand() is None
    op.set_successor_operands(0, [y, x])
    assert list(op.successor_operands(0)) == [y, x]
    assert op.location == PLACE


def test_cond_br() -> None:
    block, x, c = Block(), unknown(f32), unknown(i1)
    op = mir.CondBranchOp.make(c, block, [], block, [x])
    assert (list(op.successor_operands(0)), list(op.successor_operands(1))) == ([], [x])
    op.set_successor_operands(0, [x, x])
    assert (list(op.successor_operands(0)), list(op.successor_operands(1))) == ([x, x], [x])
    op.set_successor_operands(1, [])
    assert (list(op.successor_operands(0)), list(op.successor_operands(1))) == ([x, x], [])
    assert op.condition_operand() is c
    assert [op.successor_for_constant(mir.ConstantOp.of(v, i1).value) for v in (True, False)] == [0, 1]


def test_switch() -> None:
    block, x, y, n = Block(), unknown(f32), unknown(f64), unknown(mir.si8)
    op = mir.SwitchOp.make(n, block, [x], [-1, 5], [block, block], [[], [x, y]])
    assert [list(op.successor_operands(i)) for i in range(3)] == [[x], [], [x, y]]
    op.set_successor_operands(1, [y])
    op.set_successor_operands(0, [])
    op.set_successor_operands(2, [x])
    assert [list(op.successor_operands(i)) for i in range(3)] == [[], [y], [x]]
    op.set_all_successor_operands([[y], [x], []])
    assert [list(values) for values in op.all_successor_operands()] == [[y], [x], []]
    assert [list(op.successor_operands(i)) for i in range(3)] == [[y], [x], []]
    assert op.case_values == (-1, 5)
    chosen = [op.successor_for_constant(mir.ConstantOp.of(v, mir.si8).value) for v in (-1, 5, 0)]
    assert chosen == [1, 2, 0]
    assert op.condition_operand() is n


def test_call_and_return() -> None:
    x = unknown(f32)
    call = mir.CallOp.make("f", [x], [f64])
    assert call.callee_name() == "f"
    assert list(call.call_arguments()) == [x]
    assert call.result.type == f64
    assert isinstance(call, ConvergentOp)
    assert get_effects(call) is None
    with pytest.raises(ValueError, match="@g has 0 results"):
        _ = mir.CallOp.make("g", [], []).result
    assert list(mir.ReturnOp.make(x).returned_values()) == [x]


def test_function() -> None:
    body = Region(Block(arg_types=[f32]))
    function = mir.FuncOp.make("k", [f32], [], body, kernel=True, inline_policy="never", location=PLACE)
    assert (function.function_name(), function.is_entry_point(), function.is_declaration()) == (
        "k",
        True,
        False,
    )
    assert function.body_region() is body
    assert function.inline_policy() == "never"
    assert list(function.result_types_of_function()) == []
    function.set_signature([f64], [f32])
    assert list(function.function_type.inputs) == [f64]
    declaration = mir.FuncOp.make("d", [], [f32], visibility="private")
    assert declaration.is_declaration()
    assert declaration.inline_policy() == "auto"


def test_slot_and_accesses() -> None:
    slot = mir.AllocaOp.make(f32, "x", location=PLACE)
    load = mir.LoadOp.make(slot.result)
    store = mir.StoreOp.make(load.result, slot.result, volatile=True)
    assert slot.slot_pointer() is load.promotable_slot() is store.promotable_slot() is slot.result
    assert slot.slot_type() == f32
    assert (load.loaded_value(), load.stored_value()) == (load.result, None)
    assert (store.loaded_value(), store.stored_value()) == (None, load.result)
    assert (load.is_volatile(), store.is_volatile()) == (False, True)
    block = Block([slot])
    default = slot.default_value(OpBuilder(block))
    assert isinstance(default.owner, mir.UndefOp)
    assert default.owner.location == PLACE
    marker = mir.StorageLiveOp.make(slot.result)
    assert marker.marked_slot() is slot.result
    assert mir.DbgValueOp.make(load.result, "x").marked_slot() is load.result


PAIR = mir.TupleType.natural([mir.si32, f32])


def test_destructuring() -> None:
    slot = mir.AllocaOp.make(PAIR, "p")
    assert dict(slot.subslots()) == {0: mir.si32, 1: f32}
    block = Block([slot])
    builder = OpBuilder(block)
    parts = {index: slot.make_subslot(builder, index) for index in slot.subslots()}
    assert types_of(parts.values()) == [mir.PtrType.get(mir.si32), mir.PtrType.get(f32)]
    owner = parts[1].owner
    assert isinstance(owner, mir.AllocaOp)
    assert owner.source_name == StringAttr("p.1")
    address = mir.FieldAddrOp.make(slot.result, 1)
    assert address.accessed_subslot() == (slot.result, 1)
    load = mir.LoadOp.make(slot.result)
    whole = load.split_access(builder, parts)
    assert whole is not None
    assert whole.type == PAIR
    store = mir.StoreOp.make(whole, slot.result)
    assert store.split_access(builder, parts) is None
    names = [op.name.removeprefix("mir.") for op in block.ops]
    assert names[:3] == ["alloca"] * 3
    assert names[3:] == [
        "load",
        "load",
        "construct_tuple",
        "extract_field",
        "store",
        "extract_field",
        "store",
    ]


def test_arrays_destructure_by_constant_index_and_up_to_a_length() -> None:
    array = mir.ArrayType.get(3, f32)
    slot = mir.AllocaOp.make(array)
    assert dict(slot.subslots()) == {0: f32, 1: f32, 2: f32}
    assert mir.ElementAddrOp.make(slot.result, constant(2, mir.si64)).accessed_subslot() == (slot.result, 2)
    assert mir.ElementAddrOp.make(slot.result, constant(3, mir.si64)).accessed_subslot() is None
    assert mir.ElementAddrOp.make(slot.result, unknown(mir.si64)).accessed_subslot() is None
    assert not mir.AllocaOp.make(mir.ArrayType.get(1000, f32)).subslots()
    assert not mir.AllocaOp.make(mir.UnionType("U", [("f", f32)])).subslots()
    union = mir.AllocaOp.make(mir.UnionType("U", [("f", f32)]))
    assert mir.FieldAddrOp.make(union.result, 0).accessed_subslot() is None


def effects(op: Operation) -> set[str]:
    instances = get_effects(op)
    assert instances is not None
    names = {id(value): f"operand {i}" for i, value in enumerate(op.operands)}
    names |= {id(value): "result" for value in op.results}
    resources = {TRAP: "trap", MARKER: "marker"}
    return {f"{e.kind.name} {names.get(id(e.value), resources.get(e.resource, 'all'))}" for e in instances}


def test_effects() -> None:
    pointer, value, count = unknown(mir.PtrType.get(f32)), unknown(f32), unknown(mir.ui64)
    other = unknown(mir.PtrType.get(f32))
    assert effects(mir.AllocaOp.make(f32)) == {"ALLOC result"}
    assert effects(mir.RefOp.make(value)) == {"ALLOC result"}
    assert effects(mir.LoadOp.make(pointer)) == {"READ operand 0"}
    assert effects(mir.LoadOp.make(pointer, volatile=True)) == {"READ operand 0", "WRITE all"}
    assert effects(mir.StoreOp.make(value, pointer)) == {"WRITE operand 1"}
    assert effects(mir.MemCpyOp.make(pointer, other, count)) == {"WRITE operand 0", "READ operand 1"}
    assert effects(mir.MemSetOp.make(pointer, unknown(mir.ui8), count)) == {"WRITE operand 0"}
    assert len(effects(mir.SwapOp.make(pointer, other))) == 4
    assert effects(mir.AssertOp.make(unknown(i1), "m")) == {"WRITE trap"}
    assert effects(mir.PanicOp.make("m")) == {"WRITE trap"}
    assert effects(mir.StorageDeadOp.make(pointer)) == {"WRITE marker"}
    assert effects(mir.UnrollHintOp.make(4)) == {"WRITE marker"}


def test_speculatability() -> None:
    a, n = unknown(mir.si32), unknown(mir.ui64)
    array = unknown(mir.ArrayType.get(2, f32))
    assert is_speculatable(mir.AddOp.make(a, a))
    assert is_side_effect_free(mir.DivOp.make(a, a))
    assert not is_speculatable(mir.DivOp.make(a, a))
    assert is_speculatable(mir.DivOp.make(a, constant(2, mir.si32)))
    assert is_speculatable(mir.DivOp.make(unknown(f32), unknown(f32)))
    assert not is_speculatable(mir.ExactDivOp.make(a, constant(2, mir.si32)))
    assert not is_speculatable(mir.ExtractElementOp.make(array, n))
    assert is_speculatable(mir.ExtractElementOp.make(array, constant(1, mir.ui64)))
    assert is_speculatable(mir.SharedAllocOp.make(f32, "k"))


def test_aggregate_folds() -> None:
    x, y = unknown(mir.si32), unknown(f32)
    pair = mir.ConstructTupleOp.make([x, y])
    assert fold(mir.ExtractFieldOp.make(pair.result, 1)) is y
    inserted = mir.InsertFieldOp.make(unknown(PAIR), x, 0)
    assert fold(mir.ExtractFieldOp.make(inserted.result, 0)) is x
    assert fold(mir.ExtractFieldOp.make(inserted.result, 1)) is None
    whole = unknown(PAIR)
    parts = [mir.ExtractFieldOp.make(whole, index).result for index in range(2)]
    assert fold(mir.ConstructTupleOp.make(parts)) is whole
    array = mir.ConstructArrayOp.make([y, y, constant(2.0, f32)], mir.ArrayType.get(3, f32))
    assert number(constant_of(array.operands[2])) == 2.0
    assert fold(mir.ExtractElementOp.make(array.result, constant(0, mir.ui8))) is y
    length = unknown(mir.ui64)
    slice_ = mir.ConstructSliceOp.make(unknown(mir.PtrType.get(f32)), length)
    assert fold(mir.ExtractFieldOp.make(slice_.result, 1)) is length
    option = mir.EnumType.direct("Opt", mir.ui8, [("None", 0, []), ("Some", 7, [f32])])
    some = mir.ConstructEnumOp.make(option, 1, [y])
    assert number(fold(mir.GetDiscriminantOp.make(some.result))) == 7
    assert fold(mir.EnumPayloadOp.make(some.result, 1, 0)) is y
    assert fold(mir.GetDiscriminantOp.make(unknown(option))) is None


def test_select_and_pointer_folds() -> None:
    c, x, y = unknown(i1), unknown(f32), unknown(f32)
    assert fold(mir.SelectOp.make(constant(1, i1), x, y)) is x
    assert fold(mir.SelectOp.make(constant(0, i1), x, y)) is y
    assert fold(mir.SelectOp.make(c, x, x)) is x
    assert fold(mir.SelectOp.make(c, constant(1, i1), constant(0, i1))) is c
    assert fold(mir.SelectOp.make(c, x, y)) is None
    pointer = unknown(mir.PtrType.get(f32))
    assert fold(mir.PtrOffsetOp.make(pointer, constant(0, mir.si64))) is pointer
    assert number(fold(mir.PtrDiffOp.make(pointer, pointer))) == 0
    assert fold(mir.CastOp.make(pointer, pointer.type, "ptr_to_ptr")) is pointer


def test_locations_are_kept_by_every_constructor() -> None:
    x = unknown(f32)
    for op in (
        mir.AddOp.make(x, x, location=PLACE),
        mir.NegOp.make(x, location=PLACE),
        mir.CastOp.make(x, f64, "float_to_float", location=PLACE),
        mir.ConstantOp.of(1.0, f32, location=PLACE),
        mir.AllocaOp.make(f32, location=PLACE),
        mir.AssertOp.make(unknown(i1), "m", "bounds", location=PLACE),
    ):
        assert op.location == PLACE


def test_no_op_has_default_properties() -> None:
    """`MirOperation` leaves out the step that would fill them in."""
    for op_class in mir.MIR.operations:
        definition = op_class.get_irdl_definition()  # type: ignore[attr-defined]
        for given in (*definition.properties.values(), *definition.attributes.values()):
            assert given.default_value is None, op_class.name


def test_every_op_class_has_a_constructor() -> None:
    assert [op.name for op in mir.MIR.operations if not hasattr(op, "make")] == []


@pytest.mark.parametrize("text", ["mir.extract_field %a[4] : !mir.tuple<f32>", "mir.load %a : f32"])
def test_what_can_not_be_typed_is_an_error_of_the_parser(text: str) -> None:
    from xdsl.utils.exceptions import ParseError

    ctx = Context()
    ctx.load_dialect(Builtin)
    ctx.load_dialect(mir.MIR)
    with pytest.raises(ParseError, match=r"there is no field 4|expected a pointer"):
        Parser(ctx, text).parse_op()
