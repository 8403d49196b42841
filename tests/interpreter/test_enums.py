"""Enums in the interpreter: the tag, the niche, the payload."""

from __future__ import annotations

import lowered_mir
import pytest

from periclase.interpreter.failure import InterpretationError
from periclase.interpreter.machine import Machine

DIRECT = '!mir.enum<"E", si8 : ui8, [A = -3, B = 7 (si32 at 4)], direct, tag_offset = 0, size = 8, align = 4>'
NICHE = (
    '!mir.enum<"N", si64 : ui8, [None = 0, Some = 1 (ui8 at 0), Both = 2], niche, tag_offset = 0, niche_start = 2, '
    "niche_first = 0, niche_last = 2, variant = 1, size = 1, align = 1>"
)
SINGLE = '!mir.enum<"S", si64 : none, [Only = 0 (si32 at 0)], single, variant = 0, size = 4, align = 4>'


def run(body: str, result: str, argument: int = 0) -> object:
    module = lowered_mir.parse(f"mir.func @f(%a: si32, %b: ui8) -> {result} {{\n{body}\n}}")
    return Machine(module, steps=1000).run_function("f", [argument, argument & 0xFF])[0]


@pytest.mark.parametrize(
    ("type", "variant", "payload", "tag"),
    [
        (DIRECT, 0, "", -3 & 0xFF),
        (DIRECT, 1, "%a", 7),
        (NICHE, 0, "", 0),
        (NICHE, 1, "%b", 1),
        (NICHE, 2, "", 2),
        (SINGLE, 0, "%a", 0),
    ],
)
def test_the_discriminant_of_what_was_made(type: str, variant: int, payload: str, tag: int) -> None:
    result = "si8" if type is DIRECT else "si64"
    made = f"%e = mir.construct_enum {variant}({payload}) : {type}\n"
    text = made + f"%d = mir.get_discriminant %e : {type}\nmir.return %d : {result}"
    assert run(text, result, 1) == tag


def test_the_payload_of_what_was_made() -> None:
    made = f"%e = mir.construct_enum 1(%a) : {DIRECT}\n"
    assert run(made + f"%p = mir.enum_payload %e[1, 0] : {DIRECT}\nmir.return %p : si32", "si32", 41) == 41


def test_in_memory() -> None:
    text = f"""
  %slot = mir.alloca {DIRECT}
  %place = mir.enum_payload_addr %slot[1, 0] : !mir.ptr<mut {DIRECT}>
  mir.store %a, %place : !mir.ptr<mut si32>
  mir.set_discriminant %slot, 1 : !mir.ptr<mut {DIRECT}>
  %e = mir.load %slot : !mir.ptr<mut {DIRECT}>
  %d = mir.get_discriminant %e : {DIRECT}
  %p = mir.enum_payload %e[1, 0] : {DIRECT}
  %w = mir.cast int_to_int %d : si8 to si32
  %s = mir.add %p, %w : si32
  mir.return %s : si32"""
    assert run(text, "si32", 10) == 17


def test_no_variant_is_undefined() -> None:
    text = f"""
  %e = mir.undef : {DIRECT}
  %d = mir.get_discriminant %e : {DIRECT}
  mir.return %d : si8"""
    with pytest.raises(InterpretationError, match="PC0750"):
        run(text, "si8")


def test_an_access_is_as_aligned_as_it_says() -> None:
    packed = '!mir.struct<"P", {a: ui8, b: si32}, offsets = [0, 1], size = 5, align = 1>'
    text = f"""
  %slot = mir.alloca {packed}
  %place = mir.field_addr %slot[1] : !mir.ptr<mut {packed}>
  mir.store %a, %place ALIGN : !mir.ptr<mut si32>
  %back = mir.load %place ALIGN : !mir.ptr<mut si32>
  mir.return %back : si32"""
    assert run(text.replace("ALIGN", "align 1"), "si32", 5) == 5
    with pytest.raises(InterpretationError, match="aligned"):
        run(text.replace(" ALIGN", ""), "si32", 5)
