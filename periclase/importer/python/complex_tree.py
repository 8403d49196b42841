"""What typing makes of complex numbers, see `typed_tree`: they are made of their parts, and computed with part by part."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from periclase.complex_numbers import ComplexType, host_complex_type
from periclase.importer.python.typed_tree import Constant, Expr
from periclase.types import f64


class MakeComplex(Expr):
    """A complex number of the values of its parts, each of the component's type."""

    __slots__ = ("elements",)
    emission = "periclase.importer.python.emit_complex"

    def __init__(self, node: ast.AST, type: ComplexType, elements: Sequence[Expr]):
        super().__init__(node, type)
        self.elements = elements


class ComplexLiteral(MakeComplex):
    """A complex number written in the source. It is a `complex128` where nothing asks for a `complex64`."""

    __slots__ = ("value",)

    def __init__(self, node: ast.AST, value: complex):
        super().__init__(node, ComplexType(f64), complex_constants(node, value, ComplexType(f64)))
        self.value = value


def constant_of_complex(value: Any, node: ast.AST) -> Expr | None:
    """A complex number of the host as a constant. One of numpy has its own type, and does not adapt."""
    type = host_complex_type(value.__class__)
    if value.__class__ is complex:
        return ComplexLiteral(node, value)
    return None if type is None else MakeComplex(node, type, complex_constants(node, complex(value), type))


def complex_constants(node: ast.AST, value: complex, type: ComplexType) -> tuple[Constant, Constant]:
    """The parts of a constant."""
    component = type.component
    real, imag = component.convert(value.real), component.convert(value.imag)
    return Constant(node, component, real), Constant(node, component, imag)
