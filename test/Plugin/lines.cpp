int before() { return 1; }

void f(int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    x[i] = i;
}

int after() { return 2; }

// Debuggers see the lines of this file: a statement that is put in has the line of
// its loop.
// REQUIRES: plugin
// RUN: %clangxx -std=c++17 -I %include -fplugin=%plugin -fplugin-arg-heddle-backend=host -include heddle/heddle.h -g -gdwarf-5 -gembed-source -c %s -o %t.o
// RUN: llvm-dwarfdump --debug-line %t.o | FileCheck --implicit-check-not="{{0x[0-9a-f]+ +([248]|1[0-9]|[2-9][0-9]+) +[0-9]+ +[01] }}" %s
// RUN: %clangxx -std=c++17 -I %include -fplugin=%plugin -fplugin-arg-heddle-backend=host -include heddle/heddle.h -S -emit-llvm -g %s -o - | FileCheck --check-prefix=KERNEL %s
//
// CHECK-DAG: 0x{{[0-9a-f]+}} 1 {{[0-9]+}} {{[01]}}
// CHECK-DAG: 0x{{[0-9a-f]+}} 5 {{[0-9]+}} {{[01]}}
// CHECK-DAG: 0x{{[0-9a-f]+}} 6 {{[0-9]+}} {{[01]}}
// CHECK-DAG: 0x{{[0-9a-f]+}} 9 {{[0-9]+}} {{[01]}}
// KERNEL: !DISubprogram(name: "heddle_f_0", {{.*}}line: 5,
