"""Which LLVM IR is such as a compiler writes: what LLVM is known to survive.

LLVM ends the process on much that its verifier takes: integers of 33 bits in a call through a pointer, an atomic vector, a bound
of a loop that is zero. `periclase.codegen.llvm_checks` says so of what somebody may well write; nobody can list all the rest. So
here the rule is turned around: a text of which every word, type and form is a common one is *ordinary*, and compiled in this
process; anything else is compiled in one of its own (`periclase.codegen.llvm_apart`), which LLVM may end. A text that is taken
for odd costs that other process, no more.

All that Periclase's own front ends give is ordinary. Random modules are compiled by the thousand to see that LLVM survives
what is.
"""

from __future__ import annotations

import re
from typing import Final

from periclase.codegen.intrinsic_signatures import stem_of
from periclase.codegen.llvm_intrinsics import FACTS, UNKNOWN

_COMMON = """
source_filename target datalayout triple define declare internal private global constant external type attributes
weak linkonce_odr dso_local local_unnamed_addr unnamed_addr
void i1 i8 i16 i32 i64 i128 half bfloat float double ptr x label metadata addrspace ptx_kernel ptx_device fastcc
noundef nonnull noalias readonly writeonly readnone zeroext signext align byval dereferenceable captures none range nofpclass
convergent nounwind noinline alwaysinline willreturn norecurse nosync nofree mustprogress cold noreturn memory read write
argmem inaccessiblemem presplitcoroutine token initializes
add sub mul udiv sdiv urem srem shl lshr ashr and or xor fadd fsub fmul fdiv frem fneg nuw nsw exact disjoint nneg samesign
icmp fcmp eq ne ugt uge ult ule sgt sge slt sle oeq one ogt oge olt ole ord uno ueq une
select freeze phi trunc zext sext fptrunc fpext fptosi fptoui sitofp uitofp ptrtoint inttoptr bitcast addrspacecast to
load store volatile alloca getelementptr inbounds nusw atomic atomicrmw cmpxchg fence syncscope
monotonic acquire release acq_rel seq_cst unordered xchg nand max min umax umin fmax fmin fmaximum fminimum uinc_wrap udec_wrap
extractvalue insertvalue extractelement insertelement shufflevector
br switch ret unreachable call asm sideeffect
fast nnan ninf nsz arcp contract afn reassoc
true false null undef poison zeroinitializer c e
"""
_WORDS: Final = frozenset(_COMMON.split())
_ATTRIBUTES: Final = re.compile(
    r"nvvm\.(?:maxntid|reqntid|cluster_dim|minctasm|maxnreg|maxclusterrank|blocksareclusters|grid_constant)"
    r"|denormal-fp-math(?:-f32)?|frame-pointer|periclase[\w.-]*"
)
_VALUES: Final = re.compile(
    r"[\d,]*|(?:preserve-sign|positive-zero|ieee|all|none|true|false)(?:,(?:preserve-sign|positive-zero|ieee))?"
)

