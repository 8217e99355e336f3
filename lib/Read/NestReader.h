//===- NestReader.h - What is known while a nest is read --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One NestReader is filled while one annotated loop is read. Functions are free
// and take it first: each file of Read and Spelling declares in its header what
// the other files call.
//
//   Read/BuildNest   the order of the parts
//   Read/Annotation  what annotations and assumptions say
//   Read/Loops       headers, statements, locals, steps of reductions
//   Read/Expr        expressions: every effect and every access; to Expr
//   Read/Memory      what pointers, members and containers name: arrays
//   Read/Callees     calls: written out, copied for kernels, of <cmath>
//   Read/Tensor      tensor statements, by a TensorReader
//   Read/Block       blocks of tensor statements
//   Spelling         the text, its names and types, and where the kernel goes
//
// The rule for all of them: what is not positively understood is reported. The
// walk over the body (Body, BodyExpr, Calls) sees every evaluated expression
// exactly once; IntegerExpr has no effects but to note the spelling of
// constants, and may be asked about any of them.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_NESTREADER_H
#define HEDDLE_READ_NESTREADER_H

#include "Diagnostics/Report.h"
#include "IR/LoopNest.h"
#include "IR/TextTables.h"
#include "Read/Annotation/AnnotatedLoop.h"
#include "Read/Callees/CalleeTable.h"
#include "Read/Loops/ScopeTable.h"
#include "Read/Memory/ArrayTable.h"
#include "Read/Memory/VariableFacts.h"
#include "Spelling/NameTable.h"
#include "Spelling/SpanTable.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <optional>
#include <set>

namespace clang {
class Preprocessor;
} // namespace clang

namespace heddle {

struct NestReader {
  NestReader(clang::ASTContext &Ctx, clang::Preprocessor &PP,
             const AnnotatedLoop &Annotated, Report &Diags)
      : Ctx(Ctx), PP(PP), SM(Ctx.getSourceManager()), In(Annotated),
        Diags(Diags), Facts(*Annotated.Function),
        Nest(std::make_shared<LoopNest>()) {}

  template <class... Args>
  Diagnostic &error(DiagID ID, SourceRef Where, Args &&...Values) {
    Failed = true;
    // Some expressions are looked at twice; the user sees one message.
    for (const Diagnostic &D : Diags.Diagnostics)
      if (D.ID == ID && D.Where.Begin == Where.Begin &&
          D.Where.End == Where.End)
        return Repeated = Diagnostic{ID, D.Level, Where, {}, {}, {}};
    return Diags.add(ID, Where, std::forward<Args>(Values)...);
  }

  /// In the body of a function that is being copied.
  bool isInCopy() const { return Callees.Caller != nullptr; }
  /// Reads the nest from which all the calls come.
  NestReader *home() { return Callees.Caller ? Callees.Caller->home() : this; }
  const NestReader *home() const {
    return Callees.Caller ? Callees.Caller->home() : this;
  }
  /// The model of what the nest does, whatever function does it: the loops,
  /// guards, accesses, arrays and parameters that Expr, Position and Access
  /// speak of. The texts of a copy, and what it takes for its text, are those
  /// of its own Nest.
  LoopNest &model() { return *home()->Nest; }
  const LoopNest &model() const { return *home()->Nest; }

  clang::ASTContext &Ctx;
  clang::Preprocessor &PP;
  clang::SourceManager &SM;
  const AnnotatedLoop &In;
  Report &Diags;
  VariableFacts Facts;
  std::shared_ptr<LoopNest> Nest; ///< what has been read of it
  bool Failed = false;            ///< an error was reported
  bool TakesComplex = true;       ///< else numbers are real

  SpanTable Spans;
  TextTables Texts; ///< of a copy's own Nest; but Bases are the model's
  NameTable Names;
  KernelPlace Place;
  PatternTable Patterns;
  ArrayTable Memory;
  ScopeTable Scope;
  UpdateTable Updates;
  CalleeTable Callees;

private:
  Diagnostic Repeated{DiagID::HD201, Severity::Error, {}, {}, {}, {}};
};

} // namespace heddle

#endif
