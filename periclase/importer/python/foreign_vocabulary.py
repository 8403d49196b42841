"""What other GPU languages write, and what is written here instead: a table of pairs, read by `foreign_names`.

Both sides are Python. Names in lower case among the arguments of the left side stand for any expression and are put into the
right side; everything else is meant literally. `dtype` on the left also stands for a type in the other language's spelling.
"""

from __future__ import annotations

import math

from periclase.importer.python.c_vocabulary import C_NAMES
from periclase.importer.python.mathematics import FLOAT_FUNCTIONS

_AXES = "xyz"

_CUDA_VARIABLES = (
    ("threadIdx", "thread_idx"),
    ("blockIdx", "block_idx"),
    ("blockDim", "block_dim"),
    ("gridDim", "grid_dim"),
)


def _per_axis(prefix: str) -> dict[str, str]:
    """`threadIdx.x` and its like, after `prefix`."""
    return {
        f"{prefix}{theirs}.{axis}": f"{ours}_{axis}()" for theirs, ours in _CUDA_VARIABLES for axis in _AXES
    }


def _by_number(call: str, ours: str, keyword: str = "axis") -> dict[str, str]:
    """Functions that take the axis as a number, by position or as `keyword`."""
    return {
        f"{call}({argument})": f"{ours}_{axis}()"
        for number, axis in enumerate(_AXES)
        for argument in (str(number), f"{keyword}={number}")
    }


def _mathematics(*prefixes: str) -> dict[str, str]:
    """The functions that `math` has as well, in the Python that runs."""
    parameters = {1: "x", 2: "x, y", 3: "x, y, z"}
    return {
        f"{prefix}.{name}({parameters[count]})": f"math.{name}({parameters[count]})"
        for prefix in prefixes
        for name, (_, count) in FLOAT_FUNCTIONS.items()
        if hasattr(math, name)
    }


def _types(*prefixes: str) -> dict[str, str]:
    """The names of scalar types, which numpy and its followers share."""
    return {f"{prefix}{theirs}": ours for prefix in prefixes for theirs, ours in TYPE_NAMES.items()}


