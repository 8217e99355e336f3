// A heddle::mapping that is laid out in another way is not guessed at.
// REQUIRES: rewriter
// RUN: not %heddle-rewrite --check %s -- -std=c++17 2>&1 | FileCheck %s

#define HEDDLE(...) [[using heddle: __VA_ARGS__]]
namespace heddle {
struct mapping { int count; };
enum class strategy_kind { Other };
struct strategy { strategy_kind kind; };
inline constexpr mapping Gen{0};
inline constexpr strategy Auto{strategy_kind::Other};
}

void f(double *x, int n) {
  // CHECK: :[[@LINE+1]]:17: error: the included <heddle/mapping.h> is of another version than this tool [heddle-HD121]
  [[heddle::map(heddle::Gen)]] for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+1]]:17: error: the included <heddle/mapping.h> is of another version than this tool [heddle-HD121]
  [[heddle::map(heddle::Auto)]] for (int i = 0; i < n; ++i) x[i] = 0;
}
