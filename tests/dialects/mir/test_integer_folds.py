"""Integer folds against an oracle of its own: numpy where it has the width, bit strings and modular arithmetic else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mir_folds import constant, fold, number, numbers, unknown
from xdsl.dialects.builtin import IntegerType, i1
from xdsl.ir import SSAValue

from periclase.dialects import mir

FEW = settings(max_examples=12, deadline=None)

WIDTHS = (8, 16, 32, 64, 128)


@dataclass(frozen=True)
class Int:
    """An integer type of the oracle, which knows only its range."""

    width: int
    signed: bool

    @property
    def type(self) -> IntegerType:
        return mir.int_type(self.width, self.signed)

    @property
    def least(self) -> int:
        return -(2 ** (self.width - 1)) if self.signed else 0

    @property
    def greatest(self) -> int:
        return self.least + 2**self.width - 1

    def wrap(self, value: int) -> int:
        """By adding and subtracting whole turns, not by masking."""
        return (value - self.least) % 2**self.width + self.least

    def bits(self, value: int) -> str:
        """Two's complement as text, the highest bit first."""
        return format(value % 2**self.width, f"0{self.width}b")

    def from_bits(self, bits: str) -> int:
        return self.wrap(int(bits, 2))


INTS = [Int(width, signed) for width in WIDTHS for signed in (True, False)]
for_each_type = pytest.mark.parametrize("kind", INTS, ids=lambda kind: str(kind.type))


def values_of(kind: Int) -> st.SearchStrategy[int]:
    """Any value, the corners often."""
    corners = {kind.least, kind.least + 1, -1, 0, 1, 2, kind.greatest - 1, kind.greatest}
    inside = sorted(value for value in corners if kind.least <= value <= kind.greatest)
    return st.sampled_from(inside) | st.integers(kind.least, kind.greatest)


def truncated(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a >= 0) == (b >= 0) else -quotient


def guarded(function: Callable[[Int, int, int], int]) -> Callable[[Int, int, int], int | None]:
    """Undefined for a divisor 0 and for the least value by -1."""

    def oracle(kind: Int, a: int, b: int) -> int | None:
        if b == 0 or (kind.signed and a == kind.least and b == -1):
            return None
        return function(kind, a, b)

    return oracle


def clamp(kind: Int, value: int) -> int:
    return max(kind.least, min(kind.greatest, value))


