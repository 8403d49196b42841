"""cse, on the toy dialect."""

from __future__ import annotations

import pytest
from toy_text import ALLOCA, RETURN, add, after, cond, names, show
from xdsl.passes import ModulePass

from periclase.passes.cse import Cse


def names_after(module_pass: ModulePass, body: str) -> list[str]:
    return names(after(module_pass, body))


def test_across_blocks_with_operands_in_any_order() -> None:
    body = (
        add("%x", "%a", "%b") + cond("%a", "^t", "^u") + "^t:\n" + add("%y", "%b", "%a") + show("%y") + RETURN
    )
    body += "^u:\n" + add("%z", "%a", "%b") + show("%z") + RETURN
    assert names_after(Cse(), body).count("add") == 1


def test_does_not_merge_over_siblings() -> None:
    body = cond("%a", "^t", "^u") + "^t:\n" + add("%y", "%a", "%b") + show("%y") + RETURN
    body += "^u:\n" + add("%z", "%a", "%b") + show("%z") + RETURN
    assert names_after(Cse(), body).count("add") == 2


def test_keeps_the_order_of_operands_that_may_not_change_places() -> None:
    body = add("%x", "%a", "%b", "sub") + add("%y", "%b", "%a", "sub") + show("%x") + show("%y") + RETURN
    assert names_after(Cse(), body).count("sub") == 2


@pytest.mark.parametrize(
    ("between", "loads"),
    [
        ("", 1),
        (add("%x", "%a", "%b") + show("%x"), 2),
        ('"toy.store"(%a, %p) : (i32, !toy.ptr<i32>) -> ()\n', 2),
        ('"toy.barrier"() : () -> ()\n', 2),
        ('%s = "toy.shuffle"(%a) : (i32) -> i32\n', 2),
        ('"toy.br"()[^n] : () -> ()\n^n:\n', 1),
    ],
)
def test_merges_loads_only_while_memory_is_the_same(between: str, loads: int) -> None:
    load = '%{} = "toy.load"(%p) : (!toy.ptr<i32>) -> i32\n'
    body = '%p = "toy.alloca"() : () -> !toy.ptr<i32>\n' + load.format("v") + between + load.format("w")
    assert names_after(Cse(), body + show("%v") + show("%w") + RETURN).count("load") == loads


def test_does_not_merge_loads_where_another_path_writes() -> None:
    load = '%{} = "toy.load"(%p) : (!toy.ptr<i32>) -> i32\n'
    body = '%p = "toy.alloca"() : () -> !toy.ptr<i32>\n' + load.format("v") + cond("%a", "^t", "^u")
    body += '^t:\n"toy.store"(%v, %p) : (i32, !toy.ptr<i32>) -> ()\n"toy.br"()[^u] : () -> ()\n'
    body += "^u:\n" + load.format("w") + show("%w") + RETURN
    assert names_after(Cse(), body).count("load") == 2


def test_merges_neither_convergent_ops_nor_allocations() -> None:
    body = (
        '%s = "toy.shuffle"(%a) : (i32) -> i32\n%t = "toy.shuffle"(%a) : (i32) -> i32\n'
        + show("%s")
        + show("%t")
    )
    assert names_after(Cse(), body + RETURN).count("shuffle") == 2
    assert names_after(Cse(), ALLOCA + ALLOCA.replace("%p", "%q") + RETURN).count("alloca") == 2
