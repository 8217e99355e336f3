//===- PointerTest.cpp - Arrays, pointers and what may change them --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ReadNest.h"
#include "gtest/gtest.h"

using namespace heddle;

namespace {

TEST(Pointers, ShapesAndTheirKernelParameters) {
  const char *Code = R"(
double g[3][9];
extern float e[];
void f(double *p, const double (*q)[9], double (&r)[4][5], const int *__restrict c) {
  for (int i = 0; i < 3; ++i)
    g[i][1] = p[i] + q[i][2] + r[i][3] + c[i] + e[i];
})";
  EXPECT_EQ(
      lines(Code, "array "),
      "array a0 'p' double 8 bytes [?] pointer double *p = p\n"
      "array a1 'q' double 8 bytes [?, 9] pointer const double (*q)[9] = q\n"
      "array a2 'r' double 8 bytes [4, 5] pointer double (*r)[5] = r\n"
      "array a3 'c' int 4 bytes [?] restrict const int *c = c\n"
      "array a4 'e' float 4 bytes [?] object float *e = e key object4\n"
      "array a5 'g' double 8 bytes [3, 9] object double (*g)[9] = g key "
      "object5\n");
}

TEST(Pointers, EverySpellingOfASubscript) {
  const char *Code = R"(
void f(double (*a)[9], double *x, int n) {
  for (int i = 0; i < n; ++i) {
    a[i][1] = 0; *(a[i] + 2) = 0; (*(a + i))[3] = 0; *(*(a + i) + 4) = 0;
    (&a[i][2])[3] = 0; *(x + i - 1) = 0; *&x[i] = 0; i[x] = 0;
  }
})";
  EXPECT_EQ(lines(Code, "write"),
            "s2 write a0[i0, 1] loops (0)\n"
            "s3 write a0[i0, 2] loops (0)\n"
            "s4 write a0[i0, 3] loops (0)\n"
            "s5 write a0[i0, 4] loops (0)\n"
            "s6 write a0[i0, (i64(2) + i64(3))] loops (0)\n"
            "s7 write a1[(i64(i0) - i64(1))] loops (0)\n"
            "s8 write a1[i0] loops (0)\n"
            "s9 write a1[i0] loops (0)\n");
}

TEST(Pointers, LocalPointersBeforeTheNestAreBaseAndOffset) {
  const char *Code = R"(
void f(int *a, int n) {
  int *p = a, *q = a + 1;
  int *r = q + 2 * n;
  for (int i = 0; i < n; ++i) q[i] = p[i] + r[i];
})";
  EXPECT_EQ(lines(Code, "array "),
            "array a0 'a' int 4 bytes [?] pointer int *a = a\n");
  EXPECT_EQ(lines(Code, "hole"),
            "hole 28..29 'q' -> '(a + (1))'\n"
            "hole 35..36 'p' -> 'a'\n"
            "hole 42..43 'r' -> '(a + ((static_cast<long long>(1) + "
            "static_cast<long long>((2 * n)))))'\n");
}

TEST(Pointers, APointerThatMayHaveChangedIsABaseOfItsOwn) {
  auto Bases = [](const std::string &Before, const std::string &After = "") {
    return lines("void g(int *&); void f(int *a, int *b, int n) { " + Before +
                     " for (int i = 0; i < n; ++i) p[i] = 0; " + After + "}",
                 "array ");
  };
  std::string Own = "array a0 'p' int 4 bytes [?] pointer int *p = p\n";
  std::string Stored =
      "array a0 'p' int 4 bytes [?] pointer int *p = p storage p\n";
  EXPECT_EQ(Bases("int *p = a; if (n) p = b;"), Own);
  EXPECT_EQ(Bases("int *p = a; a = b;"), Own);
  EXPECT_EQ(Bases("int *p = a + n; n = 5;"), Own);
  EXPECT_EQ(Bases("int *p = a; g(a);"), Own);
  EXPECT_EQ(Bases("int *p = a; g(p);"), Stored);
  EXPECT_EQ(Bases("int *p = n ? a : b;"), Own);
  EXPECT_EQ(Bases("static int *p = a;"), Stored);
  // The same name would mean another variable at the launch.
  EXPECT_EQ(Bases("int *p = a; { int *a = b;", "}"), Own);
}

TEST(Pointers, RowPointersInTheNest) {
  const char *Code = R"(
void f(double *a, int n, int m) {
  for (int i = 0; i < n; ++i) {
    double *row = a + i * m;
    for (int j = 0; j < m; ++j) { double &e = row[j]; e = e + 1; }
  }
})";
  EXPECT_EQ(lines(Code, " a0["),
            "s5 read a0[(i64((i0 * p1)) + i64(i1))] loops (0 1) "
            "compound op + reduces +\n"
            "s5 write a0[(i64((i0 * p1)) + i64(i1))] loops (0 1) "
            "compound op + reduces +\n");
}

