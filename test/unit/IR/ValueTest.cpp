//===- ValueTest.cpp - Statements as trees of values ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "IR/Value.h"
#include "Emit/ValueText.h"
#include "IR/NestValues.h"
#include "IR/ValueBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace heddle;
using testing::HasSubstr;

namespace {

/// A statement as the front end reads it: arrays 0 'x' and 1 'y', one loop.
class Statement {
public:
  explicit Statement(std::string Text)
      : Nest(nestOf(std::move(Text))), Builder(Nest.Text) {
    for (const char *Name : {"x", "y"}) {
      ArrayInfo A;
      A.Name = A.KernelName = Name;
      Nest.Arrays.push_back(A);
    }
    Loop L;
    L.Name = "i";
    L.Type = {64, true};
    L.CxxType = "long";
    Nest.Loops.push_back(L);
  }

  Span at(llvm::StringRef Part) const {
    const size_t Begin = Nest.Text.find(Part.str());
    EXPECT_NE(Begin, std::string::npos) << Part.str();
    return {static_cast<unsigned>(Begin),
            static_cast<unsigned>(Begin + Part.size())};
  }
  bool add(ValueKind Kind, llvm::StringRef Part, unsigned Index = 0,
           std::vector<unsigned> Accesses = {}) {
    Value V;
    V.Kind = Kind;
    V.Where = at(Part);
    V.Index = Index;
    V.Accesses = std::move(Accesses);
    return Builder.add(std::move(V));
  }
  ValueRef finish() {
    return Builder.finish([](llvm::StringRef Name) {
      return Name == "i"     ? NameMeaning::Counter
             : Name == "sum" ? NameMeaning::Local
                             : NameMeaning::Outside;
    });
  }
  std::string text(const ValueRef &V, TextOf Which = TextOf::Kernel) const {
    return valueText(*V, Nest, Which, {"x_copy"});
  }
  std::string verified(const ValueRef &V) const {
    return verifyValue(*V, {1, 2, 4, static_cast<unsigned>(Nest.Text.size())});
  }

  LoopNest Nest;
  ValueBuilder Builder;

private:
  static LoopNest nestOf(std::string Text) {
    LoopNest N;
    N.Text = std::move(Text);
    return N;
  }
};

ValueRef named(const ValueRef &V, llvm::StringRef Name, const ValueRef &Other) {
  return changed(V, [&](const ValueRef &X) {
    return X->Kind == ValueKind::Name && X->Name == Name ? Other : nullptr;
  });
}

std::string dumped(const ValueRef &V) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  dump(*V, OS);
  return Text;
}

} // namespace

TEST(Value, TextThatNobodyChangesIsPrintedAsItStands) {
  const char *Text = "y[i]  +=\t2 * /* all of it */ x[i+1];\n  // end\n";
  Statement S(Text);
  S.add(ValueKind::Assign, "y[i]  +=\t2 * /* all of it */ x[i+1]");
  S.add(ValueKind::Array, "x", 0, {0});
  S.add(ValueKind::Array, "y", 1, {1});
  ValueRef V = S.finish();
  EXPECT_EQ(S.verified(V), "");
  EXPECT_EQ(S.text(V), Text);
}

TEST(Value, PartsNestByTheTextThatTheyStandFor) {
  Statement S("y[i] = a * x[i];");
  S.add(ValueKind::Array, "x", 0, {0});
  S.add(ValueKind::Access, "x[i]", 0);
  S.add(ValueKind::Binary, "a * x[i]");
  EXPECT_THAT(dumped(S.finish()),
              HasSubstr("  binary [7, 15)\n"
                        "    name 'a', outside [7, 8)\n"
                        "    access [11, 15)\n"
                        "      array 0 for accesses 0 "
                        "[11, 12)\n"
                        "      name 'i', counter [13, 14)"));
}

TEST(Value, PartsThatCrossAreNotTaken) {
  Statement S("a + b + c");
  EXPECT_TRUE(S.add(ValueKind::Binary, "a + b"));
  EXPECT_FALSE(S.add(ValueKind::Binary, "b + c"));
  EXPECT_TRUE(S.add(ValueKind::Binary, "a + b + c"));
}

