"""The plan of a graph: who waits for whom, what comes from outside, who wrote last."""

from __future__ import annotations

import random

import pytest

from periclase.runtime.allocation import Allocation
from periclase.runtime.call_site import call_site
from periclase.runtime.graph import Boundary, GraphBuilder, LastUse, RecordedLaunch, merged
from periclase.runtime.ranges import ByteRange


class DeviceStateStandIn:
    generation = 0


class StreamStandIn:
    name = "row 1"
    device_state = DeviceStateStandIn()


def allocation(nbytes: int = 100) -> Allocation:
    made = Allocation.__new__(Allocation)
    made.nbytes, made.address = nbytes, 4096
    return made


def launch(reads=(), writes=(), *, count=None, ordered=False) -> RecordedLaunch:
    uses = [
        *((*span, True, False, "x", None) for span in reads),
        *((*span, False, True, "y", None) for span in writes),
        *([] if count is None else [(*count, True, False, "grid", "count")]),
    ]
    address = 0 if count is None else 4096
    return RecordedLaunch("k", None, (1, 1, 1), (1, 1, 1), 0, b"", tuple(uses), call_site(), address, ordered)


def plan(*launches: RecordedLaunch) -> GraphBuilder:
    builder = GraphBuilder()
    for each in launches:
        builder.add(each)
    return builder


@pytest.fixture
def a():
    return allocation()


@pytest.fixture
def b():
    return allocation()


class TestEdges:
    def test_a_reader_waits_for_the_last_writer_only(self, a):
        whole = ByteRange(a, 0, 100)
        nodes = plan(launch(writes=[whole]), launch(writes=[whole]), launch([whole])).nodes
        assert [node.waits for node in nodes] == [{}, {0: "WAW"}, {1: "RAW"}]
        assert nodes[2].guards == [("x", (1,))]
        assert nodes[2].boundary == []

    def test_two_readers_do_not_wait_for_each_other_and_a_writer_waits_for_both(self, a):
        whole = ByteRange(a, 0, 100)
        nodes = plan(launch(writes=[whole]), launch([whole]), launch([whole]), launch(writes=[whole])).nodes
        assert [node.waits for node in nodes] == [{}, {0: "RAW"}, {0: "RAW"}, {1: "WAR", 2: "WAR"}]

    def test_disjoint_views_do_not_wait(self, a):
        nodes = plan(launch(writes=[ByteRange(a, 0, 50)]), launch(writes=[ByteRange(a, 50, 100)])).nodes
        assert nodes[1].waits == {}

    def test_a_launch_never_waits_for_itself(self, a):
        whole = ByteRange(a, 0, 100)
        nodes = plan(launch([whole, ByteRange(a, 10, 20)], [whole, ByteRange(a, 5, 15)])).nodes
        assert nodes[0].waits == {}
        assert nodes[0].guards == []

    def test_in_place_launches_form_a_chain(self, a):
        whole = ByteRange(a, 0, 100)
        nodes = plan(*(launch([whole], [whole]) for _ in range(4))).nodes
        assert [list(node.waits) for node in nodes] == [[], [0], [1], [2]]
        assert {reason for node in nodes for reason in node.waits.values()} == {"RAW"}

    def test_empty_ranges_are_nobodys(self, a):
        nothing = ByteRange(a, 30, 30)
        nodes = plan(launch(writes=[ByteRange(a, 0, 100)]), launch([nothing], [nothing])).nodes
        assert (nodes[1].waits, nodes[1].boundary) == ({}, [])

    def test_launches_that_print_keep_their_order(self):
        nodes = plan(launch(ordered=True), launch(), launch(ordered=True)).nodes
        assert [node.waits for node in nodes] == [{}, {}, {0: "ORDER"}]

    def test_a_writer_of_a_dynamic_count_may_leave_what_was_there(self, a, b):
        whole, count = ByteRange(a, 0, 100), ByteRange(b, 0, 12)
        nodes = plan(launch(writes=[whole]), launch(writes=[whole], count=count), launch([whole])).nodes
        assert nodes[1].waits == {0: "WAW"}
        assert nodes[2].waits == {1: "RAW"}
        assert nodes[2].guards == [("x", (1, 0))]


