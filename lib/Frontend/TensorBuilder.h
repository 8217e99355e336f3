//===- TensorBuilder.h - State while a statement is read -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Internal to the front end. One TensorBuilder reads one annotated tensor
// statement. Its parts, one file each:
//
//   TensorNest      the order of the parts; arrays and numbers
//   TensorExtents   how long dimensions are, and that shapes agree
//   TensorTerm      the expression, by its type, and the operands that it names
//   TensorBody      the loops that compute it, in the library's order
//   TensorProducts  products of factors, summed
//   TensorNames     index notation
//   TensorOrder     which factors of a product are contracted first
//   TensorStages    parts that are computed first, by nests of their own
//
// A label is an index of the statement: those of the left-hand side first, then
// those of sums, as include/heddle/tensor/lower.h numbers them.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_FRONTEND_TENSORBUILDER_H
#define HEDDLE_FRONTEND_TENSORBUILDER_H

#include "Frontend/NestBuilder.h"

namespace heddle {

/// A part of the expression: a node of <heddle/tensor.h>.
struct TensorTerm {
  enum KindType : unsigned char {
    View,        ///< a tensor, or a view of one: Source
    Number,      ///< Source has its value, which the host computes
    Elementwise, ///< Function of the operands
    Outer,
    Transpose, ///< of the one pair
    Contract,  ///< over the pairs
    Conv,      ///< operand and kernel
    Named,     ///< the operand's dimensions are called Names
  };
  KindType Kind = Number;
  clang::QualType Value; ///< of an element: canonical, unqualified
  unsigned Rank = 0;     ///< 0 where Labelled
  bool Labelled = false; ///< in index notation
  std::vector<TensorTerm> Operands;
  std::string Function; ///< the library's name for it, e.g. "plus"
  std::vector<std::pair<unsigned, unsigned>> Pairs;
  std::vector<const clang::VarDecl *> Names;
  const clang::Expr *Source = nullptr; ///< of View, Number and Named
};

/// constant + factor * value + ..., of integers that the launch knows: extents,
/// and where slices begin.
struct LinearForm {
  int64_t Constant = 0;
  std::map<unsigned, int64_t> Factors; ///< by TensorBuilder::HostValues; not 0

  LinearForm(int64_t Constant = 0) : Constant(Constant) {}
  std::optional<int64_t> known() const {
    return Factors.empty() ? std::optional<int64_t>(Constant) : std::nullopt;
  }
  /// This + Times * Other.
  LinearForm plus(const LinearForm &Other, int64_t Times = 1) const;
};

/// offset + step * label + ..., where one dimension is read.
struct TensorIndex {
  LinearForm Offset;
  std::vector<std::pair<unsigned, int64_t>> Terms; ///< label, step
};
using TensorGoal = std::vector<TensorIndex>;
using LabelSet = std::set<unsigned>;
/// In index notation: the names that have a label.
using NamedLabels = std::vector<std::pair<const clang::VarDecl *, unsigned>>;

/// A factor of a product; T's values are its own, converted.
struct TensorFactor {
  const TensorTerm *Term = nullptr;
  TensorGoal Goal;   ///< in tensor notation
  NamedLabels Names; ///< in index notation
  LabelSet Labels;
  /// Term with its indices as the source has it, or null.
  const TensorTerm *Indexed = nullptr;
};

struct TensorProduct {
  clang::QualType Type;
  LabelSet Result;
  std::vector<TensorFactor> Factors;
};

/// How factors are contracted: one, a sum of one, or the product of two, summed
/// over the labels that its result does not have.
struct Contraction {
  int Factor = -1;
  std::vector<Contraction> Parts;
  LabelSet Labels;
  std::vector<unsigned> Sums; ///< ascending
};

/// A nest while it is written.
struct TensorStage {
  struct OpenLoop {
    unsigned Loop, Label;
  };
  struct LoopLines {
    size_t Header, Begin, End; ///< lines of the body: [Begin, End)
    bool Braces;
  };
  unsigned PerfectDepth = 0;
  std::vector<Loop> Loops;
  std::vector<Access> Accesses;
  std::vector<OpenLoop> Open;
  std::vector<LoopLines> LinesOf; ///< by loop
  std::vector<std::string> Lines;
  std::vector<int> LoopOf; ///< by label; -1 or missing: none

