"""What a device has no form for, in Rust: each is an error at the user's line, with the calls that lead there."""

from __future__ import annotations

from pathlib import Path

import pytest
from rust_crates import PRELUDE, compiled, needs_rustc, shared_store

from periclase import rust
from periclase.diagnostics import CompileError, Diagnostic
from periclase.importer.rust.import_kernel import source_text
from periclase.importer.rust.import_mir import import_rust_mir
from periclase.importer.rust.layouts import CrateLayouts

pytestmark = needs_rustc

CASES = {
    "an instruction of the host": (
        "PC0323",
        "does not hold its body",
        """
#[kernel]
pub fn k(y: &mut [f32]) {
    let _ = unsafe {
        core::arch::x86_64::_mm_set1_ps(y[0]) // here
    };
}
""",
    ),
    "functions of one path": (
        "PC0323",
        "does not hold its body",
        """
macro_rules! local {
    ($k:expr, $x:expr) => {{
        #[inline(never)]
        fn h(x: u32) -> u32 { x ^ $k }
        h($x) // here
    }};
}
#[kernel]
pub fn k(y: &mut [u32]) {
    y[0] = local!(1, y[1]) ^ local!(700, y[2]);
}
""",
    ),
    "constants of one path": (
        "PC0322",
        "does not tell which it is",
        """
macro_rules! table {
    ($t:expr, $x:expr) => {{
        const T: [u32; 3] = $t;
        T[$x as usize % 3] // here
    }};
}
#[kernel]
pub fn k(y: &mut [u32]) {
    y[0] = table!([1, 2, 3], y[1]) ^ table!([10, 20, 30], y[2]);
}
""",
    ),
    "impls of one place": (
        "PC0323",
        "does not hold its body",
        """
pub trait N { fn n() -> u32; }
macro_rules! number {
    ($($n:ident $k:literal),*) => {$(
        pub struct $n;
        impl N for $n {
            #[inline(never)]
            fn n() -> u32 { $k }
        }
    )*};
}
number!(N1 100, N2 200);
#[kernel]
pub fn k(y: &mut [u32]) {
    y[0] = N1::n() ^ N2::n() << 9; // here
}
""",
    ),
    "constants of impls of one place": (
        "PC0322",
        "does not tell which it is",
        """
pub trait N { const Q: [u32; 2]; }
macro_rules! number {
    ($($n:ident $k:literal),*) => {$(
        pub struct $n;
        impl N for $n { const Q: [u32; 2] = [$k, 2]; }
    )*};
}
number!(N1 100, N2 200);
#[kernel]
pub fn k(y: &mut [u32]) {
    let i = y[3] as usize & 1;
    y[0] = N1::Q[i] ^ N2::Q[i] << 9; // here
}
""",
    ),
    "a function that only panics": (
        "PC0305",
        "`shaded` does nothing but panic",
        """
#[inline(never)]
fn shaded(x: u32) -> u32 {
    unimplemented!("the host has another one for {x}")
}
#[kernel]
pub fn k(y: &mut [u32]) {
    y[0] = shaded(y[0]); // here
}
""",
    ),
    "slices of a type of one's own": (
        "PC0323",
        "a trait of Rust's library",
        """
#[derive(Clone, Copy, PartialEq)]
pub enum Sign { Less = -3, Same = 0, More = 17 }
#[kernel]
pub fn k(n: usize, y: &mut [u32]) {
    let signs = if n == 2 { [Sign::Less, Sign::Same, Sign::More] } else { [Sign::More; 3] };
    y[0] = (signs[..n] == signs[3 - n..]) as u32; // here
}
""",
    ),
    "dyn": (
        "PC0321",
        "trait object",
        """
pub trait Shape { fn area(&self) -> u32; }
pub struct A(u32);
pub struct B(u32);
impl Shape for A { fn area(&self) -> u32 { self.0 } }
impl Shape for B { fn area(&self) -> u32 { self.0 * 2 } }
#[kernel]
pub fn k(which: u32, y: &mut [u32]) {
    let (a, b) = (A(which), B(which));
    let shape: &dyn Shape = if which == 0 { &a } else { &b }; // here
    y[0] = shape.area();
}
""",
    ),
    "function pointer": (
        "PC0321",
        "function pointer",
        """
#[inline(never)]
fn through(f: fn(u32) -> u32, x: u32) -> u32 { f(x) }
fn twice(x: u32) -> u32 { x * 2 }
#[kernel]
pub fn k(y: &mut [u32]) {
    y[0] = through(twice, y[0]); // here
}
""",
    ),
    "an async function": (
        "PC0321",
        "there is nothing on a device that runs async code",
        """
use core::{future::Future, pin::pin, task::{Context, Poll, Waker}};
async fn following(x: u32) -> u32 { x + 1 } // here
#[kernel]
pub fn k(y: &mut [u32]) {
    let mut task = pin!(following(y[0]));
    if let Poll::Ready(x) = task.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        y[0] = x;
    }
}
""",
    ),
    "an async block": (
        "PC0321",
        "there is nothing on a device that runs async code",
        """
use core::future::Future;
#[inline(never)]
fn started<F: Future<Output = u32>>(f: F, x: u32) -> u32 { core::mem::size_of_val(&f) as u32 + x }
#[kernel]
pub fn k(y: &mut [u32]) {
    let x = y[0];
    y[0] = started(async move { x + 1 }, 3); // here
}
""",
    ),
    "a panic that is caught": (
        "PC0321",
        "unwinding can not be compiled for a device: a panic ends the launch",
        """
#[kernel]
pub fn k(y: &mut [u32]) {
    let x = y[0];
    let found = std::panic::catch_unwind(move || 100 / x); // here
    y[0] = found.unwrap_or(7);
}
""",
    ),
    "a panic that goes on": (
        "PC0321",
        "nothing allocates memory there",
        """
#[kernel]
pub fn k(y: &mut [u32]) {
    if y[0] == 3 {
        std::panic::resume_unwind(Box::new(y[0])); // here
    }
    y[0] = 7;
}
""",
    ),
    "heap": (
        "PC0321",
        "nothing allocates memory",
        """
#[kernel]
pub fn k(n: usize, y: &mut [u32]) {
    let held: Vec<u32> = Vec::with_capacity(n); // here
    y[0] = held.capacity() as u32;
}
""",
    ),
    "standard output": (
        "PC03",
        "",
        """
#[kernel]
pub fn k(y: &mut [u32]) {
    println!("{}", y[0]); // here
}
""",
    ),
    "the clock": (
        "PC0304",
        "there is no operating system",
        """
#[kernel]
pub fn k(y: &mut [u64]) {
    std::thread::sleep(std::time::Duration::from_millis(y[0])); // here
}
""",
    ),
    "assembly": (
        "PC0321",
        "asm!",
        """
#[kernel]
pub fn k(y: &mut [u32]) {
    unsafe { core::arch::asm!("nop") }; // here
    y[0] = 1;
}
""",
    ),
    "a body that nobody has": (
        "PC03",
        "",
        """
#[kernel]
pub fn k(y: &mut [u32]) {
    y[0] = letters(y[0]);
}
#[inline(never)]
fn letters(x: u32) -> u32 {
    (x as u8 as char).is_alphabetic() as u32 // here
}
""",
    ),
}


