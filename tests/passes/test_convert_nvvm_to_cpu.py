"""convert-nvvm-to-cpu by its effect: what native code does is compared with what the PTX ISA says threads do."""

from __future__ import annotations

import functools
import math
import operator

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from native_modules import convert, load, run

from periclase.diagnostics import CompileError
from periclase.runtime.failures import TrapError

FULL = 0xFFFFFFFF

# ------------------------------------------------------------------------------------------------ registers, plain ----

_LINEAR = """
  %tx = nvvm.read.ptx.sreg.tid.x : i32
  %ty = nvvm.read.ptx.sreg.tid.y : i32
  %tz = nvvm.read.ptx.sreg.tid.z : i32
  %nx = nvvm.read.ptx.sreg.ntid.x : i32
  %ny = nvvm.read.ptx.sreg.ntid.y : i32
  %nz = nvvm.read.ptx.sreg.ntid.z : i32
  %l0 = llvm.mul %tz, %ny : i32
  %l1 = llvm.add %l0, %ty : i32
  %l2 = llvm.mul %l1, %nx : i32
  %linear = llvm.add %l2, %tx : i32
  %bx = nvvm.read.ptx.sreg.ctaid.x : i32
  %by = nvvm.read.ptx.sreg.ctaid.y : i32
  %bz = nvvm.read.ptx.sreg.ctaid.z : i32
  %gx = nvvm.read.ptx.sreg.nctaid.x : i32
  %gy = nvvm.read.ptx.sreg.nctaid.y : i32
  %gz = nvvm.read.ptx.sreg.nctaid.z : i32
  %b0 = llvm.mul %bz, %gy : i32
  %b1 = llvm.add %b0, %by : i32
  %b2 = llvm.mul %b1, %gx : i32
  %block = llvm.add %b2, %bx : i32
  %v0 = llvm.mul %nx, %ny : i32
  %volume = llvm.mul %v0, %nz : i32
  %g0 = llvm.mul %block, %volume : i32
  %global = llvm.add %g0, %linear : i32
"""

_REGISTERS = (
    "laneid",
    "warpid",
    "nwarpid",
    "warpsize",
    "lanemask.eq",
    "lanemask.lt",
    "lanemask.le",
    "lanemask.gt",
    "lanemask.ge",
)


@functools.cache
def _register_kernel(cooperative):
    stores = "".join(
        f"""
  %r{i} = nvvm.read.ptx.sreg.{name} : i32
  %c{i} = llvm.mlir.constant({i} : i32) : i32
  %o{i} = llvm.add %row, %c{i} : i32
  %p{i} = llvm.getelementptr %out[%o{i}] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %r{i}, %p{i} : i32, !llvm.ptr<1>"""
        for i, name in enumerate(_REGISTERS)
    )
    return load(
        f"""
llvm.func @k(%out: !llvm.ptr<1>) attributes {{nvvm.kernel}} {{{_LINEAR}
  {"nvvm.barrier0" if cooperative else ""}
  %width = llvm.mlir.constant({len(_REGISTERS)} : i32) : i32
  %row = llvm.mul %global, %width : i32{stores}
  llvm.return
}}""",
        "k",
    )


