"""What a machine is made to be like for the example on a diagnostic's page: without NVIDIA's tools, or with a played driver."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint

import diagnostic_examples
import numpy as np
import pytest
from xdsl.utils.exceptions import VerifyException

from periclase.codegen import assembler, libdevice, llvm_ir
from periclase.ir import registry
from periclase.runtime.device import Device
from periclase.tools import demo, stages


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
                yield replace(workload, reference=lambda: np.zeros(1, np.float32))

    real = demo.demo_workloads
    patch.setattr(demo, "demo_workloads", changed)


def _on_a_terminal(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(diagnostic_examples, "on_terminal", True)


STAGES: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "PC0521": _without_tools,
    "PC0524": _without_libdevice,
    "PC0604": _with_a_pass_that_is_not_there,
    "PC0622": _with_invalid_ir,
    "PC0805": _on_a_terminal,
    "PC0807": _with_a_fault,
    "PC0810": _with_a_changed_example,
}
"""By code; the other examples need nothing."""
