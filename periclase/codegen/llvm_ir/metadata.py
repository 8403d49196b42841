"""Metadata nodes, and debug information: which source line an instruction comes from.

A compile unit, a subprogram a function, a `DILocation` an instruction. An op that was inlined (`CallSiteLoc`) gets a location
with `inlinedAt`, in a subprogram of the function it came from: named by a `NameLoc` around its place, else by its file. Line
tables only, unless the module says which functions its places are in (`FUNCTIONS_ATTRIBUTE`): then debug information is full,
inlined functions have their names, and `variables` adds variables and types.
"""

from __future__ import annotations

import os.path
from collections.abc import Sequence
from typing import Any, cast

from xdsl.dialects.builtin import (
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    LocationAttr,
    NameLoc,
    NoneAttr,
    StringAttr,
)
from xdsl.ir import Attribute, Operation

from periclase.codegen.llvm_ir.names import quoted
from periclase.dialects.llvm.narrowing import is_array
from periclase.ir.interfaces import FunctionOpInterface
from periclase.ir.locations import call_site

_LARGEST_COLUMN = 0xFFFF
_LARGEST_LINE = 0xFFFF_FFFF


class Metadata:
    """The numbered nodes of one module; equal uniqued nodes are one."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._numbers: dict[str, int] = {}

    def node(self, text: str) -> int:
        """The number of the uniqued node `!{…}` or `!DI…(…)`."""
        number = self._numbers.get(text)
        if number is None:
            number = self._numbers[text] = self.distinct(text)
        return number

    def distinct(self, text: str) -> int:
        """A new node's number; `text` says `distinct` itself where LLVM wants it."""
        self.lines.append(text)
        return len(self.lines) - 1

    def own(self, operands: Sequence[str]) -> int:
        """The number of a new node whose first operand is itself, by which LLVM knows it from all others."""
        return self.distinct(f"distinct !{{{', '.join((f'!{len(self.lines)}', *operands))}}}")


def first_place(location: Attribute) -> FileLineColLoc | None:
    """The place in a file that `location` names first, ignoring how it came there."""
    while True:
        if isinstance(location, FileLineColLoc):
            return location
        if isinstance(location, NameLoc) and not isinstance(location.location, NoneAttr):
            location = location.location
        elif isinstance(location, CallSiteLoc):
            location = location.callee
        elif isinstance(location, FusedLoc) and is_array(location.locations):
            for part in location.locations.data:
                place = first_place(part)
                if place is not None:
                    return place
            return None
        else:
            return None


