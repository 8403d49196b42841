"""LLVM for native code: `llvmlite.binding` without llvmlite's IR builder, and the target machine of this host.

`llvmlite.binding` imports `llvmlite.ir`, some two thousand lines that nothing here uses. A lazy stand-in is registered under
that name first, which loads the real one when somebody looks inside.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import sys
from typing import Any


def _defer_ir_builder() -> None:
    import llvmlite

    if "llvmlite.ir" in sys.modules or "llvmlite.binding" in sys.modules:
        return
    spec = importlib.util.find_spec("llvmlite.ir")
    if spec is None or spec.loader is None:
        return
    loader = importlib.util.LazyLoader(spec.loader)
    spec.loader = loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["llvmlite.ir"] = module
    loader.exec_module(module)
    llvmlite.ir = module  # pyright: ignore[reportAttributeAccessIssue]


@functools.cache
def binding() -> Any:
    """`llvmlite.binding`, with the native target, assembly printer and assembly parser ready.

    Without the parser, one line of inline assembly ends the process.
    """
    _defer_ir_builder()
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()
    return llvm


@functools.cache
def host() -> tuple[str, str, str]:
    """Triple, CPU name and feature string of this machine, as LLVM detects them."""
    llvm = binding()
    return llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


@functools.cache
def host_key() -> str:
    """A short name of exactly this kind of CPU: `x86_64-znver3-<hash of the features>`."""
    triple, cpu, features = host()
    digest = hashlib.blake2b(f"{triple} {features}".encode(), digest_size=6).hexdigest()
    return f"{triple.partition('-')[0]}-{cpu}-{digest}"


def target_machine(speed: int = 2) -> Any:
    """A new target machine for this host: small code model and position-independent, which JITLink loads fastest."""
    triple, cpu, features = host()
    target = binding().Target.from_triple(triple)
    return target.create_target_machine(cpu=cpu, features=features, opt=speed, reloc="pic", codemodel="small")
