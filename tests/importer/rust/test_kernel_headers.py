"""What is read of kernels without parsing their MIR, and what a launch makes of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from rust_crates import compiled, needs_rustc

from periclase.diagnostics import CompileError
from periclase.importer.rust.kernel_headers import KernelHeader, kernel_headers, split_at_commas
from periclase.importer.rust.signatures import options_of, passed_type, signature_of
from periclase.importer.rust.store import Store
from periclase.kernel import FAST_MATH_FLAGS, LaunchBounds

MIR = """\
fn helper(_1: f32) -> f32 {
    debug x => _1;                       // in scope 0 at k.rs:1:1: 1:2

    bb0: {
        return;
    }
}

fn kernels::periclase_kernel_0575b97c_mix(_1: u8, _2: &[u8], _3: cuda_device::DisjointSlice<'_, T>, _4: fn(u8) -> (T, i8)) -> () {
    debug a => _1;                       // in scope 0 at k.rs:7:5: 7:6
    debug b => _2;                       // in scope 0 at k.rs:7:8: 7:9
    debug c => _3;                       // in scope 0 at k.rs:7:11: 7:12
    let mut _0: ();                      // return place in scope 0 at k.rs:7:1: 7:1
    scope 1 {
        debug inner => _2;               // in scope 1 at k.rs:8:1: 8:2
    }

    bb0: {
        return;
    }
}

const kernels::periclase_kernel_0575b97c_mix::periclase_options_0575b97c_mix: &str = const "OPTIONS";

fn kernels::periclase_kernel_0575b97c_mix::{closure#0}(_1: &u8) -> () {
    bb0: {
        return;
    }
}
""".replace("OPTIONS", "generics=T,const N;launch_bounds=128, 2;fastmath=")


def test_header() -> None:
    (header,) = kernel_headers(MIR)
    assert header.path == "kernels::periclase_kernel_0575b97c_mix"
    assert header.name == "mix"
    assert [p.name for p in header.parameters] == ["a", "b", "c", "argument_4"]
    assert [p.type for p in header.parameters] == [
        "u8",
        "&[u8]",
        "cuda_device::DisjointSlice<'_, T>",
        "fn(u8) -> (T, i8)",
    ]
    assert header.options == {"launch_bounds": "128, 2", "fastmath": ""}
    assert header.generics == ("T", "const N")
    assert header.place == ("k.rs", 7)


@pytest.mark.parametrize(
    "text, parts",
    [
        ("", []),
        ("a", ["a"]),
        ("a, (b, c), [d; 2]", ["a", "(b, c)", "[d; 2]"]),
        ("fn(a) -> Option<b>, c", ["fn(a) -> Option<b>", "c"]),
        ("A<B<c, d>, e>, f", ["A<B<c, d>, e>", "f"]),
    ],
)
def test_split_at_commas(text: str, parts: list[str]) -> None:
    assert split_at_commas(text) == parts


@pytest.mark.parametrize(
    "text, type",
    [
        ("f32", "f32"),
        ("usize", "usize"),
        ("bool", "bool_"),
        ("char", "u32"),
        ("&[f32]", "Slice[f32]"),
        ("&'a [u8]", "Slice[u8]"),
        ("&mut [i64]", "MutSlice[i64]"),
        ("&'a mut [i64]", "MutSlice[i64]"),
        ("*const f16", "Slice[f16]"),
        ("*mut f64", "MutSlice[f64]"),
        ("cuda_device::DisjointSlice<'_, f32>", "MutSlice[f32]"),
        ("cuda_device::DisjointSlice<'_, u32, cuda_device::Index2D<16>>", "MutSlice[u32]"),
        ("cuda_device::DisjointSlice<'_, f32, cuda_device::Runtime2DIndex>", "matrix of f32"),
        ("&[cuda_device::atomic::DeviceAtomicU32]", "MutSlice[u32]"),
        ("&[cuda_device::atomic::BlockAtomicF64]", "MutSlice[f64]"),
        ("&[std::sync::atomic::AtomicI32]", "MutSlice[i32]"),
        ("&[core::sync::atomic::Atomic<u64>]", "MutSlice[u64]"),
        ("&f32", None),
        ("&str", None),
        ("u128", None),
        ("&[kernel::Point]", None),
        ("(f32, f32)", None),
    ],
)
def test_passed_type(text: str, type: str | None) -> None:
    found = passed_type(text)
    assert (None if found is None else str(found)) == type


def header(options: dict[str, str]) -> KernelHeader:
    return KernelHeader("k", "k", (), "()", options, (), None)


def test_options() -> None:
    options = options_of(
        header({"launch_bounds": "256, 2", "cluster_launch": "2", "cooperative_launch": "", "fastmath": ""}),
        None,
    )
    assert options.launch_bounds == LaunchBounds(256, 2)
    assert options.cluster == (2, 1, 1)
    assert options.cooperative
    assert options.fastmath == FAST_MATH_FLAGS
    assert options_of(header({"required_block": "16, 16, 1"}), None).required_block == (16, 16, 1)
    contract = header({"launch_contract": "domain = 1, block = (128, 2, 1), dynamic_shared = 0"})
    assert options_of(contract, None).required_block == (128, 2, 1)
    assert options_of(header({"launch_contract": "domain = 1"}), None).required_block is None
    assert options_of(header({"fastmath": "contract, afn"}), None).fastmath == ("afn", "contract")


@pytest.mark.parametrize(
    "options",
    [
        {"launch_bounds": ""},
        {"launch_bounds": "x"},
        {"launch_bounds": "1, 2, 3, 4"},
        {"launch_bounds": "0"},
        {"launch_bounds": "5000"},
        {"required_block": "-1"},
        {"fastmath": "quick"},
    ],
)
def test_wrong_options(options: dict[str, str]) -> None:
    with pytest.raises(CompileError) as caught:
        options_of(header(options), None)
    assert caught.value.diagnostic.code == "PC0311"
    assert str(caught.value).count("PC0311") == 1, "one problem, told once"


@needs_rustc
class TestMacros:
    def kernel(self, text: str, folder: Path, store: Store) -> KernelHeader:
        (found,) = kernel_headers(compiled(text, folder, store).mir)
        return found

    @pytest.mark.parametrize(
        "attributes",
        [
            "#[kernel]\n#[launch_bounds(256, 2)]",
            "#[launch_bounds(256, 2)]\n#[kernel]",
            '#[doc = "A kernel."]\n#[cuda_device::launch_bounds(256, 2)]\n#[inline]\n#[cuda_device::kernel]',
        ],
    )
    def test_attributes_in_any_order(self, store: Store, tmp_path: Path, attributes: str) -> None:
        found = self.kernel(f"{attributes}\npub fn k(x: &[f32]) {{}}\n", tmp_path, store)
        assert found.options["launch_bounds"].replace(" ", "") == "256,2"
        assert [p.name for p in found.parameters] == ["x"]

    def test_private_kernels_and_modules(self, store: Store, tmp_path: Path) -> None:
        text = "#[cuda_module]\nmod inner { use super::*; #[kernel] fn k(x: f32) {} }\n"
        assert self.kernel(text, tmp_path, store).path == "inner::periclase_kernel_0575b97c_k"

    @pytest.mark.parametrize(
        "generics, names",
        [
            ("<T: Copy, const N: usize>", ("T", "const N")),
            ("<'a, T, F: Fn(T) -> T + Copy, U>", ("T", "F", "U")),
            ("<T: Into<Option<u32>>>", ("T",)),
        ],
    )
    def test_generics(self, store: Store, tmp_path: Path, generics: str, names: tuple[str, ...]) -> None:
        found = self.kernel(f"#[kernel]\npub fn k{generics}(x: &[u32]) {{}}\n", tmp_path, store)
        assert found.generics == names

    @pytest.mark.parametrize(
        "text, message",
        [
            ("#[kernel]\npub async fn k() {}", "a kernel is no `async fn`"),
            ("#[kernel(fast)]\npub fn k() {}", "are for a kernel with one type parameter"),
            ("#[kernel]\nstruct K;", "belongs to a function with a body"),
            ("#[kernel]\npub fn periclase_k() {}", "names that start with `periclase_` are reserved"),
            ("#[device]\npub fn periclase_k() {}", "names that start with `periclase_` are reserved"),
            ("#[launch_bounds(256)]\npub fn k() {}", "belongs to a function that is marked `#\\[kernel\\]`"),
            ("#[kernel]\npub fn k() { gpu_assert!(true, 5) }", "the message of `gpu_assert!` is a literal"),
            ("#[kernel]\npub fn k() { gpu_printf!() }", "`gpu_printf!` needs a format"),
        ],
    )
    def test_wrong_uses(self, store: Store, tmp_path: Path, text: str, message: str) -> None:
        with pytest.raises(CompileError, match=message):
            compiled(text + "\n", tmp_path, store)

    def test_unroll_hints_are_in_their_loops(self, store: Store, tmp_path: Path) -> None:
        text = """
