"""The table of device intrinsics: one row each, as data.

`INTRINSICS` holds our rows by Python name, `find_intrinsic` finds also those that other packages bring. From a row follow the
stub in `periclase.gpu`, its documentation, the symbol that the importer calls (`symbol_for`), the `nvvm` operation that
`rewrite-intrinsic-stubs` puts in its place, the LLVM intrinsic or the PTX behind that, and the target it asks for.
"""

from __future__ import annotations

from periclase.intrinsics.model import (
    MIR_SPELLINGS,
    REQUIRED,
    BySign,
    Effect,
    Intrinsic,
    OperationTemplate,
    Overload,
    Parameter,
    ParameterKind,
    Requirement,
)
from periclase.intrinsics.stubs import HostCallError, lookup_stub, make_stub
from periclase.intrinsics.symbols import (
    is_intrinsic_symbol,
    pointer_suffixes,
    read_suffixes,
    split_symbol,
    symbol_for,
)
from periclase.intrinsics.table import FAMILIES, INTRINSICS, find_intrinsic

__all__ = [
    "FAMILIES",
    "INTRINSICS",
    "MIR_SPELLINGS",
    "REQUIRED",
    "BySign",
    "Effect",
    "HostCallError",
    "Intrinsic",
    "OperationTemplate",
    "Overload",
    "Parameter",
    "ParameterKind",
    "Requirement",
    "find_intrinsic",
    "is_intrinsic_symbol",
    "lookup_stub",
    "make_stub",
    "pointer_suffixes",
    "read_suffixes",
    "split_symbol",
    "symbol_for",
]
