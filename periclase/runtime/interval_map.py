"""A map from disjoint half-open intervals of integers to values."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import chain
from operator import itemgetter
from typing import Any, Final, Generic, TypeVar

V = TypeVar("V")

_CAPACITY: Final = 64
"""A node holds so many segments, or other nodes, at most. More than 4: an only child is too little."""

Segment = tuple[int, int, V]
"""Where it begins and ends, and the value of its integers."""

_start = itemgetter(0)
_stop = itemgetter(1)


class IntervalMap(Generic[V]):
    """Which value each integer has, where it has one, kept as segments `(start, stop, value)` in order.

    Neighbours with equal values are one segment. Of n segments, a look-up that finds k takes O(k + log n), and so does a change
    that takes k away. A change makes a new state, which shares nearly all nodes with the old one, and then assigns it: whatever
    interrupts it, and whichever thread reads meanwhile, sees the state before or the state after.
    """

    __slots__ = ("_root",)

    def __init__(self) -> None:
        self._root: _Node[V] = ()

    def __len__(self) -> int:
        """How many segments there are."""
        return _count(self._root)

    def __iter__(self) -> Iterator[Segment[V]]:
        """The segments in order, as they are now."""
        root = self._root
        return iter(root) if isinstance(root, tuple) else chain.from_iterable(_leaves(root))

    def __repr__(self) -> str:
        return f"IntervalMap({', '.join(f'{a}..{b}: {value!r}' for a, b, value in self)})"

    def overlapping(self, start: int, stop: int) -> list[Segment[V]]:
        """The segments with integers in `start..stop`, cut to that interval. An empty interval meets none."""
        root = self._root
        if not root or start >= stop:
            return []
        if isinstance(root, tuple):
            first = bisect_right(root, start, key=_stop)
            found = list(root[first : bisect_left(root, stop, first, key=_start)])
        else:
            found = _found(root, start, stop)
        if not found:
            return []
        a, b, value = found[0]
        if a < start:
            found[0] = (start, b, value)
        a, b, value = found[-1]
        if b > stop:
            found[-1] = (a, stop, value)
        return found

    def set(self, start: int, stop: int, value: V) -> None:
        """Give the integers in `start..stop` this value, whatever they had before. An empty interval changes nothing."""
        if start < stop:
            self._replace(start, stop, value, True)

    def delete(self, start: int, stop: int) -> None:
        """Take the values of the integers in `start..stop` away."""
        if start < stop and self._root:
            self._replace(start, stop, None, False)

    def clear(self) -> None:
        """Take every value away."""
        self._root = ()

    def _replace(self, start: int, stop: int, value: V | None, present: bool) -> None:
        root = self._root
        # The segments that overlap, and for a new value those that only touch: they may have to be joined with it.
        if isinstance(root, tuple):
            segments = root
            if present:
                first = bisect_left(segments, start, key=_stop)
                last = bisect_right(segments, stop, first, key=_start)
            else:
                first = bisect_right(segments, start, key=_stop)
                last = bisect_left(segments, stop, first, key=_start)
            low = high = None
        else:
            segments = _found(root, start - present, stop + present)
            first, last = 0, len(segments)
            low, high = (segments[0][0], segments[-1][1]) if segments else (start, stop)
        between: list[Segment[V]] = []
        after: list[Segment[V]] = []
        if first < last:
            a, b, left = segments[first]
            if a < start or b == start:
                if present and _equal(left, value):
                    start = a
                else:
                    between.append((a, min(b, start), left))
            a, b, right = segments[last - 1]
            if b > stop or a == stop:
                if present and _equal(right, value):
                    stop = b
                else:
                    after.append((max(a, stop), b, right))
        if present:
            between.append((start, stop, value))  # pyright: ignore[reportArgumentType]
        if low is None or high is None:
            leaf = (*segments[:first], *between, *after, *segments[last:])
            self._root = leaf if len(leaf) <= _CAPACITY else _over([leaf[run] for run in _runs(len(leaf))])
        else:
            self._root = _over(_spliced(root, low, high, (*between, *after)))


def _equal(left: object, right: object) -> bool:
    return left is right or left == right


# A B-tree that is never changed. The leaves are tuples of segments, and few segments are one leaf, which is the root. All leaves
# are as deep. Nodes but the root are filled to a quarter at least: less than the half that splitting leaves, so that a node
# which was just split is not joined again soon.


class _Branch(Generic[V]):
    """Nodes of the same depth, in order. Never empty, and never changed.

    Attributes:
        children: the nodes.
        stops: where the last segment of each of them ends.
        count: how many segments are below.
    """

    __slots__ = ("children", "count", "stops")

    def __init__(self, children: tuple[_Node[V], ...], stops: tuple[int, ...], count: int):
        self.children = children
        self.stops = stops
        self.count = count


_Leaf = tuple[Segment[V], ...]
_Node = _Leaf[V] | _Branch[V]


def _count(node: _Node[Any]) -> int:
    """How many segments there are below `node`."""
    return len(node) if isinstance(node, tuple) else node.count


def _size(node: _Node[Any]) -> int:
    """How much `node` itself holds, of its `_CAPACITY`."""
    return len(node) if isinstance(node, tuple) else len(node.children)


def _end(node: _Node[Any]) -> int:
    """Where the last segment below `node` ends."""
    return node[-1][1] if isinstance(node, tuple) else node.stops[-1]


def _branch(children: tuple[_Node[V], ...]) -> _Branch[V]:
    return _Branch(children, tuple([_end(child) for child in children]), sum(map(_count, children)))


def _runs(length: int) -> list[slice]:
    """What goes into each node, if so many things are to go into as few as can be."""
    nodes = -(-length // _CAPACITY)
    return [slice(length * node // nodes, length * (node + 1) // nodes) for node in range(nodes)]


def _over(nodes: Sequence[_Node[V]]) -> _Node[V]:
    """The root of what is made of these, which are as deep as each other."""
    while len(nodes) > 1:
        nodes = [_branch(tuple(nodes[run])) for run in _runs(len(nodes))]
    root: _Node[V] = nodes[0] if nodes else ()
    while not isinstance(root, tuple) and len(root.children) == 1:
        root = root.children[0]
    return root


def _leaves(node: _Node[V]) -> Iterator[_Leaf[V]]:
    """The leaves below `node`, in order."""
    if isinstance(node, tuple):
        yield node
    else:
        for child in node.children:
            yield from _leaves(child)


def _found(node: _Node[V], start: int, stop: int) -> list[Segment[V]]:
    """The segments below `node` that overlap `start..stop`, as they are."""
    if isinstance(node, tuple):
        first = bisect_right(node, start, key=_stop)
        return list(node[first : bisect_left(node, stop, first, key=_start)])
    first = bisect_right(node.stops, start)
    last = bisect_left(node.stops, stop, first) + 1
    found: list[Segment[V]] = []
    for child in node.children[first:last]:
        found += _found(child, start, stop)
    return found


def _spliced(node: _Node[V], start: int, stop: int, new: _Leaf[V]) -> list[_Node[V]]:
    """What `node` becomes if `new` comes in the place of all segments that overlap `start..stop`, none of which goes beyond.

    Returns:
        Nodes as deep as `node`. One alone may be filled too little; none: nothing is left.
    """
    if isinstance(node, tuple):
        first = bisect_right(node, start, key=_stop)
        last = bisect_left(node, stop, first, key=_start)
        leaf = (*node[:first], *new, *node[last:])
        return [leaf] if 0 < len(leaf) <= _CAPACITY else [leaf[run] for run in _runs(len(leaf))]
    children, stops = node.children, node.stops
    # The children at the ends of what goes; what is between them goes as a whole.
    last = len(children) - 1
    first = min(bisect_right(stops, start), last)
    last = min(bisect_left(stops, stop, first), last)
    parts = _spliced(children[first], start, stop, new)
    if first < last:
        parts += _spliced(children[last], start, stop, ())
    if parts and 4 * min(map(_size, parts)) < _CAPACITY:
        # With a neighbour on either side.
        if first > 0:
            first -= 1
            parts.insert(0, children[first])
        if last < len(children) - 1:
            last += 1
            parts.append(children[last])
        parts = _filled(parts)
    last += 1
    gone = children[first:last]
    children = (*children[:first], *parts, *children[last:])
    if 0 < len(children) <= _CAPACITY:
        stops = (*stops[:first], *[_end(part) for part in parts], *stops[last:])
        return [_Branch(children, stops, node.count + sum(map(_count, parts)) - sum(map(_count, gone)))]
    return [_branch(children[run]) for run in _runs(len(children))]


def _filled(nodes: Sequence[_Node[V]]) -> list[_Node[V]]:
    """`nodes`, those that are filled too little joined with their neighbours, such that none is; but one alone may be."""
    filled: list[_Node[V]] = []
    for node in nodes:
        if filled and 4 * min(_size(filled[-1]), _size(node)) < _CAPACITY:
            filled[-1:] = _joined(filled[-1], node)
        else:
            filled.append(node)
    return filled


def _joined(left: _Node[V], right: _Node[V]) -> list[_Node[V]]:
    """What two neighbours hold, in as few nodes as can be."""
    if isinstance(left, tuple):
        assert isinstance(right, tuple), "all leaves are as deep"
        leaf = left + right
        return [leaf[run] for run in _runs(len(leaf))]
    assert not isinstance(right, tuple), "all leaves are as deep"
    # An only child may be filled too little. It has a neighbour now.
    children = tuple(_filled(left.children + right.children))
    return [_branch(children[run]) for run in _runs(len(children))]
