//===- Value.h - A statement as a tree of values ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The user's statements, and those that Heddle makes, as immutable trees. A
// node that the front end has read stands for a range of bytes of the source,
// its operands for parts of that range; all that lies between them is text
// which nobody looks into. A phase changes a tree by putting other nodes in the
// place of some; only Emit prints, and prints the bytes of the source wherever
// the tree was not changed.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_VALUE_H
#define HEDDLE_IR_VALUE_H

#include "Support/Sym.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace heddle {

/// Bytes [Begin, End) of the text that a program was read from.
struct Span {
  unsigned Begin = 0, End = 0;

  bool isEmpty() const { return Begin == End; }
  bool contains(Span S) const { return Begin <= S.Begin && S.End <= End; }
  bool meets(Span S) const { return Begin < S.End && S.Begin < End; }
  bool operator==(Span S) const { return Begin == S.Begin && End == S.End; }
};

enum class ValueKind : unsigned char {
  // Read from the source; Where is not empty but for Hidden and Respelled.
  Source,    ///< text of which the operands are known
  Hidden,    ///< a name that a macro mentions here; it has no text of its own
  Respelled, ///< Operands: as written, and as code outside of the function says
  Update,    ///< Index: an array. Operands: as written, and as a step that no
             ///< other thread interrupts
  Sliced,    ///< Operands: as written, and what is left of it where only the
             ///< values count that iterations pass on (a scan)
  Blank,     ///< nothing, in as many lines as the text had

  // Read from the source or made.
  Block,     ///< Operands: statements
  Loop,      ///< Index: into LoopNest::Loops. Operands: header, body
  If,        ///< Operands: condition, then, and else if there is one
  Declare,   ///< Type, Name. Operands: the initial value
  Assign,    ///< Name: "=", "+=", ... Operands: target, value
  Unary,     ///< Name: the operator, before its operand
  Binary,    ///< Name: the operator
  Select,    ///< Operands: condition, then, else
  Call,      ///< Name: the function, as kernels spell it
  Cast,      ///< Type
  Subscript, ///< Operands: array, indices
  Access,    ///< Accesses: which ones of the nest the operand stands for, where
             ///< the array is not named
  Element,   ///< the same whether the array is named or not, where a launch may
             ///< look at the access
  Own,       ///< Index: into LoopNest::OwnUses, a use of a variable that each
             ///< iteration has for itself by the user's word
  Constant,  ///< Name: its text
  Name,      ///< Name: an identifier; Means says of what
  Array,     ///< Index: into LoopNest::Arrays. Accesses: as above

  // Made by phases.
  Tokens,   ///< Name: text of the kernel's own that mentions no name
  Sequence, ///< Operands: one behind the other
  Number,   ///< Sym: an integer expression over counters and parameters
  Copy,     ///< Index: of the copies that the launch makes
};

enum class NameMeaning : unsigned char {
  Unknown,  ///< type, function, member, ...
  Counter,  ///< of a loop of the nest
  Local,    ///< declared in the nest
  Declared, ///< the same, where it is declared; Type: of a variable that holds
            ///< a number and is no constant expression, or "typename" of a
            ///< type; Index: 1 if it has no value
  Outside,  ///< a variable from outside of the nest
};

struct Value;
using ValueRef = std::shared_ptr<const Value>;

struct Operand {
  Span Place; ///< where it stands in its parent's text; empty in made nodes
  ValueRef Is;
};

struct Value {
  ValueKind Kind = ValueKind::Source;
  Span Where; ///< empty: made, or a point of the source
  std::string Name, Type;
  unsigned Index = 0;
  NameMeaning Means = NameMeaning::Unknown;
  std::vector<unsigned> Accesses; ///< ascending, into LoopNest::Accesses
  Sym Expression;                 ///< Number
  bool Narrow = false;            ///< Number: every part fits an int
  std::vector<Operand> Operands;

  /// Its bytes are to be printed as they stand, but for changed operands.
  bool isWritten() const { return !Where.isEmpty(); }
  const Value &operand(unsigned I) const { return *Operands[I].Is; }
};

//===--- Making nodes -----------------------------------------------------===//

ValueRef makeTokens(std::string Text);
ValueRef makeName(std::string Name, NameMeaning Means);
ValueRef makeConstant(std::string Text);
ValueRef makeArray(unsigned Array);
ValueRef makeCopy(unsigned Copy);
ValueRef makeNumber(Sym Expression, bool Narrow);
/// A node of any kind without text.
ValueRef makeValue(ValueKind Kind, std::vector<ValueRef> Operands,
                   std::string Name = {}, std::string Type = {});

//===--- Looking ----------------------------------------------------------===//

/// Calls Visit for V and all below, parents first; false: not what is below.
void forEachValue(const Value &V,
                  llvm::function_ref<bool(const Value &)> Visit);

/// The outermost node of this kind that stands for exactly these bytes; null:
/// none does.
ValueRef valueAt(const ValueRef &V, Span Where, ValueKind Kind);

//===--- Changing ---------------------------------------------------------===//

/// V with what Change gives in the place of nodes, parents first; null keeps
/// the node and goes on below it. A value put in place is not visited.
ValueRef changed(const ValueRef &V,
                 llvm::function_ref<ValueRef(const ValueRef &)> Change);

/// V, where access I has become access NewIndex[I]; one below 0 is gone.
ValueRef renumberedAccesses(const ValueRef &V,
                            const std::vector<int> &NewIndex);

//===--- Checking ---------------------------------------------------------===//

/// How many loops, arrays and accesses there are.
struct ValueTables {
  unsigned Loops = 0, Arrays = 0, Accesses = 0;
  unsigned Text = 0; ///< bytes of the source
};

/// Empty, or why V is no tree of these tables: operands that are missing, lie
/// outside of their parent's text, or overlap; an index beyond its table.
std::string verifyValue(const Value &V, const ValueTables &Tables);

/// One node a line, with the bytes that it stands for.
void dump(const Value &V, llvm::raw_ostream &OS, unsigned Indent = 0);

/// "source", "access", ...
llvm::StringRef kindName(ValueKind K);

} // namespace heddle

#endif
