"""What a source declares: the same for two whose functions' bodies alone differ, and for no others."""

from __future__ import annotations

import pytest

from periclase.importer.rust.declarations import declarations_of, types_within

SOURCE = """
use cuda_device::*;
const N: usize = length();
const fn length() -> usize { 4 }
/* a comment /* within */ another: fn not() {} */
pub struct Particle { pub x: f32, table: [u8; N] }
impl Particle { pub fn mass(&self) -> f32 where Self: Sized, { self.x } }
macro_rules! made { ($name:ident) => { pub struct $name; fn helper() { let _ = 1; } } }
made! { Made }
#[kernel]
pub unsafe extern "C" fn step<'a, const M: usize>(p: &'a [Particle; { M + 1 }], k: Held<{ N + 2 }>) -> Out<'a> {
    let brace = '{'; let quote = '"'; let text = "}"; let raw = r#"}"}"#;
    p[0].mass()
}
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("p[0].mass()", "p[1].mass() + 1.0"),
        ("{ self.x }", "{ if self.x > 0.0 { self.x } else { 1.0 } }"),
        ("let brace = '{';", ""),
        ("a comment", "another comment"),
        ("\n#[kernel]", "\n\n\n    #[kernel]"),
    ],
)
def test_bodies_and_comments_are_no_part(before: str, after: str) -> None:
    assert before in SOURCE
    assert declarations_of(SOURCE.replace(before, after)) == declarations_of(SOURCE)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("pub x: f32", "pub x: f64"),
        ("{ 4 }", "{ 5 }"),
        ("made! { Made }", "made! { Other }"),
        ("let _ = 1", "let _ = 2"),
        ("M + 1", "M + 2"),
        ("N + 2", "N + 3"),
        ("Out<'a>", "Out<'static>"),
        ("#[kernel]", "#[kernel]\n#[repr(C)]"),
        ("p[0].mass()", "impl Length for Particle { const N: usize = 3; } p[0].mass()"),
    ],
)
def test_all_else_is(before: str, after: str) -> None:
    assert before in SOURCE
    assert declarations_of(SOURCE.replace(before, after)) != declarations_of(SOURCE)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("fn f() { length!(P, 3); }", "fn f() { length!(P, 4); }"),
        (
            "fn f() { if !(a) { assert!({ length![P, 3]; true }) } }",
            "fn f() { if !(a) { assert!({ length![P, 4]; true }) } }",
        ),
        ("fn f() -> impl Copy { 1u8 }", "fn f() -> impl Copy { 1u16 }"),
        ("async unsafe fn f() { g(1u8).await }", "async unsafe fn f() { g(1u16).await }"),
        (
            'const unsafe extern r#"C"# fn f() -> usize { 3 }',
            'const unsafe extern r#"C"# fn f() -> usize { 4 }',
        ),
    ],
    ids=["impl by macro", "in another macro", "what it gives", "async", "const with an ABI"],
)
def test_bodies_that_types_outside_may_depend_on_are(before: str, after: str) -> None:
    assert declarations_of(before) != declarations_of(after)


@pytest.mark.parametrize("body", ["if !(a) { b }", 'assert!(a != b); gpu_printf!("%d", a)', "return !(a)"])
def test_macros_that_make_no_impl_leave_a_body_out(body: str) -> None:
    assert declarations_of(f"fn f() {{ {body} }}") == declarations_of("fn f() {}")


@pytest.mark.parametrize(
    "text",
    [
        "struct S([u8; line!() as usize]); fn f() { 1; }",
        'const T: &[u8] = include_bytes!("t"); fn f() { 1; }',
        "fn f() { #[macro_export] macro_rules! m { () => {} } }",
        "fn f() { ( }",
        "fn f() {",
        'fn f() { r#" }',
        "fn f() { } /* never closed",
        "fn",
    ],
)
def test_where_that_is_not_certain_nothing_is_left_out(text: str) -> None:
    assert declarations_of(text) == text


def test_functions_without_a_body_and_types_of_functions() -> None:
    text = 'trait T { fn f(&self) -> u8; } extern "C" { fn g(x: fn(u8) -> u8); } struct S { f: fn(u8) }'
    assert declarations_of(text).replace(" ", "") == text.replace(" ", "")


def test_types_within_a_function() -> None:
    text = "enum A {} fn f<T>() { if a < b { enum B { X } } struct C; } fn g() { union D {} } fn f();"
    assert types_within(text, "f") == {"B", "C"}
    assert not types_within("fn f() { enum B {} ( }", "f")
