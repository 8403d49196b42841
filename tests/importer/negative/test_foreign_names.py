"""What other GPU languages write is answered with what is written here, and what is answered compiles."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Callable
from types import ModuleType, SimpleNamespace

import pytest

from periclase.diagnostics import CompileError
from periclase.importer.python.foreign_names import foreign_name_help
from periclase.importer.python.foreign_vocabulary import VOCABULARY
from periclase.importer.python.import_kernels import import_kernels

CASES = {
    "cuda.grid(1)": "numba's spelling: write `global_idx_x()`",
    "cuda.grid(2)": "write `(global_idx_x(), global_idx_y())`",
    "numba.cuda.gridsize(1)": "write `grid_size_x()`",
    "cuda.threadIdx.x": "write `thread_idx_x()`",
    "cuda.blockDim.z": "write `block_dim_z()`",
    "cuda.laneid": "write `lane_id()`",
    "cuda.syncthreads()": "write `sync_threads()`",
    "cuda.shared.array((16, 16), float32)": "write `shared_array((16, 16), f32)`",
    "cuda.shared.array(shape=256, dtype=numba.int64)": "write `shared_array(256, i64)`",
    "cuda.local.array(8, np.float64)": "write `local_array(8, f64)`",
    "cuda.atomic.add(y, 3, 2 * f)": "write `atomic_add(y[3], 2 * f)`",
    "cuda.atomic.max(y, (i, j), f)": "write `atomic_max(y[i, j], f)`",
    "cuda.atomic.cas(n, 0, a, 1)": "write `atomic_cas(n[0], a, 1)`",
    "cuda.shfl_down_sync(255, f, 16)": "write `shfl_sync_down(f, 16, 255)`",
    "cuda.ballot_sync(255, a > 0)": "write `ballot_sync(a > 0, 255)`",
    "cuda.selp(a > 0, 1, 2)": "write `1 if a > 0 else 2`",
    "float32(a)": "write `f32`",
    "threadIdx.x": "CUDA C++'s spelling: write `thread_idx_x()`",
    "blockIdx.y": "write `block_idx_y()`",
    "gridDim.z": "write `grid_dim_z()`",
    "warpSize": "write `warp_size()`",
    "__syncthreads()": "write `sync_threads()`",
    "__shfl_xor_sync(255, f, 1)": "write `shfl_sync_xor(f, 1, 255)`",
    "__reduce_add_sync(255, a)": "write `redux_sync_add(a, 255)`",
    "atomicAdd(y[0], f)": "write `atomic_add(y[0], f)`",
    "atomicCAS(n[0], a, 1)": "write `atomic_cas(n[0], a, 1)`",
    "atomicExch(n[0], a)": "write `atomic_exchange(n[0], a)`",
    "sqrtf(f)": "write `math.sqrt(f)`",
    "fmaxf(f, 0.0)": "write `np.fmax(f, 0.0)`",
    "__popc(n[0])": "write `popcount(n[0])`",
    "__clzll(a)": "write `count_leading_zeros(a)`",
    "__brev(a)": "write `bit_reverse(a)`",
    "__float_as_int(f)": "write `bit_cast(f, i32)`",
    "__shfl_down(f, 16)": "write `shfl_sync_down(f, 16)`",
    "floorf(f)": "write `np.floor(f)`",
    "sin(f)": "write `math.sin(f)`",
    "rsqrt(f)": "write `1 / math.sqrt(f)`",
    "fmaf(f, f, 1.0)": "write `fma_rounded(f, f, 1.0)`",
    "sincosf(f, s, c)": "write `s, c = (math.sin(f), math.cos(f))`",
    "clamp(f, 0.0, 1.0)": "write `min(max(f, 0.0), 1.0)`",
    "__float2int_rd(f)": "write `i32(np.floor(f))`",
    "__ldg(x[a])": "write `x[a]`",
    "isnan(f)": "write `math.isnan(f)`",
    "FLT_MAX": "write `3.4028234663852886e+38`",
    "make_float3(f, f, f)": "a vector is a struct: `@struct` before `class Float3:` with the fields `x: f32; y: f32; z: f32`",
    "tex2D(x, 0.5, 0.5)": "there are no textures: index a `View[f32, 2]`",
    "malloc(16)": "nothing is allocated on a device",
    "curand_uniform(x)": "random numbers are computed from a counter",
    "tiled_partition(a)": "those of a warp by `sync_warp(mask)`",
    "cg.this_grid()": "`grid_sync(barrier)` of `periclase.library.grids` waits for the grid",
    "mad(f, f, f)": "OpenCL's spelling: write `f * f + f`",
    "native_sin(f)": "write `math.sin(f)`",
    "cuda.popc(a)": "numba's spelling: write `popcount(a)`",
    "cuda.clz(a)": "write `count_leading_zeros(a)`",
    "tl.maximum(f, 0.0)": "write `np.fmax(f, 0.0)`",
    "tl.program_id(0)": "Triton's spelling: write `block_idx_x()`",
    "tl.program_id(axis=1)": "write `block_idx_y()`",
    "tl.num_programs(0)": "write `grid_dim_x()`",
    "tl.load(x + a, mask=a < 9)": "write `x[a] if a < 9 else 0`",
    "tl.load(x + a, mask=a < 9, other=1.0)": "write `x[a] if a < 9 else 1.0`",
    "tl.load(p)": "write `x[i]`",
    "tl.store(y + a, f)": "write `y[a] = f`",
    "tl.store(y + a, f, mask=a < 9)": "write `if a < 9: y[a] = f`",
    "tl.arange(0, 128)": "write `thread_idx_x()`",
    "tl.where(a < 9, f, 1.0)": "write `f if a < 9 else 1.0`",
    "tl.cdiv(a + 1, 2)": "write `(a + 1 + 2 - 1) // 2`",
    "tl.exp(f)": "write `math.exp(f)`",
    "triton.language.float16": "write `f16`",
    "wp.tid()": "Warp's spelling: write `global_idx_x()`",
    "wp.atomic_add(y, a, f)": "write `atomic_add(y[a], f)`",
    "wp.clamp(f, 0.0, 1.0)": "write `min(max(f, 0.0), 1.0)`",
    "warp.sqrt(f)": "write `math.sqrt(f)`",
    "get_global_id(0)": "OpenCL's spelling: write `global_idx_x()`",
    "get_local_size(1)": "write `block_dim_y()`",
    "jit.shared_memory(cp.float32, 32)": "CuPy's spelling: write `shared_array(32, f32)`",
    "cupyx.jit.grid(1)": "write `global_idx_x()`",
    "cp.tanh(f)": "write `math.tanh(f)`",
    "pl.program_id(0)": "JAX's spelling: write `block_idx_x()`",
    "jnp.where(a > 0, f, 0.0)": "write `f if a > 0 else 0.0`",
    "jax.numpy.exp(f)": "write `math.exp(f)`",
}


@pytest.mark.parametrize("theirs", CASES)
def test_answered_with_our_spelling(theirs: str, load: Callable[..., ModuleType]) -> None:
    module = load(
        f"@kernel\ndef k(a: i32, f: f32, x: Slice[f32], y: MutSlice[f32], n: MutSlice[i32]):\n    v = {theirs}\n"
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert len(caught.value.diagnostics) == 1
    assert caught.value.diagnostic.code in ("PC0101", "PC0102")
    assert caught.value.diagnostic.help is not None
    assert CASES[theirs] in caught.value.diagnostic.help


def test_a_name_that_the_module_lacks_comes_with_its_import() -> None:
    def answer(theirs: str, *visible: str) -> str | None:
        return foreign_name_help(ast.parse(theirs, mode="eval").body, visible)

    assert answer("cuda.grid(2)") == (
        "this is numba's spelling: write `(global_idx_x(), global_idx_y())`, "
        "and add `from periclase.gpu import global_idx_x, global_idx_y`"
    )
    assert answer("wp.sin(x)") == "this is Warp's spelling: write `math.sin(x)`, and add `import math`"
    assert answer("__popc(x)") == (
        "this is CUDA C++'s spelling: write `popcount(x)`, and add `from periclase.bits import popcount`"
    )
    assert answer("fmaxf(x, y)") == (
        "this is CUDA C++'s spelling: write `np.fmax(x, y)`, and add `import numpy as np`"
    )
    assert answer("wp.sin(x)", "math") == "this is Warp's spelling: write `math.sin(x)`"
    assert answer("somewhere.else_()") is None


def test_our_own_names_come_with_their_import(load: Callable[..., ModuleType]) -> None:
    module = load(
        "from periclase import kernel, MutSlice, f32\n"
        "@kernel\ndef k(y: MutSlice[f32]):\n    y[thread_idx_x()] = 1.0\n    y[1] = i32(2)\n",
        bare=True,
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert [d.help for d in caught.value.diagnostics] == [
        "add `from periclase.gpu import thread_idx_x`",
        "add `from periclase import i32`",
    ]


def test_objects_of_another_package_are_recognised_too(load: Callable[..., ModuleType]) -> None:
    """With numba installed `cuda` is there, and what it holds is nothing for a device of ours."""
    module = load("@kernel\ndef k(n: MutSlice[i32]):\n    n[0] = cuda.grid(1)\n    n[1] = cuda.threadIdx.x\n")
    cuda = ModuleType("numba.cuda")
    cuda.grid = SimpleNamespace  # type: ignore[attr-defined]
    cuda.threadIdx = ModuleType("threadIdx")  # type: ignore[attr-defined]
    cuda.threadIdx.x = SimpleNamespace()  # type: ignore[attr-defined]
    module.cuda = cuda  # type: ignore[attr-defined]
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert [d.help for d in caught.value.diagnostics] == [
        "this is numba's spelling: write `global_idx_x()`",
        "this is numba's spelling: write `thread_idx_x()`",
    ]


SAMPLES = """\
@kernel
def k_(c: bool_, x: MutSlice[f32], u: MutSlice[u32], n: MutSlice[i32]):
    i = 0
