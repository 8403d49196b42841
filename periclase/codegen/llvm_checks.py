"""What must hold before LLVM sees a module: LLVM ends the whole Python process where it meets what it can not lower.

Each check here stands for an abort of LLVM 22 that was seen: an elementary function without a lowering on NVPTX ("Cannot
select"), an intrinsic of an earlier LLVM with other types than the reader expects, an atomic scope that the target does not
have, an inline-assembly constraint of another machine, a `$9` with two operands. One is a silent miscompilation: `atomicrmw` on
NVPTX, whose order and scope LLVM 22 drops (it emits `relaxed.gpu` always; fixed in LLVM 23).

The checks read the *text*, so that they hold for text from anywhere, and cost a few regular expressions a module.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from periclase.codegen.intrinsic_signatures import expected_signature, stem_of
from periclase.codegen.llvm_intrinsics import FACTS, UNKNOWN
from periclase.codegen.llvm_places import span_at
from periclase.codegen.targets import GpuTarget
from periclase.diagnostics import CompileError, Diagnostic
from periclase.intrinsics.llvm_floors import intrinsic_floor
from periclase.record import Record

_MENTION = re.compile(r'@"?(llvm\.[\w.$-]+)"?')
_LEAD = re.compile(r'\b(declare|call|invoke)\b([^@";]*)$')
_DECLARATION = re.compile(r'^declare [^@\n]*@"?(llvm\.[\w.]+)"?\([^\n]*', re.MULTILINE)

# What few modules have is compiled when it is looked for: `re` keeps it.
_ESCAPED_NAME = r'@"([^"]*\\[^"]*)"'
_ASM = (
    r"\basm\s+(?:(?:sideeffect|alignstack|inteldialect|unwind)\s+)*"
    r'"(?P<body>[^"]*)"\s*,\s*"(?P<constraints>[^"]*)"\s*\('
)
_SCOPE = r'syncscope\("([^"]*)"\)'
_RMW = r"\batomicrmw [^\n]*"
_ATOMIC = r"= (?:load|cmpxchg)\b|\bstore atomic|\bfence\b|= atomicrmw\b"

_FOREIGN = re.compile(
    r"llvm\.(nvvm|amdgcn|r600|spv|dx|aarch64|arm|bpf|hexagon|loongarch|mips|ppc|riscv|s390|ve|wasm|x86|xcore)\."
)
"""How the names of those intrinsics begin that no host has, or that are not for all hosts."""

_NVPTX_SCOPES = {"": 0, "block": 0, "device": 0, "cluster": 90}
"""The scopes that NVPTX has, with the SM version that brought them; the empty one is the whole system."""

_LONGEST_ARGUMENTS = 4000
"""How far the end of an argument list is looked for."""

_REGISTERS = {"b": 1, "c": 8, "h": 16, "r": 32, "l": 64, "q": 128, "f": 32, "d": 64}
"""The register constraints of PTX, with the width of the register in bits."""

_known_intrinsics: set[str] = set()


class _Problem(Record):
    code: str
    message: str
    position: int
    help: str | None = None


def check_llvm_ir(text: str, target: GpuTarget | None) -> None:
    """Refuse LLVM IR text that would make LLVM end the process, or would be compiled wrongly.

    Args:
        text: a module.
        target: the GPU it is compiled for; None for the host's processor.

    Raises:
        CompileError: PC0533 an intrinsic, PC0535 inline assembly, PC0536 atomics, PC0537 what else NVPTX does not have; one
            diagnostic for each problem.
    """
    problems = [*_check_intrinsics(text, target), *_check_assembly(text, target)]
    if target is not None:
        from periclase.codegen.nvptx_limits import (
            find_limits,
        )  # of no use to the CPU, and slow to compile its patterns

        problems.extend(_check_atomics(text, target))
        problems.extend(_Problem("PC0537", what, position) for position, what in find_limits(text, target))
    if problems:
        problems.sort(key=lambda problem: problem.position)
        raise CompileError(
            Diagnostic(problem.code, problem.message, span_at(text, problem.position), help=problem.help)
            for problem in problems
        )


def _check_intrinsics(text: str, target: GpuTarget | None) -> Iterator[_Problem]:
    mentions = [_mention(text, match) for match in _MENTION.finditer(text)]
    problems = [*_check_signatures(text, mentions)]
    if problems:
        # What comes next has LLVM read the declarations.
        yield from problems
        return
    unknown: list[str] = []
    for match in _DECLARATION.finditer(text):
        name = match[1]
        if name in _known_intrinsics or name.startswith("llvm.coro."):
            # LLVM gives some of a coroutine's no attributes.
            continue
        if target is None or name.startswith("llvm.nvvm.") or _why_not_on_nvptx(name, None, target) is None:
            unknown.append(match[0])
    missing = _unknown_to_llvm(unknown) if unknown else {}
    for match, keyword, flags, name in mentions:
        if name in missing:
            reason = missing[name]
        elif target is None:
            reason = "has no meaning on the host's processor" if _FOREIGN.match(name) else None
        elif name.startswith("llvm.nvvm."):
            reason = _why_not_on_target(name, target)
        else:
            reason = _why_not_on_nvptx(name, flags if keyword == "call" else None, target)
        if reason is not None and (keyword != "declare" or not _is_called(name, mentions)):
            help = None if target is None or name in missing else _MATH_HELP.get(stem_of(name))
            yield _Problem("PC0533", f"'{name}' {reason}", match.start(), help)


_Mention = tuple["re.Match[str]", str | None, str | None, str]
"""Where an intrinsic is named: the match, `declare`, `call` or `invoke`, what stands between that and the name, the name."""


def _mention(text: str, match: re.Match[str]) -> _Mention:
    lead = _LEAD.search(text, max(0, match.start() - 300), match.start())
    return (match, None, None, match[1]) if lead is None else (match, lead[1], lead[2], match[1])


def _is_called(name: str, mentions: list[_Mention]) -> bool:
    return any(other == name and keyword != "declare" for _, keyword, _, other in mentions)


def _check_signatures(text: str, mentions: list[_Mention]) -> Iterator[_Problem]:
    """Of the intrinsics whose types LLVM's reader takes on trust."""
    for match, keyword, before, name in mentions:
        expected = expected_signature(name)
        if expected is None:
            continue
        signature = None if keyword is None else _signature(before or "", text, match.end())
        if signature is None or expected.fullmatch(signature) is None:
            what = "used" if signature is None else f"taken to be of type '{signature}'"
            yield _Problem(
                "PC0533", f"'{name}' is {what}, which LLVM's reader does not survive", match.start()
            )
    for match in re.finditer(_ESCAPED_NAME, text) if '@"' in text and "\\" in text else ():
        name = re.sub(r"\\([0-9A-Fa-f]{2})", lambda code: chr(int(code[1], 16)), match[1])
        if name.startswith("llvm."):
            yield _Problem(
                "PC0533", f"the name of the intrinsic '{name}' is written with escapes", match.start()
            )


