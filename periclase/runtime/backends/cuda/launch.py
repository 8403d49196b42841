"""One launch by the driver: grid, block, clusters, cooperation, shared memory, and the array of pointers to the arguments."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from periclase.diagnostics import Diagnostic, LaunchError
from periclase.runtime.artifact import ParameterKind
from periclase.runtime.backends.cuda.driver import CudaError
from periclase.runtime.backends.cuda.occupancy import active_blocks, active_clusters

if TYPE_CHECKING:
    from periclase.runtime.artifact import Artifact, Parameter
    from periclase.runtime.backends.cuda.context import Context

_SLOT: Final = 8
"""Bytes of an argument's slot. Values are little-endian, so a narrow one is found at the slot's own address."""

_WITHOUT_OPT_IN: Final = 48 * 1024
"""Dynamic shared memory of a block that needs no permission (CUDA C++ Programming Guide, "Shared Memory" of sm_70 and on)."""

_PORTABLE_CLUSTER: Final = 8
"""Blocks of a cluster that every GPU with clusters takes."""


_NOT_TOGETHER: Final = frozenset(
    ("CUDA_ERROR_INVALID_VALUE", "CUDA_ERROR_NOT_SUPPORTED", "CUDA_ERROR_INVALID_CLUSTER_SIZE")
)
"""What a driver may say of a launch with two attributes that do not go together."""


def _offsets(parameters: Sequence[Parameter]) -> tuple[int, ...]:
    """Where in the slots each parameter of the function begins; empty where each slot is one."""
    if all(parameter.kind is not ParameterKind.BYTES for parameter in parameters):
        return ()
    found: list[int] = []
    start = 0
    for parameter in parameters:
        # A slice is two parameters, what is passed as bytes a single one.
        stop = start + _SLOT * parameter.slots
        found += (start,) if parameter.kind is ParameterKind.BYTES else range(start, stop, _SLOT)
        start = stop
    return tuple(found)


class Launcher:
    """Launches one function. The context's lock is held around all calls, so the memory of arguments is made once.

    Attributes:
        function: the driver's `CUfunction`.
        cluster: blocks of a cluster in x, y, z, or None.
        cooperative: whether all blocks have to be on the device at once.
    """

    __slots__ = (
        "_config",
        "_context",
        "_name",
        "_offsets",
        "_pointers",
        "_shared_allowed",
        "_slots",
        "_static_shared",
        "cluster",
        "cooperative",
        "function",
    )

    def __init__(self, context: Context, artifact: Artifact, function: Any):
        """The context is current.

        Raises:
            DiagnosticError: the driver fails, or the device has no clusters or no cooperative launches.
        """
        self._context = context
        self._name = artifact.kernel
        self.function = function
        self.cluster = artifact.cluster
        self.cooperative = artifact.cooperative
        self._static_shared = self.attribute("SHARED_SIZE_BYTES")
        self._shared_allowed = _WITHOUT_OPT_IN - self._static_shared
        self._slots: Any = None
        self._pointers: Any = None
        self._offsets = _offsets(artifact.parameters)
        self._config: Any = context.driver.binding.CUlaunchConfig()
        self._set_attributes()

    def attribute(self, name: str) -> int:
        """The function's attribute `CU_FUNC_ATTRIBUTE_<name>`. The context is current.

        Raises:
            DiagnosticError: the driver fails.
        """
        kind = getattr(self._context.driver.binding.CUfunction_attribute, f"CU_FUNC_ATTRIBUTE_{name}")
        return int(self._context.call("cuFuncGetAttribute", kind, self.function))

    def _set_attributes(self) -> None:
        binding, gpu = self._context.driver.binding, self._context.gpu
        attributes: list[Any] = []
        if self.cluster is not None:
            if not gpu.attribute("CLUSTER_LAUNCH"):
                self._refuse(
                    "is launched in clusters, which this GPU does not have (compute capability 9.0 and later do)"
                )
            x, y, z = self.cluster
            if x * y * z > _PORTABLE_CLUSTER:
                kind = binding.CUfunction_attribute.CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED
                self._context.call("cuFuncSetAttribute", self.function, kind, 1)
            cluster = binding.CUlaunchAttribute()
            cluster.id = binding.CUlaunchAttributeID.CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION
            value = cluster.value
            value.clusterDim.x, value.clusterDim.y, value.clusterDim.z = x, y, z
            attributes.append(cluster)
        if self.cooperative:
            if not gpu.attribute("COOPERATIVE_LAUNCH"):
                self._refuse("is a cooperative kernel, which this GPU can not launch")
            cooperative = binding.CUlaunchAttribute()
            cooperative.id = binding.CUlaunchAttributeID.CU_LAUNCH_ATTRIBUTE_COOPERATIVE
            cooperative.value.cooperative = 1
            attributes.append(cooperative)
        self._config.attrs = attributes
        self._config.numAttrs = len(attributes)

    def enqueue(
        self,
        handle: Any,
        grid: tuple[int, int, int],
        block: tuple[int, int, int],
        shared_bytes: int,
        slots: bytes | bytearray,
    ) -> None:
        """Launch on the stream `handle`. The context is current.

        Raises:
            DiagnosticError: it was refused, and nothing was enqueued.
        """
        if self.cluster is not None:
            self._check_clusters(grid, self.cluster)
        if shared_bytes > self._shared_allowed:
            self._allow_shared(shared_bytes)
        config = self._config
        config.gridDimX, config.gridDimY, config.gridDimZ = grid
        config.blockDimX, config.blockDimY, config.blockDimZ = block
        config.sharedMemBytes = shared_bytes
        config.hStream = handle
        try:
            self._context.call("cuLaunchKernelEx", config, self.function, self._arguments(slots), 0)
        except CudaError as error:
            raise self._told(error, block, shared_bytes) from None

    def _arguments(self, slots: bytes | bytearray) -> int:
        """The address of the pointers to the arguments. The driver copies these before it returns."""
        if not slots:
            return 0
        if self._slots is None or len(self._slots) != len(slots):
            self._slots = (ctypes.c_char * len(slots))()
            start = ctypes.addressof(self._slots)
            offsets = self._offsets or range(0, len(slots), _SLOT)
            self._pointers = (ctypes.c_void_p * len(offsets))(*[start + offset for offset in offsets])
        self._slots[:] = bytes(slots)
        return ctypes.addressof(self._pointers)

    def _check_clusters(self, grid: tuple[int, int, int], cluster: tuple[int, int, int]) -> None:
        if any(extent % blocks for extent, blocks in zip(grid, cluster, strict=True)):
            raise LaunchError(
                Diagnostic(
                    "PC0403",
                    f"`{self._name}` is launched in clusters of {cluster} blocks, which a grid of {grid} is no multiple of",
                )
            )

    def _allow_shared(self, shared_bytes: int) -> None:
        most = self._context.gpu.attribute("MAX_SHARED_MEMORY_PER_BLOCK_OPTIN") - self._static_shared
        if shared_bytes > most:
            raise LaunchError(
                Diagnostic(
                    "PC0410",
                    f"`{self._name}` asks for {shared_bytes} bytes of dynamic shared memory; a block of this GPU has {most}"
                    + (f" besides {self._static_shared} static ones" if self._static_shared else ""),
                )
            )
        kind = self._context.driver.binding.CUfunction_attribute
        self._context.call(
            "cuFuncSetAttribute",
            self.function,
            kind.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
            shared_bytes,
        )
        self._shared_allowed = shared_bytes

    def _told(self, error: CudaError, block: tuple[int, int, int], shared_bytes: int) -> CudaError:
        diagnostic = error.diagnostic.with_note(f"it was a launch of `{self._name}` with blocks of {block}")
        if error.name == "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE":
            try:
                there = self._resident(block, shared_bytes)
                diagnostic = diagnostic.with_note(f"{there} blocks of this shape are on the device at once")
            except CudaError:
                pass  # the error at hand is the one to tell
        elif self.cooperative and self.cluster is not None and error.name in _NOT_TOGETHER:
            # Compute capability 9.0 launches clusters that cooperate; of 12.0 it is reported that it refuses them like this.
            diagnostic = diagnostic.with_note(
                "it is launched both in clusters and cooperatively, which not every GPU with clusters does: leave one out"
            )
        return CudaError(diagnostic, error.call, error.name)

    def _resident(self, block: tuple[int, int, int], shared_bytes: int) -> int:
        """How many blocks are on the device at once; of clusters only whole ones count.

        Raises:
            DiagnosticError: the driver fails.
        """
        if self.cluster is None:
            x, y, z = block
            there = active_blocks(self._context, self.function, x * y * z, shared_bytes)
            return there * self._context.gpu.attribute("MULTIPROCESSOR_COUNT")
        x, y, z = self.cluster
        clusters = active_clusters(
            self._context, self.function, self.cluster, block, self.cluster, shared_bytes
        )
        return clusters * x * y * z

    def _refuse(self, what: str) -> None:
        raise LaunchError(Diagnostic("PC0704", f"`{self._name}` {what}"))
