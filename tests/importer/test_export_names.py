"""Export names are pure functions of qualified names and arguments."""

from __future__ import annotations

import re
import string

from hypothesis import given
from hypothesis import strategies as st

from periclase.importer.export_names import (
    argument_hash,
    device_export_name,
    kernel_export_name,
    legalise,
    resolve_clashes,
)

names = st.text(string.ascii_letters + string.digits + "_.:<>é ", max_size=30)


def test_kernels_keep_their_name() -> None:
    assert kernel_export_name("saxpy") == "saxpy"


def test_generic_kernels_carry_the_hash_of_their_arguments() -> None:
    name = kernel_export_name("scale", ("f32", "16"))
    assert re.fullmatch(r"scale_TID_[0-9a-f]{32}", name)
    assert name == "scale_TID_" + argument_hash(("f32", "16"))
    # The value is a part of the contract with launchers: it must not change.
    assert argument_hash(("f32", "16")) == "10bcab5a31f147acfdd451a7b76bd05e"


def test_argument_texts_can_not_run_together() -> None:
    assert argument_hash(("a", "b")) != argument_hash(("ab",))
    assert argument_hash(("a", "b")) != argument_hash(("b", "a"))


def test_device_functions_have_their_qualified_name() -> None:
    assert device_export_name("pkg.mod.helper") == "pkg__mod__helper"
    assert device_export_name("pkg::mod::helper") == "pkg__mod__helper"
    assert device_export_name("m.outer.<locals>.inner") == "m__outer___locals___inner"
    assert re.fullmatch(r"m__f_TID_[0-9a-f]{32}", device_export_name("m.f", ("x: i32",)))


@given(names)
def test_legal_names_are_symbols_and_stay(name: str) -> None:
    legal = legalise(name)
    assert re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", legal)
    assert legalise(legal) == legal


@given(st.lists(names, unique=True), st.randoms())
def test_clashes_are_resolved_the_same_in_any_order(keys: list[str], random) -> None:
    wanted = {key: device_export_name(key) for key in keys}
    shuffled = list(wanted.items())
    random.shuffle(shuffled)
    resolved = resolve_clashes(wanted)
    assert resolve_clashes(dict(shuffled)) == resolved
    assert len(set(resolved.values())) == len(keys)


def test_clashes_are_numbered_in_sorted_order() -> None:
    wanted = {key: device_export_name(key) for key in ("m.f.g", "m.f__g", "m__f.g", "m.h")}
    assert resolve_clashes(wanted, taken=["m__h"]) == {
        "m.f.g": "m__f__g",
        "m.f__g": "m__f__g_1",
        "m__f.g": "m__f__g_2",
        "m.h": "m__h_1",
    }
