"""The proof of the intrinsic table: every form of every row is assembled for the lowest target that it claims.

A form (`periclase.intrinsics.forms`) is called by a kernel of its own (`periclase.intrinsics.sample_kernels`), which goes the way
of every kernel: stub, `nvvm` operation, LLVM IR, PTX, an assembler. Forms of one target share modules, since most of the time is
spent for each module; if one fails it is halved until the form is found. Then it is asked whether the next target below is
refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError, VerifyException

from periclase.codegen.assembler import assemble
from periclase.codegen.llvm_ir import print_module
from periclase.codegen.ptx import emit_ptx
from periclase.codegen.targets import GpuTarget, Need, known_targets, parse_target, resolve_target
from periclase.diagnostics import CompileError, DiagnosticError
from periclase.dialects.mir import FuncOp
from periclase.intrinsics.forms import Form
from periclase.intrinsics.model import Requirement
from periclase.intrinsics.sample_kernels import expected_text, sample_module
from periclase.ir.registry import shared_context
from periclase.passes.convert_mir_to_llvm import ConvertMirToLLVM
from periclase.passes.convert_nvvm_to_llvm import lower_nvvm
from periclase.passes.rewrite_intrinsic_stubs import rewrite_intrinsic_stubs
from periclase.record import Record

_BATCH = 48
"""Forms in a module: fewer modules cost less, larger ones are longer halved."""

_LINE = re.compile(r"^\s*(?:@!?%?\w+\s+)?(?P<instruction>[a-z][\w.:]*)", re.MULTILINE)


class Outcome(Record):
    """What became of a form.

    Attributes:
        form: the form.
        target: the lowest target that its row claims.
        problem: why it does not hold, None if it does.
    """

    form: Form
    target: GpuTarget
    problem: str | None = None


def _need(requirement: Requirement) -> Need:
    return Need(requirement.sm, requirement.ptx, requirement.architectures, "", None)


def lowest_target(requirement: Requirement) -> GpuTarget:
    """The lowest of the known targets that meets `requirement`, with the PTX version that both ask for.

    CompileError (PC0503) if no PTX that can be written meets it.
    """
    need = _need(requirement)
    for name in known_targets():
        if need.runs_on(name):
            target = parse_target(name)
            return parse_target(f"{name}+ptx{max(requirement.ptx, target.ptx_isa)}")
    raise ValueError(f"no known target meets {requirement}")


def target_below(requirement: Requirement) -> str | None:
    """The highest target below `lowest_target` that does not meet `requirement`; None if the lowest of all does.

    That is the target before it, or the same with an earlier PTX version.
    """
    need, found = _need(requirement), lowest_target(requirement)
    before = [name for name in known_targets()[: known_targets().index(found.cpu)] if not need.runs_on(name)]
    if before:
        return before[-1]
    floor = parse_target(found.cpu).ptx_isa
    return f"{found.cpu}+ptx{floor}" if requirement.ptx > floor else None


def check_forms(forms: Iterable[Form]) -> Iterator[Outcome]:
    """Assembles each of `forms`, those of one target together."""
    groups: dict[GpuTarget, list[Form]] = {}
    for form in forms:
        groups.setdefault(lowest_target(form.requirement), []).append(form)
    for target, members in groups.items():
        for start in range(0, len(members), _BATCH):
            yield from _check(members[start : start + _BATCH], target)


def _check(forms: Sequence[Form], target: GpuTarget) -> Iterator[Outcome]:
    try:
        ptx, accepted = _assembled(forms, target)
    except (DiagnosticError, VerifyException, ParseError, ValueError) as error:
        if len(forms) == 1:
            yield Outcome(forms[0], target, str(error))
            return
        half = len(forms) // 2
        yield from _check(forms[:half], target)
        yield from _check(forms[half:], target)
        return
    bodies = _bodies(ptx)
    for form in forms:
        problem = accepted.get(form.label) or _missing(form, bodies.get(form.label, ""))
        yield Outcome(form, target, problem)


def _assembled(forms: Sequence[Form], target: GpuTarget) -> tuple[str, dict[str, str]]:
    """The PTX of the forms, which an assembler has taken, and what is accepted below its floor, by the form's label.

    Raises:
        DiagnosticError, VerifyException, ParseError: something is wrong with one of them.
    """
    context = shared_context()
    module = Parser(context, sample_module(forms)).parse_module()
    rewrite_intrinsic_stubs(module, context)
    module.verify()
    resolve_target(target, module)
    accepted = dict(_accepted_below(module, {form.label: form for form in forms}))
    ConvertMirToLLVM().apply(context, module)
    lower_nvvm(module)
    ptx = emit_ptx(print_module(module, target="nvptx64"), target, level=1)
    assemble(ptx, target.cpu)
    return ptx, accepted


def _accepted_below(module: ModuleOp, forms: dict[str, Form]) -> Iterator[tuple[str, str]]:
    for function in module.ops:
        if not isinstance(function, FuncOp) or function.is_declaration():
            continue
        name = function.sym_name.data
        below = target_below(forms[name].requirement)
        if below is None:
            continue
        try:
            resolve_target(below, function)
        except CompileError:
            continue
        yield name, f"{below} is below what it claims, and is not refused"


def _bodies(ptx: str) -> dict[str, str]:
    """The text of each kernel by its name."""
    parts = re.split(r"^\.visible \.entry (\w+)\(", ptx, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def _modifiers(instruction: str) -> tuple[str, frozenset[str]]:
    """The instruction without the order of its modifiers: LLVM has one of its own."""
    stem, *modifiers = instruction.split(".")
    return stem, frozenset(modifiers)


def _missing(form: Form, body: str) -> str | None:
    """What of the instruction that the row says is not in the PTX."""
    present = {
        _modifiers(match["instruction"])
        for match in _LINE.finditer(body.replace(";", ";\n").replace("{", "{\n"))
    }
    for instruction in expected_text(form):
        if _modifiers(instruction) not in present:
            return f"'{instruction}' is not in the PTX of the kernel"
    return None
