"""LLVM IR text → an object file, or assembly, for this machine's CPU.

LLVM ends the process when it meets an intrinsic of another target or assembly that is not this CPU's. So text is checked
before LLVM sees it, and everything that LLVM does report becomes a `Diagnostic`.
"""

from __future__ import annotations

import re
import sys
import threading
from contextlib import ExitStack
from typing import Any

from periclase.codegen.llvm_checks import check_llvm_ir
from periclase.codegen.llvm_reader import read_module
from periclase.codegen.pass_managers import run_standard_passes
from periclase.diagnostics import CompileError, Diagnostic
from periclase.digest import blake2b
from periclase.runtime.artifact_cache import artifact_cache
from periclase.runtime.backends.cpu.llvm_binding import binding, host_key, target_machine
from periclase.settings import settings

_FOREIGN = re.compile(r"@llvm\.(nvvm|amdgcn|ptx)\.[\w.]+")
_ASSEMBLY = r"(?m)^[^;\"\n]*\b(?:call|invoke|callbr)\b[^;\"\n]*\basm\b|^module asm\b"

_lock = threading.Lock()
"""llvmlite serialises its calls anyway; modules and target machines must not be shared between threads."""


def emit_object(ir: str, *, speed: int = 2, ordinary: bool | None = None) -> bytes:
    """Optimise and compile LLVM IR text to a relocatable object file of this host, or take it from the artifact cache.

    This is the cache's second level: kernels that were edited without changing what they do, and the support libraries,
    are found under the hash of their LLVM IR.

    Args:
        ir: the text of a module without target triple or with this host's.
        speed: 0 to 3, LLVM's `-O` level of both the optimiser and the code generator.
        ordinary: whether the text is known to be such as our own front ends give; None has it looked at. What is not is compiled
            in a process of its own (`periclase.codegen.llvm_apart`).

    Raises:
        CompileError: LLVM does not accept `ir`, or can not compile it (PC0538).
    """
    cache = artifact_cache()
    key = _cache_key(ir, speed)
    found = cache.get(key)
    if found is None:
        found = _compiled("object", ir, speed, ordinary)
        cache.put(key, found)
    return found


def emit_assembly(ir: str, *, speed: int = 2) -> str:
    """Like `emit_object`, but as assembly text."""
    return _compiled("assembly", ir, speed)


def optimize(ir: str, *, speed: int = 2) -> str:
    """The LLVM IR that `emit_object` generates code from."""
    return _compiled("optimised", ir, speed)


def _compiled(form: str, ir: str, speed: int, ordinary: bool | None = None) -> Any:
    """The object file (`object`), `assembly`, or `optimised` LLVM IR of `ir`."""
    if ordinary is None:
        from periclase.codegen.llvm_ordinary import oddity

        ordinary = oddity(ir, gpu=False) is None
    if not ordinary:
        from periclase.codegen.llvm_apart import apart

        return apart(
            "periclase.codegen.native:_compiled", form, ir, speed, suspected=ir, gpu=False, ordinary=True
        )
    # In a context of its own, which ends with it: the process's keeps all constants and debug information it was ever told of.
    with _lock, ExitStack() as open_objects:
        machine = open_objects.enter_context(target_machine(speed))
        module = _optimized(ir, machine, speed, open_objects)
        if form == "object":
            return bytes(machine.emit_object(module))
        return machine.emit_assembly(module) if form == "assembly" else str(module)


def _cache_key(ir: str, speed: int) -> str:
    import llvmlite

    digest = blake2b(digest_size=20)
    for part in ("object of loops in vectors", llvmlite.__version__, host_key(), str(speed), ir):
        digest.update(part.encode())
        digest.update(b"\0")
    return digest.hexdigest()


def _optimized(ir: str, machine: Any, speed: int, open_objects: ExitStack) -> Any:
    _check(ir)
    dump = settings().dump_llvm
    if dump:
        print(f"; LLVM IR before optimisation\n{ir}", file=sys.stderr)
    llvm = binding()
    try:
        context = open_objects.enter_context(llvm.create_context())
        module = open_objects.enter_context(read_module(ir, context))
        module.triple = machine.triple
        module.data_layout = str(machine.target_data)
        module.verify()
    except RuntimeError as error:
        raise CompileError(
            Diagnostic(
                "PC0506",
                f"LLVM does not accept the module: {str(error).strip()}",
                help="this is a defect of the pass that made it; `periclase pipeline` shows every stage",
            )
        ) from None
    tuning = llvm.create_pipeline_tuning_options(speed_level=speed)
    # Loops are vectorised, straight-line code is not: of what LLVM 22 makes of different operations on neighbours, `ashr` of one
    # lane and `and` of the next, its code generator for x86 uses lanes that mean nothing (they are combined by "or").
    tuning.slp_vectorization = False
    run_standard_passes(module, machine, tuning)
    if dump:
        print(f"; LLVM IR after optimisation\n{module}", file=sys.stderr)
    return module


def _check(ir: str) -> None:
    foreign = _FOREIGN.search(ir)
    if foreign is not None:
        raise CompileError(
            Diagnostic(
                "PC0507",
                f"`{foreign.group()[1:]}` is an intrinsic of another target, and can not run on the CPU",
                help="run `convert-nvvm-to-cpu` before generating native code",
            )
        )
    if "asm" in ir and re.search(_ASSEMBLY, ir) is not None:
        raise CompileError(
            Diagnostic(
                "PC0508",
                "inline assembly of a GPU can not run on the CPU",
                help="compile this kernel for a GPU target",
            )
        )
    check_llvm_ir(ir, None)
