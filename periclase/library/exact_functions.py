"""Mathematics of GPUs that NVIDIA's libdevice has to more than two units in the last place, in the language of kernels.

What is not said of a function here is libdevice's. `periclase.tools.mathematics_file` compiles these once, into the LLVM IR that
`periclase.codegen.own_mathematics` links; on the CPU the functions are libm's. Nothing is contracted in it: a sum that is split
into what is kept and what rounding cut off stays as it is written.

An unevaluated sum of two floats ("double-double") is a pair, the second at most half a unit in the last place of the first:
T. J. Dekker, "A floating-point technique for extending the available precision", Numerische Mathematik 18 (1971); D. E. Knuth,
"The Art of Computer Programming", volume 2, 4.2.2 (theorem B: `_sum`). `_product` needs the fused multiply-add.
Coefficients that are named no source are interpolations at the nodes of Chebyshev, computed with 60 digits.
"""

# pyright: basic
from __future__ import annotations

import math
from typing import TYPE_CHECKING

from periclase.bits import bit_cast
from periclase.constant_arrays import constant_array
from periclase.fast_math import fastmath
from periclase.gpu import rsqrt_approx
from periclase.library.floats import fused
from periclase.library.gamma_roots import COUNT, FIRST, ROOTS, WIDTH
from periclase.loops import unroll

if TYPE_CHECKING:  # on the host they are numbers of Python
    bool_ = bool
    f32 = f64 = float
    i32 = i64 = u32 = u64 = int
else:
    from periclase.types import bool_, f32, f64, i32, i64, u32, u64

# --------------------------------------------------------------------------------------------------- numbers as sums of two ----


def _sum(a: f64, b: f64) -> tuple[f64, f64]:
    """`a + b`, and what it was rounded by."""
    s = a + b
    t = s - a
    return s, (a - (s - t)) + (b - t)


def _ordered_sum(a: f64, b: f64) -> tuple[f64, f64]:
    """The same where `a` is not the smaller one."""
    s = a + b
    return s, b - (s - a)


def _product(a: f64, b: f64) -> tuple[f64, f64]:
    p = a * b
    return p, fused(a, b, -p)


def _times(a: f64, a_low: f64, b: f64, b_low: f64) -> tuple[f64, f64]:
    p, rest = _product(a, b)
    return _ordered_sum(p, rest + (a * b_low + a_low * b))


def _quotient(a: f64, a_low: f64, b: f64, b_low: f64) -> tuple[f64, f64]:
    inverse = 1.0 / b
    q = a * inverse
    return q, (fused(-q, b, a) + a_low - q * b_low) * inverse


def _horner(x: f64, coefficients) -> f64:
    """The polynomial with these coefficients, that of the highest power first."""
    value = f64(coefficients[0])
    for k in unroll(range(1, len(coefficients))):
        value = fused(value, x, f64(coefficients[k]))
    return value


def _horner_f32(x: f32, coefficients) -> f32:
    value = f32(coefficients[0])
    for k in unroll(range(1, len(coefficients))):
        value = fused(value, x, f32(coefficients[k]))
    return value


# ------------------------------------------------------------------------------------- logarithm and exponential to 65 bits ----

SQRT_2 = 1.4142135623730951
LN_2 = 0.6931471805598903
"""Of 42 bits, so that its products with exponents are exact."""
LN_2_LOW = 5.497923018708371e-14
LOG2_E = 1.4426950408889634
TO_INTEGER = 6755399441055744.0
"""1.5 * 2 ** 52: added and taken away again, it rounds to an integer."""
MANTISSA = 0xFFFFFFFFFFFFF


def _power_of_two(n: i64) -> f64:
    """2 ** n for -1022 ≤ n ≤ 1023."""
    return bit_cast((n + 1023) << 52, f64)


LOG_SERIES = (
    2.0 / 27.0,
    2.0 / 25.0,
    2.0 / 23.0,
    2.0 / 21.0,
    2.0 / 19.0,
    2.0 / 17.0,
    2.0 / 15.0,
    2.0 / 13.0,
    2.0 / 11.0,
    2.0 / 9.0,
    2.0 / 7.0,
    2.0 / 5.0,
)


