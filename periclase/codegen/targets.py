"""GPU targets: what names mean, which PTX ISA goes with them, and which target a module needs.

A target is a GPU architecture (`sm_90`), maybe with all features of that one architecture (`sm_90a`) or of its family
(`sm_100f`), and a version of the PTX ISA. The version is the lowest that the architecture and the module allow, so that the
oldest driver and `ptxas` that know the architecture take the PTX; `sm_90+ptx83` asks for a later one.

Which target is taken: an explicit one, else `PERICLASE_TARGET`, else that of the device if the kernel is launched on one, else
a default that the operations of the module ask for. No driver is ever asked. A target that was named is checked, never changed:
what it cannot run is a diagnostic that names the operation. A function can name a target itself (`target_cpu`,
`target_features` of `llvm.func`): it then asks for that one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from periclase.diagnostics import CompileError, Diagnostic, Note, Span
from periclase.record import Record, replace
from periclase.settings import Settings
from periclase.settings import settings as current_settings

if TYPE_CHECKING:
    from xdsl.ir import Operation

    from periclase.dialects.llvm import FuncOp

_FLOORS: Final[dict[str, int]] = {
    "sm_75": 63,
    "sm_80": 70,
    "sm_86": 71,
    "sm_87": 74,
    "sm_88": 90,
    "sm_89": 78,
    "sm_90": 78,
    "sm_90a": 80,
    "sm_100": 86,
    "sm_100a": 86,
    "sm_100f": 88,
    "sm_103": 88,
    "sm_103a": 88,
    "sm_103f": 88,
    "sm_110": 90,
    "sm_110a": 90,
    "sm_110f": 90,
    "sm_120": 87,
    "sm_120a": 87,
    "sm_120f": 88,
    "sm_121": 88,
    "sm_121a": 88,
    "sm_121f": 88,
}
"""Every target with the PTX ISA that brought it (PTX ISA, "Release Notes"), 78 for 7.8."""

_RENAMED: Final = {"sm_101": "sm_110", "sm_101a": "sm_110a", "sm_101f": "sm_110f"}

PTX_VERSIONS: Final = (63, 64, 65, *range(70, 79), *range(80, 89), 90)
"""The versions of the PTX ISA that the code generator can write and a supported target can need."""

_PREFERRED: Final = ("sm_80", "sm_90", "sm_90a", "sm_100", "sm_100a", "sm_120")
"""Defaults in order; the first that a module's operations can run on is taken."""

_COPIES: Final = ("cp_async_bulk", "cp_reduce_async_bulk", "cp.async.bulk", "cp.reduce.async.bulk")
"""In the names of what the copy engine does, as rows and as LLVM's intrinsics. It is in Hopper and in Blackwell: the default is
the later one, and for copies to several blocks at once the one with all of its features."""

_NAME: Final = r"(?P<cpu>sm_(?P<sm>\d+)(?P<suffix>[af]?))(?:\+ptx(?P<ptx>\d\d))?"


class GpuTarget(Record):
    """A GPU architecture and a version of the PTX ISA.

    Attributes:
        sm: 90 for `sm_90`.
        suffix: `a` for all features of this very architecture, `f` for those of its family, or empty.
        ptx_isa: 78 for PTX ISA 7.8.
    """

    sm: int
    suffix: str
    ptx_isa: int

    @property
    def cpu(self) -> str:
        """The architecture's name, `sm_90a`."""
        return f"sm_{self.sm}{self.suffix}"

    @property
    def features(self) -> str:
        """LLVM's feature string, `+ptx80`."""
        return f"+ptx{self.ptx_isa}"

    @property
    def llvm_cpu(self) -> str:
        """LLVM's name of the processor."""
        return self.cpu

    @property
    def llvm_features(self) -> str:
        """LLVM's feature string."""
        return self.features

    def __str__(self) -> str:
        return self.cpu if self.ptx_isa == _FLOORS[self.cpu] else f"{self.cpu}+ptx{self.ptx_isa}"


Target = GpuTarget


def known_targets() -> tuple[str, ...]:
    """The names of all targets, lowest first."""
    return tuple(_FLOORS)