_TYPE = r"(?:ptr(?: addrspace\(\d+\))?|<[^<>]*>|\{[^{}]*\}|\[[^\[\]]*\]|[\w%.]+)"
_LAST_TYPE = re.compile(rf"(?:^|\s)({_TYPE})\s*$")


def _signature(before: str, text: str, end: int) -> str | None:
    """`i32 (ptr, i1)` of a declaration or call, from the text before the name and from its end on; None for something else."""
    result = _LAST_TYPE.search(before)
    parameters = re.compile(r"\s*\(").match(text, end)
    if result is None or parameters is None:
        return None
    types = ", ".join(_argument_types(text[parameters.end() : parameters.end() + _LONGEST_ARGUMENTS]))
    return f"{result[1]} ({types})"


_MATH_HELP = dict.fromkeys(
    (name for name, facts in FACTS.items() if facts.nvptx in ("no", "afn", "not double")),
    "call the function of libdevice, `__nv_…`",
)


def _why_not_on_nvptx(name: str, flags: str | None, target: GpuTarget) -> str | None:
    """Why a generic intrinsic can not be lowered; `flags` are those of a call, None for a mere declaration."""
    stem = stem_of(name)
    facts = FACTS.get(stem, UNKNOWN)
    if target.ptx_isa < facts.isa:
        return f"needs PTX ISA {facts.isa / 10}, the target has {target.ptx_isa / 10}"
    if stem == "llvm.bswap" and target.sm >= 100 and re.search(r"\.v\d+i32$", name) is not None:
        return f"has no lowering for vectors on {target}; swap the elements one by one"
    match facts.nvptx:
        case "yes":
            return None
        case "no":
            return "has no lowering for NVPTX"
        case "not double":
            return "has no lowering for NVPTX in double precision" if name.endswith("f64") else None
        case "afn" if flags is None:
            return None
        case "afn":
            # As LLVM 22 does: the approximate instructions are for single and, through it, half precision.
            words = (flags or "").split()
            if name.endswith("f64") or not ("afn" in words or "fast" in words):
                return "has no lowering for NVPTX but the approximate one, which needs the flag 'afn' and at most 32 bits"
            return None
        case _:
            return "is not known to have a lowering for NVPTX"


