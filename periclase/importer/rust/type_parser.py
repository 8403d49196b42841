"""Types and paths of MIR text."""

from __future__ import annotations

from periclase.importer.rust.mir_lexer import Cursor
from periclase.importer.rust.rust_types import (
    NEVER,
    PRIMITIVES,
    UNIT,
    Array,
    AssociatedArgument,
    Closure,
    ConstantArgument,
    FunctionItem,
    FunctionPointer,
    Lifetime,
    Nominal,
    Opaque,
    Path,
    Primitive,
    RawPointer,
    Reference,
    RustType,
    Segment,
    Slice,
    Tuple,
)

_OPENING = {"(": ")", "[": "]", "{": "}", "<": ">"}
_LIFETIME = Lifetime()
_PRIMITIVES = {name: Primitive(name) for name in PRIMITIVES}


def balanced(cursor: Cursor) -> str:
    """The text of a bracketed group, of which the opening bracket is at hand; brackets included.

    Raises:
        CompileError: it does not end on this line.
    """
    start = cursor.token
    pending: list[str] = []
    while True:
        kind = cursor.kind
        if kind in _OPENING:
            pending.append(_OPENING[kind])
        elif pending and kind == pending[-1]:
            pending.pop()
            if not pending:
                cursor.advance()
                return cursor.text_from(start)
        elif not kind or kind == "//" or kind in (")", "]", "}"):
            cursor.fail(f"expected `{pending[-1] if pending else '('}`")
        cursor.advance()


def parse_type(cursor: Cursor) -> RustType:
    """Parse a type.

    Raises:
        CompileError: there is none.
    """
    kind = cursor.kind
    if kind == "n":
        name = cursor.token.text
        primitive = _PRIMITIVES.get(name)
        if primitive is not None and cursor.peek().kind != "::":
            cursor.advance()
            return primitive
        if name in ("dyn", "impl"):
            return _bounds(cursor)
        if name in ("unsafe", "extern", "fn") or (name == "for" and cursor.peek().kind == "<"):
            return _function(cursor)
        return Nominal(parse_path(cursor))
    if kind == "&":
        cursor.advance()
        if cursor.at("l"):
            cursor.advance()
        mutable = cursor.takes_name("mut")
        return Reference(parse_type(cursor), mutable)
    if kind == "*":
        cursor.advance()
        mutable = cursor.expect_name("const", "mut") == "mut"
        return RawPointer(parse_type(cursor), mutable)
    if kind == "[":
        cursor.advance()
        element = parse_type(cursor)
        if cursor.takes(";"):
            length = array_length(cursor)
            cursor.expect("]")
            return Array(element, length)
        cursor.expect("]")
        return Slice(element)
    if kind == "(":
        return _tuple(cursor)
    if kind == "!":
        cursor.advance()
        return NEVER
    if kind == "<":
        return Nominal(parse_path(cursor))
    if kind == "{":
        return _braced(cursor)
    if kind == "#":  # a function of one processor's: `#[target_features] fn(f32) -> __m128 {…}`
        cursor.advance()
        cursor.expect("[")
        cursor.expect_name("target_features")
        cursor.expect("]")
        return parse_type(cursor)
    cursor.fail("expected a type")


def array_length(cursor: Cursor) -> int | str:
    token = cursor.token
    if token.kind == "0":
        cursor.advance()
        digits = token.text.replace("_usize", "").replace("usize", "").replace("_", "")
        return int(digits) if digits.isdigit() else token.text
    if token.kind == "{":
        return balanced(cursor)
    if token.kind in ("n", "<"):
        return str(parse_path(cursor))
    cursor.fail("expected the length of an array")


def _tuple(cursor: Cursor) -> RustType:
    cursor.expect("(")
    elements: list[RustType] = []
    trailing = False
    while not cursor.at(")"):
        elements.append(parse_type(cursor))
        trailing = cursor.takes(",")
        if not trailing:
            break
        if len(elements) > 1 and cursor.at(")"):
            cursor.fail("expected a type")
    cursor.expect(")")
    if len(elements) == 1 and not trailing:
        if cursor.takes_name("is"):  # a pattern type: a number or pointer that some values are left out of
            _pattern(cursor)
        return elements[0]
    return Tuple(tuple(elements)) if elements else UNIT


def _pattern(cursor: Cursor) -> None:
    while cursor.kind in ("0", "..=", "..", "c", "n", "!", "|", "(", ")", "::"):
        if cursor.at(")"):
            return
        cursor.advance()


def _braced(cursor: Cursor) -> RustType:
    following = cursor.peek()
    if following.text == "closure" and cursor.peek(2).kind == "@":
        for _ in range(3):
            cursor.advance()
        path = parse_path(cursor)
        cursor.expect("}")
        return Closure(path)
    text = balanced(cursor)  # `{async fn body of next()}`, `{async block@a.rs:3:5: 3:10}`, `{coroutine@…}`
    return Opaque("coroutine" if "@" in text or text.startswith("{async ") else "type", text)


