//===- TensorReader.h - Tensor statements, by their definition -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   Clang's tree --TensorReader--> Term --elements--> loops over all elements
//
// `x = e` means: evaluate all elements of e, then store them. A term knows its
// extents and how to say any of its elements; sums are nested loops. Nothing is
// reordered, split or computed in place.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_TENSOR_TENSORREADER_H
#define HEDDLE_VALIDATE_TENSOR_TENSORREADER_H

#include "Validate/Read/Reader.h"
#include <deque>
#include <functional>

namespace heddle {
namespace validate {

/// Whether namespace heddle declares it, its runtime apart.
bool isTensorPart(const clang::Decl *D);
/// The name of such a declaration, else empty.
llvm::StringRef tensorName(const clang::NamedDecl *D);
/// The name of a class of the algebra, else empty.
llvm::StringRef tensorClass(clang::QualType T);

/// A tensor expression. Dimensions are counted from the outermost one.
struct Term {
  enum Kind {
    Number,    ///< of rank 0, in a slot
    Stored,    ///< elements in memory
    Apply,     ///< a function of the elements at each index
    Outer,     ///< the tensor product
    Transpose, ///< dimensions A and B of the operand exchanged
    Contract,  ///< sums over diagonals
    Slice,     ///< First, First + Step, ...
    Pad,       ///< First more elements before, and some behind, all Value
    Conv,      ///< sums over windows
    Indexed,   ///< with a name for each dimension; rank 0
  } What = Number;
  Type Ty;
  struct Extent {
    const Node *Value; ///< a slot or a constant
    const Node *Of;    ///< an Op::ExtentOf that it is, or null
  };
  llvm::SmallVector<Extent, 4> Extents;
  llvm::SmallVector<const Term *, 2> Operands;
  const Node *Value = nullptr; ///< Number, Pad; Stored: the pointer
  const Node *Owner = nullptr; ///< Stored: of the tensor, or null
  int64_t Size = 0;            ///< Stored: bytes of an element
  llvm::SmallVector<const Node *, 4> First;        ///< Slice, Pad
  llvm::SmallVector<const Node *, 4> Step;         ///< Slice; Stored: strides
  llvm::SmallVector<std::pair<int, int>, 2> Pairs; ///< Contract
  int A = 0, B = 0;                                ///< Transpose
  llvm::SmallVector<const clang::NamedDecl *, 4>
      Names;         ///< Indexed: declarations
  bool Sums = false; ///< there is a sum in it
  bool Labelled = false;
  /// Apply: of values that have the operands' types.
  std::function<const Node *(llvm::ArrayRef<const Node *>)> Function;
  bool IsSum = false; ///< Apply: + or -, which join terms

  size_t rank() const { return Extents.size(); }
};

class TensorReader {
public:
  explicit TensorReader(Reader &R) : R(R), N(R.N), Ctx(R.Ctx) {}

  /// A call that tensors know the meaning of; null: a call like others.
  const Node *call(const clang::CallExpr *E);
  /// Where a call by reference leads: an element; else null.
  const Node *element(const clang::CXXOperatorCallExpr *E);

private:
  using Index = llvm::SmallVector<const Node *, 6>;
  /// Names of indices and the values that they have.
  using Bound =
      llvm::SmallVector<std::pair<const clang::NamedDecl *, const Node *>, 6>;
  /// Names with the extents that they have, from left to right.
  using Occurrences =
      llvm::SmallVector<std::pair<const clang::NamedDecl *, Term::Extent>, 6>;

  // Statements.cpp
  const Node *member(const clang::CXXMemberCallExpr *E,
                     const clang::CXXMethodDecl *M);
  const Node *compareStrides(const clang::CXXOperatorCallExpr *E);
  const Node *assignment(const clang::CXXOperatorCallExpr *E);
  const Node *storeAll(const Term *X, const Term *Value, const clang::Expr *E);
  const Node *storeNamed(const Term *X, const Term *Value);
  void count(llvm::ArrayRef<int64_t> Slots,
             llvm::ArrayRef<const clang::NamedDecl *> Names);
  const Node *evaluateAndStore(const Term *X, llvm::ArrayRef<int64_t> Slots,
                               const Node *Value);
  const Node *loops(llvm::ArrayRef<int64_t> Slots,
                    llvm::ArrayRef<Term::Extent> Over, const Node *Body,
                    bool AsCounters);
  const Node *withLines(const Node *Last);

