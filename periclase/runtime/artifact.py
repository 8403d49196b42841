"""A compiled kernel as the runtime knows it: bytes, an entry symbol, and what a launch has to check and pack.

An artifact says everything that a launch needs, so that one from the disk cache needs no compiler. It is plain data and
has a byte form (`to_bytes`, `from_bytes`): a JSON header, then the code.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any, TypeVar, cast

from periclase.diagnostics import Frame, Note, Span
from periclase.json_text import loads
from periclase.record import Record, replace

FORMAT_VERSION = 6
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
    BYTES = "bytes"
    """By value, in as many slots as its bytes take: one parameter of the kernel, in the memory of parameters."""


class Parameter(Record):
    """One parameter of a kernel: as the user wrote it, or a leaf of a struct, tuple or array that the user wrote.

    Attributes:
        name: the Python name; of a leaf with how it is reached, such as `camera.position.x` or `limits[1]`.
        kind: scalar, slice or bytes.
        dtype: the numpy name of the scalar or element type: `float32`, `int64`, `bool`, `bfloat16`; of elements that are
            structs the text of `periclase.runtime.structured`.
        access: what the kernel does with a slice's elements. `NONE` for a scalar.
        itemsize: the bytes of an element that is a struct, and of what is passed as bytes; 0 where `dtype` tells.
        argument: the number of the argument that it is a part of, in a kernel whose arguments are taken apart, see
            `periclase.kernel_parameters`; else None: it is the argument of its own number.
    """

    name: str
    kind: ParameterKind
    dtype: str
    access: Access = Access.NONE
    itemsize: int = 0
    argument: int | None = None

    @property
    def slots(self) -> int:
        """How many slots of eight bytes it takes."""
        if self.kind is ParameterKind.BYTES:
            return -(-self.itemsize // 8)
        return 2 if self.kind is ParameterKind.SLICE else 1


class Trap(Record):
    """Why a kernel may stop: the row of the artifact's table that a trap's id names.

    Attributes:
        kind: `bounds`, `division`, `overflow`, `user`, `panic`, `trap`.
        message: what the user is told; empty for a bare `trap()`.
        span: the line that traps; of the user's, where that calls functions of a library.
        library: the functions of libraries in which the trap is, outermost first.
    """

    kind: str
    message: str
    span: Span | None = None
    library: tuple[Frame, ...] = ()

    @property
    def notes(self) -> tuple[Note, ...]:
        """What a diagnostic says beside the line."""
        return tuple(Note(f"in `{frame.function}`, which it calls", frame.span) for frame in self.library)


class Artifact(Record):
    """A compiled kernel.

    Attributes:
        kind: what `code` is.
        target: the machine it was made for: `cpu:<name>-<hash>` or `sm_90`.
        kernel: the user's name of the kernel.
        entry: the symbol to call. On the CPU its type is
            `void entry(ptr args, i64 first_block, i64 last_block, ptr launch_info)`, see `runtime/backends/cpu/abi.py`.
        code: the object file, PTX text (UTF-8) or cubin.
        libraries: further object files that `code` calls into, each after those that it calls itself. They are the same for
            many kernels, and are loaded once.
        parameters: in the user's order; leaves in place of what is made of parts.
        effects: what the compiled code does with the bytes of each of them (`NONE` for a scalar), or
            None where nobody has looked. An answer is about accesses *through that parameter*: two arguments may be views
            of the same bytes, and what is done through the other is said there.
        effects_complete: whether `effects` covers every access. Where it is False an access was found that could not be
            traced; `effects` is then no more than what was seen, and must not narrow what the signature declares.
        static_shared_bytes: shared memory a block has before the dynamic part.
        max_threads_per_block: from the launch bounds, or None.
        required_block: the only block shape allowed, or None.
        cluster: the shape of a cluster in blocks, or None. Every extent of a grid is a multiple of it.
        cooperative: whether all blocks of a launch have to be on the device at once.
        ordered: whether the kernel does something that the outside world sees besides its buffers (it prints), so that the
            launches of one stream have to run one after another even where no data orders them.
        traps: indexed by trap id.
        span: where the kernel is defined.
        processor: what LLVM says that the code of a CPU is for, its kind and features; empty on a GPU.
        key: the cache key, empty while the artifact has none.
    """

    kind: ArtifactKind
    target: str
    kernel: str
    entry: str
    code: bytes
    libraries: tuple[bytes, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    effects: tuple[Access, ...] | None = None
    effects_complete: bool = False
    static_shared_bytes: int = 0
    max_threads_per_block: int | None = None
    required_block: tuple[int, int, int] | None = None
    cluster: tuple[int, int, int] | None = None
    cooperative: bool = False
    ordered: bool = False
    traps: tuple[Trap, ...] = ()
    span: Span | None = None
    processor: str = ""
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
            "parameters": [
                [p.name, p.kind.value, p.dtype, p.access.value, p.itemsize, p.argument]
                for p in self.parameters
            ],
            "effects": None if self.effects is None else [access.value for access in self.effects],
            "effects_complete": self.effects_complete,
            "static_shared_bytes": self.static_shared_bytes,
            "max_threads_per_block": self.max_threads_per_block,
            "required_block": self.required_block,
            "cluster": self.cluster,
            "cooperative": self.cooperative,
            "ordered": self.ordered,
            "traps": [
                [
                    t.kind,
                    t.message,
                    _span_to_json(t.span),
                    [[f.function, _span_to_json(f.span)] for f in t.library],
                ]
                for t in self.traps
            ],
            "span": _span_to_json(self.span),
            "processor": self.processor,
            "key": self.key,
        }
        import json

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
        if not separator:
            raise ValueError("not an artifact: no header line")
        try:
            header: Any = loads(line.decode())
        except RecursionError:
            raise ValueError("not an artifact: the header nests too deep") from None
        fields = _Fields(header)
        version = fields.get("version", _natural)
        if version != FORMAT_VERSION:
            raise ValueError(f"not an artifact: format version {version}, expected {FORMAT_VERSION}")
        libraries: list[bytes] = []
        start = 0
        for size in fields.get("libraries", _list_of(_natural)):
            libraries.append(rest[start : start + size])
            start += size
        if start > len(rest):
            raise ValueError("not an artifact: it ends before its libraries do")
        parameters = fields.get("parameters", _list_of(_parameter))
        effects = fields.get("effects", _or_none(_list_of(_access)))
        if effects is not None and len(effects) != len(parameters):
            raise ValueError("not an artifact: it has not one effect a parameter")
        return Artifact(
            kind=fields.get("kind", ArtifactKind),
            target=fields.get("target", _text),
            kernel=fields.get("kernel", _text),
            entry=fields.get("entry", _text),
            code=rest[start:],
            libraries=tuple(libraries),
            parameters=tuple(parameters),
            effects=None if effects is None else tuple(effects),
            effects_complete=fields.get("effects_complete", _flag),
            static_shared_bytes=fields.get("static_shared_bytes", _natural),
            max_threads_per_block=fields.get("max_threads_per_block", _or_none(_natural)),
            required_block=fields.get("required_block", _or_none(_shape)),
            cluster=fields.get("cluster", _or_none(_shape)),
            cooperative=fields.get("cooperative", _flag),
            ordered=fields.get("ordered", _flag),
            traps=tuple(fields.get("traps", _list_of(_trap))),
            span=fields.get("span", _or_none(_span)),
            processor=fields.get("processor", _text),
            key=fields.get("key", _text),
        )


# Reading the header: whatever it holds instead of what is wanted is a ValueError. A `Reader` takes a value out of JSON.

_T = TypeVar("_T")
_Reader = Callable[[Any], _T]


class _Fields:
    """The header's fields, each read by a reader that its name is told with."""

    def __init__(self, header: object):
        if not isinstance(header, dict):
            raise ValueError("not an artifact: the header is no object")
        self._header = cast("dict[str, object]", header)

    def get(self, name: str, reader: _Reader[_T]) -> _T:
        if name not in self._header:
            raise ValueError(f"not an artifact: the header has no {name}")
        try:
            return reader(self._header[name])
        except ValueError as error:
            raise ValueError(f"not an artifact: {name}: {error}") from None


