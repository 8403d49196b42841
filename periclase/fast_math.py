"""`with fastmath():`, which lets the compiler take liberties with the float operations in its block.

```python
with fastmath("contract", "reassoc"):
    total += a * b
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
