"""Emission of loops that are written out, of switches, and of statements in expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.ir import Block

from periclase.dialects import mir
from periclase.dialects.mir.attributes import FastMathAttr
from periclase.importer.python.emit_expressions import EXPRESSIONS
from periclase.importer.python.typed_control import Do, FastMath, Switch, Unrolled

if TYPE_CHECKING:
    from periclase.importer.python.emit_function import FunctionEmitter


def do(emitter: FunctionEmitter, value: Do) -> None:
    """Statements in an expression."""
    emitter.statements(value.statements)


def fast_math(emitter: FunctionEmitter, statement: FastMath) -> None:
    """Statements whose float operations carry flags."""
    before = emitter.fastmath
    flags = {*statement.flags, *(() if before is None else before.data)}
    if not statement.contracted:
        flags.discard("contract")
    emitter.fastmath = FastMathAttr.of(*flags)
    emitter.statements(statement.body)
    emitter.fastmath = before


def _is_reached(emitter: FunctionEmitter) -> bool:
    return emitter.block is not None


def unrolled(emitter: FunctionEmitter, statement: Unrolled) -> None:
    """A loop that is written out."""
    otherwise, exit = Block(), Block()
    loop = emitter.loop(exit, exit)
    ends = False  # whether a guard leads to `otherwise`
    for each in statement.rounds:
        if not _is_reached(emitter):
            break
        if each.guard is not None:
            body = Block()
            ends = True
            emitter.branch(each.guard, body, otherwise)
            emitter.start(body)
        loop.next, loop.repeated = Block(), False
        emitter.loop_body(loop, each.body)
        arrives = _is_reached(emitter) or loop.repeated
        emitter.goto(loop.next, statement.node)
        if arrives:
            emitter.start(loop.next)
    arrives = False
    if ends or _is_reached(emitter):
        emitter.goto(otherwise, statement.node)
        emitter.start(otherwise)
        emitter.statements(statement.otherwise)
        arrives = _is_reached(emitter)
        emitter.goto(exit, statement.node)
    emitter.block = None
    if arrives or loop.left:
        emitter.start(exit)


def switch(emitter: FunctionEmitter, statement: Switch) -> None:
    """A choice by the value of an integer."""
    location = emitter.location(statement.node)
    subject = emitter.expression(statement.subject)
    after, default = Block(), Block()
    bodies = [Block() for _ in statement.cases]
    numbers = [
        (number, body) for (held, _), body in zip(statement.cases, bodies, strict=True) for number in held
    ]
    emitter.effect(
        mir.SwitchOp.make(
            subject,
            default,
            (),
            [number for number, _ in numbers],
            [body for _, body in numbers],
            [()] * len(numbers),
            location=location,
        )
    )
    emitter.block = None
    arrives = False
    sides = [(body, part) for (_, part), body in zip(statement.cases, bodies, strict=True)]
    for block, part in [*sides, (default, statement.otherwise)]:
        emitter.start(block)
        emitter.statements(part)
        arrives = arrives or _is_reached(emitter)
        emitter.goto(after, statement.node)
    if arrives:
        emitter.start(after)


EXPRESSIONS[Do] = do
