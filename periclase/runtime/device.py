"""Devices: where buffers live and launches run."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import threading
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np

from periclase.diagnostics import Diagnostic, LaunchError
from periclase.runtime import backends
from periclase.runtime.buffer import Buffer
from periclase.runtime.call_site import call_site
from periclase.runtime.runner import Runner

if TYPE_CHECKING:
    from periclase.runtime.artifact import Artifact
    from periclase.runtime.protocols import Backend, KernelLike, LoadedKernel

_opened: dict[str, Device] = {}
_opening = threading.Lock()


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
    if name.isidentifier() and getattr(importlib.util.find_spec(module), "origin", None) is not None:
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


class Device:
    """A device with its queue of launches, which run in the order they were made.

    Attributes:
        backend: what runs the kernels.
    """

    def __init__(self, backend: Backend):
        self.backend = backend
        self.runner = Runner(f"periclase-{backend.name}")
        self._loaded: WeakKeyDictionary[KernelLike, tuple[Artifact, LoadedKernel]] = WeakKeyDictionary()
        self._loading = threading.Lock()

    @property
    def name(self) -> str:
        """The name it was opened by."""
        return self.backend.name

    def __repr__(self) -> str:
        return f"<device {self.name}>"

    def array(self, values: Any, dtype: Any = None, *, read_only: bool = False) -> Buffer:
        """A buffer with a copy of `values`.

        Args:
            values: anything that numpy makes an array of.
            dtype: the dtype of the elements; None keeps that of `values`.
            read_only: refuse launches that would write it.

        Raises:
            LaunchError: the elements are neither numbers nor bools.
        """
        source = np.asarray(values, dtype)
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
            LaunchError: `dtype` is not a number or bool of a fixed size, or an extent is negative.
        """
        extents = (shape,) if isinstance(shape, int) else tuple(int(extent) for extent in shape)
        kind = np.dtype(dtype)
        if kind.kind not in "biuf" and kind.name != "bfloat16":
            raise LaunchError(
                Diagnostic(
                    "PC0406",
                    f"a buffer holds numbers or bools, not elements of dtype {kind}",
                    call_site().span(),
                )
            )
        if not kind.isnative:
            raise LaunchError(
                Diagnostic(
                    "PC0406",
                    f"a buffer holds elements in this machine's byte order, not {kind.str}",
                    call_site().span(),
                    help="convert the array first: `a.astype(a.dtype.newbyteorder('='))`",
                )
            )
        if any(extent < 0 for extent in extents):
            raise LaunchError(
                Diagnostic("PC0406", f"a buffer can not have the shape {extents}", call_site().span())
            )
        return Buffer(self, extents, kind, read_only=read_only)

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
