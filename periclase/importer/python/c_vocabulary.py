"""What C and CUDA C++ call functions and constants that Python has elsewhere, and what to do about what has no name here.

`C_NAMES` are rows of `foreign_vocabulary`. `SENTENCES` say in words what no expression does.
"""

from __future__ import annotations

import math

from periclase.importer.python.mathematics import FLOAT_FUNCTIONS

_ONE_AND_TWO = {1: "x", 2: "x, y"}

C_NAMES = {
    **{
        f"{name}({_ONE_AND_TWO[count]})": f"math.{name}({_ONE_AND_TWO[count]})"
        for name, (_, count) in FLOAT_FUNCTIONS.items()
        if count in _ONE_AND_TWO and hasattr(math, name) and name not in ("fabs", "pow")
    },
    **{
        f"{name}{f}(x)": f"np.{ours}(x)"
        for name, ours in (
            ("floor", "floor"),
            ("ceil", "ceil"),
            ("trunc", "trunc"),
            ("rint", "rint"),
            ("nearbyint", "rint"),
        )
        for f in ("", "f")
    },
    "fabs(x)": "abs(x)",
    "roundf(x)": "np.trunc(x + math.copysign(0.5, x))",
    "fma(x, y, z)": "fma_rounded(x, y, z)",
    "fmaf(x, y, z)": "fma_rounded(x, y, z)",
    "__fmaf_rn(x, y, z)": "fma_rounded(x, y, z)",
    "__fadd_rn(x, y)": "add_rounded(x, y)",
    "__fmul_rn(x, y)": "mul_rounded(x, y)",
    "__frcp_rn(x)": "rcp_rounded(x)",
    "__drcp_rn(x)": "rcp_rounded(x)",
    "rsqrt(x)": "1 / math.sqrt(x)",
    "rcbrt(x)": "1 / np.cbrt(x)",
    "tgamma(x)": "math.gamma(x)",
    "tgammaf(x)": "math.gamma(x)",
    "lgammaf(x)": "math.lgamma(x)",
    "fdividef(x, y)": "x / y",
    "sincos(x, sine, cosine)": "sine, cosine = math.sin(x), math.cos(x)",
    "sincosf(x, sine, cosine)": "sine, cosine = math.sin(x), math.cos(x)",
    "sinpi(x)": "math.sin(math.pi * x)",
    "sinpif(x)": "math.sin(math.pi * x)",
    "cospi(x)": "math.cos(math.pi * x)",
    "cospif(x)": "math.cos(math.pi * x)",
    "norm3d(x, y, z)": "math.sqrt(x * x + y * y + z * z)",
    "norm3df(x, y, z)": "math.sqrt(x * x + y * y + z * z)",
    "rhypot(x, y)": "1 / math.hypot(x, y)",
    "saturate(x)": "min(max(x, 0.0), 1.0)",
    "clamp(x, a, b)": "min(max(x, a), b)",
    "lerp(a, b, x)": "a + x * (b - a)",
    "isnan(x)": "math.isnan(x)",
    "isinf(x)": "math.isinf(x)",
    "isfinite(x)": "math.isfinite(x)",
    "signbit(x)": "math.copysign(1.0, x) < 0",
    "fmod(x, y)": "math.fmod(x, y)",
    "fmodf(x, y)": "math.fmod(x, y)",
    "remainderf(x, y)": "math.remainder(x, y)",
    "ldexpf(x, n)": "math.ldexp(x, n)",
    "frexpf(x)": "math.frexp(x)",
    "modff(x)": "math.modf(x)",
    "__float2int_rn(x)": "i32(np.rint(x))",
    "__float2int_rz(x)": "i32(x)",
    "__float2int_rd(x)": "i32(np.floor(x))",
    "__float2int_ru(x)": "i32(np.ceil(x))",
    "__int2float_rn(x)": "f32(x)",
    "__half2float(x)": "f32(x)",
    "__float2half(x)": "f16(x)",
    "__float2bfloat16(x)": "bf16(x)",
    "__bfloat162float(x)": "f32(x)",
    "__hadd(x, y)": "x + y",
    "__hsub(x, y)": "x - y",
    "__hmul(x, y)": "x * y",
    "__hadd2(x, y)": "add_f16x2(x, y)",
    "__hmul2(x, y)": "mul_f16x2(x, y)",
    "__hfma2(x, y, z)": "fma_f16x2(x, y, z)",
    "__mul24(x, y)": "x * y",
    "__umul24(x, y)": "x * y",
    "__ffs(x)": "0 if x == 0 else count_trailing_zeros(x) + 1",
    "__ffsll(x)": "0 if x == 0 else count_trailing_zeros(x) + 1",
    "__funnelshift_l(x, y, n)": "u32(((u64(y) << 32 | u64(x)) << (n & 31)) >> 32)",
    "__funnelshift_r(x, y, n)": "u32((u64(y) << 32 | u64(x)) >> (n & 31))",
    "__sad(x, y, z)": "abs(x - y) + z",
    "__dp2a_lo(a, b, c)": "dp2a_lo(a, b, c)",
    "__dp2a_hi(a, b, c)": "dp2a_hi(a, b, c)",
    "__ldg(place)": "place",
    "__ldcg(place)": "place",
    "__ldcs(place)": "place",
    "NULL": "None",
    "nullptr": "None",
    "INFINITY": "math.inf",
    "CUDART_INF_F": "math.inf",
    "NAN": "math.nan",
    "M_PI": "math.pi",
    "CUDART_PI_F": "math.pi",
    "INT_MAX": "2147483647",
    "UINT_MAX": "4294967295",
    "FLT_MAX": "3.4028234663852886e38",
    "FLT_MIN": "1.1754943508222875e-38",
    "FLT_EPSILON": "1.1920928955078125e-07",
    "DBL_MAX": "1.7976931348623157e308",
}

