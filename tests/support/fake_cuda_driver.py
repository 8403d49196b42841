"""A stand-in for `cuda.bindings.driver`: a GPU of Python objects that keeps the driver's rules and writes down every call.

Streams are queues in virtual time, memory is host memory, a kernel is a Python function found by its PTX entry's name. Work
runs when somebody asks for its end, unless its stream is held (`hold`): then whoever asks is told that it is not over. Any
function can be made to fail with any code (`fail`). Breaking a rule of the driver gives the driver's error: no current context,
a handle of another context, an event that was captured, a query of a stream that records, a call that a capture forbids
(`begin_foreign_capture`). The last release of the primary context destroys it with all that is in it.

The names and parameters are those of the binding; a test compares them where it is installed.
"""

from __future__ import annotations

import contextlib
import ctypes
import enum
import functools
import re
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

_CODES = """
SUCCESS=0 ERROR_INVALID_VALUE=1 ERROR_OUT_OF_MEMORY=2 ERROR_NOT_INITIALIZED=3 ERROR_DEINITIALIZED=4
ERROR_PROFILER_DISABLED=5 ERROR_PROFILER_NOT_INITIALIZED=6 ERROR_PROFILER_ALREADY_STARTED=7
ERROR_PROFILER_ALREADY_STOPPED=8 ERROR_STUB_LIBRARY=34 ERROR_CALL_REQUIRES_NEWER_DRIVER=36 ERROR_DEVICE_UNAVAILABLE=46
ERROR_MULTICAST_RESOURCE_FULL=47 ERROR_NO_DEVICE=100 ERROR_INVALID_DEVICE=101 ERROR_DEVICE_NOT_LICENSED=102
ERROR_INVALID_IMAGE=200 ERROR_INVALID_CONTEXT=201 ERROR_CONTEXT_ALREADY_CURRENT=202 ERROR_MAP_FAILED=205
ERROR_UNMAP_FAILED=206 ERROR_ARRAY_IS_MAPPED=207 ERROR_ALREADY_MAPPED=208 ERROR_NO_BINARY_FOR_GPU=209
ERROR_ALREADY_ACQUIRED=210 ERROR_NOT_MAPPED=211 ERROR_NOT_MAPPED_AS_ARRAY=212 ERROR_NOT_MAPPED_AS_POINTER=213
ERROR_ECC_UNCORRECTABLE=214 ERROR_UNSUPPORTED_LIMIT=215 ERROR_CONTEXT_ALREADY_IN_USE=216
ERROR_PEER_ACCESS_UNSUPPORTED=217 ERROR_INVALID_PTX=218 ERROR_INVALID_GRAPHICS_CONTEXT=219
ERROR_NVLINK_UNCORRECTABLE=220 ERROR_JIT_COMPILER_NOT_FOUND=221 ERROR_UNSUPPORTED_PTX_VERSION=222
ERROR_JIT_COMPILATION_DISABLED=223 ERROR_UNSUPPORTED_EXEC_AFFINITY=224 ERROR_UNSUPPORTED_DEVSIDE_SYNC=225
ERROR_CONTAINED=226 ERROR_INSUFFICIENT_LOADER_VERSION=227 ERROR_INVALID_SOURCE=300 ERROR_FILE_NOT_FOUND=301
ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND=302 ERROR_SHARED_OBJECT_INIT_FAILED=303 ERROR_OPERATING_SYSTEM=304
ERROR_INVALID_HANDLE=400 ERROR_ILLEGAL_STATE=401 ERROR_LOSSY_QUERY=402 ERROR_NOT_FOUND=500 ERROR_NOT_READY=600
ERROR_ILLEGAL_ADDRESS=700 ERROR_LAUNCH_OUT_OF_RESOURCES=701 ERROR_LAUNCH_TIMEOUT=702
ERROR_LAUNCH_INCOMPATIBLE_TEXTURING=703 ERROR_PEER_ACCESS_ALREADY_ENABLED=704 ERROR_PEER_ACCESS_NOT_ENABLED=705
ERROR_PRIMARY_CONTEXT_ACTIVE=708 ERROR_CONTEXT_IS_DESTROYED=709 ERROR_ASSERT=710 ERROR_TOO_MANY_PEERS=711
ERROR_HOST_MEMORY_ALREADY_REGISTERED=712 ERROR_HOST_MEMORY_NOT_REGISTERED=713 ERROR_HARDWARE_STACK_ERROR=714
ERROR_ILLEGAL_INSTRUCTION=715 ERROR_MISALIGNED_ADDRESS=716 ERROR_INVALID_ADDRESS_SPACE=717 ERROR_INVALID_PC=718
ERROR_LAUNCH_FAILED=719 ERROR_COOPERATIVE_LAUNCH_TOO_LARGE=720 ERROR_TENSOR_MEMORY_LEAK=721 ERROR_NOT_PERMITTED=800
ERROR_NOT_SUPPORTED=801 ERROR_SYSTEM_NOT_READY=802 ERROR_SYSTEM_DRIVER_MISMATCH=803
ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE=804 ERROR_MPS_CONNECTION_FAILED=805 ERROR_MPS_RPC_FAILURE=806
ERROR_MPS_SERVER_NOT_READY=807 ERROR_MPS_MAX_CLIENTS_REACHED=808 ERROR_MPS_MAX_CONNECTIONS_REACHED=809
ERROR_MPS_CLIENT_TERMINATED=810 ERROR_CDP_NOT_SUPPORTED=811 ERROR_CDP_VERSION_MISMATCH=812
ERROR_STREAM_CAPTURE_UNSUPPORTED=900 ERROR_STREAM_CAPTURE_INVALIDATED=901 ERROR_STREAM_CAPTURE_MERGE=902
ERROR_STREAM_CAPTURE_UNMATCHED=903 ERROR_STREAM_CAPTURE_UNJOINED=904 ERROR_STREAM_CAPTURE_ISOLATION=905
ERROR_STREAM_CAPTURE_IMPLICIT=906 ERROR_CAPTURED_EVENT=907 ERROR_STREAM_CAPTURE_WRONG_THREAD=908 ERROR_TIMEOUT=909
ERROR_GRAPH_EXEC_UPDATE_FAILURE=910 ERROR_EXTERNAL_DEVICE=911 ERROR_INVALID_CLUSTER_SIZE=912
ERROR_FUNCTION_NOT_LOADED=913 ERROR_INVALID_RESOURCE_TYPE=914 ERROR_INVALID_RESOURCE_CONFIGURATION=915
ERROR_KEY_ROTATION=916 ERROR_STREAM_DETACHED=917 ERROR_GRAPH_RECAPTURE_FAILURE=918 ERROR_FABRIC_NOT_READY=919
ERROR_UNKNOWN=999
"""