TEST(Pointers, RowsByReference) {
  const char *Code = R"(
void f(double (*a)[9], int n) {
  for (int i = 0; i < n; ++i) {
    double (&row)[9] = a[i];
    auto &same = a[i + 1];
    row[2] = same[3];
  }
})";
  EXPECT_EQ(lines(Code, " a0["), "s4 read a0[(i0 + 1), 3] loops (0)\n"
                                 "s4 write a0[i0, 2] loops (0)\n");
}

TEST(Pointers, ScalarsThatAWriteMayReachHaveStorage) {
  const char *Code = R"(
int global; const int fixed = global;
struct S { int n; };
void g(int *);
void f(int *y, int local, int taken, const int &r, S s, S &t) {
  g(&taken);
  for (int i = 0; i < 9; ++i)
    y[i] = global + fixed + local + taken + r + s.n + t.n;
})";
  EXPECT_EQ(lines(Code, "param "),
            "param p0 'global' int = global i32 storage global\n"
            "param p1 'fixed' int = fixed i32\n"
            "param p2 'local' int = local i32\n"
            "param p3 'taken' int = taken i32 storage taken\n"
            "param p4 'r' int = r i32 storage r\n"
            "param p5 'n' int = s.n i32\n"
            "param p6 'n_1' int = t.n i32 storage t.n\n");
}

TEST(Pointers, EveryWayToEscapeGivesStorage) {
  for (const char *Use :
       {"int *q = &m;", "int &q = m;", "auto q = [&] { m = 1; };",
        "auto q = [&m] { return &m; };", "g(m);", "int &q = (m = 3);",
        "int *q = &(++m);", "struct T { int &r; } q{m};",
        "asm(\"\" : \"=r\"(m));", "const int &q = m;"})
    EXPECT_EQ(lines("void g(int &); void f(int *y, int m) { if (m) { " +
                        std::string(Use) +
                        " } else { } { for (int i = 0; i < 9; ++i) y[i] = m; "
                        "} }",
                    "param p0"),
              "param p0 'm' int = m i32 storage m\n")
        << Use;
}

TEST(Pointers, LambdasThatOnlyReadLetNothingEscape) {
  EXPECT_EQ(lines("void f(int *y, int m) { auto q = [&m] { return m; }; { for "
                  "(int i = 0; i < 9; ++i) y[i] = m; } }",
                  "param p0"),
            "param p0 'm' int = m i32\n");
}

TEST(Pointers, MembersOfThis) {
  const char *Code = R"(
struct Base { double w[4]; };
struct S : Base {
  int n; double v[8]; double *p; double (*q)[2];
  void f() { for (int i = 0; i < n; ++i) v[i] = p[i] + this->q[i][1] + w[i]; }
};)";
  EXPECT_EQ(
      lines(Code, "array "),
      "array a0 'this->p' double 8 bytes [?] pointer double *p = this->p "
      "storage this->p\n"
      "array a1 'this->q' double 8 bytes [?, 2] pointer double (*q)[2] = "
      "this->q storage this->q\n"
      "array a2 'this->w' double 8 bytes [4] object double *w = this->w key "
      "object2\n"
      "array a3 'this->v' double 8 bytes [8] object double *v = this->v key "
      "object3\n");
  EXPECT_EQ(lines(Code, "hole"), "hole 42..49 'this->q' -> 'q'\n");
}

TEST(Pointers, ThisMayBeTheNamedObject) {
  const char *Code = R"(
struct S { double v[8]; void f(); } s;
void S::f() { for (int i = 0; i < 8; ++i) v[i] = s.v[i]; })";
  EXPECT_EQ(lines(Code, "array "),
            "array a0 's.v' double 8 bytes [8] object double *v = s.v key "
            "object0\n"
            "array a1 'this->v' double 8 bytes [8] pointer double *v_1 = "
            "this->v\n");
}

TEST(Pointers, MembersOfUnionsAreNoObjects) {
  const char *Code = R"(
union U { double a[4]; double b[4]; } u;
void f() { for (int i = 0; i < 4; ++i) u.a[i] = u.b[3 - i]; })";
  EXPECT_EQ(lines(Code, " object "), "");
}

TEST(Pointers, ArraysOfTheIterationAreNotShared) {
  const char *Code = R"(
void f(double *y, int n) {
  for (int i = 0; i < n; ++i) {
    double t[2][3] = {{y[i]}}, *p = t[1] + 1, &r = t[0][0];
    const int &k = i + 1;
    t[0][1] = p[1]; *p = r; r += k;
    y[i] = t[0][1];
  }
})";
  EXPECT_EQ(lines(Code, " a0["), "s2 read a0[i0] loops (0)\n"
                                 "s7 write a0[i0] loops (0)\n");
}

TEST(Pointers, NamesThatTheBodyHidesAreReplaced) {
  const char *Code = R"(
struct S { double x; void f(double *y, int n) {
  for (int i = 0; i < n; ++i) { double x = y[i]; y[i] = x * this->x; }
} };)";
  EXPECT_EQ(lines(Code, "hole"), "hole 58..65 'this->x' -> 'x_1'\n");
}

} // namespace
