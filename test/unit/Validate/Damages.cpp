//===- Damages.cpp - Text with an error put into it -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Damages.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace heddle;
using validate::Finding;

std::map<std::string, Finding>
heddle::findings(const std::vector<Damage> &Damages) {
  std::string Code = "#include <heddle/heddle.h>\n";
  if (llvm::any_of(Damages, [](const Damage &D) {
        return llvm::StringRef(D.Text).contains("tensor<");
      }))
    Code += "#include <heddle/tensor.h>\n";
  Code += "using namespace heddle;\n";
  for (const Damage &D : Damages) {
    std::string Text = D.Text;
    const std::string Old = D.Old, New = D.New;
    const size_t At = Text.find(Old);
    if (At == std::string::npos)
      ADD_FAILURE() << D.Name << ": nothing to damage";
    else
      Text.replace(At, Old.size(), New);
    if (const size_t File = Text.find("FILE"); File != std::string::npos)
      Text.replace(File, 4, D.Name);
    Code += "namespace " + std::string(D.Name) + " {\n" + Text + "}\n";
  }
  std::unique_ptr<clang::ASTUnit> Unit =
      clang::tooling::buildASTFromCodeWithArgs(
          Code,
          {"-std=c++17", "-w", "-I" HEDDLE_INCLUDE,
           "-resource-dir=" HEDDLE_RESOURCE_DIR},
          "damaged.cpp");
  std::map<std::string, Finding> Result;
  if (!Unit || Unit->getDiagnostics().hasErrorOccurred()) {
    ADD_FAILURE() << "a damaged text does not compile";
    return Result;
  }
  for (const Finding &F : validate::validate(Unit->getASTContext()))
    Result[F.File] = F;
  return Result;
}

void heddle::expectSame(const std::vector<Damage> &None, unsigned Instances) {
  const std::map<std::string, Finding> Found = findings(None);
  ASSERT_EQ(Found.size(), None.size());
  for (const auto &[Name, F] : Found) {
    EXPECT_EQ(F.What, Finding::Same) << Name << ": " << F.Text;
    EXPECT_GE(F.Instances, Instances) << Name;
  }
}

void heddle::expectDifferences(const std::vector<Damage> &Damages) {
  const std::map<std::string, Finding> Found = findings(Damages);
  for (const Damage &D : Damages) {
    auto At = Found.find(D.Name);
    ASSERT_NE(At, Found.end()) << D.Name;
    EXPECT_EQ(At->second.What, Finding::Differs)
        << D.Name << ": " << At->second.Text << " (" << At->second.Instances
        << " instances)";
  }
}
