"""What the simulator prints, against C's own library."""

from __future__ import annotations

import ctypes
import random
import struct
import sys
from typing import Any

import pytest

from periclase.runtime.backends.sim.formatted_output import formatted


class Given:
    """Arguments as a list, in place of those in a thread's memory."""

    def __init__(self, *values: object):
        self.values = list(values)

    def integer(self, size: str | None, *, signed: bool) -> int:
        bits = 64 if size in ("l", "ll", "j", "z", "t") else {"hh": 8, "h": 16}.get(size or "", 32)
        number = int(self.values.pop(0)) & (1 << bits) - 1  # type: ignore[call-overload]
        return number - (1 << bits) if signed and number >> bits - 1 else number

    def take(self, dtype: str) -> bytes:
        value = self.values.pop(0)
        return struct.pack("<d", value) if dtype == "<f8" else int(value).to_bytes(8, "little")  # type: ignore[call-overload]

    def text(self) -> str:
        return str(self.values.pop(0))


@pytest.mark.parametrize(
    "format, values, expected",
    [
        ("%d %i|%5d|%-5d|%05d|%+d", (1, -2, 3, 4, 5, 6), "1 -2|    3|4    |00005|+6"),
        ("%u %x %X %o", (-1, 255, 255, 8), "4294967295 ff FF 10"),
        ("%hhd %hd %ld %lld", (200, 40000, -1, 1 << 40), "-56 -25536 -1 1099511627776"),
        ("%f %.2f %e %g", (1.5, 2.345, 1e10, 0.0001), "1.500000 2.35 1.000000e+10 0.0001"),
        ("%c%c%%", (104, 105), "hi%"),
        ("[%s] [%8s] [%.2s]", ("a", "b", "long"), "[a] [       b] [lo]"),
        ("%*d|%*d|%.*f", (5, 1, -5, 2, 1, 0.25), "    1|2    |0.2"),
        ("%.*d %.*f", (-1, 7, -3, 0.5), "7 0.500000"),
        ("%.d", (3,), "3"),
        ("%p", (0xABC,), "0xabc"),
        ("100%% of %d", (3,), "100% of 3"),
        ("%#x %#X %#o %#x", (255, 255, 8, 0), "0xff 0XFF 010 0"),
        ("%#010x|%-#8x|", (255, 255), "0x000000ff|0xff    |"),
        ("%a %.1a %A %.0a", (1.5, 1.5, 0.5, 1.5), "0x1.8p+0 0x1.8p+0 0X1P-1 0x2p+0"),
        ("%05.2d %05f %+u", (7, float("inf"), 7), "   07   inf 7"),
    ],
)
def test_conversions(format: str, values: tuple[object, ...], expected: str) -> None:
    assert formatted(format, Given(*values)) == expected


def test_a_width_that_no_line_has_is_cut() -> None:
    assert len(formatted("%*d", Given(2**31 - 1, 1))) == 4095


NUMBERS = (
    0.0,
    -0.0,
    1.0,
    -1.5,
    0.1,
    1e-310,
    5e-324,
    1e300,
    float("inf"),
    float("-inf"),
    float("nan"),
    1.9999999,
    255.996,
)


def conversion(chance: random.Random) -> tuple[str, Any, Any]:
    """A conversion that C defines, an argument, and the same as C is given it."""
    kind = chance.choice("diouxXeEfFgGaAcs")
    flags = "-" if kind in "cs" else "-+ 0" if kind in "diu" else "-+ #0"
    flags = "".join(flag for flag in flags if chance.random() < 0.25)
    size = chance.choice(("", "hh", "h", "l", "ll")) if kind in "diouxX" else ""
    precision = "" if kind == "c" else chance.choice(("", ".", ".0", ".1", ".3", ".9", ".20"))
    format = f"%{flags}{chance.choice(('', '1', '7', '12'))}{precision}{size}{kind}"
    if kind == "c":
        letter = chance.randrange(33, 127)
        return format, letter, ctypes.c_int(letter)
    if kind == "s":
        text = chance.choice(("", "a", "word"))
        return format, text, ctypes.c_char_p(text.encode())
    if kind in "diouxX":
        number = chance.choice((0, 1, -1, 8, 255, chance.getrandbits(31), -chance.getrandbits(62)))
        return format, number, (ctypes.c_longlong if "l" in size else ctypes.c_int)(number)
    value = chance.choice((*NUMBERS, chance.random(), chance.uniform(-1e5, 1e5)))
    return format, value, ctypes.c_double(value)


@pytest.mark.skipif(sys.platform != "linux", reason="C libraries differ in what they make of NaN")
def test_it_is_what_c_prints() -> None:
    chance, library = random.Random(1), ctypes.CDLL(None)
    text = ctypes.create_string_buffer(1000)
    for _ in range(5000):
        format, given, same = conversion(chance)
        library.snprintf(text, len(text), format.encode(), same)
        assert formatted(format, Given(given)) == text.value.decode(), (format, given)
