"""sroa, on the toy dialect."""

from __future__ import annotations

import pytest
from toy_text import ALLOCA, PAIR, RETURN, after, names
from xdsl.passes import ModulePass

from periclase.passes.sroa import Sroa


def names_after(module_pass: ModulePass, body: str) -> list[str]:
    return names(after(module_pass, body))


def field(name: str, index: int) -> str:
    return f'{name} = "toy.field"(%p) {{index = {index} : i32}} : ({PAIR}) -> !toy.ptr<i32>\n'


def test_makes_a_slot_for_each_element_used() -> None:
    body = ALLOCA + field("%f", 1) + '"toy.store"(%a, %f) : (i32, !toy.ptr<i32>) -> ()\n' + RETURN
    assert names_after(Sroa(), body) == ["alloca", "store", "return"]


def test_splits_whole_loads_and_stores() -> None:
    body = (
        ALLOCA
        + field("%f", 0)
        + '"toy.store"(%a, %f) : (i32, !toy.ptr<i32>) -> ()\n'
        + f'%v = "toy.load"(%p) : ({PAIR}) -> !toy.pair<i32, i32>\n'
        + f'"toy.store"(%v, %p) : (!toy.pair<i32, i32>, {PAIR}) -> ()\n'
        + RETURN
    )
    found = names_after(Sroa(), body)
    assert found.count("alloca") == 2
    assert "field" not in found
    assert found.count("unpack") == 2


@pytest.mark.parametrize(
    "use",
    [
        f'"toy.escape"(%p) : ({PAIR}) -> ()\n',
        '"toy.escape"(%f) : (!toy.ptr<i32>) -> ()\n',
        f'%v = "toy.load"(%p) {{volatile}} : ({PAIR}) -> !toy.pair<i32, i32>\n',
    ],
)
def test_leaves_what_others_see(use: str) -> None:
    assert names_after(Sroa(), ALLOCA + field("%f", 0) + use + RETURN)[:2] == ["alloca", "field"]


def test_leaves_large_aggregates() -> None:
    body = ALLOCA + field("%f", 1) + '"toy.store"(%a, %f) : (i32, !toy.ptr<i32>) -> ()\n' + RETURN
    assert "field" in names_after(Sroa(max_elements=1), body)
