"""Intrinsics whose declaration or call LLVM rewrites while it reads a module, without looking at their types first.

LLVM's reader brings names and forms of earlier LLVMs up to date (`AutoUpgrade.cpp`). Where a declaration has other types than
the rewriting expects, an assertion ends the process, long before the verifier would have said so. For these names the types must
be known to be right; for all others the verifier is early enough. Names that are not listed here and that LLVM renames are
refused as well: `codegen.llvm_checks`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

_I: Final = r"i\d+"
_V: Final = rf"({_I}|<\d+ x {_I}>)"
_P: Final = r"ptr( addrspace\(\d+\))?"
_SHARED: Final = r"ptr addrspace\(3\)"
_CLUSTER: Final = r"ptr addrspace\(7\)"
_HALVES: Final = {"bf16": "bfloat", "bf16x2": "<2 x bfloat>"}

# The stem of a name, that is without the suffixes of its overloaded types, and what its signature looks like.
_SIGNATURES: Final[tuple[tuple[str, str], ...]] = (
    # Generic ones that once had fewer or other operands.
    (r"llvm\.(ctlz|cttz)", rf"{_V} \({_V}, i1\)"),
    (r"llvm\.(memcpy|memcpy\.inline|memmove)", rf"void \({_P}, {_P}, i(32|64), i1\)"),
    (r"llvm\.(memset|memset\.inline)", rf"void \({_P}, i8, i(32|64), i1\)"),
    (r"llvm\.masked\.load", rf"<\d+ x [^<>,]+> \({_P}, <\d+ x i1>, <\d+ x [^<>,]+>\)"),
    (r"llvm\.masked\.store", rf"void \(<\d+ x [^<>,]+>, {_P}, <\d+ x i1>\)"),
    (r"llvm\.masked\.gather", r"<\d+ x [^<>,]+> \(<\d+ x ptr[^<>,]*>, <\d+ x i1>, <\d+ x [^<>,]+>\)"),
    (r"llvm\.masked\.scatter", r"void \(<\d+ x [^<>,]+>, <\d+ x ptr[^<>,]*>, <\d+ x i1>\)"),
    (r"llvm\.objectsize", rf"i(32|64) \({_P}, i1, i1, i1\)"),
    (r"llvm\.(annotation|ptr\.annotation)", rf"({_I}|{_P}) \(({_I}|{_P}), {_P}, {_P}, i32(, {_P})?\)"),
    (r"llvm\.var\.annotation", rf"void \({_P}, {_P}, {_P}, i32, {_P}\)"),
    (r"llvm\.dbg\.(value|declare)", r"void \(metadata, metadata, metadata\)"),
    (r"llvm\.dbg\.label", r"void \(metadata\)"),
    (r"llvm\.lifetime\.(start|end)", rf"void \((i64, )?{_P}\)"),
    (r"llvm\.coro\.end", r"(i1|void) \(ptr, i1, token\)"),
    # NVPTX's own that once had other types.
    *((rf"llvm\.nvvm\.fma\.rn\.([a-z]+\.)*{name}", rf"{type} \({type}, {type}, {type}\)") for name, type in _HALVES.items()),
    *((rf"llvm\.nvvm\.(fmax|fmin)\.([a-z]+\.)*{name}", rf"{type} \({type}, {type}\)") for name, type in _HALVES.items()),
    *((rf"llvm\.nvvm\.(abs|neg)\.{name}", rf"{type} \({type}\)") for name, type in _HALVES.items()),
    (r"llvm\.nvvm\.mapa\.shared\.cluster", rf"{_CLUSTER} \({_SHARED}, i32\)"),
    (r"llvm\.nvvm\.cp\.async\.bulk\.global\.to\.shared\.cluster", rf"void \({_CLUSTER}, .*, .*, i32.*\)"),
    (r"llvm\.nvvm\.cp\.async\.bulk\.shared\.cta\.to\.cluster", rf"void \({_CLUSTER}, .*, .*, i32.*\)"),
    (r"llvm\.nvvm\.cp\.async\.bulk\.tensor\.g2s\.[\w.]+", rf"void \({_CLUSTER}, {_SHARED}, ptr, .*, i16, i64, i1, i1, i32\)"),
    # NVPTX's own of earlier LLVMs.
    (r"llvm\.nvvm\.barrier0", r"void \(\)"),
    (r"llvm\.nvvm\.(barrier\.n|bar\.sync|barrier\.sync)", r"void \(i32\)"),
    (r"llvm\.nvvm\.(barrier|barrier\.sync\.cnt)", r"void \(i32, i32\)"),
    (r"llvm\.nvvm\.barrier0\.(popc|and|or)", r"i32 \(i32\)"),
    (r"llvm\.nvvm\.(brev32|clz\.i|popc\.i|abs\.i)", r"i32 \(i32\)"),
    (r"llvm\.nvvm\.(brev64|abs\.ll|swap\.lo\.hi\.b64)", r"i64 \(i64\)"),
    (r"llvm\.nvvm\.(clz|popc)\.ll", r"i32 \(i64\)"),
    (r"llvm\.nvvm\.(max|min)\.(i|ui)", r"i32 \(i32, i32\)"),
    (r"llvm\.nvvm\.(max|min)\.(ll|ull)", r"i64 \(i64, i64\)"),
    (r"llvm\.nvvm\.fabs\.(ftz\.)?f", r"float \(float\)"),
    (r"llvm\.nvvm\.fabs\.d", r"double \(double\)"),
    (r"llvm\.nvvm\.rotate\.b32", r"i32 \(i32, i32\)"),
    (r"llvm\.nvvm\.rotate\.(right\.)?b64", r"i64 \(i64, i32\)"),
)  # fmt: skip


@cache
def expected_signature(name: str) -> re.Pattern[str] | None:
    """What the signature of the intrinsic `name`, as `i32 (ptr, i1)`, must look like; None if any is safe to read."""
    for names, signature in _SIGNATURES:
        if re.fullmatch(rf"{names}(\.[\w]+)*", name) and (names.endswith(r"[\w.]+") or _fits(names, name)):
            return re.compile(signature)
    return None


def _fits(names: str, name: str) -> bool:
    """Whether what is left of `name` are suffixes of types only."""
    stem = name
    while not re.fullmatch(names, stem):
        stem, _, suffix = stem.rpartition(".")
        if not re.fullmatch(r"(nx)?(v\d+)*(i\d+|p\d+|b?f\d+|isVoid)", suffix):
            return False
    return True
