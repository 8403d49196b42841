"""Aggregates, enums, unions and memory: the lowering executed natively, its bytes compared with `struct.pack`."""

from __future__ import annotations

import functools
import struct
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lowered_mir import Native, compile_mir, from_bytes, to_bytes

few = settings(max_examples=25, deadline=None)

OPTION = '!mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>'
SPARSE = (
    '!mir.enum<"Sparse", si32 : si32, [A = -5, B = 70 (ui8 at 4, ui16 at 6), C = 3 (si64 at 8)], '
    "direct, tag_offset = 0, size = 16, align = 8>"
)
NICHE = (
    '!mir.enum<"Niche", si64 : ui8, [Zero = 0, Some = 1 (ui8 at 0, ui8 at 1), Two = 2], '
    "niche, tag_offset = 0, niche_start = 254, niche_first = 0, niche_last = 2, variant = 1, size = 2, align = 1>"
)
WRAPPING = (
    '!mir.enum<"Wrapping", si64 : ui8, [Full = 0 (ui8 at 0), N1 = 1, N2 = 2, N3 = 3], '
    "niche, tag_offset = 0, niche_start = 255, niche_first = 1, niche_last = 3, variant = 0, size = 1, align = 1>"
)
POINTER = (
    '!mir.enum<"Ref", si64 : !mir.ptr<si32>, [None = 0, Some = 1 (!mir.ptr<si32> at 0)], '
    "niche, tag_offset = 0, niche_start = 0, niche_first = 0, niche_last = 0, variant = 1, size = 8, align = 8>"
)
SINGLE = '!mir.enum<"Single", si64 : none, [Only = 7 (si32 at 0, ui8 at 4)], single, variant = 0, size = 8, align = 4>'
UNION = '!mir.union<"Bits", {f: f32, u: ui32, b: ui8}>'
STRUCT = '!mir.struct<"P", {a: ui8, b: si32, c: i1}, offsets = [8, 4, 0], size = 12, align = 4>'
NESTED = f"!mir.tuple<ui8, {STRUCT}, !mir.array<3 x ui16>>"


@functools.cache
def native(body: str, inputs: tuple[str, ...], output: str, extra: str = "") -> Native:
    return compile_mir(inputs, body, output, extra)


def run(body: str, inputs: Sequence[str], output: str, *values: float | bytes, extra: str = "") -> bytes:
    data = [v if isinstance(v, bytes) else to_bytes(v, t) for v, t in zip(values, inputs, strict=True)]
    return native(body, tuple(inputs), output, extra)(*data)


# ---------------------------------------------------------------------------------------------------------------------
# Tuples, structs, arrays, unions


def test_fields_go_to_their_offsets():
    body = f"%r = mir.construct_struct %a, %b, %c : {STRUCT}"
    data = run(body, ["ui8", "si32", "i1"], STRUCT, 0x12, -2, 1)
    assert data[8] == 0x12
    assert data[4:8] == struct.pack("<i", -2)
    assert data[0] == 1


def test_a_nested_value_survives_memory():
    image = bytearray(range(1, 25))
    image[4] = 1  # the boolean
    body = f"%q = mir.alloca {NESTED}\nmir.store %a, %q : !mir.ptr<mut {NESTED}>\n%r = mir.load %q : !mir.ptr<mut {NESTED}>"
    data = run(body, [NESTED], NESTED, bytes(image))
    for start, stop in ((0, 1), (4, 5), (8, 13), (16, 22)):
        assert data[start:stop] == image[start:stop]


def test_a_field_is_replaced_and_the_others_stay():
    body = f"%r = mir.insert_field %b into %a[1] : {STRUCT}"
    image = bytes([1, 0, 0, 0]) + struct.pack("<i", 5) + bytes([9, 0, 0, 0])
    data = run(body, [STRUCT, "si32"], STRUCT, image, -77)
    assert data[4:8] == struct.pack("<i", -77)
    assert (data[0], data[8]) == (1, 9)


