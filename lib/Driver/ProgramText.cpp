//===- ProgramText.cpp - The text around a program's statements -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   [[heddle::program]]          { const rt::program heddle_program({"f", 1});
//   while (error > 1e-6) {       while (error > 1e-6) {
//     step(u, v);                  step(u, v);
//     if (verbose)                 if (verbose)
//       printf("%g\n", u[0]);        { rt::host_reads({"f", 5}); printf(...); }
//   }                            } }
//
// See include/heddle/runtime/program.h.
//===----------------------------------------------------------------------===//
#include "Driver/ProgramText.h"
#include "Emit/SourceLines.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace heddle {

ProgramText::ProgramText(const ASTContext &Ctx)
    : Ctx(Ctx), SM(Ctx.getSourceManager()) {}

void ProgramText::fail(const Stmt *S, llvm::StringRef Why) {
  if (FailedAt)
    return;
  FailedAt = S;
  Failed = Why.str();
}

std::string ProgramText::place(SourceLocation At) const {
  const PresumedLoc P = SM.getPresumedLoc(SM.getFileLoc(At));
  return "{" + quoted(P.isValid() ? P.getFilename() : "") + ", " +
         std::to_string(P.isValid() ? P.getLine() : 0) + "}";
}

/// The statement that S ends with, as the body of a loop.
static const Stmt *lastPartOf(const Stmt *S) {
  for (;;) {
    if (const auto *F = dyn_cast<ForStmt>(S))
      S = F->getBody();
    else if (const auto *R = dyn_cast<CXXForRangeStmt>(S))
      S = R->getBody();
    else if (const auto *W = dyn_cast<WhileStmt>(S))
      S = W->getBody();
    else if (const auto *I = dyn_cast<IfStmt>(S))
      S = I->getElse() ? I->getElse() : I->getThen();
    else if (const auto *W = dyn_cast<SwitchStmt>(S))
      S = W->getBody();
    else if (const auto *C = dyn_cast<SwitchCase>(S))
      S = C->getSubStmt();
    else if (const auto *L = dyn_cast<LabelStmt>(S))
      S = L->getSubStmt();
    else if (const auto *A = dyn_cast<AttributedStmt>(S))
      S = A->getSubStmt();
    else
      return S;
  }
}

/// From the first byte to behind the last one, or behind the semicolon.
std::optional<ProgramText::Range> ProgramText::rangeOf(const Stmt *S,
                                                       bool IsPart) {
  if (isa<OMPExecutableDirective>(S)) {
    fail(S, "a pragma stands before it");
    return std::nullopt;
  }
  const CharSourceRange R = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(S->getSourceRange()), SM,
      Ctx.getLangOpts());
  if (R.isInvalid() || SM.isWrittenInScratchSpace(R.getBegin())) {
    fail(S, "it comes out of a macro, together with something else");
    return std::nullopt;
  }
  Range Result{SM.getFileID(R.getBegin()), SM.getFileOffset(R.getBegin()),
               SM.getFileOffset(R.getEnd())};
  if (IsPart)
    return Result;
  if (isBehindPragma(SM, S)) {
    fail(S, "a pragma stands before it");
    return std::nullopt;
  }
  if (isa<CompoundStmt, CXXTryStmt, DeclStmt, NullStmt>(lastPartOf(S)))
    return Result;
  Token Semi;
  if (Lexer::getRawToken(R.getEnd(), Semi, SM, Ctx.getLangOpts(),
                         /*IgnoreWhiteSpace=*/true) ||
      Semi.isNot(tok::semi)) {
    fail(S, "it comes out of a macro, together with something else");
    return std::nullopt;
  }
  Result.End = SM.getFileOffset(Semi.getEndLoc());
  return Result;
}

