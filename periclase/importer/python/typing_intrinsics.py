"""Typing of calls of intrinsic stubs, by the rows of the intrinsic table."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from periclase.importer.python.conversions import coerce, default_type, is_floating, lossless, strong
from periclase.importer.python.names import suggestion
from periclase.importer.python.places import access_of
from periclase.importer.python.problems import Problem, Unready
from periclase.importer.python.typed_tree import PENDING, Constant, Convert, Expr, Place, StubCall
from periclase.importer.python.typing_base import NOT_STATIC
from periclase.importer.python.typing_places import PlaceTyping
from periclase.intrinsics.model import (
    MOST_INTEGER,
    REQUIRED,
    TYPE_VARIABLE,
    Intrinsic,
    Overload,
    Parameter,
    ParameterKind,
)
from periclase.types import (
    ArrayType,
    ScalarType,
    TupleType,
    Type,
    bool_,
    f32,
    isize,
    scalar_types,
    u32,
    u64,
)

UNIT_TYPE = TupleType(())
_ALL_LANES = 0xFFFF_FFFF
_FLOAT_LOOPS = ("atomic_min", "atomic_max", "atomic_cas", "atomic_exchange")
"""What no instruction does on some float: PTX has `exch` of 32 and 64 bits only, and no `min` and `max` as Python's."""


def type_by_row_name(name: str) -> ScalarType:
    """The scalar type that a row calls `name`."""
    return bool_ if name == "bool" else scalar_types[name]


def row_name_of_type(type: ScalarType) -> str:
    """What a row calls `type`."""
    return {"bool_": "bool", "isize": "i64", "usize": "u64"}.get(type.__name__, type.__name__)


