"""The interpreter by itself: threads that meet, traps, and what has no meaning."""

from __future__ import annotations

import struct

import lowered_mir
import pytest

from periclase.interpreter.failure import InterpretationError
from periclase.interpreter.machine import Machine

_SHUFFLE = """
mir.func @k(%out: !mir.ptr<mut si32>) attributes {kernel} {
  %lane = mir.call @__periclase_intrinsic.lane_id() : () -> ui32
  %value = mir.cast int_to_int %lane : ui32 to si32
  %mask = mir.constant 4294967295 : ui32
  %one = mir.constant 1 : ui32
  %other = mir.call @__periclase_intrinsic.shfl_sync_down.si32(%value, %one, %mask) : (si32, ui32, ui32) -> si32
  %place = mir.ptr_offset %out[%lane] : !mir.ptr<mut si32>, ui32
  mir.store %other, %place : !mir.ptr<mut si32>
  mir.return
}
mir.func private @__periclase_intrinsic.lane_id() -> ui32
mir.func private @__periclase_intrinsic.shfl_sync_down.si32(si32, ui32, ui32) -> si32
"""


def _function(body: str) -> str:
    return f"mir.func @f(%p: !mir.ptr<mut si32>, %a: si32) -> si32 {{\n{body}\n}}"


def _run(body: str, argument: int = 0) -> int:
    machine = Machine(lowered_mir.parse(_function(body)), steps=1000)
    memory = machine.allocate(struct.pack("<2i", 3, 4), "memory")
    result = machine.run_function("f", [memory.base, argument])[0]
    assert isinstance(result, int)
    return result


def test_a_shuffle_is_exact_lane_by_lane() -> None:
    machine = Machine(lowered_mir.parse(_SHUFFLE))
    out = machine.allocate(bytes(128), "out")
    machine.run_kernel("k", [out.base], block=(32, 1, 1))
    assert struct.unpack("<32i", out.content()) == (*range(1, 32), 31)


@pytest.mark.parametrize(
    "code, message, body",
    [
        (
            "PC0750",
            "an access of 4 bytes at byte 8 of `memory`, which has 8 bytes",
            "%i = mir.constant 2 : si32\n%q = mir.ptr_offset %p[%i] : !mir.ptr<mut si32>, si32\n"
            "%r = mir.load %q : !mir.ptr<mut si32>\nmir.return %r : si32",
        ),
        (
            "PC0750",
            "the condition of a branch is not initialised",
            "%s = mir.alloca i1\n%c = mir.load %s : !mir.ptr<mut i1>\nmir.cond_br %c, ^bb1, ^bb1\n"
            "^bb1:\nmir.return %a : si32",
        ),
        ("PC0750", "an integer is divided by 0", "%r = mir.div %a, %a : si32\nmir.return %r : si32"),
        (
            "PC0702",
            "user assertion failed: no",
            '%c = mir.ne %a, %a : si32\nmir.assert user %c, "no"\nmir.return %a : si32',
        ),
        ("PC0705", "the run takes more steps than it is allowed", "mir.goto ^bb1\n^bb1:\nmir.goto ^bb1"),
    ],
)
def test_what_ends_a_run(code: str, message: str, body: str) -> None:
    with pytest.raises(InterpretationError) as caught:
        _run(body)
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.code, diagnostic.message) == (code, message)


def test_integers_wrap() -> None:
    assert _run("%r = mir.mul %a, %a : si32\nmir.return %r : si32", 0xFFFF_FFFF) == 1