def _bounds(cursor: Cursor) -> RustType:
    start = cursor.token
    kind = cursor.advance().text
    while True:
        if cursor.takes("("):
            parse_type(cursor)
            cursor.expect(")")
        elif cursor.at("l"):
            cursor.advance()
        else:
            if cursor.at_name("for"):
                _binder(cursor)
            cursor.takes("?")
            parse_path(cursor)
        if not cursor.takes("+"):
            break
    return Opaque(kind, cursor.text_from(start))


def _binder(cursor: Cursor) -> None:
    cursor.expect_name("for")
    cursor.expect("<")
    while cursor.at("l"):
        cursor.advance()
        if not cursor.takes(","):
            break
    cursor.expect(">")


def _function(cursor: Cursor) -> RustType:
    if cursor.at_name("for"):
        _binder(cursor)
    cursor.takes_name("unsafe")
    if cursor.takes_name("extern"):
        cursor.expect("s")
    cursor.expect_name("fn")
    cursor.expect("(")
    parameters: list[RustType] = []
    while not cursor.at(")"):
        if cursor.takes("..."):
            break
        parameters.append(parse_type(cursor))
        if not cursor.takes(","):
            break
        if cursor.at(")"):
            cursor.fail("expected a type")
    cursor.expect(")")
    result: RustType = UNIT
    if cursor.takes("->"):
        result = parse_type(cursor)
    if cursor.at("{") and cursor.peek().text not in ("closure", "coroutine"):
        cursor.advance()
        path = parse_path(cursor)
        cursor.expect("}")
        return FunctionItem(tuple(parameters), result, path)
    return FunctionPointer(tuple(parameters), result)


def parse_path(cursor: Cursor) -> Path:
    """Parse a path, with or without `::` before generic arguments.

    Raises:
        CompileError: there is none.
    """
    self_type: RustType | None = None
    trait: Path | None = None
    segments: list[Segment] = []
    of_other_crate = False
    if cursor.at("<"):
        if cursor.peek().text == "impl" and cursor.peek().kind == "n":
            segments.append(Segment(balanced(cursor)))
        else:
            cursor.advance()
            self_type = parse_type(cursor)
            if cursor.takes_name("as"):
                trait = parse_path(cursor)
            cursor.expect(">")
    else:
        segments.append(_segment(cursor))
    while cursor.at("::"):
        cursor.advance()
        if cursor.at("::") and len(segments) == 1:
            of_other_crate = True
            continue  # behind the name of another crate, of whose item a constant is the length of an array
        if cursor.at("<"):
            if cursor.peek().text == "impl" and cursor.peek().kind == "n":
                segments.append(Segment(balanced(cursor)))
            elif segments and not segments[-1].arguments:
                segments[-1] = Segment(segments[-1].name, _arguments(cursor))
            else:
                cursor.fail("expected a name")
        else:
            segments.append(_segment(cursor, True))
    if of_other_crate and not segments[-1].name.startswith("{constant#"):
        cursor.fail("expected the name of a constant behind `::::`")
    return Path(tuple(segments), self_type, trait)


def _segment(cursor: Cursor, behind: bool = False) -> Segment:
    if cursor.at("{"):
        return Segment(balanced(cursor))
    if behind and cursor.at("0"):  # the field of a tuple struct, in whose type a constant stands
        return Segment(str(cursor.expect_integer()))
    name = cursor.expect_name()
    if name == "promoted" and cursor.at("["):
        cursor.advance()
        number = cursor.expect_integer()
        cursor.expect("]")
        return Segment(f"promoted[{number}]")
    if cursor.at("<"):
        return Segment(name, _arguments(cursor))
    if cursor.at("(") and name in ("Fn", "FnMut", "FnOnce"):
        inputs = _tuple(cursor)
        output = parse_type(cursor) if cursor.takes("->") else UNIT
        return Segment(name, (inputs, AssociatedArgument("Output", output)))
    return Segment(name)


def _arguments(cursor: Cursor) -> tuple[RustType, ...]:
    cursor.expect("<")
    arguments: list[RustType] = []
    while not cursor.at(">"):
        arguments.append(_argument(cursor))
        if not cursor.takes(","):
            break
        if cursor.at(">"):
            cursor.fail("expected a generic argument")
    cursor.expect(">")
    return tuple(arguments)


def _argument(cursor: Cursor) -> RustType:
    kind = cursor.kind
    if kind == "l":
        cursor.advance()
        return _LIFETIME
    if kind in ("0", "c", "s"):
        token = cursor.advance()
        return ConstantArgument(token.text)
    if kind == "n":
        name = cursor.token.text
        if name in ("true", "false"):
            cursor.advance()
            return ConstantArgument(name)
        if cursor.peek().kind == "=":
            cursor.advance()
            cursor.advance()
            return AssociatedArgument(name, parse_type(cursor))
    if kind == "{" and not (cursor.peek().text == "closure" and cursor.peek(2).kind == "@"):
        return ConstantArgument(balanced(cursor))
    return parse_type(cursor)
