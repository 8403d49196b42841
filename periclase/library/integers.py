"""Integer functions of `math`, and powers, as device functions: exact, or a trap where the result has no room in its type.

Parameters have no annotations: each function is compiled for the integer types that it is called with.
"""

# pyright: basic
from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # on the host they are numbers of Python
    f64 = float
    i64 = int
    u32 = int
    u64 = int
else:
    from periclase.types import f64, i64, u32, u64


def gcd(a, b):
    """The greatest common divisor, not negative."""
    while b != 0:
        a, b = b, a % b
    found = abs(a)
    assert found >= 0, "gcd(): the result has no room in its type"
    return found


def lcm(a, b):
    """The least common multiple, not negative; 0 where one of them is."""
    if a == 0 or b == 0:
        return a * b
    factor = a // gcd(a, b)
    product = factor * b
    found = abs(product)
    assert product // b == factor and found >= 0, "lcm(): the result has no room in its type"
    return found


def isqrt(n: u64) -> u64:
    """The whole part of the square root."""
    root = u64(math.sqrt(f64(n)))
    if root > 4294967295:
        root = u64(4294967295)
    while root * root > n:
        root -= 1
    while root < 4294967295 and (root + 1) * (root + 1) <= n:
        root += 1
    return root


def factorial(n: i64) -> i64:
    """`n!`, for `n` up to 20."""
    assert n >= 0, "factorial() not defined for negative values"
    assert n <= 20, "factorial(): the result has no room in an i64"
    result = 1
    for factor in range(2, n + 1):
        result *= factor
    return result


def comb(n: i64, k: i64) -> i64:
    """How many ways there are to choose `k` of `n`."""
    assert n >= 0, "comb(): n must be a non-negative integer"
    assert k >= 0, "comb(): k must be a non-negative integer"
    if k > n:
        return 0
    if n - k < k:
        k = n - k
    result = 1
    for step in range(1, k + 1):
        # result * (n - k + step) / step is whole; what the divisor shares with each factor is taken out before they meet.
        factor, divisor = n - k + step, step
        common = gcd(factor, divisor)
        factor, divisor = factor // common, divisor // common
        rest = result // divisor
        assert rest <= 9223372036854775807 // factor, "comb(): the result has no room in an i64"
        result = rest * factor
    return result


def perm(n: i64, k: i64) -> i64:
    """How many ways there are to choose `k` of `n` in order."""
    assert n >= 0, "perm(): n must be a non-negative integer"
    assert k >= 0, "perm(): k must be a non-negative integer"
    if k > n:
        return 0
    result = 1
    for step in range(k):
        factor = n - step
        assert result <= 9223372036854775807 // factor, "perm(): the result has no room in an i64"
        result *= factor
    return result


def power(base, exponent):
    """`base ** exponent`, which wraps around as a product does."""
    assert exponent >= 0, "a negative power of an integer is no integer"
    result = base * 0 + 1  # of the type of a product
    while exponent > 0:
        if exponent % 2 == 1:
            result = result * base
        exponent = exponent // 2
        if exponent > 0:
            base = base * base
    return result


def product_modulo(a: u64, b: u64, modulus: u64) -> u64:
    """`a * b % modulus` of two numbers below `modulus`, without overflow on the way."""
    if modulus <= 4294967296:
        return a * b % modulus
    result = u64(0)
    while b > 0:
        if b % 2 == 1:
            result = result - (modulus - a) if result >= modulus - a else result + a
        a = a - (modulus - a) if a >= modulus - a else a + a
        b = b // 2
    return result


def power_modulo(base: i64, exponent: i64, modulus: i64) -> i64:
    """`pow(base, exponent, modulus)`; the result has the sign of `modulus`."""
    assert modulus != 0, "pow() 3rd argument cannot be 0"
    assert exponent >= 0, "pow() of a negative power modulo is not known on a device"
    size = u64(modulus) if modulus > 0 else u64(0) - u64(modulus)
    rest = u64(base % modulus) if modulus > 0 else u64(base % modulus - modulus) % size
    result = u64(1) % size
    while exponent > 0:
        if exponent % 2 == 1:
            result = product_modulo(result, rest, size)
        rest = product_modulo(rest, rest, size)
        exponent = exponent // 2
    return i64(result) if modulus > 0 or result == 0 else i64(result - size)


def round_to(value: i64, unit: i64) -> i64:
    """The multiple of `unit` next to `value`, of two the one with the even quotient."""
    quotient, rest = divmod(value, unit)
    if rest * 2 > unit or (rest * 2 == unit and quotient % 2 == 1):
        quotient += 1
    return quotient * unit


def byte_permute(a: u32, b: u32, selector: u32) -> u32:
    """Four of the eight bytes of `a` and `b`, see `periclase.bits.byte_permute`."""
    both = u64(a) | u64(b) << 32
    result = u32(0)
    for k in range(4):
        digit = selector >> 4 * k & 15
        byte = u32(both >> 8 * (digit & 7) & 255)
        if digit & 8 != 0:
            byte = u32(255 if byte & 128 != 0 else 0)
        result = result | byte << 8 * k
    return result