def refused(text: str, tmp_path_factory: pytest.TempPathFactory) -> Diagnostic:
    store = shared_store(tmp_path_factory)
    crate = compiled(text, tmp_path_factory.mktemp("refused"), store)
    with pytest.raises(CompileError) as raised:
        import_rust_mir(crate.mir, CrateLayouts(crate, store), span_file=crate.source_file)
    return raised.value.diagnostic


@pytest.mark.parametrize("case", CASES)
def test_refused_at_the_users_line(case: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    code, words, text = CASES[case]
    found = refused(text, tmp_path_factory)
    assert found.code.startswith(code), found
    assert words in found.message
    assert found.help
    lines = (PRELUDE + text).split("\n")
    wanted = next(n for n, line in enumerate(lines, 1) if line.endswith("// here"))
    assert found.span is not None
    assert found.span.line == wanted, found


WAY = """
#[inline(never)]
fn way(x: u32) -> u32 {
    #[derive(Clone, Copy)]
    enum Way { Right, Left }
    let ways = core::hint::black_box([Way::Left, Way::Right]);
    ways[(x & 1) as usize] as u32
}
#[kernel]
pub fn k(y: &mut [u32]) {
    y[0] = way(y[1]);
}
"""


def test_types_of_a_function_and_of_a_module_of_its_name(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Both are `way::Way`, and rustc is asked about the one in the module: its numbers would be taken for the other's."""
    store = shared_store(tmp_path_factory)
    declared = "pub mod way { #[derive(Clone, Copy)] pub enum Way { Left = 9, Right = 5 } }"
    crate = compiled(declared + WAY, tmp_path_factory.mktemp("ways"), store)
    with pytest.raises(
        CompileError, match="a function declares a type `way::Way`, and so does a module of its name"
    ):
        import_rust_mir(
            crate.mir,
            CrateLayouts(crate, store),
            span_file=crate.source_file,
            source_text=source_text(crate),
        )


@pytest.mark.parametrize("ways", ["pub mod way { pub enum Other { Left } }", ""])
def test_a_type_of_a_function_alone_is_taken(ways: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    store = shared_store(tmp_path_factory)
    crate = compiled(ways + WAY, tmp_path_factory.mktemp("ways"), store)
    import_rust_mir(
        crate.mir, CrateLayouts(crate, store), span_file=crate.source_file, source_text=source_text(crate)
    ).verify()


def test_a_function_that_never_comes_back_may_only_panic(tmp_path_factory: pytest.TempPathFactory) -> None:
    store = shared_store(tmp_path_factory)
    text = """
#[inline(never)]
fn stop(x: u32) -> ! {
    panic!("stopped at {x}")
}
#[kernel]
pub fn k(y: &mut [u32]) {
    if y[0] == 7 {
        stop(y[1]);
    }
}
"""
    crate = compiled(text, tmp_path_factory.mktemp("stops"), store)
    module = import_rust_mir(crate.mir, CrateLayouts(crate, store), span_file=crate.source_file)
    assert 'mir.panic "stopped at {}"' in str(module)


def test_an_intrinsic_that_does_not_exist_is_refused_by_rustc(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    text = "#[kernel]\npub fn k(y: &mut [u32]) {\n    y[0] = stubs::thread_idx_w();\n}\n"
    with pytest.raises(CompileError, match="cannot find function `thread_idx_w` in module `stubs`") as raised:
        compiled(text, tmp_path_factory.mktemp("unknown"), shared_store(tmp_path_factory))
    assert raised.value.diagnostic.code == "PC0340"


def test_the_chain_of_calls_is_told(tmp_path_factory: pytest.TempPathFactory) -> None:
    found = refused(CASES["a body that nobody has"][2], tmp_path_factory)
    assert [frame.function for frame in found.call_chain] == ["k"]
    assert found.call_chain[0].span is not None
    assert found.call_chain[0].span.line == 6


@pytest.mark.parametrize("case", ["an async function", "a panic that is caught"])
def test_the_chain_of_calls_to_what_is_refused_is_told(
    case: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    text = CASES[case][2].replace("#[kernel]\npub fn k(", "fn inner(")
    text += "#[kernel]\npub fn outer(y: &mut [u32]) {\n    inner(y);\n}\n"
    found = refused(text, tmp_path_factory)
    assert [frame.function for frame in found.call_chain][:2] == ["outer", "inner"][: len(found.call_chain)]
    calling = (PRELUDE + text).split("\n").index("    inner(y);") + 1
    assert found.call_chain[0].span is not None
    assert found.call_chain[0].span.line == calling


PRIVATE = """
mod inner {
    use super::*;
    #[kernel]
    pub fn k(y: &mut [u32], n: u32) {
        let odd = (0..n).rev().step_by(2).map(|x| x * 3).filter(|x| x % 2 == 1);
        y[0] = odd.take(10).fold(0, |a, b| a ^ b);
    }
}
"""


def test_a_private_module_is_named_where_rustc_could_inline_more(tmp_path: Path) -> None:
    file = tmp_path / "kernel.rs"
    file.write_text(PRELUDE + PRIVATE, encoding="utf-8")
    with pytest.raises(CompileError, match="does not hold its body") as raised:
        rust.load(file)["k"].ptx(arch="sm_80")
    assert "make the module `pub`" in (raised.value.diagnostic.help or "")
    file.write_text(PRELUDE + PRIVATE.replace("mod inner", "pub mod inner"), encoding="utf-8")
    assert ".entry k(" in rust.load(file)["k"].ptx(arch="sm_80")
