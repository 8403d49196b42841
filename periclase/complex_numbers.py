"""Complex numbers: `complex64` and `complex128`, as annotations, elements, fields and conversions.

```python
@kernel
def rotate(z: MutSlice[complex64], angle: f32): ...
```
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from periclase.types import DeviceType, ScalarType, Type, f32, f64


class ComplexType(DeviceType):
    """The type of complex numbers with components of a float type. In memory the real part comes first, as in C and numpy."""

    component: ScalarType

    @property
    def numpy_name(self) -> str:
        """The name of the numpy dtype."""
        return f"complex{2 * self.component.bits}"

    @property
    def is_storable(self) -> bool:
        return True

    @property
    def size(self) -> int:
        return 2 * self.component.size

    @property
    def align(self) -> int:
        return self.component.size

    def parts(self) -> Sequence[tuple[str, Type]]:
        return [(".real", self.component), (".imag", self.component)]

    def host_parts(self, value: Any) -> Sequence[Any]:
        kind = type(value).__name__
        if (
            isinstance(value, bool)
            or not (hasattr(value, "real") and hasattr(value, "imag"))
            or getattr(value, "ndim", 0)
        ):
            raise TypeError(f"a complex number is asked for, not a value of type {kind}")
        return [value.real, value.imag]

    def convert(self, value: Any) -> complex:
        """The number that casting `value` to this type gives on the device."""
        number = complex(value)
        return complex(self.component.convert(number.real), self.component.convert(number.imag))

    def __call__(self, value: Any = 0, imag: Any = 0.0) -> complex:
        number = complex(value, imag) if imag else complex(value)
        return self.convert(number)

    def __str__(self) -> str:
        return self.numpy_name

    __repr__ = __str__


if TYPE_CHECKING:

    class complex64(complex):
        """Two `f32`."""

    class complex128(complex):
        """Two `f64`."""

else:
    complex64 = ComplexType(f32)
    complex128 = ComplexType(f64)


def complex_type(component: ScalarType) -> ComplexType:
    """The complex type with components of `f32` or `f64`."""
    return ComplexType(component)


def host_complex_type(value: Any) -> ComplexType | None:
    """The type that a class of the host stands for: `complex`, `numpy.complex64`, `numpy.complex128`; or None."""
    if value is complex:
        return ComplexType(f64)
    if isinstance(value, type) and value.__module__ == "numpy":
        return {"complex64": ComplexType(f32), "complex128": ComplexType(f64)}.get(value.__name__)
    return None


def is_representable(value: complex, component: ScalarType) -> bool:
    """Whether no finite part of `value` is beyond the greatest number of `component`."""
    return all(
        math.isinf(part) or not math.isinf(component.convert(part)) for part in (value.real, value.imag)
    )
