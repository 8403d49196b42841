"""Generic kernels in Rust, filled in by the arguments of a launch, by types, and by closures."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rust_crates import needs_rustc

from periclase import f32, f64, i32, rust
from periclase.diagnostics import CompileError, LaunchError
from periclase.importer.export_names import argument_hash
from periclase.runtime.call_site import call_site
from periclase.runtime.device import Device

pytestmark = needs_rustc

TEXT = """
use core::ops::{Add, Mul};
use cuda_device::*;

#[cuda_module]
mod kernels {
    use super::*;

    #[kernel]
    pub fn axpy<T: Copy + Mul<Output = T> + Add<Output = T>>(a: T, x: &[T], mut y: DisjointSlice<T>) {
        if let Some((y, i)) = y.get_mut_indexed() {
            *y = a * x[i.get()] + *y;
        }
    }

    #[kernel]
    pub fn map<T: Copy, U, F>(f: F, input: &[T], mut out: DisjointSlice<U>)
    where
        F: Fn(T) -> U + Copy,
    {
        if let Some((place, i)) = out.get_mut_indexed() {
            *place = f(input[i.get()]);
        }
    }

    #[kernel]
    pub fn rotate<const N: usize>(input: &[f32], mut out: DisjointSlice<f32>) {
        if let Some((place, i)) = out.get_mut_indexed() {
            *place = input[(i.get() + N) % input.len()];
        }
    }

    #[kernel]
    pub fn tabulate(f: impl Fn(u32) -> u32, mut out: DisjointSlice<u32>) {
        if let Some((place, i)) = out.get_mut_indexed() {
            *place = f(i.get() as u32);
        }
    }
}
"""


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int32, np.uint8, np.int64])
def test_types_of_the_arguments(kernels: Any, device: Device, dtype: type) -> None:
    x, y = np.arange(8).astype(dtype), np.ones(8, dtype)
    result = device.array(y)
    kernels.axpy[1, 8](dtype(3), device.array(x), result)
    np.testing.assert_array_equal(result.numpy(), dtype(3) * x + y)


def test_a_number_of_python_takes_the_type_of_the_buffers(kernels: Any, device: Device) -> None:
    result = device.zeros(4, np.float32)
    kernels.axpy[1, 4](2.5, device.array(np.arange(4, dtype=np.float32)), result)
    np.testing.assert_array_equal(result.numpy(), np.float32(2.5) * np.arange(4, dtype=np.float32))


def test_filled_in_by_types(kernels: Any) -> None:
    made = kernels.axpy[f32]
    assert made is kernels.axpy.specialise(T=f32)
    assert made.exported_name == f"axpy_TID_{argument_hash(('T=f32',))}"
    assert f".entry {made.exported_name}(" in made.ptx()
    assert "fma" not in kernels.axpy[i32].ptx()
    assert kernels.axpy[f64].exported_name != made.exported_name


@pytest.mark.parametrize("shift", [0, 3])
def test_constant_parameter(kernels: Any, device: Device, shift: int) -> None:
    values = np.arange(8, dtype=np.float32)
    out = device.zeros(8, np.float32)
    kernels.rotate.specialise(shift)[1, 8](device.array(values), out)
    np.testing.assert_array_equal(out.numpy(), np.roll(values, -shift))


def test_closure_with_captures(kernels: Any, device: Device) -> None:
    values = np.arange(8, dtype=np.int32)
    out = device.zeros(8, np.float32)
    for k in (2, 5):  # the same closure with another value compiles nothing
        closure = rust.closure("|x: i32| x as f32 * k + c", k=np.float32(k), c=(f32, 0.5))
        kernels.map[1, 8](closure, device.array(values), out)
        np.testing.assert_array_equal(out.numpy(), values.astype(np.float32) * k + np.float32(0.5))


def test_closure_that_captures_a_buffer(kernels: Any, device: Device) -> None:
    table = np.array([3, 1, 4, 1, 5, 9, 2, 6], np.uint32)
    out = device.zeros(8, np.uint32)
    kernels.tabulate[1, 8](rust.closure("|i| table[7 - i as usize]", table=device.array(table)), out)
    np.testing.assert_array_equal(out.numpy(), table[::-1])


def refused(kernels: Any, device: Device) -> dict[str, tuple[Any, str]]:
    f, d = device.zeros(4, np.float32), device.zeros(4, np.float64)
    return {
        "number": (lambda: kernels.axpy[1, 4](1.0, f), "takes 3 arguments, and 2 are given"),
        "two types": (lambda: kernels.axpy[1, 4](1.0, f, d), "`T` is f32, and `y` is of f64"),
        "no number": (lambda: kernels.axpy[1, 4]("a", f, f), "a value of type str is nothing"),
        "constant": (lambda: kernels.rotate[1, 4](f, f), "nothing says what `N` is"),
        "too many types": (lambda: kernels.axpy[f32, f32], "is generic in T: these do not fit"),
        "another name": (lambda: kernels.axpy.specialise(U=f32), "is generic in T: these do not fit"),
    }


@pytest.mark.parametrize(
    "case", ["number", "two types", "no number", "constant", "too many types", "another name"]
)
def test_what_does_not_fit_is_told_at_the_launch(kernels: Any, device: Device, case: str) -> None:
    launch, message = refused(kernels, device)[case]
    with pytest.raises(LaunchError, match=message) as caught:
        launch()
    assert caught.value.diagnostic.code == "PC0412"
    assert caught.value.diagnostic.span is not None
    assert Path(caught.value.diagnostic.span.file).name == "test_rust_generic.py"


def test_bounds_that_do_not_hold_are_rustcs_to_tell(kernels: Any, device: Device) -> None:
    out = device.zeros(4, np.bool_)
    with pytest.raises(
        CompileError,
        match=r"cannot add `bool` to `bool`|the trait bound `bool: Mul` is not satisfied|cannot multiply",
    ):
        kernels.axpy[1, 4](True, out, out)


def test_without_arguments_it_can_not_be_compiled(kernels: Any) -> None:
    with pytest.raises(CompileError, match="`axpy` is generic in T") as caught:
        kernels.axpy.ptx()
    assert caught.value.diagnostic.code == "PC0309"


def test_closure_of_something_else() -> None:
    with pytest.raises(TypeError, match="`k` can not be captured"):
        rust.closure("|x| x + k", k="text")


def test_a_pickle_of_one_that_is_filled_in(kernels: Any, device: Device) -> None:
    turned = kernels.rotate.specialise(3)
    again = pickle.loads(pickle.dumps(turned))
    assert again.exported_name == turned.exported_name
    assert again.fingerprint() == turned.fingerprint() != kernels.rotate.specialise(4).fingerprint()
    values = np.arange(8, dtype=np.float32)
    before, after = device.zeros(8, np.float32), device.zeros(8, np.float32)
    turned[1, 8](device.array(values), before)
    again[1, 8](device.array(values), after)
    np.testing.assert_array_equal(after.numpy(), before.numpy())


def test_a_pickle_of_one_that_a_closure_fills_in(kernels: Any) -> None:
    closure = rust.closure("|i| table[7 - i as usize]", table=np.zeros(8, np.uint32))
    made, _ = kernels.tabulate.for_arguments((closure, np.zeros(8, np.uint32)), call_site())
    again = pickle.loads(pickle.dumps(made))
    assert again.exported_name == made.exported_name != kernels.tabulate.exported_name
    assert again.fingerprint() == made.fingerprint()