class IntrinsicTyping(PlaceTyping):
    """Calls of stubs."""

    def stub_call(self, node: ast.Call, row: Intrinsic) -> Expr:
        """A call of the intrinsic `row`.

        Raises:
            Problem: the arguments do not fit.
        """
        given, variadic_nodes = self._bind_arguments(node, row)
        if "mask" in given:
            _refuse_mask_first(node, row)
        operands: dict[str, Expr | Place] = {}
        immediates: dict[str, Any] = {}
        texts: dict[str, str] = {}
        for parameter in row.parameters:
            argument = given.get(parameter.name)
            if parameter.kind is ParameterKind.PLACE:
                assert argument is not None
                operands[parameter.name] = self._place_argument(argument, row, parameter)
            elif parameter.kind is ParameterKind.VALUE:
                operands[parameter.name] = self._value_argument(argument, parameter, node)
            elif parameter.kind is ParameterKind.TEXT:
                texts[parameter.name] = self._word(argument, row, parameter)
            elif parameter.is_immediate:
                immediates[parameter.name] = self._immediate(argument, row, parameter)
        if row.name.startswith("shfl_sync"):
            from periclase.importer.python.shuffles import shuffled

            return shuffled(self, node, row, operands)
        of_floats = self._on_a_float(node, row, operands, immediates)
        if of_floats is not None:
            return of_floats
        if row.name in ("match_any_sync", "match_all_sync"):
            operands["value"] = _as_bits(operands["value"])
        variadic = [self._variadic(argument) for argument in variadic_nodes]
        if row.name == "printf":
            _check_format(node, given["format"], texts["format"], variadic)
        overload = self._overload(node, row, operands)
        if given.get("cpu") is not None and row.name == "inline_ptx":
            from periclase.importer.python.cpu_fallbacks import with_fallback

            made = self.stub_result(node, row, overload, operands, immediates, texts, variadic)
            return with_fallback(self, made, given["cpu"])
        made = self.stub_result(node, row, overload, operands, immediates, texts, variadic)
        if row.cpu and self.program.for_cpu:
            from periclase.importer.python.cpu_fallbacks import with_definition

            return with_definition(self, made, row, _words(row, immediates))
        return made

    def _on_a_float(
        self,
        node: ast.Call,
        row: Intrinsic,
        operands: dict[str, Expr | Place],
        immediates: dict[str, Any],
    ) -> Expr | None:
        """An atomic operation on a float that no instruction does, by its bits; None of anything else."""
        held = operands.get("place")
        if row.name not in _FLOAT_LOOPS or not isinstance(held, Place):
            return None
        if not isinstance(held.type, ScalarType) or not is_floating(held.type):
            return None
        if row.name == "atomic_exchange" and held.type.size > 2:
            return None
        from periclase.importer.python.atomic_tree import AtomicLoop, AtomicSwap

        type = held.type
        values = {
            name: self.held(operand, type, f"passed as `{name}` of `{row.name}`, which is {type}")
            for name, operand in operands.items()
            if isinstance(operand, Expr)
        }
        if row.name == "atomic_cas":
            return AtomicSwap(node, type, held, values["expected"], values["value"], immediates)
        return AtomicLoop(node, type, row.name.removeprefix("atomic_"), held, values["value"], immediates)

    def stub_result(
        self,
        node: ast.Call,
        row: Intrinsic,
        overload: Overload,
        operands: dict[str, Expr | Place],
        immediates: dict[str, Any],
        texts: dict[str, str],
        variadic: list[Expr],
    ) -> Expr:
        """A call of an overload, its operands by the names of their parameters.

        Raises:
            Problem: one does not fit.
        """
        final: list[Expr | Place] = []
        for parameter in overload.parameters:
            if parameter.is_operand:
                operand = operands[parameter.name]
                if isinstance(operand, Expr):
                    operand = self._fitted(operand, parameter, row, immediates)
                final.append(operand)
        if row.limits:
            self._check_limits(node, row, overload, immediates)
        return self._result(node, row, overload, final, immediates, texts, variadic)

    def _bind_arguments(self, node: ast.Call, row: Intrinsic) -> tuple[dict[str, ast.expr], list[ast.expr]]:
        positional = [
            p for p in row.parameters if not p.keyword_only and p.kind is not ParameterKind.VARIADIC
        ]
        given: dict[str, ast.expr] = {}
        rest: list[ast.expr] = []
        for index, argument in enumerate(node.args):
            if isinstance(argument, ast.Starred):
                raise Problem("PC0105", "arguments can not be unpacked with `*`", argument, "write them out")
            if index < len(positional):
                given[positional[index].name] = argument
            elif row.is_variadic:
                rest.append(argument)
            else:
                raise Problem(
                    "PC0207",
                    f"`{row.name}` takes at most {len(positional)} arguments, not {len(node.args)}",
                    node,
                    _usage(row),
                )
        for keyword in node.keywords:
            names = [p.name for p in row.parameters if p.kind is not ParameterKind.VARIADIC]
            if keyword.arg is None:
                raise Problem(
                    "PC0105", "arguments can not be unpacked with `**`", keyword.value, "write them out"
                )
            if keyword.arg not in names:
                raise Problem(
                    "PC0207",
                    f"`{row.name}` has no parameter `{keyword.arg}`",
                    keyword,
                    suggestion(keyword.arg, names) or _usage(row),
                )
            if keyword.arg in given:
                raise Problem("PC0207", f"`{row.name}` gets `{keyword.arg}` twice", keyword)
            given[keyword.arg] = keyword.value
        for parameter in row.parameters:
            missing = parameter.name not in given and parameter.default is REQUIRED
            if missing and parameter.kind is not ParameterKind.VARIADIC:
                raise Problem(
                    "PC0207", f"`{row.name}` needs an argument for `{parameter.name}`", node, _usage(row)
                )
        return given, rest

    def _place_argument(self, argument: ast.expr, row: Intrinsic, parameter: Parameter) -> Place:
        if isinstance(argument, ast.Subscript | ast.Attribute):
            writes = _writes(row) and not parameter.only_read
            place = self.stored_place(argument) if writes else self.accessed_place(argument)
            if parameter.space == "shared":
                from periclase.importer.python.shared_alignment import check_place

                check_place(place, argument, row, parameter)
            return place
        raise Problem(
            "PC0210",
            f"`{row.name}` works on an element: its argument `{parameter.name}` must be written with an index",
            argument,
            f"write `{row.name}({ast.unparse(argument)}[i], …)`",
        )

    def place_with_index(self, node: ast.Call, row: Intrinsic) -> ast.Call:
        """`atomic_add(hist, bin, 1)` as `atomic_add(hist[bin], 1)`: a slice or array and its index instead of an element; and
        a device global that is a number as its `value`."""
        if not row.parameters or row.parameters[0].kind is not ParameterKind.PLACE or not node.args:
            return node
        first = node.args[0]
        if not isinstance(first, ast.Name | ast.Attribute):
            return node
        if isinstance(first, ast.Name) and self.is_local(first.id):
            type: Any = self.variables[first.id].type
        else:
            held = self.device_global(first)
            type = None if held is None else held.type
            if held is not None and not isinstance(type, ArrayType):
                value = ast.copy_location(ast.Attribute(first, "value", ast.Load()), first)
                call = ast.Call(func=node.func, args=[value, *node.args[1:]], keywords=node.keywords)
                return ast.copy_location(call, node)
        if len(node.args) < 2 or (access_of(type) is None and not isinstance(type, ArrayType)):
            return node
        index = node.args[1]
        place = ast.Subscript(value=first, slice=index, ctx=ast.Load())
        ast.copy_location(place, first)
        place.end_lineno, place.end_col_offset = index.end_lineno, index.end_col_offset
        return ast.copy_location(
            ast.Call(func=node.func, args=[place, *node.args[2:]], keywords=node.keywords), node
        )

    def _value_argument(self, argument: ast.expr | None, parameter: Parameter, node: ast.Call) -> Expr:
        if argument is not None:
            return self.value(argument)
        target = type_by_row_name(parameter.type)
        return Constant(node, target, target.convert(parameter.default))

    def _variadic(self, argument: ast.expr) -> Expr:
        value = strong(self.value(argument))
        if value.type in PENDING:
            raise Unready
        if not isinstance(value.type, ScalarType):
            raise Problem("PC0205", f"only scalars can be passed here, not {value.type}", argument)
        return value

    def _word(self, argument: ast.expr | None, row: Intrinsic, parameter: Parameter) -> str:
        if argument is None:
            return str(parameter.default)
        value = argument.value if isinstance(argument, ast.Constant) else self.static_value(argument)
        if isinstance(value, str):
            return value
        raise Problem(
            "PC0210",
            f"`{parameter.name}` of `{row.name}` must be a string literal",
            argument,
            "write the text itself, or the name of a constant of the module that holds it",
        )

    def _immediate(self, argument: ast.expr | None, row: Intrinsic, parameter: Parameter) -> Any:
        if argument is None:
            return parameter.default
        if parameter.kind is ParameterKind.TYPE:
            value = (
                None
                if isinstance(argument, ast.Constant) and argument.value is None
                else self.static_value(argument)
            )
            if value is None or isinstance(value, ScalarType):
                return value
            raise Problem(
                "PC0210", f"`{parameter.name}` of `{row.name}` must be a scalar type such as f32", argument
            )
        if parameter.kind is ParameterKind.WORD:
            value = self._word(argument, row, parameter)
        elif parameter.kind is ParameterKind.FLAG:
            value = argument.value if isinstance(argument, ast.Constant) else self.static_value(argument)
            if isinstance(value, bool):
                return value
            raise Problem("PC0210", f"`{parameter.name}` of `{row.name}` must be True or False", argument)
        else:
            constant = self.value(argument)
            value = constant.value if isinstance(constant, Constant) else NOT_STATIC
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_INTEGER:
                raise Problem(
                    "PC0210",
                    f"`{parameter.name}` of `{row.name}` must be an integer known at import, at least 0 and at most "
                    f"{MOST_INTEGER}",
                    argument,
                )
        if parameter.choices and value not in parameter.choices:
            choices = ", ".join(map(repr, parameter.choices))
            raise Problem(
                "PC0210",
                f"{value!r} is no `{parameter.name}` of `{row.name}`",
                argument,
                suggestion(str(value), [str(c) for c in parameter.choices]) or f"it is one of {choices}",
            )
        return value

    def _overload(self, node: ast.Call, row: Intrinsic, operands: dict[str, Expr | Place]) -> Overload:
        if not row.types:
            return row.overloads[0]
        bound = [operands[p.name] for p in row.parameters if p.is_operand and p.type == TYPE_VARIABLE]
        places = [o for o in bound if isinstance(o, Place)]
        values = [o for o in bound if isinstance(o, Expr)]
        if places:
            held = places[0].type
            overload = row.overload(row_name_of_type(held)) if isinstance(held, ScalarType) else None
            if overload is None:
                raise Problem(
                    "PC0210",
                    f"`{row.name}` does not work on elements of type {held}",
                    places[0].node,
                    f"it works on {', '.join(row.types)}",
                )
            return overload
        if any(v.type in PENDING for v in values):
            raise Unready
        wanted = [default_type(v.type, v.range) for v in values]
        names = [row_name_of_type(t) for t in wanted if isinstance(t, ScalarType)]
        for name in (*names, *row.types):
            overload = row.overload(name)
            if overload is not None and all(lossless(v, type_by_row_name(name)) for v in values):
                return overload
        shown = ", ".join(str(v.type) for v in values)
        raise Problem(
            "PC0210", f"`{row.name}` does not work on {shown}", node, f"it works on {', '.join(row.types)}"
        )

    def _fitted(
        self, operand: Expr, parameter: Parameter, row: Intrinsic, immediates: dict[str, Any]
    ) -> Expr:
        if parameter.type == "bool":
            return self.truth(operand)
        target: Type = type_by_row_name(parameter.type)
        if parameter.count:
            if operand.type in PENDING:
                raise Unready
            count = _count(parameter.count, immediates, operand.node, row)
            given = len(operand.type.elements) if isinstance(operand.type, TupleType) else None
            if given != count:
                what = str(operand.type) if given is None else f"{given} values"
                raise Problem(
                    "PC0210",
                    f"`{parameter.name}` of `{row.name}` is a tuple of {count} {target}, not {what}",
                    operand.node,
                )
            target = TupleType((target,) * count)
        return self.held(operand, target, f"passed as `{parameter.name}` of `{row.name}`, which is {target}")

    @staticmethod
    def _check_limits(node: ast.Call, row: Intrinsic, overload: Overload, immediates: dict[str, Any]) -> None:
        from periclase.intrinsics.forms import Form

        misfit = Form(row, overload.type, _words(row, immediates)).misfit()
        if misfit is not None:
            raise Problem("PC0210", misfit, node)

    def _result(
        self,
        node: ast.Call,
        row: Intrinsic,
        overload: Overload,
        operands: list[Expr | Place],
        immediates: dict[str, Any],
        texts: dict[str, str],
        variadic: list[Expr],
    ) -> Expr:
        types = self._result_types(overload, immediates)
        if row.result_count:
            types *= _count(row.result_count, immediates, node, row)
        type: Type = types[0] if len(types) == 1 and not row.result_count else TupleType(types)
        call = StubCall(node, type, row.index_range, row, overload, operands, immediates, texts, variadic)
        if row.index_range is not None and type is not isize:
            return Convert(node, isize, call, row.index_range)
        return call

    @staticmethod
    def _result_types(overload: Overload, immediates: dict[str, Any]) -> tuple[ScalarType, ...]:
        chosen = immediates.get("result")  # inline PTX: the type of the result is an argument
        if isinstance(chosen, ScalarType):
            return (chosen,)
        return tuple(type_by_row_name(name) for name in overload.result)


