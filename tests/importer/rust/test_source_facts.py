"""What the text of MIR leaves out and the source tells: the parameters of functions and impls, the variants of enums."""

from __future__ import annotations

import pytest

from periclase.importer.rust.enum_source import variants_in, variants_of
from periclase.importer.rust.generic_names import explicit_bindings, function_parameters, impl_bindings
from periclase.importer.rust.impl_headers import ImplHeader
from periclase.importer.rust.mir_lexer import Cursor, MirText
from periclase.importer.rust.mir_parser import MirProgram
from periclase.importer.rust.rust_types import Nominal
from periclase.importer.rust.type_parser import parse_type


def type_of(text: str) -> Nominal:
    found = parse_type(Cursor(MirText("<type>", [text]), 0))
    assert isinstance(found, Nominal)
    return found


@pytest.mark.parametrize(
    "text, names",
    [
        ("fn f<const N: usize>(i: usize)", ["N"]),
        ("pub fn f<'a, T: Copy + Into<(u8, u8)>, const N: usize = 3>(i: &'a T)", ["T", "N"]),
        ("fn g<T>() {}\nfn f(i: usize)", []),
        ("fn f<T>(", ["T"]),
        ("fn g()", []),
    ],
)
def test_parameters_of_functions(text: str, names: list[str]) -> None:
    assert function_parameters(text, "f") == names


def test_a_path_binds_what_it_names() -> None:
    path = type_of("f::<u32, 3>").path
    assert {name: str(type) for name, type in explicit_bindings(["T", "N"], path).items()} == {
        "T": "u32",
        "N": "3",
    }
    assert explicit_bindings(["T"], path) == {}


def test_an_impl_binds_what_its_type_is_filled_in_with() -> None:
    header = ImplHeader("impl<'a, T: Copy, const N: usize> Ring<'a, T, N>", ())
    bound = impl_bindings(header, type_of("Ring<'_, u8, 4>"))
    assert {name: str(type) for name, type in bound.items()} == {"T": "u8", "N": "4"}
    assert impl_bindings(header, type_of("Ring<u8>")) == {}
    parts = ImplHeader("impl<A: Format, const N: usize> Format for ([A; N], u8)", ())
    bound = impl_bindings(parts, parse_type(Cursor(MirText("<type>", ["([Half; 3], u8)"]), 0)))
    assert {name: str(type) for name, type in bound.items()} == {"A": "Half", "N": "3"}
    assert impl_bindings(parts, type_of("Half")) == {}


@pytest.mark.parametrize(
    "text, variants",
    [
        ("enum E { A, B(u8), C { x: (u8, u8) } }", (("A", 0), ("B", 1), ("C", 2))),
        (
            "enum E<T> where T: Copy { A(T) = 3, /* b, c */ B, #[cold] C = -7, }",
            (("A", 3), ("B", 4), ("C", -7)),
        ),
        ("enum E { A = 1 << 3 }", None),
        ("enum Ex { A }", None),
        ("enum E { A } mod m { enum E { A } }", None),
        ("// enum E { X }\nenum E { A }", (("A", 0),)),
    ],
)
def test_variants(text: str, variants: object) -> None:
    assert variants_in(text, "E") == variants


def test_two_files_with_different_enums_of_one_name_tell_nothing() -> None:
    assert variants_of(["enum E { A }", "struct S;"], "E") == (("A", 0),)
    assert variants_of(["enum E { A }", "enum E { B }"], "E") is None


def test_a_static_that_rustc_evaluates_later_has_its_bytes() -> None:
    text = (
        "alloc1 (static: TABLE)\n\nalloc1 (static: TABLE, size: 2, align: 1) {\n    07 2a │ .*\n}\n\n"
        "alloc2 (static: OTHER)\n"
    )
    program = MirProgram(text)
    table, other = program.allocation(1), program.allocation(2)
    assert table is not None and other is not None
    assert (table.static, table.size, table.data) == ("TABLE", 2, (7, 42))
    assert (other.static, other.size) == ("OTHER", 0)


def test_a_constant_in_the_type_of_a_tuple_structs_field() -> None:
    program = MirProgram("const kernels::Pair::0::{constant#0}: usize = const 2_usize;\n")
    assert list(program.constants) == ["kernels::Pair::0::{constant#0}"]