TEST(Value, AnAccessThatIsReplacedLeavesTheTextAroundIt) {
  Statement S("y[i] = f( x [i - 1] ) ; // keep");
  S.add(ValueKind::Array, "x", 0, {0});
  ValueRef V = changed(S.finish(), [](const ValueRef &X) -> ValueRef {
    if (X->Kind != ValueKind::Array || X->Index != 0)
      return nullptr;
    return makeValue(
        ValueKind::Select,
        {makeNumber(less(Sym::leaf("i"), 7), true), makeCopy(0), makeArray(0)});
  });
  EXPECT_EQ(
      S.text(V),
      "y[i] = f( ::heddle::rt::either(i < 7, x_copy, x) [i - 1] ) ; // keep");
}

TEST(Value, AScalarBecomesAnArrayOverSerialIterations) {
  Statement S("sum = sum + x[i]; /* sum of x */ y[i] = sum;");
  S.add(ValueKind::Array, "x", 0);
  ValueRef Element =
      makeValue(ValueKind::Subscript, {makeName("sums", NameMeaning::Local),
                                       makeName("p", NameMeaning::Local)});
  EXPECT_EQ(S.text(named(S.finish(), "sum", Element)),
            "sums[p] = sums[p] + x[i]; /* sums[p] of x */ y[i] = sums[p];");
}

TEST(Value, AConstantTakesAParametersPlace) {
  Statement S("y[i] = n * x[i] - -n;");
  EXPECT_EQ(S.text(named(S.finish(), "n", makeConstant("8"))),
            "y[i] = 8 * x[i] - -8;");
}

TEST(Value, WhatIsPutBesideAnOperatorGetsParentheses) {
  Statement S("y[i] = 2 * n;");
  ValueRef Sum =
      makeValue(ValueKind::Binary,
                {makeName("a", NameMeaning::Outside), makeConstant("1")}, "+");
  EXPECT_EQ(S.text(named(S.finish(), "n", Sum)), "y[i] = 2 * (a + 1);");
}

TEST(Value, MadeExpressionsHaveTheParenthesesThatTheyNeed) {
  Statement S("");
  auto Name = [](const char *N) { return makeName(N, NameMeaning::Outside); };
  auto Infix = [](const char *Op, ValueRef A, ValueRef B) {
    return makeValue(ValueKind::Binary, {std::move(A), std::move(B)}, Op);
  };
  ValueRef Difference = Infix("-", Name("b"), Name("c"));
  EXPECT_EQ(S.text(Infix("-", Name("a"), Difference)), "a - (b - c)");
  EXPECT_EQ(S.text(Infix("-", Difference, Name("a"))), "b - c - a");
  EXPECT_EQ(S.text(Infix("*", Difference, Name("a"))), "(b - c) * a");
  EXPECT_EQ(S.text(makeValue(ValueKind::Unary, {Difference}, "-")), "-(b - c)");
  EXPECT_EQ(S.text(makeValue(ValueKind::Call, {Difference, Name("a")}, "f")),
            "f(b - c, a)");
  EXPECT_EQ(S.text(makeValue(
                ValueKind::Assign,
                {makeValue(ValueKind::Subscript, {makeArray(1), Difference}),
                 makeValue(ValueKind::Cast, {Difference}, "", "float")},
                "+=")),
            "y[b - c] += static_cast<float>(b - c)");
}

TEST(Value, KernelsSpellWhatTheFunctionSpellsOtherwise) {
  Statement S("y[i] = this->s * m.x[i];");
  EXPECT_TRUE(
      S.Builder.respell(S.at("this->s"), makeName("s", NameMeaning::Outside)));
  EXPECT_TRUE(S.Builder.respell(S.at("m.x"), makeArray(0)));
  S.Builder.insert(S.at("y[i]").Begin, makeTokens("("));
  S.Builder.insert(S.at("y[i]").End, makeTokens(")"));
  ValueRef V = S.finish();
  EXPECT_EQ(S.text(V), "(y[i]) = s * x[i];");
  EXPECT_EQ(S.text(V, TextOf::Function), S.Nest.Text);
}

TEST(Value, AnAccessStandsAroundTheTextThatKernelsSpellOtherwise) {
  Statement S("y[i] = m(i, 0) + m(i, 1);");
  EXPECT_TRUE(S.Builder.respell(S.at("m(i, 1)"), makeTokens("m_at(1)")));
  EXPECT_TRUE(S.add(ValueKind::Access, "m(i, 1)", 0, {2}));
  EXPECT_FALSE(S.add(ValueKind::Constant, "1"));
  EXPECT_TRUE(S.Builder.respell(S.at("y"), makeArray(1)));
  EXPECT_FALSE(S.add(ValueKind::Array, "y", 1)); // has no other text
  ValueRef V = S.finish();
  EXPECT_EQ(S.text(V), "y[i] = m(i, 0) + m_at(1);");
  EXPECT_EQ(S.text(V, TextOf::Function), S.Nest.Text);
  EXPECT_THAT(dumped(V), HasSubstr("access for accesses 2 [17, 24)\n"
                                   "    respelled [17, 24)"));
}

