"""Our kernels and the same in CUDA C++ by nvcc, as machine code for one GPU: how many instructions each takes.

Each pair is in `kernels/`, a `.py` and a `.cu`, but for the examples, whose Python is in `examples/`. nvcc is given `-O3` and
nothing else; both go through the same ptxas. Two comparisons are made, in each of which both sides mean the same:

- *checked*: what Periclase does unasked, and in CUDA C++ each index of an array of run-time length or at a run-time place is
  compared with the length and traps.
- *unchecked*: what a CUDA programmer writes, and from Periclase's pipeline the checks of bounds are taken out.

Guards such as `if (i < n)` are in both texts always. Periclase's is the version that a launch takes whose arrays are contiguous,
lie apart and have fewer than 2^31 elements, as nvcc's with `__restrict__` and `int` is; see `docs/performance.md`.
"""

from __future__ import annotations

import math
import re
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from sass_listing import Instruction, hot_loop, kernels
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from periclase.codegen.assembler import find_tool
from periclase.dialects import mir
from periclase.dialects.mir.attributes import AssertKind
from periclase.passes.pipelines import ptx
from periclase.tools.demo import demo_folder
from periclase.tools.kernel_files import AnyKernel, kernels_of, load_file

FOLDER = Path(__file__).parent / "kernels"
OWED_MEAN, OWED_EACH = 1.00, 1.10


class Pair(NamedTuple):
    """A kernel in both languages.

    Attributes:
        name: of the kernel.
        file: the stem of its files.
        work: an opcode that stands for the work of its loop; None if there is no loop worth counting.
        loop: what a round of that loop does.
    """

    name: str
    file: str
    work: str | None = None
    loop: str = ""

    def kernel(self) -> AnyKernel:
        """Periclase's."""
        own = FOLDER / f"{self.file}.py"
        file = own if own.is_file() else demo_folder() / f"{self.file}.py"
        return kernels_of(load_file(str(file)))[self.name]


PAIRS = (
    Pair("saxpy", "saxpy"),
    Pair("stencil", "stencil"),
    Pair("matmul", "matmul", "FFMA", "a product"),
    Pair("reduce_shared", "reduction", "LDG", "an element"),
    Pair("reduce_shuffle", "reduction", "LDG", "an element"),
    Pair("histogram", "histogram", "LDG", "an element"),
    Pair("mandelbrot", "mandelbrot", "FSETP", "a step"),
    Pair("softmax", "softmax", "MUFU", "an exponential"),
    Pair("layernorm", "layernorm", "LDG", "a load"),
    Pair("transpose", "transpose"),
    Pair("scan", "scan"),
    Pair("gemv", "gemv", "LDG", "a load"),
    Pair("gemm", "gemm", "HMMA", "an mma"),
    Pair("nbody", "nbody", "MUFU", "a pair of bodies"),
    Pair("black_scholes", "black_scholes"),
    Pair("spmv", "spmv", "LDG", "a load"),
    Pair("bitonic_step", "bitonic_step"),
)


class DropBoundsChecks(ModulePass):
    """Takes the checks of indices out, which ordinary pipelines never do: for the comparison with code that has none."""

    name = "drop-bounds-checks"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Erase every `mir.assert` of bounds."""
        for each in list(op.walk()):
            if isinstance(each, mir.AssertOp) and each.kind is AssertKind.BOUNDS:
                each.detach()
                each.erase()


class Measure(NamedTuple):
    """One kernel as one compiler makes it.

    Attributes:
        total: instructions.
        loop: instructions of the hot loop for one piece of its work; None without a loop.
        registers: a thread's.
        spills: bytes of spill stores and loads.
        local: bytes of local memory (the stack).
        shared: bytes of shared memory.
    """

    total: int
    loop: float | None
    registers: int
    spills: int
    local: int
    shared: int


class Row(NamedTuple):
    """A pair, measured."""

    pair: Pair
    ours: Measure
    theirs: Measure

    @property
    def total_ratio(self) -> float:
        """Our instructions to nvcc's."""
        return self.ours.total / self.theirs.total

    @property
    def loop_ratio(self) -> float | None:
        """The same in the hot loop, for the same work."""
        if self.ours.loop is None or self.theirs.loop is None:
            return None
        return self.ours.loop / self.theirs.loop

    @property
    def ratio(self) -> float:
        """What counts: that of the hot loop if there is one."""
        return self.total_ratio if self.loop_ratio is None else self.loop_ratio


# ----------------------------------------------------------------------------------------------------------- compilers ----


def missing() -> str | None:
    """What keeps this from running here; None if all is there."""
    for tool in ("nvcc", "ptxas", "nvdisasm"):
        if find_tool(tool) is None:
            return f"{tool} is not installed (pip install 'periclase[ptx]')"
    done = _nvcc("-E", "-", text="", check=False)
    return (
        None if done.returncode == 0 else f"nvcc can not preprocess: {done.stderr.strip().splitlines()[-1]}"
    )


