//! Every kind of cast.

use cuda_device::*;

#[kernel]
pub fn float_to_int(x: &[f64], mut y: DisjointSlice<i64>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let v = x[i.get()];
        *place = (v as i8 as i64) ^ ((v as u8 as i64) << 8) ^ ((v as i32 as i64) << 16) ^ (v as f32 as u32 as i64) ^ (v as i64).rotate_left(9)
            ^ (v as u64 as i64).rotate_left(21);
    }
}

#[kernel]
pub fn int_to_float(x: &[i64], mut y: DisjointSlice<f64>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let v = x[i.get()];
        *place = v as f64 + (v as u64 as f64) + (v as i32 as f32 as f64) + (v as u8 as f64);
    }
}

#[kernel]
pub fn other_casts(x: &[u32], mut y: DisjointSlice<u64>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let v = x[i.get()];
        let bytes = [v, v ^ 1];
        let pointer = &bytes as *const [u32; 2] as *const u8;
        let exposed = unsafe { pointer.add(4) }.expose_provenance() - pointer.expose_provenance();
        let back = core::ptr::with_exposed_provenance::<u32>(pointer.expose_provenance());
        let letter = (b'a' + (v % 26) as u8) as char;
        let slice: &[u32] = &bytes;
        *place = exposed as u64
            + unsafe { *back } as u64
            + ((letter as u32 as u64) << 33)
            + (((v > 9) as u64) << 50)
            + slice.len() as u64
            + (f32::from_bits(v & 0x7f).to_bits() as u64) * 3;
    }
}
