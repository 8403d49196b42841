"""Constant arrays: tables of the module that kernels read, in constant memory on a GPU.

```python
WEIGHTS = constant_array([0.25, 0.5, 0.25], f32)

@kernel
def smooth(x: View[f32, 1], y: OutView[f32, 1]):
    ...
        total += WEIGHTS[k] * x[i + k - 1]
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from periclase.digest import blake2b
from periclase.types import ArrayType, Space, Type, canonical_text, is_storable

if TYPE_CHECKING:
    import numpy as np

MOST_BYTES = 1 << 16
"""Of constant memory in a kernel (CUDA programming guide, "Technical specifications per compute capability")."""


class ConstantArray:
    """What `constant_array` gives: an array that never changes.

    Attributes:
        type: what it is in a kernel.
        digest: stands for its type and contents.
    """

    def __init__(self, values: np.ndarray[Any, np.dtype[Any]], element: Type):
        self._values = values
        self.type = ArrayType(element, values.shape, Space.CONSTANT, mutable=False)
        text = f"{canonical_text(self.type)} {values.dtype} {values.tobytes().hex()}"
        self.digest = blake2b(text.encode(), digest_size=16).hexdigest()

    def numpy(self) -> np.ndarray[Any, np.dtype[Any]]:
        """The contents, as a read-only array."""
        return self._values

    @property
    def shape(self) -> tuple[int, ...]:
        """The extents."""
        return self._values.shape

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, index: Any) -> Any:
        return self._values[index]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __repr__(self) -> str:
        return f"<constant {self.type}>"


def constant_array(values: Any, dtype: Any = None) -> ConstantArray:
    """An array of constants for kernels: they name it like a number of the module, index it and loop over it.

    The values are copied. On a GPU they lie in constant memory, which is fast where the threads of a warp read one element.

    Args:
        values: anything that numpy makes an array of.
        dtype: the type of the elements: a scalar or complex type, or a struct. None is that of the values.

    Raises:
        TypeError: no kernel has elements of that type.
        ValueError: there are no values, or more than 64 KiB of them, or the type does not hold them.
    """
    import numpy as np

    from periclase.signature import type_of_annotation
    from periclase.structs import numpy_dtype

    source = np.asarray(values)
    element = None if dtype is None else type_of_annotation(dtype)
    if element is None:
        try:
            element = _type_of_dtype(source.dtype if dtype is None else np.dtype(dtype))
        except (TypeError, ValueError):  # numpy knows no such type either
            element = None
    if element is None or not is_storable(element) or isinstance(element, ArrayType):
        raise TypeError(
            f"a constant array has elements that can be stored, not {source.dtype if dtype is None else dtype}"
        )
    kind = numpy_dtype(element)
    array = np.array(source.astype(kind), kind, copy=True, order="C")
    if (
        source.dtype != kind
        and source.dtype.kind in "biufc"
        and kind.kind in "biu"
        and not (array == source).all()
    ):
        raise ValueError(f"{element} does not hold all of these values")
    if not array.ndim or not array.size:
        raise ValueError("a constant array has at least one element, and one dimension")
    if array.nbytes > MOST_BYTES:
        raise ValueError(f"{array.nbytes} bytes are too many for constant memory, which has {MOST_BYTES}")
    array.flags.writeable = False
    return ConstantArray(array, element)


def _type_of_dtype(dtype: Any) -> Type | None:
    from periclase.complex_numbers import host_complex_type
    from periclase.types import scalar_types

    for name in ("f16", "f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "bool_"):
        if scalar_types[name].numpy_name == dtype.name:
            return scalar_types[name]
    return host_complex_type(dtype.type)
