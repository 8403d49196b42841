"""Typing of calls: builtins, casts, arrays, mathematics, intrinsics, and functions that are compiled along."""

from __future__ import annotations

import ast
import math
from collections.abc import Sequence
from contextlib import suppress
from copy import copy, deepcopy
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any, cast

from periclase.arrays import local_array, shared_array
from periclase.closures import plain_function
from periclase.importer import module_filter
from periclase.importer.collector import CalleeFacts, CalleeKind, classify
from periclase.importer.python.call_arguments import EXTRA, arguments_by_name, in_order
from periclase.importer.python.conversions import (
    adopt,
    converted,
    is_floating,
    is_integer,
    is_numeric,
    is_weak,
    strong,
)
from periclase.importer.python.generic_calls import (
    bindings_of,
    filled_in,
    is_such_array,
    lies_as_given,
    specialised,
)
from periclase.importer.python.host_functions import handler_of
from periclase.importer.python.instance import with_captures
from periclase.importer.python.names import (
    constant_of_host_value,
    numpy_scalar_type,
    scalar_named,
    suggestion,
)
from periclase.importer.python.one_name import call_changes
from periclase.importer.python.outliving import note_address, note_call
from periclase.importer.python.places import place_of
from periclase.importer.python.problems import Problem, Unready, index_help, with_article
from periclase.importer.python.receivers import changes_receiver
from periclase.importer.python.source import returns_values
from periclase.importer.python.type_rules import rules_of, rules_of_type
from periclase.importer.python.typed_tree import (
    PENDING,
    WEAK_FLOAT,
    WEAK_INT,
    AddressOf,
    Binary,
    Call,
    Constant,
    Copy,
    Expr,
    MakeArray,
    MakeTuple,
    Once,
    Pending,
    ReferenceType,
    RoundToInteger,
)
from periclase.importer.python.typing_base import NOT_STATIC
from periclase.importer.python.typing_intrinsics import IntrinsicTyping
from periclase.intrinsics.stubs import lookup_stub
from periclase.kernel import DeviceFunction, Kernel
from periclase.record import replace
from periclase.signature import UNIT, MadeByFactory, Parameter, Signature
from periclase.structs import StructType, is_struct
from periclase.types import (
    ArrayType,
    DeviceType,
    ScalarType,
    Space,
    TupleType,
    Type,
    bool_,
    is_storable,
    points_to_thread,
)

if TYPE_CHECKING:
    from periclase.closures import ClosureType
    from periclase.importer.python.instance import FunctionInstance

MOST_SPECIALISATIONS = 8
"""A chain of calls that holds one function more often than this, each time with other types, is taken to have no end."""

_NO_DEVICE_MEANING: dict[str, str] = {
    "print": "use `periclase.gpu.printf` with a format such as `%d`",
    "input": "pass the value to the kernel as an argument",
    "open": "there are no files on a device",
    "list": "use `local_array(8, f32)`",
    "dict": "use `local_array(8, f32)` indexed by an integer",
    "set": "use the bits of an integer",
    "str": "there are no strings on a device",
    "enumerate": "it is what a `for` loop goes over, and nothing else",
    "zip": "it is what a `for` loop goes over, and nothing else",
    "reversed": "it is what a `for` loop goes over, and nothing else",
    "isinstance": "types are known when the kernel is compiled",
    "type": "types are known when the kernel is compiled",
    "range": "it is what a `for` loop goes over, and nothing else",
    "sorted": "sort on the host, or write a sorting network over a `shared_array`",
    "map": "write a loop, or a generator in a reduction: `sum(f(v) for v in x)`",
    "filter": "write a loop with an `if`, or a generator: `sum(v for v in x if v > 0)`",
    "iter": "write a `for` loop",
    "next": "write a `for` loop, and leave it by `break`",
    "getattr": "name the field: `value.field`",
    "setattr": "name the field: `value.field = 1.0`",
    "hasattr": "types are known when the kernel is compiled",
    "eval": "write the expression itself",
    "exec": "write the statements themselves",
    "tuple": "write the items out: `(x[0], x[1])`",
}


