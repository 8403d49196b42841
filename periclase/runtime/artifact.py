"""A compiled kernel as the runtime knows it: bytes, an entry symbol, and what a launch has to check and pack.

An artifact says everything that a launch needs, so that one from the disk cache needs no compiler. It is plain data and
has a byte form (`to_bytes`, `from_bytes`): a JSON header, then the code.
"""

from __future__ import annotations

import enum
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from periclase.diagnostics import Span

FORMAT_VERSION = 1
"""Raised whenever the byte form or the meaning of a field changes: old entries are then compiled anew."""


class ArtifactKind(enum.Enum):
    """What `Artifact.code` holds."""

    CPU_OBJECT = "cpu-object"
    """A relocatable object file of this machine (small code model, position independent)."""
    PTX = "ptx"
    CUBIN = "cubin"


class Access(enum.Enum):
    """What a kernel does with the bytes of one argument."""

    NONE = "none"
    READ = "read"
    WRITE = "write"
    READ_WRITE = "read-write"

    # Plain attributes: every launch asks for them.
    reads: bool
    """Whether the old bytes may be looked at."""
    writes: bool
    """Whether the bytes may be changed."""

    def __init__(self, value: str):
        self.reads = "read" in value
        self.writes = "write" in value


class ParameterKind(enum.Enum):
    """How an argument travels."""

    SCALAR = "scalar"
    """By value, in one eight-byte slot."""
    SLICE = "slice"
    """A pointer and a 64-bit element count: two slots."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a kernel, as the user wrote it.

    Attributes:
        name: the Python name.
        kind: scalar or slice.
        dtype: the numpy name of the scalar or element type: `float32`, `int64`, `bool`, `bfloat16`.
        access: what the kernel does with a slice's elements. `NONE` for a scalar.
    """

    name: str
    kind: ParameterKind
    dtype: str
    access: Access = Access.NONE


@dataclass(frozen=True, slots=True)
class Trap:
    """Why a kernel may stop: the row of the artifact's table that a trap's id names.

    Attributes:
        kind: `bounds`, `division`, `overflow`, `user`, `panic`, `trap`.
        message: what the user is told; empty for a bare `trap()`.
        span: the line of the kernel that traps.
    """

    kind: str
    message: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Artifact:
    """A compiled kernel.

    Attributes:
        kind: what `code` is.
        target: the machine it was made for: `cpu:<name>:<features hash>` or `sm_90`.
        kernel: the user's name of the kernel.
        entry: the symbol to call. On the CPU its type is
            `void entry(ptr args, i64 first_block, i64 last_block, ptr launch_info)`, see `runtime/backends/cpu/abi.py`.
        code: the object file, PTX text (UTF-8) or cubin.
        libraries: further object files that `code` calls into, each after those that it calls itself. They are the same for
            many kernels, and are loaded once.
        parameters: in the user's order.
        static_shared_bytes: shared memory a block has before the dynamic part.
        max_threads_per_block: from the launch bounds, or None.
        required_block: the only block shape allowed, or None.
        traps: indexed by trap id.
        span: where the kernel is defined.
        key: the cache key, empty while the artifact has none.
    """

    kind: ArtifactKind
    target: str
    kernel: str
    entry: str
    code: bytes
    libraries: tuple[bytes, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    static_shared_bytes: int = 0
    max_threads_per_block: int | None = None
    required_block: tuple[int, int, int] | None = None
    traps: tuple[Trap, ...] = ()
    span: Span | None = None
    key: str = ""

    def with_key(self, key: str) -> Artifact:
        """This artifact under the cache key `key`."""
        return replace(self, key=key)

    def to_bytes(self) -> bytes:
        """The byte form: one line of JSON, a line feed, the libraries, the code."""
        header = {
            "version": FORMAT_VERSION,
            "kind": self.kind.value,
            "target": self.target,
            "kernel": self.kernel,
            "entry": self.entry,
            "libraries": [len(library) for library in self.libraries],
            "parameters": [[p.name, p.kind.value, p.dtype, p.access.value] for p in self.parameters],
            "static_shared_bytes": self.static_shared_bytes,
            "max_threads_per_block": self.max_threads_per_block,
            "required_block": self.required_block,
            "traps": [[t.kind, t.message, _span_to_json(t.span)] for t in self.traps],
            "span": _span_to_json(self.span),
            "key": self.key,
        }
        return (
            json.dumps(header, separators=(",", ":")).encode() + b"\n" + b"".join(self.libraries) + self.code
        )

    @staticmethod
    def from_bytes(data: bytes) -> Artifact:
        """The inverse of `to_bytes`.

        Raises:
            ValueError: `data` is not the byte form of this version.
        """
        line, separator, rest = data.partition(b"\n")
        try:
            if not separator:
                raise ValueError("no header line")
            header: Mapping[str, Any] = json.loads(line)
            if header["version"] != FORMAT_VERSION:
                raise ValueError(f"format version {header['version']}, expected {FORMAT_VERSION}")
            block = header["required_block"]
            libraries: list[bytes] = []
            for size in header["libraries"]:
                libraries.append(rest[:size])
                rest = rest[size:]
            return Artifact(
                kind=ArtifactKind(header["kind"]),
                target=header["target"],
                kernel=header["kernel"],
                entry=header["entry"],
                code=rest,
                libraries=tuple(libraries),
                parameters=tuple(
                    Parameter(name, ParameterKind(kind), dtype, Access(access))
                    for name, kind, dtype, access in header["parameters"]
                ),
                static_shared_bytes=header["static_shared_bytes"],
                max_threads_per_block=header["max_threads_per_block"],
                required_block=None if block is None else (block[0], block[1], block[2]),
                traps=tuple(
                    Trap(kind, message, _span_from_json(span)) for kind, message, span in header["traps"]
                ),
                span=_span_from_json(header["span"]),
                key=header["key"],
            )
        except (KeyError, TypeError, IndexError, UnicodeDecodeError) as error:
            raise ValueError(f"not an artifact: {error}") from error


def _span_to_json(span: Span | None) -> list[Any] | None:
    if span is None:
        return None
    return [span.file, span.line, span.column, span.end_line, span.end_column, span.source_line]


def _span_from_json(data: list[Any] | None) -> Span | None:
    return None if data is None else Span(*data)
