"""Arithmetic on ranges: what values an integer expression can have, given those of its operands.

A range is exact arithmetic on mathematical integers; where it leaves the result's type, the type's own range is left.
"""

from __future__ import annotations

from periclase.importer.python.typed_tree import Range
from periclase.types import ScalarType

LENGTH_RANGE: Range = (0, (1 << 60) - 1)
"""Of `len(slice)`: no device addresses this many bytes (64-bit GPUs have 57-bit virtual addresses at most)."""


def of_type(type: ScalarType) -> Range:
    """Every value of an integer type or `bool_`."""
    return int(type.low), int(type.high)


def fits(inner: Range, outer: Range) -> bool:
    """Whether every value of `inner` is one of `outer`."""
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def hull(a: Range | None, b: Range | None) -> Range | None:
    """The least range that holds both; None stands for no value at all."""
    if a is None or b is None:
        return b if a is None else a
    return min(a[0], b[0]), max(a[1], b[1])


def intersects(a: Range, value: int) -> bool:
    """Whether `value` is in `a`."""
    return a[0] <= value <= a[1]


def _corners(values: list[int]) -> Range:
    return min(values), max(values)


def _floor_division(a: Range, b: Range) -> Range | None:
    if intersects(b, 0):
        return None
    return _corners([x // y for x in a for y in b])


def _floor_modulo(a: Range, b: Range) -> Range | None:
    if b[0] > 0:
        return (0, min(a[1], b[1] - 1)) if a[0] >= 0 else (0, b[1] - 1)
    if b[1] < 0:
        return b[0] + 1, 0
    return None


def binary(op: str, a: Range | None, b: Range | None, type: ScalarType) -> Range | None:
    """The range of `a op b` computed in `type`, None if `type` is no integer."""
    if type.is_float:
        return None
    whole = of_type(type)
    if a is None or b is None:
        return whole
    exact: Range | None = None
    if op == "add":
        exact = a[0] + b[0], a[1] + b[1]
    elif op == "sub":
        exact = a[0] - b[1], a[1] - b[0]
    elif op == "mul":
        exact = _corners([x * y for x in a for y in b])
    elif op == "floordiv":
        exact = _floor_division(a, b)
    elif op == "floormod":
        exact = _floor_modulo(a, b)
    elif op == "min":
        exact = min(a[0], b[0]), min(a[1], b[1])
    elif op == "max":
        exact = max(a[0], b[0]), max(a[1], b[1])
    elif op == "and":
        bounds = [r[1] for r in (a, b) if r[0] >= 0]
        exact = (0, min(bounds)) if bounds else None
    elif op in ("or", "xor"):
        if a[0] >= 0 and b[0] >= 0:
            exact = 0, (1 << max(a[1].bit_length(), b[1].bit_length())) - 1
    elif op == "shr":
        if fits(b, (0, type.bits - 1)):
            exact = _corners([x >> y for x in a for y in b])
    elif op == "shl" and fits(b, (0, type.bits - 1)):
        exact = _corners([x << y for x in a for y in b])
    return exact if exact is not None and fits(exact, whole) else whole
