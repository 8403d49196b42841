"""Barrier objects in shared memory with their phases (`mbarrier`, sm_80; waiting and counted bytes sm_90), as structs.

```python
objects = shared_array(2, u64)
full = Barrier(address_of(objects[0]))
if thread_idx_x() == 0:
    full.init(1)
sync_threads()
for step in range(steps):
    if thread_idx_x() == 0:
        full.arrive_expecting(bytes)
        …  # copies that count so many bytes
    full.wait()
```

A barrier object goes from phase to phase: one is over when as many arrivals have come as `init` said, and as many bytes as
were expected. Each thread that waits knows in which phase it is: its `Barrier` has the parity, and `wait()` turns it over.
The object in shared memory is one for all; the `Barrier` is each thread's own.
"""

from __future__ import annotations

from periclase.gpu import (
    map_shared_rank,
    mbarrier_arrive,
    mbarrier_arrive_cluster,
    mbarrier_arrive_count,
    mbarrier_arrive_expect_tx,
    mbarrier_expect_tx,
    mbarrier_init,
    mbarrier_inval,
    mbarrier_test_wait_parity,
    mbarrier_wait_parity,
)
from periclase.pointers import MutPointer
from periclase.structs import struct
from periclase.types import Space, u32, u64


@struct
class Barrier:
    """A barrier object as one thread sees it.

    Attributes:
        place: the object, in shared memory.
        parity: of the phase that this thread waits for next.
    """

    place: MutPointer[u64, Space.SHARED]
    parity: u32 = 0  # pyright: ignore

    def init(self, arrivals: u32):
        """Begin: each phase waits for so many arrivals. One thread calls it, and a barrier of the block lets the others know."""
        mbarrier_init(self.place[0], arrivals)

    def end(self):
        """Give the memory free for other things. One thread calls it, when none uses the object any more."""
        mbarrier_inval(self.place[0])

    def arrive(self):
        """Come to it, without waiting; what this thread wrote before is seen by who waits."""
        mbarrier_arrive(self.place[0])

    def arrive_at(self, rank: u32):
        """Come to the object at the same place in the shared memory of block `rank` of the cluster (sm_90, not on the CPU)."""
        mbarrier_arrive_cluster(map_shared_rank(self.place[0], rank))

    def arrive_times(self, count: u32):
        """Come to it as `count` threads."""
        mbarrier_arrive_count(self.place[0], count)

    def expect(self, bytes: u32):
        """Let this phase wait for so many more bytes of copies."""
        mbarrier_expect_tx(self.place[0], bytes)

    def arrive_expecting(self, bytes: u32):
        """Come to it, and let this phase wait for so many more bytes of copies."""
        mbarrier_arrive_expect_tx(self.place[0], bytes)

    def is_over(self) -> bool:
        """Whether the phase that this thread is to wait for is over, without waiting (sm_80)."""
        return mbarrier_test_wait_parity(self.place[0], self.parity)

    def wait(self):
        """Wait until the phase is over (sm_90); the next call waits for the next one."""
        mbarrier_wait_parity(self.place[0], self.parity)
        self.parity = self.parity ^ 1  # pyright: ignore

    def skip(self):
        """Take the phase for over: who fills an empty place the first time does not wait for it to be emptied."""
        self.parity = self.parity ^ 1  # pyright: ignore


__all__ = ["Barrier"]