CUresult = enum.IntEnum(
    "CUresult", [(f"CUDA_{name}", int(code)) for name, code in (word.split("=") for word in _CODES.split())]
)


def _enum(name: str, prefix: str, **members: int) -> Any:
    return enum.IntEnum(name, [(prefix + member, value) for member, value in members.items()])


_STICKY = """
ECC_UNCORRECTABLE NVLINK_UNCORRECTABLE CONTAINED ILLEGAL_ADDRESS LAUNCH_TIMEOUT ASSERT HARDWARE_STACK_ERROR ILLEGAL_INSTRUCTION
MISALIGNED_ADDRESS INVALID_ADDRESS_SPACE INVALID_PC LAUNCH_FAILED TENSOR_MEMORY_LEAK MPS_CLIENT_TERMINATED EXTERNAL_DEVICE
UNKNOWN
"""

STICKY = frozenset(CUresult[f"CUDA_ERROR_{name}"] for name in _STICKY.split())


MAPPED = 1 << 56
"""What is added to the address of host memory that kernels may use: theirs is another one."""

TRAP_NOTE = "periclase_trap_note"


class Fault(Exception):
    """Raised by a kernel: the device stops with this error."""

    def __init__(self, name: str = "CUDA_ERROR_ILLEGAL_ADDRESS"):
        super().__init__(name)
        self.status = CUresult[name]


class _Refused(Exception):
    def __init__(self, status: Any):
        super().__init__(status)
        self.status = status


class _Handle:
    """A handle of the driver: a number that belongs to one life of the context."""

    def __init__(self, number: int, life: int):
        self.number = number
        self.life = life
        self.dead = False

    def __int__(self) -> int:
        return self.number

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.number})"


class CUcontext(_Handle):
    pass


class CUstream(_Handle):
    def __init__(self, number: int, life: int):
        super().__init__(number, life)
        self.queue: deque[_Op] = deque()
        self.held = False
        self.time = 0.0
        self.capture: _Capture | None = None


class CUevent(_Handle):
    def __init__(self, number: int, life: int, timing: bool):
        super().__init__(number, life)
        self.timing = timing
        self.recorded = 0
        self.done = 0
        self.time = 0.0
        self.captured = False


class CUmodule(_Handle):
    def __init__(self, number: int, life: int, entries: list[str], variables: dict[str, CUdeviceptr]):
        super().__init__(number, life)
        self.entries = entries
        self.variables = variables


class CUfunction(_Handle):
    def __init__(self, number: int, life: int, module: CUmodule, entry: str):
        super().__init__(number, life)
        self.module = module
        self.entry = entry
        self.attributes: dict[int, int] = {}


class CUgraph(_Handle):
    def __init__(self, number: int, life: int, nodes: list[_Op]):
        super().__init__(number, life)
        self.nodes = nodes


class CUgraphExec(CUgraph):
    pass


class CUdeviceptr(_Handle):
    pass


def _always() -> bool:
    return True


@dataclass
class _Op:
    kind: str
    run: Callable[[], None] = lambda: None
    duration: float = 0.0
    may_run: Callable[[], bool] = _always
    event: CUevent | None = None
    version: int = 0
    issued: float = 0.0
    number: int = 0
    before: list[_Op] = field(default_factory=list)

    def __int__(self) -> int:
        return self.number


@dataclass
class _Capture:
    nodes: list[_Op] = field(default_factory=list)
    newest: list[_Op] = field(default_factory=list)
    valid: bool = True
    mode: int = 0
    thread: int = field(default_factory=threading.get_ident)


_UNSAFE = frozenset(
    (
        "cuCtxSynchronize",
        "cuEventQuery",
        "cuMemAlloc",
        "cuMemFree",
        "cuMemHostRegister",
        "cuMemHostUnregister",
        "cuModuleLoadDataEx",
        "cuModuleUnload",
        "cuStreamSynchronize",
    )
)
"""What the driver calls potentially unsafe: not for a thread that a capture forbids it (`cuThreadExchangeStreamCaptureMode`)."""

_GLOBAL, _THREAD_LOCAL, _RELAXED = range(3)


@dataclass
class Dim:
    x: int = 0
    y: int = 0
    z: int = 0


class CUlaunchAttributeValue:
    def __init__(self) -> None:
        self.clusterDim = Dim()
        self.cooperative = 0


class CUlaunchAttribute:
    def __init__(self) -> None:
        self.id: Any = None
        self.value = CUlaunchAttributeValue()


class CUlaunchConfig:
    def __init__(self) -> None:
        self.gridDimX = self.gridDimY = self.gridDimZ = 0
        self.blockDimX = self.blockDimY = self.blockDimZ = 0
        self.sharedMemBytes = 0
        self.hStream: Any = None
        self.attrs: list[CUlaunchAttribute] = []
        self.numAttrs = 0


