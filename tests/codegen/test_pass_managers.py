"""LLVM keeps nothing of what it has compiled."""

from __future__ import annotations

import ctypes
import gc
import itertools
from collections.abc import Callable

import pytest

from periclase.codegen import native, ptx
from periclase.codegen.pass_managers import freed_after
from periclase.runtime.backends.cpu.llvm_binding import binding, target_machine

TEXT = """
define {kind} void @f(ptr %y, i64 %n) {{
  %p = getelementptr i64, ptr %y, i64 {number}
  %v = mul i64 %n, {number}
  store i64 %v, ptr %p
  ret void
}}
"""
ROUNDS = 40
ALLOWED = 1 << 20
"""Bytes. A pass manager has 30,000, its passes hold as many again when they have run; a context has all of its constants."""


class _Memory(ctypes.Structure):
    """`struct mallinfo2` of the C library."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in [
            "arena",
            "ordblks",
            "smblks",
            "hblks",
            "hblkhd",
            "usmblks",
            "fsmblks",
            "uordblks",
            "fordblks",
            "keepcost",
        ]
    ]


def allocated() -> int:
    """Bytes that are allocated by `malloc`."""
    gc.collect()
    ask = ctypes.CDLL(None).mallinfo2
    ask.restype = _Memory
    memory = ask()
    return memory.uordblks + memory.hblkhd


def growth(work: Callable[[], object]) -> int:
    """How many bytes more are allocated after `ROUNDS` of `work` than before."""
    for _ in range(3):
        work()
    before = allocated()
    for _ in range(ROUNDS):
        work()
    return allocated() - before


needs_mallinfo = pytest.mark.skipif(
    not hasattr(ctypes.CDLL(None), "mallinfo2"), reason="this C library does not tell what is allocated"
)


@needs_mallinfo
@pytest.mark.parametrize(
    ("kind", "compiled"),
    [
        ("", lambda text: native._compiled("object", text, 2, ordinary=True)),
        ("ptx_kernel", lambda text: ptx.emit_ptx(text, "sm_80", ordinary=True)),
    ],
    ids=["native", "ptx"],
)
def test_a_compile_leaves_nothing_behind(kind: str, compiled: Callable[[str], object]) -> None:
    numbers = itertools.count(1000)
    assert growth(lambda: compiled(TEXT.format(kind=kind, number=next(numbers)))) < ALLOWED


@needs_mallinfo
def test_pass_managers_are_freed_whatever_happens() -> None:
    llvm = binding()
    with target_machine() as machine:
        options = llvm.create_pipeline_tuning_options(speed_level=2)

        def fails() -> None:
            with (
                llvm.create_pass_builder(machine, options) as builder,
                pytest.raises(ZeroDivisionError),
                freed_after(builder.getModulePassManager()),
            ):
                raise ZeroDivisionError

        assert growth(fails) < ALLOWED
        with llvm.create_pass_builder(machine, options) as builder:
            with freed_after(builder.getModulePassManager()) as passes:
                pass
            assert passes.closed
