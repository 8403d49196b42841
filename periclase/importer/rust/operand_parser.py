"""Places, constants, operands and rvalues of MIR text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from periclase.importer.rust.mir_lexer import Cursor, Token
from periclase.importer.rust.mir_syntax import (
    Address,
    ArrayValue,
    Binary,
    Bits,
    Borrow,
    Bytes,
    Cast,
    Character,
    ClosureValue,
    Constant,
    ConstantIndex,
    ConstantOperand,
    Constructed,
    Deref,
    Discriminant,
    Downcast,
    Elements,
    Field,
    Index,
    Length,
    Named,
    Number,
    Operand,
    Place,
    PointerValue,
    Projection,
    Repeat,
    Rvalue,
    StructValue,
    Subslice,
    Subtype,
    Text,
    Truth,
    TupleValue,
    Unary,
    Undefined,
    UnknownConstant,
    Use,
    UseValue,
    ZeroSized,
)
from periclase.importer.rust.rust_types import (
    FLOAT_BITS,
    INTEGER_BITS,
    Path,
    Primitive,
    RustType,
)
from periclase.importer.rust.type_parser import array_length, balanced, parse_path, parse_type

BINARY: Final = frozenset(
    (
        *("Add", "Sub", "Mul", "Div", "Rem", "BitXor", "BitAnd", "BitOr", "Shl", "Shr"),
        *("Eq", "Lt", "Le", "Ne", "Ge", "Gt", "Cmp", "Offset"),
        *("AddUnchecked", "SubUnchecked", "MulUnchecked", "ShlUnchecked", "ShrUnchecked"),
        *("AddWithOverflow", "SubWithOverflow", "MulWithOverflow"),
    )
)
UNARY: Final = frozenset(("Not", "Neg", "PtrMetadata"))

_LOCAL: Final = re.compile(r"_(\d+)\Z")
_DEREF: Final = Deref()
_SUFFIXED: Final = re.compile(
    r"([+-]?(?:0x[0-9a-fA-F]+|[\d_]*\d(?:\.\d+)?(?:[eE][+-]?\d+)?))_?([fiu](?:8|16|32|64|128|size))\Z"
)
_NOT_FINITE: Final = re.compile(r"([+-]?)(Inf|NaN)_(f16|f32|f64|f128)\Z")
_ALLOCATION: Final = re.compile(r"alloc(\d+)\Z")


class ConstantTypes:
    """The types that rustc's comments below a statement give for its constants, in the order of the constants."""

    def __init__(self, types: Sequence[tuple[RustType, str]] = ()):
        self._types = types
        self._next = 0

    def of(self, constant: Constant, text: str) -> RustType | None:
        """The type of the next constant, which the text shows as `text`; None where rustc writes no comment for it."""
        if self._next == len(self._types) or _is_plain(constant):
            return None
        type, value = self._types[self._next]
        if isinstance(constant, Named) and not _fits(value, constant.path, text):
            return None
        self._next += 1
        return type


def _is_plain(constant: Constant) -> bool:
    """Whether its type shows in the text: numbers, booleans, characters, and tuples and arrays of these."""
    if isinstance(constant, Elements):
        return all(map(_is_plain, constant.elements))
    return isinstance(constant, Number | Truth | Character)


def _fits(value: str, path: Path, text: str) -> bool:
    if value.startswith("Unevaluated("):
        return value.startswith((f"Unevaluated({text},", f"Unevaluated({path.parent},")) or (
            value[len("Unevaluated(") :].split(",")[0] == text.partition("::promoted[")[0]
        )
    return value in (f"Value({text})", f"Ty({text})") or text in value


# Places


def parse_local(cursor: Cursor) -> int:
    """Parse `_5`.

    Raises:
        CompileError: it is something else.
    """
    match = _LOCAL.match(cursor.token.text) if cursor.at("n") else None
    if match is None:
        cursor.fail("expected a local variable (`_5`)")
    cursor.advance()
    return int(match[1])


