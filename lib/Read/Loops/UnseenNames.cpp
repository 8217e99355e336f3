//===- UnseenNames.cpp - Names that a function's tree has not -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Loops/UnseenNames.h"
#include "Read/Annotation/Attributes.h"
#include "Read/Loops/Algorithms.h"
#include "Spelling/Directives.h"
#include "Spelling/Preprocessing.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

/// The places where the tree of S has variables and members, by their names.
/// That an annotation names a variable as private is no use of it.
static void collectPlaces(const SourceManager &SM, const Stmt *S,
                          llvm::DenseSet<SourceLocation> &Places) {
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    for (const Attr *A : Attributed->getAttrs())
      if (std::optional<Word> W = wordOf(A);
          W == Word::Private || W == Word::LastPrivate)
        for (const clang::Expr *E : cast<AnnotateAttr>(A)->args())
          collectPlaces(SM, E, Places);
  if (const auto *E = dyn_cast<DeclRefExpr>(S))
    Places.insert(SM.getFileLoc(E->getLocation()));
  if (const auto *E = dyn_cast<MemberExpr>(S))
    Places.insert(SM.getFileLoc(E->getMemberLoc()));
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *One : D->decls())
      Places.insert(SM.getFileLoc(One->getLocation()));
  for (const Stmt *Child : partsOf(S))
    collectPlaces(SM, Child, Places);
}

UnseenNames::UnseenNames(NestReader &NR) : NR(NR) {
  if (const auto Tokens = functionTokens(NR))
    read(*Tokens);
}

//===--- The text ---------------------------------------------------------===//

void UnseenNames::follow(llvm::ArrayRef<FileToken> Directive,
                         SourceLocation At) {
  if (Directive.size() < 2 || !isOfConditionals(Directive[1].Text))
    return;
  Branch B{Directive[1].Text, {}, At};
  for (const FileToken &T : Directive.drop_front(2))
    B.Words.push_back(T.Text);
  if (B.Directive.starts_with("if")) {
    Here.push_back({static_cast<unsigned>(Groups.size()), 0});
    Groups.push_back({std::move(B)});
  } else if (Here.empty()) {
    return;
  } else if (B.Directive == "endif") {
    Here.pop_back();
  } else {
    ++Here.back().second;
    Groups[Here.back().first].push_back(std::move(B));
  }
}

void UnseenNames::read(llvm::ArrayRef<FileToken> Tokens) {
  llvm::DenseSet<SourceLocation> Places;
  const Stmt *Body = NR.In.Function->getBody();
  collectPlaces(NR.SM, Body, Places);
  const FileID File = NR.SM.getFileID(Body->getBeginLoc());
  const SourceLocation Loops = NR.SM.getFileLoc(NR.In.For->getBeginLoc());
  for (size_t I = 0, Next; I < Tokens.size(); I = Next) {
    Next = Tokens[I].StartsDirective ? endOfDirective(Tokens, I) : I + 1;
    const llvm::ArrayRef<FileToken> Part(&Tokens[I], Next - I);
    const SourceLocation At = locationAt(NR.SM, File, Part.front().At);
    if (At == Loops) {
      OfLoops = Here;
      IsRead = true;
    }
    if (Tokens[I].StartsDirective)
      follow(Part, At);
    // Lists of variables use none that the statements behind them do not.
    const std::vector<size_t> Listed =
        namesInClauses(Part, {"private", "firstprivate", "lastprivate",
                              "shared", "reduction"});
    for (size_t K = 0; K != Part.size(); ++K) {
      const SourceLocation Where = locationAt(NR.SM, File, Part[K].At);
      if (Part[K].Kind == tok::raw_identifier &&
          !llvm::is_contained(Listed, K) && !Places.contains(Where))
        Found[Part[K].Text].emplace_back(Where, Here);
    }
  }
}

//===--- Under which conditions -------------------------------------------===//

/// The condition of the branch is so, with these flags and with others, if the
/// output asks for it.
bool UnseenNames::isAskable(const Branch &B, bool Holds,
                            std::vector<TextCondition> &Conditions) const {
  if (B.Directive == "else")
    return false;
  std::optional<TextCondition> C =
      lastingCondition(NR, B.At, B.Directive, B.Words);
  if (!C || C->Holds != Holds)
    return false;
  Conditions.push_back(std::move(*C));
  return true;
}

/// With the conditions the compiler does not see the text there, whatever the
/// flags are: its branch's is false, or an earlier branch's is true.
bool UnseenNames::exclude(const Place &At,
                          std::vector<TextCondition> &Conditions) const {
  return llvm::any_of(At, [&](const auto &GroupAndNumber) {
    const auto &[Group, Number] = GroupAndNumber;
    const llvm::ArrayRef<Branch> All = Groups[Group];
    return isAskable(All[Number], false, Conditions) ||
           llvm::any_of(All.take_front(Number), [&](const Branch &B) {
             return isAskable(B, true, Conditions);
           });
  });
}

/// Other branches of groups around the loops are never seen with them.
bool UnseenNames::isApart(const Place &At) const {
  return llvm::any_of(llvm::zip(At, OfLoops), [](const auto &Each) {
    const auto &[X, Y] = Each;
    return X.first == Y.first && X.second != Y.second;
  });
}

/// Macro has the name in one of its definitions, with these flags or with
/// others, or has a macro that does.
bool UnseenNames::mayStandFor(llvm::StringRef Macro, llvm::StringRef Name,
                              unsigned Depth) {
  constexpr unsigned MostDepth = 8;
  if (!Macros)
    Macros = readDefinitions(NR.PP);
  const auto It = Macros->ByName.find(Macro);
  if (It == Macros->ByName.end())
    return false;
  return Depth == MostDepth ||
         llvm::any_of(It->second, [&](const Definition &D) {
           const std::vector<FileToken> Line =
               tokensOfLine(NR.SM, NR.SM.getFileID(D.Where),
                            NR.Ctx.getLangOpts(), NR.SM.getFileOffset(D.Where));
           // The parameters' names are none of the program's.
           size_t Body = 1;
           llvm::SmallVector<llvm::StringRef, 4> Parameters;
           if (Line.size() > 1 && Line[1].Text == "(" &&
               Line[1].At == Line[0].end())
             for (++Body; Body < Line.size() && Line[Body].Text != ")"; ++Body)
               Parameters.push_back(Line[Body].Text);
           return llvm::any_of(
               llvm::ArrayRef(Line).drop_front(std::min(Body, Line.size())),
               [&](const FileToken &T) {
                 return T.Kind == tok::raw_identifier &&
                        !llvm::is_contained(Parameters, T.Text) &&
                        (T.Text == Name ||
                         mayStandFor(T.Text, Name, Depth + 1));
               });
         });
}

std::optional<std::vector<TextCondition>>
UnseenNames::without(llvm::StringRef Name, SourceLocation &Where) {
  std::vector<TextCondition> Conditions;
  if (!IsRead)
    return std::nullopt;
  for (const auto &Each : Found) {
    const llvm::StringRef Other = Each.first();
    if (Other != Name && !mayStandFor(Other, Name, 0))
      continue;
    for (const auto &[Location, At] : Each.second)
      if (!isApart(At) && !exclude(At, Conditions)) {
        Where = Location;
        return std::nullopt;
      }
  }
  return Conditions;
}

} // namespace heddle