class CallTyping(IntrinsicTyping):
    """Calls."""

    def call(self, node: ast.Call) -> Expr:
        """The value of a call.

        Raises:
            Problem: the callee does not exist on a device, or its arguments do not fit.
            Unready: the callee has a problem of its own.
        """
        try:
            callee = self.static_value(node.func)
        except Problem as problem:
            problem.help = self.foreign_help(node) or problem.help
            raise
        if any(isinstance(argument, ast.Starred) for argument in node.args) or any(
            keyword.arg is None for keyword in node.keywords
        ):
            from periclase.importer.python.starred_arguments import written_out

            node = written_out(self, node)
        if callee is NOT_STATIC:
            method = self._method_call(node)
            if method is None:
                raise self._not_callable(node)
            return method
        return self.call_object(node, callee)

    def call_object(self, node: ast.Call, callee: Any) -> Expr:
        """The value of a call of something of the host program.

        Raises:
            Problem: it does not exist on a device, or its arguments do not fit.
            Unready: it has a problem of its own.
        """
        callee = plain_function(callee)
        row = lookup_stub(callee)
        if row is not None:
            return self.stub_call(self.place_with_index(node, row), row)
        if isinstance(callee, ScalarType):
            return self.cast_call(node, callee)
        if callee is shared_array or callee is local_array:
            return self._array(node, Space.SHARED if callee is shared_array else Space.LOCAL)
        if isinstance(callee, Kernel):
            raise Problem(
                "PC0306",
                f"the kernel `{callee.name}` can not be called from device code",
                node,
                "put what both need into a function marked `@device`, and call that",
            )
        if callee is copy or callee is deepcopy:
            return self._copied(node, deep=callee is deepcopy)
        special = self._special_call(node, callee)
        if special is not None:
            return special
        handler = handler_of(callee)
        if handler is not None:
            return handler(self, node)
        if isinstance(callee, DeviceFunction | FunctionType):
            return self.call_function(node, callee, ast.unparse(node.func), (), node)
        numpy_type = numpy_scalar_type(callee)
        if numpy_type is not None:
            return self.cast_call(node, numpy_type)
        if isinstance(callee, type) and is_struct(callee):
            return self._construct(node, callee)
        problem = self._no_such_callee(node, callee)
        problem.help = self.foreign_help(node) or problem.help
        raise problem

    def _special_call(self, node: ast.Call, callee: Any) -> Expr | None:
        """A call of a type that is no scalar, or of a function of `cmath`; None of anything else."""
        typing: Any = self
        if hasattr(callee, "__members__") and isinstance(callee, type):
            callee = self.annotated_type(node.func)
        if isinstance(callee, DeviceType):
            return rules_of_type(callee).cast(typing, node, callee)
        if getattr(callee, "__name__", None) == "dynamic_shared_array":
            from periclase.dynamic_shared import dynamic_shared_array
            from periclase.importer.python.dynamic_shared import dynamic_array

            if callee is dynamic_shared_array:
                return dynamic_array(typing, node)
        module = getattr(callee, "__module__", None)
        if module == "functools" and getattr(callee, "__name__", None) == "partial":
            from periclase.importer.python.partial_calls import partial_call

            return partial_call(typing, node)
        if (
            callee is not complex
            and module != "cmath"
            and not (module == "numpy" and isinstance(callee, type))
        ):
            return None
        from periclase.complex_numbers import host_complex_type
        from periclase.importer.python.complex_rules import cmath_call

        if module == "cmath":
            return cmath_call(typing, node, callee)
        target = host_complex_type(callee)
        return None if target is None else rules_of_type(target).cast(typing, node, target)

    def _method_call(self, node: ast.Call) -> Expr | None:
        """A call of a method of a value, of a value itself, or of a written pointer type; None where there is no such thing."""
        typing: Any = self
        if isinstance(node.func, ast.Subscript):
            owner = self.static_value(node.func.value)
            if getattr(owner, "__module__", None) == "periclase.pointers":
                target = self.written_type(node.func)
                return rules_of_type(target).cast(typing, node, cast(DeviceType, target))
        if isinstance(node.func, ast.Attribute):
            owner = self.value(node.func.value)
            return rules_of(owner).method(typing, node, owner, node.func.attr)
        callee = self.value(node.func)
        return rules_of(callee).call(typing, node, callee)

    def _construct(self, node: ast.Call, host: type) -> Expr:
        from periclase.importer.python.struct_rules import construct, construct_untyped
        from periclase.named_tuples import is_untyped
        from periclase.structs import NotAStruct, struct_type

        typing: Any = self
        if is_untyped(host):
            return construct_untyped(typing, node, host)
        try:
            type = struct_type(host)
        except NotAStruct as problem:
            raise Problem("PC0201", problem.message, node, problem.help) from None
        return construct(typing, node, type)

    def _copied(self, node: ast.Call, *, deep: bool) -> Expr:
        (value,) = self.plain_arguments(node, 1)
        return Copy(node, value, deep) if isinstance(value.type, DeviceType) else value

    def method_changes(self, function: Any, type: StructType) -> bool:
        """Whether a method changes the object it is called on: `self` is then passed by reference."""
        return changes_receiver(
            function, type, lambda marked: self.program.header(marked, self.instance.frames)
        )

    def _not_callable(self, node: ast.Call) -> Problem:
        shown = ast.unparse(node.func)
        if isinstance(node.func, ast.Attribute):
            if node.func.attr in ("append", "extend", "insert", "pop", "add", "update"):
                return Problem(
                    "PC0105", f"`{shown}` changes an object on a heap, and nothing allocates on a device", node,
                    "use a fixed array: `local_array(8, f32)`",
                )  # fmt: skip
            return Problem(
                "PC0105", f"`{shown}`: values on a device have no methods", node, instead_of_method(node)
            )
        if isinstance(node.func, ast.Name):
            self.read(node.func)  # which has its own to say of a name without value
        return Problem(
            "PC0105",
            f"`{shown}` is a value, not a function that is known when the kernel is compiled",
            node.func,
        )

    def _no_such_callee(self, node: ast.Call, callee: Any) -> Problem:
        shown = ast.unparse(node.func)
        if isinstance(callee, type):
            if callee.__module__ == "builtins" and callee.__name__ in _NO_DEVICE_MEANING:
                return self._builtin_refused(node, callee.__name__)
            return Problem(
                "PC0105",
                f"objects of class `{callee.__qualname__}` can not be made on a device",
                node,
                "write a `lambda`" if callee.__module__ in ("functools", "operator") else "use a tuple",
            )
        if isinstance(callee, ModuleType):
            close = suggestion(callee.__name__.rpartition(".")[2], dir(callee))
            return Problem("PC0105", f"`{shown}` is a module, not a function", node, close)
        module = _module_of(callee)
        if isinstance(callee, BuiltinFunctionType) and module in ("builtins", "io", "_io"):
            return self._builtin_refused(node, callee.__name__)
        if isinstance(callee, MethodType):
            return Problem(
                "PC0105",
                f"`{shown}` is a method bound to an object of the host",
                node,
                "call a function, or a `@staticmethod` of the class",
            )
        if callable(callee) and isinstance(cast(Any, callee).__call__, MethodType):
            kind = type(callee).__qualname__
            return Problem(
                "PC0105", f"`{shown}` is an object of class `{kind}`, not a function", node, "call a function"
            )
        if type(callee).__module__ == "functools" and hasattr(callee, "__wrapped__"):
            return Problem(
                "PC0105",
                f"a decorator put `{shown}` into an object of type `{type(callee).__qualname__}`, "
                "which can not be called on a device",
                node,
                "leave the decorator out",
            )
        if callable(callee):
            return self._forbidden(node, shown, module)
        return Problem("PC0105", f"`{shown}` is {callee!r}, which can not be called", node)

    def _builtin_refused(self, node: ast.Call, name: str) -> Problem:
        return Problem(
            "PC0304",
            f"the builtin `{name}` has no device meaning",
            node,
            _NO_DEVICE_MEANING.get(name),
            [(module_filter.ALLOWED_TEXT, None)],
        )

    def _forbidden(self, node: ast.AST, shown: str, module: str) -> Problem:
        rule = module_filter.rule_for(module, self.instance.function.__module__)
        diagnostic = module_filter.forbidden_diagnostic(shown, module, rule, self.source.span(node), ())
        return Problem(
            diagnostic.code,
            diagnostic.message,
            node,
            diagnostic.help,
            [(n.message, n.span) for n in diagnostic.notes],
        )

    def plain_arguments(self, node: ast.Call, least: int, most: int | None = None) -> list[Expr]:
        """Positional arguments of a builtin."""
        most = least if most is None else most
        shown = ast.unparse(node.func)
        if node.keywords:
            raise Problem("PC0207", f"`{shown}` takes no arguments by keyword here", node.keywords[0])
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                raise Problem("PC0105", "arguments can not be unpacked with `*`", argument, "write them out")
        if not least <= len(node.args) <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            plural = "" if wanted == "1" else "s"
            raise Problem("PC0207", f"`{shown}` takes {wanted} argument{plural}, not {len(node.args)}", node)
        return [self.value(argument) for argument in node.args]

    # Casts

    def cast_call(self, node: ast.Call, target: ScalarType) -> Expr:
        """`target(value)`, the call of a type."""
        number = written_float(node) if target.is_float else None
        if number is not None:
            return Constant(node, target, target.convert(number))
        (value,) = self.plain_arguments(node, 1)
        return self.cast(node, value, target)

    def cast(self, node: ast.AST, value: Expr, target: ScalarType) -> Expr:
        """`target(value)`: integers wrap, float → int saturates and NaN gives 0, floats round to nearest even."""
        value = self.as_number(value)
        if not is_numeric(value.type):
            raise Problem("PC0205", f"{value.type} can not be cast to {target}", node, index_help(value.type))
        if value.type in PENDING:
            return Pending(node, target)
        if isinstance(value, Constant):
            return Constant(node, target, target.convert(value.value))
        if target is bool_:
            return self.truth(value)
        if isinstance(value, RoundToInteger) and target.is_float:
            # The float that was rounded holds the integer exactly, also where no integer type does. An integer has no -0.0.
            rounded = value.rounded
            assert isinstance(rounded.type, ScalarType)
            positive = Binary(node, rounded.type, None, "add", rounded, Constant(node, rounded.type, 0.0))
            return self.cast(node, positive, target)
        if is_weak(value.type):
            if is_floating(value.type) == target.is_float:
                return adopt(value, target)
            value = strong(value)
        if value.type is target:
            return value
        result = converted(value, target)
        result.node = node
        return result

    # Arrays

    def _array(self, node: ast.Call, space: Space) -> Expr:
        name = f"{space.value}_array"
        arguments = dict(zip(("shape", "dtype"), node.args, strict=False))
        arguments |= {k.arg: k.value for k in node.keywords if k.arg is not None}
        asked = arguments.pop("align", None) if space is Space.SHARED else None
        if len(node.args) > 2 or set(arguments) != {"shape", "dtype"}:
            raise Problem(
                "PC0207",
                f"`{name}` takes a shape and an element type",
                node,
                f"write `{name}((16, 16), f32)`",
            )
        shape_node = arguments["shape"]
        if isinstance(shape_node, ast.List):
            written = ast.unparse(ast.Tuple(shape_node.elts, ast.Load()))
            raise Problem("PC0210", f"the shape of `{name}` is a tuple", shape_node, f"write `{written}`")
        element = self._element_type(arguments["dtype"], shape_node, name)
        shape = self.value(shape_node)
        parts = list(getattr(shape, "elements", ())) if isinstance(shape.type, TupleType) else [shape]
        extents: list[int] = []
        for part in map(self.as_number, parts):
            if not (isinstance(part, Constant) and is_integer(part.type) and part.value > 0):
                raise Problem(
                    "PC0210",
                    f"the shape of `{name}` must be positive integers known at import",
                    part.node if part.node in ast.walk(shape_node) else shape_node,
                    "use literals, or constants of the module",
                )
            extents.append(part.value)
        if not extents:
            raise Problem("PC0210", f"`{name}` has at least one dimension", shape_node)
        if math.prod(extents) * element.size > 1 << 31:
            raise Problem("PC0210", f"`{name}` of {math.prod(extents)} elements is larger than 2 GiB", node)
        from periclase.importer.python.shared_alignment import asked_alignment

        return MakeArray(
            node, ArrayType(element, tuple(extents), space), asked_alignment(self, asked, element)
        )

    def _element_type(self, node: ast.expr, shape: ast.expr, name: str) -> Type:
        try:
            return self.element_type(node, name)
        except Problem as problem:
            with suppress(Problem, Unready):
                element = self.element_type(shape, name)
                problem.message = f"`{name}` takes the shape first, and then the type of the elements"
                problem.help = f"write `{name}({ast.unparse(node)}, {element})`"
            raise

    def _stored_like(self, node: ast.expr, name: str) -> Type:
        """The type of a value, `type(value)`, as that of elements."""
        found = strong(self.value(node)).type
        if found in PENDING:
            raise Unready
        if not isinstance(found, ScalarType | DeviceType) or not is_storable(found):
            raise Problem("PC0210", f"{with_article(found)} can not be an element of `{name}`", node)
        return found

    def element_type(self, node: ast.expr, name: str) -> Type:
        """The type that is asked for as that of the elements of an array.

        Raises:
            Problem: it names none.
        """
        if isinstance(node, ast.Call) and self.static_value(node.func) is type and len(node.args) == 1:
            return self._stored_like(node.args[0], name)
        element = self.annotated_type(node)
        if element is None or not is_storable(element):
            value = self.static_value(node)
            element = numpy_scalar_type(value) if isinstance(value, type) else None
        if element is None:
            text = node.value if isinstance(node, ast.Constant) else None
            meant = scalar_named(text) if isinstance(text, str) else None
            raise Problem(
                "PC0210",
                f"the element type of `{name}` must be a type that can be stored, such as f32",
                node,
                None if meant is None else f"write the type itself: `{meant}`",
            )
        return element

    # Functions compiled along

    def call_function(
        self,
        node: ast.AST,
        callee: Any,
        shown: str,
        leading: Sequence[Expr],
        call: ast.Call | None,
        captures: ClosureType | None = None,
    ) -> Expr:
        """A call of a function of the host program.

        Args:
            node: what is called, for messages.
            callee: the function.
            shown: what messages call it.
            leading: its first arguments, such as `self`.
            call: where the other arguments are written, if there are any.
            captures: its type, where it is a value that captures others: these are then in `leading`.

        Raises:
            Problem: it can not be compiled, or the arguments do not fit.
            Unready: it has a problem of its own.
        """
        function: FunctionType = callee if isinstance(callee, FunctionType) else callee.function
        if getattr(function, "needs_cooperative", False) and not self.program.cooperative:
            raise Problem(
                "PC0207",
                f"`{shown}` waits for all blocks of the grid, which need not be on the device at once",
                node,
                "mark the kernel `@kernel(cooperative=True)`",
            )
        module = function.__module__
        rule = module_filter.rule_for(module, self.instance.function.__module__)
        is_marked = isinstance(callee, DeviceFunction)
        facts = CalleeFacts(
            is_extern=is_marked and callee.options.extern,
            is_mapped=not is_marked and rule.verdict is module_filter.Verdict.MAPPED,
            is_forbidden=not is_marked and rule.verdict is module_filter.Verdict.FORBIDDEN,
        )
        kind = classify(facts)
        if kind is CalleeKind.FORBIDDEN or kind is CalleeKind.MAPPED:
            raise self._forbidden(node, shown, module)
        chain = self.frames_for(node)
        marked = cast(Any, callee)
        header = self.program.header(marked, chain)
        if header is None:
            raise Unready
        source, signature = header
        if kind is not CalleeKind.EXTERN and raises_only(source.tree):
            raise Problem(
                "PC0305",
                f"`{shown}` does nothing but raise: there is nothing to run on a device",
                node,
                "call a function that has a device version, or `trap()` where the thread shall stop",
                [(f"`{function.__qualname__}` is defined here", source.name_span())],
            )
        if captures is not None:
            signature = with_captures(signature, captures)
        values, early = self.arguments(node, shown, signature, leading, call)
        values = [self._as_view(v, p) for p, v in zip(signature.parameters, values, strict=True)]
        free = [v for p, v in zip(signature.parameters, values, strict=True) if p.type is None]
        for parameter, value in zip(signature.parameters, values, strict=True):
            if parameter.holds_others and isinstance(value, MakeTuple):
                free.extend(value.elements)
        bindings = bindings_of(signature, values, shown)
        types: list[Type] = []
        for index, parameter in enumerate(signature.parameters):
            value = values[index]
            if isinstance(value.type, ReferenceType) or is_such_array(value.type, parameter.type):
                types.append(cast(Type, value.type))
            elif parameter.pattern is not None:
                value = filled_in(value, parameter, bindings, shown)
                types.append(cast(Type, value.type))
            elif parameter.type is None:
                if parameter.holds_others and isinstance(value, MakeTuple):
                    value = self._specialised_rest(value, free, values)
                else:
                    value = specialised(value, free, values)
                types.append(cast(Type, value.type))
            else:
                what = f"passed as `{parameter.name}` of `{shown}`, which is {parameter.type}"
                type = lies_as_given(parameter.type, value.type)
                value = self.held(value, type, what)
                types.append(type)
            values[index] = value
        depth = sum(frame.function == function.__qualname__ for frame in chain)
        if depth > MOST_SPECIALISATIONS and not self._takes_less(function, signature, types):
            raise Problem(
                "PC0307",
                f"`{shown}` is specialised again and again to new types: the recursion has no end",
                node,
                "annotate the parameters of the recursive function",
            )
        instance = self.program.instance(marked, tuple(types), chain, captures)
        if instance is None:
            raise Unready
        made = Call(node, self._result_of(node, shown, instance), instance, values)
        self.calls.append(made)
        note_call(self, made.type, values)
        for value in values:  # what is passed by its address may be changed there
            place = place_of(value) if isinstance(value.type, ArrayType) and value.type.mutable else None
            if place is not None:
                self.changed_whole(place, node)
        if leading and isinstance(leading[0], AddressOf):
            self._note_changes(made, leading[0])
        return self.evaluated_first(early, made)

    def _takes_less(self, function: FunctionType, signature: Signature, types: list[Type]) -> bool:
        """Whether the function calls itself with fewer arguments in its `*args`: such a recursion has an end."""
        at = next((k for k, parameter in enumerate(signature.parameters) if parameter.is_rest), None)
        if at is None or self.instance.function is not function:
            return False
        before, now = self.instance.parameter_types[at], types[at]
        return (
            isinstance(before, TupleType)
            and isinstance(now, TupleType)
            and len(now.elements) < len(before.elements)
        )

    @staticmethod
    def _specialised_rest(value: MakeTuple, free: list[Expr], values: list[Expr]) -> Expr:
        """What is passed for `*args` or `**named`, of which each item is an argument."""
        items = [specialised(item, free, values) for item in value.elements]
        types = tuple(cast(Type, item.type) for item in items)
        return MakeTuple(value.node, replace(cast(TupleType, value.type), elements=types), items)

    def _as_view(self, value: Expr, parameter: Parameter) -> Expr:
        """An argument, which is a fixed array as a view where the parameter is annotated as one."""
        if not isinstance(value.type, ArrayType) or isinstance(parameter.type, ArrayType):
            return value
        from periclase.importer.python.array_views import as_argument

        typing: Any = self
        return as_argument(typing, value, parameter.type or parameter.pattern)

    def _note_changes(self, call: Call, reference: AddressOf) -> None:
        from periclase.importer.python.type_function import type_function

        type_function(self.program, call.instance)
        changes, bindings = call_changes(call, reference)
        for variable, _, _ in changes:
            self.forget_parts(variable.name, reference.node)
        self.changes.extend(changes)
        self.bindings.extend(bindings)
        if points_to_thread(call.type):  # what it gives may point into the object
            note_address(self, reference.place)
        for argument in call.arguments[1:]:
            self.used_whole(argument, "passed to a method that changes its object")

    def arguments(
        self, node: ast.AST, shown: str, signature: Signature, leading: Sequence[Expr], call: ast.Call | None
    ) -> tuple[list[Expr], list[Expr]]:
        """A value for each parameter, and those that have to be evaluated before, in this order.

        Raises:
            Problem: the arguments do not fit the parameters.
        """
        names = [p.name for p in signature.parameters]
        if len(leading) > len(names):
            raise Problem("PC0207", f"`{shown}` takes {len(names)} arguments, not {len(leading)}", node)
        written = dict(zip(names, leading, strict=False))
        rest = Signature(signature.parameters[len(leading) :], signature.result)
        given = arguments_by_name(node, shown, rest, call)
        kinds = {p.name: p for p in signature.parameters}
        named = next((p for p in signature.parameters if p.is_keywords), None)
        for name, argument in given.items():
            written[name] = self._argument(kinds.get(name, named), argument, shown)
        early: list[Expr] = []
        if not in_order(list(written), names):
            # Python evaluates arguments in the order in which they are written.
            written = {name: self.once(value) for name, value in written.items()}
            early = [value for value in written.values() if isinstance(value, Once)]
        values: list[Expr] = []
        for parameter in signature.parameters:
            value = written.get(parameter.name)
            if parameter is named:
                from periclase.importer.python.keyword_arguments import keywords

                extra = [(name, held) for name, held in written.items() if name.startswith(EXTRA)]
                whole: Any = self
                value = keywords(whole, node, extra)
            elif value is None:
                captured = written.get(f"<default of {parameter.name}>")
                value = self._default(node, shown, parameter) if captured is None else known_number(captured)
            values.append(value)
        return values, early

    def _argument(self, parameter: Parameter | None, written: ast.expr, shown: str) -> Expr:
        """The value of an argument; of `*args` and `**named`, whose items are of the annotated type where there is one."""
        assert parameter is not None
        if parameter.is_rest and isinstance(written, ast.Tuple) and not written.elts:
            return MakeTuple(written, UNIT, [])
        value = self.value(written)
        if parameter.is_keywords and parameter.each is not None:
            what = f"passed in `**{parameter.name}` of `{shown}`, where each is {parameter.each}"
            return self.held(value, parameter.each, what)
        if parameter.each is None or not isinstance(written, ast.Tuple):
            return value
        type = TupleType((parameter.each,) * len(written.elts))
        return self.held(value, type, f"passed as `*{parameter.name}` of `{shown}`, which is {type} here")

    @staticmethod
    def _default(node: ast.AST, shown: str, parameter: Parameter) -> Expr:
        """The default of a parameter: a constant, as one of the module would be."""
        if isinstance(parameter.default, MadeByFactory):
            raise Problem(
                "PC0104",
                f"the default of `{parameter.name}` of `{shown}` is made by its `default_factory`, which a kernel can not call",
                node,
                "pass the argument, or give the field a number as its default",
            )
        constant = constant_of_host_value(parameter.default, node)
        if constant is None:
            raise Problem(
                "PC0104",
                f"the default of `{parameter.name}` of `{shown}` is a host object of type "
                f"{type(parameter.default).__name__}, which a kernel can not read",
                node,
                "pass the argument, or make the default a number",
            )
        return constant

    def _result_of(self, node: ast.AST, shown: str, instance: FunctionInstance) -> Type:
        from periclase.importer.python.instance import State
        from periclase.importer.python.type_function import type_function

        if instance.result_type is None:
            if instance.state is State.TYPING:
                if instance.source is not None and not returns_values(instance.source.tree):
                    return UNIT
                raise Problem(
                    "PC0307",
                    f"`{shown}` calls itself before the type of its result is known",
                    node,
                    "annotate the result: `def …(…) -> f32:`",
                )
            if instance.state is State.NEW:
                type_function(self.program, instance)
        if instance.state is State.FAILED or instance.result_type is None:
            raise Unready
        return instance.result_type


