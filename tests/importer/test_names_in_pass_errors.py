"""What passes find wrong is told of functions by the names that they have in the source."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from types import ModuleType

import pytest

from periclase.codegen.compiler import compile_kernel
from periclase.diagnostics import CompileError

NAMED_BY_PASSES = {
    "PC0606": (
        """
        @device(inline="always")
        def first(x: f32, n: i32) -> f32:
            return x if n < 1 else second(x, n - 1)

        @device(inline="always")
        def second(x: f32, n: i32) -> f32:
            return x if n < 1 else first(x, n - 1)
        """,
        "function 'first' is to be inlined always, but calls itself: first → second → first",
    ),
    "PC0509": (
        """
        @device
        def first(x: f32, n: i32) -> f32:
            sync_threads()
            return x if n < 1 else first(x, n - 1)
        """,
        "`first` has a barrier or warp operation and is not inlined, so that the CPU can not run this call",
    ),
}


@pytest.mark.parametrize("code", NAMED_BY_PASSES)
def test_passes_name_functions_as_the_user_does(load: Callable[..., ModuleType], code: str) -> None:
    functions, message = NAMED_BY_PASSES[code]
    module = load(
        textwrap.dedent(functions) + "\n@kernel\ndef k(y: MutSlice[f32]):\n    y[0] = first(y[0], 3)\n"
    )
    with pytest.raises(CompileError) as caught:
        compile_kernel(module.k, None, "cpu")
    found = caught.value.diagnostics[0]
    assert (found.code, found.message) == (code, message)
    assert "first" in [frame.function for frame in found.call_chain] or code == "PC0509"
