//===- ReadNest.cpp - Nests from strings of code --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ReadNest.h"
#include "Read/BuildNest.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

using namespace clang;

namespace heddle {
namespace {

/// Finds a function with a body, not dependent, that holds a `for` directly.
class Finder : public DynamicRecursiveASTVisitor {
public:
  Finder() { ShouldVisitTemplateInstantiations = true; }
  bool TraverseLambdaExpr(LambdaExpr *L) override {
    return consider(L->getCallOperator()) &&
           DynamicRecursiveASTVisitor::TraverseLambdaExpr(L);
  }
  bool VisitFunctionDecl(FunctionDecl *F) override { return consider(F); }

  const FunctionDecl *Function = nullptr;
  const ForStmt *For = nullptr;

private:
  bool consider(const FunctionDecl *F) {
    if (!F->doesThisDeclarationHaveABody() || F->isDependentContext())
      return true;
    For = find(F->getBody());
    Function = For ? F : nullptr;
    return !For;
  }
  static const ForStmt *find(const Stmt *S) {
    if (!S || isa<LambdaExpr>(S))
      return nullptr;
    if (const auto *F = dyn_cast<ForStmt>(S))
      return F;
    for (const Stmt *Child : S->children())
      if (const ForStmt *Found = find(Child))
        return Found;
    return nullptr;
  }
};

} // namespace

std::string Reading::text() const {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  for (const Diagnostic &D : R.Diagnostics)
    OS << (Result.empty() ? "" : " ") << getDiagInfo(D.ID).Name;
  if (Nest)
    Nest->dump(OS);
  return Result;
}

/// Calls Use with the first nest of Code.
static void
withNest(llvm::StringRef Code,
         llvm::function_ref<void(ASTUnit &, const AnnotatedLoop &)> Use) {
  std::unique_ptr<ASTUnit> Unit = tooling::buildASTFromCodeWithArgs(
      Code, {"-std=c++20", "-Wno-everything"}, "nest.cpp");
  if (!Unit || Unit->getDiagnostics().hasErrorOccurred()) {
    ADD_FAILURE() << "the code of the test does not compile";
    return;
  }
  Finder F;
  F.TraverseDecl(Unit->getASTContext().getTranslationUnitDecl());
  if (!F.For) {
    ADD_FAILURE() << "the code of the test has no loop";
    return;
  }
  AnnotatedLoop Loop;
  Loop.Function = F.Function;
  Loop.Nest = Loop.For = F.For;
  Use(*Unit, Loop);
}

Reading readNest(llvm::StringRef Code) {
  Reading Result;
  withNest(Code, [&](ASTUnit &Unit, const AnnotatedLoop &Loop) {
    Result.Nest = buildLoopNest(Unit.getASTContext(), Unit.getPreprocessor(),
                                Loop, Result.R);
    EXPECT_EQ(Result.Nest == nullptr, Result.R.hasErrors());
  });
  if (const LoopNest *N = Result.Nest.get())
    EXPECT_EQ(verifyValue(*N->Code, {static_cast<unsigned>(N->Loops.size()),
                                     static_cast<unsigned>(N->Arrays.size()),
                                     static_cast<unsigned>(N->Accesses.size()),
                                     static_cast<unsigned>(N->Text.size())}),
              "");
  return Result;
}

Report replaceInNest(llvm::StringRef Code,
                     std::vector<Replacement> Replacements) {
  Report R;
  withNest(Code, [&](ASTUnit &Unit, const AnnotatedLoop &Loop) {
    NestReader NR(Unit.getASTContext(), Unit.getPreprocessor(), Loop, R);
    EXPECT_TRUE(readText(NR));
    NR.Texts.Replacements = std::move(Replacements);
    assembleCode(NR);
    EXPECT_EQ(NR.Nest->Code == nullptr, NR.Failed);
  });
  return R;
}

std::string lines(llvm::StringRef Code, llvm::StringRef Word) {
  Reading Read = readNest(Code);
  if (!Read.Nest)
    return Read.text();
  std::string Result, Text = Read.text();
  llvm::StringRef Rest = Text;
  while (!Rest.empty()) {
    auto [Line, Next] = Rest.split('\n');
    if (Line.contains(Word))
      Result += Line.ltrim().str() + "\n";
    Rest = Next;
  }
  return Result;
}

} // namespace heddle