  /// Text, with the places of the accesses' names, and the loops' places in it.
  void assemble(LoopNest &Into) const;
};

/// Stands for the array's name of the access with the number.
std::string accessMark(size_t Access);

TensorGoal exchanged(TensorGoal Goal, std::pair<unsigned, unsigned> P);
LabelSet labelsOf(const TensorGoal &Goal);
std::optional<unsigned> labelOf(const NamedLabels &Names,
                                const clang::VarDecl *Name);
/// How many factors and sums T adds to a product that it is part of, as
/// size_in_product of goals.h.
std::pair<unsigned, unsigned> sizeInProduct(const TensorTerm &T);

class TensorBuilder : NestBuilder {
public:
  using NestBuilder::NestBuilder;
  /// The stages in their order; none after an error.
  std::vector<std::shared_ptr<const LoopNest>> build();

private:
  /// C++ text that computes a value.
  struct Fragment {
    enum Level : unsigned char { Lowest, Sum, Product, Atom };
    std::string Text;
    clang::QualType Type;
    Level Binds = Atom;
  };
  struct Label {
    std::string Counter;
    ExprRef Extent;
    std::string Host;   ///< the extent at the launch
    std::string Kernel; ///< and in the kernel
    std::optional<int64_t> Known;
    const clang::Expr *Of = nullptr; ///< an operand that says it
    LinearForm Length;
  };
  /// An integer that the launch knows.
  struct HostValue {
    std::string Host;                ///< its text there, of type std::ptrdiff_t
    std::string Name;                ///< wanted in the kernel
    const clang::Expr *Of = nullptr; ///< what says it
    std::optional<LinearForm> Same;  ///< what it is by a condition
    std::optional<unsigned> Param;
  };
  /// Of a dimension. Unless Of is null: then no operand says it.
  struct Extent {
    LinearForm Length;
    const clang::Expr *Of = nullptr;
  };

  //===--- TensorNest -----------------------------------------------------===//
  bool readStatementText();
  bool readStatement();
  bool setLeft(const clang::Expr *E);
  std::optional<unsigned> tensorFor(const clang::Expr *E);
  void declareOperands(const TensorTerm &T);
  void requireShaped();
  std::string freshName(llvm::StringRef Base);
  std::string typeName(clang::QualType T);
  void addCondition(std::string Text, std::string Reason);
  ExprRef number(int64_t Value) const;
  ExprRef counter(unsigned Label, const clang::Expr *E) const;

  //===--- TensorExtents --------------------------------------------------===//
  unsigned hostValue(std::string Host, std::string Name, const clang::Expr *Of);
  LinearForm ownExtent(const clang::Expr *E, unsigned Dimension);
  Extent extentOf(const TensorTerm &T, unsigned Dimension);
  LinearForm resolved(const LinearForm &F) const;
  std::string hostText(const LinearForm &F) const;
  std::string kernelText(const LinearForm &F);
  std::string parameterOf(unsigned Value);
  ExprRef exprOf(const LinearForm &F, const clang::Expr *E);
  /// Ends the statement in the kernel's place unless A and B are equal.
  void requireSame(const LinearForm &A, const LinearForm &B);
  void requireShapes(const TensorTerm &T);
  void requireNames(const TensorTerm &Right);
  void requireAssigned(const TensorTerm &Right);
  void setArrayExtents();
  bool indicesFitInt() const;
  void labelLeft();
  /// Name: that of its index in the source, or empty.
  unsigned newLabel(const Extent &E, llvm::StringRef Name);
  bool needsWideIndex(unsigned Array) const;

  //===--- TensorTerm -----------------------------------------------------===//
  std::optional<TensorTerm> readTerm(const clang::Expr *E);
  bool collect(const clang::Expr *E);
  bool collectOperands(const clang::CallExpr *E);
  bool buildTerm(clang::QualType T, TensorTerm &Out);
  bool takeOperand(TensorTerm &Out);
  std::optional<TensorTerm> compound(const clang::CXXOperatorCallExpr *E,
                                     TensorTerm Right);
  clang::QualType commonType(clang::QualType A, clang::QualType B) const;
  bool refuseTerm(const clang::Expr *E, llvm::StringRef Why);

