"""Kernel and device function objects: decorating, launch syntax, options."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from periclase import MutSlice, Slice, device, f32, i32, kernel, local_array, open_device, shared_array
from periclase.diagnostics import CompileError, LaunchError
from periclase.gpu import global_idx_x
from periclase.kernel import FAST_MATH_FLAGS, DeviceFunction, Kernel, LaunchBounds
from periclase.runtime.artifact import Access, ParameterKind


@kernel
def scale(a: f32, x: Slice[f32], y: MutSlice[f32]):
    """Scales."""
    i = global_idx_x()
    if i < len(y):
        y[i] = half(a) * x[i]


@device
def half(v: f32) -> f32:
    return v * 0.5


def test_metadata_is_the_functions() -> None:
    assert isinstance(scale, Kernel)
    assert (scale.name, scale.__name__, scale.__doc__, scale.__module__) == (
        "scale",
        "scale",
        "Scales.",
        __name__,
    )
    assert scale.span is not None
    assert scale.span.file == __file__
    assert repr(scale) == "<kernel scale>"
    assert repr(half) == "<device function half>"


def test_calling_a_kernel_shows_the_launch_syntax() -> None:
    with pytest.raises(LaunchError) as caught:
        scale(1.0, None, None)
    assert caught.value.diagnostic.code == "PC0401"
    assert "scale[grid, block](a, x, y)" in str(caught.value)


def test_device_functions_stay_callable() -> None:
    assert isinstance(half, DeviceFunction)
    assert half(3.0) == 1.5


def test_parameters() -> None:
    found = [(p.name, p.kind, p.dtype, p.access) for p in scale.parameters]
    assert found == [
        ("a", ParameterKind.SCALAR, "float32", Access.NONE),
        ("x", ParameterKind.SLICE, "float32", Access.READ),
        ("y", ParameterKind.SLICE, "float32", Access.READ_WRITE),
    ]


def test_launch_configuration() -> None:
    configuration = scale[(2, 3), 64, 128]
    assert (configuration.grid, configuration.block, configuration.shared_bytes) == (
        (2, 3, 1),
        (64, 1, 1),
        128,
    )
    assert scale[np.int64(4), (8, 8, 2)].grid == (4, 1, 1)


@pytest.mark.parametrize(
    ("configuration", "code"),
    [
        (4, "PC0402"),
        ((4,), "PC0402"),
        ((4, 4, 4, 4), "PC0402"),
        ((4, 4, -1), "PC0402"),
        ((4, 4, 1.5), "PC0402"),
        ((1.5, 4), "PC0403"),
        (("a", 4), "PC0403"),
        ((True, 4), "PC0403"),
        (((), 4), "PC0403"),
        (((1, 2, 3, 4), 4), "PC0403"),
    ],
    ids=repr,
)
def test_wrong_launch_configuration(configuration: Any, code: str) -> None:
    with pytest.raises(LaunchError) as caught:
        scale[configuration]
    assert caught.value.diagnostic.code == code


def test_launch() -> None:
    dev = open_device("cpu")
    x, y = dev.array(np.arange(100, dtype=np.float32)), dev.zeros(100, np.float32)
    assert scale[4, 32](4.0, x, y) is None  # type: ignore[func-returns-value]
    assert np.array_equal(y.numpy(), np.arange(100, dtype=np.float32) * 2)


def test_options() -> None:
    @kernel(launch_bounds=(256, 2), required_block=(16, 16), cluster=2, fastmath=True, debug=True)
    def k() -> None: ...

    assert k.options.launch_bounds == LaunchBounds(256, 2)
    assert k.options.required_block == (16, 16, 1)
    assert k.options.cluster == (2, 1, 1)
    assert k.options.fastmath == FAST_MATH_FLAGS
    assert k.options.debug

    @device(inline="always", fastmath=["nnan", "contract"])
    def d() -> None: ...

    assert d.options.inline == "always"
    assert d.options.fastmath == ("contract", "nnan")


def test_wrong_options() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        kernel(launch_bounds=0)
    with pytest.raises(ValueError, match="at most 1024 threads"):
        kernel(launch_bounds=2048)
    with pytest.raises(ValueError, match="block of 64 by 64 by 1"):
        kernel(required_block=(64, 64))
    with pytest.raises(ValueError, match="cluster of 0 by 1 by 1"):
        kernel(cluster=0)
    with pytest.raises(ValueError, match="unknown fast-math flag 'quick'"):
        kernel(fastmath=["quick"])
    with pytest.raises(ValueError, match="inline"):
        device(inline="sometimes")
    with pytest.raises(TypeError, match="written with `def`"):
        kernel(len)


def test_mir_and_ptx() -> None:
    assert "mir.func @scale(" in scale.mir()
    ptx = scale.ptx(arch="sm_90")
    assert ".visible .entry scale(" in ptx
    assert ".target sm_90" in ptx


@pytest.mark.parametrize("stage", ["mir", "ptx", "compile"])
def test_what_can_not_be_compiled_shows_no_frame_of_the_compiler(stage: str) -> None:
    @kernel
    def k(a: Slice[f32]) -> None:
        a.append(1.0)  # pyright: ignore

    with pytest.raises(CompileError) as caught:
        getattr(k, stage)()
    assert [entry.name for entry in caught.traceback] == [
        "test_what_can_not_be_compiled_shows_no_frame_of_the_compiler",
        stage,
    ]


def test_bad_annotation_is_reported_when_asked_for() -> None:
    @kernel
    def k(a: list[int]) -> None: ...

    with pytest.raises(CompileError) as caught:
        k.parameters  # noqa: B018
    span = caught.value.diagnostic.span
    assert span is not None
    assert span.source_line is not None
    assert span.source_line[span.column : span.end_column] == "list[int]"


@dataclass
class Point:
    x: i32
    y: f32


def test_arrays_on_the_host() -> None:
    with pytest.raises(RuntimeError, match="in kernels only"):
        shared_array(4, f32)
    array = local_array((2, 3), i32)
    array[1, 2] = 2**31
    assert array[1][2] == -(2**31)
    array[0][0] = 7
    assert (array[0, 0], len(array), len(array[0])) == (7, 2, 3)
    with pytest.raises(IndexError):
        array[2, 0]
    with pytest.raises(TypeError, match="a type that can be stored"):
        local_array(2, str)


def test_arrays_of_any_rank_and_of_structs_on_the_host() -> None:
    cube = local_array((2, 3, 4), i32)
    cube[1][2][3] = 5
    cube[1, 2][0] = 6
    assert (cube[1, 2, 3], cube[1][2, 0], len(cube[1]), len(cube[1][2])) == (5, 6, 3, 4)
    points = local_array(2, Point)
    assert points[0] == Point(0, 0.0)
    points[0].x += 2**31
    given = Point(7, 1.5)
    points[1] = given
    given.x = 8
    assert (points[0].x, points[1]) == (2**31, Point(7, 1.5))
    pairs = local_array((1, 2), tuple[i32, f32])
    pairs[0, 1] = (3, 0.5)
    assert (pairs[0][0], pairs[0][1]) == ((0, 0.0), (3, 0.5))
    with pytest.raises(TypeError, match="Point is asked for"):
        points[0] = 3


def test_fingerprint_follows_what_the_code_depends_on() -> None:
    def make(constant: float, options: dict[str, Any]) -> Kernel[..., Any]:
        @device
        def inner(v: f32) -> f32:
            return v * constant

        @kernel(**options)
        def k(y: MutSlice[f32]) -> None:
            y[0] = inner(y[0])

        return k

    one = make(1.0, {})
    assert one.fingerprint() == one.fingerprint() == make(1.0, {}).fingerprint()
    assert one.fingerprint() != make(2.0, {}).fingerprint()
    assert one.fingerprint() != make(1.0, {"debug": True}).fingerprint()
    assert len(one.fingerprint()) == 64


def test_fingerprint_sees_changed_globals(monkeypatch: pytest.MonkeyPatch) -> None:
    before = reads_a_global.fingerprint()
    monkeypatch.setitem(globals(), "GLOBAL", 8)
    changed = reads_a_global.fingerprint()
    assert changed != before
    monkeypatch.setitem(globals(), "GLOBAL", 8.0)
    assert reads_a_global.fingerprint() not in (before, changed)


GLOBAL = 7


@kernel
def reads_a_global(y: MutSlice[f32]):
    y[0] = GLOBAL


def test_kernels_are_pickled_and_copied_by_name() -> None:
    assert pickle.loads(pickle.dumps(scale)) is scale
    assert copy.deepcopy(half) is half
    assert pickle.loads(pickle.dumps(scale[2, 64])) == scale[2, 64]


@pytest.mark.parametrize("grid", [np.zeros(2, np.int64), np.array([1.0]), "1", (1, None), 2.0, True])
def test_a_grid_is_whole_numbers(grid: Any) -> None:
    with pytest.raises(LaunchError) as caught:
        scale[grid, 32]
    assert caught.value.diagnostic.code == "PC0403"


def test_arguments_of_a_launch_may_be_named() -> None:
    target = open_device("cpu")
    x, y = target.array(np.ones(4, np.float32)), target.zeros(4, np.float32)
    scale[1, 4](3.0, y=y, x=x)
    assert y.numpy().tolist() == [1.5] * 4
    scale[1, 4](y=y, a=8.0, x=x)
    assert y.numpy().tolist() == [4.0] * 4


@pytest.mark.parametrize(
    ("arguments", "named", "text"),
    [
        ((1.0,), {"z": 1}, "has no parameter `z`"),
        ((1.0,), {"a": 1}, "gets `a` twice"),
        ((1.0,), {"y": 1}, "needs an argument for `x`"),
        ((1.0, 2, 3, 4), {"y": 1}, "gets `y` twice"),
    ],
)
def test_named_arguments_that_do_not_fit(
    arguments: tuple[Any, ...], named: dict[str, Any], text: str
) -> None:
    with pytest.raises(LaunchError, match=text) as caught:
        scale[1, 4](*arguments, **named)
    assert caught.value.diagnostic.code == "PC0404"
    assert caught.value.diagnostic.span is not None
    assert caught.value.diagnostic.span.file == __file__


def test_the_device_api_has_the_arrays_too() -> None:
    names: dict[str, Any] = {}
    exec("from periclase.gpu import *", names)
    assert (names["shared_array"], names["local_array"]) == (shared_array, local_array)
