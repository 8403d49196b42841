"""Images and their mapping: linked right, never writable and executable at once, and nothing that is damaged."""

from __future__ import annotations

import contextlib
import ctypes
import os
import struct
import sys

import pytest
from cpu_works import artifact
from hypothesis import given, settings
from hypothesis import strategies as st

from periclase.codegen import native
from periclase.codegen.cpu.support import support_object
from periclase.runtime.backends.cpu import image as image_module
from periclase.runtime.backends.cpu.elf import read_object
from periclase.runtime.backends.cpu.image import (
    DamagedObject,
    MappedObject,
    MissingSymbol,
    UnsupportedObject,
    attached_image,
    map_object,
    process_symbol,
)
from periclase.runtime.backends.cpu.object_linker import with_image

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="objects are mapped on Linux only")

VARIED = """
@table = private constant [4 x i64] [i64 10, i64 20, i64 30, i64 40], align 32
@counter = global i64 5, align 8
@zeros = internal global [1000 x i8] zeroinitializer, align 64
@text = private unnamed_addr constant [6 x i8] c"hello\\00"
@handler = global ptr @twice
@abs.p = private constant ptr @labs
declare i64 @strlen(ptr)
declare i64 @labs(i64)
declare double @exp(double)
@environ = external global ptr

define i64 @twice(i64 %x) {
  %r = mul i64 %x, 2
  ret i64 %r
}
define i64 @look_up(i64 %i) {
  %p = getelementptr [4 x i64], ptr @table, i64 0, i64 %i
  %r = load i64, ptr %p
  ret i64 %r
}
define i64 @count() {
  %old = load i64, ptr @counter
  %new = add i64 %old, 1
  store i64 %new, ptr @counter
  %z = getelementptr i8, ptr @zeros, i64 999
  store i8 1, ptr %z
  ret i64 %new
}
define i64 @length() {
  %r = call i64 @strlen(ptr @text)
  ret i64 %r
}
define i64 @call_handler(i64 %x) {
  %f = load ptr, ptr @handler
  %r = call i64 %f(i64 %x)
  ret i64 %r
}
define i64 @call_abs(i64 %x) {
  %f = load volatile ptr, ptr @abs.p
  %r = call i64 %f(i64 %x)
  ret i64 %r
}
define double @raise_e(double %x) {
  %r = call double @exp(double %x)
  ret double %r
}
define ptr @environment() {
  ret ptr @environ
}
"""


@pytest.fixture(scope="module", params=["linked here", "with its image"])
def varied(request):
    code = native.emit_object(VARIED, speed=0)
    mapped = map_object(with_image(code) if request.param == "with its image" else code)
    yield mapped
    mapped.unmap()


def function(mapped: MappedObject, name: str, result=ctypes.c_int64, *arguments):
    return ctypes.CFUNCTYPE(result, *arguments)(mapped.symbols[name])


def test_code_constants_variables_and_calls(varied):
    number = ctypes.c_int64
    assert [function(varied, "look_up", number, number)(i) for i in range(4)] == [10, 20, 30, 40]
    assert [function(varied, "count")() for _ in range(3)] == [6, 7, 8]
    assert number.from_address(varied.symbols["counter"]).value == 8
    assert function(varied, "length")() == 5
    assert function(varied, "call_handler", number, number)(21) == 42
    assert function(varied, "call_abs", number, number)(-3) == 3
    assert function(varied, "raise_e", ctypes.c_double, ctypes.c_double)(1.0) == pytest.approx(2.718281828)
    assert function(varied, "environment", ctypes.c_void_p)() == process_symbol("environ")


def test_only_what_is_exported_is_a_symbol(varied):
    assert {"twice", "counter", "handler"} <= set(varied.symbols)
    assert not {"table", "zeros", "text", "strlen"} & set(varied.symbols)


def test_alignment_is_kept(varied):
    mapped = map_object(native.emit_object("@x = global i64 0, align 1024\n@y = global i8 0\n"))
    assert mapped.symbols["x"] % 1024 == 0
    mapped.unmap()


def protections(mapped: MappedObject) -> list[str]:
    found = []
    with open("/proc/self/maps") as maps:
        for line in maps:
            place, permission = line.split()[:2]
            start, end = (int(part, 16) for part in place.split("-"))
            if start < mapped.address + mapped.size and mapped.address < end:
                found.append(permission)
    return found


def test_no_memory_is_writable_and_executable(varied):
    found = protections(varied)
    assert any("x" in p for p in found)
    assert any("w" in p for p in found)
    assert not any("w" in p and "x" in p for p in found)


def test_unmapping_gives_the_memory_back():
    mapped = map_object(native.emit_object("define i32 @f() {\n ret i32 1 }"))
    assert protections(mapped) == ["r-xp"]
    mapped.unmap()
    assert protections(mapped) == []


