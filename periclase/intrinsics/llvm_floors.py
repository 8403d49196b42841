"""What LLVM's NVPTX intrinsics ask of the target.

LLVM ends the whole process ("Cannot select") for an intrinsic that the target lacks, so this must be known before. Families are
listed by prefix, the longest that fits counts. Not listed: what every supported target has. A test holds that the rows of the
table agree.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from periclase.intrinsics.architectures import DATACENTER_100, HOPPER, REGISTER_REALLOCATION, TENSOR_MEMORY
from periclase.intrinsics.model import Requirement
from periclase.record import Record

PREFIX: Final = "llvm.nvvm."


class IntrinsicFloor(Record):
    """The lowest target of an intrinsic; `architectures` names the only ones that have it, if not all later ones do."""

    requirement: Requirement
    architectures: tuple[str, ...] = ()


_FAMILIES: Final[dict[str, IntrinsicFloor]] = {
    "barrier.cluster.": IntrinsicFloor(Requirement(90, 78)),
    "barrier.cluster.arrive.relaxed": IntrinsicFloor(Requirement(90, 80)),
    "cp.async.": IntrinsicFloor(Requirement(80, 70)),
    "cp.async.bulk.": IntrinsicFloor(Requirement(90, 80)),
    "elect.sync": IntrinsicFloor(Requirement(90, 80)),
    "fence.proxy.": IntrinsicFloor(Requirement(90, 80)),
    "fence.sc.cluster": IntrinsicFloor(Requirement(90, 78)),
    "griddepcontrol.": IntrinsicFloor(Requirement(90, 78)),
    "is_explicit_cluster": IntrinsicFloor(Requirement(90, 78)),
    "isspacep.shared.cluster": IntrinsicFloor(Requirement(90, 78)),
    "mapa": IntrinsicFloor(Requirement(90, 78)),
    "mbarrier.": IntrinsicFloor(Requirement(80, 70)),
    "mbarrier.arrive.drop.expect.tx.": IntrinsicFloor(Requirement(90, 80)),
    "mbarrier.arrive.drop.scope.": IntrinsicFloor(Requirement(90, 80)),
    "mbarrier.arrive.expect.tx.": IntrinsicFloor(Requirement(90, 80)),
    "mbarrier.arrive.scope.": IntrinsicFloor(Requirement(90, 80)),
    "mbarrier.complete.tx.": IntrinsicFloor(Requirement(90, 80)),
    "mbarrier.expect.tx.": IntrinsicFloor(Requirement(90, 80)),
    "mbarrier.test.wait.parity.": IntrinsicFloor(Requirement(80, 71)),
    "mbarrier.try.wait.": IntrinsicFloor(Requirement(90, 78)),
    # PTX has had the plain forms since sm_20; LLVM selects none of them below sm_90.
    "prefetch.": IntrinsicFloor(Requirement(90, 80)),
    "read.ptx.sreg.aggr_smem_size": IntrinsicFloor(Requirement(90, 81)),
    "read.ptx.sreg.cluster": IntrinsicFloor(Requirement(90, 78)),
    "read.ptx.sreg.ncluster": IntrinsicFloor(Requirement(90, 78)),
    "redux.sync.": IntrinsicFloor(Requirement(80, 70)),
    "redux.sync.f": IntrinsicFloor(Requirement(100, 86), DATACENTER_100),
    "setmaxnreg.": IntrinsicFloor(Requirement(90, 80), REGISTER_REALLOCATION),
    "stmatrix.": IntrinsicFloor(Requirement(90, 78)),
    "tcgen05.": IntrinsicFloor(Requirement(100, 86), TENSOR_MEMORY),
    "wgmma.": IntrinsicFloor(Requirement(90, 80), HOPPER),
}

_WORDS: Final[dict[str, Requirement]] = {".relaxed.": Requirement(90, 86), ".cluster": Requirement(90, 80)}
"""What a word within the name of an intrinsic on barrier objects asks for beside its family."""


@cache
def intrinsic_floor(name: str) -> IntrinsicFloor | None:
    """What the LLVM intrinsic `name` asks for; None if it is nothing of NVPTX's, or nothing that is known to be asked."""
    if not name.startswith(PREFIX):
        return None
    stem = name[len(PREFIX) :]
    fitting = [prefix for prefix in _FAMILIES if stem.startswith(prefix)]
    if not fitting:
        return None
    floor = _FAMILIES[max(fitting, key=len)]
    if stem.startswith("mbarrier."):
        for word, requirement in _WORDS.items():
            if word in stem:
                floor = IntrinsicFloor(floor.requirement.join(requirement))
    return floor
