"""`periclase demo`: the example kernels on the CPU, each checked against numpy, in one small table.

The kernels are the files of `examples/`, which an installed package carries as `periclase/demos/`. Each defines
`workloads(device)`, which yields `(name, kernel, launch, result, reference)`, and maybe a sixth: how far off a result is.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from periclase.tools.command import OK, REFUSED, did_you_mean, refuse
from periclase.tools.kernel_files import AnyKernel, load_file
from periclase.tools.stages import stages

if TYPE_CHECKING:
    from periclase.runtime.device import Device

FILES = ("saxpy", "matmul", "reduction", "stencil", "mandelbrot", "histogram")

TOLERANCE = 1e-3
"""The largest error allowed, absolute. All results are of the order of 1 to 100, sums in single precision among them."""

RUNS = 5
"""How often a kernel runs for its time, of which the best counts."""


def largest_error(result: Any, reference: Any) -> float:
    """The largest absolute difference; infinite where a value is not a number or the shapes differ."""
    import numpy as np

    got, expected = np.asarray(result, np.float64), np.asarray(reference, np.float64)
    if got.shape != expected.shape:
        return float("inf")
    difference = np.abs(got - expected)
    return float("inf") if not np.isfinite(difference).all() else float(difference.max(initial=0.0))


@dataclass(frozen=True, slots=True)
class Workload:
    """One kernel with data.

    Attributes:
        launch: enqueues the kernel.
        result: waits for it and gives what it computed, as an array or a number.
        reference: the same from numpy.
        error: how far a result is from the reference.
    """

    name: str
    kernel: AnyKernel
    launch: Callable[[], None]
    result: Callable[[], Any]
    reference: Callable[[], Any]
    error: Callable[[Any, Any], float] = largest_error


@dataclass(frozen=True, slots=True)
class Row:
    """What the table says of one kernel."""

    name: str
    operations: dict[str, int]
    compile_ms: float
    run_ms: float
    numpy_ms: float
    error: float

    @property
    def is_right(self) -> bool:
        """Whether the result agrees with numpy's."""
        return self.error <= TOLERANCE


def demo_folder() -> Path:
    """Where the example kernels are: inside an installed package, or beside the package in a checkout."""
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "demos", package.parent / "examples"):
        if (folder / f"{FILES[0]}.py").is_file():
            return folder
    raise refuse("PC0801", "the example kernels are not installed", "install the package again")


def demo_workloads(device: Device) -> Iterator[Workload]:
    """Every workload of the example files, on `device`."""
    folder = demo_folder()
    for name in FILES:
        module = load_file(str(folder / f"{name}.py"))
        for workload in module.workloads(device):
            yield Workload(*workload)


def _milliseconds(action: Callable[[], object]) -> tuple[float, Any]:
    start = time.perf_counter()
    value = action()
    return (time.perf_counter() - start) * 1e3, value


def measure(workload: Workload, target: str = "cpu") -> Row:
    """Compile, run, check and time one workload.

    Args:
        workload: what to measure.
        target: what its device has kernels compiled for.
    """
    operations: dict[str, int] = {}
    compile_ms = 0.0
    for output in stages(workload.kernel, target, last=_last(target)):
        compile_ms += output.milliseconds
        if output.operations is not None:
            operations[output.name] = output.operations
    workload.launch()
    result = workload.result()
    numpy_ms, reference = _milliseconds(workload.reference)
    error = float(workload.error(result, reference))

    def run() -> None:
        workload.launch()
        workload.result()

    run_ms = min(_milliseconds(run)[0] for _ in range(RUNS))
    return Row(workload.name, operations, compile_ms, run_ms, numpy_ms, error)


def _last(target: str) -> str:
    """The stage that a launch on `target` needs."""
    return "obj" if target == "cpu" else "ptx"


COLUMNS = ("mir", "mir-opt", "llvm")


def _print_table(rows: Sequence[Row], device: str) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(
        title="Periclase on the CPU" if device == "cpu" else f"Periclase on {device}",
        caption=f"left: operations at each stage; run: launch and copy back, best of {RUNS}",
    )
    table.add_column("kernel", no_wrap=True)
    for heading in (*COLUMNS, "compile ms", "run ms", "max error"):
        table.add_column(heading, justify="right")
    table.add_column("")
    for row in rows:
        table.add_row(
            row.name,
            *(str(row.operations.get(stage, "-")) for stage in COLUMNS),
            f"{row.compile_ms:.1f}",
            f"{row.run_ms:.2f}",
            f"{row.error:.2g}",
            "[green]ok[/]" if row.is_right else "[bold red]WRONG[/]",
        )
    console = Console()
    # Piped, or on a narrow terminal, lines are long rather than cut.
    (console if console.width >= 90 else Console(width=90)).print(table)


def run_demo(names: Sequence[str] = (), device: str = "cpu") -> int:
    """Run the workloads called `names` (all if empty), print the table, and give the exit code.

    Args:
        names: of workloads.
        device: what to run them on, as `open_device` takes it.

    Raises:
        ToolError: a name that no workload has.
        DiagnosticError: there is no such device, or a kernel can not be compiled or launched.
    """
    from periclase.runtime.device import open_device

    opened = open_device(device)
    target = opened.backend.target
    workloads = list(demo_workloads(opened))
    known = [workload.name for workload in workloads]
    for name in names:
        if name not in known:
            raise refuse("PC0804", f"the demo has no kernel `{name}`", did_you_mean(name, known))
    for _ in stages(workloads[0].kernel, target, last=_last(target)):
        pass  # imports the compiler and makes its dialects, so that the first row's time is not that
    rows = [measure(workload, target) for workload in workloads if not names or workload.name in names]
    _print_table(rows, device)
    wrong = [row.name for row in rows if not row.is_right]
    if wrong:
        from periclase.diagnostics import Diagnostic
        from periclase.tools.command import print_diagnostics

        print_diagnostics(
            [
                Diagnostic(
                    "PC0810",
                    f"the result of {', '.join(wrong)} differs from numpy's by more than {TOLERANCE}",
                    help="if no example was changed, this is a fault of the compiler: please report it, with `periclase doctor`",
                )
            ]
        )
        return REFUSED
    return OK
