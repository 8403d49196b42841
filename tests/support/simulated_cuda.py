"""The CUDA backend on a GPU that is played, with kernels that are not: the simulator runs the PTX that the driver is given.

Everything of the backend is real, and so is the code; only the driver is the stand-in. A fault of a thread is what the driver
would say of it, and the device is lost.
"""

from __future__ import annotations

import ctypes
from typing import Any, Final

import numpy as np
from fake_cuda_driver import MAPPED, FakeDriver, Fault, Launch

from periclase.runtime.artifact import Artifact
from periclase.runtime.backends.cuda.backend import CudaBackend
from periclase.runtime.backends.cuda.driver import Driver, initialised
from periclase.runtime.backends.cuda.module import CudaKernel
from periclase.runtime.backends.cuda.trap_notes import TRAP_NOTE
from periclase.runtime.backends.sim.machine import faults
from periclase.runtime.backends.sim.machine.launch import Launch as SimulatedLaunch
from periclase.runtime.backends.sim.machine.memory import Region
from periclase.runtime.backends.sim.machine.program import Program, nbytes
from periclase.runtime.backends.sim.machine.wave import Wave, wave_blocks
from periclase.runtime.backends.sim.ptx.parser import parse

_ERRORS: Final = {
    faults.ADDRESS: "CUDA_ERROR_ILLEGAL_ADDRESS",
    faults.ALIGNMENT: "CUDA_ERROR_MISALIGNED_ADDRESS",
}


class SimulatedCudaBackend(CudaBackend):
    """See the module.

    Attributes:
        fake: the driver.
    """

    def __init__(self, **options: int):
        """`options` are attributes of the GPU, as `FakeDriver` takes them."""
        self.fake = FakeDriver(**options)
        super().__init__(initialised(Driver(self.fake)), 0)

    def load(self, artifact: Artifact) -> CudaKernel:
        """The driver is given the artifact's PTX, which the simulator reads as well."""
        made = Program(parse(artifact.code.decode()), artifact.entry)
        sizes = tuple(nbytes(parameter) for parameter in made.kernel.function.parameters)

        def run(driver: FakeDriver, launch: Launch) -> None:
            _run(made, sizes, driver, launch)

        self.fake.kernels[artifact.entry] = (run, sizes)
        return super().load(artifact)


def _run(program: Program, sizes: tuple[int, ...], driver: FakeDriver, launch: Launch) -> None:
    image = bytearray(program.kernel.parameter_bytes)
    offsets = program.kernel.parameter_offsets.values()
    for offset, size, value in zip(offsets, sizes, launch.slots, strict=True):
        image[offset : offset + size] = value.to_bytes(size, "little")
    regions = [_region(address, content) for address, content in driver.memory.items()]
    regions += _trap_note(program, driver, launch.entry)
    whole = SimulatedLaunch(
        launch.grid,
        launch.block,
        bytes(image),
        regions,
        cluster=launch.cluster,
        dynamic_shared_bytes=launch.shared_bytes,
    )
    together = wave_blocks(whole, launch.cooperative)
    for first in range(0, whole.blocks, together):
        try:
            Wave(program, whole, first, min(together, whole.blocks - first)).run()
        except faults.Fault as fault:
            raise Fault(_ERRORS.get(fault.kind, "CUDA_ERROR_LAUNCH_FAILED")) from fault


def _region(address: int, content: Any) -> Region:
    """Memory of the played GPU, whose addresses are not those of the process."""
    padded = np.frombuffer(content, np.uint8)
    return Region(address, padded, "global", f"memory at {address:#x}")


def _trap_note(program: Program, driver: FakeDriver, entry: str) -> list[Region]:
    """The word of the host in which a thread notes its trap, where the host has asked for it."""
    where = program.addresses.get(TRAP_NOTE.decode())
    if where is None:
        return []
    for module in driver._modules:  # pyright: ignore[reportPrivateUsage]
        variable = module.variables.get(TRAP_NOTE.decode())
        if entry in module.entries and variable is not None and not module.dead:
            word = driver.bytes(int(variable), 8)
            address = int.from_bytes(word, "little")
            for region in program.regions:
                if region.start == where:
                    region.view(np.dtype(np.uint8))[:8] = np.frombuffer(word, np.uint8)
            if address:
                there = (ctypes.c_uint8 * 8).from_address(address - MAPPED)
                return [Region(address, np.ctypeslib.as_array(there), "global", "the note of a trap")]
    return []