_AXES = "xyzw"


def _vectors() -> dict[str, str]:
    found: dict[str, str] = {}
    for kind, ours in (("float", "f32"), ("double", "f64"), ("int", "i32"), ("uint", "u32")):
        for count in (2, 3, 4):
            fields = "; ".join(f"{axis}: {ours}" for axis in _AXES[:count])
            name = f"{kind.capitalize()}{count}"
            text = f"a vector is a struct: `@struct` before `class {name}:` with the fields `{fields}`"
            found[f"{kind}{count}"] = found[f"make_{kind}{count}"] = text
    return found


_GROUPS = "threads of a block wait by `sync_threads()`, those of a warp by `sync_warp(mask)`, shuffles take a `width`"
_NO_HEAP = "nothing is allocated on a device: `local_array(8, f32)` has a fixed size, and buffers come with the launch"
_TEXTURES = (
    "there are no textures: index a `View[f32, 2]`, with `min(max(i, 0), x.shape[0] - 1)` where it is clamped"
)
_RANDOM = (
    "random numbers are computed from a counter: `random_words(seed, sequence, offset)` of `periclase.library.philox`, "
    "and `uniform_f32` of one of its words"
)
_OPTIONS = 'say it in the decorator: `@kernel(launch_bounds=(256, 2))`, `@device(inline="never")`'

SENTENCES = {
    **_vectors(),
    **dict.fromkeys(("tex1D", "tex2D", "tex3D", "tex1Dfetch", "surf2Dread", "surf2Dwrite"), _TEXTURES),
    **dict.fromkeys(("malloc", "free", "cudaMalloc", "cudaFree"), _NO_HEAP),
    **dict.fromkeys(("curand_init", "curand", "curand_uniform", "curand_normal"), _RANDOM),
    **dict.fromkeys(("this_thread_block", "tiled_partition", "coalesced_threads"), _GROUPS),
    **dict.fromkeys(("__launch_bounds__", "__noinline__", "__forceinline__"), _OPTIONS),
    "this_grid": "`grid_sync(barrier)` of `periclase.library.grids` waits for the grid, in a `@kernel(cooperative=True)`",
    "swap": "write `a, b = b, a`",
    "memset": "`t[:] = 0` sets the elements of an array or slice",
    "memcpy": "copy the elements in a loop; `t[:] = u` copies a fixed array into another",
    "cudaMemcpy": "copying is the host's: `buffer.write(values)`, `buffer.read()`",
    "__shared__": "write `tile = shared_array((16, 16), f32)`",
    "__constant__": "write `table = constant_array(values, f32)` in the module",
    "__restrict__": "leave it out: which buffers overlap is known at the launch",
    "dim3": "a grid and a block are tuples: `kernel[(4, 2), (16, 16)](…)`",
    **{
        name: f"there is one function for each axis: `{name}_x()`, `{name}_y()`, `{name}_z()`"
        for name in ("thread_idx", "block_idx", "block_dim", "grid_dim", "global_idx")
    },
    "prange": "each thread takes one round: `i = global_idx_x()`, and `if i < n:`",
    "sizeof": "elements are counted, not bytes; `Particle.dtype.itemsize` is known on the host",
}
"""By name; the end of a help text."""
