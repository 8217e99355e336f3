//===- EditsTest.cpp - Edits by file, merged and applied ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Diagnostics/Report.h"
#include "Driver/Edits.h"
#include "gtest/gtest.h"

using namespace heddle;

namespace {

NestEdit edit(unsigned Insert, unsigned Begin, unsigned End,
              std::string Kernels, std::string Launch) {
  NestEdit E;
  KernelSource &S = E.Source;
  S.Insert.Begin = S.Insert.End = Insert;
  S.Replace.Begin = Begin;
  S.Replace.End = End;
  S.Name = "k";
  S.Instantiations.push_back({std::move(Kernels), std::move(Launch), {}});
  return E;
}

FileEdits file(std::string Code) {
  FileEdits F;
  F.Name = "f.cpp";
  F.Code = std::move(Code);
  return F;
}

std::string applied(const FileEdits &F) {
  llvm::Expected<std::string> Text = apply(F);
  if (!Text)
    return "error: " + llvm::toString(Text.takeError());
  return *Text;
}

TEST(Edits, ReplaceTheLoopAndInsertTheKernelBefore) {
  FileEdits F = file("void f() { LOOP }");
  ASSERT_TRUE(addEdit(F.Nests, edit(0, 11, 15, "kernel ", "launch")));
  EXPECT_EQ(applied(F), "kernel void f() { launch }");
}

TEST(Edits, KernelsAtOnePlaceStandInTheOrderOfTheirLoops) {
  FileEdits F = file("f() { AA BB }");
  ASSERT_TRUE(addEdit(F.Nests, edit(0, 9, 11, "k1 ", "b")));
  ASSERT_TRUE(addEdit(F.Nests, edit(0, 6, 8, "k0 ", "a")));
  EXPECT_EQ(applied(F), "k0 k1 f() { a b }");
}

TEST(Edits, OverlapIsAnErrorThatBecomesInternal) {
  FileEdits F = file("f() { AABB }");
  ASSERT_TRUE(addEdit(F.Nests, edit(0, 6, 9, "", "a")));
  ASSERT_TRUE(addEdit(F.Nests, edit(0, 8, 10, "", "b")));
  llvm::Expected<std::string> Text = apply(F);
  ASSERT_FALSE(Text);
  Report R;
  R.add(DiagID::HD990, {}, F.Name, llvm::toString(Text.takeError()));
  EXPECT_TRUE(R.hasErrors());
  EXPECT_EQ(R.Diagnostics[0].Text.find("the edits of 'f.cpp' overlap: "), 0u);
}

TEST(Edits, ALoopHasOneEdit) {
  FileEdits F = file("f() { AA }");
  EXPECT_TRUE(addEdit(F.Nests, edit(0, 6, 8, "k ", "a")));
  EXPECT_TRUE(addEdit(F.Nests, edit(0, 6, 8, "k ", "a")));
  EXPECT_FALSE(addEdit(F.Nests, edit(0, 6, 8, "k ", "b")));
  EXPECT_FALSE(addEdit(F.Nests, edit(0, 6, 8, "other ", "a")));
}

NestEdit instance(std::string Kernels, std::string Launch,
                  std::string Arguments) {
  NestEdit E = edit(0, 6, 8, std::move(Kernels), std::move(Launch));
  E.InTemplate = true;
  E.Source.Parameters = "P";
  E.Source.Otherwise = "as written }";
  E.Source.Instantiations[0].Arguments = {std::move(Arguments)};
  return E;
}

TEST(Edits, ATemplateKeptInOneInstantiationGivesWay) {
  NestEdit Kept;
  Kept.Source.Replace.Begin = 6;
  Kept.Source.Replace.End = 7;
  Kept.Kept = " ";
  for (bool KeptFirst : {true, false}) {
    for (bool InTemplate : {true, false}) {
      Kept.InTemplate = InTemplate;
      NestEdit Launched =
          InTemplate ? instance("k ", "a", "A") : edit(0, 6, 8, "k ", "a");
      FileEdits F = file("f() { AA }");
      EXPECT_TRUE(addEdit(F.Nests, KeptFirst ? Kept : Launched));
      EXPECT_EQ(addEdit(F.Nests, KeptFirst ? Launched : Kept), InTemplate);
      if (InTemplate)
        EXPECT_EQ(applied(F).substr(0, 24), "k f() { {\n  if constexpr");
    }
  }
}

TEST(Edits, OneInstantiationWithTwoTextsIsAnInternalError) {
  FileEdits F = file("f() { AA }");
  ASSERT_TRUE(addEdit(F.Nests, instance("k ", "a", "A")));
  ASSERT_TRUE(addEdit(F.Nests, instance("k ", "b", "B")));
  ASSERT_FALSE(addEdit(F.Nests, instance("k ", "c", "B")));
  Report R;
  R.add(DiagID::HD903, {}, "f<1>", "f<2>");
  EXPECT_TRUE(R.hasErrors());
}

TEST(Edits, InstantiationsOfSeveralUnitsJoin) {
  UnitEdits A, B;
  A.Files["/h"] = B.Files["/h"] = file("f() { AA }");
  ASSERT_TRUE(addEdit(A.Files["/h"].Nests, instance("k ", "k(a)", "A")));
  ASSERT_TRUE(addEdit(B.Files["/h"].Nests, instance("k2 ", "k(b)", "B")));
  FileRange Where;
  EXPECT_TRUE(A.merge(B, Where));
  EXPECT_TRUE(A.merge(B, Where));
  EXPECT_EQ(
      applied(A.Files["/h"]),
      "k k2 f() { {\n  if constexpr (::heddle::rt::among<P,\n      A>) {\n"
      "  k(a)\n  } else if constexpr (::heddle::rt::among<P,\n      B>) "
      "{\n  kv2(b)\n  } else {\nas written } }");
}

TEST(Edits, UnitsMustAgreeOnAHeader) {
  UnitEdits A, B, C;
  A.Files["/h"] = B.Files["/h"] = C.Files["/h"] = file("f() { AA }");
  ASSERT_TRUE(addEdit(A.Files["/h"].Nests, edit(0, 6, 8, "k ", "a")));
  ASSERT_TRUE(addEdit(B.Files["/h"].Nests, edit(0, 6, 8, "k ", "a")));
  ASSERT_TRUE(addEdit(C.Files["/h"].Nests, edit(0, 6, 8, "k ", "c")));
  FileRange Where;
  EXPECT_TRUE(A.merge(B, Where));
  EXPECT_FALSE(A.merge(C, Where));
  EXPECT_EQ(Where.Begin, 6u);
  C.Files["/h"].Code = "changed in between";
  EXPECT_FALSE(A.merge(C, Where));
}

TEST(Edits, TheMarkerNamesTheSourceAndIsReplaced) {
  EXPECT_EQ(markedSource("int x;\n"), "");
  const std::string Marker = "// rewritten by heddle from 'a.cpp'\n"
                             "#line 1 \"a.cpp\"\n";
  std::string Once = withMarker("int x;", "a.cpp");
  EXPECT_EQ(Once, Marker + "int x;");
  EXPECT_EQ(markedSource(Once), "a.cpp");
  EXPECT_EQ(withMarker(Once, "b.cpp"), "// rewritten by heddle from 'b.cpp'\n"
                                       "#line 1 \"b.cpp\"\nint x;");
  EXPECT_EQ(withMarker(withMarker("", "a.cpp"), "a.cpp"), Marker);
  std::string Lines = withMarker("int x;\r\nint y;\r\n", "a.cpp");
  EXPECT_EQ(Lines, "// rewritten by heddle from 'a.cpp'\r\n"
                   "#line 1 \"a.cpp\"\r\nint x;\r\nint y;\r\n");
  EXPECT_EQ(markedSource(Lines), "a.cpp");
  std::string AfterMark = withMarker("\xEF\xBB\xBFint x;", "a.cpp");
  EXPECT_EQ(AfterMark, "\xEF\xBB\xBF" + Marker + "int x;");
  EXPECT_EQ(markedSource(AfterMark), "a.cpp");
}

TEST(Edits, LinesEndLikeThoseOfTheFile) {
  EXPECT_EQ(withLineEnds("a\nb\r\nc", "x\r\ny\r\n"), "a\r\nb\r\nc");
  // Not where the file does both.
  EXPECT_EQ(withLineEnds("a\nb", "x\r\ny\n"), "a\nb");
  EXPECT_EQ(withLineEnds("a\nb", "x"), "a\nb");
}

} // namespace
