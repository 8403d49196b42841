"""Runs random programs on the simulator, as the PTX of an architecture, beside the interpreter: `agreement` on the way of a GPU.

`python tests/support/simulated_programs.py --kind grid --first 0 --programs 1000 --target sm_90` runs many of them.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import io
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING
from unittest import mock

from agreement import Program, interpreted, launched
from many_programs import KINDS
from reduction import reduced

from periclase.codegen.compiler import compile_kernel, import_module
from periclase.codegen.cpu.support import support_object
from periclase.passes import pipelines
from periclase.runtime import compilation
from periclase.runtime.backends.sim.backend import SimBackend
from periclase.runtime.device import Device
from periclase.settings import reload_settings

if TYPE_CHECKING:
    from periclase.passes.pipelines import Pipeline
    from periclase.runtime.artifact import Artifact
    from periclase.runtime.protocols import CompileRequest

TARGETS = ("sm_75", "sm_90", "sm_100", "sm_120")


@functools.cache
def pipeline(target: str) -> Pipeline:
    """The standard passes of a GPU, with `a * b + c` at two roundings, as the interpreter has them."""
    return pipelines.ptx(target, note_traps=True).with_options("convert-mir-to-llvm", contract=False)


class WithTwoRoundings:
    """A `periclase.runtime.protocols.Compiler` of GPU kernels by `pipeline`."""

    runtime_object = staticmethod(support_object)

    def compile(self, request: CompileRequest) -> Artifact:
        """See `Compiler`."""
        return compile_kernel(request.kernel, None, request.target, pipeline(request.target))


@contextmanager
def simulated_device(target: str) -> Iterator[Device]:
    """A simulator of `target`. Nothing is kept on disk: there are many kernels, and each runs once."""
    with (
        mock.patch.object(compilation, "compiler", return_value=WithTwoRoundings()),
        mock.patch.dict(os.environ, PERICLASE_CACHE_DIR="off"),
    ):
        reload_settings()
        made = Device(SimBackend(target))
        yield made
        made.sync()
    reload_settings()


def simulated_disagreement(device: Device, program: Program) -> str | None:
    """How the simulator does not end as the interpreter does: with the same bits, or the same trap at the same line; or None.

    Of several threads that trap, it may name another one.
    """
    kernel = program.kernel()
    expected = interpreted(program, import_module(kernel))
    found = launched(device, program, kernel)
    several = program.grid * program.block > 1
    if several and found.trap is not None and expected.trap is not None:
        return None
    return None if found == expected else f"simulated: {found}, the interpreter: {expected}"


def smaller(device: Device, program: Program) -> Program:
    """A program about which there is a disagreement as well, and as little beside as can be."""

    def fails(source: str) -> bool:
        try:
            return simulated_disagreement(device, replace(program, source=source)) is not None
        except Exception:  # it is none of the language any more, or none that the interpreter knows
            return False

    return replace(program, source=reduced(program.source, fails))


def tried(device: Device, kind: str, seed: int) -> str | None:
    """What is wrong with the program of a seed, with a small program that shows it; None: they agree."""
    program = KINDS[kind](seed)
    with contextlib.redirect_stderr(io.StringIO()):
        try:
            found = simulated_disagreement(device, program)
        except Exception as error:
            return f"{kind} {seed}: {type(error).__name__}: {error}\n{program.source}"
        if found is None:
            return None
        small = smaller(device, program)
        found = simulated_disagreement(device, small)
    return f"{kind} {seed}: {found}\nw = {small.words.tolist()}\ng = {small.reals.tolist()}\n{small.source}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for; 1 if not all agree."""
    parser = argparse.ArgumentParser(description="random programs, by the interpreter and on the simulator")
    parser.add_argument("--kind", choices=KINDS, default="thread")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--programs", type=int, default=1000, help="how many")
    parser.add_argument("--target", default="sm_90", help="the architecture")
    options = parser.parse_args(arguments)
    behind, wrong = options.first + options.programs, 0
    with simulated_device(options.target) as device:
        for seed in range(options.first, behind):
            found = tried(device, options.kind, seed)
            if found is not None:
                wrong += 1
                print(found, flush=True)
            if (seed + 1) % 100 == 0 or seed + 1 == behind:
                done = f"{options.kind} on {options.target}: seeds {options.first} to {seed}, {wrong} disagreements"
                print(f"{done}, {time.process_time():.0f} s of processor time", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
