"""simplify-cfg, on the toy dialect."""

from __future__ import annotations

import toy
from toy_text import RETURN, after, block_names, cond, main

from periclase.passes.simplify_cfg import SimplifyCfg


def test_a_chain_of_jumps_is_one_block() -> None:
    module = after(SimplifyCfg(), '"toy.br"(%b)[^x] : (i32) -> ()\n^x(%p : i32):\n"toy.print"(%p) : (i32) -> ()\n'
                        '"toy.br"()[^y] : () -> ()\n^y:\n"toy.barrier"() : () -> ()\n' + RETURN)  # fmt: skip
    assert block_names(module) == [["print", "barrier", "return"]]


def test_a_branch_on_a_constant_becomes_a_jump_and_the_dead_arm_goes() -> None:
    module = after(SimplifyCfg(),
        '%t = "toy.const"() {value = 1 : i32} : () -> i32\n' + cond("%t", "^x", "^y")
        + '^x:\n"toy.print"(%a) : (i32) -> ()\n' + RETURN + '^y:\n"toy.barrier"() : () -> ()\n' + RETURN
    )  # fmt: skip
    assert block_names(module) == [["const", "print", "return"]]


def test_an_empty_block_is_skipped() -> None:
    module = after(
        SimplifyCfg(),
        cond("%a", "^x", "^y") + '^x:\n"toy.br"()[^z] : () -> ()\n^y:\n"toy.print"(%b) : (i32) -> ()\n'
        '"toy.br"()[^z] : () -> ()\n^z:\n' + RETURN,
    )
    assert block_names(module) == [["cond_br"], ["print", "br"], ["return"]]


def test_an_empty_block_that_tells_edges_apart_stays() -> None:
    module = after(
        SimplifyCfg(),
        cond("%a", "^x", "^z", "0, 1", ", %a", ", i32") + '^x:\n"toy.br"(%b)[^z] : (i32) -> ()\n'
        '^z(%p : i32):\n"toy.return"(%p) : (i32) -> ()\n',
    )
    assert block_names(module) == [["cond_br"], ["br"], ["return"]]


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
    before = block_names(main(body))
    assert block_names(after(SimplifyCfg(), body)) == before


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
    module = after(SimplifyCfg(), body)
    assert ["br"] in block_names(module)


def test_an_argument_with_one_value_goes() -> None:
    module = after(
        SimplifyCfg(),
        '"toy.br"(%b)[^h] : (i32) -> ()\n^h(%p : i32):\n"toy.print"(%p) : (i32) -> ()\n'
        + cond("%p", "^h", "^out", "1, 0", ", %p", ", i32")
        + "^out:\n"
        + RETURN,
    )
    assert all(not block.args for block in list(toy.function(module).body.blocks)[1:])
    (shown,) = toy.ops_of(module, "toy.print")
    assert shown.operands[0] is toy.function(module).body.first_block.args[1]


def test_an_endless_loop_stays_as_it_is() -> None:
    module = after(
        SimplifyCfg(), '"toy.br"()[^x] : () -> ()\n^x:\n"toy.fuel"() : () -> ()\n"toy.br"()[^x] : () -> ()\n'
    )
    assert block_names(module) == [["br"], ["fuel", "br"]]
