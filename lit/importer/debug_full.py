# RUN: periclase compile %s --emit mir | filecheck %s
"""debug="full": a marker for each variable; integers wrap as ever."""

from periclase import MutSlice, device, i32, kernel
from periclase.gpu import thread_idx_x


@device
def doubled(v: i32) -> i32:
    twice = v + v
    return twice


@kernel(debug="full")
def marked(a: i32, n: MutSlice[i32]):
    i = thread_idx_x()
    step = 3
    n[i] = doubled(a) * step


# CHECK:      mir.func @marked(%a: si32, %n: !mir.slice<mut si32, global>)
# CHECK-NEXT:     %i = mir.alloca si64 name "i"
# CHECK-NEXT:     mir.dbg_value %a, "a" argument 1 : si32
# CHECK-NEXT:     mir.dbg_value %n, "n" argument 2 : !mir.slice<mut si32, global>
# CHECK-NEXT:     mir.dbg_value %i, "i" in_slot : !mir.ptr<mut si64>
# CHECK-NOT:      checked
# CHECK:          mir.dbg_value %{{.*}}, "step" : si64
# CHECK:      mir.func private @{{.*}}doubled
# CHECK:          mir.dbg_value %v, "v" argument 1 : si32
# CHECK-NEXT:     mir.dbg_value %twice, "twice" in_slot : !mir.ptr<mut si32>