TYPE_NAMES = {
    **{f"{kind}{bits}": f"{kind[0]}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)},
    **{f"float{bits}": f"f{bits}" for bits in (16, 32, 64)},
    "bfloat16": "bf16",
    "intp": "isize",
    "uintp": "usize",
}
"""What numpy and its followers call the scalar types."""

_BITS = {
    **{
        f"{theirs}{wide}(x)": f"{ours}(x)"
        for theirs, ours in (
            ("__popc", "popcount"),
            ("__clz", "count_leading_zeros"),
            ("__brev", "bit_reverse"),
        )
        for wide in ("", "ll")
    },
    **{
        theirs: f"bit_cast(x, {ours})"
        for theirs, ours in (
            ("__float_as_int(x)", "i32"),
            ("__float_as_uint(x)", "u32"),
            ("__int_as_float(x)", "f32"),
            ("__uint_as_float(x)", "f32"),
            ("__double_as_longlong(x)", "i64"),
            ("__longlong_as_double(x)", "f64"),
        )
    },
}
"""What CUDA C++ calls the functions of `periclase.bits`."""

_C_FUNCTIONS = {
    **{
        f"{name}f({'x, y' if count == 2 else 'x'})": f"math.{name}({'x, y' if count == 2 else 'x'})"
        for name, (_, count) in FLOAT_FUNCTIONS.items()
        if count < 3
    },
    "fabsf(x)": "abs(x)",
    "fminf(x, y)": "np.fmin(x, y)",
    "fmaxf(x, y)": "np.fmax(x, y)",
    "fmin(x, y)": "np.fmin(x, y)",
    "fmax(x, y)": "np.fmax(x, y)",
    "rsqrtf(x)": "1 / math.sqrt(x)",
    "__sinf(x)": "sin_approx(x)",
    "__cosf(x)": "cos_approx(x)",
    "__tanf(x)": "math.tan(x)",
    "__expf(x)": "math.exp(x)",
    "__logf(x)": "math.log(x)",
    "__log2f(x)": "math.log2(x)",
    "__log10f(x)": "math.log10(x)",
    "__powf(x, y)": "math.pow(x, y)",
    "__fsqrt_rn(x)": "math.sqrt(x)",
    "__fdividef(x, y)": "x / y",
    "__saturatef(x)": "min(max(x, 0.0), 1.0)",
    "__mulhi(x, y)": "mul_hi_i32(x, y)",
    "__umulhi(x, y)": "mul_hi_u32(x, y)",
    "__mul64hi(x, y)": "mul_hi_i64(x, y)",
    "__umul64hi(x, y)": "mul_hi_u64(x, y)",
    "__byte_perm(x, y, s)": "prmt(x, y, s)",
    "__dp4a(a, b, c)": "dp4a(a, b, c)",
    **C_NAMES,
    **_BITS,
}

_CUDA_ATOMICS = {
    "Add": "add",
    "Sub": "sub",
    "Min": "min",
    "Max": "max",
    "And": "and",
    "Or": "or",
    "Xor": "xor",
    "Exch": "exchange",
    "Inc": "inc",
    "Dec": "dec",
}

_CUDA = {
    **_per_axis(""),
    "warpSize": "warp_size()",
    "__syncthreads()": "sync_threads()",
    "__syncthreads_count(p)": "sync_threads_count(p)",
    "__syncthreads_and(p)": "sync_threads_and(p)",
    "__syncthreads_or(p)": "sync_threads_or(p)",
    "__syncwarp()": "sync_warp()",
    "__syncwarp(mask)": "sync_warp(mask)",
    "__threadfence()": "threadfence()",
    "__threadfence_block()": "threadfence_block()",
    "__threadfence_system()": "threadfence_system()",
    "__shfl_sync(mask, value, lane)": "shfl_sync(value, lane, mask)",
    "__shfl_up_sync(mask, value, delta)": "shfl_sync_up(value, delta, mask)",
    "__shfl_down_sync(mask, value, delta)": "shfl_sync_down(value, delta, mask)",
    "__shfl_xor_sync(mask, value, lanes)": "shfl_sync_xor(value, lanes, mask)",
    "__all_sync(mask, p)": "all_sync(p, mask)",
    "__any_sync(mask, p)": "any_sync(p, mask)",
    "__uni_sync(mask, p)": "uni_sync(p, mask)",
    "__ballot_sync(mask, p)": "ballot_sync(p, mask)",
    "__match_any_sync(mask, value)": "match_any_sync(value, mask)",
    "__match_all_sync(mask, value)": "match_all_sync(value, mask)",
    "__activemask()": "active_mask()",
    "__shfl(value, lane)": "shfl_sync(value, lane)",
    "__shfl_up(value, delta)": "shfl_sync_up(value, delta)",
    "__shfl_down(value, delta)": "shfl_sync_down(value, delta)",
    "__shfl_xor(value, lanes)": "shfl_sync_xor(value, lanes)",
    "__all(p)": "all_sync(p)",
    "__any(p)": "any_sync(p)",
    "__ballot(p)": "ballot_sync(p)",
    **{
        f"__reduce_{name}_sync(mask, value)": f"redux_sync_{name}(value, mask)"
        for name in ("add", "min", "max", "and", "or", "xor")
    },
    **{
        f"atomic{theirs}(place, value)": f"atomic_{ours}(place, value)"
        for theirs, ours in _CUDA_ATOMICS.items()
    },
    "atomicCAS(place, expected, value)": "atomic_cas(place, expected, value)",
    "__nanosleep(n)": "nanosleep(n)",
    "__trap()": "trap()",
    "__brkpt()": "breakpoint()",
    "syncthreads()": "sync_threads()",
    "syncwarp()": "sync_warp()",
    **_C_FUNCTIONS,
}

_NUMBA_ATOMICS = {
    "add": "add",
    "sub": "sub",
    "min": "min",
    "max": "max",
    "and_": "and",
    "or_": "or",
    "xor": "xor",
    "exch": "exchange",
    "inc": "inc",
    "dec": "dec",
}

_NUMBA = {
    **_per_axis("cuda."),
    "cuda.grid(1)": "global_idx_x()",
    "cuda.grid(2)": "(global_idx_x(), global_idx_y())",
    "cuda.grid(3)": "(global_idx_x(), global_idx_y(), global_idx_z())",
    "cuda.gridsize(1)": "grid_size_x()",
    "cuda.gridsize(2)": "(grid_size_x(), grid_size_y())",
    "cuda.gridsize(3)": "(grid_size_x(), grid_size_y(), grid_size_z())",
    "cuda.laneid": "lane_id()",
    "cuda.warpsize": "warp_size()",
    "cuda.syncthreads()": "sync_threads()",
    "cuda.syncthreads_count(p)": "sync_threads_count(p)",
    "cuda.syncthreads_and(p)": "sync_threads_and(p)",
    "cuda.syncthreads_or(p)": "sync_threads_or(p)",
    "cuda.syncwarp()": "sync_warp()",
    "cuda.syncwarp(mask)": "sync_warp(mask)",
    "cuda.threadfence()": "threadfence()",
    "cuda.threadfence_block()": "threadfence_block()",
    "cuda.threadfence_system()": "threadfence_system()",
    "cuda.shared.array(shape, dtype)": "shared_array(shape, dtype)",
    "cuda.local.array(shape, dtype)": "local_array(shape, dtype)",
    **{
        f"cuda.atomic.{theirs}(array, index, value)": f"atomic_{ours}(array[index], value)"
        for theirs, ours in _NUMBA_ATOMICS.items()
    },
    "cuda.atomic.cas(array, index, old, value)": "atomic_cas(array[index], old, value)",
    "cuda.atomic.compare_and_swap(array, old, value)": "atomic_cas(array[0], old, value)",
    "cuda.shfl_sync(mask, value, lane)": "shfl_sync(value, lane, mask)",
    "cuda.shfl_up_sync(mask, value, delta)": "shfl_sync_up(value, delta, mask)",
    "cuda.shfl_down_sync(mask, value, delta)": "shfl_sync_down(value, delta, mask)",
    "cuda.shfl_xor_sync(mask, value, lanes)": "shfl_sync_xor(value, lanes, mask)",
    "cuda.all_sync(mask, p)": "all_sync(p, mask)",
    "cuda.any_sync(mask, p)": "any_sync(p, mask)",
    "cuda.eq_sync(mask, p)": "uni_sync(p, mask)",
    "cuda.ballot_sync(mask, p)": "ballot_sync(p, mask)",
    "cuda.match_any_sync(mask, value)": "match_any_sync(value, mask)",
    "cuda.match_all_sync(mask, value)": "match_all_sync(value, mask)",
    "cuda.activemask()": "active_mask()",
    "cuda.lanemask_lt()": "lanemask_lt()",
    "cuda.nanosleep(n)": "nanosleep(n)",
    "cuda.selp(c, a, b)": "a if c else b",
    "shfl_up_sync(mask, value, delta)": "shfl_sync_up(value, delta, mask)",
    "shfl_down_sync(mask, value, delta)": "shfl_sync_down(value, delta, mask)",
    "shfl_xor_sync(mask, value, lanes)": "shfl_sync_xor(value, lanes, mask)",
    "cuda.popc(x)": "popcount(x)",
    "cuda.clz(x)": "count_leading_zeros(x)",
    "cuda.brev(x)": "bit_reverse(x)",
    "cuda.cbrt(x)": "np.cbrt(x)",
    **_types("numba."),
    **_types(""),
}

_TRITON = {
    **_by_number("tl.program_id", "block_idx"),
    **_by_number("tl.num_programs", "grid_dim"),
    "tl.load(x + i)": "x[i]",
    "tl.load(x + i, mask=m)": "x[i] if m else 0",
    "tl.load(x + i, mask=m, other=v)": "x[i] if m else v",
    "tl.store(x + i, value)": "x[i] = value",
    "tl.store(x + i, value, mask=m)": "if m: x[i] = value",
    "tl.arange(0, n)": "thread_idx_x()",
    "tl.atomic_add(x + i, value)": "atomic_add(x[i], value)",
    "tl.atomic_max(x + i, value)": "atomic_max(x[i], value)",
    "tl.atomic_min(x + i, value)": "atomic_min(x[i], value)",
    "tl.atomic_xchg(x + i, value)": "atomic_exchange(x[i], value)",
    "tl.atomic_cas(x + i, old, value)": "atomic_cas(x[i], old, value)",
    "tl.where(c, a, b)": "a if c else b",
    "tl.maximum(a, b)": "np.fmax(a, b)",
    "tl.minimum(a, b)": "np.fmin(a, b)",
    "tl.abs(x)": "abs(x)",
    "tl.cdiv(a, b)": "(a + b - 1) // b",
    "tl.static_range(n)": "range(n)",
    "tl.debug_barrier()": "sync_threads()",
    "tl.device_assert(c, message)": "assert c, message",
    **_types("tl."),
    **_mathematics("tl", "libdevice"),
}

_WARP = {
    "wp.tid()": "global_idx_x()",
    "wp.atomic_add(x, i, value)": "atomic_add(x[i], value)",
    "wp.atomic_sub(x, i, value)": "atomic_sub(x[i], value)",
    "wp.atomic_min(x, i, value)": "atomic_min(x[i], value)",
    "wp.atomic_max(x, i, value)": "atomic_max(x[i], value)",
    "wp.abs(x)": "abs(x)",
    "wp.min(a, b)": "min(a, b)",
    "wp.max(a, b)": "max(a, b)",
    "wp.clamp(x, low, high)": "min(max(x, low), high)",
    "wp.where(c, a, b)": "a if c else b",
    **_types("wp."),
    **_mathematics("wp"),
}

_OPENCL = {
    **_by_number("get_global_id", "global_idx"),
    **_by_number("get_local_id", "thread_idx"),
    **_by_number("get_group_id", "block_idx"),
    **_by_number("get_local_size", "block_dim"),
    **_by_number("get_num_groups", "grid_dim"),
    **_by_number("get_global_size", "grid_size"),
    "barrier(flags)": "sync_threads()",
    "mad(a, b, x)": "a * b + x",
    "mad24(a, b, x)": "a * b + x",
    "select(a, b, p)": "b if p else a",
    "as_int(x)": "bit_cast(x, i32)",
    "as_uint(x)": "bit_cast(x, u32)",
    "as_float(x)": "bit_cast(x, f32)",
    "convert_int(x)": "i32(x)",
    "convert_float(x)": "f32(x)",
    **{
        f"{prefix}_{name}(x)": f"math.{name}(x)"
        for prefix in ("native", "half")
        for name in ("sin", "cos", "tan", "exp", "log", "sqrt")
    },
}

_CUPY = {
    **_per_axis("jit."),
    "jit.grid(1)": "global_idx_x()",
    "jit.gridsize(1)": "grid_size_x()",
    "jit.laneid()": "lane_id()",
    "jit.warpsize": "warp_size()",
    "jit.syncthreads()": "sync_threads()",
    "jit.syncwarp()": "sync_warp()",
    "jit.shared_memory(dtype, n)": "shared_array(n, dtype)",
    "jit.atomic_add(x, i, value)": "atomic_add(x[i], value)",
    "jit.shfl_sync(mask, value, lane)": "shfl_sync(value, lane, mask)",
    "jit.shfl_down_sync(mask, value, delta)": "shfl_sync_down(value, delta, mask)",
    "cp.where(c, a, b)": "a if c else b",
    "cp.maximum(a, b)": "np.maximum(a, b)",
    "cp.minimum(a, b)": "np.minimum(a, b)",
    **_types("cp."),
    **_mathematics("cp"),
}

_JAX = {
    **_by_number("pl.program_id", "block_idx"),
    **_by_number("pl.num_programs", "grid_dim"),
    "jnp.where(c, a, b)": "a if c else b",
    "jnp.maximum(a, b)": "np.maximum(a, b)",
    "jnp.minimum(a, b)": "np.minimum(a, b)",
    "jnp.abs(x)": "abs(x)",
    "lax.select(c, a, b)": "a if c else b",
    **_types("jnp."),
    **_mathematics("jnp", "lax"),
}

_TORCH = {
    "torch.where(c, a, b)": "a if c else b",
    "torch.maximum(a, b)": "np.maximum(a, b)",
    "torch.minimum(a, b)": "np.minimum(a, b)",
    "torch.abs(x)": "abs(x)",
    **_types("torch."),
    **_mathematics("torch"),
}

VOCABULARY: dict[str, dict[str, str]] = {
    "numba": _NUMBA,
    "CUDA C++": _CUDA,
    "Triton": _TRITON,
    "Warp": _WARP,
    "OpenCL": _OPENCL,
    "CuPy": _CUPY,
    "JAX": _JAX,
    "PyTorch": _TORCH,
}
"""For each language: what it writes, and what is written here."""

MODULE_NAMES = {
    "triton.language": "tl",
    "warp": "wp",
    "cupyx.jit": "jit",
    "cupy": "cp",
    "jax.numpy": "jnp",
    "jax.lax": "lax",
    "jax.experimental.pallas": "pl",
}
"""Modules by the short name that the table uses for them."""

LANGUAGES = {
    "cuda": "numba",
    "tl": "Triton",
    "wp": "Warp",
    "jit": "CuPy",
    "pl": "JAX",
    "jnp": "JAX",
    "lax": "JAX",
    "torch": "PyTorch",
}
"""Whose module a short name mostly is, for those of its functions that the table does not have."""