@given(values=st.lists(st.integers(-100, 100), min_size=4, max_size=4), index=st.integers(0, 3))
@few
def test_array_elements_by_run_time_index(values: list[int], index: int):
    array = "!mir.array<4 x si32>"
    image = struct.pack("<4i", *values)
    found = run(f"%r = mir.extract_element %a[%b] : {array}, si64", [array, "si64"], "si32", image, index)
    assert from_bytes(found, "si32") == values[index]
    after = run(
        f"%r = mir.insert_element %c into %a[%b] : {array}, ui8",
        [array, "ui8", "si32"],
        array,
        image,
        index,
        7,
    )
    assert list(struct.unpack("<4i", after)) == [*values[:index], 7, *values[index + 1 :]]


def test_array_elements_by_constant_index():
    array = "!mir.array<4 x !mir.tuple<ui8, si16>>"
    image = b"".join(struct.pack("<Bxh", i, -i) for i in range(4))
    body = f"%i = mir.constant 2 : ui64\n%t = mir.extract_element %a[%i] : {array}, ui64\n"
    body += "%r = mir.extract_field %t[1] : !mir.tuple<ui8, si16>"
    assert run(body, [array], "si16", image) == struct.pack("<h", -2)


@given(x=st.floats(width=32))
@few
def test_a_union_reads_what_was_written_as_another_type(x: float):
    undefined = f"%u = mir.undef : {UNION}\n"
    body = f"{undefined}%v = mir.insert_field %a into %u[0] : {UNION}\n%r = mir.extract_field %v[1] : {UNION}"
    assert run(body, ["f32"], "ui32", struct.pack("<f", x)) == struct.pack("<f", x)
    body = f"{undefined}%v = mir.insert_field %a into %u[0] : {UNION}\n%r = mir.extract_field %v[2] : {UNION}"
    assert run(body, ["f32"], "ui8", struct.pack("<f", x)) == struct.pack("<f", x)[:1]


def test_selection_and_block_arguments_of_aggregates():
    pair = "!mir.tuple<si32, f64>"
    image_a, image_b = struct.pack("<i4xd", 1, 2.5), struct.pack("<i4xd", -1, 0.5)
    body = f"%s = mir.select %c, %a, %b : {pair}\n  mir.goto ^next(%s : {pair})\n^next(%r: {pair}):"
    for flag, expected in ((1, image_a), (0, image_b)):
        data = run(body, [pair, pair, "i1"], pair, image_a, image_b, flag)
        assert (data[:4], data[8:]) == (expected[:4], expected[8:])


def test_calls_take_and_return_aggregates():
    pair = "!mir.tuple<si32, f64>"
    extra = f"""
mir.func private @swap(%t: {pair}, %unit: !mir.tuple<>, %flag: i1) -> !mir.tuple<f64, si32, i1> {{
  %a = mir.extract_field %t[0] : {pair}
  %b = mir.extract_field %t[1] : {pair}
  %r = mir.construct_tuple %b, %a, %flag : !mir.tuple<f64, si32, i1>
  mir.return %r : !mir.tuple<f64, si32, i1>
}}
mir.func private @nothing(%unit: !mir.tuple<>) -> !mir.tuple<> {{
  mir.return %unit : !mir.tuple<>
}}"""
    result = "!mir.tuple<f64, si32, i1>"
    body = f"""  %e = mir.construct_tuple : !mir.tuple<>
  %n = mir.call @nothing(%e) : (!mir.tuple<>) -> !mir.tuple<>
  %r = mir.call @swap(%a, %n, %b) : ({pair}, !mir.tuple<>, i1) -> {result}"""
    data = run(body, [pair, "i1"], result, struct.pack("<i4xd", -3, 1.25), 1, extra=extra)
    assert data[:13] == struct.pack("<di?", 1.25, -3, True)


# ---------------------------------------------------------------------------------------------------------------------
# Enums


