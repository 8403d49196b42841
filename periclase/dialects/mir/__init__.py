"""The `mir` dialect: the semantics of Rust's MIR, shared by the front ends.

Typed integers and floats, pointers with address space and mutability, aggregates with explicit byte layout, functions of
basic blocks. An op's docstring says what it does, what is undefined and what traps; its example is a test. This module is
the face: it has every op, type and attribute, and the dialect object `MIR`.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from periclase.dialects.mir.aggregate import (
    ConstructArrayOp,
    ConstructDisjointSliceOp,
    ConstructSliceOp,
    ConstructStructOp,
    ConstructTupleOp,
    ExtractFieldOp,
    FieldAddrOp,
    InsertFieldOp,
)
from periclase.dialects.mir.arith import (
    AbsOp,
    AddOp,
    CarryingMulAddOp,
    CheckedAddOp,
    CheckedMulOp,
    CheckedSubOp,
    DivOp,
    ExactDivOp,
    FloorDivOp,
    FloorModOp,
    MaxOp,
    MinOp,
    MulOp,
    NegOp,
    RemOp,
    SaturatingAddOp,
    SaturatingSubOp,
    SubOp,
)
from periclase.dialects.mir.attributes import (
    AddressSpace,
    AddressSpaceAttr,
    AssertKind,
    AssertKindAttr,
    BlockDimsAttr,
    CastKind,
    CastKindAttr,
    FastMathAttr,
    GridConstantAttr,
    LaunchBoundsAttr,
    LayoutAttr,
    MutabilityAttr,
)
from periclase.dialects.mir.bitwise import (
    BitAndOp,
    BitOrOp,
    BitXorOp,
    NotOp,
    ShlOp,
    ShrOp,
)
from periclase.dialects.mir.cast import (
    CastOp,
)
from periclase.dialects.mir.compare import (
    CmpOp,
    EqOp,
    GeOp,
    GtOp,
    LeOp,
    LtOp,
    NeOp,
)
from periclase.dialects.mir.constants import (
    ConstantAggregateOp,
    ConstantOp,
    MirConstants,
    UndefOp,
    materialize_constant,
    verify_constant,
)
from periclase.dialects.mir.control import (
    AssertOp,
    CondBranchOp,
    GotoOp,
    PanicOp,
    SwitchOp,
    UnreachableOp,
    UnrollHintOp,
)
from periclase.dialects.mir.element import (
    ElementAddrOp,
    ExtractElementOp,
    InsertElementOp,
)
from periclase.dialects.mir.enum_type import (
    EnumKind,
    EnumLayout,
    EnumLayoutAttr,
    EnumType,
    Variant,
    VariantAttr,
    VariantHeaderAttr,
)
from periclase.dialects.mir.function import (
    CallOp,
    FuncOp,
    ReturnOp,
    parent_function,
)
from periclase.dialects.mir.layout import (
    Layout,
    LayoutError,
    align_of,
    field_offset,
    natural_layout,
    size_of,
)
from periclase.dialects.mir.markers import (
    DbgValueOp,
    StorageDeadOp,
    StorageLiveOp,
)
from periclase.dialects.mir.memory import (
    AllocaOp,
    IsAlignedOp,
    LoadOp,
    MemCpyOp,
    MemMoveOp,
    MemSetOp,
    PtrDiffOp,
    PtrOffsetOp,
    RefOp,
    StoreOp,
    SwapOp,
)
from periclase.dialects.mir.module_memory import (
    DynamicSharedOp,
    GlobalAllocOp,
    SharedAllocOp,
)
from periclase.dialects.mir.select import (
    SelectOp,
)
from periclase.dialects.mir.types import (
    FLOAT_TYPES,
    ISIZE,
    UNIT,
    USIZE,
    ArrayType,
    DisjointSliceType,
    NominalType,
    PtrType,
    SliceType,
    StructType,
    TupleType,
    UnionType,
    as_unsigned,
    int_type,
    is_bool,
    is_float,
    is_int,
    is_scalar,
    is_signed,
    nested_types,
    si8,
    si16,
    si32,
    si64,
    si128,
    ui8,
    ui16,
    ui32,
    ui64,
    ui128,
)

if TYPE_CHECKING:
    from xdsl.ir import Dialect

    from periclase.dialects.mir.bits import (
        BitReverseOp,
        ByteSwapOp,
        CountLeadingZerosOp,
        CountTrailingZerosOp,
        PopCountOp,
        RotateLeftOp,
        RotateRightOp,
    )
    from periclase.dialects.mir.enums import (
        ConstructEnumOp,
        EnumPayloadAddrOp,
        EnumPayloadOp,
        GetDiscriminantOp,
        SetDiscriminantOp,
    )
    from periclase.dialects.mir.float_math import (
        AcoshOp,
        AcosOp,
        AsinhOp,
        AsinOp,
        Atan2Op,
        AtanhOp,
        AtanOp,
        CbrtOp,
        CeilOp,
        CopySignOp,
        CoshOp,
        CosOp,
        ErfcOp,
        ErfOp,
        Exp2Op,
        Exp10Op,
        Expm1Op,
        ExpOp,
        FloorOp,
        FmaOp,
        GammaOp,
        HypotOp,
        LgammaOp,
        Log1pOp,
        Log2Op,
        Log10Op,
        LogOp,
        PowOp,
        RoundEvenOp,
        RoundOp,
        RsqrtOp,
        SinhOp,
        SinOp,
        SqrtOp,
        TanhOp,
        TanOp,
        TruncOp,
    )

    MIR: Dialect
    """The dialect object that tools register."""

__all__ = [
    "FLOAT_TYPES",
    "ISIZE",
    "MIR",
    "UNIT",
    "USIZE",
    "AbsOp",
    "AcosOp",
    "AcoshOp",
    "AddOp",
    "AddressSpace",
    "AddressSpaceAttr",
    "AllocaOp",
    "ArrayType",
    "AsinOp",
    "AsinhOp",
    "AssertKind",
    "AssertKindAttr",
    "AssertOp",
    "Atan2Op",
    "AtanOp",
    "AtanhOp",
    "BitAndOp",
    "BitOrOp",
    "BitReverseOp",
    "BitXorOp",
    "BlockDimsAttr",
    "ByteSwapOp",
    "CallOp",
    "CarryingMulAddOp",
    "CastKind",
    "CastKindAttr",
    "CastOp",
    "CbrtOp",
    "CeilOp",
    "CheckedAddOp",
    "CheckedMulOp",
    "CheckedSubOp",
    "CmpOp",
    "CondBranchOp",
    "ConstantAggregateOp",
    "ConstantOp",
    "ConstructArrayOp",
    "ConstructDisjointSliceOp",
    "ConstructEnumOp",
    "ConstructSliceOp",
    "ConstructStructOp",
    "ConstructTupleOp",
    "CopySignOp",
    "CosOp",
    "CoshOp",
    "CountLeadingZerosOp",
    "CountTrailingZerosOp",
    "DbgValueOp",
    "DisjointSliceType",
    "DivOp",
    "DynamicSharedOp",
    "ElementAddrOp",
    "EnumKind",
    "EnumLayout",
    "EnumLayoutAttr",
    "EnumPayloadAddrOp",
    "EnumPayloadOp",
    "EnumType",
    "EqOp",
    "ErfOp",
    "ErfcOp",
    "ExactDivOp",
    "Exp2Op",
    "Exp10Op",
    "ExpOp",
    "Expm1Op",
    "ExtractElementOp",
    "ExtractFieldOp",
    "FastMathAttr",
    "FieldAddrOp",
    "FloorDivOp",
    "FloorModOp",
    "FloorOp",
    "FmaOp",
    "FuncOp",
    "GammaOp",
    "GeOp",
    "GetDiscriminantOp",
    "GlobalAllocOp",
    "GotoOp",
    "GridConstantAttr",
    "GtOp",
    "HypotOp",
    "InsertElementOp",
    "InsertFieldOp",
    "IsAlignedOp",
    "LaunchBoundsAttr",
    "Layout",
    "LayoutAttr",
    "LayoutError",
    "LeOp",
    "LgammaOp",
    "LoadOp",
    "Log1pOp",
    "Log2Op",
    "Log10Op",
    "LogOp",
    "LtOp",
    "MaxOp",
    "MemCpyOp",
    "MemMoveOp",
    "MemSetOp",
    "MinOp",
    "MulOp",
    "MutabilityAttr",
    "NeOp",
    "NegOp",
    "NominalType",
    "NotOp",
    "PanicOp",
    "PopCountOp",
    "PowOp",
    "PtrDiffOp",
    "PtrOffsetOp",
    "PtrType",
    "RefOp",
    "RemOp",
    "ReturnOp",
    "RotateLeftOp",
    "RotateRightOp",
    "RoundEvenOp",
    "RoundOp",
    "RsqrtOp",
    "SaturatingAddOp",
    "SaturatingSubOp",
    "SelectOp",
    "SetDiscriminantOp",
    "SharedAllocOp",
    "ShlOp",
    "ShrOp",
    "SinOp",
    "SinhOp",
    "SliceType",
    "SqrtOp",
    "StorageDeadOp",
    "StorageLiveOp",
    "StoreOp",
    "StructType",
    "SubOp",
    "SwapOp",
    "SwitchOp",
    "TanOp",
    "TanhOp",
    "TruncOp",
    "TupleType",
    "UndefOp",
    "UnionType",
    "UnreachableOp",
    "UnrollHintOp",
    "Variant",
    "VariantAttr",
    "VariantHeaderAttr",
    "align_of",
    "as_unsigned",
    "field_offset",
    "int_type",
    "is_bool",
    "is_float",
    "is_int",
    "is_scalar",
    "is_signed",
    "materialize_constant",
    "natural_layout",
    "nested_types",
    "parent_function",
    "si8",
    "si16",
    "si32",
    "si64",
    "si128",
    "size_of",
    "ui8",
    "ui16",
    "ui32",
    "ui64",
    "ui128",
    "verify_constant",
]

_RARE: Final = ("float_math", "bits", "enums")
"""Families that most kernels have nothing of. They are imported, one after another, when a name is asked for that is not here."""


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = _dialect() if name == "MIR" else _rare(name)
    setattr(sys.modules[__name__], name, found)
    return found


def _rare(name: str) -> Any:
    for family in _RARE:
        found = getattr(import_module(f"{__name__}.{family}"), name, None)
        if found is not None:
            return found
    raise AttributeError(f"no family of {__name__!r} has {name!r}")


def _dialect() -> Dialect:
    from xdsl.ir import Attribute, Dialect, Operation

    members = [getattr(sys.modules[__name__], name) for name in __all__ if name != "MIR"]
    classes = [member for member in members if isinstance(member, type) and "name" in vars(member)]
    return Dialect(
        "mir",
        [cls for cls in classes if issubclass(cls, Operation)],
        [cls for cls in classes if issubclass(cls, Attribute)],
        [MirConstants()],
    )
