"""What is computed in 32 bits has the values that it has in 64, in every launch that keeps the promise."""

from __future__ import annotations

import random

import lowered_mir
import pytest
import random_mir
from xdsl.dialects.builtin import DenseArrayBase, i64

from periclase.dialects import mir
from periclase.dialects.mir.attributes import SMALL_LAUNCH
from periclase.ir.ssa_verifier import verify_ssa
from periclase.launch_versions import MOST_NARROW
from periclase.passes.narrow_index_arithmetic.integer_ranges import IntegerRanges
from periclase.passes.pipelines import Pipeline

BEFORE = "inline,sroa,mem2reg,canonicalize,sccp,simplify-cfg,cse"
BORDERS = (0, 1, -1, 2, 7, -3, 255, MOST_NARROW, -MOST_NARROW, MOST_NARROW - 1, 65536, -65535)


def outcome(text: str, bounded: list[int] | None, arguments: list[tuple[int, int]]) -> list[tuple[int, ...]]:
    module = lowered_mir.parse(text)
    Pipeline.parse(BEFORE).run(lowered_mir.context(), module)
    for function in module.ops:
        if bounded is not None and isinstance(function, mir.FuncOp) and function.function_name() == "main":
            function.attributes[SMALL_LAUNCH] = DenseArrayBase.from_list(i64, bounded)
    Pipeline.parse("narrow-index-arithmetic,dce").run(lowered_mir.context(), module)
    assert verify_ssa(module) == []
    module.verify()
    return random_mir.run(module, [(a % 2**64, b % 2**64) for a, b in arguments])


@pytest.mark.parametrize("seed", range(12))
def test_random_programs_do_the_same(seed: int) -> None:
    text = random_mir.random_program(100 + seed)
    r = random.Random(seed)
    words = [0, 1, 3, 2**64 - 1, 2**63, 2**31, 2**31 - 1, 2**32 + 5, 123456789]
    anything = [(r.choice(words), r.choice(words)) for _ in range(6)]
    assert outcome(text, [], anything) == outcome(text, None, anything)
    small = [(r.choice(BORDERS), r.choice(BORDERS)) for _ in range(6)]
    assert outcome(text, [1, 2], small) == outcome(text, None, small)


def expression(r: random.Random, depth: int) -> tuple[str, str]:
    """Lines that compute a number of what indices are made of, and its name; and conditions on the way."""
    lines: list[str] = []
    names = ["%a", "%b"]
    for number in range(depth):
        name = f"%v{number}"
        first, second = r.choice(names), r.choice(names)
        kind = r.choice(
            (
                "add",
                "sub",
                "mul",
                "min",
                "max",
                "neg",
                "abs",
                "div",
                "floor_mod",
                "shl",
                "shr",
                "constant",
                "bitand",
            )
        )
        if kind == "constant":
            lines.append(f"{name} = mir.constant {r.choice(BORDERS)} : si64")
        elif kind in ("neg", "abs"):
            lines.append(f"{name} = mir.{kind} {first} : si64")
        elif kind in ("div", "floor_mod"):
            lines.append(f"%d{number} = mir.constant {r.choice((2, 7, 16, -3, 65536))} : si64")
            lines.append(f"{name} = mir.{kind} {first}, %d{number} : si64")
        elif kind in ("shl", "shr"):
            lines.append(f"%d{number} = mir.constant {r.choice((0, 1, 4, 31))} : si64")
            lines.append(f"{name} = mir.{kind} {first}, %d{number} : si64, si64")
        else:
            lines.append(f"{name} = mir.{kind} {first}, {second} : si64")
        names.append(name)
    return "\n".join(lines), names[-1]


@pytest.mark.parametrize("seed", range(16))
def test_values_and_what_is_known_of_them(seed: int) -> None:
    """Of numbers at the borders of the promise, all results lie in the intervals, and the narrowed function gives the same."""
    r = random.Random(seed)
    body, result = expression(r, 8)
    compare = r.choice(("lt", "le", "gt", "ge", "eq", "ne"))
    type = r.choice(("si64", "ui64"))
    casts = "" if type == "si64" else "%x = mir.cast int_to_int %a : si64 to ui64\n"
    left = "%a" if type == "si64" else "%x"
    casts += "" if type == "si64" else f"%y = mir.cast int_to_int {result} : si64 to ui64\n"
    right = result if type == "si64" else "%y"
    text = f"""
    mir.func @main(%a : si64, %b : si64) -> si64 {{
      {body}
      {casts}
      %c = mir.{compare} {left}, {right} : {type}
      mir.cond_br %c, ^yes, ^no
    ^yes:
      %again = mir.{compare} {left}, {right} : {type}
      %one = mir.cast int_to_int %again : i1 to si64
      %r = mir.sub {result}, %one : si64
      mir.return %r : si64
    ^no:
      %f = mir.cast int_to_float {result} : si64 to f64
      %g = mir.cast float_to_int %f : f64 to si64
      mir.return %g : si64
    }}"""
    plain, narrowed = lowered_mir.parse(text), lowered_mir.parse(text)
    for function in narrowed.ops:
        assert isinstance(function, mir.FuncOp)
        function.attributes[SMALL_LAUNCH] = DenseArrayBase.from_list(i64, [0, 1])
    Pipeline.parse("narrow-index-arithmetic,dce").run(lowered_mir.context(), narrowed)
    narrowed.verify()
    assert verify_ssa(narrowed) == []
    pairs = [(a, b) for a in BORDERS for b in BORDERS]
    assert _run(narrowed, pairs) == _run(plain, pairs)


def _run(module: object, pairs: list[tuple[int, int]]) -> list[object]:
    from periclase.interpreter.machine import Machine

    machine = Machine(module)  # type: ignore[arg-type]
    return [machine.run_function("main", [a % 2**64, b % 2**64]) for a, b in pairs]


def intervals(text: str, bounded: frozenset[int] = frozenset()) -> dict[str, tuple[int, int]]:
    module = lowered_mir.parse(text)
    function = next(op for op in module.ops if isinstance(op, mir.FuncOp))
    ranges = IntegerRanges(function, bounded)
    return {value.name_hint: found for value, found in ranges.results.items() if value.name_hint}


def test_a_counter_is_bounded_by_its_guard() -> None:
    found = intervals(
        """
        mir.func @f(%n : si64) {
          %zero = mir.constant 0 : si64
          %two = mir.constant 2 : si64
          mir.goto ^head(%zero : si64)
        ^head(%i : si64):
          %in = mir.lt %i, %n : si64
          mir.cond_br %in, ^body, ^end
        ^body:
          %next = mir.add %i, %two : si64
          mir.goto ^head(%next : si64)
        ^end:
          mir.return
        }""",
        frozenset((0,)),
    )
    assert found["i"] == (0, MOST_NARROW + 1)
    assert found["next"] == (2, MOST_NARROW + 1)


def test_a_counter_without_a_guard_is_anything() -> None:
    found = intervals(
        """
        mir.func @f(%c : i1) {
          %zero = mir.constant 0 : si64
          %two = mir.constant 2 : si64
          mir.goto ^head(%zero : si64)
        ^head(%i : si64):
          mir.cond_br %c, ^body, ^end
        ^body:
          %next = mir.add %i, %two : si64
          mir.goto ^head(%next : si64)
        ^end:
          mir.return
        }"""
    )
    assert found["i"] == (-(2**63), 2**63 - 1)
