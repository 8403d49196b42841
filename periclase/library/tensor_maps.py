"""Tensor maps: tiles of a tensor in global memory that the copy engine brings to shared memory, or takes from there (sm_90).

```python
@kernel
def first_tile(a: TensorMap[f16, 2], y: MutSlice[f16]):
    tile = shared_array((64, 64), f16, align=1024)
    barrier = Barrier(address_of(shared_array(1, u64)[0]))
    …
    a.load(address_of(tile[0, 0]), (0, 0), barrier)


first_tile[1, 128](tensor_map(device.array(matrix), box=(64, 64), swizzle=128), y)
```

One thread calls `load` and `store`. Extents, boxes and coordinates are in the order of the tensor's dimensions, as numpy has
them: the last one is that along which neighbours lie side by side. What is outside of the tensor is zero when it is loaded,
and left alone when it is stored.
"""

# Annotations are types here, not text: those of the methods differ from one type of maps to the next.
# pyright: basic
import struct as struct_of_bytes
from functools import lru_cache
from operator import index
from typing import Any

from periclase.arrays import Array
from periclase.definition_errors import refuse
from periclase.gpu import (
    cp_async_bulk_tensor_g2s,
    cp_async_bulk_tensor_s2g,
    fence_proxy_async,
    prefetch_tensor_map,
)
from periclase.grid_constants import GridConstant
from periclase.pointers import MutPointer
from periclase.structs import struct
from periclase.types import bf16, f16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64
from periclase.views import MutView, View

_ELEMENTS = (i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64)
_WORDS = 16
"""Of 64 bits: a map is 128 bytes, and begins at a multiple of 64."""
_MOST_DIMENSIONS = 3
"""Of a view; a tensor of more has its elements one after another."""


def _one(at):
    return (i32(at[0]),)


def _two(at):
    return i32(at[1]), i32(at[0])


def _three(at):
    return i32(at[2]), i32(at[1]), i32(at[0])


def _four(at):
    return i32(at[3]), i32(at[2]), i32(at[1]), i32(at[0])


def _five(at):
    return i32(at[4]), i32(at[3]), i32(at[2]), i32(at[1]), i32(at[0])


_INNERMOST_FIRST = {1: _one, 2: _two, 3: _three, 4: _four, 5: _five}


@lru_cache(maxsize=4096)
def _map_type(element: Any, rank: Any, writes: bool) -> Any:
    """The type of the maps of tensors with these elements and so many dimensions."""
    innermost_first = _INNERMOST_FIRST[rank]
    dimensions = rank if rank <= _MOST_DIMENSIONS else 1
    Elements: Any = (MutView if writes else View)[element, dimensions]
    Tile: Any = MutPointer[element, "shared"]

    class Map:
        words: GridConstant[Array[u64, _WORDS], 64]  # pyright: ignore
        elements: Elements  # pyright: ignore

        RANK = rank
        ELEMENT = element

        def acquire(self):
            """Let the copy engine see the barrier objects that this thread has made: once in a kernel, behind `init` of these and
            before the map is used. The map itself is a parameter of the launch, which it sees as it is.
            """
            fence_proxy_async("shared_cta")

        def prefetch(self):
            """Bring the map to the cache."""
            prefetch_tensor_map(self.words[0])

        def load(self, target: Tile, coordinates, barrier):  # pyright: ignore
            """Start copying a box to shared memory, from the element at `coordinates` on; `barrier` counts its bytes."""
            at = innermost_first(coordinates)
            cp_async_bulk_tensor_g2s(target[0], self.words[0], at, barrier.place[0], rank=rank)

        def store(self, coordinates, source: Tile):  # pyright: ignore
            """Start copying a box from shared memory, to the element at `coordinates` and on.

            The engine sees what threads have written there once each has called `fence_proxy_async("shared_cta")`, and a barrier
            of the block was behind that.
            """
            at = innermost_first(coordinates)
            cp_async_bulk_tensor_s2g(self.words[0], at, source[0], rank=rank)

    if not writes:
        del Map.store
    Map.__name__ = Map.__qualname__ = f"{'Mut' if writes else ''}TensorMap[{element.__name__}, {rank}]"
    Map.__doc__ = f"A tensor of {rank} dimensions of {element.__name__}, and the box that one copy moves."
    return struct(Map)


