//===- ReductionTest.cpp - Which statements are steps of a reduction ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ReadNest.h"
#include "gtest/gtest.h"

using namespace heddle;

namespace {

struct Case {
  const char *Body;
  /// Accesses of what is not only read, each with its class ("." for none), or
  /// the IDs of the errors.
  const char *Found;
};

std::string accesses(const Reading &Read) {
  if (!Read.Nest)
    return Read.text();
  const LoopNest &N = *Read.Nest;
  std::string Text;
  for (const Access &A : N.Accesses) {
    bool Written = false;
    for (const Access &B : N.Accesses)
      Written |= B.Array == A.Array && B.IsWrite;
    if (!Written)
      continue;
    Text += (Text.empty() ? "" : " ") + N.Arrays[A.Array].Name +
            (A.IsWrite ? "=" : "?") + (A.Reduces.empty() ? "." : A.Reduces);
  }
  return Text;
}

class Step : public testing::TestWithParam<Case> {};

TEST_P(Step, IsRecognisedByItsForm) {
  std::string Code = R"(
extern "C" double fmax(double, double); extern "C" float fminf(float, float);
namespace std { template <class T> const T &max(const T &, const T &);
                template <class T> const T &min(const T &, const T &); }
enum colour { red, green }; colour operator|(colour, colour);
struct P { double a; int c; };
struct S { double m; P p;
void f(double *x, double *y, float *g, int *k, long *l, bool *b, P &q, int n) {
  double s = 0; float f = 0; int i1 = 0; short h = 0; unsigned char u = 0;
  long w = 0; bool t = true; colour c = red;
  for (int i = 0; i < n; ++i) {)" +
                     std::string(GetParam().Body) + "} n = t; } };";
  EXPECT_EQ(accesses(readNest(Code)), GetParam().Found) << GetParam().Body;
}

const Case Sums[] = {
    {"s += x[i];", "s?+ s=+"},
    {"s -= x[i];", "s?+ s=+"},
    {"s *= x[i];", "s?* s=*"},
    {"++s; s--;", "s?+ s=+ s?+ s=+"},
    {"(s) += x[i];", "s?+ s=+"},
    {"s = s + x[i];", "s?+ s=+"},
    {"s = x[i] + (s);", "s?+ s=+"},
    {"s = x[i] + s - 2 * y[i] + 1;", "s?+ s=+"},
    {"s = s * x[i] * 2;", "s?* s=*"},
    {"f = f + x[i];", "f?+ f=+"},
    {"i1 += k[i]; i1 -= l[i];", "i1?+ i1=+ i1?+ i1=+"},
    {"h = h + l[i];", "h?+ h=+"},
    {"u *= k[i];", "u?* u=*"},
    {"if (x[i] > 0) s += x[i];", "s?+ s=+"},
    {"for (int j = 0; j < 3; ++j) s += x[j];", "s?+ s=+"},
    {"m += x[i]; this->p.a -= x[i];",
     "this->m?+ this->m=+ this->p.a?+ this->p.a=+"},
    {"q.c += k[i];", "q.c?+ q.c=+"},
    // Elements.
    {"y[0] += x[i];", "y?+ y=+"},
    {"y[i / 4] = y[i / 4] + x[i];", "y?+ y=+"},
    {"k[0] = std::max(k[0], k[i]);", "k?max k?. k=max"},
    {"double &r = y[0]; r += x[i];", "y?+ y=+"},
};
INSTANTIATE_TEST_SUITE_P(Sums, Step, testing::ValuesIn(Sums));

const Case Others[] = {
    {"i1 &= k[i]; i1 |= 3;", "i1?& i1=& i1?| i1=|"},
    {"w = w ^ l[i] ^ 5;", "w?^ w=^"},
    {"s = std::max(s, x[i]);", "s?max s=max"},
    {"s = std::min(x[i] * 2, s);", "s?min s=min"},
    {"s = fmax(x[i], s);", "s?fmax s=fmax"},
    {"f = fminf(f, g[i]);", "f?fmin f=fmin"},
    {"f = fmax(f, g[i]);", "f?fmax f=fmax"},
    {"s = s < x[i] ? x[i] : s;", "s?max s?max s=max"},
    {"s = x[i] <= s ? x[i] : s;", "s?min s?min s=min"},
    {"s = s > x[i] ? x[i] : s;", "s?min s?min s=min"},
    {"if (x[i] > s) s = x[i];", "s?max s=max"},
    {"if (s > (x[i])) { s = x[i]; }", "s?min s=min"},
    {"if (x[i] > y[i] && s < x[i] ) { s = x[i]; }", "s?max s=max"},
    {"t &= b[i]; t &= k[i] > 0; t = b[i] & t;", "t?& t=& t?& t=& t?& t=&"},
    {"t |= k[i];", "t?| t=|"},
    {"t ^= b[i];", "t?^ t=^"},
    {"t = b[i] && t;", "t?& t=&"},
    {"t = k[i] || t;", "t?| t=|"},
    {"if (k[i] == 3) t = false;", "t=&"},
    {"if (k[i] == 3) t = true;", "t=|"},
};
INSTANTIATE_TEST_SUITE_P(Others, Step, testing::ValuesIn(Others));

const Case Refused[] = {
    // The old value is seen, or another expression stands where it should.
    {"s = x[i] - s;", "HD408"},
    {"s = s / x[i];", "HD408"},
    {"s = s + x[i] * s;", "s?+ s?. s=+"},
    {"s += s;", "s?. s?+ s=+"},
    {"s = s;", "HD408"},
    {"y[i] = s += x[i];", "HD408"},
    {"y[i] = s++;", "HD408"},
    {"s += x[i], f += g[i];", "HD408 HD408"},
    {"y[i] = s; s += x[i];", "s?. y=. s?+ s=+"},
    {"if (x[i] > s) s = y[i];", "HD408"},
    {"if (x[i] > s) { s = x[i]; y[i] = 0; }", "HD408"},
    {"if (x[i] > s) s = x[i]; else y[i] = 0;", "HD408"},
    {"if (x[i] == s) s = x[i];", "HD408"},
    // Another operand is evaluated or not, as the old value says.
    {"if (x[i] > s && y[i] > 0) s = x[i];", "HD408"},
    {"if (x[i] > s || y[i] > 0) s = x[i];", "HD408"},
    // Several variables, which 'reduce' does not name.
    {"if (x[i] < s) { s = x[i]; q.c = i; }", "HD422"},
    {"if (s <= x[i]) { q.c = i; m = y[i]; s = x[i]; }", "HD422"},
    {"if (x[i] < s) s = x[i], q.c = i;", "HD422"},
    {"if (x[i] < s) { s = x[i]; i1 = i1 + 1; }", "HD408"},
    {"if (x[i] < s) { s = x[i]; i1 = s; }", "HD408"},
    {"if (x[i] < s) { s = x[i]; c = green; }", "HD408"},
    {"s = x[i] > s ? y[i] : s;", "HD408"},
    {"s = x[i] > y[i] ? x[i] : s;", "HD408"},
    {"s = std::max(s, s);", "HD408"},
    {"int j = 0; s = x[j++] > s ? x[j++] : s;", "HD408"},
    // What the type does to the steps depends on their order.
    {"i1 += 0.5;", "HD408"},
    {"i1 += x[i];", "HD408"},
    {"i1 = i1 + x[i];", "HD408"},
    {"i1 = (i1 + k[i]) * 1.0;", "HD408"},
    {"if (l[i] > i1) i1 = l[i];", "HD408"},
    {"if (x[i] > f) f = x[i];", "HD408"},
    {"i1 = fmax(i1, k[i]);", "HD408"},
    {"f = fmax(f, x[i]);", "HD408"},
    {"t ^= k[i];", "HD408"},
    {"t &= k[i];", "HD408"},
    {"t += b[i];", "HD408"},
    {"t *= b[i];", "HD408"},
    {"i1 = b[i] && i1;", "HD408"},
    {"t = t && b[i];", "HD408"},
    {"t = t || b[i];", "HD408"},
    {"i1 <<= 1;", "HD408"},
    {"i1 %= 7;", "HD408"},
    {"s = (float)(s + x[i]);", "HD408"},
};
INSTANTIATE_TEST_SUITE_P(Refused, Step, testing::ValuesIn(Refused));

TEST(Reduction, WrittenVariablesAreNoParameters) {
  EXPECT_EQ(readNest("void f(double *y, int n, int m) {"
                     " for (int i = 0; i < m; ++i) { y[i] = 0; m += 1; } }")
                .text(),
            "HD208");
  EXPECT_EQ(readNest("struct S { int m; void f(double *y, int n) {"
                     " for (int i = 0; i < n; ++i) { y[i + m] = 0; m += 1; } } };")
                .text()
                .substr(0, 4),
            "nest");
}

TEST(Reduction, AccumulatorsOfSumsAreUnsignedAndWideEnough) {
  auto Type = [](const char *Declared, const char *Step) {
    Reading Read = readNest(std::string("void f(const int *x, const long *l,"
                                        " const double *d, int n) { ") +
                            Declared + " s = 0; for (int i = 0; i < n; ++i) {" +
                            Step + "} }");
    for (const ArrayInfo &A : Read.Nest->Arrays)
      if (A.Scalar)
        return A.Accumulator;
    return std::string();
  };
  EXPECT_EQ(Type("int", "s += x[i];"), "unsigned int");
  EXPECT_EQ(Type("short", "++s;"), "unsigned int");
  EXPECT_EQ(Type("int", "s += l[i];"), "unsigned long long");
  EXPECT_EQ(Type("int", "s += x[i]; s = s - l[i];"), "unsigned long long");
  EXPECT_EQ(Type("unsigned char", "s = s * x[i];"), "unsigned int");
  EXPECT_EQ(Type("long", "s *= x[i];"), "unsigned long long");
  EXPECT_EQ(Type("int", "s |= l[i];"), "int");
  EXPECT_EQ(Type("float", "s += d[i];"), "float");
}

} // namespace