@pytest.mark.parametrize(
    ("enum", "variant", "payload", "values", "tag", "places"),
    [
        (OPTION, 0, [], [], b"\x00", []),
        (OPTION, 1, ["f32"], [1.5], b"\x01", [(4, struct.pack("<f", 1.5))]),
        (SPARSE, 0, [], [], struct.pack("<i", -5), []),
        (
            SPARSE,
            1,
            ["ui8", "ui16"],
            [200, 60000],
            struct.pack("<i", 70),
            [(4, b"\xc8"), (6, struct.pack("<H", 60000))],
        ),
        (SPARSE, 2, ["si64"], [-(2**40)], struct.pack("<i", 3), [(8, struct.pack("<q", -(2**40)))]),
        (NICHE, 0, [], [], b"\xfe", []),
        (NICHE, 1, ["ui8", "ui8"], [3, 4], b"", [(0, b"\x03\x04")]),
        (NICHE, 2, [], [], b"\x00", []),
        (WRAPPING, 0, ["ui8"], [100], b"", [(0, b"\x64")]),
        (WRAPPING, 1, [], [], b"\xff", []),
        (WRAPPING, 2, [], [], b"\x00", []),
        (WRAPPING, 3, [], [], b"\x01", []),
        (SINGLE, 0, ["si32", "ui8"], [-9, 8], b"", [(0, struct.pack("<iB", -9, 8))]),
    ],
)
def test_enums_byte_for_byte(
    enum: str,
    variant: int,
    payload: list[str],
    values: list[int | float],
    tag: bytes,
    places: list[tuple[int, bytes]],
):
    names = ", ".join(f"%{name}" for name in "abcd"[: len(payload)])
    construct = f"%e = mir.construct_enum {variant}({names}) : {enum}\n"
    data = run(construct.replace("%e", "%r"), payload, enum, *values)
    assert data.startswith(tag)
    for offset, expected in places:
        assert data[offset : offset + len(expected)] == expected

    discriminants = {
        OPTION: [0, 1],
        SPARSE: [-5, 70, 3],
        NICHE: [0, 1, 2],
        WRAPPING: [0, 1, 2, 3],
        SINGLE: [7],
    }
    of_enum = {OPTION: "ui8", SPARSE: "si32"}.get(enum, "si64")
    told = run(f"{construct}%r = mir.get_discriminant %e : {enum}", payload, of_enum, *values)
    assert from_bytes(told, of_enum) == discriminants[enum][variant]

    for index, (type, value) in enumerate(zip(payload, values, strict=True)):
        body = f"{construct}%r = mir.enum_payload %e[{variant}, {index}] : {enum}"
        assert run(body, payload, type, *values) == to_bytes(value, type)
        body = (
            f"{construct}%q = mir.ref %e : {enum}\n"
            f"%f = mir.enum_payload_addr %q[{variant}, {index}] : !mir.ptr<{enum}>\n"
            f"%r = mir.load %f : !mir.ptr<{type}>"
        )
        assert run(body, payload, type, *values) == to_bytes(value, type)


def test_the_discriminant_is_set_through_a_pointer():
    body = (
        f"%q = mir.ref mut %a : {SPARSE}\nmir.set_discriminant %q, 0 : !mir.ptr<mut {SPARSE}>\n"
        f"%r = mir.load %q : !mir.ptr<mut {SPARSE}>"
    )
    image = struct.pack("<iBxHq", 70, 1, 2, 3)
    assert run(body, [SPARSE], SPARSE, image)[:4] == struct.pack("<i", -5)


@pytest.mark.parametrize("address", [0, 0x7FFF12345678])
def test_a_null_pointer_is_the_niche_of_a_reference(address: int):
    image = struct.pack("<Q", address)
    assert from_bytes(
        run(f"%r = mir.get_discriminant %a : {POINTER}", [POINTER], "si64", image), "si64"
    ) == bool(address)
    body = f"%r = mir.construct_enum 0() : {POINTER}"
    assert run(body, [], POINTER) == bytes(8)


# ---------------------------------------------------------------------------------------------------------------------
# Memory


@given(a=st.binary(min_size=16, max_size=16), b=st.binary(min_size=16, max_size=16))
@few
def test_swap_exchanges_two_places(a: bytes, b: bytes):
    type = "!mir.array<4 x ui32>"
    pointer = f"!mir.ptr<mut {type}>"
    call = native(f"mir.swap %pa, %pb : {pointer}, {pointer}\n%r = mir.constant 0 : ui8", (type, type), "ui8")
    call(a, b)
    assert call.inputs_after == [b, a]  # type: ignore[attr-defined]


