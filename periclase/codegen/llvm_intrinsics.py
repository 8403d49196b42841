"""What LLVM 22 makes of its generic intrinsics: whether it is known to survive them, and whether NVPTX has code for them.

`periclase.codegen.llvm_ordinary` asks the first of a text that is to be compiled in this process, `periclase.codegen.llvm_checks`
the second of one for a GPU. Both were seen, not read out of LLVM: by compiling modules by hand and random ones.
"""

from __future__ import annotations

from typing import Final, NamedTuple

_TABLE: Final = """
# survived, as types go | on NVPTX   | names

any                     | yes        | abs smax smin umax umin ctpop ctlz cttz bitreverse bswap fshl fshr
any                     | yes        | sadd.with.overflow ssub.with.overflow smul.with.overflow
any                     | yes        | uadd.with.overflow usub.with.overflow umul.with.overflow
any                     | yes        | sadd.sat ssub.sat sshl.sat uadd.sat usub.sat ushl.sat fptosi.sat fptoui.sat

floats                  | yes        | fabs floor ceil trunc round roundeven rint nearbyint sqrt copysign fma fmuladd is.fpclass
floats                  | yes        | maxnum minnum maximum minimum maximumnum minimumnum
floats                  | not double | exp2
floats                  | afn        | sin cos
floats                  | afn 7.0    | tanh
floats                  | no         | tan asin acos atan sinh cosh exp exp10 log log2 log10 pow atan2
none                    | no         | powi ldexp frexp modf sincos sincospi

any                     | yes        | vector.reduce.add vector.reduce.mul vector.reduce.and vector.reduce.or vector.reduce.xor
any                     | yes        | vector.reduce.smax vector.reduce.smin vector.reduce.umax vector.reduce.umin
any                     | yes        | vector.reduce.fadd vector.reduce.fmul vector.reduce.fmax vector.reduce.fmin
none                    | yes        | vector.reduce.fmaximum vector.reduce.fminimum

any                     | yes        | memcpy memmove memset lifetime.start lifetime.end
none                    | yes        | memcpy.inline memset.inline masked.load masked.store masked.gather masked.scatter
none                    | yes 7.3    | stacksave stackrestore

any                     | yes        | assume expect trap debugtrap donothing annotation readcyclecounter
any                     | yes        | dbg.value dbg.declare experimental.noalias.scope.decl
none                    | yes        | dbg.label ptr.annotation var.annotation sideeffect
none                    | yes        | invariant.start invariant.end launder.invariant.group
any                     | unknown    | threadlocal.address coro.id coro.begin coro.end coro.size coro.suspend coro.resume
any                     | unknown    | coro.destroy coro.done
"""


class Facts(NamedTuple):
    """A row of the table.

    Attributes:
        survived: `any` where LLVM survives the intrinsic in the company and of the types that compilers use, `floats` where
            it does of the types half, float and double only, `none` where it is not known.
        nvptx: `yes` if NVPTX selects it, `no`, `not double`, `afn` if only the flag `afn` has it select the approximate
            instruction, of at most 32 bits, or `unknown`.
        isa: the lowest PTX ISA that has it, times ten.
    """

    survived: str
    nvptx: str
    isa: int


def _rows() -> dict[str, Facts]:
    rows: dict[str, Facts] = {}
    for line in _TABLE.splitlines():
        if not line or line.startswith("#"):
            continue
        survived, nvptx, names = (part.strip() for part in line.split("|"))
        word, _, isa = nvptx.rpartition(" ") if nvptx[-1].isdigit() else (nvptx, "", "0")
        facts = Facts(survived, word, int(isa.replace(".", "")))
        rows.update((f"llvm.{name}", facts) for name in names.split())
    return rows


FACTS: Final = _rows()
"""The rows by the stem of the intrinsic's name, `llvm.sin`."""

UNKNOWN: Final = Facts("none", "unknown", 0)
"""What is known of any other."""
