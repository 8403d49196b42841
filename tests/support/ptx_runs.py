"""Runs kernels of PTX text on the simulator's machine, without a device."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from periclase.runtime.backends.sim.machine.faults import Fault
from periclase.runtime.backends.sim.machine.launch import Launch
from periclase.runtime.backends.sim.machine.memory import Region
from periclase.runtime.backends.sim.machine.program import External, Program
from periclase.runtime.backends.sim.machine.wave import Wave, wave_blocks
from periclase.runtime.backends.sim.ptx.parser import parse

HEADER = ".version 8.7\n.target sm_100a\n.address_size 64\n"


def shape(extent: int | tuple[int, ...]) -> tuple[int, int, int]:
    """Three extents of one, two or three."""
    extents = (extent,) if isinstance(extent, int) else extent
    x, y, z = (*extents, 1, 1)[:3]
    return x, y, z


def kernel(
    body: str, parameters: str = "", *, declarations: str = "", name: str = "k", directives: str = ""
) -> str:
    """A module with one kernel.

    Args:
        body: its instructions and declarations.
        parameters: their types, such as `u64 u64 f32`; they are called `p0`, `p1`, …
        declarations: what stands in front of it.
        directives: of the kernel, such as `.reqntid 32`.
    """
    listed = ", ".join(f".param .{kind} p{index}" for index, kind in enumerate(parameters.split()))
    return f"{HEADER}{declarations}\n.visible .entry {name}({listed}) {directives}\n{{\n{body}\n}}\n"


def program(text: str, name: str | None = None, externals: Mapping[str, External] | None = None) -> Program:
    """The kernel `name` of a module, or its only one."""
    module = parse(text)
    if name is None:
        (name,) = [function.name for function in module.functions.values() if function.entry]
    return Program(module, name, externals)


def run(
    text: str | Program,
    *arguments: Any,
    grid: int | tuple[int, ...] = 1,
    block: int | tuple[int, ...] = 32,
    cluster: tuple[int, int, int] | None = None,
    shared_bytes: int = 0,
    observer: Any = None,
    cooperative: bool = False,
    externals: Mapping[str, External] | None = None,
) -> None:
    """Run a kernel over a grid.

    Args:
        text: its module, or what `program` made of that.
        arguments: an array is passed as its address, and may be written to; a numpy scalar by value.

    Raises:
        Fault: a thread can not go on.
    """
    made = program(text, externals=externals) if isinstance(text, str) else text
    image = bytearray(made.kernel.parameter_bytes)
    regions: list[Region] = []
    for (name, offset), argument in zip(made.kernel.parameter_offsets.items(), arguments, strict=True):
        if isinstance(argument, np.ndarray):
            address = argument.ctypes.data
            regions.append(Region.of_process(address, argument.nbytes, f"`{name}`"))
            value = np.uint64(address).tobytes()
        else:
            value = argument if isinstance(argument, bytes) else argument.tobytes()
        image[offset : offset + len(value)] = value
    launch = Launch(
        shape(grid),
        shape(block),
        bytes(image),
        regions,
        cluster=cluster,
        dynamic_shared_bytes=shared_bytes,
        observer=observer,
    )
    together = wave_blocks(launch, cooperative)
    for first in range(0, launch.blocks, together):
        Wave(made, launch, first, min(together, launch.blocks - first)).run()


def fault(*arguments: Any, **options: Any) -> Fault:
    """The fault that `run` ends with."""
    try:
        run(*arguments, **options)
    except Fault as found:
        return found
    raise AssertionError("the launch succeeded")
