"""`debug="full"`: the variables of a kernel, and their types, in the DWARF of PTX and of objects; the code as without."""

from __future__ import annotations

import enum
import importlib.util
import random
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import numpy
import pytest

from periclase import (
    MutSlice,
    Slice,
    View,
    bf16,
    bool_,
    complex64,
    device,
    f32,
    f64,
    i32,
    i64,
    kernel,
    local_array,
    open_device,
    shared_array,
    u8,
    u32,
    unroll,
)
from periclase.codegen.assembler import assemble, available_assemblers, disassemble, find_tool
from periclase.codegen.compiler import stages
from periclase.codegen.llvm_ordinary import oddity
from periclase.codegen.ptx import emit_ptx
from periclase.definition_errors import DefinitionError
from periclase.gpu import global_idx_x, sync_threads, thread_idx_x
from periclase.kernel import Kernel
from periclase.record import replace
from tests.support.dwarf import Entry, entries_of_object, entries_of_ptx
from tests.support.random_sources import kernel_source


class Colour(enum.IntEnum):
    RED = 1
    GREEN = 2
    BLUE = 7


@dataclass
class Point:
    x: f32
    y: f64
    tag: u8


@device
def halved(v: f32) -> f32:
    w = f32(v * f32(0.5))
    return f32(w * w)


@kernel(debug="full")
def sums(a: f32, x: Slice[f32], y: MutSlice[f32], n: i32, more: bool_):
    i = global_idx_x()
    total = f32(0)
    scale = 3
    for j in range(n):
        total += halved(x[j]) * scale
    pair = (total, i)
    if more and i < len(y):
        y[i] = a * pair[0] + f32(pair[1])


@kernel(debug="full")
def types(
    grid: View[f64, 2],
    point: Point,
    colour: Colour,
    z: complex64,
    bytes: MutSlice[u8],
    out: MutSlice[f64],
    b: bf16,
    u: u32,
):
    i = global_idx_x()
    table = local_array(4, f32)
    for k in range(4):
        table[k] = f32(k) * f32(u)
    tile = shared_array(32, i64)
    tile[thread_idx_x()] = i
    sync_threads()
    moved = Point(point.x, f64(point.y + f64(1)), point.tag)
    chosen = colour == Colour.BLUE
    number = tile[31 - thread_idx_x()] + i64(bytes[i])
    if chosen:
        moved.x += table[i % 4]
    out[i] = grid[0, i] + f64(moved.x) + moved.y + f64(z.real) + f64(f32(b)) + f64(number)


@kernel
def without(x: MutSlice[f32]):
    i = global_idx_x()
    x[i] = halved(x[i])


@kernel(debug="full")
def left_midway(x: Slice[f32], y: MutSlice[f32], n: i32):
    found = i32(-1)
    for i in range(thread_idx_x(), n, 4):
        v = x[i]
        last = i  # noqa: F841
        if v < f32(0):
            unused = v * f32(2)  # noqa: F841
            found = i
            break
        y[i] = v
    y[0] = f32(found)


@kernel(debug="full")
def left_for_good(x: Slice[f32], y: MutSlice[f32], n: i32):
    for i in range(thread_idx_x(), n, 4):
        y[i] = x[i]
        if x[0] < f32(0):
            unused = i + 1  # noqa: F841
            y[1] = f32(1)
            return


def stage(of: Kernel[..., None], name: str, target: str) -> object:
    return next(value for each, value in stages(of, target=target) if each == name)


def ptx_of(of: Kernel[..., None], target: str = "sm_90") -> str:
    text = stage(of, "ptx", target)
    assert isinstance(text, str)
    return text


def entries(of: Kernel[..., None], target: str) -> Entry:
    if target != "cpu":
        return entries_of_ptx(ptx_of(of, target))
    image = stage(of, "obj", "cpu")
    assert isinstance(image, bytes)
    if image[:4] != b"\x7fELF":
        pytest.skip("the objects of this system are not ELF")
    return entries_of_object(image)


def variables(function: Entry) -> dict[str, Entry]:
    return {
        each.name: each
        for each in function.children
        if each.tag in ("variable", "formal_parameter") and each.name is not None
    }


