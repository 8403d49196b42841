"""LLVM for native code: `llvmlite.binding` without llvmlite's IR builder, and the target machine of this host.

`llvmlite.binding` imports `llvmlite.ir`, several thousand lines of which it uses a few names, in `TypeRef.as_ir`. A stand-in
takes that place; it finds the real names when one is called.
"""

from __future__ import annotations

import ctypes
import functools
import importlib
import os
import sys
import threading
from typing import Any

from periclase.digest import blake2b
from periclase.late_imports import LateModule, light_resources, own_imports

_importing = threading.Lock()
"""One thread imports the binding, the others wait for it."""


class _LateName:
    """A name of `llvmlite.ir` that is looked up when it is called, or an attribute of it is asked for."""

    def __init__(self, name: str):
        self._name = name

    def _real(self) -> Any:
        return getattr(importlib.import_module("llvmlite.ir"), self._name)

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        return self._real()(*args, **keywords)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real(), name)


class _LateBuilder(LateModule):
    """Stands for `llvmlite.ir`: it says no name before it is used."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _LateName(name)


def map_library() -> None:
    """Have the system map LLVM's library, a hundred megabytes of it, ahead of `binding`, which finds it there then.

    Python holds its lock where it does the same; here other threads go on. Nothing happens where the library is not in the
    usual place.
    """
    for folder in sys.path:
        library = os.path.join(folder, "llvmlite", "binding", "libllvmlite.so")
        if os.path.exists(library):
            try:
                dlopen = ctypes.CDLL(None).dlopen
            except (OSError, TypeError, AttributeError):  # no POSIX
                return
            dlopen.restype = ctypes.c_void_p
            dlopen(os.fsencode(library), ctypes.c_int(os.RTLD_NOW))
            return


def _import_binding() -> Any:
    outside = LateModule("llvmlite")
    outside.__dict__["ir"] = _LateBuilder("llvmlite.ir")
    with (
        own_imports("llvmlite.binding.typeref", {"llvmlite": outside}),
        own_imports("llvmlite.binding.ffi", {"importlib.resources": light_resources()}),
    ):
        return importlib.import_module("llvmlite.binding")


@functools.cache
def binding() -> Any:
    """`llvmlite.binding`, with the native target, assembly printer and assembly parser ready.

    Without the parser, one line of inline assembly ends the process.
    """
    with _importing:
        llvm = _import_binding()
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
    digest = blake2b(f"{triple} {features}".encode(), digest_size=6).hexdigest()
    return f"{triple.partition('-')[0]}-{cpu}-{digest}"


def known_host_key() -> str:
    """`host_key`, if LLVM was asked for it in this process, which is no matter of microseconds; else nothing."""
    return host_key() if host.cache_info().currsize else ""


def target_machine(speed: int = 2) -> Any:
    """A new target machine for this host: small code model and position-independent, which JITLink loads fastest."""
    triple, cpu, features = host()
    target = binding().Target.from_triple(triple)
    return target.create_target_machine(cpu=cpu, features=features, opt=speed, reloc="pic", codemodel="small")
