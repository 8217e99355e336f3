//===- CallText.cpp - Calls as kernels write them -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Callees/CallText.h"
#include "Read/Callees/Clones.h"
#include "Read/Callees/Closures.h"
#include "Read/Expr/RecordValues.h"
#include "Spelling/NestText.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace heddle {

/// Writes `v[i]` as a call of Name, with Arguments behind the index.
static void replaceSubscript(NestReader &NR, const CXXOperatorCallExpr *E,
                             const std::string &Name,
                             const std::vector<std::string> &Arguments) {
  const auto Whole = offsets(NR, E->getSourceRange());
  const auto Index = E->getNumArgs() == 2
                         ? offsets(NR, E->getArg(1)->getSourceRange())
                         : std::nullopt;
  const auto End = offsets(NR, SourceRange(E->getRParenLoc()));
  if (!Whole || !Index || !End) {
    NR.error(DiagID::HD159, ref(NR, E), text(NR, E), Name);
    return;
  }
  std::vector<Replacement> &All = NR.Texts.Replacements;
  All.push_back({Whole->first, Index->first, Name + "("});
  All.push_back(
      {End->first, End->second,
       (Arguments.empty() ? "" : ", ") + llvm::join(Arguments, ", ") + ")"});
}

void replaceCall(NestReader &NR, const CallExpr *E, const std::string &Name,
                 std::vector<std::string> Arguments) {
  std::vector<std::string> Defaults;
  for (const clang::Expr *A : E->arguments())
    if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(A))
      Defaults.push_back(*defaultText(NR, Default));
  if (!NR.Callees.Replaced.insert(E).second)
    return; // of an expression that is read twice
  if (isOperatorOfRecords(NR, E))
    return replaceOperator(NR, cast<CXXOperatorCallExpr>(E), Name,
                           llvm::join(Arguments, ", "));
  Arguments.insert(Arguments.begin(), Defaults.begin(), Defaults.end());
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
  const bool HasObject = Operator != nullptr;
  if (Operator && Operator->getOperator() == OO_Subscript)
    return replaceSubscript(NR, Operator, Name, Arguments);
  const clang::Expr *Called =
      HasObject ? E->getArg(0) : E->getCallee()->IgnoreParenImpCasts();
  addReplacement(NR, Called->getSourceRange(), Name);
  llvm::ArrayRef<const clang::Expr *> Written(E->getArgs(), E->getNumArgs());
  const size_t Given = dropArguments(NR, Written.drop_front(HasObject));
  if (Arguments.empty())
    return;
  auto End = offsets(NR, SourceRange(E->getRParenLoc()));
  if (!End) {
    NR.error(DiagID::HD159, ref(NR, E), text(NR, E),
             llvm::join(Arguments, ", "));
    return;
  }
  NR.Texts.Replacements.push_back(
      {End->first, End->first,
       (Given ? ", " : "") + llvm::join(Arguments, ", ")});
}

} // namespace heddle
