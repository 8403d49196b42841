"""simplify-cfg and sccp, on the toy dialect."""

from __future__ import annotations

import toy
from xdsl.context import Context

from periclase.ir.ssa_verifier import verify_ssa
from periclase.passes.sccp import Sccp
from periclase.passes.simplify_cfg import SimplifyCfg

COND = "{operandSegmentSizes = array<i32: 1, %s>}"


def func(body: str) -> toy.ModuleOp:
    return toy.parse(
        f'"toy.func"() ({{\n^e(%a : i32, %b : i32):\n{body}\n}}) {{sym_name = "main", results_of = [i32]}} : () -> ()'
    )


def names(module: toy.ModuleOp) -> list[list[str]]:
    return [[op.name.removeprefix("toy.") for op in block.ops] for block in toy.function(module).body.blocks]


def simplified(body: str) -> toy.ModuleOp:
    module = func(body)
    SimplifyCfg().apply(Context(), module)
    assert verify_ssa(module) == []
    return module


def propagated(body: str) -> toy.ModuleOp:
    module = func(body)
    Sccp().apply(Context(), module)
    assert verify_ssa(module) == []
    return module


def cond(
    condition: str, then: str, other: str, sizes: str = "0, 0", values: str = "", types: str = ""
) -> str:
    return f'"toy.cond_br"({condition}{values})[{then}, {other}] {COND % sizes} : (i32{types}) -> ()\n'


RETURN = '"toy.return"(%a) : (i32) -> ()\n'


def test_a_chain_of_jumps_is_one_block() -> None:
    module = simplified('"toy.br"(%b)[^x] : (i32) -> ()\n^x(%p : i32):\n"toy.print"(%p) : (i32) -> ()\n'
                        '"toy.br"()[^y] : () -> ()\n^y:\n"toy.barrier"() : () -> ()\n' + RETURN)  # fmt: skip
    assert names(module) == [["print", "barrier", "return"]]


def test_a_branch_on_a_constant_becomes_a_jump_and_the_dead_arm_goes() -> None:
    module = simplified(
        '%t = "toy.const"() {value = 1 : i32} : () -> i32\n' + cond("%t", "^x", "^y")
        + '^x:\n"toy.print"(%a) : (i32) -> ()\n' + RETURN + '^y:\n"toy.barrier"() : () -> ()\n' + RETURN
    )  # fmt: skip
    assert names(module) == [["const", "print", "return"]]


def test_an_empty_block_is_skipped() -> None:
    module = simplified(
        cond("%a", "^x", "^y") + '^x:\n"toy.br"()[^z] : () -> ()\n^y:\n"toy.print"(%b) : (i32) -> ()\n'
        '"toy.br"()[^z] : () -> ()\n^z:\n' + RETURN
    )
    assert names(module) == [["cond_br"], ["print", "br"], ["return"]]


def test_an_empty_block_that_tells_edges_apart_stays() -> None:
    module = simplified(
        cond("%a", "^x", "^z", "0, 1", ", %a", ", i32") + '^x:\n"toy.br"(%b)[^z] : (i32) -> ()\n'
        '^z(%p : i32):\n"toy.return"(%p) : (i32) -> ()\n'
    )
    assert names(module) == [["cond_br"], ["br"], ["return"]]


def test_no_jump_is_threaded_over_a_convergent_op() -> None:
    # ^z could be copied into both arms, which know the condition; then the warp would not meet at the barrier.
    body = (
        cond("%a", "^x", "^y")
        + '^x:\n"toy.print"(%a) : (i32) -> ()\n"toy.br"()[^z] : () -> ()\n'
        + '^y:\n"toy.print"(%b) : (i32) -> ()\n"toy.br"()[^z] : () -> ()\n'
        + '^z:\n"toy.barrier"() : () -> ()\n'
        + cond("%a", "^u", "^v")
        + '^u:\n"toy.print"(%a) : (i32) -> ()\n'
        + RETURN
        + "^v:\n"
        + RETURN
    )
    before = names(func(body))
    assert names(simplified(body)) == before


