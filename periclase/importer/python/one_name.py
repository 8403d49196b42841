"""What is changed has one name, so that it makes no difference that Python's names share objects and a device's copy them.

An object of a struct is a value on a device. In Python `q = p` gives the object a second name, and `q.x = 1` shows in `p.x`.
Where nothing is changed nobody can tell. So, of every object that a function changes (a field or element is set, a method that
does so is called), it is asked that

- it is *fresh* where it gets its name: made by a call of its class, by `copy()`, or by a function that returns a fresh one;
- it is not bound as a whole to a second name: a variable, a tuple, a field of another object.

Elements of slices and of arrays hold objects by value, as numpy's structured arrays do: storing copies, reading gives a copy.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from periclase.importer.python.instance import State
from periclase.importer.python.optional_tree import MakeOptional
from periclase.importer.python.places import Path, place_of, root_of, steps
from periclase.importer.python.problems import Problem
from periclase.importer.python.typed_tree import (
    AddressOf,
    After,
    ArrayOfItems,
    ArrayValue,
    Call,
    Checked,
    ConstantStruct,
    Copy,
    ElementPlace,
    Expr,
    Item,
    MakeArray,
    MakeStruct,
    MakeTuple,
    Once,
    Select,
    Variable,
)
from periclase.optionals import OptionalType
from periclase.structs import StructType
from periclase.types import ArrayType, DeviceType, ScalarType, TupleType

Part = tuple[Variable, Path]
Change = tuple[Variable, Path, ast.AST]
Binding = tuple[Variable, Path, "Expr | None", ast.AST]
"""A part of a variable gets a value; None stands for one that is known not to be fresh."""
Use = tuple[Expr, str]
"""A value gets one more name, and which: in words."""


def holds_object(type: object) -> bool:
    """Whether values of a type are, or hold, objects that can be changed in Python: structs, and arrays as parts of them."""
    if isinstance(type, StructType):
        return not type.is_tuple or any(map(holds_object, type.types))
    if isinstance(type, TupleType):
        return any(map(holds_object, type.elements))
    if isinstance(type, OptionalType):
        return holds_object(type.element)
    return isinstance(type, ArrayType)


def object_paths(type: object) -> Iterator[Path]:
    """The paths of all objects in a value of a type that can be changed."""
    if isinstance(type, StructType | TupleType):
        if isinstance(type, StructType) and not type.frozen:
            yield ()
        types = type.types if isinstance(type, StructType) else type.elements
        for index, part in enumerate(types):
            for path in object_paths(part):
                yield (index, *path)
    elif isinstance(type, OptionalType):
        yield from object_paths(type.element)
    elif isinstance(type, ArrayType):
        yield ()
        for path in object_paths(type.element):
            yield ("*", *path)


def shared_parts(value: Expr) -> Iterator[Part]:
    """The parts of variables that a value is, or holds, and does not copy."""
    value = _inner(value)
    if isinstance(value.type, ScalarType) or not holds_object(value.type):
        return
    if isinstance(value, Copy):
        inner = value.type.types if isinstance(value.type, StructType) and not value.deep else ()
        for variable, path in shared_parts(value.value):
            yield from ((variable, (*path, index)) for index, part in enumerate(inner) if holds_object(part))
        return
    if isinstance(value, MakeStruct | MakeTuple):
        for element in value.elements:
            yield from shared_parts(element)
    elif isinstance(value, Select):
        yield from shared_parts(value.then)
        yield from shared_parts(value.otherwise)
    elif isinstance(value, Item):
        yield from shared_parts(value.value)
    elif isinstance(value, Call):
        if value.instance.freshness < 2:
            for argument in value.arguments:
                if isinstance(argument, AddressOf):
                    variable, path = root_of(argument.place)
                    if variable is not None:
                        yield variable, path
                else:
                    yield from shared_parts(argument)
    else:
        place = place_of(value)
        if place is not None:
            variable, path = root_of(place)
            if variable is not None and "*" not in path:
                yield variable, path


def freshness(value: Expr, bindings: dict[Variable, list[tuple[Path, Expr | None]]] | None = None) -> int:
    """How much of a value nothing else knows: 0 nothing, 1 the object itself, 2 also all objects in it.

    With `bindings`, of a function, the variables that it returns are looked into.
    """
    value = _inner(value)
    if not isinstance(value.type, DeviceType) or not holds_object(value.type):
        return 2
    if isinstance(value, Copy):
        return 2 if value.deep else _freshness_of_copy(value)
    if isinstance(value, MakeArray | MakeOptional):  # of the latter there is only `None` left
        return 2
    if isinstance(value, ConstantStruct):
        return 0
    if isinstance(value, MakeStruct | MakeTuple | ArrayOfItems):
        made_of = value.items if isinstance(value, ArrayOfItems) else value.elements
        roots = [root for element in made_of for root in shared_parts(element)]
        inner = min((freshness(element, bindings) for element in made_of), default=2)
        if len(set(roots)) < len(roots):
            inner = 0
        if isinstance(value, MakeTuple):
            return inner
        return 2 if inner == 2 else 1
    if isinstance(value, Select):
        return min(freshness(value.then, bindings), freshness(value.otherwise, bindings))
    if isinstance(value, Call):
        return value.instance.freshness
    if isinstance(value, Item):
        return freshness(value.value) if isinstance(_inner(value.value), Call) else 0
    place = place_of(value)
    if bindings is not None and place is not None:
        variable, path = root_of(place)
        if variable is not None and not path and not variable.is_parameter and variable in bindings:
            least = 2
            for bound, held in bindings[variable]:
                fresh = 0 if held is None else freshness(held)
                least = min(least, fresh if not bound else 1 if fresh < 2 else 2)
            return least
    return 0


def _freshness_of_copy(value: Copy) -> int:
    """`copy(x)` copies the object, and shares the objects in it; but an element of a slice or array holds values only."""
    type = value.type
    place = place_of(value.value)
    if place is not None and any(isinstance(step, ElementPlace) for step in steps(place)):
        return 2
    types = type.types if isinstance(type, StructType) else ()
    return 1 if any(map(holds_object, types)) else 2


def _inner(value: Expr) -> Expr:
    while isinstance(value, After | ArrayValue | Checked | MakeOptional | Once):
        if value.value is None:
            break
        value = value.value
    return value


def _fresh_at(value: Expr | None, path: Path) -> bool:
    """Whether the object at `path` of a value, and those on the way to it, are known to nothing else."""
    if value is None:
        return False
    value = _inner(value)
    if (
        path
        and isinstance(value, MakeStruct | MakeTuple)
        and not isinstance(value, ConstantStruct)
        and isinstance(path[0], int)
    ):
        return _fresh_at(value.elements[path[0]], path[1:])
    if isinstance(value, Select):
        return _fresh_at(value.then, path) and _fresh_at(value.otherwise, path)
    return freshness(value) >= (2 if path else 1)


def check_one_name(
    changes: Sequence[Change], bindings: Sequence[Binding], uses: Sequence[Use]
) -> Iterator[Problem]:
    """What a function does that would show the difference between sharing an object and copying it."""
    if not changes:
        return
    told: set[tuple[object, ...]] = set()
    # By variable, so that a long function costs as much as several short ones.
    bound_to: dict[Variable, list[tuple[Path, Expr | None, ast.AST]]] = {}
    for owner, bound, value, where in bindings:
        bound_to.setdefault(owner, []).append((bound, value, where))
    shared: dict[Variable, list[tuple[Path, ast.AST, str]]] = {}
    for use, what in uses:
        for owner, used in shared_parts(use):
            shared.setdefault(owner, []).append((used, use.node, what))
    # What one change of a part shows, others of it do not show again.
    first = {(variable, path): node for variable, path, node in reversed(changes)}
    for variable, path in dict.fromkeys((variable, path) for variable, path, _ in changes):
        name, node = variable.name, first[variable, path]
        note = [(f"`{ast.unparse(node)}` is changed here", node)]
        for bound, value, where in bound_to.get(variable, ()):
            if path[: len(bound)] != bound:
                continue
            if (variable, where) not in told and not _fresh_at(value, path[len(bound) :]):
                told.add((variable, where))
                shown = "another object" if value is None else f"`{ast.unparse(value.node)}`"
                advice = "take a copy" if value is None else f"write `copy({ast.unparse(value.node)})`"
                if value is not None and isinstance(_inner(value), Copy):
                    advice = f"write `{_deeper(value.node)}`, which copies the objects in it too"
                yield Problem(
                    "PC0108",
                    f"`{name}` is changed in this function, and is {shown} here: in Python that would be changed with it",
                    where,
                    advice,
                    note,
                )
        for used, where, what in shared.get(variable, ()):
            if path[: len(used)] == used and (variable, where) not in told:
                told.add((variable, where))
                changed = ast.unparse(where) if _names(where, name) else name
                yield Problem(
                    "PC0108",
                    f"`{changed}` is changed in this function, and is {what} here: in Python that would be changed with it",
                    where,
                    f"write `copy({changed})`",
                    note,
                )


def check_fresh(values: Sequence[tuple[Expr, bool, ast.AST]]) -> Iterator[Problem]:
    """What a function changes that is in no variable, and not made for that: nobody would see it.

    Args:
        values: each with whether it is the object itself that is changed, or one in it, and where.
    """
    for value, whole, node in values:
        if freshness(value) < (1 if whole else 2):
            yield Problem(
                "PC0208", f"`{ast.unparse(value.node)}` is in no variable: nobody would see the change", node
            )


def _deeper(copied: ast.AST) -> str:
    """`deepcopy(x)` for `copy(x)`, by whatever name that is called."""
    if isinstance(copied, ast.Call):
        function = copied.func
        if isinstance(function, ast.Attribute):
            function = ast.Attribute(function.value, "deepcopy", ast.Load())
        else:
            function = ast.Name("deepcopy", ast.Load())
        return ast.unparse(ast.Call(function, copied.args, copied.keywords))
    return f"deepcopy({ast.unparse(copied)})"


def _names(node: ast.AST, variable: str) -> bool:
    """Whether the text of `node` is that of a variable, or of a part of it."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return isinstance(node, ast.Name) and node.id == variable


def call_changes(call: Call, reference: AddressOf) -> tuple[list[Change], list[Binding]]:
    """What a call of a method that changes `self` does to the variable that `self` is a part of."""
    variable, path = root_of(reference.place)
    if variable is None:
        return [], []
    target = reference.place.type
    if call.instance.state is State.TYPED:
        changed, bound = call.instance.changed_paths, call.instance.bound_paths
    else:
        changed = bound = tuple(object_paths(target))
    return (
        [(variable, (*path, *inner), call.node) for inner in changed],
        [(variable, (*path, *inner), None, call.node) for inner in bound if inner],
    )
