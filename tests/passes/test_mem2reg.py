from __future__ import annotations

import toy
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Region

from periclase.dialects import mir
from periclase.ir.ssa_verifier import verify_ssa
from periclase.passes.mem2reg import Mem2Reg


def apply(text: str) -> toy.ModuleOp:
    module = toy.parse(text)
    Mem2Reg().apply(Context(), module)
    assert verify_ssa(module) == []
    return module


def func(body: str) -> str:
    return f'"toy.func"() ({{\n^entry(%a : i32, %b : i32):\n{body}\n}}) {{sym_name = "main", results_of = [i32]}} : () -> ()'


SLOT = '%p = "toy.alloca"() : () -> !toy.ptr<i32>\n'
LOAD = '"toy.load"(%p) : (!toy.ptr<i32>) -> i32'


def store(value: str, pointer: str = "%p") -> str:
    return f'"toy.store"({value}, {pointer}) : (i32, !toy.ptr<i32>) -> ()\n'


def test_a_loop_variable_becomes_a_block_argument_with_the_slots_name() -> None:
    module = apply(
        func(
            SLOT
            + store("%a")
            + f"""
            "toy.br"() [^head] : () -> ()
          ^head:
            %v = {LOAD}
            "toy.cond_br"(%v)[^body, ^done] {{operandSegmentSizes = array<i32: 1, 0, 0>}} : (i32) -> ()
          ^body:
            %w = {LOAD}
            %n = "toy.add"(%w, %b) : (i32, i32) -> i32
            {store("%n")}
            "toy.br"() [^head] : () -> ()
          ^done:
            %r = {LOAD}
            "toy.return"(%r) : (i32) -> ()
            """
        )
    )
    assert not toy.ops_of(module, "toy.alloca")
    assert not toy.ops_of(module, "toy.load")
    blocks = list(toy.function(module).body.blocks)
    assert [len(block.args) for block in blocks] == [2, 1, 0, 0]
    assert blocks[1].args[0].name_hint == "p"
    assert toy.run(module, -2, 1)[-1] == ("returned", [0])


def test_no_argument_where_the_slot_is_dead() -> None:
    # Both arms write, and nobody reads behind them.
    module = apply(
        func(
            SLOT
            + f"""
            "toy.cond_br"(%a)[^x, ^y] {{operandSegmentSizes = array<i32: 1, 0, 0>}} : (i32) -> ()
          ^x:
            {store("%a")}
            "toy.br"() [^z] : () -> ()
          ^y:
            {store("%b")}
            "toy.br"() [^z] : () -> ()
          ^z:
            "toy.return"(%a) : (i32) -> ()
            """
        )
    )
    assert all(not block.args for block in list(toy.function(module).body.blocks)[1:])
    assert not toy.ops_of(module, "toy.store")


def test_a_read_before_any_write_is_undef_at_the_allocation() -> None:
    module = apply(func(SLOT + f'%v = {LOAD}\n"toy.return"(%v) : (i32) -> ()'))
    (undef,) = toy.ops_of(module, "toy.undef")
    assert undef.parent is toy.function(module).body.first_block


def test_markers_go_with_the_slot() -> None:
    module = apply(
        func(
            SLOT
            + '"toy.marker"(%p) : (!toy.ptr<i32>) -> ()\n'
            + store("%a")
            + f'%v = {LOAD}\n"toy.return"(%v) : (i32) -> ()'
        )
    )
    assert [op.name for op in toy.function(module).body.block.ops] == ["toy.return"]


def stays(body: str) -> None:
    module = apply(func(SLOT + body + f'%v = {LOAD}\n"toy.return"(%v) : (i32) -> ()'))
    assert toy.ops_of(module, "toy.alloca")
    assert toy.ops_of(module, "toy.load")


def test_an_escaping_slot_stays() -> None:
    stays('"toy.escape"(%p) : (!toy.ptr<i32>) -> ()\n')


def test_a_volatile_slot_stays() -> None:
    stays('"toy.store"(%a, %p) {volatile} : (i32, !toy.ptr<i32>) -> ()\n')


def test_a_slot_whose_pointer_is_stored_stays() -> None:
    stays(
        '%q = "toy.alloca"() : () -> !toy.ptr<!toy.ptr<i32>>\n'
        '"toy.store"(%p, %q) : (!toy.ptr<i32>, !toy.ptr<!toy.ptr<i32>>) -> ()\n'
        '"toy.escape"(%q) : (!toy.ptr<!toy.ptr<i32>>) -> ()\n'
    )


def test_a_slot_accessed_with_another_type_stays() -> None:
    stays('%w = "toy.load"(%p) : (!toy.ptr<i32>) -> i64\n')


def test_deep_graphs_need_no_recursion() -> None:
    count = 3000
    blocks = "".join(
        f'^b{i}:\n%v{i} = {LOAD}\n%n{i} = "toy.add"(%v{i}, %b) : (i32, i32) -> i32\n{store(f"%n{i}")}'
        f'"toy.cond_br"(%n{i})[^b{i + 1}, ^b{count}] {{operandSegmentSizes = array<i32: 1, 0, 0>}} : (i32) -> ()\n'
        for i in range(count)
    )
    module = apply(
        func(
            SLOT
            + store("%a")
            + '"toy.br"() [^b0] : () -> ()\n'
            + blocks
            + f'^b{count}:\n%r = {LOAD}\n"toy.return"(%r) : (i32) -> ()'
        )
    )
    assert not toy.ops_of(module, "toy.alloca")
    assert len(list(toy.function(module).body.blocks)[-1].args) == 1


def test_a_switch_of_thousands_of_cases_takes_no_time() -> None:
    # Rewriting the operands of all edges once an edge would take minutes here.
    count = 3000
    entry, done = Block(), Block()
    slot = mir.AllocaOp.make(mir.si32)
    value = mir.ConstantOp.of(1, mir.si32)
    targets = [done] * count
    switch = mir.SwitchOp.make(value.result, done, (), range(count), targets, [()] * count)
    entry.add_ops((slot, value, mir.StoreOp.make(value.result, slot.result), switch))
    loaded = mir.LoadOp.make(slot.result)
    done.add_ops((loaded, mir.ReturnOp.make(loaded.result)))
    # Another definition, so that the values meet.
    other = mir.ConstantOp.of(2, mir.si32)
    block = Block([other, mir.StoreOp.make(other.result, slot.result), mir.GotoOp.make(done)])
    switch.successors[0] = block
    function = mir.FuncOp.make("f", (), (mir.si32,), Region([entry, block, done]))
    Mem2Reg().apply(Context(), ModuleOp([function]))
    assert len(switch.operands) == 1 + count
    assert verify_ssa(function) == []
