"""What LLVM's NVPTX code generator ends the process on beside intrinsics, atomics' scopes and assembly: types, address spaces,
conversions of wide integers, initial values of globals, names, and attributes of kernels.

Every rule stands for an abort, or an `exit`, of LLVM 22 that was seen; a test repeats them in child processes. As in
`periclase.codegen.llvm_checks` it is the *text* that is read. What stands within quotes is blanked out first, so that a string
or a name is not taken for code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from periclase.codegen.targets import GpuTarget

Finding = tuple[int, str]
"""The position of what is wrong in the text, and what it is."""

_QUOTED = re.compile(r'"[^"\n]*"')
_COMMENT = re.compile(r";[^\n]*")

_TYPE_WORDS = ("fp128", "x86_", "<vscale")
_TYPE = re.compile(r"(?<![\w.%@!$-])(?:fp128|x86_fp80|ppc_fp128|x86_amx|<vscale)(?![\w.$-])")
# Each begins with plain characters, by which `re` finds its place quickly.
_WIDE_TO_FLOAT = re.compile(r"itofp (?:nneg )?(?:<\d+ x )?i(\d+)")
_FLOAT_TO_WIDE = re.compile(r"fpto[su]i [^\n]*? to (?:<\d+ x )?i(\d+)")
_SATURATING_TO_WIDE = re.compile(r"call [^@\n]*@llvm\.fpto[su]i\.sat\.(?:v\d+)?i(\d+)\.")
_ALLOCA = re.compile(r"= alloca ([^\n]*)")
_COUNT = re.compile(r", i\d+ (%[^\s,]+|\d+)")
_SPACE = re.compile(r"addrspace\((\d+)\)")
_SPACE_CAST = re.compile(r"addrspacecast \(?[^\n()]*?(?:\([^()\n]*\)[^\n()]*?)*? to ptr addrspace\((\d+)\)")
_GLOBAL = re.compile(
    r"^@(?P<name>\"[^\"\n]*\"|[\w.$-]+) = (?P<head>[^\n]*?)\b(?:global|constant) (?P<rest>[^\n]*)",
    re.MULTILINE,
)
_ALIAS = re.compile(r"^@[^\n]*? = [^\n]*\b(?:ifunc |alias [^,(\n]+,)", re.MULTILINE)
_HEADER = re.compile(r"^(?P<kind>define|declare) [^\n]*?@(?P<name>\"[^\"\n]*\"|[\w.$-]+)\(", re.MULTILINE)
_EMPTY = re.compile(r"\{\s*\}|\[0 x ")
_ACCESS = re.compile(
    r"= load atomic (?:volatile )?(?P<load>[^,\n]+), (?P<from>[^\n]*)|\bstore atomic (?:volatile )?(?P<store>\S+) (?P<to>[^\n]*)"
    r"|= cmpxchg (?P<exchange>[^\n]*)|= atomicrmw (?:volatile )?\w+ (?P<rmw>[^\n]*)"
)
_ATTRIBUTE = re.compile(
    r'"(nvvm\.(?:maxntid|reqntid|cluster_dim|minctasm|maxnreg|maxclusterrank))"(?:="([^"\n]*)")?'
)
_BLOCKS_ARE_CLUSTERS = re.compile(r'^define [^\n]*"nvvm\.blocksareclusters"[^\n]*', re.MULTILINE)

_STACK_SPACES = frozenset((0, 5))
_MEMORY_SPACES = frozenset((0, 1, 3, 4, 5))
_CAST_SPACES = _MEMORY_SPACES | {7, 101}
_UNINITIALISED_SPACES = {3: "shared", 5: "local"}
_EXPRESSIONS = re.compile(
    r"(?<![\w.%@$-])(?:add|sub|mul|xor|and|or|shl|lshr|ashr|trunc|select|icmp) (?:n[us]w )*\("
)
_NAME = re.compile(r"[A-Za-z_$][\w$]*", re.ASCII)
_INTERNAL_NAME = re.compile(r"[A-Za-z0-9_$.@]+")


def find_limits(text: str, target: GpuTarget) -> Iterator[Finding]:
    """Everything in the text of a module that LLVM can not generate code for on `target`, in no particular order."""
    yield from _attributes(text, target)
    yield from _names(text)
    blank = _COMMENT.sub(_blanks, _QUOTED.sub(_blanks, text)) if '"' in text or ";" in text else text
    yield from _types(blank)
    yield from _conversions(blank)
    yield from _stack(blank, target)
    yield from _globals(blank, target)
    yield from _signatures(blank)
    if "atomic" in blank or "cmpxchg" in blank:
        yield from _atomics(blank, target)


def _blanks(match: re.Match[str]) -> str:
    """As many characters of no meaning, between the quotes that were there."""
    found = match[0]
    return f'"{"_" * (len(found) - 2)}"' if found[0] == '"' else " " * len(found)


def _types(text: str) -> Iterator[Finding]:
    first: dict[str, int] = {}
    if any(word in text for word in _TYPE_WORDS):
        for match in _TYPE.finditer(text):
            first.setdefault(match[0], match.start())
    for type, position in first.items():
        name = "a vector of unknown length" if type == "<vscale" else f"the type '{type}'"
        yield position, f"NVPTX has no form of {name}"
    position = text.find("blockaddress(")
    if position >= 0:
        yield position, "NVPTX has no addresses of blocks"


def _conversions(text: str) -> Iterator[Finding]:
    for word, pattern in (
        ("itofp", _WIDE_TO_FLOAT),
        ("fpto", _FLOAT_TO_WIDE),
        (".sat.", _SATURATING_TO_WIDE),
    ):
        for match in pattern.finditer(text) if word in text else ():
            if int(match[1]) > 64:
                yield (
                    match.start(),
                    f"NVPTX converts integers of 64 bits at most from and to floats, not i{match[1]}",
                )
    if "addrspacecast" in text:
        for match in _SPACE_CAST.finditer(text):
            if int(match[1]) not in _CAST_SPACES:
                yield match.start(), f"NVPTX has no address space {match[1]}"


def _stack(text: str, target: GpuTarget) -> Iterator[Finding]:
    for match in _ALLOCA.finditer(text):
        # Of `T, i32 %n, align 4, addrspace(5)` the last is where the slot is, the second how often `T`.
        space = re.search(r", addrspace\((\d+)\)", match[1])
        if space is not None and int(space[1]) not in _STACK_SPACES:
            yield match.start(), f"the stack is in address space 0 or 5, not {space[1]}"
        count = _COUNT.search(match[1])
        if count is not None and count[1].startswith("%") and target.ptx_isa < 73:
            yield (
                match.start(),
                f"a stack slot of a size known at run time needs PTX ISA 7.3, the target is {target}",
            )


def _globals(text: str, target: GpuTarget) -> Iterator[Finding]:
    references: dict[str, list[str]] = {}
    places: dict[str, int] = {}
    for match in _GLOBAL.finditer(text):
        head, rest = match["head"], match["rest"]
        name, position = match["name"], match.start()
        if re.search(r"\b(?:external|extern_weak)\b", head):
            continue
        space = _SPACE.search(head)
        number = 0 if space is None else int(space[1])
        value = rest.partition(", align ")[0].rstrip()
        defined = not value.endswith((" undef", " poison"))
        if number not in _MEMORY_SPACES:
            yield position, f"NVPTX has no variables in address space {number}"
        elif defined and number in _UNINITIALISED_SPACES:
            yield position, f"{_UNINITIALISED_SPACES[number]} memory can not have an initial value"
        if re.match(r"(?:half 0xH|bfloat 0xR)(?!0000\b)", value):
            yield (
                position,
                f"NVPTX writes no initial value of type {value.split()[0]}; write its bits as an i16",
            )
        if re.search(r"<\d+ x i1>", value) and not value.endswith("zeroinitializer"):
            yield position, "NVPTX writes no initial value that is a vector of i1"
        if "<{" in value and target.ptx_isa < 71 and re.search(r"[@]|\bptr\b", value) is not None:
            yield position, f"an address in a packed initial value needs PTX ISA 7.1, the target is {target}"
        if _EXPRESSIONS.search(value):
            yield position, "NVPTX writes no arithmetic on addresses in an initial value"
        references[name], places[name] = re.findall(r"@([\w.$-]+)", value), position
    for name in _in_cycles(references):
        yield (
            places[name],
            f"the initial value of @{name} leads back to its own address, which PTX can not say",
        )
    for match in _ALIAS.finditer(text):
        if match[0].endswith("ifunc "):
            yield match.start(), "NVPTX has no functions that are resolved at load time"
        else:
            yield match.start(), "NVPTX has aliases of functions only"


def _in_cycles(references: dict[str, list[str]]) -> list[str]:
    """The names from which a walk along `references` comes back, of each cycle the first one found."""
    done: set[str] = set()
    found: list[str] = []
    for root in references:
        path: dict[str, Iterator[str]] = {}
        if root not in done:
            path[root] = iter(references[root])
        while path:
            name = next(reversed(path))
            following = next(path[name], None)
            if following is None:
                path.popitem()
                done.add(name)
            elif following in path:
                found.append(following)
            elif following in references and following not in done:
                path[following] = iter(references[following])
    return list(dict.fromkeys(found))


def _names(text: str) -> Iterator[Finding]:
    for pattern in (_HEADER, _GLOBAL):
        for match in pattern.finditer(text):
            name = match["name"].strip('"')
            if name.startswith("llvm."):
                continue
            internal = re.search(r"(?:^define|=) (?:internal|private)\b", match[0]) is not None
            if (_INTERNAL_NAME if internal else _NAME).fullmatch(name) is None:
                yield match.start(), f"'{name}' is no name in PTX, which takes letters, digits, '_' and '$'"


def _signatures(text: str) -> Iterator[Finding]:
    if _EMPTY.search(text) is None:
        return
    for match in _HEADER.finditer(text):
        end = text.find("\n", match.end())
        line = text[match.end() : len(text) if end < 0 else end]
        # A parameter that is nothing but an empty type; one within a struct does no harm.
        if re.search(r"(?:^|, )(?:\{\s*\}|\[0 x [^\]]*\])(?: %|,|\))", line):
            yield match.start(), "NVPTX has no parameters without bytes"


def _atomics(text: str, target: GpuTarget) -> Iterator[Finding]:
    for match in _ACCESS.finditer(text):
        rest = match["from"] or match["to"] or match["exchange"] or match["rmw"] or ""
        if match["load"] or match["store"]:
            type = match["load"] or match["store"]
        else:
            # `ptr addrspace(1) %p, i32 %v …`
            parts = rest.split(", ")
            type = parts[1].rpartition(" %")[0].split(" ")[0] if len(parts) > 1 else ""
        width = int(type[1:]) if re.fullmatch(r"i\d+", type) else 0
        ordered = " seq_cst" in rest and (match["load"] or match["store"])
        wide = target.sm >= 90 and target.ptx_isa >= 84 and not ordered
        if width > 64 and not (width == 128 and wide):
            yield match.start(), f"{target} has no such atomic operation on {type}"
        align = re.search(r", align (\d+)", rest)
        if align is not None and 8 * int(align[1]) < width:
            yield match.start(), f"an atomic {type} must be aligned to its size, not to {align[1]}"
        if not match["load"] and re.search(r"ptr addrspace\(4\)", rest):
            yield match.start(), "constant memory is not written to"


def _attributes(text: str, target: GpuTarget) -> Iterator[Finding]:
    if '"nvvm.' not in text:
        return
    for match in _ATTRIBUTE.finditer(text):
        extents = r"\d{1,9}(?:,\d{1,9}){0,2}" if match[1].endswith(("ntid", "dim")) else r"\d{1,9}"
        if re.fullmatch(extents, match[2] or "") is None:
            yield match.start(), f"'{match[1]}' can not be '{match[2] or ''}'"
    for match in _BLOCKS_ARE_CLUSTERS.finditer(text):
        if not ('"nvvm.reqntid"' in match[0] and '"nvvm.cluster_dim"' in match[0]):
            yield match.start(), "'nvvm.blocksareclusters' needs 'nvvm.reqntid' and 'nvvm.cluster_dim'"
        if target.ptx_isa < 90:
            yield match.start(), f"'nvvm.blocksareclusters' needs PTX ISA 9.0, the target is {target}"
