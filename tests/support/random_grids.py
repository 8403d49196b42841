"""Random kernels of many threads: what `random_sources` writes, and between it barriers, shared memory, warps and atomics.

A thread has `WORDS` elements of `w` and `g` to itself; what others have comes through shared memory, with barriers around.
`total` is changed by atomics that commute, and not read: so there is one right result, whatever the order of the threads. What
threads do together stands where all of them come: on the way there are loops and conditions that are the same for a whole block.
"""

from __future__ import annotations

from hypothesis import strategies as st
from random_sources import FLOATS, INTS, WORDS, Draw, Writer

TOTALS = 4
_WIDE = ("i32", "u32", "i64", "u64")
"""What shuffles and atomics take."""


class GridWriter(Writer):
    """Writes the statements of a thread among others."""

    def place(self) -> str:
        return f"base + {super().place()}"

    def together(self, indent: str, depth: int) -> None:
        """Some statements, of which at least one is a meeting of threads."""
        for _ in range(int(self.pick("1", "2"))):
            if self.pick("alone", "together") == "alone":
                self.statement(indent, 1)
        self._meeting(indent, depth)

    def _meeting(self, indent: str, depth: int) -> None:
        write = self.lines.append
        type = self.pick(*_WIDE)
        match self.pick(
            *("exchange", "shuffle", "vote", "count", "atomic", "match", "redux"),
            *(("if", "for") if depth else ()),
        ):
            case "exchange":
                kind = self.pick("i64", "f64")
                shared = "s" if kind == "i64" else "r"
                write(f"{indent}sync_threads()")
                write(f"{indent}{shared}[tid] = {self.expression(kind, 1)}")
                write(f"{indent}sync_threads()")
                write(f"{indent}v_{kind} = {shared}[(tid + {self.pick('1', '5', '31')}) % block_dim_x()]")
            case "shuffle":
                kind = self.pick("up", "down", "xor")
                write(
                    f"{indent}v_{type} = shfl_sync_{kind}({self.expression(type, 1)}, {self.pick('1', '3', '16')})"
                )
            case "vote":
                kind = self.pick("all_sync", "any_sync")
                write(f"{indent}v_i32 += i32({kind}({self.condition(1)}))")
                write(f"{indent}v_u32 ^= ballot_sync({self.condition(1)})")
            case "count":
                write(f"{indent}v_i32 ^= i32(sync_threads_count({self.condition(1)}))")
            case "match":
                write(f"{indent}v_u32 ^= match_any_sync({self.expression(type, 1)} & {type}(3))")
            case "redux":
                kind, form = self.pick("add", "min", "max", "and", "or", "xor"), self.pick("i32", "u32")
                if kind in ("and", "or", "xor"):
                    form = "u32"
                write(f"{indent}v_{form} = redux_sync_{kind}({self.expression(form, 1)})")
            case "atomic":
                kind = self.pick("add", "sub", "xor")
                write(
                    f"{indent}atomic_{kind}(total, {self.pick('0', '1', 'block_idx_x() % 2')}, {self.expression('i64', 1)})"
                )
                kind = self.pick("min", "max")
                write(
                    f"{indent}atomic_{kind}(total, {2 if kind == 'min' else 3}, {self.expression('i64', 1)})"
                )
            case "if":
                write(f"{indent}if {self.pick('block_idx_x() == 0', 'n > 1')}:")
                self.together(indent + "    ", depth - 1)
                write(f"{indent}else:")
                self.together(indent + "    ", depth - 1)
            case _:
                name = f"m{len(self.lines)}"
                write(f"{indent}for {name} in range({self.pick('2', 'n')}):")
                self.together(indent + "    ", depth - 1)


_HEAD = """\
from periclase import *
from periclase.gpu import *
@struct
class Pair:
    x: i8
    y: f64
@kernel
def k(w: MutSlice[i64], g: MutSlice[f64], total: MutSlice[i64], n: i32):
    tid = thread_idx_x()
    base = (block_idx_x() * block_dim_x() + tid) * 8
    s = shared_array(64, i64)
    r = shared_array(64, f64)
    a = local_array(4, i32)
    for z in range(4):
        a[z] = i32(z)"""


@st.composite
def grid_sources(draw: Draw) -> str:
    """The text of a module with `@kernel def k(w, g, total, n)`, for blocks of 32 or 64 threads."""
    writer = GridWriter(draw)
    for _ in range(int(writer.pick("1", "2", "3"))):
        writer.together("    ", 2)
    types = (*INTS, *FLOATS)
    start = [
        f"    v_{type} = {type}({'g' if type in FLOATS else 'w'}[base + {i % WORDS}])"
        for i, type in enumerate(types)
    ]
    end = [f"    w[base + {i}] ^= i64(v_{type})" for i, type in enumerate(INTS)]
    end += [f"    g[base + {i}] = f64(v_{type})" for i, type in enumerate(FLOATS)]
    return "\n".join([_HEAD, *start, *writer.lines, *end, ""])


__all__ = ["TOTALS", "grid_sources"]
