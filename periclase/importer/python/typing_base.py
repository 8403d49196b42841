"""The state of typing one function: its variables, what has been found wrong, and how values reach variables."""

from __future__ import annotations

import ast
import enum
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, Optional, TypeVar, cast

from periclase.diagnostics import Frame, Severity
from periclase.importer.python.conversions import (
    coerce,
    common_scalar,
    common_type,
    default_type,
    is_floating,
    is_numeric,
    is_weak,
    strong,
)
from periclase.importer.python.literal_tuples import is_literal, note_items, with_literals
from periclase.importer.python.names import is_namespace, static_attribute, suggestion
from periclase.importer.python.problems import Problem, Unready
from periclase.importer.python.round_variables import Rounds, names_set_once
from periclase.importer.python.source import FunctionSource
from periclase.importer.python.type_rules import rules_of_type
from periclase.importer.python.typed_tree import (
    PENDING,
    PENDING_FLOAT,
    PENDING_INT,
    WEAK_FLOAT,
    WEAK_INT,
    Call,
    Constant,
    Expr,
    ExprType,
    Once,
    Pending,
    Range,
    Read,
    Select,
    Variable,
    WeakOnce,
    WeakType,
)
from periclase.importer.python.value_ranges import fits, hull, of_type
from periclase.record import replace
from periclase.signature import MISSING, Scope, type_of_annotation
from periclase.structs import NotAStruct
from periclase.types import DeviceType, ScalarType, Space, TupleType, Type, i64

if TYPE_CHECKING:
    from periclase.importer.python.instance import FunctionInstance, Program
    from periclase.importer.python.outliving import Outliving


class _NotStatic:
    """The type of `NOT_STATIC`."""


NOT_STATIC: Final = _NotStatic()
"""What `static_value` gives for an expression that has a value on the device only."""

WIDENING_PASS = 4
"""From this pass on a range that still grows becomes the whole range of its type, so that typing ends."""


UNSETTLED_PASS = 16
"""From this pass on a function that captures values of other types in each pass is taken to be several."""


def there(name: str) -> str:
    """What stands among the assigned variables where the variable `name`, which may be `None`, is known not to be."""
    return f"{name} is not None"


def not_there(name: str) -> str:
    """The same where it is known to be `None`."""
    return f"{name} is None"


