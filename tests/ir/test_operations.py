"""Classes of operations that are declared to IRDL when they are first used."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

import pytest
from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    FileLineColLoc,
    IntAttr,
    IntegerAttr,
    StringAttr,
    UnitAttr,
    i32,
    i64,
)
from xdsl.dialects.test import TestOp as AnyOp
from xdsl.ir import Block, Operation, Region
from xdsl.irdl import IRDLOperation, irdl_op_definition, operand_def, opt_prop_def, result_def, traits_def
from xdsl.traits import Commutative, Pure
from xdsl.utils.exceptions import VerifyException

from periclase.ir.operations import operation
from periclase.ir.registry import dialects

i32_attr = IntegerAttr(1, i32)


class Family(IRDLOperation):
    """What the two classes below are made of."""

    name = "test.twice"
    value = operand_def(i32)
    result = result_def(i32)
    flag = opt_prop_def(UnitAttr)
    traits = traits_def(Pure())
    CHECKED: ClassVar[list[str]] = []

    def verify_(self) -> None:
        self.CHECKED.append(self.name)


def late() -> type[Any]:
    @operation
    class Twice(Family):
        traits = traits_def(Commutative())

    return Twice


def at_once() -> type[Any]:
    @irdl_op_definition
    class Twice(Family):
        traits = traits_def(Commutative())

    return Twice


def is_declared(cls: type[Any]) -> bool:
    return not isinstance(cls.__dict__.get("value", Family.__dict__["value"]), type(Family.__dict__["value"]))


def value() -> Any:
    return AnyOp(result_types=[i32]).results[0]


USES: dict[str, Callable[[type[Any]], object]] = {
    "init": lambda cls: cls(operands=[value()], result_types=[i32]),
    "build": lambda cls: cls.build(operands=[value()], result_types=[i32]),
    "create": lambda cls: cls.create(operands=[value()], result_types=[i32]),
    "definition": lambda cls: cls.get_irdl_definition(),
    "subclass": lambda cls: type("Derived", (cls,), {}).create(operands=[value()], result_types=[i32]),
}


@pytest.mark.parametrize("use", USES.values(), ids=USES.keys())
def test_the_first_use_declares_the_class(use: Callable[[type[Any]], object]) -> None:
    cls = late()
    assert not is_declared(cls)
    use(cls)
    assert is_declared(cls)
    # Nothing is left of the delay, but for the way to make operations.
    own = {name for name in vars(cls) if not name.startswith("__")} - {"create"}
    assert own == {name for name in vars(at_once()) if not name.startswith("__")}
    assert "__init__" not in vars(cls)


def test_what_is_declared_is_what_irdl_declares() -> None:
    cls, other = late(), at_once()
    assert cls.traits == other.traits == traits_def(Commutative(), Pure())
    first, second = cls.get_irdl_definition(), other.get_irdl_definition()
    first_traits, second_traits = first.traits, second.traits
    first.traits = second.traits = traits_def()
    assert (first, first_traits) == (second, second_traits)


def test_traits_need_no_declaration() -> None:
    cls = late()
    assert cls.has_trait(Pure)
    assert cls.has_trait(Commutative)
    assert not is_declared(cls)


def test_an_operation_is_checked_as_ever() -> None:
    cls = late()
    op = cls.create(operands=[value()], result_types=[i32])
    Family.CHECKED.clear()
    op.verify()
    assert Family.CHECKED == ["test.twice"]
    assert op.flag is None
    with pytest.raises(VerifyException):
        cls.create(operands=[value()], result_types=[i64]).verify()


def test_an_own_initialiser_is_kept() -> None:
    @operation
    class Made(Family):
        def __init__(self, operand: Any):
            super().__init__(operands=[operand], result_types=[i32])

    op = Made(value())
    assert op.result.type == i32
    assert Made(op.result).value is op.result


def test_threads_that_use_a_class_first_at_once() -> None:
    for _ in range(50):
        cls = late()
        together = threading.Barrier(4)
        made: list[Any] = []

        def use(cls: type[Any] = cls, together: threading.Barrier = together, made: list[Any] = made) -> None:
            together.wait(10)
            made.append(cls.create(operands=[value()], result_types=[i32]).result.type)

        threads = [threading.Thread(target=use) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(10)
        assert made == [i32] * 4


@pytest.mark.parametrize("name", ["llvm", "mir", "nvvm"])
def test_every_operation_of_ours_can_be_declared(name: str) -> None:
    for op in dialects.load(name).operations:
        assert issubclass(op, IRDLOperation)
        assert op.get_irdl_definition().name == op.name


def test_a_dialect_declares_nothing_that_is_not_used() -> None:
    code = (
        "from periclase.dialects.mir import MIR\n"
        "print(*(op.__name__ for op in MIR.operations if 'verify_' in vars(op) and 'build' not in vars(op)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


def everything_of(op: Operation) -> list[Any]:
    """All that an operation is made with, and how its operands and successors know it."""
    return [
        [value.name_hint for value in op.operands],
        [use.index for value in op.operands for use in value.uses if use.operation is op],
        [(result.type, result.index, result.op is op, list(result.uses)) for result in op.results],
        list(op.properties.items()),
        list(op.attributes.items()),
        op.location,
        list(op.successors),
        [(use.index, use.operation is op) for use in op._successor_uses],  # pyright: ignore[reportPrivateUsage]
        [(len(region.blocks), region.parent is op) for region in op.regions],
        (op.parent, op.next_op, op.prev_op),
    ]


@pytest.mark.parametrize("dialect", ["mir", "nvvm", "llvm"])
def test_what_is_created_is_what_xdsl_creates(dialect: str) -> None:
    location, block = FileLineColLoc(StringAttr("k.py"), IntAttr(3), IntAttr(1)), Block()
    x, y = AnyOp(result_types=(i32, i64)).results
    x.name_hint, y.name_hint = "x", "y"
    classes = list(dialects.load(dialect).operations)
    assert len(classes) > 40
    with_defaults = 0
    for cls in classes:
        for properties in {}, {"ordering": i32_attr, "fastmathFlags": i32_attr, "alignment": i32_attr}:

            def made(create: Callable[..., Operation], properties: dict[str, Any] = properties) -> Operation:
                return create(
                    operands=(value for value in (x, y, x)),
                    result_types=[i64, i32],
                    properties=properties,
                    attributes={"kept": i32_attr},
                    location=location,
                    successors=[block],
                    regions=[Region(Block())],
                )

            ours, theirs = made(cls.create), made(partial(Operation.create.__func__, cls))
            assert type(ours) is type(theirs) is cls
            assert everything_of(ours) == everything_of(theirs)
            assert cls.create().location is UNKNOWN_LOC
            with_defaults += len(ours.properties) > len(properties)
            for op in ours, theirs:
                op.drop_all_references()
                op.successors = ()
    assert with_defaults or dialect == "mir"
    assert not list(x.uses)
    assert not list(y.uses)
