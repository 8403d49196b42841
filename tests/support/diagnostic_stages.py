"""What a machine is made to be like for the example on a diagnostic's page: without NVIDIA's tools, or with a played driver."""

from __future__ import annotations

import dataclasses
import itertools
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import diagnostic_examples
import numpy as np
import pytest
from played_cuda import PlayedCudaBackend
from played_rustc import MISMATCH, PlayedRustc
from python_backend import FUNCTIONS
from recorded_mir import HERE
from xdsl.utils.exceptions import VerifyException

from periclase import rust, settings
from periclase.codegen import assembler, libdevice, llvm_ir
from periclase.importer.rust.store import Store
from periclase.ir import registry
from periclase.record import replace
from periclase.runtime import device
from periclase.runtime.artifact import Artifact
from periclase.runtime.backends.cpu import verification
from periclase.runtime.backends.cuda.module import CudaKernel
from periclase.runtime.device import Device
from periclase.tools import demo, stages

Cleanup = Callable[[], None]


def _without_tools(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(assembler, "find_tool", lambda name: None)
    patch.setattr(assembler, "find_nvjitlink", lambda: None)


def _without_libdevice(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(libdevice, "find_libdevice", lambda: None)


def _with_a_pass_that_is_not_there(patch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("hoist-loads", "hoisting:HoistLoads", "periclase.passes")
    patch.setitem(registry.passes.entries, "hoist-loads", entry)


def _with_invalid_ir(patch: pytest.MonkeyPatch) -> None:
    def print_module(*_: object, **__: object) -> str:
        raise VerifyException("operand at position 0 does not verify")

    patch.setattr(llvm_ir, "print_module", print_module)


def _with_a_fault(patch: pytest.MonkeyPatch) -> None:
    def module_text(*_: object, **__: object) -> str:
        raise ZeroDivisionError("division by zero")

    patch.setattr(stages, "module_text", module_text)


def _with_a_changed_example(patch: pytest.MonkeyPatch) -> None:
    def changed(device: Device) -> Iterator[demo.Workload]:
        for workload in real(device):
            if workload.name == "saxpy":
                yield dataclasses.replace(workload, reference=lambda: np.zeros(1, np.float32))

    real = demo.demo_workloads
    patch.setattr(demo, "demo_workloads", changed)


def _on_a_terminal(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(diagnostic_examples, "on_terminal", True)


def _while_another_writes(patch: pytest.MonkeyPatch) -> Cleanup:
    looks = itertools.count()
    opened: dict[str, Device] = {}
    patch.setattr(device, "_opened", opened)
    patch.setattr(verification, "_digest", lambda start, size: next(looks))
    patch.setattr(settings, "_current", None)
    patch.setenv("PERICLASE_RUNTIME_VERIFY_EFFECTS", "on")
    return lambda: opened["cpu"].shutdown(10)


def _without_the_binding(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(device, "_opened", {})
    patch.setitem(sys.modules, "cuda.bindings.driver", None)
    patch.setitem(sys.modules, "cuda.bindings", None)
    patch.setitem(sys.modules, "cuda", None)


class _FaultingBackend(PlayedCudaBackend):
    """A GPU on which every kernel faults."""

    def load(self, artifact: Artifact) -> CudaKernel:
        return super().load(replace(artifact, code=b"faults", traps=()))


def _faults(*_: object) -> None:
    raise ValueError("a fault")


def _on_a_played_gpu(patch: pytest.MonkeyPatch, kind: type[PlayedCudaBackend] = PlayedCudaBackend) -> Cleanup:
    opened: dict[str, Device] = {}
    patch.setattr(device, "_opened", opened)
    patch.setattr(device, "create_backend", lambda name: kind())
    patch.setitem(FUNCTIONS, "faults", _faults)

    def close() -> None:
        for one in opened.values():
            one.shutdown(10)

    return close


def _on_a_gpu_that_faults(patch: pytest.MonkeyPatch) -> Cleanup:
    return _on_a_played_gpu(patch, _FaultingBackend)


class _FullBackend(PlayedCudaBackend):
    """A GPU whose driver refuses the next allocation for a reason that nobody foresees."""

    def __init__(self) -> None:
        super().__init__()
        self.fake.fail("cuMemAllocAsync", "CUDA_ERROR_OPERATING_SYSTEM")
        self.fake.fail("cuMemAlloc", "CUDA_ERROR_OPERATING_SYSTEM")


def _on_a_gpu_that_refuses(patch: pytest.MonkeyPatch) -> Cleanup:
    return _on_a_played_gpu(patch, _FullBackend)


def _with_a_rustc(patch: pytest.MonkeyPatch, **played: Any) -> Cleanup:
    folder = tempfile.TemporaryDirectory()
    rustc = PlayedRustc(Path(folder.name), **played)
    patch.setenv("RUSTC", str(rustc.program))
    patch.setattr(rust, "_store", lambda: Store(None))
    return folder.cleanup


def _with_a_rustc_that_refuses(patch: pytest.MonkeyPatch) -> Cleanup:
    return _with_a_rustc(patch, error=MISMATCH)


def _with_an_old_rustc(patch: pytest.MonkeyPatch) -> Cleanup:
    return _with_a_rustc(patch, release="1.82.0")


def _with_recorded_mir(code: str) -> Callable[[pytest.MonkeyPatch], Cleanup | None]:
    text = (HERE / "pages" / f"{code}.mir").read_text(encoding="utf-8")
    return lambda patch: _with_a_rustc(patch, mir=text)


def _with_checked_accesses(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(settings, "_current", None)
    patch.setenv("PERICLASE_RUNTIME_CHECK_ACCESSES", "on")


def _without_rustc(patch: pytest.MonkeyPatch) -> None:
    patch.delenv("RUSTC", raising=False)
    patch.setenv("PATH", "")


STAGES: dict[str, Callable[[pytest.MonkeyPatch], Cleanup | None]] = {
    **{code: _with_recorded_mir(code) for code in ("PC0321", "PC0322", "PC0323")},
    "PC0340": _with_a_rustc_that_refuses,
    "PC0341": _with_an_old_rustc,
    "PC0342": _without_rustc,
    "PC0521": _without_tools,
    "PC0524": _without_libdevice,
    "PC0604": _with_a_pass_that_is_not_there,
    "PC0622": _with_invalid_ir,
    "PC0708": _while_another_writes,
    "PC0709": _with_checked_accesses,
    "PC0740": _without_the_binding,
    "PC0741": _on_a_gpu_that_refuses,
    "PC0742": _on_a_gpu_that_faults,
    "PC0744": _on_a_played_gpu,
    "PC0805": _on_a_terminal,
    "PC0807": _with_a_fault,
    "PC0810": _with_a_changed_example,
}
"""By code, with what has to be done at the end, if anything; the other examples need nothing."""
