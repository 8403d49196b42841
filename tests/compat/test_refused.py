"""What is not covered is told at the user's line, with what to do about it: the whole texts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from periclase.compat import numba_cuda
from periclase.compat.numba_cuda import cuda, float32, types
from periclase.diagnostics import DiagnosticError

HERE = Path(__file__).name


def shown(error: BaseException) -> str:
    """A diagnostic without where it stands, which changes with every line of this file."""
    lines = str(error).splitlines()
    kept = [
        line
        for line in lines
        if line.strip() and "-->" not in line and "explain" not in line and "launched here" not in line
    ]
    return "\n".join(line.split("|", 1)[1].strip() if "|" in line else line.strip() for line in kept).replace(
        "\n\n", "\n"
    )


def refused(kernel, *arguments) -> str:
    with pytest.raises(DiagnosticError) as caught:
        kernel[1, 1](*arguments)
    assert HERE in str(caught.value)
    return shown(caught.value)


X = np.zeros(4)


def test_linked_sources() -> None:
    with pytest.raises(DiagnosticError) as caught:
        cuda.jit(link=["functions.cu"])(lambda x: None)
    assert shown(caught.value) == (
        "error[PC0310]: `link=` of `cuda.jit` is not covered by `periclase.compat.numba_cuda`\n"
        'cuda.jit(link=["functions.cu"])(lambda x: None)\n'
        "^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "= help: write the linked function in Python, and mark it `@cuda.jit(device=True)`"
    )


def test_declared_functions() -> None:
    with pytest.raises(DiagnosticError) as caught:
        cuda.declare_device("mul", "float32(float32, float32)")
    assert shown(caught.value).startswith(
        "error[PC0310]: `cuda.declare_device` is not covered by `periclase.compat.numba_cuda`"
    )


def test_unknown_options() -> None:
    with pytest.raises(DiagnosticError) as caught:
        cuda.jit(abi="c")
    assert "`abi=` of `cuda.jit` is not covered" in str(caught.value)


def test_what_is_no_signature() -> None:
    with pytest.raises(DiagnosticError) as caught:
        cuda.jit("void(string)")
    assert shown(caught.value) == (
        "error[PC0201]: 'void(string)' is no signature of a kernel: NameError: name 'string' is not defined\n"
        'cuda.jit("void(string)")\n'
        "^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "= help: write the types of the parameters, such as `void(float32[:], int32)`, or leave the signature out"
    )


def test_arguments_that_do_not_fit_the_signature() -> None:
    @cuda.jit("void(float32[:])")
    def kernel(x):
        x[0] = 1

    assert refused(kernel, X) == (
        "error[PC0406]: the arguments do not fit the signature of `kernel`: void(float32[:])\n"
        "kernel[1, 1](*arguments)\n"
        "^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "= help: pass arrays of these dtypes and numbers of dimensions, or leave the signature out of `cuda.jit`"
    )


def test_functions_of_the_device_on_the_host() -> None:
    with pytest.raises(DiagnosticError) as caught:
        cuda.grid(1)
    assert str(caught.value).startswith(
        "error[PC0420]: 'cuda.grid' has a meaning in a kernel only, not on the host"
    )


def test_a_number_of_dimensions_that_there_is_not() -> None:
    @cuda.jit
    def kernel(x):
        x[0] = cuda.grid(4)

    assert refused(kernel, X) == (
        "error[PC0210]: `cuda.grid` takes the number of dimensions, 1, 2 or 3, as a constant\n"
        "x[0] = cuda.grid(4)\n"
        "^\n"
        "= in: `test_a_number_of_dimensions_that_there_is_not.<locals>.kernel`"
    )


def test_a_register_is_no_function() -> None:
    @cuda.jit
    def kernel(x):
        x[0] = cuda.threadIdx.x()

    assert refused(kernel, X) == (
        "error[PC0105]: `cuda.threadIdx.x` is a number, not a function\n"
        "x[0] = cuda.threadIdx.x()\n"
        "^^^^^^^^^^^^^^^^^^\n"
        "= help: write `cuda.threadIdx.x`\n"
        "= in: `test_a_register_is_no_function.<locals>.kernel`"
    )


def test_a_name_that_cuda_does_not_have() -> None:
    @cuda.jit
    def kernel(x):
        x[0] = cuda.syncthread()

    assert refused(kernel, X) == (
        "error[PC0102]: module `periclase.compat.numba_cuda.cuda` has no attribute `syncthread`\n"
        "x[0] = cuda.syncthread()\n"
        "^^^^^^^^^^^^^^^\n"
        "= help: did you mean `syncthreads`?\n"
        "= in: `test_a_name_that_cuda_does_not_have.<locals>.kernel`"
    )


def test_something_uncovered_in_a_kernel() -> None:
    @cuda.jit
    def kernel(x):
        cuda.declare_device("f", "float32()")

    assert refused(kernel, X) == (
        "error[PC0310]: `cuda.declare_device` is not covered by `periclase.compat.numba_cuda`\n"
        'cuda.declare_device("f", "float32()")\n'
        "^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "= help: write it in Python, and mark it `@cuda.jit(device=True)`\n"
        "= in: `test_something_uncovered_in_a_kernel.<locals>.kernel`"
    )


def test_arguments_of_atomics() -> None:
    @cuda.jit
    def kernel(x):
        cuda.atomic.add(x, 1)

    assert refused(kernel, X) == (
        "error[PC0207]: `cuda.atomic.add` takes 3 arguments\n"
        "cuda.atomic.add(x, 1)\n"
        "^^^^^^^^^^^^^^^^^^^^^\n"
        "= help: write `cuda.atomic.add(ary, idx, val)`\n"
        "= in: `test_arguments_of_atomics.<locals>.kernel`"
    )


def test_atomics_of_types_that_have_none() -> None:
    @cuda.jit
    def kernel(x):
        cuda.atomic.max(x, 0, 1)

    assert refused(kernel, np.zeros(1, np.int16)).startswith(
        "error[PC0210]: `atomic_max` does not work on elements of type i16\n"
        "cuda.atomic.max(x, 0, 1)\n"
        "^^^^\n"
        "= help: it works on i32, u32, i64, u64"
    )


def test_shapes_that_are_not_known() -> None:
    @cuda.jit
    def kernel(x):
        held = cuda.local.array(x.size, float32)
        x[0] = held[0]

    assert refused(kernel, X).startswith(
        "error[PC0210]: the shape of `local_array` must be positive integers known at import"
    )


def test_constants_that_are_no_globals() -> None:
    @cuda.jit
    def kernel(x):
        x[0] = cuda.const.array_like(x)[0]

    assert refused(kernel, X) == (
        "error[PC0104]: `x` is no array of the module: what lies in constant memory is known before the launch\n"
        "x[0] = cuda.const.array_like(x)[0]\n"
        "^\n"
        "= help: pass an array that is a global of the module, or that the function captures\n"
        "= in: `test_constants_that_are_no_globals.<locals>.kernel`"
    )


def test_groups_have_sync_only() -> None:
    @cuda.jit
    def kernel(x):
        x[0] = cuda.cg.this_grid().size()

    assert refused(kernel, X) == (
        "error[PC0102]: a grid group has no method `size`\n"
        "x[0] = cuda.cg.this_grid().size()\n"
        "^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "= help: it has `sync()`\n"
        "= in: `test_groups_have_sync_only.<locals>.kernel`"
    )


def test_a_variable_without_a_value() -> None:
    @cuda.jit
    def kernel(x):
        if x[0] > 0:
            found = x
        x[0] = found[0]

    assert refused(kernel, X) == (
        "error[PC0103]: `found` may have no value here, and only numbers are zero where they are not set\n"
        "x[0] = found[0]\n"
        "^^^^^\n"
        "= help: assign `found` before the branch or loop\n"
        "= in: `test_a_variable_without_a_value.<locals>.kernel`"
    )


def test_arrays_of_the_device_that_are_captured() -> None:
    held = cuda.to_device(X)

    @cuda.jit
    def kernel(x):
        x[0] = held[0]

    assert refused(kernel, X) == (
        "error[PC0310]: `held` is an array on the device; naming one in a kernel is not covered by "
        "`periclase.compat.numba_cuda`\n"
        "x[0] = held[0]\n"
        "^^^^\n"
        "= help: pass it as an argument\n"
        "= in: `test_arrays_of_the_device_that_are_captured.<locals>.kernel`"
    )


def test_arrays_of_more_dimensions() -> None:
    @cuda.jit
    def kernel(x):
        x[0, 0, 0, 0] = 1

    with pytest.raises(DiagnosticError, match="PC0412"):
        kernel[1, 1](np.zeros((1, 1, 1, 1)))
    with pytest.raises(DiagnosticError, match="an array of 4 dimensions"):
        kernel.inspect_asm("void(float32[:, :, :, :])")


def test_a_launch_without_configuration() -> None:
    @cuda.jit
    def kernel(x):
        x[0] = 1

    with pytest.raises(DiagnosticError, match="PC0401"):
        kernel(X)
    with pytest.raises(DiagnosticError, match="PC0402"):
        kernel[1](X)


@pytest.mark.parametrize(
    ("name", "help"),
    [
        (
            "guvectorize",
            "write a kernel that loops over the core dimensions, or `vectorize` a function of one element",
        ),
        ("stencil", "write a kernel: the neighbours of `x[i]` are `x[i - 1]` and `x[i + 1]`"),
    ],
)
def test_names_of_numba(name: str, help: str) -> None:
    found = getattr(numba_cuda, name)  # importing it does not fail
    with pytest.raises(DiagnosticError) as caught:
        found("void(float32[:], float32[:])", "(n)->(n)")
    told = caught.value.diagnostic
    assert told.message == f"`numba.{name}` is not covered by `periclase.compat.numba_cuda`"
    assert (told.code, told.help) == ("PC0310", help)
    assert told.span is not None and told.span.file == __file__


@pytest.mark.parametrize("name", ["float4", "longlong1", "uint8x3", "libdevice.sinf", "extending.intrinsic"])
def test_names_of_cuda(name: str) -> None:
    """Those that the manual says are not covered are answered where they are used, on the host and in kernels."""
    found: Any = cuda
    for part in name.split("."):
        found = getattr(found, part)
    with pytest.raises(DiagnosticError) as caught:
        found(1.0)
    assert caught.value.diagnostic.code == "PC0310"
    assert f"`cuda.{name}` is not covered" in str(caught.value)

    @cuda.jit
    def kernel(x):
        x[0] = cuda.libdevice.sinf(x[0])

    with pytest.raises(DiagnosticError, match=r"`cuda.libdevice.sinf` is not covered") as caught:
        kernel[1, 1](X.copy())
    assert caught.value.diagnostic.code == "PC0310"
    for other in ("float5", "uint8x5", "floats"):
        with pytest.raises(AttributeError):
            getattr(cuda, other)


@pytest.mark.parametrize("name", ["CPointer", "Record", "UniTuple", "NamedTuple"])
def test_types_of_numba(name: str) -> None:
    with pytest.raises(DiagnosticError) as caught:
        getattr(types, name)(types.float32, 2)
    assert (
        caught.value.diagnostic.message == f"`types.{name}` is not covered by `periclase.compat.numba_cuda`"
    )


def test_names_that_numba_does_not_have() -> None:
    with pytest.raises(AttributeError):
        _ = numba_cuda.guvectorise
    with pytest.raises(AttributeError):
        _ = types.CPointers


@cuda.jit
def of_a_record(record, out):
    out[0] = record.x


def test_a_record_by_itself() -> None:
    records = np.zeros(2, np.dtype([("x", np.float64)]))
    assert refused(of_a_record, records[0], X) == (
        "error[PC0310]: a record by itself as an argument is not covered by `periclase.compat.numba_cuda`\n"
        "kernel[1, 1](*arguments)\n"
        "^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "= help: pass an array of one record: `records[i : i + 1]`"
    )
