"""Tiles of matrices copied from global to shared memory while the threads do something else (`cp.async`, sm_80 and later).

```python
LOAD = tile_copy(f16, 64, 32, threads=128)  # of the module


@kernel(launch_bounds=128)
def multiply(a: View[f16, 2], …):
    tile = shared_array((2, 64, 40), f16)
    LOAD(tile[0], a, row, 0)
    commit_copies()
    …
    wait_for_copies(0)
    sync_threads()
```

A thread's copies since the last `commit_copies` are a group. `wait_for_copies(n)` waits until at most the latest `n` groups of
the thread are unfinished; that those of the others are there, a barrier says. On the CPU a copy is done when it is started.
"""

# Annotations are types here, not text: those of the functions differ from one tile to the next.
# pyright: basic
from typing import Any

from periclase.definition_errors import refuse
from periclase.generics import Const
from periclase.gpu import cp_async_commit_group, cp_async_wait_group, cp_async_zfill
from periclase.library.made_once import made_once
from periclase.library.warps import thread_number
from periclase.loops import unroll
from periclase.types import ScalarType, u32
from periclase.views import View

_BYTES = 16
"""What one instruction copies."""


def commit_copies():
    """Close the group of the copies that this thread has started."""
    cp_async_commit_group()


def wait_for_copies(pending: Const[int]):  # pyright: ignore
    """Wait until at most the latest `pending` groups of this thread are unfinished."""
    cp_async_wait_group(pending)


@made_once
def tile_copy(element: Any, rows: int, columns: int, threads: int) -> Any:
    """The function with which all threads of a block together start copying a tile, 16 bytes at a time.

    It is called as `copy(target, source, row, column)`: `target` is a shared array of at least `rows` rows and `columns` columns,
    whose rows are multiples of 16 bytes; `source` a view whose rows lie side by side, begin at multiples of 16 bytes and are read
    from `source[row, column]` on, `column` being a multiple of 16 bytes too. What is outside of `source`, on any side of it,
    becomes zero; `source` has one element at least.

    Args:
        element: the type of the elements, a scalar.
        rows: of the tile.
        columns: of the tile; as bytes a multiple of 16.
        threads: how many a block has.

    Raises:
        DefinitionError: PC0222, rows of the tile are no multiple of 16 bytes, or something is not positive.
    """
    if (
        not isinstance(element, ScalarType)
        or any(type(each) is not int for each in (rows, columns, threads))
        or columns * element.size % _BYTES
        or min(rows, columns, threads) < 1
    ):
        shown = getattr(element, "__name__", repr(element))
        refuse(
            "PC0222",
            f"a tile of {rows} by {columns} {shown} can not be copied 16 bytes at a time by {threads} threads",
            "rows of a tile are multiples of 16 bytes",
        )
    wide = _BYTES // element.size
    size = element.size
    across = columns // wide
    chunks = rows * across
    steps = -(-chunks // threads)
    whole = chunks % threads == 0

    def copy(target, source: View[element, 2], row, column):  # pyright: ignore
        """Start copying the tile from `source[row, column]` on to `target`."""
        assert source.size > 0, "a view without elements has no tiles"
        assert source.strides[0] % wide == 0 and source.strides[1] == 1, "rows of 16-byte pieces are copied"
        assert column % wide == 0, "a tile begins at a multiple of 16 bytes"
        thread = thread_number()
        for step in unroll(range(steps)):
            chunk = step * threads + thread
            if whole or chunk < chunks:
                down, right = chunk // across, chunk % across * wide
                from_row, from_column = row + down, column + right
                inside = 0 <= from_row < source.shape[0] and from_column >= 0
                left = source.shape[1] - from_column if inside else 0
                there = min(max(left, 0), wide)
                if there == 0:  # nothing is read, but from an address that there is
                    from_row, from_column = 0, 0
                cp_async_zfill(
                    target[down, right], source[from_row, from_column], u32(there * size), size=16, cache="cg"
                )

    copy.__qualname__ = copy.__name__ = f"copy_{rows}x{columns}"
    return copy
