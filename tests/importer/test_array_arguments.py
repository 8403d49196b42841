"""What is said where a fixed array is asked for in another way."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest

from periclase.diagnostics import CompileError
from periclase.importer.python.import_kernels import import_kernels

FIRST = "takes the shape first, and then the type of the elements"


@pytest.mark.parametrize(
    ("call", "message", "help"),
    [
        ("shared_array(f32, 256)", f"`shared_array` {FIRST}", "write `shared_array(256, f32)`"),
        ("local_array(np.float32, (2, 2))", f"`local_array` {FIRST}", "write `local_array((2, 2), f32)`"),
        ("shared_array(dtype=3, shape=i32)", f"`shared_array` {FIRST}", "write `shared_array(3, i32)`"),
        ("shared_array([2, 3], f32)", "the shape of `shared_array` is a tuple", "write `(2, 3)`"),
        (
            'local_array(2, "float32")',
            "the element type of `local_array` must be a type that can be stored, such as f32",
            "write the type itself: `f32`",
        ),
        (
            'local_array(2, "i64")',
            "the element type of `local_array` must be a type that can be stored, such as f32",
            "write the type itself: `i64`",
        ),
        (
            "local_array(2, 3)",
            "the element type of `local_array` must be a type that can be stored, such as f32",
            None,
        ),
    ],
)
def test_refused(load: Callable[..., ModuleType], call: str, message: str, help: str | None) -> None:
    module = load(
        f"import numpy as np\n@kernel\ndef k(y: MutSlice[f32]):\n    t = {call}\n    y[0] = t[0] + t[1, 1]\n"
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    (found,) = caught.value.diagnostics  # and nothing of how the array is used
    assert (found.message, found.help) == (message, help)