def _log(x: f64, x_low: f64) -> tuple[f64, f64]:
    """The logarithm of a positive normal number: with m = x / 2 ** e near 1 and s = (m - 1) / (m + 1), ln x is
    e ln 2 + 2 (s + s ** 3 / 3 + s ** 5 / 5 + …); what is behind the cubic term is too small to need two floats.
    """
    bits = bit_cast(x, i64)
    e = (bits >> 52) - 1023
    m = bit_cast((bits & MANTISSA) | 0x3FF0000000000000, f64)
    if m > SQRT_2:
        m *= 0.5
        e += 1
    m_low = x_low * _power_of_two(min(-e, i64(1023))) if x_low != 0.0 else 0.0
    above, above_low = _ordered_sum(1.0, m)
    s, s_low = _quotient(m - 1.0, m_low, above, above_low + m_low)
    z, z_low = _times(s, s_low, s, s_low)
    cube, cube_low = _times(s, s_low, z, z_low)
    third, third_low = _times(cube, cube_low, 0.6666666666666666, 3.700743415417188e-17)
    rest = _horner(z, LOG_SERIES)
    n = f64(e)
    high, low = _sum(n * LN_2, 2.0 * s)
    high, low_too = _sum(high, third)
    low += low_too + (n * LN_2_LOW + (2.0 * s_low + (third_low + cube * z * rest)))
    return _ordered_sum(high, low)


EXP_SERIES = (
    1.0 / 1307674368000.0,
    1.0 / 87178291200.0,
    1.0 / 6227020800.0,
    1.0 / 479001600.0,
    1.0 / 39916800.0,
    1.0 / 3628800.0,
    1.0 / 362880.0,
    1.0 / 40320.0,
    1.0 / 5040.0,
    1.0 / 720.0,
    1.0 / 120.0,
    1.0 / 24.0,
    1.0 / 6.0,
)


def _exp(x: f64, x_low: f64) -> tuple[f64, f64, i64]:
    """m, m' and n with (m + m') 2 ** n = e ** (x + x'), by Taylor's series on -ln 2 / 2 … ln 2 / 2."""
    n = (x * LOG2_E + TO_INTEGER) - TO_INTEGER
    r, r_low = _sum(fused(-n, LN_2, x), fused(-n, LN_2_LOW, x_low))
    half, half_low = _product(r, 0.5 * r)
    rest = _horner(r, EXP_SERIES)
    high, low = _ordered_sum(1.0, r)
    high, low_too = _ordered_sum(high, half)
    low += low_too + (r_low + (half_low + (r * r_low + r * half * 2.0 * rest)))
    high, low = _ordered_sum(high, low)
    return high, low, i64(n)


def _scaled(x: f64, n: i64) -> f64:
    """x * 2 ** n, in steps that do not leave the range before the last one."""
    n = max(i64(-2100), min(n, i64(2100)))
    step = n // 3
    return x * _power_of_two(step) * _power_of_two(step) * _power_of_two(n - 2 * step)


# ---------------------------------------------------------------------------------------- inverse hyperbolics ----


def _corrected_log(x: f64, x_low: f64) -> f64:
    """ln (x + x'), to about a unit in the last place also near 1: libdevice's is to half a unit."""
    return math.log(x) + x_low / x


def asinh_f64(x: f64) -> f64:
    """ln (|x| + sqrt (x² + 1)), with what is rounded away on the way there (Abramowitz and Stegun 4.6.20)."""
    y = abs(x)
    if not y > 2.0**-28:
        return x
    if y > 2.0**28:
        large = math.log(y) + 0.6931471805599453
        return math.copysign(large, x)
    square, square_low = _product(y, y)
    above, above_low = _sum(square, 1.0)
    root = math.sqrt(above)
    root_low = (fused(-root, root, above) + (above_low + square_low)) / (2.0 * root)
    total, total_low = _sum(root, y)
    return math.copysign(_corrected_log(total, total_low + root_low), x)