  // Expressions.cpp
  const Term *term(const clang::Expr *E);
  const Term *callTerm(const clang::CallExpr *E);
  const Term *indexed(const clang::CallExpr *E, Type T);
  const Term *shaped(llvm::StringRef Name, const clang::CallExpr *E,
                     const Term *A, Type T);
  const Term *algebra(const clang::CallExpr *E, const clang::FunctionDecl *F);
  const Term *inlined(const clang::CallExpr *E, const clang::FunctionDecl *F);
  const Term *body(const clang::Stmt *S);
  std::function<void()> argument(const clang::ParmVarDecl *P,
                                 const clang::Expr *Argument);
  const clang::Expr *meant(const clang::Expr *E) const;
  const Term *storedAt(const Node *This, clang::QualType T,
                       const clang::Expr *E);
  const Term *converted(const Term *T, clang::QualType To);
  const Term *unread(const clang::Stmt *S, llvm::StringRef What);
  const clang::NamedDecl *name(const clang::Expr *E);
  bool list(const clang::Expr *E, size_t Count, Index &Out);
  Type valueType(clang::QualType T) const;

  // Functions.cpp
  const Term *operation(clang::OverloadedOperatorKind K,
                        llvm::ArrayRef<const Term *> Operands, Type T,
                        const clang::Expr *E);
  const Term *function(llvm::StringRef Name,
                       llvm::ArrayRef<const Term *> Operands, Type T);
  const Term *elementwise(const clang::CallExpr *E);
  const clang::FunctionDecl *applicable(const clang::Expr *F,
                                        llvm::ArrayRef<const Term *> Operands);
  static Type arithmeticType(Type A, Type B);

  // Terms.cpp
  Term *make(Term::Kind K, Type T);
  const Term *numberTerm(const Node *V);
  const Term *applied(Term *New);
  const Term *outer(const Term *A, const Term *B, Type T);
  const Term *transpose(const Term *A, int One, int Other, Type T);
  const Term *contract(const Term *A, llvm::ArrayRef<std::pair<int, int>> Pairs,
                       Type T);
  const Term *slice(const Term *A, llvm::ArrayRef<const Node *> Lower,
                    llvm::ArrayRef<const Node *> Upper,
                    llvm::ArrayRef<const Node *> Step);
  const Term *select(const Term *A, size_t K, const Node *At);
  const Term *pad(const Term *A, llvm::ArrayRef<const Node *> Before,
                  llvm::ArrayRef<const Node *> After, const Node *Value);
  const Term *conv(const Term *A, const Term *B, Type T);
  const Term *withoutSums(const Term *A);
  const Term *evaluated(const Term *A);
  const Node *operandAt(const Term *T, unsigned Which, const Index &I);
  const Node *product(const Node *A, const Node *B, Type T);
  const Node *contractAt(const Term *T, const Index &I);
  const Node *sliceAt(const Term *T, const Index &I);
  const Node *padAt(const Term *T, const Index &I);
  const Node *convAt(const Term *T, const Index &I);
  const Node *at(const Term *T, const Index &I);
  const Node *pointerAt(const Term *T, const Index &I);
  const Node *named(const Term *T, const Bound &Known);
  void occurrences(const Term *T, Occurrences &Out) const;
  void agreeOnNames(llvm::ArrayRef<const Term *> All);
  const Node *integer(int64_t V) const;
  const Node *kept(const Node *V);
  const Node *binary(Op What, const Node *A, const Node *B);
  const Node *less(Op What, const Node *A, const Node *B);
  Term::Extent keptExtent(const Node *V, const Node *Of);
  void require(const Node *Condition, llvm::StringRef Else);
  void agree(Term::Extent A, Term::Extent B);
  void denseSteps(Term &T);
  const Node *sum(const Node *Count, int64_t Slot, const Node *V, Type T);

  Reader &R;
  Nest &N;
  clang::ASTContext &Ctx;
  std::deque<Term> Terms;
  unsigned Depth = 0;
  std::vector<const Node *> Lines;    ///< before all elements
  std::vector<const Node *> Required; ///< behind them
  llvm::DenseMap<const clang::VarDecl *, const Term *> Given;
  llvm::DenseMap<const clang::VarDecl *, const clang::Expr *> GivenAsWritten;
  llvm::DenseMap<const clang::VarDecl *, const clang::NamedDecl *> GivenNames;
};

} // namespace validate
} // namespace heddle

#endif