void ProgramText::around(const Range &R, const std::string &Before,
                         const std::string &After) {
  if (!Before.empty()) {
    // Not `:::` behind a label.
    const bool IsBehindColon =
        SM.getBufferData(R.File).take_front(R.Begin).ends_with(":");
    Edits[R.File][R.Begin] += (IsBehindColon ? " " : "") + Before;
  }
  if (!After.empty())
    Edits[R.File][R.End] += After;
}

/// Calls that copy back, before the step, what it needs.
std::string ProgramText::uses(const HostStep &Step,
                              llvm::StringRef Between) const {
  const std::string At = place(Step.At->getBeginLoc());
  std::string Text;
  if (Step.Use.Does == HostEffect::Reads)
    Text += "::heddle::rt::host_reads(" + At + ")" + Between.str();
  for (const HostObject &O : Step.Use.Objects)
    if (O.Written || Step.Use.Does == HostEffect::None)
      Text += std::string("::heddle::rt::host_") +
              (O.Written ? "uses" : "reads") + (O.Elements ? "_elements" : "") +
              "(" + At + ", " + objectText(Ctx, O.Place) + ")" + Between.str();
  return Text;
}

void ProgramText::add(const HostStep &Step) {
  if (Step.Kind == HostStep::Launch)
    return; // that the runtime does
  const std::optional<Range> R = rangeOf(Step.At, Step.IsPart);
  if (!R)
    return;
  const std::string At = place(Step.At->getBeginLoc());
  const auto Name = [&](llvm::StringRef Of) {
    return "heddle_" + Of.str() + "_" + std::to_string(++Objects);
  };
  switch (Step.Kind) {
  case HostStep::Uses:
    if (Step.IsPart)
      return around(*R, "(" + uses(Step, ", "), ")");
    if (Step.InBlock)
      return around(*R, uses(Step, "; "), "");
    return around(*R, "{ " + uses(Step, "; "), " }");
  case HostStep::Code:
    if (Step.IsPart)
      return around(
          *R, "(static_cast<void>(::heddle::rt::host_code(" + At + ")), ", ")");
    return around(
        *R, "{ const ::heddle::rt::host_code heddle_host(" + At + "); ", " }");
  case HostStep::CodeUntil: {
    const std::string Host = Name("host");
    return around(*R, "::heddle::rt::host_code " + Host + "(" + At + "); ",
                  " " + Host + ".end();");
  }
  case HostStep::Object: {
    const std::string Begins = Name("begins"), Lives = Name("lives");
    return around(
        *R, "const ::heddle::rt::object_begins " + Begins + "(" + At + "); ",
        " const ::heddle::rt::object_lives " + Lives + "(" + At + ");");
  }
  case HostStep::Launch:
    llvm_unreachable("there is nothing to write");
  case HostStep::Range:
    return around(*R, "::heddle::rt::host_range(" + At + ", ", ")");
  case HostStep::ArrayEnds: {
    const std::string Var = Step.Var->getNameAsString();
    const auto Ends = [&](const char *Kind, const std::string &What) {
      return std::string(" const ::heddle::rt::") + Kind + "_ends " +
             Name("ends") + "(" + At + ", " + What + ");";
    };
    std::string Text = Ends(Step.IsContainer ? "container" : "array", Var);
    for (const std::string &Member : Step.Members)
      Text += Ends("container", Var + Member);
    return around(*R, "", Text);
  }
  }
}

void ProgramText::addSteps(llvm::ArrayRef<HostStep> Steps) {
  for (const HostStep &Step : Steps)
    add(Step);
}

void ProgramText::addProgram(const AttributedStmt *S, SourceLocation Where) {
  std::optional<Range> R = rangeOf(S, /*IsPart=*/false);
  if (!R)
    return;
  const std::string Text =
      "{ const ::heddle::rt::program heddle_program(" + place(Where) + "); ";
  // Before all that stands there already.
  std::string &First = Edits[R->File][R->Begin];
  First = Text + First;
  Edits[R->File][R->End] += " }";
}

} // namespace heddle