@dataclass(frozen=True)
class Launch:
    """What a kernel is given: `slots` are the eight bytes of each argument as integers."""

    entry: str
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    shared_bytes: int
    slots: tuple[int, ...]
    cluster: tuple[int, int, int] | None
    cooperative: bool


@dataclass(frozen=True)
class Call:
    """One call of the driver."""

    name: str
    arguments: tuple[Any, ...]
    thread: str


def _api(results: int = 0, context: bool = True, quiet: bool = False) -> Callable[[Any], Any]:
    """A function of the driver with so many results, that needs a current context or not."""

    def decorate(function: Any) -> Any:
        name = function.__name__

        @functools.wraps(function)
        def called(self: FakeDriver, *arguments: Any) -> tuple[Any, ...]:
            with self.lock:
                if not quiet:
                    self.calls.append(Call(name, arguments, threading.current_thread().name))
                try:
                    self._admit(name, context)
                    value = function(self, *arguments)
                except _Refused as refused:
                    return (refused.status, *([None] * results))
                if results == 0:
                    return (CUresult.CUDA_SUCCESS,)
                return (CUresult.CUDA_SUCCESS, *(value if results > 1 else (value,)))

        called.is_driver_function = True  # type: ignore[attr-defined]
        return called

    return decorate


class FakeDriver:
    """The module, with a number of equal GPUs.

    Attributes:
        calls: every call so far, in order.
        kernels: by entry: what runs, and how many slots its arguments take, or how many bytes each of them.
        launches: what kernels ran, in the order they ran in.
        gates: by entry: called for each launch; what comes back says whether that may run yet.
        memory: device memory by its address.
        elsewhere: which of it belongs to another GPU, by its address: the number of that.
        sticky: the error that every call gives, or None.
        foreign: a capture of another library's stream, or None.
        attributes: of devices, by name.
    """

    CUresult = CUresult
    CUlaunchConfig = CUlaunchConfig
    CUlaunchAttribute = CUlaunchAttribute
    CUevent_flags = _enum("CUevent_flags", "CU_EVENT_", DEFAULT=0, BLOCKING_SYNC=1, DISABLE_TIMING=2)
    CUstream_flags = _enum("CUstream_flags", "CU_STREAM_", DEFAULT=0, NON_BLOCKING=1)
    CUstreamCaptureMode = _enum(
        "CUstreamCaptureMode", "CU_STREAM_CAPTURE_MODE_", GLOBAL=0, THREAD_LOCAL=1, RELAXED=2
    )
    CUstreamCaptureStatus = _enum(
        "CUstreamCaptureStatus", "CU_STREAM_CAPTURE_STATUS_", NONE=0, ACTIVE=1, INVALIDATED=2
    )
    CUstreamUpdateCaptureDependencies_flags = _enum(
        "CUstreamUpdateCaptureDependencies_flags",
        "CU_STREAM_",
        ADD_CAPTURE_DEPENDENCIES=0,
        SET_CAPTURE_DEPENDENCIES=1,
    )
    CUgraphNodeType = _enum(
        "CUgraphNodeType",
        "CU_GRAPH_NODE_TYPE_",
        KERNEL=0,
        MEMCPY=1,
        MEMSET=2,
        EMPTY=5,
        MEM_ALLOC=10,
        MEM_FREE=11,
    )
    CUlaunchAttributeID = _enum(
        "CUlaunchAttributeID", "CU_LAUNCH_ATTRIBUTE_", COOPERATIVE=2, CLUSTER_DIMENSION=4
    )
    CUjit_option = _enum(
        "CUjit_option",
        "CU_JIT_",
        INFO_LOG_BUFFER=3,
        INFO_LOG_BUFFER_SIZE_BYTES=4,
        ERROR_LOG_BUFFER=5,
        ERROR_LOG_BUFFER_SIZE_BYTES=6,
        LOG_VERBOSE=12,
    )
    CUpointer_attribute = _enum("CUpointer_attribute", "CU_POINTER_ATTRIBUTE_", DEVICE_ORDINAL=9)
    CUfunction_attribute = _enum(
        "CUfunction_attribute",
        "CU_FUNC_ATTRIBUTE_",
        MAX_THREADS_PER_BLOCK=0,
        SHARED_SIZE_BYTES=1,
        LOCAL_SIZE_BYTES=3,
        NUM_REGS=4,
        MAX_DYNAMIC_SHARED_SIZE_BYTES=8,
        NON_PORTABLE_CLUSTER_SIZE_ALLOWED=14,
    )
    CUdevice_attribute = _enum(
        "CUdevice_attribute",
        "CU_DEVICE_ATTRIBUTE_",
        MULTIPROCESSOR_COUNT=16,
        COMPUTE_CAPABILITY_MAJOR=75,
        COMPUTE_CAPABILITY_MINOR=76,
        COOPERATIVE_LAUNCH=95,
        MAX_SHARED_MEMORY_PER_BLOCK_OPTIN=97,
        MEMORY_POOLS_SUPPORTED=115,
        CLUSTER_LAUNCH=120,
    )

    class CUoccupancyB2DSize(_Handle):
        def __init__(self, number: int = 0):
            super().__init__(number, 0)

    def __init__(self, devices: int = 1, total_bytes: int = 1 << 30, **attributes: int):
        self.lock = threading.RLock()
        self._progress = threading.Condition(self.lock)
        self._stacks = threading.local()
        self.devices = devices
        self.total_bytes = total_bytes
        self.attributes = {
            "MULTIPROCESSOR_COUNT": 4,
            "COMPUTE_CAPABILITY_MAJOR": 9,
            "COMPUTE_CAPABILITY_MINOR": 0,
            "COOPERATIVE_LAUNCH": 1,
            "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN": 227 * 1024,
            "MEMORY_POOLS_SUPPORTED": 1,
            "CLUSTER_LAUNCH": 1,
        } | attributes
        self.calls: list[Call] = []
        self.kernels: dict[str, tuple[Callable[[FakeDriver, Launch], None], int | tuple[int, ...]]] = {}
        self.launches: list[Launch] = []
        self.gates: dict[str, Callable[[], Callable[[], bool]]] = {}
        self.memory: dict[int, bytearray] = {}
        self.elsewhere: dict[int, int] = {}
        self.pinned: dict[int, int] = {}
        self.static_shared: dict[str, int] = {}
        self.local: dict[str, int] = {}  # local memory of a thread, by entry
        self.spilled: dict[str, int] = {}  # what of it the assembler has spilled; its log says so
        self.sticky: Any = None
        self.foreign: _Capture | None = None
        self._initialised = False
        self._retained = 0
        self._life = 1
        self._numbers = iter(range(1, 1 << 60))
        self._next_address = 0x7_0000_0000
        self._failures: dict[str, list[list[Any]]] = {}
        self._streams: list[CUstream] = []
        self._modules: list[CUmodule] = []
        self.alive: Counter[str] = Counter()

    # What a test says and asks.

    def fail(self, name: str, status: str, after: int = 0, times: int = 1) -> None:
        """Let `name` fail with `status`, after so many good calls, so many times."""
        self._failures.setdefault(name, []).append([CUresult[status], after, times])

    def forgive(self) -> None:
        """No call fails any more."""
        self._failures.clear()

    def names(self, since: int = 0) -> list[str]:
        """The names of the calls, without those that make a context current."""
        around = ("cuCtxPushCurrent", "cuCtxPopCurrent", "cuThreadExchangeStreamCaptureMode")
        return [c.name for c in self.calls[since:] if c.name not in around]

    def begin_foreign_capture(self, mode: int = _GLOBAL) -> _Capture:
        """Another library begins to record a stream of its own, on a thread of its own. `valid` says whether that went well."""
        self.foreign = _Capture(mode=mode, thread=0)
        return self.foreign

    def hold(self, stream: CUstream) -> None:
        """Nothing on this stream runs until `release`."""
        stream.held = True

    def release(self, stream: CUstream) -> None:
        """Let it run."""
        with self.lock:
            stream.held = False
            self.go_on()

    def go_on(self) -> None:
        """Run what can run now that something was let go."""
        with self.lock:
            self.pump()
            self._progress.notify_all()

    @contextlib.contextmanager
    def holding(self, stream: CUstream) -> Iterator[None]:
        """Hold a stream for a while."""
        self.hold(stream)
        yield
        self.release(stream)

    def bytes(self, address: int, nbytes: int) -> memoryview:
        """Bytes of device memory, as kernels see them.

        Raises:
            Fault: there is no such memory.
        """
        for start, content in self.memory.items():
            if start <= address and address + nbytes <= start + len(content):
                return memoryview(content)[address - start : address - start + nbytes]
        raise Fault("CUDA_ERROR_ILLEGAL_ADDRESS")

    def note_trap(self, entry: str, row: int, thread: int = 0, block: int = 0) -> None:
        """What a kernel does before it traps: it writes the word that its module's global points to."""
        for module in self._modules:
            if entry in module.entries and TRAP_NOTE in module.variables and not module.dead:
                variable = int(module.variables[TRAP_NOTE])
                address = int.from_bytes(self.bytes(variable, 8), "little")
                if address:
                    word = ctypes.c_uint64.from_address(address - MAPPED)
                    word.value = (row + 1) << 48 | block << 10 | thread

    def pump(self) -> None:
        """Run all that can run, round by round over the streams."""
        moved = True
        while moved and self.sticky is None:
            moved = False
            for stream in list(self._streams):
                if stream.queue and not stream.held and self._run(stream):
                    moved = True

    def _run(self, stream: CUstream) -> bool:
        op = stream.queue[0]
        if op.kind == "wait":
            assert op.event is not None
            if op.event.done < op.version:
                return False
            stream.time = max(stream.time, op.event.time)
        if not op.may_run():
            return False
        stream.queue.popleft()
        stream.time = max(stream.time, op.issued)
        if op.kind == "record":
            assert op.event is not None
            op.event.done = max(op.event.done, op.version)
            op.event.time = stream.time
        try:
            op.run()
        except Fault as fault:
            self.sticky = fault.status
        stream.time += op.duration
        return True

    def _finish(self, stream: CUstream) -> None:
        """Wait for all of a stream, as the driver does."""
        self.pump()
        while stream.queue and self.sticky is None:
            assert self._progress.wait(20), f"a call waits for {stream} without end"
            self.pump()
        if self.sticky is not None:
            raise _Refused(self.sticky)

    # Rules.

    def _admit(self, name: str, context: bool) -> None:
        if not self._initialised and name not in ("cuInit", "cuGetErrorString"):
            raise _Refused(CUresult.CUDA_ERROR_NOT_INITIALIZED)
        for failure in self._failures.get(name, ()):
            status, after, times = failure
            if after > 0:
                failure[1] -= 1
            elif times > 0:
                failure[2] -= 1
                if status in STICKY:
                    self.sticky = status
                if name == "cuCtxPopCurrent":
                    self._stack.pop()  # it tells of something else
                raise _Refused(status)
        if self.sticky is not None and context:
            raise _Refused(self.sticky)
        if context and not self._stack and name not in ("cuEventQuery",):
            raise _Refused(CUresult.CUDA_ERROR_INVALID_CONTEXT)
        if name in _UNSAFE:
            self._see_that_captures_allow(name)

    def _see_that_captures_allow(self, name: str) -> None:
        captures = [stream.capture for stream in self._streams if stream.capture is not None]
        captures += [] if self.foreign is None else [self.foreign]
        mode = getattr(self._stacks, "mode", _GLOBAL)
        for capture in captures:
            ours = capture.thread == threading.get_ident() and capture.mode != _RELAXED
            others = capture.mode == _GLOBAL and mode == _GLOBAL
            # The context holds the stream that records, so its end can not be waited for in any mode.
            if name == "cuCtxSynchronize" or (mode != _RELAXED and (ours or others)):
                capture.valid = False
                raise _Refused(CUresult.CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED)

    @property
    def _stack(self) -> list[CUcontext]:
        if not hasattr(self._stacks, "contexts"):
            self._stacks.contexts = []
        return self._stacks.contexts

    def _make(self, kind: Any, *arguments: Any) -> Any:
        self.alive[kind.__name__] += 1
        return kind(next(self._numbers), self._life, *arguments)

    def _destroy(self, handle: Any, kind: type) -> None:
        self._check(handle, kind)
        handle.dead = True
        self.alive[kind.__name__] -= 1

    def _check(self, handle: Any, kind: type) -> Any:
        if type(handle) is not kind or handle.dead or handle.life != self._life:
            raise _Refused(CUresult.CUDA_ERROR_INVALID_HANDLE)
        return handle

    def _enqueue(self, stream: Any, op: _Op) -> None:
        self._check(stream, CUstream)
        if stream.capture is None:
            op.issued = max(each.time for each in self._streams)  # what is over by now came before
            stream.queue.append(op)
        elif not stream.capture.valid:
            raise _Refused(CUresult.CUDA_ERROR_STREAM_CAPTURE_INVALIDATED)
        else:
            op.number, op.before = next(self._numbers), stream.capture.newest
            stream.capture.nodes.append(op)
            stream.capture.newest = [op]

    def _break_capture(self, stream: CUstream, status: str) -> None:
        if stream.capture is not None:
            stream.capture.valid = False
            raise _Refused(CUresult[status])

    # Initialisation, devices, contexts.

    @_api(context=False)
    def cuInit(self, Flags: int) -> None:
        self._initialised = True

    @_api(1, context=False, quiet=True)
    def cuGetErrorString(self, error: Any) -> bytes:
        return f"what {CUresult(error).name} means".encode()

    @_api(1, context=False)
    def cuDeviceGetCount(self) -> int:
        return self.devices

    @_api(1, context=False)
    def cuDeviceGet(self, ordinal: int) -> int:
        if ordinal >= self.devices:
            raise _Refused(CUresult.CUDA_ERROR_INVALID_DEVICE)
        return ordinal

    @_api(1, context=False)
    def cuDeviceGetName(self, length: int, dev: int) -> bytes:
        return b"Imaginary GPU".ljust(length, b"\0")

    @_api(1, context=False)
    def cuDeviceTotalMem(self, dev: int) -> int:
        return self.total_bytes

    @_api(1, context=False)
    def cuDeviceGetAttribute(self, attrib: Any, dev: int) -> int:
        return self.attributes[attrib.name.removeprefix("CU_DEVICE_ATTRIBUTE_")]

    @_api(1, context=False)
    def cuDevicePrimaryCtxRetain(self, dev: int) -> CUcontext:
        if self.sticky is not None:
            raise _Refused(self.sticky)
        self._retained += 1
        return CUcontext(1000 + dev, self._life)

    @_api(context=False)
    def cuDevicePrimaryCtxRelease(self, dev: int) -> None:
        if not self._retained:
            raise _Refused(CUresult.CUDA_ERROR_INVALID_CONTEXT)
        self._retained -= 1
        if not self._retained:
            self._destroy_context()

    @_api(context=False)
    def cuDevicePrimaryCtxReset(self, dev: int) -> None:
        self._destroy_context()

    def _destroy_context(self) -> None:
        self.sticky = None
        self._life += 1
        self._streams.clear()
        self._modules.clear()
        self.memory.clear()
        self.pinned.clear()
        self.alive.clear()

    @_api(context=False)
    def cuCtxPushCurrent(self, ctx: Any) -> None:
        if ctx.life != self._life:
            raise _Refused(CUresult.CUDA_ERROR_CONTEXT_IS_DESTROYED)
        self._stack.append(ctx)

    @_api(1, context=False)
    def cuCtxPopCurrent(self) -> CUcontext:
        if not self._stack:
            raise _Refused(CUresult.CUDA_ERROR_INVALID_CONTEXT)
        return self._stack.pop()

    @property
    def depth(self) -> int:
        """How many contexts are current on this thread."""
        return len(self._stack)

    # Modules.

    @_api(1)
    def cuModuleLoadDataEx(
        self, image: bytes, numOptions: int, options: list[Any], optionValues: list[Any]
    ) -> CUmodule:
        entries = re.findall(r"\.entry\s+(\w+)", image.decode())
        if not image.endswith(b"\0") or not entries:
            for option, value in zip(options, optionValues, strict=True):
                if option == self.CUjit_option.CU_JIT_ERROR_LOG_BUFFER:
                    message = b"ptxas application ptx input, line 1; fatal   : no entry\n"
                    value[: len(message)] = message
            raise _Refused(CUresult.CUDA_ERROR_INVALID_PTX)
        asked = dict(zip((int(option) for option in options), optionValues, strict=True))
        if asked.get(int(self.CUjit_option.CU_JIT_LOG_VERBOSE)):
            log = "".join(
                f"ptxas info    : Function properties for {entry}\n"
                f"ptxas         .     {self.local[entry]} bytes stack frame, "
                f"{spilled} bytes spill stores, {spilled} bytes spill loads\n"
                for entry, spilled in self.spilled.items()
                if entry in entries
            ).encode()
            asked[int(self.CUjit_option.CU_JIT_INFO_LOG_BUFFER)][: len(log)] = log
        names = re.findall(r"\.global [^;]*?(\w+)(?:\s*=[^;]*)?;", image.decode())
        made = self._make(CUmodule, entries, {name: self._allocate(8) for name in names})
        self._modules.append(made)
        return made

    @_api()
    def cuModuleUnload(self, hmod: CUmodule) -> None:
        self._destroy(hmod, CUmodule)
        for address in hmod.variables.values():
            self._give_back(int(address))

    @_api(2)
    def cuModuleGetGlobal(self, hmod: CUmodule, name: bytes) -> tuple[CUdeviceptr, int]:
        variable = self._check(hmod, CUmodule).variables.get(name.decode())
        if variable is None:
            raise _Refused(CUresult.CUDA_ERROR_NOT_FOUND)
        return variable, 8

    @_api(1)
    def cuModuleGetFunction(self, hmod: CUmodule, name: bytes) -> CUfunction:
        self._check(hmod, CUmodule)
        if not isinstance(name, bytes):
            raise TypeError("expected bytes")
        if name.decode() not in hmod.entries:
            raise _Refused(CUresult.CUDA_ERROR_NOT_FOUND)
        function = CUfunction(next(self._numbers), self._life, hmod, name.decode())
        function.attributes = {
            0: 1024,
            1: self.static_shared.get(function.entry, 0),
            3: self.local.get(function.entry, 0),
            4: 32,
            8: 48 * 1024,
        }
        return function

    @_api(1)
    def cuFuncGetAttribute(self, attrib: Any, hfunc: CUfunction) -> int:
        return self._check(hfunc, CUfunction).attributes.get(int(attrib), 0)

    @_api()
    def cuFuncSetAttribute(self, hfunc: CUfunction, attrib: Any, value: int) -> None:
        self._check(hfunc, CUfunction).attributes[int(attrib)] = value

    # Memory.

    def _allocate(self, nbytes: int) -> CUdeviceptr:
        if nbytes < 1:
            raise _Refused(CUresult.CUDA_ERROR_INVALID_VALUE)
        if sum(map(len, self.memory.values())) + nbytes > self.total_bytes:
            raise _Refused(CUresult.CUDA_ERROR_OUT_OF_MEMORY)
        address = self._next_address
        self._next_address += -(-nbytes // 256) * 256 + 256
        self.memory[address] = bytearray(nbytes)
        return CUdeviceptr(address, self._life)

    def _give_back(self, address: int) -> None:
        if self.memory.pop(int(address), None) is None:
            raise _Refused(CUresult.CUDA_ERROR_INVALID_VALUE)

    @_api(1)
    def cuMemAlloc(self, bytesize: int) -> CUdeviceptr:
        return self._allocate(bytesize)

    @_api(1)
    def cuPointerGetAttribute(self, attribute: int, ptr: int) -> int:
        assert attribute == self.CUpointer_attribute.CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
        for address, memory in self.memory.items():
            if address <= int(ptr) < address + len(memory):
                return self.elsewhere.get(address, 0)
        raise _Refused(CUresult.CUDA_ERROR_INVALID_VALUE)

    @_api()
    def cuMemFree(self, dptr: int) -> None:
        self._give_back(dptr)

    @_api(1)
    def cuMemAllocAsync(self, bytesize: int, hStream: CUstream) -> CUdeviceptr:
        address = self._allocate(bytesize)
        self._enqueue(hStream, _Op("MEM_ALLOC"))
        return address

    @_api()
    def cuMemFreeAsync(self, dptr: int, hStream: CUstream) -> None:
        self._enqueue(hStream, _Op("MEM_FREE"))
        self._give_back(dptr)

    @_api()
    def cuMemHostRegister(self, p: int, bytesize: int, Flags: int) -> None:
        if p in self.pinned:
            raise _Refused(CUresult.CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED)
        self.pinned[p] = bytesize

    @_api(1)
    def cuMemHostGetDevicePointer(self, p: int, Flags: int) -> CUdeviceptr:
        if p not in self.pinned or Flags:
            raise _Refused(CUresult.CUDA_ERROR_INVALID_VALUE)
        return CUdeviceptr(p + MAPPED, self._life)

    @_api()
    def cuMemHostUnregister(self, p: int) -> None:
        if self.pinned.pop(p, None) is None:
            raise _Refused(CUresult.CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED)

    def _host(self, pointer: Any, nbytes: int) -> tuple[memoryview, bool]:
        """The host's bytes, and whether they are pinned."""
        if isinstance(pointer, int):
            view = memoryview((ctypes.c_ubyte * nbytes).from_address(pointer)).cast("B")
            address = pointer
        else:
            view = memoryview(pointer).cast("B")[:nbytes]
            address = 0 if view.readonly else ctypes.addressof(ctypes.c_ubyte.from_buffer(view))
        return view, any(
            start <= address and address + nbytes <= start + size for start, size in self.pinned.items()
        )

    @_api()
    def cuMemcpyHtoDAsync(self, dstDevice: int, srcHost: Any, ByteCount: int, hStream: CUstream) -> None:
        view, pinned = self._host(srcHost, ByteCount)
        content = view if pinned else bytes(view)

        def copy() -> None:
            self.bytes(dstDevice, ByteCount)[:] = content

        self._enqueue(hStream, _Op("MEMCPY", copy, 1.0))

    @_api()
    def cuMemcpyDtoHAsync(self, dstHost: Any, srcDevice: int, ByteCount: int, hStream: CUstream) -> None:
        view, pinned = self._host(dstHost, ByteCount)

        def copy() -> None:
            view[:] = self.bytes(srcDevice, ByteCount)

        self._enqueue(hStream, _Op("MEMCPY", copy, 1.0))
        if not pinned and hStream.capture is None:
            self._finish(hStream)

    @_api()
    def cuMemcpyDtoDAsync(self, dstDevice: int, srcDevice: int, ByteCount: int, hStream: CUstream) -> None:
        def copy() -> None:
            self.bytes(dstDevice, ByteCount)[:] = bytes(self.bytes(srcDevice, ByteCount))

        self._enqueue(hStream, _Op("MEMCPY", copy, 1.0))

    # Streams and events.

    @_api()
    def cuCtxSynchronize(self) -> None:
        for stream in self._streams:
            self._finish(stream)

    @_api(1)
    def cuStreamCreate(self, Flags: int) -> CUstream:
        stream = self._make(CUstream)
        self._streams.append(stream)
        return stream

    @_api()
    def cuStreamDestroy(self, hStream: CUstream) -> None:
        self._destroy(hStream, CUstream)

    @_api()
    def cuStreamSynchronize(self, hStream: CUstream | int) -> None:
        if isinstance(hStream, int):
            for stream in self._of_others(hStream):
                self._finish(stream)
            return
        self._check(hStream, CUstream)
        self._break_capture(hStream, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED")
        self._finish(hStream)

    def _of_others(self, address: int) -> list[CUstream]:
        """The stream of another library at an address. Of 1 and 2, the default streams, none is played, and nothing on them."""
        found = [stream for stream in self._streams if stream.number == address and not stream.dead]
        if not found and address not in (1, 2):
            raise _Refused(CUresult.CUDA_ERROR_INVALID_HANDLE)
        return found

    @_api()
    def cuStreamWaitEvent(self, hStream: CUstream, hEvent: CUevent, Flags: int) -> None:
        self._check(hStream, CUstream)
        self._check(hEvent, CUevent)
        self._break_capture(hStream, "CUDA_ERROR_STREAM_CAPTURE_ISOLATION")
        self._enqueue(hStream, _Op("wait", event=hEvent, version=hEvent.recorded))

    @_api(1)
    def cuEventCreate(self, Flags: int) -> CUevent:
        return self._make(CUevent, not Flags & 2)

    @_api()
    def cuEventDestroy(self, hEvent: CUevent) -> None:
        self._destroy(hEvent, CUevent)

    @_api()
    def cuEventRecord(self, hEvent: CUevent, hStream: CUstream | int) -> None:
        self._check(hEvent, CUevent)
        if isinstance(hStream, int):
            found = self._of_others(hStream)
            if not found:
                return
            (hStream,) = found
        self._check(hStream, CUstream)
        hEvent.captured = hStream.capture is not None
        hEvent.recorded += 1
        self._enqueue(hStream, _Op("record", event=hEvent, version=hEvent.recorded))

    @_api()
    def cuEventQuery(self, hEvent: CUevent) -> None:
        self._check(hEvent, CUevent)
        if hEvent.captured:
            raise _Refused(CUresult.CUDA_ERROR_CAPTURED_EVENT)
        self.pump()
        if self.sticky is not None:
            raise _Refused(self.sticky)
        if hEvent.done < hEvent.recorded:
            raise _Refused(CUresult.CUDA_ERROR_NOT_READY)

    @_api(1)
    def cuEventElapsedTime(self, hStart: CUevent, hEnd: CUevent) -> float:
        for event in (hStart, hEnd):
            if not self._check(event, CUevent).timing or not event.recorded:
                raise _Refused(CUresult.CUDA_ERROR_INVALID_HANDLE)
            if event.done < event.recorded:
                raise _Refused(CUresult.CUDA_ERROR_NOT_READY)
        return (hEnd.time - hStart.time) * 1000

    # Launches.

    @_api()
    def cuLaunchKernelEx(self, config: CUlaunchConfig, f: CUfunction, kernelParams: int, extra: int) -> None:
        self._check(f, CUfunction)
        self._check(f.module, CUmodule)
        function, taken = self.kernels[f.entry]
        sizes = (8,) * taken if isinstance(taken, int) else taken
        grid = (config.gridDimX, config.gridDimY, config.gridDimZ)
        block = (config.blockDimX, config.blockDimY, config.blockDimZ)
        cluster, cooperative = None, False
        assert config.numAttrs == len(config.attrs)
        for attribute in config.attrs:
            if attribute.id == self.CUlaunchAttributeID.CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
                size = attribute.value.clusterDim
                cluster = (size.x, size.y, size.z)
            else:
                cooperative = bool(attribute.value.cooperative)
        x, y, z = block
        if min(grid) < 1 or min(block) < 1 or x * y * z > 1024 or config.sharedMemBytes > f.attributes[8]:
            raise _Refused(CUresult.CUDA_ERROR_INVALID_VALUE)
        if cluster is not None:
            a, b, c = cluster
            if a * b * c > (16 if f.attributes.get(14) else 8):
                raise _Refused(CUresult.CUDA_ERROR_INVALID_CLUSTER_SIZE)
        if cooperative and grid[0] * grid[1] * grid[2] > 8 * self.attributes["MULTIPROCESSOR_COUNT"]:
            raise _Refused(CUresult.CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE)
        pointers = (ctypes.c_void_p * len(sizes)).from_address(kernelParams) if sizes else ()
        read = zip(pointers, sizes, strict=True)
        slots = tuple(int.from_bytes(ctypes.string_at(pointer, size), "little") for pointer, size in read)
        launch = Launch(f.entry, grid, block, config.sharedMemBytes, slots, cluster, cooperative)

        def run() -> None:
            if f.module.dead:  # its code was unloaded before it ran
                raise Fault("CUDA_ERROR_ILLEGAL_INSTRUCTION")
            self.launches.append(launch)
            function(self, launch)

        gate = self.gates.get(f.entry)
        self._enqueue(config.hStream, _Op("KERNEL", run, 1.0, gate() if gate is not None else _always))

    @_api(1)
    def cuOccupancyMaxActiveBlocksPerMultiprocessor(
        self, func: CUfunction, blockSize: int, dynamicSMemSize: int
    ) -> int:
        self._check(func, CUfunction)
        return 2048 // blockSize

    @_api(2)
    def cuOccupancyMaxPotentialBlockSize(
        self, func: CUfunction, blockSizeToDynamicSMemSize: Any, dynamicSMemSize: int, blockSizeLimit: int
    ) -> tuple[int, int]:
        self._check(func, CUfunction)
        block = blockSizeLimit or 512
        return 2048 // block * self.attributes["MULTIPROCESSOR_COUNT"], block

    @_api(1)
    def cuOccupancyMaxActiveClusters(self, func: CUfunction, config: CUlaunchConfig) -> int:
        size = config.attrs[0].value.clusterDim
        return 64 // (size.x * size.y * size.z)

    # Graphs.

    @_api(1, context=False)
    def cuThreadExchangeStreamCaptureMode(self, mode: Any) -> Any:
        before = getattr(self._stacks, "mode", _GLOBAL)
        self._stacks.mode = int(mode)
        return self.CUstreamCaptureMode(before)

    @_api()
    def cuStreamBeginCapture(self, hStream: CUstream, mode: Any) -> None:
        if self._check(hStream, CUstream).capture is not None:
            raise _Refused(CUresult.CUDA_ERROR_ILLEGAL_STATE)
        hStream.capture = _Capture(mode=int(mode))

    @_api(6)
    def cuStreamGetCaptureInfo(self, hStream: CUstream) -> tuple[Any, ...]:
        capture = self._check(hStream, CUstream).capture
        status = self.CUstreamCaptureStatus
        if capture is None:
            return status.CU_STREAM_CAPTURE_STATUS_NONE, 0, None, [], [], 0
        if not capture.valid:
            return status.CU_STREAM_CAPTURE_STATUS_INVALIDATED, 0, None, [], [], 0
        newest = list(capture.newest)
        return status.CU_STREAM_CAPTURE_STATUS_ACTIVE, 1, None, newest, [], len(newest)

    @_api()
    def cuStreamUpdateCaptureDependencies(
        self, hStream: CUstream, dependencies: Any, dependencyData: Any, numDependencies: int, flags: int
    ) -> None:
        capture = self._check(hStream, CUstream).capture
        if capture is None:
            raise _Refused(CUresult.CUDA_ERROR_ILLEGAL_STATE)
        if not capture.valid:
            raise _Refused(CUresult.CUDA_ERROR_STREAM_CAPTURE_INVALIDATED)
        given = list(dependencies or ())[:numDependencies]
        if len(given) != numDependencies or any(node not in capture.nodes for node in given):
            raise _Refused(CUresult.CUDA_ERROR_INVALID_VALUE)
        capture.newest = given if flags else [*capture.newest, *given]

    @_api(1)
    def cuStreamEndCapture(self, hStream: CUstream) -> CUgraph:
        capture = self._check(hStream, CUstream).capture
        if capture is None:
            raise _Refused(CUresult.CUDA_ERROR_ILLEGAL_STATE)
        if capture.mode != _RELAXED and capture.thread != threading.get_ident():
            raise _Refused(CUresult.CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD)
        hStream.capture = None
        if not capture.valid:
            raise _Refused(CUresult.CUDA_ERROR_STREAM_CAPTURE_INVALIDATED)
        return self._make(CUgraph, capture.nodes)

    @_api(2)
    def cuGraphGetNodes(self, hGraph: CUgraph, numNodes: int) -> tuple[list[_Op], int]:
        nodes = self._check(hGraph, CUgraph).nodes
        return nodes[:numNodes], len(nodes)

    @_api(1)
    def cuGraphNodeGetType(self, hNode: _Op) -> Any:
        return self.CUgraphNodeType[f"CU_GRAPH_NODE_TYPE_{hNode.kind}"]

    @_api(1)
    def cuGraphInstantiate(self, hGraph: CUgraph, flags: int) -> CUgraphExec:
        return self._make(CUgraphExec, list(self._check(hGraph, CUgraph).nodes))

    @_api()
    def cuGraphLaunch(self, hGraphExec: CUgraphExec, hStream: CUstream) -> None:
        nodes = self._check(hGraphExec, CUgraphExec).nodes
        ended: dict[int, float] = {}
        order: list[_Op] = []
        while len(order) < len(nodes):
            # Of those that may begin the one that was recorded last: an edge that is not there is seen.
            node = next(
                node
                for node in reversed(nodes)
                if node.number not in ended and all(before.number in ended for before in node.before)
            )
            ended[node.number] = node.duration + max(
                (ended[each.number] for each in node.before), default=0.0
            )
            order.append(node)
        for node in order:
            self._enqueue(hStream, _Op(node.kind, node.run, 0.0, node.may_run))
        # What has nothing to do with each other takes its time at once.
        self._enqueue(hStream, _Op("GRAPH", duration=max(ended.values(), default=0.0)))

    @_api()
    def cuGraphDestroy(self, hGraph: CUgraph) -> None:
        self._destroy(hGraph, CUgraph)

    @_api()
    def cuGraphExecDestroy(self, hGraphExec: CUgraphExec) -> None:
        self._destroy(hGraphExec, CUgraphExec)


DRIVER_FUNCTIONS = tuple(name for name in vars(FakeDriver) if name.startswith("cu"))
"""The driver's functions that there are."""
