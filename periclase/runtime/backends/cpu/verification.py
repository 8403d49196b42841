"""The debug check of `runtime.verify_effects` (see `periclase.settings`): a launch writes no byte of what it only reads.

Who waits for whom, and which buffers a failure spoils, is decided by what a kernel is said to read and write. A wrong answer
would hand out old bytes in silence; here it fails the launch.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from periclase.diagnostics import Diagnostic
from periclase.runtime.artifact import Access, Artifact, Parameter, ParameterKind
from periclase.runtime.backends.cpu.host import bytes_at
from periclase.runtime.backends.cpu.portable_executor import KernelJob
from periclase.runtime.execution import KernelWork
from periclase.runtime.failures import TrapError
from periclase.runtime.pieces import Pieces, pieces_of


class _Read(NamedTuple):
    """Bytes that are not to change: of a parameter, from an address on."""

    parameter: str
    address: int
    size: int
    digest: bytes


class VerifyingJob(KernelJob):
    """A launch whose read-only bytes are looked at before and after."""

    __slots__ = ("_before",)

    def __init__(self, work: KernelWork):
        super().__init__(work)
        self._before: list[_Read] = []

    def blocks(self) -> int:
        """See `KernelJob.blocks`."""
        self._before = [
            _Read(name, start, stop - start, _digest(start, stop - start))
            for name, start, stop in read_only_bytes(self.kernel.artifact, bytes(self.work.slots))
        ]
        return super().blocks()

    def finish(self) -> None:
        """See `KernelJob.finish`.

        Raises:
            TrapError: a thread trapped, or read-only bytes have changed.
        """
        super().finish()
        for read in self._before:
            if _digest(read.address, read.size) != read.digest:
                artifact = self.kernel.artifact
                raise TrapError(
                    Diagnostic(
                        "PC0708",
                        f"kernel `{artifact.kernel}` has written the buffer given for `{read.parameter}`, which it is said "
                        "only to read",
                        artifact.span,
                        help=f"declare `{read.parameter}` as a `MutSlice`; if the signature is right, or nothing else has "
                        "written the buffer meanwhile, the effect analysis is at fault: please report the kernel",
                    )
                )


def read_only_bytes(artifact: Artifact, slots: bytes) -> list[tuple[str, int, int]]:
    """The bytes that a launch with the arguments `slots` only reads: the parameter, first address, end.

    Bytes that overlap what it may write through another parameter are left out.
    """
    effects = artifact.effects if artifact.effects is not None and artifact.effects_complete else None
    reads: list[tuple[str, int, int]] = []
    writes: list[tuple[int, int]] = []
    slot = 0
    for index, parameter in enumerate(artifact.parameters):
        if parameter.kind is not ParameterKind.SLICE:
            slot += parameter.slots
            continue
        access: Access = parameter.access if effects is None else effects[index]
        if slot * 8 + 16 > len(slots):
            break
        address, count = struct.unpack_from("<QQ", slots, slot * 8)
        slot += 2
        size = count * _itemsize(parameter)
        if not address or not size:
            continue
        spans = _pieces(artifact.parameters[index + 1 :], parameter, slots[slot * 8 :])
        if spans is None:
            spans = ((0, size),)
        placed = [(address + start, address + stop) for start, stop in spans]
        if access.writes:
            writes += placed
        else:
            reads += [(parameter.name, start, stop) for start, stop in placed]
    return [
        (name, start, stop)
        for name, start, stop in reads
        if all(stop <= first or end <= start for first, end in writes)
    ]


def _pieces(following: Sequence[Parameter], parameter: Parameter, slots: bytes) -> Pieces | None:
    """Of a view, which bytes of its memory it uses: others may be written meanwhile. None of anything else.

    Args:
        following: the parameters behind it, whose slots are `slots`: those of a view begin with its offset, extents and
            strides.
    """
    if not following or following[0].name != f"{parameter.name}.offset":
        return None
    rank = sum(1 for each in following if each.name.startswith(f"{parameter.name}.shape["))
    numbers = struct.unpack_from(f"<{1 + 2 * rank}q", slots)
    size = _itemsize(parameter)
    strides = [stride * size for stride in numbers[1 + rank :]]
    pieces = pieces_of(numbers[1 : 1 + rank], strides, size)
    if pieces is None:
        return None
    first = numbers[0] * size
    return tuple((first + start, first + stop) for start, stop in pieces)


def _itemsize(parameter: Parameter) -> int:
    if parameter.itemsize:
        return parameter.itemsize
    return 2 if parameter.dtype == "bfloat16" else np.dtype(parameter.dtype).itemsize


def _digest(address: int, size: int) -> bytes:
    return hashlib.blake2b(bytes_at(address, size), digest_size=16).digest()
