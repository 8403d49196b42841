"""Stand-ins: what candidates run on while they are measured, so that no measurement spoils an argument.

First every buffer and array among the arguments is replaced by a blank one of the same shape, and the candidates are launched
without running (`survey`): what they would read and write is seen then. Views of one piece of memory are views of one copy.

What is seen is no proof: a candidate may launch more where the data are real, or write from Python. So what no launch was seen
to write is lent to the candidates, but can not be written; where one fails for that, everything is copied. What no launch was
seen to use at all is copied at once. Memory that candidates have from elsewhere than the arguments is backed up where they are
seen to write it.
"""

from __future__ import annotations

import copy
import dataclasses
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from periclase.runtime.artifact import ParameterKind
from periclase.runtime.buffer import Buffer
from periclase.runtime.interop import host_memory

if TYPE_CHECKING:
    from periclase.runtime.device import Device
    from periclase.runtime.observers import ObservedLaunch

Array = np.ndarray[Any, np.dtype[Any]]

_ALIGNMENT = 256
"""A copy's views begin at the same place modulo this as the originals: it decides how memory is accessed."""


class Call(NamedTuple):
    """The arguments of a call."""

    arguments: tuple[Any, ...]
    named: dict[str, Any]

    def mapped(self, replace: Callable[[Any], Any]) -> Call:
        """The call with every buffer and array replaced, in tuples, lists, dicts and dataclasses too."""
        return Call(
            tuple(_mapped(argument, replace) for argument in self.arguments),
            {name: _mapped(value, replace) for name, value in self.named.items()},
        )

    def memory(self) -> list[Buffer | Array]:
        """Every buffer and array, in order; one that comes twice is there once."""
        found: dict[int, Buffer | Array] = {}

        def note(value: Any) -> Any:
            found.setdefault(id(value), value)
            return value

        self.mapped(note)
        return list(found.values())

    def buffers(self) -> list[Buffer]:
        """The buffers of `memory`."""
        return [value for value in self.memory() if isinstance(value, Buffer)]


def memory_in(value: Any) -> list[Buffer | Array]:
    """The buffers and arrays in what a function returned."""
    return Call((value,), {}).memory()


