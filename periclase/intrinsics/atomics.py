"""Atomic accesses to an element, each with an order and a scope.

The memory model is that of PTX, which is C++'s with scopes. Defaults are `relaxed` and `device`, as CUDA's own functions.
`seq_cst` is a `fence.sc` of the same scope before an `acq_rel` (load: `acquire`, store: `release`) access: Lustig, Sahasrabuddhe,
Giroux, "A Formal Analysis of the NVIDIA PTX Memory Consistency Model", ASPLOS 2019.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from periclase.intrinsics.model import (
    PTX_ISA,
    BySign,
    Effect,
    Intrinsic,
    OperationTemplate,
    Requirement,
    place,
    value,
    word,
)
from periclase.intrinsics.sync import CLUSTER_SCOPE, SCOPES

ORDERS: Final = ("relaxed", "acquire", "release", "acq_rel", "seq_cst")
LOAD_ORDERS: Final = ("relaxed", "acquire", "seq_cst")
STORE_ORDERS: Final = ("relaxed", "release", "seq_cst")

_INTEGERS: Final = ("i32", "u32", "i64", "u64")
_WORDS: Final = (*_INTEGERS, "f32", "f64")
_SHORTS: Final = ("i16", "u16")
_HALVES: Final = MappingProxyType({"f16": Requirement(70, 63), "bf16": Requirement(90, 78)})
_SEMANTICS = Requirement(70, 60)
_SHORT_CAS: Final = MappingProxyType({"i16": Requirement(70, 63), "u16": Requirement(70, 63)})
_SCOPE = word("scope", SCOPES, "device")


def _read_modify_write(name: str, kind: str | BySign, summary: str, types: tuple[str, ...]) -> Intrinsic:
    return Intrinsic(
        name,
        "atomics",
        summary,
        (place("place"), value("value", "T"), word("order", ORDERS, "relaxed"), _SCOPE),
        ("T",),
        types,
        effect=Effect.READ_WRITE,
        template=OperationTemplate(
            "nvvm.atomic.rmw",
            ("place", "value"),
            MappingProxyType({"kind": kind, "order": "$order", "scope": "$scope"}),
        ),
        ptx="atom",
        requirement=_SEMANTICS,
        type_requirements=_HALVES,
        word_requirements=CLUSTER_SCOPE,
        source=PTX_ISA + "atom",
    )


def _packed_add(name: str, element: str, requirement: Requirement) -> Intrinsic:
    return Intrinsic(
        name,
        "atomics",
        f"Adds the two {element} halves of `value` to those of the element, each on its own, and gives the old element.",
        (place("place", "u32"), value("value", "u32"), word("order", ORDERS, "relaxed"), _SCOPE),
        ("u32",),
        effect=Effect.READ_WRITE,
        template=OperationTemplate(
            "nvvm.atomic.rmw",
            ("place", "value"),
            MappingProxyType({"kind": f"add_{element}x2", "order": "$order", "scope": "$scope"}),
        ),
        ptx=f"atom.add.noftz.{element}x2",
        requirement=requirement,
        word_requirements=CLUSTER_SCOPE,
        source=PTX_ISA + "atom",
    )


ROWS: Final = (
    _read_modify_write(
        "atomic_add",
        BySign("add", "add", "fadd"),
        "Adds `value` to the element and gives the old element; integers wrap.",
        (*_WORDS, "f16", "bf16"),
    ),
    _read_modify_write(
        "atomic_sub",
        BySign("sub", "sub", "fsub"),
        "Subtracts `value` from the element and gives the old element; integers wrap.",
        (*_WORDS, "f16", "bf16"),
    ),
    _read_modify_write(
        "atomic_min",
        BySign("min", "umin"),
        "Puts the smaller of the element and `value`; gives the old element.",
        _INTEGERS,
    ),
    _read_modify_write(
        "atomic_max",
        BySign("max", "umax"),
        "Puts the larger of the element and `value`; gives the old element.",
        _INTEGERS,
    ),
    _read_modify_write(
        "atomic_and", "and", "Puts the bitwise and with `value`; gives the old element.", _INTEGERS
    ),
    _read_modify_write(
        "atomic_or", "or", "Puts the bitwise or with `value`; gives the old element.", _INTEGERS
    ),
    _read_modify_write(
        "atomic_xor", "xor", "Puts the bitwise exclusive or with `value`; gives the old element.", _INTEGERS
    ),
    _read_modify_write("atomic_exchange", "xchg", "Puts `value`; gives the old element.", _WORDS),
    _read_modify_write(
        "atomic_inc",
        "inc",
        "Puts 0 if the element is at least `value`, else one more; gives the old element.",
        ("u32",),
    ),
    _read_modify_write(
        "atomic_dec",
        "dec",
        "Puts `value` if the element is 0 or above `value`, else one less; gives the old element.",
        ("u32",),
    ),
    _packed_add("atomic_add_f16x2", "f16", Requirement(70, 62)),
    _packed_add("atomic_add_bf16x2", "bf16", Requirement(90, 78)),
    Intrinsic(
        "atomic_cas",
        "atomics",
        "Puts `value` if the element equals `expected`; gives the old element in either case.",
        (
            place("place"),
            value("expected", "T"),
            value("value", "T"),
            word("order", ORDERS, "relaxed"),
            _SCOPE,
        ),
        ("T",),
        (*_INTEGERS, *_SHORTS),
        effect=Effect.READ_WRITE,
        template=OperationTemplate(
            "nvvm.atomic.cmpxchg",
            ("place", "expected", "value"),
            MappingProxyType({"order": "$order", "scope": "$scope"}),
        ),
        ptx="atom.cas",
        requirement=_SEMANTICS,
        type_requirements=_SHORT_CAS,
        word_requirements=CLUSTER_SCOPE,
        source=PTX_ISA + "atom",
    ),
    Intrinsic(
        "atomic_load",
        "atomics",
        "The element, read in one piece.",
        (place("place"), word("order", LOAD_ORDERS, "relaxed"), _SCOPE),
        ("T",),
        (*_WORDS, *_SHORTS, "f16", "bf16"),
        effect=Effect.READ_WRITE,
        template=OperationTemplate(
            "nvvm.atomic.load", ("place",), MappingProxyType({"order": "$order", "scope": "$scope"})
        ),
        ptx="ld",
        requirement=_SEMANTICS,
        word_requirements=CLUSTER_SCOPE,
        source=PTX_ISA + "ld",
    ),
    Intrinsic(
        "atomic_store",
        "atomics",
        "Writes the element in one piece.",
        (place("place"), value("value", "T"), word("order", STORE_ORDERS, "relaxed"), _SCOPE),
        (),
        (*_WORDS, *_SHORTS, "f16", "bf16"),
        effect=Effect.READ_WRITE,
        template=OperationTemplate(
            "nvvm.atomic.store", ("value", "place"), MappingProxyType({"order": "$order", "scope": "$scope"})
        ),
        ptx="st",
        requirement=_SEMANTICS,
        word_requirements=CLUSTER_SCOPE,
        source=PTX_ISA + "st",
    ),
)
