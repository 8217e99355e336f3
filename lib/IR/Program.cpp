//===- Program.cpp - Nests and statements that run one after another ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "IR/Program.h"
#include "Support/Identifiers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle {

/// The place in Table of the entry with this key; a new one, under a free name,
/// if there is none.
template <class Entry>
static unsigned find(std::vector<Entry> &Table, const std::string &Key,
                     const std::string &Name) {
  auto Same =
      llvm::find_if(Table, [&](const Entry &E) { return E.Key == Key; });
  if (Same != Table.end())
    return static_cast<unsigned>(Same - Table.begin());
  Entry New;
  New.Key = Key;
  New.Name = freeName(Name, [&](const std::string &Wanted) {
    return llvm::any_of(Table,
                        [&](const Entry &E) { return E.Name == Wanted; });
  });
  Table.push_back(std::move(New));
  return static_cast<unsigned>(Table.size() - 1);
}

void Program::add(std::shared_ptr<const LoopNest> Nest) {
  ProgramStep S;
  S.Name = "S" + std::to_string(Steps.size());
  for (const ArrayInfo &A : Nest->Arrays) {
    // Keys of objects are those of one nest alone.
    S.Arrays.push_back(
        find(Arrays,
             A.Temporary ? A.ObjectKey
                         : (A.Scalar ? "scalar " : "array ") + A.HostText,
             A.Name));
    ProgramArray &Of = Arrays[S.Arrays.back()];
    Of.Home = A.Temporary ? ArrayHome::Launch : ArrayHome::User;
    Of.ElementType = A.ElementType;
    Of.ElementBytes = A.ElementBytes;
  }
  for (const Param &P : Nest->Params)
    S.Params.push_back(find(Params, P.HostText, P.Name));
  S.Nest = std::move(Nest);
  Steps.push_back(std::move(S));
}

bool Program::isOfNests() const {
  return llvm::all_of(Steps, [](const ProgramStep &S) { return S.Nest; });
}

template <class Entry>
static std::string repeated(const std::vector<Entry> &Table, const char *What) {
  llvm::StringSet<> Names;
  for (const Entry &E : Table)
    if (!E.Name.empty() && !Names.insert(E.Name).second)
      return llvm::formatv("two {0} are called '{1}'", What, E.Name);
  return "";
}

static std::string verifyStep(const ProgramStep &S, const Program &P) {
  if (llvm::any_of(S.Effects, [&](const ArrayEffect &E) {
        return E.Array >= P.Arrays.size();
      }))
    return llvm::formatv("step '{0}' names an array that is not there", S.Name);
  if (!S.Nest)
    return "";
  if (S.Arrays.size() != S.Nest->Arrays.size() ||
      S.Params.size() != S.Nest->Params.size())
    return llvm::formatv("step '{0}' names other arrays or parameters than its "
                         "nest has",
                         S.Name);
  if (llvm::any_of(S.Arrays, [&](unsigned A) { return A >= P.Arrays.size(); }))
    return llvm::formatv("step '{0}' names an array that is not there", S.Name);
  if (llvm::any_of(S.Params, [&](unsigned A) { return A >= P.Params.size(); }))
    return llvm::formatv("step '{0}' names a parameter that is not there",
                         S.Name);
  return "";
}

std::string verifyProgram(const Program &P) {
  std::string Why;
  if (P.isOfNests())
    Why = repeated(P.Arrays, "arrays");
  if (Why.empty())
    Why = repeated(P.Params, "parameters");
  if (Why.empty())
    Why = repeated(P.Steps, "steps");
  for (const ProgramStep &S : P.Steps)
    if (Why.empty())
      Why = verifyStep(S, P);
  return Why;
}

llvm::StringRef homeName(ArrayHome H) {
  switch (H) {
  case ArrayHome::User:
    return "user";
  case ArrayHome::Launch:
    return "launch";
  case ArrayHome::Block:
    return "block";
  case ArrayHome::Shared:
    return "shared";
  case ArrayHome::Registers:
    return "registers";
  }
  llvm_unreachable("unknown home");
}

/// The effects of a step that stays as it is, one a line.
static void dumpStatement(const ProgramStep &S, const Program &P,
                          llvm::raw_ostream &OS) {
  static const char *const Does[] = {"reads", "writes some of", "writes all of",
                                     "ends", "may do anything to"};
  OS << "step " << S.Name << ", a statement that stays as it is"
     << (S.Opaque ? ", opaque" : "") << (S.MayThrow ? ", may throw" : "")
     << "\n";
  for (const ArrayEffect &E : S.Effects)
    OS << "  " << Does[E.Kind] << " " << P.Arrays[E.Array].Name << "\n";
}

void dump(const Program &P, llvm::raw_ostream &OS) {
  for (const ProgramArray &A : P.Arrays)
    OS << "array " << A.Name << " of " << A.ElementType << ", "
       << A.ElementBytes << " bytes each, " << homeName(A.Home) << "\n";
  for (const ProgramParam &Q : P.Params)
    OS << "parameter " << Q.Name << "\n";
  for (const ProgramStep &S : P.Steps) {
    if (!S.Nest) {
      dumpStatement(S, P, OS);
      continue;
    }
    OS << "step " << S.Name << ", "
       << (S.Nest->isStatement() ? "a tensor statement" : "a loop nest")
       << " over";
    for (const Loop &L : S.Nest->Loops)
      OS << " " << L.Name;
    OS << "\n";
    for (unsigned A = 0; A < S.Arrays.size(); ++A) {
      const auto Accesses = [&](bool IsWrite) {
        return llvm::any_of(S.Nest->Accesses, [&](const Access &X) {
          return X.Array == A && X.IsWrite == IsWrite;
        });
      };
      if (Accesses(false))
        OS << "  reads " << P.Arrays[S.Arrays[A]].Name << "\n";
      if (Accesses(true))
        OS << "  writes " << P.Arrays[S.Arrays[A]].Name << "\n";
    }
  }
}

} // namespace heddle