#[kernel]
pub fn k(x: &[u32], n: u32) {
    let mut i = 0;
    #[unroll(4)]
    while i < match n { 0 => 1, n => n } {
        i += 1;
    }
    #[unroll]
    for _ in 0..4 {
        i += x[i as usize];
    }
    gpu_assert!(i != x[0], "again");
}
"""
        mir = compiled(text, tmp_path, store).mir
        assert mir.count("= cuda_device::stubs::unroll_hint::<4>()") == 1
        assert mir.count("= cuda_device::stubs::unroll_hint::<0>()") == 1

    def test_signature_of_a_kernel(self, store: Store, tmp_path: Path) -> None:
        text = "#[kernel]\npub fn k(a: f32, x: &[f32], y: DisjointSlice<f32>, z: *mut u8) {}\n"
        signature = signature_of(self.kernel(text, tmp_path, store), None)
        assert str(signature) == "(a: f32, x: Slice[f32], y: MutSlice[f32], z: MutSlice[u8]) -> tuple[()]"

    @pytest.mark.parametrize(
        "text, code, message",
        [
            ("pub fn k(x: &str) {}", "PC0309", "`x` of kernel `k` is of type `&str`"),
            (
                "pub fn k(x: Option<u32>) {}",
                "PC0309",
                "`x` of kernel `k` is of type `std::option::Option<u32>`",
            ),
            ("pub fn k() -> u32 { 1 }", "PC0211", "`k` gives `u32`"),
        ],
    )
    def test_what_can_not_be_passed(
        self, store: Store, tmp_path: Path, text: str, code: str, message: str
    ) -> None:
        found = self.kernel(f"#[kernel]\n{text}\n", tmp_path, store)
        with pytest.raises(CompileError, match=message) as caught:
            signature_of(found, None)
        assert caught.value.diagnostic.code == code