class _Annotation:
    """What is written as `TensorMap[f16, 2]`."""

    def __init__(self, name: str, writes: bool):
        self._name = name
        self._writes = writes

    def __getitem__(self, arguments: Any) -> Any:
        if (
            not isinstance(arguments, tuple)
            or len(arguments) != 2
            or not any(arguments[0] is each for each in _ELEMENTS)
            or type(arguments[1]) is not int
            or arguments[1] not in _INNERMOST_FIRST
        ):
            refuse(
                "PC0201",
                f"{self._name}[...] takes the type of the elements, a number, and the number of dimensions, 1 to 5: "
                f"{self._name}[f16, 2]",
            )
        return _map_type(arguments[0], arguments[1], self._writes)


TensorMap: Any = _Annotation("TensorMap", writes=False)
"""The annotation of a map by which a kernel loads: `TensorMap[f16, 2]`."""
MutTensorMap: Any = _Annotation("MutTensorMap", writes=True)
"""The annotation of a map by which a kernel loads and stores: `MutTensorMap[f32, 2]`."""


def tensor_map(
    buffer: Any, box: tuple[int, ...], *, swizzle: int = 0, writable: bool = False, element: Any = None
) -> Any:
    """The map of a buffer on its device, as an argument of launches.

    Args:
        buffer: of one to five dimensions, the last of which lies side by side; those of more than three one after another.
            Strides are multiples of 16 bytes.
        box: the extents of what one copy moves, each at most 256.
        swizzle: 32, 64 or 128: in shared memory, pieces of 16 bytes of rows of so many bytes change places, so that columns
            are read without conflicts. The tile then is aligned to 8 rows.
        writable: whether kernels store by it, which is a `MutTensorMap`.
        element: `bf16`, where the buffer holds the bits of such as `uint16`, since numpy has no type for them.

    Raises:
        DefinitionError: PC0413, the copy engine does not move such boxes.
    """
    from periclase.runtime.buffer import Buffer
    from periclase.runtime.tensor_layout import TensorLayout

    if not isinstance(buffer, Buffer):
        refuse(
            "PC0413",
            f"a tensor map is of a buffer on a device, not of a {type(buffer).__name__}",
            "write `device.array(x)`",
        )
    element = _element_of(buffer, element)
    try:
        extents, swizzle = tuple(index(each) for each in box), index(swizzle)
    except TypeError:
        refuse(
            "PC0413",
            f"a box is a tuple of integers and a swizzle an integer, not {box!r} and {swizzle!r}",
            "write `tensor_map(buffer, box=(64, 64), swizzle=128)`",
        )
    *outer, innermost = buffer.strides or (0,)
    if buffer.shape and innermost != element.size:
        refuse(
            "PC0413",
            "neighbours along the last axis of the buffer do not lie side by side",
            "copy it to a new buffer",
        )
    layout = TensorLayout(
        element.__name__,
        element.size,
        buffer.address,
        tuple(reversed(buffer.shape)),
        tuple(reversed(outer)),
        tuple(reversed(extents)),
        swizzle,
    )
    misfit = layout.misfit()
    if misfit is not None:
        refuse("PC0413", f"the copy engine has no such map: {misfit[0]}", misfit[1])
    encode = getattr(buffer.device_state.backend, "tensor_map", TensorLayout.plain_words)
    words = struct_of_bytes.pack(f"<{_WORDS}Q", *encode(layout))
    elements = buffer if buffer.ndim <= _MOST_DIMENSIONS else buffer.reshape(-1)
    return _map_type(element, buffer.ndim, writable)(words, elements)


def _element_of(buffer: Any, asked: Any) -> Any:
    """What the elements of a buffer are: what numpy calls them, or `bf16`, which numpy has not."""
    name = buffer.dtype.name
    found = (
        bf16 if name == "bfloat16" else next((each for each in _ELEMENTS if each.numpy_name == name), None)
    )
    if found is None:
        refuse("PC0413", f"a tensor map is of numbers, not of {name}", None)
    if asked is None or asked is found:
        return found
    if (asked, found) != (bf16, u16):
        shown = getattr(asked, "__name__", repr(asked))
        refuse("PC0413", f"elements of {name} are not moved as {shown}", "leave `element` out")
    return asked


__all__ = ["MutTensorMap", "TensorMap", "tensor_map"]
