"""LLVM IR text → PTX, in this process, by llvmlite's LLVM.

```text
text ─ checks ─ parse ─ link mathematics ─ verify ─ optimise ─ emit ─ PTX
```

LLVM ends the whole process where it meets something it can not do (an intrinsic without a lowering, a PTX version too
old for the target, a bad constraint of inline assembly). So the text goes through `periclase.codegen.llvm_checks`
first, and what LLVM itself reports while parsing and verifying becomes a diagnostic.

What is public in the module (kernels, exported device functions) stays; everything else is `internal` already when it is
printed, functions of mathematics become so when they are linked.
"""

from __future__ import annotations

import contextlib
import re
import sys
import threading
from collections.abc import Generator
from typing import Any

from periclase.codegen.exact_functions import PREFIX as EXACT
from periclase.codegen.exact_functions import link_exact_functions
from periclase.codegen.inlined_lines import PTX_ISA as CHAINS_SINCE
from periclase.codegen.inlined_lines import decode_chains, encode_chains
from periclase.codegen.libdevice import link_libdevice, needed_functions
from periclase.codegen.llvm_checks import check_llvm_ir
from periclase.codegen.llvm_reader import read_module
from periclase.codegen.nvptx import nvptx_target
from periclase.codegen.pass_managers import run_standard_passes
from periclase.codegen.targets import GpuTarget, parse_target
from periclase.diagnostics import CompileError, Diagnostic, Note
from periclase.runtime.backends.cpu.llvm_binding import binding
from periclase.settings import settings

OPTIMISE = 2
"""LLVM's `-O2`. `-O3` gives the same PTX for kernels and takes longer."""

_DEBUG_TARGET = re.compile(r"^(\.target \w+), debug$", re.MULTILINE)

_machines = threading.local()


def target_machine(target: GpuTarget, level: int = OPTIMISE) -> Any:
    """LLVM's code generator for `target`; one a thread is kept, since making one takes longer than using it."""
    machines: dict[tuple[str, str, int], Any] | None = getattr(_machines, "cache", None)
    if machines is None:
        machines = _machines.cache = {}
    key = (target.llvm_cpu, target.llvm_features, level)
    if key not in machines:
        machines[key] = nvptx_target().create_target_machine(cpu=key[0], features=key[1], opt=level)
    return machines[key]


def _refused(what: str, error: RuntimeError) -> CompileError:
    return CompileError(
        Diagnostic(
            "PC0523",
            f"LLVM can not {what} the generated module",
            notes=tuple(Note(line) for line in str(error).splitlines() if line.strip()),
            help="this is a fault of the compiler: please report the kernel",
        )
    )


@contextlib.contextmanager
def parsed_module(llvm_ir: str) -> Generator[Any]:
    """The LLVM module that `llvm_ir` describes, verified, with the bodies of the libdevice functions it calls.

    It lives in a context of its own. Both are closed at the end, in this order: left to Python's collector, a context
    might go before its module, which ends the process.

    Raises:
        CompileError: PC0523 if LLVM does not take the text, PC0524 if libdevice is needed and missing.
    """
    with contextlib.ExitStack() as open_objects:
        context = open_objects.enter_context(binding().create_context())
        try:
            module = open_objects.enter_context(read_module(llvm_ir, context))
        except RuntimeError as error:
            raise _refused("read", error) from None
        _verify(module)  # linking takes it for valid
        needed = {*needed_functions(llvm_ir), *link_exact_functions(module, llvm_ir, context)}
        link_libdevice(module, tuple(sorted(needed)), context)
        if needed or EXACT in llvm_ir:
            _verify(module)
        yield module


def _verify(module: Any) -> None:
    try:
        module.verify()
    except RuntimeError as error:
        raise _refused("verify", error) from None


def optimise(module: Any, machine: Any, level: int = OPTIMISE) -> None:
    """Run LLVM's standard pipeline on `module`; loops are unrolled but not vectorised, which a GPU has no use for."""
    options = binding().create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = False
    options.loop_interleaving = False
    options.slp_vectorization = level > 1
    options.loop_unrolling = level > 0
    run_standard_passes(module, machine, options)


def emit_ptx(
    llvm_ir: str,
    target: GpuTarget | str,
    *,
    level: int = OPTIMISE,
    ordinary: bool | None = None,
    kept: list[str] | None = None,
) -> str:
    """The PTX of a module, its kernels as `.entry`, for `target` (`sm_90`, or as `targets.parse_target` gives it).

    Args:
        llvm_ir: the text of an LLVM module for nvptx64.
        target: the GPU architecture and PTX version.
        level: 0 to 3, as in `opt -O`.
        ordinary: whether the text is known to be such as our own front ends give; None has it looked at. What is not is compiled
            in a process of its own (`periclase.codegen.llvm_apart`).
        kept: receives the names of the allocations that are left in local memory, unless it is compiled in another process.

    Raises:
        CompileError: the target is unknown, something in the module has no form in PTX (both with their own codes), or LLVM
            refuses the text (PC0523) or can not compile it (PC0538).
    """
    gpu = parse_target(target) if isinstance(target, str) else target
    if not (_is_ordinary(llvm_ir) if ordinary is None else ordinary):
        from periclase.codegen.llvm_apart import apart

        return apart(
            "periclase.codegen.ptx:emit_ptx",
            llvm_ir,
            gpu,
            suspected=llvm_ir,
            gpu=True,
            level=level,
            ordinary=True,
        )
    check_llvm_ir(llvm_ir, gpu)
    say = settings()
    if say.dump_llvm:
        print(f"; LLVM IR before optimisation\n{llvm_ir}", file=sys.stderr)
    machine = target_machine(gpu, level)
    llvm_ir, chains = encode_chains(llvm_ir) if gpu.ptx_isa >= CHAINS_SINCE else (llvm_ir, {})
    with parsed_module(llvm_ir) as module:
        optimise(module, machine, level)
        if say.dump_llvm:
            print(f"; LLVM IR after optimisation\n{module}", file=sys.stderr)
        # `debug` has the assembler leave the code as it is; without it the sections stay, and code is optimised.
        text = _DEBUG_TARGET.sub(r"\1", machine.emit_assembly(module), count=1)
        text = decode_chains(text, chains)
        if kept is not None and "__local_depot" in text:
            from periclase.codegen.local_memory import kept_allocations

            kept += kept_allocations(str(module))
        return text


def _is_ordinary(llvm_ir: str) -> bool:
    from periclase.codegen.llvm_ordinary import oddity

    return oddity(llvm_ir, gpu=True) is None


def optimised_llvm_ir(
    llvm_ir: str, target: GpuTarget | str, *, level: int = OPTIMISE, ordinary: bool | None = None
) -> str:
    """The text of the module as it is right before code generation, for those who want to look.

    Raises:
        CompileError: as `emit_ptx`.
    """
    gpu = parse_target(target) if isinstance(target, str) else target
    if not (_is_ordinary(llvm_ir) if ordinary is None else ordinary):
        from periclase.codegen.llvm_apart import apart

        return apart(
            "periclase.codegen.ptx:optimised_llvm_ir",
            llvm_ir,
            gpu,
            suspected=llvm_ir,
            gpu=True,
            level=level,
            ordinary=True,
        )
    check_llvm_ir(llvm_ir, gpu)
    with parsed_module(llvm_ir) as module:
        optimise(module, target_machine(gpu, level), level)
        return str(module)
