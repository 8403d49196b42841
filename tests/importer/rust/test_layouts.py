"""Layouts and variants as rustc has them, compared with what a program compiled by the same rustc sees."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from played_rustc import PlayedRustc
from rust_crates import compiled, needs_rustc

from periclase.diagnostics import CompileError
from periclase.importer.rust import layout_probe, rustdoc_items
from periclase.importer.rust.debug_text import DebugTextError, Value, parse_debug_text
from periclase.importer.rust.driver import RustCrate, compile_file
from periclase.importer.rust.emit_base import is_library
from periclase.importer.rust.enum_source import variants_of
from periclase.importer.rust.enum_tables import OF_CORE, OF_DEVICE, enums_of
from periclase.importer.rust.layout_table import TypeLayout, TypeQuery
from periclase.importer.rust.layouts import CrateLayouts
from periclase.importer.rust.passed_types import PassedTypes
from periclase.importer.rust.paths import probe_text
from periclase.importer.rust.store import Store
from periclase.importer.rust.toolchain import find_toolchain

TEXT = """
pub struct Padded { pub a: u8, pub b: u64, pub c: u16 }
#[repr(C)] pub struct InOrder { pub a: u8, pub b: u64, pub c: u16 }
pub union Either { pub a: u8, pub b: f64 }
pub enum Direct { A, B(u32), C { x: u64, y: u8 } }
#[repr(i16)] pub enum Declared { P(u8) = -3, Q(f32) = 200, R = 7 }
pub enum Only { One(u32) }
pub enum Never {}
pub enum Nested { Inner(Option<bool>), Other }
mod hidden {
    pub enum Within { First, Second(f32) }
    pub struct Kept { pub a: f64, pub b: bool }
}
pub fn uses(x: &hidden::Within, y: &hidden::Kept) -> bool {
    matches!(x, hidden::Within::First) && y.b
}
"""

LOCAL = ("Padded", "InOrder", "Either", "Direct", "Declared", "Only", "Nested")
CORE = (
    "(u8, u64, u16)",
    "core::option::Option<u32>",
    "core::option::Option<bool>",
    "core::option::Option<core::option::Option<bool>>",
    "core::option::Option<&u32>",
    "std::option::Option<core::num::NonZero<u8>>",
    "core::result::Result<u8, u64>",
    "core::cmp::Ordering",
    "core::option::Option<u128>",
    "core::ops::ControlFlow<u8, f32>",
    "core::slice::Iter<'_, f32>",
    "[core::option::Option<u8>; 3]",
)


@pytest.fixture(scope="module")
def crate(store: Store, tmp_path_factory: pytest.TempPathFactory) -> RustCrate:
    return compiled(TEXT, tmp_path_factory.mktemp("layouts"), store, "shapes")


@pytest.fixture(scope="module")
def layouts(crate: RustCrate, store: Store) -> CrateLayouts:
    return CrateLayouts(crate, store)


def layout(layouts: CrateLayouts, type: str, *variants: str) -> TypeLayout:
    return layouts([TypeQuery(type, variants)])[type]


@needs_rustc
def test_sizes_are_those_of_a_program(layouts: CrateLayouts, store: Store, tmp_path: Path) -> None:
    types = (*LOCAL, *CORE)
    lines = "".join(
        f'println!("{{}} {{}}", std::mem::size_of::<{t}>(), std::mem::align_of::<{t}>());\n' for t in types
    )
    program = tmp_path / "sizes.rs"
    local = TEXT.replace("pub enum Never {}", "")
    program.write_text(f"#![allow(dead_code)]\n{local}\nfn main() {{\n{lines}}}\n", encoding="utf-8")
    rustc = find_toolchain(str(tmp_path), store).program
    subprocess.run([rustc, "--edition=2024", "-o", str(tmp_path / "sizes"), str(program)], check=True)
    said = subprocess.run([str(tmp_path / "sizes")], capture_output=True, text=True, check=True).stdout
    expected = [tuple(map(int, line.split())) for line in said.splitlines()]
    found = layouts([TypeQuery(type) for type in types])
    assert [(found[type].size, found[type].align) for type in types] == expected


@needs_rustc
class TestShapes:
    def test_fields_in_order_of_declaration(self, layouts: CrateLayouts) -> None:
        assert layout(layouts, "InOrder").offsets == (0, 8, 16)
        offsets = layout(layouts, "Padded").offsets
        assert sorted(offsets) == [0, 8, 10]
        assert offsets[1] == 0

    def test_union(self, layouts: CrateLayouts) -> None:
        found = layout(layouts, "Either")
        assert (found.kind, found.size) == ("union", 8)

    def test_direct_tag(self, layouts: CrateLayouts) -> None:
        found = layout(layouts, "Direct", "B", "C")
        assert (found.kind, found.tag_kind, found.tag_offset, found.tag_size) == ("enum", "direct", 0, 1)
        assert [v.name for v in found.variants] == ["A", "B", "C"]
        assert [len(v.offsets) for v in found.variants] == [0, 1, 2]
        assert found.discriminant_type == "isize"

    def test_declared_discriminants(self, layouts: CrateLayouts) -> None:
        found = layout(layouts, "Declared", "Q")
        assert [(v.name, v.discriminant) for v in found.variants] == [("P", -3), ("Q", 200), ("R", 7)]
        assert (found.discriminant_type, found.tag_size) == ("i16", 2)

    def test_pointer_niche(self, layouts: CrateLayouts) -> None:
        found = layout(layouts, "core::option::Option<&u32>", "Some")
        assert (found.tag_kind, found.tag_pointer, found.untagged, found.niche_start) == ("niche", True, 1, 0)
        assert (found.niche_first, found.niche_last) == (0, 0)

    def test_nested_niche(self, layouts: CrateLayouts) -> None:
        found = layout(layouts, "core::option::Option<core::option::Option<bool>>", "Some")
        assert (found.tag_kind, found.tag_size, found.niche_start) == ("niche", 1, 3)
        assert layout(layouts, "Nested", "Other").size == 1

    def test_single_and_empty(self, layouts: CrateLayouts) -> None:
        assert layout(layouts, "Only", "One").tag_kind == "single"
        found = layout(layouts, "core::result::Result<u32, core::convert::Infallible>", "Ok")
        assert (found.tag_kind, [v.inhabited for v in found.variants]) == ("single", [True, False])
        assert layout(layouts, "core::option::Option<core::convert::Infallible>", "None").size == 0

    def test_private_modules(self, layouts: CrateLayouts) -> None:
        found = layout(layouts, "hidden::Within", "Second")
        assert [v.name for v in found.variants] == ["First", "Second"]
        assert layout(layouts, "hidden::Kept").size == 16

    def test_unknown_type_is_left_out(self, layouts: CrateLayouts) -> None:
        found = layouts([TypeQuery("nowhere::Nothing"), TypeQuery("(u8, u8)")])
        assert list(found) == ["(u8, u8)"]

    def test_what_is_known_starts_nothing(
        self, crate: RustCrate, store: Store, layouts: CrateLayouts, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        queries = [TypeQuery("Direct", ("A",)), TypeQuery("core::option::Option<&u32>", ("None",))]
        before = layouts(queries)
        monkeypatch.setattr(subprocess, "run", None)
        assert CrateLayouts(crate, store)(queries) == before


@needs_rustc
def test_long_types_leave_no_files(crate: RustCrate, store: Store) -> None:
    """rustc writes a type that is too long for a message into a file, where it runs."""
    type = "u8"
    for _ in range(12):
        type = f"core::iter::StepBy<core::iter::Skip<core::iter::Enumerate<core::option::Option<{type}>>>>"
    found = CrateLayouts(crate, store)([TypeQuery("(" + type + ",)")])
    assert found["(" + type + ",)"].size > 0
    assert [path.name for path in Path(crate.folder).iterdir()] == ["shapes.rs"]


@needs_rustc
def test_the_tables_of_core_are_rusts(store: Store, tmp_path: Path) -> None:
    """Each variant of a table is there, and a match on all of them is exhaustive: so none is missing. Casts tell the numbers."""
    lines: list[str] = []
    generics = {
        "option::Option": "<u8>",
        "result::Result": "<u8, u8>",
        "ops::ControlFlow": "<u8, u8>",
        "ops::Bound": "<u8>",
    }
    for path, table in OF_CORE.items():
        arms = " ".join(f"std::{path}::{name} {{ .. }} => {number}," for name, number in table.variants)
        wild = " _ => unreachable!()," if path == "sync::atomic::Ordering" else ""
        lines.append(
            f"fn f{len(lines)}(x: &std::{path}{generics.get(path, '')}) -> isize {{ match *x {{ {arms}{wild} }} }}"
        )
        if path in ("cmp::Ordering", "sync::atomic::Ordering", "num::FpCategory"):
            for name, number in table.variants:
                lines.append(f"const _: () = assert!(std::{path}::{name} as isize == {number});")
    compiled("\n".join(lines), tmp_path, store, "tables")


@needs_rustc
def test_the_tables_of_the_device_crate_are_its_own(store: Store, tmp_path: Path) -> None:
    crate = compiled("", tmp_path, store, "device_tables")
    source = Path(crate.ours.sources) / "cuda_device"
    texts = [file.read_text(encoding="utf-8") for file in source.glob("*.rs")]
    for path, table in OF_DEVICE.items():
        assert variants_of(texts, path.rpartition("::")[2]) == table.variants


@needs_rustc
def test_enums_by_where_they_stand(crate: RustCrate, store: Store) -> None:
    assert set(enums_of(crate, store)) == {
        *("Direct", "Declared", "Only", "Never", "Nested"),
        "hidden::Within",
    }


@pytest.mark.parametrize(
    "type, text",
    [
        ("f32", "f32"),
        ("&mut [f32]", "&'static mut [f32]"),
        ("Point", "k::Point"),
        ("a::Point<b::Q, u8>", "k::a::Point<k::b::Q, u8>"),
        ("core::option::Option<Point>", "core::option::Option<k::Point>"),
        ("other::Shape", "other::Shape"),
        ("cuda_device::DisjointSlice<'_, Point>", "cuda_device::DisjointSlice<'static, k::Point>"),
        ("(Point, *const Q)", "(k::Point, *const k::Q)"),
        ("[Point; 3]", "[k::Point; 3]"),
        ("fn(Point) -> u8", "fn(k::Point) -> u8"),
    ],
)
def test_text_for_another_crate(type: str, text: str) -> None:
    assert probe_text(type, "k", ["k", "other"]) == text


@pytest.mark.parametrize(
    "text, value",
    [
        ("None", "None"),
        ("[1, 2]", ["1", "2"]),
        ("Size(8 bytes)", Value("Size", {"0": "8 bytes"})),
        ("A { b: C { d: 0..=3 }, e: [] }", Value("A", {"b": Value("C", {"d": "0..=3"}), "e": []})),
        ("R { r: (..=1) | (3..) }", Value("R", {"r": "3..=1"})),
    ],
)
def test_debug_text(text: str, value: object) -> None:
    assert parse_debug_text(text) == value


@pytest.mark.parametrize("text", ["", "A {", "A { b }", "[1", "A } B", "A { b: }"])
def test_wrong_debug_text(text: str) -> None:
    with pytest.raises(DebugTextError):
        parse_debug_text(text)


@needs_rustc
def test_what_is_said_of_types_outlives_bodies(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change of a function's body asks neither rustdoc nor the probe; one of a struct asks rustdoc while rustc runs."""
    documented: list[RustCrate] = []
    probed: list[RustCrate] = []
    run, documenting = layout_probe._run, rustdoc_items._documented
    monkeypatch.setattr(
        layout_probe, "_run", lambda source, crate, folder: probed.append(crate) or run(source, crate, folder)
    )
    monkeypatch.setattr(
        rustdoc_items,
        "_documented",
        lambda crate, store: documented.append(crate) or documenting(crate, store),
    )
    text = "pub struct Moved { pub x: f32, pub y: u8 }\npub fn x_of(m: &Moved) -> f32 { m.x }\n"

    def fields(text: str) -> tuple[int, int, int]:
        crate = compiled(text, tmp_path, store, "moved")
        found = PassedTypes(crate, store).of("Moved")
        assert found is not None
        return len(found.leaves), len(documented), len(probed)

    assert fields(text) == (2, 1, 1)
    assert fields(text.replace("{ m.x }", "{ m.x + 1.0 }")) == (2, 1, 1)
    assert fields(text.replace("y: u8", "y: u8, pub z: u16")) == (3, 2, 2)
    assert not documented[1].mir  # it was asked before there was a text