def parse_place(cursor: Cursor) -> Place:
    """Parse a place.

    Raises:
        CompileError: there is none.
    """
    projection: list[Projection] = []
    local = _place(cursor, projection)
    return Place(local, tuple(projection))


def _place(cursor: Cursor, projection: list[Projection]) -> int:
    if cursor.at("("):
        cursor.advance()
        if cursor.takes("*"):
            local = _place(cursor, projection)
            projection.append(_DEREF)
        else:
            local = _place(cursor, projection)
            if cursor.takes("."):
                index = cursor.expect_integer()
                cursor.expect(":")
                projection.append(Field(index, parse_type(cursor)))
            else:
                cursor.expect_name("as")
                projection.append(_downcast(cursor))
        cursor.expect(")")
    else:
        local = parse_local(cursor)
    while cursor.at("["):
        cursor.advance()
        projection.append(_element(cursor))
        cursor.expect("]")
    return local


def _downcast(cursor: Cursor) -> Projection:
    if cursor.at_name("subtype") and cursor.peek().kind != ")":
        cursor.advance()
        return Subtype(parse_type(cursor))
    if cursor.at_name("variant") and cursor.peek().kind == "#":
        cursor.advance()
        cursor.advance()
        return Downcast(cursor.expect_integer())
    name = cursor.expect_name()
    return Downcast(name)


def _element(cursor: Cursor) -> Projection:
    if cursor.at("n"):
        return Index(parse_local(cursor))
    start = 0 if cursor.kind in (":", "..") else cursor.expect_integer()
    if cursor.takes_name("of"):
        cursor.expect_integer()
        return ConstantIndex(abs(start), start < 0)
    if cursor.takes(":"):
        if cursor.at("]"):
            return Subslice(start, 0, True)
        return Subslice(start, abs(cursor.expect_integer()), True)
    cursor.expect("..")
    return Subslice(start, cursor.expect_integer(), False)


# Constants


def _number(cursor: Cursor) -> Constant:
    text = cursor.token.text
    match = _SUFFIXED.match(text)
    if match is not None:
        digits, suffix = match[1].replace("_", ""), match[2]
        if suffix in INTEGER_BITS:
            if "." not in digits:
                cursor.advance()
                value: int | float = (
                    int(digits, 16)
                    if "0x" in digits
                    else int(float(digits))
                    if "e" in digits
                    else int(digits)
                )
                return Number(value, Primitive(suffix))
        elif suffix in FLOAT_BITS:
            cursor.advance()
            return Number(float(digits), Primitive(suffix))
    match = _NOT_FINITE.match(text)
    if match is None:
        cursor.fail("expected a number with its type")
    cursor.advance()
    return Number(float(f"{match[1]}{match[2]}"), Primitive(match[3]))


def _string(cursor: Cursor) -> str:
    text = cursor.expect("s").text
    return unescape(text[1:-1])


_ESCAPE: Final = re.compile(r"\\(?:u\{([0-9a-fA-F]+)\}|x([0-9a-fA-F]{2})|(.))", re.DOTALL)
_SIMPLE: Final = {"n": "\n", "r": "\r", "t": "\t", "0": "\0", "\\": "\\", "'": "'", '"': '"'}


def unescape(text: str) -> str:
    """What is between the quotes of a literal of Rust, without its escapes."""

    def replaced(match: re.Match[str]) -> str:
        code = match[1] or match[2]
        if code is not None:
            number = int(code, 16)
            return chr(number) if number < 0x110000 else "\ufffd"
        return _SIMPLE.get(match[3], match[3])

    return _ESCAPE.sub(replaced, text)


def _byte_string(token: Token) -> bytes:
    return unescape(token.text[2:-1]).encode("latin-1", "replace")