def test_libraries_come_before_the_process_and_the_last_first():
    one, other = (
        map_object(native.emit_object(f"define i64 @what(i64 %x) {{\n ret i64 {n} }}")) for n in (1, 2)
    )
    user = native.emit_object(
        "declare i64 @what(i64)\ndefine i64 @f() {\n %r = call i64 @what(i64 -9)\n ret i64 %r }"
    )

    def find(name):
        return process_symbol("labs")

    assert function(map_object(user, (), find), "f")() == 9
    assert function(map_object(user, [one], find), "f")() == 1
    assert function(map_object(user, [one, other], find), "f")() == 2


def test_a_missing_function_is_named_and_a_weak_one_is_null():
    code = "declare void @no_such_function()\ndefine void @f() {\n call void @no_such_function()\n ret void }"
    with pytest.raises(MissingSymbol, match="`no_such_function`, which is nowhere"):
        map_object(native.emit_object(code))
    weak = "@no_such_thing = extern_weak global i8\ndefine ptr @f() {\n ret ptr @no_such_thing }"
    assert function(map_object(native.emit_object(weak)), "f", ctypes.c_void_p)() is None


def test_no_library_is_loaded_for_what_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str | None] = []

    def library(name: str | None) -> ctypes.CDLL:
        asked.append(name)
        return ctypes.pythonapi

    monkeypatch.setattr(image_module, "_library", library)
    map_object(native.emit_object("@nowhere = extern_weak global i8\ndefine ptr @f() {\n ret ptr @nowhere }"))
    assert asked == [None]
    with pytest.raises(MissingSymbol):
        map_object(
            native.emit_object("@nowhere = external global i8\ndefine ptr @f() {\n ret ptr @nowhere }")
        )
    assert set(asked) == {None, *image_module.RUNTIME_LIBRARIES}


def test_far_functions_are_reached():
    """Whatever the distance of the C library: the stub holds the whole address."""
    code = native.emit_object(
        "declare i64 @far(i64)\ndefine i64 @f() {\n %r = call i64 @far(i64 -9)\n ret i64 %r }"
    )
    asked = []

    def find(name):
        asked.append(name)
        return process_symbol("labs")

    assert function(map_object(code, (), find), "f")() == 9
    assert asked == ["far"]


@pytest.mark.parametrize(
    "source, reason",
    [
        ("@x = thread_local global i32 1", "thread-local"),
        ("@x = common global i32 0", "common"),
        ("@x = global i64 0, align 65536", "aligned to 65536"),
        (
            "@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] "
            "[{ i32, ptr, ptr } { i32 1, ptr @f, ptr null }]\ndeclare void @abort()\n"
            "define void @f() {\n call void @abort()\n ret void }",
            "constructors",
        ),
        (
            "@x = ifunc i64 (i64), ptr @r\ndefine ptr @r() {\n ret ptr @g }\ndefine i64 @g(i64 %x) {\n ret i64 %x }",
            "resolved by a function",
        ),
    ],
)
def test_what_is_not_known_is_left_to_others(source, reason):
    with pytest.raises(UnsupportedObject, match=reason):
        map_object(native.emit_object(source, speed=0))


def test_other_formats_and_machines_are_left_to_others():
    code = native.emit_object("define void @f() {\n ret void }")
    for changed, reason in (
        (b"", "no ELF file"),
        (b"\xcf\xfa\xed\xfe" + code, "no ELF file"),
        (code[:4] + b"\1" + code[5:], "64-bit"),
        (code[:5] + b"\2" + code[6:], "64-bit"),
        (code[:16] + b"\2\0" + code[18:], "not relocatable"),
        (code[:18] + b"\3\0" + code[20:], "machine 3"),
        (code[:58] + b"\x20\0" + code[60:], "section table"),
    ):
        with pytest.raises(UnsupportedObject, match=reason):
            map_object(changed)


@pytest.fixture(scope="module")
def whole():
    return native.emit_object(VARIED, speed=0)


def test_every_truncation_is_found(whole):
    for length in range(len(whole)):
        with pytest.raises((DamagedObject, UnsupportedObject)):
            map_object(whole[:length])


