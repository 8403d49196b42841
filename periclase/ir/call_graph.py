"""Who calls whom in a module, and the order in which callees come before their callers."""

from __future__ import annotations

from xdsl.ir import Operation

from periclase.ir.interfaces import CallOpInterface, FunctionOpInterface


class CallGraph:
    """The direct calls between the functions directly in a module; not kept up to date.

    Attributes:
        functions: the functions by name, in order.
        calls: for each function's name the call ops in its body, in order, indirect ones included.
    """

    def __init__(self, module: Operation):
        self.functions: dict[str, FunctionOpInterface] = {}
        self.calls: dict[str, list[CallOpInterface]] = {}
        for region in module.regions:
            for block in region.blocks:
                for op in block.ops:
                    if isinstance(op, FunctionOpInterface):
                        name = op.function_name()
                        self.functions[name] = op
                        self.calls[name] = [
                            inner for inner in op.walk() if isinstance(inner, CallOpInterface)
                        ]

    def callees(self, name: str) -> list[str]:
        """The functions of the module that `name` calls directly, each once, in order."""
        found: dict[str, None] = {}
        for call in self.calls[name]:
            callee = call.callee_name()
            if callee is not None and callee in self.functions:
                found[callee] = None
        return list(found)

    def groups(self) -> list[list[str]]:
        """The strongly connected components, callees before callers (Tarjan); more than one name means
        mutual recursion."""
        number: dict[str, int] = {}
        low: dict[str, int] = {}
        on_stack: set[str] = set()
        stack: list[str] = []
        groups: list[list[str]] = []
        for root in self.functions:
            if root in number:
                continue
            work: list[tuple[str, list[str]]] = []
            self._enter(root, number, low, stack, on_stack, work)
            while work:
                name, pending = work[-1]
                if pending:
                    callee = pending.pop()
                    if callee not in number:
                        self._enter(callee, number, low, stack, on_stack, work)
                    elif callee in on_stack:
                        low[name] = min(low[name], number[callee])
                    continue
                work.pop()
                if work:
                    caller = work[-1][0]
                    low[caller] = min(low[caller], low[name])
                if low[name] == number[name]:
                    group: list[str] = []
                    while True:
                        member = stack.pop()
                        on_stack.discard(member)
                        group.append(member)
                        if member == name:
                            break
                    group.reverse()
                    groups.append(group)
        return groups

    def _enter(
        self,
        name: str,
        number: dict[str, int],
        low: dict[str, int],
        stack: list[str],
        on_stack: set[str],
        work: list[tuple[str, list[str]]],
    ) -> None:
        number[name] = low[name] = len(number)
        stack.append(name)
        on_stack.add(name)
        work.append((name, self.callees(name)[::-1]))

    def is_recursive(self, group: list[str]) -> bool:
        """Whether the functions of `group`, one of `groups()`, call themselves or one another in a circle."""
        return len(group) > 1 or group[0] in self.callees(group[0])

    def path(self, start: str, goal: str, within: set[str]) -> list[str]:
        """A shortest chain of calls from `start` to `goal` inside `within`, both ends included; empty if
        there is none."""
        came_from: dict[str, str] = {}
        queue = [start]
        for name in queue:
            for callee in self.callees(name):
                if callee == goal:
                    chain = [goal, name]
                    while chain[-1] != start:
                        chain.append(came_from[chain[-1]])
                    return chain[::-1]
                if callee in within and callee not in came_from and callee != start:
                    came_from[callee] = name
                    queue.append(callee)
        return []
