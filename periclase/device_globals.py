"""Device globals: variables of the module that lie in the memory of a device, and that its kernels share.

```python
counter = device_global(u32)
histogram = device_global(Array[u32, 256])

@kernel
def count(x: Slice[u8]):
    ...
        atomic_add(histogram, x[i], 1)
        atomic_add(counter, 1)

count[blocks, 256](x)
print(counter.read(), histogram.read())
```

On each device such a variable is a buffer, made when it is first used there (`periclase.runtime.statics`). A kernel that names
it, or calls what names it, gets that buffer with each launch like any other argument. So it is one variable for all kernels,
though each is a module of its own to the driver; and what is true of buffers is true of it: launches are ordered by it, a failed
one spoils it, graphs record it.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NoReturn

from periclase.types import ArrayType, Type, is_storable

if TYPE_CHECKING:
    import numpy as np

    from periclase.runtime.buffer import Buffer
    from periclase.runtime.device import Device


any_made = False
"""Whether there are any: else no kernel needs to be looked through for them."""


class DeviceGlobal:
    """What `device_global` gives: a variable that each device has for itself.

    In a kernel an array is indexed like any fixed array; anything else is `value`: `counter.value += 1`.

    Attributes:
        type: of what it holds.
        element: that type, or that of its elements if it is an array.
        shape: the extents of an array; () for anything else.
        initial: what it holds at first.
    """

    def __init__(
        self, type: Type, initial: np.ndarray[Any, np.dtype[Any]], home: dict[str, Any] | None = None
    ):
        self.type = type
        self.element: Type = type.element if isinstance(type, ArrayType) else type
        self.shape: tuple[int, ...] = type.shape if isinstance(type, ArrayType) else ()
        self.initial = initial
        self._home = home or {}
        global any_made
        any_made = True

    @property
    def name(self) -> str:
        """What it is called in the module that has made it."""
        return next((name for name, value in self._home.items() if value is self), "device_global")

    @property
    def qualified_name(self) -> str:
        """The same, with the name of the module."""
        return f"{self._home.get('__name__', 'periclase')}.{self.name}"

    def __repr__(self) -> str:
        return f"<device global of {self.type}>"

    if TYPE_CHECKING:
        value: Any
        """What it holds, in a kernel."""

        def __len__(self) -> int: ...
        def __getitem__(self, index: Any) -> Any: ...
        def __setitem__(self, index: Any, value: Any) -> None: ...

    else:

        @property
        def value(self) -> NoReturn:
            self._refuse()

        @value.setter
        def value(self, value: Any) -> None:
            self._refuse()

        def __len__(self) -> int:
            if not self.shape:
                raise TypeError(f"{self!r} has no length")
            return self.shape[0]

        def __getitem__(self, index: Any) -> NoReturn:
            self._refuse()

        def __setitem__(self, index: Any, value: Any) -> None:
            self._refuse()

    def _refuse(self) -> NoReturn:
        raise RuntimeError(
            "a device global is in the memory of a device: `read()` gives a copy, `write(...)` sets it, and "
            "`on(device)` is its buffer"
        )

    # ---------------------------------------------------------------------------------------------- on the host ----

    def on(self, device: Device | None = None) -> Buffer:
        """The buffer that it is on a device: what can be done with buffers can be done with it.

        Args:
            device: None for that of the stream that was entered, or else the CPU: where launches without buffers go.
        """
        from periclase.runtime.statics import buffer_on

        return buffer_on(self, device)

    def read(self, device: Device | None = None) -> Any:
        """A copy of the contents, once the launches that write them have ended: an array of numpy, or else a value of Python.

        Args:
            device: as for `on`.

        Raises:
            BufferFailure: they were never computed, since a launch failed.
        """
        contents = self.on(device).read()
        if self.shape:
            return contents
        from periclase.structs import host_value

        return host_value(self.type, contents[()])

    def write(self, values: Any, device: Device | None = None) -> None:
        """Replace the contents, behind the launches that use them. See `Buffer.write`.

        Args:
            values: one value for all, or as many as there are.
            device: as for `on`.

        Raises:
            LaunchError: they do not fit.
        """
        self.on(device).write(_as_numpy_takes(self.element, values))

    def reset(self, device: Device | None = None) -> None:
        """Put the initial values there again, behind the launches that use it.

        Args:
            device: as for `on`.
        """
        self.on(device).write(self.initial)


def device_global(type: Any, initial: Any = 0) -> DeviceGlobal:
    """A variable of the module in the memory of the device, which kernels read and write, and keep between launches.

    Each device has one of its own. It is a buffer there: a launch of a kernel that names it waits for those that write it.

    Args:
        type: any type that lies in memory: a scalar such as `u32`, `Array[f32, 4, 4]`, a struct.
        initial: what it holds at first, and after `reset()`: one value, or as many as there are; zeros by default.

    Raises:
        TypeError: nothing of that type lies in memory.
        ValueError: the type does not hold these values.
    """
    import numpy as np

    from periclase.signature import type_of_annotation
    from periclase.structs import numpy_dtype

    found = type_of_annotation(type)
    if found is None or not is_storable(found):
        raise TypeError(f"a device global is of a type that lies in memory, such as `u32`, not {type!r}")
    element = found.element if isinstance(found, ArrayType) else found
    kind, shape = numpy_dtype(element), found.shape if isinstance(found, ArrayType) else ()
    contents = np.zeros(shape, kind)
    if not (isinstance(initial, int) and initial == 0):
        source = np.asarray(_as_numpy_takes(element, initial))
        try:
            contents[...] = source
        except (TypeError, ValueError, OverflowError) as error:
            raise ValueError(f"{found} does not hold these values: {error}") from None
        if kind.kind in "biu" and not (contents == source).all():
            raise ValueError(f"{found} does not hold these values")
    contents.flags.writeable = False
    frame = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
    return DeviceGlobal(found, contents, frame.f_globals)


def _as_numpy_takes(element: Type, values: Any) -> Any:
    """One value of the host, or a list of some, for elements of a type."""
    import numpy as np

    from periclase.structs import numpy_dtype, plain

    def plain_values(values: Any) -> Any:
        if isinstance(values, list):
            return [plain_values(value) for value in values]  # pyright: ignore[reportUnknownVariableType]
        return values if type(values).__module__ == "numpy" else plain(element, values)

    kind = numpy_dtype(element)
    found = plain_values(values)
    return found if kind.names is None else np.asarray(found, kind)
