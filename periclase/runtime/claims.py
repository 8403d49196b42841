"""What bytes carry that were never computed: which failures are to blame, and which launches were skipped for them.

A launch that reads bytes which carry a claim does not run, and the bytes that it was to write take a claim of their own: the
same failures, and a `Skip` that says which launch it was and which of its inputs carried what. So claims make a graph, from
the bytes one asks about to the launches that failed, and it is owned by the bytes: what no bytes lead to is gone.

The graph of a loop stays as small as one turn of it. A launch that is skipped again, at the same place, for what its own last
turn left behind, takes the older one's place and counts on. Nothing here recurses: a chain may have any length.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import NoReturn, cast
from weakref import WeakValueDictionary

from periclase.runtime.call_site import CallSite
from periclase.runtime.frames import without_frames
from periclase.runtime.unread import given_up


class Failure:
    """A root: something that went wrong by itself.

    Attributes:
        id: a number that no other failure of this process has, or will have.
        cause: the error. It holds no frames, which would keep buffers alive.
        kernel: the kernel that was launched, or None where it was no launch.
        site: where the launch, or the other call, was made.
        told: whether an error or a report has named it, or its bytes were written again.
    """

    __slots__ = ("__weakref__", "cause", "id", "kernel", "site", "told")

    def __init__(self, cause: BaseException, kernel: str | None, site: CallSite):
        self.told = False
        self.id = next(_ids)
        self.cause = without_frames(cause)
        self.kernel = kernel
        self.site = site

    def __del__(self) -> None:
        if not self.told:
            given_up(self)

    def __repr__(self) -> str:
        return f"<failure #{self.id}: {type(self.cause).__name__}>"

    def __deepcopy__(self, memo: object) -> Failure:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("a failure belongs to its process: send `BufferFailure.failure`, which is plain data")


_ids = itertools.count(1)


def remembered(error: BaseException) -> BaseException:
    """A copy of `error`, of those that led to it, and of those it is made of, to be kept without frames while `error` itself
    goes on to its handler."""
    return without_frames(_copied_with_causes(error, set()))


def _copied_with_causes(error: BaseException, seen: set[int]) -> BaseException:
    """
    Args:
        seen: the `id` of what has been copied, or is being: a cause or a part that is among them is left out.
    """
    copies: list[BaseException] = []
    each: BaseException | None = error
    while each is not None and id(each) not in seen:
        seen.add(id(each))
        copied = _copied(each, seen)
        if hasattr(each, "__notes__"):
            copied.__notes__ = list(each.__notes__)
        copied.__suppress_context__ = each.__suppress_context__
        copied.__traceback__ = each.__traceback__
        if copies:
            copies[-1].__cause__ = copied
        copies.append(copied)
        each = each.__cause__
    return copies[0]


def _copied(error: BaseException, seen: set[int]) -> BaseException:
    import copy

    kind = type(error)
    try:
        if issubclass(kind, BaseExceptionGroup):
            group = cast("BaseExceptionGroup[BaseException]", error)
            return group.derive(
                [_copied_with_causes(one, seen) for one in group.exceptions if id(one) not in seen]
            )
        copied = copy.copy(error)
        if type(copied) is kind and str(copied) == str(error):
            return copied
    except Exception:  # its class takes other arguments than it keeps
        pass
    return RuntimeError(f"{kind.__name__}: {error}")


class Place:
    """Where launches of a kernel are made: there is one of these for a kernel and a call in the program.

    Attributes:
        kernel, site: what is launched there, and where that is.
        skips: how many launches were skipped there.
    """

    __slots__ = ("__weakref__", "kernel", "site", "skips")

    def __init__(self, kernel: str, site: CallSite):
        self.kernel = kernel
        self.site = site
        self.skips = 0


class Skip:
    """A launch that did not run.

    Attributes:
        place: its kernel, and where it was launched.
        needed: the inputs that carried a claim, each with the name of its parameter. All of them.
        count: how often it was skipped, if it is part of a loop.
        loop: other launches of that loop that no input leads to any more, and how often they were skipped.
        number: greater than that of every skip it was made for.
    """

    __slots__ = ("count", "loop", "needed", "number", "place")

    def __init__(
        self,
        place: Place,
        needed: tuple[tuple[str, Claim], ...],
        count: int = 1,
        loop: dict[Place, int] | None = None,
    ):
        self.place = place
        self.needed = needed
        self.count = count
        self.loop = loop or {}
        self.number = next(_numbers)

    @property
    def kernel(self) -> str:
        """The kernel that was launched."""
        return self.place.kernel

    @property
    def site(self) -> CallSite:
        """Where it was launched."""
        return self.place.site


_numbers = itertools.count(1)


class Claim:
    """Why bytes are not there. Never changed once made, but that it was told, and compared by identity.

    Attributes:
        failures: the roots, each once, in the order of the inputs that led to them.
        skip: the launch that was to write the bytes and was skipped; None if it is the root itself that was to write them.
    """

    __slots__ = ("__weakref__", "_told", "failures", "skip")

    def __init__(self, failures: tuple[Failure, ...], skip: Skip | None = None):
        self.failures = failures
        self.skip = skip
        self._told = False

    def __repr__(self) -> str:
        roots = ", ".join(f"#{failure.id}" for failure in self.failures)
        return f"<claim of {roots}{'' if self.skip is None else f' by {self.skip.kernel}'}>"

    def __deepcopy__(self, memo: object) -> Claim:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("a claim belongs to its process: send `BufferFailure.failure`, which is plain data")

    def note_told(self) -> None:
        """Somebody is told of its failures, or their bytes are written again: see `periclase.runtime.unread`."""
        if not self._told:  # many segments of bytes may carry one claim, of many failures
            for failure in self.failures:
                failure.told = True
            self._told = True

    def chain(self) -> list[Claim]:
        """The claims of the skipped launches between the roots and here, this one's last: inputs before what needed them."""
        found: dict[int, Claim] = {}
        pending = [self]
        while pending:
            claim = pending.pop()
            if claim.skip is not None and claim.skip.number not in found:
                found[claim.skip.number] = claim
                pending += [below for _, below in claim.skip.needed]
        return [found[number] for number in sorted(found)]


