"""What `printf` makes of a format and its arguments (ISO C11, 7.21.6.1).

Python's own `%` is not it: it writes `0o17`, cuts `0x1.8p+0` as if it were text, and has a sign for what has none.
"""

from __future__ import annotations

import math
import re
import struct
from typing import Final, Protocol

CONVERSION: Final = re.compile(
    r"%(?P<flags>[-+ #0]*)(?P<width>\d+|\*)?(?:\.(?P<precision>\d+|\*)?)?"
    r"(?P<size>hh|h|ll|l|j|z|t|L)?(?P<kind>[diouxXeEfFgGaAcsp%])"
)
"""A conversion specification."""

_WIDEST: Final = 4095
"""Characters that C's standard promises for one conversion (ISO C11, 7.21.6.1)."""

_FRACTION_DIGITS: Final = 13
"""Hexadecimal digits behind the point of a float of 64 bits."""

_BASES: Final = {"o": "o", "x": "x", "X": "X"}


class Arguments(Protocol):
    """The arguments of one call, in their order."""

    def take(self, dtype: str) -> bytes:
        """The bytes of the next one, which is of this dtype."""
        ...

    def integer(self, size: str | None, *, signed: bool) -> int:
        """The next one, an integer of the length modifier `size`."""
        ...

    def text(self) -> str:
        """The characters that the next one points to."""
        ...


def formatted(format: str, arguments: Arguments) -> str:
    """The text of `format`, with what `arguments` give in place of its conversions."""
    return CONVERSION.sub(lambda match: _converted(match, arguments), format)


def _converted(match: re.Match[str], arguments: Arguments) -> str:
    flags, size, kind = match["flags"], match["size"], match["kind"]
    if kind == "%":
        return "%"
    width = _asked_for(match["width"], arguments) or 0
    if width < 0:  # C takes the sign as that flag
        flags, width = flags + "-", -width
    precision = _asked_for(match["precision"], arguments)
    if precision is None:
        precision = 0 if "." in match[0] else None
    elif precision < 0:  # is none
        precision = None
    sign, prefix, zeros = "", "", "0" in flags and "-" not in flags
    if kind in "di":
        number = arguments.integer(size, signed=True)
        sign, body = _sign(number < 0, flags), _digits(abs(number), "d", precision)
        zeros = zeros and precision is None
    elif kind in "ouxX":
        number = arguments.integer(size, signed=False)
        body = _digits(number, _BASES.get(kind, "d"), precision)
        if "#" in flags and kind == "o" and not body.startswith("0"):
            body = "0" + body
        elif "#" in flags and kind in "xX" and number:
            prefix = "0" + kind
        zeros = zeros and precision is None
    elif kind in "csp":
        zeros = False
        if kind == "c":
            body = chr(arguments.integer(None, signed=False) & 0xFF)
        elif kind == "s":
            body = arguments.text()[:precision]
        else:
            body = hex(int.from_bytes(arguments.take("<u8"), "little"))
    else:
        (value,) = struct.unpack("<d", arguments.take("<f8"))
        sign = _sign(math.copysign(1.0, value) < 0, flags)
        zeros = zeros and math.isfinite(value)
        if not math.isfinite(value):
            body = ("%F" if kind.isupper() else "%f") % abs(value)
        elif kind in "aA":
            prefix, body = "0x", _hexadecimal(abs(value), precision, "#" in flags)
            if kind == "A":
                prefix, body = prefix.upper(), body.upper()
        else:
            spec = "%" + ("#" if "#" in flags else "") + ("" if precision is None else f".{precision}") + kind
            body = spec % abs(value)
    missing = width - len(sign) - len(prefix) - len(body)
    if zeros and missing > 0:
        body = "0" * missing + body
    text = sign + prefix + body
    return text.ljust(width) if "-" in flags else text.rjust(width)


def _asked_for(given: str | None, arguments: Arguments) -> int | None:
    """A width or a precision: what stands there, or the next argument for `*`."""
    if given is None:
        return None
    number = arguments.integer(None, signed=True) if given == "*" else int(given)
    return max(-_WIDEST, min(number, _WIDEST))


def _sign(negative: bool, flags: str) -> str:
    return "-" if negative else "+" if "+" in flags else " " if " " in flags else ""


def _digits(number: int, base: str, precision: int | None) -> str:
    """At least `precision` digits; none of a zero where that is 0."""
    return "" if number == 0 and precision == 0 else format(number, base).zfill(precision or 0)


def _hexadecimal(value: float, precision: int | None, point: bool) -> str:
    """A number that is not negative as hexadecimal digits and a power of two, without the `0x`.

    Args:
        value: the number.
        precision: digits behind the point, of which the last is rounded to the nearest, of two to the even one; None for as
            many as it has.
        point: whether there is a point even if nothing stands behind it.
    """
    fraction, exponent = math.frexp(value)
    exponent = max(exponent - 1, _LEAST_EXPONENT) if value else 0
    whole = int(math.ldexp(math.ldexp(fraction, math.frexp(value)[1] - exponent), 4 * _FRACTION_DIGITS))
    digits = _FRACTION_DIGITS
    if precision is None:
        while digits and whole % 16 == 0:
            whole, digits = whole // 16, digits - 1
    elif precision < digits:
        step = 16 ** (digits - precision)
        below, whole, digits = whole % step, whole // step, precision
        whole += 2 * below > step or (2 * below == step and whole % 2 == 1)
    behind = format(whole % 16**digits, f"0{digits}x") if digits else ""
    behind = behind.ljust(precision or 0, "0")
    return f"{whole // 16**digits}{'.' if behind or point else ''}{behind}p{exponent:+d}"


_LEAST_EXPONENT: Final = -1022
"""Of a float of 64 bits: those that would have a smaller one begin with a zero."""
