"""Attributes of functions, parameters and calls → LLVM IR."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from xdsl.dialects.builtin import (
    DenseArrayBase,
    StringAttr,
    UnitAttr,
)
from xdsl.ir import Attribute, Operation

from periclase.codegen.llvm_ir.errors import refuse, refuse_attribute
from periclase.codegen.llvm_ir.names import quoted
from periclase.codegen.llvm_ir.types import TypeTable
from periclase.dialects.llvm.attributes import ConstantRangeAttr
from periclase.dialects.llvm.flags import FastMathAttr
from periclase.dialects.llvm.functions import FuncOp
from periclase.dialects.llvm.narrowing import is_array, is_integer_value

if TYPE_CHECKING:
    from periclase.dialects.llvm.flags import FastMathFlag

# fmt: off
FUNCTION_KEYWORDS = frozenset((
    "alwaysinline", "cold", "convergent", "disable_sanitizer_instrumentation",
    "fn_ret_thunk_extern", "hot", "hybrid_patchable", "inlinehint", "minsize",
    "mustprogress", "naked", "noreturn", "nobuiltin", "nocallback", "nocf_check", "noduplicate",
    "nofree", "noimplicitfloat", "noinline", "nomerge", "nonlazybind", "noprofile", "norecurse",
    "noredzone", "nosanitize_bounds", "nosanitize_coverage", "nosync", "nounwind",
    "null_pointer_is_valid", "optdebug", "optforfuzzing", "optnone", "optsize", "presplitcoroutine",
    "coro_only_destroy_when_complete", "coro_elide_safe", "returns_twice", "safestack",
    "sanitize_address", "sanitize_hwaddress", "sanitize_memory", "sanitize_memtag", "sanitize_thread",
    "shadowcallstack", "skipprofile", "speculatable", "speculative_load_hardening", "ssp", "sspreq",
    "sspstrong", "strictfp", "willreturn",
))
"""What `passthrough` may name that is a keyword in LLVM IR; any other name becomes a string attribute."""
# fmt: on

_FUNCTION_UNITS = {
    "always_inline": "alwaysinline",
    "no_inline": "noinline",
    "inline_hint": "inlinehint",
    "optimize_none": "optnone",
    "convergent": "convergent",
    "no_unwind": "nounwind",
    "will_return": "willreturn",
}
_CALL_UNITS = {
    "convergent": "convergent",
    "no_unwind": "nounwind",
    "will_return": "willreturn",
    "noinline": "noinline",
    "alwaysinline": "alwaysinline",
}
_KERNEL_DIMENSIONS = frozenset(("nvvm.maxntid", "nvvm.reqntid", "nvvm.cluster_dim"))
_KERNEL_NUMBERS = {
    "nvvm.minctasm": "nvvm.minctasm",
    "nvvm.maxnreg": "nvvm.maxnreg",
    "nvvm.cluster_max_blocks": "nvvm.maxclusterrank",
}

# fmt: off
_PARAMETER_UNITS = {f"llvm.{name}": name for name in (
    "noalias", "nocapture", "nofree", "nonnull", "noundef", "readnone", "readonly", "writeonly",
    "returned", "signext", "zeroext", "inreg", "nest", "swiftself", "swiftasync", "swifterror",
    "immarg", "allocalign", "allocptr", "dead_on_unwind", "writable", "noext",
)}
# fmt: on
_PARAMETER_NUMBERS = {
    "llvm.align": "align {}",
    "llvm.alignstack": "alignstack({})",
    "llvm.dereferenceable": "dereferenceable({})",
    "llvm.dereferenceable_or_null": "dereferenceable_or_null({})",
}
_PARAMETER_TYPES = {
    f"llvm.{name}": name for name in ("byval", "byref", "sret", "inalloca", "preallocated", "elementtype")
}

INERT_PREFIX = "periclase."
"""Discardable attributes of this prefix are notes between our passes: the only ones that the printer passes over."""

CONVENTIONS = {
    "ccc": "",
    "ptx_kernelcc": "ptx_kernel",
    "ptx_devicecc": "ptx_device",
}
"""MLIR's names of calling conventions that LLVM IR spells otherwise."""


def convention_text(name: str) -> str:
    """A calling convention in LLVM IR; empty for C's."""
    return CONVENTIONS.get(name, name)


