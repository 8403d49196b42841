"""`load(…, debug="full")`: the variables of kernels in Rust, and their types, in DWARF; the code of a MIR text as without."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import numpy as np
import pytest
from rust_crates import needs_rustc

from periclase import open_device, rust
from periclase.codegen.assembler import assemble, available_assemblers
from periclase.codegen.compiler import stages
from periclase.definition_errors import DefinitionError
from periclase.record import replace
from tests.support.dwarf import Entry, entries_of_object, entries_of_ptx

pytestmark = needs_rustc

TEXT = """use cuda_device::*;

#[derive(Clone, Copy)]
pub struct Point {
    x: f32,
    y: f64,
    tag: u8,
}

#[inline(never)]
fn moved(p: Point, by: f32) -> Point {
    let twice = by * 2.0;
    Point { x: p.x + twice, y: p.y, tag: p.tag }
}

fn halved(v: f32) -> f32 {
    let w = v * 0.5;
    w * w
}

#[kernel]
pub fn sums(a: f32, x: &[f32], mut y: DisjointSlice<f32>, n: u32) {
    let i = thread::index_1d();
    let mut total = 0.0f32;
    let scale = 3.0f32;
    for j in 0..n {
        total += halved(x[j as usize]) * scale;
    }
    let point = moved(Point { x: total, y: 1.0, tag: 3 }, a);
    let pair = (total, n);
    let table = [total, a, 2.0];
    if let Some(out) = y.get_mut(i) {
        *out = point.x + pair.0 + pair.1 as f32 + table[(n % 3) as usize];
    }
}

