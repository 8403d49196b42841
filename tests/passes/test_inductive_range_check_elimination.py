"""Loops without their checks do what they did with them: the same memory, and the same trap at the same place."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any
from unittest import mock

import lowered_mir
import numpy as np
import pytest
from random_loops import ELEMENTS, arguments, random_loop

from periclase import MutSlice, Slice, f32, i32, i64, kernel
from periclase.codegen.compiler import compile_kernel
from periclase.codegen.cpu.support import support_object
from periclase.diagnostics import DiagnosticError
from periclase.dialects import mir
from periclase.gpu import block_dim_x, thread_idx_x
from periclase.interpreter.failure import InterpretationError
from periclase.interpreter.machine import Machine
from periclase.ir.ssa_verifier import verify_ssa
from periclase.passes import pipelines
from periclase.passes.pipelines import Pipeline
from periclase.runtime import compilation
from periclase.runtime.device import Device, create_backend

PASS = "inductive-range-check-elimination"


def outcome(module: Any, numbers: tuple[int, int, int], steps: int = 20_000) -> tuple[object, ...] | None:
    """The trap, if there is one, and what is in memory then; None if it does not end."""
    machine = Machine(module, steps=steps)
    places = [
        machine.allocate(struct.pack(f"<{ELEMENTS}i", *range(start, start + ELEMENTS)), name)
        for name, start in (("x", 0), ("y", 1000))
    ]
    slices = [tuple(place.base.to_bytes(8, "little") + ELEMENTS.to_bytes(8, "little")) for place in places]
    trap: object = None
    try:
        machine.run_kernel("k", [*slices, *numbers], grid=(1, 1, 1), block=(1, 1, 1))
    except InterpretationError as error:
        (diagnostic,) = error.diagnostics
        if diagnostic.code != "PC0702":
            return None
        trap = diagnostic.message, diagnostic.span
    return trap, *(place.content() for place in places)


def split(text: str) -> tuple[Any, bool]:
    """The module of a text behind the pass, and whether it has changed."""
    module = lowered_mir.parse(text)
    before = str(module)
    Pipeline.parse(PASS).run(lowered_mir.context(), module)
    assert verify_ssa(module) == []
    module.verify()
    return module, str(module) != before


@pytest.mark.parametrize("seeds", [range(start, start + 12) for start in range(0, 60, 12)], ids=str)
def test_random_loops_do_the_same(seeds: range) -> None:
    changed = 0
    for seed in seeds:
        text, type = random_loop(seed)
        module, has_changed = split(text)
        if not has_changed:
            continue
        changed += 1
        original = lowered_mir.parse(text)
        for numbers in arguments(seed, type, 3):
            expected = outcome(original, numbers)
            if expected is not None:
                assert outcome(module, numbers) == expected, f"seed {seed}, {numbers}\n{text}\n{module}"
    assert changed > len(seeds) // 2


def loop(type: str, index: str, step: int = 1, relation: str = "lt") -> str:
    """A loop from %a on to %b, of which `index` computes %at, an ui64, of the counter %i."""
    return f"""
      mir.func @k(%x : !mir.slice<si32, global>, %y : !mir.slice<mut si32, global>, %a : {type}, %b : {type}, %c : si64)
          attributes {{kernel}} {{
        %step = mir.constant {step} : {type}
        mir.goto ^head(%a : {type})
      ^head(%i : {type}):
        %in = mir.{relation} %i, %b : {type}
        mir.cond_br %in, ^body, ^exit
      ^body:
        {index}
        %length = mir.extract_field %y[1] : !mir.slice<mut si32, global>
        %ok = mir.lt %at, %length : ui64
        mir.assert bounds %ok, "there is none"
        %memory = mir.extract_field %y[0] : !mir.slice<mut si32, global>
        %p = mir.ptr_offset %memory[%at] : !mir.ptr<mut si32, global>, ui64
        %v = mir.load %p : !mir.ptr<mut si32, global>
        %w = mir.add %v, %v : si32
        mir.store %w, %p : !mir.ptr<mut si32, global>
        %next = mir.add %i, %step : {type}
        mir.goto ^head(%next : {type})
      ^exit:
        mir.return
      }}"""


PLAIN = "%at = mir.cast int_to_int %i : si16 to ui64"
CUT = """%low = mir.cast int_to_int %i : si16 to ui8
        %at = mir.cast int_to_int %low : ui8 to ui64"""
TIMES = """%many = mir.constant 100 : si16
        %far = mir.mul %i, %many : si16
        %at = mir.cast int_to_int %far : si16 to ui64"""
MOVED = """%by = mir.constant 32760 : si16
        %far = mir.add %i, %by : si16
        %at = mir.cast int_to_int %far : si16 to ui64"""
BACKWARDS = """%last = mir.constant 99 : si16
        %far = mir.sub %last, %i : si16
        %at = mir.cast int_to_int %far : si16 to ui64"""


@pytest.mark.parametrize(
    ("index", "step", "relation", "first", "bound", "traps"),
    [
        (PLAIN, 1, "lt", 0, 100, False),
        (PLAIN, 1, "lt", 0, 101, True),
        (PLAIN, 1, "lt", -1, 50, True),  # only the first round is out of bounds
        (PLAIN, 3, "lt", 0, 102, False),  # 99 is the last one, not 101
        (PLAIN, 3, "lt", 1, 101, True),
        (PLAIN, 1, "le", 0, 99, False),
        (PLAIN, -1, "gt", 99, -1, False),
        (PLAIN, -1, "gt", 100, -1, True),
        (PLAIN, -1, "ge", 99, 0, False),
        (PLAIN, -7, "ge", 98, 0, False),
        (PLAIN, -7, "ge", 98, -7, True),
        (PLAIN, 1, "lt", 5, 5, False),  # no round
        (PLAIN, 1, "lt", 5, 7, False),  # fewer than are done at a time
        (CUT, 1, "lt", 0, 356, True),  # 0 to 99 at both ends, and 100 to 255 between them
        (TIMES, 1, "lt", 0, 656, True),  # 65500 is -36, and 655 times as much 0 to 99
        (MOVED, 1, "lt", -32760, 10, True),
        (BACKWARDS, 1, "lt", 0, 100, False),
        (BACKWARDS, 1, "lt", 0, 101, True),
    ],
)
def test_rounds_at_the_ends(
    index: str, step: int, relation: str, first: int, bound: int, traps: bool
) -> None:
    text = loop("si16", index, step, relation)
    module, changed = split(text)
    assert changed
    numbers = first % 2**16, bound % 2**16, 0
    expected = outcome(lowered_mir.parse(text), numbers)
    assert expected is not None
    assert (expected[0] is not None) is traps
    assert outcome(module, numbers) == expected


def test_the_new_loop_does_the_work() -> None:
    text = loop("si16", PLAIN)
    module, _ = split(text)
    # The old loop alone takes 13 operations a round, the new one fewer than 10.
    assert outcome(lowered_mir.parse(text), (0, 100, 0), steps=1200) is None
    found = outcome(module, (0, 100, 0), steps=1200)
    assert found is not None and found[0] is None
    function = next(iter(module.ops))
    assert isinstance(function, mir.FuncOp)
    assert sum(isinstance(op, mir.AssertOp) for op in function.walk()) == 1


# ------------------------------------------------------------------------------------------------------------ launches ----


@kernel
def products(a: Slice[f32], b: Slice[f32], y: MutSlice[f32], n: i32):
    total = f32(0)
    for i in range(thread_idx_x(), n, 8):
        total += a[i] * b[i + 1]
        y[i] = total


@kernel
def first_negative(a: Slice[f32], b: Slice[f32], y: MutSlice[f32], n: i32):
    i = thread_idx_x()
    while i < n:
        y[i] = a[i] + b[n - 1 - i]
        i += 4
        if a[thread_idx_x()] < f32(0):
            return


@kernel
def backwards(a: Slice[f32], b: Slice[f32], y: MutSlice[f32], n: i64):
    for i in range(n - 1 - thread_idx_x(), -1, -3):
        y[i] = a[i] * b[i64(i32(b[i]) & 15)]


@kernel
def in_steps_of_the_block(a: Slice[f32], b: Slice[f32], y: MutSlice[f32], n: i32):
    for i in range(thread_idx_x(), n, block_dim_x()):
        for k in range(8 * i, 8 * i + 40):
            y[k] += a[k] + b[i]


class WithThePass:
    """A compiler whose pipeline for the CPU has the pass."""

    runtime_object = staticmethod(support_object)
    pipeline = pipelines.cpu().insert_after("dce", PASS)

    def compile(self, request: Any) -> Any:
        return compile_kernel(request.kernel, None, request.target, self.pipeline)


@pytest.fixture(scope="module")
def devices() -> Iterator[tuple[Device, Device]]:
    plain = Device(create_backend("cpu"))
    with mock.patch.object(compilation, "compiler", return_value=WithThePass()):
        changed = Device(create_backend("cpu"))
        yield plain, changed


def launched(device: Device, k: Any, n: int) -> object:
    a = device.array(np.arange(1, 65, dtype=np.float32))
    b = device.array(np.arange(64, dtype=np.float32) / 8)
    y = device.zeros(64, np.float32)
    k[1, 8](a, b, y, n)
    try:
        return y.numpy().tolist()
    except DiagnosticError as error:
        (diagnostic,) = error.diagnostics
        return diagnostic.code, diagnostic.message, diagnostic.span


@pytest.mark.parametrize("k", [products, first_negative, backwards, in_steps_of_the_block])
def test_launches_on_the_cpu_do_the_same(k: Any, devices: tuple[Device, Device]) -> None:
    plain, changed = devices
    results: list[object] = []
    for n in (0, 1, 3, 4, 5, 17, 40, 63, 64, 65, 200):
        expected = launched(plain, k, n)
        # The device asks for its compiler at each first launch.
        with mock.patch.object(compilation, "compiler", return_value=WithThePass()):
            assert launched(changed, k, n) == expected, n
        results.append(expected)
    assert any(isinstance(each, list) for each in results) and any(
        isinstance(each, tuple) for each in results
    )


def test_what_is_launched_on_a_gpu_has_it() -> None:
    assert PASS in pipelines.ptx()
    assert PASS not in pipelines.cpu()
    text = products.with_narrow_indices.ptx(arch="sm_90")
    assert text.count("fma.rn.f32") == 5  # four rounds, and one