def _nvcc(*arguments: str, text: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    program = find_tool("nvcc")
    assert program is not None
    command = [str(program), "-x", "cu", *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=check)


def cuda_ptx(files: Iterable[str], arch: str, *, checked: bool) -> str:
    """The PTX that nvcc -O3 makes of the kernels in these files, all in one module.

    Raises:
        RuntimeError: nvcc refuses them; with what it says.
    """
    names = ["prelude.cuh", *(f"{file}.cu" for file in dict.fromkeys(files))]
    text = "\n".join(f'#include "{FOLDER / name}"' for name in names)
    with tempfile.TemporaryDirectory(prefix="periclase-") as folder:
        out = Path(folder, "kernels.ptx")
        options = ("-O3", "-ptx", f"-arch={arch}", *(("-DCHECKED",) if checked else ()), "-o", str(out), "-")
        done = _nvcc(*options, text=text, check=False)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        return out.read_text(encoding="utf-8")


def periclase_ptx(kernel: AnyKernel, arch: str, *, checked: bool) -> str:
    """The PTX of the version that small launches take on contiguous arrays that lie apart."""
    version = kernel.with_zero_offsets.with_small_products.with_buffers_apart
    pipeline = (
        None if checked else ptx(arch).insert_before("narrow-index-arithmetic", DropBoundsChecks(), "dce")
    )
    return version.ptx(arch=arch, pipeline=pipeline)


_RESOURCES = re.compile(
    r"Compiling entry function '(?P<name>\w+)'.*?(?P<stack>\d+) bytes stack frame, (?P<stores>\d+) bytes spill stores, "
    r"(?P<loads>\d+) bytes spill loads.*?Used (?P<registers>\d+) registers(?P<rest>[^\n]*)",
    re.DOTALL,
)


def measured(ptx_text: str, arch: str) -> dict[str, tuple[tuple[Instruction, ...], re.Match[str]]]:
    """The instructions of each kernel in a PTX module, and what ptxas says it uses."""
    ptxas, nvdisasm = find_tool("ptxas"), find_tool("nvdisasm")
    assert ptxas is not None and nvdisasm is not None
    with tempfile.TemporaryDirectory(prefix="periclase-") as folder:
        source, cubin = Path(folder, "kernels.ptx"), Path(folder, "kernels.cubin")
        source.write_text(ptx_text, encoding="utf-8")
        command = [str(ptxas), f"-arch={arch}", "-v", str(source), "-o", str(cubin)]
        log = subprocess.run(command, capture_output=True, text=True, check=True).stderr
        command = [str(nvdisasm), "--print-code", str(cubin)]
        listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    code = kernels(listing)
    return {found["name"]: (code[found["name"]], found) for found in _RESOURCES.finditer(log)}


def _measure(found: tuple[tuple[Instruction, ...], re.Match[str]], work: str | None) -> Measure:
    instructions, resources = found
    loop = None if work is None else hot_loop(instructions, work)
    shared = re.search(r"(\d+) bytes smem", resources["rest"])
    return Measure(
        len(instructions),
        None if loop is None or work is None else len(loop.body) / loop.work(work),
        int(resources["registers"]),
        int(resources["stores"]) + int(resources["loads"]),
        int(resources["stack"]),
        int(shared[1]) if shared else 0,
    )


def rows(arch: str, *, checked: bool, pairs: Iterable[Pair] = PAIRS) -> Iterator[Row]:
    """The pairs, measured for `arch` (`sm_90`)."""
    pairs = tuple(pairs)
    theirs = measured(cuda_ptx([pair.file for pair in pairs], arch, checked=checked), arch)
    for pair in pairs:
        ours = measured(periclase_ptx(pair.kernel(), arch, checked=checked), arch)
        yield Row(pair, _measure(ours[pair.name], pair.work), _measure(theirs[pair.name], pair.work))


# --------------------------------------------------------------------------------------------------------------- table ----


def mean(ratios: Iterable[float]) -> float:
    """The geometric mean; 1 of none."""
    logarithms = [math.log(ratio) for ratio in ratios]
    return math.exp(sum(logarithms) / max(len(logarithms), 1))


def verdict(measured_rows: list[Row]) -> list[str]:
    """Whether what is owed is met, a line each."""
    average = mean(row.ratio for row in measured_rows)
    over = [f"{row.pair.name} {row.ratio:.2f}" for row in measured_rows if row.ratio > OWED_EACH]
    spilling = [row.pair.name for row in measured_rows if row.ours.spills > row.theirs.spills]
    return [
        f"geometric mean {average:.3f}: {'met' if average <= OWED_MEAN else 'NOT met'} (owed {OWED_MEAN:.2f})",
        f"over {OWED_EACH:.2f}: {', '.join(over) if over else 'none'}",
        f"spills that nvcc has not: {', '.join(spilling) if spilling else 'none'}",
    ]


def table(measured_rows: list[Row]) -> str:
    """The rows as text, ours / nvcc's in each column, and the verdict."""

    def both(ours: object, theirs: object) -> str:
        return f"{ours}/{theirs}"

    def one(row: Row) -> tuple[str, ...]:
        ours, theirs = row.ours, row.theirs
        loop = "" if row.loop_ratio is None else both(f"{ours.loop:.2f}", f"{theirs.loop:.2f}")
        return (
            row.pair.name,
            loop,
            "" if row.loop_ratio is None else f"{row.loop_ratio:.2f}",
            both(ours.total, theirs.total),
            f"{row.total_ratio:.2f}",
            both(ours.registers, theirs.registers),
            both(ours.spills, theirs.spills),
            both(ours.local, theirs.local),
            both(ours.shared, theirs.shared),
            row.pair.loop,
        )

    head = (
        "kernel",
        "hot loop",
        "ratio",
        "total",
        "ratio",
        "registers",
        "spills",
        "local",
        "shared",
        "loop, for",
    )
    lines = [head, *map(one, measured_rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    text = [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    ]
    loops = [row.loop_ratio for row in measured_rows if row.loop_ratio is not None]
    means = f"geometric means: hot loops {mean(loops):.3f}, total {mean(row.total_ratio for row in measured_rows):.3f}"
    return "\n".join([*text, means, *verdict(measured_rows)])
