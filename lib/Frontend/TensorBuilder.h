//===- TensorBuilder.h - State while a statement is read -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Internal to the front end. One TensorBuilder reads one annotated tensor
// statement. Its parts, one file each:
//
//   TensorNest      the order of the parts; arrays and numbers
//   TensorExtents   how long dimensions are, and that shapes agree
//   TensorTerm      the expression, by its type, and the operands that it names
//   TensorCalls     functions that return expressions
//   TensorWindows   slices and padding
//   TensorScalars   numbers of functions
//   TensorFunctions functions of elements that the program has
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
#include <deque>

namespace heddle {

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

struct TensorFrame;

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
    Slice,     ///< Lower, Lower + Step, ... below Upper of the operand
    Select,    ///< at Lower[0] of the dimension Pairs[0].first
    Pad,       ///< operand and value; Lower before it and Upper behind it
  };
  KindType Kind = Number;
  clang::QualType Value; ///< of an element: canonical, unqualified
  unsigned Rank = 0;     ///< 0 where Labelled
  bool Labelled = false; ///< in index notation
  std::vector<TensorTerm> Operands;
  std::string Function; ///< the library's name for it, e.g. "plus"; or empty
  const clang::CallExpr *Call = nullptr; ///< that passes the program's function
  const TensorFrame *CallIn = nullptr;
  std::vector<std::pair<unsigned, unsigned>> Pairs;
  std::vector<const clang::VarDecl *> Names;
  std::vector<LinearForm> Lower, Upper; ///< by dimension
  std::vector<int64_t> Step;            ///< positive
  /// Of View and Number: an expression of the statement itself; of Named: of
  /// the source.
  const clang::Expr *Source = nullptr;
  std::string Text;       ///< of Number: at the launch
  bool IsLiteral = false; ///< and in the kernel
};

/// What the names in a function mean that the statement calls.
struct TensorFrame {
  struct Meaning {
    const clang::Expr *Value = nullptr;
    const TensorFrame *In = nullptr; ///< where Value is written
    std::string Local;               ///< not empty: its name in the kernel
    mutable bool IsUsed = false;
  };
  const TensorFrame *Caller = nullptr; ///< null: the statement
  const clang::CallExpr *Call = nullptr;
  const clang::FunctionDecl *Callee = nullptr;
  const clang::Expr *Object = nullptr; ///< of a member function; in Caller
  bool InKernel = false;               ///< it is called there, for each element
  std::map<const clang::VarDecl *, Meaning> Values;
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
  std::vector<Guard> Guards;
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

/// As messages name a function.
std::string nameOf(const clang::FunctionDecl *F);
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
    std::string Host; ///< its text there, of type std::ptrdiff_t
    std::string Said; ///< as the source says it, of whatever type
    std::string Name; ///< of the kernel's parameter
    const clang::Expr *Of = nullptr; ///< what says it
    bool IsExtent = false;           ///< so it is not negative
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
  LinearForm hostValue(std::string Host, std::string Said, std::string Name,
                       const clang::Expr *Of);
  LinearForm ownExtent(const clang::Expr *E, unsigned Dimension);
  Extent extentOf(const TensorTerm &T, unsigned Dimension);
  LinearForm resolved(const LinearForm &F) const;
  std::string hostText(const LinearForm &F) const;
  std::string said(const LinearForm &F) const;
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
  using Frame = const TensorFrame *; ///< null: the statement
  std::optional<TensorTerm> readTerm(const clang::Expr *E);
  std::optional<TensorTerm> readPart(const clang::Expr *E, Frame F);
  bool collect(const clang::Expr *E, Frame F);
  bool collectOperands(const clang::CallExpr *E, Frame F);
  bool collectFunction(const clang::CallExpr *E, Frame F);
  std::optional<TensorTerm> numberTerm(const clang::Expr *E, Frame F);
  bool buildTerm(clang::QualType T, TensorTerm &Out, bool IsPart = false);
  bool takeOperand(TensorTerm &Out);
  std::optional<TensorTerm> compound(const clang::CXXOperatorCallExpr *E,
                                     TensorTerm Right);
  clang::QualType commonType(clang::QualType A, clang::QualType B) const;
  bool refuseTerm(const clang::Stmt *S, llvm::StringRef Why, Frame F = nullptr);
  std::string hostText(const TensorTerm &T);

