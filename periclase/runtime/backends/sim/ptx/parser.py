"""Reads PTX text."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final, NoReturn

from periclase.diagnostics import CompileError, Diagnostic
from periclase.runtime.backends.sim.ptx.lexer import END, NUMBER, STRING, WORD, Tokens
from periclase.runtime.backends.sim.ptx.literals import encoded, unquoted
from periclase.runtime.backends.sim.ptx.scalar_types import DTYPES
from periclase.runtime.backends.sim.ptx.special_names import SPECIAL_REGISTERS
from periclase.runtime.backends.sim.ptx.syntax import (
    Address,
    Call,
    Function,
    Guard,
    Immediate,
    Instruction,
    Label,
    Location,
    Module,
    Negated,
    Operand,
    Pair,
    Register,
    Sink,
    Special,
    Symbol,
    Variable,
    Vector,
)


class PtxSyntaxError(CompileError):
    """A text is no PTX that can be read here."""


def parse(text: str) -> Module:
    """Read a module.

    Raises:
        PtxSyntaxError: it is not well-formed; the message names the line.
    """
    return _Parser(text).module()


_LINKAGE: Final = frozenset((".visible", ".extern", ".weak", ".common"))
_SPACES: Final = frozenset((".global", ".const", ".shared", ".local", ".param", ".reg", ".tex"))
_MASK: Final = 0xFF


class _Scope:
    """Names between braces, with what they are called in the function."""

    def __init__(self, outer: _Scope | None, number: int):
        self.outer = outer
        self.number = number
        self.registers: dict[str, str] = {}
        self.variables: dict[str, str] = {}
        self.labels: dict[str, str] = {}

    def find(self, kind: str, name: str) -> str | None:
        scope: _Scope | None = self
        while scope is not None:
            found = getattr(scope, kind).get(name)
            if found is not None:
                return found
            scope = scope.outer
        return None


class _Parser:
    def __init__(self, text: str):
        self.tokens = Tokens(text)
        self.at = 0
        self.files: dict[int, str] = {}
        self.strings: dict[str, bytes] = {}
        self.variables: dict[str, Variable] = {}
        self.functions: dict[str, Function] = {}
        self.version = (0, 0)
        self.target = ""
        self.function: Function | None = None
        self.scope: _Scope | None = None
        self.scopes = 0
        self.location: Location | None = None

    # Tokens.

    def error(self, message: str, at: int | None = None) -> NoReturn:
        line = self.tokens.line(self.at if at is None else at)
        raise PtxSyntaxError(Diagnostic("PC0704", f"line {line} of the PTX can not be read: {message}"))

    @property
    def text(self) -> str:
        return self.tokens.texts[self.at]

    def at_space(self) -> bool:
        return self.text in _SPACES

    @property
    def kind(self) -> str:
        return self.tokens.kinds[self.at]

    def take(self) -> str:
        if self.kind == END:
            self.error("it ends here")
        text = self.text
        self.at += 1
        return text

    def accept(self, text: str) -> bool:
        if self.text == text and self.kind != STRING:
            self.at += 1
            return True
        return False

    def expect(self, text: str) -> None:
        if not self.accept(text):
            self.error(f"`{self.text}` stands where `{text}` is expected")

    def word(self, what: str) -> str:
        if self.kind != WORD:
            self.error(f"`{self.text}` stands where {what} is expected")
        return self.take()

    def integer(self) -> int:
        negative = self.accept("-")
        if self.kind != NUMBER:
            self.error(f"`{self.text}` stands where a number is expected")
        value = self.number(self.take())
        if value.floating:
            self.error("a floating number stands where an integer is expected")
        return -value.value if negative else value.value

    def number(self, text: str) -> Immediate:
        lead = text[:2].lower()
        if lead == "0f":
            return Immediate(int(text[2:], 16), 32)
        if lead == "0d":
            return Immediate(int(text[2:], 16), 64)
        whole = text.removesuffix("U")
        if lead == "0x":
            return Immediate(int(whole, 16))
        if lead == "0b":
            return Immediate(int(whole, 2))
        if not whole.isdigit():
            return Immediate(int.from_bytes(struct.pack("<d", float(whole)), "little"), 64)
        if len(whole) > 1 and whole[0] == "0":
            if not set(whole) <= set("01234567"):
                self.error(f"`{text}` is no octal number", self.at - 1)
            return Immediate(int(whole, 8))
        return Immediate(int(whole))

    # The module.

    def module(self) -> Module:
        if self.tokens.bad is not None:
            self.error(f"`{self.tokens.texts[self.tokens.bad]}` means nothing", self.tokens.bad)
        self._read_strings()
        while self.kind != END:
            self.statement()
        for name, function in list(self.functions.items()):
            if function.external and name in _defined(self.functions):
                del self.functions[name]
        return Module(self.version, self.target, self.variables, self.functions)

    def _read_strings(self) -> None:
        """The names that `.loc` refers to: they stand in a section at the end, so it is read first. `.file`s may, too."""
        texts = self.tokens.texts
        here = self.at
        for index, text in enumerate(texts):
            if text == ".file" and self.tokens.kinds[index + 1] == NUMBER:
                number, name = texts[index + 1], texts[index + 2]
                if self.tokens.kinds[index + 2] == STRING and number.isdigit():
                    self.files[int(number)] = unquoted(name)
            elif text == ".section" and texts[index + 1] == ".debug_str":
                self.at = index + 2
                self._read_section()
        self.at = here

    def _read_section(self) -> None:
        if not self.accept("{"):
            return
        label, data = "", bytearray()
        while self.kind != END and self.text != "}":
            text = self.take()
            if self.text == ":" and text != "}":
                self.at += 1
                if label:
                    self.strings[label] = bytes(data)
                label, data = text, bytearray()
            elif text.isdigit() and int(text) < 256:
                data.append(int(text))
        if label:
            self.strings[label] = bytes(data)

    def statement(self) -> None:
        start = self.at
        text = self.take()
        if text == ".version":
            major, dot, minor = self.take().partition(".")
            if not (dot and major.isdigit() and minor.isdigit()):
                self.error("the version is no pair of numbers", start + 1)
            self.version = int(major), int(minor)
        elif text == ".target":
            self.target = self.word("a target")
            while self.accept(","):
                self.word("an option of the target")
        elif text == ".address_size":
            if self.integer() != 64:
                self.error("addresses are of 64 bits here", start)
        elif text == ".file":
            self._skip_file()
        elif text == ".section":
            self._skip_section()
        elif text == ".pragma":
            self._skip_statement()
        elif text == ".alias":
            self._alias()
        elif text == ";":
            pass
        else:
            self.at = start
            self._declaration()

    def _skip_file(self) -> None:
        self.integer()
        if self.kind != STRING:
            self.error("`.file` has no name")
        self.take()
        while self.accept(","):
            self.integer()

    def _skip_section(self) -> None:
        while self.text not in ("{", ""):
            self.take()
        depth = 0
        while True:
            text = self.take()
            depth += (text == "{") - (text == "}")
            if depth == 0:
                return

    def _skip_statement(self) -> None:
        while self.take() != ";":
            pass

    def _alias(self) -> None:
        name = self.word("a name")
        self.expect(",")
        of = self.functions.get(self.word("a function"))
        self.expect(";")
        if of is None:
            self.error(f"`{name}` is an alias of nothing")
        self.functions[name] = of

    def _declaration(self) -> None:
        linkage: set[str] = set()
        while self.text in _LINKAGE:
            linkage.add(self.take())
        if self.text in (".entry", ".func"):
            self._function(".extern" in linkage)
        elif self.text in _SPACES:
            for variable in self._variables(external=".extern" in linkage):
                known = self.variables.get(variable.name)
                if known is None or known.external:
                    self.variables[variable.name] = variable
        else:
            self.error(f"`{self.text}` begins nothing that a module has")

    # Variables.

    def _variables(self, external: bool) -> Iterator[Variable]:
        space, kind, alignment, lanes = self._variable_type()
        while True:
            name = self.word("a name")
            count = self._dimensions(lanes)
            initial, relocations, filled = None, (), 0
            if self.accept("="):
                initial, relocations, filled = self._initialiser(kind)
            size = DTYPES[kind].itemsize
            if count == 0 and filled:
                count = filled
            if initial is not None and len(initial) > size * max(count, 1):
                self.error(f"`{name}` has more values than elements")
            yield Variable(name, space, kind, count, alignment or size, initial, relocations, external)
            if not self.accept(","):
                break
        self.expect(";")

    def _variable_type(self) -> tuple[str, str, int, int]:
        """Space, type, alignment (0: none is said) and the elements of a vector of what is declared next."""
        space = self.take()[1:]
        alignment, lanes = 0, 1
        while True:
            text = self.take()
            if text == ".align":
                alignment = self.integer()
                if alignment <= 0 or alignment & (alignment - 1):
                    self.error("an alignment is a power of two", self.at - 1)
            elif text == ".ptr":
                if self.at_space():
                    self.take()
                if self.accept(".align"):
                    self.integer()
            elif text == ".attribute":
                self.expect("(")
                while not self.accept(")"):
                    self.take()
            elif text in (".v2", ".v4", ".v8"):
                lanes = int(text[2:])
            elif text[:1] == "." and text[1:] in DTYPES:
                # What a parameter points to stands behind its type.
                if self.accept(".ptr"):
                    while self.at_space() or self.text == ".align":
                        if self.take() == ".align":
                            self.integer()
                return space, text[1:], alignment, lanes
            else:
                self.error(f"`{text}` is no type", self.at - 1)

    def _dimensions(self, lanes: int) -> int:
        """How many elements; 0 if the first extent is not said."""
        count = lanes
        while self.accept("["):
            if self.accept("]"):
                count = 0
                continue
            extent = self.integer()
            if extent < 0:
                self.error("an array has no negative number of elements")
            count *= extent
            self.expect("]")
        return count

    def _initialiser(self, kind: str) -> tuple[bytes, tuple[tuple[int, Symbol, int], ...], int]:
        data = bytearray()
        relocations: list[tuple[int, Symbol, int]] = []
        size = DTYPES[kind].itemsize
        number = 0
        depth = 0
        while True:
            if self.accept("{"):
                depth += 1
                continue
            if self.accept("}"):
                depth -= 1
            else:
                self._initial_element(kind, size, data, relocations)
                number += 1
            if depth <= 0:
                return bytes(data), tuple(relocations), number
            if self.accept(","):
                continue
            if self.text != "}":
                self.error(f"`{self.text}` stands in the values of a variable")

    def _initial_element(
        self, kind: str, size: int, data: bytearray, relocations: list[tuple[int, Symbol, int]]
    ) -> None:
        if self.kind == WORD:
            relocations.append((len(data), self._initial_symbol(), size))
            data += bytes(size)
            return
        negative = self.accept("-")
        if self.kind != NUMBER:
            self.error(f"`{self.text}` is no value of a variable")
        value = self.number(self.take())
        if self.accept("("):  # the bytes of an address that a mask picks
            symbol = self._initial_symbol()
            self.expect(")")
            self._add_byte(value.value, symbol, data, relocations)
            return
        data += encoded(value, negative, kind, size)

    def _initial_symbol(self) -> Symbol:
        name = self.word("a name")
        if name == "generic" and self.accept("("):
            name = self.word("a name")
            self.expect(")")
        offset = 0
        if self.accept("+") or self.text == "-":
            offset = self.integer()
        return Symbol(name, offset)

    def _add_byte(
        self, mask: int, symbol: Symbol, data: bytearray, relocations: list[tuple[int, Symbol, int]]
    ) -> None:
        place = max(mask.bit_length() - 1, 0) // 8
        if mask != _MASK << 8 * place:
            self.error("a mask of an address does not pick one byte")
        if place == 0:
            relocations.append((len(data), symbol, 1))
        elif relocations and relocations[-1] == (len(data) - place, symbol, place):
            relocations[-1] = (len(data) - place, symbol, place + 1)
        else:
            self.error("the bytes of an address do not stand one after another")
        data.append(0)

    # Functions.

    def _function(self, external: bool) -> None:
        entry = self.take() == ".entry"
        results = self._parameters() if self.text == "(" else ()
        name = self.word("the name of a function")
        parameters = self._parameters() if self.text == "(" else ()
        function = Function(name, entry, parameters, results, {}, {}, [], {}, {}, {})
        self._directives(function)
        known = self.functions.get(name)
        if self.accept(";"):
            function.external = True
            if known is None:
                self.functions[name] = function
            return
        if external:
            self.error(f"`{name}` is external and has a body")
        self.functions[name] = function
        self.function = function
        self.scope = _Scope(None, 0)
        self.scopes = 0
        self.location = None
        for parameter in (*parameters, *results):
            if parameter.space == "reg":
                function.registers[parameter.name] = parameter.type
                self.scope.registers[parameter.name] = parameter.name
            else:
                self.scope.variables[parameter.name] = parameter.name
        self.expect("{")
        self._find_labels()
        self._body(function)
        self.function = self.scope = None

    def _parameters(self) -> tuple[Variable, ...]:
        self.expect("(")
        found: list[Variable] = []
        while not self.accept(")"):
            if not self.at_space():
                self.error(f"`{self.text}` begins no parameter")
            space, kind, alignment, lanes = self._variable_type()
            name = self.word("a name")
            count = self._dimensions(lanes)
            found.append(Variable(name, space, kind, count, alignment or DTYPES[kind].itemsize))
            if self.text != ")":
                self.expect(",")
        return tuple(found)

    def _directives(self, function: Function) -> None:
        while self.text not in ("{", ";"):
            name = self.word("a directive")
            if name == ".pragma":
                self._skip_statement()
                continue
            numbers: list[int] = []
            while self.kind == NUMBER:
                numbers.append(self.integer())
                if not self.accept(","):
                    break
            function.directives[name[1:]] = tuple(numbers)

    def _find_labels(self) -> None:
        """Enter the labels of the scope that begins here: they may be named before they stand."""
        scope, tokens = self.scope, self.tokens
        assert scope is not None
        depth, at = 0, self.at
        texts, kinds = tokens.texts, tokens.kinds
        while kinds[at] != END:
            text = texts[at]
            if text == "{":
                depth += 1
            elif text == "}":
                depth -= 1
                if depth < 0:
                    return
            elif text == ":" and depth == 0 and kinds[at - 1] == WORD:
                name = texts[at - 1]
                scope.labels[name] = f"{name}.{scope.number}" if scope.number else name
            at += 1

    def _body(self, function: Function) -> None:
        depth = 1
        while True:
            text = self.text
            if text == "}":
                self.at += 1
                depth -= 1
                if depth == 0:
                    return
                assert self.scope is not None
                self.scope = self.scope.outer
            elif text == "{":
                self.at += 1
                depth += 1
                self.scopes += 1
                self.scope = _Scope(self.scope, self.scopes)
                self._find_labels()
            elif text == ";":
                self.at += 1
            elif self.kind == WORD and self.tokens.texts[self.at + 1] == ":":
                self._label(function)
            elif text[:1] == ".":
                self._body_directive(function)
            else:
                self._instruction(function)

    def _label(self, function: Function) -> None:
        scope = self.scope
        assert scope is not None
        start = self.at
        name = scope.labels[self.take()]
        self.expect(":")
        if self.accept(".branchtargets"):
            names = [self._target()]
            while self.accept(","):
                names.append(self._target())
            self.expect(";")
            function.branch_targets[name] = tuple(names)
        elif self.text in (".callprototype", ".calltargets"):
            self._skip_statement()
        else:
            if name in function.labels:
                self.error(f"there are two labels `{name}`", start)
            function.labels[name] = len(function.body)

    def _target(self) -> str:
        name = self.word("a label")
        assert self.scope is not None
        return self.scope.find("labels", name) or name

    def _body_directive(self, function: Function) -> None:
        text = self.text
        if text == ".reg":
            self._registers(function)
        elif text == ".loc":
            self.at += 1
            self.location = self._location()
        elif text in _LINKAGE:
            self.at += 1
        elif text in _SPACES:
            self._body_variables(function)
        elif text in (".pragma", ".branchtargets", ".callprototype", ".calltargets"):
            self._skip_statement()
        elif text == ".file":
            self.at += 1
            self._skip_file()
        elif text == ".section":
            self._skip_section()
        else:
            self.error(f"`{text}` begins nothing that a function has")

    def _registers(self, function: Function) -> None:
        scope = self.scope
        assert scope is not None
        _, kind, _, lanes = self._variable_type()
        if lanes != 1:
            self.error("registers of vectors are not known here")
        while True:
            name = self.word("a register")
            if self.accept("<"):
                start = self.at
                count = self.integer()
                if count > 1 << 20:
                    self.error("there are not so many registers", start)
                self.expect(">")
                names = [f"{name}{number}" for number in range(count)]
            else:
                names = [name]
            for each in names:
                self._register(function, scope, each, kind)
            if not self.accept(","):
                break
        self.expect(";")

    def _register(self, function: Function, scope: _Scope, name: str, kind: str) -> None:
        own = name
        if own in function.registers:
            own = f"{name}.{scope.number}"
            if own in function.registers:
                self.error(f"there are two registers `{name}`")
        function.registers[own] = kind
        scope.registers[name] = own

    def _body_variables(self, function: Function) -> None:
        scope = self.scope
        assert scope is not None
        for variable in list(self._variables(external=False)):
            name = variable.name
            own = name
            if own in function.variables or own in self.variables:
                own = f"{name}.{scope.number}"
            if variable.space in ("shared", "global", "const"):
                own = f"{function.name}.{own}"  # one for the module
            function.variables[own] = Variable(
                own,
                variable.space,
                variable.type,
                variable.count,
                variable.alignment,
                variable.initial,
                variable.relocations,
            )
            scope.variables[name] = own

    def _location(self) -> Location | None:
        file, line, column = self.integer(), self.integer(), self.integer()
        function, caller = "", None
        while self.accept(","):
            what = self.word("what `.loc` says more")
            if what == "function_name":
                label = self.word("a label")
                if self.accept("+"):
                    self.integer()
                function = self.strings.get(label, b"").split(b"\0")[0].decode("utf-8", "replace")
            elif what == "inlined_at":
                place = self.integer(), self.integer(), self.integer()
                caller = Location(self.files.get(place[0], ""), place[1], place[2])
            else:
                self.error(f"`.loc` does not say `{what}`", self.at - 1)
        return Location(self.files.get(file, ""), line, column, function, caller)

    # Instructions.

    def _instruction(self, function: Function) -> None:
        start = self.at
        guard = self._guard() if self.accept("@") else None
        words = self.word("an instruction").split(".")
        opcode, modifiers = words[0], tuple(words[1:])
        if opcode == "call":
            operands: tuple[Operand, ...] = (self._call(),)
        else:
            found: list[Operand] = []
            while self.text != ";":
                found.append(self._operand())
                if not self.accept(","):
                    break
            operands = tuple(found)
        end = self.at
        self.expect(";")
        tokens = self.tokens
        written = " ".join(tokens.source[tokens.starts[start] : tokens.starts[end]].split())
        function.body.append(
            Instruction(opcode, modifiers, operands, guard, self.location, tokens.line(start), written)
        )

    def _guard(self) -> Guard:
        negated = self.accept("!")
        name = self.word("a predicate")
        assert self.scope is not None
        return Guard(self.scope.find("registers", name) or name, negated)

    def _operand(self) -> Operand:
        first = self._single()
        if self.accept("|"):
            return Pair(first, self._single())
        return first

    def _single(self) -> Operand:
        kind, text = self.kind, self.text
        if kind == WORD:
            self.at += 1
            return self._named(text)
        if kind == NUMBER:
            self.at += 1
            return self.number(text)
        if text == "[":
            return self._address()
        if text == "{":
            self.at += 1
            elements: list[Operand] = []
            while not self.accept("}"):
                if self.text in ("{", "["):
                    self.error(f"`{self.text}` stands inside of braces")
                elements.append(self._operand())
                if self.text != "}":
                    self.expect(",")
            return Vector(tuple(elements))
        if text == "!":
            self.at += 1
            operand = self._named(self.word("a predicate"))
            if not isinstance(operand, Register):
                self.error("what is negated is no register")
            return Negated(operand)
        if text == "-":
            self.at += 1
            if self.kind != NUMBER:
                self.error("a minus stands in front of no number")
            value = self.number(self.take())
            if value.floating:
                return Immediate(value.value ^ 1 << value.floating - 1, value.floating)
            return Immediate(-value.value)
        self.error(f"`{text}` is no operand")

    def _named(self, name: str) -> Operand:
        if name == "_":
            return Sink()
        scope = self.scope
        assert scope is not None
        register = scope.find("registers", name)
        if register is not None:
            return Register(register)
        if name[0] == "%":
            return Special(name) if name[1:].partition(".")[0] in SPECIAL_REGISTERS else Register(name)
        if name == "WARP_SZ":
            return Special(name)
        variable = scope.find("variables", name)
        if variable is None:
            label = scope.find("labels", name)
            if label is not None:
                return Label(label)
        offset = 0
        if self.text in ("+", "-"):
            if self.accept("+"):
                offset = self.integer()
            else:
                offset = self.integer()
        return Symbol(variable or name, offset)

    def _address(self) -> Operand:
        self.expect("[")
        if self.text in ("{", "["):
            self.error(f"`{self.text}` begins no address")
        base = self._single()
        offset = 0
        if isinstance(base, Symbol):
            base, offset = Symbol(base.name), base.offset
        if not isinstance(base, Register | Symbol | Immediate):
            self.error("what stands in brackets is no address")
        if self.accept("+") or self.text == "-":
            offset += self.integer()
        coordinates: list[Operand] = []
        while self.accept(","):
            coordinates.append(self._operand())
        self.expect("]")
        return Address(base, offset, tuple(coordinates))

    def _call(self) -> Call:
        results: tuple[Operand, ...] = ()
        if self.text == "(":
            results = self._call_operands()
            self.expect(",")
        callee = self._operand()
        if isinstance(callee, Label):
            callee = Symbol(callee.name)
        if not isinstance(callee, Symbol | Register):
            self.error("what is called is no function")
        arguments: tuple[Operand, ...] = ()
        prototype = ""
        if self.accept(","):
            if self.text == "(":
                arguments = self._call_operands()
                if self.accept(","):
                    prototype = self.word("a prototype")
            else:
                prototype = self.word("a prototype")
        return Call(results, callee, arguments, prototype)

    def _call_operands(self) -> tuple[Operand, ...]:
        self.expect("(")
        found: list[Operand] = []
        while not self.accept(")"):
            found.append(self._operand())
            if self.text != ")":
                self.expect(",")
        return tuple(found)


def _defined(functions: dict[str, Function]) -> set[str]:
    return {function.name for function in functions.values() if not function.external}
