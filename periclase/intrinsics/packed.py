"""Integer dot products, byte permutation, high products, and the approximate float instructions."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from periclase.intrinsics.forms import ptx_type
from periclase.intrinsics.instruction import instruction
from periclase.intrinsics.model import PTX_ISA, Intrinsic, OperationTemplate, Requirement, value

_INTS: Final = ("i32", "u32")


def _permute(name: str, mode: str, operands: tuple[str, ...], summary: str) -> Intrinsic:
    return Intrinsic(
        name,
        "packed",
        summary,
        tuple(value(operand, "u32") for operand in operands),
        ("u32",),
        template=OperationTemplate("nvvm.prmt", operands, MappingProxyType({"mode": mode})),
        ptx="prmt.b32",
        source=PTX_ISA + "prmt",
    )


def _high_product(type_name: str, llvm: str) -> Intrinsic:
    return instruction(
        f"mul_hi_{type_name}",
        "packed",
        f"(a: {type_name}, b: {type_name}) -> {type_name}",
        f"mul.hi.{ptx_type(type_name)} $d, $a, $b;",
        "The upper half of the product of `a` and `b`.",
        llvm=llvm,
        operation=f"nvvm.mul.hi.{ptx_type(type_name)}",
    )


def _approximation(
    function: str, summary: str, *, ftz: bool = False, llvm_type: str = "f", sm: int = 20, isa: int = 32
) -> Intrinsic:
    """`sin.approx.f32` and the like: of one single."""
    dotted = f"{function}.approx{'.ftz' if ftz else ''}"
    return instruction(
        dotted.replace(".", "_"),
        "packed",
        "(x: f32) -> f32",
        f"{dotted}.f32 $d, $x;",
        summary + (" Subnormals count as zero." if ftz else ""),
        llvm=f"llvm.nvvm.{dotted}.{llvm_type}" if function != "tanh" else None,
        sm=sm,
        isa=isa,
        operation=f"nvvm.{dotted}.f",
    )


def _approximations() -> Iterator[Intrinsic]:
    described = {
        "sin": "Sine of `x`, absolute error at most 2⁻²⁰·⁹ in [−π, π].",
        "cos": "Cosine of `x`, absolute error at most 2⁻²⁰·⁹ in [−π, π].",
        "lg2": "Base-2 logarithm of `x`, absolute error at most 2⁻²² in [0.5, 2], relative 2⁻²² outside.",
        "rsqrt": "1/√`x`, relative error at most 2⁻²²·⁹.",
        "sqrt": "√`x`, relative error at most 2⁻²³.",
        "ex2": "2 to the `x`, at most 2 ulp off.",
    }
    for function, summary in described.items():
        for ftz in (False, True):
            yield _approximation(function, summary, ftz=ftz, llvm_type="f32" if function == "ex2" else "f")
    yield _approximation("tanh", "Hyperbolic tangent of `x`, relative error at most 2⁻¹¹.", sm=75, isa=70)
    yield Intrinsic(
        "rcp_approx_ftz",
        "packed",
        "1/`x`, at most 1 ulp off. Subnormals count as zero.",
        (value("x", "f32"),),
        ("f32",),
        template=OperationTemplate("nvvm.rcp.approx.ftz.f", ("x",)),
        llvm="llvm.nvvm.rcp.approx.ftz.f",
        ptx="rcp.approx.ftz.f32",
        source=PTX_ISA + "rcp",
    )
    for kind, range_, llvm in (
        ("approx", "for |y| in [2⁻¹²⁶, 2¹²⁶]", "llvm.nvvm.div.approx.f"),
        ("full", "over the full range", "llvm.nvvm.div.full"),
    ):
        yield instruction(
            f"div_{kind}",
            "packed",
            "(x: f32, y: f32) -> f32",
            f"div.{kind}.f32 $d, $x, $y;",
            f"`x`/`y`, at most 2 ulp off {range_}.",
            llvm=llvm,
            operation=f"nvvm.div.{kind}.f",
        )


ROWS: Final = (
    Intrinsic(
        "dp4a",
        "packed",
        "`c` plus the sum of the products of the four bytes of `a` and `b`, signed or unsigned as their type.",
        (value("a", "T"), value("b", "T"), value("c", "T")),
        ("T",),
        _INTS,
        expansion="dot_product",
        ptx="dp4a",
        requirement=Requirement(61, 50),
        source=PTX_ISA + "dp4a",
    ),
    Intrinsic(
        "dp2a_lo",
        "packed",
        "`c` plus the sum of the products of the two 16-bit halves of `a` and the two low bytes of `b`.",
        (value("a", "T"), value("b", "T"), value("c", "T")),
        ("T",),
        _INTS,
        expansion="dot_product",
        ptx="dp2a.lo",
        requirement=Requirement(61, 50),
        source=PTX_ISA + "dp2a",
    ),
    Intrinsic(
        "dp2a_hi",
        "packed",
        "`c` plus the sum of the products of the two 16-bit halves of `a` and the two high bytes of `b`.",
        (value("a", "T"), value("b", "T"), value("c", "T")),
        ("T",),
        _INTS,
        expansion="dot_product",
        ptx="dp2a.hi",
        requirement=Requirement(61, 50),
        source=PTX_ISA + "dp2a",
    ),
    _permute(
        "prmt",
        "default",
        ("a", "b", "selector"),
        "Four bytes picked out of the eight of `b:a`; each nibble of `selector` names one, its top bit replicates the sign.",
    ),
    _permute(
        "prmt_f4e", "f4e", ("a", "b", "selector"), "Four bytes of `b:a` from byte `selector` (0…3) upwards."
    ),
    _permute(
        "prmt_b4e",
        "b4e",
        ("a", "b", "selector"),
        "Four bytes of `b:a` from byte `selector` (0…3) downwards, wrapping.",
    ),
    _permute("prmt_rc8", "rc8", ("a", "selector"), "Byte `selector` of `a`, four times."),
    _permute("prmt_rc16", "rc16", ("a", "selector"), "16-bit half `selector` of `a`, twice."),
    _permute("prmt_ecl", "ecl", ("a", "selector"), "Bytes of `a`, clamped to the left at `selector`."),
    _permute("prmt_ecr", "ecr", ("a", "selector"), "Bytes of `a`, clamped to the right at `selector`."),
    _high_product("i32", "llvm.nvvm.mulhi.i"),
    _high_product("u32", "llvm.nvvm.mulhi.ui"),
    _high_product("i64", "llvm.nvvm.mulhi.ll"),
    _high_product("u64", "llvm.nvvm.mulhi.ull"),
    *_approximations(),
)
