// RUN: %roundtrip
// RUN: %generic-roundtrip

// Allocation, access, address arithmetic, bulk operations, markers, casts of pointers.

mir.func private @memory(%v: f32, %i: si64, %n: ui64, %byte: ui8) {
  %0 = mir.alloca f32
  %1 = mir.alloca !mir.array<8 x f32> name "acc" align 16
  mir.storage_live %0 : !mir.ptr<mut f32>
  mir.store %v, %0 : !mir.ptr<mut f32>
  mir.store volatile %v, %0 align 4 : !mir.ptr<mut f32>
  %2 = mir.load %0 align 2 {note} : !mir.ptr<mut f32>
  %3 = mir.load volatile %0 : !mir.ptr<mut f32>
  %4 = mir.ptr_offset %0[%i] : !mir.ptr<mut f32>, si64
  %5 = mir.ptr_diff %4, %0 : !mir.ptr<mut f32>
  %6 = mir.ref mut %v : f32
  %7 = mir.ref %v : f32
  mir.memcpy %6, %7, %n : !mir.ptr<mut f32>, !mir.ptr<f32>, ui64
  mir.memmove %0, %6, %i : !mir.ptr<mut f32>, !mir.ptr<mut f32>, si64
  mir.memset %0, %byte, %n : !mir.ptr<mut f32>, ui8, ui64
  mir.swap %0, %6 : !mir.ptr<mut f32>, !mir.ptr<mut f32>
  mir.dbg_value %v, "v" : f32
  mir.storage_dead %0 : !mir.ptr<mut f32>
  %8 = mir.shared_alloc !mir.array<256 x f32> key "matmul.tile" name "tile" align 16
  %9 = mir.shared_alloc f32 key "flag"
  %10 = mir.dynamic_shared f32
  %11 = mir.dynamic_shared si64 offset 256 align 16
  %12 = mir.global_alloc ui32 key "counter"
  %13 = mir.global_alloc immutable !mir.array<2 x f32> key "table" align 8 = [1.000000e+00 : f32, 2.000000e+00 : f32]
  %14 = mir.cast ptr_to_ptr %9 : !mir.ptr<mut f32, shared> to !mir.ptr<mut f32>
  %15 = mir.cast ptr_to_int %14 : !mir.ptr<mut f32> to ui64
  %16 = mir.cast int_to_ptr %15 : ui64 to !mir.ptr<ui8>
  %17 = mir.cast mut_to_const %14 : !mir.ptr<mut f32> to !mir.ptr<f32>
  %18 = mir.cast unsize %8 : !mir.ptr<mut !mir.array<256 x f32>, shared> to !mir.slice<mut f32, shared>
  %19 = mir.cast array_to_ptr %8 : !mir.ptr<mut !mir.array<256 x f32>, shared> to !mir.ptr<mut f32, shared>
  %20 = mir.cast int_to_int %byte : ui8 to si64
  %21 = mir.cast int_to_float %i : si64 to f32
  %22 = mir.cast float_to_int %v : f32 to ui8
  %23 = mir.cast float_to_float %v : f32 to f16
  %24 = mir.cast transmute %v {note} : f32 to ui32
  %25 = mir.is_aligned %9, 16 : !mir.ptr<mut f32, shared>
  %26 = mir.is_aligned %7, 1 {note} : !mir.ptr<f32>
  mir.return
}

// CHECK: mir.func private @memory(%v: f32, %i: si64, %n: ui64, %byte: ui8) {
// CHECK-NEXT:   %0 = mir.alloca f32
// CHECK-NEXT:   %1 = mir.alloca !mir.array<8 x f32> name "acc" align 16
// CHECK-NEXT:   mir.storage_live %0 : !mir.ptr<mut f32>
// CHECK-NEXT:   mir.store %v, %0 : !mir.ptr<mut f32>
// CHECK-NEXT:   mir.store volatile %v, %0 align 4 : !mir.ptr<mut f32>
// CHECK-NEXT:   %2 = mir.load %0 align 2 {note} : !mir.ptr<mut f32>
// CHECK-NEXT:   %3 = mir.load volatile %0 : !mir.ptr<mut f32>
// CHECK-NEXT:   %4 = mir.ptr_offset %0[%i] : !mir.ptr<mut f32>, si64
// CHECK-NEXT:   %5 = mir.ptr_diff %4, %0 : !mir.ptr<mut f32>
// CHECK-NEXT:   %6 = mir.ref mut %v : f32
// CHECK-NEXT:   %7 = mir.ref %v : f32
// CHECK-NEXT:   mir.memcpy %6, %7, %n : !mir.ptr<mut f32>, !mir.ptr<f32>, ui64
// CHECK-NEXT:   mir.memmove %0, %6, %i : !mir.ptr<mut f32>, !mir.ptr<mut f32>, si64
// CHECK-NEXT:   mir.memset %0, %byte, %n : !mir.ptr<mut f32>, ui8, ui64
// CHECK-NEXT:   mir.swap %0, %6 : !mir.ptr<mut f32>, !mir.ptr<mut f32>
// CHECK-NEXT:   mir.dbg_value %v, "v" : f32
// CHECK-NEXT:   mir.storage_dead %0 : !mir.ptr<mut f32>
// CHECK-NEXT:   %8 = mir.shared_alloc !mir.array<256 x f32> key "matmul.tile" name "tile" align 16
// CHECK-NEXT:   %9 = mir.shared_alloc f32 key "flag"
// CHECK-NEXT:   %10 = mir.dynamic_shared f32
// CHECK-NEXT:   %11 = mir.dynamic_shared si64 offset 256 align 16
// CHECK-NEXT:   %12 = mir.global_alloc ui32 key "counter"
// CHECK-NEXT:   %13 = mir.global_alloc immutable !mir.array<2 x f32> key "table" align 8 = [1.000000e+00 : f32, 2.000000e+00 : f32]
// CHECK-NEXT:   %14 = mir.cast ptr_to_ptr %9 : !mir.ptr<mut f32, shared> to !mir.ptr<mut f32>
// CHECK-NEXT:   %15 = mir.cast ptr_to_int %14 : !mir.ptr<mut f32> to ui64
// CHECK-NEXT:   %16 = mir.cast int_to_ptr %15 : ui64 to !mir.ptr<ui8>
// CHECK-NEXT:   %17 = mir.cast mut_to_const %14 : !mir.ptr<mut f32> to !mir.ptr<f32>
// CHECK-NEXT:   %18 = mir.cast unsize %8 : !mir.ptr<mut !mir.array<256 x f32>, shared> to !mir.slice<mut f32, shared>
// CHECK-NEXT:   %19 = mir.cast array_to_ptr %8 : !mir.ptr<mut !mir.array<256 x f32>, shared> to !mir.ptr<mut f32, shared>
// CHECK-NEXT:   %20 = mir.cast int_to_int %byte : ui8 to si64
// CHECK-NEXT:   %21 = mir.cast int_to_float %i : si64 to f32
// CHECK-NEXT:   %22 = mir.cast float_to_int %v : f32 to ui8
// CHECK-NEXT:   %23 = mir.cast float_to_float %v : f32 to f16
// CHECK-NEXT:   %24 = mir.cast transmute %v {note} : f32 to ui32
// CHECK-NEXT:   %25 = mir.is_aligned %9, 16 : !mir.ptr<mut f32, shared>
// CHECK-NEXT:   %26 = mir.is_aligned %7, 1 {note} : !mir.ptr<f32>
// CHECK-NEXT:   mir.return
// CHECK-NEXT: }
