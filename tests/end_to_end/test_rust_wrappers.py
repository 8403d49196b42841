"""The modules of the device crate that wrap instructions: what each becomes in PTX, and what the CPU makes of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rust_crates import needs_rustc

from periclase import open_device, rust
from periclase.diagnostics import CompileError
from periclase.runtime.device import Device
from periclase.runtime.failures import BufferFailure

pytestmark = needs_rustc

ON_CPU = """
use cuda_device::*;
use cuda_device::cooperative_groups::{*, ops::*};

#[kernel]
pub fn reduced(x: &[i32], mut out: DisjointSlice<[i32; 4]>) {
    static mut PARTIALS: SharedArray<i32, 2> = SharedArray::UNINIT;
    let block = this_thread_block();
    let i = thread::index_1d();
    let value = x[i.get()];
    let sum = block_reduce::<i32, Sum, 2>(&block, value, &raw mut PARTIALS);
    let most = block_scan::<i32, Max, 2>(&block, value, &raw mut PARTIALS);
    let tile = block.tiled_partition::<16>();
    let of_tile = warp_scan::<i32, Sum, 16>(&tile, value);
    let least = warp_reduce::<i32, Min, 16>(&tile, value);
    if let Some(o) = out.get_mut(i) {
        *o = [sum, most, of_tile, least];
    }
}

#[kernel]
pub fn some_lanes(x: &[u32], mut out: DisjointSlice<u32>) {
    let i = thread::index_1d();
    let at = i.get();
    if x[at] % 3 == 0 {
        let group = coalesced_threads();
        let odd = group.ballot(x[at] % 2 == 1);
        let before = group.shfl_up(x[at], 1);
        if let Some(o) = out.get_mut(i) {
            *o = odd << 16 | before << 8 | group.thread_rank() << 4 | group.size();
        }
    }
}

#[kernel]
pub fn halves(x: &[atomic::DeviceAtomicF16], mut out: DisjointSlice<u32>) {
    let old = x[0].fetch_add(1.5, atomic::AtomicOrdering::Relaxed);
    if let Some((o, _)) = out.get_mut_indexed() {
        *o = old as u32;
    }
}

#[kernel]
pub fn far(delta: u32, mut out: DisjointSlice<u32>) {
    use cooperative_groups::*;
    let lane = warp::lane_id();
    let mut found = this_thread_block().tiled_partition::<8>().shfl_down(lane, delta);
    if lane % 2 == 1 {
        let odd = coalesced_threads();
        found += 100 * (odd.shfl_up(lane, delta) + 100 * odd.shfl_down(lane, delta));
    }
    if let Some((o, _)) = out.get_mut_indexed() {
        *o = found;
    }
}

#[kernel]
pub fn copied(x: &[u32], mut out: DisjointSlice<u32>) {
    static mut TILE: SharedArray<u32, 32, 16> = SharedArray::UNINIT;
    let i = thread::index_1d();
    let lane = thread::threadIdx_x() as usize;
    unsafe {
        async_copy::cp_async_ca_4((&raw mut TILE as *mut u32).add(lane), x.as_ptr().add(i.get()));
        async_copy::cp_async_commit_group();
        async_copy::cp_async_wait_group(0);
    }
    thread::sync_threads();
    if let Some(o) = out.get_mut(i) {
        *o = unsafe { TILE[(lane + 1) % 32] };
    }
}

#[kernel]
pub fn managed(mut out: DisjointSlice<u32>) {
    static mut SUM: SharedArray<u32, 1> = SharedArray::UNINIT;
    static mut BARRIER: SharedArray<Barrier, 1> = SharedArray::UNINIT;
    let place = unsafe { SharedArray::as_raw_mut_ptr(&raw mut BARRIER) };
    let barrier = unsafe { ManagedBarrier::<Uninit, GeneralBarrier>::from_static(place).init(thread::blockDim_x()) };
    if thread::threadIdx_x() == 5 {
        unsafe { SUM[0] = 77 };
    }
    let token = barrier.arrive();
    barrier.wait(token);
    if let Some((o, _)) = out.get_mut_indexed() {
        *o = unsafe { SUM[0] };
    }
    unsafe { barrier.inval() };
}

