"""`vprintf` of the simulator against C's."""

from __future__ import annotations

import struct

import pytest

from periclase.runtime.backends.sim.device_functions import _formatted  # pyright: ignore[reportPrivateUsage]


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
    ],
)
def test_conversions(format: str, values: tuple[object, ...], expected: str) -> None:
    assert _formatted(format, Given(*values)) == expected  # type: ignore[arg-type]


def test_a_width_that_no_line_has_is_cut() -> None:
    assert len(_formatted("%*d", Given(2**31 - 1, 1))) == 4095  # type: ignore[arg-type]