def acosh_f64(x: f64) -> f64:
    """ln (x + sqrt (x² - 1)), x² - 1 as (x - 1) (x + 1) (Abramowitz and Stegun 4.6.21)."""
    if not x > 1.0:
        return 0.0 if x == 1.0 else math.nan
    if x > 2.0**28:
        return math.log(x) + 0.6931471805599453
    above, above_low = _ordered_sum(x, 1.0)
    square, square_low = _times(above, above_low, x - 1.0, 0.0)
    root = math.sqrt(square)
    root_low = (fused(-root, root, square) + square_low) / (2.0 * root)
    total, total_low = _ordered_sum(x, root)
    return _corrected_log(total, total_low + root_low)


def atanh_f64(x: f64) -> f64:
    """ln ((1 + |x|) / (1 - |x|)) / 2 (Abramowitz and Stegun 4.6.22)."""
    y = abs(x)
    if not y > 2.0**-28:
        return x
    if not y < 1.0:
        return x / 0.0 if y == 1.0 else (x - x) / (x - x)
    above, above_low = _ordered_sum(1.0, y)
    below, below_low = _ordered_sum(1.0, -y)
    ratio, ratio_low = _quotient(above, above_low, below, below_low)
    return math.copysign(0.5 * _corrected_log(ratio, ratio_low), x)


# ---------------------------------------------------------------------------------------- error function ----


ERFC_NEAR_ZERO = (
    -1.4821340555058025e-07,
    1.6391243091549034e-06,
    -1.492383394566146e-05,
    0.00012055304748332095,
    -0.0008548326751353149,
    0.005223977623844099,
    -0.026866170645077306,
    0.11283791670955033,
    -0.37612638903183754,
    1.1283791670955126,
)
ERFC_REST = (
    1.7397617473084297e-09,
    -9.645555085900967e-09,
    -1.7673324173402358e-08,
    1.0322889152180073e-07,
    7.440501711729543e-08,
    -8.194629335985336e-07,
    2.939006894648471e-07,
    5.706455002166332e-06,
    -1.1222035395841938e-05,
    -2.439803685775509e-05,
    0.0001506216678491183,
    -0.00019925697203013334,
    -0.0007577732854010027,
    0.0050319700198270855,
    -0.016197734058395828,
    0.0371675155336496,
    -0.06633036581215616,
    0.09373283499854336,
    -0.10103906603630751,
    0.06809705425468819,
    0.015379652102619806,
    -0.13962111684056247,
)


def erfc_f64(x: f64) -> f64:
    """Up to 0.46875 1 - erf x, which loses nothing there. Beyond, e ** (-x²) P(t) / (1 + 2 x), t = (x - 4) / (x + 4): M. M.
    Shepherd and J. G. Laframboise, "Chebyshev Approximation of (1 + 2x) exp(x²) erfc x in 0 ≤ x < ∞", Mathematics of Computation
    36 (1981); the exponential of both parts of x². Of negative numbers erfc x = 2 - erfc -x.
    """
    y = abs(x)
    if not y > 0.46875:
        z = x * x
        e = _horner(z, ERFC_NEAR_ZERO)
        return fused(-x, e, 1.0)
    if y > 28.0:
        return 2.0 if x < 0.0 else 0.0
    below, below_low = _sum(1.0, 2.0 * y)
    inverse = 1.0 / (below * (y + 4.0))
    t = (y - 4.0) * (below * inverse)
    t = fused(fused(-t, y + 4.0, y - 4.0), below * inverse, t)
    p = _horner(t, ERFC_REST)
    high, low = _ordered_sum(1.2329951186255526, t * p)
    square, square_low = _product(y, y)
    m, m_low, n = _exp(-square, -square_low)
    m, m_low = _times(m, m_low, high, low)
    q = m * ((y + 4.0) * inverse)
    q_low = (fused(-q, below, m) + m_low - q * below_low) * ((y + 4.0) * inverse)
    value = _scaled(q + q_low, n)
    return 2.0 - value if x < 0.0 else value


# ---------------------------------------------------------------------------------------- gamma function ----

SMALL = 2.0**-60
"""Of smaller x the gamma function is 1 / x."""


