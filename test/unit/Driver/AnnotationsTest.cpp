//===- AnnotationsTest.cpp - No annotation is lost ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Driver/TranslationUnit.h"
#include "Read/Annotation/Attributes.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/Tooling.h"
#include "gmock/gmock.h"

using namespace clang;
using namespace heddle;

namespace {

struct Outcome {
  UnitResult Unit;
  std::vector<std::pair<DiagID, unsigned>> Said; ///< and the line
};

/// Processes the code, after the bodies of functions named `emptied` are gone.
class Processing : public ASTFrontendAction {
public:
  explicit Processing(Outcome &Out) : Out(Out) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 llvm::StringRef) override {
    installAnnotations(CI.getPreprocessor());
    return std::make_unique<Consumer>(CI, Out);
  }

private:
  struct Consumer : ASTConsumer {
    Consumer(CompilerInstance &CI, Outcome &Out) : CI(CI), Out(Out) {}
    void HandleTranslationUnit(ASTContext &Context) override {
      for (Decl *D : Context.getTranslationUnitDecl()->decls())
        if (auto *F = dyn_cast<FunctionDecl>(D);
            F && F->getIdentifier() && F->getName() == "emptied")
          F->setBody(CompoundStmt::CreateEmpty(Context, 0, false));
      UnitOptions Options;
      Options.Show = [&](const heddle::Diagnostic &D) {
        unsigned Line = Context.getSourceManager().getPresumedLineNumber(
            SourceLocation::getFromRawEncoding(D.Where.Begin));
        Out.Said.push_back({D.ID, Line});
      };
      Out.Unit = processUnit(Context, CI.getPreprocessor(), Options);
    }
    CompilerInstance &CI;
    Outcome &Out;
  };
  Outcome &Out;
};

Outcome process(llvm::StringRef Code) {
  Outcome Out;
  EXPECT_TRUE(tooling::runToolOnCodeWithArgs(
      std::make_unique<Processing>(Out), "#include <heddle/heddle.h>\n" + Code,
      {"-std=c++17", "-w", "-I" HEDDLE_TEST_INCLUDE,
       "-resource-dir=" HEDDLE_TEST_RESOURCE_DIR},
      "nest.cpp"));
  return Out;
}

TEST(Annotations, OneThatIsReadButWhoseStatementIsGoneIsAnInternalError) {
  Outcome Out = process("void emptied(float *x) {\n"
                        "  [[heddle::map]]\n"
                        "  for (int i = 0; i < 4; ++i)\n"
                        "    x[i] = 1;\n"
                        "}\n");
  EXPECT_THAT(Out.Said, testing::ElementsAre(std::pair(DiagID::HD907, 3u)));
  EXPECT_TRUE(Out.Unit.Internal);
  EXPECT_FALSE(Out.Unit.Good);
}

TEST(Annotations, EachIsCountedOnceByWhatBecameOfIt) {
  Outcome Out = process("template <int D> void both(float *x) {\n"
                        "  [[heddle::bounds(1, 9), heddle::map]]\n"
                        "  for (int i = 1; i < 9; ++i)\n"
                        "    x[i] = x[i - D] + 1;\n"
                        "}\n"
                        "template void both<0>(float *);\n"
                        "template void both<1>(float *);\n"
                        "void mapped(float *x) {\n"
                        "  [[heddle::map]]\n"
                        "  for (int i = 0; i < 4; ++i)\n"
                        "    x[i] = 1;\n"
                        "}\n"
                        "template <class T> void never(T *x) {\n"
                        "  [[heddle::map]]\n"
                        "  for (int i = 0; i < 4; ++i)\n"
                        "    x[i] = 1;\n"
                        "}\n");
  EXPECT_EQ(Out.Unit.Loops, 3u);
  EXPECT_EQ(Out.Unit.Refused, 1u);
  EXPECT_EQ(Out.Unit.Mapped, 1u);
  EXPECT_EQ(Out.Unit.Kept, 1u);
}

} // namespace