const SWIZZLED: usize = {
    let mut offsets = swizzle::column_offsets(32, 3);
    let before = swizzle::conflict_degree(&offsets, 4);
    let mut lane = 0;
    while lane < 32 {
        assert!(swizzle::Swizzle::<5, 0, 5>::undo(swizzle::Swizzle::<5, 0, 5>::apply(offsets[lane])) == offsets[lane]);
        offsets[lane] = swizzle::Swizzle::<5, 0, 5>::apply(offsets[lane]);
        lane += 1;
    }
    before * 10000 + swizzle::conflict_degree(&offsets, 4) * 100 + swizzle::banks_used(&offsets, 4)
};

#[kernel]
pub fn values(mut out: DisjointSlice<u32>) {
    let (a, b) = convert::cvt_f32x2_f16x2(0x4200_3c00);
    let (c, d) = convert::cvt_f32x2_bf16x2(0x4040_3f80);
    let four = CuSimd::<u32, 4>::new([1, 2, 3, 4]);
    let extent = uniform::block_dim_x() * uniform::grid_dim_x();
    if let Some((o, i)) = out.get_mut_indexed() {
        let halves = (a * 1000.0 + b * 100.0 + c * 10.0 + d) as u32;
        *o = [SWIZZLED as u32, halves, four.lo().y() * 10 + four.w(), extent.get()][i.get()];
    }
}
"""

WRAPPED = {
    "float::add_rz_f32(x, y)": "add.rz.f32",
    "float::fma_rp_ftz_sat_f32(x, y, x)": "fma.rp.ftz.sat.f32",
    "float::max_nan_xorsign_abs_f32(x, y)": "max.NaN.xorsign.abs.f32",
    "float::sqrt_rm_f32(x)": "sqrt.rm.f32",
    "float::tanh_approx_f32(x)": "tanh.approx.f32",
    "f16x2::fma_relu_f16x2(u, u, u)": "fma.rn.relu.f16x2",
    "f16x2::min_ftz_nan_f16x2(u, u)": "min.ftz.NaN.f16x2",
    "bf16x2::max_nan_bf16x2(u, u)": "max.NaN.bf16x2",
    "f16::max_ftz_f16(u as u16, 7)": "max.ftz.f16",
    "bf16::min_bf16(u as u16, 7)": "min.bf16x2",
    "convert::cvt_rn_satfinite_e4m3x2_f32(x, y)": "cvt.rn.satfinite.e4m3x2.f32",
    "convert::cvt_rna_tf32_f32(x)": "cvt.rna.tf32.f32",
    "convert::cvt_rz_bf16x2_f32(x, y)": "cvt.rz.bf16x2.f32",
    "async_copy::cp_async_cg_zfill_16(shared as *mut u32, global, u)": "cp.async.cg.shared.global",
    "async_copy::cp_async_mbarrier_arrive_noinc(bar)": "cp.async.mbarrier.arrive.noinc",
    "async_copy::cp_async_wait_group(3)": "cp.async.wait_group \t3",
    "barrier::mbarrier_arrive_expect_tx(bar, 1, 64)": "mbarrier.arrive.expect_tx.release.cta",
    "barrier::mbarrier_try_wait_parity_cluster(bar, 0)": "mbarrier.try_wait.parity.acquire.cluster",
    "barrier::fence_proxy_async_shared_cta()": "fence.proxy.async.shared::cta",
    "barrier::fence_mbarrier_init_release_cluster()": "fence.mbarrier_init.release.cluster",
    "cluster::barrier_cluster_arrive_relaxed_aligned()": "barrier.cluster.arrive.relaxed.aligned",
    "cluster::num_clusters()": "%nclusterid.y",
    "cluster::dsmem_read_u32(shared as *const u32, 1)": "ld.shared::cluster",
    "*cluster::map_shared_rank(shared, u) as u32": "mapa.u64",
    "shared::total_smem_size()": "%total_smem_size",
    "debug::prof_trigger::<3>()": "pmevent",
    "warp::elect_sync(u32::MAX)": "elect.sync",
    "warp::nwarpid()": "%nwarpid",
    "tma::cp_async_bulk_tensor_3d_g2s(shared, map, 0, 8, 16, bar)": "cp.async.bulk.tensor.3d.shared::cluster.global.tile",
    "tma::cp_async_bulk_tensor_2d_s2g(shared, map, 0, 8)": "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group",
    "tma::cp_async_bulk_tensor_2d_g2s_multicast(shared, map, 0, 8, bar, 3)": ".multicast::cluster",
    "tma::cp_async_bulk_wait_group_read(2)": "cp.async.bulk.wait_group.read 2",
    "wgmma::wgmma_mma_m64n64k16_f32_f16(&mut sums, 1, 2)": "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16",
    "wgmma::wgmma_wait_group::<1>()": "wgmma.wait_group.sync.aligned 1",
    "wmma::ldmatrix_x4_trans(shared as *const u32)[3]": "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16",
    "wmma::mma_m16n8k16_f32_bf16([x; 4], [u; 4], [u; 2])[1]": "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32",
    "wmma::mma_m16n8k32_s32_s8([1; 4], [u; 4], [u; 2])[1] as u32": "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32",
    "tcgen05::stmatrix_m8n8_x2_trans(shared, u, u)": "stmatrix.sync.aligned.m8n8.x2.trans.shared.b16",
    "tcgen05::cvt_f32x2_bf16x2(x, y)": "cvt.rn.bf16x2.f32",
    "tcgen05::tcgen05_alloc(shared as *mut u32, 64)": "tcgen05.alloc.cta_group::1.sync.aligned",
    "tcgen05::tcgen05_mma_f16_cg2(u, 1, 2, 3, true)": "tcgen05.mma.cta_group::2.kind::f16",
    "tcgen05::tcgen05_ld_16x256b_pure(u).x()": "tcgen05.ld.sync.aligned.16x256b.x1.b32",
    "tcgen05::tcgen05_commit_multicast_cg2(bar as *mut u64, 3)": "tcgen05.commit.cta_group::2.mbarrier::arrive::one",
    "atomic::atom_add_f16x2(global as *mut u32, u)": "add.noftz.f16x2",
}
"""A call, and what it is in PTX for sm_90a; those of `tcgen05` for sm_100a."""

_KERNEL = """
#[kernel]
pub unsafe fn k{number}(x: f32, y: f32, u: u32, global: *mut u8, mut out: DisjointSlice<u32>) {{
    static mut SHARED: SharedArray<u8, 1024, 128> = SharedArray::UNINIT;
    static mut BARRIER: SharedArray<Barrier, 1> = SharedArray::UNINIT;
    let (shared, bar) = (&raw mut SHARED as *mut u8, &raw mut BARRIER as *mut Barrier);
    let map = global as *const TmaDescriptor;
    let mut sums = wgmma::zero_accumulator();
    let result = unsafe {{ {call} }};
    if let Some((o, _)) = out.get_mut_indexed() {{
        *o = unsafe {{ *shared }} as u32 + sums[0][0].to_bits() + result.bits();
    }}
}}
"""

_BITS = """
use cuda_device::*;

