"""Products of matrices by a warp group of 128 threads (`wgmma`), of which both factors, or the second alone, lie in shared
memory.

A product is 64×n; each thread holds n/2 sums of it (f16: n/4 words of two), those that the PTX ISA says under "Register
Fragments". A factor in shared memory is told by a 64-bit descriptor. Products run on their own: `wgmma_fence` before the
first, then `wgmma_commit_group`, and `wgmma_wait_group` before the sums are read. With `accumulate` false the sums begin at zero.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from periclase.intrinsics.architectures import HOPPER
from periclase.intrinsics.instruction import instruction, mlir
from periclase.intrinsics.model import Effect, Intrinsic, MlirForm, Requirement

_N: Final = "|".join(str(n) for n in range(8, 257, 8))
_N_INTEGERS: Final = "|".join(str(n) for n in (8, 16, 24, *range(32, 257, 16)))
_SIGNS: Final = ", negate_a: flag, negate_b: flag"
_SIGN_TEXT: Final = ", {negate_a?-1|1}, {negate_b?-1|1}"

_KINDS: Final = (
    # name, sums (in the instruction and in the signature), elements of k, words, types, signs, transposes
    ("f32_f16", "f32", "f32*n/2", 16, "element: f16|bf16 = f16", "{element}.{element}", True, True),
    ("f16_f16", "f16", "u32*n/4", 16, "", "f16.f16", True, True),
    ("f32_tf32", "f32", "f32*n/2", 8, "", "tf32.tf32", True, False),
    (
        "f32_f8",
        "f32",
        "f32*n/2",
        32,
        "a_type: e4m3|e5m2, b_type: e4m3|e5m2",
        "{a_type}.{b_type}",
        True,
        False,
    ),
    (
        "f16_f8",
        "f16",
        "u32*n/4",
        32,
        "a_type: e4m3|e5m2, b_type: e4m3|e5m2",
        "{a_type}.{b_type}",
        True,
        False,
    ),
    (
        "s32_i8",
        "s32",
        "i32*n/2",
        32,
        "a_type: s8|u8, b_type: s8|u8, satfinite: flag",
        "{a_type}.{b_type}",
        False,
        False,
    ),
    ("s32_b1", "s32", "i32*n/2", 256, "", "b1.b1", False, False),
)


def _control(name: str, signature: str, ptx: str, mlir: MlirForm, summary: str) -> Intrinsic:
    return instruction(
        name,
        "wgmma",
        signature,
        ptx,
        summary,
        sm=90,
        isa=80,
        only=HOPPER,
        effect=Effect.READ_WRITE,
        convergent=True,
        mlir=mlir,
        section=name.replace("_", ".", 1),
    )


def _mlir(sums: str, k: int, types: str, words: str, signed: bool, transposable: bool) -> MlirForm:
    """MLIR's operation, whose products either begin at zero or not: `accumulate` must be a constant."""
    a, b = types.split(".")
    return mlir(
        "wgmma.mma_async",
        "inouts = $sums: struct, descriptorA = $a, descriptorB = $b",
        f"shape = 64x{{n}}x{k}, typeA = {a}, typeB = {b}, typeD = {sums}, scaleD = {{accumulate?one|zero}}, "
        f"scaleA = {'{negate_a?neg|one}' if signed else 'one'}, scaleB = {'{negate_b?neg|one}' if signed else 'one'}, "
        f"layoutA = {'{trans_a?col|row}' if transposable else 'row'}, "
        f"layoutB = {'{trans_b?row|col}' if transposable else 'col'}"
        f"{', satfinite = {satfinite?satfinite}' if 'satfinite' in words else ''}",
        "struct",
        constants=("accumulate",),
    )


def _products() -> Iterator[Intrinsic]:
    for name, sums, held, k, words, types, signed, transposable in _KINDS:
        for registers in (False, True):
            integers = sums == "s32"
            choices = f"n: {_N_INTEGERS if integers else _N}{', ' + words if words else ''}"
            immediates = _SIGNS if signed else ""
            text = _SIGN_TEXT if signed else ""
            if transposable:
                # A factor in registers is never transposed.
                immediates += f"{'' if registers else ', trans_a: flag'}, trans_b: flag"
                text += f"{'' if registers else ', {trans_a?1|0}'}, {{trans_b?1|0}}"
            yield instruction(
                f"wgmma_{name}{'_registers' if registers else ''}",
                "wgmma",
                f"(sums: {held}, a: {'u32*4' if registers else 'u64'}, b: u64, accumulate: bool, {choices}{immediates})"
                f" -> {held}",
                f"wgmma.mma_async.sync.aligned.m64n{{n}}k{k}.{sums}.{types}{'.and.popc' if 'b1' in types else ''}"
                f"{'{satfinite?.satfinite}' if 'satfinite' in words else ''}"
                f" $d, $a, $b, $accumulate{text};",
                f"Starts `a` · `b`, plus `sums` if `accumulate`, of a 64×{k} and a {k}×n matrix; "
                f"`a` is {'in registers' if registers else 'told by a descriptor'}, `b` told by a descriptor.",
                sm=90,
                isa=80,
                only=HOPPER,
                needs={"s8+u8": Requirement(90, 84)},
                effect=Effect.READ_WRITE,
                convergent=True,
                tied="sums",
                section="wgmma.mma_async",
                mlir=None if registers else _mlir(sums, k, types, words, signed, transposable),
            )


ROWS: Final = (
    _control(
        "wgmma_fence",
        "()",
        "wgmma.fence.sync.aligned;",
        mlir("wgmma.fence.aligned"),
        "Orders accesses to registers and shared memory before with the products that follow.",
    ),
    _control(
        "wgmma_commit_group",
        "()",
        "wgmma.commit_group.sync.aligned;",
        mlir("wgmma.commit.group.sync.aligned"),
        "Closes the group of the products started so far.",
    ),
    _control(
        "wgmma_wait_group",
        "(pending: 0|1|2|3|4|5|6|7)",
        "wgmma.wait_group.sync.aligned {pending};",
        mlir("wgmma.wait.group.sync.aligned", "", "group = {pending}"),
        "Waits until at most the latest `pending` groups are unfinished.",
    ),
    *_products(),
)