LOG_GAMMA_AT_TWO = (
    -3.085985478390577e-08,
    6.472569840064724e-08,
    -9.558178101635195e-08,
    2.0193835401136915e-07,
    -4.508168225446838e-07,
    9.584207048594987e-07,
    -2.0389077825677104e-06,
    4.374223481082048e-06,
    -9.439526202058818e-06,
    2.0507291996563825e-05,
    -4.4926233820610826e-05,
    9.94575066878814e-05,
    -0.00022315475858818615,
    0.0005096695250241955,
    -0.0011927539116998527,
    0.0028905103307344045,
    -0.007385551028674025,
    0.02058080842778463,
    -0.06735230105319809,
)
STIRLING = (
    -0.029550653594771242,
    0.00641025641025641,
    -0.0019175269175269176,
    0.0008417508417508417,
    -0.0005952380952380953,
    0.0007936507936507937,
    -0.002777777777777778,
    0.08333333333333333,
)


def _log_gamma(x: f64) -> tuple[f64, f64, f64, f64]:
    """Numbers (a, a') and (p, p') for x > SMALL with ln Γ(x) = a + a' - ln (p + p').

    Up to 2.5 x is raised to 1.5 … 2.5 by Γ(x + 1) = x Γ(x), where ln Γ(2 + t) = t Q(t): no digit is lost near the roots at 1 and
    2. Else it is raised to 12 at least, where Stirling's series (Abramowitz and Stegun 6.1.41) is exact to 62 bits.
    """
    p = 1.0
    p_low = 0.0
    steps = 0.0
    lowest = 12.0 if x > 2.5 else 1.5
    while x + steps < lowest:
        factor, factor_low = _sum(x, steps)
        p, p_low = _times(p, p_low, factor, factor_low)
        steps += 1.0
    u, u_low = _sum(x, steps)
    if lowest == 1.5:
        t, t_low = _sum(u - 2.0, u_low)
        q = _horner(t, LOG_GAMMA_AT_TWO)
        line, line_low = _times(t, t_low, 0.3224670334241132, 1.492173008894894e-17)
        high, low = _ordered_sum(0.42278433509846713, line)
        high, low = _ordered_sum(high, low + (line_low + t * t * q + 4.942915152430645e-18))
        a, a_low = _times(t, t_low, high, low)
        return a, a_low, p, p_low
    log, log_low = _log(u, u_low)
    if u > 2.0**60:
        a = u * (log - 1.0)
        return a, u * log_low + fused(u, log - 1.0, -a) if a < math.inf else 0.0, p, p_low
    w = 1.0 / u
    w2 = w * w
    series = _horner(w2, STIRLING)
    less, less_low = _sum(u, -0.5)
    a, a_low = _times(less, less_low + u_low, log, log_low)
    a, rest = _sum(a, -u)
    a_low += rest - u_low
    a, rest = _sum(a, 0.9189385332046728)
    a_low += rest - 3.8782941580672414e-17 + w * series
    a, a_low = _ordered_sum(a, a_low)
    return a, a_low, p, p_low


COSINE_SERIES = (
    1.0 / 20922789888000.0,
    1.0 / 87178291200.0,
    1.0 / 479001600.0,
    1.0 / 3628800.0,
    1.0 / 40320.0,
    1.0 / 720.0,
    1.0 / 24.0,
)
SINE_SERIES = (
    1.0 / 355687428096000.0,
    1.0 / 1307674368000.0,
    1.0 / 6227020800.0,
    1.0 / 39916800.0,
    1.0 / 362880.0,
    1.0 / 5040.0,
    1.0 / 120.0,
)


def _sin_pi(x: f64) -> tuple[f64, f64]:
    """|sin (π x)| for 0 < x < 2 ** 52, by Taylor's series on 0 … π / 4, of the cosine from there on."""
    r = abs(x - ((x + TO_INTEGER) - TO_INTEGER))
    cosine = r > 0.25
    z, z_low = _times(0.5 - r if cosine else r, 0.0, 3.141592653589793, 1.2246467991473532e-16)
    square, square_low = _times(z, z_low, z, z_low)
    if cosine:
        rest = _horner(-square, COSINE_SERIES)
        high, low = _ordered_sum(1.0, -0.5 * square)
        return _ordered_sum(high, low - 0.5 * square_low + square * square * rest)
    rest = _horner(-square, SINE_SERIES)
    cube, cube_low = _times(square, square_low, z, z_low)
    sixth, sixth_low = _times(cube, cube_low, -0.16666666666666666, -9.25185853854297e-18)
    high, low = _ordered_sum(z, sixth)
    return _ordered_sum(high, low + (z_low + (sixth_low + cube * square * rest)))


