//===- TensorText.cpp - Expressions as text -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host computes parts of an expression once, before the launch. Their text
// calls the library's functions by their full names, on the operands as they
// are known there.
//===----------------------------------------------------------------------===//
#include "Read/Tensor/TensorText.h"
#include "Read/Memory/Paths.h"
#include "Read/Tensor/TensorExtents.h"
#include "Read/Tensor/TensorOperands.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace heddle {

static std::string inBraces(const TensorReader &TR,
                            const std::vector<LinearForm> &All) {
  std::vector<std::string> Texts;
  for (const LinearForm &F : All)
    Texts.push_back(hostText(TR, F));
  return "{" + llvm::join(Texts, ", ") + "}";
}

static std::string pairText(std::pair<unsigned, unsigned> P) {
  return std::to_string(P.first) + ", " + std::to_string(P.second);
}

/// Name(operands), with More behind the operands.
static std::string callText(TensorReader &TR, const TensorTerm &T,
                            const std::string &Name,
                            const std::string &More = "") {
  std::vector<std::string> Texts;
  // The library's functions take expressions, if of one element: a number is
  // none of these.
  for (const TensorTerm &Operand : T.Operands)
    Texts.push_back(Operand.Operands.empty() ||
                            Operand.Form != TensorForm::Number
                        ? hostText(TR, Operand)
                        : Operand.Text);
  return "::heddle::" + Name + "(" + llvm::join(Texts, ", ") + More + ")";
}

static std::string elementwiseText(TensorReader &TR, const TensorTerm &T) {
  static const std::pair<const char *, const char *> Signs[] = {
      {"plus", " + "}, {"minus", " - "}, {"times", " * "}, {"divides", " / "}};
  for (auto [Name, Sign] : Signs)
    if (T.Function == Name)
      return "(" + hostText(TR, T.Operands[0]) + Sign +
             hostText(TR, T.Operands[1]) + ")";
  if (T.Function == "negate")
    return "(-" + hostText(TR, T.Operands[0]) + ")";
  llvm::StringRef Name = T.Function;
  Name.consume_back("_function");
  return callText(TR, T, Name.str());
}

static std::string contractText(TensorReader &TR, const TensorTerm &T,
                                const std::string &Name) {
  std::vector<std::string> Pairs;
  for (const auto &P : T.Pairs)
    Pairs.push_back("::heddle::pair<" + pairText(P) + ">");
  return callText(TR, T, Name + "<" + llvm::join(Pairs, ", ") + ">");
}

static std::string sliceText(TensorReader &TR, const TensorTerm &T,
                             const std::string &Name) {
  std::vector<std::string> Steps;
  for (int64_t Step : T.Step)
    Steps.push_back(std::to_string(Step));
  return callText(TR, T, Name,
                  ", " + inBraces(TR, T.Lower) + ", " + inBraces(TR, T.Upper) +
                      ", {" + llvm::join(Steps, ", ") + "}");
}

static std::string namedText(TensorReader &TR, const TensorTerm &T) {
  std::string Names;
  for (const VarDecl *Name : T.Names)
    Names += (Names.empty() ? "" : ", ") + Name->getNameAsString();
  return hostText(TR, T.Operands[0]) + "(" + Names + ")";
}

std::string hostText(TensorReader &TR, const TensorTerm &T) {
  const std::string Name = functionName(T.Form).str();
  switch (T.Form) {
  case TensorForm::View:
    return path(TR.NR, T.Source)->Host;
  case TensorForm::Number:
    return "static_cast<" + typeName(TR, T.Value) + ">(" + T.Text + ")";
  case TensorForm::Elementwise:
    return elementwiseText(TR, T);
  case TensorForm::Outer:
  case TensorForm::Conv:
    return callText(TR, T, Name);
  case TensorForm::Transpose:
    return callText(TR, T, Name + "<" + pairText(T.Pairs[0]) + ">");
  case TensorForm::Contract:
    return contractText(TR, T, Name);
  case TensorForm::Slice:
    return sliceText(TR, T, Name);
  case TensorForm::Select:
    return callText(TR, T, Name + "<" + std::to_string(T.Pairs[0].first) + ">",
                    ", " + hostText(TR, T.Lower[0]));
  case TensorForm::Pad:
    return "::heddle::" + Name + "(" + hostText(TR, T.Operands[0]) + ", " +
           inBraces(TR, T.Lower) + ", " + inBraces(TR, T.Upper) + ", " +
           hostText(TR, T.Operands[1]) + ")";
  case TensorForm::Named:
    return namedText(TR, T);
  }
  return "";
}

} // namespace heddle