def parse_constant(cursor: Cursor) -> Constant:
    """Parse what stands behind `const`.

    Raises:
        CompileError: it is no constant of a known form.
    """
    kind, text = cursor.kind, cursor.token.text
    if kind == "0":
        value = _number(cursor)
        if cursor.takes_name("is"):
            while cursor.kind in ("0", "..=", "..", "n", "!", "|"):
                cursor.advance()
        return value
    if kind == "s":
        if text.startswith("b"):
            return Bytes(_byte_string(cursor.advance()), False)
        return Text(_string(cursor))
    if kind == "c":
        cursor.advance()
        content = unescape(text[1:-1])
        if len(content) != 1:
            cursor.fail("expected a character")
        return Character(ord(content))
    if kind == "*":
        cursor.advance()
        if not cursor.at("s") or not cursor.token.text.startswith("b"):
            cursor.fail("expected a byte string")
        return Bytes(_byte_string(cursor.advance()), True)
    if kind in ("(", "["):
        cursor.advance()
        closing = ")" if kind == "(" else "]"
        elements: list[Constant] = []
        while cursor.kind != closing:
            elements.append(parse_constant(cursor))
            if closing == "]" and cursor.takes(";"):
                elements *= cursor.expect_integer()
                break
            if not cursor.takes(","):
                break
        cursor.expect(closing)
        return Elements(kind == "[", tuple(elements))
    if kind == "{":
        return _braced(cursor)
    if kind == "<" and cursor.peek().text == "uninit":
        balanced(cursor)
        return Undefined()
    if kind == "<" and cursor.peek().text == "static":
        return UnknownConstant(balanced(cursor))
    if kind == "n":
        if text in ("true", "false"):
            cursor.advance()
            return Truth(text == "true")
        if text == "ZeroSized" and cursor.peek().kind == ":":
            cursor.advance()
            cursor.advance()
            return ZeroSized(parse_type(cursor))
        if text == "Indirect" and cursor.peek().kind == "{":
            start = cursor.advance()
            balanced(cursor)
            cursor.expect(":")
            parse_type(cursor)
            return UnknownConstant(cursor.text_from(start))
    if kind in ("n", "<"):
        return _path_constant(cursor)
    cursor.fail("expected a constant")


def _path_constant(cursor: Cursor) -> Constant:
    path = parse_path(cursor)
    segments = path.segments
    if len(segments) == 2 and path.self_type is None and segments[1].name in ("MAX", "MIN"):
        bounds = INTEGER_BITS.get(segments[0].name)
        if bounds is not None:
            bits, signed = bounds
            least, greatest = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
            return Number(greatest if segments[1].name == "MAX" else least, Primitive(segments[0].name))
    if cursor.at("("):
        cursor.advance()
        fields: list[Constant] = []
        while not cursor.at(")"):
            fields.append(parse_constant(cursor))
            if not cursor.takes(","):
                break
        cursor.expect(")")
        return Constructed(path, tuple(fields))
    if cursor.at("{"):
        return _struct_constant(cursor, path)
    return Named(path)


def _struct_constant(cursor: Cursor, path: Path) -> Constant:
    cursor.expect("{")
    cursor.expect("{")
    fields: list[Constant] = []
    names: list[str] = []
    while not cursor.at("}"):
        names.append(cursor.advance().text if cursor.at("0") else cursor.expect_name())
        cursor.expect(":")
        fields.append(parse_constant(cursor))
        if not cursor.takes(","):
            break
    cursor.expect("}")
    cursor.expect("}")
    return Constructed(path, tuple(fields), tuple(names))