def _is_whole(x: f64) -> bool_:
    return not abs(x) < 2.0**52 or f64(math.floor(x)) == x


def tgamma_f64(x: f64) -> f64:
    """e ** ln Γ(x); of a negative number by reflection, Γ(-y) = -π / (y sin (π y) Γ(y)) (Abramowitz and Stegun 6.1.17)."""
    y = abs(x)
    if not y > SMALL:
        return 1.0 / x
    if x > 172.0:
        return x * math.inf
    if x < 0.0:
        if _is_whole(x):
            return math.nan
        if y > 190.0:
            return -0.0 if math.floor(x) & 1 == 1 else 0.0
    if x != x:
        return x
    a, a_low, p, p_low = _log_gamma(y)
    m, m_low, n = _exp(a, a_low)
    if x > 0.0:
        q, q_low = _quotient(m, m_low, p, p_low)
        return _scaled(q + q_low, n)
    sine, sine_low = _sin_pi(y)
    below, below_low = _times(sine, sine_low, m, m_low)
    below, below_low = _times(below, below_low, y, 0.0)
    above, above_low = _times(p, p_low, 3.141592653589793, 1.2246467991473532e-16)
    q, q_low = _quotient(above, above_low, below, below_low)
    value = _scaled(q + q_low, -n)
    return -value if math.floor(x) & 1 == 1 else value


def _near_root(y: f64) -> tuple[bool_, f64]:
    """Whether -y is near a root of ln |Γ|, and what that is there: a polynomial in the distance, which is exact to 105 bits."""
    n = (y + TO_INTEGER) - TO_INTEGER
    number = 2 * i32(min(n, 99.0)) + (1 if y > n else 0) - FIRST
    if number < 0 or number >= COUNT:
        return False, 0.0
    row = number * WIDTH
    u, u_low = _sum(y - ROOTS[row], -ROOTS[row + 1])
    u *= ROOTS[row + 2]
    u_low *= ROOTS[row + 2]
    if not abs(u) <= ROOTS[row + 3]:
        return False, 0.0
    rest = ROOTS[row + 6]
    for k in unroll(range(7, WIDTH)):
        rest = fused(rest, u, ROOTS[row + k])
    high, low = _times(u, u_low, ROOTS[row + 4], ROOTS[row + 5])
    return True, high + (low + u * u * rest)


def lgamma_f64(x: f64) -> f64:
    """ln |Γ(x)|; of a negative number by reflection, a difference of two larger numbers: the error is below 2 ** -56. Near the
    roots that is not enough; there `_near_root` says it.
    """
    y = abs(x)
    if not y > SMALL:
        return math.inf if y == 0.0 else -math.log(y)
    if not y < math.inf:
        return y
    if x < 0.0:
        if _is_whole(x):
            return math.inf
        near, value = _near_root(y)
        if near:
            return value
    a, a_low, p, p_low = _log_gamma(y)
    if x > 0.0:
        if p == 1.0 and p_low == 0.0:
            return a + a_low
        log, log_low = _log(p, p_low)
        high, low = _sum(a, -log)
        return high + (low + (a_low - log_low))
    sine, sine_low = _sin_pi(y)
    below, below_low = _times(sine, sine_low, y, 0.0)
    above, above_low = _times(p, p_low, 3.141592653589793, 1.2246467991473532e-16)
    q, q_low = _quotient(above, above_low, below, below_low)
    log, log_low = _log(q, q_low)
    high, low = _sum(log, -a)
    return high + (low + (log_low - a_low))


# ---------------------------------------------------------------------------------------- single precision ----

TO_INTEGER_F32 = 12582912.0
"""1.5 * 2 ** 23."""


def _reciprocal(x: f32) -> f32:
    """1 / x to about half a unit in the last place, of what the hardware gives to one; 2 ** -100 < x < 2 ** 100."""
    with fastmath("afn"):
        y = f32(1.0) / x
    return fused(y, fused(-x, y, f32(1.0)), y)


