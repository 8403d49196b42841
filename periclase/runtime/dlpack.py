"""DLPack: the C structure by which array libraries hand memory to each other, in capsules.

A capsule is made by one side and consumed by the other, once. Whoever consumes it calls the deleter when the memory is not
needed any more; a capsule that nobody consumes does so itself when it dies. Versions: 1.x capsules say whether the memory is
read-only; those before 1.0 can not.

Source: dlpack.h of DLPack 1.0, and the Python specification of the array API.
"""

from __future__ import annotations

import ctypes
import threading
from ctypes import (
    CFUNCTYPE,
    POINTER,
    PYFUNCTYPE,
    Structure,
    c_int32,
    c_int64,
    c_uint8,
    c_uint16,
    c_uint32,
    c_uint64,
    c_void_p,
)
from typing import Any, Final, NamedTuple

CPU: Final = 1
CUDA: Final = 2
CUDA_HOST: Final = 3
"""Pinned host memory."""
CUDA_MANAGED: Final = 13

ON_HOST: Final = (CPU, CUDA_HOST)
ON_CUDA: Final = (CUDA, CUDA_MANAGED)

_READ_ONLY: Final = 1
_COPIED: Final = 2
"""Flags of version 1."""

_KINDS: Final = {"int": 0, "uint": 1, "float": 2, "complex": 5, "bool": 6}
_NAMES: Final = {0: "int", 1: "uint", 2: "float", 5: "complex", 6: "bool"}
_WHOLE: Final = (8, 16, 32, 64)
_WIDTHS: Final = {0: _WHOLE, 1: _WHOLE, 2: (16, 32, 64), 5: (64, 128), 6: (8,)}
"""How many bits the elements of each kind may have: PyTorch has complex numbers of two halves, others integers of four bits."""
_BFLOAT: Final = 4


class _Device(Structure):
    _fields_ = (("kind", c_int32), ("number", c_int32))


class _DataType(Structure):
    _fields_ = (("code", c_uint8), ("bits", c_uint8), ("lanes", c_uint16))


class _Tensor(Structure):
    _fields_ = (
        ("data", c_void_p),
        ("device", _Device),
        ("ndim", c_int32),
        ("dtype", _DataType),
        ("shape", POINTER(c_int64)),
        ("strides", POINTER(c_int64)),
        ("byte_offset", c_uint64),
    )


class _Managed(Structure):
    """Before 1.0."""

    _fields_ = (("tensor", _Tensor), ("context", c_void_p), ("deleter", c_void_p))


class _Versioned(Structure):
    """Since 1.0."""

    _fields_ = (
        ("major", c_uint32),
        ("minor", c_uint32),
        ("context", c_void_p),
        ("deleter", c_void_p),
        ("flags", c_uint64),
        ("tensor", _Tensor),
    )


_PLAIN: Final = b"dltensor"
_NEWER: Final = b"dltensor_versioned"
# A capsule keeps only the address of its name.
_USED: Final = {_PLAIN: b"used_dltensor", _NEWER: b"used_dltensor_versioned"}

# Not the functions of `ctypes.pythonapi` themselves, whose types others may set otherwise.
_object = ctypes.py_object
_new = PYFUNCTYPE(_object, c_void_p, ctypes.c_char_p, c_void_p)(("PyCapsule_New", ctypes.pythonapi))
_is_valid = PYFUNCTYPE(ctypes.c_int, _object, ctypes.c_char_p)(("PyCapsule_IsValid", ctypes.pythonapi))
_pointer = PYFUNCTYPE(c_void_p, _object, ctypes.c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))
_rename = PYFUNCTYPE(ctypes.c_int, _object, ctypes.c_char_p)(("PyCapsule_SetName", ctypes.pythonapi))
# For a destructor: the capsule has no references any more, and must not get any.
_dying_is_valid = PYFUNCTYPE(ctypes.c_int, c_void_p, ctypes.c_char_p)(("PyCapsule_IsValid", ctypes.pythonapi))
_dying_pointer = PYFUNCTYPE(c_void_p, c_void_p, ctypes.c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))

_Deleter = CFUNCTYPE(None, c_void_p)
_exported: dict[int, tuple[object, ...]] = {}
"""By the address of its structure: what a consumer still holds, and everything that has to stay for it."""
_exported_lock = threading.Lock()


@_Deleter
def _delete(address: int) -> None:
    # May come on any thread: a consumer's finaliser.
    with _exported_lock:
        kept = _exported.pop(address, None)
    del kept  # after the lock: what it keeps may be anything


@PYFUNCTYPE(None, c_void_p)
def _drop_unused(capsule: int) -> None:
    for name in (_PLAIN, _NEWER):
        if _dying_is_valid(capsule, name):
            _delete(_dying_pointer(capsule, name))


class UnknownType(BufferError):
    """The elements are of a type that is not understood: `elements of …`."""