def _braced(cursor: Cursor) -> Constant:
    following = cursor.peek()
    if following.kind == "n" and following.text in ("closure", "coroutine"):
        return ZeroSized(parse_type(cursor))
    start = cursor.position
    cursor.advance()
    if cursor.at("n"):
        match = _ALLOCATION.match(cursor.token.text)
        if match is not None:
            cursor.advance()
            if cursor.takes("<"):
                cursor.expect_name("imm")
                cursor.expect(">")
            offset = 0
            if cursor.at("+"):
                cursor.advance()
                offset = _hexadecimal(cursor)
            elif cursor.at("0") and cursor.token.text.startswith("+"):
                offset = _hexadecimal(cursor)
            cursor.expect(":")
            type = parse_type(cursor)
            cursor.expect("}")
            return Address(int(match[1]), offset, type)
        if cursor.takes_name("transmute"):
            cursor.expect("(")
            value = _hexadecimal(cursor)
            cursor.expect(")")
            cursor.expect(":")
            type = parse_type(cursor)
            cursor.expect("}")
            return Bits(value, type)
    if cursor.at("0") and cursor.token.text.startswith("0x"):
        value = _hexadecimal(cursor)
        cursor.expect_name("as")
        type = parse_type(cursor)
        cursor.expect("}")
        return Bits(value, type)
    cursor.rewind(start)
    return UnknownConstant(balanced(cursor))


def _hexadecimal(cursor: Cursor) -> int:
    text = cursor.token.text
    if not cursor.at("0") or not re.match(r"\+?0x[0-9a-fA-F]+\Z", text):
        cursor.fail("expected a hexadecimal number")
    cursor.advance()
    return int(text.lstrip("+"), 16)


# Operands


def parse_operand(cursor: Cursor, types: ConstantTypes) -> Operand:
    """Parse `copy place`, `move place`, `const value`, or the path of a function.

    Raises:
        CompileError: there is none.
    """
    if cursor.at("n"):
        text = cursor.token.text
        if text in ("copy", "move"):
            cursor.advance()
            return Use(parse_place(cursor))
        if text == "const":
            cursor.advance()
            start = cursor.token
            value = parse_constant(cursor)
            return ConstantOperand(value, types.of(value, cursor.text_from(start)))
    if cursor.kind in ("n", "<"):
        start = cursor.token
        value = Named(parse_path(cursor))
        return ConstantOperand(value, types.of(value, cursor.text_from(start)))
    cursor.fail("expected an operand")


def parse_operands(cursor: Cursor, closing: str, types: ConstantTypes) -> tuple[Operand, ...]:
    """Parse operands up to a closing bracket, which is taken too.

    Raises:
        CompileError: there is something else.
    """
    operands: list[Operand] = []
    while cursor.kind != closing:
        operands.append(parse_operand(cursor, types))
        if not cursor.takes(","):
            break
    cursor.expect(closing)
    return tuple(operands)


# Rvalues


def parse_rvalue(cursor: Cursor, types: ConstantTypes) -> Rvalue:
    """Parse the right side of an assignment that is no call.

    Raises:
        CompileError: it is of no known form.
    """
    kind, text = cursor.kind, cursor.token.text
    if kind == "n":
        if text == "no_retag" and cursor.peek().text in ("copy", "move"):
            # From 1.97 on: what it is no new borrow of is told to Rust's own interpreter alone.
            cursor.advance()
            text = cursor.token.text
        if text in ("copy", "move", "const"):
            return cast_or_value(cursor, parse_operand(cursor, types))
        if cursor.peek().kind == "(":
            if text in BINARY:
                cursor.advance()
                cursor.advance()
                left = parse_operand(cursor, types)
                cursor.expect(",")
                right = parse_operand(cursor, types)
                cursor.expect(")")
                return Binary(text, left, right)
            if text in UNARY:
                cursor.advance()
                cursor.advance()
                operand = parse_operand(cursor, types)
                cursor.expect(")")
                return Unary(text, operand)
            if text in ("discriminant", "Len"):
                cursor.advance()
                cursor.advance()
                place = parse_place(cursor)
                cursor.expect(")")
                return Discriminant(place) if text == "discriminant" else Length(place)
        if text == "deref_copy":
            cursor.advance()
            return UseValue(Use(parse_place(cursor)))
    elif kind == "&":
        return _borrow(cursor)
    elif kind == "[":
        return _array(cursor, types)
    elif kind == "(":
        cursor.advance()
        return TupleValue(parse_operands(cursor, ")", types))
    elif kind == "{":
        type = parse_type(cursor)
        if not cursor.at("{"):
            return ClosureValue(type, ())
        return ClosureValue(type, _fields(cursor, types)[0])
    elif kind == "*":
        type = parse_type(cursor)
        cursor.expect_name("from")
        cursor.expect("(")
        operands = parse_operands(cursor, ")", types)
        if len(operands) != 2:
            cursor.fail("expected a pointer and its metadata")
        return PointerValue(type, operands[0], operands[1])
    if kind in ("n", "<"):
        start = cursor.token
        path = parse_path(cursor)
        return path_rvalue(cursor, path, start, types)
    cursor.fail("expected a value")


