"""Programs that are written for numba-cuda run with one import changed.

```python
from periclase.compat.numba_cuda import cuda, float32  # was: from numba import cuda, float32
```

Kernels are typed by numba's rules (`typing_rules`), launched on the first GPU, or on the CPU where there is none, and compiled,
cached and checked as all others are. What is covered, and what is not, is told by the documentation's page on numba-cuda.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from periclase.compat.numba_cuda import cuda as cuda


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in ("cuda", "random", "types"):
        return import_module(f"{__name__}.{name}")
    if name == "vectorize":
        return import_module(f"{__name__}.elementwise").vectorize
    if name in ("from_dtype", "typeof"):
        return getattr(import_module(f"{__name__}.types_of_values"), name)
    if name in ("jit", "njit"):
        return getattr(import_module(f"{__name__}.host_jit"), name)
    from periclase.compat.numba_cuda.number_types import NUMBER_TYPES

    if name in NUMBER_TYPES and name != "bool":
        return NUMBER_TYPES[name]
    from periclase.compat.numba_cuda.uncovered import OF_NUMBA, Uncovered

    if name in OF_NUMBA:
        return Uncovered(name, OF_NUMBA[name], "numba")
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'", name=name, obj=None)
