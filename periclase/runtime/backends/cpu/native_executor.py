"""The executor of the CPU backend: worker threads and a task graph in native code.

A Python thread that is to begin a launch waits up to five milliseconds for the interpreter lock whenever another one computes.
Here none is needed: works are handed to native code, which knows what they wait for, what decides whether they run, and
where their dynamic counts are (`codegen/cpu/task_executor.ll`). Handing over is one short call.
"""

from __future__ import annotations

import ctypes
import struct
import sys
import weakref
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn

from periclase.runtime.backends.cpu.host import address_of, usable_cores
from periclase.runtime.backends.cpu.image import MappedObject, map_object
from periclase.runtime.compilation import runtime_object
from periclase.runtime.endings import at_the_very_end
from periclase.runtime.execution import FAILED_BYTES, CopyWork, KernelWork, Work
from periclase.runtime.failures import forked_error
from periclase.runtime.outcome import FAILED

if TYPE_CHECKING:
    from periclase.runtime.backends.cpu.kernels import CpuKernel

_MARKER, _MANUAL = 2, 3
_TRAPPED, _BAD_COUNT, _TOLD = 1, 2, 4

_MOST_WORKERS = 4096
"""Native code counts them in 32 bits, and divides by them."""

_AT_ONCE_NS = 20_000
"""For how long a wait keeps the interpreter lock: to let go of it, and get it back, may take much longer."""
_SLICE_NS = 50_000_000
"""After how long a wait looks whether Ctrl-C was pressed."""
_HELP_NS = 2_000_000
"""How long a range of blocks may take that a waiting thread runs itself: nothing can interrupt it there."""

_FUNCTION = ctypes.PYFUNCTYPE(None)
"""A function of native code that keeps the interpreter lock. One class for all: each takes as long to make as ten calls."""

_STATE = struct.Struct("<3I12xQIi3I3IIIIIqq")
"""A task's grid, bytes of shared memory, trap (state, id, thread, block), status, references, kind, reason, began, ended."""


class NativeExecutor:
    """Kernels, copies, manual works and markers as tasks of native code.

    Attributes:
        workers: how many threads there are at most.
        submit: see `Backend.submit`. A function of native code, since every launch calls it.
        expect: see `CpuBackend.expect`.
    """

    def __init__(self, workers: int | None, target_key: str):
        """
        Raises:
            DiagnosticError: its code can not be compiled.
            ValueError: its code can not be mapped here (see `image`), or this Python has another interface.
        """
        self.workers = min(workers or usable_cores(), _MOST_WORKERS)
        native = _native(target_key)
        self._native = native
        self._address: int = native.new(self.workers)
        if not self._address:
            raise MemoryError("there is no memory for an executor")
        self.submit: Callable[[KernelWork], Work] = native.bind("submit", self._address)
        self._copy = native.bind("copy", self._address)
        self._event = native.bind("event", self._address)
        self.expect: Callable[[int], object] | None = native.bind("expect", self._address)
        _live[self._address] = native
        self._stop = weakref.finalize(self, _stop, native, self._address)
        self._stop.atexit = False

    def copy(self, work: CopyWork) -> Work:
        """See `Backend.copy`."""
        target, source = address_of(work.target), address_of(work.source)
        return self._copy(target, source, work.nbytes, work.waits, work.guards, work.handed)

    def manual(self, waits: Sequence[Work], handed: list[Any] | None = None) -> Any:
        """See `Backend.manual`."""
        taken: list[Any] = [] if handed is None else handed
        taken.extend(map(self._event, (_MANUAL,), (waits,)))  # one call: it is made and taken, or neither
        return taken[-1]

    def marker(self, waits: Sequence[Work]) -> Work:
        """See `Backend.marker`."""
        return self._event(_MARKER, waits)

    def record(self, entry: int, code: MappedObject | None) -> int:
        """A record of machine code, which is unmapped when it has been dropped and nothing runs it any more.

        Args:
            entry: of the kernel.
            code: None for code that somebody else keeps.
        """
        record: int = self._native.code_new(entry, code.address if code else None, code.size if code else 0)
        if not record:
            raise MemoryError("there is no memory for a kernel")
        return record

    def drop(self, record: int) -> None:
        """Give up what `record` gave."""
        self._native.code_release(record)

    def unsettled(self) -> int:
        """How many works have not settled."""
        return self._native.unsettled(self._address) if self._stop.alive else 0

    def close(self) -> None:
        """Let the workers go. Nothing is pending, and nothing comes any more."""
        self.submit = self._copy = self._event = _refuse
        self.expect = None
        self._stop()


