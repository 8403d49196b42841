"""The operations that MLIR has, made from the rows of the table that are them.

    %r:4 = …
    %d = nvvm.mma.sync A[%a0, %a1] B[%b] C[%c0, %c1, %c2, %c3] {…, shape = #nvvm.shape<m = 16, n = 8, k = 8>} : …

An operation of MLIR covers a family: `mma_m16n8k8_f32_f16`, `mma_m16n8k16_s32_i8` and their like are all `nvvm.mma.sync`.
`intrinsics.mlir_operations` says how it is written; each row (`Intrinsic.mlir`) which of its forms it is. An operation is read
backwards: of its attributes and types follows the one form of a row that it is (`MlirOp.form`), and of that its requirements, its
effects and its lowering. One that is no form of any row is refused by the verifier.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice, product
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, cast

from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, IntegerType, LocationAttr, i32
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import opt_prop_def, opt_result_def, traits_def, var_operand_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.llvm.attributes import pointer
from periclase.dialects.llvm.types import LLVMPointerType
from periclase.dialects.nvvm.assembly import SEGMENTS, Assembly, type_of
from periclase.dialects.nvvm.base import ACCESSES, LLVM_TYPES, READS_AND_WRITES, NVVMOp, struct_of
from periclase.dialects.nvvm.bridges import WIDE, Bridge, constant_of, one_of, vector_of
from periclase.dialects.nvvm.mlir_attributes import attribute_of, is_integer, require_kind
from periclase.intrinsics.forms import Form, Operand, forms
from periclase.intrinsics.mlir_operations import MLIR_OPERATIONS
from periclase.intrinsics.mlir_syntax import MlirOperation, Property
from periclase.intrinsics.model import TYPE_VARIABLE, Effect, Intrinsic, ParameterKind, Requirement
from periclase.intrinsics.symbols import FALSE, TRUE
from periclase.intrinsics.table import FAMILIES
from periclase.ir.builder import OpBuilder
from periclase.ir.effects import READ
from periclase.ir.interfaces import ConvergentOp
from periclase.ir.operations import operation
from periclase.record import Record

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer

_NAMED: Final = re.compile(r"\{(\w+)")
_SPACES: Final = {"global": 1, "shared": 3, "generic": 0}

VECTOR: Final = "vector"
STRUCT: Final = "struct"

_MOST_SHOWN: Final = 3
"""Of how many signatures a message tells."""


class _Source(Record):
    """What a group of operands is made of.

    Attributes:
        parameters: the row's parameters; empty for a constant.
        constant: a template of the constant.
        type: how they are taken, see `instruction.mlir`.
    """

    parameters: tuple[str, ...]
    constant: str
    type: str


class _Plan:
    """A row's `MlirForm`, read."""

    def __init__(self, row: Intrinsic):
        assert row.mlir is not None
        self.row = row
        self.form = row.mlir
        self.assembly = assembly_of(row.mlir.operation)
        self.groups: dict[str, _Source] = {}
        for part in _parts(row.mlir.operands):
            group, _, rest = part.partition(" = ")
            source, _, type = rest.partition(": ")
            names = tuple(name.removeprefix("$") for name in source.split())
            if source.startswith("$"):
                self.groups[group] = _Source(names, "", type)
            else:
                # The type of a constant is that of its group, if it has one.
                self.groups[group] = _Source((), source, type or self.assembly.groups[group].type)
        self.properties = dict(part.split(" = ", 1) for part in _parts(row.mlir.properties))
        for name in self.properties:
            assert name in self.assembly.properties, f"'{row.mlir.operation}' has no attribute '{name}'"
        self._tables: dict[str, Mapping[Attribute | None, Sequence[Mapping[str, str]]]] = {}

    def attributes(self, form: Form) -> Iterator[tuple[str, Attribute]]:
        """The operation's properties for a form, defaults among them."""
        for name, property in self.assembly.properties.items():
            text = form.words(self.properties.get(name, ""), {}) or property.default
            if text:
                yield name, attribute_of(property.kind, text)

    def choices(self, name: str, value: Attribute | None) -> Sequence[Mapping[str, str]]:
        """What has to be chosen so that the property `name` is `value`, in all ways there are."""
        property = self.assembly.properties[name]
        template = self.properties.get(name, property.default)
        whole = re.fullmatch(r"\{(\w+)\}", template)
        if whole is not None and is_integer(property.kind) and not self._choices(whole[1]):
            number = cast("IntegerAttr", value).value.data if isinstance(value, IntegerAttr) else -1
            return [{whole[1]: str(number)}] if number >= 0 else []
        table = self._tables.get(name)
        if table is None:
            table = self._tables[name] = self._table(property, template)
        return table.get(value, ())

    def _table(
        self, property: Property, template: str
    ) -> Mapping[Attribute | None, Sequence[Mapping[str, str]]]:
        table: dict[Attribute | None, list[Mapping[str, str]]] = {}
        names = sorted(set(_NAMED.findall(template)))
        for words in product(*(self._choices(name) for name in names)):
            chosen = dict(zip(names, words, strict=True))
            text = Form(self.row, chosen.get(TYPE_VARIABLE), chosen).words(template, {}) or property.default
            value = attribute_of(property.kind, text) if text else None
            table.setdefault(value, []).append(chosen)
        return table

    def _choices(self, name: str) -> tuple[str, ...]:
        if name == TYPE_VARIABLE:
            return self.row.types
        parameter = self.row.parameter(name)
        if parameter.kind is ParameterKind.FLAG or name in self.form.constants:
            return (FALSE, TRUE)
        return tuple(word for word in map(str, parameter.choices) if word not in self.form.lacking)

    def undetermined(self, known: Mapping[str, str]) -> Iterator[Mapping[str, str]]:
        """All that can be chosen beyond `known`."""
        names = [p.name for p in self.row.immediates if p.name not in known]
        for words in product(*(self._choices(name) for name in names)):
            yield {**known, **dict(zip(names, words, strict=True))}

    def forms(self) -> Iterator[Form]:
        """The forms of the row that are the operation, what MLIR wants constant among their immediates."""
        for form in forms(self.row):
            for words in product((FALSE, TRUE), repeat=len(self.form.constants)):
                constants = dict(zip(self.form.constants, words, strict=True))
                if form.is_mlir(constants):
                    yield Form(form.row, form.type, {**form.immediates, **constants})

    def default_of(self, group: str) -> int | None:
        """What a group of operands that is not there stands for, None if it has to be there."""
        source = self.groups[group]
        if not self.assembly.groups[group].optional or len(source.parameters) != 1:
            return None
        default = self.row.parameter(source.parameters[0]).default
        return default if isinstance(default, int) else None

    # Types

    def operand_types(self, form: Form) -> Mapping[str, Sequence[Attribute]]:
        """The types of the operands of a form, by groups."""
        parameters = {operand.parameter.name: operand for operand in form.operands()}
        return {name: self._types(source, parameters) for name, source in self.groups.items()}

    def _types(self, source: _Source, parameters: Mapping[str, Operand]) -> Sequence[Attribute]:
        if source.constant:
            return [type_of(source.type)]
        if len(source.parameters) != 1:
            return [WIDE]
        operand = parameters[source.parameters[0]]
        parameter = operand.parameter
        own = pointer(_SPACES.get(parameter.space, 0)) if operand.is_place else LLVM_TYPES[parameter.type]
        if source.type == VECTOR:
            return [vector_of([own] * operand.parts)]
        if source.type == STRUCT:
            return [struct_of(*[own] * operand.parts)]
        return [type_of(source.type) if source.type else own] * operand.parts

    def result_types(self, form: Form) -> Sequence[Attribute]:
        """The type of the result of a form, none or one."""
        own: Sequence[Attribute] = [LLVM_TYPES[name] for name in form.results()]
        if not own:
            return []
        if self.form.result == VECTOR:
            return [vector_of(own)]
        if self.form.result == STRUCT:
            return [struct_of(*own)]
        return [one_of([type_of(self.form.result)] * len(own) if self.form.result else own)]

    # Values

    def operands(
        self, form: Form, values: Mapping[str, Sequence[SSAValue]], bridge: Bridge
    ) -> Mapping[str, Sequence[SSAValue]]:
        """The operands by groups, made of the values of the row's parameters."""
        made: dict[str, Sequence[SSAValue]] = {}
        for name, source in self.groups.items():
            if source.constant:
                number = int(form.words(source.constant, {}))
                made[name] = [bridge.constant(number, cast("IntegerType", type_of(source.type)))]
                continue
            given = values[source.parameters[0]]
            if len(source.parameters) > 1:
                made[name] = [bridge.wide(given[0], values[source.parameters[1]][0])]
            elif source.type == VECTOR:
                made[name] = [bridge.vector(given)]
            elif source.type == STRUCT:
                made[name] = [bridge.struct(given)]
            else:
                made[name] = [
                    bridge.convert(value, type_of(source.type)) if source.type else value for value in given
                ]
        return made

    def values(
        self, form: Form, operands: Mapping[str, Sequence[SSAValue]], bridge: Bridge
    ) -> Mapping[str, Sequence[SSAValue]]:
        """The values of the row's parameters, of the operands by groups."""
        found: dict[str, Sequence[SSAValue]] = {
            name: [bridge.constant(int(form.immediates[name] == TRUE), IntegerType(1))]
            for name in self.form.constants
        }
        for name, source in self.groups.items():
            given = operands[name]
            if not given:
                (parameter,) = map(self.row.parameter, source.parameters)
                type = cast("IntegerType", LLVM_TYPES[parameter.type])
                found[parameter.name] = [bridge.constant(self.default_of(name) or 0, type)]
            elif len(source.parameters) > 1:
                found.update(
                    (parameter, [half])
                    for parameter, half in zip(source.parameters, bridge.halves(given[0]), strict=True)
                )
            elif source.parameters:
                parameter = self.row.parameter(source.parameters[0])
                if source.type == VECTOR:
                    given = bridge.lanes(given[0])
                elif source.type == STRUCT:
                    given = bridge.fields(given[0])
                elif source.type and parameter.kind is not ParameterKind.PLACE:
                    given = [bridge.convert(value, LLVM_TYPES[parameter.type]) for value in given]
                elif source.type or self.assembly.groups[name].generic:
                    own = pointer(_SPACES.get(parameter.space, 0))
                    given = [bridge.convert(value, own) for value in given]
                found[parameter.name] = given
        return found

    def results(self, form: Form, results: Sequence[SSAValue], bridge: Bridge) -> list[SSAValue]:
        """The parts of the row's result, of that of the operation."""
        if not results:
            return []
        split = bridge.lanes if self.form.result == VECTOR else bridge.fields
        types = [LLVM_TYPES[name] for name in form.results()]
        parts = split(results[0]) if len(types) > 1 or self.form.result == STRUCT else results
        return [bridge.convert(part, type) for part, type in zip(parts, types, strict=True)]

    def result(self, form: Form, value: SSAValue, bridge: Bridge) -> SSAValue:
        """The operation's result, of the row's: one value, or a struct of several."""
        (wanted,) = self.result_types(form)
        if value.type == wanted:
            return value
        parts = bridge.fields(value)
        if self.form.result == VECTOR:
            return bridge.vector(parts)
        if self.form.result not in ("", STRUCT):
            parts = [bridge.convert(part, type_of(self.form.result)) for part in parts]
        return parts[0] if len(parts) == 1 and self.form.result != STRUCT else bridge.struct(parts)


