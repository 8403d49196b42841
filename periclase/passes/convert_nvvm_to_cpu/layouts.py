"""The records and symbols that generated code shares with the block driver and scheduler, `periclase/codegen/cpu/*.ll`."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from xdsl.dialects.builtin import IntegerType, i32, i64

from periclase.dialects.llvm.types import LLVMArrayType, LLVMPointerType, LLVMStructType

POINTER: Final = LLVMPointerType()
I8: Final = IntegerType(8)
_TRIPLE = LLVMArrayType(3, i32)

LAUNCH: Final = LLVMStructType.from_type_list([_TRIPLE, _TRIPLE, i64, i32, i32, _TRIPLE, _TRIPLE])
"""One launch: grid, block, bytes of dynamic shared memory, and where the first trap is noted."""
LAUNCH_GRID: Final = 0
LAUNCH_BLOCK: Final = 1
LAUNCH_SHARED: Final = 2

BLOCK: Final = LLVMStructType.from_type_list([POINTER, POINTER, POINTER, POINTER, LLVMArrayType(16, i32)])
"""What the threads of a block share: launch, shared memory, jump buffer, thread records, arrivals at the named barriers."""
BLOCK_LAUNCH: Final = 0
BLOCK_SHARED: Final = 1
BLOCK_UNWIND: Final = 2

THREAD: Final = LLVMStructType.from_type_list([POINTER, POINTER, i32, i32, i32, i32, i32, i64, i64, i64, i32])
"""One cooperative thread; the fields are those of `Field`."""


class Field(IntEnum):
    """Fields of a thread's record: what it asks for, and what it is given."""

    HANDLE = 0
    REQUEST = 2
    MODE = 3
    MASK = 4
    """Lanes that take part; of a barrier its number."""
    COUNT = 5
    """Threads that a barrier waits for (0: all); of a shuffle the clamp and segment mask."""
    SITE = 6
    """Row of the trap table, for a thread that waits for ever."""
    VALUE = 7
    OPERAND = 8
    RESULT = 9
    FLAG = 10


class Request(IntEnum):
    """What a thread may wait for."""

    READY = 0
    RETURNED = 1
    BARRIER = 2
    ARRIVE = 3
    ACTIVE_MASK = 4
    WARP_SYNC = 5
    SHUFFLE = 6
    VOTE = 7
    MATCH = 8
    REDUCE = 9
    ELECT = 10
    CLUSTER = 11


SHUFFLE_MODES: Final = {"idx": 0, "up": 1, "down": 2, "bfly": 3}
VOTE_MODES: Final = {"all": 0, "any": 1, "uni": 2, "ballot": 3}
MATCH_MODES: Final = {"any": 0, "all": 1}
REDUCE_MODES: Final = {"add": 0, "and": 1, "or": 2, "xor": 3, "umin": 4, "umax": 5, "min": 6, "max": 7}
BARRIER_MODES: Final = {"popc": 1, "and": 2, "or": 3}

RUN: Final = "periclase_cpu_run"
RUN_CLUSTERS: Final = "periclase_cpu_run_clusters"
RUN_COOPERATIVE: Final = "periclase_cpu_run_cooperative"
FRAME: Final = "periclase_cpu_frame"
TRAP: Final = "periclase_cpu_trap"

SHARED_ATTRIBUTE: Final = "periclase.cpu.shared_bytes"
"""On an entry: bytes of static shared memory."""
COOPERATIVE_ATTRIBUTE: Final = "periclase.cpu.cooperative"
"""On an entry: its threads are coroutines, so it calls the block scheduler."""
CLUSTER_ATTRIBUTE: Final = "periclase.cpu.cluster"
"""On an entry: blocks of it run together, so it calls the cluster scheduler."""
