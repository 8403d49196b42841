"""Functions of complex numbers, as numpy and C (ISO 9899, Annex G) define them: what `/` and the functions of `cmath` become.

Each takes the parts of its arguments, `f32` or `f64`, and gives the parts of its result.
"""

# Parameters without annotations take the types of the arguments.
# pyright: reportMissingParameterType=false, reportUnknownParameterType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportPrivateUsage=false

from __future__ import annotations

import math

from periclase.library.floats import fmax, fmin

_SCALE = 2.0**60
_ROOT_OF_SCALE = 2.0**30
_LOG_OF_SCALE = 41.58883083359671856504
_LOG_2 = 0.69314718055994530942
_SMALL = 1e-30
"""Below this numbers are scaled up, so that none of their digits is lost."""
_LARGE_EXPONENT = 80.0
"""From this on the exponential of half the argument is multiplied in twice, so that it does not overflow before the result."""


def quotient(a, b, c, d):
    """`(a + bj) / (c + dj)` by Smith's method, in the order of operations that numpy has. By zero: of each part by zero."""
    across = not abs(c) >= abs(d)
    if c == 0.0 and d == 0.0:
        nothing = abs(c)
        return a / nothing, b / nothing
    if across:
        ratio = c / d
        scale = 1.0 / (d + c * ratio)
        return (a * ratio + b) * scale, (b * ratio - a) * scale
    ratio = d / c
    scale = 1.0 / (c + d * ratio)
    return (a + b * ratio) * scale, (b - a * ratio) * scale


def exp(x, y):
    """`e` to the power of `x + yj`."""
    if y == 0.0:
        return math.exp(x), y
    if math.isinf(x) and not math.isfinite(y):
        if x < 0.0:
            return math.exp(x), math.copysign(math.exp(x), y)
        return x, y - y
    if x > _LARGE_EXPONENT:
        half = math.exp(x * 0.5)
        return half * math.cos(y) * half, half * math.sin(y) * half
    grown = math.exp(x)
    return grown * math.cos(y), grown * math.sin(y)


def log(x, y):
    """The natural logarithm; the cut is along the negative real axis."""
    angle = math.atan2(y, x)
    size = math.hypot(x, y)
    if size < _SMALL:
        return math.log(math.hypot(x * _SCALE, y * _SCALE)) - _LOG_OF_SCALE, angle
    if 0.71 <= size <= 1.73:  # near 1 its digits are in the difference from 1
        most, least = fmax(abs(x), abs(y)), fmin(abs(x), abs(y))
        return math.log1p((most - 1.0) * (most + 1.0) + least * least) * 0.5, angle
    if math.isinf(size) and math.isfinite(x) and math.isfinite(y):
        return math.log(math.hypot(x * 0.5, y * 0.5)) + _LOG_2, angle
    return math.log(size), angle


def _root(x, y):
    """The square root of a number that neither overflows nor loses digits on the way."""
    part = math.sqrt((abs(x) + math.hypot(x, y)) * 0.5)
    other = y / (2.0 * part)
    if x >= 0.0:
        return part, other
    return abs(other), math.copysign(part, y)


def sqrt(x, y):
    """The square root with a real part that is not negative; the cut is along the negative real axis."""
    if math.isinf(y):
        return abs(y), y
    if math.isinf(x):
        if x > 0.0:
            return x, y if math.isnan(y) else math.copysign(y - y, y)
        return abs(y - y), math.copysign(x, y)
    if x == 0.0 and y == 0.0:
        return abs(x), y
    size = fmax(abs(x), abs(y))
    if size < _SMALL:
        real, imag = _root(x * _SCALE, y * _SCALE)
        return real / _ROOT_OF_SCALE, imag / _ROOT_OF_SCALE
    if size > 1.0 / _SMALL:
        real, imag = _root(x / _SCALE, y / _SCALE)
        return real * _ROOT_OF_SCALE, imag * _ROOT_OF_SCALE
    return _root(x, y)


def phase(x, y):
    """The angle from the positive real axis, from -pi to pi."""
    return math.atan2(y, x)


def polar(x, y):
    """Magnitude and angle."""
    return math.hypot(x, y), math.atan2(y, x)


def rect(size, angle):
    """The number of this magnitude at this angle."""
    if angle == 0.0:
        return size, angle if size >= 0.0 else -angle
    return size * math.cos(angle), size * math.sin(angle)


def isnan(x, y):
    """Whether a part is no number."""
    return math.isnan(x) or math.isnan(y)


def isinf(x, y):
    """Whether a part is infinite."""
    return math.isinf(x) or math.isinf(y)


def isfinite(x, y):
    """Whether both parts are finite."""
    return math.isfinite(x) and math.isfinite(y)
