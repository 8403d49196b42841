"""Chains of calls in the line tables of PTX: `.loc 1 7 9, function_name …, inlined_at 1 14 27`.

PTX has them since ISA 7.2 (PTX ISA, "Debugging Directives: .loc"), and `nvdisasm -gi` and the profilers show them; LLVM 22 writes
the innermost place alone. So each place with a chain goes through LLVM as one line of a number of its own, and the `.loc` of that
number is replaced afterwards:

```
!12 = !DILocation(line: 7, column: 9, scope: !11, inlinedAt: !10)
→ !12 = !DILocation(line: 1073741836, column: 0, scope: !4)

.loc 1 1073741836 0
→ .loc 1 14 27
  .loc 1 7 9, function_name $L__name0, inlined_at 1 14 27
```

With full debug information the place stays in its function, for the sake of the variables there; its line alone is exchanged.

A place that is named as a call site must stand before it in the text, which is why the callers' are repeated.
"""

from __future__ import annotations

import re
from typing import Final

from periclase.record import Record

PTX_ISA: Final = 72
"""The first version that has chains."""

_FIRST_CODE: Final = 1 << 30
_LOCATION = re.compile(
    r"^!(?P<number>\d+) = (?:distinct )?!DILocation\(line: (?P<line>\d+), column: (?P<column>\d+), scope: !(?P<scope>\d+)"
    r"(?:, inlinedAt: !(?P<at>\d+))?\)$",
    re.MULTILINE,
)
_SCOPE = re.compile(
    r'^!(?P<number>\d+) = (?:distinct )?!(?:DISubprogram\(name: "(?P<name>[^"]*)"|DILexicalBlockFile\(scope: !(?P<outer>\d+))'
    r"[^\n]*?\bfile: !(?P<file>\d+)",
    re.MULTILINE,
)
_FILE = re.compile(
    r'^!(?P<number>\d+) = !DIFile\(filename: "(?P<name>[^"]*)", directory: "(?P<folder>[^"]*)"\)$',
    re.MULTILINE,
)
_LOC = re.compile(r"^\t\.loc\t(\d+) (\d+) \d+$", re.MULTILINE)
_PTX_FILE = re.compile(r'^\t\.file\t(\d+) "((?:[^"\\]|\\.)*)"', re.MULTILINE)
_LLVM_ESCAPE = re.compile(rb"\\([0-9A-Fa-f]{2}|\\)")
_PTX_ESCAPE = re.compile(rb"\\([0-7]{3}|.)")


class Place(Record):
    """A line of a file, in a function."""

    file: str
    line: int
    column: int
    function: str


Chains = dict[int, tuple[Place, ...]]
"""The places of each number, outermost first."""


def _llvm_text(written: str) -> str:
    """What a string of LLVM IR is: `m\\C3\\B6.py` is `mö.py`."""
    if "\\" not in written:
        return written
    text = _LLVM_ESCAPE.sub(
        lambda match: b"\\" if match[1] == b"\\" else bytes([int(match[1], 16)]), written.encode()
    )
    return text.decode(errors="surrogateescape")


def ptx_text(written: str) -> str:
    """What a string of PTX is as LLVM writes it: `m\\303\\266.py` is `mö.py`."""
    if "\\" not in written:
        return written
    text = _PTX_ESCAPE.sub(
        lambda match: bytes([int(match[1], 8)]) if len(match[1]) == 3 else match[1], written.encode()
    )
    return text.decode(errors="surrogateescape")


def _ptx_string(text: str) -> str:
    """`text` as LLVM writes it in PTX."""
    data = text.encode(errors="surrogateescape")
    return "".join(
        f"\\{chr(byte)}" if byte in b'"\\' else chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}"
        for byte in data
    )


def encode_chains(llvm_ir: str) -> tuple[str, Chains]:
    """The text with a number in place of each chain, and what the numbers stand for; where no place has one, itself."""
    if "inlinedAt: " not in llvm_ir:
        return llvm_ir, {}
    locations = {match["number"]: match for match in _LOCATION.finditer(llvm_ir)}
    scopes = {match["number"]: match for match in _SCOPE.finditer(llvm_ir)}
    files = {
        match["number"]: _llvm_text(
            f"{match['folder']}/{match['name']}" if match["folder"] else match["name"]
        )
        for match in _FILE.finditer(llvm_ir)
    }
    chains: Chains = {}
    # Where there are variables, they have to be in the function that their places are in.
    full = "emissionKind: FullDebug" in llvm_ir

    def place(match: re.Match[str]) -> Place | None:
        scope = scopes.get(match["scope"])
        file = None if scope is None else files.get(scope["file"])
        while scope is not None and scope["name"] is None:
            scope = scopes.get(scope["outer"])
        if file is None or scope is None:
            return None
        return Place(file, int(match["line"]), int(match["column"]), _llvm_text(scope["name"]))

    def encoded(match: re.Match[str]) -> str:
        if match["at"] is None:
            return match[0]
        chain: list[Place] = []
        current: re.Match[str] | None = match
        outer = match
        while current is not None:
            outer = current
            found = place(current)
            # Line 0 is no place; what was inlined there is shown at its caller.
            if found is None or (found.line == 0 and current["at"] is None):
                return match[0]
            if found.line:
                chain.append(found)
            current = locations.get(current["at"]) if current["at"] is not None else None
        code = _FIRST_CODE + int(match["number"])
        chains[code] = tuple(reversed(chain))
        lead = "distinct " if " = distinct " in match[0] else ""
        if full:
            tail = f"scope: !{match['scope']}, inlinedAt: !{match['at']})"
            return f"!{match['number']} = {lead}!DILocation(line: {code}, column: 0, {tail}"
        return f"!{match['number']} = {lead}!DILocation(line: {code}, column: 0, scope: !{outer['scope']})"

    # Callers are no places of instructions, and stay as they are for whoever looks them up.
    callers = {match["at"] for match in locations.values()}
    text = _LOCATION.sub(lambda match: match[0] if match["number"] in callers else encoded(match), llvm_ir)
    return text, chains


def decode_chains(ptx: str, chains: Chains) -> str:
    """The PTX with the chains in place of their numbers."""
    if not chains:
        return ptx
    files = {ptx_text(name): int(number) for number, name in _PTX_FILE.findall(ptx)}
    before = len(files)
    names: dict[str, str] = {}

    def number(name: str) -> int:
        return files.setdefault(name, max(files.values(), default=0) + 1)

    def decoded(match: re.Match[str]) -> str:
        chain = chains.get(int(match[2]))
        if chain is None:
            return match[0]
        lines: list[str] = []
        at = ""
        for place in chain:
            where = f"{number(place.file)} {place.line} {place.column}"
            label = names.setdefault(place.function, f"$L__name{len(names)}") if at else ""
            lines.append(f"\t.loc\t{where}" + (f", function_name {label}, inlined_at {at}" if at else ""))
            at = where
        return "\n".join(lines)

    text = _LOC.sub(decoded, ptx)
    added = [f'\t.file\t{index} "{_ptx_string(name)}"' for name, index in list(files.items())[before:]]
    if names:  # else each chain is its outermost place alone
        strings = (
            f"{label}:\n\t.b8 {','.join(map(str, (*name.encode(errors='surrogateescape'), 0)))}"
            for name, label in names.items()
        )
        added += "\t.section\t.debug_str", "\t{", *strings, "\t}"
    return "\n".join((text.rstrip("\n"), *added, "")) if added else text
