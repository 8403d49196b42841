//! Elements and fields, one within the other, read and written.

use cuda_device::*;

#[derive(Clone, Copy)]
struct Point {
    tag: u8,
    at: [i32; 3],
}

#[kernel]
pub fn array_index(x: &[u32], mut y: DisjointSlice<u32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let value = x[i.get()] as usize;
        let mut held = [7u32, 11, 13, 17];
        held[value % 4] += 100;
        held[(value + 1) % 4] ^= held[value % 4];
        let [first, .., last] = held;
        *place = held[1] + first * 1000 + last * 100_000;
    }
}

#[kernel]
pub fn nested_index(x: &[u32], mut y: DisjointSlice<u32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let value = x[i.get()] as usize;
        let mut grid = [[0u32; 3]; 4];
        for row in 0..4 {
            for column in 0..3 {
                grid[row][column] = (row * 10 + column) as u32;
            }
        }
        grid[value % 4][value % 3] += 500;
        grid[(value + 1) % 4] = [1, 2, value as u32];
        *place = grid.iter().flatten().fold(0, |sum, v| sum * 3 + v);
    }
}

#[kernel]
pub fn field_index(x: &[i32], mut y: DisjointSlice<i32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let value = x[i.get()];
        let mut points = [Point { tag: 1, at: [value, 2, 3] }; 2];
        let which = (value & 1) as usize;
        points[which].at[2] -= value;
        points[1 - which].tag = 9;
        let copied = points[1];
        points[0].at[1] = copied.at[2];
        *place = points.iter().map(|p| p.at.iter().sum::<i32>() * p.tag as i32).sum();
    }
}