def test_swap_of_a_place_with_itself_and_of_large_values():
    small = "!mir.ptr<mut !mir.array<4 x ui8>>"
    call = native(
        f"mir.swap %pa, %pa : {small}, {small}\n%r = mir.constant 0 : ui8", ("!mir.array<4 x ui8>",), "ui8"
    )
    call(b"abcd")
    assert call.inputs_after == [b"abcd"]  # type: ignore[attr-defined]
    type = "!mir.array<100 x ui16>"
    large = f"!mir.ptr<mut {type}>"
    call = native(f"mir.swap %pa, %pb : {large}, {large}\n%r = mir.constant 0 : ui8", (type, type), "ui8")
    a, b = bytes(range(200)), bytes(reversed(range(200)))
    call(a, b)
    assert call.inputs_after == [b, a]  # type: ignore[attr-defined]


@given(data=st.binary(min_size=24, max_size=24), count=st.integers(0, 6), byte=st.integers(0, 255))
@few
def test_bulk_memory_counts_elements(data: bytes, count: int, byte: int):
    type = "!mir.array<6 x ui32>"
    to_element = (
        f"%x = mir.cast array_to_ptr %pa : !mir.ptr<mut {type}> to !mir.ptr<mut ui32>\n"
        f"%y = mir.cast array_to_ptr %pb : !mir.ptr<mut {type}> to !mir.ptr<mut ui32>\n"
    )
    zero = "%r = mir.constant 0 : ui8"
    for name in ("memcpy", "memmove"):
        body = f"{to_element}mir.{name} %x, %y, %c : !mir.ptr<mut ui32>, !mir.ptr<mut ui32>, si64\n{zero}"
        call = native(body, (type, type, "si64"), "ui8")
        call(bytes(24), data, to_bytes(count, "si64"))
        assert call.inputs_after[0] == data[: 4 * count] + bytes(24 - 4 * count)  # type: ignore[attr-defined]
    body = f"{to_element}mir.memset %x, %d, %c : !mir.ptr<mut ui32>, ui8, ui16\n{zero}"
    call = native(body, (type, type, "ui16", "ui8"), "ui8")
    call(data, data, to_bytes(count, "ui16"), to_bytes(byte, "ui8"))
    assert call.inputs_after[0] == bytes([byte]) * (4 * count) + data[4 * count :]  # type: ignore[attr-defined]


@given(data=st.binary(min_size=12, max_size=12), index=st.integers(0, 5))
@few
def test_addresses_step_by_elements(data: bytes, index: int):
    type = "!mir.array<6 x ui16>"
    by_element = (
        f"%q = mir.element_addr %pa[%b] : !mir.ptr<mut {type}>, ui8\n%r = mir.load %q : !mir.ptr<mut ui16>"
    )
    assert run(by_element, [type, "ui8"], "ui16", data, index) == data[2 * index : 2 * index + 2]
    by_offset = (
        f"%x = mir.cast array_to_ptr %pa : !mir.ptr<mut {type}> to !mir.ptr<mut ui16>\n"
        "%q = mir.ptr_offset %x[%b] : !mir.ptr<mut ui16>, si32\n"
    )
    assert (
        run(f"{by_offset}%r = mir.load %q : !mir.ptr<mut ui16>", [type, "si32"], "ui16", data, index)
        == (data[2 * index : 2 * index + 2])
    )
    distance = run(
        f"{by_offset}%r = mir.ptr_diff %q, %x : !mir.ptr<mut ui16>", [type, "si32"], "si64", data, index
    )
    assert from_bytes(distance, "si64") == index


def test_a_field_of_a_struct_in_memory():
    body = f"%q = mir.field_addr %pa[1] : !mir.ptr<mut {STRUCT}>\n%r = mir.load %q : !mir.ptr<mut si32>"
    image = bytes([1, 0, 0, 0]) + struct.pack("<i", -12345) + bytes(4)
    assert run(body, [STRUCT], "si32", image) == struct.pack("<i", -12345)


def test_unsizing_gives_the_length():
    type = "!mir.array<6 x ui16>"
    body = (
        f"%s = mir.cast unsize %pa : !mir.ptr<mut {type}> to !mir.slice<mut ui16>\n"
        "%r = mir.extract_field %s[1] : !mir.slice<mut ui16>"
    )
    assert from_bytes(run(body, [type], "ui64", bytes(12)), "ui64") == 6