@cache
def parse_target(name: str) -> GpuTarget:
    """The target called `name`: `sm_90`, `sm_90a`, or with a version of the PTX ISA, `sm_90+ptx83`.

    Raises:
        CompileError: PC0501 if there is no such target, PC0503 if the PTX version does not go with it.
    """
    match = re.fullmatch(_NAME, str(name).strip())  # a number, as in `arch=90`, is no name
    if match is None or match["cpu"] not in _FLOORS:
        raise CompileError(
            Diagnostic("PC0501", f"there is no target '{name}'", help=_suggestion(str(name), match))
        )
    floor = _FLOORS[match["cpu"]]
    version = floor if match["ptx"] is None else int(match["ptx"])
    _writable(version)
    if version < floor:
        raise CompileError(
            Diagnostic(
                "PC0503",
                f"{match['cpu']} needs PTX ISA {_dotted(floor)}, but the target asks for {_dotted(version)}",
                help=f"leave the version out, or ask for '{match['cpu']}+ptx{floor}' or later",
            )
        )
    return GpuTarget(int(match["sm"]), match["suffix"], version)


def _writable(version: int) -> None:
    if version not in PTX_VERSIONS:
        raise CompileError(
            Diagnostic(
                "PC0503",
                f"the code generator cannot write PTX ISA {_dotted(version)}",
                help=f"versions: {', '.join(map(_dotted, PTX_VERSIONS))}",
            )
        )


def _dotted(version: int) -> str:
    return f"{version // 10}.{version % 10}"


def _suggestion(name: str, match: re.Match[str] | None) -> str:
    cpu = name.strip() if match is None else match["cpu"]
    if renamed := _RENAMED.get(cpu):
        return f"CUDA 13 renamed {cpu} to {renamed}"
    if match is not None and 10 <= int(match["sm"]) < 75:
        return "the oldest target is sm_75 (Turing): later toolkits compile for nothing older"
    base = cpu.partition("+")[0]
    if base in _FLOORS and base != cpu:
        return f"a version of the PTX ISA stands behind the architecture as in '{base}+ptx{_FLOORS[base]}'"
    if match is not None and f"sm_{match['sm']}" in _FLOORS:
        there = [name for name in _FLOORS if re.fullmatch(rf"sm_{match['sm']}[af]?", name)]
        return f"of this architecture there is {' and '.join(there)}"
    from difflib import get_close_matches

    normalised = re.sub(r"^(sm|compute|cc)?[_-]?(\d+)\.?(\d*)", r"sm_\2\3", cpu.lower())
    longer = [known for known in _FLOORS if len(cpu) > 3 and known.startswith(normalised)]  # `sm_9`: cut off
    close = (
        [normalised]
        if normalised in _FLOORS
        else longer[:3] or get_close_matches(normalised, _FLOORS, 3, 0.7)
    )
    if close:
        return "did you mean " + " or ".join(f"'{candidate}'" for candidate in close) + "?"
    return f"targets: {', '.join(_FLOORS)}"


class Need(Record):
    """What one operation asks of the target.

    Attributes:
        sm, ptx: the floors, 80 and 70 for `sm_80` with PTX ISA 7.0.
        architectures: the only targets that have it, empty if all from `sm` on have.
        operation: its name.
        span: where the user wrote it, or None.
        default: the target that it is compiled for if nobody names one and all else runs there; empty for any.
    """

    sm: int
    ptx: int
    architectures: tuple[str, ...]
    operation: str
    span: Span | None
    default: str = ""

    def runs_on(self, cpu: str) -> bool:
        """Whether the target `cpu` has it, with a PTX ISA recent enough."""
        match = re.fullmatch(_NAME, cpu)
        assert match is not None
        return int(match["sm"]) >= self.sm and (not self.architectures or cpu in self.architectures)


class ModuleNeeds(Record):
    """What the operations of a module ask together: one `Need` for each thing that any of them asks, at its first place."""

    needs: tuple[Need, ...] = ()

    @property
    def sm(self) -> int:
        """The highest architecture floor, 0 if nothing asks for one."""
        return max((need.sm for need in self.needs), default=0)

    @property
    def ptx(self) -> int:
        """The highest PTX ISA floor, 0 if nothing asks for one."""
        return max((need.ptx for need in self.needs), default=0)

    def runs_on(self, cpu: str) -> bool:
        """Whether the target `cpu` can run the module."""
        return all(need.runs_on(cpu) for need in self.needs)


_CLUSTER: Final = (90, 78, (), "")
"""What a kernel asks for that is launched in clusters (PTX ISA, `.reqnctapercluster`)."""


