//===- Phases.h - A kernel of several phases -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads of a block that share memory run in phases: what one phase writes the
// next reads, behind a barrier. Loops and conditions around phases are uniform:
// their headers mention nothing that differs between the threads of a block, so
// that all threads come to each barrier. That a barrier stands under a thread's
// condition cannot be expressed.
//
// No Clang, no isl. Emit/PhaseText prints a kernel that verifyKernel() accepts.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_KERNEL_PHASES_H
#define HEDDLE_KERNEL_PHASES_H

#include "Support/Sym.h"
#include <optional>
#include <string>
#include <vector>

namespace heddle {
namespace phases {

/// An element of an array, a shared buffer or a register, subscripts outermost
/// first; without subscripts a scalar parameter, a register of no dimension or
/// a local.
struct Element {
  std::string Name;
  std::vector<Sym> Subscripts;
};

/// An expression of a thread.
struct Value {
  enum Kind : unsigned char {
    Literal, ///< Text, as C++ has it
    Index,   ///< At
    Read,    ///< Of
    Negate,
    Add,
    Subtract,
    Multiply,
    Divide,
    Choose, ///< At is the condition; Operands: then, else
    Call,   ///< of the function Text
  } What = Literal;
  std::string Text = "0";
  Sym At;
  Element Of;
  std::vector<Value> Operands;
};

Value literal(std::string Text);
Value index(Sym At);
Value read(std::string Name, std::vector<Sym> Subscripts = {});
Value operation(Value::Kind What, Value A, Value B);
Value choose(Sym Condition, Value Then, Value Else);

/// An action of a thread. Bounds are half-open.
struct Statement {
  enum Kind : unsigned char {
    Set,    ///< To = From
    AddTo,  ///< To += From
    Let,    ///< a new local To.Name of type Type = From
    Named,  ///< a new index Name = Condition, as phases::Local
    Part,   ///< part Number of a nest's body, which touches the shared Buffers,
            ///< writes those in Written, and has registers of all names in Kept
    Serial, ///< a loop of the thread: Name in [Lower, Upper)
    If,     ///< Condition
  } What = Set;
  Element To;
  Value From;
  std::string Type;
  std::string Name;
  Sym Lower, Upper;
  bool Unroll = false; ///< Serial: its bounds are known when it is compiled
  Sym Condition;       ///< If; Named: the value
  std::vector<Statement> Body;                     ///< Serial, If
  std::vector<Statement> Else;                     ///< If
  unsigned Number = 0;                             ///< Part
  std::vector<std::string> Buffers, Written, Kept; ///< Part
};

Statement set(Element To, Value From);
Statement addTo(Element To, Value From);
Statement let(std::string Type, std::string Name, Value From);
Statement serial(std::string Name, Sym Lower, Sym Upper,
                 std::vector<Statement> Body, bool Unroll = false);
Statement when(Sym Condition, std::vector<Statement> Body,
               std::vector<Statement> Else = {});
Statement named(std::string Name, Sym Value);
Statement part(unsigned Number, std::vector<std::string> Buffers,
               std::vector<std::string> Written, std::vector<std::string> Kept);

/// A named index: dividends in it are not negative, divisors are positive, and
/// every value fits the index type of the kernel.
struct Local {
  std::string Name;
  Sym Value;
};

struct Phase {
  std::vector<Local> Indices; ///< index recovery
  /// Threads that have it false do nothing in this phase.
  Sym Predicate = Sym::truth(true);
  std::vector<Statement> Loads, Statements, Stores;
  bool Barrier = true; ///< closes it
};

/// A phase, or phases under a uniform header. Bounds are half-open.
struct Item {
  enum Kind : unsigned char {
    Run,  ///< the phase Of
    Loop, ///< Counter in [From, To) by Step, at least 1
    When, ///< Condition
  } What = Run;
  Phase Of;
  std::string Counter;
  Sym From, To, Step = 1;
  int64_t Unroll = 1; ///< Loop: so many turns are written out at a time
  Sym Condition;
  std::vector<Item> Body; ///< Loop, When
};

Item run(Phase Of);
Item uniformLoop(std::string Counter, Sym From, Sym To, Sym Step,
                 std::vector<Item> Body);
Item uniformIf(Sym Condition, std::vector<Item> Body);

struct Parameter {
  enum Kind : unsigned char { Array, Scalar } What = Scalar;
  std::string Name;
  std::string Type; ///< of the scalar, or of an element
  /// Array: outermost first, in elements, row by row without gaps; the first is
  /// not used to address.
  std::vector<Sym> Extents;
  /// Array: elements from one value of the first subscript to the next, where
  /// that stands for itself in the text: the rest of an element's place is the
  /// same in each turn of a loop that moves the first subscript.
  std::optional<Sym> Plane;
  /// Array: C++ finds an element by all of its subscripts.
  bool OfRows = false;
  /// Array: the place of an element may be beyond the index type.
  bool IsLong = false;
  bool Written = false; ///< Array: by the kernel
  /// Array: threads of a block touch elements that others of them write.
  bool Exchanged = false;
  bool Restrict = false; ///< Array: what no other parameter reaches
};

/// An array that the threads of a block share, or that each thread has.
struct Buffer {
  std::string Name;
  std::string Type;
  /// Outermost first, over sizes and constants. A shared buffer has one at
  /// least.
  std::vector<Sym> Extents;
  /// Shared buffers: elements from one row to the next, where that is more than
  /// the last extent.
  std::optional<Sym> Pitch;
  /// Each turn of a uniform loop writes elements before it reads any, and other
  /// ones than the turn before it has written or read, or a phase before the
  /// loop has written.
  bool Rolls = false;
};

struct Kernel {
  std::string Name;
  std::string IndexType = "int"; ///< or "long long"
  /// Template parameters of the index type.
  std::vector<std::string> Sizes;
  std::vector<Parameter> Parameters;
  std::vector<Buffer> Shared;
  std::vector<Buffer> Registers;
  /// Names of the block's place in the grid and of the thread's in the block, x
  /// (the fastest) first; one to three.
  std::vector<std::string> Blocks, Threads;
  /// Indices that all threads of a block have alike.
  std::vector<Local> Uniform;
  std::vector<Item> Body;
};

/// Two phases, by their place among Kernel's phases, that touch a shared
/// buffer, or an array, with no barrier between them; one of them writes it.
struct Unordered {
  unsigned First, Second;
  std::string Buffer;
};

/// The first such pair of phases. Back edges of uniform loops count, and every
/// loop may run no turn, one or several. Conservative in that it does not ask
/// which thread touches which element. Arrays count that are Exchanged; of
/// others the threads touch no element in common, or only read it. A buffer
/// that Rolls may be written without a barrier behind other phases: each turn
/// has one between what it writes and what it reads, and so between a turn and
/// the next but one.
std::optional<Unordered> findUnordered(const Kernel &K);
/// Closes those phases with a barrier that need one, as few as suffice one
/// after the other, and no others.
void placeBarriers(Kernel &K);

/// False, with the reason in Why: a name is declared twice or not at all, a
/// uniform header mentions what threads do not share, an element has another
/// number of subscripts than its array has dimensions, something is written
/// that is only read, a barrier is missing, a buffer that Rolls is written by
/// more than one loop and a phase before it.
bool verifyKernel(const Kernel &K, std::string &Why);

void dump(const Kernel &K, llvm::raw_ostream &OS);

} // namespace phases
} // namespace heddle

#endif
