// Where the text goes, and that it is whole or not there.
// REQUIRES: rewriter
// RUN: rm -rf %t && mkdir %t
//
// The standard output and -o get the same text.
// RUN: %heddle-rewrite %s -- -std=c++17 -I %include > %t/stdout.cu
// RUN: %heddle-rewrite %s -o %t/file.cu -- -std=c++17 -I %include
// RUN: cmp %t/stdout.cu %t/file.cu
// RUN: grep -v '^// [A-Z]' %t/file.cu | FileCheck %s
//
// A second run overwrites, and gives the same bytes.
// RUN: %heddle-rewrite %s -o %t/file.cu -- -std=c++17 -I %include
// RUN: cmp %t/stdout.cu %t/file.cu
//
// Rewriting a rewritten file changes nothing.
// RUN: %heddle-rewrite %t/file.cu -- -x c++ -std=c++17 -I %include | cmp - %t/file.cu
//
// Existing output stays where verification fails, and a link is followed.
// RUN: not %heddle-rewrite %s -o %t/file.cu -- -std=c++17 -I %include -DBROKEN 2>&1 | FileCheck --check-prefix=BROKEN %s
// RUN: cmp %t/stdout.cu %t/file.cu
// RUN: touch %t/target.cu && ln -s target.cu %t/link.cu
// RUN: %heddle-rewrite %s -o %t/link.cu -- -std=c++17 -I %include
// RUN: cmp %t/stdout.cu %t/target.cu && test -L %t/link.cu
//
// What cannot be written.
// RUN: not %heddle-rewrite %s -o %t -- -std=c++17 -I %include 2>&1 | FileCheck --check-prefix=FOLDER %s
// RUN: not %heddle-rewrite %s -o %t/no/such.cu -- -std=c++17 -I %include 2>&1 | FileCheck --check-prefix=NOWHERE %s
// RUN: cp %s %t/self.cpp
// RUN: not %heddle-rewrite %t/self.cpp -o %t/self.cpp -- -std=c++17 -I %include 2>&1 | FileCheck --check-prefix=SELF %s
// RUN: cmp %s %t/self.cpp
// RUN: %heddle-rewrite %s -o /dev/null -- -std=c++17 -I %include && test -c /dev/null
// RUN: not %heddle-rewrite %s -o /dev/full -- -std=c++17 -I %include 2>&1 | FileCheck --check-prefix=FULL %s
// RUN: not ls %t/*.tmp

// CHECK: {{^}}// rewritten by heddle from '{{.*}}output.cpp'{{$}}
// CHECK-NEXT: {{^}}#line 1 "{{.*}}output.cpp"{{$}}
// CHECK: static __global__ void
// CHECK: void scale(
// CHECK-NOT: heddle::map
// BROKEN: error: {{.*}}[heddle-HD4
// FOLDER: error: cannot write '{{.*}}': {{[Ii]}}s a directory [heddle-HD638]
// NOWHERE: error: cannot write '{{.*}}such.cu': {{.*}} [heddle-HD638]
// SELF: error: cannot write '{{.*}}self.cpp': it is a source of this run [heddle-HD638]
// FULL: error: cannot write '/dev/full': {{.*}} [heddle-HD638]

#include <heddle/heddle.h>

void scale(double *x, const double *y, int n) {
  [[heddle::map(heddle::Jing)]]
  for (int i = 0; i < n; ++i)
    x[i] = 2 * y[i];
#ifdef BROKEN
  HEDDLE(map) for (int i = 1; i < n; ++i) x[i] = x[i - 1];
#endif
}