def members(type: Entry) -> list[tuple[str | None, str | None, object]]:
    def where(member: Entry) -> object:
        place = member.attributes["data_member_location"]
        return place[1] if isinstance(place, bytes) else place

    return [(m.name, m.type.name, where(m)) for m in type.all("member")]


TARGETS = pytest.mark.parametrize("target", ["sm_75", "sm_90", "cpu"])


@TARGETS
def test_variables_have_their_names_lines_and_types(target: str):
    found = variables(entries(sums, target).the("subprogram", "sums"))
    shown = {name: each.type.name for name, each in found.items()}
    assert shown == {
        "a": "f32",
        "x": "Slice[f32]",
        "y": "MutSlice[f32]",
        "n": "i32",
        "more": "bool",
        "i": "i64",
        "total": "f32",
        "scale": "i64",
        "j": "i32",
        "pair": "tuple[f32, i64]",
    }
    first = sums.function.__code__.co_firstlineno + 1
    lines = {name: each.attributes["decl_line"] for name, each in found.items()}
    assert lines["a"] == first
    assert lines["i"] == first + 1
    assert lines["j"] == first + 4
    parameters = [name for name, each in found.items() if each.tag == "formal_parameter"]
    assert parameters == ["a", "x", "y", "n", "more"]


@TARGETS
def test_variables_of_inlined_functions_are_in_them(target: str):
    unit = entries(sums, target)
    inlined = unit.all("inlined_subroutine", "halved")
    assert inlined, "the call of `halved` is not there as an inlined function"
    assert variables(unit.the("subprogram", "halved")).keys() == {"v", "w"}
    assert inlined[0].attributes["call_line"] == sums.function.__code__.co_firstlineno + 6


@TARGETS
def test_some_variables_have_a_place(target: str):
    unit = entries(sums, target)
    places = {each.name for each in unit.walk() if "location" in each.attributes}
    assert {"a", "i", "total"} <= places
    scale = [each.attributes for each in unit.all("variable", "scale")]
    # A literal is itself, or a list of where it is what.
    assert any(each.get("const_value") == 3 or "location" in each for each in scale)


@TARGETS
def test_types_have_their_layout(target: str):
    found = {
        name: each.type for name, each in variables(entries(types, target).the("subprogram", "types")).items()
    }
    assert members(found["grid"]) == [
        ("data", "Pointer[f64]", 0),
        ("shape0", "i64", 8),
        ("shape1", "i64", 16),
        ("stride0", "i64", 24),
        ("stride1", "i64", 32),
    ]
    (data,) = (each.type for each in found["grid"].children if each.name == "data")
    # On a GPU, 5 is global memory (PTX Writer's Guide to Interoperability); on the CPU there is one space.
    assert data.attributes.get("address_class") == (None if target == "cpu" else 5)
    assert found["point"].name == "Point"
    assert found["point"].attributes["byte_size"] == 24
    assert members(found["point"]) == [("x", "f32", 0), ("y", "f64", 8), ("tag", "u8", 16)]
    assert found["moved"] is found["point"]
    assert members(found["bytes"]) == [("data", "MutPointer[u8]", 0), ("length", "u64", 8)]
    assert members(found["z"]) == [("real", "f32", 0), ("imag", "f32", 4)]
    assert found["colour"].tag == "enumeration_type"
    assert [(e.name, e.attributes["const_value"]) for e in found["colour"].children] == [
        ("RED", 1),
        ("GREEN", 2),
        ("BLUE", 7),
    ]
    assert found["table"].tag == "array_type"
    assert found["table"].type.name == "f32"
    assert found["tile"].type.name == "i64"
    assert (found["b"].name, found["b"].attributes["byte_size"]) == ("bf16", 2)
    assert (found["u"].name, found["u"].attributes["encoding"]) == ("u32", 7)
    assert (found["chosen"].name, found["chosen"].attributes["encoding"]) == ("bool", 2)


