"""Runs a kernel by the interpreter and on the CPU backend at -O0 and -O3, as a user's launch: all have to leave the same bits.

The kernel is the text of a module with `def k(w: MutSlice[i64], g: MutSlice[f64], total: MutSlice[i64], n: i32)`.
"""

from __future__ import annotations

import itertools
import linecache
import os
import re
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import isnan
from typing import TYPE_CHECKING, Any
from unittest import mock

import numpy as np
from optimisation_levels import ImportedKernel, OptimisationLevels
from python_model import modelled
from reduction import reduced

from periclase.codegen.compiler import import_module
from periclase.diagnostics import Diagnostic, DiagnosticError
from periclase.interpreter.failure import InterpretationError
from periclase.interpreter.machine import Machine
from periclase.runtime import compilation
from periclase.runtime.device import Device, create_backend
from periclase.settings import reload_settings

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

_NUMBERS = itertools.count()
_STEPS = 4_000_000
_WHAT_FAILED = re.compile(r"^(kernel `\w+`|\w+ assertion) failed: ")


@dataclass(frozen=True)
class Program:
    """A kernel with what it is launched on.

    Attributes:
        source: the text of its module.
        words: what is in `w`, 64-bit integers.
        reals: what is in `g`.
        totals: the number of elements of `total`, which begin as 0.
        rounds: `n`.
        grid: blocks.
        block: threads of each.
        dynamic: bytes of dynamic shared memory.
    """

    source: str
    words: np.ndarray[Any, np.dtype[np.int64]]
    reals: np.ndarray[Any, np.dtype[np.float64]]
    totals: int = 1
    rounds: int = 1
    grid: int = 1
    block: int = 1
    dynamic: int = 0

    def kernel(self) -> Any:
        """A new kernel object."""
        file = f"<random program {next(_NUMBERS)}>"
        linecache.cache[file] = (len(self.source), None, self.source.splitlines(True), file)
        space: dict[str, Any] = {"__name__": __name__}
        exec(compile(self.source, file, "exec", dont_inherit=True), space)
        return space["k"]


@dataclass(frozen=True)
class Outcome:
    """How a run ends.

    Attributes:
        trap: the line and the message of the trap that ended it, if one did.
        bits: else what is in the buffers; every NaN is one.
    """

    trap: tuple[int, str] | None
    bits: tuple[int, ...] = ()

    @staticmethod
    def trapped(diagnostic: Diagnostic) -> Outcome:
        """The outcome that a diagnostic of a trap tells, without what it says has failed."""
        assert diagnostic.code == "PC0702" and diagnostic.span is not None, diagnostic
        return Outcome((diagnostic.span.line, _WHAT_FAILED.sub("", diagnostic.message)))


def _bits(words: bytes, floats: bytes, totals: bytes) -> tuple[int, ...]:
    numbers = struct.unpack(f"<{len(floats) // 8}d", floats)
    patterns = struct.unpack(f"<{len(floats) // 8}Q", floats)
    plain = words + totals
    return (
        *struct.unpack(f"<{len(plain) // 8}Q", plain),
        *(-1 if isnan(number) else bits for number, bits in zip(numbers, patterns, strict=True)),
    )


def interpreted(program: Program, module: ModuleOp) -> Outcome:
    """What the interpreter says, which leaves the module as it is."""
    machine = Machine(module, steps=_STEPS)
    places = [
        machine.allocate(data, name)
        for name, data in (
            ("w", program.words.tobytes()),
            ("g", program.reals.tobytes()),
            ("total", bytes(8 * program.totals)),
        )
    ]
    slices = [
        tuple(place.base.to_bytes(8, "little") + (len(place.data) // 8).to_bytes(8, "little"))
        for place in places
    ]
    try:
        machine.run_kernel(
            "k",
            [*slices, program.rounds],
            grid=(program.grid, 1, 1),
            block=(program.block, 1, 1),
            dynamic_shared=program.dynamic,
        )
    except InterpretationError as error:
        (diagnostic,) = error.diagnostics
        if diagnostic.code != "PC0702":
            raise
        return Outcome.trapped(diagnostic)
    return Outcome(None, _bits(*(place.content() for place in places)))


@contextmanager
def levelled_device() -> Iterator[Device]:
    """A device whose kernels are compiled at the level that they say; see `OptimisationLevels`. Nothing is kept on disk: there
    are many, and each runs once."""
    with (
        mock.patch.object(compilation, "compiler", return_value=OptimisationLevels()),
        mock.patch.dict(os.environ, PERICLASE_CACHE_DIR="off"),
    ):
        reload_settings()
        made = Device(create_backend("cpu"))
        yield made
        made.sync()
    reload_settings()


def launched(device: Device, program: Program, kernel: ImportedKernel) -> Outcome:
    """What a launch on the CPU does."""
    buffers = [
        device.array(program.words),
        device.array(program.reals),
        device.zeros(program.totals, np.int64),
    ]
    shape = program.grid, program.block, program.dynamic
    kernel[shape](*buffers, program.rounds)
    try:
        return Outcome(None, _bits(*(buffer.read().tobytes() for buffer in buffers)))
    except DiagnosticError as error:
        assert any(buffer.failure() is not None for buffer in buffers)
        return Outcome.trapped(error.diagnostics[0])


def _by_python(program: Program) -> Outcome | None:
    """What the model of the language in Python says of a program of one thread; a trap without its place."""
    found = modelled(program.source, program.words.tolist(), program.reals.tolist(), program.rounds)
    if found is None:
        return None
    words, reals = (struct.pack(f"<{len(n)}{c}", *n) for n, c in zip(found, "qd", strict=True))
    return Outcome(None, _bits(words, reals, bytes(8 * program.totals)))


def disagreement(device: Device, program: Program) -> str | None:
    """Who does not end as the interpreter does, with the same bits or the same trap at the same line; None if all do.

    A program of one thread is run by CPython as well: see `python_model`. Of several threads that trap the machine may name
    another one than the interpreter, which goes by their numbers.
    """
    kernel = program.kernel()
    module = import_module(kernel)
    expected = interpreted(program, module)
    alone = program.grid * program.block == 1
    if alone:
        told = _by_python(program)
        if told != (expected if expected.trap is None else None):
            return f"Python: {told}, the interpreter: {expected}"
    for each in ImportedKernel.at_all_levels(kernel, module):
        found = launched(device, program, each)
        if not alone and found.trap is not None and expected.trap is not None:
            continue
        if found != expected:
            return f"-O{each.level}: {found}, the interpreter: {expected}"
    return None


def smaller(device: Device, program: Program) -> Program:
    """A program about which there is a disagreement as well, and as little beside as can be."""

    who = str(disagreement(device, program)).partition(":")[0]

    def fails(source: str) -> bool:
        try:
            found = disagreement(device, replace(program, source=source))
            return found is not None and found.partition(":")[0] == who
        except Exception:  # it is none of the language any more, or none that the interpreter knows
            return False

    return replace(program, source=reduced(program.source, fails))


def assert_agreement(device: Device, program: Program) -> None:
    """There is no disagreement; else the error shows a small program about which there is one."""
    if disagreement(device, program) is None:
        return
    small = smaller(device, program)
    raise AssertionError(
        f"{disagreement(device, small)}\nw = {small.words.tolist()}\ng = {small.reals.tolist()}\n{small.source}"
    )


__all__ = [
    "Outcome",
    "Program",
    "assert_agreement",
    "disagreement",
    "interpreted",
    "launched",
    "levelled_device",
    "smaller",
]
