"""Integer dot products, byte permutation, high products, and the approximate float instructions."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from periclase.intrinsics.model import PTX_ISA, Intrinsic, OperationTemplate, Parameter, Requirement, value

_INTS: Final = ("i32", "u32")


def _plain(
    name: str,
    parameters: tuple[Parameter, ...],
    result: str,
    summary: str,
    operation: str,
    llvm: str | None,
    ptx: str,
    requirement: Requirement = Requirement(),
    section: str = "",
) -> Intrinsic:
    """A row whose operation is nothing but its LLVM intrinsic, or its PTX text."""
    return Intrinsic(
        name,
        "packed",
        summary,
        parameters,
        (result,),
        template=OperationTemplate("nvvm." + operation, tuple(p.name for p in parameters)),
        llvm=llvm,
        ptx=ptx,
        requirement=requirement,
        source=PTX_ISA + (section or ptx.partition(".")[0]),
    )


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


def _high_product(suffix: str, type_name: str, operation: str, llvm: str) -> Intrinsic:
    return _plain(
        f"mul_hi_{suffix}",
        (value("a", type_name), value("b", type_name)),
        type_name,
        "The upper half of the product of `a` and `b`.",
        operation,
        llvm,
        f"mul.hi.{operation[-3:]} $0, $1, $2;",
    )


def _approximations() -> list[Intrinsic]:
    rows: list[Intrinsic] = []
    described = {
        "sin": ("Sine of `x`, absolute error at most 2⁻²⁰·⁹ in [−π, π].", "sin.approx"),
        "cos": ("Cosine of `x`, absolute error at most 2⁻²⁰·⁹ in [−π, π].", "cos.approx"),
        "lg2": (
            "Base-2 logarithm of `x`, absolute error at most 2⁻²² in [0.5, 2], relative 2⁻²² outside.",
            "lg2.approx",
        ),
        "rcp": ("1/`x`, at most 1 ulp off.", "rcp.approx"),
        "rsqrt": ("1/√`x`, relative error at most 2⁻²²·⁹.", "rsqrt.approx"),
        "sqrt": ("√`x`, relative error at most 2⁻²³.", "sqrt.approx"),
    }
    for function, (summary, operation) in described.items():
        if function != "rcp":
            rows.append(
                _plain(
                    f"{function}_approx",
                    (value("x", "f32"),),
                    "f32",
                    summary,
                    f"{operation}.f",
                    f"llvm.nvvm.{operation}.f",
                    f"{operation}.f32 $0, $1;",
                )
            )
        rows.append(
            _plain(
                f"{function}_approx_ftz",
                (value("x", "f32"),),
                "f32",
                summary + " Subnormals count as zero.",
                f"{operation}.ftz.f",
                f"llvm.nvvm.{operation}.ftz.f",
                f"{operation}.ftz.f32 $0, $1;",
            )
        )
    rows += [
        _plain(
            "ex2_approx",
            (value("x", "f32"),),
            "f32",
            "2 to the `x`, at most 2 ulp off.",
            "ex2.approx.f",
            "llvm.nvvm.ex2.approx.f32",
            "ex2.approx.f32 $0, $1;",
        ),
        _plain(
            "ex2_approx_ftz",
            (value("x", "f32"),),
            "f32",
            "2 to the `x`, at most 2 ulp off. Subnormals count as zero.",
            "ex2.approx.ftz.f",
            "llvm.nvvm.ex2.approx.ftz.f32",
            "ex2.approx.ftz.f32 $0, $1;",
        ),
        _plain(
            "tanh_approx",
            (value("x", "f32"),),
            "f32",
            "Hyperbolic tangent of `x`, relative error at most 2⁻¹¹.",
            "tanh.approx.f",
            None,
            "tanh.approx.f32 $0, $1;",
            Requirement(75, 70),
        ),
        _plain(
            "div_approx",
            (value("x", "f32"), value("y", "f32")),
            "f32",
            "`x`/`y`, at most 2 ulp off for |y| in [2⁻¹²⁶, 2¹²⁶].",
            "div.approx.f",
            "llvm.nvvm.div.approx.f",
            "div.approx.f32 $0, $1, $2;",
        ),
        _plain(
            "div_full",
            (value("x", "f32"), value("y", "f32")),
            "f32",
            "`x`/`y`, at most 2 ulp off over the full range.",
            "div.full.f",
            "llvm.nvvm.div.full",
            "div.full.f32 $0, $1, $2;",
        ),
    ]
    return rows


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
    _high_product("i32", "i32", "mul.hi.s32", "llvm.nvvm.mulhi.i"),
    _high_product("u32", "u32", "mul.hi.u32", "llvm.nvvm.mulhi.ui"),
    _high_product("i64", "i64", "mul.hi.s64", "llvm.nvvm.mulhi.ll"),
    _high_product("u64", "u64", "mul.hi.u64", "llvm.nvvm.mulhi.ull"),
    *_approximations(),
)