LOG10_OF_F32 = (
    -0.05394893139600754,
    0.05970814824104309,
    -0.05336923897266388,
    0.061043620109558105,
    -0.07241129130125046,
    0.086890310049057,
    -0.10857337713241577,
    0.14476455748081207,
    -0.21714724600315094,
)


def log10_f32(x: f32) -> f32:
    """e log 2 + (f + (ln (1 + f) - f)) log e with x = 2 ** e (1 + f), f in -1/3 … 1/3: only the small part of the logarithm is
    rounded more than once.
    """
    tiny = x < f32(2.0**-126)
    scaled = x * f32(2.0**23) if tiny else x
    bits = bit_cast(scaled, i32)
    power = (bits - 0x3F2AAAAB) & ~0x7FFFFF
    f = bit_cast(bits - power, f32) - f32(1.0)
    e = fused(f32(power), f32(2.0**-23), f32(-23.0) if tiny else f32(0.0))
    r = _horner_f32(f, LOG10_OF_F32)
    main = f * f32(0.4342944920063019)
    rest = fused(f, f32(-1.0103049952192578e-08), fused(f, f32(0.4342944920063019), -main))
    rest = fused(f * f, r, fused(e, f32(-1.432098883924482e-08), rest))
    value = fused(e, f32(0.3010300099849701), main) + rest
    if bit_cast(scaled, u32) >= 0x7F800000:  # infinite, negative or none
        value = fused(scaled, f32(math.inf), f32(math.inf))
    return -math.inf if scaled == f32(0.0) else value


def acosh_f32(x: f32) -> f32:
    """ln (1 + (t + sqrt (2 t + t²))) with t = x - 1, and with what is rounded away before the logarithm."""
    if not x > f32(1.0):
        return f32(0.0) if x == f32(1.0) else f32(math.nan)
    if x > f32(2.0**30):
        return math.log(x) + f32(0.6931471805599453)
    t = x - f32(1.0)
    square = fused(t, t, f32(2.0) * t)
    inverse = rsqrt_approx(square)
    root = square * inverse
    y = root + t
    y_low = (t - (y - root)) + fused(-root, root, square) * (f32(0.5) * inverse)
    with fastmath("afn"):
        low = y_low / (f32(1.0) + y)
    return math.log1p(y) + low


EXP_OF_F32 = (
    0.000198910798644647,
    0.0013933731243014336,
    0.00833331048488617,
    0.041666463017463684,
    0.1666666716337204,
    0.5,
)


def _exp_f32(x: f32) -> tuple[f32, f32, i32]:
    """As `_exp`, for 0 ≤ x < 100."""
    n = (x * f32(1.4426950408889634) + f32(TO_INTEGER_F32)) - f32(TO_INTEGER_F32)
    r = fused(-n, f32(0.693145751953125), x)
    r_low = n * f32(-1.428606765330187e-06)
    t = r + r_low
    low = (r - t) + r_low
    q = _horner_f32(t, EXP_OF_F32)
    high = f32(1.0) + t
    return high, (t - (high - f32(1.0))) + (low + t * t * q), i32(n)


def _half_exp_f32(x: f32) -> tuple[f32, f32, f32]:
    """e ** x / 2 as two floats, and e ** -x / 2."""
    m, m_low, n = _exp_f32(min(x, f32(96.0)))
    scale = bit_cast((n + (127 - 65)) << 23, f32)
    high = m + m_low
    low = m_low - (high - m)
    high = high * scale * f32(2.0**64)
    return high, low * scale * f32(2.0**64), f32(0.25) * _reciprocal(min(high, f32(2.0**60)))


def cosh_f32(x: f32) -> f32:
    """(e ** |x| + e ** -|x|) / 2, by Cody and Waite's reduction of the exponential."""
    if x != x:
        return x
    high, low, inverse = _half_exp_f32(abs(x))
    return high + (inverse + low)


SINH_OF_F32 = (
    2.806280235745362e-06,
    0.00019838102161884308,
    0.008333339355885983,
    0.1666666716337204,
)