class TypingBase:
    """State and services that the parts of typing share. One object types one function."""

    def __init__(self, program: Program, instance: FunctionInstance, source: FunctionSource):
        self.program = program
        self.instance = instance
        self.source = source
        self.scope = Scope(instance.function)
        self.debug = program.debug or instance.options.debug
        self.variables: dict[str, Variable] = {}
        self.store_counts: dict[str, int] = {}
        self.pass_number = 0
        self.again = False
        self.problems: list[Problem] = []
        self.calls: list[Call] = []
        self.poisoned: set[str] = set()
        self.definite: set[str] | None = set()
        self.maybe: set[str] = set()
        self.known: dict[str, Constant] = {}
        """What variables are in the round of a loop that is written out."""
        self.items_of_round: set[str] = set()
        self.functions_of_round: dict[str, Expr | None] = {}
        """The functions that variables are in that round; None behind the loop."""
        self.rounds = Rounds()
        """The variables that are another one in each round of such a loop."""
        self.told_of: set[str] = set()
        """The variables of whose fields and items tests have told something."""
        self.copies = 1
        """How often what is typed is written out, by the loops around it."""
        self.changes: list[tuple[Variable, tuple[int | str, ...], ast.AST]] = []
        self.unnamed: list[tuple[Expr, bool, ast.AST]] = []
        self.bindings: list[tuple[Variable, tuple[int | str, ...], Expr | None, ast.AST]] = []
        self.uses: list[tuple[Expr, str]] = []
        """What `one_name.check_one_name` looks at."""
        self.has_addresses: bool = False
        """Whether something may lead into an object in a variable of the function, or an array that is in none."""
        self.leads_to_given: bool = False
        """Whether something may lead into an array or object that is passed to the function by its address."""
        self.outliving: list[Outliving] = []
        """What is known when the function has ended."""
        self.captured: dict[str, frozenset[str]] = {}
        """For each variable that holds a function: the variables of which that has captured the values."""

    # Names

    def is_local(self, name: str) -> bool:
        """Whether `name` is a parameter or assigned somewhere in the function."""
        return name in self.variables

    def static_value(self, node: ast.expr) -> Any:
        """The host value that a global name, or an attribute of a module or class, stands for; else `NOT_STATIC`.

        Raises:
            Problem: a name or attribute that does not exist.
        """
        if isinstance(node, ast.Name):
            if self.is_local(node.id):
                return NOT_STATIC
            value = self.scope.lookup(node.id)
            if value is MISSING:
                from periclase.importer.python.foreign_names import import_of

                ours = import_of(node.id)
                help = (
                    (f"add `{ours}`" if ours is not None else None)
                    or self.foreign_help(node)
                    or suggestion(node.id, self._visible_names())
                    or "assign it first, import it, or define it at module level"
                )
                raise Problem("PC0101", f"the name `{node.id}` is not defined", node, help)
            return self._type_argument(value, node) if isinstance(value, TypeVar) else value
        if isinstance(node, ast.Attribute):
            try:
                owner = self.static_value(node.value)
                if isinstance(owner, enum.Enum) and node.attr == "value":
                    return owner.value
                if owner is NOT_STATIC or not is_namespace(owner):
                    return NOT_STATIC
                return static_attribute(owner, node.attr, node)
            except Problem as problem:
                problem.help = self.foreign_help(node) or problem.help
                raise
        return NOT_STATIC

    def device_global(self, node: ast.expr) -> Expr | None:
        """What a name or attribute of the host stands for, if that is a device global."""
        value = self.static_value(node)
        if value.__class__.__name__ != "DeviceGlobal":
            return None
        from periclase.importer.python.device_globals import named

        return named(self, node, value)

    def _type_argument(self, variable: TypeVar, node: ast.expr) -> Any:
        """What a type variable stands for: a scalar type, the class of a struct, another type, a number."""
        found = self.instance.type_arguments.get(variable)
        if found is None:
            raise Problem(
                "PC0212",
                f"`{variable.__name__}` stands for nothing here: no parameter of the function has it in its annotation",
                node,
                f"annotate a parameter with it: `x: {variable.__name__}`",
            )
        return getattr(found, "host", found)

    def _visible_names(self) -> list[str]:
        return [*self.variables, *self.scope.visible_names()]

    def foreign_help(self, node: ast.expr) -> str | None:
        """What to write instead of `node` if it is how another GPU language writes something."""
        from periclase.importer.python.foreign_names import foreign_name_help  # for errors alone

        return foreign_name_help(node, self._visible_names())

    def annotated_type(self, node: ast.expr) -> Type | None:
        """The type that an expression names as an annotation would, or None.

        Raises:
            Problem: it names a class that can not be a type on a device.
        """
        try:
            return self._annotated_type(node)
        except NotAStruct as problem:
            raise Problem("PC0201", problem.message, node, problem.help) from None

    def _annotated_type(self, node: ast.expr) -> Type | None:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return self._optional_type([node.left, node.right])
        if not isinstance(node, ast.Subscript):
            value = None if isinstance(node, ast.Constant) else self.static_value(node)
            return None if value is NOT_STATIC or value is None else type_of_annotation(value)
        owner: Any = self.static_value(node.value)
        written = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if owner is Optional:
            return self._optional_type([*written, ast.Constant(None)])
        if owner is tuple:
            types = [self._annotated_type(part) for part in written]
            return None if None in types else TupleType(tuple(type for type in types if type is not None))
        if not getattr(owner, "__module__", "").startswith("periclase."):
            return None
        parts: list[Any] = []
        for part in written:
            extent = part.value if isinstance(part, ast.Constant) else self._static_number(part)
            known = isinstance(extent, int) or (isinstance(extent, str | Space) and bool(parts))
            type = None if known else self._annotated_type(part)
            if type is None and not known:
                return None
            parts.append(extent if type is None else type)
        try:
            return type_of_annotation(owner[parts[0] if len(parts) == 1 else tuple(parts)])
        except TypeError:
            return None

    def _optional_type(self, parts: list[ast.expr]) -> Type | None:
        """The type that `T | None` names in the function, or None."""
        others = [part for part in parts if not (isinstance(part, ast.Constant) and part.value is None)]
        element = self._annotated_type(others[0]) if len(others) == 1 and len(parts) == 2 else None
        return element if element is None else type_of_annotation(element | None)

    def written_type(self, node: ast.expr) -> Type:
        """The type that an annotation inside the function names, which may be in quotes.

        Raises:
            Problem: it names none.
        """
        quoted = isinstance(node, ast.Constant) and isinstance(node.value, str)
        found = self.annotated_type(_quoted(node, cast(Any, node).value) if quoted else node)
        if found is None:
            raise Problem(
                "PC0201",
                f"`{ast.unparse(node)}` is not a type that exists on a device",
                node,
                "use a scalar type such as f32, or leave the annotation out",
            )
        return found

    def _static_number(self, node: ast.expr) -> Any:
        """The value of a name of the module, or of a variable of this function that is a constant."""
        if isinstance(node, ast.Name) and self.is_local(node.id):
            constant = self.known.get(node.id, self.variables[node.id].constant)
            return NOT_STATIC if constant is None else constant.value
        return self.static_value(node)

    def frames_for(self, node: ast.AST) -> tuple[Frame, ...]:
        """The call chain of something that is called at `node`."""
        return (*self.instance.chain, Frame(self.instance.function.__qualname__, self.source.span(node)))

    def refused(self, node: ast.AST, problem: Problem) -> None:
        """Note why a statement or condition is refused, and what else can be said of it."""
        from periclase.importer.python.undefined_names import undefined_names

        self.problems.extend(undefined_names(self, node, problem))

    def warn(self, problem: Problem) -> None:
        """Report a warning."""
        self.program.report(problem.diagnostic(self.source, self.instance.frames, Severity.WARNING))

    # Variables

    def read(self, node: ast.Name) -> Expr:
        """The value of a variable.

        Raises:
            Problem: it may not have been assigned.
            Unready: it has no type yet, or its assignment was refused.
        """
        name = node.id
        variable = self.variables[name]
        if self.definite is not None and name not in self.definite:
            if name in self.poisoned:
                raise Unready
            if name in self.maybe:
                raise Problem(
                    "PC0103",
                    f"`{name}` may have no value here: not every path to this line assigns it",
                    node,
                    f"assign `{name}` before the branch or loop",
                    [(f"`{name}` is assigned here", site) for site in variable.sites[:1]],
                )
            raise Problem(
                "PC0103",
                f"`{name}` is read before it is assigned",
                node,
                f"`{name}` is a local variable, since this function assigns it; assign it first, or use another name",
            )
        variable.read = True
        if name in self.functions_of_round:
            return self._function_of_round(node)
        if name in self.poisoned or variable.type is None:
            raise Unready
        if name in self.captured and self.definite is not None and _current(name) not in self.definite:
            raise self._outdated(node, variable)
        constant = self.known.get(name, variable.constant)
        if constant is not None:
            return Constant(node, constant.type, constant.value)
        if variable.type is WEAK_INT:
            return Pending(node, PENDING_INT)
        if variable.type is WEAK_FLOAT:
            return Pending(node, PENDING_FLOAT)
        if variable.is_literal and variable.by_default and variable.hull is not None and variable.type is i64:
            return WeakOnce(WEAK_INT, Once(Read(node, i64, variable.hull, variable)))
        if variable.type.__class__.__name__ == "GridConstantType":
            from periclase.importer.python.grid_constants import content_of

            return content_of(Read(node, variable.type, None, variable))
        found = Read(node, variable.type, variable.range, variable)
        return found if variable.items is None else with_literals(node, found)

    def _function_of_round(self, node: ast.Name) -> Expr:
        held = self.functions_of_round[node.id]
        if held is None:
            raise Problem(
                "PC0204",
                f"`{node.id}` is another function in each round of a loop: behind it there is no one that it is",
                node,
                "call it in the loop",
            )
        return held

    def is_single(self, variable: Variable) -> bool:
        """Whether one assignment is all that `variable` gets."""
        return not variable.is_parameter and self.store_counts.get(variable.name, 0) == 1

    def bind(self, variable: Variable, value: Expr, node: ast.AST) -> None:
        """Let `value` take part in the type of `variable`, and mark it assigned.

        Raises:
            Problem: no type holds this value and those assigned elsewhere.
        """
        before = (
            variable.type,
            variable.range,
            variable.hull,
            variable.is_literal,
            variable.constant is None,
            variable.items is None or len(variable.items),
        )
        if variable.is_literal and not _is_literal(value):
            variable.is_literal = False
        if not any(site is node for site in variable.sites):
            variable.sites.append(node)
        if variable.declared is None:
            self._join(variable, value, node)
        else:
            self.held(
                value,
                variable.declared,
                f"assigned to `{variable.name}`, which is annotated {variable.declared}",
            )
            variable.type = variable.declared
        single = self.is_single(variable)
        if single and variable.declared is None and isinstance(value, Constant) and before[0] is None:
            variable.constant = value
        elif variable.constant is not None and not (
            isinstance(value, Constant)
            and repr(value.value)
            == repr(variable.constant.value)  # which tells 0.0 from -0.0, and finds NaN equal
            and value.type is variable.constant.type
        ):
            variable.constant = None
        if single and variable.declared is None and isinstance(variable.type, TupleType):
            note_items(variable, value, first=before[0] is None)
        self._update_range(variable, value, single)
        after = (
            variable.type,
            variable.range,
            variable.hull,
            variable.is_literal,
            variable.constant is None,
            variable.items is None or len(variable.items),
        )
        if variable.read and before != after:
            self.again = True

    def held(self, value: Expr, target: Type, what: str, node: ast.AST | None = None) -> Expr:
        """`value` as what a variable, an element, a field, a parameter or a result of the type `target` holds.

        Raises:
            Problem: something would be lost.
        """
        return coerce(value, target, node, what)

    def mark_assigned(self, name: str) -> None:
        """From here on `name` has a value, and another one than before."""
        if self.definite is not None:
            self.definite.add(name)
        self.maybe.add(name)
        self._outdate(name)

    def _outdate(self, name: str) -> None:
        """`name` has another value: the functions that have captured it know the one before."""
        if self.definite is not None and self.captured:
            self.definite -= {_current(held) for held, names in self.captured.items() if name in names}

    def note_captures(self, name: str, names: frozenset[str]) -> None:
        """The variable `name` holds, from here on, functions that have captured the values that `names` have now."""
        if names:
            self.captured[name] = names | self.captured.get(name, frozenset())
        if name in self.captured and self.definite is not None:
            self.definite.add(_current(name))

    def _outdated(self, node: ast.Name, variable: Variable) -> Problem:
        names = sorted(self.captured[node.id])
        shown = " or ".join(f"`{name}`" for name in names)
        sites = [site for name in names for site in self.variables[name].sites[-1:]]
        return Problem(
            "PC0110",
            f"{shown} may have been assigned since `{node.id}` captured it: in Python the function would see the new value",
            node,
            "define the function after the assignment, pass the value as an argument, or use another name for the new value",
            [(f"`{node.id}` is made here", site) for site in variable.sites[:1]]
            + [("this is assigned here", site) for site in sites[:1]],
        )

    def forget(self, name: str) -> None:
        """From here on nothing is known of the value of `name` but its type."""
        self.known.pop(name, None)
        if self.definite is not None:
            self.definite -= {there(name), not_there(name)}
        self.forget_parts(name)
        self._outdate(name)

    def tell_of(self, path: str) -> None:
        """Something is known of a variable, or a field or item of one, from here on."""
        if not path.isidentifier():
            self.told_of.add(path.partition(".")[0].partition("[")[0])

    def forget_parts(self, name: str, node: ast.AST | None = None, *, itself: bool = False) -> None:
        """From here on nothing is known of the fields and items of the variable `name`.

        Args:
            node: where only a part of it is changed, the expression of that.
            itself: whether it is that part itself that is another one, or what it holds.
        """
        if name in self.told_of and self.definite is not None:
            from periclase.importer.python.narrowing import is_of, path_of

            path = path_of(self, node) if isinstance(node, ast.expr) else None
            gone = {fact for fact in self.definite if is_of(fact, path or name)}
            if path is not None and itself:
                gone |= {there(path), not_there(path)}
            self.definite -= gone

    @contextmanager
    def known_items(self, target: ast.expr, loop: ast.AST) -> Generator[None]:
        """While a round of a `loop` that is written out is typed: what its `target` is set to is known, where that is a constant
        and nothing else in the loop sets it."""
        names = names_set_once(target, loop)
        outer = self.items_of_round
        self.items_of_round = outer | names
        try:
            yield
        finally:
            self.items_of_round = outer
            for name in names:
                self.known.pop(name, None)
                if name in self.functions_of_round:
                    self.functions_of_round[name] = None

    def _update_range(self, variable: Variable, value: Expr, single: bool) -> None:
        type = variable.type
        if not isinstance(type, ScalarType) or type.is_float:
            return
        whole = of_type(type)
        if not single or value.range is None or not fits(value.range, whole):
            variable.range = whole
            return
        wider = hull(variable.range, value.range)
        if wider != variable.range and variable.range is not None and self.pass_number >= WIDENING_PASS:
            wider = whole
        variable.range = wider

    def _join(self, variable: Variable, value: Expr, node: ast.AST) -> None:
        if value.type in PENDING:
            if variable.type is None:
                variable.type = WEAK_INT if value.type is PENDING_INT else WEAK_FLOAT
            elif variable.type is WEAK_INT and value.type is PENDING_FLOAT:
                variable.type = WEAK_FLOAT
            return
        if value.type is WEAK_INT:
            variable.hull = hull(variable.hull, value.range)
        if variable.type is None:
            variable.type = value.type
            return
        joined = self.join_types(variable.type, variable.hull, value)
        unsettled = joined != variable.type and is_function(joined) and self.pass_number >= WIDENING_PASS
        if joined is None or unsettled:
            if self.rounds.take_apart(variable.name):
                variable.type = variable.hull = variable.range = variable.constant = variable.items = None
                self.again = True
                raise Unready
        if joined is None or (unsettled and self.pass_number >= UNSETTLED_PASS):
            raise self._no_common_type(variable, value, node)
        variable.type = joined

    def join_types(self, type: ExprType, literals: Range | None, value: Expr) -> ExprType | None:
        """The common type of a `type` (that also held int literals in the range `literals`) and of `value`, or None."""
        if type == value.type:
            return type
        if isinstance(type, TupleType) and isinstance(value.type, TupleType):
            if replace(type, elements=()) != replace(value.type, elements=()) or (
                len(type.elements) != len(value.type.elements)
            ):
                return None
            parts: list[Any] = []
            for a, b in zip(type.elements, value.type.elements, strict=True):
                part = self.join_types(a, None, Pending(value.node, b))
                if part is None:
                    return None
                parts.append(part)
            return replace(type, elements=tuple(parts))
        if not is_numeric(type) or not is_numeric(value.type):
            for side in (type, value.type):
                found = rules_of_type(side).joined(type, value)
                if found is not None:
                    return found
            return None
        if isinstance(type, ScalarType) and isinstance(value.type, ScalarType):
            return common_scalar(type, value.type)
        held: Expr = Pending(value.node, type, literals if is_weak(type) else None)
        return common_type(held, value)

    def _no_common_type(self, variable: Variable, value: Expr, node: ast.AST) -> Problem:
        others = [site for site in variable.sites if site is not node]
        old, new = _told_apart(variable.type, value.type)
        where = [(f"it is {old} from here", site) for site in others[:1]]
        if variable.is_parameter:
            where = [(f"`{variable.name}` is a parameter of type {old}", None)]
        advice = f"use another name, or cast: `{variable.name} = {_cast_name(variable.type)}(…)`"
        if isinstance(variable.type, DeviceType) or not is_numeric(value.type):
            advice = "use another name for the other value"
        if is_function(variable.type) and is_function(value.type):
            return Problem(
                "PC0204",
                f"`{variable.name}` is {variable.type} already: a variable holds one function, known when the kernel is compiled",
                node,
                ONE_FUNCTION,
                where,
            )
        return Problem(
            "PC0204",
            f"`{variable.name}` can not be {new} here: no type holds both that and {old}",
            node,
            advice,
            where,
        )

    def default_weak_variables(self) -> bool:
        """Give every variable that only literals reach its default type; whether there was one that is not a constant."""
        found = False
        for variable in self.variables.values():
            if variable.type is WEAK_INT or variable.type is WEAK_FLOAT:
                if variable.constant is not None:
                    continue
                variable.type = default_type(variable.type, variable.hull)
                variable.by_default = True
                variable.range = None
                found = found or variable.read
        return found

    # Parts that other modules of typing supply

    def expression(self, node: ast.expr) -> Expr:
        """The typed form of an expression."""
        raise AssertionError("supplied by ExpressionTyping")

    def value(self, node: ast.expr) -> Expr:
        """The typed form of an expression that must have a value."""
        raise AssertionError("supplied by ExpressionTyping")

    def once(self, value: Expr) -> Expr:
        """`value` to be used more than once: evaluated in the first place."""
        if isinstance(value, Constant | Once) or is_literal(value):
            return value
        if isinstance(value.type, WeakType):
            return WeakOnce(value.type, Once(strong(value)))
        return Once(value)


