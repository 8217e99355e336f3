//===- PlacementTest.cpp - Where kernels stand and what they are ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ReadNest.h"
#include "gtest/gtest.h"

using namespace heddle;

namespace {

const std::string Loop = "for (int i = 0; i < n; ++i) y[i] = 0;";

/// The code before the kernel, from the last line break but one on.
std::string before(const std::string &Code) {
  Reading Read = readNest(Code);
  if (!Read.Nest)
    return Read.text();
  return "before: " + Code.substr(Read.Nest->Place.Insert.Begin, 16);
}

TEST(Placement, BeforeTheWholeDeclaration) {
  std::string Body = "void f(double *y, int n) { " + Loop + " }\n";
  EXPECT_EQ(before("int a;\n" + Body), "before: void f(double *y");
  EXPECT_EQ(before("int a; " + Body), "before: void f(double *y");
  EXPECT_EQ(before("int a;\n[[maybe_unused]]\nstatic inline\n" + Body),
            "before: [[maybe_unused]]");
  EXPECT_EQ(before("__attribute__((noinline))\n" + Body),
            "before: __attribute__((n");
  EXPECT_EQ(before("extern \"C\" " + Body), "before: extern \"C\" void ");
  EXPECT_EQ(before("extern \"C\" {\n" + Body + "}"),
            "before: void f(double *y");
  EXPECT_EQ(before("namespace a { namespace {\n  " + Body + "} }"),
            "before:   void f(double ");
  EXPECT_EQ(
      before("#define API __attribute__((noinline))\nint a;\nAPI " + Body),
      "before: API void f(doubl");
  EXPECT_EQ(before("#define OPEN namespace b {\nOPEN\n" + Body + "}"),
            "before: void f(double *y");
}

TEST(Placement, BeforeTheCommentOfTheFunction) {
  std::string Body = "void f(double *y, int n) { " + Loop + " }\n";
  EXPECT_EQ(before("int a;\n/// Clears.\n// Really.\n" + Body),
            "before: /// Clears.\n// R");
  EXPECT_EQ(before("int a;\n/** Clears.\n * Really. */\n" + Body),
            "before: /** Clears.\n * R");
  EXPECT_EQ(before("int a; /* a */\n" + Body), "before: void f(double *y");
  EXPECT_EQ(before("int a;\n// Apart.\n\n" + Body), "before: void f(double *y");
  EXPECT_EQ(before("// The file.\n" + Body), "before: void f(double *y");
}

TEST(Placement, BeforeTheOutermostClass) {
  std::string Body = "void f(double *y, int n) { " + Loop + " }";
  EXPECT_EQ(before("int a;\nstruct A { struct B { " + Body + " }; };"),
            "before: struct A { struc");
  EXPECT_EQ(before("int a;\nstatic struct { " + Body + " } x;"),
            "before: static struct { ");
  EXPECT_EQ(before("struct A { void f(double *y, int n); };\nvoid "
                   "A::f(double *y, int n) { " +
                   Loop + " }"),
            "before: void A::f(double");
  EXPECT_EQ(before("int a;\nvoid g(double *y, int n) { struct L { " + Body +
                   " }; L().f(y, n); }"),
            "before: void g(double *y");
  EXPECT_EQ(before("int a;\nvoid g(double *y, int n) { auto l = [=] { " + Loop +
                   " }; l(); }"),
            "before: void g(double *y");
  EXPECT_EQ(before("int a;\nauto l = [](double *y, int n) { " + Loop + " };"),
            "HD154");
}

TEST(Placement, TemplatesRepeatTheirParameters) {
  auto Kernel = [](const std::string &Code) {
    return lines(Code, "kernel for");
  };
  const std::string Args = "::heddle::rt::arguments<";
  EXPECT_EQ(Kernel("template <class T, int N, class... P> void f(T *y, int n, "
                   "P...) {\n" +
                   Loop +
                   "}\ntemplate void f<float, 3, int>"
                   "(float *, int, int);"),
            "kernel for 'f' #0 before line 1, prefix 'template "
            "<class T, int N, class... P>', arguments '<T, N, P...>', where '" +
                Args + "T, ::heddle::rt::value<N>, " + Args + "P...>>' is '" +
                Args + "float, ::heddle::rt::value<3>, " + Args + "int>>'\n");
  EXPECT_EQ(Kernel("template <class T> struct A {\ntemplate <class U> void "
                   "f(U *y, T n) {\n" +
                   Loop +
                   "} };\nvoid g(double *y) { "
                   "A<int>().f(y, 3); }"),
            "kernel for 'A_f' #0 before line 1, prefix 'template "
            "<class T, class U>', arguments '<T, U>', where '" +
                Args + "T, U>' is '" + Args + "int, double>'\n");
  // By the names that the definition gives.
  EXPECT_EQ(Kernel("template <class T> struct A { void f(T *, int); };\n"
                   "template <class U> void A<U>::f(U *y, int n) {\n" +
                   Loop + "}\ntemplate struct A<float>;"),
            "kernel for 'A_f' #0 before line 2, prefix 'template <class U>', "
            "arguments '<U>', where '" +
                Args + "U>' is '" + Args + "float>'\n");
  EXPECT_EQ(Kernel("template <class T> void f(T *y, int n);\ntemplate <> void "
                   "f<int>(int *y, int n) {\n" +
                   Loop + "}"),
            "kernel for 'f_e9cc' #0 before line 2\n");
  EXPECT_EQ(Kernel("void f(auto *y, int n) {\n" + Loop +
                   "}\nvoid g(int *y) { "
                   "f(y, 3); }"),
            "kernel for 'f' #0 before line 1, where '" + Args +
                "decltype(y)>' is '" + Args + "int *>'\n");
  EXPECT_EQ(Kernel("template <class T> void f(int *y, int n) {\n" + Loop +
                   "}\nvoid g() { enum L { A }; f<L>(0, 1); }"),
            "HD158");
}

TEST(Placement, TypesInTemplatesAreThoseOfTheSource) {
  EXPECT_EQ(
      lines("template <class T, int N> void f(const T (*x)[N], T *y, T a) "
            "{\nfor (int i = 0; i < 9; ++i) y[i] = x[i][0] * a;}\n"
            "template void f<float, 3>(const float (*)[3], float *, "
            "float);",
            " = "),
      "param p0 'a' T = a\n"
      "array a0 'x' T 4 bytes [?, 3] pointer const T (*x)[3] = x\n"
      "array a1 'y' T 4 bytes [?] pointer T *y = y\n");
  // What no parameter of the template names is the type of this instantiation.
  EXPECT_EQ(lines("template <class T> void f(T *y) { auto a = y[0] * 2;\n"
                  "for (int i = 0; i < 9; ++i) y[i] = a;}\n"
                  "template void f<float>(float *);",
                  " = "),
            "param p0 'a' float = a\n"
            "array a0 'y' T 4 bytes [?] pointer T *y = y\n");
}

TEST(Placement, NamesOfInnerScopesAreSpelledOut) {
  EXPECT_EQ(lines("void f(double *y) { using Real = float; constexpr int N = 4;"
                  "for (int i = 0; i < 9; ++i) { Real t[N] = {Real(i)}; y[i] = "
                  "t[0]; } }",
                  "hole"),
            "hole 30..34 'Real' -> 'float'\n"
            "hole 37..38 'N' -> '4'\n"
            "hole 43..47 'Real' -> 'float'\n");
  EXPECT_EQ(lines("void f(double *y) { enum { A };"
                  "for (int i = 0; i < 9; ++i) y[i] = A; }",
                  "hole"),
            "hole 35..36 'A' -> 'static_cast<int>(0)'\n");
  EXPECT_EQ(lines("void f(double *y) { enum class E { A };"
                  "for (int i = 0; i < 9; ++i) y[i] = (int)E::A; }",
                  "hole"),
            "HD157 HD157");
  EXPECT_EQ(lines("namespace a { const int N = 3; } const int M = 2;"
                  "void f(double *y) { using a::N;"
                  "for (int i = 0; i < 9; ++i) y[i] = N + M; }",
                  "param"),
            "param p0 'N' int = N i32\n");
}

TEST(Placement, PointersAsTemplateArgumentsAreRefused) {
  EXPECT_EQ(lines("double g[9]; template <double *P> void f() {"
                  "for (int i = 0; i < 9; ++i) P[i] = 0; } template void "
                  "f<g>();",
                  "array"),
            "HD158");
  EXPECT_EQ(lines("int g; template <int &R> void f(int *y) {"
                  "for (int i = 0; i < 9; ++i) y[i] = R; } template void "
                  "f<g>(int *);",
                  "param"),
            "HD158");
}

TEST(Placement, ConditionsOfConstexprIfStayConstants) {
  EXPECT_EQ(lines("template <class T> constexpr bool small = sizeof(T) < 8;"
                  "template <class T> void f(T *y) { for (int i = 0; i < 9; "
                  "++i) if constexpr (small<T>) y[i] = 0; else y[i] = 1; }"
                  "template void f<float>(float *);",
                  "write"),
            "s3 write a0[i0] loops (0) guards (0)\n");
  EXPECT_EQ(lines("void f(float *y) { constexpr bool b = true; for (int i = 0; "
                  "i < 9; ++i) if constexpr (b) y[i] = 0; }",
                  "hole"),
            "hole 42..43 'b' -> 'true'\n");
  // What is not instantiated is not in the kernel.
  EXPECT_EQ(lines("template <int N> void f(float *y, int n) { for (int i = 0; "
                  "i < 9; ++i) if constexpr (N > 3) y[i] = 0; else y[i] = n; }"
                  "template void f<4>(float *, int);",
                  "hole"),
            "hole 64..73 'y[i] = n;' -> '{}'\n");
}

TEST(Placement, OffsetsOfTemplatesAreThoseOfTheInstantiation) {
  auto Names = [](const std::string &Init) {
    return lines(
        "template <class T, int N> void f(T *y, int n) { T *p = " + Init +
            "; for (int i = 0; i < n; ++i) p[i] = 0; }"
            "template void f<float, 4>(float *, int);",
        "array ");
  };
  EXPECT_EQ(Names("y + 2 * n"),
            "array a0 'y' T 4 bytes [?] pointer T *y = y\n");
  EXPECT_EQ(Names("y + N"), "array a0 'y' T 4 bytes [?] pointer T *y = y\n");
  EXPECT_EQ(Names("y + sizeof(T)"),
            "array a0 'y' T 4 bytes [?] pointer T *y = y\n");
}

TEST(Placement, MathCallsKeepTheirOverload) {
  std::string Decls =
      "extern \"C\" double sqrt(double); extern \"C\" float sinf(float);"
      "namespace std { using ::sqrt; float sqrt(float); double pow(double, "
      "double); }";
  auto Replacements = [&](const std::string &Body) {
    return lines(Decls +
                     "void f(double *y, float *x) { using std::pow; for (int "
                     "i = 0; i < 9; ++i) " +
                     Body + "}",
                 "hole");
  };
  EXPECT_EQ(Replacements("y[i] = std::sqrt(x[i]);"), "");
  EXPECT_EQ(Replacements("y[i] = std::sqrt(y[i]);"), "");
  EXPECT_EQ(Replacements("y[i] = sqrt(x[i]);"),
            "hole 35..39 'sqrt' -> '::sqrt'\n"
            "hole 40..40 '' -> 'static_cast<double>('\n"
            "hole 44..44 '' -> ')'\n");
  EXPECT_EQ(Replacements("y[i] = pow(y[i], y[0]);"),
            "hole 35..38 'pow' -> '::pow'\n");
  EXPECT_EQ(Replacements("x[i] = sinf(x[i]);"),
            "hole 35..39 'sinf' -> '::sinf'\n");
}

TEST(Placement, Macros) {
  std::string Begin = "#define ZERO 0\n#define AT(a) a[i]\n"
                      "#define LOOP for (int i = 0; i < 9; ++i)\n"
                      "#define ID(...) __VA_ARGS__\n";
  auto Text = [&](const std::string &Body) {
    return readNest(Begin + Body).text().substr(0, 5);
  };
  EXPECT_EQ(Text("void f(double *y) { for (int i = ZERO; i < 9; ++i) "
                 "AT(y) = ZERO; }"),
            "nest ");
  EXPECT_EQ(Text("void f(double *y) { LOOP y[i] = 0; }"), "HD151");
  EXPECT_EQ(
      Text("void f(double *y) { ID(for (int i = 0; i < 9; ++i) y[i] = 0;) "
           "}"),
      "HD152");
  EXPECT_EQ(
      Text("void f(double *y) { for (int k = 0; k < 9; ++k) LOOP y[i] = 0; "
           "}"),
      "HD151");
  EXPECT_EQ(
      Text("void f(double *y) {\n#define ONE 1\nfor (int i = 0; i < 9; ++i) "
           "y[i] = ONE; }"),
      "HD155");
  EXPECT_EQ(Text("void f(double *y) { for (int i = 0; i < 9; ++i) {\n#ifdef "
                 "NDEBUG\n y[i] "
                 "= 0;\n#endif\n } }"),
            "HD156");
  EXPECT_EQ(
      Text("void f(double *y) { double *p = y + 1; for (int i = 0; i < 9; "
           "++i) { AT(p) = 0; } }"),
      "nest ");
  EXPECT_EQ(
      Text("void f(double *y) { double *p = y + 1;\n#define P p\n\nfor (int "
           "i = 0; i < 9; ++i) y[i] = P[i]; }"),
      "HD155");
}

TEST(Placement, TheTextEndsWithItsSemicolon) {
  Reading Read =
      readNest("void f(double *y, int n) { for (int i = 0; i < n; "
               "++i) if (i) { y[i] = 0; } else y[i] = 1 ; y[0] = 2; }");
  ASSERT_TRUE(Read.Nest);
  EXPECT_EQ(llvm::StringRef(Read.Nest->Text).take_back(15), "else y[i] = 1 ;");
}

} // namespace
