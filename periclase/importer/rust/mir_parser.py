"""The parser of rustc's MIR text: an index of its declarations first, then the bodies that somebody asks for.

```python
program = MirProgram(text, "kernel.mir")
body = program.body(program.functions["saxpy"])
```

It is strict: a line of no known form is an error with its place, never skipped. Lines of no consequence (`StorageLive`, comments)
must have their form too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from periclase.importer.rust.mir_lexer import Cursor, MirText, malformed
from periclase.importer.rust.mir_syntax import (
    Allocation,
    AssertCondition,
    Assign,
    Assume,
    Block,
    Body,
    Call,
    Constant,
    ConstantOperand,
    CopyNonOverlapping,
    DebugVariable,
    Drop,
    Goto,
    InlineAssembly,
    Item,
    Named,
    Operand,
    Place,
    ReturnFrom,
    Scope,
    SetDiscriminant,
    Source,
    Statement,
    Switch,
    Terminator,
    Unreachable,
    Unwinding,
)
from periclase.importer.rust.operand_parser import (
    BINARY,
    UNARY,
    ConstantTypes,
    cast_or_value,
    parse_constant,
    parse_local,
    parse_operand,
    parse_operands,
    parse_place,
    parse_rvalue,
    path_rvalue,
    unescape,
)
from periclase.importer.rust.rust_types import RustType
from periclase.importer.rust.type_parser import balanced, parse_path, parse_type

_SOURCE: Final = re.compile(r"// (?:in |return place in )?scope (\d+) at (.*)\Z")
_SPAN: Final = re.compile(r"(.*):(\d+):(\d+): (\d+):(\d+)(?: \(#\d+\))?\Z")
_LET: Final = re.compile(r" *let (?:mut )?_(\d+): (.+);(?: *// .*)?\Z")
_SCOPE: Final = re.compile(r" *scope (\d+)(?: \(inlined (.*)\))? \{(?: *// at (.*))?\Z")
_DEBUG: Final = re.compile(r" *debug (.+?) => (.+);(?: *(// .*))?\Z")
_VARIABLE: Final = re.compile(r"(?:r#)?\w+\Z")
_BLOCK: Final = re.compile(r"    bb(\d+)( \(cleanup\))?: \{\Z")
_STORAGE: Final = re.compile(r" *Storage(?:Live|Dead)\(_\d+\); *(?://.*)?\Z")
_NOTHING: Final = re.compile(
    r" *(?:nop|ConstEvalCounter|Coverage::.*|PlaceMention\(.*\)|FakeRead\(.*\)|Retag\(.*\)|BackwardIncompatibleDropHint\(.*\));"
)
_DEBUG_ONLY: Final = re.compile(r" *// DBG: _\d+ = .*;")
"""What was assigned to a variable for debuggers alone."""
_COMMENT: Final = re.compile(r" *//")
_SKIPPED: Final = (_STORAGE, _NOTHING, _DEBUG_ONLY)
_CONSTANT: Final = re.compile(r" *// \+ const_: Const \{ ty: ")
_ALLOCATION: Final = re.compile(
    r"alloc(\d+) \((?:static: (.+?)(?:, |\)\Z)|((?:fn|vtable|extern static): .+?)(?:, |\)))?"
    r"(?:size: (\d+), align: (\d+)\))?(?: \{(\})?)?\Z"
)
_BYTES: Final = re.compile(r" +(?:0x[0-9a-f]+ │ )?((?:[^│])*)│(.*)\Z")
_POINTER: Final = re.compile(r"alloc(\d+)(?:<[^>]*>)?(?:\+0x([0-9a-f]+))?")
_BYTE: Final = re.compile(r"[0-9a-f]{2}\Z")


class MirProgram:
    """The declarations of one MIR text.

    Attributes:
        functions: the functions by the text of their paths.
        constants: constants, promoted values and statics likewise.
        repeated_functions: functions of a path that one before has too: of one macro, or of two blocks.
        repeated_constants: likewise.
        text: the text itself, for errors.
    """

    def __init__(self, text: str, name: str = "<mir>"):
        self.text = MirText(name, text.split("\n"))
        self.functions: dict[str, Item] = {}
        self.constants: dict[str, Item] = {}
        self.repeated_functions: list[Item] = []
        self.repeated_constants: list[Item] = []
        self.evaluated: dict[str, Item] = {}
        self._allocations: dict[int, Allocation | tuple[int, re.Match[str]]] = {}
        self._types: dict[str, RustType] = {}
        self._index()

    def _index(self) -> None:
        lines = self.text.lines
        at, count, evaluated = 0, len(lines), False
        while at < count:
            line = lines[at]
            if not line:
                at += 1
                continue
            if line.startswith("//"):
                if line.startswith("// MIR FOR CTFE"):
                    evaluated = True
                at += 1
                continue
            if line.startswith("alloc") and (match := _ALLOCATION.match(line)) is not None:
                number = int(match[1])
                known = self._allocations.get(number)
                # Where rustc has not evaluated a static yet, it says no more than its path.
                if known is None or (isinstance(known, tuple) and known[1][4] is None):
                    self._allocations[number] = (at, match)
                at = self._end(at) + 1 if line.endswith("{") else at + 1
                continue
            end = self._end(at) if line.endswith("{") else at
            item = self._header(at, end)
            if item.kind != "fn":
                if self.constants.setdefault(str(item.path), item) is not item:
                    self.repeated_constants.append(item)
            elif evaluated:  # the twin of the next function, for rustc's own evaluation of constants
                self.evaluated.setdefault(str(item.path), item)
            else:
                if self.functions.setdefault(str(item.path), item) is not item:
                    self.repeated_functions.append(item)
            evaluated = False
            at = end + 1

    def _end(self, start: int) -> int:
        lines = self.text.lines
        for at in range(start + 1, len(lines)):
            line = lines[at]
            if line == "}":
                return at
            if line and line[0] != " ":
                raise malformed(self.text, at, 0, "expected the `}` that ends the declaration before")
        raise malformed(self.text, start, 0, "this declaration has no end", len(lines[start]))

    def _header(self, line: int, end: int) -> Item:
        cursor = Cursor(self.text, line)
        if cursor.at_name("fn") or (cursor.at_name("const") and cursor.peek().text == "fn"):
            cursor.takes_name("const")
            cursor.advance()
            path = parse_path(cursor)
            cursor.expect("(")
            parameters: list[tuple[int, RustType]] = []
            while not cursor.at(")"):
                local = parse_local(cursor)
                cursor.expect(":")
                parameters.append((local, parse_type(cursor)))
                if not cursor.takes(","):
                    break
            cursor.expect(")")
            cursor.expect("->")
            result = parse_type(cursor)
            cursor.expect("{")
            cursor.expect("")
            return Item("fn", path, tuple(parameters), result, line, end)
        kind = "const"
        if cursor.takes_name("static"):
            kind = "static mut" if cursor.takes_name("mut") else "static"
        else:
            cursor.takes_name("const")
        path = parse_path(cursor)
        cursor.expect(":")
        type = parse_type(cursor)
        cursor.expect("=")
        value = None
        if not cursor.at("{") or cursor.peek().kind:
            value = parse_operand(cursor, ConstantTypes())
            cursor.expect(";")
        else:
            cursor.advance()
        if not cursor.at("//"):
            cursor.expect("")
        return Item(kind, path, (), type, line, end, value)

    def allocation(self, number: int) -> Allocation | None:
        """The bytes called `alloc<number>`, None when the text has none.

        Raises:
            CompileError: the text of their declaration is malformed.
        """
        found = self._allocations.get(number)
        if isinstance(found, tuple):
            found = self._allocations[number] = self._parse_allocation(number, *found)
        return found

    def static_numbers(self, static: str) -> list[int]:
        """The numbers of the allocations that are the memory of statics of one path."""
        return [
            number
            for number, found in self._allocations.items()
            if (found[1][2] if isinstance(found, tuple) else found.static) == static
        ]

    def _parse_allocation(self, number: int, line: int, match: re.Match[str]) -> Allocation:
        size = int(match[4] or 0)
        data: list[int | None] = []
        pointers: dict[int, tuple[int, int]] = {}
        lines = self.text.lines
        at = line + 1
        while lines[line].endswith("{") and lines[at] != "}":
            row = _BYTES.match(lines[at])
            if row is None:
                raise malformed(self.text, at, 0, "expected the bytes of an allocation", len(lines[at]))
            self._bytes(at, row[1], data, pointers)
            at += 1
        if len(data) != size and match[3] is None:
            raise malformed(
                self.text, line, 0, f"this allocation has {len(data)} bytes of {size}", len(lines[line])
            )
        return Allocation(number, match[2], match[3], size, int(match[5] or 1), tuple(data), pointers)

    def _bytes(
        self, line: int, text: str, data: list[int | None], pointers: dict[int, tuple[int, int]]
    ) -> None:
        at = 0
        while at < len(text):
            if text[at] == " ":
                at += 1
            elif text[at] in "╾─":
                end = text.find("╼", at)
                column = self.text.lines[line].index(text[at])
                if end < 0:
                    # An address that goes on in the next row: 16 bytes a row, so that 8 of them are never cut where aligned.
                    raise malformed(self.text, line, column, "expected the end of an address")
                match = _POINTER.search(text, at, end)
                if match is None:
                    raise malformed(self.text, line, column, "expected the name of an allocation")
                pointers[len(data)] = (int(match[1]), int(match[2] or "0", 16))
                data += [0] * 8
                at = end + 1
            else:
                byte = text[at : at + 2]
                if byte == "__":
                    data.append(None)
                elif _BYTE.match(byte):
                    data.append(int(byte, 16))
                else:
                    raise malformed(self.text, line, at, "expected a byte", 2)
                at += 2

    def type_of_text(self, text: str, line: int) -> RustType:
        """The type that a line holds as `text`; types of one text are parsed once.

        Raises:
            CompileError: it is malformed.
        """
        found = self._types.get(text)
        if found is None:
            cursor = Cursor(self.text, line, self.text.lines[line].index(text))
            found = parse_type(cursor)
            cursor.expect(";")
            if not cursor.at("//"):
                cursor.expect("")
            self._types[text] = found
        return found

    def body(self, item: Item) -> Body:
        """The body of a function or constant, parsed at the first call.

        Raises:
            CompileError: it is malformed.
        """
        if item.body is None:
            item.body = _BodyParser(self, item).parse()
        return item.body


class _BodyParser:
    """Parses one body."""

    def __init__(self, program: MirProgram, item: Item):
        self.program = program
        self.text = program.text
        self.item = item
        self.sources: dict[str, Source] = {}

    def parse(self) -> Body:
        item, lines = self.item, self.text.lines
        locals: dict[int, RustType] = dict(item.parameters)
        scopes: dict[int, Scope] = {0: Scope(None)}
        variables: list[DebugVariable] = []
        blocks: dict[int, Block] = {}
        around = [0]
        at = item.line + 1
        while at < item.end:
            line = lines[at]
            if not line or line.startswith("|"):
                at += 1
                continue
            if (match := _LET.match(line)) is not None:
                local = int(match[1])
                if local in locals:
                    raise malformed(
                        self.text, at, _indent(line), f"local _{local} is there twice", len(line.strip())
                    )
                locals[local] = self.program.type_of_text(match[2], at)
            elif (match := _DEBUG.match(line)) is not None:
                variables.append(self._variable(at, match))
            elif (match := _SCOPE.match(line)) is not None:
                number = int(match[1])
                if number in scopes:
                    raise malformed(
                        self.text, at, _indent(line), f"scope {number} is there twice", len(line.strip())
                    )
                inlined = match[2]
                if inlined is not None:
                    inlined = inlined.removeprefix("#[track_caller] ")
                call = None if match[3] is None else self._span(number, match[3], at)
                scopes[number] = Scope(around[-1], inlined, call)
                around.append(number)
            elif line.endswith("}") and line.strip() == "}" and len(around) > 1:
                around.pop()
            elif _BLOCK.match(line) is not None:
                break
            else:
                raise malformed(
                    self.text, at, _indent(line), "expected a declaration of a body", len(line.strip())
                )
            at += 1
        if len(around) > 1:
            raise malformed(self.text, min(at, item.end), 0, "expected the `}` of a scope")
        while at < item.end:
            line = lines[at]
            if not line:
                at += 1
                continue
            match = _BLOCK.match(line)
            if match is None:
                raise malformed(self.text, at, _indent(line), "expected a block", len(line.strip()))
            number = int(match[1])
            if number in blocks:
                raise malformed(
                    self.text, at, _indent(line), f"there are two blocks `bb{number}`", len(line.strip())
                )
            blocks[number], at = self._block(at + 1, match[2] is not None)
        if 0 not in blocks:
            raise malformed(self.text, item.line, 0, "this body has no block `bb0`", len(lines[item.line]))
        body = Body(locals, scopes, tuple(variables), blocks)
        self._check(body)
        return body

    def _check(self, body: Body) -> None:
        """See that blocks and locals that are named exist."""
        for block in body.blocks.values():
            for target in targets_of(block.terminator):
                if target not in body.blocks:
                    raise malformed(
                        self.text, self.item.line, 0, f"this body goes on at `bb{target}`, which it has not"
                    )

    def _variable(self, line: int, match: re.Match[str]) -> DebugVariable:
        source = self._source(match[3] or "// scope 0 at no-location", line)
        name, value = match[1], match[2]
        place, constant = (
            (Place(int(value[1:])), None)
            if value[0] == "_" and value[1:].isdigit()
            else self._debug_place(line, match)
        )
        if value.endswith(";"):
            raise malformed(self.text, line, match.end(2) - 1, "expected the end of the line")
        if _VARIABLE.match(name) is None:  # a part of a variable that was taken apart
            if not name.startswith("("):
                raise malformed(self.text, line, match.start(1), "expected the name of a variable", len(name))
            return DebugVariable(name, place, source, constant)
        return DebugVariable(name.removeprefix("r#"), place, source, constant)

    def _debug_place(self, line: int, match: re.Match[str]) -> tuple[Place | None, Constant | None]:
        cursor = Cursor(self.text, line, match.start(2))
        place: Place | None = None
        constant: Constant | None = None
        if cursor.takes_name("const"):
            constant = parse_constant(cursor)
        elif cursor.at("(") or (cursor.at("n") and cursor.token.text.startswith("_")):
            place = parse_place(cursor)
        else:
            parse_path(cursor)
        cursor.expect(";")
        if not cursor.at("//"):
            cursor.expect("")
        return place, constant

    def _block(self, at: int, cleanup: bool) -> tuple[Block, int]:
        lines, end = self.text.lines, self.item.end
        statements: list[Statement] = []
        terminator: Terminator | None = None
        while at < end:
            line = lines[at]
            if line == "    }":
                if terminator is None:
                    raise malformed(self.text, at, 4, "this block has no terminator")
                return Block(tuple(statements), terminator, cleanup), at + 1
            if terminator is not None:
                raise malformed(
                    self.text, at, _indent(line), "expected the end of the block", len(line.strip())
                )
            if any(pattern.match(line) is not None for pattern in _SKIPPED):
                at += 1
                continue
            following = at + 1
            comments: list[tuple[RustType, str]] = []
            while following < end and _COMMENT.match(lines[following]) is not None:
                if (match := _CONSTANT.match(lines[following])) is not None:
                    comments.append(self._constant_type(following, match.end()))
                following += 1
            parsed = self._line(at, ConstantTypes(comments))
            if isinstance(parsed, Statement):
                statements.append(parsed)
            else:
                terminator = parsed
            at = following
        raise malformed(self.text, end, 0, "expected the `}` of a block")

    def _constant_type(self, line: int, column: int) -> tuple[RustType, str]:
        # What stands in a comment is no comment here: the column is where its content begins.
        cursor = Cursor(self.text, line, column)
        type = parse_type(cursor)
        cursor.expect(",")
        cursor.expect_name("val")
        colon = cursor.expect(":")
        text = self.text.lines[line][colon.column + 1 :].strip()
        if not text.endswith("}"):
            raise malformed(self.text, line, colon.column + 1, "expected `}` behind the value")
        return type, text[:-1].rstrip()

    def _source(self, comment: str, line: int) -> Source:
        found = self.sources.get(comment)
        if found is None:
            match = _SOURCE.match(comment)
            if match is None:
                column = max(self.text.lines[line].find(comment), 0)
                raise malformed(self.text, line, column, "expected the place in the source", len(comment))
            found = self.sources[comment] = self._span(int(match[1]), match[2], line)
        return found

    def _span(self, scope: int, text: str, line: int) -> Source:
        if text == "no-location":
            return Source(scope, "")
        match = _SPAN.match(text)
        if match is None:
            column = max(self.text.lines[line].find(text), 0)
            raise malformed(self.text, line, column, "expected a file with lines and columns", len(text))
        return Source(scope, match[1], int(match[2]), int(match[3]), int(match[4]), int(match[5]))

    def _end(self, cursor: Cursor) -> Source:
        """The rest of a line: `;`, and the comment with the place."""
        cursor.expect(";")
        if not cursor.kind:
            return Source(0, "")
        comment = cursor.expect("//").text
        return self._source(comment, cursor.line)

    def _line(self, at: int, types: ConstantTypes) -> Statement | Terminator:
        cursor = Cursor(self.text, at)
        if cursor.at("n"):
            handler = _WORDS.get(cursor.token.text)
            if handler is not None:
                return handler(self, cursor, types)
        place = parse_place(cursor)
        cursor.expect("=")
        return self._assignment(cursor, place, types)

    def _assignment(self, cursor: Cursor, place: Place, types: ConstantTypes) -> Statement | Terminator:
        kind, text = cursor.kind, cursor.token.text
        operand: Operand | None = None
        if kind == "n" and text in ("copy", "move", "const"):
            operand = parse_operand(cursor, types)
            if not cursor.at("("):
                value = cast_or_value(cursor, operand)
                return Assign(self._end(cursor), place, value)
            cursor.advance()
            return self._call(cursor, place, operand, parse_operands(cursor, ")", types))
        is_operation = (
            kind == "n"
            and cursor.peek().kind == "("
            and (text in BINARY or text in UNARY or text in ("discriminant", "Len"))
        )
        if kind in ("n", "<") and not is_operation and text != "deref_copy":
            start = cursor.token
            path = parse_path(cursor)
            if cursor.at("("):
                behind = cursor.position
                if self._is_call(cursor):
                    cursor.rewind(behind)
                    named = Named(path)
                    operand = ConstantOperand(named, types.of(named, cursor.text_from(start)))
                    cursor.expect("(")
                    return self._call(cursor, place, operand, parse_operands(cursor, ")", types))
                cursor.rewind(behind)
            value = path_rvalue(cursor, path, start, types)
        else:
            value = parse_rvalue(cursor, types)
        return Assign(self._end(cursor), place, value)

    @staticmethod
    def _is_call(cursor: Cursor) -> bool:
        balanced(cursor)
        return cursor.at("->")

    def _call(self, cursor: Cursor, place: Place, callee: Operand, arguments: Sequence[Operand]) -> Call:
        target = self._targets(cursor, "return")
        return Call(self._end(cursor), place, callee, tuple(arguments), target)

    def _targets(self, cursor: Cursor, word: str) -> int | None:
        """Where a terminator goes on without unwinding."""
        cursor.expect("->")
        if cursor.takes("["):
            target: int | None = None
            while not cursor.at("]"):
                if cursor.takes_name(word):
                    cursor.expect(":")
                    target = _block_number(cursor)
                else:
                    self._unwinding(cursor)
                if not cursor.takes(","):
                    break
            cursor.expect("]")
            return target
        if cursor.at_name("unwind"):
            self._unwinding(cursor)
            return None
        return _block_number(cursor)

    def _unwinding(self, cursor: Cursor) -> None:
        cursor.expect_name("unwind")
        if cursor.takes(":"):
            _block_number(cursor)
        elif cursor.takes_name("terminate"):
            balanced(cursor)
        else:
            cursor.expect_name("continue", "unreachable")

    # Statements and terminators that begin with a word

    def _goto(self, cursor: Cursor, types: ConstantTypes) -> Terminator:
        cursor.advance()
        cursor.expect("->")
        target = _block_number(cursor)
        return Goto(self._end(cursor), target)

    def _plain(self, cursor: Cursor, types: ConstantTypes) -> Terminator:
        kind = ReturnFrom if cursor.advance().text == "return" else Unreachable
        return kind(self._end(cursor))

    def _unwind_end(self, cursor: Cursor, types: ConstantTypes) -> Terminator:
        if cursor.advance().text == "terminate":
            balanced(cursor)
        return Unwinding(self._end(cursor))

    def _switch(self, cursor: Cursor, types: ConstantTypes) -> Terminator:
        cursor.advance()
        cursor.expect("(")
        operand = parse_operand(cursor, types)
        cursor.expect(")")
        cursor.expect("->")
        cursor.expect("[")
        cases: list[tuple[int, int]] = []
        while not cursor.at_name("otherwise"):
            value = cursor.expect_integer()
            cursor.expect(":")
            cases.append((value, _block_number(cursor)))
            cursor.expect(",")
        cursor.advance()
        cursor.expect(":")
        otherwise = _block_number(cursor)
        cursor.expect("]")
        return Switch(self._end(cursor), operand, tuple(cases), otherwise)

    def _assert(self, cursor: Cursor, types: ConstantTypes) -> Terminator:
        cursor.advance()
        cursor.expect("(")
        expected = not cursor.takes("!")
        operand = parse_operand(cursor, types)
        cursor.expect(",")
        message = unescape(cursor.expect("s").text[1:-1])
        values = parse_operands(cursor, ")", types) if cursor.takes(",") else (cursor.expect(")"), ())[1]
        target = self._targets(cursor, "success")
        if target is None:
            cursor.fail("expected the block where it goes on")
        return AssertCondition(self._end(cursor), operand, expected, message, values, target)

    def _drop(self, cursor: Cursor, types: ConstantTypes) -> Terminator:
        cursor.advance()
        cursor.expect("(")
        place = parse_place(cursor)
        cursor.expect(")")
        target = self._targets(cursor, "return")
        if target is None:
            cursor.fail("expected the block where it goes on")
        return Drop(self._end(cursor), place, target)

    def _assembly(self, cursor: Cursor, types: ConstantTypes) -> Terminator:
        cursor.advance()
        cursor.expect("!")
        text = balanced(cursor)
        while cursor.kind not in (";", "//", ""):
            cursor.advance()
        return InlineAssembly(self._end(cursor), text)

    def _set_discriminant(self, cursor: Cursor, types: ConstantTypes) -> Statement:
        cursor.advance()
        cursor.expect("(")
        place = parse_place(cursor)
        cursor.expect(")")
        cursor.expect("=")
        variant = cursor.expect_integer()
        return SetDiscriminant(self._end(cursor), place, variant)

    def _assume(self, cursor: Cursor, types: ConstantTypes) -> Statement:
        cursor.advance()
        cursor.expect("(")
        operand = parse_operand(cursor, types)
        cursor.expect(")")
        return Assume(self._end(cursor), operand)

    def _copy(self, cursor: Cursor, types: ConstantTypes) -> Statement:
        cursor.advance()
        cursor.expect("(")
        operands: list[Operand] = []
        for name in ("dst", "src", "count"):
            cursor.expect_name(name)
            cursor.expect("=")
            operands.append(parse_operand(cursor, types))
            cursor.expect(")" if name == "count" else ",")
        return CopyNonOverlapping(self._end(cursor), *operands)


def _block_number(cursor: Cursor) -> int:
    text = cursor.token.text
    if not cursor.at("n") or not (text.startswith("bb") and text[2:].isdigit()):
        cursor.fail("expected a block (`bb1`)")
    cursor.advance()
    return int(text[2:])


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def targets_of(terminator: Terminator) -> tuple[int, ...]:
    """The blocks where a terminator goes on, without those of unwinding."""
    if isinstance(terminator, Switch):
        return (*(target for _, target in terminator.cases), terminator.otherwise)
    if isinstance(terminator, Goto | AssertCondition | Drop):
        return (terminator.target,)
    if isinstance(terminator, Call) and terminator.target is not None:
        return (terminator.target,)
    return ()


_Handler = Callable[[_BodyParser, Cursor, ConstantTypes], "Statement | Terminator"]
_WORDS: dict[str, _Handler] = {
    "goto": _BodyParser._goto,  # pyright: ignore[reportPrivateUsage]
    "return": _BodyParser._plain,  # pyright: ignore[reportPrivateUsage]
    "unreachable": _BodyParser._plain,  # pyright: ignore[reportPrivateUsage]
    "resume": _BodyParser._unwind_end,  # pyright: ignore[reportPrivateUsage]
    "terminate": _BodyParser._unwind_end,  # pyright: ignore[reportPrivateUsage]
    "switchInt": _BodyParser._switch,  # pyright: ignore[reportPrivateUsage]
    "assert": _BodyParser._assert,  # pyright: ignore[reportPrivateUsage]
    "drop": _BodyParser._drop,  # pyright: ignore[reportPrivateUsage]
    "asm": _BodyParser._assembly,  # pyright: ignore[reportPrivateUsage]
    "discriminant": _BodyParser._set_discriminant,  # pyright: ignore[reportPrivateUsage]
    "assume": _BodyParser._assume,  # pyright: ignore[reportPrivateUsage]
    "copy_nonoverlapping": _BodyParser._copy,  # pyright: ignore[reportPrivateUsage]
}


__all__ = ["MirProgram", "targets_of"]