def test_loops_keep_one_latch_and_their_header() -> None:
    body = (
        '"toy.br"()[^h] : () -> ()\n^h:\n"toy.fuel"() : () -> ()\n'
        + cond("%a", "^body", "^out")
        + "^body:\n"
        + cond("%b", "^x", "^y")
        + '^x:\n"toy.print"(%a) : (i32) -> ()\n"toy.br"()[^latch] : () -> ()\n'
        + '^y:\n"toy.print"(%b) : (i32) -> ()\n"toy.br"()[^latch] : () -> ()\n'
        + '^latch:\n"toy.br"()[^h] : () -> ()\n^out:\n'
        + RETURN
    )
    module = simplified(body)
    assert ["br"] in names(module)


def test_an_argument_with_one_value_goes() -> None:
    module = simplified(
        '"toy.br"(%b)[^h] : (i32) -> ()\n^h(%p : i32):\n"toy.print"(%p) : (i32) -> ()\n'
        + cond("%p", "^h", "^out", "1, 0", ", %p", ", i32")
        + "^out:\n"
        + RETURN
    )
    assert all(not block.args for block in list(toy.function(module).body.blocks)[1:])
    (shown,) = toy.ops_of(module, "toy.print")
    assert shown.operands[0] is toy.function(module).body.first_block.args[1]


def test_an_endless_loop_stays_as_it_is() -> None:
    module = simplified(
        '"toy.br"()[^x] : () -> ()\n^x:\n"toy.fuel"() : () -> ()\n"toy.br"()[^x] : () -> ()\n'
    )
    assert names(module) == [["br"], ["fuel", "br"]]


def test_constants_go_through_block_arguments_and_loops() -> None:
    # %p is 0 at the start and 0 * anything on the way back: only an optimistic analysis sees it.
    module = propagated(
        '%z = "toy.const"() {value = 0 : i32} : () -> i32\n"toy.br"(%z)[^h] : (i32) -> ()\n'
        '^h(%p : i32):\n%n = "toy.mul"(%p, %p) : (i32, i32) -> i32\n"toy.fuel"() : () -> ()\n'
        + cond("%b", "^h", "^out", "1, 0", ", %n", ", i32")
        + '^out:\n%r = "toy.add"(%p, %n) : (i32, i32) -> i32\n"toy.return"(%r) : (i32) -> ()\n'
    )
    (ret,) = toy.ops_of(module, "toy.return")
    assert toy.number(ret.operands[0].owner.value) == 0
    assert not toy.ops_of(module, "toy.mul")


def test_an_arm_that_can_not_run_does_not_count() -> None:
    module = propagated(
        '%t = "toy.const"() {value = 0 : i32} : () -> i32\n%v = "toy.const"() {value = 7 : i32} : () -> i32\n'
        + cond("%t", "^x", "^y", "0, 1", ", %v", ", i32")
        + '^x:\n"toy.br"(%a)[^y] : (i32) -> ()\n^y(%p : i32):\n"toy.return"(%p) : (i32) -> ()\n'
    )
    (ret,) = toy.ops_of(module, "toy.return")
    assert toy.number(ret.operands[0].owner.value) == 7
    assert names(module)[0][-1] == "br"


def test_a_trap_is_not_folded_away() -> None:
    body = (
        '%z = "toy.const"() {value = 0 : i32} : () -> i32\n%d = "toy.div"(%z, %z) : (i32, i32) -> i32\n'
        '"toy.return"(%d) : (i32) -> ()\n'
    )
    assert names(propagated(body)) == [["const", "div", "return"]]


def test_a_made_constant_has_the_place_of_what_it_replaces() -> None:
    module = propagated(
        '%c = "toy.const"() {value = 2 : i32} : () -> i32\n'
        '%s = "toy.add"(%c, %c) : (i32, i32) -> i32 loc("k.py":5:2)\n"toy.return"(%s) : (i32) -> ()\n'
    )
    (ret,) = toy.ops_of(module, "toy.return")
    assert ret.operands[0].owner.location == toy.file_location("k.py", 5, 1)
