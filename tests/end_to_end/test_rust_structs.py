"""Structs, tuples, arrays and wide integers as parameters of kernels in Rust, and as elements of their buffers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest
from rust_crates import needs_rustc

from periclase import rust
from periclase.diagnostics import CompileError, LaunchError
from periclase.runtime.device import Device

pytestmark = needs_rustc

TEXT = """
use core::marker::PhantomData;
use core::num::Wrapping;
use cuda_device::*;

#[derive(Clone, Copy)]
pub struct Vec3 { pub x: f32, pub y: f32, pub z: f32 }

#[derive(Clone, Copy)]
pub struct Particle { alive: bool, mass: f64, position: Vec3, id: u16 }

#[derive(Clone, Copy)]
#[repr(C, packed)]
pub struct Packed { a: u8, b: u32, c: f64 }

pub type Real = f32;
pub const THREE: usize = 3;

#[cuda_module]
mod kernels {
    use super::*;

    #[derive(Clone, Copy)]
    pub struct Scale<T, const N: usize> {
        pub by: T,
        pub table: [T; N],
        pub tail: (u8, u64),
        pub count: Wrapping<u16>,
        pub kind: PhantomData<u32>,
        pub real: [Real; THREE],
    }

    #[derive(Clone, Copy)]
    pub struct Meters(pub f32);

    pub struct Pair<'a> { pub x: &'a [f32], pub k: f32, pub out: *mut u32 }

    #[kernel]
    pub fn scaled(s: Scale<f32, 3>, x: &[f32], mut y: DisjointSlice<f32>) {
        if let Some((y, i)) = y.get_mut_indexed() {
            *y = x[i.get()] * s.by + s.table[i.get() % 3] + s.tail.1 as f32 + s.count.0 as f32 + s.real[2];
        }
    }

    #[kernel]
    pub fn tuple(t: (u8, f64, [i32; 2]), m: Meters, mut y: DisjointSlice<f64>) {
        if let Some((y, _)) = y.get_mut_indexed() {
            *y = t.0 as f64 + t.1 + (t.2[0] - t.2[1]) as f64 + m.0 as f64;
        }
    }

    #[kernel]
    pub fn wide(a: u128, b: i128, mut y: DisjointSlice<u64>) {
        if let Some((y, i)) = y.get_mut_indexed() {
            *y = ((a + b as u128) >> (32 * i.get())) as u64;
        }
    }

    #[kernel]
    pub fn pair(p: Pair<'_>, mut y: DisjointSlice<f32>) {
        if let Some((y, i)) = y.get_mut_indexed() {
            *y = p.x[i.get()] * p.k;
            unsafe { *p.out.add(i.get()) = i.get() as u32 };
        }
    }

    #[kernel]
    pub fn rows(m: &[[f32; 4]], mut y: DisjointSlice<[f32; 2]>) {
        if let Some((y, i)) = y.get_mut_indexed() {
            let row = m[i.get()];
            *y = [row[0] + row[1], row[2] + row[3] + m.len() as f32];
        }
    }

    #[kernel]
    pub fn generic<T: Copy>(p: Particle, x: T, mut y: DisjointSlice<T>, mut z: DisjointSlice<f64, thread::Runtime2DIndex>) {
        let Some(at) = thread::index_2d_runtime(&z) else { return };
        if let Some(z) = z.get_mut(at) {
            *z = p.mass + p.position.y as f64;
        }
        if let Some(y) = y.get_mut(thread::index_1d()) {
            *y = x;
        }
    }

    #[kernel]
    pub fn chained(p: Particle, x: &[u32], mut y: DisjointSlice<u32>) {
        if let Some((y, i)) = y.get_mut_indexed() {
            let sums = (0..x.len()).rev().step_by(2).map(|n| x[n] + p.id as u32).filter(|sum| sum % 3 != 0);
            *y = sums.take(2 + i.get()).min().unwrap_or(0);
        }
    }
}

#[kernel]
pub fn step(dt: f32, p: &[Particle], mut q: DisjointSlice<Particle>) {
    if let Some((q, i)) = q.get_mut_indexed() {
        let mut a = p[i.get()];
        if a.alive {
            a.position.x += dt * a.mass as f32;
        }
        *q = a;
    }
}

#[kernel]
pub fn fill(p: Particle, mut q: DisjointSlice<Particle>) {
    if let Some((q, _)) = q.get_mut_indexed() {
        *q = p;
    }
}

