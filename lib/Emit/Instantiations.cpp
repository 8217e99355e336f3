//===- Instantiations.cpp - One text for the instantiations of a template -===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Instantiations.h"
#include "Emit/SourceLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace heddle {

static bool sameText(const InstantiationText &A, const InstantiationText &B) {
  return A.Kernels == B.Kernels && A.Launch == B.Launch;
}

bool addInstantiations(std::vector<InstantiationText> &To,
                       const std::vector<InstantiationText> &From) {
  for (const InstantiationText &V : From) {
    auto Same = llvm::find_if(
        To, [&](const InstantiationText &O) { return sameText(O, V); });
    // An instantiation that has another text already, or no template at all.
    for (const InstantiationText &Other : To) {
      if (sameText(Other, V))
        continue;
      if (V.Arguments.empty() || Other.Arguments.empty())
        return false;
      for (const std::string &A : V.Arguments)
        if (llvm::is_contained(Other.Arguments, A))
          return false;
    }
    if (Same == To.end()) {
      To.push_back(V);
      continue;
    }
    for (const std::string &A : V.Arguments)
      if (!llvm::is_contained(Same->Arguments, A))
        Same->Arguments.push_back(A);
  }
  return true;
}

void nameFile(KernelSource &S, const std::string &Name) {
  if (S.File == Name)
    return;
  S.Otherwise = withFileNamed(S.Otherwise, S.File, Name);
  for (InstantiationText &V : S.Instantiations) {
    V.Kernels = withFileNamed(V.Kernels, S.File, Name);
    V.Launch = withFileNamed(V.Launch, S.File, Name);
    V.Compared = withFileNamed(V.Compared, S.File, Name);
  }
  S.File = Name;
}

/// Kernels of later variants are called heddle_f_0v2, heddle_f_0v2_fold and so
/// on.
static std::string renamed(llvm::StringRef Text, const std::string &Name,
                           size_t Instantiation) {
  if (Instantiation == 0)
    return Text.str();
  auto InName = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  std::string Result;
  for (size_t At = Text.find(Name); At != llvm::StringRef::npos;
       At = Text.find(Name)) {
    llvm::StringRef Rest = Text.substr(At + Name.size());
    bool Begins = At == 0 || !InName(Text[At - 1]);
    bool Ends = Rest.empty() || !InName(Rest[0]) || Rest[0] == '_';
    Result += Text.take_front(At + Name.size());
    if (Begins && Ends)
      Result += "v" + std::to_string(Instantiation + 1);
    Text = Rest;
  }
  return Result + Text.str();
}

std::string allKernels(const KernelSource &S) {
  std::string Text;
  for (size_t I = 0; I < S.Instantiations.size(); ++I)
    Text += renamed(S.Instantiations[I].Kernels, S.Name, I);
  return Text;
}

std::vector<std::string> kernelNames(const KernelSource &S) {
  std::vector<std::string> Names;
  for (size_t I = 0; I < S.Instantiations.size(); ++I)
    for (const std::string &Name : S.Instantiations[I].KernelNames)
      Names.push_back(renamed(Name, S.Name, I));
  return Names;
}

static std::string condition(const KernelSource &S,
                             const InstantiationText &V) {
  std::string Text = "if constexpr (::heddle::rt::among<" + S.Parameters;
  for (const std::string &A : V.Arguments)
    Text += ",\n" + std::string(S.Indent + 6, ' ') + A;
  return Text + ">) {\n";
}

std::string wholeLaunch(const KernelSource &S, bool Compared) {
  const auto Launch = [&](const InstantiationText &V) -> const std::string & {
    return Compared && !V.Compared.empty() ? V.Compared : V.Launch;
  };
  if (S.Parameters.empty())
    return S.Before + Launch(S.Instantiations.front()) + S.After;
  std::string Inner(S.Indent + 2, ' '), Text = S.Before + "{\n" + Inner;
  for (size_t I = 0; I < S.Instantiations.size(); ++I)
    Text += condition(S, S.Instantiations[I]) + Inner +
            renamed(Launch(S.Instantiations[I]), S.Name, I) + "\n" + Inner +
            "} else ";
  return Text + "{\n" + S.Otherwise + S.After;
}

} // namespace heddle
