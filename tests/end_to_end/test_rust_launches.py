"""What holds of launches holds of kernels in Rust: failures on buffers, dry runs, tuning, arrays of the host, other processes."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rust_crates import needs_rustc

from periclase import Candidate, autotune, dry_run, rust
from periclase.diagnostics import CompileError, LaunchError
from periclase.runtime.device import Device
from periclase.runtime.failures import BufferFailure

pytestmark = needs_rustc

TEXT = """
use cuda_device::*;

#[kernel]
pub fn gather(index: &[u32], x: &[f32], mut y: DisjointSlice<f32>) {
    if let Some((y, i)) = y.get_mut_indexed() {
        *y = x[index[i.get()] as usize];
    }
}

#[kernel]
pub fn add(x: &[f32], by: f32, mut y: DisjointSlice<f32>) {
    if let Some((y, i)) = y.get_mut_indexed() {
        *y = x[i.get()] + by;
    }
}

#[kernel]
pub fn checked(x: &[u32], mut y: DisjointSlice<u32>) {
    let i = thread::index_1d();
    let value = x.get(i.get()).copied().unwrap();
    gpu_assert!(value != 14, "fourteen");
    if let Some(y) = y.get_mut(i) {
        *y = 100 / value;
    }
}

#[kernel]
pub fn reversed(x: &[f32], mut y: DisjointSlice<f32>) {
    let shared: *mut f32 = DynamicSharedArray::<f32>::get();
    let lane = thread::threadIdx_x() as usize;
    let i = thread::index_1d();
    unsafe { *shared.add(lane) = x[i.get()] };
    thread::sync_threads();
    let last = thread::blockDim_x() as usize - 1;
    if let Some(y) = y.get_mut(i) {
        *y = unsafe { *shared.add(last - lane) };
    }
}

#[kernel]
pub fn prints(x: &[f32]) {
    let i = thread::threadIdx_x();
    gpu_printf!("{}: {:.2} {:#x}\\n", i, x[i as usize], i * 17);
}

#[kernel]
pub fn outer(a: &[f32], b: &[f32], mut c: DisjointSlice<f32, thread::Runtime2DIndex>) {
    if let Some(index) = thread::index_2d_runtime(&c) {
        let (row, column) = (index.row(), index.col());
        if let Some(c) = c.get_mut(index) {
            *c = a[row] * b[column];
        }
    }
}

#[kernel]
pub fn plane(mut c: DisjointSlice<u32, thread::Index2D<7>>) {
    if let Some(index) = thread::index_2d::<7>() {
        let i = index.get() as u32;
        if let Some(c) = c.get_mut(index) {
            *c = i;
        }
    }
}

