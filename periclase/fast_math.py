"""`with fastmath():`, which lets the compiler take liberties with the float operations in its block, and `with uncontracted():`,
which takes the one away that it has anyway.

```python
with fastmath("contract", "reassoc"):
    total += a * b
with uncontracted():
    y = a * b + c  # two roundings, as in numpy
```
"""

from __future__ import annotations

from types import TracebackType

from periclase.kernel import FAST_MATH_FLAGS


class fastmath:
    """A block whose float operations carry these flags of LLVM, beside those that the function and blocks around it ask for.

    It is about the operations written in the block: what it calls keeps its own. On the host it does nothing.

    Args:
        flags: some of `periclase.kernel.FAST_MATH_FLAGS`; none stands for all of them.

    Raises:
        ValueError: there is no such flag.
    """

    def __init__(self, *flags: str):
        for flag in flags:
            if flag not in FAST_MATH_FLAGS:
                raise ValueError(f"unknown fast-math flag {flag!r}; there are {', '.join(FAST_MATH_FLAGS)}")
        self.flags = flags or FAST_MATH_FLAGS

    def __enter__(self) -> None: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class uncontracted:
    """A block in which `a * b + c` of floats is a product, rounded, and a sum, rounded, as in numpy and in Python.

    Elsewhere it may be one fused multiply-add, rounded once, as in CUDA C++. It is about the operations written in the block;
    what it calls keeps its own. On the host it does nothing.
    """

    def __enter__(self) -> None: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