def _module_of(callee: Any) -> str:
    """The module that something callable comes from; of a bound method that of its object's class (`random.random`)."""
    name = getattr(callee, "__module__", None)
    if isinstance(name, str):
        return name
    owner = getattr(callee, "__self__", callee)
    return owner.__name__ if isinstance(owner, ModuleType) else type(owner).__module__


def written_float(node: ast.Call) -> float | None:
    """The number that `float("nan")` or `f32("-inf")` is, or None: there are no strings on a device, but this is none there."""
    argument = node.args[0] if len(node.args) == 1 and not node.keywords else None
    if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
        return None
    try:
        return float(argument.value)
    except ValueError as error:
        raise Problem("PC0206", f"`{ast.unparse(node)}` can not be computed: {error}", node) from None


def known_number(value: Expr) -> Expr:
    """`value`, which is written as a number where its type says which one it is."""
    if type(value.type).__name__ != "ConstantType":
        return value
    held: Any = value.type
    literal = WEAK_FLOAT if isinstance(held.value, float) else WEAK_INT
    if isinstance(held.value, bool):
        return Constant(value.node, bool_, held.value)
    return Constant(value.node, literal if held.scalar is None else held.scalar, held.value)


def instead_of_method(node: ast.Call) -> str:
    """What to write instead of a method that numpy's or PyTorch's arrays and numbers have."""
    assert isinstance(node.func, ast.Attribute)
    value, name = ast.unparse(node.func.value), node.func.attr
    if name in ("item", "cpu", "numpy", "tolist", "clone", "copy", "detach"):
        return f"leave it out: `{value}`"
    if name in ("sum", "min", "max", "any", "all"):
        return f"write `{name}({value})`"
    if name == "mean":
        return f"write `sum({value}) / f32(len({value}))`"
    if name == "astype" and node.args:
        return f"call the type, of an element: `{ast.unparse(node.args[0])}({value}{'[i]' if value.isidentifier() else ''})`"
    if name == "fill":
        return f"write `{value}[:] = {ast.unparse(node.args[0]) if node.args else 0}`"
    if hasattr(math, name):
        return f"write `math.{name}({value})`"
    return "call a function"


def raises_only(tree: ast.FunctionDef) -> bool:
    """Whether a body does nothing but raise (its docstring aside)."""
    body = [s for s in tree.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    return len(body) == 1 and isinstance(body[0], ast.Raise)