#[kernel]
#[launch_bounds(64)]
pub fn bounded(mut y: DisjointSlice<u32>) {
    if let Some((y, i)) = y.get_mut_indexed() {
        *y = i.get() as u32;
    }
}
"""


def line_of(text: str) -> int:
    return next(number for number, line in enumerate(TEXT.splitlines(), 1) if text in line)


class TestFailures:
    def failure(self, buffer: Any) -> str:
        with pytest.raises(BufferFailure) as caught:
            buffer.numpy()
        return str(caught.value)

    def test_bounds(self, kernels: Any, device: Device, file: Path) -> None:
        y, z = device.zeros(4, np.float32), device.zeros(4, np.float32)
        x = device.array(np.arange(4, dtype=np.float32))
        kernels.gather[1, 4](device.array(np.array([0, 1, 2, 4], np.uint32)), x, y)
        kernels.add[1, 4](y, 1.0, z)
        told = self.failure(y)
        assert "kernel `gather` failed: index out of bounds" in told
        assert f"{file}:{line_of('*y = x[index')}" in told
        assert "in thread (3, 0, 0) of block (0, 0, 0)" in told
        assert "gather" in self.failure(z), "what reads a failed buffer fails with it"
        kernels.gather[1, 4](device.array(np.arange(4, dtype=np.uint32)), x, y)
        np.testing.assert_array_equal(y.numpy(), np.arange(4)), "who writes it anew mends it"

    @pytest.mark.parametrize(
        "value, message, line",
        [
            (0, "attempt to divide by zero", "100 / value"),
            (14, "fourteen", "gpu_assert!"),
        ],
    )
    def test_panics(
        self, kernels: Any, device: Device, file: Path, value: int, message: str, line: str
    ) -> None:
        y = device.zeros(4, np.uint32)
        kernels.checked[1, 4](device.array(np.full(4, value, np.uint32)), y)
        told = self.failure(y)
        assert message in told
        assert f"{file}:{line_of(line)}" in told

    def test_unwrap(self, kernels: Any, device: Device) -> None:
        y = device.zeros(4, np.uint32)
        kernels.checked[1, 4](device.array(np.full(3, 5, np.uint32)), y)
        assert "called `Option::unwrap()` on a `None` value" in self.failure(y)


class TestArguments:
    def test_wrong_types_are_told_at_the_launch(self, kernels: Any, device: Device) -> None:
        x = device.zeros(4, np.float32)
        with pytest.raises(LaunchError, match="`index` of `gather` takes a buffer of uint32, not of float32"):
            kernels.gather[1, 4](x, x, x)
        with pytest.raises(LaunchError, match="`by` of `add`"):
            kernels.add[1, 4](x, "text", x)
        with pytest.raises(LaunchError, match="takes 3 arguments"):
            kernels.add[1, 4](x, 1.0)
        with pytest.raises(LaunchError, match="is a kernel: it is launched"):
            kernels.add(x, 1.0, x)

    def test_help_is_in_rust(self, kernels: Any, device: Device) -> None:
        x = device.zeros(8, np.float32)
        fixed = device.array(np.zeros(8, np.float32), read_only=True)
        for arguments, help in (
            (
                (x, "text", x),
                "pass one number, or declare the parameter as what is passed: `by: &[f32]`, `bool`, …",
            ),
            (
                (x, 1.0, fixed),
                "pass a buffer made without `read_only=True`, or declare the parameter as a `&[f32]`",
            ),
            ((x[::2], 1.0, x), "copy: `device.array(view.numpy())`"),
        ):
            with pytest.raises(LaunchError) as caught:
                kernels.add[1, 4](*arguments)
            assert caught.value.diagnostic.help == help

    def test_by_name(self, kernels: Any, device: Device) -> None:
        x, y = device.array(np.ones(4, np.float32)), device.zeros(4, np.float32)
        kernels.add[1, 4](y=y, x=x, by=2.0)
        np.testing.assert_array_equal(y.numpy(), np.full(4, 3, np.float32))

    def test_arrays_of_the_host(self, kernels: Any) -> None:
        x, y = np.arange(4, dtype=np.float32), np.zeros(4, np.float32)
        kernels.add[1, 4](x, 1.0, y)
        np.testing.assert_array_equal(y, x + 1)

    def test_launch_bounds(self, kernels: Any, device: Device) -> None:
        y = device.zeros(128, np.uint32)
        kernels.bounded[2, 64](y)
        np.testing.assert_array_equal(y.numpy(), np.arange(128))
        kernels.bounded[1, 128](y)
        with pytest.raises(BufferFailure, match="64"):
            y.numpy()

    def test_matrix(self, kernels: Any, device: Device) -> None:
        a, b = np.arange(5, dtype=np.float32), np.arange(7, dtype=np.float32) + 1
        c = device.zeros((5, 7), np.float32)
        kernels.outer[1, (8, 8)](device.array(a), device.array(b), c)
        np.testing.assert_array_equal(c.numpy(), np.outer(a, b))
        host = np.zeros((5, 7), np.float32)
        kernels.outer[(2, 1), (4, 8)](a, b, host)
        np.testing.assert_array_equal(host, np.outer(a, b))
        with pytest.raises(LaunchError, match="`c` of `outer`: a matrix is asked for"):
            kernels.outer[1, (8, 8)](device.array(a), device.array(b), device.zeros(35, np.float32))

    def test_matrix_of_known_width(self, kernels: Any, device: Device) -> None:
        c = device.zeros(35, np.uint32)
        kernels.plane[1, (8, 8)](c)
        np.testing.assert_array_equal(c.numpy(), np.arange(35))

    def test_dynamic_shared_memory(self, kernels: Any, device: Device) -> None:
        x, y = np.arange(64, dtype=np.float32), device.zeros(64, np.float32)
        kernels.reversed[2, 32, 32 * 4](device.array(x), y)
        np.testing.assert_array_equal(y.numpy(), x.reshape(2, 32)[:, ::-1].ravel())


def test_printing(kernels: Any, device: Device, capfd: pytest.CaptureFixture[str]) -> None:
    x = device.array(np.array([0.5, 1.25], np.float32))
    kernels.prints[1, 2](x)
    device.sync()
    assert sorted(capfd.readouterr().out.splitlines()) == ["0: 0.50 0", "1: 1.25 0x11"]


def test_dry_run(kernels: Any, device: Device) -> None:
    x, y = device.array(np.ones(4, np.float32)), device.zeros(4, np.float32)
    with dry_run():
        kernels.add[1, 4](x, 1.0, y)
    np.testing.assert_array_equal(y.numpy(), np.zeros(4))


def test_tuning(kernels: Any, device: Device) -> None:
    def add_one(x: Any, y: Any, *, block: int) -> None:
        kernels.add[len(x) // block, block](x, 1.0, y)

    tuned = autotune(
        key=lambda x, y: len(x), candidates=[Candidate(add_one, block=16), Candidate(add_one, block=32)]
    )(add_one)
    x, y = device.array(np.ones(64, np.float32)), device.zeros(64, np.float32)
    tuned(x, y)
    np.testing.assert_array_equal(y.numpy(), np.full(64, 2, np.float32))


def test_another_process_finds_the_kernel(kernels: Any) -> None:
    again = pickle.loads(pickle.dumps(kernels.add))
    assert again.fingerprint() == kernels.add.fingerprint()
    narrow = pickle.loads(pickle.dumps(kernels.add.with_narrow_indices))
    assert narrow.narrow_indices
    assert narrow.fingerprint() != again.fingerprint()
    apart = pickle.loads(pickle.dumps(kernels.add.with_buffers_apart))
    assert apart.buffers_apart
    assert apart.fingerprint() not in (narrow.fingerprint(), again.fingerprint())


def test_buffers_that_lie_apart(kernels: Any) -> None:
    assert "ld.global.nc" not in kernels.add.with_narrow_indices.ptx("sm_90")
    assert kernels.add.with_buffers_apart.ptx("sm_90").count("ld.global.nc") == 1


def test_a_changed_file_is_another_kernel(tmp_path: Path, device: Device) -> None:
    path = tmp_path / "changes.rs"
    path.write_text(TEXT, encoding="utf-8")
    first = rust.load(path).add
    path.write_text(TEXT.replace("x[i.get()] + by", "x[i.get()] - by"), encoding="utf-8")
    second = rust.load(path).add
    x = device.array(np.ones(4, np.float32))
    for kernel, expected in ((first, 3), (second, -1)):
        y = device.zeros(4, np.float32)
        kernel[1, 4](x, 2.0, y)
        np.testing.assert_array_equal(y.numpy(), np.full(4, expected, np.float32))


def test_names(kernels: Any, file: Path) -> None:
    assert list(kernels) == ["gather", "add", "checked", "reversed", "prints", "outer", "plane", "bounded"]
    assert kernels["add"] is kernels.add
    assert "add" in dir(kernels)
    with pytest.raises(AttributeError, match="has no kernel `sub`; it has gather, add"):
        _ = kernels.sub
    assert repr(kernels.add) == "<kernel add>"
    assert str(kernels.add.span) == f"{file}:{line_of('pub fn add')}"


def test_nothing_of_the_compiler_for_what_is_in_the_cache(kernels: Any) -> None:
    """Loading, and the key of an artifact, need no xDSL: see `test_architecture`, which holds it of the modules."""
    assert kernels.add.fingerprint() == rust.load(kernels.path).add.fingerprint()


def test_rustcs_mir_is_shown(
    kernels: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from periclase.settings import reload_settings

    text = kernels.add.rustc_mir
    assert text.startswith("fn periclase_kernel_0575b97c_add(")
    assert "// scope" not in text
    assert "mir::ConstOperand" not in text
    monkeypatch.setenv("PERICLASE_SHOW_RUSTC_MIR", "1")
    reload_settings()
    kernels.add.mir()
    assert text in capsys.readouterr().err


def test_two_kernels_of_one_name_are_named_as_they_are_written(tmp_path: Path) -> None:
    file = tmp_path / "twice.rs"
    kernel = "use cuda_device::*; #[kernel] pub fn k(x: f32) {}"
    file.write_text(f"mod a {{ {kernel} }}\nmod b {{ {kernel} }}\n", encoding="utf-8")
    with pytest.raises(CompileError, match=r"two kernels are called `k`: `a::k` and `b::k`") as caught:
        rust.load(file)
    assert caught.value.diagnostic.code == "PC0303"
