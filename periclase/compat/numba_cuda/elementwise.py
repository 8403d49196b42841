"""`@vectorize`: functions of one element, which become functions of arrays; and functions of numpy on arrays in a kernel."""

# Parameters without annotations take the types of the arguments.
# pyright: reportMissingParameterType=false, reportUnknownParameterType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any, cast

import numpy as np

from periclase.compat.numba_cuda.device_arrays import DeviceNDArray, launch_argument
from periclase.compat.numba_cuda.device_names import DeviceName
from periclase.compat.numba_cuda.devices import current_device
from periclase.compat.numba_cuda.functions import OPTIONS, device_function
from periclase.compat.numba_cuda.number_types import NumberType, TypeSignature, signature_of
from periclase.compat.numba_cuda.streams import entered
from periclase.compat.numba_cuda.uncovered import uncovered
from periclase.kernel import DeviceFunction, Kernel, device
from periclase.runtime.buffer import Buffer
from periclase.structs import numpy_dtype
from periclase.types import ScalarType, scalar_types

grid = DeviceName("grid")

THREADS = 256
MOST_INPUTS = 4


def _kernels(function: DeviceFunction[..., Any]) -> dict[int, Kernel[..., Any]]:
    """A kernel for each number of inputs: one thread computes one element."""

    def of_one(out, a):
        i = grid(1)
        if i < out.size:
            out[i] = function(a[i])

    def of_two(out, a, b):
        i = grid(1)
        if i < out.size:
            out[i] = function(a[i], b[i])

    def of_three(out, a, b, c):
        i = grid(1)
        if i < out.size:
            out[i] = function(a[i], b[i], c[i])

    def of_four(out, a, b, c, d):
        i = grid(1)
        if i < out.size:
            out[i] = function(a[i], b[i], c[i], d[i])

    made: list[Any] = [of_one, of_two, of_three, of_four]
    return {number: Kernel(each, OPTIONS) for number, each in enumerate(made, start=1)}


class Vectorized:
    """A function of arrays, made of one of their elements. Arrays of the host give one of the host, others one on the device.

    Attributes:
        py_func: the function of the elements, which kernels call.
        signatures: the types that it takes, in the order in which they are tried; none at first where it was given none.
    """

    def __init__(self, function: Callable[..., Any], signatures: Sequence[TypeSignature]):
        self.py_func: FunctionType = getattr(function, "py_func", function)
        self.signatures = list(signatures)
        self._function = device_function(self.py_func)
        self._kernels = _kernels(self._function)
        self._results: dict[tuple[ScalarType, ...], np.dtype[Any]] = {}

    def __call__(self, *arguments: Any, out: Any = None, stream: Any = 0) -> Any:
        """The function of each element of the arguments, which are made of one shape by numpy's rules.

        Raises:
            TypeError: there are too many arguments, or no signature takes their types.
        """
        count = self.py_func.__code__.co_argcount
        if not 1 <= count <= MOST_INPUTS:
            raise uncovered(
                f"a function of {count} arrays",
                f"write a kernel; `vectorize` takes up to {MOST_INPUTS} inputs",
            )
        if len(arguments) > count and out is None:
            arguments, out = arguments[:count], arguments[count]
        if len(arguments) != count:
            raise TypeError(f"`{self.py_func.__name__}` takes {count} arguments, not {len(arguments)}")
        on_device = any(isinstance(each, DeviceNDArray | Buffer) for each in arguments)
        host = [
            each.copy_to_host() if isinstance(each, DeviceNDArray) else np.asarray(each) for each in arguments
        ]
        types, result = self._types([array.dtype for array in host])
        shape = np.broadcast_shapes(*(array.shape for array in host))
        inputs = [
            current_device().array(
                np.ascontiguousarray(np.broadcast_to(array, shape), numpy_dtype(type)).ravel()
            )
            for array, type in zip(host, types, strict=True)
        ]
        size = int(np.prod(shape))
        made = current_device().empty(size, result)
        if size:
            with entered(stream):
                launch: Any = current_device().launch
                launch(self._kernels[count], (size + THREADS - 1) // THREADS, THREADS, (made, *inputs))
        if out is None:
            found = DeviceNDArray(made.reshape(shape) if shape else made)
            return found if on_device else found.copy_to_host().reshape(shape)[()]
        if isinstance(out, np.ndarray):
            out[...] = made.read().reshape(shape)
        else:
            launch_argument(out).write(made.read().reshape(shape))
        return out

    def _types(self, given: Sequence[np.dtype[Any]]) -> tuple[tuple[ScalarType, ...], np.dtype[Any]]:
        """The types that the elements are converted to, and that of the result."""
        for signature in self.signatures:
            types = tuple(cast(ScalarType, kind.type) for kind in signature.args)
            if all(np.can_cast(dtype, numpy_dtype(type)) for dtype, type in zip(given, types, strict=True)):
                stated = signature.return_type
                return types, numpy_dtype(stated.type) if isinstance(stated, NumberType) else self._result(
                    types
                )
        if self.signatures:
            raise TypeError(f"no signature of {self.py_func.__name__}() takes {', '.join(map(str, given))}")
        types = tuple(_scalar_type(dtype) for dtype in given)
        return types, self._result(types)

    def _result(self, types: tuple[ScalarType, ...]) -> np.dtype[Any]:
        found = self._results.get(types)
        if found is None:
            found = self._results[types] = numpy_dtype(result_type(self._function, types))
        return found


def _scalar_type(dtype: np.dtype[Any]) -> ScalarType:
    names = ("bool_", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "f32", "f64")
    found = next((scalar_types[name] for name in names if scalar_types[name].numpy_name == dtype.name), None)
    if found is None:
        raise TypeError(f"there are no elements of {dtype.name} on a device")
    return found


def result_type(function: DeviceFunction[..., Any], types: tuple[ScalarType, ...]) -> Any:
    """What a device function gives for arguments of these types.

    Raises:
        CompileError: it can not be compiled.
    """
    from periclase.diagnostics import CompileError
    from periclase.importer.python.instance import Program
    from periclase.importer.python.type_function import type_function

    program = Program()
    instance = program.instance(function, types)
    if instance is not None:
        type_function(program, instance)
    if instance is None or program.diagnostics:
        raise CompileError(program.diagnostics)
    return instance.result_type


def vectorize(signatures: Any = (), target: str = "cuda", **options: Any) -> Any:
    """Make a function of arrays of one of their elements.

    Args:
        signatures: the types that it takes, as text or types; a function where there are none.
        target: where it runs, which is the current device whatever it says.
        options: what else numba takes, and has no meaning here.
    """
    if callable(signatures) and not isinstance(signatures, NumberType):
        return Vectorized(signatures, ())
    given = cast(
        "list[Any]", signatures if isinstance(signatures, list) else [signatures] if signatures else []
    )
    typed = [signature_of(each) for each in given]

    def decorate(function: Callable[..., Any]) -> Vectorized:
        return Vectorized(function, typed)

    return decorate


# In kernels


@device
def apply_1(function, a, out):
    """A function of numpy for each element of an array, as `np.sin(a, out)` in a kernel: each thread computes all of them."""
    for index in range(len(out)):
        out[index] = function(a[index])


@device
def apply_2(function, a, b, out):
    """The same with two inputs."""
    for index in range(len(out)):
        out[index] = function(a[index], b[index])