def _why_not_on_target(name: str, target: GpuTarget) -> str | None:
    floor = intrinsic_floor(name)
    if floor is None:
        return None
    if target.sm < floor.requirement.sm or (floor.architectures and target.cpu not in floor.architectures):
        needed = " or ".join(floor.architectures) or f"sm_{floor.requirement.sm}"
        return f"needs {needed}, the target is {target}"
    if target.ptx_isa < floor.requirement.ptx:
        return f"needs PTX ISA {floor.requirement.ptx / 10}, the target has {target.ptx_isa / 10}"
    return None


def _unknown_to_llvm(declarations: Iterable[str]) -> dict[str, str]:
    """Which of these declared intrinsics LLVM does not know by their names, and why.

    Asks LLVM itself: it gives those it knows attributes, and other names to those of an earlier LLVM.
    """
    from periclase.runtime.backends.cpu.llvm_binding import binding

    llvm = binding()
    names: dict[str, str] = {}
    for line in declarations:
        match = _DECLARATION.match(line)
        if match is not None:
            names[match[1]] = re.sub(r"\s#\d+|\s![^\n]*", "", line)
    try:
        module = llvm.parse_assembly("\n".join(names.values()), llvm.create_context())
    except RuntimeError:
        # Not even the types parse: LLVM says so, with a better message, when it parses the whole module.
        return {}
    unknown: dict[str, str] = {}
    found: set[str] = set()
    for function in module.functions:
        found.add(function.name)
        if function.name in names and not list(function.attributes):
            unknown[function.name] = "is no intrinsic of LLVM, or not of this type"
    for name in names:
        if name not in found and name.startswith("llvm.nvvm.") and expected_signature(name) is None:
            unknown[name] = "is an intrinsic of an earlier LLVM"
    _known_intrinsics.update(names.keys() - unknown.keys())
    return unknown


def _check_atomics(text: str, target: GpuTarget) -> Iterator[_Problem]:
    if "atomicrmw" in text:
        for match in re.finditer(_RMW, text):
            scope = re.search(_SCOPE, match[0])
            named = "" if scope is None else scope[1]
            if named in ("", "system") or " monotonic" not in match[0]:
                yield _Problem(
                    "PC0536",
                    "LLVM drops the memory order and scope of this 'atomicrmw' on NVPTX",
                    match.start(),
                    "only monotonic order in scope device, cluster or block means what it says; "
                    "otherwise use inline `atom.{sem}.{scope}`",
                )
    if "syncscope" in text:
        for match in re.finditer(_SCOPE, text):
            line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
            if re.search(_ATOMIC, line) is None:
                continue
            needed = _NVPTX_SCOPES.get(match[1])
            if needed is None:
                yield _Problem(
                    "PC0536",
                    f"NVPTX has no atomic scope '{match[1]}'",
                    match.start(),
                    "the scopes are block, cluster, device, and none for the whole system",
                )
            elif needed > target.sm:
                message = f"the atomic scope '{match[1]}' needs sm_{needed}, the target is {target}"
                yield _Problem("PC0536", message, match.start())


def _check_assembly(text: str, target: GpuTarget | None) -> Iterator[_Problem]:
    if "asm" not in text or target is None:
        return
    for match in re.finditer(_ASM, text):
        call = text.rfind("call", 0, match.start())
        for message in assembly_problems(
            match["body"],
            match["constraints"],
            _result_types(text[call + len("call") : match.start()]),
            _argument_types(text[match.end() : match.end() + _LONGEST_ARGUMENTS]),
        ):
            yield _Problem("PC0535", message, match.start())


