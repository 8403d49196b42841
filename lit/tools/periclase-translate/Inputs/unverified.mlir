llvm.func @f(%a: i32) {
  llvm.return %a : i32
}
