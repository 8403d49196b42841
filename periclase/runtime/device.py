"""Devices: where buffers live and launches run."""

from __future__ import annotations

import importlib
import importlib.util
import math
import operator
import os
import pkgutil
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn, cast
from weakref import WeakKeyDictionary, WeakSet

import numpy as np

from periclase.diagnostics import Diagnostic, LaunchError
from periclase.runtime import backends
from periclase.runtime.buffer import Buffer
from periclase.runtime.call_site import call_site
from periclase.runtime.runner import Runner

if TYPE_CHECKING:
    from periclase.runtime.artifact import Artifact
    from periclase.runtime.protocols import Backend, KernelLike, LoadedKernel

_ELEMENTS = frozenset(
    [f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)]
    + ["bool", "float16", "float32", "float64", "bfloat16"]
)
"""Names of the dtypes that a kernel's slices can have."""

_opened: dict[str, Device] = {}
# Reentrant, as is that of `Device`: a signal handler or a finaliser may come in while it is held.
_opening = threading.RLock()


def open_device(name: str = "cpu") -> Device:
    """The device called `name`: the same object at each call in a process.

    Args:
        name: `cpu`, or the name of another package's backend (entry points of the group `periclase.backends`).

    Raises:
        LaunchError: there is no such device; the message lists those there are.
    """
    with _opening:
        device = _opened.get(name)
        if device is None:
            device = _opened[name] = Device(_backend(name))
    return device


def available_devices() -> tuple[str, ...]:
    """The names that `open_device` takes."""
    from importlib.metadata import entry_points

    own = {module.name for module in pkgutil.iter_modules(backends.__path__)}
    return tuple(sorted(own | {entry.name for entry in entry_points(group="periclase.backends")}))


def _backend(name: str) -> Backend:
    # Ours are found by their module, without reading the metadata of every installed package (some 10 ms).
    module = f"{backends.__name__}.{name}"
    if str(name).isidentifier() and getattr(importlib.util.find_spec(module), "origin", None) is not None:
        return importlib.import_module(f"{module}.backend").create_backend()
    from importlib.metadata import entry_points

    for entry in entry_points(group="periclase.backends", name=name):
        return entry.load()()
    known = ", ".join(f'"{device}"' for device in available_devices())
    raise LaunchError(
        Diagnostic(
            "PC0405",
            f'there is no device "{name}"',
            call_site().span(),
            help=f"available devices: {known}",
        )
    )


def _refuse(message: str, help: str | None = None, code: str = "PC0406") -> NoReturn:
    raise LaunchError(Diagnostic(code, message, call_site().span(), help=help))


def _extents(shape: Any) -> tuple[int, ...]:
    """`shape`, a whole number or several, as a tuple."""
    given = tuple(cast("Sequence[Any]", shape)) if isinstance(shape, tuple | list) else (shape,)
    try:
        extents = tuple(operator.index(extent) for extent in given)
    except TypeError:
        _refuse(f"the shape of a buffer is a whole number, or a tuple of some, not {shape!r}")
    if any(extent < 0 for extent in extents):
        _refuse(f"a buffer can not have the shape {extents}")
    return extents


def _element(dtype: Any) -> np.dtype[Any]:
    """The numpy dtype that `dtype` names; a scalar type of `periclase.types` is one too."""
    try:
        kind = np.dtype(getattr(dtype, "numpy_name", None) or dtype)
    except TypeError:
        _refuse(f"numpy has no dtype {dtype!r}")
    if kind.name not in _ELEMENTS:
        _refuse(
            f"a buffer holds numbers or bools that a kernel can use, not elements of dtype {kind}",
            "there are int8 to int64, uint8 to uint64, float16 to float64, bool, and bfloat16 as uint16",
        )
    return kind


