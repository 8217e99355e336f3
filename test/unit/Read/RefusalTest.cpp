//===- RefusalTest.cpp - What the walk must not let pass ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ReadNest.h"
#include "gtest/gtest.h"

using namespace heddle;

namespace {

struct Case {
  const char *Body, *IDs;
};

class Refused : public testing::TestWithParam<Case> {};

TEST_P(Refused, ByID) {
  std::string Code = R"(
struct V { double a; V(double); V &operator=(const V &); operator double() const; };
struct P { double a, b; };
struct F { double operator()(double) const; double operator[](int) const; };
double h(double); double &pick(double *); int next(); V operator+(const V &, int);
namespace std { struct partial { int v; };
 template <class T> struct pair { T first, second; };
 template <class T> const T &max(const T &, const T &);
 template <class T> struct initializer_list { const T *b; unsigned long n; }; }
inline double operator""_d(long double x) { return x; }
void quit(int *); double outer; double *where; int count;
struct S { double m; int b : 3; double *row(int);
void f(double *y, double *x, double **pp, P *s, V *v, F fn, int n, int (*fp)(int), int *fi) {
  double total = 0; double *moving = x; double *rows[4] = {x}; int last = 0;
  for (int i = 0; i < n; ++i) {)" +
                     std::string(GetParam().Body) + "} n = last; } };";
  EXPECT_EQ(readNest(Code).text(), GetParam().IDs) << GetParam().Body;
}

const Case Cases[] = {
    // Calls, also hidden ones.
    {"y[i] = h(x[i]);", "HD210"},
    {"y[next()] = 0;", "HD210"},
    {"if (next()) y[i] = 0;", "HD210"},
    {"while (next()) y[i] = 0;", "HD210"},
    {"for (int k = next(); k < 3; ++k) y[i] = 0;", "HD210"},
    {"for (int k = 0; k < next(); ++k) y[i] = 0;", "HD210"},
    {"for (int k = 0; k < 9; k += next()) y[i] = 0;", "HD210"},
    {"double t[2] = {h(1), 0}; y[i] = t[0];", "HD210"},
    {"int k{next()}; y[i] = k;", "HD210"},
    {"const double &r = h(1); y[i] = r;", "HD210"},
    {"y[i] = true ? 1 : h(2);", "HD210"},
    {"y[i] = n && next();", "HD210"},
    {"(void)h(1), y[i] = 0;", "HD210"},
    {"y[i] = fp(i);", "HD210"},
    {"y[i] = (*fp)(i);", "HD210"},
    {"pick(y) = 0;", "HD213"},
    {"y[i] = pick(y);", "HD210"},
    {"y[i] = fn(x[i]);", "HD210"},
    {"y[i] = fn[i];", "HD210"},
    {"y[i] = 2.0_d;", "HD210"},
    {"row(i)[0] = 0;", "HD225"},
    {"y[i] = *row(i);", "HD225"},
    {"y[i] = std::max(h(1), 2.0);", "HD210"},
    {"y[i] = __builtin_sqrt(x[i]);", "HD210"},
    {"y[i] = __sync_fetch_and_add(&count, 1);", "HD210"},
    {"y[i] = __atomic_load_n(&count, 0);", "HD215"},
    {"__builtin_trap();", "HD210"},
    // Classes.
    {"v[i] = 1.0;", "HD210"},
    {"y[i] = v[i];", "HD210"},
    {"y[i] = v[i] + 1;", "HD210"},
    {"V t(1.0); y[i] = 0;", "HD219"},
    {"auto [a, b] = s[i]; y[i] = a;", "HD224 HD213"},
    {"y[i] = V(2).a;", "HD219"},
    // Control.
    {"if (x[i] > 0) return;", "HD211"},
    {"if (x[i] > 0) break; y[i] = 0;", "HD212"},
    {"goto l; l: y[i] = 0;", "HD211"},
    {"switch (n) { case 1: if (i) break; y[i] = 0; }", "HD211"},
    {"asm(\"\");", "HD211"},
    {"y[i] = ({ x[i] = 1; 2; });", "HD213"},
    {"y[i] = [=] { return x[i]; }();", "HD234"},
    {"auto l = [=] { y[i] = 0; };", "HD219"},
    {"double t[2] = {1, 2}; for (float e : t) y[i] = e;", "HD240"},
    // Pointers.
    {"pp[i] = y;", "HD226"},
    {"*pp = y;", "HD226"},
    {"rows[1] = y;", "HD226"},
    {"++pp[i];", "HD226"},
    {"double *&p = rows[1]; p[i] = 0;", "HD216"},
    {"double **p = pp, *q = pp[i]; p[i][0] = *q;", "HD224"},
    {"*moving++ = 0;", "HD226"},
    {"moving[i] = 0; moving = y;", "HD226 HD226"},
    {"double *p = y; p = x; *p = 0;", "HD226 HD226"},
    {"double *p; y[i] = 0;", "HD226"},
    {"double *p = i ? x : y; p[i] = 0;", "HD225"},
    {"where = &y[i];", "HD226"},
    {"y[i] = (long)&x[i];", "HD218"},
    {"if (x + i) y[i] = 0;", "HD218"},
    {"if (x + i < y) y[i] = 0;", "HD218"},
    {"((float *)y)[i] = 0;", "HD229"},
    {"(float &)y[i] = 0;", "HD213"},
    {"reinterpret_cast<long &>(y[i]) = 0;", "HD213"},
    {"*(double *)(unsigned long)i = 0;", "HD229"},
    {"y[(long)x] = 0;", "HD218"},
    {"double *&p = moving; p[i] = 0;", "HD216"},
    {"y[i] = *new double(2);", "HD225"},
    {"delete x;", "HD213"},
    // Scalars that live longer.
    {"if (x[i] > 0) last = i;", "HD408"},
    {"outer = x[i];", "HD408"},
    {"m = x[i];", "HD408"},
    {"if (x[i] > 0) (last) = i;", "HD408"},
    {"(n ? last : count) = 1;", "HD408 HD408"},
    {"for (last = 0; last < 3; ++last) y[i] = 0;", "HD202"},
    {"y[i] = last++;", "HD408"},
    {"double &r = total; r = x[i];", "HD231"},
    {"y[i] = b;", "HD219"},
    {"static int t; y[i] = t;", "HD224"},
    {"thread_local int t; y[i] = t;", "HD224"},
    {"extern int e; y[i] = e;", "HD224"},
    {"__attribute__((cleanup(quit))) int t = 0; y[i] = t;", "HD224"},
    // Types.
    {"long double t = x[i]; y[i] = t;", "HD219 HD219"},
    {"y[i] = x[i] + 1.0L;", "HD219"},
    {"y[i] = (__int128)i;", "HD219"},
    {"volatile int t = 0; y[i] = t;", "HD214 HD214"},
    {"*(volatile double *)&y[i] = 0;", "HD214"},
    {"double t[n]; y[i] = t[0];", "HD224"},
    {"typedef double T[n]; y[i] = sizeof(T);", "HD224 HD213"},
    {"y[i] = sizeof(int[i + 1]);", "HD213"},
    {"y[i] = alignof(double);", "HD213"},
};

INSTANTIATE_TEST_SUITE_P(Walk, Refused, testing::ValuesIn(Cases));

/// The last assignment that stands before the use, whatever comes behind it.
TEST(Reading, TakesTheAssignmentThatIsCertainlyTheLastOne) {
  const std::pair<const char *, const char *> Subscripts[] = {
      {"int k = 0; y[k] = 0; k = i;", "a0[(0 + 0)]"},
      {"int k; k = i; k = n; y[k] = 0;", "a0[(i64(p0) + 0)]"},
      {"int k; { k = i; } y[k] = 0;", "a0[(i64(i0) + 0)]"},
      {"int k; k = i; for (int j = 0; j < 3; ++j) y[k++] = 0;",
       "a0[((i64(i0) + i64(i1)) + 0)]"}};
  for (const auto &[Body, Subscript] : Subscripts) {
    const std::string Code = "void f(double *y, int n) {"
                             "  for (int i = 0; i < n; ++i) {" +
                             std::string(Body) + "} }";
    EXPECT_NE(readNest(Code).text().find(Subscript), std::string::npos)
        << readNest(Code).text();
  }
}

/// A subscript of a variable that one of several assignments may have set.
TEST(Reading, LeavesSubscriptsUnknownWhereNoCertainAssignmentIsBehindThem) {
  for (const char *Body :
       {"int k = 0; if (n) k = i; y[k] = 0;",
        "int k = 0; for (int j = 0; j < 3; ++j) { y[k] = 0; k = i; }",
        "int k; k = i; for (int j = 0; j < 3; ++j) if (n) y[k++] = 0;"}) {
    const std::string Code = "void f(double *y, int n) {"
                             "  for (int i = 0; i < n; ++i) {" +
                             std::string(Body) + "} }";
    EXPECT_NE(readNest(Code).text().find("a0[opaque(k"), std::string::npos)
        << Body;
  }
  EXPECT_NE(readNest("void f(double *y, int n) { for (int i = 0; i < n; ++i) {"
                     " int k; k = i + n; y[k] = 0; } }")
                .text()
                .find("a0[(i0 + p0)]"),
            std::string::npos);
}

} // namespace
