"""What an operation tells the passes about itself: plain mixin classes, tested by `isinstance`.

A dialect's op class inherits the mixins that fit it, beside `IRDLOperation`:

    @irdl_op_definition
    class GotoOp(IRDLOperation, BranchOpInterface):
        name = "mir.goto"
        ...
        def successor_operands(self, index): return self.operands
        def set_successor_operands(self, index, values): self.operands = tuple(values)

The mixins are no ABCs and have no metaclass of their own: `isinstance` on them stays a fast C call, and
they mix with xDSL's classes. A concrete op class (one with a `name`) that forgets a required method is
refused when the class is made.

Memory effects are not here: xDSL's traits say them (`Pure`, `NoMemoryEffect`, `MemoryReadEffect`,
`MemoryWriteEffect`, …), and `periclase.ir.effects` reads them fast. An op without any such trait has
unknown effects and is left alone.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar, runtime_checkable

from xdsl.ir import Operation

if TYPE_CHECKING:
    from collections.abc import Callable

    from xdsl.dialects.builtin import LocationAttr
    from xdsl.ir import Attribute, Region, SSAValue

    from periclase.ir.builder import OpBuilder

InlinePolicy = Literal["always", "never", "auto"]
"""What a function asks of the inliner; `auto` leaves it to the pass."""

_F = TypeVar("_F", bound="Callable[..., Any]")


def _required(method: _F) -> _F:
    """Mark an interface method that every concrete op class has to define."""
    method.__required_by_interface__ = True  # pyright: ignore
    return method


class OpInterface:
    """Base of the mixins: refuses a concrete op class that lacks a required method."""

    __slots__ = ()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if not isinstance(getattr(cls, "name", None), str):
            return
        for interface in cls.__mro__[1:]:
            for attribute, value in _required_by(interface):
                if getattr(cls, attribute) is value:
                    raise TypeError(f"{cls.__name__} lacks {interface.__name__}.{attribute}()")


@cache
def _required_by(interface: type[Any]) -> Sequence[tuple[str, Any]]:
    """The methods that this very class demands."""
    return [
        (attribute, value)
        for attribute, value in interface.__dict__.items()
        if getattr(value, "__required_by_interface__", False)
    ]


class BranchOpInterface(OpInterface):
    """A terminator that hands values to the arguments of its successor blocks.

    Every successor argument is forwarded by an operand: an op whose successors receive values it makes
    itself must not carry this interface.
    """

    __slots__ = ()

    @_required
    def successor_operands(self, index: int) -> Sequence[SSAValue]:
        """The operands that become the block arguments of successor number `index`, in order."""
        raise AssertionError(index)

    @_required
    def set_successor_operands(self, index: int, values: Sequence[SSAValue]) -> None:
        """Replace the operands for successor `index`; their number may change (segment sizes are kept
        right)."""
        raise AssertionError(index, values)

    def all_successor_operands(self) -> list[Sequence[SSAValue]]:
        """`successor_operands` of every successor; a branch with many successors may have a faster way."""
        assert isinstance(self, Operation)
        return [self.successor_operands(index) for index in range(len(self.successors))]

    def set_all_successor_operands(self, values: Sequence[Sequence[SSAValue]]) -> None:
        """`set_successor_operands` of every successor; a branch with many successors may have a faster
        way."""
        for index, operands in enumerate(values):
            self.set_successor_operands(index, operands)

    def condition_operand(self) -> SSAValue | None:
        """The value that decides which successor is taken; None for an unconditional branch."""
        return None

    def successor_for_constant(self, condition: Attribute) -> int | None:
        """The index of the successor taken when `condition_operand()` has the constant value `condition`.

        None when that can not be told. Not asked for a branch without a condition.
        """
        return None

    def condition_on_edge(self, index: int) -> Attribute | None:
        """The constant value that `condition_operand()` has whenever successor `index` is taken through that
        edge.

        None when it may have several, as on the default edge of a switch. Not asked for a branch without a
        condition.
        """
        return None


class ReturnOpInterface(OpInterface):
    """A terminator that leaves the function."""

    __slots__ = ()

    @_required
    def returned_values(self) -> Sequence[SSAValue]:
        """The values that the call's results take, in order."""
        raise AssertionError()


class CallOpInterface(OpInterface):
    """A call whose results are exactly the values returned by the callee."""

    __slots__ = ()

    @_required
    def callee_name(self) -> str | None:
        """The symbol called, None for an indirect call."""
        raise AssertionError()

    @_required
    def call_arguments(self) -> Sequence[SSAValue]:
        """The values that the entry block's arguments of the callee take, in order."""
        raise AssertionError()