_QUOTED = re.compile(r'"[^"\n]*"')
_COMMENT = re.compile(r";[^\n]*")
_NODE = re.compile(r"\n!(?P<name>\d+|[\w.]+) = (?:distinct )?!(?P<what>[^\n]*)")
_DEBUG = re.compile(r"DI(?:CompileUnit|File|Subprogram|SubroutineType|Location|LexicalBlockFile)\(")
_REFERENCE = re.compile(r"!(\d+)")
_WORD = re.compile(r"(?<![%@!#\w.$\"-])[A-Za-z_]\w*(?![\w:])")
_VECTOR = re.compile(r"<(\d+) x ([^<>\n]*)>")
_SPACE = re.compile(r"addrspace\((\d+)\)")
_INDIRECT = re.compile(r" %[\w.]+\(")
_NAME = re.compile(r'[@%]"([^"\n]*)"')
_INTRINSIC = re.compile(r"@(llvm\.[\w.]+)")
_DEEP = re.compile(r"\{[^{}\n]*\{[^{}\n]*\{[^{}\n]*\{|\[\d+ x \[\d+ x \[\d+ x \[")
_LONG = re.compile(r"\[(\d+) x ")
_ALIGN = re.compile(r"align (\d+)")
_EMPTY = re.compile(r"\{ *\}|\[0 x ")
_ATTRIBUTE = re.compile(r'"([^"\n]*)"(?:="([^"\n]*)")?')
_HEADER = re.compile(r"^(?:define|declare|attributes) [^\n]*", re.MULTILINE)
_ATOMIC = re.compile(r"(?:= load atomic|store atomic|= atomicrmw|= cmpxchg) [^\n]*")
_ATOMIC_TYPE = re.compile(r"(?:i8|i16|i32|i64|half|bfloat|float|double)\b")
_EXPRESSION = re.compile(
    r" (?:getelementptr|inttoptr|ptrtoint|add|sub|xor|trunc|select|icmp|bitcast|inbounds|nuw|nsw) \("
)
_LOOP = re.compile(
    r'"llvm\.loop\.(?:unroll\.(?:disable|full|enable|runtime\.disable|count", i32 [1-9]\d{0,3}\b)'
    r'|mustprogress|vectorize\.(?:enable", i1|width", i32 [1248]\b)|interleave\.count", i32 [1248]\b)'
)
_ASSEMBLY = re.compile(r'\basm (?:sideeffect )?"([^"\n]*)", "([^"\n]*)"')
_OPERANDS = re.compile(r"\$(?:\$|\d+|\{\d+\})")
_ATTACHED = re.compile(r", !([a-zA-Z][\w.]*) ")

_ATTACHMENTS: Final = frozenset(
    (
        "dbg",
        "llvm.loop",
        "invariant.load",
        "range",
        "noalias",
        "alias.scope",
        "tbaa",
        "prof",
        "llvm.access.group",
        "nontemporal",
    )
)
_LANES: Final = frozenset(("2", "4", "8", "16", "32"))
_LANE_TYPES: Final = frozenset(("i1", "i8", "i16", "i32", "i64", "half", "bfloat", "float", "double"))
_GPU_LANES: Final = frozenset(("2", "4", "8"))
_SPACES: Final = frozenset(("1", "3", "4", "7", "101"))
_LONGEST_VALUE: Final = 64
_LARGEST_ARRAY: Final = 1 << 31
_LARGEST_ALIGNMENT: Final = 4096
_MOST_STRUCTS: Final = 400


def oddity(text: str, *, gpu: bool) -> str | None:
    """What of the text of a module is not ordinary, in a few words; None if all is."""
    return _quoted_oddity(text, gpu) or _oddity(_COMMENT.sub("", _QUOTED.sub('""', text)), gpu)


def _quoted_oddity(text: str, gpu: bool) -> str | None:
    for match in _HEADER.finditer(text):
        tail = match[0]
        if '"' not in tail:
            continue
        for key, value in _ATTRIBUTE.findall(tail[tail.find("(") :] if match[0][0] != "a" else tail):
            if _ATTRIBUTES.fullmatch(key) is None or _VALUES.fullmatch(value) is None:
                return f"the attribute '{key}'"
    for name in _NAME.findall(text) if '@"' in text or '%"' in text else ():
        if gpu or re.fullmatch(r"[\w.$<>:, -]+", name) is None or name.startswith("llvm."):
            return f"the name '{name}'"
    if "!llvm.loop" in text:
        for match in _NODE.finditer(text):
            if '"llvm.loop' in match["what"] and _LOOP.search(match["what"]) is None:
                return "metadata of a loop"
    if "asm" in text:
        if "module asm" in text:
            return "assembly of a module"
        for body, constraints in _ASSEMBLY.findall(text):
            if (
                "$" in _OPERANDS.sub("", body)
                or "\\00" in body
                or re.fullmatch(r"[=&,\w{}~]*", constraints) is None
            ):
                return f"the assembly '{body}'"
    return None


