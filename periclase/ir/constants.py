"""Constants across dialects: the constant value of an SSA value, and making the op for a constant that a
fold gave.

A dialect says how its constants are made once, where its module defines the dialect:

    register_materializer("mir", materialize_constant)

so that the passes need neither the dialect nor an xDSL `Context`. A dialect that has only xDSL's own
`ConstantMaterializationInterface` is served by `materializer_from_dialect`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialect_interfaces.constant_materialization import ConstantMaterializationInterface
from xdsl.ir import Attribute, Operation, OpResult
from xdsl.traits import ConstantLike

from periclase.ir.interfaces import ConstantMaterializer, ConstantOpInterface, FoldInterface

if TYPE_CHECKING:
    from xdsl.dialects.builtin import LocationAttr
    from xdsl.ir import Dialect, SSAValue

_materializers: dict[str, ConstantMaterializer] = {}
# How ops of a class say their constant, found once a class.
_constant_classes: dict[type[Operation], int] = {}
_NOT_CONSTANT, _BY_INTERFACE, _BY_FOLD, _BY_TRAIT = range(4)


def register_materializer(dialect: str, materializer: ConstantMaterializer) -> None:
    """Make `materializer` the way constants of `dialect` (its name) come about; a later call replaces an
    earlier one."""
    _materializers[dialect] = materializer


def materializer_from_dialect(dialect: Dialect) -> ConstantMaterializer | None:
    """xDSL's interface of `dialect` as a `ConstantMaterializer`, None when it has none."""
    interface = dialect.get_interface(ConstantMaterializationInterface)
    if interface is None:
        return None

    def materialize(value: Attribute, type: Attribute, location: LocationAttr) -> Operation | None:
        op = interface.materialize_constant(value, type)
        if op is not None:
            op.location = location
        return op

    return materialize


def materialize_constant(
    dialect: str, value: Attribute, type: Attribute, location: LocationAttr
) -> Operation | None:
    """A new, not yet inserted constant op of `dialect`; None when the dialect can not say this constant."""
    materializer = _materializers.get(dialect)
    return None if materializer is None else materializer(value, type, location)


def _classify(op_class: type[Operation]) -> int:
    if issubclass(op_class, ConstantOpInterface):
        return _BY_INTERFACE
    if op_class.has_trait(ConstantLike, value_if_unregistered=False):
        return _BY_FOLD if issubclass(op_class, FoldInterface) else _BY_TRAIT
    return _NOT_CONSTANT


def constant_of_op(op: Operation) -> Attribute | None:
    """The constant value of the only result of `op`, None when `op` is no constant op."""
    op_class = type(op)
    how = _constant_classes.get(op_class)
    if how is None:
        how = _constant_classes[op_class] = _classify(op_class)
    if how == _NOT_CONSTANT:
        return None
    if isinstance(op, ConstantOpInterface):
        return op.constant_value()
    if how == _BY_FOLD and isinstance(op, FoldInterface):
        folded = op.fold(())
        value = folded[0] if folded is not None and len(folded) == 1 else None
        return value if isinstance(value, Attribute) else None
    return ConstantLike.get_constant_value(op.results[0])


def constant_of(value: SSAValue) -> Attribute | None:
    """The constant value of `value`, None when its definition is not a constant op."""
    return constant_of_op(value.op) if isinstance(value, OpResult) else None