class _Native:
    """The native code, mapped once a process."""

    def __init__(self, target_key: str):
        code = map_object(runtime_object("task_executor", target_key))
        self._symbols = code.symbols
        pointer, size, number = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
        self.new = self._function("executor_new", pointer, number)
        self.stop = self._function("executor_stop", None, pointer, number, ctypes.c_bool)
        self.unsettled = self._function("executor_unsettled", size, pointer)
        self.code_new = self._function("code_new", pointer, pointer, pointer, size)
        self.code_release = self._function("code_release", None, pointer)
        # What Python is to find later must live as long as it does.
        self._kept: list[Any] = []
        self._definitions: dict[str, int] = {}
        self._tables, self._tabled = ctypes.create_string_buffer(_TABLES_BYTES), 0
        self._bind = ctypes.pythonapi["PyCFunction_NewEx"]
        self._bind.restype, self._bind.argtypes = ctypes.py_object, (pointer, ctypes.py_object, pointer)
        header = object.__basicsize__
        base = self._base_class(header)
        self._complete = self.bind("complete", 0)
        self._wait = self.bind("wait", 0)
        self._state = self.bind("state", 0)
        work = self._work_class(base)
        record = sys.intern("record")
        set_up = self._function("set_up", None, *[ctypes.py_object] * 3, size)
        set_up(work, FAILED_BYTES, record, header)
        self._kept += (work, FAILED_BYTES, record)
        self._function("watch_forks", None)()

    def _function(self, name: str, result: Any, *arguments: Any) -> Any:
        function = _FUNCTION(self._symbols[f"periclase_{name}"])
        function.restype, function.argtypes = result, arguments
        return function

    def bind(self, name: str, address: int) -> Callable[..., Any]:
        """The function `name` of the native code for the executor at `address`."""
        definition = self._definitions.get(name)
        if definition is None:
            named = self._table(name.encode() + b"\0")
            definition = self._definitions[name] = self._table(
                _METHOD.pack(named, self._symbols[f"periclase_{name}"], _METH_FASTCALL, 0)
            )
        return self._bind(definition, address, None)

    def _table(self, *rows: bytes) -> int:
        """The address of a table of C with these rows, which stays for as long as the process."""
        data, start = b"".join(rows), self._tabled
        self._tabled = start + len(data) + -len(data) % 8
        self._tables[start : start + len(data)] = data  # a ValueError if there is no room
        return ctypes.addressof(self._tables) + start

    def _base_class(self, header: int) -> type[Any]:
        """The class with what works have in native code: their task, what errors are about, their end."""
        symbols, table = self._symbols, self._table
        getters = table(
            _GETTER.pack(table(b"outcome\0"), symbols["periclase_work_outcome"], 0, 0, 0),
            _GETTER.pack(table(b"subject\0"), symbols["periclase_work_subject"], 0, 0, 0),
            _GETTER.pack(0, 0, 0, 0, 0),
        )
        slots = table(
            _SLOT.pack(_PY_TP_DEALLOC, symbols["periclase_work_dealloc"]),
            _SLOT.pack(_PY_TP_GETSET, getters),
            _SLOT.pack(0, 0),
        )
        name = table(b"periclase.runtime.backends.cpu.native_executor.TaskHandle\0")
        spec = _SPEC.pack(name, header + 16, 0, _TPFLAGS_DEFAULT | _TPFLAGS_BASETYPE, slots)
        make = ctypes.pythonapi["PyType_FromSpec"]
        make.restype, make.argtypes = ctypes.py_object, (ctypes.c_void_p,)
        return make(table(spec))

    def _work_class(self, base: type[Any]) -> type[Any]:
        wait_natively, complete, state = self._wait, self._complete, self._state

        class NativeWork(base):
            """A piece of work of a `NativeExecutor`: `execution.ManualWork`."""

            __slots__ = ()
            outcome: int
            subject: CpuKernel | BaseException | None

            def __new__(cls) -> NoReturn:  # type: ignore[misc]
                raise TypeError("only an executor makes works")

            def error(self) -> BaseException:
                """See `Work.error`."""
                if self.outcome != FAILED:
                    raise ValueError("this work has not failed")
                return _error(self.subject, state(self))

            def wait(self, timeout: float | None = None) -> bool:
                """See `Work.wait`. With a timeout the caller does not help: a kernel takes the time that it takes."""
                if timeout is None:
                    settled = wait_natively(self, _AT_ONCE_NS, _SLICE_NS, _HELP_NS)
                    while not settled:
                        settled = wait_natively(self, 0, _SLICE_NS, _HELP_NS)
                    return True
                left = max(int(timeout * 1e9), 0)
                while left > _SLICE_NS:
                    if wait_natively(self, 0, _SLICE_NS, 0):
                        return True
                    left -= _SLICE_NS
                return wait_natively(self, 0, left, 0)

            def soon_over(self) -> bool:
                """Whether it settles within some microseconds. The caller runs what is quick himself, and keeps the interpreter
                lock."""
                return wait_natively(self, _AT_ONCE_NS, 0, _HELP_NS)

            def seconds(self) -> tuple[float, float] | None:
                """See `Work.seconds`; of the clock `time.perf_counter`."""
                if not self.outcome:
                    return None
                began, ended = _STATE.unpack(state(self))[-2:]
                return began * 1e-9, ended * 1e-9

            def complete(self) -> None:
                """See `ManualWork.complete`."""
                complete(self, None)

            def fail(self, error: BaseException) -> None:
                """See `ManualWork.fail`."""
                complete(self, error)

        return NativeWork


