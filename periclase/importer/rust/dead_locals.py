"""Which locals of a body matter: those that what it does depends on.

A panic with a message builds, before it panics, what `core::fmt` would write the message with, out of functions of which a device
has none. Nothing else reads it; so what only flows into arguments of a panic is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from periclase.importer.rust.mir_syntax import (
    Assign,
    Body,
    Call,
    Deref,
    Drop,
    Index,
    Operand,
    Place,
    SetDiscriminant,
    Use,
)
from periclase.importer.rust.type_inference import (
    operands_of,
    operands_of_statement,
    operands_of_terminator,
    places_of_rvalue,
)


def needed_locals(body: Body, live: Iterable[int], is_ignored: Callable[[Call], bool]) -> set[int]:
    """The locals whose values matter; `is_ignored` tells the calls whose arguments do not, panics."""
    needed: set[int] = {0}
    flows: dict[int, set[int]] = {}

    def reads(place: Place) -> Iterable[int]:
        yield place.local
        for step in place.projection:
            if isinstance(step, Index):
                yield step.local

    def use(operands: Iterable[Operand]) -> None:
        for operand in operands:
            if isinstance(operand, Use):
                needed.update(reads(operand.place))

    for number in live:
        block = body.blocks[number]
        for statement in block.statements:
            if isinstance(statement, Assign):
                sources = {local for place in places_of_rvalue(statement.value) for local in reads(place)}
                sources |= {
                    local
                    for operand in operands_of(statement.value)
                    if isinstance(operand, Use)
                    for local in reads(operand.place)
                }
                if any(isinstance(step, Deref) for step in statement.place.projection):
                    needed |= sources
                    needed.update(reads(statement.place))
                else:
                    flows.setdefault(statement.place.local, set()).update(sources)
                    flows[statement.place.local].update(reads(statement.place))
            elif isinstance(statement, SetDiscriminant):
                needed.update(reads(statement.place))
            else:
                use(operands_of_statement(statement))
        terminator = block.terminator
        if isinstance(terminator, Call) and is_ignored(terminator):
            continue
        use(operands_of_terminator(terminator))
        if isinstance(terminator, Call | Drop):
            needed.update(reads(terminator.place))
    pending = list(needed)
    while pending:
        for source in flows.get(pending.pop(), ()):
            if source not in needed:
                needed.add(source)
                pending.append(source)
    return needed
