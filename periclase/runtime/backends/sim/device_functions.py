"""Functions that a GPU's own library has, and modules only declare: `vprintf`, `__assertfail`.

Source: CUDA C++ Programming Guide, "Formatted Output" and "Assertion"; PTX Writer's Guide to Interoperability, "System Calls".
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.runtime.backends.sim.formatted_output import CONVERSION, formatted
from periclase.runtime.backends.sim.machine.faults import TRAP, Fault
from periclase.runtime.backends.sim.machine.memory import WINDOW_SHIFT

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.program import External
    from periclase.runtime.backends.sim.machine.wave import Wave

Array = np.ndarray[Any, Any]

_U8: Final = np.dtype(np.uint8)


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
        """See `formatted_output.Arguments`, as the other two."""
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


def _vprintf(group: Group, given: Sequence[Array]) -> Array:
    """`vprintf(format, arguments)`: gives how many arguments there were, by the guide; nothing asks for it."""
    printed = group.wave.part(Printed)
    formats, addresses = given
    counts = np.zeros(group.size, np.int32)
    known: dict[int, str] = {}
    for place in range(group.size):
        address = int(formats[place])
        format = known.get(address)
        if format is None:
            format = _string(group, place, address)
            if address >> WINDOW_SHIFT == 0:  # in global memory: the same for all threads
                known[address] = format
        printed.text.append(formatted(format, _Arguments(group, place, int(addresses[place]))))
        counts[place] = len(CONVERSION.findall(format.replace("%%", "")))
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