class FunctionOpInterface(OpInterface):
    """A function: a symbol with one region, whose entry block's arguments are the parameters."""

    __slots__ = ()

    @_required
    def function_name(self) -> str:
        """The symbol by which it is called."""
        raise AssertionError()

    @_required
    def body_region(self) -> Region:
        """The body, without blocks for a declaration."""
        raise AssertionError()

    @_required
    def result_types_of_function(self) -> Sequence[Attribute]:
        """The types of what it returns; empty for a function that returns nothing."""
        raise AssertionError()

    def reported_name(self) -> str:
        """What messages call it: the name in the source, where that is known, as `periclase.source_name`."""
        attributes: Any = getattr(self, "attributes", {})
        written = attributes.get("periclase.source_name")
        return self.function_name() if written is None else written.data

    def is_declaration(self) -> bool:
        """Whether the body is elsewhere."""
        return self.body_region().first_block is None

    def inline_policy(self) -> InlinePolicy:
        """What the function asks of the inliner."""
        return "auto"

    def is_entry_point(self) -> bool:
        """Whether something outside the module calls it (a kernel): it is kept, and not inlined away."""
        return False

    def set_signature(self, inputs: Sequence[Attribute], outputs: Sequence[Attribute]) -> None:
        """Change the declared type, after the entry block's arguments have been changed; used by dialect
        conversion.

        An op that leaves this out can not have its signature converted.
        """
        raise TypeError(f"the signature of {type(self).__name__} can not be changed")


class PromotableAllocation(OpInterface):
    """An op that makes a memory slot which, if nothing else can see it, may become SSA values."""

    __slots__ = ()

    @_required
    def slot_pointer(self) -> SSAValue:
        """The result by which the slot is accessed."""
        raise AssertionError()

    @_required
    def slot_type(self) -> Attribute:
        """The type of a value that fills the slot exactly; another type is a partial access, which is not
        promoted."""
        raise AssertionError()

    @_required
    def default_value(self, builder: OpBuilder) -> SSAValue:
        """Insert, with `builder`, what a read of the slot before any write gives (undef or poison of
        `slot_type`)."""
        raise AssertionError(builder)


class PromotableMemoryAccess(OpInterface):
    """A load from, or a store to, a slot. Exactly one of `loaded_value`, `stored_value` is given."""

    __slots__ = ()

    @_required
    def promotable_slot(self) -> SSAValue:
        """The pointer through which it accesses memory."""
        raise AssertionError()

    def is_volatile(self) -> bool:
        """Whether the access itself is observable; such an access is never removed, nor is its slot
        promoted."""
        return False

    def stored_value(self) -> SSAValue | None:
        """The operand written, None for a load. Storing the *pointer itself* is an escape, which mem2reg
        sees."""
        return None

    def loaded_value(self) -> SSAValue | None:
        """The result read, None for a store."""
        return None


class SlotMarker(OpInterface):
    """An op that uses a slot's pointer and means nothing once the slot is gone (`storage_live`,
    `dbg_value`, …).

    It must have no results. It neither reads nor writes the slot, and is dropped with it.
    """

    __slots__ = ()

    def marked_slot(self) -> SSAValue | None:
        """The pointer it marks; by default its only operand."""
        assert isinstance(self, Operation)
        operands = self.operands
        return operands[0] if len(operands) == 1 else None

    def note_value(self, builder: OpBuilder, value: SSAValue) -> None:
        """The slot is being promoted, and holds `value` from the builder's place on: insert what is to be said of that."""

    def split_marker(self, subslots: Mapping[Hashable, SSAValue]) -> None:
        """The slot is being split: insert, before this op, what is to be said of the slots of its elements."""


class DebugMarker(OpInterface):
    """An op for debuggers only, which no pass lets decide anything: the code is the same with and without.

    It keeps no value alive, makes no block or function larger, and has no results.
    """

    __slots__ = ()

    @_required
    def lose_value(self) -> None:
        """Its operands are going: say that they are no longer known, or erase the op."""
        raise AssertionError()


class DestructurableAllocation(OpInterface):
    """An allocation of an aggregate that can be split in one allocation an element (SROA)."""

    __slots__ = ()

    @_required
    def subslots(self) -> Mapping[Hashable, Attribute]:
        """The type of every element by its index; empty when the aggregate can not be split (overlapping
        fields)."""
        raise AssertionError()

    @_required
    def make_subslot(self, builder: OpBuilder, index: Hashable) -> SSAValue:
        """Insert, with `builder`, an allocation for element `index`; gives its pointer."""
        raise AssertionError(builder, index)

    @_required
    def slot_pointer(self) -> SSAValue:
        """The result by which the slot is accessed."""
        raise AssertionError()