#[kernel]
pub fn wraps(n: u32, mut y: DisjointSlice<u32>) {
    let i = thread::index_1d();
    let more = n + 1;
    if let Some(out) = y.get_mut(i) {
        *out = more;
    }
}
"""


def line_of(text: str) -> int:
    """The line, from 1, on which `text` is for the first time."""
    return TEXT[: TEXT.index(text)].count("\n") + 1


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("rust") / "told.rs"
    made.write_text(TEXT)
    return made


@pytest.fixture(scope="module")
def full(file: Path) -> rust.RustModule:
    return rust.load(file, debug="full")


@pytest.fixture(scope="module")
def texts(full: rust.RustModule) -> dict[str, str]:
    """The PTX of `sums`, by target."""
    return {target: full.sums.ptx(target) for target in ("sm_75", "sm_90")}


@pytest.fixture(scope="module")
def units(full: rust.RustModule, texts: dict[str, str]) -> dict[str, Entry]:
    """What the debug information of `sums` is, by target."""
    image = next(value for name, value in stages(full.sums, target="cpu") if name == "obj")
    assert isinstance(image, bytes)
    found = {target: entries_of_ptx(text) for target, text in texts.items()}
    if image[:4] == b"\x7fELF":
        found["cpu"] = entries_of_object(image)
    return found


def variables(function: Entry) -> dict[str, Entry]:
    kinds = ("variable", "formal_parameter")
    return {each.name: each for each in function.children if each.tag in kinds and each.name is not None}


def fields(type: Entry) -> list[tuple[str | None, str | None, object]]:
    found: list[tuple[str | None, str | None, object]] = []
    for member in type.all("member"):
        place = member.attributes["data_member_location"]
        found.append((member.name, member.type.name, place[1] if isinstance(place, bytes) else place))
    return found


def test_variables_have_their_names_lines_and_types(units: dict[str, Entry]) -> None:
    for unit in units.values():
        found = variables(unit.the("subprogram", "sums"))
        shown = {name: each.type.name for name, each in found.items()}
        wanted = {"a": "f32", "x": "&[f32]", "n": "u32", "total": "f32", "scale": "f32", "j": "u32"}
        wanted |= {"point": "Point", "pair": "(f32, u32)", "out": "&mut f32"}
        assert shown.items() >= wanted.items()
        assert "DisjointSlice" in (shown["y"] or "")
        lines = {name: found[name].attributes["decl_line"] for name in wanted}
        assert lines["a"] == line_of("pub fn sums")
        assert lines["scale"] == line_of("let scale")
        assert lines["j"] == line_of("for j in")
        assert lines["pair"] == line_of("let pair")
        parameters = [name for name, each in found.items() if each.tag == "formal_parameter"]
        assert parameters == ["a", "x", "y", "n"]


def test_structs_lie_as_rustc_has_them(units: dict[str, Entry]) -> None:
    for unit in units.values():
        point = unit.all("structure_type", "Point")[0]
        assert point.attributes["byte_size"] == 16
        assert sorted(fields(point), key=str) == [("tag", "u8", 12), ("x", "f32", 8), ("y", "f64", 0)]
        pair = unit.all("structure_type", "(f32, u32)")[0]
        assert fields(pair) == [("__0", "f32", 0), ("__1", "u32", 4)]  # as rustc and gdb name them
        table = variables(unit.the("subprogram", "sums"))["table"].type
        assert [each.attributes["count"] for each in table.all("subrange_type")] == [3]


def test_what_rustc_has_taken_apart_or_made_constant_has_its_place(units: dict[str, Entry]) -> None:
    for unit in units.values():
        places = {each.name for each in unit.walk() if "location" in each.attributes}
        assert {"x", "n", "total", "pair", "point"} <= places
        scale = [each.attributes for each in unit.all("variable", "scale")]
        assert any("location" in each or each.get("const_value") == 0x40400000 for each in scale)


def test_functions_that_rustc_inlined_have_their_variables(units: dict[str, Entry]) -> None:
    for unit in units.values():
        assert variables(unit.the("subprogram", "halved")).keys() == {"v", "w"}
        inlined = unit.all("inlined_subroutine", "halved")
        assert inlined and inlined[0].attributes["call_line"] == line_of("total += halved")
        assert variables(unit.the("subprogram", "moved")).keys() >= {"p", "by", "twice"}


def test_the_code_is_as_without(full: rust.RustModule, texts: dict[str, str], file: Path) -> None:
    def code(text: str) -> list[str]:
        lines = re.split(r"\n\s*\.section|\n\s*\.file", text)[0].splitlines()
        noise = re.compile(r"\s*(\.loc|//|\$L__(tmp|func|info|DW)|\.target|$)")
        return [line.split("//")[0] for line in lines if not noise.match(line)]

    plain = rust.load(file, debug="full")  # rustc's text is another one where it needs no variables
    plain.sums.options = replace(plain.sums.options, variables=False)
    without = plain.sums.ptx("sm_90")
    assert code(texts["sm_90"]) == code(without)
    assert ".debug_info" in texts["sm_90"] and ".debug_info" not in without
    assert full.sums.fingerprint() != plain.sums.fingerprint()


@pytest.mark.skipif(not available_assemblers(), reason="no assembler")
def test_the_assembler_takes_it(texts: dict[str, str]) -> None:
    for target, text in texts.items():
        assert assemble(text, target)


def test_the_language_is_named(units: dict[str, Entry]) -> None:
    rust_of_dwarf = 0x1C
    assert {unit.attributes["0x13"] for unit in units.values()} == {rust_of_dwarf}


def test_it_computes_the_same(full: rust.RustModule) -> None:
    device = open_device("cpu")
    x, y = device.array(np.arange(4, dtype=np.float32)), device.zeros(4, np.float32)
    full.sums[1, 4](2.0, x, y, 4)
    total = sum((v * 0.5) ** 2 * 3 for v in range(4))
    assert y.numpy().tolist() == [total + 4 + total + 4 + 2.0] * 4


def test_both_features_and_none(file: Path) -> None:
    both = rust.load(file, debug=("full", "overflow"))
    assert "overflow" in both.wraps.mir() and "dbg_value" in both.wraps.mir()
    plain = rust.load(file, debug=())
    assert "overflow" not in plain.wraps.mir() and "dbg_value" not in plain.wraps.mir()
    again = pickle.loads(pickle.dumps(both.wraps))
    assert again.fingerprint() == both.wraps.fingerprint()
    with pytest.raises(DefinitionError, match="unknown debug feature 'some'"):
        rust.load(file, debug="some")