"""

ARGUMENTS = {
    "mask": "255",
    "p": "c",
    "lane": "1",
    "delta": "1",
    "lanes": "1",
    "shape": "8",
    "dtype": "f32",
    "m": "c",
    "message": "'text'",
    "flags": "0",
    "index": "0",
    "low": "0.0",
    "high": "1.0",
    "s": "1",
}
"""What stands for the names of the table; the others are tried with values of several types."""

TYPED = (
    {"array": "x", "place": "x[0]", "value": "1.0"},
    {"array": "n", "place": "n[0]", "value": "i32(1)"},
    {"array": "u", "place": "u[0]", "value": "u32(1)"},
)


def statements(ours: str, theirs: str) -> list[str]:
    """The right side of a row as statements with arguments, one for each choice of types."""
    pattern = ast.parse(theirs, mode="eval").body
    names = {node.id for node in ast.walk(pattern) if isinstance(node, ast.Name)}
    texts: list[str] = []
    for typed in TYPED:
        free = {"a": "value", "b": "value", "x": "value", "y": "value", "z": "value", "v": "value"}
        number = typed["value"]
        values = dict.fromkeys(free, number) | {"old": number, "expected": number, "n": "8", "i": "0"}
        values |= ARGUMENTS | typed
        if "x[i]" in ours:
            values["x"] = typed["array"]

        class Filled(ast.NodeTransformer):
            def visit_Name(self, node: ast.Name) -> ast.expr:
                if node.id not in names or node.id not in values:  # noqa: B023
                    return node
                return ast.parse(values[node.id], mode="eval").body  # noqa: B023

        tree = Filled().visit(ast.parse(ours))
        if not isinstance(tree.body[0], ast.Expr):
            texts.append(ast.unparse(tree))
            continue
        expression = tree.body[0].value
        if isinstance(expression, ast.Name):  # a type
            texts.append(f"v = {expression.id}(1)")
        elif isinstance(expression, ast.Call) and ast.unparse(expression.func) == "range":
            texts.append(f"for q in {ast.unparse(expression)}:\n    pass")
        else:
            texts += [ast.unparse(expression), f"v = {ast.unparse(expression)}"]
    return texts


@pytest.mark.parametrize("language", VOCABULARY)
def test_what_is_answered_compiles(language: str, load: Callable[..., ModuleType]) -> None:
    rows = dict.fromkeys(VOCABULARY[language].items())
    tried = [(ours, statements(ours, theirs)) for theirs, ours in rows]
    source = "import numpy as np\nfrom periclase.bits import *\n" + "".join(
        SAMPLES.replace("k_", f"k_{row}_{index}") + textwrap.indent(text, "    ") + "\n"
        for row, (_, texts) in enumerate(tried)
        for index, text in enumerate(texts)
    )
    module = load(source)
    for row, (ours, texts) in enumerate(tried):
        failures: list[str] = []
        for index in range(len(texts)):
            try:
                import_kernels([getattr(module, f"k_{row}_{index}")])
            except CompileError as error:
                failures.append(str(error))
            else:
                break
        else:
            pytest.fail(f"{ours}\n" + "\n".join(failures))
