"""Arrays in the shared memory whose size the launch decides: `dynamic_shared_array(n, f32)`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from periclase.types import Access, DeviceType, Space, Type, canonical_text

if TYPE_CHECKING:
    from periclase.arrays import FixedArray


class DynamicArrayType(DeviceType):
    """The type of an array in dynamic shared memory: of one dimension, whose length is known at run time."""

    element: Type

    @property
    def access(self) -> Access:
        """What may be done with the elements: all."""
        return Access.READ_WRITE

    @property
    def space(self) -> Space:
        """Where it lies."""
        return Space.SHARED

    @property
    def canonical(self) -> str:
        return f"dynamic shared array of {canonical_text(self.element)}"

    def __str__(self) -> str:
        return f"dynamic shared array of {self.element}"

    __repr__ = __str__


def dynamic_shared_array(length: int, dtype: Any, after: Any = None, *, align: int = 16) -> FixedArray:
    """An array in the shared memory that a launch asks for: `kernel[grid, block, shared_bytes](…)`. Its contents are undefined
    at first.

    It is checked that the launch gives as much as that.

    Args:
        length: the number of elements, which may be known at run time only; the same in all threads of the block.
        dtype: the type of the elements, such as `f32`.
        after: another such array, behind which this one lies. Without it the array lies at the beginning: two arrays without
            `after` are the same memory.
        align: what its address is a multiple of, in bytes, as for `shared_array`: a power of two up to 1024. Behind another
            array it is that of the elements if nothing is asked for.

    Raises:
        RuntimeError: on the host, where no block exists.
    """
    _refuse()


def _refuse() -> NoReturn:
    raise RuntimeError(
        "dynamic_shared_array() exists in kernels only: on the host there is no block to share it"
    )
