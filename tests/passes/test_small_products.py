"""Flat indices in 32 bits have the values that they have in 64, in every launch whose products of numbers are small."""

from __future__ import annotations

import random

import lowered_mir
import pytest
from how_much import NIGHTLY
from xdsl.dialects.builtin import ArrayAttr, DenseArrayBase, i64

from periclase.dialects import mir
from periclase.dialects.mir.attributes import NO_WRAP, SMALL_LAUNCH, SMALL_PRODUCTS
from periclase.interpreter.machine import Machine
from periclase.ir.ssa_verifier import verify_ssa
from periclase.launch_versions import MOST_FLAT
from periclase.passes.narrow_index_arithmetic.integer_ranges import IntegerRanges
from periclase.passes.pipelines import Pipeline

ROOT = 23168
"""The square of one less is at most `MOST_FLAT`."""
SHAPES = (
    (1, MOST_FLAT),
    (MOST_FLAT, 1),
    (2, MOST_FLAT // 2),
    (-1, MOST_FLAT),
    (3, -(MOST_FLAT // 3)),
    (-(MOST_FLAT // 7), -7),
    (0, MOST_FLAT),
    (MOST_FLAT, 0),
    (ROOT - 1, ROOT - 1),
    (12345, MOST_FLAT // 12345),
    (4, 5),
)
"""Heights and widths that the promise allows, most of them at its border."""


def kernel(r: random.Random) -> str:
    """The text of a function of a height, a width, and two numbers that may be anything: what it gives is a flat index, and what
    comparisons with it give, where the first number is a row in some sense."""
    above, least = r.choice((-2, -1, 0, 1, 5)), r.choice((0, 0, -1, -3, 1))
    factor, count = r.choice((("%w", "%h"), ("%w", "%h"), ("%w", "%w"), ("%h", "%w")))
    relation = r.choice(("lt", "le"))
    ends = "".join(
        f"""
      %e{number} = mir.constant {r.choice((0, 1, -1, 2, 1000, MOST_FLAT, -MOST_FLAT))} : si64
      %s{number} = mir.{r.choice(("add", "sub"))} %s{number - 1}, {r.choice((f"%e{number}", "%w", "%h", "%column"))} : si64
      %c{number} = mir.{r.choice(("lt", "le", "eq", "gt"))} %s{number}, {r.choice(("%w", "%h", "%product", "%e0"))} : si64
      %b{number} = mir.cast int_to_int %c{number} : i1 to si64
      %t{number} = mir.add %t{number - 1}, %b{number} : si64
      %u{number} = mir.mul %t{number}, %seven : si64
      %v{number} = mir.add %v{number - 1}, %u{number} : si64
      %f{number} = mir.cast int_to_float %s{number} : si64 to f64
      %g{number} = mir.cast float_to_int %f{number} : f64 to si64
      %x{number} = mir.add %x{number - 1}, %g{number} : si64"""
        for number in range(1, 4)
    )
    return f"""
    mir.func @main(%h : si64, %w : si64, %row : si64, %column : si64) -> si64 {{
      %above = mir.constant {above} : si64
      %least = mir.constant {least} : si64
      %zero = mir.constant 0 : si64
      %seven = mir.constant 7 : si64
      %none = mir.constant -987654321 : si64
      %e0 = mir.constant {MOST_FLAT} : si64
      %most = mir.add {count}, %above : si64
      %a = mir.{relation} %row, %most : si64
      mir.cond_br %a, ^one, ^joined(%a : i1)
    ^one:
      %b = mir.ge %row, %least : si64
      mir.cond_br %b, ^two, ^joined(%b : i1)
    ^two:
      %c = mir.le %column, %e0 : si64
      mir.goto ^joined(%c : i1)
    ^joined(%is_row : i1):
      mir.cond_br %is_row, ^three, ^no
    ^three:
      %d = mir.ge %column, %zero : si64
      mir.cond_br %d, ^yes, ^no
    ^yes:
      %product = mir.mul %row, {factor} : si64
      %s0 = mir.add %product, %column : si64
      %v0 = mir.constant 0 : si64
      %t0 = mir.constant 1 : si64
      %x0 = mir.constant 0 : si64{ends}
      %z = mir.mul %v3, %x3 : si64
      %y = mir.add %z, %s3 : si64
      mir.return %y : si64
    ^no:
      mir.return %none : si64
    }}"""


def promised(text: str) -> tuple[object, mir.FuncOp]:
    module = lowered_mir.parse(text)
    function = next(op for op in module.ops if isinstance(op, mir.FuncOp))
    function.attributes[SMALL_LAUNCH] = DenseArrayBase.from_list(i64, [0, 1])
    groups = DenseArrayBase.from_list(i64, [1]), DenseArrayBase.from_list(i64, [0, 1])
    function.attributes[SMALL_PRODUCTS] = ArrayAttr(groups)
    return module, function


def run(module: object, given: list[tuple[int, ...]]) -> list[object]:
    machine = Machine(module)  # type: ignore[arg-type]
    return [machine.run_function("main", [each % 2**64 for each in numbers]) for numbers in given]


@pytest.mark.parametrize("seed", range(400 if NIGHTLY else 8))
def test_values_at_the_borders_are_the_same(seed: int) -> None:
    r = random.Random(seed)
    text = kernel(r)
    plain = lowered_mir.parse(text)
    narrowed, _ = promised(text)
    Pipeline.parse("narrow-index-arithmetic,dce").run(lowered_mir.context(), narrowed)  # type: ignore[arg-type]
    assert verify_ssa(narrowed) == []  # type: ignore[arg-type]
    given: list[tuple[int, ...]] = []
    for height, width in SHAPES:
        if width * width > MOST_FLAT:
            # It is multiplied by itself as well as by the height.
            width = min(max(width, -ROOT + 1), ROOT - 1)
        rows = {-4, -3, -1, 0, 1, height - 2, height - 1, height, height + 5, width - 1, width + 4, 2**40}
        given += [
            (height, width, row, column)
            for row in sorted(rows)
            for column in (-1, 0, max(width - 1, 0), MOST_FLAT, -(2**50))
        ]
    given = r.sample(given, 60)
    assert run(narrowed, given) == run(plain, given)


@pytest.mark.parametrize("relation", ["lt", "le"])
@pytest.mark.parametrize("least", [-3, 0, 2])
@pytest.mark.parametrize("above", [-2, 0, 5])
def test_products_are_where_they_are_said_to_be(relation: str, least: int, above: int) -> None:
    text = f"""
    mir.func @main(%h : si64, %w : si64, %row : si64) {{
      %least = mir.constant {least} : si64
      %a = mir.ge %row, %least : si64
      mir.assert user %a, "a"
      %above = mir.constant {above} : si64
      %most = mir.add %h, %above : si64
      %b = mir.{relation} %row, %most : si64
      mir.assert user %b, "b"
      %product = mir.mul %w, %row : si64
      %c = mir.ge %w, %least : si64
      mir.assert user %c, "c"
      %limited = mir.mul %row, %w : si64
      mir.return
    }}"""
    _, function = promised(text)
    ranges = IntegerRanges(function, frozenset((0, 1)), (frozenset((1,)), frozenset((0, 1))))
    known = {value.name_hint: interval for value, interval in ranges.results.items()}
    seen = [0, 0]
    for height, width in SHAPES:
        last = height + above - (relation == "lt")
        for row in {least, -1, 0, 1, last // 2, last}:
            if least <= row <= last:
                for number, name in enumerate(("product", "limited")[: 1 + (width >= least)]):
                    low, high = known[name]
                    assert low <= row * width <= high
                    seen[number] += 1
    assert min(seen) > 5
    assert max(map(abs, known["product"])) <= MOST_FLAT * (1 + max(above, -least, 0))


def test_such_products_are_said_not_to_wrap() -> None:
    found = 0
    for seed in range(8):
        module, function = promised(kernel(random.Random(seed)))
        Pipeline.parse("narrow-index-arithmetic,dce").run(lowered_mir.context(), module)  # type: ignore[arg-type]
        found += any(type(op) is mir.MulOp and NO_WRAP in op.attributes for op in function.walk())
    assert found