def _words(row: Intrinsic, immediates: dict[str, Any]) -> dict[str, str]:
    """The immediates as they are chosen in a form of the row."""
    words = {parameter.name: immediates[parameter.name] for parameter in row.immediates}
    return {name: str(word).lower() if isinstance(word, bool) else str(word) for name, word in words.items()}


def _count(count: str, immediates: dict[str, Any], node: ast.AST, row: Intrinsic) -> int:
    """How many elements a tuple has, by what the call chose."""
    from periclase.intrinsics.forms import count_of

    try:
        return count_of(count, {name: str(value) for name, value in immediates.items()})
    except ValueError as error:
        raise Problem("PC0210", f"{error} in a call of `{row.name}`", node) from None


def _writes(row: Intrinsic) -> bool:
    return row.effect.value in ("write", "read_write") and not row.name.endswith("_load")


def _refuse_mask_first(node: ast.Call, row: Intrinsic) -> None:
    """CUDA's functions of a warp take the mask first; by position it would be taken for the value.

    Raises:
        Problem: it is there.
    """
    first, names = node.args[0] if node.args else None, [parameter.name for parameter in row.parameters]
    if names[0] != "mask" and isinstance(first, ast.Constant) and first.value == _ALL_LANES:
        raise Problem(
            "PC0207",
            f"`{row.name}` takes the mask of lanes last, and this is its `{names[0]}`",
            first,
            f"{_usage(row)}; without a mask all lanes take part",
        )


