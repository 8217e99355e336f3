// A mapping is any constant expression of type heddle::mapping.
// REQUIRES: rewriter
// RUN: %heddle-rewrite --dump=mapping %s -- -std=c++17 -I %include | FileCheck %s

#include <heddle/heddle.h>
using heddle::Gen, heddle::GridBlock, heddle::ShiftLB, heddle::SplitLast;

constexpr heddle::mapping tiled(long long k) {
  return GridBlock(1, SplitLast(k, ShiftLB(Gen)));
}
constexpr heddle::mapping By32 = tiled(32);
struct Holder {
  static constexpr heddle::mapping By64 = tiled(64);
  heddle::mapping Inside = tiled(128);
};
constexpr Holder TheHolder{};
constexpr heddle::mapping Table[] = {tiled(1), tiled(2)};
constexpr heddle::mapping shifted() { return ShiftLB(Gen); }

void call(double *x, int n) {
  // CHECK: variant {{.*}}: GridBlock(1, SplitLast(16, ShiftLB(Gen)))
  [[heddle::map(tiled(16))]] for (int i = 0; i < n; ++i) x[i] = 0;
}
void global(double *x, int n) {
  // CHECK: variant {{.*}}: GridBlock(1, SplitLast(32, ShiftLB(Gen)))
  [[heddle::map(By32)]] for (int i = 0; i < n; ++i) x[i] = 0;
}
void staticMember(double *x, int n) {
  // CHECK: variant {{.*}}: GridBlock(1, SplitLast(64, ShiftLB(Gen)))
  [[heddle::map(Holder::By64)]] for (int i = 0; i < n; ++i) x[i] = 0;
}
void memberOfObject(double *x, int n) {
  // CHECK: variant {{.*}}: GridBlock(1, SplitLast(128, ShiftLB(Gen)))
  [[heddle::map(TheHolder.Inside)]] for (int i = 0; i < n; ++i) x[i] = 0;
}
void element(double *x, int n) {
  // CHECK: variant {{.*}}: GridBlock(1, SplitLast(2, ShiftLB(Gen)))
  [[heddle::map((Table[1]))]] for (int i = 0; i < n; ++i) x[i] = 0;
}
void local(double *x, int n) {
  constexpr heddle::mapping Mine = tiled(8);
  // CHECK: variant {{.*}}: GridBlock(1, SplitLast(8, ShiftLB(Gen)))
  [[heddle::map(Mine)]] for (int i = 0; i < n; ++i) x[i] = 0;
}
void partly(double *x, int n) {
  // CHECK: variant {{.*}}: GridBlock(1, SplitLast(4, ShiftLB(Gen)))
  [[heddle::map(GridBlock(1, SplitLast(4, shifted())))]]
  for (int i = 0; i < n; ++i) x[i] = 0;
}
template <int N> void inTemplate(double *x, int n) {
  // CHECK: variant {{.*}}: GridBlock(1, SplitLast(512, ShiftLB(Gen)))
  [[heddle::map(tiled(N))]] for (int i = 0; i < n; ++i) x[i] = 0;
}
template void inTemplate<512>(double *, int);
void strategyByName(double *x, int n) {
  constexpr heddle::strategy Mine = heddle::Jing;
  // CHECK: variant {{.*}}: GridBlock(1, SplitLast(32, ShiftLB(Gen)))
  [[heddle::map(Mine)]] for (int i = 0; i < n; ++i) x[i] = 0;
}