class Description(NamedTuple):
    """Memory that is handed over.

    Attributes:
        address: of the first element.
        shape: the extents.
        strides: in elements; None for C order.
        dtype: a numpy name, such as `float32`; `bfloat16` too.
        device: its kind (`CPU`, `CUDA`, …) and number.
        read_only: whether nobody may write it.
    """

    address: int
    shape: tuple[int, ...]
    strides: tuple[int, ...] | None
    dtype: str
    device: tuple[int, int]
    read_only: bool


def export(description: Description, owner: object, *, versioned: bool, copied: bool = False) -> Any:
    """A capsule for the memory, which keeps `owner` alive until its consumer is done.

    Args:
        versioned: whether the consumer understands 1.0.
        copied: whether the memory is a copy made for it.

    Raises:
        BufferError: the memory is read-only and the consumer could not be told, or DLPack has no such elements.
    """
    if description.read_only and not versioned:
        raise BufferError("read-only memory can not be handed to a consumer of DLPack before 1.0; copy it")
    dimensions = len(description.shape)
    shape = (c_int64 * max(1, dimensions))(*description.shape)
    strides = (c_int64 * max(1, dimensions))(*(description.strides or c_order_strides(description.shape)))
    managed = _Versioned() if versioned else _Managed()
    tensor = managed.tensor
    tensor.data = description.address
    tensor.device.kind, tensor.device.number = description.device
    tensor.ndim = dimensions
    tensor.dtype.code, tensor.dtype.bits, tensor.dtype.lanes = *_type_code(description.dtype), 1
    tensor.shape = ctypes.cast(shape, POINTER(c_int64))
    tensor.strides = ctypes.cast(strides, POINTER(c_int64))
    managed.deleter = ctypes.cast(_delete, c_void_p).value
    if isinstance(managed, _Versioned):
        managed.major, managed.minor = 1, 0
        managed.flags = _READ_ONLY * description.read_only | _COPIED * copied
    address = ctypes.addressof(managed)
    with _exported_lock:
        _exported[address] = (managed, shape, strides, owner)
    return _new(address, _NEWER if versioned else _PLAIN, ctypes.cast(_drop_unused, c_void_p))


class Imported:
    """Memory out of a consumed capsule. When this dies, whoever made the capsule is told that the memory is not needed.

    Attributes:
        description: the memory.
    """

    def __init__(self, capsule: Any):
        """
        Raises:
            BufferError: it is no DLPack capsule, was consumed before, or holds what this version can not understand.
        """
        name = next((name for name in (_NEWER, _PLAIN) if _is_valid(capsule, name)), None)
        if name is None:
            raise BufferError("this is no DLPack capsule, or it was consumed before")
        address = _pointer(capsule, name)
        read_only = False
        if name is _NEWER:
            managed = _Versioned.from_address(address)
            if managed.major != 1:
                raise BufferError(f"DLPack {managed.major}.{managed.minor} is not understood")
            read_only = bool(managed.flags & _READ_ONLY)
        else:
            managed = _Managed.from_address(address)
        tensor = managed.tensor
        dimensions = tensor.ndim
        shape = tuple(tensor.shape[:dimensions])
        self.description = Description(
            (tensor.data or 0) + tensor.byte_offset,
            shape,
            tuple(tensor.strides[:dimensions]) if tensor.strides else None,
            _type_name(tensor.dtype),
            (tensor.device.kind, tensor.device.number),
            read_only,
        )
        # From here on it is ours to delete.
        _rename(capsule, _USED[name])
        self._address = address
        self._deleter: int | None = managed.deleter

    def __del__(self) -> None:
        deleter = getattr(self, "_deleter", None)
        if deleter:
            self._deleter = None
            # With the interpreter's lock: deleters of Python libraries expect or take it.
            PYFUNCTYPE(None, c_void_p)(deleter)(self._address)


def c_order_strides(shape: tuple[int, ...]) -> tuple[int, ...]:
    """In elements."""
    strides: list[int] = []
    step = 1
    for extent in reversed(shape):
        strides.append(step)
        step *= extent
    return tuple(reversed(strides))


def _type_code(name: str) -> tuple[int, int]:
    if name == "bool":
        return _KINDS["bool"], 8
    if name == "bfloat16":
        return _BFLOAT, 16
    kind = name.rstrip("0123456789")
    if kind not in _KINDS:
        raise BufferError(
            "DLPack has no elements with fields: hand out a view of them as numbers, `buffer.view(...)`"
        )
    return _KINDS[kind], int(name[len(kind) :])


def _type_name(dtype: _DataType) -> str:
    if dtype.lanes != 1:
        raise UnknownType(f"elements of {dtype.lanes} lanes")
    if dtype.code == _BFLOAT:
        return "bfloat16"
    kind = _NAMES.get(dtype.code)
    if kind is None or dtype.bits not in _WIDTHS[dtype.code]:
        raise UnknownType(f"elements of DLPack's type code {dtype.code}, of {dtype.bits} bits")
    return kind if kind == "bool" else f"{kind}{dtype.bits}"