TEST(Value, AReplacementThatCrossesAnotherPartIsReported) {
  Statement S("y[i] = a + x[i];");
  const auto Lost = [&](TextTables Tables) -> std::string {
    const AssembledText Text = assembleValues(S.Nest, Tables);
    EXPECT_EQ(Text.Code == nullptr, Text.Lost.has_value());
    return Text.Lost ? Text.Lost->Kernel : "";
  };
  const auto Replace = [&](llvm::StringRef Part, const char *Kernel) {
    return Replacement{S.at(Part).Begin, S.at(Part).End, Kernel};
  };
  S.Nest.Loops.clear();
  TextTables Tables;
  Tables.Replacements = {Replace("y[i] = a", "1"), Replace("x", "2")};
  EXPECT_EQ(Lost(Tables), "");
  Tables.Replacements = {Replace("y[i] = a", "1"), Replace("a + x", "2")};
  EXPECT_EQ(Lost(Tables), "2");
  // Within what is replaced as a whole.
  Tables.Replacements = {Replace("a + x", "1"), Replace("x", "2")};
  EXPECT_EQ(Lost(Tables), "2");
  // A step that no other thread interrupts comes first.
  Tables.Replacements = {Replace("a + x", "1")};
  Tables.Updates = {{1, Replace("[i] = a", "3")}};
  EXPECT_EQ(Lost(Tables), "1");
  // Beyond the text.
  Tables = {};
  Tables.Replacements = {{3, 99, "4"}};
  EXPECT_EQ(Lost(Tables), "4");
}

TEST(Value, AccessesOfAPartHaveNumbersOfTheirOwn) {
  Statement S("x[i] = y[i];");
  S.add(ValueKind::Array, "x", 0, {1});
  S.add(ValueKind::Array, "y", 1, {0, 3});
  const std::string Text =
      dumped(renumberedAccesses(S.finish(), {-1, 0, -1, 1}));
  EXPECT_THAT(Text, HasSubstr("array 0 for accesses 0 ["));
  EXPECT_THAT(Text, HasSubstr("array 1 for accesses 1 ["));
}

TEST(Value, NamesInMacrosAreMentionedWithoutText) {
  Statement S("y[i] = SCALED(x[i]);");
  S.Builder.hide(S.at("SCALED").Begin, "factor");
  ValueRef V = S.finish();
  std::vector<std::string> Names;
  forEachName(*V, S.Nest, TextOf::Kernel,
              [&](llvm::StringRef Name) { Names.push_back(Name.str()); });
  EXPECT_THAT(Names, testing::Contains("factor"));
  EXPECT_EQ(S.text(V), S.Nest.Text);
}

TEST(Value, BlankStatementsKeepLinesAndColumns) {
  Statement S("a = 1;\nb = 2; c = 3;");
  S.add(ValueKind::Block, "b = 2;");
  ValueRef V = changed(S.finish(), [](const ValueRef &X) -> ValueRef {
    if (X->Kind != ValueKind::Block || X->Where.Begin == 0)
      return nullptr;
    auto Blank = std::make_shared<Value>(*X);
    Blank->Kind = ValueKind::Blank;
    Blank->Operands.clear();
    return Blank;
  });
  EXPECT_EQ(S.text(V), "a = 1;\n       c = 3;");
}

TEST(Value, VerifyFindsTreesThatCannotBe) {
  Statement S("y[i] = x[i];");
  S.add(ValueKind::Array, "x", 7);
  EXPECT_EQ(S.verified(S.finish()), "'array' names array 7 of 2");
  EXPECT_EQ(S.verified(makeValue(ValueKind::Binary, {makeConstant("1")}, "+")),
            "'binary' has 1 operands");
  EXPECT_EQ(S.verified(makeValue(ValueKind::Call, {nullptr}, "f")),
            "'call' lacks an operand");
  auto Out = std::make_shared<Value>();
  Out->Where = {0, 4};
  Out->Operands = {{{2, 6}, makeConstant("1")}};
  EXPECT_EQ(S.verified(Out), "an operand of 'source' lies outside of its text");
  Out->Operands = {{{2, 4}, makeConstant("1")}, {{0, 3}, makeConstant("1")}};
  EXPECT_EQ(S.verified(Out), "operands of 'source' overlap");
}
