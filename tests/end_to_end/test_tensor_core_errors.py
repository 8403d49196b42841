"""What is said of wrong uses of tensor cores, in full."""

from __future__ import annotations

import re
from typing import Any

import pytest

from periclase import MutSlice, MutView, View, f16, f32, i32, kernel, shared_array, u32
from periclase.definition_errors import DefinitionError
from periclase.diagnostics import CompileError
from periclase.gpu import lane_id, ldmatrix
from periclase.library.tensor_cores import warp_mma
from periclase.types import f64, i8

PRODUCT = warp_mma("m16n8k16", f16)


@kernel
def wrong_elements(words: MutSlice[u32]):
    tile = shared_array((16, 24), f32)
    words[0] = PRODUCT.A.load_shared(tile).registers[0]


@kernel
def wrong_memory(x: View[f16, 2], words: MutSlice[u32]):
    words[0] = PRODUCT.A.load_shared(x).registers[0]


@kernel
def unaligned(words: MutSlice[u32]):
    tile = shared_array((16, 20), f16)
    words[0] = PRODUCT.A.load_shared(tile).registers[0]


@kernel
def unaligned_rows(words: MutSlice[u32]):
    tile = shared_array((16, 20), f16)
    words[0], words[1] = ldmatrix(tile[lane_id() % 16, 0], count=2)


@kernel
def swapped(x: View[f16, 2], sums: MutSlice[f32]):
    a, b = PRODUCT.A.load(x), PRODUCT.B.load(x)
    sums[0] = PRODUCT.mma(b, a, PRODUCT.C.fill(0.0))[0]


@kernel
def badly_aligned(words: MutSlice[u32]):
    tile = shared_array((16, 24), f16, align=24)
    words[0] = PRODUCT.A.load_shared(tile).registers[0]


@kernel
def product(x: View[f16, 2], sums: MutSlice[f32]):
    found = PRODUCT.mma(PRODUCT.A.load(x), PRODUCT.B.load(x), PRODUCT.C.fill(0.0))
    sums[lane_id()] = found[0]


@kernel
def stored_as_integers(y: MutView[i32, 2]):
    PRODUCT.C.fill(1.0).store(y)


TEXTS = {
    stored_as_integers: (
        """\
error[PC0203]: an f32 can not be stored in an element of MutView[i32, 2]: the fraction would be lost
  --> HERE:63:5
   |
63 |     PRODUCT.C.fill(1.0).store(y)
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   = note: this is what `store` asks for
   = in: `stored_as_integers`"""
    ),
    wrong_elements: (
        """\
error[PC0203]: a MutView[f32, 2] can not be passed as `tile` of `elements`, which is View[f16, 2]
  --> HERE:23:16
   |
23 |     words[0] = PRODUCT.A.load_shared(tile).registers[0]
   |                ^^^^^^^^^^^^^^^^^^^^^^^^^^^
   = note: this is what `load_shared` asks for
   = in: `wrong_elements`"""
    ),
    wrong_memory: (
        """\
error[PC0641]: 'row' of 'ldmatrix' must be in shared memory, and `tile[place_row, place_column]` is in global memory
  --> HERE:28:16
   |
28 |     words[0] = PRODUCT.A.load_shared(x).registers[0]
   |                ^^^^^^^^^^^^^^^^^^^^^^^^
   = note: this is what `load_shared` asks for
   = help: copy it to a `shared_array` first
   = in: `wrong_memory`"""
    ),
    unaligned: (
        """\
error[PC0220]: `ldmatrix` moves rows of 16 bytes that begin at multiples of 16, and the rows of `tile[place_row, \
place_column]` are 40 bytes apart
  --> HERE:34:16
   |
34 |     words[0] = PRODUCT.A.load_shared(tile).registers[0]
   |                ^^^^^^^^^^^^^^^^^^^^^^^^^^^
   = note: this is what `load_shared` asks for
   = help: give the array a last extent that is a multiple of 16 bytes
   = in: `unaligned`"""
    ),
    unaligned_rows: (
        """\
error[PC0220]: `ldmatrix` moves rows of 16 bytes that begin at multiples of 16, and the rows of `tile[lane_id() % 16, 0]` are \
40 bytes apart
  --> HERE:40:35
   |
40 |     words[0], words[1] = ldmatrix(tile[lane_id() % 16, 0], count=2)
   |                                   ^^^^^^^^^^^^^^^^^^^^^^^
   = help: give the array a last extent that is a multiple of 16 bytes
   = in: `unaligned_rows`"""
    ),
    swapped: (
        """\
error[PC0203]: a B_m16n8k16_f32_f16 can not be passed as `a` of `PRODUCT.mma`, which is A_m16n8k16_f32_f16
  --> HERE:46:27
   |
46 |     sums[0] = PRODUCT.mma(b, a, PRODUCT.C.fill(0.0))[0]
   |                           ^
   = in: `swapped`"""
    ),
    badly_aligned: (
        """\
error[PC0210]: `align` of `shared_array` is a power of two from 2 to 1024 that is known at import
  --> HERE:51:46
   |
51 |     tile = shared_array((16, 24), f16, align=24)
   |                                              ^^
   = in: `badly_aligned`"""
    ),
}


