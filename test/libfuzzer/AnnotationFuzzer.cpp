//===- AnnotationFuzzer.cpp - Annotations of three fixed nests ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The input stands between `[[` and `]]`, above nests of rank 1, 2 and 3 whose
// names are those that the tests use most.
//===----------------------------------------------------------------------===//

#include "Entry.h"
#include "Unit.h"

static std::string programOf(llvm::StringRef Annotation) {
  std::string Head = "[[" + Annotation.str() + "]]\n";
  return "constexpr int t = 2;\n"
         "constexpr heddle::mapping chosen = heddle::GridBlock(1);\n"
         "template <class T, int W>\n"
         "void nests(long n, long m, T *x, T *a, const T *y, T s) {\n" +
         Head + "for (long i = 0; i < n; ++i) a[i] = y[i] + 1;\n" + Head +
         "for (long i = 0; i < n; ++i)\n"
         "  for (long j = 1; j < m; j += 2)\n"
         "    x[i * m + j] = x[i * m + j] + W * y[j];\n" +
         Head +
         "for (int i = 0; i < 8; ++i)\n"
         "  for (int j = 0; j < 16; ++j)\n"
         "    for (int k = 0; k < 32; ++k)\n"
         "      s += x[(i * 16 + j) * 32 + k];\n"
         "  a[0] = s;\n"
         "}\n"
         "template void nests<float, 3>(long, long, float *, float *,\n"
         "                              const float *, float);\n";
}

extern "C" __attribute__((visibility("default"))) int
LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  heddle::processText(programOf(textOf(Data, Size)), Size);
  return 0;
}
