"""Intrinsics whose declaration or call LLVM rewrites while it reads a module, without looking at their types first.

LLVM's reader brings names and forms of earlier LLVMs up to date (`AutoUpgrade.cpp`). Where a declaration has other types than
the rewriting expects, an assertion ends the process, long before the verifier would have said so. For these names the types must
be known to be right; for all others the verifier is early enough. Names that are not listed here and that LLVM renames are
refused as well: `codegen.llvm_checks`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_I: Final = r"i\d+"
_V: Final = r"(i\d+|<\d+ x i\d+>)"
_P: Final = r"ptr( addrspace\(\d+\))?"
_ANY: Final = r"<\d+ x [^<>,]+>"
_POINTERS: Final = r"<\d+ x ptr[^<>,]*>"
_MASK: Final = r"<\d+ x i1>"

_SIGNATURES: Final[dict[str, str]] = {
    # Generic ones that once had fewer or other operands, by their stems: without the suffixes of overloaded types.
    **dict.fromkeys(("llvm.ctlz", "llvm.cttz"), rf"{_V} \({_V}, i1\)"),
    **dict.fromkeys(("llvm.memcpy", "llvm.memcpy.inline", "llvm.memmove"), rf"void \({_P}, {_P}, i(32|64), i1\)"),
    **dict.fromkeys(("llvm.memset", "llvm.memset.inline"), rf"void \({_P}, i8, i(32|64), i1\)"),
    "llvm.masked.load": rf"{_ANY} \({_P}, {_MASK}, {_ANY}\)",
    "llvm.masked.store": rf"void \({_ANY}, {_P}, {_MASK}\)",
    "llvm.masked.gather": rf"{_ANY} \({_POINTERS}, {_MASK}, {_ANY}\)",
    "llvm.masked.scatter": rf"void \({_ANY}, {_POINTERS}, {_MASK}\)",
    "llvm.objectsize": rf"i(32|64) \({_P}, i1, i1, i1\)",
    "llvm.annotation": rf"{_I} \({_I}, {_P}, {_P}, i32\)",
    "llvm.ptr.annotation": rf"{_P} \({_P}, {_P}, {_P}, i32(, {_P})?\)",
    "llvm.var.annotation": rf"void \({_P}, {_P}, {_P}, i32, {_P}\)",
    **dict.fromkeys(("llvm.dbg.value", "llvm.dbg.declare"), r"void \(metadata, metadata, metadata\)"),
    "llvm.dbg.label": r"void \(metadata\)",
    **dict.fromkeys(("llvm.lifetime.start", "llvm.lifetime.end"), rf"void \((i64, )?{_P}\)"),
    **dict.fromkeys(
        (f"llvm.{name}.element.unordered.atomic" for name in ("memcpy", "memmove", "memset")),
        rf"void \({_P}, ({_P}|i8), i(32|64), i32\)",
    ),
    "llvm.experimental.vector.extract.last.active": rf"[^ ]+ \({_ANY}, {_MASK}, [^ ]+\)",
    "llvm.coro.end": r"(i1|void) \(ptr, i1, token\)",
    # NVPTX's own of earlier LLVMs, and such that once had other types.
    "llvm.nvvm.mapa.shared.cluster": r"ptr addrspace\(7\) \(ptr addrspace\(3\), i32\)",
    "llvm.nvvm.cp.async.bulk.global.to.shared.cluster": r"void \(ptr addrspace\(7\), .*, .*, i32.*\)",
    "llvm.nvvm.cp.async.bulk.shared.cta.to.cluster": r"void \(ptr addrspace\(7\), .*, .*, i32\)",
    "llvm.nvvm.barrier0": r"void \(\)",
    **dict.fromkeys((f"llvm.nvvm.{name}" for name in ("barrier.n", "bar.sync", "barrier.sync")), r"void \(i32\)"),
    **dict.fromkeys(("llvm.nvvm.barrier", "llvm.nvvm.barrier.sync.cnt"), r"void \(i32, i32\)"),
    **dict.fromkeys((f"llvm.nvvm.barrier0.{name}" for name in ("popc", "and", "or")), r"i32 \(i32\)"),
    **dict.fromkeys((f"llvm.nvvm.{name}" for name in ("brev32", "clz.i", "popc.i", "abs.i")), r"i32 \(i32\)"),
    **dict.fromkeys((f"llvm.nvvm.{name}" for name in ("brev64", "abs.ll", "swap.lo.hi.b64")), r"i64 \(i64\)"),
    **dict.fromkeys(("llvm.nvvm.clz.ll", "llvm.nvvm.popc.ll"), r"i32 \(i64\)"),
    **dict.fromkeys((f"llvm.nvvm.{op}.{sign}i" for op in ("max", "min") for sign in ("", "u")), r"i32 \(i32, i32\)"),
    **dict.fromkeys((f"llvm.nvvm.{op}.{sign}ll" for op in ("max", "min") for sign in ("", "u")), r"i64 \(i64, i64\)"),
    **dict.fromkeys(("llvm.nvvm.fabs.f", "llvm.nvvm.fabs.ftz.f"), r"float \(float\)"),
    "llvm.nvvm.fabs.d": r"double \(double\)",
    "llvm.nvvm.rotate.b32": r"i32 \(i32, i32\)",
    **dict.fromkeys(("llvm.nvvm.rotate.b64", "llvm.nvvm.rotate.right.b64"), r"i64 \(i64, i32\)"),
}  # fmt: skip

_BRAIN_FLOATS: Final = {"bf16": "bfloat", "bf16x2": "<2 x bfloat>"}
_BRAIN_FLOAT_OPERANDS: Final = {"fma.rn": 3, "fmax": 2, "fmin": 2, "abs": 1, "neg": 1}
"""How many operands the families of NVPTX's have that once took integers for these floats."""

_TENSOR_COPY: Final = "llvm.nvvm.cp.async.bulk.tensor.g2s."
_TENSOR_COPY_SIGNATURE: Final = (
    r"void \(ptr addrspace\(7\), ptr addrspace\(3\), ptr, .*, i16, i64, i1, i1, i32\)"
)

_TYPE_SUFFIX: Final = re.compile(r"(nx)?(v\d+)*([ip]\d+|b?f\d+|isVoid)")


def stem_of(name: str) -> str:
    """The name of an intrinsic without the suffixes of its overloaded types."""
    parts = name.split(".")
    while len(parts) > 2 and _TYPE_SUFFIX.fullmatch(parts[-1]):
        parts.pop()
    return ".".join(parts)


@lru_cache(maxsize=4096)
def expected_signature(name: str) -> re.Pattern[str] | None:
    """What the signature of the intrinsic `name`, as `i32 (ptr, i1)`, must look like; None if any is safe to read."""
    signature = _SIGNATURES.get(name) or _SIGNATURES.get(stem_of(name))
    if signature is None and name.startswith("llvm.nvvm."):
        family, _, suffix = name.removeprefix("llvm.nvvm.").rpartition(".")
        if (type := _BRAIN_FLOATS.get(suffix)) is not None:
            for start, count in _BRAIN_FLOAT_OPERANDS.items():
                if family == start or family.startswith(start + "."):
                    signature = rf"{type} \({', '.join([type] * count)}\)"
        elif name.startswith(_TENSOR_COPY) and not name.startswith(f"{_TENSOR_COPY}cta."):
            # Those to the block alone have never been of another type.
            signature = _TENSOR_COPY_SIGNATURE
    return None if signature is None else re.compile(signature)
