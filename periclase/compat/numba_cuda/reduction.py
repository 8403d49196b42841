"""`@cuda.reduce`: the reduction of an array of one dimension by a function of two values."""

# Parameters without annotations take the types of the arguments.
# pyright: reportMissingParameterType=false, reportUnknownParameterType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false

from __future__ import annotations

from types import FunctionType
from typing import Any, cast

import numpy as np

from periclase.compat.numba_cuda.device_arrays import DeviceNDArray, launch_argument
from periclase.compat.numba_cuda.device_functions import syncthreads
from periclase.compat.numba_cuda.device_names import dimensions, namespace
from periclase.compat.numba_cuda.devices import current_device
from periclase.compat.numba_cuda.functions import OPTIONS, device_function
from periclase.compat.numba_cuda.streams import entered
from periclase.kernel import Kernel
from periclase.runtime.buffer import Buffer

threadIdx, blockIdx, shared = dimensions("threadIdx"), dimensions("blockIdx"), namespace("shared", "array")

THREADS = 256
PARTS = 4096
"""The elements that a block folds, in their order: each thread its share, then the shares."""
SHARE = PARTS // THREADS


def _make_fold(op: Any, dtype: Any) -> Kernel[..., Any]:
    """A kernel in which each block folds `PARTS` elements into one."""

    def fold(values, results, count):
        block, thread = blockIdx.x, threadIdx.x
        shares = shared.array(THREADS, dtype)
        begin = block * PARTS + thread * SHARE
        if begin < count:
            own = values[begin]
            for index in range(begin + 1, min(begin + SHARE, count)):
                own = op(own, values[index])
            shares[thread] = own
        syncthreads()
        if thread == 0:
            total = shares[0]
            for other in range(1, (min(PARTS, count - block * PARTS) + SHARE - 1) // SHARE):
                total = op(total, shares[other])
            results[block] = total

    return Kernel(fold, OPTIONS)


class Reduce:
    """A reduction, made of a function of two values, which has to be associative."""

    def __init__(self, functor: Any):
        plain: FunctionType = getattr(functor, "py_func", functor)
        self._op = functor if hasattr(functor, "options") else device_function(plain)
        self._folds: dict[np.dtype[Any], Kernel[..., Any]] = {}

    def __call__(
        self, arr: Any, size: int | None = None, res: Any = None, init: Any = 0, stream: Any = 0
    ) -> Any:
        """The values of `arr` (the first `size` of them), and `init`, folded into one.

        Args:
            arr: an array of one dimension, of the host or the device.
            size: how many elements; all if it is left out.
            res: an array on the device whose first element gets the result, which then is not returned.
            init: what comes before the first element; a reduction of nothing gives it.
            stream: where it runs.
        """
        held = launch_argument(arr)
        buffer = held if isinstance(held, Buffer) else current_device().array(np.asarray(held))
        count = buffer.size if size is None else size
        fold = self._folds.get(buffer.dtype)
        if fold is None:
            fold = self._folds[buffer.dtype] = _make_fold(self._op, buffer.dtype.type)
        value: Any = buffer.dtype.type(init)
        if count:
            with entered(stream):
                while count > 1:
                    blocks = (count + PARTS - 1) // PARTS
                    results = current_device().empty(blocks, buffer.dtype)
                    current_device().launch(cast(Any, fold), blocks, THREADS, (buffer, results, count))
                    buffer, count = results, blocks
            first = buffer[0:1].read()[0]
            value = buffer.dtype.type(self._op.function(value, first))
        if res is None:
            return value
        DeviceNDArray(launch_argument(res)[0:1]).copy_to_device(np.array([value], res.dtype))
        return None
