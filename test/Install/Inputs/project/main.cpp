#include <cstdio>
#include <heddle/heddle.h>
#include <rows.h>

extern "C" int plain(void);

int main() {
  int x[100] = {};
  const int seven = plain();
  rows(x, 100);
  [[heddle::map(heddle::Jing)]] for (int i = 0; i < 100; ++i) x[i] += seven;
  std::printf("%d %d\n", x[0], x[99]);
  return x[0] == 7 && x[99] == 106 ? 0 : 1;
}
