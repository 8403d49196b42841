"""The driver API as `cuda.bindings.driver` gives it: found with one clear sentence, and called with errors as diagnostics.

Sources: CUDA Driver API reference manual 13.x (the error codes and which of them stay), and the binding's own docstrings.
"""

from __future__ import annotations

import importlib
from typing import Any, Final

from periclase.diagnostics import Diagnostic, DiagnosticError, LaunchError

STICKY: Final = frozenset(
    {
        "CUDA_ERROR_NOT_INITIALIZED",  # a process that was forked from one with a context
        "CUDA_ERROR_DEINITIALIZED",
        "CUDA_ERROR_DEVICE_UNAVAILABLE",
        "CUDA_ERROR_ECC_UNCORRECTABLE",
        "CUDA_ERROR_NVLINK_UNCORRECTABLE",
        "CUDA_ERROR_CONTAINED",
        "CUDA_ERROR_ILLEGAL_ADDRESS",
        "CUDA_ERROR_LAUNCH_TIMEOUT",
        "CUDA_ERROR_CONTEXT_IS_DESTROYED",
        "CUDA_ERROR_ASSERT",
        "CUDA_ERROR_HARDWARE_STACK_ERROR",
        "CUDA_ERROR_ILLEGAL_INSTRUCTION",
        "CUDA_ERROR_MISALIGNED_ADDRESS",
        "CUDA_ERROR_INVALID_ADDRESS_SPACE",
        "CUDA_ERROR_INVALID_PC",
        "CUDA_ERROR_LAUNCH_FAILED",
        "CUDA_ERROR_TENSOR_MEMORY_LEAK",
        "CUDA_ERROR_MPS_CLIENT_TERMINATED",
        "CUDA_ERROR_EXTERNAL_DEVICE",
        "CUDA_ERROR_UNKNOWN",
    }
)
"""Errors after which every call in the context fails: it is lost. Most of them tell of a kernel that ran long before."""

NOT_READY: Final = "CUDA_ERROR_NOT_READY"
"""No error at all: what `cuEventQuery` says of work that is not over."""

OUT_OF_MEMORY: Final = "CUDA_ERROR_OUT_OF_MEMORY"

_TRAPPED: Final = (
    "a thread trapped (an index out of bounds, say); run the kernel on the CPU device to see where"
)

HELP: Final = {
    "CUDA_ERROR_ILLEGAL_ADDRESS": "a kernel used an address outside its buffers; run it on the CPU device to see where",
    "CUDA_ERROR_MISALIGNED_ADDRESS": "a kernel used an address that its type is not aligned to",
    "CUDA_ERROR_LAUNCH_FAILED": _TRAPPED,
    "CUDA_ERROR_ILLEGAL_INSTRUCTION": _TRAPPED,
    "CUDA_ERROR_ASSERT": "an assertion in a kernel failed; run it on the CPU device to see where",
    "CUDA_ERROR_LAUNCH_TIMEOUT": "the GPU also drives a display, whose watchdog ends long kernels: make them shorter",
    "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES": "a block of this shape needs more registers than there are: make blocks smaller, "
    "or give the kernel launch bounds",
    "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE": "all blocks of a cooperative launch are on the device at once: launch fewer",
    "CUDA_ERROR_UNSUPPORTED_PTX_VERSION": "the driver is older than the PTX: update it",
    "CUDA_ERROR_NO_BINARY_FOR_GPU": "the code was made for another GPU",
    "CUDA_ERROR_NOT_INITIALIZED": "a process that was forked from one with a CUDA context can not use it: open the device after "
    "the fork, or start processes with `spawn`",
}
"""What a user can do about an error, by its name."""

GET_IT: Final = 'pip install "periclase[cuda]"'


class CudaError(DiagnosticError):
    """A call of the driver failed.

    Attributes:
        call: the function, `cuLaunchKernelEx`.
        name: the error's name, `CUDA_ERROR_INVALID_VALUE`; of a function that the driver lacks `CUDA_ERROR_NOT_FOUND`.
    """

    def __init__(self, diagnostics: Any, call: str = "", name: str = ""):
        super().__init__(diagnostics)
        self.call = call
        self.name = name

    def __reduce__(self) -> tuple[Any, ...]:
        return CudaError, (self.diagnostics, self.call, self.name)

    @property
    def sticky(self) -> bool:
        """Whether the context is lost with it."""
        return self.name in STICKY


