//===- TensorReader.h - State while a statement is read -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One TensorReader is filled while one annotated tensor statement is read; it
// has the NestReader of the nests that the statement becomes. The functions
// that take it, one file each:
//
//   TensorNest      the order of the parts
//   TensorOperands  arrays and numbers
//   TensorExtents   how long dimensions are, and that shapes agree
//   TensorTerm      the expression, by its type, and the operands that it names
//   TensorText      its text at the launch
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
#ifndef HEDDLE_READ_TENSOR_TENSORREADER_H
#define HEDDLE_READ_TENSOR_TENSORREADER_H

#include "Read/NestReader.h"
#include "Read/Tensor/FragmentText.h"
#include "Read/Tensor/TensorForms.h"
#include <deque>

namespace heddle {

/// constant + factor * value + ..., of integers that the launch knows: extents,
/// and where slices begin.
struct LinearForm {
  int64_t Constant = 0;
  std::map<unsigned, int64_t> Factors; ///< by TensorReader::HostValues; not 0

  LinearForm(int64_t Constant = 0) : Constant(Constant) {}
  std::optional<int64_t> known() const {
    return Factors.empty() ? std::optional<int64_t>(Constant) : std::nullopt;
  }
  /// This + Times * Other.
  LinearForm plus(const LinearForm &Other, int64_t Times = 1) const;
};

struct TensorFrame;

/// A part of the expression: a node of <heddle/tensor.h>. View has the tensor
/// or the view, Number the value that the host computes, in Source.
struct TensorTerm : TensorOperation {
  clang::QualType Value;            ///< of an element: canonical, unqualified
  unsigned Rank = 0;                ///< 0 where Labelled
  bool Labelled = false;            ///< in index notation
  std::vector<TensorTerm> Operands; ///< of Pad: what is padded, and the value
  std::string Function; ///< the library's name for it, e.g. "plus"; or empty
  const clang::CallExpr *Call = nullptr; ///< that passes the program's function
  const TensorFrame *CallIn = nullptr;
  std::vector<const clang::VarDecl *> Names; ///< of Named
  /// By dimension. Slice has the elements Lower, Lower + Step, ... below Upper
  /// of the operand, Select those at Lower[0], Pad has Lower more before and
  /// Upper more behind it.
  std::vector<LinearForm> Lower, Upper;
  std::vector<int64_t> Step; ///< positive
  /// Of View and Number: an expression of the statement itself; of Named: of
  /// the source.
  const clang::Expr *Source = nullptr;
  std::string Text;       ///< of Number: at the launch
  bool IsLiteral = false; ///< and in the kernel
};

/// The meaning of the names in a function that the statement calls.
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
  std::vector<FragmentText> Lines;
  std::vector<int> LoopOf; ///< by label; -1 or missing: none

  /// Text, with the places of the accesses' names, and the loops' places in it.
  void assemble(LoopNest &Into, TextTables &Tables,
                std::vector<Value> &Values) const;
};

/// C++ text that computes a value.
struct Fragment {
  enum Level : unsigned char { Lowest, Sum, Product, Atom };
  FragmentText Text;
  clang::QualType Type;
  Level Binds = Atom;
};
/// An index of the statement.
struct TensorLabel {
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
  std::string Said;                ///< as the source says it, of whatever type
  std::string Name;                ///< of the kernel's parameter
  const clang::Expr *Of = nullptr; ///< what says it
  bool IsExtent = false;           ///< so it is not negative
  std::optional<LinearForm> Same;  ///< what it is by a condition
  std::optional<unsigned> Param;
};
/// The extent of a dimension. The member Of is null where no operand says it.
struct TensorExtent {
  LinearForm Length;
  const clang::Expr *Of = nullptr;
};

/// The parts of the expression at hand, left to right.
struct Collected {
  std::vector<TensorTerm> Operands; ///< views, what is read of them; numbers
  std::vector<std::vector<const clang::VarDecl *>> NameLists;
  std::vector<const clang::Expr *> NamedBy; ///< parallel to NameLists
  std::vector<TensorTerm> Windows;          ///< without operands
  std::vector<TensorTerm> Functions;        ///< of the program
  size_t NextOperand = 0, NextNames = 0, NextWindow = 0, NextFunction = 0;
};

/// The facts that are known while one annotated tensor statement is read.
struct TensorReader {
  TensorReader(clang::ASTContext &Ctx, clang::Preprocessor &PP,
               const AnnotatedLoop &Annotated, Report &Diags)
      : NR(Ctx, PP, Annotated, Diags) {}

  NestReader NR; ///< of the nests that the statement becomes
  const clang::CXXOperatorCallExpr *Assignment = nullptr;
  TensorTerm Left; ///< View or Named
  unsigned LeftArray = 0;

  Collected Found;
  std::deque<TensorFrame> Frames;

  std::vector<HostValue> HostValues;
  std::vector<std::pair<LinearForm, LinearForm>> AtMost; ///< by conditions
  std::vector<const clang::Expr *> ArrayNamedBy;         ///< by array
  std::vector<TensorLabel> Labels;
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