@needs_rustc
def test_enums_of_a_file_that_is_another_by_now_are_refused(store: Store, tmp_path: Path) -> None:
    """rustdoc would tell of those that stand there now, in another order."""
    text = "pub enum Way { Left(u8), Right(u8) }\n"
    crate = compiled(text, tmp_path, store, "ways")
    other = compiled(text.replace("Left(u8), Right", "Right(u8), Left"), tmp_path, store, "ways")
    query = TypeQuery("ways::Way", ("Left", "Right"))
    with pytest.raises(CompileError, match="they were changed after it was loaded"):
        CrateLayouts(crate, store)([query])
    now = CrateLayouts(other, store)([query])["ways::Way"]
    assert [variant.name for variant in now.variants] == ["Right", "Left"]
    crate = compiled(text, tmp_path, store, "ways")
    then = CrateLayouts(crate, store)([query])["ways::Way"]
    assert [variant.name for variant in then.variants] == ["Left", "Right"]


@needs_rustc
@pytest.mark.parametrize(
    ("files", "before", "after", "size"),
    [
        (
            {
                "lib.rs": "pub trait Length { const N: usize; }\npub struct Short;\n"
                "macro_rules! length { ($t:ty, $n:expr) => { impl Length for $t { const N: usize = $n; } } }\n"
                "pub fn unused() { length!(Short, 3); }\npub struct Held { pub a: [u8; <Short as Length>::N] }\n"
            },
            "Short, 3",
            "Short, 9",
            9,
        ),
        (
            {
                "lib.rs": "#[macro_use] mod places;\n\npub struct Held { pub a: [u8; here!() as usize] }\n",
                "places.rs": "macro_rules! here { () => { line!() } }\n",
            },
            "\n\n",
            "\n\n\n\n",
            5,
        ),
        (
            {
                "lib.rs": "pub const fn size_of_given<R, F: FnOnce() -> R>(_: &F) -> usize { size_of::<R>() }\n"
                "pub fn given() -> impl Copy { 1u8 }\npub struct Held { pub a: [u8; size_of_given(&given)] }\n"
            },
            "1u8",
            "1u64",
            8,
        ),
    ],
    ids=["impl by a macro in a body", "lines of a macro of another file", "what a function gives"],
)
def test_what_types_outside_depend_on_is_asked_again(
    files: dict[str, str], before: str, after: str, size: int, store: Store, tmp_path: Path
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)

    def size_now() -> int:
        crate = compile_file(str(tmp_path / "lib.rs"), store)
        return CrateLayouts(crate, store)([TypeQuery(f"{crate.name}::Held")])[f"{crate.name}::Held"].size

    assert size_now() != size
    (tmp_path / "lib.rs").write_text(files["lib.rs"].replace(before, after))
    assert size_now() == size


