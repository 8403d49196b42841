"""Float arithmetic with a rounding of its own.

`rn` rounds to the nearest, `rz` towards zero, `rm` down, `rp` up. With `ftz` subnormals count as zero, as operands and as result;
with `sat` the result is clamped to [0, 1], NaN gives 0.
"""

from __future__ import annotations

from typing import Final

from periclase.intrinsics.instruction import instruction
from periclase.intrinsics.model import Intrinsic

_TYPES: Final = ("f32", "f64")
_ROUNDING: Final = "rounding: rn|rz|rm|rp = rn, ftz: flag"
_LIBRARY: Final = "periclase.library.rounded_arithmetic"
_SINGLE: Final = {"ftz": ("f32",), "sat": ("f32",)}


def _rounded(name: str, operands: tuple[str, ...], summary: str, *, saturates: bool = False) -> Intrinsic:
    parameters = ", ".join(f"{operand}: T" for operand in operands)
    return instruction(
        f"{name}_rounded",
        "rounding",
        f"({parameters}, {_ROUNDING}{', sat: flag' if saturates else ''}) -> T",
        f"{name}.{{rounding}}{{ftz?.ftz}}{'{sat?.sat}' if saturates else ''}.{{T}} $d, {', '.join('$' + o for o in operands)};",
        f"{summary}, rounded once as `rounding` says.",
        types=_TYPES,
        llvm=f"llvm.nvvm.{name}.{{rounding}}{{ftz?.ftz}}{'{sat?.sat}' if saturates else ''}.{{T.nvvm}}",
        limits=_SINGLE,
        cpu=f"{_LIBRARY}:{name}_rounded{{rounding=rn?|_{{rounding}}_{{T}}}}{{ftz?_ftz}}{'{sat?_sat}' if saturates else ''}",
    )


ROWS: Final = (
    _rounded("add", ("x", "y"), "`x` + `y`", saturates=True),
    _rounded("mul", ("x", "y"), "`x` · `y`"),
    _rounded("fma", ("x", "y", "z"), "`x` · `y` + `z`", saturates=True),
    _rounded("div", ("x", "y"), "`x` / `y`"),
    _rounded("rcp", ("x",), "1 / `x`"),
    _rounded("sqrt", ("x",), "√`x`"),
    instruction(
        "rcp_approx_f64",
        "rounding",
        "(x: f64) -> f64",
        "rcp.approx.ftz.f64 $d, $x;",
        "1/`x` from the upper half of `x`; the lower half of the result is zero.",
        llvm="llvm.nvvm.rcp.approx.ftz.d",
        section="rcp.approx.ftz.f64",
    ),
    instruction(
        "rsqrt_approx_f64",
        "rounding",
        "(x: f64, ftz: flag) -> f64",
        "rsqrt.approx{ftz?.ftz}.f64 $d, $x;",
        "1/√`x`, relative error about 2⁻²⁰; `ftz` computes from the upper half of `x` alone.",
        section="rsqrt",
    ),
)
