// Input comes from a file or from standard input, output goes to standard output or to a file.
// RUN: periclase-opt < %s | filecheck %s
// RUN: periclase-opt - < %s | filecheck %s
// RUN: periclase-opt %s -o %t.mlir && filecheck %s --input-file %t.mlir
// RUN: not periclase-opt %t.absent 2>&1 | filecheck %s --check-prefix=ABSENT
// RUN: not periclase-opt %s -o %t.absent/out 2>&1 | filecheck %s --check-prefix=UNWRITABLE
// RUN: not periclase-opt %s --no-such-option 2>&1 | filecheck %s --check-prefix=USAGE

// CHECK: func.func @f
func.func @f() {
  func.return
}

// ABSENT: error[PC0801]: cannot read {{.*}}: No such file or directory
// UNWRITABLE: error[PC0801]: cannot write {{.*}}: No such file or directory
// USAGE: usage: periclase-opt