class TestBoundary:
    def test_what_nobody_wrote_comes_from_outside(self, a):
        builder = plan(launch(writes=[ByteRange(a, 20, 40)]), launch([ByteRange(a, 0, 60)]))
        reading = [boundary.range for boundary in builder.nodes[1].boundary]
        assert reading == [ByteRange(a, 0, 20), ByteRange(a, 40, 60)]
        assert builder.nodes[0].boundary == [Boundary(ByteRange(a, 20, 40), False, True, (), "y", None)]

    def test_a_second_writer_has_nothing_to_do_with_the_outside(self, a):
        whole = ByteRange(a, 0, 100)
        assert plan(launch(writes=[whole]), launch(writes=[whole])).nodes[1].boundary == []

    def test_behind_a_dynamic_count_the_outside_still_counts(self, a, b):
        whole, count = ByteRange(a, 0, 100), ByteRange(b, 0, 12)
        nodes = plan(launch(writes=[whole], count=count), launch([whole])).nodes
        assert nodes[1].boundary == [Boundary(whole, True, False, (0,), "x", None)]
        assert nodes[1].guards == []

    def test_each_buffer_is_named_once(self, a, b):
        graph = plan(
            launch([ByteRange(a, 0, 10)], [ByteRange(b, 0, 10)]),
            launch([ByteRange(a, 0, 10), ByteRange(a, 10, 30)], [ByteRange(b, 0, 10), ByteRange(b, 50, 60)]),
        ).build(StreamStandIn())
        assert graph.inputs == (ByteRange(a, 0, 30),)
        assert graph.outputs == (ByteRange(b, 0, 10), ByteRange(b, 50, 60))


class TestFinalUsers:
    def test_only_the_last_use_of_each_byte_is_left(self, a):
        whole = ByteRange(a, 0, 100)
        graph = plan(
            launch(writes=[whole]), launch([whole]), launch(writes=[ByteRange(a, 50, 100)]), launch([whole])
        ).build(StreamStandIn())
        assert graph.last_uses == (
            LastUse(0, ByteRange(a, 0, 50), True),
            LastUse(1, ByteRange(a, 0, 50), False),
            LastUse(2, ByteRange(a, 50, 100), True),
            LastUse(3, ByteRange(a, 0, 50), False),
            LastUse(3, ByteRange(a, 50, 100), False),
        )

    def test_a_launch_in_place_is_told_to_read_what_it_writes(self, a):
        whole = ByteRange(a, 0, 100)
        graph = plan(launch([whole], [whole])).build(StreamStandIn())
        assert graph.last_uses == (LastUse(0, whole, True),)


def test_merging_ranges(a, b):
    assert merged(
        [
            ByteRange(a, 10, 20),
            ByteRange(b, 0, 1),
            ByteRange(a, 0, 10),
            ByteRange(a, 15, 18),
            ByteRange(a, 30, 30),
        ]
    ) == [
        ByteRange(a, 0, 20),
        ByteRange(b, 0, 1),
    ]


@pytest.mark.parametrize("seed", range(40))
def test_the_plan_against_bytes_one_by_one(seed):
    """Every pair of launches that must not swap is ordered by a path of waits, and every read is guarded by its writers."""
    draw = random.Random(seed)
    memory, count_memory = allocation(12), allocation(12)
    count = ByteRange(count_memory, 0, 12)

    def ranges():
        return [
            ByteRange(memory, s, draw.randint(s, 12)) for s in draw.choices(range(12), k=draw.randint(0, 2))
        ]

    launches = [launch(ranges(), ranges(), count=count if draw.random() < 0.3 else None) for _ in range(14)]
    nodes = plan(*launches).nodes
    before: list[set[int]] = []
    for node in nodes:
        before.append(set(node.waits).union(*(before[index] for index in node.waits)))

    def touched(spans):
        return {byte for span in spans if span.allocation is memory for byte in range(span.start, span.stop)}

    def used(launch, flag):
        return touched(ByteRange(*use[:3]) for use in launch.uses if use[flag])

    for later, node in enumerate(nodes):
        reads, writes = used(node.launch, 3), used(node.launch, 4)
        for earlier in range(later):
            other = nodes[earlier].launch
            if used(other, 4) & (reads | writes) or used(other, 3) & writes:
                assert earlier in before[later]
        expected: set[tuple[int, ...]] = set()
        outside: set[int] = set()
        for byte in reads:
            chain: list[int] = []
            for index in reversed(range(later)):
                if byte in used(nodes[index].launch, 4):
                    chain.append(index)
                    if not nodes[index].launch.maybe:
                        expected.add(tuple(chain))
                        break
            else:
                outside.add(byte)
        assert {chain for _, chain in node.guards} == expected
        assert touched(b.range for b in node.boundary if b.reading) == outside
