"""Pieces of text of toy programs that the tests of the passes share."""

from __future__ import annotations

import toy
from xdsl.context import Context
from xdsl.passes import ModulePass

from periclase.ir.ssa_verifier import verify_ssa

RETURN = '"toy.return"(%a) : (i32) -> ()\n'
PAIR = "!toy.ptr<!toy.pair<i32, i32>>"
ALLOCA = f'%p = "toy.alloca"() : () -> {PAIR}\n'


def main(body: str) -> toy.ModuleOp:
    """A module with the function `main` of `%a` and `%b`."""
    return toy.parse(
        f'"toy.func"() ({{\n^e(%a : i32, %b : i32):\n{body}\n}}) {{sym_name = "main", results_of = [i32]}} : () -> ()'
    )


def after(module_pass: ModulePass, body: str) -> toy.ModuleOp:
    """`main(body)` after the pass; still in SSA form."""
    module = main(body)
    module_pass.apply(Context(), module)
    assert verify_ssa(module) == []
    return module


def block_names(module: toy.ModuleOp) -> list[list[str]]:
    """The ops of each block of `main`, by name."""
    return [[op.name.removeprefix("toy.") for op in block.ops] for block in toy.function(module).body.blocks]


def names(module: toy.ModuleOp) -> list[str]:
    """The ops of `main`, by name."""
    return [name for block in block_names(module) for name in block]


def add(name: str, left: str, right: str, op: str = "add") -> str:
    return f'{name} = "toy.{op}"({left}, {right}) : (i32, i32) -> i32\n'


def show(value: str) -> str:
    return f'"toy.print"({value}) : (i32) -> ()\n'


def cond(
    condition: str, then: str, other: str, sizes: str = "0, 0", values: str = "", types: str = ""
) -> str:
    segments = f"{{operandSegmentSizes = array<i32: 1, {sizes}>}}"
    return f'"toy.cond_br"({condition}{values})[{then}, {other}] {segments} : (i32{types}) -> ()\n'


def func(name: str, body: str, attributes: str = "", private: bool = True) -> str:
    """The text of a function of `%a`."""
    visibility = 'sym_visibility = "private", ' if private else ""
    return (
        f'"toy.func"() ({{\n^e(%a : i32):\n{body}\n}}) '
        f'{{{visibility}{attributes}sym_name = "{name}", results_of = [i32]}} : () -> ()\n'
    )


def call(name: str, result: str = "%r", argument: str = "%a") -> str:
    return f'{result} = "toy.call"({argument}) {{callee = @{name}}} : (i32) -> i32\n'


def back(value: str = "%r") -> str:
    return f'"toy.return"({value}) : (i32) -> ()\n'


DOUBLE = add("%r", "%a", "%a") + back()
