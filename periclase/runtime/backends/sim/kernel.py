"""A kernel of PTX that is ready to be simulated."""

from __future__ import annotations

import os
import threading
import weakref
from typing import TYPE_CHECKING, Final

import numpy as np

from periclase.diagnostics import CompileError, Diagnostic, DiagnosticError
from periclase.record import replace
from periclase.runtime.artifact import ParameterKind
from periclase.runtime.backends.sim.device_functions import device_functions
from periclase.runtime.backends.sim.machine.memory import Region
from periclase.runtime.backends.sim.machine.program import Program
from periclase.runtime.backends.sim.ptx.parser import parse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from periclase.runtime.artifact import Artifact, Parameter

TRAP_NOTE: Final = "periclase_trap_note"
"""The symbol of the word that holds where a trap is noted: see `backends.cuda.trap_notes`."""

_SLOT: Final = 8
"""Bytes of an argument's slot."""


class SimKernel:
    """What `SimBackend.load` gives.

    Attributes:
        artifact: what it was made of.
        program: what the machine runs.
        lock: held by whoever runs it: a module has its variables once.
        note: the word in which a thread notes its trap.
        regions: memory that it may touch whatever it is given.
        slots: where in the slots each of its parameters begins, in bytes.
    """

    def __init__(self, artifact: Artifact):
        """
        Raises:
            CompileError: its code can not be read, or has something that the machine does not execute.
        """
        self.artifact = artifact
        self.lock = threading.Lock()
        _live.add(self)
        try:
            module = parse(artifact.code.decode("utf-8", "replace").rstrip("\0"))
            if artifact.entry not in module.functions:
                raise CompileError(
                    Diagnostic("PC0704", f"the code of `{artifact.kernel}` has no entry `{artifact.entry}`")
                )
            self.program = Program(module, artifact.entry, device_functions())
        except DiagnosticError as error:
            if error.diagnostic.span is None:
                error.diagnostics = (
                    replace(error.diagnostic, span=artifact.span),
                    *error.diagnostics[1:],
                )
            raise
        self.note = np.zeros(1, np.uint64)
        self.regions: list[Region] = []
        self._watch_traps()
        self.slots = _slots(artifact.parameters)
        if len(self.slots) != len(self.program.kernel.parameter_offsets):
            raise CompileError(
                Diagnostic(
                    "PC0704",
                    f"the code of `{artifact.kernel}` has {len(self.program.kernel.parameter_offsets)} parameters "
                    f"in place of {len(self.slots)}",
                )
            )

    def _watch_traps(self) -> None:
        where = self.program.addresses.get(TRAP_NOTE)
        if where is None:
            return
        address = self.note.ctypes.data
        for region in self.program.regions:
            if region.start == where:
                region.view(np.dtype(np.uint64))[0] = address
        self.regions.append(Region.of_process(address, _SLOT, "the note of a trap"))

    def parameter_image(self, slots: bytes) -> bytes:
        """The bytes of the kernel's parameters, from the slots of a launch."""
        code = self.program.kernel
        image = bytearray(code.parameter_bytes)
        offsets = [*code.parameter_offsets.values(), code.parameter_bytes]
        for start, offset, following in zip(self.slots, offsets, offsets[1:], strict=False):
            # Values are little-endian: a narrow one is found at the slot's own address.
            given = slots[start : start + following - offset]
            image[offset : offset + len(given)] = given
        return bytes(image[: code.parameter_bytes])


def _slots(parameters: Sequence[Parameter]) -> tuple[int, ...]:
    found: list[int] = []
    start = 0
    for parameter in parameters:
        # A slice is two parameters, what is passed as bytes a single one.
        stop = start + _SLOT * parameter.slots
        found += (start,) if parameter.kind is ParameterKind.BYTES else range(start, stop, _SLOT)
        start = stop
    return tuple(found)


_live: weakref.WeakSet[SimKernel] = weakref.WeakSet()


def _after_fork() -> None:
    """In a forked child: whoever ran a kernel meanwhile is in the parent, and does not let go of it here."""
    for kernel in list(_live):
        kernel.lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
