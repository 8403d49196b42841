"""Arithmetic with a rounding of its own, in the language of kernels: what the CPU runs in place of `add_rounded` and its like.

The result rounded to the nearest is one of the two floats around the exact one. On which side of it the exact one lies, its error
tells: of floats of 32 bits in 64, which hold products whole; of a sum by TwoSum (Knuth, "The Art of Computer Programming",
volume 2, 4.2.2), and of products, quotients and roots of 64 bits by a fused multiply-add (Boldo and Daumas, "Representable
Correcting Terms for Possibly Underflowing Floating Point Operations", 2003), scaled where that would underflow. Then it is one
step to the other.

With `ftz` a subnormal counts as a zero of its sign, as an operand, and as what the rounding gives.
"""

# Annotations are types here, not text: the functions are made in loops.
# pyright: basic, reportInvalidTypeForm=false
import math
from typing import TYPE_CHECKING, Any

from periclase.bits import bit_cast
from periclase.fast_math import uncontracted
from periclase.library.floats import fused

if TYPE_CHECKING:  # on the host they are numbers of Python
    f32 = f64 = float
    i32 = u32 = u64 = int
else:
    from periclase.types import f32, f64, i32, u32, u64

_MODES = {"rz": 0, "rp": 1, "rm": -1}
"""Towards zero, up, down."""

_TINY = 1e-270
"""What is smaller may have an error that no float of 64 bits holds."""
_UP = 2.0**600
_HALF_UP = 2.0**300


# ------------------------------------------------------------------------------------------------------------ to the nearest ----


def add_rounded(x, y):
    return x + y


def mul_rounded(x, y):
    with uncontracted():
        return x * y


def fma_rounded(x, y, z):
    return fused(x, y, z)


def div_rounded(x, y):
    return x / y


def rcp_rounded(x):
    return 1 / x


def sqrt_rounded(x):
    return math.sqrt(x)


# ------------------------------------------------------------------------------------------------------- errors: exact - r ----


def _sum_error(x: f64, y: f64) -> f64:
    """What `x + y` is more than its rounded sum; NaN where that is none."""
    total = x + y
    of_y = total - x
    return (x - (total - of_y)) + (y - of_y)


def _behind(distance: f64, rest: f64) -> f64:
    return rest if distance == 0.0 else distance


def _add_f32(x: f32, y: f32, r: f32) -> f64:
    return _behind((f64(x) + f64(y)) - f64(r), _sum_error(f64(x), f64(y)))


def _mul_f32(x: f32, y: f32, r: f32) -> f64:
    return f64(x) * f64(y) - f64(r)


def _fma_f32(x: f32, y: f32, z: f32, r: f32) -> f64:
    product = f64(x) * f64(y)
    return _behind((product + f64(z)) - f64(r), _sum_error(product, f64(z)))


def _div_f32(x: f32, y: f32, r: f32) -> f64:
    return (f64(x) - f64(r) * f64(y)) * math.copysign(1.0, f64(y))


def _sqrt_f32(x: f32, r: f32) -> f64:
    return f64(x) - f64(r) * f64(r)


def _add_f64(x: f64, y: f64, r: f64) -> f64:
    if math.isinf(r):  # of finite numbers, or their sum is infinite and there is no error
        return -r if math.isfinite(x) and math.isfinite(y) else 0.0
    return _sum_error(x, y)


def _mul_f64(x: f64, y: f64, r: f64) -> f64:
    if math.isinf(r):
        return -r if math.isfinite(x) and math.isfinite(y) else 0.0
    if abs(r) > _TINY:
        return fused(x, y, -r)
    a = x
    b = y
    c = r
    if abs(x) < 1.0:
        a = x * _UP
        c = c * _UP
    if abs(y) < 1.0:
        b = y * _UP
        c = c * _UP
    return fused(a, b, -c)


def _div_f64(x: f64, y: f64, r: f64) -> f64:
    if math.isinf(r):
        return -r if math.isfinite(x) and y != 0.0 else 0.0
    if math.isinf(y):
        return 0.0
    sign = math.copysign(1.0, y)
    if abs(x) > _TINY:
        return fused(-r, y, x) * sign
    if abs(y) < 1.0:
        return fused(-r, y * _UP, x * _UP) * sign
    return fused(-r * _UP, y, x * _UP) * sign


def _sqrt_f64(x: f64, r: f64) -> f64:
    if x < _TINY:
        return fused(-r * _HALF_UP, r * _HALF_UP, x * _UP)
    return fused(-r, r, x)


# ------------------------------------------------------------------------------------------------------ the float beside it ----


def _settled_f32(r: f32, error: f64, mode: i32) -> f32:
    bits = bit_cast(r, u32)
    if error > 0.0 and (mode > 0 or (mode == 0 and r < f32(0))):
        if r == f32(0):
            return bit_cast(u32(1), f32)
        return bit_cast(bits - 1 if r < f32(0) else bits + 1, f32)
    if error < 0.0 and (mode < 0 or (mode == 0 and r > f32(0))):
        if r == f32(0):
            return bit_cast(u32(0x80000001), f32)
        return bit_cast(bits + 1 if r < f32(0) else bits - 1, f32)
    return r


def _settled_f64(r: f64, error: f64, mode: i32) -> f64:
    bits = bit_cast(r, u64)
    if error > 0.0 and (mode > 0 or (mode == 0 and r < 0.0)):
        if r == 0.0:
            return bit_cast(u64(1), f64)
        return bit_cast(bits - 1 if r < 0.0 else bits + 1, f64)
    if error < 0.0 and (mode < 0 or (mode == 0 and r > 0.0)):
        if r == 0.0:
            return bit_cast(u64(0x8000000000000001), f64)
        return bit_cast(bits + 1 if r < 0.0 else bits - 1, f64)
    return r