_BY_VALUE: Final = (70, 77, (), "")
"""What a parameter asks for that is passed by value and read in its place: `cvta.param` (PTX ISA, `cvta`). Where its address is
taken without that, LLVM copies it for each thread."""

_VARIABLES: Final = (0, 75, (), "")
"""What debug information of variables asks for: differences of labels in a section (PTX ISA, `.section`)."""


def module_needs(module: Operation) -> ModuleNeeds:
    """Joins what the operations in `module` ask of the target: by `HasTargetRequirements`, calls of LLVM's intrinsics, functions
    that name a target.

    Raises:
        CompileError: PC0501 or PC0503 for a function that names a target that there is not.
    """
    from periclase.dialects.llvm import CallIntrinsicOp, FuncOp
    from periclase.intrinsics.llvm_floors import intrinsic_floor
    from periclase.ir.interfaces import HasTargetRequirements
    from periclase.ir.locations import FUNCTIONS_ATTRIBUTE, place_of_user

    found: dict[tuple[int, int, tuple[str, ...], str], Need] = {}
    if FUNCTIONS_ATTRIBUTE in module.attributes:
        found[_VARIABLES] = Need(*_VARIABLES[:3], operation='debug="full"', span=None)
    for op in module.walk():
        if isinstance(op, FuncOp) and "nvvm.cluster_dim" in op.attributes:
            span = place_of_user(op.location)[0]
            found.setdefault(_CLUSTER, Need(*_CLUSTER[:3], operation="@kernel(cluster=…)", span=span))
        if isinstance(op, FuncOp) and op.arg_attrs is not None and _BY_VALUE not in found:
            if any("nvvm.grid_constant" in entry.data for entry in op.arg_attrs.data):
                span = place_of_user(op.location)[0]
                found[_BY_VALUE] = Need(*_BY_VALUE[:3], operation="GridConstant[…]", span=span)
        if isinstance(op, HasTargetRequirements):
            name = op.name
            key = (op.min_sm(), op.min_ptx(), op.architectures(), _default_of(_row_name(op)))
        elif isinstance(op, CallIntrinsicOp) and (floor := intrinsic_floor(op.intrin.data)) is not None:
            name = op.intrin.data
            key = (floor.requirement.sm, floor.requirement.ptx, floor.architectures, _default_of(name))
        elif isinstance(op, FuncOp) and (stated := _stated(op)) is not None:
            name = f"{op.name} @{op.sym_name.data}"
            key = (*stated, "")
        else:
            continue
        if key not in found:
            found[key] = Need(*key[:3], operation=name, span=place_of_user(op.location)[0], default=key[3])
    return ModuleNeeds(tuple(found.values()))


def _row_name(op: Operation) -> str:
    """The name of the row that an operation is made from, else its own."""
    form = getattr(op, "form", None)
    return op.name if form is None else form().row.name


def _default_of(name: str) -> str:
    if not any(word in name for word in _COPIES):
        return ""
    return "sm_100a" if "multicast" in name else "sm_100"


def _stated(function: FuncOp) -> tuple[int, int, tuple[str, ...]] | None:
    """What a function says itself of its target, by `target_cpu` and `target_features` or as they stand in `passthrough`.

    Raises:
        CompileError: as `parse_target`, at the function; PC0501 for a feature that no GPU has.
    """
    from xdsl.dialects.builtin import ArrayAttr, StringAttr

    from periclase.ir.locations import place_of_user

    texts: dict[str, str] = {}
    for entry in () if function.passthrough is None else function.passthrough.data:
        match entry:
            case ArrayAttr(data=(StringAttr(data=name), StringAttr(data=value))):
                texts[name] = value
            case _:
                pass
    if function.target_cpu is not None:
        texts["target-cpu"] = function.target_cpu.data
    if function.target_features is not None:
        texts["target-features"] = ",".join(f.data for f in function.target_features.features.data)
    cpu = texts.get("target-cpu")
    features = [feature for feature in texts.get("target-features", "").split(",") if feature]
    if cpu is None and not features:
        return None
    span = place_of_user(function.location)[0]
    version = 0
    for feature in features:
        match = re.fullmatch(r"\+ptx(\d\d)", feature)
        if match is None:
            raise CompileError(
                Diagnostic(
                    "PC0501",
                    f"'@{function.sym_name.data}' asks for the target feature '{feature}', which no GPU has",
                    span,
                    help="a feature is a version of the PTX ISA, such as '+ptx83'; 'target_cpu' names the architecture",
                )
            )
        version = max(version, int(match[1]))
    try:
        stated = parse_target((cpu or _PREFERRED[0]) if not version or cpu is None else f"{cpu}+ptx{version}")
        if cpu is None:
            _writable(version)
    except CompileError as error:
        raise CompileError([replace(found, span=span) for found in error.diagnostics]) from None
    return (0, version, ()) if cpu is None else (stated.sm, stated.ptx_isa, (cpu,))


