"""Projects of cargo's: what of a manifest is read, and what is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from rust_crates import needs_rustc

from periclase import open_device, rust
from periclase.diagnostics import CompileError
from periclase.importer.rust import cargo
from periclase.importer.rust.cargo import compile_project, read_package
from periclase.importer.rust.store import Store

WORKSPACE = {
    "Cargo.toml": """
[workspace]
members = ["kernels", "maths"]

[workspace.package]
version = "1.2.3-beta"
edition = "2024"
authors = ["A", "B"]

[workspace.dependencies]
my-maths = { path = "maths", features = ["cubes"] }
""",
    "kernels/Cargo.toml": """
[package]
name = "my-kernels"
version.workspace = true
edition.workspace = true
authors.workspace = true

[dependencies]
my-maths = { workspace = true, features = ["squares"] }
""",
    "kernels/src/lib.rs": """
use cuda_device::*;

const MINOR: &str = env!("CARGO_PKG_VERSION_MINOR");
const NAMES: usize = concat!(
    env!("CARGO_PKG_NAME"), env!("CARGO_CRATE_NAME"), env!("CARGO_PKG_AUTHORS"), env!("CARGO_PKG_VERSION_PRE")
).len();

#[kernel]
pub fn told(mut y: DisjointSlice<u32>) {
    if let Some((y, i)) = y.get_mut_indexed() {
        *y = [MINOR.as_bytes()[0] as u32 - 48, NAMES as u32, my_maths::WITH][i.get()];
    }
}
""",
    "maths/Cargo.toml": """
[package]
name = "my-maths"
edition.workspace = true

[features]
cubes = []
squares = []
""",
    "maths/src/lib.rs": """
#![no_std]
pub const WITH: u32 = cfg!(feature = "cubes") as u32 + 2 * cfg!(feature = "squares") as u32;
""",
}

FILES = {
    "kernels/Cargo.toml": """
[package]
name = "my-kernels"
edition = "2024"

[features]
default = ["boxes"]
boxes = []

[dependencies]
cuda-device = "0.1"
cuda-host = { git = "https://example.org/nothing" }
my-maths = { path = "../maths", features = ["cubes"] }
unused = { path = "../nowhere", optional = true }
""",
    "kernels/src/lib.rs": """
use cuda_device::*;
use my_maths::{cube, pick, Shape};

#[kernel]
pub fn cubes(x: &[f32], mut y: DisjointSlice<f32>) {
    if let Some((y, i)) = y.get_mut_indexed() {
        let x = x[i.get()];
        let shape = if x > 3.0 { Shape::Box(x) } else { Shape::Dot };
        *y = cube(x) + if cfg!(feature = "boxes") { shape.area() } else { -1.0 };
    }
}

#[kernel]
pub fn picks(x: &[f32], mut y: DisjointSlice<f32>) {
    if let Some((y, i)) = y.get_mut_indexed() {
        *y = pick(x, i.get() + 1);
    }
}
""",
    "maths/Cargo.toml": """
[package]
name = "my-maths"
edition = "2021"

[features]
cubes = ["powers"]
powers = []

[dependencies]
deep = { path = "../deep", default-features = false }
""",
    "maths/src/lib.rs": """
#![no_std]
mod shapes {
    pub enum Shape {
        Dot,
        Box(f32),
    }
    impl Shape {
        pub fn area(&self) -> f32 {
            match self {
                Shape::Dot => 0.0,
                Shape::Box(side) => side * side,
            }
        }
    }
}
pub use shapes::Shape;

#[cfg(all(feature = "cubes", feature = "powers"))]
pub fn cube(x: f32) -> f32 {
    deep::twice(x) * x * x / 2.0
}

pub fn pick(values: &[f32], i: usize) -> f32 {
    values[i]
}
""",
    "deep/Cargo.toml": """
[package]
name = "deep"

[lib]
path = "code.rs"

[features]
default = ["thrice"]
thrice = []
""",
    "deep/code.rs": """
