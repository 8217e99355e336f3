//===- TensorBuilder.h - State while a statement is read -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Internal to the front end. One TensorBuilder reads one annotated tensor
// statement. Its parts, one file each:
//
//   TensorNest      the order of the parts; arrays, numbers, indices
//   TensorTerm      the expression, by its type, and the operands that it names
//   TensorBody      the loops that compute it, in the library's order
//   TensorProducts  products of factors, summed
//   TensorNames     index notation
//   TensorOrder     which factors of a product are contracted first
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

/// offset + step * label + ..., where one dimension is read.
struct TensorIndex {
  int64_t Offset = 0;
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
  std::shared_ptr<const LoopNest> build();

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
    const clang::Expr *Of = nullptr; ///< the operand whose extent it is
    unsigned Dimension = 0;          ///< of Of
    int Loop = -1;
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
  /// The known extents of a tensor or view type; dyn is -1.
  std::vector<int64_t> declaredExtents(clang::QualType T) const;
  void labelLeft();
  /// Name: that of its index in the source, or empty.
  unsigned newLabel(const clang::Expr *Of, unsigned Dimension,
                    llvm::StringRef Name);
  unsigned newLabel(const TensorTerm &T, unsigned Dimension,
                    llvm::StringRef Name);
  std::pair<const clang::Expr *, unsigned> extentOf(const TensorTerm &T,
                                                    unsigned Dimension) const;
  void meet(unsigned Array, const clang::Expr *E, unsigned Dimension,
            unsigned Label);
  void addCondition(std::string Text, std::string Reason);
  std::string hostExtent(const clang::Expr *E, unsigned Dimension);
  ExprRef number(int64_t Value) const;
  ExprRef counter(unsigned Label, const clang::Expr *E) const;
  bool indicesFitInt() const;

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
  void assemble();
  LabelSet openLabels() const;
  std::string at(const Fragment &F, Fragment::Level Least) const;
  Fragment infix(const Fragment &A, const char *Op, const Fragment &B,
                 clang::QualType T) const;
  Fragment converted(Fragment F, clang::QualType T);
  Fragment access(const clang::Expr *E, const TensorGoal &Goal, bool Write);
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

  //===--- State ------------------------------------------------------===//
  const clang::CXXOperatorCallExpr *Assignment = nullptr;
  TensorTerm Left; ///< View or Named
  unsigned LeftArray = 0;

  // Of the expression at hand, left to right.
  std::vector<const clang::Expr *> Operands;
  std::vector<std::vector<const clang::VarDecl *>> NameLists;
  std::vector<const clang::Expr *> NamedBy; ///< parallel to NameLists
  size_t NextOperand = 0, NextNames = 0;

  std::vector<Label> Labels;
  IntType CounterType{64, true};
  llvm::StringSet<> Taken;
  std::map<std::string, Fragment> Numbers; ///< by text
  struct OpenLoop {
    unsigned Loop, Label;
    size_t FirstLine; ///< of the body
  };
  struct LoopLines {
    size_t Header, Begin, End; ///< lines of the body: [Begin, End)
    bool Braces;
  };
  std::vector<OpenLoop> Open;
  std::vector<LoopLines> LinesOf; ///< by loop
  std::vector<std::string> Lines;
};

} // namespace heddle

#endif
