"""Which device of Periclase stands for numba's current device: the first GPU, or the CPU where there is none.

`cuda.select_device("cpu")` chooses another one by its name.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Self

from periclase.diagnostics import DiagnosticError
from periclase.runtime.device import open_device

if TYPE_CHECKING:
    from periclase.runtime.device import Device

_chosen: Device | None = None


def current_device() -> Device:
    """The device that arrays are made on and launches go to."""
    global _chosen
    if _chosen is None:
        try:
            _chosen = open_device("cuda")
        except DiagnosticError:  # no driver, no GPU, or no binding of the driver
            _chosen = open_device("cpu")
    return _chosen


class ContextManager:
    """What `cuda.gpus[0]`, `cuda.get_current_device()` and `cuda.current_context()` give: the device that stands for a GPU."""

    def __init__(self, device: Device):
        self.device = device

    id = 0
    WARP_SIZE = 32
    MAX_THREADS_PER_BLOCK = 1024
    MAX_BLOCK_DIM_X = 1024
    MAX_BLOCK_DIM_Y = 1024
    MAX_BLOCK_DIM_Z = 64
    MAX_GRID_DIM_X = 2**31 - 1
    MAX_GRID_DIM_Y = 65535
    MAX_GRID_DIM_Z = 65535

    @property
    def name(self) -> bytes:
        """Its name, in bytes as numba gives it."""
        return self.device.name.encode()

    @property
    def MULTIPROCESSOR_COUNT(self) -> int:
        """How many blocks are worked on at once: of the CPU, how many cores there are."""
        return os.cpu_count() or 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        return None

    def get_memory_info(self) -> Any:
        """Free and whole memory in bytes: of the host's where the device is the CPU."""
        from periclase.record import Record

        class MemoryInfo(Record):
            free: int
            total: int

        pages, size = os.sysconf("SC_AVPHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
        return MemoryInfo(pages * size, os.sysconf("SC_PHYS_PAGES") * size)

    def synchronize(self) -> None:
        """Wait until all launches have ended."""
        self.device.sync()

    def reset(self) -> None:
        """Give up what the device holds for reuse."""
        self.device.cleanup()

    def __repr__(self) -> str:
        return f"<{self.device.name} as a CUDA device>"


class _Devices:
    """`cuda.gpus`."""

    def __getitem__(self, number: int) -> ContextManager:
        if number != 0:
            raise IndexError("there is one device; `cuda.select_device` chooses another one by its name")
        return ContextManager(current_device())

    def __len__(self) -> int:
        return 1

    def __iter__(self) -> Any:
        return iter((self[0],))

    @property
    def lst(self) -> list[ContextManager]:
        """All of them."""
        return [self[0]]

    @property
    def current(self) -> ContextManager:
        """The current one."""
        return self[0]


gpus = _Devices()


def select_device(device: int | str) -> ContextManager:
    """Make a device the current one: 0 for the one that is, or the name of any that Periclase can open, such as `cpu`."""
    global _chosen
    if isinstance(device, str):
        _chosen = open_device(device)
    return gpus[0 if isinstance(device, str) else device]


def get_current_device() -> ContextManager:
    """The current device."""
    return gpus[0]


def current_context(devnum: int | None = None) -> ContextManager:
    """The current device, which is its own context."""
    return gpus[devnum or 0]


def is_available() -> bool:
    """Whether kernels can run: always, on the CPU if there is no GPU."""
    return True


def detect() -> bool:
    """Print what stands for the GPU."""
    print(f"Found 1 CUDA devices\nid 0  {current_device().name} (Periclase)")
    return True


def close() -> None:
    """Wait until all is done. Memory is given back when nobody holds the arrays any more."""
    current_device().sync()


def synchronize() -> None:
    """Wait until all launches have ended."""
    current_device().sync()