class DestructurableAccess(OpInterface):
    """An op that derives the address of one element from the pointer to the aggregate."""

    __slots__ = ()

    @_required
    def accessed_subslot(self) -> tuple[SSAValue, Hashable] | None:
        """The aggregate's pointer and the constant index of the element; None when the index is not constant.

        The op's only result is then the address of that element, and of nothing beyond it.
        """
        raise AssertionError()


class AggregateAccess(OpInterface):
    """A load or store of a whole aggregate, which SROA may do element by element. Beside
    `PromotableMemoryAccess`."""

    __slots__ = ()

    @_required
    def split_access(self, builder: OpBuilder, subslots: Mapping[Hashable, SSAValue]) -> SSAValue | None:
        """Insert, with `builder`, element-wise accesses through `subslots`.

        Returns the value that stands for the load's result, None for a store. The caller erases the op.
        """
        raise AssertionError(builder, subslots)


class FoldInterface(OpInterface):
    """An op that may have a simpler form; SCCP and canonicalize ask it."""

    __slots__ = ()

    @_required
    def fold(self, operands: Sequence[Attribute | None]) -> Sequence[Attribute | SSAValue] | None:
        """The op's results as constants or existing values; changes nothing.

        Args:
            operands: for each operand its constant value, or None where it is not constant.

        Returns:
            One constant or one value (an operand, or something that dominates the op) a result; None when
            it does not fold. A fold never hides what the op would have done: no fold of an undefined
            operation, of a trap, of an effect.
        """
        raise AssertionError(operands)


class GuardOpInterface(OpInterface):
    """An op behind which a value is known: what it guards does not run unless the value is right (an
    assertion)."""

    __slots__ = ()

    @_required
    def guarded_value(self) -> SSAValue:
        """The operand that is checked."""
        raise AssertionError()

    @_required
    def guaranteed_constant(self) -> Attribute:
        """The constant value that `guarded_value()` has whenever an op behind this one runs.

        An op whose operand is known to have it already does nothing, and is removed.
        """
        raise AssertionError()


class ConstantOpInterface(OpInterface):
    """An op without operands, with one result that has a known constant value."""

    __slots__ = ()

    @_required
    def constant_value(self) -> Attribute:
        """The value of the only result."""
        raise AssertionError()


@runtime_checkable
class ConstantMaterializer(Protocol):
    """How a dialect makes a constant op of its own from an attribute that a fold gave.

    Registered by `periclase.ir.constants.register_materializer("mir", f)`; a plain function fits.
    """

    def __call__(self, value: Attribute, type: Attribute, location: LocationAttr) -> Operation | None:
        """The op, not yet inserted, or None when the dialect has no constant of that type."""
        ...


class AccessesOperands(OpInterface):
    """An op that says what memory it accesses, whatever else its effects say: what some of its operands point to.

    A barrier reads and writes memory as far as anything that is moved goes; yet it touches no byte itself.
    """

    __slots__ = ()

    @_required
    def accessed_operands(self) -> Sequence[tuple[SSAValue, int]] | None:
        """The pointers, each with what is done to the bytes there: `READ`, `WRITE` of `periclase.ir.effects`, or both. None for
        an op of which that can not be told: it may access anything."""
        raise AssertionError()

    def accesses_beyond(self) -> int:
        """What is done to memory that no operand points to, of which the op knows from what is there, such as a tensor map. It is
        memory of the launch's buffers."""
        return 0


class SeenOutside(OpInterface):
    """Marker: the op does something that is seen outside the device other than in memory (it prints)."""

    __slots__ = ()


class ConvergentOp(OpInterface):
    """Marker: the op talks to the other threads of its warp or block (barrier, shuffle, vote).

    It is never duplicated, never merged with another one, never made control-dependent on more conditions
    than it is, and never removed unless it is unreachable or its effects are none and its results unused.
    """

    __slots__ = ()


class HasTargetRequirements(OpInterface):
    """An op that not every device can run."""

    __slots__ = ()

    @_required
    def min_sm(self) -> int:
        """The lowest SM version as a number, 90 for `sm_90`; 0 for any."""
        raise AssertionError()

    @_required
    def min_ptx(self) -> int:
        """The lowest PTX ISA version, 78 for 7.8; 0 for any."""
        raise AssertionError()

    def architectures(self) -> tuple[str, ...]:
        """The only targets that have it, such as `("sm_90a",)`; empty where all from `min_sm` on do."""
        return ()
