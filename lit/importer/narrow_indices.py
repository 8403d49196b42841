# RUN: periclase compile %s:narrow --emit mir | filecheck %s
# RUN: periclase compile %s:any_launch --emit mir | filecheck %s --check-prefix=ANY
# RUN: periclase compile %s:narrow --emit ptx --arch sm_90 | filecheck %s --check-prefix=PTX
"""The version of a kernel for small launches says which of its arguments the launch has looked at: all signed numbers."""

from periclase import MutSlice, View, f32, i64, kernel
from periclase.gpu import block_dim_x, block_idx_x, thread_idx_x


@kernel
def any_launch(n: i64, x: View[f32, 2], y: MutSlice[f32]):
    i = block_idx_x() * block_dim_x() + thread_idx_x()
    if i < n:
        y[i] += x[0, i]


narrow = any_launch.with_narrow_indices

# CHECK: mir.func @any_launch(%n: si64, %x: !mir.slice<f32, global>, %x_offset: si64, %x_shape: si64, %x_shape_1: si64, %x_strides: si64, %x_strides_1: si64, %y: !mir.slice<mut f32, global>) attributes {kernel, source_name = "any_launch", periclase.small_launch = array<i64: 0, 2, 3, 4, 5, 6>} {
# ANY: mir.func @any_launch({{.*}}) attributes {kernel, source_name = "any_launch"} {
# PTX-NOT: mul.wide.u32
# PTX: mad.lo.s32
# PTX-NOT: mad.wide.u32