def path_rvalue(cursor: Cursor, path: Path, start: Token, types: ConstantTypes) -> Rvalue:
    """Parse on behind the path that an rvalue begins with.

    Raises:
        CompileError: it is of no known form.
    """
    if cursor.takes("("):
        return StructValue(path, parse_operands(cursor, ")", types))
    if cursor.at("{"):
        fields, names = _fields(cursor, types)
        return StructValue(path, fields, names)
    if cursor.at_name("as"):
        value = Named(path)
        return cast_or_value(cursor, ConstantOperand(value, types.of(value, cursor.text_from(start))))
    if not cursor.at(";"):
        cursor.fail("expected `;`")
    return StructValue(path, ())


def cast_or_value(cursor: Cursor, operand: Operand) -> Rvalue:
    """An operand, with the cast behind it if there is one."""
    if not cursor.takes_name("as"):
        return UseValue(operand)
    type = parse_type(cursor)
    if not cursor.at("("):
        cursor.fail("expected the kind of the cast")
    return Cast(operand, type, balanced(cursor)[1:-1])


def _borrow(cursor: Cursor) -> Rvalue:
    cursor.expect("&")
    if cursor.at("l"):
        cursor.advance()
    if cursor.takes_name("raw"):
        mutable = cursor.expect_name("const", "mut") == "mut"
        if cursor.at("(") and cursor.peek().text == "fake":
            balanced(cursor)
        return Borrow(parse_place(cursor), mutable, True)
    if cursor.takes_name("fake"):
        cursor.expect_name("shallow", "deep")
        return Borrow(parse_place(cursor), False, False)
    mutable = cursor.takes_name("mut")
    return Borrow(parse_place(cursor), mutable, False)


def _array(cursor: Cursor, types: ConstantTypes) -> Rvalue:
    cursor.expect("[")
    if cursor.takes("]"):
        return ArrayValue(())
    first = parse_operand(cursor, types)
    if cursor.takes(";"):
        count = array_length(cursor)
        cursor.expect("]")
        return Repeat(first, count)
    if not cursor.takes(","):
        cursor.expect("]")
        return ArrayValue((first,))
    return ArrayValue((first, *parse_operands(cursor, "]", types)))


def _fields(cursor: Cursor, types: ConstantTypes) -> tuple[tuple[Operand, ...], tuple[str, ...]]:
    cursor.expect("{")
    fields: list[Operand] = []
    names: list[str] = []
    while not cursor.at("}"):
        names.append(cursor.advance().text if cursor.at("0") else cursor.expect_name())
        cursor.expect(":")
        fields.append(parse_operand(cursor, types))
        if not cursor.takes(","):
            break
    cursor.expect("}")
    return tuple(fields), tuple(names)


__all__ = [
    "BINARY",
    "ConstantTypes",
    "cast_or_value",
    "parse_constant",
    "parse_local",
    "parse_operand",
    "parse_operands",
    "parse_place",
    "parse_rvalue",
    "path_rvalue",
]
