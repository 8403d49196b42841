"""The common types of two numbers are numba's: what its typing of the CUDA target gives for each pair."""

from __future__ import annotations

import operator
from collections.abc import Callable

import pytest

from periclase.compat.numba_cuda.common_types import arithmetic_type, compared, power_type, unified
from periclase.types import (
    ScalarType,
    bool_,
    f16,
    f32,
    f64,
    i8,
    i16,
    i32,
    i64,
    isize,
    u8,
    u16,
    u32,
    u64,
    usize,
)

TYPES = (bool_, i8, i16, i32, i64, u8, u16, u32, u64, f16, f32, f64)
CODES = "?bhilBHILefd"
BY_CODE = dict(zip(CODES, TYPES, strict=True))

# A row for the type of each left operand, in it a letter for that of each right one; `-` where there is no such operation.
TABLES = {
    "add": (
        "lllllllllefd lllllllllefd lllllllllffd lllllllllddd lllllllllddd lllllLLLLffd "
        "lllllLLLLddd lllllLLLLddd lllllLLLLddd eefddfdddefd fffddfdddffd dddddddddddd"
    ),
    "div": (
        "dddddddddefd dddddddddefd dddddddddffd dddddddddddd dddddddddddd dddddddddffd "
        "dddddddddddd dddddddddddd dddddddddddd eefddfdddefd fffddfdddffd dddddddddddd"
    ),
    "floordiv": (
        "lllllllllffd lllllllllffd lllllllllffd lllllllllddd lllllllllddd lllllLLLLffd "
        "lllllLLLLddd lllllLLLLddd lllllLLLLddd fffddfdddffd fffddfdddffd dddddddddddd"
    ),
    "pow": (
        "lll-lllllffd lllllllllffd lllllllllffd lllllllllddd lllllllllddd lllllLLLLffd "
        "lllllLLLLddd lllllLLLLddd lllllLLLLddd fffffffffffd fffffffffffd dddddddddddd"
    ),
    "shl": (
        "lllllllll--- lllllllll--- lllllllll--- lllllllll--- lllllllll--- LLLLLLLLL--- "
        "LLLLLLLLL--- LLLLLLLLL--- LLLLLLLLL--- ------------ ------------ ------------"
    ),
    "and": (
        "?llllllll--- lllllllll--- lllllllll--- lllllllll--- lllllllll--- lllllLLLL--- "
        "lllllLLLL--- lllllLLLL--- lllllLLLL--- ------------ ------------ ------------"
    ),
    "compare": (
        "?bhilBHILefd bbhilhildefd hhhilhildffd iiiiliildddd lllllllldddd BhhilBHILffd "
        "HiiilHHILddd IllllIIILddd LddddLLLLddd eefddfdddefd fffddfdddffd dddddddddddd"
    ),
    "min": (
        "?bhilBHIL-fd bbhilhild-fd hhhilhild-fd iiiiliild-dd lllllllld-dd BhhilBHIL-fd "
        "HiiilHHIL-fd IllllIIIL-dd LddddLLLL-dd ------------ fffddffdd-fd ddddddddd-dd"
    ),
    "unify": (
        "?bhilBHILefd bbhilhildefd hhhilhildffd iiiiliildddd lllllllldddd BhhilBHILefd "
        "HiiilHHILffd IllllIIILddd LddddLLLLddd eefddefddefd fffddffddffd dddddddddddd"
    ),
}  # fmt: skip


def ours(op: str) -> Callable[[ScalarType, ScalarType], ScalarType]:
    return {"compare": compared, "unify": unified, "pow": power_type}.get(
        op, lambda a, b: arithmetic_type(op, a, b)
    )


@pytest.mark.parametrize("op", TABLES)
def test_types_of_operators(op: str) -> None:
    for a, row in zip(TYPES, TABLES[op].split(), strict=True):
        for b, letter in zip(TYPES, row, strict=True):
            if letter != "-":
                assert ours(op)(a, b) is BY_CODE[letter], (a, b)


@pytest.mark.parametrize("op", ["sub", "mul", "floormod", "shr", "or", "xor", "max"])
def test_operators_of_one_kind_are_alike(op: str) -> None:
    other = {"floormod": "floordiv", "shr": "shl", "or": "and", "xor": "and", "max": "min"}.get(op, "add")
    for a in TYPES:
        for b in TYPES:
            assert arithmetic_type(op, a, b) is arithmetic_type(other, a, b)


def test_indices_are_64_bit_integers() -> None:
    assert unified(isize, i32) is i64
    assert arithmetic_type("add", usize, u8) is u64


def test_the_tables_are_those_of_numba() -> None:
    """Where numba is installed."""
    types = pytest.importorskip("numba.types")
    from numba.cuda.target import CUDATypingContext

    context = CUDATypingContext()
    context.refresh()
    theirs = [getattr(types, name) for name in (
        "boolean", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64"
    )]  # fmt: skip
    letters = dict(zip(theirs, CODES, strict=True))
    functions = {
        "add": operator.add, "div": operator.truediv, "floordiv": operator.floordiv, "pow": operator.pow,
        "shl": operator.lshift, "and": operator.and_, "compare": operator.lt, "min": min,
    }  # fmt: skip
    for op, table in TABLES.items():
        for a, row in zip(theirs, table.split(), strict=True):
            for b, letter in zip(theirs, row, strict=True):
                if letter == "-":
                    continue
                if op == "unify":
                    found = context.unify_types(a, b)
                else:
                    signature = context.resolve_function_type(functions[op], (a, b), {})
                    found = signature.args[0] if op == "compare" else signature.return_type
                assert letters[found] == letter, (op, a, b)