def _mapped(value: Any, replace: Callable[[Any], Any]) -> Any:
    if isinstance(value, Buffer | np.ndarray):
        return replace(value)
    if isinstance(value, tuple):
        found = cast("tuple[Any, ...]", value)
        parts = [_mapped(one, replace) for one in found]
        if all(part is one for part, one in zip(parts, found, strict=True)):
            return found
        if type(found) is tuple:
            return tuple(parts)
        kind: Any = type(found)
        return kind._make(parts) if hasattr(kind, "_make") else kind(parts)
    if type(value) is list:
        return [_mapped(one, replace) for one in cast("list[Any]", value)]
    if type(value) is dict:
        return {key: _mapped(one, replace) for key, one in cast("dict[Any, Any]", value).items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _mapped_fields(value, replace)
    return value


def _mapped_fields(value: Any, replace: Callable[[Any], Any]) -> Any:
    replaced = value
    for field in dataclasses.fields(value):
        one = getattr(value, field.name, None)
        other = _mapped(one, replace)
        if other is not one:
            replaced = copy.copy(value) if replaced is value else replaced
            object.__setattr__(replaced, field.name, other)
    return replaced


class Uses:
    """What launches of this thread read and write, as their kernels declare it: an observer.

    Attributes:
        launches: how many there were.
    """

    def __init__(self) -> None:
        self.launches = 0
        self._thread = threading.get_ident()
        self._read: dict[int, Buffer | Array] = {}
        self._written: dict[int, Buffer | Array] = {}
        self._kept: list[object] = []

    def __call__(self, launch: ObservedLaunch) -> None:
        """Note a launch. Those of other threads are not ours."""
        if threading.get_ident() != self._thread:
            return
        self.launches += 1
        for parameter, argument in zip(launch.kernel.parameters, launch.leaves, strict=False):
            if parameter.kind is not ParameterKind.SLICE:
                continue
            self._kept.append(argument)  # so that its id stays its own
            number = id(argument)
            used = cast("Buffer | Array", argument)
            if not isinstance(argument, Buffer | np.ndarray):  # a tensor of another library
                used = host_memory(argument).as_array()
            if parameter.access.reads:
                self._read[number] = used
            if parameter.access.writes:
                self._written[number] = used
        if isinstance(launch.grid, Buffer):
            self._read[id(launch.grid)] = launch.grid

    @property
    def written_buffers(self) -> list[Buffer]:
        """Every buffer that some launch writes."""
        return [value for value in self._written.values() if isinstance(value, Buffer)]

    def reads_failed(self) -> bool:
        """Whether a launch reads bytes that are known never to have been computed."""
        return any(_failed(one) for one in self._read.values())

    def written_elsewhere(self, memory: Iterable[Buffer | Array]) -> list[Buffer | Array]:
        """What launches write of other memory than this, where that holds something. What a candidate allocates for itself in
        a dry run does not."""
        own = list(memory)
        return [
            one
            for one in self._written.values()
            if not any(_overlap(one, other) for other in own)
            and not (isinstance(one, Buffer) and (not is_mapped(one) or _failed(one)))
        ]

    def reads(self, memory: Iterable[Buffer | Array]) -> bool:
        """Whether a launch reads bytes of any of these."""
        return _touches(self._read.values(), memory)

    def writes(self, memory: Iterable[Buffer | Array]) -> bool:
        """Whether a launch writes bytes of any of these."""
        return _touches(self._written.values(), memory)


def _touches(used: Iterable[Buffer | Array], memory: Iterable[Buffer | Array]) -> bool:
    own = list(memory)
    return any(_overlap(one, other) for one in used for other in own)


def _overlap(one: Buffer | Array, other: Buffer | Array) -> bool:
    if isinstance(one, Buffer) and isinstance(other, Buffer):
        return one.allocation is other.allocation and one.offset < other.stop and other.offset < one.stop
    if isinstance(one, Buffer) or isinstance(other, Buffer):
        return False
    return np.may_share_memory(one, other)


def is_mapped(buffer: Buffer) -> bool:
    """Whether the memory has been touched: under a dry run it has not."""
    return buffer.allocation.address != 0


def _failed(value: Buffer | Array) -> bool:
    return isinstance(value, Buffer) and value.failure() is not None


def _locked(value: Buffer | Array) -> Buffer | Array:
    """The same memory, which can not be written this way."""
    if isinstance(value, Buffer):
        if not value.is_contiguous:
            from periclase.runtime.strided import same_view

            return same_view(value, value, read_only=True)
        return Buffer(value.device, value.lease, value.offset, value.shape, value.dtype, read_only=True)
    view = value.view()
    view.flags.writeable = False
    return view


class _Group:
    """Buffers of one allocation, or one array, and their stand-ins.

    Attributes:
        originals: what the caller gave.
        stand_ins: for each of them.
        in_use: what candidates get: the stand-ins, or the originals in a form that can not be written.
    """

    def __init__(self, originals: Sequence[Buffer | Array], stand_ins: Sequence[Buffer | Array]):
        self.originals = originals
        self.stand_ins = stand_ins
        self.in_use = stand_ins
        self.written = True
        self._contents: list[Array] | None = None
        self._changes = False

    @property
    def lent(self) -> bool:
        """Whether candidates get the caller's own memory."""
        return self.in_use is not self.stand_ins

    def settle(self, uses: Uses, whole: bool) -> None:
        """Decide from what the candidates are seen to use what they get.

        Args:
            whole: whether their launches were seen to the end.
        """
        written, read = uses.writes(self.stand_ins), uses.reads(self.stand_ins)
        if read and not written and self._has_contents():
            self.written = False
            self.in_use = [_locked(one) for one in self.originals]
        else:
            self.copy(blank=written and not read and whole)

    def copy(self, *, blank: bool = False) -> None:
        """Let candidates have copies from now on.

        Args:
            blank: nobody looks at the contents, only writes.
        """
        self.written = True
        self._changes = not blank
        self.in_use = self.stand_ins
        if blank or not self._has_contents():
            # Still not left as it is: what fresh memory holds may be slow to compute with, such as denormal numbers.
            self._contents = [np.zeros(one.shape, one.dtype) for one in self.originals]
        else:
            self._contents = [np.array(_contents(one)) for one in self.originals]
        self._write()

    def _has_contents(self) -> bool:
        return not any(
            isinstance(one, Buffer) and (not is_mapped(one) or _failed(one)) for one in self.originals
        )

    def restore(self, everything: bool) -> None:
        """The contents that every candidate shall find: where candidates change what they read, or wherever they write."""
        if self._changes or (everything and self.written):
            self._write()

    def _write(self) -> None:
        assert self._contents is not None
        for stand_in, contents in zip(self.stand_ins, self._contents, strict=True):
            if isinstance(stand_in, Buffer):
                stand_in.write(contents)
            else:
                stand_in[...] = contents


def _contents(value: Buffer | Array) -> Array:
    return value.read() if isinstance(value, Buffer) else value


class StandIns:
    """The stand-ins of one call.

    Attributes:
        call: the call as candidates get it.
    """

    def __init__(self, call: Call, device: Device):
        self._original = call
        self._groups = [*_buffer_groups(call.buffers(), device), *_array_groups(call.memory())]
        self.call = self._replaced()

    def settle(self, uses: Uses, whole: bool) -> None:
        """After all candidates were surveyed: lend what is only read, and copy the rest.

        Args:
            whole: whether their launches were seen to the end.
        """
        for group in self._groups:
            group.settle(uses, whole)
        self.call = self._replaced()

    def copy_the_lent(self) -> bool:
        """Copy what is lent as well: a candidate may have failed since it could not write it. False if nothing was lent."""
        lent = [group for group in self._groups if group.lent]
        for group in lent:
            group.copy()
        self.call = self._replaced()
        return bool(lent)

    def failed_inputs(self, uses: Uses) -> bool:
        """Whether contents that candidates read are known never to have been computed."""
        return uses.reads_failed() or any(
            uses.reads(group.stand_ins) and any(_failed(one) for one in group.originals)
            for group in self._groups
        )

    def changed_inputs(self, uses: Uses, whole: bool) -> list[Buffer | Array]:
        """What the caller gave that a candidate may change and need again: a run that fails takes it away. Memory that nothing
        has been written to yet, or that has failed, holds nothing that could be lost.

        Args:
            whole: whether its launches were seen to the end.
        """
        return [
            original
            for group in self._groups
            # Where launches do only one of the two there is nothing to lose; of what none uses they tell nothing.
            if not whole or uses.reads(group.stand_ins) == uses.writes(group.stand_ins)
            for original in group.originals
            if not isinstance(original, Buffer) or (is_mapped(original) and not _failed(original))
        ]

    def restore(self, *, everything: bool = False) -> None:
        """Before each run: the same contents for everybody.

        Args:
            everything: also what nobody reads. Only results may tell the difference.
        """
        for group in self._groups:
            group.restore(everything)

    def outputs(self) -> list[Buffer | Array]:
        """The stand-ins that candidates write, in the order of the arguments."""
        written = {id(one) for group in self._groups if group.written for one in group.in_use}
        return [one for one in self.call.memory() if id(one) in written]

    def _replaced(self) -> Call:
        by_original = {
            id(original): used
            for group in self._groups
            for original, used in zip(group.originals, group.in_use, strict=True)
        }
        return self._original.mapped(lambda value: by_original.get(id(value), value))


def _buffer_groups(buffers: Sequence[Buffer], device: Device) -> list[_Group]:
    by_allocation: dict[int, list[Buffer]] = {}
    for buffer in buffers:
        if not buffer.read_only:  # or it is refused where a kernel writes, and needs no copy
            by_allocation.setdefault(id(buffer.allocation), []).append(buffer)
    groups: list[_Group] = []
    for views in by_allocation.values():
        start = min(view.offset for view in views)
        start -= start % _ALIGNMENT
        memory = device.empty(max(view.stop for view in views) - start, np.uint8)
        groups.append(_Group(views, [_same_view(memory, view, start) for view in views]))
    return groups


def _same_view(memory: Buffer, view: Buffer, start: int) -> Buffer:
    if view.nbytes == 0:
        return memory[:0].view(view.dtype).reshape(view.shape)
    if not view.is_contiguous:
        from periclase.runtime.strided import same_view

        return same_view(view, memory, -start)
    return memory[view.offset - start : view.stop - start].view(view.dtype).reshape(view.shape)


def _array_groups(memory: Sequence[Buffer | Array]) -> list[_Group]:
    groups: list[_Group] = []
    for array in memory:
        if not isinstance(array, Buffer) and array.flags.writeable:
            groups.append(_Group([array], [np.empty_like(array)]))
    return groups


class Backup:
    """The contents of memory that is about to be changed: to undo what a measurement, or a winner that failed, has left."""

    def __init__(self, originals: Iterable[Buffer | Array]):
        self._contents = [(one, np.array(_contents(one))) for one in originals]

    def restore(self) -> None:
        """Write them back, which also ends their failures."""
        for one, contents in self._contents:
            if isinstance(one, Buffer):
                one.write(contents)
            else:
                one[...] = contents