#![no_std]
pub fn twice(x: f32) -> f32 {
    if cfg!(feature = "thrice") { 3.0 * x } else { x + x }
}
""",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_package(project: Path) -> None:
    package, wanted = read_package(str(project / "kernels" / "Cargo.toml"))
    assert (package.name, package.edition, package.features) == ("my_kernels", "2024", ("boxes", "default"))
    assert package.root == str(project / "kernels" / "src" / "lib.rs")
    assert package.dependencies == (("my_maths", str(project / "maths" / "Cargo.toml")),)
    assert wanted == [(str(project / "maths" / "Cargo.toml"), ("cubes",), True)]


def test_features_turn_on_others(project: Path) -> None:
    package, wanted = read_package(str(project / "maths" / "Cargo.toml"), ("cubes",))
    assert package.features == ("cubes", "powers")
    assert wanted == [(str(project / "deep" / "Cargo.toml"), (), False)]


def test_path_and_edition_of_old(project: Path) -> None:
    package, _ = read_package(str(project / "deep" / "Cargo.toml"), (), False)
    assert (package.root, package.edition) == (str(project / "deep" / "code.rs"), "2015")
    assert package.features == ()


REFUSED = {
    "registry": ("[package]\nname = 'a'\n[dependencies]\nlibm = '0.2'\n", "depends on libm"),
    "virtual": ("[workspace]\nmembers = ['a']\n", "has no package"),
    "macro": ("[package]\nname = 'a'\n[lib]\nproc-macro = true\n", "is a proc macro"),
    "script": ("[package]\nname = 'a'\nbuild = 'src/lib.rs'\n", "has a build script"),
    "no file": ("[package]\nname = 'a'\n[lib]\npath = 'no.rs'\n", "there is no no.rs"),
    "no TOML": ("[package\n", "is not TOML"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_needs_cargo_is_refused(project: Path, case: str) -> None:
    text, message = REFUSED[case]
    manifest = project / "kernels" / "Cargo.toml"
    manifest.write_text(text)
    with pytest.raises(CompileError, match=message) as caught:
        read_package(str(manifest))
    assert caught.value.diagnostic.code == "PC0343"
    assert caught.value.diagnostic.span is not None


def test_manifest_that_is_not_there(project: Path) -> None:
    with pytest.raises(CompileError, match="cannot read"):
        read_package(str(project / "Cargo.toml"))


def test_circle(project: Path, tmp_path: Path) -> None:
    manifest = project / "deep" / "Cargo.toml"
    manifest.write_text(manifest.read_text() + '\n[dependencies]\nmy-maths = { path = "../maths" }\n')
    with pytest.raises(CompileError, match="depends on itself"):
        compile_project(str(project / "kernels" / "Cargo.toml"), Store(str(tmp_path / "store")))


@needs_rustc
def test_launch(project: Path) -> None:
    kernels = rust.load(project / "kernels" / "Cargo.toml")
    assert list(kernels) == ["cubes", "picks"]
    device = open_device("cpu")
    x = np.arange(6, dtype=np.float32)
    y = device.zeros(6, np.float32)
    kernels.cubes[1, 6](device.array(x), y)
    np.testing.assert_array_equal(y.numpy(), x**3 + np.where(x > 3, x * x, 0))


@needs_rustc
def test_failure_is_in_the_file_of_its_crate(project: Path) -> None:
    device = open_device("cpu")
    y = device.zeros(6, np.float32)
    kernels = rust.load(project / "kernels" / "Cargo.toml")
    kernels.picks[1, 6](device.array(np.arange(6, dtype=np.float32)), y)
    with pytest.raises(Exception, match="index out of bounds") as caught:
        y.numpy()
    assert str(project / "maths" / "src" / "lib.rs") in str(caught.value)


@needs_rustc
def test_a_change_of_a_dependency_is_seen(project: Path) -> None:
    manifest = project / "kernels" / "Cargo.toml"
    before = rust.load(manifest).cubes.fingerprint()
    assert rust.load(manifest).cubes.fingerprint() == before
    source = project / "deep" / "code.rs"
    source.write_text(source.read_text().replace("x + x", "2.0 * x"))
    assert rust.load(manifest).cubes.fingerprint() != before


def test_a_crate_has_the_features_that_any_wants(tmp_path: Path) -> None:
    features = 'edition = "2024"\n[features]\ndefault = ["a"]\na = []\nb = []\nc = []\n'
    files = {
        "top": '[package]\nname = "top"\n[dependencies]\n'
        'middle = { path = "../middle" }\nlow = { path = "../low", default-features = false, features = ["c"] }\n',
        "middle": '[package]\nname = "middle"\n[dependencies]\nlow = { path = "../low", features = ["b"] }\n',
        "low": f'[package]\nname = "low"\n{features}',
    }
    for name, text in files.items():
        (tmp_path / name / "src").mkdir(parents=True)
        (tmp_path / name / "Cargo.toml").write_text(text)
        (tmp_path / name / "src" / "lib.rs").write_text("")
    packages = {package.name: package for package in cargo.packages_of(str(tmp_path / "top" / "Cargo.toml"))}
    assert list(packages) == ["low", "middle", "top"]
    assert set(packages["low"].features) >= {"a", "b", "c"}


def written(files: dict[str, str], folder: Path) -> Path:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


@needs_rustc
def test_a_workspace_and_cargos_variables(tmp_path: Path) -> None:
    manifest = written(WORKSPACE, tmp_path) / "kernels" / "Cargo.toml"
    y = open_device("cpu").zeros(3, np.uint32)
    rust.load(manifest).told[1, 3](y)
    assert y.numpy().tolist() == [2, len("my-kernelsmy_kernelsA:Bbeta"), 3]
    (tmp_path / "Cargo.toml").write_text(
        WORKSPACE["Cargo.toml"].replace("1.2.3-beta", "1.7.3"), encoding="utf-8"
    )
    rust.load(manifest).told[1, 3](y)
    assert y.numpy().tolist() == [7, len("my-kernelsmy_kernelsA:B"), 3], "another version is another crate"


@pytest.mark.parametrize(
    "file, old, new, message",
    [
        ("Cargo.toml", 'edition = "2024"', "", "has no `package.edition`"),
        ("Cargo.toml", "my-maths = {", "other = {", "has no dependency `my-maths`"),
        ("Cargo.toml", "[workspace", "[outside", "takes something from its workspace, and is in none"),
    ],
)
def test_what_a_workspace_has_not(tmp_path: Path, file: str, old: str, new: str, message: str) -> None:
    written(WORKSPACE | {file: WORKSPACE[file].replace(old, new)}, tmp_path)
    with pytest.raises(CompileError, match=message) as caught:
        read_package(str(tmp_path / "kernels" / "Cargo.toml"))
    assert caught.value.diagnostic.code == "PC0343"


@pytest.mark.parametrize(
    "text, message",
    [
        (b'[package]\nname = "\xff"', "is not TOML"),
        (b'description = "\\u0000"', "has a text with a zero byte"),
        (b'[dependencies]\nlow = { path = "\\u0000" }', "has a text with a zero byte"),
        (b"authors = 5", "the authors are no list of texts"),
        (b"authors.workspace = true\n[workspace.package]\nauthors = 5", "the authors are no list of texts"),
        (b"[features]\ndefault = 5", "what `default` turns on are no list of texts"),
        (b"[features]\ndefault = [5]", "what `default` turns on are no list of texts"),
        (
            b"[dependencies]\nlow = { path = '../low', features = 5 }",
            "the features of low are no list of texts",
        ),
        (b"[dependencies]\nlow = { package = [] }", "which does not lie beside it"),
        (
            b"[dependencies]\nlow = { workspace = true }\n[workspace.dependencies]\nlow = 5",
            "which does not lie beside it",
        ),
        (
            b"[dependencies]\nlow = { workspace = true, features = 5 }\n"
            b"[workspace.dependencies]\nlow = { path = '../low' }",
            "the features of low are no list of texts",
        ),
    ],
)
def test_a_manifest_with_something_else_than_cargo_has_there(
    tmp_path: Path, text: bytes, message: str
) -> None:
    manifest = tmp_path / "Cargo.toml"
    manifest.write_bytes(b'[package]\nname = "top"\n' + text if b"[package]" not in text else text)
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "lib.rs").write_text("")
    with pytest.raises(CompileError, match=message) as caught:
        read_package(str(manifest))
    assert caught.value.diagnostic.code == "PC0343"


@pytest.mark.parametrize(
    ("dependency", "called"),
    [
        ('my-maths = { path = "../maths" }', "sums"),
        ('renamed = { path = "../maths", package = "my-maths" }', "renamed"),
    ],
)
def test_a_dependency_is_called_as_its_library_is(dependency: str, called: str, tmp_path: Path) -> None:
    """Cargo gives a crate the name of its library, unless the one that depends on it says another."""
    for name, told in (("maths", '[lib]\nname = "sums"\n'), ("kernels", f"[dependencies]\n{dependency}\n")):
        (tmp_path / name / "src").mkdir(parents=True)
        (tmp_path / name / "src" / "lib.rs").write_text("", encoding="utf-8")
        text = f'[package]\nname = "my-{name}"\nedition = "2024"\n{told}'
        (tmp_path / name / "Cargo.toml").write_text(text, encoding="utf-8")
    package, _ = read_package(str(tmp_path / "kernels" / "Cargo.toml"))
    assert [name for name, _ in package.dependencies] == [called]
