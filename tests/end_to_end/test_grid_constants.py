"""Arguments that are passed by value and read where they lie: on the CPU, in PTX, and what is refused."""

from __future__ import annotations

import re
from copy import copy
from typing import Any

import numpy as np
import pytest

from periclase import (
    Array,
    GridConstant,
    MutPointer,
    MutSlice,
    Pointer,
    Slice,
    address_of,
    bf16,
    bool_,
    complex64,
    device,
    f16,
    f32,
    f64,
    i16,
    i32,
    i64,
    kernel,
    struct,
    u8,
    u64,
)
from periclase.codegen.assembler import assemble, available_assemblers
from periclase.definition_errors import DefinitionError
from periclase.diagnostics import CompileError, LaunchError
from periclase.gpu import global_idx_x, shfl_sync, sync_threads, thread_idx_x
from periclase.grid_constants import GridConstantType


@struct
class Inner:
    number: i64
    half: bf16


@struct
class Table:
    weights: Array[f32, 5]
    flag: bool_
    inner: Inner
    pair: tuple[u8, f16]
    z: complex64


TABLE = Table([1.5, -2, 3, 4, 5], True, Inner(-(1 << 40), 1.0 / 3), (200, 0.1), 1 + 2j)


@kernel
def read(n: i32, table: GridConstant[Table], y: MutSlice[f64], k: i32):
    i = global_idx_x()
    if i < n:
        y[i] = f64(table.weights[i % 5])
    elif i == n:
        y[i] = f64(table.inner.number)
    elif i == n + 1:
        y[i] = f64(table.inner.half)
    elif i == n + 2:
        y[i] = f64(table.pair[0]) + f64(table.pair[1])
    elif i == n + 3:
        y[i] = f64(table.z.imag)
    elif i == n + 4:
        y[i] = f64(k) if table.flag else 0.0


def expected(table: Any = TABLE) -> list[float]:
    third = np.frombuffer((np.float32(1 / 3).view(np.uint32) + 0x8000 & 0xFFFF0000).tobytes(), np.float32)[0]
    weights = [float(each) for each in table.weights]
    return [*weights, weights[0], -float(1 << 40), float(third), 200 + float(np.float16(0.1)), 2.0, 9.0]


def test_a_struct_is_read_where_it_lies() -> None:
    y = np.zeros(11)
    read[1, 32](6, TABLE, y, 9)
    assert y.tolist() == expected()


def test_an_element_of_a_structured_array_is_taken_too() -> None:
    y = np.zeros(1, np.int64)
    a_copy[1, 1](Inner(20, 1.0).to_numpy(), y)
    assert y[0] == 41


def test_it_is_one_parameter_of_the_kernel() -> None:
    text = read.ptx("sm_90")
    assert re.search(r"\.param \.align 8 \.b8 read_param_1\[56\]", text)
    assert "ld.param" in text and ".local" not in text, "no thread has a copy"
    if available_assemblers():
        for target in ("sm_75", "sm_120"):
            assemble(read.ptx(target), target)


@device
def total(p: Pointer[f32], n: i32) -> f32:
    sum = f32(0.0)
    for i in range(n):
        sum += p[i]
    return sum


@kernel
def by_pointer(table: GridConstant[Array[f32, 6], 32], y: MutSlice[f32], n: i32):
    i = thread_idx_x()
    sync_threads()
    if i < len(y):
        y[i] = shfl_sync(total(address_of(table[0]), n), 0) + table[i % 6]


def test_a_part_has_an_address() -> None:
    y = np.zeros(32, np.float32)
    by_pointer[1, 32](np.arange(6, dtype=np.float32), y, 4)
    np.testing.assert_array_equal(y, 6 + np.arange(32) % 6)
    text = by_pointer.ptx("sm_90")
    assert ".param .align 32 .b8 by_pointer_param_0[24]" in text
    if available_assemblers():
        assemble(text, "sm_90")
        assemble(by_pointer.ptx("sm_75"), "sm_75")


@device(inline="never")
def at(p: Pointer[f32], i: i32) -> f32:
    return p[i]


@kernel
def by_any_pointer(table: GridConstant[Array[f32, 6]], y: MutSlice[f32], i: i32):
    y[0] = at(address_of(table[1]), i)


@pytest.mark.parametrize("target", ["sm_75", "sm_80", "sm_90"])
def test_who_is_given_its_address_reads_it_in_its_place(target: str) -> None:
    text = by_any_pointer.ptx(target)
    assert "cvta.param" in text and ".local" not in text, "no thread has a copy"


def test_versions_of_ptx_that_have_no_addresses_of_parameters_are_refused() -> None:
    with pytest.raises(CompileError, match=r"PC0503.*'GridConstant\[…\]' needs PTX ISA 7.7"):
        by_any_pointer.ptx("sm_80+ptx76")


@struct
class Both:
    limits: GridConstant[Array[i32, 3]]
    x: Slice[i32]


@device
def above(both: Both, i: i32) -> i32:
    return both.x[i] - both.limits[i % 3]


@kernel
def in_a_struct(both: Both, y: MutSlice[i32]):
    i = i32(thread_idx_x())
    if i < len(y):
        y[i] = above(both, i)