class ClaimGraph:
    """Makes the claims of skipped launches, such that equal ones are one and loops stay small."""

    __slots__ = ("_places", "_same")

    def __init__(self) -> None:
        # By the identity of the code object: the place keeps it alive, so that it names nothing else meanwhile.
        self._places: WeakValueDictionary[tuple[str, int, int], Place] = WeakValueDictionary()
        self._same: WeakValueDictionary[tuple[object, ...], Claim] = WeakValueDictionary()

    def skip(self, kernel: str, site: CallSite, needed: Sequence[tuple[str, Claim]]) -> Claim:
        """The claim of a launch that was skipped.

        Args:
            needed: the inputs with a claim: name of the parameter, and the claim. At least one.
        """
        key = (kernel, id(site.code), site.instruction)
        place = self._places.get(key)
        known = place is not None
        if place is None:
            place = self._places[key] = Place(kernel, site)
        inputs = _merged(needed)
        same = (place, *[part for label, claim in inputs for part in (label, id(claim))])
        claim = self._same.get(same)
        if claim is None:
            # A place that nobody remembers is in no loop: the graph need not be searched for it.
            skip = _next_turn(place, inputs) if known else Skip(place, inputs)
            place.skips += 1
            if place.skips % _TURNS == 0:
                skip = _untangled(skip)
            claim = Claim(_roots(skip.needed), skip)
            if skip.needed is inputs:  # else it does not keep alive whom the key names
                self._same[same] = claim
        return claim


_TURNS = 32
"""After so many skips at a place it is looked whether what led to the last one has become a tangle."""


def _untangled(skip: Skip) -> Skip:
    """`skip` itself, or where many launches of few places lead to it, one that needs the roots, in a loop with the others.

    Launches of a loop that read several of each other's outputs leave something new behind in each turn.
    """
    line = [skip]
    found = {skip.number: skip}
    leaves: dict[Failure, Claim] = {}
    while line:
        for _, claim in line.pop().needed:
            below = claim.skip
            if below is None:
                leaves.update((failure, claim) for failure in claim.failures)
            elif below.number not in found:
                found[below.number] = below
                line.append(below)
    loop: dict[Place, int] = {}
    for each in found.values():
        for place, count in ((each.place, each.count), *each.loop.items()):
            loop[place] = max(loop.get(place, 0), count)
    if len(found) <= 2 * len(loop) + 8:
        return skip
    needed = [(name, leaves[failure]) for name, claim in skip.needed for failure in claim.failures]
    count = loop.pop(skip.place)
    return Skip(skip.place, _merged(needed), count, loop)


def _merged(inputs: Iterable[tuple[str, Claim]]) -> tuple[tuple[str, Claim], ...]:
    """Each input once. Of two that a parameter got from one place, in different turns of a loop, the later says it all."""
    found: dict[tuple[str, object], tuple[str, Claim]] = {}
    for label, claim in inputs:
        key = (label, claim if claim.skip is None else claim.skip.place)
        before = found.get(key)
        if before is not None and not set(before[1].failures) <= set(claim.failures):
            key = (label, claim)
        found[key] = (label, claim)
    return tuple(found.values())


def _roots(needed: Sequence[tuple[str, Claim]]) -> tuple[Failure, ...]:
    first = needed[0][1].failures
    if all(claim.failures is first for _, claim in needed):
        return first  # so nothing is copied along a chain, however many there are
    return tuple(dict.fromkeys(failure for _, claim in needed for failure in claim.failures))


def _next_turn(place: Place, needed: tuple[tuple[str, Claim], ...]) -> Skip:
    """The skip of a launch at `place`, joined with the one it follows from, if there is one."""
    import heapq

    # Newest first, so that all that leads from the launch to the skip it follows from is seen when that is found.
    heap: list[tuple[int, Claim]] = []
    seen: set[int] = set()
    between: list[tuple[Claim, Skip]] = []
    turns = 0

    def push(inputs: Iterable[tuple[str, Claim]]) -> None:
        for _, claim in inputs:
            if claim.skip is not None and claim.skip.number not in seen:
                seen.add(claim.skip.number)
                heapq.heappush(heap, (-claim.skip.number, claim))

    push(needed)
    while heap:
        claim = heapq.heappop(heap)[1]
        skip = claim.skip
        assert skip is not None
        if skip.place is place:
            return _folded(claim, skip, between, needed)
        turns = max(turns, skip.loop.get(place, 0))
        between.append((claim, skip))
        push(skip.needed)
    return Skip(place, needed, turns + 1)


def _folded(
    first: Claim, start: Skip, between: list[tuple[Claim, Skip]], needed: tuple[tuple[str, Claim], ...]
) -> Skip:
    """The skip of a launch that follows from `first`, an older one at its place, by way of some of `between`."""
    turn = {first}
    inputs = list(start.needed)
    loop = dict(start.loop)
    for claim, skip in reversed(between):
        if any(below in turn for _, below in skip.needed):
            turn.add(claim)
            inputs += [side for side in skip.needed if side[1] not in turn]
            for other, count in ((skip.place, skip.count), *skip.loop.items()):
                loop[other] = max(loop.get(other, 0), count)
    inputs += [side for side in needed if side[1] not in turn]
    loop.pop(start.place, None)
    return Skip(start.place, _merged(inputs), start.count + 1, loop)
