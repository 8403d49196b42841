"""Votes, matches, reductions and elections, each lane's result against a loop over the lanes that its mask names."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from ptx_runs import fault, kernel, run

from periclase.diagnostics import CompileError
from periclase.runtime.backends.sim.machine.faults import UNDEFINED

FULL = 0xFFFF_FFFF

BODY = """.reg .pred %p<9>; .reg .b32 %r<9>; .reg .b64 %rd<20>;
ld.param.u64 %rd1, [p0];
ld.param.u64 %rd5, [p1];
ld.param.u64 %rd8, [p2];
mov.u32 %r1, %tid.x;
mul.wide.u32 %rd2, %r1, 4;
add.s64 %rd3, %rd1, %rd2;
add.s64 %rd6, %rd5, %rd2;
add.s64 %rd9, %rd8, %rd2;
ld.global.u32 %r2, [%rd6];
ld.global.u32 %r3, [%rd9];
setp.ne.u32 %p1, %r2, 0;
"""
"""%r2: a value, %r3: a mask, %p1: whether the value is not zero, %rd3: where the result goes."""


def lanes_of(mask: int, lanes: int = 32) -> list[int]:
    return [lane for lane in range(lanes) if mask >> lane & 1]


def ran(body: str, values: np.ndarray, masks: list[int], lanes: int = 32) -> list[int]:
    out = np.zeros(32, np.uint32)
    run(
        kernel(BODY + body + "\nst.global.u32 [%rd3], %r4;\nret;", "u64 u64 u64"),
        out,
        values,
        np.array(masks, np.uint32),
        block=lanes,
    )
    return out.tolist()


MASKS = {
    "all lanes": [FULL] * 32,
    "halves": [0xFFFF] * 16 + [0xFFFF_0000] * 16,
    "every other": [0x5555_5555, 0xAAAA_AAAA] * 16,
    "one": [1 << lane for lane in range(32)],
}


@pytest.fixture(params=list(MASKS))
def masks(request: pytest.FixtureRequest) -> list[int]:
    return MASKS[request.param]


PREDICATES = [
    np.zeros(32, np.uint32),
    np.ones(32, np.uint32),
    np.arange(32, dtype=np.uint32) % 3 % 2,
    (np.arange(32) < 16).astype(np.uint32),
    (np.arange(32) == 31).astype(np.uint32),
]


@pytest.mark.parametrize("values", PREDICATES)
def test_ballot(values: np.ndarray, masks: list[int]):
    expected = [sum(1 << k for k in lanes_of(mask) if values[k]) for mask in masks]
    assert ran("vote.sync.ballot.b32 %r4, %p1, %r3;", values, masks) == expected


@pytest.mark.parametrize("values", PREDICATES)
@pytest.mark.parametrize("mode", ["all", "any", "uni"])
@pytest.mark.parametrize("sign", ["", "!"])
def test_votes(mode: str, values: np.ndarray, masks: list[int], sign: str):
    body = f"vote.sync.{mode}.pred %p2, {sign}%p1, %r3; selp.b32 %r4, 1, 0, %p2;"
    expected: list[int] = []
    for mask in masks:
        told = [bool(values[k]) != bool(sign) for k in lanes_of(mask)]
        expected.append({"all": all(told), "any": any(told), "uni": len(set(told)) == 1}[mode])
    assert ran(body, values, masks) == expected


def test_lanes_without_threads_have_no_vote():
    values = np.ones(32, np.uint32)
    assert (
        ran("vote.sync.ballot.b32 %r4, %p1, %r3;", values, [FULL] * 32, lanes=20)
        == [0xF_FFFF] * 20 + [0] * 12
    )
    assert (
        ran("vote.sync.all.pred %p2, %p1, %r3; selp.b32 %r4, 1, 0, %p2;", values, [FULL] * 32, lanes=20)[:20]
        == [1] * 20
    )


def test_lanes_that_have_ended_have_no_vote():
    body = "and.b32 %r5, %r1, 3; setp.eq.u32 %p3, %r5, 0; @%p3 ret; vote.sync.ballot.b32 %r4, %p1, %r3;"
    expected = [0 if lane % 4 == 0 else 0xEEEE_EEEE for lane in range(32)]
    assert ran(body, np.ones(32, np.uint32), [FULL] * 32) == expected


def test_a_guard_leaves_lanes_out():
    """Lanes whose guard is false take no part, and a mask that does not name them does not wait for them."""
    body = "mov.b32 %r4, 7; @%p1 vote.sync.ballot.b32 %r4, %p1, 0xffff;"
    assert ran(body, PREDICATES[3], [FULL] * 32) == [0xFFFF] * 16 + [7] * 16


@pytest.mark.parametrize("wide", [False, True])
def test_match_any(masks: list[int], wide: bool):
    values = np.array([lane * lane % 7 for lane in range(32)], np.uint32)
    expected = [
        sum(1 << k for k in lanes_of(mask) if values[k] == values[lane]) for lane, mask in enumerate(masks)
    ]
    body = "match.any.sync.b32 %r4, %r2, %r3;"
    if wide:  # the low halves are the same
        body = "cvt.u64.u32 %rd11, %r2; shl.b64 %rd12, %rd11, 40; match.any.sync.b64 %r4, %rd12, %r3;"
    assert ran(body, values, masks) == expected


@pytest.mark.parametrize("same", [True, False])
def test_match_all(masks: list[int], same: bool):
    values = np.full(32, 5, np.uint32)
    if not same:
        values[3] = 6
    body = "match.all.sync.b32 %r4|%p2, %r2, %r3; @!%p2 add.u32 %r4, %r4, 77;"
    expected: list[int] = []
    for mask in masks:
        agreed = len({int(values[k]) for k in lanes_of(mask)}) == 1
        expected.append(mask if agreed else 77)
    assert ran(body, values, masks) == expected


INTEGERS = np.random.default_rng(5).integers(0, 1 << 32, 32, np.uint32)


def signed(value: int) -> int:
    return value - (value >> 31 << 32)


REDUCTIONS: dict[str, Callable[[list[int]], int]] = {
    "add.u32": sum,
    "add.s32": sum,
    "min.u32": min,
    "max.u32": max,
    "min.s32": lambda values: min(map(signed, values)),
    "max.s32": lambda values: max(map(signed, values)),
    "and.b32": lambda values: int(np.bitwise_and.reduce(np.array(values, np.int64))),
    "or.b32": lambda values: int(np.bitwise_or.reduce(np.array(values, np.int64))),
    "xor.b32": lambda values: int(np.bitwise_xor.reduce(np.array(values, np.int64))),
}


@pytest.mark.parametrize("kind", list(REDUCTIONS))
def test_reductions(kind: str, masks: list[int]):
    expected = [REDUCTIONS[kind]([int(INTEGERS[k]) for k in lanes_of(mask)]) & FULL for mask in masks]
    assert ran(f"redux.sync.{kind} %r4, %r2, %r3;", INTEGERS, masks) == expected


FLOATS = np.random.default_rng(6).standard_normal(32).astype(np.float32)


@pytest.mark.parametrize("word", ["min", "max"])
@pytest.mark.parametrize("modifiers", ["", ".abs", ".NaN", ".abs.NaN"])
@pytest.mark.parametrize("nans", [(), (4, 9), tuple(range(32))])
def test_reductions_of_floats(word: str, modifiers: str, nans: tuple[int, ...], masks: list[int]):
    values = FLOATS.copy()
    values[list(nans)] = np.nan
    expected: list[int] = []
    for mask in masks:
        named = [values[k] for k in lanes_of(mask)]
        numbers = [abs(x) if "abs" in modifiers else x for x in named if x == x]
        if not numbers or ("NaN" in modifiers and len(numbers) < len(named)):
            expected.append(0x7FFF_FFFF)
        else:
            best = min(numbers) if word == "min" else max(numbers)
            expected.append(int(np.float32(best).view(np.uint32)))
    body = f"redux.sync.{word}{modifiers}.f32 %r4, %r2, %r3;"
    assert ran(body, values.view(np.uint32), masks) == expected


def test_minus_zero_is_less_than_zero():
    values = np.zeros(32, np.float32)
    values[7] = -0.0
    bits = values.view(np.uint32)
    assert ran("redux.sync.min.f32 %r4, %r2, %r3;", bits, [FULL] * 32) == [0x8000_0000] * 32
    assert ran("redux.sync.max.f32 %r4, %r2, %r3;", bits, [FULL] * 32) == [0] * 32
    assert ran("redux.sync.min.abs.f32 %r4, %r2, %r3;", bits, [FULL] * 32) == [0] * 32


def test_one_lane_is_elected(masks: list[int]):
    body = "elect.sync %r5|%p2, %r3; selp.b32 %r4, 100, 0, %p2; add.u32 %r4, %r4, %r5;"
    expected = [
        lanes_of(mask)[0] + (100 if lanes_of(mask)[0] == lane else 0) for lane, mask in enumerate(masks)
    ]
    assert ran(body, np.zeros(32, np.uint32), masks) == expected


def test_who_is_elected_has_not_ended():
    body = "setp.lt.u32 %p3, %r1, 5; @%p3 ret; elect.sync _|%p2, %r3; selp.b32 %r4, 100, 1, %p2;"
    assert ran(body, np.zeros(32, np.uint32), [FULL] * 32) == [0] * 5 + [100] + [1] * 26


def test_active_lanes():
    body = (
        "setp.lt.u32 %p2, %r1, 10; @%p2 bra FEW; activemask.b32 %r4; bra END; FEW: activemask.b32 %r4; END:"
    )
    assert ran(body, np.zeros(32, np.uint32), [0] * 32) == [0x3FF] * 10 + [0xFFFF_FC00] * 22
    assert ran("activemask.b32 %r4;", np.zeros(32, np.uint32), [0] * 32, lanes=5)[:5] == [31] * 5


@pytest.mark.parametrize(
    "body",
    [
        "vote.sync.ballot.b32 %r4, %p1, %r3;",
        "match.any.sync.b32 %r4, %r2, %r3;",
        "redux.sync.add.u32 %r4, %r2, %r3;",
        "elect.sync %r4|%p2, %r3;",
    ],
)
def test_a_mask_without_oneself(body: str):
    masks = np.full(32, 0xFFFF_FFF7, np.uint32)
    found = fault(
        kernel(BODY + body + "ret;", "u64 u64 u64"), np.zeros(32, np.uint32), np.zeros(32, np.uint32), masks
    )
    assert found.kind == UNDEFINED
    assert found.thread == 3


@pytest.mark.parametrize(
    "body",
    [
        "vote.ballot.b32 %r4, %p1;",
        "match.any.sync.b16 %r4, %r2, %r3;",
        "redux.sync.add.f32 %r4, %r2, %r3;",
        "redux.sync.min.ftz.f32 %r4, %r2, %r3;",
    ],
)
def test_other_forms_are_refused(body: str):
    with pytest.raises(CompileError, match="PC0704"):
        ran(body, np.zeros(32, np.uint32), [FULL] * 32)