def _oddity(text: str, gpu: bool) -> str | None:
    if (odd := _metadata(text)) is not None:
        return odd
    text = _NODE.sub("", text)
    # Each test reads the text once, the words last: they are most of the work.
    for lanes, type in _VECTOR.findall(text):
        if lanes not in (_GPU_LANES if gpu else _LANES) or type not in _LANE_TYPES:
            return f"the type <{lanes} x {type}>"
    if gpu and any(space not in _SPACES for space in _SPACE.findall(text)):
        return "an address space"
    if not gpu and "addrspace(" in text:
        return "an address space"
    if _INDIRECT.search(text) is not None:
        return "a call through a pointer"
    if _DEEP.search(text) is not None or text.count(" = type ") > _MOST_STRUCTS:
        return "a deep type"
    if _EXPRESSION.search(text) is not None:
        return "a constant expression"
    if any(int(number) > _LARGEST_ALIGNMENT for number in _ALIGN.findall(text)):
        return "an alignment"
    if (odd := _arrays(text)) is not None:
        return odd
    for match in _ATOMIC.finditer(text) if "atomic" in text or "cmpxchg" in text else ():
        if (odd := _atomic(match[0], gpu)) is not None:
            return odd
    for attachment in set(_ATTACHED.findall(text)) - _ATTACHMENTS:
        return f"metadata !{attachment}"
    for name in set(_INTRINSIC.findall(text)):
        if not name.startswith("llvm.nvvm."):
            stem = stem_of(name)
            if ".with.overflow.v" in name:
                # LLVM's quick selection of instructions for x86 takes the second part to be one bit.
                return f"the intrinsic {name}"
            survived = FACTS.get(stem, UNKNOWN).survived
            if survived == "none" or (survived == "floats" and not name.endswith(("f16", "f32", "f64"))):
                return f"the intrinsic {name}"
        elif not gpu:
            return f"the intrinsic {name}"
    for word in set(_WORD.findall(text)) - _WORDS:
        return f"'{word}'"
    return None


def _metadata(text: str) -> str | None:
    """What is odd of the nodes of metadata. Of debug information there are line tables, made of nodes that name earlier ones:
    LLVM follows the calls that something was inlined by to their end, and comes to none where they go round.
    """
    if "#dbg_" in text:
        return "debug information of variables"
    for match in _NODE.finditer(text):
        what = match["what"]
        if what.startswith("{"):
            continue
        if not match["name"].isdecimal():  # a name is one of a list of nodes only
            return "metadata"
        if _DEBUG.match(what) is None:
            return "debug information" if what.startswith("DI") else "metadata"
        if any(int(number) >= int(match["name"]) for number in _REFERENCE.findall(what)):
            return "debug information that goes round"
    return None


def _arrays(text: str) -> str | None:
    if "[" not in text and "{ }" not in text and "{}" not in text:
        return None
    for line in text.splitlines():
        if "[" not in line and "{}" not in line and "{ }" not in line:
            continue
        if " = phi " in line or line.lstrip().startswith("switch"):
            line = re.sub(r"\[ [^\]]*\]", "", line)
        numbers = [int(number) for number in _LONG.findall(line)]
        size = 1
        for number in numbers:
            size *= max(1, number)
        in_memory = " = alloca " in line or " = getelementptr " in line or line.startswith("@")
        if size >= _LARGEST_ARRAY or (not in_memory and size > _LONGEST_VALUE):
            return "a large array"
        if _EMPTY.search(line) is not None and not in_memory:
            return "an empty type"
    return None


def _atomic(line: str, gpu: bool) -> str | None:
    if (
        "<" in line
        or "[" in line
        or "{" in line
        or re.search(r"ptr(?: addrspace\(\d+\))? (?![%@])", line) is not None
    ):
        return "an atomic operation"
    if line.startswith(("= load atomic", "store atomic")):
        type = line.partition("atomic ")[2].removeprefix("volatile ")
    else:
        # `… ptr %p, i32 1 …`
        parts = line.split(", ")
        type = parts[1] if len(parts) > 1 else ""
    if _ATOMIC_TYPE.match(type) is None or line.count("ptr") > 1 + line.count("ptrtoint"):
        return "an atomic operation"
    return "an atomic operation" if gpu and "addrspace(4)" in line else None