def parameter_text(attributes: Mapping[str, Attribute], op: Operation, types: TypeTable) -> str:
    """Attributes of a parameter or result, each with a space in front.

    Raises:
        CompileError: PC0531, one that LLVM does not have.
    """
    parts: list[str] = []
    for name, value in attributes.items():
        if name in _PARAMETER_UNITS and isinstance(value, UnitAttr):
            parts.append(_PARAMETER_UNITS[name])
        elif name in _PARAMETER_NUMBERS and is_integer_value(value):
            parts.append(_PARAMETER_NUMBERS[name].format(value.value.data))
        elif name in _PARAMETER_TYPES:
            parts.append(f"{_PARAMETER_TYPES[name]}({types.text(value)})")
        elif name == "llvm.range" and isinstance(value, ConstantRangeAttr):
            type = f"i{value.width.data}"
            parts.append(f"range({type} {value.lower.data}, {value.upper.data})")
        elif name == "nvvm.grid_constant" and isinstance(value, UnitAttr):
            parts.append('"nvvm.grid_constant"')
        elif not name.startswith(INERT_PREFIX):
            refuse_attribute(name, op)
    return "".join(" " + part for part in parts)


def function_text(function: FuncOp) -> str:
    """The attributes of a function itself, each with a space in front.

    Raises:
        CompileError: PC0531, one that LLVM does not have.
    """
    properties = function.properties
    parts = [text for name, text in _FUNCTION_UNITS.items() if name in properties]
    if function.passthrough is not None:
        parts.extend(_passthrough(entry, function) for entry in function.passthrough.data)
    if function.frame_pointer is not None:
        parts.append(f'"frame-pointer"={quoted(function.frame_pointer.data.value)}')
    for name, key in (("target_cpu", "target-cpu"), ("tune_cpu", "tune-cpu")):
        value = properties.get(name)
        if isinstance(value, StringAttr):
            parts.append(f'"{key}"={quoted(value.data)}')
    if function.target_features is not None:
        features = ",".join(feature.data for feature in function.target_features.features)
        parts.append(f'"target-features"={quoted(features)}')
    for name, value in function.attributes.items():
        if name == "nvvm.kernel" or name.startswith(INERT_PREFIX):
            continue
        if name in _KERNEL_DIMENSIONS and isinstance(value, DenseArrayBase):
            extents = list(value.iter_values())
            if not 1 <= len(extents) <= 3 or min(extents) < 1:
                refuse("PC0531", f"'{name}' needs one to three positive extents, not {extents}", function)
            parts.append(f'"{name}"="{",".join(map(str, extents))}"')
        elif name in _KERNEL_NUMBERS and is_integer_value(value):
            if value.value.data < 1:
                refuse("PC0531", f"'{name}' must be positive, not {value.value.data}", function)
            parts.append(f'"{_KERNEL_NUMBERS[name]}"="{value.value.data}"')
        elif name == "nvvm.blocksareclusters" and isinstance(value, UnitAttr):
            parts.append('"nvvm.blocksareclusters"')
        else:
            refuse_attribute(name, function)
    return "".join(" " + part for part in parts)


def _passthrough(entry: Attribute, function: FuncOp) -> str:
    if isinstance(entry, StringAttr):
        return entry.data if entry.data in FUNCTION_KEYWORDS else quoted(entry.data)
    if is_array(entry) and len(entry.data) == 2:
        key, value = entry.data
        if isinstance(key, StringAttr) and isinstance(value, StringAttr):
            if key.data in FUNCTION_KEYWORDS:
                refuse("PC0531", f"'passthrough' gives a value to the attribute '{key.data}'", function)
            return f"{quoted(key.data)}={quoted(value.data)}"
    refuse_attribute("passthrough", function)


def call_text(op: Operation) -> str:
    """The attributes that hold for one call alone, each with a space in front."""
    properties = op.properties
    return "".join(f" {text}" for name, text in _CALL_UNITS.items() if name in properties)


_fast_math_texts: dict[FastMathAttr, str] = {}


def fast_math_text(op: Operation) -> str:
    """The fast-math flags of an operation, each with a space behind."""
    flags = cast("FastMathAttr | None", op.properties.get("fastmathFlags"))
    if flags is None or not flags.data:
        return ""
    text = _fast_math_texts.get(flags)
    if text is None:
        data: frozenset[FastMathFlag] = flags.data
        everything = len(data) == len(type(flags).WORDS)
        text = "fast " if everything else "".join(sorted(f"{flag.value} " for flag in data))
        _fast_math_texts[flags] = text
    return text
