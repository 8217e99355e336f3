// Enumerators are named in kernels as in the loop where that is possible, else
// written as their values.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I %include 2>&1 | count 0
// RUN: grep HEDDLE_BODY -A 6 %t.cu | FileCheck %s
// RUN: %gxx -std=c++17 -I %include -Wall -Wextra -Werror -Wno-unknown-pragmas -x c++ %t.cu -o %t && %t && env HEDDLE_HOST_ORDER=forward %t
// RUN: %clangxx -std=c++17 -I %include -x c++ %t.cu -o %t && env HEDDLE_HOST_ORDER=reverse %t
#include <heddle/heddle.h>

enum global { one = 1 };
namespace nn {
enum kind { zero, five = 5 };
enum class strong : short { six = 6 };
inline namespace v {
enum { minus = -3 };
}
} // namespace nn
namespace {
enum { hidden = 13 };
}
struct box {
  enum { lid = 4 };
  enum class tight { in };
  int *y;
  void fill(int n);
  void within(int n) {
    HEDDLE(map) for (int i = 0; i < n; ++i) y[i] = lid;
  }

private:
  enum : unsigned long long { huge = 0xffffffffffffffff };
};
template <int N> struct number {
  enum { value = N };
};

// CHECK-LABEL: HEDDLE_BODY void heddle_box_within_0_body(
// CHECK: y[i] = static_cast<int>(4);

// CHECK-LABEL: HEDDLE_BODY void heddle_names_0_body(
// CHECK: y[i] = one + static_cast<int>(13) + (int)nn::strong::six + nn::five + ::nn::v::minus;
void names(int *y, int n) {
  HEDDLE(map) for (int i = 0; i < n; ++i)
    y[i] = one + hidden + (int)nn::strong::six + nn::five + ::nn::v::minus;
}

// CHECK-LABEL: HEDDLE_BODY void heddle_found_0_body(
// CHECK: y[i] = static_cast<::nn::kind>(5) + static_cast<int>(-3) + (int)static_cast<::nn::strong>(6);
void found(int *y, int n) {
  using namespace nn;
  namespace mm = nn;
  HEDDLE(map) for (int i = 0; i < n; ++i)
    y[i] = five + minus + (int)mm::strong::six;
}

// CHECK-LABEL: HEDDLE_BODY void heddle_box_fill_0_body(
// CHECK: y[i] = static_cast<int>(4) + static_cast<int>(static_cast<unsigned long{{( long)?}}>(18446744073709551615ULL) >> 60);
void box::fill(int n) {
  HEDDLE(map) for (int i = 0; i < n; ++i)
    y[i] = lid + static_cast<int>(huge >> 60);
}

// CHECK-LABEL: HEDDLE_BODY void heddle_local_0_body(
// CHECK: y[i] = static_cast<int>(4) + static_cast<int>(8) + static_cast<int>(2);
void local(int *y, int n) {
  enum { eight = 8 };
  HEDDLE(map) for (int i = 0; i < n; ++i)
    y[i] = box::lid + eight + number<2>::value;
}

template <class T> void dependent(int *y, int n) {
  HEDDLE(map) for (int i = 0; i < n; ++i) y[i] = T::value;
}

// Elements of an enumeration take its own values alone.
// CHECK-LABEL: HEDDLE_BODY void heddle_phases_0_body(
// CHECK: y[i] = x[i] < 1 ? static_cast<::phase>(0) : static_cast<::phase>(1);
namespace {
enum phase { solid, liquid };
}
void phases(phase *__restrict y, const int *__restrict x, int n) {
  HEDDLE(map) for (int i = 0; i < n; ++i)
    y[i] = x[i] < 1 ? solid : liquid;
}

// A name that finds something else outside, or a function, says no type.
// CHECK-LABEL: HEDDLE_BODY void heddle_ambiguous_0_body(
// CHECK: y[i] = static_cast<int>(300) + static_cast<int>(7);
enum mode : unsigned char { none };
namespace {
enum mode { big = 300 };
enum stat { ok = 7 };
int stat(int v) { return v; }
} // namespace
void ambiguous(int *y, int n) {
  HEDDLE(map) for (int i = 0; i < n; ++i)
    y[i] = big + ok;
}

int main() {
  int y[3], sum = 0;
  box b{y};
  b.within(3), sum += y[2];
  names(y, 3), sum += y[2];
  found(y, 3), sum += y[2];
  b.fill(3), sum += y[2];
  local(y, 3), sum += y[2];
  dependent<number<100>>(y, 3), sum += y[2];
  dependent<number<200>>(y, 3), sum += y[2];
  phase p[3];
  phases(p, y, 3), sum += p[2];
  ambiguous(y, 3), sum += stat(y[2]);
  return sum == 4 + 22 + 8 + 19 + 14 + 300 + 1 + 307 + none ? 0 : 1;
}