@given(data=st.binary(min_size=8, max_size=8))
@few
def test_transmute_keeps_the_bytes(data: bytes):
    cases = (
        ("f64", "ui64"),
        ("ui64", "f64"),
        ("!mir.array<2 x f32>", "ui64"),
        ("ui64", "!mir.array<8 x ui8>"),
        ("!mir.ptr<ui8>", "ui64"),
        ("si64", "!mir.ptr<ui8>"),
        ("!mir.tuple<ui32, f32>", "!mir.tuple<f32, ui32>"),
    )
    for source, target in cases:
        assert run(f"%r = mir.cast transmute %a : {source} to {target}", [source], target, data) == data


def test_tables_of_constants_and_device_globals():
    table = "!mir.array<2 x !mir.tuple<ui8, si32>>"
    body = f"""%t = mir.global_alloc immutable {table} key "table" = [[1 : ui8, -1 : si32], [2 : ui8, -2 : si32]]
  %q = mir.element_addr %t[%a] : !mir.ptr<{table}, constant>, ui64
  %g = mir.cast ptr_to_ptr %q : !mir.ptr<!mir.tuple<ui8, si32>, constant> to !mir.ptr<!mir.tuple<ui8, si32>>
  %r = mir.load %g : !mir.ptr<!mir.tuple<ui8, si32>>"""
    from lowered_mir import lower, program

    lowered = str(lower(program(["ui64"], body, "!mir.tuple<ui8, si32>")))
    assert "addr_space = 4 : i32" in lowered
    assert "constant @table" in lowered


@pytest.mark.parametrize("index", range(5))
def test_a_constant_array_indexed_at_run_time_is_a_table(index: int):
    array = "!mir.array<5 x si16>"
    body = f"%t = mir.constant_aggregate [3 : si16, -1 : si16, 4 : si16, -1 : si16, 5 : si16] : {array}\n"
    body += f"%r = mir.extract_element %t[%a] : {array}, ui32"
    assert from_bytes(run(body, ["ui32"], "si16", index), "si16") == [3, -1, 4, -1, 5][index]


def test_switch_takes_the_named_case():
    body = """  mir.switch %a : si32, default ^other, [-1: ^minus(%a : si32), 5: ^five]
^minus(%x: si32):
  %m = mir.constant 100 : si32
  mir.goto ^end(%m : si32)
^five:
  %f = mir.constant 200 : si32
  mir.goto ^end(%f : si32)
^other:
  %o = mir.constant 300 : si32
  mir.goto ^end(%o : si32)
^end(%r: si32):"""
    for value, expected in ((-1, 100), (5, 200), (0, 300), (6, 300)):
        assert from_bytes(run(body, ["si32"], "si32", value), "si32") == expected


WIDE_SWITCH = """
  mir.switch %a : ui128, default ^other, [{cases}]
^small:
  %0 = mir.constant 1 : si32
  mir.goto ^end(%0 : si32)
^large:
  %1 = mir.constant 2 : si32
  mir.goto ^end(%1 : si32)
^other:
  %2 = mir.constant 3 : si32
  mir.goto ^end(%2 : si32)
^end(%r: si32):
"""


@pytest.mark.parametrize(
    ("value", "result"), [(0, 3), (7, 1), ((1 << 128) - 1, 2), ((1 << 64) + 7, 3), ((1 << 64) - 1, 3)]
)
def test_switch_on_128_bits(value: int, result: int):
    cases = f"7: ^small, {(1 << 128) - 1}: ^large"
    call = compile_mir(["ui128"], WIDE_SWITCH.replace("{cases}", cases), "si32")
    assert from_bytes(call(to_bytes(value, "ui128")), "si32") == result


def test_nans_keep_their_bits():
    body = """
  %0 = mir.constant 0x7FC00000 : f32
  %1 = mir.constant 0xFFC00000 : f32
  %2 = mir.constant 0x7FC00001 : f32
  %r = mir.construct_array %0, %1, %2 : !mir.array<3 x f32>
"""
    call = compile_mir([], body, "!mir.array<3 x f32>")
    assert struct.unpack("<3I", call()) == (0x7FC00000, 0xFFC00000, 0x7FC00001)