def shown(error: BaseException) -> str:
    """The text of an error without the path of this file, nor the last line, which says how to read more."""
    text = re.sub(r"\S*test_tensor_core_errors\.py", "HERE", str(error))
    return text.partition("\n`periclase explain")[0]


@pytest.mark.parametrize("wrong", TEXTS, ids=lambda each: each.name)
def test_in_kernels(wrong: Any) -> None:
    with pytest.raises(CompileError) as caught:
        wrong.ptx("sm_90")
    assert shown(caught.value) == TEXTS[wrong]


def test_a_target_without_the_product() -> None:
    with pytest.raises(CompileError) as caught:
        product.ptx("sm_75")
    text, _, ways_out = shown(caught.value).partition("\n   = help: ")
    assert (
        re.sub(r"'nvvm\.mma[\w.]*'", "'THE PRODUCT'", text)
        == """\
error[PC0502]: 'THE PRODUCT' needs sm_80 or later, but the target is sm_75 (from the argument)
  --> HERE:57:13
   |
57 |     found = PRODUCT.mma(PRODUCT.A.load(x), PRODUCT.B.load(x), PRODUCT.C.fill(0.0))
   |             ^"""
    )
    assert ways_out.startswith("this module runs on sm_80, ")


@pytest.mark.parametrize(
    "arguments, message, help",
    [
        (
            ("m16n8k9", f16),
            "tensor cores have no product `m16n8k9` of f16 and f16 that is summed up in f32",
            "of f16 there are m16n8k8 in f32, m16n8k8 in f16, m16n8k16 in f32, m16n8k16 in f16",
        ),
        (
            ("m16n8k32", i8, "e4m3"),
            "tensor cores have no product `m16n8k32` of s8 and e4m3 that is summed up in s32",
            "both factors are floats of 8 bits, or integers of 8 bits, or have the same elements",
        ),
        (
            ("m16n8k16", f32),
            "tensor cores have no product `m16n8k16` of f32 and f32 that is summed up in f32",
            "elements are f16, bf16, tf32, f64, e4m3, e5m2, s8, u8",
        ),
        (
            ("m16n8k16", f64, None, f32),
            "tensor cores have no product `m16n8k16` of f64 and f64 that is summed up in f32",
            "of f64 there are m8n8k4 in f64, m16n8k4 in f64, m16n8k8 in f64, m16n8k16 in f64",
        ),
        (
            (["m16n8k16"], f16),
            "tensor cores have no product `['m16n8k16']` of f16 and f16 that is summed up in f32",
            "of f16 there are m16n8k8 in f32, m16n8k8 in f16, m16n8k16 in f32, m16n8k16 in f16",
        ),
        (
            ("m16n8k16", f16, None, {}),
            "tensor cores have no product `m16n8k16` of f16 and f16 that is summed up in {}",
            "of f16 there are m16n8k8 in f32, m16n8k8 in f16, m16n8k16 in f32, m16n8k16 in f16",
        ),
    ],
)
def test_no_such_product(arguments: tuple[Any, ...], message: str, help: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        warp_mma(*arguments)
    (found,) = caught.value.diagnostics
    assert (found.code, found.message, found.help) == ("PC0221", message, help)
    assert found.span is not None and found.span.file == __file__


@pytest.mark.parametrize("arguments", [([64], f16), (64, [f16]), (63, f16), (64, {})])
def test_no_such_product_of_warp_groups(arguments: tuple[Any, ...]) -> None:
    from periclase.library.warp_groups import warp_group_mma

    with pytest.raises(DefinitionError, match="warp groups have no product") as caught:
        warp_group_mma(*arguments)
    assert caught.value.diagnostic.span is not None and caught.value.diagnostic.span.file == __file__


def test_equal_arguments_make_one() -> None:
    assert warp_mma("m16n8k16", f16) is PRODUCT
    assert warp_mma.__name__ == "warp_mma"


@pytest.mark.parametrize("arguments", [(f16, [2]), ([f16], 2), ({}, {})])
def test_no_such_map(arguments: tuple[Any, ...]) -> None:
    from periclase.library.tensor_maps import TensorMap

    with pytest.raises(DefinitionError, match="takes the type of the elements, a number"):
        TensorMap[arguments]