  //===--- TensorBody -----------------------------------------------------===//
  void writeBody(const TensorTerm &Right);
  void openLoop(unsigned Label);
  void closeLoop();
  void line(const std::string &Text);
  LabelSet openLabels() const;
  std::string at(const Fragment &F, Fragment::Level Least) const;
  Fragment infix(const Fragment &A, const char *Op, const Fragment &B,
                 clang::QualType T) const;
  Fragment converted(Fragment F, clang::QualType T);
  ExprRef exprOf(const TensorIndex &I, const clang::Expr *E);
  std::string textOf(const TensorIndex &I, bool InKernel);
  Fragment access(const clang::Expr *E, const TensorGoal &Goal, bool Write);
  Fragment element(unsigned Array, const clang::Expr *E, clang::QualType Type,
                   const TensorGoal &Goal, bool Write);
  Fragment numberValue(const TensorTerm &T);
  Fragment value(const TensorTerm &T, const TensorGoal &Goal);
  Fragment named(const TensorTerm &T, const NamedLabels &Names);
  Fragment function(const TensorTerm &T, std::vector<Fragment> Operands);
  Fragment chosen(const TensorTerm &T, std::vector<Fragment> Operands);
  Fragment productOf(TensorProduct P);
  Fragment hostSum(const TensorProduct &P, const Contraction &C);
  Fragment contracted(const TensorProduct &P, const Contraction &C);
  Fragment factor(const TensorProduct &P, unsigned Index);
  Fragment times(const Fragment &A, const Fragment &B, clang::QualType T);
  Fragment fromZero(Fragment F) const;
  bool flatten(const TensorTerm &T, const TensorGoal &Goal, TensorProduct &P);
  void addPart(const TensorTerm &Parent, const TensorTerm &T,
               const TensorGoal &Goal, TensorProduct &P);
  Fragment namedProduct(const TensorTerm &T, clang::QualType Type,
                        const NamedLabels &Names);
  Fragment namedSum(const TensorTerm &T, const NamedLabels &Names,
                    const std::vector<const clang::VarDecl *> &Bound);
  std::vector<Fragment> namedOperands(const TensorTerm &T,
                                      const NamedLabels &Names);
  unsigned labelFor(const clang::VarDecl *Name, const TensorTerm &T);
  bool isRepeated(const LabelSet &Labels) const;

  //===--- TensorOrder ----------------------------------------------------===//
  std::optional<Contraction> contractionOf(const TensorProduct &P,
                                           const std::vector<unsigned> &Which);
  std::optional<Contraction> inPairs(const std::vector<Contraction> &Factors,
                                     const LabelSet &Result);

  //===--- TensorStages ---------------------------------------------------===//
  Fragment computedBefore(const LabelSet &Of, clang::QualType Type,
                          llvm::function_ref<Fragment()> Value);
  unsigned addTemporary(const std::vector<unsigned> &Of, clang::QualType Type);
  unsigned singleLabel();
  std::shared_ptr<const LoopNest> finished(const TensorStage &S,
                                           unsigned Stage) const;

  //===--- State ------------------------------------------------------===//
  const clang::CXXOperatorCallExpr *Assignment = nullptr;
  TensorTerm Left; ///< View or Named
  unsigned LeftArray = 0;

  // Of the expression at hand, left to right.
  std::vector<const clang::Expr *> Operands;
  std::vector<std::vector<const clang::VarDecl *>> NameLists;
  std::vector<const clang::Expr *> NamedBy; ///< parallel to NameLists
  size_t NextOperand = 0, NextNames = 0;

  std::vector<HostValue> HostValues;
  std::vector<const clang::Expr *> ArrayNamedBy; ///< by array
  std::vector<Label> Labels;
  IntType CounterType{64, true};
  llvm::StringSet<> Taken;
  std::map<std::string, Fragment> Numbers; ///< by text
  TensorStage Now;                         ///< that is being written
  std::vector<TensorStage> Before;         ///< those that come before it
  std::optional<unsigned> Single;          ///< a label of one turn
  std::map<unsigned, std::vector<LinearForm>> TemporaryLengths; ///< by array
};

} // namespace heddle

#endif
