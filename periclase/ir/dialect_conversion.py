"""Dialect conversion: every illegal op is rewritten, once, in one forward sweep, with types converted on
the way.

A conversion has three parts: a `ConversionTarget` (which ops may stay), a `TypeConverter`, and one pattern
an op class:

    patterns = ConversionPatterns()

    @patterns.add(mir.AddOp)
    def _(op: mir.AddOp, rewriter: ConversionRewriter) -> None:
        lhs, rhs = rewriter.operands()                      # already of the new types
        rewriter.replace(llvm.AddOp.create(operands=(lhs, rhs), result_types=(lhs.type,)))

    convert(module, target, patterns, type_converter, pass_name="convert-mir-to-llvm")

The sweep visits blocks in dominance order, so an operand's definition has been converted before. A pattern
asks for the new values of its operands; where a value's definition stays, a cast bridges the types; where
an op that stays uses a converted value, a cast leads back. Casts that cancel out are removed at the end. An
op made without a location gets that of the op it replaces. What can not be converted is reported, all of it
at once, at its place in the source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from xdsl.dialects.builtin import UNKNOWN_LOC, UnrealizedConversionCastOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue

from periclase.diagnostics import CompileError, Diagnostic
from periclase.ir.builder import OpBuilder
from periclase.ir.cfg import erase_ops, reverse_post_order, split_before
from periclase.ir.interfaces import FunctionOpInterface
from periclase.ir.locations import span_of
from periclase.ir.type_converter import TypeConverter
from periclase.ir.unrealized_casts import reconcile_casts

_OpT = TypeVar("_OpT", bound=Operation)
_PatternT = TypeVar("_PatternT", bound=Callable[..., None])

Pattern = Callable[[Any, "ConversionRewriter"], None]
"""Rewrites one op: calls `rewriter.replace`, `rewriter.erase`, or `rewriter.update` (for an op that stays),
or fails."""


class ConversionTarget:
    """Which ops may be there after the conversion.

    Asked in this order: a rule for the op class, a rule for its dialect, else unknown: such an op stays as
    it is, and its operands of converted types are led back by casts.
    """

    def __init__(self) -> None:
        self._ops: dict[type[Operation], bool | Callable[[Any], bool]] = {}
        self._dialects: dict[str, bool] = {}
        self._memo: dict[type[Operation], bool | Callable[[Any], bool] | None] = {}

    def legal_dialect(self, *names: str) -> None:
        """Let the ops of these dialects stay."""
        self._dialects.update(dict.fromkeys(names, True))
        self._memo.clear()

    def illegal_dialect(self, *names: str) -> None:
        """Let no op of these dialects stay."""
        self._dialects.update(dict.fromkeys(names, False))
        self._memo.clear()

    def legal_op(self, *op_classes: type[Operation]) -> None:
        """Let ops of these classes stay."""
        self._ops.update(dict.fromkeys(op_classes, True))
        self._memo.clear()

    def illegal_op(self, *op_classes: type[Operation]) -> None:
        """Let no op of these classes stay."""
        self._ops.update(dict.fromkeys(op_classes, False))
        self._memo.clear()

    def dynamically_legal_op(self, op_class: type[_OpT], is_legal: Callable[[_OpT], bool]) -> None:
        """Let an op of `op_class` stay when `is_legal` says so."""
        self._ops[op_class] = is_legal
        self._memo.clear()

    def legality(self, op: Operation) -> bool | None:
        """True when `op` may stay, False when it may not, None when nothing is known of it."""
        op_class = type(op)
        if op_class in self._memo:
            rule = self._memo[op_class]
        else:
            rule = self._ops.get(op_class)
            if rule is None:
                rule = self._dialects.get(op_class.name.partition(".")[0])
            self._memo[op_class] = rule
        return rule(op) if callable(rule) else rule


class ConversionPatterns:
    """The patterns of a conversion, one an op class."""

    def __init__(self) -> None:
        self.by_class: dict[type[Operation], Pattern] = {}

    def add(self, *op_classes: type[Operation]) -> Callable[[_PatternT], _PatternT]:
        """Decorator: the function converts ops of exactly these classes.

        Raises:
            ValueError: one of the classes has a pattern already.
        """

        def register(pattern: _PatternT) -> _PatternT:
            for op_class in op_classes:
                if op_class in self.by_class:
                    raise ValueError(f"{op_class.__name__} has a conversion pattern already")
                self.by_class[op_class] = pattern
            return pattern

        return register

    def extend(self, other: ConversionPatterns) -> None:
        """Take over the patterns of `other`; of two for one class its own stays."""
        self.by_class = {**other.by_class, **self.by_class}


class ConversionFailure(Exception):
    """Raised by `ConversionRewriter.fail`; the sweep turns it into a `Diagnostic` and goes on with the next
    op."""

    def __init__(self, message: str, help: str | None = None):
        super().__init__(message)
        self.message = message
        self.help = help


class ConversionRewriter:
    """What a pattern works with: the new values of the op's operands, and inserting before the op.

    Attributes:
        op: the op at hand.
        builder: inserts before `op`, with its location.
        types: the type converter of the conversion.
    """

    def __init__(self, types: TypeConverter, root: Operation):
        self.types = types
        self.root = root
        self.op = root
        self.builder = OpBuilder(Block())
        self.inserted: list[Operation] = []
        self._mapping: dict[SSAValue, Sequence[SSAValue]] = {}
        self._replaced: list[Operation] = []
        self._dead: set[Operation] = set()
        self._old_arguments: list[tuple[Block, BlockArgument, Sequence[SSAValue]]] = []
        self._done = False

    # Values

    def values(self, value: SSAValue) -> Sequence[SSAValue]:
        """The new values of `value`: one each of its converted types.

        Raises:
            ConversionFailure: its type has no counterpart.
        """
        mapped = self._mapped(value)
        if mapped is not None:
            return mapped
        types = self.types.convert(value.type)
        if types is None:
            raise ConversionFailure(f"a value of type {value.type} has no counterpart")
        if len(types) == 1 and types[0] == value.type:
            return (value,)
        # Its definition stays, or has not been reached (unreachable code): bridge right behind it, once for
        # all users.
        builder = _builder_behind(value)
        made = self.types.materialize_target(builder, types, value)
        self._mapping[value] = made
        return made

    def _mapped(self, value: SSAValue) -> Sequence[SSAValue] | None:
        """What stands for `value`; an op that a pattern made may have been converted in turn."""
        mapping = self._mapping
        mapped = mapping.get(value)
        while mapped is not None and any(new in mapping for new in mapped):
            mapped = [last for new in mapped for last in mapping.get(new, (new,))]
        return mapped

    def value(self, value: SSAValue) -> SSAValue:
        """The one new value of `value`.

        Raises:
            ConversionFailure: its type has no counterpart, or becomes several.
        """
        values = self.values(value)
        if len(values) != 1:
            raise ConversionFailure(
                f"a value of type {value.type} becomes {len(values)} values, one is needed here"
            )
        return values[0]

    def operands(self) -> tuple[SSAValue, ...]:
        """The new operands of `op`, one each.

        Raises:
            ConversionFailure: the type of one has no counterpart, or becomes several.
        """
        return tuple([self.value(operand) for operand in self.op.operands])

    def flat_values(self, values: Iterable[SSAValue]) -> list[SSAValue]:
        """The new values of all `values` in a row, as for the arguments of a call or a branch."""
        return [new for value in values for new in self.values(value)]

    def type(self, type: Attribute) -> Attribute:
        """The one type that stands for `type`.

        Raises:
            ConversionFailure: there is none, or several.
        """
        converted = self.types.convert_one(type)
        if converted is None:
            raise ConversionFailure(f"type {type} has no single counterpart")
        return converted

    def flat_types(self, types: Iterable[Attribute]) -> list[Attribute]:
        """The types that stand for `types` in a row.

        Raises:
            ConversionFailure: one has no counterpart.
        """
        flat: list[Attribute] = []
        for type in types:
            converted = self.types.convert(type)
            if converted is None:
                raise ConversionFailure(f"type {type} has no counterpart")
            flat.extend(converted)
        return flat

    # Rewriting

    def insert(self, op: _OpT) -> _OpT:
        """Insert `op` before the op at hand; without a location of its own it gets that of the op at hand."""
        self.inserted.append(op)
        return self.builder.insert(op)

    def replace(self, *replacements: Operation | Sequence[SSAValue]) -> None:
        """Let the results of the op at hand be those of the replacements, in order.

        A replacement is either an op, inserted here unless it is already, whose results stand for the next
        results one by one, or the sequence of new values for one result (several for a type that becomes
        several).

        Raises:
            ValueError: there are not as many replacements as results.
        """
        values: list[Sequence[SSAValue]] = []
        for replacement in replacements:
            if isinstance(replacement, Operation):
                if replacement.parent is None:
                    self.insert(replacement)
                values.extend((result,) for result in replacement.results)
            else:
                values.append(replacement)
        old = self.op.results
        if len(values) != len(old):
            raise ValueError(f"{self.op.name} has {len(old)} results, {len(values)} replacements were given")
        for result, new in zip(old, values, strict=True):
            self._mapping[result] = new
            if result.name_hint is not None and len(new) == 1 and new[0].name_hint is None:
                new[0].name_hint = result.name_hint
        self._forget(self.op)

    def erase(self) -> None:
        """Let the op at hand go; it must have no results, or none that is used."""
        self._forget(self.op)

    def update(self) -> None:
        """Say that the op at hand was changed in place and stays."""
        self._done = True

    def _forget(self, op: Operation) -> None:
        self._done = True
        self._dead.add(op)
        self._replaced.append(op)

    def convert_region(self, region: Region) -> None:
        """Convert the types of the arguments of all blocks of `region`.

        Raises:
            ConversionFailure: a type has no counterpart; nothing was changed.
        """
        for block in region.blocks:
            for argument in block.args:
                if self.types.convert(argument.type) is None:
                    raise ConversionFailure(f"a block argument of type {argument.type} has no counterpart")
        for block in region.blocks:
            self.convert_block_arguments(block)

    def convert_block_arguments(self, block: Block) -> None:
        """Put new arguments of the converted types in the place of the arguments of `block`.

        Raises:
            ConversionFailure: a type has no counterpart.
        """
        for argument in tuple(block.args):
            if argument in self._mapping or self.types.is_legal(argument.type):
                continue
            types = self.types.convert(argument.type)
            if types is None:
                raise ConversionFailure(f"a block argument of type {argument.type} has no counterpart")
            new = [
                block.insert_arg(type, argument.index + 1 + i, argument.location)
                for i, type in enumerate(types)
            ]
            if argument.name_hint is not None:
                for value in new:
                    value.name_hint = argument.name_hint
            self._mapping[argument] = new
            self._detach_argument(block, argument, new)

    def _detach_argument(self, block: Block, argument: BlockArgument, new: Sequence[SSAValue]) -> None:
        # The old argument leaves the block at once, so that branches see the new signature; its uses are
        # looked at last.
        if argument.first_use is None:
            block.erase_arg(argument)
            return
        placeholder = UnrealizedConversionCastOp.create(
            operands=tuple(new), result_types=(argument.type,), location=argument.location
        )
        result = placeholder.results[0]
        argument.replace_all_uses_with(result)
        block.erase_arg(argument)
        first = block.first_op
        if first is None:
            block.add_op(placeholder)
        else:
            block.insert_op_before(placeholder, first)
        self._mapping[result] = new
        self._dead.add(placeholder)
        self._replaced.append(placeholder)

    def split_block(self) -> Block:
        """Move the op at hand and all behind it to a new block, which is given; further ops go to the end
        of the old one.

        The old block is left for the pattern to terminate.
        """
        block = self.builder.block
        rest = split_before(self.op)
        self.builder.block = block
        self.builder.before = None
        return rest

    def insert_at(self, builder: OpBuilder, op: _OpT) -> _OpT:
        """Insert `op` elsewhere, such as in a block that the pattern made; it is converted too if it is
        illegal."""
        self.inserted.append(op)
        if op.location is UNKNOWN_LOC:
            op.location = self.op.location
        return builder.insert(op)

    def fail(self, message: str, help: str | None = None) -> None:
        """Give up the op at hand; `message` says why, in the style of `Diagnostic.message`.

        Raises:
            ConversionFailure: always.
        """
        raise ConversionFailure(message, help)

    # For the driver

    def start(self, op: Operation) -> None:
        """Make `op` the op at hand."""
        self.op = op
        self._done = False
        self.inserted = []
        if op.parent is not None:
            self.builder.block = op.parent
        self.builder.before = op
        self.builder.location = op.location

    @property
    def is_done(self) -> bool:
        """Whether the pattern replaced, erased or updated the op at hand."""
        return self._done

    def is_dead(self, op: Operation) -> bool:
        """Whether `op` has been replaced or erased, and only waits to be removed."""
        return op in self._dead

    def finish(self) -> None:
        """Remove what was replaced; where an op that stays uses an old value, lead the new ones back to its
        type."""
        for op in reversed(self._replaced):
            for result in op.results:
                if result.first_use is not None and any(u.operation not in self._dead for u in result.uses):
                    self._lead_back(result)
        erase_ops(self._replaced)

    def _lead_back(self, result: SSAValue) -> None:
        new = self._mapped(result)
        if new is None:
            return
        if len(new) == 1 and new[0].type == result.type:
            result.replace_all_uses_with(new[0])
            return
        owner = result.owner
        assert isinstance(owner, Operation)
        builder = OpBuilder.before_op(owner)
        result.replace_all_uses_with(self.types.materialize_source(builder, result.type, new))


def _builder_behind(value: SSAValue) -> OpBuilder:
    owner = value.owner
    if isinstance(owner, Block):
        assert isinstance(value, BlockArgument)
        return OpBuilder.at_start(owner, value.location)
    return OpBuilder.after_op(owner)


class _Sweep:
    def __init__(
        self,
        root: Operation,
        target: ConversionTarget,
        patterns: ConversionPatterns,
        types: TypeConverter,
        pass_name: str,
    ):
        self.root = root
        self.target = target
        self.patterns = patterns.by_class
        self.rewriter = ConversionRewriter(types, root)
        self.pass_name = pass_name
        self.diagnostics: list[Diagnostic] = []

    def report(self, op: Operation, message: str, help: str | None) -> None:
        self.diagnostics.append(
            Diagnostic("PC0602", f"{self.pass_name}: {message}", span_of(op.location), help=help)
        )

    def run(self) -> None:
        for region in self.root.regions:
            self.region(region)
        if not self.diagnostics:
            self.rewriter.finish()
            reconcile_casts(self.root)

    def region(self, region: Region) -> None:
        # Regions still to visit stand on a stack, so that nesting costs no Python frames.
        pending = [region]
        while pending:
            current = pending.pop()
            nested: list[Region] = []
            entry = current.first_block
            if entry is None:
                continue
            blocks = reverse_post_order(entry) if entry is not current.last_block else [entry]
            if current.last_block is not entry:
                known = set(blocks)
                # Unreachable blocks last: their operands may be defined anywhere.
                blocks.extend(block for block in current.blocks if block not in known)
            for op in [op for block in blocks for op in block.ops]:
                regions = op.regions
                self.op(op)
                nested.extend(regions)
            pending.extend(reversed(nested))

    def op(self, op: Operation) -> None:
        stack = [op]
        while stack:
            current = stack.pop()
            if self.rewriter.is_dead(current):
                continue
            legality = self.target.legality(current)
            if isinstance(current, UnrealizedConversionCastOp) and legality is None:
                self.cast(current)
                continue
            if legality is True:
                continue
            pattern = self.patterns.get(type(current))
            if pattern is None:
                if legality is False:
                    self.report(current, f"no conversion for '{current.name}'", None)
                continue
            rewriter = self.rewriter
            rewriter.start(current)
            try:
                pattern(current, rewriter)
            except ConversionFailure as failure:
                self.report(
                    current, f"'{current.name}' can not be converted: {failure.message}", failure.help
                )
                continue
            if not rewriter.is_done and legality is False:
                self.report(current, f"'{current.name}' was left as it is by its conversion", None)
                continue
            stack.extend(
                new
                for new in reversed(rewriter.inserted)
                if self.target.legality(new) is False and new is not current
            )

    def cast(self, op: UnrealizedConversionCastOp) -> None:
        """A cast that an earlier pass left: it goes where the converted types meet."""
        rewriter = self.rewriter
        rewriter.start(op)
        try:
            values = rewriter.flat_values(op.operands)
            types = rewriter.flat_types(result.type for result in op.results)
        except ConversionFailure as failure:
            self.report(op, f"'{op.name}' can not be converted: {failure.message}", failure.help)
            return
        if [value.type for value in values] != types:
            return
        replacements: list[Sequence[SSAValue]] = []
        position = 0
        for result in op.results:
            count = len(self.rewriter.flat_types((result.type,)))
            replacements.append(values[position : position + count])
            position += count
        rewriter.replace(*replacements)


def convert(
    root: Operation,
    target: ConversionTarget,
    patterns: ConversionPatterns,
    types: TypeConverter,
    *,
    pass_name: str,
) -> None:
    """Convert what is under `root`, which itself stays.

    Raises:
        CompileError: some op could not be converted; every such op has a `Diagnostic` (PC0602) with its
            place. The IR under `root` is then half converted and of no further use.
    """
    sweep = _Sweep(root, target, patterns, types, pass_name)
    sweep.run()
    if sweep.diagnostics:
        raise CompileError(sweep.diagnostics)


def convert_signature_in_place(op: FunctionOpInterface, rewriter: ConversionRewriter) -> None:
    """Pattern for a function op that stays: its signature and the arguments of its blocks get the converted
    types.

    Raises:
        ConversionFailure: a type has no counterpart.
    """
    assert isinstance(op, Operation)
    region = op.body_region()
    entry = region.first_block
    if entry is None:
        raise ConversionFailure("a declaration needs a pattern of its own")
    outputs = rewriter.flat_types(op.result_types_of_function())
    rewriter.convert_region(region)
    op.set_signature([argument.type for argument in entry.args], outputs)
    rewriter.update()
