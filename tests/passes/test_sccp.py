"""sccp, on the toy dialect."""

from __future__ import annotations

import toy
from toy_text import after, block_names, cond

from periclase.passes.sccp import Sccp


def test_constants_go_through_block_arguments_and_loops() -> None:
    # %p is 0 at the start and 0 * anything on the way back: only an optimistic analysis sees it.
    module = after(
        Sccp(),
        '%z = "toy.const"() {value = 0 : i32} : () -> i32\n"toy.br"(%z)[^h] : (i32) -> ()\n'
        '^h(%p : i32):\n%n = "toy.mul"(%p, %p) : (i32, i32) -> i32\n"toy.fuel"() : () -> ()\n'
        + cond("%b", "^h", "^out", "1, 0", ", %n", ", i32")
        + '^out:\n%r = "toy.add"(%p, %n) : (i32, i32) -> i32\n"toy.return"(%r) : (i32) -> ()\n',
    )
    (ret,) = toy.ops_of(module, "toy.return")
    assert toy.number(ret.operands[0].owner.value) == 0
    assert not toy.ops_of(module, "toy.mul")


def test_an_arm_that_can_not_run_does_not_count() -> None:
    module = after(
        Sccp(),
        '%t = "toy.const"() {value = 0 : i32} : () -> i32\n%v = "toy.const"() {value = 7 : i32} : () -> i32\n'
        + cond("%t", "^x", "^y", "0, 1", ", %v", ", i32")
        + '^x:\n"toy.br"(%a)[^y] : (i32) -> ()\n^y(%p : i32):\n"toy.return"(%p) : (i32) -> ()\n',
    )
    (ret,) = toy.ops_of(module, "toy.return")
    assert toy.number(ret.operands[0].owner.value) == 7
    assert block_names(module)[0][-1] == "br"


def test_a_trap_is_not_folded_away() -> None:
    body = (
        '%z = "toy.const"() {value = 0 : i32} : () -> i32\n%d = "toy.div"(%z, %z) : (i32, i32) -> i32\n'
        '"toy.return"(%d) : (i32) -> ()\n'
    )
    assert block_names(after(Sccp(), body)) == [["const", "div", "return"]]


def test_a_made_constant_has_the_place_of_what_it_replaces() -> None:
    module = after(
        Sccp(),
        '%c = "toy.const"() {value = 2 : i32} : () -> i32\n'
        '%s = "toy.add"(%c, %c) : (i32, i32) -> i32 loc("k.py":5:2)\n"toy.return"(%s) : (i32) -> ()\n',
    )
    (ret,) = toy.ops_of(module, "toy.return")
    assert ret.operands[0].owner.location == toy.file_location("k.py", 5, 1)