@settings(max_examples=500, deadline=None)
@given(st.data())
def test_no_damage_makes_the_loader_touch_what_it_should_not(whole, data):
    """It maps, or says why not: nothing that is mapped here is run."""
    changed = bytearray(whole)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(whole) - 1))
        changed[place] = data.draw(st.integers(0, 255))
    with contextlib.suppress(DamagedObject, MissingSymbol, UnsupportedObject):
        map_object(bytes(changed)).unmap()


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_no_damage_to_the_tables_either(whole, data):
    """As above, aimed at the numbers: section headers, symbols and relocations."""
    table = struct.unpack_from("<Q", whole, 40)[0]
    count = struct.unpack_from("<H", whole, 60)[0]
    places = [
        (table + i * 64 + field, size)
        for i in range(count)
        for field, size in ((0, 4), (4, 4), (8, 8), (24, 8), (32, 8), (40, 4), (44, 4), (48, 8), (56, 8))
    ]
    for i in range(count):
        kind, offset, size = (
            struct.unpack_from("<I", whole, table + i * 64 + 4)[0],
            *struct.unpack_from("<QQ", whole, table + i * 64 + 24),
        )
        if kind in (2, 4):
            places += [(at, 8) for at in range(offset, offset + size, 8)]
    changed = bytearray(whole)
    for _ in range(data.draw(st.integers(1, 3))):
        place, size = data.draw(st.sampled_from(places))
        value = data.draw(st.one_of(st.integers(0, 2 ** (8 * size) - 1), st.integers(0, 300)))
        changed[place : place + size] = value.to_bytes(size, "little")
    with contextlib.suppress(DamagedObject, MissingSymbol, UnsupportedObject):
        map_object(bytes(changed)).unmap()


@pytest.mark.parametrize("size", [1 << 32, (1 << 64) - 4096, (1 << 64) - 1])
def test_a_section_larger_than_memory_is_refused(whole, size):
    """Together with others its bytes would be more than 64 bits count."""
    table = struct.unpack_from("<Q", whole, 40)[0]
    for index in range(struct.unpack_from("<H", whole, 60)[0]):
        header = table + index * 64
        damaged = bytearray(whole)
        struct.pack_into("<I", damaged, header + 4, 8)  # SHT_NOBITS
        struct.pack_into("<Q", damaged, header + 8, 2)  # SHF_ALLOC
        struct.pack_into("<Q", damaged, header + 32, size)
        with contextlib.suppress(DamagedObject, MissingSymbol, UnsupportedObject):
            map_object(bytes(damaged)).unmap()  # what takes no memory may have any size


def test_all_objects_of_ours_can_be_mapped():
    driver = map_object(support_object("block_driver"))
    map_object(support_object("block_scheduler"), [driver])
    map_object(support_object("bfloat16"))
    map_object(artifact("step").code, [driver]).unmap()
    assert read_object(support_object("task_executor")).sections


def test_an_image_is_behind_an_object_file_that_others_read_as_before(whole):
    code = with_image(whole)
    assert code.startswith(whole) and attached_image(whole) is None
    again, first = attached_image(code), attached_image(with_image(code))
    for name in type(again).__slots__:
        assert getattr(again, name) == getattr(first, name)
    unknown = native.emit_object("@x = thread_local global i32 1")
    assert with_image(unknown) == unknown


def test_what_the_compiler_makes_has_its_image():
    for name in ("block_driver", "block_scheduler", "bfloat16", "task_executor"):
        assert attached_image(support_object(name)) is not None


def test_an_image_for_smaller_pages_than_the_system_has_is_not_used(whole, monkeypatch):
    code = with_image(whole)
    monkeypatch.setattr(image_module, "attached_image", lambda code: image)
    image = attached_image(code)
    image.ends = (1000, 2000, 3000)
    mapped = map_object(code)
    assert mapped.size % os.sysconf("SC_PAGE_SIZE") == 0
    mapped.unmap()


def test_a_mapping_by_its_image_finds_libraries_and_misses_what_is_nowhere():
    library = map_object(with_image(native.emit_object("define i64 @what(i64 %x) {\n ret i64 1 }")))
    user = with_image(
        native.emit_object(
            "declare i64 @what(i64)\ndefine i64 @f() {\n %r = call i64 @what(i64 -9)\n ret i64 %r }"
        )
    )
    assert function(map_object(user, [library]), "f")() == 1
    with pytest.raises(MissingSymbol, match="`what`, which is nowhere"):
        map_object(user)
    weak = "@no_such_thing = extern_weak global i8\ndefine ptr @f() {\n ret ptr @no_such_thing }"
    assert function(map_object(with_image(native.emit_object(weak))), "f", ctypes.c_void_p)() is None


@settings(max_examples=500, deadline=None)
@given(st.data())
def test_no_damage_to_an_image_makes_the_loader_touch_what_it_should_not(whole, data):
    code = with_image(whole)
    changed = bytearray(code)
    tables = attached_image(code)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(len(whole), len(code) - len(tables.contents) - 1))
        size = data.draw(st.sampled_from([1, 4, 8]))
        value = data.draw(st.one_of(st.integers(0, 2 ** (8 * size) - 1), st.integers(0, 200)))
        changed[place : place + size] = value.to_bytes(size, "little")
    for place in data.draw(st.lists(st.integers(1, 16), max_size=1)):
        changed[-place] = data.draw(st.integers(0, 255))
    with contextlib.suppress(DamagedObject, MissingSymbol, UnsupportedObject):
        map_object(bytes(changed)).unmap()
