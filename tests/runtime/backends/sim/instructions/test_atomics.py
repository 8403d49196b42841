"""`atom` and `red`, against a model that takes the threads one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings
from ptx_runs import fault, kernel, program, run

from periclase.diagnostics import CompileError
from periclase.runtime.backends.sim.machine.faults import ADDRESS, ALIGNMENT

HEAD = """.reg .pred %p<9>; .reg .b16 %h<20>; .reg .b32 %r<40>; .reg .b64 %rd<40>; .reg .f32 %f<20>; .reg .f64 %d<9>;
.reg .b128 %q<4>;
ld.param.u64 %rd1, [p0];
ld.param.u64 %rd2, [p1];
ld.param.u64 %rd3, [p2];
mov.u32 %r1, %tid.x;
"""

THREADS = 96

OPERATIONS: dict[str, Callable[..., int]] = {
    "add": lambda old, value: old + value,
    "min": min,
    "max": max,
    "and": lambda old, value: old & value,
    "or": lambda old, value: old | value,
    "xor": lambda old, value: old ^ value,
    "exch": lambda old, value: value,
    "inc": lambda old, value: 0 if old >= value else old + 1,
    "dec": lambda old, value: value if old == 0 or old > value else old - 1,
    "cas": lambda old, expected, value: value if old == expected else old,
}

DTYPES: dict[str, Any] = {
    "u32": np.uint32,
    "s32": np.int32,
    "b32": np.uint32,
    "u64": np.uint64,
    "s64": np.int64,
    "b64": np.uint64,
    "b16": np.uint16,
}

INTEGER_FORMS = [
    *((name, type) for type in ("u32", "s32", "u64", "s64") for name in ("add", "min", "max")),
    *((name, "u32") for name in ("inc", "dec")),
    *((name, type) for type in ("b32", "b64") for name in ("and", "or", "xor", "exch", "cas")),
    ("cas", "b16"),
]


def register_of(type: str) -> str:
    return {2: "%h", 4: "%r", 8: "%rd"}[np.dtype(DTYPES[type]).itemsize]


def integer_kernel(name: str, type: str, words: str, *, gives: bool = True) -> str:
    """Thread t changes element `index[t]` of p0 by its values in p1 (which begins with the indices), and writes the old to p2."""
    size = np.dtype(DTYPES[type]).itemsize
    register = register_of(type)
    operands = ", ".join(f"{register}{10 + k}" for k in range(2 if name == "cas" else 1))
    loads = "".join(
        f"ld.global.b{8 * size} {register}{10 + k}, [%rd6+{4 * THREADS + size * THREADS * k}];"
        for k in range(2)
    )
    target = f"{register}15, " if gives else ""
    return kernel(
        HEAD
        + f"""
    mul.wide.u32 %rd4, %r1, 4;
    add.s64 %rd5, %rd2, %rd4;
    ld.global.u32 %r2, [%rd5];
    mul.wide.u32 %rd4, %r1, {size};
    add.s64 %rd6, %rd2, %rd4;
    {loads}
    mul.wide.u32 %rd4, %r2, {size};
    add.s64 %rd7, %rd1, %rd4;
    {"atom" if gives else "red"}{words}.{name}.{type} {target}[%rd7], {operands};
    add.s64 %rd8, %rd3, 0;
    mul.wide.u32 %rd4, %r1, {size};
    add.s64 %rd8, %rd8, %rd4;
    {f"st.global.b{8 * size} [%rd8], {register}15;" if gives else ""}
    ret;""",
        "u64 u64 u64",
    )


MADE: dict[Any, Any] = {}


def made(*key: Any, gives: bool = True) -> Any:
    """A program, made once."""
    found = MADE.get((key, gives))
    if found is None:
        found = MADE[key, gives] = program(integer_kernel(*key, gives=gives))
    return found


@pytest.mark.parametrize("words", [".global", "", ".relaxed.gpu.global"])
@pytest.mark.parametrize(("name", "type"), INTEGER_FORMS)
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_integers(name: str, type: str, words: str, data: Any):
    dtype = np.dtype(DTYPES[type])
    elements = data.draw(st.sampled_from((1, 2, 96)))
    random = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
    index = random.integers(0, elements, THREADS, np.uint32)
    info = np.iinfo(dtype)
    low, high = (0, 5) if name in ("inc", "dec", "cas") else (info.min, info.max)
    array = random.integers(low, high, elements, dtype, endpoint=True)
    values = random.integers(low, high, (2, THREADS), dtype, endpoint=True)
    expected = [int(value) for value in array]
    old = []
    for thread, at in enumerate(index.tolist()):
        operands = [int(values[k, thread]) for k in range(2 if name == "cas" else 1)]
        old.append(expected[at])
        wrapped = OPERATIONS[name](expected[at], *operands) - info.min
        expected[at] = wrapped % (1 << 8 * dtype.itemsize) + info.min
    given_bytes = np.frombuffer(index.tobytes() + values.tobytes(), np.uint8).copy()
    found, results = array.copy(), np.zeros(THREADS, dtype)
    run(made(name, type, words), found, given_bytes, results, block=THREADS)
    assert found.tolist() == expected
    assert results.tolist() == old
    if name not in ("exch", "cas"):
        found = array.copy()
        run(made(name, type, words, gives=False), found, given_bytes, results, block=THREADS)
        assert found.tolist() == expected


@pytest.mark.parametrize("space", ["shared", "shared::cta", "shared::cluster", ""])
def test_each_block_counts_in_its_own_shared_memory(space: str):
    out = np.zeros(3 * 64, np.uint32)
    pointer = "cvta.shared.u64 %rd5, %rd4;" if not space else "mov.u64 %rd5, %rd4;"
    body = f""".shared .align 4 .u32 counter;
    mov.u64 %rd4, counter;
    {pointer}
    mov.u32 %r3, %ctaid.x;
    st.shared.u32 [counter], %r3;
    bar.sync 0;
    atom{f".{space}" if space else ""}.add.u32 %r2, [%rd5], 1;
    mad.lo.u32 %r4, %r3, 64, %r1;
    mul.wide.u32 %rd6, %r4, 4;
    add.s64 %rd7, %rd1, %rd6;
    st.global.u32 [%rd7], %r2;
    ret;"""
    run(kernel(HEAD + body, "u64 u64 u64"), out, out, out, grid=3, block=64)
    assert [sorted(out[64 * k : 64 * k + 64].tolist()) for k in range(3)] == [
        list(range(k, k + 64)) for k in range(3)
    ]


def float_run(text: str, array: np.ndarray, values: np.ndarray, old: np.ndarray, threads: int) -> None:
    run(kernel(HEAD + text, "u64 u64 u64"), array, values, old, block=threads)


@pytest.mark.parametrize("gives", [True, False])
@pytest.mark.parametrize(("type", "dtype"), [("f32", np.float32), ("f64", np.float64)])
def test_sums_of_floats_are_rounded_in_order(type: str, dtype: Any, gives: bool):
    random = np.random.default_rng(3)
    values = (random.standard_normal(64) * 10.0 ** random.integers(-3, 8, 64)).astype(dtype)
    sums = [dtype(0.5)]
    for value in values:
        sums.append(dtype(sums[-1] + value))
    size, letter = values.itemsize, "f" if type == "f32" else "d"
    array, old = np.array([0.5], dtype), np.zeros(64, dtype)
    change = (
        f"atom.global.add.{type} %{letter}2, [%rd1], %{letter}1; st.global.{type} [%rd6], %{letter}2;"
        if gives
        else f"red.global.add.{type} [%rd1], %{letter}1;"
    )
    text = f"""
    mul.wide.u32 %rd4, %r1, {size};
    add.s64 %rd5, %rd2, %rd4;
    add.s64 %rd6, %rd3, %rd4;
    ld.global.{type} %{letter}1, [%rd5];
    {change}
    ret;"""
    float_run(text, array, values, old, 64)
    assert array[0] == sums[-1]
    if gives:
        assert old.tolist() == [float(value) for value in sums[:-1]]


def test_subnormal_sums_are_flushed_in_global_memory_and_not_in_shared():
    tiny = np.full(1, 2.0**-140, np.float32)
    out = np.zeros(2, np.float32)
    text = """.shared .align 4 .f32 sum;
    ld.global.f32 %f1, [%rd2];
    st.shared.f32 [sum], %f1;
    atom.shared.add.f32 %f2, [sum], %f1;
    ld.shared.f32 %f3, [sum];
    st.global.f32 [%rd3], %f3;
    mov.u64 %rd4, sum; cvta.shared.u64 %rd5, %rd4;
    atom.add.f32 %f2, [%rd5], %f1;
    ld.shared.f32 %f3, [sum];
    st.global.f32 [%rd3+4], %f3;
    red.global.add.f32 [%rd1], %f1;
    ret;"""
    array = tiny.copy()
    float_run(text, array, tiny, out, 1)
    assert out.tolist() == [2.0**-139, 3 * 2.0**-140]
    assert array.tolist() == [0.0]


def test_pairs_of_halves():
    """Each half is added to by itself, and what one carries does not reach the other."""
    values = np.array([[1.5, -2.0], [2.25, 65504.0]], np.float16)
    array, old = np.array([[1.0, 65504.0]], np.float16), np.zeros((2, 2), np.float16)
    text = """
    mul.wide.u32 %rd4, %r1, 4;
    add.s64 %rd5, %rd2, %rd4;
    add.s64 %rd6, %rd3, %rd4;
    ld.global.b32 %r2, [%rd5];
    atom.global.add.noftz.f16x2 %r3, [%rd1], %r2;
    st.global.b32 [%rd6], %r3;
    ret;"""
    float_run(text, array, values, old, 2)
    assert array.tolist() == [[4.75, float("inf")]]
    # 65504 - 2 is halfway to nothing that is nearer than 65504 itself.
    assert old.tolist() == [[1.0, 65504.0], [2.5, 65504.0]]


def test_pairs_of_bf16():
    def bf16(*numbers: float) -> np.ndarray:
        return (np.array(numbers, np.float32).view(np.uint32) >> 16).astype(np.uint16)

    values, array, old = bf16(1.5, 256.0), bf16(1.0, 1.0), np.zeros(2, np.uint16)
    text = """
    ld.global.b32 %r2, [%rd2];
    atom.relaxed.sys.global.add.noftz.bf16x2 %r3, [%rd1], %r2;
    st.global.b32 [%rd3], %r3;
    ret;"""
    float_run(text, array, values, old, 1)
    assert array.tolist() == bf16(2.5, 256.0).tolist()  # 257 has no place among numbers of eight bits
    assert old.tolist() == bf16(1.0, 1.0).tolist()


@pytest.mark.parametrize(
    ("type", "count", "operation", "dtype"),
    [
        ("f32", 2, "add", np.float32),
        ("f32", 4, "add", np.float32),
        ("f16", 2, "add", np.float16),
        ("f16", 8, "max", np.float16),
        ("f16", 4, "min", np.float16),
        ("f16x2", 2, "add", np.float16),
        ("f16x2", 4, "min", np.float16),
    ],
)
@pytest.mark.parametrize("gives", [True, False])
def test_vectors(type: str, count: int, operation: str, dtype: Any, gives: bool):
    """Four threads change the same elements; the integers are small, so sums are exact."""
    packed = 2 if type == "f16x2" else 1
    lanes = count * packed
    random = np.random.default_rng(lanes)
    values = random.integers(-9, 9, (4, lanes)).astype(dtype)
    memory = np.zeros(lanes + 16, dtype)
    begin = -memory.ctypes.data % 32 // memory.itemsize
    array = memory[begin : begin + lanes]
    array[:] = random.integers(-9, 9, lanes)
    aligned_values = np.zeros(4 * lanes + 16, dtype)
    begin = -aligned_values.ctypes.data % 32 // values.itemsize
    given_values = aligned_values[begin : begin + 4 * lanes]
    given_values[:] = values.reshape(-1)
    old = np.zeros_like(aligned_values)[begin : begin + 4 * lanes]
    function = {"add": np.add, "min": np.minimum, "max": np.maximum}[operation]
    states = [array.copy()]
    for row in values:
        states.append(function(states[-1], row))
    step = np.dtype(dtype).itemsize * packed
    letter = {2: "h", 4: "f" if type == "f32" else "r"}[step]
    width = 8 * step
    loads = "".join(f"ld.global.b{width} %{letter}{2 + k}, [%rd5+{step * k}];" for k in range(count))
    stores = "".join(f"st.global.b{width} [%rd6+{step * k}], %{letter}{10 + k};" for k in range(count))
    given_list = ", ".join(f"%{letter}{2 + k}" for k in range(count))
    old_list = ", ".join(f"%{letter}{10 + k}" for k in range(count))
    modifier = "" if type == "f32" else ".noftz"
    change = (
        f"atom.relaxed.gpu.global.v{count}.{type}.{operation}{modifier} {{{old_list}}}, [%rd1], {{{given_list}}}; {stores}"
        if gives
        else f"red.relaxed.gpu.global.v{count}.{type}.{operation}{modifier} [%rd1], {{{given_list}}};"
    )
    text = f"""
    mul.wide.u32 %rd4, %r1, {lanes * np.dtype(dtype).itemsize};
    add.s64 %rd5, %rd2, %rd4;
    add.s64 %rd6, %rd3, %rd4;
    {loads}
    {change}
    ret;"""
    float_run(text, array, given_values, old, 4)
    assert array.tolist() == states[-1].tolist()
    if gives:
        assert old.reshape(4, lanes).tolist() == [state.tolist() for state in states[:-1]]


def test_sixteen_bytes_are_swapped_as_one():
    memory = np.zeros(8, np.uint64)
    begin = -memory.ctypes.data % 16 // 8
    array = memory[begin : begin + 2]
    array[:] = (3, 4)
    values, old = np.array([9, 8], np.uint64), np.zeros(6, np.uint64)
    text = """
    ld.global.u64 %rd10, [%rd2]; ld.global.u64 %rd11, [%rd2+8];
    mov.b128 %q1, {%rd10, %rd11};
    atom.relaxed.gpu.global.exch.b128 %q2, [%rd1], %q1;
    mov.b128 {%rd12, %rd13}, %q2;
    st.global.u64 [%rd3], %rd12; st.global.u64 [%rd3+8], %rd13;
    atom.acq_rel.gpu.global.cas.b128 %q3, [%rd1], %q2, %q2;
    mov.b128 {%rd12, %rd13}, %q3;
    st.global.u64 [%rd3+16], %rd12; st.global.u64 [%rd3+24], %rd13;
    atom.acq_rel.gpu.global.cas.b128 %q3, [%rd1], %q1, %q2;
    mov.b128 {%rd12, %rd13}, %q3;
    st.global.u64 [%rd3+32], %rd12; st.global.u64 [%rd3+40], %rd13;
    ret;"""
    float_run(text, array, values, old, 1)
    assert old.tolist() == [3, 4, 9, 8, 9, 8]
    assert array.tolist() == [3, 4]


def test_a_lock_that_all_threads_want():
    """Each thread spins for it, and adds without an atomic operation while it has it."""
    array = np.zeros(2, np.uint32)
    text = """
    AGAIN:
    atom.acquire.gpu.global.cas.b32 %r2, [%rd1], 0, 1;
    setp.ne.u32 %p1, %r2, 0;
    @%p1 bra AGAIN;
    ld.global.u32 %r3, [%rd1+4];
    add.u32 %r3, %r3, 1;
    st.global.u32 [%rd1+4], %r3;
    atom.release.gpu.global.exch.b32 %r4, [%rd1], 0;
    ret;"""
    float_run(text, array, array, array, 64)
    assert array.tolist() == [0, 64]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("atom.global.add.u32 %r2, [%rd1+2], 1;", ALIGNMENT),
        ("atom.global.add.u64 %rd4, [%rd1+4], 1;", ALIGNMENT),
        ("red.global.add.u32 [%rd1+4096], 1;", ADDRESS),
        ("mov.u64 %rd4, 0; atom.add.u32 %r2, [%rd4], 1;", ADDRESS),
        ("mov.u64 %rd4, 0; atom.shared.add.u32 %r2, [%rd4], 1;", ADDRESS),
    ],
)
def test_faults(text: str, kind: str):
    memory = np.zeros(16, np.uint64)
    found = fault(kernel(HEAD + text + " ret;", "u64 u64 u64"), memory, memory, memory, block=32)
    assert (found.kind, found.thread) == (kind, 0)
    assert found.instruction is not None
    assert found.instruction.opcode in ("atom", "red")
    assert not memory.any()


@pytest.mark.parametrize(
    "text",
    [
        "atom.global.add.b32 %r2, [%rd1], 1;",
        "atom.local.add.u32 %r2, [%rd1], 1;",
        "red.global.cas.b32 [%rd1], 1, 2;",
        "atom.global.cas.b32 %r2, [%rd1], 1;",
        "atom.global.add.sparkling.u32 %r2, [%rd1], 1;",
        "atom.shared.v2.f32.add {%f1, %f2}, [%rd1], {%f1, %f2};",
        "atom.global.add.b128 %q1, [%rd1], %q2;",
    ],
)
def test_forms_that_are_refused(text: str):
    with pytest.raises(CompileError):
        program(kernel(HEAD + text + " ret;", "u64 u64 u64"))
