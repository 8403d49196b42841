"""What is remembered of programs is bounded: a process that goes on compiling new ones, a notebook above all, does not grow."""

from __future__ import annotations

import functools
import gc
import linecache

from periclase.codegen.compiler import stages

PROGRAM = """
from dataclasses import dataclass
from enum import IntEnum

from periclase import Array, MutSlice, View, device, f32, f64, i64, kernel, local_array, shared_array
from periclase.gpu import global_idx_x, sync_threads


@dataclass
class Pair{n}:
    first: f32
    second: Array[i64, {n}]


class Color{n}(IntEnum):
    RED = {n}
    GREEN = {n} + 1


@device
def apply(f, x):
    return f(x)


@kernel
def k(y: MutSlice[f64], pairs: MutSlice[Pair{n}], m: View[f32, 2], color: Color{n}):
    t = shared_array(({n}, 3), f32)
    counts = local_array({n} + 1, i64)
    i = global_idx_x()
    t[i % {n}, 1] = m[0, 0] + {n}.5
    sync_threads()
    counts[i % {n}] = {n} * 77
    both = (t[0, 1], {n}.25)
    if color == Color{n}.GREEN and i < len(pairs):
        pairs[i].first = both[0]
        pairs[i].second[{n} - 1] = counts[0]
        y[i] = apply(lambda x: x * {n}.75, f64(both[1])) + f64(pairs[i].second[{n} - 2])
"""


def compile_one(number: int) -> None:
    file = f"<program of memos {number}>"
    text = PROGRAM.format(n=number)
    linecache.cache[file] = len(text), None, text.splitlines(True), file
    space = {"__name__": f"memos_{number}"}
    exec(compile(text, file, "exec", dont_inherit=True), space)
    for target, last in (("cpu", "obj"), ("sm_90", "ptx")):
        for name, _ in stages(space["k"], target=target):
            if name == last:
                break


def memos() -> dict[str, int]:
    """How many entries each memo without a bound has."""
    found = [item for item in gc.get_objects() if isinstance(item, functools._lru_cache_wrapper)]
    return {
        f"{memo.__module__}.{memo.__qualname__}": memo.cache_info().currsize
        for memo in found
        if memo.cache_info().maxsize is None and memo.__module__.startswith("periclase")
    }


def test_memos_do_not_grow_with_programs() -> None:
    for number in range(40, 42):
        compile_one(number)
    before = memos()
    for number in range(42, 44):
        compile_one(number)
    grown = {
        name: (before.get(name, 0), size) for name, size in memos().items() if size > before.get(name, 0)
    }
    assert not grown
