"""A library does for kernels what the package that it was built from does."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from library_packages import PACKAGE, forget, write_package

from periclase import LaunchError, MutSlice, Slice, f32, f64, i32, kernel, load_library, open_device
from periclase.codegen.assembler import assemble, available_assemblers
from periclase.gpu import thread_idx_x
from periclase.mirlib.building import build_library
from periclase.mirlib.loading import LibraryModule


def launched(kernel: Any, *arrays: np.ndarray[Any, Any]) -> list[np.ndarray[Any, Any]]:
    """What a kernel of one block leaves in its arrays."""
    device = open_device("cpu")
    buffers = [device.array(array) for array in arrays]
    kernel[1, len(arrays[0])](*buffers)
    return [buffer.read() for buffer in buffers]


def test_compiled_functions(library: LibraryModule) -> None:
    area, shapes = library.area, library.shapes

    @kernel
    def use(x: MutSlice[f32], y: MutSlice[f32]):
        i = thread_idx_x()
        y[i] = area(x[i]) + shapes.distance(shapes.Point(x[i], 0.0), shapes.Point(0.0, 4.0)) + shapes.total(x)

    x = np.arange(4, dtype=np.float32)
    found = launched(use, x, np.zeros(4, np.float32))[1]
    np.testing.assert_allclose(found, 3 * x * x + np.hypot(x, 4) + x.sum(), rtol=1e-6)
    text = use.mir()
    assert "@geometry__shapes__area" in text
    assert "mir.alloca" not in text.partition("@geometry__shapes__total(")[2].rpartition("mir.func")[0], (
        "optimised"
    )


def test_templates_are_made_for_the_types_of_the_call(library: LibraryModule) -> None:
    scale, blend = library.scale, library.blend

    @kernel
    def use(x: MutSlice[f32], y: MutSlice[f64]):
        i = thread_idx_x()
        x[i] = scale(x[i], 3.0)
        y[i] = blend(y[i], f64(2), 0.5)

    x, y = np.arange(4, dtype=np.float32), np.arange(4.0)
    first, second = launched(use, x, y)
    np.testing.assert_array_equal(first, x * 1.5 + 0.5)
    np.testing.assert_array_equal(second, y + (2 - y) * 0.5)


def test_functions_that_call_one_another(library: LibraryModule, capsys: pytest.CaptureFixture[str]) -> None:
    shapes = library.shapes

    @kernel
    def use(x: MutSlice[i32]):
        i = thread_idx_x()
        x[i] = shapes.even(x[i]) * 10 + shapes.countdown(x[i])

    (found,) = launched(use, np.arange(5, dtype=np.int32))
    assert "warning[PC0308]: `countdown` is recursive" in capsys.readouterr().err
    assert found.tolist() == [10, 0, 10, 0, 10]


def test_barriers_in_compiled_functions(library: LibraryModule) -> None:
    last = library.shapes.last_in_block

    @kernel
    def use(x: MutSlice[f32], shared: MutSlice[f32]):
        i = thread_idx_x()
        x[i] = last(x[i], shared)

    found = launched(use, np.arange(8, dtype=np.float32), np.zeros(8, np.float32))[0]
    assert found.tolist() == [7.0] * 8


def test_kernels_and_structs(library: LibraryModule) -> None:
    x = np.arange(4, dtype=np.float32)
    np.testing.assert_array_equal(launched(library.shapes.areas, x, x)[1], 3 * x * x + x / 2)
    assert library.Point(1.0, 2.0) == library.shapes.Point(1.0, 2.0)
    assert library.Point(3.0, 4.0).norm() == 5.0


def test_ptx_of_what_is_linked_assembles(library: LibraryModule) -> None:
    area, total = library.area, library.shapes.total

    @kernel
    def use(x: Slice[f32], y: MutSlice[f32]):
        y[0] = area(x[0]) + total(x)

    for arch in ("sm_75", "sm_120"):
        text = use.ptx(arch=arch)
        assert ".visible .entry use(" in text
        if available_assemblers():
            assert assemble(text, arch)


def test_only_what_a_kernel_reaches_is_read(library: LibraryModule, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    archive = library.__library__._archive
    monkeypatch.setattr(archive, "mir", lambda symbol, real=archive.mir: read.append(symbol) or real(symbol))
    area = library.area

    @kernel
    def use(y: MutSlice[f32]):
        y[0] = area(y[0])

    use.mir()
    (square,) = library.__library__.calls["geometry__shapes__area"]
    assert read == ["geometry__shapes__area", square]
    assert "distance" not in vars(library.shapes)


def test_a_compiled_function_is_not_run_on_the_host(library: LibraryModule) -> None:
    with pytest.raises(LaunchError, match=r"error\[PC0420\]: `area` is compiled for devices"):
        library.area(2.0)


def test_names(library: LibraryModule) -> None:
    assert dir(library.shapes)[:3] == ["Point", "Row", "T"]
    assert dir(library) == ["Point", "area", "blend", "inner", "scale", "shapes"]
    assert library.area is library.shapes.area
    assert repr(library).startswith("<module 'geometry' of <device library geometry 1.2 ")
    with pytest.raises(AttributeError, match=r"`geometry\.shapes` has no `aera`; did you mean `area`\?"):
        _ = library.shapes.aera
    with pytest.raises(AttributeError, match=r"no module `geometry\.forms`"):
        library.__library__.module("geometry.forms")


def test_errors_in_templates_name_their_place(library: LibraryModule) -> None:
    scale = library.scale

    @kernel
    def use(y: MutSlice[f32]):
        y[0] = scale(y)

    with pytest.raises(Exception, match=r"geometry\.mirlib/geometry/inner/helpers\.py:6:12") as caught:
        use.mir()
    assert "which calls: `scale`" in str(caught.value)


def test_the_same_sources_give_the_same_bytes(tmp_path: Path) -> None:
    made: list[bytes] = []
    for seed, place in (("0", "a"), ("1", "b/c")):
        folder = tmp_path / place
        write_package(folder, PACKAGE)
        program = "from periclase.mirlib.building import build_library; build_library('geometry', 'x.mirlib')"
        environment = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": os.pathsep.join([str(folder), *sys.path]),
        }
        subprocess.run([sys.executable, "-c", program], cwd=folder, env=environment, check=True)
        made.append((folder / "x.mirlib").read_bytes())
    assert made[0] == made[1]
    assert str(tmp_path).encode() not in made[0]


def test_a_library_that_is_built_again_is_told_from_the_one_before(tmp_path: Path) -> None:
    """Also by the cache: the fingerprint of a kernel counts the `mir` of what it calls."""
    results: list[float] = []
    fingerprints: set[str] = set()
    for factor in (2, 3):
        text = f"from periclase import device, f32\n@device\ndef times(x: f32) -> f32:\n    return x * {factor}.0\n"
        write_package(tmp_path, {"__init__.py": text}, "product")
        with pytest.MonkeyPatch.context() as patch:
            patch.syspath_prepend(str(tmp_path))
            patch.setattr("sys.dont_write_bytecode", True)
            build_library("product", str(tmp_path / "product.mirlib"))
        forget("product")
        times = load_library(tmp_path / "product.mirlib").times

        @kernel
        def use(y: MutSlice[f32]):
            y[0] = times(y[0])  # noqa: B023

        fingerprints.add(use.fingerprint())
        results.append(float(launched(use, np.ones(1, np.float32))[0][0]))
    assert results == [2.0, 3.0]
    assert len(fingerprints) == 2


def test_symbols_of_a_library_and_of_a_program_do_not_meet(library: LibraryModule) -> None:
    area = library.area

    @kernel
    def geometry__shapes__distance(y: MutSlice[f32]):
        y[0] = area(y[0])

    assert launched(geometry__shapes__distance, np.ones(1, np.float32))[0].tolist() == [3.0]


def test_a_package_of_nothing_but_its_library(library_path: Path, tmp_path: Path) -> None:
    (tmp_path / "geometry").mkdir()
    (tmp_path / "geometry" / "__init__.py").write_text(
        "from periclase import load_library\n"
        "_library = load_library(__path__[0] + '/geometry.mirlib')\n"
        "def __getattr__(name):\n"
        "    return getattr(_library, name)\n"
    )
    (tmp_path / "geometry" / "geometry.mirlib").write_bytes(library_path.read_bytes())
    program = """
        import numpy as np
        import geometry
        from geometry import scale
        from periclase import MutSlice, f32, kernel, open_device

        @kernel
        def use(y: MutSlice[f32]):
            y[0] = geometry.area(y[0]) + scale(y[0])

        y = open_device("cpu").array(np.ones(1, np.float32))
        use[1, 1](y)
        print(y.read()[0])
    """
    (tmp_path / "program.py").write_text(textwrap.dedent(program))
    done = subprocess.run(
        [sys.executable, "program.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "4.5\n"


def test_external_functions_are_declared(tmp_path: Path) -> None:
    source = (
        "from periclase import device, f32\n"
        "@device(extern=True)\ndef outside(x: f32) -> f32: ...\n"
        "@device\ndef twice(x: f32) -> f32:\n    return outside(outside(x))\n"
    )
    write_package(tmp_path, {"__init__.py": source}, "externs")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(tmp_path))
        build_library("externs", str(tmp_path / "externs.mirlib"))
    forget("externs")
    twice = load_library(tmp_path / "externs.mirlib").twice

    @kernel
    def use(y: MutSlice[f32]):
        y[0] = twice(y[0])

    assert use.mir().count("mir.func private @outside(f32) -> f32") == 1


def test_functions_with_arguments_that_are_left(tmp_path: Path) -> None:
    """`*args` in a library: each combination of types is compiled where it is called."""
    source = """
from periclase import device, f32

@device
def total(first, *rest):
    for item in rest:
        first += item
    return first

@device
def second(a: f32, *rest: f32) -> f32:
    return rest[1]
"""
    write_package(tmp_path, {"__init__.py": source}, "left")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(tmp_path))
        patch.setattr("sys.dont_write_bytecode", True)
        build_library("left", str(tmp_path / "left.mirlib"))
    forget("left")
    left = load_library(tmp_path / "left.mirlib")

    @kernel
    def use(x: MutSlice[f32]):
        x[0] = left.total(x[1], x[2], x[3]) + left.total(x[1])
        x[1] = left.second(x[1], 4, 2.5)

    x = np.array([0, 1, 2, 3], np.float32)
    use[1, 1](x)
    assert x[:2].tolist() == [7, 2.5]