class Device:
    """A device with its queue of launches, which run in the order they were made.

    Attributes:
        backend: what runs the kernels.
    """

    def __init__(self, backend: Backend):
        self.backend = backend
        self.runner = Runner(f"periclase-{backend.name}")
        self._loaded: WeakKeyDictionary[KernelLike, tuple[Artifact, LoadedKernel]] = WeakKeyDictionary()
        self._loading = threading.RLock()
        _devices.add(self)

    @property
    def name(self) -> str:
        """The name it was opened by."""
        return self.backend.name

    def __reduce__(self) -> tuple[Any, ...]:
        # The device of another process is that process's own, by the same name.
        if _opened.get(self.name) is not self:
            raise TypeError("only a device that `open_device` gave can be copied or pickled")
        return open_device, (self.name,)

    def __repr__(self) -> str:
        return f"<device {self.name}>"

    def array(self, values: Any, dtype: Any = None, *, read_only: bool = False) -> Buffer:
        """A buffer with a copy of `values`.

        Args:
            values: anything that numpy makes an array of.
            dtype: the dtype of the elements, for numpy or as a scalar type (`f32`); None keeps that of `values`.
            read_only: refuse launches that would write it.

        Raises:
            LaunchError: the elements are neither numbers nor bools.
        """
        try:
            source = np.asarray(values, None if dtype is None else _element(dtype))
        except (ValueError, TypeError, OverflowError) as error:
            _refuse(f"numpy makes no array of these values: {error}")
        buffer = self.empty(source.shape, source.dtype, read_only=read_only)
        buffer.write(source)
        return buffer

    def zeros(self, shape: int | tuple[int, ...], dtype: Any = np.float32) -> Buffer:
        """A buffer of zeros."""
        buffer = self.empty(shape, dtype)
        buffer.write(buffer.dtype.type(0))
        return buffer

    def empty(
        self, shape: int | tuple[int, ...], dtype: Any = np.float32, *, read_only: bool = False
    ) -> Buffer:
        """A buffer whose contents are undefined until something is written.

        Raises:
            LaunchError: no kernel has elements of `dtype`, `shape` is not one, or there is no memory.
        """
        extents = _extents(shape)
        kind = _element(dtype)
        if not kind.isnative:
            _refuse(
                f"a buffer holds elements in this machine's byte order, not {kind.str}",
                "convert the array first: `a.astype(a.dtype.newbyteorder('='))`",
            )
        try:
            return Buffer(self, extents, kind, read_only=read_only)
        except (MemoryError, ValueError, OverflowError):  # numpy's choice depends on how much too large it is
            _refuse(f"there is no memory for {math.prod(extents)} elements of {kind.name}", code="PC0703")

    def sync(self) -> None:
        """Wait for every launch made so far, and write out what kernels printed. Raises no launch's failure: that belongs to
        the buffers it spoiled, and `Buffer.numpy` raises it."""
        self.runner.drain()
        self.backend.flush()

    def loaded(self, kernel: KernelLike) -> tuple[Artifact, LoadedKernel]:
        """`kernel` ready to run here: from memory, else from the artifact cache, else compiled.

        What the kernel's source and its constants were at the first launch stays in force for this kernel object.

        Raises:
            DiagnosticError: it can not be compiled.
        """
        found = self._loaded.get(kernel)
        if found is None:
            from periclase.runtime.compilation import artifact_of

            with self._loading:
                found = self._loaded.get(kernel)
                if found is None:
                    artifact = artifact_of(kernel, self.backend)
                    found = self._loaded[kernel] = (artifact, self.backend.load(artifact))
        return found


# A fork waits for kernels that other threads compile or load. The child would have their locks, LLVM's too, and nobody to
# release them.

_devices: WeakSet[Device] = WeakSet()
_held_for_fork: list[threading.RLock] = []


def _before_fork() -> None:
    locks = [*(device._loading for device in list(_devices)), _opening]  # pyright: ignore[reportPrivateUsage]
    for lock in locks:
        lock.acquire()
        _held_for_fork.append(lock)


def _after_fork() -> None:
    while _held_for_fork:
        _held_for_fork.pop().release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork, after_in_child=_after_fork)
