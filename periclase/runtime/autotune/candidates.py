"""Candidates of an autotuned function, and the order in which they are tried.

A candidate is a way to do the work: the decorated function with some keyword arguments (`Candidate(block=256)`), or a launch
function of its own (`Candidate(tiled_matmul)`). Candidates without a group are always tried. Those of groups are tried in
batches, best group first: a further batch is looked at only if nothing of the batches before works.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from periclase.diagnostics import shown as text_of
from periclase.record import Record
from periclase.runtime.autotune.candidate_code import is_kernel

Priority = int | Callable[[Any], int]
"""The higher, the earlier; negative: not at all. A number, or a function of the key that gives one."""


def priority_for(priority: Priority, key: Any) -> int:
    """`priority` where the key is `key`."""
    return priority(key) if callable(priority) else priority


class Group(Record, eq=False):
    """Candidates that are tried together, such as all that need tensor cores.

    Attributes:
        name: for messages.
        priority: of the group among the groups. Groups of one priority are tried in the same batch.
    """

    name: str
    priority: Priority = 0


class Candidate(Record, eq=False):
    """One way to do the work.

    Attributes:
        name: unique among the candidates of a function; what the store keeps.
        launch: a launch function of its own, or None for the decorated one.
        configuration: keyword arguments that are added to those of the call.
        groups: the groups it belongs to, each with its priority *within* that group.
        priority: negative: it is never tried. It is also the priority within the groups, unless they say their own.
    """

    name: str
    launch: Callable[..., object] | None
    configuration: Mapping[str, Any]
    groups: tuple[tuple[Group, Priority], ...]
    priority: Priority

    def __init__(
        self,
        launch: Callable[..., object] | None = None,
        /,
        *,
        name: str | None = None,
        group: Group | Iterable[Group] | Mapping[Group, Priority] | None = None,
        priority: Priority = 0,
        **configuration: Any,
    ):
        """Describe a candidate.

        Args:
            launch: called in place of the decorated function; it takes the same arguments.
            name: by default that of `launch`, or the configuration as text: `block=256`.
            group: a group, several, or a mapping from groups to the priority within each.
            priority: see `Priority`.
            configuration: keyword arguments for the launch function, such as block sizes, or which kernel to launch.

        Raises:
            ValueError: there is neither a launch function nor a configuration nor a name.
            TypeError: `launch` can not be called.
        """
        if launch is not None and not callable(launch):
            raise TypeError(f"a candidate is a launch function or a configuration, not {text_of(launch)}")
        if name is None:
            name = _name(launch, configuration)
        if group is None:
            groups = ()
        elif isinstance(group, Group):
            groups = ((group, priority),)
        elif isinstance(group, Mapping):
            groups = tuple(cast("Mapping[Group, Priority]", group).items())
        else:
            groups = tuple((one, priority) for one in group)
        # Set by hand: the class is frozen, and a generated `__init__` has no place for a free configuration.
        for attribute, value in (
            ("name", name),
            ("launch", launch),
            ("configuration", configuration),
            ("groups", groups),
            ("priority", priority),
        ):
            object.__setattr__(self, attribute, value)

    def __repr__(self) -> str:
        return f"<candidate {self.name}>"


def _name(launch: Callable[..., object] | None, configuration: Mapping[str, Any]) -> str:
    shown = ", ".join(f"{name}={_shown(value)}" for name, value in configuration.items())
    if launch is None and not shown:
        raise ValueError("a candidate needs a launch function, a configuration, or a name")
    own = "" if launch is None else _shown(launch)
    return f"{own}({shown})" if own and shown else own or shown


def _shown(value: Any) -> str:
    """A value of a configuration in a name: kernels and functions by theirs."""
    name = value.name if is_kernel(value) else getattr(value, "__name__", None)
    return name if isinstance(name, str) else repr(value)


def as_candidates(
    given: Iterable[Candidate | Mapping[str, Any] | Callable[..., object]],
) -> tuple[Candidate, ...]:
    """The candidates that `candidates=` of the decorator names: configurations and functions may stand for themselves.

    Raises:
        ValueError: there are none, or two have one name.
        TypeError: what is given is no candidate, or not several.
    """
    values: Any = given
    if isinstance(values, str | Mapping) or not isinstance(values, Iterable):
        raise TypeError(f"`candidates` takes a list of them, not {text_of(cast('object', values))}")
    made: list[Candidate] = []
    for one in given:
        if isinstance(one, Candidate):
            made.append(one)
        elif isinstance(one, Mapping):
            made.append(Candidate(**one))
        elif is_kernel(one):
            made.append(Candidate(kernel=one, name=_shown(one)))
        else:
            made.append(Candidate(cast("Any", one)))
    if not made:
        raise ValueError("an autotuned function needs at least one candidate")
    seen: set[str] = set()
    for candidate in made:
        if candidate.name in seen:
            raise ValueError(f"two candidates are called {candidate.name!r}; give one of them a `name`")
        seen.add(candidate.name)
    return tuple(made)


class Plan:
    """The batches of candidates for one key, handed out one after the other."""

    def __init__(self, candidates: Sequence[Candidate], key: Any):
        """Ask every priority once.

        Args:
            candidates: all of them; batches name them by index.
            key: what priorities that are functions are called with.
        """
        self._free: list[int] = []
        """Without a group: part of the first batch."""
        self._groups: dict[Group, list[tuple[int, int]]] = {}
        """(priority within the group, candidate), in the order they will be tried."""
        self._priorities: dict[Group, int] = {}
        self._given: set[int] = set()
        for index, candidate in enumerate(candidates):
            if priority_for(candidate.priority, key) < 0:
                continue
            if not candidate.groups:
                self._free.append(index)
            for group, priority in candidate.groups:
                of_group = self._priorities.get(group)
                if of_group is None:
                    of_group = self._priorities[group] = priority_for(group.priority, key)
                within = priority_for(priority, key)
                if of_group >= 0 and within >= 0:
                    self._groups.setdefault(group, []).append((within, index))
        for members in self._groups.values():
            members.sort(
                key=lambda member: -member[0]
            )  # stable: equal ones stay in the order they were given

    def next_batch(self) -> tuple[int, ...]:
        """The candidates to try now, in order and none a second time; empty when all were given.

        They are those without a group, and of each of the best groups those of the best priority within the group.
        """
        batch: list[int] = []
        while not batch and (self._free or self._groups):
            batch = [*self._free, *self._best_of_groups()]
            self._free = []
            # One that is in several groups was perhaps given before.
            batch = [index for index in dict.fromkeys(batch) if index not in self._given]
        self._given.update(batch)
        return tuple(batch)

    def _best_of_groups(self) -> list[int]:
        if not self._groups:
            return []
        best = max(self._priorities[group] for group in self._groups)
        found: list[int] = []
        for group in [group for group in self._groups if self._priorities[group] == best]:
            members = self._groups[group]
            first = members[0][0]
            found += [index for within, index in members if within == first]
            rest = [member for member in members if member[0] != first]
            if rest:
                self._groups[group] = rest
            else:
                del self._groups[group]
        return found