trait Bits {
    fn bits(self) -> u32;
}
macro_rules! bits {
    ($($type:ty, $value:ident => $bits:expr;)*) => {$(
        impl Bits for $type { fn bits(self) -> u32 { let $value = self; $bits } }
    )*};
}
bits! { (), _v => 0; bool, v => v as u32; u16, v => v as u32; u32, v => v; u64, v => v as u32; f32, v => v.to_bits(); }
bits! { (u32, bool), v => v.0; }
"""


@pytest.fixture(scope="module")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("rust") / "wrappers_on_cpu.rs"
    path.write_text(ON_CPU, encoding="utf-8")
    return rust.load(path)


@pytest.fixture(scope="module")
def wrapped(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("rust") / "wrapped.rs"
    text = "".join(_KERNEL.format(number=number, call=call) for number, call in enumerate(WRAPPED))
    path.write_text(_BITS + text, encoding="utf-8")
    return rust.load(path)


@pytest.fixture(scope="module")
def device() -> Device:
    return open_device("cpu")


@pytest.mark.parametrize(
    "number, call", [*enumerate(WRAPPED)], ids=[call.partition("(")[0] for call in WRAPPED]
)
def test_what_a_wrapper_is(wrapped: Any, number: int, call: str) -> None:
    arch = "sm_100a" if "tcgen05_" in call else "sm_90a"
    assert WRAPPED[call] in wrapped[f"k{number}"].ptx(arch)


def test_reductions_and_scans(kernels: Any, device: Device) -> None:
    x = np.arange(64, dtype=np.int32) * 7 % 11 - 4
    out = device.zeros((64, 4), np.int32)
    kernels.reduced[1, 64](device.array(x), out)
    tiles = x.reshape(4, 16)
    expected = np.stack(
        [
            np.full(64, x.sum()),
            np.maximum.accumulate(x),
            tiles.cumsum(1).reshape(-1),
            tiles.min(1).repeat(16),
        ],
        axis=1,
    )
    np.testing.assert_array_equal(out.numpy(), expected)


def test_the_threads_that_run_together(kernels: Any, device: Device) -> None:
    x = np.array([3, 1, 6, 9, 5, 12, 4, 15], np.uint32)
    out = device.zeros(8, np.uint32)
    kernels.some_lanes[1, 8](device.array(x), out)
    chosen = [int(v) for v in x if v % 3 == 0]
    odd = sum((v % 2) << rank for rank, v in enumerate(chosen))
    expected = {
        v: odd << 16 | chosen[max(rank - 1, 0)] << 8 | rank << 4 | len(chosen)
        for rank, v in enumerate(chosen)
    }
    assert out.numpy().tolist() == [expected.get(int(v), 0) for v in x]


def test_atomics_of_16_bits(kernels: Any, device: Device) -> None:
    x, out = device.zeros(1, np.float16), device.zeros(4, np.uint32)
    kernels.halves[1, 4](x, out)
    assert x.numpy().tolist() == [6.0]
    assert sorted(out.numpy().tolist()) == [0, 1, 3, 4]


def test_asynchronous_copies(kernels: Any, device: Device) -> None:
    out = device.zeros(32, np.uint32)
    kernels.copied[1, 32](device.array(np.arange(32, dtype=np.uint32)), out)
    assert out.numpy().tolist() == [*range(1, 32), 0]


def test_a_thread_that_is_in_no_group(kernels: Any, device: Device) -> None:
    for delta in (1, 2, 5, 31, 32, 2**31, 2**32 - 2, 2**32 - 1):
        out = device.zeros(32, np.uint32)
        kernels.far[1, 32](delta, out)
        rank = np.arange(32)
        above = [n + delta if n % 8 + delta < 8 else n for n in rank]
        odd = [n - 2 * delta if n // 2 >= delta else n for n in rank]
        more = [n + 2 * delta if n // 2 + delta < 16 else n for n in rank]
        wanted = [above[n] + 100 * (odd[n] + 100 * more[n] if n % 2 else 0) for n in rank]
        assert out.numpy().tolist() == wanted, delta


def test_a_barrier_with_a_state(kernels: Any) -> None:
    text = kernels.managed.ptx("sm_80")
    steps = [line.split()[0] for line in text.splitlines() if line.strip().startswith("mbarrier")]
    assert [step.split(".")[1] for step in steps] == ["init", "arrive", "test_wait", "inval"]
    after = text[text.index("mbarrier.inval") :]
    assert "bar.sync" in after or "barrier.sync" in after, "all wait until its memory may be used again"
    before = text[: text.index("mbarrier.init")]
    assert "%tid.y" in before and "%tid.z" in before, "one thread of a block of three axes"


def test_values(kernels: Any, device: Device) -> None:
    out = device.zeros(4, np.uint32)
    kernels.values[2, 2](out)
    assert out.numpy().tolist() == [32 * 10000 + 1 * 100 + 32, 1313, 24, 4]


ASM = """
use cuda_device::*;

