//===- nests.h - what sources of random nests include ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Little, and no templates: it is compiled many thousand times. A nest and what
// calls it:
//
//   void nest_7(float *a0, const int (&a1)[3], int n) { [[heddle::map]] for ...
//   }
//
//   NEST(nest_7, "out float 33, in int 3", "5, -1, 0 : 0 1 2") {
//     nest_7((float *)a[0], *(int (*)[3])a[1], (int)p[0]);
//   }
//
// It is called for n = 5, -1 and 0, each time with fresh arrays `a` of as many
// elements: of random values (`in`) or poisoned (`out`). The last call gives it
// an array number 1 that begins 2 elements after number 0, in its memory.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_FUZZ_NESTS_H
#define HEDDLE_TEST_FUZZ_NESTS_H

namespace fuzz {

using function = void (*)(void *const *a, const long *p);

struct registration {
  registration(const char *name, const char *side, bool rewritten,
               const char *arrays, const char *calls, function f);
};

} // namespace fuzz

#ifndef SIDE
#define SIDE written
#endif
#ifdef REWRITTEN
#define FUZZ_REWRITTEN true
#else
#define FUZZ_REWRITTEN false
#endif
#define FUZZ_TEXT(x) FUZZ_TEXT_(x)
#define FUZZ_TEXT_(x) #x

#define NEST(name, arrays, calls)                                              \
  static void call_##name(void *const *a, const long *p);                      \
  static const fuzz::registration registered_##name(                           \
      #name, FUZZ_TEXT(SIDE), FUZZ_REWRITTEN, arrays, calls, call_##name);     \
  static void call_##name([[maybe_unused]] void *const *a,                     \
                          [[maybe_unused]] const long *p)

#endif // HEDDLE_TEST_FUZZ_NESTS_H
