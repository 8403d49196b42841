//! Rows of a width that the compiler knows.

use cuda_device::*;

#[kernel]
pub fn in_rows(mut out: DisjointSlice<u32, thread::Index2D<12>>) {
    if let Some(index) = thread::index_2d::<12>() {
        let value = (100 * thread::index_2d_row() + thread::index_2d_col()) as u32;
        if let Some(place) = out.get_mut(index) {
            *place = value;
        }
    }
}