#[kernel]
pub fn text(mut sums: DisjointSlice<u32>, mut wides: DisjointSlice<u64>) {
    if let (Some((s, i)), Some((w, _))) = (sums.get_mut_indexed(), wides.get_mut_indexed()) {
        let x = i.get() as u32;
        let (sum, product, lane): (u32, u32, u32);
        let (mut total, mut wide) = (5u32, 7u64);
        unsafe {
            ptx_asm!("add.u32 %0, %2, %3; mul.lo.u32 %1, %2, %3;",
                out("=r") sum, out("=r") product, in("r") x, in("r") x + 1, options(register_only));
            ptx_asm!("add.u32 %0, %0, %1;", inout("+r") total, in("r") sum);
            ptx_asm!("mov.u32 %0, %%laneid;", out("=r") lane);
            ptx_asm!("mad.wide.u32 %0, %1, %2, %0;", inout("+l") wide, in("r") product, in("r") lane);
            ptx_asm!("membar.gl;", clobber("memory"));
        }
        *s = total;
        *w = wide;
    }
}
"""


class TestText:
    def test_it_stands_in_ptx(self, tmp_path: Path) -> None:
        file = tmp_path / "asm_text.rs"
        file.write_text(ASM, encoding="utf-8")
        text = rust.load(file)["text"].ptx("sm_80")
        lines = [line.strip() for line in text.splitlines()]
        assert any(line.startswith("add.u32") and "mul.lo.u32" in line for line in lines)
        assert any(line.startswith("mov.u32") and line.endswith("%laneid;") for line in lines)
        assert any(line.startswith("mov.b64") and "mad.wide.u32" in line for line in lines)
        assert "membar.gl;" in lines

    @pytest.mark.parametrize(
        "call, message",
        [
            ('ptx_asm!("mov.u32 %0, %laneid;", out("=r") a)', "written with two signs: `%%laneid`"),
            ('ptx_asm!("mov.u32 %1, 1;", out("=r") a)', "there is no operand `%1`: there are 1"),
            ('ptx_asm!("mov.u32 %0, 1;", out("r") a)', '`out` takes one of "=h", "=r", "=l", "=f", "=d"'),
            (
                'ptx_asm!("add.u32 %0, %1, 1;", in("r") a, out("=r") a)',
                "what is written stands before what is read",
            ),
            ('ptx_asm!("add.u32 %0, %1, 1;", out("=r") a, in("r") 1u64)', "Word"),
            ("ptx_asm!(a)", "`ptx_asm!` begins with the text"),
            ('ptx_asm!("mov.u32 %0, \\x31;", out("=r") a)', "a literal without `\\x` and `\\u`"),
            ('ptx_asm!("// \\u{e9}", out("=r") a)', "a literal without `\\x` and `\\u`"),
            ('ptx_asm!("x;", into("r") a)', "`out`, `inout`, `in`, `clobber` or `options` is expected here"),
        ],
    )
    def test_what_is_refused(self, tmp_path: Path, call: str, message: str) -> None:
        file = tmp_path / "refused.rs"
        file.write_text(
            f"use cuda_device::*;\n#[kernel]\npub fn k(mut a: u32) {{ unsafe {{ {call} }}; let _ = a; }}\n",
            encoding="utf-8",
        )
        with pytest.raises(CompileError) as caught:
            rust.load(file)
        assert message in str(caught.value) and "refused.rs:3" in str(caught.value)


def test_the_whole_grid_waits_on_gpus_only(tmp_path: Path, device: Device) -> None:
    file = tmp_path / "grid_sync.rs"
    file.write_text(
        "use cuda_device::*;\n#[kernel]\n#[cooperative_launch]\npub fn k(mut y: DisjointSlice<u32>) {\n    grid::sync();\n"
        "    if let Some((y, _)) = y.get_mut_indexed() { *y = 1; }\n}\n",
        encoding="utf-8",
    )
    kernel = rust.load(file).k
    text = kernel.ptx("sm_80")
    assert "ld.acquire.gpu.u32" in text and text.count("bar.sync") == 2
    y = device.zeros(4, np.uint32)
    kernel[2, 2](y)
    with pytest.raises(BufferFailure, match="PC0508") as caught:
        y.numpy()
    told = str(caught.value)
    assert f"--> {file}:5" in told, "the user's line, and not that of the device crate"
    assert "`cuda_device::grid::sync`" in told and "``" not in told
