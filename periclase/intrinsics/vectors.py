"""Atomic additions to several elements in a row of global memory, and of 128 bits.

Each element is added to on its own; together they lie on a multiple of their size. Scopes: `cta` the block, `cluster`, `gpu`,
`sys`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from periclase.intrinsics.instruction import instruction
from periclase.intrinsics.model import Effect, Intrinsic, Requirement

_ORDER: Final = "order: relaxed|acquire|release|acq_rel = relaxed, scope: cta|cluster|gpu|sys = gpu"


def _vectors() -> Iterator[Intrinsic]:
    kinds = (
        ("f32", "f32", "f32", "2|4", "add", ""),
        ("f16", "u16", "f16", "2|4|8", "add|min|max", ".noftz"),
        ("bf16", "u16", "bf16", "2|4|8", "add|min|max", ".noftz"),
        ("f16x2", "u32", "f16x2", "2|4", "add|min|max", ".noftz"),
        ("bf16x2", "u32", "bf16x2", "2|4", "add|min|max", ".noftz"),
    )
    for name, held, type, counts, operations, modifier in kinds:
        operation = f", operation: {operations} = add" if "|" in operations else ""
        yield instruction(
            f"atomic_vector_{name}",
            "vectors",
            f"(place: global {held}, values: {held}*count, count: {counts}{operation}, {_ORDER}) -> {held}*count",
            f"atom.{{order}}.{{scope}}.global.v{{count}}.{type}.{'{operation}' if operation else operations}{modifier} "
            "$d, [$place], $values;",
            f"Combines each of `values` ({name}) with one of `count` elements from `place` on, and gives the old ones.",
            sm=90,
            isa=81,
            effect=Effect.READ_WRITE,
            section="atom",
        )


ROWS: Final = (
    *_vectors(),
    instruction(
        "atomic_exchange_b128",
        "vectors",
        f"(place: global u64, low: u64, high: u64, {_ORDER}) -> (u64, u64)",
        "{ .reg .b128 new, old; mov.b128 new, {$low, $high}; atom.{order}.{scope}.global.exch.b128 old, [$place], new; "
        "mov.b128 {$d0, $d1}, old; }",
        "Puts `high`:`low` into the two elements from `place` on, a multiple of 16 bytes, and gives the old ones.",
        sm=90,
        isa=83,
        needs={"sys": Requirement(90, 84)},
        effect=Effect.READ_WRITE,
        section="atom",
    ),
    instruction(
        "atomic_cas_b128",
        "vectors",
        f"(place: global u64, expected_low: u64, expected_high: u64, low: u64, high: u64, {_ORDER}) -> (u64, u64)",
        "{ .reg .b128 wanted, new, old; mov.b128 wanted, {$expected_low, $expected_high}; mov.b128 new, {$low, $high}; "
        "atom.{order}.{scope}.global.cas.b128 old, [$place], wanted, new; mov.b128 {$d0, $d1}, old; }",
        "Puts `high`:`low` into the two elements from `place` on if they are the expected ones; gives the old ones in "
        "either case.",
        sm=90,
        isa=83,
        needs={"sys": Requirement(90, 84)},
        effect=Effect.READ_WRITE,
        section="atom",
    ),
)