  //===--- TensorCalls ----------------------------------------------------===//
  void follow(const clang::Expr *&E, Frame &F) const;
  const clang::Expr *atStatement(const clang::Expr *E, Frame F);
  const clang::Expr *enter(const clang::CallExpr *E, Frame F, Frame &Inner);
  const clang::Expr *readFunction(TensorFrame &New, const clang::Stmt *Body);
  bool bindLocals(TensorFrame &New, const clang::Stmt *S);
  bool leave(Frame Inner);

  //===--- TensorWindows --------------------------------------------------===//
  std::optional<TensorTerm> storedTerm(const clang::Expr *E, Frame F);
  std::optional<TensorTerm> viewConverted(const clang::Expr *From,
                                          clang::QualType To, Frame F);
  bool readWindow(const clang::CallExpr *E, Frame F, TensorTerm &Out);
  std::optional<std::vector<LinearForm>> readIndices(const clang::Expr *E,
                                                     unsigned Rank, Frame F);
  std::optional<LinearForm> readIndex(const clang::Expr *E, Frame F);
  std::optional<LinearForm> readExtent(const clang::CXXMemberCallExpr *E,
                                       Frame F);
  Extent windowExtent(const TensorTerm &T, unsigned Dimension);
  void requireWindow(const TensorTerm &T);
  void requireAtMost(const LinearForm &A, const LinearForm &B,
                     const char *Reason);
  bool readPadding(const clang::Expr *E, clang::QualType Value, Frame F,
                   TensorTerm &Out);
  void assumeConditions();
  TensorGoal within(const TensorTerm &T, const TensorGoal &Goal) const;
  std::pair<const TensorTerm *, TensorGoal> storage(const TensorTerm &T,
                                                    TensorGoal Goal) const;

  //===--- TensorScalars --------------------------------------------------===//
  Fragment called(const TensorTerm &T, std::vector<Fragment> Operands);
  const clang::FunctionDecl *calleeOf(const TensorTerm &T,
                                      const std::vector<Fragment> &Operands);
  bool bindCaptures(TensorFrame &New, const clang::Expr *Function, Frame F);
  std::optional<Fragment> variable(const clang::DeclRefExpr *E, Frame F);
  std::optional<Fragment> member(const clang::MemberExpr *E, Frame F);
  std::optional<Fragment> scalarCall(const clang::CallExpr *E, Frame F);
  std::optional<Fragment> operation(const clang::BinaryOperator *E, Frame F);
  bool onlyReads(const clang::Stmt *S) const;
  std::optional<std::string> literal(const clang::APValue &Value,
                                     clang::QualType T);
  std::optional<Fragment> scalar(const clang::Expr *E, Frame F);
  std::optional<Fragment> scalarCast(const clang::CastExpr *E, Frame F);

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
  Fragment padded(const TensorTerm &T, const TensorGoal &Goal);
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
  Fragment computedWhole(const TensorTerm &T, const TensorGoal &Goal);
  unsigned compute(const std::vector<unsigned> &Own, clang::QualType Type,
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
  struct Collected {
    std::vector<TensorTerm> Operands; ///< views, what is read of them; numbers
    std::vector<std::vector<const clang::VarDecl *>> NameLists;
    std::vector<const clang::Expr *> NamedBy; ///< parallel to NameLists
    std::vector<TensorTerm> Windows;          ///< without operands
    std::vector<TensorTerm> Functions;        ///< of the program
    size_t NextOperand = 0, NextNames = 0, NextWindow = 0, NextFunction = 0;
  };
  Collected Found;
  std::deque<TensorFrame> Frames;

  std::vector<HostValue> HostValues;
  std::vector<std::pair<LinearForm, LinearForm>> AtMost; ///< by conditions
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