def assembly_problems(body: str, constraints: str, results: list[str], arguments: list[str]) -> list[str]:
    """What is wrong with inline PTX: constraint letters, widths, numbers of operands.

    Args:
        body: the assembly text with `$0`, `$1`, …
        constraints: as LLVM wants them, outputs first: `=r,l,~{memory}`.
        results: LLVM types of the outputs.
        arguments: LLVM types of the inputs.
    """
    problems: list[str] = []
    parts = [part for part in constraints.split(",") if part]
    operands = [part for part in parts if not part.startswith("~{")]
    outputs = [part for part in operands if part.startswith("=")]
    inputs = [part for part in operands if not part.startswith("=")]
    if operands[: len(outputs)] != outputs:
        problems.append("the constraints of outputs come before those of inputs")
    for what, letters, types in (("output", outputs, results), ("input", inputs, arguments)):
        if len(letters) != len(types):
            problems.append(
                f"the constraints '{constraints}' name {len(letters)} {what}s, there are {len(types)}"
            )
            continue
        for constraint, type in zip(letters, types, strict=True):
            letter = constraint.lstrip("=&")
            if letter.isdigit() and what == "input":
                if int(letter) >= len(outputs):
                    problems.append(
                        f"the constraint '{constraint}' ties an input to an output that is not there"
                    )
                    continue
                letter = outputs[int(letter)].lstrip("=&")
            if letter == "n":
                problems.append(
                    "the constraint 'n' takes a constant that LLVM must see; write it into the text"
                )
                continue
            width = _REGISTERS.get(letter)
            if width is None:
                problems.append(f"'{constraint}' is no constraint of PTX: b, c, h, r, l, q, f or d")
                continue
            if not _fits(type, letter, width):
                problems.append(
                    f"a value of type {type} does not fit the {width}-bit register of '{constraint}'"
                )
    for dollar in re.finditer(r"\$(?:\$|[(|)]|(?P<plain>\d+)|\{(?P<braced>\d+)(?::\w+)?\})?", body):
        number = dollar["plain"] or dollar["braced"]
        if number is None and dollar[0] == "$":
            problems.append("a '$' in the assembly text stands for an operand; write '$$' for the character")
        elif number is not None and int(number) >= len(operands):
            problems.append(f"the assembly text names operand ${number}, there are {len(operands)}")
    return problems


def _fits(type: str, letter: str, width: int) -> bool:
    size = _size(type)
    if size is None:
        return False
    if type.startswith("<"):
        # LLVM aborts on a pair of singles in a 64-bit register.
        return size == width and letter in "hrlq" and type != "<2 x float>"
    if letter in "fd":
        return size == width
    return size <= width


def _size(type: str) -> int | None:
    if type.startswith("ptr"):
        return 64
    if re.fullmatch(r"i\d+", type):
        return int(type[1:])
    vector = re.fullmatch(r"<(\d+) x (\w+)>", type)
    if vector is not None:
        element = _size(vector[2])
        return None if element is None else int(vector[1]) * element
    return {"half": 16, "bfloat": 16, "float": 32, "double": 64}.get(type)


def _split(text: str) -> list[str]:
    """The parts between commas that stand in no bracket."""
    parts: list[str] = []
    depth = start = 0
    for position, character in enumerate(text):
        if character in "([{<":
            depth += 1
        elif character in ")]}>":
            depth -= 1
            if depth < 0:
                parts.append(text[start:position])
                return [part.strip() for part in parts if part.strip()]
        elif character == "," and depth == 0:
            parts.append(text[start:position])
            start = position + 1
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]


def _result_types(text: str) -> list[str]:
    text = text.strip()
    if text == "void":
        return []
    return _split(text[1:-1]) if text.startswith("{") else [text]


def _argument_types(text: str) -> list[str]:
    types: list[str] = []
    for argument in _split(text):
        match = re.match(r"ptr addrspace\(\d+\)|<[^>]*>|\{[^}]*\}|\[[^\]]*\]|[\w%.]+", argument)
        types.append(match[0] if match is not None else argument)
    return types
