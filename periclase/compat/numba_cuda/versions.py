"""Versions of variables: a name that is assigned again, and never meets its older value, is another variable.

Numba gives each assignment a version, and joins versions where control flow does. `seed = uint64(seed)` makes a `uint64` of an
`int64` therefore, and no variable that has to hold both. Here assignments that reach a common use are one variable, and others
of the name are called `name.1`, `name.2` and so on. Names that a nested function, a comprehension or a pattern knows stay as they
are.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable, Sequence
from functools import lru_cache

State = dict[str, frozenset[int]]
"""For each name the assignments, by number, that may have given it its value."""


def _joined(states: Iterable[State | None]) -> State | None:
    known = [state for state in states if state is not None]
    if not known:
        return None
    found: State = {}
    for state in known:
        for name, sites in state.items():
            found[name] = found.get(name, frozenset()) | sites
    return found


def _kept_names(tree: ast.FunctionDef) -> set[str]:
    """Names that have one variable: they are known beyond the statements of the function, or set inside of expressions."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if node is not tree and isinstance(
            node, ast.FunctionDef | ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
        ):
            found |= {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
            found |= {part.arg for part in ast.walk(node) if isinstance(part, ast.arg)}
            found.add(getattr(node, "name", ""))
        elif isinstance(node, ast.NamedExpr | ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
        elif isinstance(node, ast.MatchAs | ast.MatchStar):
            found.add(node.name or "")
        elif isinstance(node, ast.Global | ast.Nonlocal):
            found |= set(node.names)
    return found


class _Reach:
    """Which assignments reach which uses."""

    def __init__(self, tree: ast.FunctionDef):
        self.kept = _kept_names(tree)
        self.sites: dict[int, int] = {}
        """By the id of a name that is assigned: the number of the assignment."""
        self.parents: list[int] = []
        """Assignments that are one variable, as a forest."""
        self.used: dict[int, int] = {}
        """By the id of a name that is read: an assignment that reaches it."""
        self.loops: list[tuple[list[State], list[State]]] = []
        arguments = tree.args
        names = [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
        state: State = {}
        for name in names:
            state[name] = frozenset({len(self.parents)})
            self.parents.append(len(self.parents))
        self.body(tree.body, state)

    def root(self, site: int) -> int:
        """The assignment that stands for all that are one variable with it."""
        while self.parents[site] != site:
            site = self.parents[site]
        return site

    def _unite(self, sites: Iterable[int]) -> int | None:
        roots = sorted({self.root(site) for site in sites})
        for other in roots[1:]:
            self.parents[other] = roots[0]
        return roots[0] if roots else None

    def reads(self, node: ast.AST | None, state: State) -> None:
        """Note the uses in an expression."""
        for part in () if node is None else ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load):
                reached = self._unite(state.get(part.id, ()))
                if reached is not None:
                    self.used[id(part)] = reached

    def writes(self, target: ast.expr, state: State) -> None:
        """Note the assignments of a target, from left to right: an index of it may name what it has just set."""
        if isinstance(target, ast.Tuple | ast.List):
            for part in target.elts:
                self.writes(part, state)
        elif isinstance(target, ast.Starred):
            self.writes(target.value, state)
        elif isinstance(target, ast.Name):
            site = self.sites.get(id(target))
            if site is None:
                site = self.sites[id(target)] = len(self.parents)
                self.parents.append(site)
            state[target.id] = frozenset({site})
        else:
            self.reads(target, state)  # its indices and objects

    def body(self, statements: Sequence[ast.stmt], state: State | None) -> State | None:
        """The state behind statements; None where control does not come."""
        for statement in statements:
            if state is None:
                return None
            state = self.statement(statement, state)
        return state

    def statement(self, node: ast.stmt, state: State) -> State | None:
        """The state behind one statement."""
        if isinstance(node, ast.Assign):
            self.reads(node.value, state)
            for target in node.targets:
                self.writes(target, state)
        elif isinstance(node, ast.AugAssign):
            self.reads(node.value, state)
            before = (
                state.get(node.target.id, frozenset[int]())
                if isinstance(node.target, ast.Name)
                else frozenset[int]()
            )
            self.writes(node.target, state)
            if isinstance(node.target, ast.Name):
                self._unite({*before, *state[node.target.id]})
        elif isinstance(node, ast.If):
            self.reads(node.test, state)
            return _joined([self.body(node.body, dict(state)), self.body(node.orelse, dict(state))])
        elif isinstance(node, ast.While | ast.For):
            return self._loop(node, state)
        elif isinstance(node, ast.With):
            for item in node.items:
                self.reads(item.context_expr, state)
            return self.body(node.body, state)
        elif isinstance(node, ast.Match):
            self.reads(node.subject, state)
            ways: list[State | None] = [dict(state)]
            for case in node.cases:
                self.reads(case, state)
                ways.append(self.body(case.body, dict(state)))
            return _joined(ways)
        elif isinstance(node, ast.Break | ast.Continue):
            if self.loops:
                self.loops[-1][isinstance(node, ast.Continue)].append(state)
            return None
        else:
            self.reads(node, state)
            return None if isinstance(node, ast.Return | ast.Raise) else state
        return state

    def _loop(self, node: ast.While | ast.For, state: State) -> State | None:
        if isinstance(node, ast.For):
            self.reads(node.iter, state)
        head = dict(state)
        while True:
            if isinstance(node, ast.While):
                self.reads(node.test, head)
            inside = dict(head)
            if isinstance(node, ast.For):
                self.writes(node.target, inside)
            breaks: list[State] = []
            continues: list[State] = []
            self.loops.append((breaks, continues))
            end = self.body(node.body, inside)
            self.loops.pop()
            again = _joined([head, end, *continues])
            assert again is not None
            if again == head:
                break
            head = again
        endless = (
            isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and bool(node.test.value)
        )
        behind = None if endless else self.body(node.orelse, dict(head))
        return _joined([behind, *breaks])


@lru_cache(maxsize=1024)
def with_versions(tree: ast.FunctionDef) -> tuple[ast.FunctionDef, dict[str, str]]:
    """A function whose variables have a name for each version, and what each new name was in the source."""
    nested = [
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.Lambda) and node is not tree
    ]
    changed = copy.deepcopy(tree, {id(node): node for node in nested})  # these are known by what they are
    reach = _Reach(changed)
    versions: dict[str, dict[int, str]] = {}
    arguments = changed.args
    for site, each in enumerate((*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)):
        versions[each.arg] = {reach.root(site): each.arg}
    written: dict[str, str] = {}
    for node in ast.walk(changed):
        if not isinstance(node, ast.Name) or node.id in reach.kept:
            continue
        site = reach.sites.get(id(node), reach.used.get(id(node)))
        if site is None:
            continue
        known = versions.setdefault(node.id, {})
        root = reach.root(site)
        name = known.get(root)
        if name is None:
            name = known[root] = node.id if not known else f"{node.id}.{len(known)}"
            written[name] = node.id
        node.id = name
    return changed, {new: old for new, old in written.items() if new != old}
