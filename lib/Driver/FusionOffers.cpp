//===- FusionOffers.cpp - Nests of the source that may be one -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Driver/FusionOffers.h"
#include "Read/Annotation/Attributes.h"
#include "Read/Block/OneNest.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace heddle {

/// `map`, and `reduce`, which says what the one nest reduces, too.
static bool isOpen(const AttributedStmt *S) {
  return llvm::all_of(S->getAttrs(), [](const Attr *A) {
    const std::optional<Word> W = wordOf(A);
    return W == Word::Reduce ||
           (W == Word::Map && cast<AnnotateAttr>(A)->args_size() == 0);
  });
}

namespace {

class Reader {
public:
  explicit Reader(const ASTContext &Ctx)
      : Ctx(Ctx), SM(Ctx.getSourceManager()) {}

  std::optional<FusionOffer> read(const Neighbours &Of) const;

private:
  bool isInMain(SourceLocation L) const {
    return SM.getFileID(L) == SM.getMainFileID() &&
           !SM.getBufferName(L).starts_with("<"); // the standard input
  }
  unsigned offset(SourceLocation L) const { return SM.getFileOffset(L); }
  unsigned behind(SourceLocation L) const {
    return offset(L) + Lexer::MeasureTokenLength(L, SM, Ctx.getLangOpts());
  }
  unsigned lineOf(unsigned Offset) const {
    return SM.getLineNumber(SM.getMainFileID(), Offset);
  }
  std::optional<FusionOffer::Nest> nest(const AttributedStmt *S) const;

  const ASTContext &Ctx;
  const SourceManager &SM;
};

std::optional<FusionOffer::Nest> Reader::nest(const AttributedStmt *S) const {
  const SourceLocation Begin = SM.getExpansionLoc(S->getBeginLoc());
  const SourceLocation Loop = S->getSubStmt()->getBeginLoc();
  const SourceLocation End = lastToken(Ctx, S);
  if (Loop.isMacroID() || End.isMacroID() || !isInMain(Begin) ||
      !isInMain(Loop) || !isInMain(End))
    return std::nullopt;
  FusionOffer::Nest N{offset(Begin), offset(Loop), behind(End), 0, 0};
  N.Line = lineOf(N.Loop);
  N.ShownLine = SM.getPresumedLoc(Loop).getLine();
  return N;
}

std::optional<FusionOffer> Reader::read(const Neighbours &Of) const {
  if (!Of.Advice || Of.Advice->Notes.back().FixIts.empty() ||
      !isOpen(Of.First) || !isOpen(Of.Second))
    return std::nullopt;
  const auto First = nest(Of.First), Second = nest(Of.Second);
  if (!First || !Second || lineOf(First->End) == lineOf(Second->Begin))
    return std::nullopt;
  FusionOffer Out;
  Out.First = *First;
  Out.Second = *Second;
  for (const FixIt &F : Of.Advice->Notes.back().FixIts) {
    const auto Begin = SourceLocation::getFromRawEncoding(F.Where.Begin);
    const auto End = SourceLocation::getFromRawEncoding(F.Where.End);
    Out.Edits.push_back(
        {offset(Begin), F.Insert ? offset(Begin) : behind(End), F.Text});
  }
  Out.Apart = *Of.Advice;
  Report R;
  Out.Fused = R.add(DiagID::HD186, Of.Found.Nest, Of.Found.Why)
                  .note(Of.Found.Before, "the nest before it");
  return Out;
}

} // namespace

std::optional<FusionOffer> fusionOffer(const ASTContext &Ctx,
                                       const Neighbours &Of) {
  return Reader(Ctx).read(Of);
}

} // namespace heddle