def _usage(row: Intrinsic) -> str:
    parts = [f"*{p.name}" if p.kind is ParameterKind.VARIADIC else p.name for p in row.parameters]
    return f"write `{row.name}({', '.join(parts)})`"


def _as_bits(operand: Expr | Place) -> Expr | Place:
    """A float that is compared by its bits, as the unsigned integer of these; anything else as it is."""
    if not isinstance(operand, Expr) or not is_floating(operand.type):
        return operand
    from periclase.importer.python.bit_tree import BitOperation

    value = strong(operand)
    type = value.type
    if not isinstance(type, ScalarType):
        return operand
    if type.size == 2:  # an f32 holds each of its values
        value, type = coerce(value, f32), f32
    return BitOperation(value.node, u32 if type is f32 else u64, "cast", [value])


def _check_format(node: ast.Call, written: ast.expr | None, format: str, values: Sequence[Expr]) -> None:
    """See that the conversions of a format are those of the values.

    Raises:
        Problem: one is not, or there are more or fewer.
    """
    from periclase.intrinsics.printf_format import FormatError, fit_format

    kinds = [
        "f64" if type.is_float else "i64" if type.size == 8 else "i32"
        for type in (value.type for value in values)
        if isinstance(type, ScalarType)
    ]
    try:
        fit_format(format, kinds)
    except FormatError as error:
        raise Problem(
            "PC0210",
            f"the format of `printf` does not fit its values: {error}",
            written or node,
            "`%d` and `%u` print integers and truth values, `%x` their bits, `%f`, `%e` and `%g` floats",
        ) from None
