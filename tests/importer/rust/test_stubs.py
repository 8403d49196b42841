"""The stubs of the device crate say what the intrinsic table says."""

from __future__ import annotations

import re

import pytest

from periclase.importer.rust.atomic_types import atomic_types_source
from periclase.importer.rust.device_forms import FILES, forms_source, stubs_in
from periclase.importer.rust.kernel_headers import split_at_commas
from periclase.importer.rust.stubs import PATH, stubs_source, symbol_of
from periclase.intrinsics.forms import Form
from periclase.intrinsics.symbols import read_suffixes, split_symbol
from periclase.intrinsics.table import INTRINSICS

_STUB = re.compile(
    r"^pub (?:unsafe )?fn (\w+)(<[^>]*>)?\((.*?)\)(?: -> ([^_{}]+))? \{ on_the_host\(\) \}$", re.MULTILINE
)
BY_HAND = {
    *(
        "printf",
        "device_assert",
        "assert_fail",
        "dynamic_shared",
        "unroll_hint",
        "inline_ptx",
        "grid_counter",
    ),
}
STUBS = {match[1]: match for match in _STUB.finditer(stubs_source())}


def test_there_are_many_and_each_is_there_once() -> None:
    names = re.findall(r"^pub (?:unsafe )?fn (\w+)", stubs_source(), re.MULTILINE)
    assert len(names) == len(set(names)) == len(STUBS)
    assert len(STUBS) > 5000
    assert STUBS.keys() >= BY_HAND


def test_every_name_is_a_symbol_of_the_table() -> None:
    for name, stub in STUBS.items():
        if name in BY_HAND:
            continue
        symbol = symbol_of(PATH + name)
        assert symbol is not None
        split = split_symbol(symbol + (".1" if stub[2] else ""))
        assert split is not None
        row = INTRINSICS[split[0]]
        suffixes = read_suffixes(row, split[1])  # raises if one has no place
        overload = next(o for o in row.overloads if (o.suffixes or (None,))[0] == suffixes.type)
        types = [parameter.partition(": ")[2].removeprefix("*mut ") for parameter in split_at_commas(stub[3])]
        form = Form(row, overload.type, suffixes.immediates)
        wanted = [
            type if operand.count is None else several(type, operand.count)
            for type, operand in zip(overload.operand_types, form.operands(), strict=True)
        ]
        assert types == wanted, name


def several(type: str, count: int) -> str:
    return f"({type},)" if count == 1 else f"({', '.join([type] * count)})"


def test_several_values_are_a_tuple() -> None:
    assert STUBS["ldmatrix__f16__4__trans"][4] == "(u32, u32, u32, u32)"
    assert (
        STUBS["cp_async_bulk_tensor_s2g__ui8__2"][3]
        == "_tensor_map: *mut u64, _coordinates: (i32, i32), _source: *mut u8"
    )
    assert "cp_async_bulk_wait_group__2__read" in STUBS, "a number before a flag is one of a few"
    assert not any(name.startswith("wgmma_f32_f16__128") for name in STUBS), (
        "these would be most of the crate"
    )


@pytest.mark.parametrize("module", FILES)
def test_forms_call_stubs_that_there_are(module: str) -> None:
    text = forms_source(module, stubs_in(stubs_source()))
    called = re.findall(r"stubs::(\w+)", text)
    names = re.findall(r"pub fn (\w+)", text)
    assert len(names) == len(set(names)) == len(called)
    assert set(called) <= STUBS.keys()
    assert (
        len(names) == {"float": 112, "f16x2": 27, "bf16x2": 15, "f16": 16, "bf16": 8, "convert": 31}[module]
    )


@pytest.mark.parametrize(
    "path, symbol",
    [
        ("cuda_device::stubs::thread_idx_x", "__periclase_intrinsic.thread_idx_x"),
        ("cuda_device::stubs::shfl_sync_down__f32", "__periclase_intrinsic.shfl_sync_down.f32"),
        (
            "cuda_device::stubs::atomic_add__ui32__acq_rel__block",
            "__periclase_intrinsic.atomic_add.ui32.acq_rel.block",
        ),
        ("cuda_device::thread::threadIdx_x", None),
        ("stubs::thread_idx_x", None),
    ],
)
def test_symbol(path: str, symbol: str | None) -> None:
    assert symbol_of(path) == symbol


def test_what_never_comes_back_says_so() -> None:
    assert STUBS["trap"][4] == "!"
    assert STUBS["sync_threads"][4] is None
    assert STUBS["match_all_sync__ui32"][4] == "(u32, bool)"


def test_atomics_call_stubs_that_there_are() -> None:
    called = set(re.findall(r"\batomic_\w+", atomic_types_source()))
    assert called
    assert called <= STUBS.keys()


def test_no_stub_may_be_inlined() -> None:
    text = stubs_source()
    assert text.count("#[inline(never)]") >= text.count("\npub fn ")