class Driver:
    """The driver's functions, called by name: a value, a tuple of values, or None; an error is raised.

    Attributes:
        binding: `cuda.bindings.driver`, for its enumerations and structures.
    """

    __slots__ = ("binding",)

    def __init__(self, binding: Any):
        self.binding = binding

    def call(self, name: str, *arguments: Any) -> Any:
        """Call `name`.

        Raises:
            CudaError: anything but success.
        """
        try:
            result = getattr(self.binding, name)(*arguments)
        except (AttributeError, RuntimeError, ValueError) as error:
            raise self._unknown(name, error) from None
        if result[0]:
            raise self.error(name, result[0])
        count = len(result)
        if count == 2:
            return result[1]
        return None if count == 1 else result[1:]

    def query(self, event: Any) -> bool:
        """Whether what `event` was recorded behind is over.

        Raises:
            CudaError: it can not be told.
        """
        try:
            status = self.binding.cuEventQuery(event)[0]
        except (AttributeError, RuntimeError, ValueError) as error:
            raise self._unknown("cuEventQuery", error) from None
        if not status:
            return True
        if status.name == NOT_READY:
            return False
        raise self.error("cuEventQuery", status)

    def error(self, call: str, status: Any) -> CudaError:
        """The error that `call` gave, with the driver's own description."""
        name = str(getattr(status, "name", status))
        description = self._description(status)
        return CudaError(
            Diagnostic(
                "PC0741",
                f"{call} failed: {name}" + (f" ({description})" if description else ""),
                help=HELP.get(name),
            ),
            call,
            name,
        )

    def _description(self, status: Any) -> str:
        try:
            failed, text = self.binding.cuGetErrorString(status)
            return "" if failed or not text else bytes(text).decode(errors="replace")
        except Exception:  # the description of an error must not become an error
            return ""

    def _unknown(self, call: str, error: Exception) -> CudaError:
        """A function or an error code that the installed driver or binding does not know."""
        if isinstance(error, ValueError):
            name, message = (
                "CUDA_ERROR_UNKNOWN",
                f"{call} failed with an error that `cuda-bindings` does not know: {error}",
            )
        else:
            name, message = (
                "CUDA_ERROR_NOT_FOUND",
                f"the installed CUDA driver or `cuda-bindings` has no {call}: {error}",
            )
        return CudaError(Diagnostic("PC0741", message), call, name)


def _missing(message: str) -> LaunchError:
    return LaunchError(Diagnostic("PC0740", message))


def load_driver() -> Driver:
    """The driver of this machine, initialised.

    Raises:
        LaunchError: PC0740, one sentence that says what is missing and how to get it.
    """
    try:
        binding = importlib.import_module("cuda.bindings.driver")
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "cuda":
            raise _missing(
                f"CUDA's Python binding can not be imported ({error}); install it again: {GET_IT}"
            ) from error
        raise _missing(
            f"CUDA needs the Python package `cuda-bindings`, which is not installed: {GET_IT}"
        ) from None
    except Exception as error:
        raise _missing(
            f"CUDA's Python binding can not be imported ({error}); install it again: {GET_IT}"
        ) from error
    return initialised(Driver(binding))


def initialised(driver: Driver) -> Driver:
    """`driver`, after `cuInit`.

    Raises:
        LaunchError: PC0740, as for `load_driver`.
    """
    try:
        (status,) = driver.binding.cuInit(0)
    except (
        Exception
    ):  # the binding's own exceptions, which differ between its versions: there is no driver library
        raise _missing(
            "CUDA needs NVIDIA's driver, whose library (libcuda.so.1, or nvcuda.dll) is not on this machine: install the driver "
            "for its GPU from https://www.nvidia.com/drivers"
        ) from None
    if not status:
        return driver
    if status.name == "CUDA_ERROR_NO_DEVICE":
        raise _missing(
            "the NVIDIA driver finds no GPU on this machine: plug one in, or look whether CUDA_VISIBLE_DEVICES hides it"
        )
    if status.name == "CUDA_ERROR_STUB_LIBRARY":
        raise _missing(
            "the CUDA library that was found is a stub of the toolkit, not a driver: take its folder out of the search path for "
            "libraries, or install the driver from https://www.nvidia.com/drivers"
        )
    raise LaunchError(driver.error("cuInit", status).diagnostics)