#[kernel]
pub fn packed(p: Packed, mut q: DisjointSlice<f64>) {
    if let Some((q, _)) = q.get_mut_indexed() {
        *q = p.a as f64 + { p.b } as f64 + { p.c };
    }
}
"""


class ScaleTuple(NamedTuple):
    by: float
    table: Any
    tail: Any
    count: int
    real: Any


@dataclass
class ScaleObject:
    by: float
    table: Any
    tail: Any
    count: int
    real: Any


@pytest.mark.parametrize("make", [ScaleTuple, ScaleObject, lambda *given: given])
def test_a_struct_by_value(kernels: Any, device: Device, make: Callable[..., Any]) -> None:
    x, y = device.array(np.arange(6, dtype=np.float32)), device.zeros(6, np.float32)
    given = make(2.0, [1.0, 2.0, 3.0], (1, 10), 100, np.array([0, 0, 1000], np.float32))
    kernels.scaled[1, 6](given, x, y)
    np.testing.assert_array_equal(y.numpy(), np.arange(6) * 2 + [1, 2, 3, 1, 2, 3] + 1110)


def test_a_tuple_and_a_tuple_struct(kernels: Any, device: Device) -> None:
    y = device.zeros(2, np.float64)
    kernels.tuple[1, 2]((7, 0.5, [9, 4]), (100.0,), y)
    assert y.numpy().tolist() == [112.5, 112.5]


def test_integers_of_128_bits(kernels: Any, device: Device) -> None:
    a, b = (1 << 127) + 5, -(1 << 90) - 3
    y = device.zeros(4, np.uint64)
    kernels.wide[1, 4](a, b, y)
    assert y.numpy().tolist() == [(a + b) >> (32 * i) & (1 << 64) - 1 for i in range(4)]
    for wrong in (1 << 128, -1, 1.0, True):
        with pytest.raises(LaunchError, match="u128"):
            kernels.wide[1, 4](wrong, 0, y)


def test_a_struct_with_slices_and_pointers(kernels: Any, device: Device) -> None:
    x, y = device.array(np.arange(4, dtype=np.float32)), device.zeros(4, np.float32)
    out = device.zeros(4, np.uint32)
    kernels.pair[1, 4](SimpleNamespace(x=x, k=3.0, out=out), y)
    assert y.numpy().tolist() == [0, 3, 6, 9] and out.numpy().tolist() == [0, 1, 2, 3]


def test_slices_of_arrays(kernels: Any, device: Device) -> None:
    m = np.arange(12, dtype=np.float32).reshape(3, 4)
    y = device.zeros((3, 2), np.float32)
    kernels.rows[1, 3](device.array(m), y)
    np.testing.assert_array_equal(y.numpy(), m.reshape(3, 2, 2).sum(2) + np.array([0, 3]))
    with pytest.raises(LaunchError, match=r"shape \(n, 4\)"):
        kernels.rows[1, 3](device.array(m.reshape(4, 3)), y)


def test_structs_in_buffers_have_rustcs_layout(kernels: Any, device: Device) -> None:
    dtype = kernels.dtype("Particle")
    assert dtype.itemsize == 24 and dtype.fields["mass"][1] == 0, "rustc puts what is largest first"
    p = np.zeros(3, dtype)
    p["alive"], p["mass"], p["position"]["x"], p["id"] = [1, 0, 1], [1, 2, 3], 5, [7, 8, 9]
    q = device.zeros(3, dtype)
    kernels.step[1, 3](0.5, device.array(p), q)
    got = q.numpy()
    assert got["position"]["x"].tolist() == [5.5, 5, 6.5]
    assert got["id"].tolist() == [7, 8, 9] and got["alive"].tolist() == [True, False, True]
    kernels.fill[1, 3](p[2], q)
    assert (q.numpy() == p[2]).all()


def test_a_buffer_with_another_layout_is_refused(kernels: Any, device: Device) -> None:
    as_in_c = np.dtype(
        [(n, kernels.dtype("Particle").fields[n][0]) for n in ("alive", "mass", "position", "id")], align=True
    )
    with pytest.raises(LaunchError) as caught:
        kernels.step[1, 3](0.5, device.zeros(3, as_in_c), device.zeros(3, kernels.dtype("Particle")))
    assert "`p` of `step` takes a buffer of {alive: bool @ 22, mass: float64 @ 0" in str(caught.value)
    assert 'load(…).dtype("…")' in str(caught.value)


@pytest.mark.parametrize(
    "given, message",
    [
        ((1.0, 2.0), "`Vec3` has 3 fields, and a tuple of 2 is given"),
        (7, "`Vec3` is something with the fields x, y, z, and not a value of type int"),
    ],
)
def test_what_is_no_such_struct(kernels: Any, device: Device, given: Any, message: str) -> None:
    q = device.zeros(1, kernels.dtype("Particle"))
    with pytest.raises(LaunchError, match=message):
        kernels.fill[1, 1]((True, 1.0, given, 3), q)


def test_in_a_generic_kernel(kernels: Any, device: Device) -> None:
    y, z = device.zeros(3, np.int16), device.zeros((1, 3), np.float64)
    kernels.generic[1, 3]((True, 1.5, (0, 2, 0), 7), np.int16(9), y, z)
    assert y.numpy().tolist() == [9] * 3 and z.numpy().tolist() == [[3.5] * 3]


def test_in_a_kernel_that_rustc_inlines_in_several_steps(kernels: Any, device: Device) -> None:
    x, y = device.array(np.arange(9, dtype=np.uint32)), device.zeros(3, np.uint32)
    kernels.chained[1, 3]((True, 1.5, (0, 2, 0), 100), x, y)
    sums = [n + 100 for n in range(8, -1, -2) if (n + 100) % 3]
    assert y.numpy().tolist() == [min(sums[: 2 + i]) for i in range(3)]


def test_packed(kernels: Any, device: Device) -> None:
    q = device.zeros(1, np.float64)
    kernels.packed[1, 1]((1, 2, 0.5), q)
    assert q.numpy().tolist() == [3.5]
    assert kernels.dtype("Packed").itemsize == 13


def test_no_such_struct(kernels: Any) -> None:
    with pytest.raises(KeyError, match="Pair"):
        kernels.dtype("Pair")


def test_parameters_in_ptx_have_their_own_alignment(kernels: Any) -> None:
    text = kernels.scaled.ptx("sm_80")
    head = text[text.index(".entry scaled(") : text.index("\n)")]
    kinds = [line.split()[1] for line in head.splitlines()[1:]]
    assert kinds[:10] == [".f32"] * 4 + [".u8", ".u64", ".u16"] + [".f32"] * 3


def test_a_struct_that_no_launch_passes(tmp_path: Path) -> None:
    file = tmp_path / "refused.rs"
    file.write_text(
        "use cuda_device::*;\npub struct Maybe { x: Option<f32> }\n#[kernel]\npub fn k(m: Maybe, mut y: DisjointSlice<f32>) {\n"
        "    if let Some((y, _)) = y.get_mut_indexed() { *y = m.x.unwrap(); }\n}\n",
        encoding="utf-8",
    )
    with pytest.raises(
        CompileError, match="`m` of kernel `k` is of type `Maybe`, which a launch can not pass"
    ):
        _ = rust.load(file).k.signature


def test_a_struct_with_a_name_of_cores(tmp_path: Path, device: Device) -> None:
    file = tmp_path / "own_phantom.rs"
    file.write_text(
        """
use cuda_device::*;

#[derive(Clone, Copy)]
pub struct PhantomData { x: u32 }

#[derive(Clone, Copy)]
pub struct Holds { p: PhantomData, q: u32, none: core::marker::PhantomData<f64> }

#[kernel]
pub fn r#while(h: Holds, mut y: DisjointSlice<u32>) {
    if let Some((y, _)) = y.get_mut_indexed() {
        *y = h.p.x * 100 + h.q;
    }
}
""",
        encoding="utf-8",
    )
    y = device.zeros(1, np.uint32)
    kernels = rust.load(file)
    assert list(kernels) == ["while"], "a name that is a keyword elsewhere"
    kernels["while"][1, 1](((3,), 5), y)
    assert y.numpy().tolist() == [305]


@pytest.mark.parametrize(
    "name", ["", "(", "<", "Particle>", "Particle Packed", "u32", "Nobody", "Particle<u8>"]
)
def test_what_is_no_struct_has_no_dtype(kernels: Any, name: str) -> None:
    with pytest.raises(KeyError, match="has no struct"):
        kernels.dtype(name)
