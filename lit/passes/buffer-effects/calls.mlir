// Functions of the module: what they do with their arguments is done by who calls them. Only kernels are marked.
// RUN: periclase-opt %s -p buffer-effects | filecheck %s

// CHECK: mir.func private @put(%{{.*}}: !mir.ptr<mut f32, global>, %{{.*}}: !mir.ptr<f32, global>) {
mir.func private @put(%to : !mir.ptr<mut f32, global>, %from : !mir.ptr<f32, global>) {
  %v = mir.load %from : !mir.ptr<f32, global>
  mir.store %v, %to : !mir.ptr<mut f32, global>
  mir.return
}
// CHECK: mir.func private @behind(%{{.*}}) -> !mir.ptr<f32, global> {
mir.func private @behind(%p : !mir.ptr<f32, global>, %unused : !mir.ptr<f32, global>) -> !mir.ptr<f32, global> {
  %i = mir.constant 1 : ui64
  %q = mir.ptr_offset %p[%i] : !mir.ptr<f32, global>, ui64
  mir.return %q : !mir.ptr<f32, global>
}

// CHECK: mir.func @caller({{.*}}periclase.effects = ["read_only", "write_only", "dead"], periclase.effects_complete}
mir.func @caller(%x : !mir.slice<f32, global>, %y : !mir.slice<mut f32, global>, %z : !mir.slice<f32, global>)
    attributes {kernel} {
  %px = mir.extract_field %x[0] : !mir.slice<f32, global>
  %py = mir.extract_field %y[0] : !mir.slice<mut f32, global>
  %pz = mir.extract_field %z[0] : !mir.slice<f32, global>
  %next = mir.call @behind(%px, %pz) : (!mir.ptr<f32, global>, !mir.ptr<f32, global>) -> !mir.ptr<f32, global>
  mir.call @put(%py, %next) : (!mir.ptr<mut f32, global>, !mir.ptr<f32, global>) -> ()
  mir.return
}

// Two functions in a circle, which change places at every turn: both are written in the end.
mir.func private @ping(%a : !mir.ptr<mut f32, global>, %b : !mir.ptr<mut f32, global>, %c : i1) {
  mir.cond_br %c, ^more, ^end
^more:
  mir.call @pong(%b, %a, %c) : (!mir.ptr<mut f32, global>, !mir.ptr<mut f32, global>, i1) -> ()
  mir.goto ^end
^end:
  mir.return
}
mir.func private @pong(%a : !mir.ptr<mut f32, global>, %b : !mir.ptr<mut f32, global>, %c : i1) {
  %v = mir.constant 1.0 : f32
  mir.store %v, %a : !mir.ptr<mut f32, global>
  mir.call @ping(%a, %b, %c) : (!mir.ptr<mut f32, global>, !mir.ptr<mut f32, global>, i1) -> ()
  mir.return
}
// CHECK: mir.func @circle({{.*}}periclase.effects = ["write_only", "write_only", "value"], periclase.effects_complete}
mir.func @circle(%x : !mir.slice<mut f32, global>, %y : !mir.slice<mut f32, global>, %c : i1) attributes {kernel} {
  %px = mir.extract_field %x[0] : !mir.slice<mut f32, global>
  %py = mir.extract_field %y[0] : !mir.slice<mut f32, global>
  mir.call @ping(%px, %py, %c) : (!mir.ptr<mut f32, global>, !mir.ptr<mut f32, global>, i1) -> ()
  mir.return
}
