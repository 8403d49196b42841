// Passes are named by -p; a name or an option that does not exist is a diagnostic that says what is close.
// RUN: periclase-opt %s -p 'canonicalize,cse' | filecheck %s
// RUN: not periclase-opt %s -p 'canonicalise' 2>&1 | filecheck %s --check-prefix=UNKNOWN
// RUN: not periclase-opt %s -p 'cse{depth=3}' 2>&1 | filecheck %s --check-prefix=OPTION
// RUN: not periclase-opt %s -p 'cse{' 2>&1 | filecheck %s --check-prefix=TEXT
// RUN: periclase-opt --show-passes | filecheck %s --check-prefix=LIST

// CHECK: func.func @f
func.func @f(%a : i32) -> i32 {
  func.return %a : i32
}

// UNKNOWN: error[PC0603]: there is no pass `canonicalise`
// UNKNOWN: did you mean `canonicalize`
// OPTION: error[PC0609]: the pass 'cse' has no option 'depth'
// TEXT: error[PC0803]: the list of passes can not be read: expected
// LIST: canonicalize
// LIST: convert-mir-to-llvm
// LIST: mem2reg
