"""Tensor maps of the simulator: what is written into one is read from it."""

from __future__ import annotations

import pytest

from periclase.runtime.backends.sim.tensor_maps import NBYTES, decode, encode
from periclase.runtime.tensor_layout import TensorLayout

LAYOUTS = [
    TensorLayout("f16", 2, 0x7000_0000_1000, (64,), (), (64,), 128),
    TensorLayout("i32", 4, 0x1000, (100, 7), (416,), (32, 5), 0),
    TensorLayout(
        "bf16", 2, 1 << 46, (8, 9, 10, 11, 1 << 32), (16, 144, 1440, 1 << 39), (8, 1, 2, 3, 256), 32
    ),
]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_there_and_back(layout: TensorLayout):
    words = encode(layout)
    assert len(words) * 8 == NBYTES
    assert all(0 <= word < 1 << 64 for word in words)
    found = decode(words)
    assert found is not None
    assert found.rank == len(layout.extents)
    assert (found.address, found.size, found.swizzle) == (layout.address, layout.size, layout.swizzle)
    assert (found.extents, found.strides, found.box) == (layout.extents, layout.strides, layout.box)
    assert found.type == {"f16": "f16", "i32": "s32", "bf16": "bf16"}[layout.element]


@pytest.mark.parametrize(
    "change", [lambda words: [0] * 16, lambda words: [words[0], words[1] ^ 7, *words[2:]]]
)
def test_no_map(change: object):
    assert callable(change)
    assert decode(change(encode(LAYOUTS[0]))) is None


def test_words_of_another_backend_are_no_map():
    assert decode(LAYOUTS[0].plain_words()) is None