def _flushed(x: f32) -> f32:
    return math.copysign(f32(0), x) if abs(x) < bit_cast(u32(0x00800000), f32) else x


def _clamped(x: f32) -> f32:
    """In [0, 1], NaN as 0."""
    return f32(0) if not x > f32(0) else min(x, f32(1))


def _down(r, error, positive):
    """A sum that is exactly zero is -0 where it is rounded down, unless both parts are +0."""
    return -abs(r) if r == 0 and error == 0.0 and not positive else r


# ------------------------------------------------------------------------------------------------------------ the functions ----


def _nearest_fma(x: f32, y: f32, z: f32) -> f32:
    return f32(f64(x) * f64(y) + f64(z))


def _sum(element: Any, bits: Any, error: Any, settled: Any, mode: int) -> Any:
    def function(x: element, y: element) -> element:
        r = x + y
        missing = error(x, y, r)
        if mode < 0:
            r = _down(r, missing, bit_cast(x, bits) == 0 and bit_cast(y, bits) == 0)
        return settled(r, missing, mode)

    return function


def _fma(mode: int) -> Any:
    def function(x: f32, y: f32, z: f32) -> f32:
        r = _nearest_fma(x, y, z)
        missing = _fma_f32(x, y, z, r)
        if mode < 0:
            r = _down(r, missing, bit_cast(f64(x) * f64(y), u64) == 0 and bit_cast(z, u32) == 0)
        return _settled_f32(r, missing, mode)

    return function


def _binary(element: Any, of: Any, error: Any, settled: Any, mode: int) -> Any:
    def function(x: element, y: element) -> element:
        r = of(x, y)
        return settled(r, error(x, y, r), mode)

    return function


def _reciprocal(divided: Any, element: Any) -> Any:
    def function(x: element) -> element:
        return divided(element(1), x)

    return function


def _root(element: Any, error: Any, settled: Any, mode: int) -> Any:
    def function(x: element) -> element:
        r = math.sqrt(x)
        return settled(r, error(x, r), mode)

    return function


def _flushing(function: Any, count: int) -> Any:
    """The function with subnormals as zeros."""

    def one(x: f32) -> f32:
        return _flushed(function(_flushed(x)))

    def two(x: f32, y: f32) -> f32:
        return _flushed(function(_flushed(x), _flushed(y)))

    def three(x: f32, y: f32, z: f32) -> f32:
        return _flushed(function(_flushed(x), _flushed(y), _flushed(z)))

    return (one, two, three)[count - 1]


def _clamping(function: Any, count: int) -> Any:
    """The function with its result in [0, 1]."""

    def two(x: f32, y: f32) -> f32:
        return _clamped(function(x, y))

    def three(x: f32, y: f32, z: f32) -> f32:
        return _clamped(function(x, y, z))

    return (two, three)[count - 2]


def _directed(mode: int) -> dict[str, Any]:
    """The functions that round one way, by the names of their instructions with their types."""
    found = {
        "add_f32": _sum(f32, u32, _add_f32, _settled_f32, mode),
        "add_f64": _sum(f64, u64, _add_f64, _settled_f64, mode),
        "mul_f32": _binary(f32, mul_rounded, _mul_f32, _settled_f32, mode),
        "mul_f64": _binary(f64, mul_rounded, _mul_f64, _settled_f64, mode),
        "fma_f32": _fma(mode),
        "div_f32": _binary(f32, div_rounded, _div_f32, _settled_f32, mode),
        "div_f64": _binary(f64, div_rounded, _div_f64, _settled_f64, mode),
        "sqrt_f32": _root(f32, _sqrt_f32, _settled_f32, mode),
        "sqrt_f64": _root(f64, _sqrt_f64, _settled_f64, mode),
    }
    for element in (f32, f64):
        name = element.__name__
        found[f"rcp_{name}"] = _reciprocal(found[f"div_{name}"], element)
    return found


_OPERANDS = {"add": 2, "mul": 2, "fma": 3, "div": 2, "rcp": 1, "sqrt": 1}


def _nearest() -> dict[str, Any]:
    return {
        "add": add_rounded,
        "mul": mul_rounded,
        "fma": fma_rounded,
        "div": div_rounded,
        "rcp": rcp_rounded,
        "sqrt": sqrt_rounded,
    }


def _all() -> dict[str, Any]:
    """The functions by the names that the rows of the table give them: `add_rounded_rz_f32_ftz_sat`."""
    found: dict[str, Any] = {}
    for rounding, functions in (
        ("", _nearest()),
        *((f"_{word}", _directed(mode)) for word, mode in _MODES.items()),
    ):
        for name, function in functions.items():
            operation, _, element = name.partition("_")
            stem = f"{operation}_rounded{rounding}{f'_{element}' if element else ''}"
            found[stem] = function
            if element == "f64":
                continue
            flushing = found[f"{stem}_ftz"] = _flushing(function, _OPERANDS[operation])
            if operation in ("add", "fma"):
                found[f"{stem}_sat"] = _clamping(function, _OPERANDS[operation])
                found[f"{stem}_ftz_sat"] = _clamping(flushing, _OPERANDS[operation])
    return found


for _name, _function in _all().items():
    _function.__name__ = _function.__qualname__ = _name
    globals()[_name] = _function
