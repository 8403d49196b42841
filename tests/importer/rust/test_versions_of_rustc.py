"""What one version of rustc says otherwise than another: each is read."""

from __future__ import annotations

import pytest

from periclase.importer.rust import layout_probe
from periclase.importer.rust.core_intrinsics import mathematics
from periclase.importer.rust.debug_text import parse_debug_text


@pytest.mark.parametrize(
    "path",
    [
        "std::sys::cmath::cbrtf",  # long ago
        "core::num::libm::cbrtf",  # 1.95
        "core::num::imp::libm::cbrtf",  # 1.96
    ],
)
def test_where_mathematics_is(path: str) -> None:
    assert mathematics(path) is not None


SHARED = """
Layout { size: Size(8 bytes), align: AbiAlign { abi: Align(4 bytes) }, fields: Arbitrary { offsets: [Size(0 bytes)],
in_memory_order: [0] }, uninhabited: false, variants: Multiple { tag: Initialized { value: Int(I32, false), valid_range: 0..=1 },
tag_encoding: Direct, tag_field: 0, variants: [%s, %s] } }
"""
OLDER = (
    "Layout { size: Size(%d bytes), align: AbiAlign { abi: Align(4 bytes) }, fields: Arbitrary { offsets: [%s], "
    "in_memory_order: [] }, uninhabited: false, variants: Single { index: %d } }"
)
NEWER = "VariantLayout { size: Size(%d bytes), field_offsets: [%s], fields_in_memory_order: [], uninhabited: false }"


@pytest.mark.parametrize("is_newer", [False, True], ids=["1.96", "1.97"])
def test_how_variants_are_described(is_newer: bool) -> None:
    if is_newer:
        none, some = NEWER % (4, ""), NEWER % (8, "Size(4 bytes)")
    else:
        none, some = OLDER % (4, "", 0), OLDER % (8, "Size(4 bytes)", 1)
    found = layout_probe._layout(parse_debug_text(SHARED % (none, some)))
    assert (found.size, found.align) == (8, 4)
    assert [(v.size, v.offsets, v.inhabited) for v in found.variants] == [(4, (), True), (8, (4,), True)]
    assert found.tag is not None
    assert (found.tag.offset, found.tag.size, found.tag.niche) == (0, 4, False)