def _parts(text: str) -> list[str]:
    """What stands between commas outside of angle brackets and braces."""
    return [part.strip() for part in re.split(r",(?![^<]*>)(?![^{]*\})", text) if part.strip()]


@cache
def assembly_of(name: str) -> Assembly:
    """The syntax of the operation `name`."""
    return Assembly(MLIR_OPERATIONS[name])


@cache
def plan_of(row: Intrinsic) -> _Plan:
    """How `row` is an operation of MLIR."""
    return _Plan(row)


class MlirOp(NVVMOp):
    """Base of the operations that MLIR has."""

    ROWS: ClassVar[tuple[Intrinsic, ...]]
    """The rows that are this operation."""

    ASSEMBLY: ClassVar[Assembly]

    def find_form(self) -> Form | None:
        """The form of a row that this is, or None."""
        groups = self.ASSEMBLY.operands_of(self)
        for row in self.ROWS:
            if (form := self._match(plan_of(row), groups)) is not None:
                return form
        return None

    def form(self) -> Form:
        """The form of a row that this is; `row` is of the row. KeyError if it is none, which the verifier refuses."""
        form = self.find_form()
        if form is None:
            raise KeyError(self.name)
        return form

    def _match(self, plan: _Plan, groups: Mapping[str, Sequence[SSAValue]]) -> Form | None:
        given = {name for name, values in groups.items() if values}
        if not given <= plan.groups.keys():
            return None
        if any(plan.default_of(name) is None for name in plan.groups if name not in given):
            return None
        found: list[dict[str, str]] = [{}]
        for name in self.ASSEMBLY.properties:
            options = plan.choices(name, self.ASSEMBLY.value(self, name))
            found = [
                {**known, **option}
                for known in found
                for option in options
                if all(known.get(key, word) == word for key, word in option.items())
            ]
            if not found:
                return None
        for name, source in plan.groups.items():
            if source.constant and not self._constant(source, groups[name][0], found):
                return None
        for known in found:
            chosen = known.pop(TYPE_VARIABLE, None)
            # Where nothing tells the type, the first will do: then it makes no difference.
            for type in plan.row.types if chosen is None and plan.row.types else (chosen,):
                for immediates in plan.undetermined(known):
                    form = Form(plan.row, type, immediates)
                    if form.misfit() is None and self._has_types(plan, form, groups):
                        return form
        return None

    @staticmethod
    def _constant(source: _Source, value: SSAValue, found: list[dict[str, str]]) -> bool:
        """Whether the operand is the constant that it has to be; what it says goes into `found`."""
        number = constant_of(value)
        if number is None:
            return False
        named = _NAMED.findall(source.constant)
        if not named:
            return number == int(source.constant)
        for known in found:
            known[named[0]] = str(number)
        return number >= 0

    def _has_types(self, plan: _Plan, form: Form, groups: Mapping[str, Sequence[SSAValue]]) -> bool:
        try:
            operands, results = plan.operand_types(form), plan.result_types(form)
        except ValueError:  # a count that does not divide
            return False
        return [result.type for result in self.results] == list(results) and all(
            not groups[name]  # then it has a default
            or [value.type for value in groups[name]] == list(types)
            or (
                self.ASSEMBLY.groups[name].generic
                and types[0] == pointer(3)
                and groups[name][0].type == pointer()
            )
            for name, types in operands.items()
        )

    def requirement(self) -> Requirement:
        form = self.find_form()
        return self.ROWS[0].requirement if form is None else form.requirement

    def architectures(self) -> tuple[str, ...]:
        return self.requirement().architectures

    def accessed_operands(self) -> Sequence[tuple[SSAValue, int]] | None:
        form = self.find_form()
        if form is None:
            return super().accessed_operands()
        plan, groups = plan_of(form.row), self.ASSEMBLY.operands_of(self)
        read: set[SSAValue] = set()
        addressed: set[SSAValue] = set()
        for name, source in plan.groups.items():
            parameters = [form.row.parameter(parameter) for parameter in source.parameters]
            if any(parameter.kind is ParameterKind.PLACE for parameter in parameters):
                addressed.update(groups[name])
                if form.row.effect is Effect.READ or any(p.only_read for p in parameters):
                    read.update(groups[name])
        return [
            (value, READ if value in read else effects)
            for value, effects in super().accessed_operands() or ()
            if value in addressed
            or not isinstance(value.type, LLVMPointerType)
            or form.row.effect is not Effect.PURE
        ]

    def accesses_beyond(self) -> int:
        found = 0
        for row in self.ROWS:
            found |= ACCESSES[row.beyond]
        return found

    @classmethod
    def build_form(
        cls,
        form: Form,
        values: Mapping[str, Sequence[SSAValue]],
        builder: OpBuilder,
        location: LocationAttr,
    ) -> list[SSAValue]:
        """Inserts the operation for `form` of one of its rows; gives the parts of the row's result.

        Args:
            form: what is chosen; `MlirForm.constants` among its immediates.
            values: the values of each parameter, of the row's LLVM-level types.
        """
        plan, bridge = plan_of(form.row), Bridge(builder)
        operands = plan.operands(form, values, bridge)
        groups = [operands.get(group.name, ()) for group in cls.ASSEMBLY.operation.operands]
        properties = dict(plan.attributes(form))
        if cls.ASSEMBLY.operation.segments:
            properties[SEGMENTS] = DenseArrayBase.from_list(i32, [len(group) for group in groups])
        op = cls.create(
            operands=[value for group in groups for value in group],
            result_types=plan.result_types(form),
            properties=properties,
            location=location,
        )
        builder.insert(op)
        return plan.results(form, op.results, bridge)

    def row_values(self, form: Form, builder: OpBuilder) -> list[SSAValue]:
        """The values of the row's parameters, in order, of the row's types; pointers in whatever space they are."""
        plan = plan_of(form.row)
        values = plan.values(form, self.ASSEMBLY.operands_of(self), Bridge(builder))
        return [value for operand in form.operands() for value in values[operand.parameter.name]]

    def result_of(self, form: Form, value: SSAValue, builder: OpBuilder) -> SSAValue:
        """What takes the place of the operation's result, made of the row's."""
        return plan_of(form.row).result(form, value, Bridge(builder))

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operands, results, properties, attributes = cls.ASSEMBLY.parse(parser)
        return cls.create(
            operands=operands, result_types=results, properties=properties, attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        self.ASSEMBLY.print(self, printer)

    def verify_(self) -> None:
        sizes = self.ASSEMBLY.sizes(self)
        if sum(sizes) != len(self.operands) or min(sizes, default=0) < 0:
            raise VerifyException(
                f"the operands of '{self.name}' are not divided in groups as they have to be"
            )
        for name, property in self.ASSEMBLY.properties.items():
            value = self.ASSEMBLY.value(self, name)
            if value is not None:
                require_kind(name, property.kind, value)
            elif not property.optional:
                raise VerifyException(f"'{self.name}' needs the attribute '{name}'")
        if self.find_form() is None:
            raise VerifyException(
                f"no instruction of the table is '{self.name}' with these attributes and types of operands and result"
                f"{self._nearest()}"
            )

    def _nearest(self) -> str:
        """What is wrong, where it can be told: the types, or one of the attributes."""
        given = _signature(self.operand_types, self.result_types)
        types = set(islice(self._signatures_without(), _MOST_SHOWN + 1))
        if types:
            return f": it is {' or '.join(sorted(types))}, not {given}" if len(types) <= _MOST_SHOWN else ""
        for name in self.ASSEMBLY.properties:
            value = self.ASSEMBLY.value(self, name)
            if value is not None and given in self._signatures_without(name):
                return f": '{name}' is not {value} there"
        return ""

    def _signatures_without(self, name: str | None = None) -> Iterator[str]:
        """The signatures of the forms that have the attributes of this operation, all but `name`; each once."""
        found: set[str] = set()
        wanted = {
            other: self.ASSEMBLY.value(self, other) for other in self.ASSEMBLY.properties if other != name
        }
        for plan in map(plan_of, self.ROWS):
            for form in plan.forms():
                own = dict(plan.attributes(form))
                if any(own.get(other) != value for other, value in wanted.items()):
                    continue
                by_group = plan.operand_types(form)
                operands = [
                    type
                    for group in self.ASSEMBLY.operation.operands
                    for type in by_group.get(group.name, ())
                ]
                signature = _signature(operands, plan.result_types(form))
                if signature not in found:
                    found.add(signature)
                    yield signature


def _signature(operands: Sequence[Attribute], results: Sequence[Attribute]) -> str:
    shown = ", ".join(map(str, operands))
    return f"({shown}) -> {', '.join(map(str, results)) or '()'}"


def _class_name(name: str) -> str:
    parts = name.removeprefix("nvvm.").replace("_", ".").split(".")
    return "".join(part.capitalize() for part in parts) + "Op"


def define_mlir_op(spec: MlirOperation, rows: tuple[Intrinsic, ...]) -> type[MlirOp]:
    """The operation that `rows` are."""
    first = rows[0]
    example = spec.example.replace("\n", "\n    ")
    members: dict[str, Any] = {
        "__doc__": f"{spec.summary}\n\n    Example:\n\n    ```mlir\n    {example}\n    ```\n    ",
        "__module__": __name__,
        "__qualname__": _class_name(spec.name),
        "name": spec.name,
        "ROWS": rows,
        "__annotations__": {"ROWS": ClassVar[tuple[Intrinsic, ...]], "ASSEMBLY": ClassVar[Assembly]},
        "ASSEMBLY": assembly_of(spec.name),
        "inputs": var_operand_def(),
        "value": opt_result_def(),
        "segments_": opt_prop_def(Attribute, prop_name=SEGMENTS),
    }
    for property in spec.properties:
        members[f"{property.name}_"] = opt_prop_def(Attribute, prop_name=property.name)
    if first.effect is Effect.PURE:
        members["traits"] = traits_def(Pure())
    elif first.effect is not Effect.STATE:
        members["traits"] = traits_def(*READS_AND_WRITES)
    bases = (MlirOp, ConvergentOp) if first.convergent else (MlirOp,)
    return operation(type(members["__qualname__"], bases, members))


class _Family(Mapping[str, type[MlirOp]]):
    """The operations of a family by name, each made when it is first asked for."""

    def __init__(self, rows: Iterable[Intrinsic]):
        self._rows: dict[str, list[Intrinsic]] = {}
        self._made: dict[str, type[MlirOp]] = {}
        for row in rows:
            if row.mlir is not None:
                self._rows.setdefault(row.mlir.operation, []).append(row)

    def __getitem__(self, name: str) -> type[MlirOp]:
        found = self._made.get(name)
        if found is None:
            rows = tuple(self._rows[name])
            # Two threads may make it; there is one of them.
            found = self._made.setdefault(name, define_mlir_op(MLIR_OPERATIONS[name], rows))
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


@cache
def mlir_ops(family: str) -> Mapping[str, type[MlirOp]]:
    """The operations of MLIR that rows of a family of the table are, by name. No operation has rows in two families."""
    return _Family(FAMILIES[family])