def _exactly(kind: type[_T], value: object) -> _T:
    if type(value) is not kind:
        raise ValueError(f"a {type(value).__name__} in place of a {kind.__name__}")
    return value


def _text(value: object) -> str:
    return _exactly(str, value)


def _flag(value: object) -> bool:
    return _exactly(bool, value)


def _natural(value: object) -> int:
    number = _exactly(int, value)
    if number < 0:
        raise ValueError(f"{number} is negative")
    return number


def _row(value: object, length: int) -> list[Any]:
    row: list[Any] = _exactly(cast("type[list[Any]]", list), value)
    if len(row) != length:
        raise ValueError(f"a row of {len(row)} in place of {length}")
    return row


def _list_of(reader: _Reader[_T]) -> _Reader[list[_T]]:
    def read(value: object) -> list[_T]:
        return [reader(item) for item in _exactly(cast("type[list[Any]]", list), value)]

    return read


def _or_none(reader: _Reader[_T]) -> _Reader[_T | None]:
    return lambda value: None if value is None else reader(value)


def _access(value: object) -> Access:
    return Access(_text(value))


def _parameter(value: object) -> Parameter:
    name, kind, dtype, access, itemsize, argument = _row(value, 6)
    return Parameter(
        _text(name),
        ParameterKind(_text(kind)),
        _text(dtype),
        _access(access),
        _natural(itemsize),
        _or_none(_natural)(argument),
    )


def _shape(value: object) -> tuple[int, int, int]:
    x, y, z = _row(value, 3)
    return _natural(x), _natural(y), _natural(z)


def _trap(value: object) -> Trap:
    kind, message, span, library = _row(value, 4)
    return Trap(_text(kind), _text(message), _or_none(_span)(span), tuple(_list_of(_frame)(library)))


def _frame(value: object) -> Frame:
    function, span = _row(value, 2)
    return Frame(_text(function), _or_none(_span)(span))


def _span_to_json(span: Span | None) -> list[Any] | None:
    if span is None:
        return None
    return [span.file, span.line, span.column, span.end_line, span.end_column, span.source_line]


def _span(value: object) -> Span:
    file, line, column, end_line, end_column, source_line = _row(value, 6)
    return Span(
        _text(file),
        _natural(line),
        _or_none(_natural)(column),
        _or_none(_natural)(end_line),
        _or_none(_natural)(end_column),
        _or_none(_text)(source_line),
    )