class DebugInfo:
    """Debug information of one module.

    Args:
        metadata: where the nodes go.
        directives_only: emit `.loc` but no DWARF sections, as `nvcc -lineinfo` does; LLVM then still lets `ptxas` optimise. What
            functions of libraries do is then at the user's line: a profiler shows one place of an instruction.
        functions: what `FUNCTIONS_ATTRIBUTE` says; debug information is full unless it is None.
        language: what `DEBUGGED_LANGUAGE_ATTRIBUTE` says.
    """

    def __init__(
        self,
        metadata: Metadata,
        directives_only: bool,
        functions: Attribute | None = None,
        language: str | None = None,
    ):
        self._metadata = metadata
        self.language = language
        self._kind = "DebugDirectivesOnly" if directives_only else "LineTablesOnly"
        self._functions: list[tuple[str, int, int, str]] | None = None
        if functions is not None:
            self._kind = "FullDebug"
            rows = cast("Any", functions).data
            self._functions = [tuple(_plain(part) for part in row.data) for row in rows]
        self._subprograms: dict[int, int] = {}
        self._users_lines = directives_only
        self._unit: int | None = None
        self._inlined_scopes: dict[tuple[str, str], int] = {}
        self._known: dict[tuple[int, int], str] = {}
        self._callers: dict[tuple[int, int], int] = {}
        self._kept: list[Attribute] = []

    @property
    def unit(self) -> int | None:
        """The compile unit's node, None while no function has a location."""
        return self._unit

    @property
    def is_full(self) -> bool:
        """Whether it tells of variables."""
        return self._functions is not None

    def variable_site(self, location: Attribute, scope: int, file: str) -> tuple[int, int]:
        """Whose a variable declared at `location` is, and its `DILocation` in the function whose subprogram is `scope`."""
        number = self._location(location, scope, file)
        return self._subprograms[number], number

    def retain(self, scope: int, variables: Sequence[int]) -> None:
        """Have the subprogram `scope` keep these variables, also those that optimisation leaves no value of."""
        nodes = self._metadata.node(f"!{{{', '.join(f'!{number}' for number in variables)}}}")
        lines = self._metadata.lines
        lines[scope] = f"{lines[scope].removesuffix(')')}, retainedNodes: !{nodes})"

    def file(self, name: str) -> int:
        """The node of a source file."""
        directory, base = os.path.split(name)
        return self._metadata.node(f"!DIFile(filename: {quoted(base)}, directory: {quoted(directory)})")

    def _compile_unit(self, file: int) -> int:
        if self._unit is None:
            self._unit = self._metadata.distinct(
                f"distinct !DICompileUnit(language: DW_LANG_{self.language or 'C_plus_plus_14'}, file: !{file}, "
                f'producer: "periclase", '
                f"isOptimized: true, runtimeVersion: 0, emissionKind: {self._kind})"
            )
        return self._unit

    def _subprogram(self, name: str, file_name: str, line: int, source_name: str | None = None) -> int:
        line = line if 0 <= line <= _LARGEST_LINE else 0
        file = self.file(file_name)
        unit = self._compile_unit(file)
        types = self._metadata.node("!{null}")
        signature = self._metadata.node(f"!DISubroutineType(types: !{types})")
        return self._metadata.distinct(
            f"distinct !DISubprogram(name: {quoted(source_name or name)}, linkageName: {quoted(name)}, scope: !{file}, "
            f"file: !{file}, line: {line}, type: !{signature}, scopeLine: {line}, "
            f"spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !{unit})"
        )

    def function(self, op: Operation, name: str) -> tuple[int, str] | None:
        """The subprogram of a function with a body and the file it is in; None when nothing in it has a location."""
        place = first_place(op.location)
        if place is None:
            for inner in op.walk():
                place = first_place(inner.location)
                if place is not None:
                    break
            else:
                return None
        file = place.filename.data
        source_name = None
        if self.is_full and isinstance(op, FunctionOpInterface):
            source_name = op.reported_name()
        return self._subprogram(name, file, place.line.data, source_name), file

    def suffix(self, location: Attribute, scope: int, file: str) -> str:
        """The ` , !dbg !n` of an instruction at `location` within the subprogram `scope`.

        An unknown location becomes line 0: LLVM wants a location on every call in a function that has a subprogram.
        """
        key = (id(location), scope)
        text = self._known.get(key)
        if text is None:
            place = _outside_libraries(location) if self._users_lines else location
            text = self._known[key] = f", !dbg !{self._location(place, scope, file)}"
            self._kept.append(location)
        return text

    def _location(self, location: Attribute, scope: int, file: str) -> int:
        """The `DILocation`, whose callers are looked at once: functions that call one another in a row share them."""
        sites: list[CallSiteLoc] = []
        current, number = location, None
        while isinstance(current, CallSiteLoc) and number is None:
            sites.append(current)
            number = self._callers.get((id(current.caller), scope))
            current = current.caller
        if number is None:
            number = self._inlined(current, scope, file, None, distinct=bool(sites))
        for site in reversed(sites):
            self._callers[id(site.caller), scope] = number
            self._kept.append(site.caller)
            number = self._inlined(site.callee, scope, file, number, distinct=site is not location)
        return number

    def _inlined(
        self, location: Attribute, scope: int, file: str, inlined_at: int | None, *, distinct: bool
    ) -> int:
        """The `DILocation` of something that was inlined at another."""
        number = inlined_at
        steps = _call_chain(location)
        for depth in range(len(steps) - 1, -1, -1):
            if number is not None:
                scope, file = self._inlined_scope(steps[depth])
            number = self._place(
                first_place(steps[depth]), scope, file, number, distinct=distinct or depth > 0
            )
        assert number is not None
        return number

    def _inlined_scope(self, location: Attribute) -> tuple[int, str]:
        place = first_place(location)
        file = "" if place is None else place.filename.data
        if isinstance(location, NameLoc):
            name = location.desc.data
        else:
            name = self._function_at(place) or os.path.basename(file) or "inlined"
        number = self._inlined_scopes.get((name, file))
        if number is None:
            line = 0 if place is None else place.line.data
            number = self._inlined_scopes[name, file] = self._subprogram(name, file, line)
        return number, file

    def _function_at(self, place: FileLineColLoc | None) -> str | None:
        """The name of the innermost function around `place`, where that is known."""
        if place is None:
            return None
        file, line = place.filename.data, place.line.data
        around = [row for row in self._functions or () if row[0] == file and row[1] <= line <= row[2]]
        return max(around, key=lambda row: row[1])[3] if around else None

    def _place(
        self, place: FileLineColLoc | None, scope: int, file: str, inlined_at: int | None, *, distinct: bool
    ) -> int:
        line = column = 0
        subprogram = scope
        if place is not None:
            if place.filename.data != file:
                other = self.file(place.filename.data)
                scope = self._metadata.node(
                    f"!DILexicalBlockFile(scope: !{scope}, file: !{other}, discriminator: 0)"
                )
            line = place.line.data if 0 <= place.line.data <= _LARGEST_LINE else 0
            column = place.column.data if 0 <= place.column.data <= _LARGEST_COLUMN else 0
        tail = "" if inlined_at is None else f", inlinedAt: !{inlined_at}"
        # A call site is distinct, or LLVM would take two calls on one line for one.
        lead = "distinct " if distinct else ""
        number = self._metadata.node(
            f"{lead}!DILocation(line: {line}, column: {column}, scope: !{scope}{tail})"
        )
        self._subprograms[number] = subprogram
        return number


def _plain(attribute: Attribute) -> Any:
    """The text or number that an attribute is."""
    return attribute.data if isinstance(attribute, StringAttr) else cast("Any", attribute).value.data


def _is_of_library(location: Attribute) -> bool:
    """Whether `location` is, with all callers that it names, in functions of libraries (`ir.locations.library_location`)."""
    if isinstance(location, CallSiteLoc):
        return _is_of_library(location.callee) and _is_of_library(location.caller)
    return isinstance(location, NameLoc)


def _outside_libraries(location: Attribute) -> Attribute:
    """`location` without the functions of libraries that are its innermost ones; itself if there are no others."""
    while isinstance(location, CallSiteLoc):
        caller = cast("LocationAttr", location.caller)
        if _is_of_library(location.callee):
            location = caller
            continue
        callee = _outside_libraries(location.callee)
        return location if callee is location.callee else call_site(cast("LocationAttr", callee), caller)
    return location


def _call_chain(location: Attribute) -> list[Attribute]:
    """The places along the chain of calls by which an op was inlined, innermost first; one if it was not."""
    chain: list[Attribute] = []
    pending = [location]
    while pending:
        current = pending.pop()
        if isinstance(current, CallSiteLoc):
            pending += (current.caller, current.callee)
            continue
        if isinstance(current, FusedLoc) and is_array(current.locations):
            known = [part for part in current.locations.data if first_place(part) is not None]
            if known:
                pending.append(known[0])
                continue
        chain.append(current)
    return chain
