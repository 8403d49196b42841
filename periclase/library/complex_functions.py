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


_LARGE = 1e15
"""From here on the squares and sums with 1 of the inverse functions say nothing, and would overflow."""
_TWICE_LOG_2 = 1.38629436111989061883
_LOG_10 = 2.30258509299404568402
_HALF_PI = 1.57079632679489661923
_SATURATED = 20.0
"""From here on a hyperbolic tangent is 1 but for what its imaginary part tells."""


def log10(x, y):
    """The logarithm of base 10."""
    real, imag = log(x, y)
    return real / _LOG_10, imag / _LOG_10


def power(x, y, a, b):
    """`(x + yj) ** (a + bj)`: 0 to the power of 0 is 1, and 0 to any that has no positive real part is NaN."""
    if a == 0.0 and b == 0.0:
        return a + 1.0, b * 0.0
    if x == 0.0 and y == 0.0:
        if a > 0.0:
            return abs(x), abs(y)
        return (x - x) / abs(x), (x - x) / abs(x)
    size, angle = math.hypot(x, y), math.atan2(y, x)
    if b == 0.0:
        return rect(size**a, angle * a)
    return rect(size**a * math.exp(-angle * b), angle * a + b * math.log(size))


def sinh(x, y):
    """The hyperbolic sine."""
    if y == 0.0:
        return math.sinh(x), y
    if not math.isfinite(y) and (x == 0.0 or math.isinf(x)):
        return x, y - y
    if math.isfinite(x) and abs(x) > _LARGE_EXPONENT:
        half = math.exp(abs(x) * 0.5)
        return math.copysign(half, x) * (0.5 * math.cos(y)) * half, half * (0.5 * math.sin(y)) * half
    return math.sinh(x) * math.cos(y), math.cosh(x) * math.sin(y)


def cosh(x, y):
    """The hyperbolic cosine."""
    if y == 0.0:
        return math.cosh(x), y * math.copysign(1.0, x)
    if not math.isfinite(y) and x == 0.0:
        return y - y, x
    if not math.isfinite(y) and math.isinf(x):
        return abs(x), y - y
    if math.isfinite(x) and abs(x) > _LARGE_EXPONENT:
        half = math.exp(abs(x) * 0.5)
        return half * (0.5 * math.cos(y)) * half, math.copysign(half, x) * (0.5 * math.sin(y)) * half
    return math.cosh(x) * math.cos(y), math.sinh(x) * math.sin(y)


def tanh(x, y):
    """The hyperbolic tangent."""
    if y == 0.0:
        return math.tanh(x), y
    if abs(x) > _SATURATED:
        if not math.isfinite(y):
            return math.copysign(1.0, x), math.copysign(0.0, y)
        return math.copysign(1.0, x), 4.0 * math.sin(y) * math.cos(y) * math.exp(-2.0 * abs(x))
    if x == 0.0 and not math.isfinite(y):
        return x, y - y
    across, along, narrow = math.tanh(x), math.tan(y), 1.0 / math.cosh(x)
    both = across * along
    below = 1.0 + both * both
    return across * (1.0 + along * along) / below, along / below * narrow * narrow


def sin(x, y):
    """The sine."""
    real, imag = sinh(-y, x)
    return imag, -real


def cos(x, y):
    """The cosine."""
    return cosh(-y, x)


def tan(x, y):
    """The tangent."""
    real, imag = tanh(-y, x)
    return imag, -real


# The inverse functions are by the formulas of W. Kahan, "Branch Cuts for Complex Elementary Functions" (1987), which keep the
# digits and the signs of zeros.


def _log_of_twice(x, y):
    """The logarithm of twice the magnitude of a large number."""
    return math.log(math.hypot(x * 0.5, y * 0.5)) + _TWICE_LOG_2


def asinh(x, y):
    """The inverse hyperbolic sine; the cuts are on the imaginary axis beyond -1j and 1j."""
    if abs(x) > _LARGE or abs(y) > _LARGE:
        return math.copysign(_log_of_twice(x, y), x), math.atan2(y, abs(x))
    a, b = sqrt(1.0 + y, -x)
    c, d = sqrt(1.0 - y, x)
    return math.asinh(a * d - c * b), math.atan2(y, a * c - b * d)


def acosh(x, y):
    """The inverse hyperbolic cosine; the cut is on the real axis to the left of 1."""
    if abs(x) > _LARGE or abs(y) > _LARGE:
        return _log_of_twice(x, y), math.atan2(y, x)
    a, b = sqrt(x - 1.0, y)
    c, d = sqrt(x + 1.0, y)
    return math.asinh(a * c + b * d), 2.0 * math.atan2(b, c)


def atanh(x, y):
    """The inverse hyperbolic tangent; the cuts are on the real axis beyond -1 and 1."""
    sign = math.copysign(1.0, x)
    size, turned = abs(x), y * sign
    height = abs(y)
    if size > _LARGE or height > _LARGE:
        half = math.hypot(x * 0.5, y * 0.5)
        real = size * 0.25 / half / half if math.isfinite(half) else 1.0 / half
        return sign * real, sign * math.copysign(_HALF_PI, turned)
    if size == 1.0 and height < 1.0 / _LARGE:
        if height == 0.0:
            return sign / height, y
        real = -math.log(math.sqrt(height) / math.sqrt(math.hypot(height, 2.0)))
        return sign * real, sign * math.copysign(math.atan2(2.0, -height) * 0.5, turned)
    real = math.log1p(4.0 * size / ((1.0 - size) * (1.0 - size) + height * height)) * 0.25
    imag = -math.atan2(-2.0 * turned, (1.0 - size) * (1.0 + size) - height * height) * 0.5
    return sign * real, sign * imag


def acos(x, y):
    """The inverse cosine; the cuts are on the real axis beyond -1 and 1."""
    if abs(x) > _LARGE or abs(y) > _LARGE:
        size = _log_of_twice(x, y)
        return math.atan2(abs(y), x), math.copysign(size, -y)
    a, b = sqrt(1.0 - x, -y)
    c, d = sqrt(1.0 + x, y)
    return 2.0 * math.atan2(a, c), math.asinh(c * b - d * a)


def asin(x, y):
    """The inverse sine; the cuts are on the real axis beyond -1 and 1."""
    real, imag = asinh(-y, x)
    return imag, -real


def atan(x, y):
    """The inverse tangent; the cuts are on the imaginary axis beyond -1j and 1j."""
    real, imag = atanh(-y, x)
    return imag, -real
