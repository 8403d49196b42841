"""Which modules' functions may run on a device: a table, and the diagnostic for what may not.

| what                                                           | verdict                                    |
| -------------------------------------------------------------- | ------------------------------------------ |
| the kernel's own module                                        | allowed                                    |
| `periclase` and what is in it                                  | allowed (stubs become instructions)        |
| `math`, and numpy's functions on scalars                       | mapped to device mathematics               |
| the operating system, files, threads, processes, the clock, …  | forbidden                                  |
| any other module                                               | allowed if its functions can be imported   |
"""

from __future__ import annotations

import enum
from collections.abc import Sequence

from periclase.diagnostics import Diagnostic, Frame, Span
from periclase.record import Record


class Verdict(enum.Enum):
    """What becomes of a call into a module."""

    ALLOWED = "allowed"
    MAPPED = "mapped"
    FORBIDDEN = "forbidden"


class Rule(Record):
    """A row of the table: for a module and everything in it."""

    module: str
    verdict: Verdict
    reason: str = ""
    suggestion: str = ""


def _forbidden(modules: str, reason: str, suggestion: str) -> list[Rule]:
    return [Rule(module, Verdict.FORBIDDEN, reason, suggestion) for module in modules.split()]


_HOST_VALUE = "read it on the host and pass it to the kernel as an argument"
_RANDOM = "generate the numbers on the host and pass them in, or write a small counter-based generator as a device function"

RULES: dict[str, Rule] = {
    rule.module: rule
    for rule in [
        Rule("periclase", Verdict.ALLOWED),
        Rule(
            "math",
            Verdict.MAPPED,
            "has no device meaning",
            "use one of the functions of `math` on floats, such as `math.sqrt`",
        ),
        Rule(
            "numpy",
            Verdict.MAPPED,
            "works on whole arrays",
            "index the slices: one thread works on one element",
        ),
        *_forbidden(
            "os posix nt pathlib shutil tempfile glob fcntl",
            "there is no operating system on a device",
            _HOST_VALUE,
        ),
        *_forbidden(
            "sys builtins inspect gc importlib ctypes weakref",
            "there is no Python interpreter on a device",
            _HOST_VALUE,
        ),
        *_forbidden(
            "io _io codecs pickle json csv logging warnings",
            "there are no files on a device",
            "use `periclase.gpu.printf` to print",
        ),
        *_forbidden(
            "socket _socket ssl select selectors http urllib asyncio",
            "there is no network on a device",
            _HOST_VALUE,
        ),
        *_forbidden(
            "threading _thread multiprocessing concurrent queue contextvars",
            "threads are those of the launch",
            "launch more threads, and use `sync_threads()` or atomics between them",
        ),
        *_forbidden("subprocess _posixsubprocess signal", "there are no processes on a device", _HOST_VALUE),
        *_forbidden(
            "time datetime",
            "there is no wall clock on a device",
            "use the clock intrinsics of `periclase.gpu`",
        ),
        *_forbidden("random secrets uuid", "there is no generator with a state on a device", _RANDOM),
        *_forbidden(
            "re string collections itertools functools copy decimal fractions heapq bisect array",
            "it needs objects on a heap, and nothing allocates on a device",
            "use a fixed array: `local_array(8, f32)`",
        ),
        *_forbidden(
            "dataclasses",
            "it asks objects and classes of the host for their fields",
            "call the class with its fields: `Vec(v.x, 2.0)`",
        ),
    ]
}
"""The table, by module."""

ALLOWED_TEXT = (
    "a kernel may call: device functions and plain functions of any module that stay within the subset, "
    "`periclase.gpu`, `math`, and numpy's scalar functions"
)


def rule_for(module: str | None, own_module: str | None) -> Rule:
    """The rule for a function of `module` called from `own_module`: the longest row that names it or its parent.

    A function has none that was made by `exec` with globals without a `__name__`.
    """
    if module is None or module == own_module:
        return Rule(module or "", Verdict.ALLOWED)
    name = module
    while True:
        rule = RULES.get(name)
        if rule is not None:
            return rule
        if "." not in name:
            return Rule(module, Verdict.ALLOWED)
        name = name.rpartition(".")[0]


def forbidden_diagnostic(
    callee: str, module: str, rule: Rule, span: Span, chain: Sequence[Frame]
) -> Diagnostic:
    """What the user is told for a call of something that does not exist on a device.

    Args:
        callee: as the user wrote it, such as `os.getcwd`.
        module: the module it comes from.
        rule: its row.
        span: the call.
        chain: from the kernel to the function that holds the call.
    """
    reason = rule.reason or "it is not written in Python, and has no device meaning"
    diagnostic = Diagnostic(
        "PC0304",
        f"`{callee}` of module `{module}` can not be called on a device: {reason}",
        span,
        help=rule.suggestion or "write what it does as a function in Python, or do it on the host",
        call_chain=tuple(chain),
    )
    return diagnostic.with_note(ALLOWED_TEXT)
