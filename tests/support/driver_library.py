"""A `libcuda.so.1` whose functions are those of the driver's stand-in: so the real binding is asked to take our calls.

What the stand-in can not know is what `cuda.bindings` makes of arguments: which types it takes, how it lays out structures, lists
of options and arrays of pointers. Here a small library is compiled and loaded in the place of NVIDIA's. It gives the binding
functions made by `ctypes` from the driver's C declarations; each hands its arguments to a `FakeDriver`, and what that gives back
to where the pointers point. To be used in a process of its own: nobody in it can load another driver afterwards.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import fake_cuda_driver
from fake_cuda_driver import CUresult, FakeDriver

COMPILER = shutil.which("cc")

_SOURCE = """
#include <string.h>
static void *(*find)(const char *);
void set_find(void *(*function)(const char *)) { find = function; }
static int not_supported(void) { return 801; }
int cuGetProcAddress_v2(const char *name, void **function, int version, unsigned long long flags, int *status) {
    void *found = find(name);
    if (!strcmp(name, "cuGetProcAddress")) found = (void *)cuGetProcAddress_v2;
    *function = found ? found : (void *)not_supported;
    if (status) *status = 0;
    return 0;
}
"""

_POINTER, _INT = ctypes.c_void_p, ctypes.c_int
_TYPES: dict[str, Any] = {
    "int": _INT,
    "uint": ctypes.c_uint,
    "size": ctypes.c_size_t,
    "u64": ctypes.c_uint64,
    "address": ctypes.c_uint64,
    "host": _POINTER,
    "handle": _POINTER,
    "text": ctypes.c_char_p,
    "float": ctypes.c_float,
}

# The parameters in C's order; `*` before what is written to.
_DECLARATIONS = """
cuInit uint
cuDeviceGetCount *int
cuDeviceGet *int int
cuDeviceTotalMem *size int
cuDeviceGetAttribute *int CUdevice_attribute int
cuDevicePrimaryCtxRetain *handle int
cuDevicePrimaryCtxRelease int
cuDevicePrimaryCtxReset int
cuCtxPushCurrent handle
cuCtxPopCurrent *handle
cuCtxSynchronize
cuModuleUnload handle
cuModuleGetFunction *handle handle text
cuModuleGetGlobal *address *size handle text
cuMemHostGetDevicePointer *address host uint
cuFuncGetAttribute *int CUfunction_attribute handle
cuFuncSetAttribute handle CUfunction_attribute int
cuMemAlloc *address size
cuMemFree address
cuPointerGetAttribute *int CUpointer_attribute address
cuMemAllocAsync *address size handle
cuMemFreeAsync address handle
cuMemHostRegister host size uint
cuMemHostUnregister host
cuMemcpyHtoDAsync address host size handle
cuMemcpyDtoHAsync host address size handle
cuMemcpyDtoDAsync address address size handle
cuStreamCreate *handle uint
cuStreamDestroy handle
cuStreamSynchronize handle
cuStreamWaitEvent handle handle uint
cuEventCreate *handle uint
cuEventDestroy handle
cuEventRecord handle handle
cuEventQuery handle
cuEventElapsedTime *float handle handle
cuStreamBeginCapture handle CUstreamCaptureMode
cuStreamEndCapture handle *handle
cuGraphNodeGetType handle *int
cuGraphInstantiate *handle handle u64
cuGraphLaunch handle handle
cuGraphDestroy handle
cuGraphExecDestroy handle
cuOccupancyMaxActiveBlocksPerMultiprocessor *int handle int size
"""


class _Dim(ctypes.Structure):
    _fields_ = (("x", ctypes.c_uint), ("y", ctypes.c_uint), ("z", ctypes.c_uint))


class _Value(ctypes.Union):
    _fields_ = (("pad", ctypes.c_char * 64), ("cluster", _Dim), ("cooperative", _INT))


class _Attribute(ctypes.Structure):
    _fields_ = (("id", _INT), ("pad", ctypes.c_char * 4), ("value", _Value))


class _Config(ctypes.Structure):
    _fields_ = (
        ("grid", _Dim),
        ("block", _Dim),
        ("shared", ctypes.c_uint),
        ("stream", _POINTER),
        ("attributes", ctypes.POINTER(_Attribute)),
        ("count", ctypes.c_uint),
    )


class Library:
    """The functions in front of one stand-in."""

    def __init__(self, fake: FakeDriver):
        self.fake = fake
        self._objects: dict[int, Any] = {}
        self._kept: list[Any] = []
        self.functions: dict[str, int] = {}
        for line in _DECLARATIONS.strip().splitlines():
            name, *kinds = line.split()
            self._put(name, self._plain(name, kinds), [self._type(kind) for kind in kinds])
        self.functions["cuGraphInstantiateWithFlags"] = self.functions["cuGraphInstantiate"]
        integers, pointers = ctypes.POINTER(_INT), ctypes.POINTER(_POINTER)
        self._put("cuGetErrorString", self._error_string, [_INT, ctypes.POINTER(ctypes.c_char_p)])
        self._put("cuDeviceGetName", self._device_name, [_POINTER, _INT, _INT])
        self._put("cuModuleLoadDataEx", self._load, [pointers, _POINTER, ctypes.c_uint, integers, pointers])
        self._put("cuLaunchKernelEx", self._launch, [ctypes.POINTER(_Config), _POINTER, _POINTER, _POINTER])
        self._put("cuGraphGetNodes", self._nodes, [_POINTER, pointers, ctypes.POINTER(ctypes.c_size_t)])
        self._put("cuThreadExchangeStreamCaptureMode", self._exchange, [integers])
        self._put(
            "cuStreamGetCaptureInfo",
            self._capture_info,
            [_POINTER, integers, *[_POINTER] * 2, ctypes.POINTER(_POINTER), *[_POINTER] * 2],
        )
        self._put(
            "cuStreamUpdateCaptureDependencies",
            self._set_dependencies,
            [_POINTER, pointers, _POINTER, ctypes.c_size_t, ctypes.c_uint],
        )
        self._put(
            "cuOccupancyMaxPotentialBlockSize",
            self._best_block,
            [integers, integers, _POINTER, _POINTER, ctypes.c_size_t, _INT],
        )
        self._put(
            "cuOccupancyMaxActiveClusters", self._clusters, [integers, _POINTER, ctypes.POINTER(_Config)]
        )

    def load(self, folder: Path) -> Any:
        """The binding, on this driver."""
        (folder / "driver.c").write_text(_SOURCE)
        path = folder / "libcuda.so.1"
        assert COMPILER is not None
        command = [COMPILER, "-shared", "-fPIC", "-Wl,-soname,libcuda.so.1", "-o", path, folder / "driver.c"]
        subprocess.run(command, check=True, timeout=60)
        library = ctypes.CDLL(str(path), mode=ctypes.RTLD_GLOBAL)  # found by its name from here on
        find = ctypes.CFUNCTYPE(_POINTER, ctypes.c_char_p)(lambda name: self.functions.get(name.decode()))
        self._kept.append(find)
        library.set_find(find)
        from cuda.bindings import driver

        return driver

    @staticmethod
    def _type(kind: str) -> Any:
        if kind.startswith("*"):
            return ctypes.POINTER(_TYPES[kind[1:]])
        return _TYPES.get(kind, _INT)  # else an enumeration

    def _put(self, name: str, function: Callable[..., int], types: Sequence[Any]) -> None:
        def called(*arguments: Any) -> int:
            try:
                return int(function(*arguments))
            except BaseException:
                traceback.print_exc()
                return int(CUresult["CUDA_ERROR_UNKNOWN"])

        made = ctypes.CFUNCTYPE(_INT, *types)(called)
        self._kept.append(made)
        address = ctypes.cast(made, _POINTER).value
        assert address is not None
        self.functions[name] = address

    def _number(self, value: Any) -> int:
        number = 0x10_0000 + int(value) if hasattr(value, "__int__") else id(value)
        self._objects[number] = value
        return number

    def _plain(self, name: str, kinds: Sequence[str]) -> Callable[..., int]:
        def called(*arguments: Any) -> int:
            given: list[Any] = []
            for kind, argument in zip(kinds, arguments, strict=True):
                if kind == "handle":
                    given.append(self._objects.get(argument, argument))
                elif kind not in _TYPES and kind[0] != "*":
                    given.append(getattr(self.fake, kind)(argument))
                elif kind[0] != "*":
                    given.append(argument)
            status, *values = getattr(self.fake, name)(*given)
            if not status:
                outputs = [(k[1:], a) for k, a in zip(kinds, arguments, strict=True) if k[0] == "*"]
                for (kind, pointer), value in zip(outputs, values, strict=True):
                    pointer[0] = (
                        self._number(value) if kind == "handle" else value if kind == "float" else int(value)
                    )
            return status

        return called

    def _error_string(self, code: int, out: Any) -> int:
        text = ctypes.c_char_p(self.fake.cuGetErrorString(code)[1])
        self._kept.append(text)
        out[0] = text
        return 0

    def _device_name(self, out: int, length: int, device: int) -> int:
        status, name = self.fake.cuDeviceGetName(length, device)
        if not status:
            ctypes.memmove(out, name, length)
        return status

    def _load(self, out: Any, image: int, count: int, options: Any, values: Any) -> int:
        kinds = [self.fake.CUjit_option(options[index]) for index in range(count)]
        sizes = [values[i] or 0 for i, kind in enumerate(kinds) if kind.name.endswith("_SIZE_BYTES")]
        logs = [values[i] for i, kind in enumerate(kinds) if kind.name.endswith("_BUFFER")]
        texts = iter([bytearray(size) for size in sizes])
        told = [
            next(texts) if kind.name.endswith("_BUFFER") else values[i] or 0 for i, kind in enumerate(kinds)
        ]
        status, module = self.fake.cuModuleLoadDataEx(ctypes.string_at(image) + b"\0", count, kinds, told)
        for address, text in zip(logs, (each for each in told if isinstance(each, bytearray)), strict=True):
            ctypes.memmove(address, bytes(text), len(text))
        if not status:
            out[0] = self._number(module)
        return status

    def _config(self, config: Any) -> Any:
        told, made = config[0], fake_cuda_driver.CUlaunchConfig()
        made.gridDimX, made.gridDimY, made.gridDimZ = told.grid.x, told.grid.y, told.grid.z
        made.blockDimX, made.blockDimY, made.blockDimZ = told.block.x, told.block.y, told.block.z
        made.sharedMemBytes, made.numAttrs = told.shared, told.count
        made.hStream = self._objects.get(told.stream)
        for each in told.attributes[: told.count]:
            attribute = fake_cuda_driver.CUlaunchAttribute()
            attribute.id = self.fake.CUlaunchAttributeID(each.id)
            if attribute.id.name.endswith("CLUSTER_DIMENSION"):
                size = each.value.cluster
                attribute.value.clusterDim = fake_cuda_driver.Dim(size.x, size.y, size.z)
            else:
                attribute.value.cooperative = each.value.cooperative
            made.attrs.append(attribute)
        return made

    def _launch(self, config: Any, function: int, parameters: int | None, extra: int | None) -> int:
        assert not extra
        return self.fake.cuLaunchKernelEx(self._config(config), self._objects[function], parameters or 0, 0)[
            0
        ]

    def _nodes(self, graph: int, out: Any, count: Any) -> int:
        status, nodes, found = self.fake.cuGraphGetNodes(self._objects[graph], count[0] if out else 0)
        if not status:
            for index, node in enumerate(nodes):
                out[index] = self._number(node)
            count[0] = found
        return status

    def _exchange(self, mode: Any) -> int:
        status, before = self.fake.cuThreadExchangeStreamCaptureMode(mode[0])
        if not status:
            mode[0] = int(before)
        return status

    def _capture_info(
        self, stream: int, status: Any, id: int, graph: int, nodes: Any, edges: int, count: int
    ) -> int:
        failed, told, *_, newest, _, number = self.fake.cuStreamGetCaptureInfo(self._objects[stream])
        if not failed:
            status[0] = int(told)
            found = (_POINTER * max(1, number))(*[self._number(node) for node in newest])
            self._kept.append(found)
            nodes[0] = ctypes.addressof(found)
            zeros = (ctypes.c_char * (8 * max(1, number)))()
            self._kept.append(zeros)
            _POINTER.from_address(edges).value = ctypes.addressof(zeros)
            ctypes.c_size_t.from_address(count).value = number
        return failed

    def _set_dependencies(self, stream: int, nodes: Any, edges: int | None, count: int, flags: int) -> int:
        assert edges is None
        given = [self._objects[nodes[index]] for index in range(count)]
        return self.fake.cuStreamUpdateCaptureDependencies(self._objects[stream], given, None, count, flags)[
            0
        ]

    def _best_block(
        self, grid: Any, block: Any, function: int, callback: int, shared: int, limit: int
    ) -> int:
        assert not callback
        status, *found = self.fake.cuOccupancyMaxPotentialBlockSize(
            self._objects[function], None, shared, limit
        )
        if not status:
            grid[0], block[0] = found
        return status

    def _clusters(self, out: Any, function: int, config: Any) -> int:
        status, found = self.fake.cuOccupancyMaxActiveClusters(self._objects[function], self._config(config))
        if not status:
            out[0] = found
        return status
