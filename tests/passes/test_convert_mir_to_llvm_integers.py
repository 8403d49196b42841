"""Integer semantics of the lowering, executed natively and compared with plain Python integers."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lowered_mir import Native, compile_mir, from_bytes, to_bytes

few = settings(max_examples=25, deadline=None)
"""Most of the time goes into compiling: one program a test, however many examples."""

SIGNED = ["si8", "si16", "si32", "si64", "si128"]
UNSIGNED = ["ui8", "ui16", "ui32", "ui64", "ui128"]
INTEGERS = SIGNED + UNSIGNED


def width(type: str) -> int:
    return int(type[2:])


def bounds(type: str) -> tuple[int, int]:
    bits = width(type)
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if type.startswith("s") else (0, (1 << bits) - 1)


def wrap(value: int, type: str) -> int:
    low, _ = bounds(type)
    return (value - low) % (1 << width(type)) + low


def numbers(type: str) -> st.SearchStrategy[int]:
    """Any number of the type; near its ends, zero and the powers of two more often."""
    low, high = bounds(type)
    special = {low, low + 1, -1, 0, 1, 2, high - 1, high, *(1 << k for k in range(width(type)))}
    return st.sampled_from(sorted(n for n in special if low <= n <= high)) | st.integers(low, high)


@functools.cache
def native(body: str, inputs: tuple[str, ...], output: str) -> Native:
    return compile_mir(inputs, body, output)


def run(body: str, inputs: Sequence[str], output: str, *values: int) -> int:
    call = native(body, tuple(inputs), output)
    result = from_bytes(call(*(to_bytes(v, t) for v, t in zip(values, inputs, strict=True))), output)
    assert isinstance(result, int)
    return result


BINARY: dict[str, Callable[[int, int, str], int]] = {
    "add": lambda a, b, t: wrap(a + b, t),
    "sub": lambda a, b, t: wrap(a - b, t),
    "mul": lambda a, b, t: wrap(a * b, t),
    "bitand": lambda a, b, t: a & b,
    "bitor": lambda a, b, t: a | b,
    "bitxor": lambda a, b, t: a ^ b,
    "min": lambda a, b, t: min(a, b),
    "max": lambda a, b, t: max(a, b),
    "saturating_add": lambda a, b, t: max(bounds(t)[0], min(bounds(t)[1], a + b)),
    "saturating_sub": lambda a, b, t: max(bounds(t)[0], min(bounds(t)[1], a - b)),
}


@pytest.mark.parametrize("type", INTEGERS)
@pytest.mark.parametrize("name", BINARY)
@few
@given(data=st.data())
def test_binary(name: str, type: str, data: st.DataObject):
    a, b = data.draw(numbers(type)), data.draw(numbers(type))
    assert run(f"%r = mir.{name} %a, %b : {type}", [type, type], type, a, b) == BINARY[name](a, b, type)


@pytest.mark.parametrize("type", INTEGERS)
@few
@given(data=st.data())
def test_division_truncates(type: str, data: st.DataObject):
    a = data.draw(numbers(type))
    b = data.draw(numbers(type).filter(bool))
    if (a, b) == (bounds(type)[0], -1):
        return  # undefined
    quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    assert run(f"%r = mir.div %a, %b : {type}", [type, type], type, a, b) == quotient
    assert run(f"%r = mir.rem %a, %b : {type}", [type, type], type, a, b) == a - quotient * b


@pytest.mark.parametrize("type", INTEGERS)
@few
@given(data=st.data())
def test_python_division_rounds_down(type: str, data: st.DataObject):
    a = data.draw(numbers(type))
    b = data.draw(numbers(type).filter(bool))
    assert run(f"%r = mir.floor_div %a, %b : {type}", [type, type], type, a, b) == wrap(a // b, type)
    assert run(f"%r = mir.floor_mod %a, %b : {type}", [type, type], type, a, b) == a % b


@pytest.mark.parametrize("type", SIGNED)
def test_the_smallest_number_by_minus_one_wraps_without_a_signal(type: str):
    low = bounds(type)[0]
    assert run(f"%r = mir.floor_div %a, %b : {type}", [type, type], type, low, -1) == low
    assert run(f"%r = mir.floor_mod %a, %b : {type}", [type, type], type, low, -1) == 0


@pytest.mark.parametrize("divisor", [1, -1, 7, -7, 16, -16])
@pytest.mark.parametrize("type", ["si8", "si32", "si64"])
@few
@given(data=st.data())
def test_python_division_by_a_constant(type: str, divisor: int, data: st.DataObject):
    a = data.draw(numbers(type))
    constant = f"%k = mir.constant {divisor} : {type}"
    quotient = run(f"{constant}\n%r = mir.floor_div %a, %k : {type}", [type], type, a)
    assert quotient == wrap(a // divisor, type)
    assert run(f"{constant}\n%r = mir.floor_mod %a, %k : {type}", [type], type, a) == a % divisor


@pytest.mark.parametrize("type", INTEGERS)
@few
@given(data=st.data())
def test_exact_division(type: str, data: st.DataObject):
    q = data.draw(numbers(type))
    b = data.draw(numbers(type).filter(bool))
    low, high = bounds(type)
    if not low <= q * b <= high:
        q = 1
    if (q * b, b) == (low, -1):
        return
    assert run(f"%r = mir.exact_div %a, %b : {type}", [type, type], type, q * b, b) == q


@pytest.mark.parametrize("type", INTEGERS)
@pytest.mark.parametrize("name", ["checked_add", "checked_sub", "checked_mul"])
@few
@given(data=st.data())
def test_checked_arithmetic_tells_overflow(name: str, type: str, data: st.DataObject):
    a, b = data.draw(numbers(type)), data.draw(numbers(type))
    exact = {"checked_add": a + b, "checked_sub": a - b, "checked_mul": a * b}[name]
    pair = f"!mir.tuple<{type}, i1>"
    body = f"%t = mir.{name} %a, %b : {type}\n%r = mir.extract_field %t[{{}}] : {pair}"
    assert run(body.format(0), [type, type], type, a, b) == wrap(exact, type)
    assert run(body.format(1), [type, type], "i1", a, b) == (exact != wrap(exact, type))


@pytest.mark.parametrize("type", INTEGERS)
@few
@given(data=st.data())
def test_carrying_mul_add_has_every_bit(type: str, data: st.DataObject):
    values = [data.draw(numbers(type)) for _ in range(4)]
    exact = values[0] * values[1] + values[2] + values[3]
    low_type = "ui" + type[2:]
    pair = f"!mir.tuple<{low_type}, {type}>"
    body = f"%t = mir.carrying_mul_add %a, %b, %c, %d : {type}\n%r = mir.extract_field %t[{{}}] : {pair}"
    assert run(body.format(0), [type] * 4, low_type, *values) == exact % (1 << width(type))
    assert run(body.format(1), [type] * 4, type, *values) == exact >> width(type)


@pytest.mark.parametrize("type", INTEGERS)
@few
@given(data=st.data())
def test_one_operand(type: str, data: st.DataObject):
    a = data.draw(numbers(type))
    assert run(f"%r = mir.neg %a : {type}", [type], type, a) == wrap(-a, type)
    assert run(f"%r = mir.not %a : {type}", [type], type, a) == wrap(~a, type)
    assert run(f"%r = mir.abs %a : {type}", [type], type, a) == wrap(abs(a), type)


@pytest.mark.parametrize("count_type", ["si8", "ui8", "si32", "ui64", "si128"])
@pytest.mark.parametrize("type", INTEGERS)
@few
@given(data=st.data())
def test_shift_counts_are_taken_modulo_the_width(type: str, count_type: str, data: st.DataObject):
    a, count = data.draw(numbers(type)), data.draw(numbers(count_type))
    masked = count % width(type)
    left = run(f"%r = mir.shl %a, %b : {type}, {count_type}", [type, count_type], type, a, count)
    assert left == wrap(a << masked, type)
    right = run(f"%r = mir.shr %a, %b : {type}, {count_type}", [type, count_type], type, a, count)
    assert right == a >> masked


@pytest.mark.parametrize("type", INTEGERS)
@few
@given(data=st.data())
def test_bits(type: str, data: st.DataObject):
    a, bits = data.draw(numbers(type)), width(type)
    pattern = a % (1 << bits)
    text = f"{pattern:0{bits}b}"

    def counted(name: str) -> int:
        return run(f"%r = mir.{name} %a : {type}", [type], "ui32", a)

    assert counted("popcount") == text.count("1")
    assert counted("count_leading_zeros") == bits - len(text.lstrip("0"))
    assert counted("count_trailing_zeros") == (bits if pattern == 0 else bits - len(text.rstrip("0")))

    def permuted(name: str) -> int:
        return run(f"%r = mir.{name} %a : {type}", [type], type, a) % (1 << bits)

    assert permuted("bit_reverse") == int(text[::-1], 2)
    assert permuted("byte_swap") == int.from_bytes(pattern.to_bytes(bits // 8, "little"), "big")


@pytest.mark.parametrize("type", INTEGERS)
@few
@given(data=st.data(), count=st.integers(0, (1 << 32) - 1))
def test_rotation(type: str, data: st.DataObject, count: int):
    a, bits = data.draw(numbers(type)), width(type)
    text = f"{a % (1 << bits):0{bits}b}"
    by = count % bits
    for name, rotated in (
        ("rotate_left", text[by:] + text[:by]),
        ("rotate_right", text[bits - by :] + text[: bits - by]),
    ):
        result = run(f"%r = mir.{name} %a, %b : {type}, ui32", [type, "ui32"], type, a, count)
        assert result % (1 << bits) == int(rotated, 2)


COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
}


@pytest.mark.parametrize("type", INTEGERS)
@pytest.mark.parametrize("name", COMPARISONS)
@few
@given(data=st.data())
def test_comparisons(name: str, type: str, data: st.DataObject):
    a, b = data.draw(numbers(type)), data.draw(numbers(type))
    assert run(f"%r = mir.{name} %a, %b : {type}", [type, type], "i1", a, b) == COMPARISONS[name](a, b)


@pytest.mark.parametrize("type", INTEGERS)
@few
@given(data=st.data())
def test_three_way_comparison_and_selection(type: str, data: st.DataObject):
    a, b = data.draw(numbers(type)), data.draw(numbers(type))
    assert run(f"%r = mir.cmp %a, %b : {type}", [type, type], "si8", a, b) == (a > b) - (a < b)
    body = f"%c = mir.lt %a, %b : {type}\n%r = mir.select %c, %a, %b : {type}"
    assert run(body, [type, type], type, a, b) == min(a, b)


@pytest.mark.parametrize("target", INTEGERS)
@pytest.mark.parametrize("source", ["si8", "ui8", "si32", "ui32", "si64", "ui64", "si128", "ui128"])
@few
@given(data=st.data())
def test_integer_casts(source: str, target: str, data: st.DataObject):
    a = data.draw(numbers(source))
    result = run(f"%r = mir.cast int_to_int %a : {source} to {target}", [source], target, a)
    assert result == wrap(a, target)


@pytest.mark.parametrize("target", INTEGERS)
def test_booleans_widen_to_zero_and_one(target: str):
    for value in (0, 1):
        assert run(f"%r = mir.cast int_to_int %a : i1 to {target}", ["i1"], target, value) == value


@few
@given(byte=st.integers(0, 255))
@example(byte=2)
def test_any_byte_but_zero_is_true_in_memory(byte: int):
    call = native("%r = mir.not %a : i1", ("i1",), "i1")
    assert call(bytes([byte])) == bytes([byte == 0])


@pytest.mark.parametrize(
    ("name", "function"), [("bitand", all), ("bitor", any), ("bitxor", lambda v: sum(v) % 2)]
)
def test_booleans(name: str, function: Callable[[list[int]], int]):
    for a in (0, 1):
        for b in (0, 1):
            assert run(f"%r = mir.{name} %a, %b : i1", ["i1", "i1"], "i1", a, b) == function([a, b])