def test_a_part_of_a_parameter_may_be_one() -> None:
    y = np.zeros(7, np.int32)
    in_a_struct[1, 32](Both([1, 2, 3], np.arange(7, dtype=np.int32)), y)
    np.testing.assert_array_equal(y, np.arange(7) - (1 + np.arange(7) % 3))
    assert ".param .align 4 .b8 in_a_struct_param_0[12]" in in_a_struct.ptx("sm_80")


@kernel
def a_copy(table: GridConstant[Inner], y: MutSlice[i64]):
    mine = copy(table)
    mine.number += 1
    y[0] = mine.number + table.number


def test_a_copy_can_be_changed() -> None:
    y = np.zeros(1, np.int64)
    a_copy[1, 1](Inner(20, 0.0), y)
    assert y[0] == 41


def test_nothing_is_written_there() -> None:
    @kernel
    def sets(table: GridConstant[Array[f32, 4]], i: i32):
        table[i] = 1.0

    @kernel
    def sets_field(table: GridConstant[Inner]):
        table.number = 1

    @device
    def bump(p: MutPointer[f32]):
        p[0] += 1.0

    @kernel
    def by_pointer(table: GridConstant[Array[f32, 4]]):
        bump(address_of(table[0]))

    for kernel_ in (sets, sets_field):
        with pytest.raises(CompileError, match=r"PC0208.*all threads read it, and none writes it"):
            kernel_.mir()
    with pytest.raises(CompileError, match="PC0203"):
        by_pointer.mir()


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (3, "Table is asked for, not a value of type int"),
        (b"123", "Table is 56 bytes, not 3"),
        (Table([1, 2], True, Inner(0, 0.0), (0, 0.0), 0j), "5 are asked for|of 5|5 values"),
        (
            Table([1, 2, 3, 4, 5], 1, Inner(0, 0.0), (0, 0.0), 0j),
            "bool_ is asked for, not a value of type int",
        ),
        (
            Table([1, 2, 3, 4, 5], True, Inner(1 << 63, 0.0), (0, 0.0), 0j),
            "9223372036854775808 does not fit: i64 holds",
        ),
        (Table([1, 2, 3, 4, 5], True, Inner(0.5, 0.0), (0, 0.0), 0j), "float"),
        (Table([1, 2, 3, 4, 5], True, Inner(0, "x"), (0, 0.0), 0j), "x"),
    ],
)
def test_what_is_no_value_of_it_is_told(table: Any, message: str) -> None:
    with pytest.raises(LaunchError, match=rf"PC0406.*`table` of `read`.*({message})"):
        read[1, 32](6, table, np.zeros(11), 9)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (Slice[f32], "is made of numbers"),
        (Pointer[f32], "is made of numbers"),
        ("Table", "is made of numbers"),
        (Both, "is made of numbers"),
        (Array[f64, 513], "4104 bytes, and the parameters of a kernel are at most 4096"),
        ((i64, 4), "a power of two from 8 to 128, not 4"),
        ((i64, 24), "a power of two from 8 to 128, not 24"),
        ((i64, 256), "a power of two from 8 to 128, not 256"),
        ((i64, "64"), "not '64'"),
        ((i64, 8, 8), "not 8, 8"),
    ],
)
def test_annotations_that_are_none(arguments: Any, message: str) -> None:
    with pytest.raises(DefinitionError, match=rf"PC0201.*{message}"):
        GridConstant[arguments]


def test_all_parameters_together_have_a_limit() -> None:
    @kernel
    def two(a: GridConstant[Array[u64, 300]], b: GridConstant[Array[u64, 300]], y: MutSlice[u64]):
        y[0] = a[0] + b[0]

    with pytest.raises(CompileError, match=r"PC0309.*take 4816 bytes"):
        two[1, 1](list(range(300)), list(range(300)), np.zeros(1, np.uint64))


Apart = tuple[(GridConstant[u8, 128],) * 32]


def test_what_alignments_leave_between_parameters_counts() -> None:
    @kernel
    def fits(apart: Apart, x: u8):
        pass

    @kernel
    def exceeds(x: u8, apart: Apart):
        pass

    # The last one is at 31 * 128, and has a slot for itself and one behind it; or it is at 32 * 128.
    assert len(fits.parameters) == 33
    with pytest.raises(CompileError, match=r"PC0309.*take 4104 bytes"):
        _ = exceeds.parameters


def test_the_bytes_are_those_of_c() -> None:
    packed = GridConstantType(Table.__periclase_struct__, 8).packed(TABLE)
    as_numpy = np.frombuffer(packed, Table.dtype)[0]
    assert as_numpy["weights"].tolist() == [1.5, -2, 3, 4, 5] and as_numpy["flag"]
    assert as_numpy["inner"]["number"] == -(1 << 40)
    assert as_numpy["pair"]["f0"] == 200 and as_numpy["pair"]["f1"] == np.float16(0.1)
    assert as_numpy["z"] == 1 + 2j


@pytest.mark.parametrize("element", [bool_, u8, i16, f16, f32, f64])
def test_a_number_is_one_too(element: Any) -> None:
    def number(a, y):  # type: ignore[no-untyped-def]
        y[0] = f64(a)

    number.__annotations__ = {"a": GridConstant[element], "y": MutSlice[f64]}
    y, value = np.zeros(1), True if element is bool_ else 3
    kernel(number)[1, 1](value, y)
    assert y[0] == value