BINARY: dict[str, tuple[type, Callable[[Int, int, int], int | None]]] = {
    "add": (mir.AddOp, lambda kind, a, b: kind.wrap(a + b)),
    "sub": (mir.SubOp, lambda kind, a, b: kind.wrap(a - b)),
    "mul": (mir.MulOp, lambda kind, a, b: kind.wrap(a * b)),
    "div": (mir.DivOp, guarded(lambda kind, a, b: truncated(a, b))),
    "rem": (mir.RemOp, guarded(lambda kind, a, b: a - b * truncated(a, b))),
    "floor_div": (mir.FloorDivOp, lambda kind, a, b: kind.wrap(a // b) if b else None),
    "floor_mod": (mir.FloorModOp, lambda kind, a, b: kind.wrap(a % b) if b else None),
    "exact_div": (mir.ExactDivOp, guarded(lambda kind, a, b: truncated(a, b))),
    "saturating_add": (mir.SaturatingAddOp, lambda kind, a, b: clamp(kind, a + b)),
    "saturating_sub": (mir.SaturatingSubOp, lambda kind, a, b: clamp(kind, a - b)),
    "min": (mir.MinOp, lambda kind, a, b: a if a < b else b),
    "max": (mir.MaxOp, lambda kind, a, b: b if a < b else a),
    "lt": (mir.LtOp, lambda kind, a, b: a < b),
    "le": (mir.LeOp, lambda kind, a, b: a <= b),
    "gt": (mir.GtOp, lambda kind, a, b: a > b),
    "ge": (mir.GeOp, lambda kind, a, b: a >= b),
    "eq": (mir.EqOp, lambda kind, a, b: a == b),
    "ne": (mir.NeOp, lambda kind, a, b: a != b),
    "cmp": (mir.CmpOp, lambda kind, a, b: -1 if a < b else int(a > b)),
}


@pytest.mark.parametrize("mnemonic", BINARY)
@for_each_type
@FEW
@given(data=st.data())
def test_binary(kind: Int, mnemonic: str, data: st.DataObject) -> None:
    op_class, oracle = BINARY[mnemonic]
    a, b = data.draw(values_of(kind)), data.draw(values_of(kind))
    if mnemonic == "exact_div":
        a = kind.wrap(a * b)
        if b and a % b:
            return
    folded = number(fold(op_class.make(constant(a, kind.type), constant(b, kind.type))))
    assert folded == oracle(kind, a, b)


@pytest.mark.parametrize("mnemonic", ["bitand", "bitor", "bitxor"])
@for_each_type
@FEW
@given(data=st.data())
def test_bitwise(kind: Int, mnemonic: str, data: st.DataObject) -> None:
    op_class, oracle = {
        "bitand": (mir.BitAndOp, lambda x, y: x == y == "1"),
        "bitor": (mir.BitOrOp, lambda x, y: "1" in (x, y)),
        "bitxor": (mir.BitXorOp, lambda x, y: x != y),
    }[mnemonic]
    a, b = data.draw(values_of(kind)), data.draw(values_of(kind))
    bits = "".join("01"[oracle(x, y)] for x, y in zip(kind.bits(a), kind.bits(b), strict=True))
    assert number(fold(op_class.make(constant(a, kind.type), constant(b, kind.type)))) == kind.from_bits(bits)


@pytest.mark.parametrize("mnemonic", ["shl", "shr", "rotate_left", "rotate_right"])
@for_each_type
@FEW
@given(data=st.data())
def test_counted(kind: Int, mnemonic: str, data: st.DataObject) -> None:
    count_kind = data.draw(st.sampled_from(INTS))
    value, count = data.draw(values_of(kind)), data.draw(values_of(count_kind))
    n = count % kind.width
    bits = kind.bits(value)
    sign = bits[0] if kind.signed else "0"
    op_class, expected = {
        "shl": (mir.ShlOp, bits[n:] + "0" * n),
        "shr": (mir.ShrOp, sign * n + bits[: kind.width - n]),
        "rotate_left": (mir.RotateLeftOp, bits[n:] + bits[:n]),
        "rotate_right": (mir.RotateRightOp, bits[kind.width - n :] + bits[: kind.width - n]),
    }[mnemonic]
    folded = fold(op_class.make(constant(value, kind.type), constant(count, count_kind.type)))
    if isinstance(folded, SSAValue):
        # A count of whole turns gives the operand itself.
        assert n == 0
        assert expected == bits
    else:
        assert number(folded) == kind.from_bits(expected)


@for_each_type
@FEW
@given(data=st.data())
def test_unary(kind: Int, data: st.DataObject) -> None:
    value = data.draw(values_of(kind))
    bits = kind.bits(value)
    operand = constant(value, kind.type)
    flipped = "".join("10"[int(bit)] for bit in bits)
    bytes_ = [bits[i : i + 8] for i in range(0, kind.width, 8)]
    assert number(fold(mir.NegOp.make(operand))) == kind.wrap(-value)
    assert number(fold(mir.NotOp.make(operand))) == kind.from_bits(flipped)
    assert number(fold(mir.AbsOp.make(operand))) == kind.wrap(abs(value))
    assert number(fold(mir.PopCountOp.make(operand))) == bits.count("1")
    assert number(fold(mir.CountLeadingZerosOp.make(operand))) == len(bits) - len(bits.lstrip("0"))
    assert number(fold(mir.CountTrailingZerosOp.make(operand))) == len(bits) - len(bits.rstrip("0"))
    assert number(fold(mir.BitReverseOp.make(operand))) == kind.from_bits(bits[::-1])
    assert number(fold(mir.ByteSwapOp.make(operand))) == kind.from_bits("".join(reversed(bytes_)))


@for_each_type
@FEW
@given(data=st.data())
def test_checked(kind: Int, data: st.DataObject) -> None:
    a, b = data.draw(values_of(kind)), data.draw(values_of(kind))
    left, right = constant(a, kind.type), constant(b, kind.type)
    for op_class, exact in ((mir.CheckedAddOp, a + b), (mir.CheckedSubOp, a - b), (mir.CheckedMulOp, a * b)):
        overflows = not kind.least <= exact <= kind.greatest
        assert numbers(fold(op_class.make(left, right))) == (kind.wrap(exact), overflows)


@for_each_type
@FEW
@given(data=st.data())
def test_carrying_mul_add(kind: Int, data: st.DataObject) -> None:
    values = [data.draw(values_of(kind)) for _ in range(4)]
    folded = numbers(fold(mir.CarryingMulAddOp.make(*(constant(value, kind.type) for value in values))))
    assert folded is not None
    low, high = folded
    assert 0 <= low < 2**kind.width
    assert kind.least <= high <= kind.greatest
    assert high * 2**kind.width + low == values[0] * values[1] + values[2] + values[3]


@for_each_type
@FEW
@given(data=st.data())
def test_int_to_int(kind: Int, data: st.DataObject) -> None:
    result = data.draw(st.sampled_from(INTS))
    value = data.draw(values_of(kind))
    folded = fold(mir.CastOp.make(constant(value, kind.type), result.type, "int_to_int"))
    if isinstance(folded, SSAValue):
        assert kind == result
    else:
        assert number(folded) == result.wrap(value)


@pytest.mark.parametrize("width", [8, 16, 32, 64])
@pytest.mark.parametrize("signed", [True, False])
@FEW
@given(data=st.data())
def test_against_numpy(width: int, signed: bool, data: st.DataObject) -> None:
    kind = Int(width, signed)
    dtype = np.dtype(f"{'i' if signed else 'u'}{width // 8}")
    a, b = data.draw(values_of(kind)), data.draw(values_of(kind))
    x, y = np.array([a], dtype), np.array([b], dtype)
    with np.errstate(all="ignore"):
        expected = {
            mir.AddOp: x + y,
            mir.SubOp: x - y,
            mir.MulOp: x * y,
            mir.BitXorOp: x ^ y,
            mir.FloorDivOp: x // y if b else None,
            mir.FloorModOp: x % y if b else None,
            mir.RemOp: np.fmod(x, y) if b and not (a == kind.least and b == -1) else None,
            mir.MinOp: np.minimum(x, y),
        }
    for op_class, array in expected.items():
        folded = number(fold(op_class.make(constant(a, kind.type), constant(b, kind.type))))
        assert folded == (None if array is None else int(array[0])), op_class.name


@pytest.mark.parametrize("a", [False, True])
@pytest.mark.parametrize("b", [False, True])
def test_booleans(a: bool, b: bool) -> None:
    left, right = constant(a, i1), constant(b, i1)
    for op_class, expected in (
        (mir.BitAndOp, a and b),
        (mir.BitOrOp, a or b),
        (mir.BitXorOp, a != b),
        (mir.EqOp, a == b),
        (mir.NeOp, a != b),
        (mir.LtOp, not a and b),
        (mir.LeOp, not a or b),
        (mir.GtOp, a and not b),
        (mir.GeOp, a or not b),
    ):
        assert number(fold(op_class.make(left, right))) == expected, op_class.name
    assert number(fold(mir.CmpOp.make(left, right))) == a - b
    assert number(fold(mir.NotOp.make(left))) == (not a)
    assert number(fold(mir.CastOp.make(left, mir.si32, "int_to_int"))) == int(a)


IDENTITIES = [
    (mir.AddOp, 0),
    (mir.SubOp, 0),
    (mir.MulOp, 1),
    (mir.DivOp, 1),
    (mir.FloorDivOp, 1),
    (mir.ExactDivOp, 1),
    (mir.SaturatingAddOp, 0),
    (mir.SaturatingSubOp, 0),
    (mir.BitOrOp, 0),
    (mir.BitXorOp, 0),
    (mir.BitAndOp, -1),
]


@pytest.mark.parametrize(("op_class", "neutral"), IDENTITIES, ids=lambda x: getattr(x, "name", None))
@for_each_type
def test_neutral_element(kind: Int, op_class: type, neutral: int) -> None:
    x = unknown(kind.type)
    assert fold(op_class.make(x, constant(neutral, kind.type))) is x


@for_each_type
def test_absorbing_and_equal_operands(kind: Int) -> None:
    x, zero = unknown(kind.type), constant(0, kind.type)
    assert number(fold(mir.MulOp.make(x, zero))) == 0
    assert number(fold(mir.BitAndOp.make(zero, x))) == 0
    assert number(fold(mir.RemOp.make(x, constant(1, kind.type)))) == 0
    assert number(fold(mir.FloorModOp.make(x, constant(1, kind.type)))) == 0
    assert number(fold(mir.SubOp.make(x, x))) == 0
    assert number(fold(mir.BitXorOp.make(x, x))) == 0
    assert fold(mir.BitAndOp.make(x, x)) is x
    assert fold(mir.BitOrOp.make(x, x)) is x
    assert fold(mir.MinOp.make(x, x)) is x
    assert number(fold(mir.EqOp.make(x, x))) == 1
    assert number(fold(mir.LtOp.make(x, x))) == 0
    assert number(fold(mir.CmpOp.make(x, x))) == 0
    assert number(fold(mir.LtOp.make(x, constant(kind.least, kind.type)))) == 0
    assert number(fold(mir.GeOp.make(x, constant(kind.least, kind.type)))) == 1
    assert number(fold(mir.GtOp.make(x, constant(kind.greatest, kind.type)))) == 0
    assert number(fold(mir.LeOp.make(x, constant(kind.greatest, kind.type)))) == 1


@for_each_type
def test_what_is_undefined_is_not_folded(kind: Int) -> None:
    x, zero = unknown(kind.type), constant(0, kind.type)
    for op_class in (mir.DivOp, mir.RemOp, mir.FloorDivOp, mir.FloorModOp, mir.ExactDivOp):
        assert fold(op_class.make(x, zero)) is None
        assert fold(op_class.make(zero, zero)) is None
        # x / x is undefined for x = 0.
        assert fold(op_class.make(x, x)) is None
        assert not op_class.make(x, zero).is_speculatable()
        assert not op_class.make(x, x).is_speculatable()
    assert mir.DivOp.make(x, constant(3, kind.type)).is_speculatable()
    if kind.signed:
        assert not mir.DivOp.make(x, constant(-1, kind.type)).is_speculatable()
        assert mir.FloorDivOp.make(x, constant(-1, kind.type)).is_speculatable()


@for_each_type
def test_involutions(kind: Int) -> None:
    x = unknown(kind.type)
    for op_class in (mir.NegOp, mir.NotOp, mir.ByteSwapOp, mir.BitReverseOp):
        assert fold(op_class.make(op_class.make(x).result)) is x
    assert fold(mir.ByteSwapOp.make(mir.BitReverseOp.make(x).result)) is None
