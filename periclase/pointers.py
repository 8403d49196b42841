"""Pointers: an address of something in memory, without an extent.

```python
@device
def bump(p: MutPointer[f32]):
    p[0] += 1.0

@kernel
def each(x: MutSlice[f32]):
    i = global_idx_x()
    if i < len(x):
        bump(address_of(x[i]))
```

A pointer knows what lies where it points and in which memory that is, and not how much of it: nothing checks `p[k]`. A kernel
gets one for a buffer, whose first element it points to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from periclase.types import Access, DeviceType, SliceType, Space, Type, canonical_text, is_open, is_storable

_NAMES = {Access.READ: "Pointer", Access.READ_WRITE: "MutPointer"}
_SPACES = {space.value: space for space in Space}

BYTES = 8


class PointerType(DeviceType):
    """The type of a pointer: `Pointer[f32]`, `MutPointer[f32, "shared"]`.

    Attributes:
        element: any storable type.
        access: what may be done with what lies there; never `WRITE`.
        space: where that is; `GENERIC` for anywhere.
    """

    element: Type
    access: Access
    space: Space = Space.GENERIC

    @property
    def is_storable(self) -> bool:
        return True

    @property
    def is_open(self) -> bool:
        return is_open(self.element)

    @property
    def size(self) -> int:
        return BYTES

    @property
    def align(self) -> int:
        return BYTES

    @property
    def canonical(self) -> str:
        return self._text(canonical_text(self.element))

    def classes(self) -> Iterator[type]:
        return self.element.classes() if isinstance(self.element, DeviceType) else iter(())

    def functions(self) -> Iterator[tuple[Any, tuple[str, ...]]]:
        return iter(())

    def parts(self) -> Sequence[tuple[str, Type]]:
        """What a launch passes: the buffer, to whose first element it points."""
        return [("", SliceType(self.element, self.access))]

    def host_parts(self, value: Any) -> Sequence[Any]:
        return (value,)

    def _text(self, element: str) -> str:
        space = "" if self.space is Space.GENERIC else f', "{self.space.value}"'
        return f"{_NAMES[self.access]}[{element}{space}]"

    def __str__(self) -> str:
        return self._text(str(self.element))

    __repr__ = __str__


def address_of(place: Any) -> Any:
    """A pointer to a place: an element of a slice, view, array or device global, a field of such, or of an object in a variable.

    It is a `MutPointer` where the place can be set, else a `Pointer`, and knows the memory that it points to. It exists in
    kernels only.

    Args:
        place: written with an index or a field: `address_of(x[i])`, `address_of(particles[i].mass)`.
    """
    raise TypeError("address_of gives an address on a device: it is called in kernels only")


def where_buffers_lie(type: Type) -> Type:
    """The type of a parameter of a kernel: a pointer there is one to global memory, also where the annotation leaves it open."""
    if isinstance(type, PointerType) and type.space is Space.GENERIC:
        return PointerType(type.element, type.access, Space.GLOBAL)
    return type


def why_not_passed(type: Type) -> tuple[str, str] | None:
    """Why a launch can not pass a value of a type, as the end of a sentence, and what to do; None if no pointer is why."""
    if isinstance(type, PointerType):
        if type.space not in (Space.GENERIC, Space.GLOBAL):
            return (
                f": a launch passes buffers, which lie in global memory, not in {type.space.value} memory",
                f"annotate it as `{PointerType(type.element, type.access)}`",
            )
        if not holds_pointer(type.element):
            return None
    elif not holds_pointer(type):
        return None
    return (
        ": there is a pointer in it, and an address on a device means nothing on the host",
        "pass the buffers by themselves, and make the pointers in the kernel: `address_of(x[i])`",
    )


def holds_pointer(type: Type) -> bool:
    """Whether a value is, or holds in memory, a pointer."""
    if isinstance(type, PointerType):
        return True
    if not isinstance(type, DeviceType):
        return False
    element: Type | None = getattr(type, "element", None)
    if element is not None:
        return holds_pointer(element)
    return any(holds_pointer(part) for _, part in type.parts() or ())


class _PointerBase:
    """What both pointers share. They exist in kernels only: a host program passes buffers instead."""

    if TYPE_CHECKING:

        def __class_getitem__(cls, arguments: Any) -> Any: ...
        def __getitem__(self, index: int) -> Any: ...
        def __add__(self, count: int) -> Any: ...
        def __sub__(self, other: Any) -> Any: ...
        def __lt__(self, other: Any) -> bool: ...
        def __le__(self, other: Any) -> bool: ...
        def __gt__(self, other: Any) -> bool: ...
        def __ge__(self, other: Any) -> bool: ...
    else:
        _access: Access

        def __init__(self, *_args, **_keywords):
            name = type(self).__name__
            raise TypeError(
                f"{name} is an annotation: pass a buffer (device.array(...)) or an array to the launch instead"
            )

        def __class_getitem__(cls, arguments):
            from periclase.definition_errors import refuse
            from periclase.signature import type_of_annotation

            name = cls.__name__
            element, *rest = arguments if isinstance(arguments, tuple) else (arguments,)
            found = type_of_annotation(element)
            if found is None or not is_storable(found):
                given = getattr(element, "__qualname__", None) or f"a value of type {type(element).__name__}"
                refuse(
                    "PC0201",
                    f"{name}[...] takes a type that can be stored, such as f32 or a struct, not {given}",
                )
            rest = [each.value if isinstance(each, Space) else each for each in rest]
            if len(rest) > 1 or (rest and not (isinstance(rest[0], str) and rest[0] in _SPACES)):
                shown = ", ".join(repr(each) for each in rest)
                spaces = ", ".join(f'"{each}"' for each in _SPACES)
                refuse(
                    "PC0201", f"{name}[...] takes an address space behind the type ({spaces}), not {shown}"
                )
            space = _SPACES[rest[0]] if rest else Space.GENERIC
            if space is Space.CONSTANT and cls._access is not Access.READ:
                refuse("PC0201", 'constant memory is never written: write Pointer[..., "constant"]')
            return PointerType(found, cls._access, space)


class Pointer(_PointerBase):
    """A pointer by which a kernel reads: `p: Pointer[f32]`, `p[0]`, `p[k]`, `p + k`, `p - q`."""

    if not TYPE_CHECKING:
        _access = Access.READ


class MutPointer(_PointerBase):
    """A pointer by which a kernel reads and writes: `p[0] += 1.0`."""

    if TYPE_CHECKING:

        def __setitem__(self, index: int, value: Any) -> None: ...
    else:
        _access = Access.READ_WRITE
