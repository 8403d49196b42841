"""Functions that are typed by numba's rules: which rules these are, and a device function made of any Python function."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from periclase.kernel import DeviceFunction, KernelOptions

RULES = "periclase.compat.numba_cuda.typing_rules:NumbaTyping"
"""What types a function whose options name it (`periclase.kernel.KernelOptions.rules`)."""

OPTIONS = KernelOptions(rules=RULES)


def device_function(function: FunctionType) -> DeviceFunction[..., Any]:
    """A plain function as a device function by numba's rules."""
    return DeviceFunction(function, OPTIONS)