def instructions(text: str) -> list[str]:
    """The lines of PTX, or of assembly, that make code."""
    text = re.split(r"^\t\.section\t\"?\.debug", text, maxsplit=1, flags=re.MULTILINE)[0]
    found: list[str] = []
    for line in text.splitlines():
        line = re.sub(r"\s*(?:#|//).*", "", line).strip()
        if re.match(
            r"\$L__(?:tmp|func)|\.L(?:tmp|func|cfi)|\.(?:loc|file|cfi\w*|section|p2align|ident)\b", line
        ):
            continue
        if line:
            found.append(re.sub(r"\.L\w+", ".L", line))
    return found


@pytest.mark.parametrize("of", [sums, types, left_midway, left_for_good], ids=lambda of: of.function.__name__)
@pytest.mark.parametrize(("target", "form"), [("sm_75+ptx75", "ptx"), ("sm_90", "ptx"), ("cpu", "asm")])
def test_the_code_is_the_same_as_without(of: Kernel[..., None], target: str, form: str):
    other = Kernel(of.function, replace(of.options, variables=False))
    debugged, plain = (instructions(str(stage(each, form, target))) for each in (of, other))
    assert len(plain) > 20
    assert debugged == plain


def module_of(text: str, file: Path) -> ModuleType:
    file.write_text(text)
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@pytest.mark.parametrize("seed", [2, 26, 38])
def test_the_code_of_random_kernels_is_the_same_as_without(seed: int, tmp_path: Path):
    text = kernel_source(random.Random(seed).randbytes(400))
    of = module_of(text, tmp_path / f"random_{seed}.py").k
    plain, debugged = (
        instructions(ptx_of(Kernel(of.function, replace(of.options, variables=on)))) for on in (False, True)
    )
    assert debugged == plain


def test_markers_do_not_count_when_it_is_decided_what_is_inlined(tmp_path: Path):
    outcomes: set[bool] = set()
    for terms in range(8, 16):
        lines = "".join(f"    s{n} = v * f32({n + 1})\n    t += s{n}\n" for n in range(terms))
        text = (
            "from periclase import MutSlice, device, f32, kernel\n"
            f"@device\ndef long(v: f32) -> f32:\n    t = v\n    limit = 5\n{lines}    return t\n"
            "@kernel\ndef twice(x: MutSlice[f32]):\n    x[0] = long(x[0])\n    x[1] = long(x[1])\n"
        )
        made = module_of(text, tmp_path / f"inlining_{terms}.py")
        options = made.twice.options
        both = [Kernel(made.twice.function, replace(options, variables=on)) for on in (False, True)]
        plain, debugged = ("mir.call" not in str(stage(of, "mir-opt", "sm_90")) for of in both)
        assert debugged == plain, f"with {terms} terms"
        outcomes.add(plain)
    assert outcomes == {True, False}, "no size at which it changes was tried"


def test_the_target_does_not_ask_for_unoptimised_code():
    text = ptx_of(sums)
    assert re.search(r"^\.target sm_90$", text, re.MULTILINE)
    assert ".debug_info" in text
    assert ".debug_info" not in ptx_of(without)


@pytest.mark.skipif(
    not available_assemblers() or find_tool("nvdisasm") is None, reason="no assembler, or no nvdisasm"
)
def test_machine_code_is_the_same_as_without():
    def sass(of: Kernel[..., None]) -> list[str]:
        listing = disassemble(assemble(ptx_of(of), "sm_90"))
        return re.findall(r"/\*[0-9a-f]{4}\*/\s+([^;]*;)", listing)

    plain = sass(Kernel(sums.function, replace(sums.options, variables=False)))
    assert len(plain) > 20
    assert sass(sums) == plain


@pytest.mark.skipif(find_tool("ptxas") is None, reason="no ptxas")
def test_the_assembler_keeps_variables_where_it_is_asked_for_debug_code(tmp_path: Path):
    source, cubin = tmp_path / "sums.ptx", tmp_path / "sums.cubin"
    source.write_text(ptx_of(sums))
    command = [str(find_tool("ptxas")), "-arch=sm_90", "-g", str(source), "-o", str(cubin)]
    subprocess.run(command, check=True, capture_output=True)
    found = entries_of_object(cubin.read_bytes())
    assert variables(found.the("subprogram", "sums"))["y"].type.name == "MutSlice[f32]"


