"""Random Python programs mean the same to the interpreter and to the CPU, unoptimised and optimised, bit for bit."""

from __future__ import annotations

import ctypes
import itertools
import linecache
import math
import os
import struct

import lowered_mir
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_sources import WORDS, kernel_sources
from xdsl.dialects.builtin import ModuleOp

from periclase.codegen.compiler import import_module
from periclase.codegen.llvm_ir import print_module
from periclase.dialects import mir
from periclase.interpreter.failure import InterpretationError
from periclase.interpreter.machine import Machine
from periclase.ir.cfg import erase_ops
from periclase.passes.convert_mir_to_llvm import ConvertMirToLLVM
from periclase.passes.pipelines import Pipeline

_COUNT = 50_000 if os.environ.get("PERICLASE_TEST_PROFILE") == "nightly" else 60
_NUMBERS = itertools.count()
_OPTIMISE = "sroa,mem2reg,sccp,canonicalize,cse,simplify-cfg,dce"
Words = tuple[int, ...]


def imported(source: str) -> ModuleOp:
    """The `mir` of the kernel `k` in the text of a Python module."""
    name = f"<random {next(_NUMBERS)}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    space: dict[str, object] = {"__name__": __name__}
    exec(compile(source, name, "exec", dont_inherit=True), space)
    found = import_module(space["k"])  # type: ignore[arg-type]
    del linecache.cache[name]
    return found


def canonical(data: bytes) -> Words:
    """The words and floats of both buffers; every NaN is one."""
    words = struct.unpack(f"<{2 * WORDS}Q", data)
    floats = struct.unpack(f"<{2 * WORDS}d", data)
    return tuple(
        -1 if i >= WORDS and math.isnan(number) else word
        for i, (word, number) in enumerate(zip(words, floats, strict=True))
    )


def interpreted(module: ModuleOp, data: bytes) -> Words | None:
    """What the kernel leaves in its buffers; None when it traps."""
    machine = Machine(module, steps=100_000)
    half = 8 * WORDS
    w, g = machine.allocate(data[:half], "w"), machine.allocate(data[half:], "g")
    slices = [tuple(a.base.to_bytes(8, "little") + WORDS.to_bytes(8, "little")) for a in (w, g)]
    try:
        machine.run_kernel("k", slices)
    except InterpretationError as error:
        if error.diagnostics[0].code != "PC0702":
            raise
        return None
    return canonical(w.content() + g.content())


def native(module: ModuleOp, data: bytes, optimise: bool) -> Words:
    """The same on this machine, for a run that does not trap: its assertions are left out."""
    erase_ops([op for op in module.walk() if isinstance(op, mir.AssertOp)])
    if optimise:
        Pipeline.parse(_OPTIMISE).run(lowered_mir.context(), module)
    ConvertMirToLLVM(target="cpu").apply(lowered_mir.context(), module)
    address = lowered_mir.load(print_module(module, target="host"), "k", optimise, speed=3)
    buffer = ctypes.create_string_buffer(data, len(data))
    start = ctypes.addressof(buffer)
    function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64)(
        address
    )
    function(start, WORDS, start + 8 * WORDS, WORDS)
    return canonical(buffer.raw)


_WORDS = st.lists(
    st.sampled_from((0, 1, -1, 5, 127, -128, 2**31, 2**63 - 1, -(2**63))), min_size=WORDS, max_size=WORDS
)
_REALS = st.lists(
    st.sampled_from((0.0, -0.0, 1.0, -1.5, 0.1, 1e300, 5e-324, math.inf, -math.inf)),
    min_size=WORDS,
    max_size=WORDS,
)


@settings(max_examples=_COUNT, deadline=None, suppress_health_check=list(HealthCheck))
@given(kernel_sources(), _WORDS, _REALS)
def test_the_interpreter_and_the_cpu_agree(source: str, words: list[int], reals: list[float]) -> None:
    data = struct.pack(f"<{WORDS}q{WORDS}d", *words, *reals)
    module = imported(source)
    expected = interpreted(module, data)
    if expected is None:
        return
    assert native(module.clone(), data, optimise=False) == expected
    assert native(module, data, optimise=True) == expected
