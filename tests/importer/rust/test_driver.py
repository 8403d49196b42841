"""From a file in Rust to MIR: what is compiled when, and what is said when it can not be."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from played_rustc import MISMATCH, PlayedRustc
from rust_crates import compiled, needs_rustc

from periclase.diagnostics import CompileError
from periclase.importer.rust import driver
from periclase.importer.rust.driver import compile_file, crate_name
from periclase.importer.rust.store import Store
from periclase.importer.rust.toolchain import FLAGS

SCALE = """
#[kernel]
pub fn scale(factor: f32, mut y: DisjointSlice<f32>) {
    if let Some((y, _)) = y.get_mut_indexed() {
        *y *= factor;
    }
}
"""


@pytest.fixture
def kept(tmp_path: Path) -> Store:
    return Store(str(tmp_path / "store"))


@pytest.fixture
def rustc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PlayedRustc:
    played = PlayedRustc(tmp_path, mir="fn f() -> () {\n}\n")
    monkeypatch.setenv("RUSTC", str(played.program))
    return played


@pytest.mark.parametrize(
    "file, name",
    [
        ("saxpy.rs", "saxpy"),
        ("a/my-kernel.v2.rs", "my_kernel_v2"),
        ("3d.rs", "kernel_3d"),
        ("match.rs", "kernel_match"),
        ("cuda_device.rs", "kernel_cuda_device"),
        ("größe.rs", "gr__e"),
    ],
)
def test_crate_name(file: str, name: str) -> None:
    assert crate_name(file) == name


class TestCache:
    def test_unchanged_file_starts_nothing(self, kept: Store, rustc: PlayedRustc, tmp_path: Path) -> None:
        first = compiled("", tmp_path, kept)
        calls = len(rustc.calls)
        assert calls == 4  # which it is, our two crates, the file
        assert compiled("", tmp_path, Store(kept.folder)).key == first.key
        assert len(rustc.calls) == calls

    def test_a_new_time_alone_starts_nothing(self, kept: Store, rustc: PlayedRustc, tmp_path: Path) -> None:
        crate = compiled("", tmp_path, kept)
        calls = len(rustc.calls)
        os.utime(crate.root, ns=(1, 1))
        assert compile_file(crate.root, kept).key == crate.key
        assert len(rustc.calls) == calls

    def test_a_change_is_compiled(self, kept: Store, rustc: PlayedRustc, tmp_path: Path) -> None:
        first = compiled("", tmp_path, kept)
        calls = len(rustc.calls)
        assert compiled("fn g() {}", tmp_path, kept).key != first.key
        assert len(rustc.calls) == calls + 1

    def test_what_is_saved_while_rustc_runs_is_compiled(
        self, kept: Store, rustc: PlayedRustc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What it has read may be either: its text, and layouts by it, are not kept as those of the new file."""
        compiled("", tmp_path, kept)  # our crates are there
        run, calls = driver.run_rustc, 0

        def saving(*arguments: object, **named: object) -> None:
            nonlocal calls
            calls += 1
            run(*arguments, **named)  # type: ignore[arg-type]
            if calls == 1:
                (tmp_path / "kernel.rs").write_text("// saved meanwhile")

        monkeypatch.setattr(driver, "run_rustc", saving)
        (tmp_path / "kernel.rs").write_text("// first")
        compile_file(str(tmp_path / "kernel.rs"), kept)
        assert calls == 2
        compile_file(str(tmp_path / "kernel.rs"), kept)
        assert calls == 2

    def test_a_file_of_the_future_is_compiled_all_the_same(
        self, kept: Store, rustc: PlayedRustc, tmp_path: Path
    ) -> None:
        (tmp_path / "kernel.rs").write_text("")
        os.utime(tmp_path / "kernel.rs", (4e9, 4e9))
        compile_file(str(tmp_path / "kernel.rs"), kept)
        calls = len(rustc.calls)
        compile_file(str(tmp_path / "kernel.rs"), kept)
        assert len(rustc.calls) == calls

    def test_another_compiler_compiles_all_again(
        self, kept: Store, rustc: PlayedRustc, tmp_path: Path
    ) -> None:
        first = compiled("", tmp_path, kept)
        PlayedRustc(tmp_path, "1.96.0")
        second = compiled("", tmp_path, kept)
        assert second.key != first.key
        assert second.ours != first.ours

    def test_without_a_folder_it_lives_as_long_as_the_store(self, rustc: PlayedRustc, tmp_path: Path) -> None:
        store = Store(None)
        folder = store.folder
        compiled("", tmp_path, store)
        assert os.path.isdir(folder)
        del store
        assert not os.path.exists(folder)

    def test_a_folder_that_can_not_be_written(self, rustc: PlayedRustc, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        unusable = Store(str(tmp_path / "file" / "store"))
        file = tmp_path / "k.rs"
        file.write_text("x")
        first = compile_file(str(file), unusable)
        calls = len(rustc.calls)
        assert compile_file(str(file), unusable).key == first.key
        assert [call for call in rustc.calls[calls:] if "-vV" not in call] == []

    def test_a_failure_leaves_nothing(
        self, kept: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("RUSTC", str(PlayedRustc(tmp_path, error=MISMATCH).program))
        with pytest.raises(CompileError):
            compiled("", tmp_path, kept)
        (crates,) = Path(kept.folder).glob("*/crate-*")
        assert not list(crates.iterdir())


class TestErrors:
    def test_as_rustc_has_them(self, kept: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("RUSTC", str(PlayedRustc(tmp_path, error=MISMATCH).program))
        with pytest.raises(CompileError) as caught:
            compiled("", tmp_path, kept, "fill")
        assert str(MISMATCH["rendered"]).rstrip() in caught.value.diagnostic.message
        assert caught.value.diagnostic.code == "PC0340"

    def test_no_file(self, kept: Store, tmp_path: Path) -> None:
        with pytest.raises(CompileError, match="no such file"):
            compile_file(str(tmp_path / "nothing.rs"), kept)

    def test_a_folder(self, kept: Store, tmp_path: Path) -> None:
        (tmp_path / "Cargo.toml").write_text("")
        with pytest.raises(CompileError, match="it is a folder") as caught:
            compile_file(str(tmp_path), kept)
        assert caught.value.diagnostic.help == f"name its manifest: {tmp_path}/Cargo.toml"

    def test_a_version_that_refuses_our_crates(
        self, kept: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        program = tmp_path / "rustc"
        program.write_text(
            "#!/bin/sh\nif [ $1 = -vV ]; then echo release: 1.63.0; else echo 'error: unknown option' >&2; exit 1; fi\n"
        )
        program.chmod(0o755)
        monkeypatch.setenv("RUSTC", str(program))
        with pytest.raises(CompileError, match="unknown option") as caught:
            compiled("", tmp_path, kept, "fill")
        assert "rustup toolchain install 1.96.0" in str(caught.value.diagnostic.help)


@needs_rustc
class TestWithRustc:
    def test_kernel(self, store: Store, tmp_path: Path) -> None:
        crate = compiled(SCALE, tmp_path, store)
        assert (
            "fn periclase_kernel_0575b97c_scale(_1: f32, _2: cuda_device::DisjointSlice<'_, f32>)"
            in crate.mir
        )
        assert "cuda_device::stubs::thread_idx_x()" in crate.mir
        assert os.path.exists(crate.metadata)

    def test_places_lead_to_files(self, store: Store, tmp_path: Path) -> None:
        crate = compiled(SCALE, tmp_path, store)
        assert crate.source_file("kernel.rs") == str(tmp_path / "kernel.rs")
        assert os.path.exists(crate.source_file("cuda_device/thread.rs"))
        assert "at kernel.rs:" in crate.mir
        assert "at cuda_device/thread.rs:" in crate.mir
        assert str(tmp_path) not in crate.mir

    def test_modules_in_other_files(self, store: Store, tmp_path: Path) -> None:
        (tmp_path / "helpers.rs").write_text("pub fn twice(x: f32) -> f32 { x + x }\n")
        text = "mod helpers;\npub fn four(x: f32) -> f32 { helpers::twice(helpers::twice(x)) }\n"
        first = compiled(text, tmp_path, store)
        (tmp_path / "helpers.rs").write_text("pub fn twice(x: f32) -> f32 { 2.0 * x }\n")
        second = compile_file(first.root, store)
        assert first.key != second.key
        assert "Mul(" in second.mir
        assert "Mul(" not in first.mir

    def test_variables_of_the_environment(
        self, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        text = 'pub fn size() -> usize { env!("TILE").len() }\n'
        monkeypatch.setenv("TILE", "seven")
        first = compiled(text, tmp_path, store)
        assert "│ seven" in first.mir
        monkeypatch.setenv("TILE", "eight!")
        assert "│ eight!" in compile_file(first.root, store).mir

    def test_type_error_is_shown_at_the_users_line(self, store: Store, tmp_path: Path) -> None:
        with pytest.raises(CompileError, match="mismatched types") as caught:
            compiled("#[kernel]\npub fn k(x: &[f32]) { let y: u32 = x[0]; }\n", tmp_path, store)
        message = caught.value.diagnostic.message
        assert "let y: u32 = x[0];" in message
        assert "kernel.rs:4:" in message

    def test_several_processes_at_once(self, tmp_path: Path) -> None:
        (tmp_path / "kernel.rs").write_text("use cuda_device::*;\n" + SCALE)
        program = (
            "import sys\nfrom periclase.importer.rust.driver import compile_file\n"
            "from periclase.importer.rust.store import Store\n"
            f"print(compile_file({str(tmp_path / 'kernel.rs')!r}, Store({str(tmp_path / 'kept')!r})).key)"
        )
        running = [
            subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            for _ in range(3)
        ]
        said = [process.communicate(timeout=120) for process in running]
        assert [process.returncode for process in running] == [0, 0, 0], said
        assert len({out for out, _ in said}) == 1
        left = [path.name for path in (tmp_path / "kept").glob("*/ours-*")]
        assert len(left) == 1

    def test_the_text_is_the_same_in_another_folder(self, store: Store, tmp_path: Path) -> None:
        (tmp_path / "a").mkdir()
        (tmp_path / "b").mkdir()
        first, second = (compiled(SCALE, tmp_path / name, store) for name in "ab")
        assert first.mir == second.mir


def test_no_jump_threading_anywhere() -> None:
    assert "-Zmir-enable-passes=-JumpThreading" in FLAGS


def test_our_crates_are_where_the_package_is() -> None:
    for name in (driver.MACROS, driver.DEVICE):
        assert (Path(driver.CRATES) / name / "lib.rs").is_file()
