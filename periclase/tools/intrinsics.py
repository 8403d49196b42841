"""`periclase intrinsics`: the rows of the intrinsic table with the targets they ask for, and the proof that they hold."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from periclase.intrinsics.forms import Form, forms
from periclase.intrinsics.model import Intrinsic, Requirement
from periclase.tools.command import OK, refuse

_TOLD = 240
"""How far it is is told after so many forms."""

FAILED = 1
"""The exit status if a row does not hold."""


def floor(requirement: Requirement) -> str:
    """The lowest target that meets `requirement`, in words."""
    from periclase.codegen.targets import known_targets, parse_target

    oldest = parse_target(known_targets()[0])
    targets = " or ".join(requirement.architectures) or f"sm_{max(oldest.sm, requirement.sm)}"
    return f"{targets}, PTX {max(oldest.ptx_isa, requirement.ptx) / 10:.1f}"


def chosen_rows(pattern: str | None) -> list[Intrinsic]:
    """The rows, ours and other packages', whose name, family or instruction contains `pattern`.

    Raises:
        ToolError: PC0813 if there is none.
    """
    from periclase.intrinsics.table import INTRINSICS, foreign_intrinsics

    rows = [*INTRINSICS.values(), *foreign_intrinsics().values()]
    if pattern is None:
        return rows
    found = [
        row for row in rows if pattern in row.name or pattern in row.family or pattern in (row.ptx or "")
    ]
    if not found:
        raise refuse(
            "PC0813",
            f"no intrinsic has '{pattern}' in its name, family or instruction",
            "leave the word out for all",
        )
    return found


def listing(rows: Sequence[Intrinsic]) -> Iterator[str]:
    """A line for each row: its name, how many forms it has, and the lowest target of any of them; then the totals."""
    width = max(len(row.name) for row in rows)
    total = 0
    for row in rows:
        count = sum(1 for _ in forms(row))
        total += count
        yield f"{row.name:{width}}  {count:4}  {floor(row.requirement)}"
    yield f"{len(rows)} intrinsics, {total} forms"


def check(rows: Sequence[Intrinsic], *, every: bool = False) -> int:
    """Assembles the forms of `rows`, `every` one where there are many, prints what does not hold and how many do; of `every`
    one, on the standard error, also how far it is.

    Raises:
        ToolError: PC0521 if no assembler is installed.
    """
    from periclase.codegen.assembler import available_assemblers
    from periclase.codegen.intrinsic_check import check_forms
    from periclase.intrinsics.sample_kernels import has_sample

    if not available_assemblers():
        raise refuse("PC0521", "there is no assembler to prove the rows with", "pip install 'periclase[ptx]'")
    chosen: list[Form] = [form for row in rows for form in forms(row, every=every) if has_sample(form)]
    good = 0
    for done, outcome in enumerate(check_forms(chosen), start=1):
        if every and (done % _TOLD == 0 or done == len(chosen)):
            print(f"{done} of {len(chosen)}, {outcome.target.cpu}", file=sys.stderr, flush=True)
        if outcome.problem is None:
            good += 1
        else:
            print(f"{outcome.form.call()} for {outcome.target}: {outcome.problem}")
    if good < len(chosen):
        print(f"{len(chosen) - good} rows fail")
    print(f"{good} rows assemble")
    return OK if good == len(chosen) else FAILED


def run(pattern: str | None, *, proof: bool, every: bool = False) -> int:
    """The command: lists the rows that have `pattern` in them, or proves them."""
    rows = chosen_rows(pattern)
    if proof:
        return check(rows, every=every)
    for line in listing(rows):
        print(line)
    return OK
