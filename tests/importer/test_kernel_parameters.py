"""Structs, tuples and arrays as parameters of kernels: they travel in parts, on every backend, in graphs too."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from periclase import open_device
from periclase.codegen.assembler import assemble, find_tool
from periclase.diagnostics import CompileError, LaunchError
from periclase.runtime.artifact import Access, Artifact, ParameterKind

SOURCE = """
@struct
class Vec:
    x: f32
    y: f32

@struct
class Camera:
    position: Vec
    on: bool_
    lens: tuple[i8, f64]
    table: Array[i32, 3]
    half: f16
    source: Slice[f32]
    target: MutSlice[f32]

@kernel
def look(camera: Camera, shift: Vec, pair: tuple[i32, f32], vectors: Slice[Vec], out: OutSlice[f64]):
    i = thread_idx_x()
    if i < len(out) and camera.on:
        camera.target[i] += camera.source[i]
        out[i] = (f64(camera.position.x) - camera.position.y + camera.lens[0] + camera.lens[1] + camera.table[i % 3]
                  + camera.half + shift.x * shift.y + pair[0] + pair[1] + vectors[i].y)
"""


def _arguments(module: ModuleType, dev: Any, *, on: bool = True) -> tuple[tuple[Any, ...], list[float]]:
    source, target = dev.array(np.arange(4, dtype=np.float32)), dev.array(np.ones(4, np.float32))
    camera = module.Camera(
        module.Vec(1.5, 0.25), on, (np.int8(-3), 4.5), np.array([10, 20, 30], np.int32), 0.5, source, target
    )
    vectors = np.zeros(4, module.Vec.dtype)
    vectors["y"] = np.arange(4)
    expected = [1.25 - 3 + 4.5 + [10, 20, 30, 10][i] + 0.5 + 6 + 100.5 + i for i in range(4)]
    out = dev.zeros(4, np.float64)
    return (camera, module.Vec(2, 3.0), (100, 0.5), dev.array(vectors), out), expected


def test_on_the_cpu(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    dev = open_device("cpu")
    arguments, expected = _arguments(module, dev)
    module.look[1, 4](*arguments)
    assert arguments[-1].numpy().tolist() == expected
    assert arguments[0].target.numpy().tolist() == [1, 2, 3, 4]
    arguments, _ = _arguments(module, dev, on=False)
    module.look[1, 4](
        out=arguments[4], camera=arguments[0], shift=arguments[1], pair=arguments[2], vectors=arguments[3]
    )
    assert arguments[-1].numpy().tolist() == [0] * 4


def test_leaves(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    leaves = module.look.parameters
    assert [(p.name, p.dtype, p.argument) for p in leaves] == [
        ("camera.position.x", "float32", 0),
        ("camera.position.y", "float32", 0),
        ("camera.on", "bool", 0),
        ("camera.lens[0]", "int8", 0),
        ("camera.lens[1]", "float64", 0),
        ("camera.table[0]", "int32", 0),
        ("camera.table[1]", "int32", 0),
        ("camera.table[2]", "int32", 0),
        ("camera.half", "float16", 0),
        ("camera.source", "float32", 0),
        ("camera.target", "float32", 0),
        ("shift.x", "float32", 1),
        ("shift.y", "float32", 1),
        ("pair[0]", "int32", 2),
        ("pair[1]", "float32", 2),
        ("vectors", "{x: float32, y: float32}", 3),
        ("out", "float64", 4),
    ]
    assert leaves[-2].itemsize == 8
    for target in ("cpu", "sm_90"):
        artifact = module.look.compile(target)
        assert artifact.parameters == leaves
        assert Artifact.from_bytes(artifact.to_bytes()) == artifact
        assert artifact.effects_complete
        effects = dict(zip((p.name for p in leaves), artifact.effects, strict=True))
        assert {name: effect for name, effect in effects.items() if effect is not Access.NONE} == {
            "camera.source": Access.READ,
            "camera.target": Access.READ_WRITE,
            "vectors": Access.READ,
            "out": Access.WRITE,
        }


def test_as_ptx_each_leaf_is_a_parameter(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    text = module.look.ptx("sm_75")
    entry = text[text.index(".entry look(") : text.index(")", text.index(".entry look("))]
    assert entry.count(".param") == sum(
        2 if p.kind is ParameterKind.SLICE else 1 for p in module.look.parameters
    )
    assert ".param .b8" not in entry.replace(".param .u8", "")
    if find_tool("ptxas") is not None:
        for target in ("sm_75", "sm_120"):
            assemble(module.look.ptx(target), target)


def test_in_a_graph(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    dev = open_device("cpu")
    arguments, expected = _arguments(module, dev)
    module.look[1, 4](*arguments)
    stream = dev.stream()
    stream.prepare()
    stream.start()
    with stream:
        module.look[1, 4](*arguments)
    graph = stream.stop()
    for _ in range(3):
        graph.replay()
    assert arguments[-1].numpy().tolist() == expected
    assert arguments[0].target.numpy().tolist() == [1 + 4 * i for i in range(4)]


def test_arrays_of_the_host(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    vectors = np.zeros(4, module.Vec.dtype)
    target, out = np.ones(4, np.float32), np.zeros(4)
    camera = module.Camera(
        module.Vec(0.0, 0.0), True, (0, 0.0), [0, 0, 0], 0.0, np.full(4, 2, np.float32), target
    )
    module.look[1, 4](camera, module.Vec(0.0, 0.0), (1, 0.0), vectors, out)
    assert target.tolist() == [3] * 4
    assert out.tolist() == [1] * 4


@pytest.mark.parametrize(
    ("change", "fragments"),
    [
        (lambda m, a: (1.0, *a[1:]), ["`camera` of `look`: Camera is asked for, not a value of type float"]),
        (lambda m, a: (*a[:2], (1, 2, 3), *a[3:]), ["a tuple of 2 is asked for, not of 3"]),
        (lambda m, a: (*a[:2], (1.5, 2), *a[3:]), ["`pair[0]` of `look` takes an int32, not the float 1.5"]),
        (lambda m, a: (a[0], m.Vec("1", 2.0), *a[2:]), ["`shift.x` of `look` takes a float32"]),
        (lambda m, a: a[:4], ["takes 5 arguments (camera, shift, pair, vectors, out), 4 given"]),
        (lambda m, a: (*a[:3], a[4], a[4]), ["`vectors` of `look` takes a buffer of {x: float32, y: float32}, not of float64"]),
    ],
)  # fmt: skip
def test_refused_arguments(change: Any, fragments: list[str], load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    arguments, _ = _arguments(module, open_device("cpu"))
    with pytest.raises(LaunchError) as caught:
        module.look[1, 4](*change(module, arguments))
    rendered = str(caught.value)
    assert [f for f in fragments if f not in rendered] == [], rendered


def test_too_many_bytes(load: Callable[..., ModuleType]) -> None:
    module = load("@kernel\ndef k(x: Array[f32, 513]):\n    pass\n")
    with pytest.raises(CompileError, match="take 4104 bytes"):
        _ = module.k.parameters


def test_what_a_callee_changes_is_refused(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE + "@kernel\ndef k(v: Vec):\n    v.x = 1.0\n")
    with pytest.raises(CompileError, match="`v` is a parameter"):
        module.k.mir()


def test_fingerprint_covers_the_class(load: Callable[..., ModuleType]) -> None:
    kernels = "\n@kernel\ndef k(v: Slice[Vec], out: MutSlice[f32]):\n    out[0] = v[0].size\n"
    prints = [
        load(
            f"@struct\nclass Vec:\n    {fields}\n    @property\n    def size(self):\n        return {value}\n"
            + kernels,
            name="fingerprinted",
        ).k.fingerprint()
        for fields, value in (
            ("x: f32; y: f32", "self.x"),
            ("x: f32; y: f32", "self.y"),
            ("y: f32; x: f32", "self.x"),
            ("x: f32; y: f64", "self.x"),
            ("x: f32; y: f32", "self.x"),
        )
    ]
    assert prints[0] == prints[4]
    assert len(set(prints)) == 4