def _is_literal(value: Expr) -> bool:
    """Whether it is a whole number in the source, or one of several that a test chooses."""
    if isinstance(value, Select):
        return value.type is WEAK_INT and _is_literal(value.then) and _is_literal(value.otherwise)
    return isinstance(value, Constant) and value.type is WEAK_INT


def _quoted(node: ast.expr, text: str) -> ast.expr:
    """The syntax tree of an annotation in quotes, all of it placed where the quotes are; `node` itself if it has none."""
    try:
        parsed = ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        return node
    for part in ast.walk(parsed):
        ast.copy_location(part, node)
    return parsed


ONE_FUNCTION = (
    "call each in its own branch, or write one function that chooses: `lambda v: f(v) if test else g(v)`"
)
"""What to do where one of several functions would be called."""


def is_function(type: object) -> bool:
    """Whether values of a type are functions."""
    return type.__class__.__name__ == "ClosureType"


def _current(name: str) -> str:
    """What stands among the assigned names while the functions that `name` holds know the values that Python's would see."""
    return f"<current {name}>"


def _described(type: ExprType | None) -> str:
    if type is WEAK_INT or type is PENDING_INT:
        return "an int"
    if type is WEAK_FLOAT or type is PENDING_FLOAT:
        return "a float"
    return str(type)


def _told_apart(one: ExprType | None, other: ExprType | None) -> tuple[str, str]:
    """What messages call two types that differ: of classes of one name, as those of named tuples are, with their fields."""
    shown = _described(one), _described(other)
    if shown[0] != shown[1] or is_function(one):
        return shown
    fields = [
        ", ".join(f"{name.lstrip('.')}: {part}" for name, part in type.parts() or ())
        if isinstance(type, DeviceType)
        else ""
        for type in (one, other)
    ]
    return f"{shown[0]}({fields[0]})", f"{shown[1]}({fields[1]})"


def _cast_name(type: ExprType | None) -> str:
    if type is None or is_weak(type):
        return "f64" if type is not None and is_floating(type) else "i64"
    return str(type)
