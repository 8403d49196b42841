# RUN: periclase compile %s --emit mir | filecheck %s
"""Views: a tuple of pointer, extents and strides; each index is checked against its extent."""

from periclase import MutSlice, f32, isize, kernel
from periclase.views import MutView, OutView, View


@kernel
def element(x: View[f32, 2], y: MutSlice[f32], i: isize):
    y[0] = x[i, -1]


@kernel
def part(x: MutView[f32, 2], i: isize):
    row = x[1:i, ::-2]
    row[0, 0] = 1.0


@kernel
def row(x: OutView[f32, 2], i: isize):
    x[i][0] = 1.0


@kernel
def turned(x: View[f32, 2], y: MutSlice[isize]):
    y[0] = x.T.shape[0] * x.strides[1]


@kernel
def of_slice(x: MutSlice[f32]):
    y, z = x[1:3], x[::2]
    y[0] = z[0]