@pytest.mark.parametrize(
    ("release", "attribute"), [("1.95.0", "rustc_layout"), ("1.96.0", "rustc_dump_layout")]
)
def test_each_version_is_asked_with_its_attribute(
    release: str, attribute: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crate = _played(release, tmp_path, monkeypatch)
    asked: list[str] = []
    monkeypatch.setattr(layout_probe, "_run", lambda source, *_: asked.append(source) or [])
    assert layout_probe.probe_layouts(["(u8, u32)"], crate, str(tmp_path)) == {}
    assert f"#[{attribute}(debug)] pub type L0 = (u8, u32);" in asked[0]


def test_a_version_without_the_attribute_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crate = _played("1.99.0", tmp_path, monkeypatch)
    said = {
        "message": "cannot find attribute `rustc_dump_layout` in this scope",
        "level": "error",
        "spans": [],
    }
    monkeypatch.setattr(layout_probe, "_run", lambda *_: [said])
    with pytest.raises(CompileError, match=r"rustc 1\.99\.0 can not be asked how types are laid out"):
        layout_probe.probe_layouts(["(u8, u32)"], crate, str(tmp_path))


def _played(release: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> RustCrate:
    monkeypatch.setenv("RUSTC", str(PlayedRustc(folder, release).program))
    file = folder / "kernel.rs"
    file.write_text("", encoding="utf-8")
    return compile_file(str(file), Store(str(folder / "kept")))


@pytest.mark.parametrize(
    ("file", "is_rusts"),
    [
        ("/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/num/f32.rs", True),
        ("/usr/src/rustc-1.96.0/library/core/src/num/f32.rs", True),
        ("/opt/rust/lib/rustlib/src/rust/library/std/src/num/f32.rs", True),
        ("library/core/src/option.rs", True),
        ("cuda_device/thread.rs", True),
        ("library/shapes.rs", False),
        ("src/library/core.rs", False),
    ],
)
def test_whose_a_file_is(file: str, is_rusts: bool) -> None:
    """Debian's rustc names other files for Rust's library than rustup's does."""
    assert is_library(file) == is_rusts
