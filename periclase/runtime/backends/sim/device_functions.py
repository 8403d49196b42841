"""Functions that a GPU's own library has, and modules only declare: `vprintf`, `__assertfail`.

Source: CUDA C++ Programming Guide, "Formatted Output" and "Assertion"; PTX Writer's Guide to Interoperability, "System Calls".
"""

from __future__ import annotations

import functools
import re
import struct
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.runtime.backends.sim.machine.faults import TRAP, Fault

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.program import External
    from periclase.runtime.backends.sim.machine.wave import Wave

Array = np.ndarray[Any, Any]

_U8: Final = np.dtype(np.uint8)

_CONVERSION: Final = re.compile(
    r"%(?P<flags>[-+ #0]*)(?P<width>\d+|\*)?(?:\.(?P<precision>\d+|\*)?)?"
    r"(?P<size>hh|h|ll|l|j|z|t|L)?(?P<kind>[diouxXeEfFgGaAcsp%])"
)


_WIDEST: Final = 4095
"""Characters that C's standard promises for one conversion (ISO C11, 7.21.6.1)."""


class Printed:
    """The text that the threads of a wave have printed, in the order in which they did."""

    def __init__(self, wave: Wave):
        self.text: list[str] = []


def _string(group: Group, place: int, address: int) -> str:
    """The characters at a generic address up to the first zero, of one thread of the group."""
    found = bytearray()
    one = group.narrow(np.arange(group.size) == place)
    while True:
        where = np.array([address + len(found)], np.uint64)
        byte = int(group.wave.memory.load(one, "generic", where, _U8)[0])
        if byte == 0:
            return found.decode("utf-8", "replace")
        found.append(byte)


class _Arguments:
    """The arguments of one call, as C passes variable ones in memory: each at a multiple of its size."""

    def __init__(self, group: Group, place: int, address: int):
        self._group = group
        self._place = place
        self._at = address
        self._one = group.narrow(np.arange(group.size) == place)

    def take(self, dtype: str) -> bytes:
        kind = np.dtype(dtype)
        self._at = -(-self._at // kind.itemsize) * kind.itemsize
        where = np.array([self._at], np.uint64)
        value = self._group.wave.memory.load(self._one, "generic", where, kind)
        self._at += kind.itemsize
        return value.tobytes()

    def integer(self, size: str | None, *, signed: bool) -> int:
        wide = size in ("l", "ll", "j", "z", "t")
        raw = self.take("<u8" if wide else "<u4")
        width = {"hh": 1, "h": 2}.get(size or "", len(raw))
        return int.from_bytes(raw[:width], "little", signed=signed)

    def text(self) -> str:
        return _string(self._group, self._place, int.from_bytes(self.take("<u8"), "little"))


def _formatted(format: str, arguments: _Arguments) -> str:
    def one(match: re.Match[str]) -> str:
        kind, size = match["kind"], match["size"]
        if kind == "%":
            return "%"
        width, precision, flags = match["width"], match["precision"], match["flags"]
        if width == "*":
            number = arguments.integer(None, signed=True)
            flags += "-" if number < 0 else ""  # C takes the sign as that flag
            width = str(min(abs(number), _WIDEST))
        if precision == "*":
            number = arguments.integer(None, signed=True)
            precision = None if number < 0 else str(min(number, _WIDEST))  # a negative one is none
        elif "." in match[0] and precision is None:
            precision = "0"
        spec = "%" + flags + (width or "") + ("" if precision is None else f".{precision}")
        if kind in "di":
            return (spec + "d") % arguments.integer(size, signed=True)
        if kind in "ouxX":
            # Python writes 0o, where C writes 0.
            return (spec.replace("#", "") + kind.replace("u", "d")) % arguments.integer(size, signed=False)
        if kind == "c":
            return (spec + "s") % chr(arguments.integer(None, signed=False) & 0xFF)
        if kind == "s":
            return (spec + "s") % arguments.text()
        if kind == "p":
            return (spec + "s") % hex(int.from_bytes(arguments.take("<u8"), "little"))
        (value,) = struct.unpack("<d", arguments.take("<f8"))
        if kind in "aA":
            return (spec + "s") % float.hex(value)
        return (spec + kind) % value

    return _CONVERSION.sub(one, format)


def _vprintf(group: Group, given: Sequence[Array]) -> Array:
    """`vprintf(format, arguments)`: gives how many arguments there were, by the guide; nothing asks for it."""
    printed = group.wave.part(Printed)
    formats, addresses = given
    counts = np.zeros(group.size, np.int32)
    for place in range(group.size):
        format = _string(group, place, int(formats[place]))
        printed.text.append(_formatted(format, _Arguments(group, place, int(addresses[place]))))
        counts[place] = len(_CONVERSION.findall(format.replace("%%", "")))
    return counts


def _assert_fail(group: Group, given: Sequence[Array]) -> None:
    """`__assertfail(message, file, line, function, size)`: says what was asserted, and ends the launch."""
    message, file, line, function, _ = (int(values[0]) for values in given)
    x = group.wave.coordinates(int(group.threads[0]))
    texts = [_string(group, 0, address) if address else "" for address in (message, file, function)]
    group.wave.part(Printed).text.append(
        f"{texts[1]}:{line}: {texts[2]}: block: {x[1]}, thread: {x[0]} Assertion `{texts[0]}` failed.\n"
    )
    raise Fault(TRAP, "failed an assertion", int(group.threads[0]))


@functools.cache
def device_functions() -> Mapping[str, External]:
    """By their names."""
    return {"vprintf": _vprintf, "__assertfail": _assert_fail}