def resolve_target(
    explicit: str | GpuTarget | None = None,
    module: Operation | None = None,
    settings: Settings | None = None,
    *,
    launched: bool = False,
) -> GpuTarget:
    """The target to compile `module` for.

    The PTX version is the lowest that the target and the module allow, unless the name of the target says one.

    Args:
        explicit: the target that the caller names, or None for `PERICLASE_TARGET` or the default.
        module: what is to be compiled, while its `nvvm` operations are still there; None asks for nothing.
        settings: in place of this process's settings.
        launched: whether `explicit` comes from the device that it is launched on, for the words of what is refused.

    Raises:
        CompileError: PC0501 for a name that is no target; PC0502 if the target cannot run the module; PC0503 if its PTX
            version is too low, or if no target can run all of the module.
    """
    needs = ModuleNeeds() if module is None else module_needs(module)
    chosen = settings or current_settings()
    name, origin = (explicit, "the argument") if explicit is not None else (chosen.target, "PERICLASE_TARGET")
    if name is None:
        return _raised(parse_target(_default(needs)), needs)
    if launched:
        origin = "PERICLASE_TARGET" if str(name) == (chosen.target or "").strip() else "the device"
    target = name if isinstance(name, GpuTarget) else parse_target(name)
    _check(target, needs, origin)
    if isinstance(name, GpuTarget) or "+" not in name:
        return _raised(target, needs)
    for need in needs.needs:
        if need.ptx > target.ptx_isa:
            raise CompileError(
                Diagnostic(
                    "PC0503",
                    f"'{need.operation}' needs PTX ISA {_dotted(need.ptx)}, but the target is {name} (from {origin})",
                    need.span,
                    help=f"leave the version out, or take '{target.cpu}+ptx{need.ptx}' or later",
                )
            )
    return target


def _raised(target: GpuTarget, needs: ModuleNeeds) -> GpuTarget:
    version = max(target.ptx_isa, needs.ptx)
    return target if version == target.ptx_isa else replace(target, ptx_isa=_written(version))


def _written(version: int) -> int:
    """The lowest version from `version` on that the code generator writes."""
    return min(known for known in PTX_VERSIONS if known >= version)


def _check(target: GpuTarget, needs: ModuleNeeds, origin: str) -> None:
    failing = [need for need in needs.needs if not need.runs_on(target.cpu)]
    if not failing:
        return
    diagnostics = [
        Diagnostic(
            "PC0502",
            f"'{need.operation}' needs {_needed(need)}, but the target is {target.cpu} (from {origin})",
            need.span,
            help=_way_out(needs),
        )
        for need in failing
    ]
    raise CompileError(diagnostics)


def _needed(need: Need) -> str:
    if need.architectures:
        return _alternatives(need.architectures)
    return f"sm_{need.sm} or later"


def _alternatives(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1]


def _way_out(needs: ModuleNeeds) -> str:
    able = [cpu for cpu in _FLOORS if needs.runs_on(cpu)]
    if not able:
        return "no target can run all of this module"
    return f"this module runs on {', '.join(able)}"


def _default(needs: ModuleNeeds) -> str:
    asked = sorted({need.default for need in needs.needs} - {""}, reverse=True)
    lowest = ("sm_75",) if needs.sm == 75 else ()
    for cpu in (*asked, *lowest, *_PREFERRED, *_FLOORS):
        if needs.runs_on(cpu):
            return cpu
    raise CompileError(
        Diagnostic(
            "PC0503",
            "no GPU architecture can run all operations of this module",
            notes=tuple(
                Note(f"'{need.operation}' needs {_needed(need)}", need.span) for need in _strict(needs.needs)
            ),
            help="compile the kernels that need different architectures apart",
        )
    )


def _strict(needs: Iterable[Need]) -> list[Need]:
    return [need for need in needs if need.architectures or need.sm > 75]
