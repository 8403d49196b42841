// Without the attribute nothing is promised, and nothing changes; the numbers of the user's own are whole with it, too.
// RUN: periclase-opt %s -p narrow-index-arithmetic,dce | filecheck %s

// CHECK-LABEL: mir.func @any_launch(
// CHECK: mir.cast int_to_int %{{.*}} : ui64 to si64
// CHECK: mir.sub %{{.*}} : si64
// CHECK: mir.lt %{{.*}} : si64
mir.func @any_launch(%x : !mir.slice<f32, global>, %i : si64, %p : !mir.ptr<mut i1, global>) attributes {kernel} {
  %one = mir.constant 1 : si64
  %n = mir.extract_field %x[1] : !mir.slice<f32, global>
  %m = mir.cast int_to_int %n : ui64 to si64
  %last = mir.sub %m, %one : si64
  %in = mir.lt %i, %last : si64
  mir.store %in, %p : !mir.ptr<mut i1, global>
  mir.return
}

// CHECK-LABEL: mir.func @numbers(
// CHECK: mir.mul %{{.*}} : si64
// CHECK: mir.div %{{.*}} : si64
// CHECK: mir.lt %{{.*}} : si64
// CHECK: mir.cast int_to_float %{{.*}} : si64 to f64
mir.func @numbers(%a : si64, %b : si64, %p : !mir.ptr<mut f64, global>, %q : !mir.ptr<mut i1, global>) attributes {kernel, periclase.small_launch = array<i64>} {
  %c = mir.mul %a, %b : si64
  %d = mir.div %c, %b : si64
  %e = mir.lt %d, %a : si64
  %f = mir.cast int_to_float %d : si64 to f64
  mir.store %f, %p : !mir.ptr<mut f64, global>
  mir.store %e, %q : !mir.ptr<mut i1, global>
  mir.return
}

// An unsigned number of which the sign is unknown is not divided as a signed one.
// CHECK-LABEL: mir.func @unsigned(
// CHECK: mir.div %{{.*}} : ui64
mir.func @unsigned(%n : si64, %p : !mir.ptr<mut ui64, global>) attributes {kernel, periclase.small_launch = array<i64: 0>} {
  %u = mir.cast int_to_int %n : si64 to ui64
  %three = mir.constant 3 : ui64
  %d = mir.div %u, %three : ui64
  mir.store %d, %p : !mir.ptr<mut ui64, global>
  mir.return
}

// A pointer that may leave the slice on its way comes back by all of 64 bits.
// CHECK-LABEL: mir.func @leaves(
// CHECK: %[[AWAY:.*]] = mir.ptr_offset %{{.*}}[%n] {mir.may_leave} : {{.*}}, si64
// CHECK: %[[BACK:.*]] = mir.neg %n : si64
// CHECK: mir.ptr_offset %[[AWAY]][%[[BACK]]] : {{.*}}, si64
mir.func @leaves(%x : !mir.slice<mut f32, global>, %n : si64, %v : f32) attributes {kernel, periclase.small_launch = array<i64>} {
  %p = mir.extract_field %x[0] : !mir.slice<mut f32, global>
  %away = mir.ptr_offset %p[%n] {mir.may_leave} : !mir.ptr<mut f32, global>, si64
  %minus = mir.neg %n : si64
  %back = mir.ptr_offset %away[%minus] : !mir.ptr<mut f32, global>, si64
  mir.store %v, %back : !mir.ptr<mut f32, global>
  mir.return
}
