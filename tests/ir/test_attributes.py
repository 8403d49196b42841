"""Classes of attributes that are declared to IRDL when they are first used."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable
from typing import Any

import pytest
from xdsl.dialects.builtin import IntAttr, StringAttr
from xdsl.ir import Attribute, ParametrizedAttribute, TypedAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.utils.exceptions import VerifyException

from periclase.ir.attributes import attribute
from periclase.ir.registry import dialects


def late(declare: Callable[[Any], Any] = attribute) -> Any:
    @declare
    class Pair(ParametrizedAttribute):
        name = "test.pair"
        first: IntAttr = param_def(converter=IntAttr.get)
        second: StringAttr

    return Pair


def is_declared(cls: Any) -> bool:
    return "__eq__" in vars(cls)


USES: dict[str, Callable[[Any], object]] = {
    "init": lambda cls: cls(1, StringAttr("a")),
    "new": lambda cls: cls.new((IntAttr(1), StringAttr("a"))),
    "definition": lambda cls: cls.get_irdl_definition(),
}


@pytest.mark.parametrize("use", USES.values(), ids=USES.keys())
def test_the_first_use_declares_the_class(use: Callable[[Any], object]) -> None:
    cls = late()
    assert not is_declared(cls)
    use(cls)
    assert is_declared(cls)
    own, made = set(vars(cls)), set(vars(late(irdl_attr_definition)))
    assert own == {name for name in made if "dataclass" not in name}


def test_what_is_declared_is_what_irdl_declares() -> None:
    assert late().get_irdl_definition() == late(irdl_attr_definition).get_irdl_definition()


def test_an_attribute_is_a_value() -> None:
    cls = late()
    one, same, other = (
        cls(1, StringAttr("a")),
        cls.new((IntAttr(1), StringAttr("a"))),
        cls(2, StringAttr("a")),
    )
    assert one == same
    assert hash(one) == hash(same)
    assert one != other
    assert one.parameters == (IntAttr(1), StringAttr("a"))
    assert repr(one) == repr(late(irdl_attr_definition)(1, StringAttr("a")))
    assert one.__eq__(1) is NotImplemented
    with pytest.raises(dataclasses.FrozenInstanceError, match="first"):
        one.first = IntAttr(2)
    with pytest.raises(dataclasses.FrozenInstanceError, match="first"):
        del one.first
    with pytest.raises(VerifyException):
        cls(1, IntAttr(2))


def test_without_parameters_all_are_one() -> None:
    @attribute
    class Nothing(ParametrizedAttribute):
        name = "test.nothing"

    assert Nothing() == Nothing()
    assert hash(Nothing()) == hash(Nothing())
    assert Nothing() != late()(1, StringAttr("a"))
    assert repr(Nothing()).endswith("Nothing()")


def test_own_methods_are_kept() -> None:
    @attribute
    class Shown(ParametrizedAttribute):
        name = "test.shown"
        first: IntAttr

        def __repr__(self) -> str:
            return "shown"

    assert repr(Shown(IntAttr(1))) == "shown"
    assert Shown(IntAttr(1)) == Shown(IntAttr(1))


def test_nothing_derives_from_it_declared_or_not() -> None:
    for cls in (late(), type(late()(1, StringAttr("a")))):
        with pytest.raises(TypeError, match="final"):
            type("Derived", (cls,), {})


def test_an_attribute_with_a_type_is_declared_at_once() -> None:
    @attribute
    class Typed(TypedAttribute):
        name = "test.typed"
        type: Attribute

    assert is_declared(Typed)
    assert Typed.get_type_index() == 0


def test_threads_that_use_a_class_first_at_once() -> None:
    for _ in range(50):
        cls = late()
        together = threading.Barrier(4)
        made: set[Any] = set()

        def use(cls: Any = cls, together: threading.Barrier = together, made: set[Any] = made) -> None:
            together.wait(10)
            made.add(cls(1, StringAttr("a")))

        threads = [threading.Thread(target=use) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(10)
        assert made == {cls(1, StringAttr("a"))}


@pytest.mark.parametrize("name", ["llvm", "mir", "nvvm"])
def test_every_attribute_of_ours_can_be_declared(name: str) -> None:
    for cls in dialects.load(name).attributes:
        if issubclass(cls, ParametrizedAttribute):
            assert cls.get_irdl_definition().name == cls.name