def test_lines_keep_their_chains():
    text = ptx_of(sums)
    line = halved.function.__code__.co_firstlineno + 3
    assert re.search(rf"\.loc\t1 {line} \d+, function_name \S+, inlined_at", text)
    (names,) = re.findall(r"\.section\t\.debug_str\n\t\{\n(.*?)\n\t\}", text, re.DOTALL)
    assert ",".join(map(str, b"halved\0")) in names


def test_text_with_records_is_compiled_apart():
    text = stage(sums, "ll", "sm_90")
    assert isinstance(text, str)
    assert "#dbg_value(" in text
    # LLVM ends the process over records that contradict each other, and only ours are known not to.
    assert oddity(text, gpu=True) is not None
    assert instructions(emit_ptx(text, "sm_90")) == instructions(ptx_of(sums))


def test_a_variable_in_memory_is_declared():
    text = stage(types, "ll", "sm_90")
    assert re.search(r"#dbg_declare\(ptr %\S+, !\d+, !DIExpression\(\), !\d+\)", str(text))
    assert re.search(r"#dbg_value\(ptr.*, !DIExpression\(DW_OP_deref\), !\d+\)", str(text))


def test_what_debug_takes():
    def of(debug: object) -> tuple[bool, bool]:
        options = kernel(debug=debug)(without.function).options  # pyright: ignore[reportArgumentType, reportCallIssue]
        return options.debug, options.variables

    assert of(True) == of("overflow") == of(["overflow"]) == (True, False)
    assert of("full") == (False, True)
    assert of(("full", "overflow")) == (True, True)
    assert of(False) == of(()) == (False, False)
    with pytest.raises(DefinitionError, match="unknown debug feature 'ful'"):
        of("ful")
    with pytest.raises(DefinitionError, match="debug takes True, False, or some of full, overflow, not 3"):
        of(3)
    assert device(debug="full")(halved.function).options.variables


@TARGETS
def test_two_versions_of_a_generic_function_have_their_own_parameters(target: str):
    @device  # pyright: ignore[reportUnknownArgumentType]
    def twice(v):  # pyright: ignore[reportMissingParameterType, reportUnknownParameterType]
        return v + v  # pyright: ignore[reportUnknownVariableType]

    @kernel(debug="full")
    def both(x: MutSlice[f32], y: MutSlice[f64]):
        i = global_idx_x()
        x[i] = twice(x[i])
        y[i] = twice(y[i])

    (function,) = (
        each for each in entries(both, target).all("subprogram") if variables(each).keys() == {"v"}
    )
    assert sorted(str(each.type.name) for each in function.children) == ["f32", "f64"]


@TARGETS
def test_slots_of_a_function_that_is_inlined_many_times_at_one_place(target: str):
    @device
    def picked(v: f32, at: i64) -> f32:
        table = local_array(4, f32)
        for k in range(4):
            table[k] = f32(v * f32(k))
        return table[at % 4]

    @kernel(debug="full")
    def rounds(x: MutSlice[f32]):
        i = global_idx_x()
        for k in unroll(range(3)):
            x[i] += picked(x[i + k], i64(i))

    text = str(stage(rounds, "ll", target))
    assert text.count("#dbg_declare(ptr") == 1
    assert text.count("DW_OP_deref") == 2
    assert entries(rounds, target).the("variable", "table").type.tag == "array_type"


def test_a_kernel_runs_with_variables():
    x = numpy.arange(8, dtype=numpy.float32)
    y = numpy.zeros(8, numpy.float32)
    cpu = open_device("cpu")
    held = cpu.array(y)
    sums[2, 4](2.0, cpu.array(x), held, 3, True)
    total = sum((x[:3] * 0.5) ** 2 * 3)
    assert held.numpy().tolist() == [2 * total + i for i in range(8)]


def test_a_device_function_alone():
    @device(debug="full")
    def inner(v: f32) -> f32:
        local = f32(v + f32(1))
        return f32(local * local)

    @kernel
    def outer(x: MutSlice[f32]):
        i = global_idx_x()
        x[i] = inner(x[i])

    unit = entries(outer, "sm_90")
    assert not unit.all("variable", "i")
    assert unit.all("variable", "local")