def _error(subject: Any, state: bytes) -> BaseException:
    fields = _STATE.unpack(state)
    grid, trap_id, thread, block, reason = fields[:3], fields[5], fields[6:9], fields[9:12], fields[15]
    if reason == _TRAPPED:
        return subject.trap(trap_id, thread, block)
    if reason == _BAD_COUNT:
        return subject.bad_count(grid)
    if reason == _TOLD:
        return subject
    return forked_error()


# The C interface of Python that is used is the stable one (PEP 384), but for METH_FASTCALL, which is in it from 3.10 on.

_METH_FASTCALL = 0x80
_TPFLAGS_BASETYPE, _TPFLAGS_DEFAULT = 1 << 10, 1 << 18
_PY_TP_DEALLOC, _PY_TP_GETSET = 52, 73


_TABLES_BYTES = 2048
# Not as classes of `ctypes`: each takes as long to make as a launch.
_METHOD = struct.Struct("@PPi4xP")
"""`PyMethodDef`: name, function, flags, documentation."""
_GETTER = struct.Struct("@5P")
"""`PyGetSetDef`: name, getter, setter, documentation, closure."""
_SLOT = struct.Struct("@i4xP")
"""`PyType_Slot`: which, and what."""
_SPEC = struct.Struct("@PiiI4xP")
"""`PyType_Spec`: name, size, size of an item, flags, slots."""


@cache
def _native(target_key: str) -> _Native:
    if sys.implementation.name != "cpython":
        raise ValueError("the native executor is for CPython")
    native = _Native(target_key)
    _mapped.append(native)
    return native


def _refuse(*_: object) -> NoReturn:
    raise RuntimeError("the executor has been closed")


_mapped: list[_Native] = []
"""All there ever was. Works may outlive the executors, and lead into their tables."""
_live: dict[int, _Native] = {}
"""The executors of this process, by address."""


def _stop(native: _Native, address: int) -> None:
    if _live.pop(address, None) is not None:
        native.stop(address, _WHEN_EMPTY, True)


_WHEN_EMPTY, _AT_ONCE = 1, 2


@at_the_very_end
def _stop_all() -> None:
    # The workers go when they have done what they are at. What they use stays where it is.
    for address, native in list(_live.items()):
        native.stop(address, _AT_ONCE, False)
