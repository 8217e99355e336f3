//===- ReductionSteps.h - Statements that only combine ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A step of a reduction replaces the value of one variable or element by its
// combination with another value: `s += e`, `s = e * s`, `s = std::max(s, e)`,
// `if (s < e) s = e;`; or that of several variables at once. Nothing else sees
// the old value, nor the new one. Steps of one class combine by one operator
// that is associative and commutative in the type of what is combined,
// floating-point rounding aside.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_REDUCTIONSTEPS_H
#define HEDDLE_READ_LOOPS_REDUCTIONSTEPS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <string>

namespace heddle {

class VariableFacts;

struct ReductionStep {
  std::string Class; ///< as in Access::Reduces
  std::string Op;    ///< as in Access::Op
  /// Bits of the integer type in which a sum or product is computed.
  unsigned Bits = 0;
  /// The assignment or increment, and what it combines with (null for an
  /// increment); Value is null also where it is no one expression.
  const clang::Expr *Whole = nullptr, *Value = nullptr;
  /// Into ReductionSteps::choices(), of which it is a step; below 0: of none.
  int Choice = -1;
  /// It stands in the subscript of a store, which uses the value: `out[k++] =
  /// e`.
  bool IsUsed = false;
};

/// The steps of `if (e < a) { a = e; b = f; }`, by which iterations choose
/// several variables together.
struct ChoiceSteps {
  std::string Class; ///< as in Access::Reduces
  const clang::BinaryOperator *Comparison = nullptr;
  /// First that of what is compared.
  llvm::SmallVector<const clang::BinaryOperator *, 4> Steps;
  bool IsPermitted = false; ///< 'reduce' names all variables
};

class ReductionSteps {
public:
  /// The steps within Nest. Permitted: what 'reduce' names; of `b = b && e` the
  /// other operand may then be evaluated where the program would not.
  ReductionSteps(const clang::Stmt *Nest, const VariableFacts &Facts,
                 const clang::ASTContext &Ctx,
                 std::vector<const clang::Expr *> Permitted);

  bool empty() const { return Mentions.empty(); }
  /// The step that mentions its own variable or element by E, or null.
  const ReductionStep *at(const clang::Expr *E) const;
  llvm::ArrayRef<ChoiceSteps> choices() const { return Choices; }
  /// The choice, permitted or not, that E is assigned in; or null.
  const ChoiceSteps *choiceOf(const clang::Expr *E) const;
  /// Why the write of E is no step although it looks like one; else empty.
  llvm::StringRef whyNot(const clang::Expr *E) const;

private:
  struct Step;
  void visit(const clang::Stmt *S);
  void readIncrement(const clang::UnaryOperator *U);
  void readCompound(const clang::CompoundAssignOperator *B);
  void readAssignment(const clang::BinaryOperator *B);
  bool readConstant(const clang::BinaryOperator *B, Step &S);
  void readChoice(const clang::IfStmt *If);
  bool mayBeShared(const clang::Expr *E) const;
  bool standsAlone(const clang::Expr *E) const;
  bool isSubscript(const clang::Expr *E) const;
  bool same(const clang::Expr *A, const clang::Expr *B) const;
  bool takes(clang::BinaryOperatorKind Op, const clang::Expr *Other,
             clang::QualType Computed, Step &S) const;
  const clang::Expr *inChain(const clang::Expr *E, Step &S) const;
  const clang::Expr *inCall(const clang::Expr *E, Step &S) const;
  const clang::Expr *inSelection(const clang::Expr *E, Step &S) const;
  const clang::Expr *inCondition(const clang::BinaryOperator *B, Step &S) const;
  bool isPermitted(const Step &S) const;
  bool isOfType(const clang::Expr *E, const Step &S) const;
  void add(const Step &S, std::initializer_list<const clang::Expr *> Mentions);

  const VariableFacts &Facts;
  const clang::ASTContext &Ctx;
  std::vector<const clang::Expr *> Permitted;
  llvm::DenseMap<const clang::Expr *, ReductionStep> Mentions;
  llvm::DenseMap<const clang::Expr *, std::string> Reasons;
  std::vector<ChoiceSteps> Choices;
  llvm::DenseMap<const clang::Expr *, size_t> ChosenBy; ///< by target
  llvm::SmallPtrSet<const clang::Decl *, 8> Counters;
};

} // namespace heddle

#endif