@pytest.mark.parametrize("cooperative", [False, True])
@pytest.mark.parametrize(
    ("grid", "block"),
    [
        ((1, 1, 1), (1, 1, 1)),
        ((3, 1, 1), (70, 1, 1)),
        ((2, 3, 2), (5, 3, 4)),
        ((1, 1, 1), (1024, 1, 1)),
        ((2, 2, 2), (1, 1, 33)),
    ],
)
def test_registers(grid, block, cooperative):
    threads, blocks = math.prod(block), math.prod(grid)
    out = np.full((blocks, threads, len(_REGISTERS)), -1, np.int32)
    run(_register_kernel(cooperative), grid, block, [out])
    lane = np.arange(threads) % 32
    expected = [
        lane,
        np.arange(threads) // 32,
        np.full(threads, -(-threads // 32)),
        np.full(threads, 32),
        1 << lane,
        (1 << lane) - 1,
        (2 << lane) - 1,
        FULL - ((2 << lane) - 1),
        FULL - ((1 << lane) - 1),
    ]
    for name, column, wanted in zip(_REGISTERS, np.moveaxis(out, 2, 0), expected, strict=True):
        wanted = np.broadcast_to(
            np.asarray(wanted, np.int64).astype(np.uint32).view(np.int32), (blocks, threads)
        )
        np.testing.assert_array_equal(column, wanted, err_msg=name)


# ----------------------------------------------------------------------------------------------- warp collectives ----

# Kinds of what a thread does in a round, as the kernel's switch numbers them.
SHUFFLES = {1: "idx", 2: "up", 3: "down", 4: "bfly"}
VOTES = {5: "all", 6: "any", 7: "uni", 8: "ballot"}
MATCHES = {9: "any", 10: "all"}
REDUCTIONS = {11: "add", 12: "and", 13: "or", 14: "xor", 15: "umin", 16: "umax", 17: "min", 18: "max"}
NOTHING, WARP_SYNC, ELECT, ACTIVE, BARRIER, RETURN = 0, 19, 20, 21, 22, 23


def _case(number, body):
    return f"""
^case{number}:
{body}
"""


def _store_both(number, pair):
    return f"""
  %s{number} = {pair}
  %r{number} = llvm.extractvalue %s{number}[0] : !llvm.struct<(i32, i1)>
  %q{number} = llvm.extractvalue %s{number}[1] : !llvm.struct<(i32, i1)>
  %f{number} = llvm.zext %q{number} : i1 to i32
  llvm.br ^store(%r{number}, %f{number} : i32, i32)"""


def _store_one(number, operation):
    return f"""
  %r{number} = {operation}
  llvm.br ^store(%r{number}, %zero : i32, i32)"""


def _store_bit(number, operation):
    return f"""
  %q{number} = {operation}
  %r{number} = llvm.zext %q{number} : i1 to i32
  llvm.br ^store(%r{number}, %zero : i32, i32)"""


@functools.cache
def _collective_kernel():
    cases = ""
    for number, kind in SHUFFLES.items():
        cases += _case(
            number,
            _store_both(
                number,
                f"nvvm.shfl.sync {kind} %mask, %value, %operand, %clamp {{return_value_and_is_valid}} "
                ": i32 -> !llvm.struct<(i32, i1)>",
            ),
        )
    for number, kind in VOTES.items():
        operation = f"nvvm.vote.sync {kind} %mask, %predicate -> {'i32' if kind == 'ballot' else 'i1'}"
        cases += _case(number, (_store_one if kind == "ballot" else _store_bit)(number, operation))
    cases += _case(9, _store_one(9, "nvvm.match.sync any %mask, %value : i32 -> i32"))
    cases += _case(10, _store_both(10, "nvvm.match.sync all %mask, %value : i32 -> !llvm.struct<(i32, i1)>"))
    for number, kind in REDUCTIONS.items():
        cases += _case(number, _store_one(number, f"nvvm.redux.sync {kind} %value, %mask : i32 -> i32"))
    cases += _case(WARP_SYNC, "  nvvm.bar.warp.sync %mask : i32\n  llvm.br ^store(%zero, %zero : i32, i32)")
    cases += _case(ELECT, _store_bit(ELECT, "nvvm.elect.sync %mask -> i1"))
    cases += _case(ACTIVE, _store_one(ACTIVE, "nvvm.activemask : () -> i32"))
    cases += _case(BARRIER, "  nvvm.barrier0\n  llvm.br ^store(%zero, %zero : i32, i32)")
    numbers = ", ".join(
        f"{n}: ^case{n}"
        for n in (*SHUFFLES, *VOTES, *MATCHES, *REDUCTIONS, WARP_SYNC, ELECT, ACTIVE, BARRIER)
    )
    return load(
        f"""
llvm.func @k(%kinds: !llvm.ptr<1>, %masks: !llvm.ptr<1>, %values: !llvm.ptr<1>, %operands: !llvm.ptr<1>,
             %clamps: !llvm.ptr<1>, %out: !llvm.ptr<1>, %flags: !llvm.ptr<1>, %rounds: i32) attributes {{nvvm.kernel}} {{
{_LINEAR}
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  llvm.br ^round(%zero : i32)
^round(%r: i32):
  %more = llvm.icmp "slt" %r, %rounds : i32
  llvm.cond_br %more, ^go, ^end
^go:
  %at0 = llvm.mul %r, %volume : i32
  %at = llvm.add %at0, %linear : i32
  %kindp = llvm.getelementptr %kinds[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %kind = llvm.load %kindp : !llvm.ptr<1> -> i32
  %maskp = llvm.getelementptr %masks[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %mask = llvm.load %maskp : !llvm.ptr<1> -> i32
  %valuep = llvm.getelementptr %values[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %value = llvm.load %valuep : !llvm.ptr<1> -> i32
  %operandp = llvm.getelementptr %operands[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %operand = llvm.load %operandp : !llvm.ptr<1> -> i32
  %clampp = llvm.getelementptr %clamps[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %clamp = llvm.load %clampp : !llvm.ptr<1> -> i32
  %low = llvm.and %value, %one : i32
  %predicate = llvm.icmp "ne" %low, %zero : i32
  llvm.switch %kind : i32, ^next [ {numbers}, {RETURN}: ^end ]
{cases}
^store(%result: i32, %flag: i32):
  %outp = llvm.getelementptr %out[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %result, %outp : i32, !llvm.ptr<1>
  %flagp = llvm.getelementptr %flags[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %flag, %flagp : i32, !llvm.ptr<1>
  llvm.br ^next
^next:
  %following = llvm.add %r, %one : i32
  llvm.br ^round(%following : i32)
^end:
  llvm.return
}}""",
        "k",
    )


def signed(bits):
    """The 32 bits of `bits` as a signed number."""
    bits &= FULL
    return bits - (1 << 32) if bits >> 31 else bits


def shuffle_source(kind, lane, b, c):
    """Source lane and whether it is in bounds: the pseudocode of the PTX ISA, shfl.sync."""
    segment, clamp, b = c >> 8 & 31, c & 31, b & 31
    max_lane = (lane & segment) | (clamp & ~segment & 31)
    min_lane = lane & segment
    if kind == "up":
        source, valid = lane - b, lane - b >= max_lane
    elif kind == "down":
        source, valid = lane + b, lane + b <= max_lane
    elif kind == "bfly":
        source, valid = lane ^ b, lane ^ b <= max_lane
    else:
        source = min_lane | (b & ~segment & 31)
        valid = source <= max_lane
    return (source, True) if valid else (lane, False)


def combined(kind, values):
    """The reduction of signed numbers; the caller cuts it to 32 bits."""
    unsigned = [value & FULL for value in values]
    if kind in ("min", "max"):
        return {"min": min, "max": max}[kind](values)
    if kind in ("umin", "umax"):
        return {"umin": min, "umax": max}[kind](unsigned)
    step = {"add": operator.add, "and": operator.and_, "or": operator.or_, "xor": operator.xor}[kind]
    return functools.reduce(step, values)


def oracle(kind, lanes, values, operands, clamps):
    """(result, flag) of each of `lanes`, which do `kind` together; values etc. are indexed by lane."""
    mask = sum(1 << lane for lane in lanes)
    results = {}
    for lane in lanes:
        result, flag = 0, 0
        value = values[lane]
        if kind in SHUFFLES:
            source, valid = shuffle_source(SHUFFLES[kind], lane, operands[lane], clamps[lane])
            result, flag = values[source if source in lanes else lane], int(valid)
        elif kind in VOTES:
            bits = [values[other] & 1 for other in lanes]
            ballot = sum(1 << other for other in lanes if values[other] & 1)
            result = {5: int(all(bits)), 6: int(any(bits)), 7: int(len(set(bits)) == 1), 8: ballot}[kind]
        elif kind == 9:
            result = sum(1 << other for other in lanes if values[other] == value)
        elif kind == 10:
            flag = int(len({values[other] for other in lanes}) == 1)
            result = mask if flag else 0
        elif kind in REDUCTIONS:
            result = combined(REDUCTIONS[kind], [values[other] for other in lanes])
        elif kind == ELECT:
            result = int(lane == min(lanes))
        elif kind == ACTIVE:
            result = mask
        results[lane] = (signed(result), flag)
    return results


@st.composite
def programs(draw):
    """Rounds in which each warp is split into groups that do something together, at random shapes."""
    block = draw(
        st.sampled_from(
            [(1, 1, 1), (32, 1, 1), (33, 1, 1), (8, 4, 1), (7, 3, 5), (100, 1, 1), (3, 1, 31), (16, 8, 1)]
        )
    )
    threads = math.prod(block)
    rounds = draw(st.integers(1, 4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    shape = (rounds, threads)
    kinds = np.zeros(shape, np.int32)
    masks = np.zeros(shape, np.int64)
    small = rng.integers(0, 2, shape).astype(bool)
    values = np.where(small, rng.integers(-2, 3, shape), rng.integers(-(2**31), 2**31, shape)).astype(
        np.int32
    )
    operands = rng.integers(0, 40, shape).astype(np.int32)
    segments = rng.choice([0, 16, 24, 28, 30], shape)
    clamps = ((segments << 8) | rng.choice([0, 31, 7, 3], shape)).astype(np.int32)
    alive = np.ones(threads, bool)
    for r in range(rounds):
        if rng.random() < 0.25:
            kinds[r, alive] = BARRIER
            continue
        for start in range(0, threads, 32):
            lanes = [t for t in range(start, min(start + 32, threads)) if alive[t]]
            rng.shuffle(lanes)
            cuts = sorted(rng.integers(0, len(lanes) + 1, rng.integers(0, 4)))
            for group in np.split(np.array(lanes, int), cuts):
                kind = int(
                    rng.choice([*SHUFFLES, *VOTES, *MATCHES, *REDUCTIONS, NOTHING, WARP_SYNC, ELECT, RETURN])
                )
                kinds[r, group] = kind
                if kind == RETURN:
                    alive[group] = False
                mask = sum(1 << int(t - start) for t in group)
                if rng.random() < 0.3:  # lanes that have returned, or do not exist, may be named too
                    gone = [
                        t - start for t in range(start, start + 32) if t >= threads or (r and not alive[t])
                    ]
                    gone = [
                        g
                        for g in gone
                        if g + start >= threads or kinds[:r, g + start].max(initial=0) == RETURN
                    ]
                    mask |= sum(1 << int(g) for g in gone)
                masks[r, group] = mask
    return block, kinds, masks, values, operands, clamps


def expected_of(block, kinds, masks, values, operands, clamps):
    """What the program writes: results and flags, -7 where nothing."""
    rounds, threads = kinds.shape
    out, flags = np.full(kinds.shape, -7, np.int64), np.full(kinds.shape, -7, np.int64)
    alive = np.ones(threads, bool)
    for r in range(rounds):
        alive &= kinds[r] != RETURN
        for start in range(0, threads, 32):
            groups = {}
            for t in range(start, min(start + 32, threads)):
                if alive[t] and kinds[r, t] != NOTHING:
                    groups.setdefault((int(kinds[r, t]), int(masks[r, t])), []).append(t - start)
            for (kind, _), lanes in groups.items():
                row = slice(start, start + 32)
                results = oracle(
                    kind, lanes, values[r, row].tolist(), operands[r, row].tolist(), clamps[r, row].tolist()
                )
                for lane, (result, flag) in results.items():
                    out[r, start + lane], flags[r, start + lane] = result, flag
    return out, flags


@given(programs())
@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
def test_warp_collectives_are_lane_exact(program):
    block, kinds, masks, values, operands, clamps = program
    out, flags = np.full(kinds.shape, -7, np.int32), np.full(kinds.shape, -7, np.int32)
    arguments = [kinds, masks.astype(np.uint32), values, operands, clamps, out, flags, len(kinds)]
    run(_collective_kernel(), (1, 1, 1), block, arguments)
    wanted, wanted_flags = expected_of(*program)
    np.testing.assert_array_equal(out, wanted)
    np.testing.assert_array_equal(flags, wanted_flags)


def test_active_mask_has_the_lanes_that_come_together():
    kinds = np.zeros((1, 40), np.int32)
    kinds[0, 3:20] = ACTIVE
    kinds[0, 35:] = ACTIVE
    empty = np.zeros((1, 40), np.int32)
    out = np.full((1, 40), -7, np.int32)
    run(
        _collective_kernel(), (1, 1, 1), (40, 1, 1), [kinds, empty, empty, empty, empty, out, empty.copy(), 1]
    )
    assert out[0, 3] == sum(1 << lane for lane in range(3, 20))
    assert out[0, 35] == 0b11111000
    assert out[0, 0] == -7


# ------------------------------------------------------------------------------------------------------- barriers ----

_SHIFT = """
llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<1024 x i64>
llvm.func @k(%out: !llvm.ptr<1>, %steps: i32, %leave: i32) attributes {nvvm.kernel} {LINEAR
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %own = llvm.getelementptr %tile[%linear] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
  %start = llvm.zext %linear : i32 to i64
  llvm.store %start, %own : i64, !llvm.ptr<3>
  %early = llvm.icmp "ult" %linear, %leave : i32
  llvm.cond_br %early, ^out, ^round(%zero : i32)
^round(%r: i32):
  nvvm.barrier0
  %more = llvm.icmp "slt" %r, %steps : i32
  llvm.cond_br %more, ^go, ^end
^go:
  %next = llvm.add %linear, %one : i32
  %right = llvm.urem %next, %volume : i32
  %other = llvm.getelementptr %tile[%right] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
  %v = llvm.load %other : !llvm.ptr<3> -> i64
  nvvm.barrier0
  llvm.store %v, %own : i64, !llvm.ptr<3>
  %following = llvm.add %r, %one : i32
  llvm.br ^round(%following : i32)
^end:
  %final = llvm.load %own : !llvm.ptr<3> -> i64
  %p = llvm.getelementptr %out[%global] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i64
  llvm.store %final, %p : i64, !llvm.ptr<1>
  llvm.br ^out
^out:
  llvm.return
}""".replace("LINEAR", _LINEAR)


@functools.cache
def _shift_kernel():
    return load(_SHIFT, "k")


@pytest.mark.parametrize("block", [(1, 1, 1), (31, 1, 1), (64, 1, 1), (5, 7, 3), (1024, 1, 1), (1, 1, 64)])
@pytest.mark.parametrize("steps", [0, 1, 7])
def test_barriers_in_a_loop(block, steps):
    threads = math.prod(block)
    out = np.full((6, threads), -1, np.int64)
    run(_shift_kernel(), (3, 2, 1), block, [out, steps, 0])
    np.testing.assert_array_equal(out, np.broadcast_to((np.arange(threads) + steps) % threads, out.shape))


@given(threads=st.integers(2, 130), data=st.data())
@settings(max_examples=40, deadline=None)
def test_barriers_do_not_wait_for_threads_that_have_returned(threads, data):
    leave = data.draw(st.integers(0, threads - 1))
    steps = data.draw(st.integers(0, 5))
    out = np.full(threads, -1, np.int64)
    run(_shift_kernel(), (1, 1, 1), (threads, 1, 1), [out, steps, leave])
    tile = np.arange(threads)
    for _ in range(steps):
        shifted = np.roll(tile, -1)
        tile[leave:] = shifted[leave:]
    np.testing.assert_array_equal(out[leave:], tile[leave:])
    assert (out[:leave] == -1).all()


_REDUCING_BARRIER = """
llvm.func @k(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {LINEAR
  %p = llvm.getelementptr %in[%linear] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %v = llvm.load %p : !llvm.ptr<1> -> i32
  %count = nvvm.barrier #nvvm.reduction<popc> %v -> i32
  %all = nvvm.barrier #nvvm.reduction<and> %v -> i32
  %any = nvvm.barrier #nvvm.reduction<or> %v -> i32
  %two = llvm.mlir.constant(2 : i32) : i32
  %four = llvm.mlir.constant(4 : i32) : i32
  %a = llvm.mul %count, %four : i32
  %b = llvm.mul %all, %two : i32
  %c = llvm.add %a, %b : i32
  %d = llvm.add %c, %any : i32
  %q = llvm.getelementptr %out[%linear] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %d, %q : i32, !llvm.ptr<1>
  llvm.return
}""".replace("LINEAR", _LINEAR)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=100))
@settings(max_examples=40, deadline=None)
def test_barrier_reductions(predicates):
    kernel = _cached(_REDUCING_BARRIER)
    values = np.array(predicates, np.int32)
    out = np.zeros_like(values)
    run(kernel, (1, 1, 1), (len(predicates), 1, 1), [values, out])
    expected = 4 * np.count_nonzero(values) + 2 * bool(values.all()) + bool(values.any())
    assert (out == expected).all()


@functools.cache
def _cached(text):
    return load(text, "k")


# A producer warp arrives at barrier 1 and goes on; a consumer warp waits there. Then they change places at barrier 2.
_NAMED_BARRIERS = """
llvm.mlir.global internal @box() {addr_space = 3 : i32, alignment = 4 : i64} : !llvm.array<32 x i32>
llvm.func @k(%out: !llvm.ptr<1>) attributes {nvvm.kernel} {LINEAR
  %one = llvm.mlir.constant(1 : i32) : i32
  %two = llvm.mlir.constant(2 : i32) : i32
  %count = llvm.mlir.constant(64 : i32) : i32
  %limit = llvm.mlir.constant(32 : i32) : i32
  %ten = llvm.mlir.constant(10 : i32) : i32
  %mod = llvm.urem %linear, %limit : i32
  %box = llvm.mlir.addressof @box : !llvm.ptr<3>
  %own = llvm.getelementptr %box[%mod] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %consumer = llvm.icmp "ult" %linear, %limit : i32
  llvm.cond_br %consumer, ^consume, ^produce
^produce:
  %v = llvm.mul %linear, %ten : i32
  llvm.store %v, %own : i32, !llvm.ptr<3>
  nvvm.barrier.arrive id = %one number_of_threads = %count
  nvvm.barrier id = %two number_of_threads = %count
  llvm.return
^consume:
  nvvm.barrier id = %one number_of_threads = %count
  %w = llvm.load %own : !llvm.ptr<3> -> i32
  %q = llvm.getelementptr %out[%linear] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %w, %q : i32, !llvm.ptr<1>
  nvvm.barrier.arrive id = %two number_of_threads = %count
  llvm.return
}""".replace("LINEAR", _LINEAR)


def test_named_barriers_with_arrivals():
    out = np.zeros(32, np.int32)
    run(_cached(_NAMED_BARRIERS), (1, 1, 1), (64, 1, 1), [out])
    np.testing.assert_array_equal(out, (np.arange(32) + 32) * 10)


# ---------------------------------------------------------------------------------------------------------- traps ----

_DIVERGENT = """
llvm.func @k(%n: i32) attributes {nvvm.kernel} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %mask = llvm.mlir.constant(-1 : i32) : i32
  %lower = llvm.icmp "slt" %t, %n : i32
  llvm.cond_br %lower, ^wait, ^other
^wait:
  WAIT loc("kernel.py":5:3)
  llvm.return
^other:
  OTHER loc("kernel.py":9:3)
  llvm.return
}"""


@pytest.mark.parametrize(
    ("wait", "other", "line", "message"),
    [
        (
            "nvvm.bar.warp.sync %mask : i32",
            "nvvm.barrier0",
            5,
            "lanes of its mask that never come to the same barrier",
        ),
        (
            "nvvm.barrier0",
            "%v = nvvm.vote.sync any %mask, %lower -> i1",
            5,
            "a barrier that other threads of the block never reach",
        ),
    ],
)
def test_a_block_that_can_not_finish_is_a_trap_not_a_hang(wait, other, line, message):
    kernel = load(_DIVERGENT.replace("WAIT", wait).replace("OTHER", other), "k")
    with pytest.raises(TrapError) as caught:
        run(kernel, (4, 1, 1), (32, 1, 1), [8])
    diagnostic = caught.value.diagnostic
    assert diagnostic.code == "PC0705"
    assert message in diagnostic.message
    assert (diagnostic.span.file, diagnostic.span.line) == ("kernel.py", line)
    assert "in thread (0, 0, 0)" in diagnostic.notes[0].message
    run(kernel, (4, 1, 1), (32, 1, 1), [0])


_TRAP = """
llvm.func @k(%out: !llvm.ptr<1>, %bad: i32) attributes {nvvm.kernel} {LINEAR
  BARRIER
  %hit = llvm.icmp "eq" %global, %bad : i32
  llvm.cond_br %hit, ^trap, ^good
^trap:
  nvvm.trap {message = "index out of bounds", kind = "bounds"} loc("kernel.py":7:3)
  llvm.unreachable
^good:
  %p = llvm.getelementptr %out[%global] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %linear, %p : i32, !llvm.ptr<1>
  llvm.return
}""".replace("LINEAR", _LINEAR)


@pytest.mark.parametrize("cooperative", [False, True])
def test_a_trap_names_its_thread_and_line(cooperative):
    kernel = load(_TRAP.replace("BARRIER", "nvvm.barrier0" if cooperative else ""), "k")
    out = np.zeros(4 * 60, np.int32)
    for _ in range(3):
        with pytest.raises(TrapError) as caught:
            run(kernel, (2, 2, 1), (5, 4, 3), [out, 60 * 3 + 5 * 4 * 1 + 5 * 2 + 3])
        diagnostic = caught.value.diagnostic
        assert diagnostic.message == "kernel `k` failed: index out of bounds"
        assert diagnostic.span.line == 7
        assert diagnostic.notes[0].message == "in thread (3, 2, 1) of block (1, 1, 0)"
    run(kernel, (2, 2, 1), (5, 4, 3), [out, -1])
    np.testing.assert_array_equal(out.reshape(4, 60), np.broadcast_to(np.arange(60), (4, 60)))


def test_a_trap_in_a_device_function():
    kernel = load(
        """
llvm.func internal @check(%v: i32) -> i32 attributes {no_inline} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %bad = llvm.icmp "eq" %v, %zero : i32
  llvm.cond_br %bad, ^trap, ^good
^trap:
  nvvm.assertfail "v != 0", "lib.py", 3, "check" loc("lib.py":3:5)
  llvm.unreachable
^good:
  llvm.return %v : i32
}
llvm.func @k(%n: i32) attributes {nvvm.kernel} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %d = llvm.sub %n, %t : i32
  %r = llvm.call @check(%d) : (i32) -> i32
  llvm.return
}""",
        "k",
    )
    run(kernel, (1, 1, 1), (10, 1, 1), [10])
    with pytest.raises(TrapError, match="assertion failed: v != 0") as caught:
        run(kernel, (1, 1, 1), (10, 1, 1), [7])
    assert caught.value.diagnostic.notes[0].message == "in thread (7, 0, 0) of block (0, 0, 0)"
    assert caught.value.diagnostic.span.file == "lib.py"


# --------------------------------------------------------------------------------------------------------- memory ----


def test_atomics_from_all_blocks():
    kernel = load(
        """
llvm.func @k(%out: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %f = llvm.mlir.constant(0.5 : f32) : f32
  %p1 = llvm.getelementptr %out[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
  %p2 = llvm.getelementptr %out[2] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
  %p3 = llvm.getelementptr %out[3] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
  %p4 = llvm.getelementptr %out[4] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
  %0 = nvvm.atomic.rmw add relaxed device %out, %one : !llvm.ptr<1>, i32 -> i32
  %1 = nvvm.atomic.rmw max acq_rel block %p1, %t : !llvm.ptr<1>, i32 -> i32
  %2 = nvvm.atomic.rmw fadd seq_cst system %p2, %f : !llvm.ptr<1>, f32 -> f32
  %wrap = llvm.mlir.constant(9 : i32) : i32
  %3 = nvvm.atomic.rmw inc relaxed device %p3, %wrap : !llvm.ptr<1>, i32 -> i32
  nvvm.fence acq_rel device
  nvvm.memory.barrier <sys>
  llvm.br ^again
^again:
  %old = nvvm.atomic.load acquire device %p4 : !llvm.ptr<1> -> i32
  %new = llvm.add %old, %c1 : i32
  %seen = nvvm.atomic.cmpxchg acq_rel device %p4, %old, %new : !llvm.ptr<1>, i32, i32 -> i32
  %same = llvm.icmp "eq" %seen, %old : i32
  llvm.cond_br %same, ^end, ^again
^end:
  llvm.return
}""",
        "k",
    )
    out = np.zeros(5, np.int32)
    run(kernel, (300, 1, 1), (64, 1, 1), [out])
    n = 300 * 64
    assert out[0] == n
    assert out[1] == 63
    assert out.view(np.float32)[2] == n / 2
    assert out[3] == n % 10
    assert out[4] == n


def test_static_and_dynamic_shared_memory_do_not_overlap():
    kernel = load(
        """
llvm.mlir.global internal @a() {addr_space = 3 : i32, alignment = 1 : i64} : !llvm.array<3 x i8>
llvm.mlir.global internal @b() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<4 x f32>
llvm.mlir.global external @dynamic() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
llvm.func @k(%out: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %a = llvm.mlir.addressof @a : !llvm.ptr<3>
  %b = llvm.mlir.addressof @b : !llvm.ptr<3>
  %d = llvm.mlir.addressof @dynamic : !llvm.ptr<3>
  %ia = llvm.ptrtoint %a : !llvm.ptr<3> to i64
  %ib = llvm.ptrtoint %b : !llvm.ptr<3> to i64
  %id = llvm.ptrtoint %d : !llvm.ptr<3> to i64
  %p1 = llvm.getelementptr %out[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i64
  %p2 = llvm.getelementptr %out[2] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i64
  llvm.store %ia, %out : i64, !llvm.ptr<1>
  llvm.store %ib, %p1 : i64, !llvm.ptr<1>
  llvm.store %id, %p2 : i64, !llvm.ptr<1>
  llvm.return
}""",
        "k",
    )
    out = np.zeros(3, np.int64)
    run(kernel, (1, 1, 1), (1, 1, 1), [out], shared_bytes=100)
    a, b, d = out.tolist()
    assert a + 3 <= b
    assert b % 16 == 0
    assert b + 16 <= d
    assert d % 1024 == 0


def test_printf_is_written_out(capfd):
    from native_modules import backend

    kernel = load(
        """
llvm.func @k(%n: i32) attributes {nvvm.kernel} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %x = llvm.mlir.constant(2.5 : f64) : f64
  %c = nvvm.printf "thread %d of %d: %g\\n" %t, %n, %x : i32, i32, f64 -> i32
  llvm.return
}""",
        "k",
    )
    run(kernel, (1, 1, 1), (3, 1, 1), [3])
    backend().flush()
    assert capfd.readouterr().out == "".join(f"thread {t} of 3: 2.5\n" for t in range(3))


# ------------------------------------------------------------------------------------------- functions and refusals ----

_WITH_DEVICE_FUNCTION = """
llvm.func internal @total(%v: i32) -> i32 attributes {POLICY} {
  %mask = llvm.mlir.constant(-1 : i32) : i32
  %r = nvvm.redux.sync add %v, %mask : i32 -> i32
  llvm.return %r : i32
}
llvm.func @k(%out: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %a = llvm.call @total(%t) : (i32) -> i32
  %b = llvm.call @total(%a) : (i32) -> i32 loc("kernel.py":4:2)
  %p = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %b, %p : i32, !llvm.ptr<1>
  llvm.return
}"""


def test_functions_with_collectives_are_inlined():
    out = np.zeros(32, np.int32)
    run(load(_WITH_DEVICE_FUNCTION.replace("POLICY", ""), "k"), (1, 1, 1), (32, 1, 1), [out])
    assert (out == 32 * sum(range(32))).all()


def refusal(text):
    with pytest.raises(CompileError) as caught:
        convert(text)
    return caught.value.diagnostic


def test_a_collective_in_a_function_that_must_not_be_inlined():
    diagnostic = refusal(_WITH_DEVICE_FUNCTION.replace("POLICY", "no_inline"))
    assert diagnostic.code == "PC0509"
    assert "`total`" in diagnostic.message


@pytest.mark.parametrize(
    ("body", "code", "fragment"),
    [
        ('nvvm.inline_ptx "membar.gl;" loc("k.py":3:1)', "PC0508", "inline PTX"),
        (
            '%b = llvm.inttoptr %n : i64 to !llvm.ptr<3>\n  nvvm.mbarrier.inval %b : !llvm.ptr<3> loc("k.py":3:1)',
            "PC0507",
            "nvvm.mbarrier.inval",
        ),
        (
            '%a = llvm.alloca %n x f32 : (i64) -> !llvm.ptr loc("k.py":3:1)',
            "PC0507",
            "known only at run time",
        ),
    ],
)
def test_what_a_cpu_has_not(body, code, fragment):
    diagnostic = refusal(f"llvm.func @k(%n: i64) attributes {{nvvm.kernel}} {{\n  {body}\n  llvm.return\n}}")
    assert diagnostic.code == code
    assert fragment in diagnostic.message
    assert diagnostic.span.line == 3


def test_clusters_of_several_shapes_in_a_module_are_refused():
    diagnostic = refusal(
        "llvm.func @k() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>} {\n  llvm.return\n}\n"
        "llvm.func @l() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 1, 2, 1>} {\n  llvm.return\n}"
    )
    assert diagnostic.code == "PC0507"
    assert "a module of kernels with clusters of several shapes" in diagnostic.message


def test_allocations_in_a_loop_take_no_more_memory():
    kernel = load(
        """
llvm.func @k(%n: i64, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^loop(%zero : i64)
^loop(%i: i64):
  %count = llvm.mlir.constant(512 : i64) : i64
  %a = llvm.alloca %count x i64 : (i64) -> !llvm.ptr
  llvm.store volatile %i, %a : i64, !llvm.ptr
  %next = llvm.add %i, %one : i64
  %more = llvm.icmp "ult" %next, %n : i64
  llvm.cond_br %more, ^loop(%next : i64), ^end
^end:
  llvm.store %i, %out : i64, !llvm.ptr<1>
  llvm.return
}""",
        "k",
    )
    out = np.zeros(1, np.int64)
    run(kernel, (1, 1, 1), (2, 1, 1), [1_000_000, out])
    assert out[0] == 999_999


# ------------------------------------------------------------------------------------------------------- arithmetic ----

_INPUTS = """
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %ap = llvm.getelementptr %as[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, TYPE
  %a = llvm.load %ap : !llvm.ptr<1> -> TYPE
  %bp = llvm.getelementptr %bs[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, TYPE
  %b = llvm.load %bp : !llvm.ptr<1> -> TYPE
  %cp = llvm.getelementptr %cs[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, TYPE
  %c = llvm.load %cp : !llvm.ptr<1> -> TYPE
"""


def apply(operation, a, b, c):
    """`%r` of `operation`, for each element of the arrays."""
    type = {"u": "i", "i": "i", "f": "f"}[a.dtype.kind] + str(8 * a.dtype.itemsize)
    text = f"""
llvm.func @k(%as: !llvm.ptr<1>, %bs: !llvm.ptr<1>, %cs: !llvm.ptr<1>, %out: !llvm.ptr<1>) attributes {{nvvm.kernel}} {{
  {_INPUTS.replace("TYPE", type)}
  {operation}
  %p = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, {type}
  llvm.store %r, %p : {type}, !llvm.ptr<1>
  llvm.return
}}"""
    out = np.zeros_like(a)
    run(_cached(text), (1, 1, 1), (len(a), 1, 1), [a, b, c, out])
    return out


def words(seed, count=200):
    return np.random.default_rng(seed).integers(0, 2**32, count, dtype=np.uint64).astype(np.uint32)


@pytest.mark.parametrize("type", ["s32", "u32", "s64", "u64"])
def test_high_products(type):
    dtype = np.dtype(("i" if type[0] == "s" else "u") + str(int(type[1:]) // 8))
    rng = np.random.default_rng(5)
    info = np.iinfo(dtype)
    a, b = (rng.integers(info.min, info.max, 100, dtype=dtype, endpoint=True) for _ in range(2))
    width = f"i{type[1:]}"
    out = apply(f"%r = nvvm.mul.hi.{type} %a, %b : ({width}, {width}) -> {width}", a, b, a)
    assert out.tolist() == [int(x) * int(y) >> int(type[1:]) for x, y in zip(a, b, strict=True)]


@pytest.mark.parametrize("signs", ["signed", "unsigned"])
def test_dot_products(signs):
    a, b, c = words(1), words(2), words(3)
    narrow = {"signed": ("i1", "i2"), "unsigned": ("u1", "u2")}[signs]
    bytes_a, bytes_b = (x.view(narrow[0]).reshape(-1, 4).astype(np.int64) for x in (a, b))
    casts = "%va = llvm.bitcast %a : i32 to vector<4xi8>\n  %vb = llvm.bitcast %b : i32 to vector<4xi8>\n  "
    out = apply(
        f"{casts}%r = nvvm.dot.accumulate.4way %va <{signs}>, %vb <{signs}>, %c : vector<4xi8>, vector<4xi8>",
        a,
        b,
        c,
    )
    np.testing.assert_array_equal(out, ((bytes_a * bytes_b).sum(1) + c).astype(np.uint32))
    halves = a.view(narrow[1]).reshape(-1, 2).astype(np.int64)
    casts = casts.replace("i32 to vector<4xi8>", "i32 to vector<2xi16>", 1)
    for high in (False, True):
        out = apply(
            f"{casts}%r = nvvm.dot.accumulate.2way %va <{signs}>, %vb <{signs}>, %c {{b_hi = {str(high).lower()}}} "
            ": vector<2xi16>, vector<4xi8>",
            a,
            b,
            c,
        )
        part = bytes_b[:, 2:] if high else bytes_b[:, :2]
        np.testing.assert_array_equal(out, ((halves * part).sum(1) + c).astype(np.uint32))


# The table of the PTX ISA, prmt: for each mode and selector 0 to 3, which byte goes to d.b3, d.b2, d.b1, d.b0.
_PERMUTATIONS = {
    "f4e": ["3210", "4321", "5432", "6543"],
    "b4e": ["5670", "6701", "7012", "0123"],
    "rc8": ["0000", "1111", "2222", "3333"],
    "ecl": ["3210", "3211", "3222", "3333"],
    "ecr": ["0000", "1110", "2210", "3210"],
    "rc16": ["1010", "3232", "1010", "3232"],
}


@pytest.mark.parametrize("mode", ["default", *_PERMUTATIONS])
def test_permutations(mode):
    a, b, selector = words(1), words(2), words(3)
    two = mode in ("default", "f4e", "b4e")
    out = apply(f"%r = nvvm.prmt <{mode}> %c, %a{', %b' if two else ''} : i32", a, b, selector)
    for got, low, high, chosen in zip(out.tolist(), a.tolist(), b.tolist(), selector.tolist(), strict=True):
        source = (high << 32 | low).to_bytes(8, "little")
        if mode == "default":
            nibbles = [chosen >> 4 * i & 15 for i in range(4)]
            picked = [0xFF * (source[n & 7] >> 7) if n & 8 else source[n & 7] for n in nibbles]
        else:
            picked = [source[int(n)] for n in reversed(_PERMUTATIONS[mode][chosen & 3])]
        assert got == int.from_bytes(bytes(picked), "little")


@pytest.mark.parametrize(
    ("name", "reference"),
    [
        ("sin", np.sin),
        ("cos", np.cos),
        ("ex2", np.exp2),
        ("lg2", np.log2),
        ("sqrt", np.sqrt),
        ("rsqrt", lambda x: 1 / np.sqrt(x)),
    ],
)
@pytest.mark.parametrize("ftz", ["", ".ftz"])
def test_approximations(name, reference, ftz):
    x = np.array([1e-40, 1e-30, 0.1, 0.5, 1.0, 2.5, 30.0], np.float32)
    with np.errstate(all="ignore"):
        wanted = reference((np.where(x < 2.0**-126, 0, x) if ftz else x).astype(np.float64))
        out = apply(f"%r = nvvm.{name}.approx{ftz}.f %a : (f32) -> f32", x, x, x)
    np.testing.assert_allclose(out, wanted.astype(np.float32), rtol=2e-7, atol=1e-45)