def sinh_f32(x: f32) -> f32:
    """(e ** |x| - e ** -|x|) / 2, and below 1 a polynomial."""
    y = abs(x)
    if not y >= f32(1.0):
        z = x * x
        s = _horner_f32(z, SINH_OF_F32)
        return fused(x * z, s, x)
    high, low, inverse = _half_exp_f32(y)
    return math.copysign(high - (inverse - low), x)


TWO_OVER_PI = constant_array(
    [0, 0xA2F9836E, 0x4E441529, 0xFC2757D1, 0xF534DDC0, 0xDB629599, 0x3C439041, 0xFE5163AB], u32
)
"""The bits of 2 / π, behind 32 zeros."""


def _reduced_far(x: f32) -> tuple[f32, f32, bool_]:
    """As `_reduced`, for any x from 2 ** 16 on: the product of its 24 bits with those 96 of 2 / π that do not only give multiples
    of four (M. H. Payne and R. N. Hanek, "Radian reduction for trigonometric functions", SIGNUM Newsletter 18, 1983).
    """
    bits = bit_cast(x, u32)
    mantissa = u64((bits & 0x7FFFFF) | 0x800000)
    first = i32((bits >> 23) & 0xFF) - (152 - 32)
    word = first >> 5
    shift = u32(first & 31)
    a = u64(TWO_OVER_PI[word]) << 32 | u64(TWO_OVER_PI[word + 1])
    b = u64(TWO_OVER_PI[word + 2]) << 32 | u64(TWO_OVER_PI[word + 3])
    high = (a << u64(shift)) >> 32
    middle = ((a << 32 | b >> 32) << u64(shift)) >> 32
    low = (b << u64(shift)) >> 32
    carried = mantissa * middle + ((mantissa * low) >> 32)
    product = ((mantissa * high) << 32) + carried
    turn = bit_cast(product << 2, i64)
    odd = ((product >> 62) + (product >> 61 & 1)) & 1 == 1
    # Of 62 bits, so that the nearest float is no more than an i64 holds.
    turn >>= 2
    r = f32(turn)
    r_low = f32(turn - i64(r))
    t = r * f32(3.406121674870522e-19)
    t_low = fused(r, f32(3.406121674870522e-19), -t)
    t_low += fused(r, f32(-9.478396428567739e-27), r_low * f32(3.406121674870522e-19))
    return (-t, -t_low, odd) if x < f32(0.0) else (t, t_low, odd)


def _reduced(x: f32) -> tuple[f32, f32, bool_]:
    """x less the nearest multiple of π / 2, as two floats, and whether that multiple is odd.

    W. J. Cody and W. Waite, "Software Manual for the Elementary Functions", 1980: π / 2 in three parts, of which what is taken
    away first leaves nothing to round.
    """
    if abs(x) > f32(65536.0):
        return _reduced_far(x)
    shifted = fused(x, f32(0.6366197723675814), f32(TO_INTEGER_F32))
    n = shifted - f32(TO_INTEGER_F32)
    first = fused(-n, f32(1.5707963705062866), x)
    p = n * f32(4.371138828673793e-08)
    p_low = fused(n, f32(4.371138828673793e-08), -p)
    r = first + p
    t = r - first
    r_low = (first - (r - t)) + (p - t)
    return r, r_low + fused(n, f32(1.7151245100058819e-15), p_low), bit_cast(shifted, i32) & 1 == 1


TAN_OF_F32 = (
    0.0038439722266048193,
    0.0011839185608550906,
    0.009963025338947773,
    0.02162087708711624,
    0.053994495421648026,
    0.13333231210708618,
    0.3333333432674408,
)


def tan_f32(x: f32) -> f32:
    """r + r³ T(r²) of the reduced angle, and -1 / (…) of every second one, with what is rounded away before that."""
    if not abs(x) < f32(math.inf):
        return x - x
    r, r_low, odd = _reduced(x)
    z = r * r
    p = _horner_f32(z, TAN_OF_F32)
    tail = fused(r * z, p, fused(r_low, z, r_low))
    t = r + tail
    if not odd:
        return t
    t_low = tail - (t - r)
    with fastmath("afn"):
        q = f32(-1.0) / t
    return fused(q, fused(q, t_low, fused(q, t, f32(1.0))), q)
