//===- Tree.h - Emitted code, as a small program to run --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code that the validator has read from the rewritten text of one launch:
// the block around it with the loop as written, its kernels, and the functions
// that they call. No Clang. Values are 64-bit patterns; see Interpret/Value.h
// for what they mean.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_TREE_H
#define HEDDLE_VALIDATE_TREE_H

#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace heddle {
namespace validate {

struct Type {
  enum Kind : unsigned char {
    None,    ///< void, or something that is not one value
    Int,     ///< integers, bool, characters, enumerations
    Float,   ///< complex numbers, too; these are not Signed, and hold two
    Pointer, ///< addresses of lvalues, too
    Checked, ///< rt::checked
    Tri,     ///< rt::tri
    Handle,  ///< the number of an array argument, a shape, ... of the launch
  } K = None;
  unsigned char Bits = 0;
  bool Signed = false;

  bool isInt() const { return K == Int; }
  bool operator==(const Type &O) const {
    return K == O.K && Bits == O.Bits && Signed == O.Signed;
  }
};

enum class Op : unsigned char {
  // Values. Number: the constant, slot, coordinate or object.
  Const,
  Slot,
  Coord,
  Object,
  Load, ///< of a pointer
  /// The pointer to an array that is a member, as its own object. Extent: its
  /// bytes, if they are known.
  SubObject,
  Add,
  Sub,
  Mul,
  Div,
  Rem,
  Shl,
  Shr,
  And,
  Or,
  Xor,
  Lt,
  Le,
  Eq,
  Ne, ///< of values of type From
  Both,
  Either, ///< && and ||
  Not,
  Neg,
  Flip,
  Choose, ///< ?:
  Cast,   ///< from From
  PtrAdd, ///< pointer, index; Number: bytes; Extent: of the array, or -1
  PtrDiff,
  Call,   ///< Number: function
  Opaque, ///< a function of its arguments alone; Number: hash of its name
  Least,
  Most,
  Abs,
  Undefined, ///< what the language leaves undefined
  // Of tensors.
  Sum,      ///< of the second, for slot Number from 0 below the first
  Element,  ///< pointer, index and stride of each dimension; Number: bytes
  ExtentOf, ///< of the tensor at a pointer; Number: dimension
  HasShape, ///< whether the tensor at a pointer has elements
  IsDense,  ///< whether the view at a pointer is
  Agree,    ///< whether two extents do; then what they are of, or null
  Refuse,   ///< only the library goes on from here; Number: in Nest::Texts
  // Of the launch.
  CeilDiv,
  FloorDiv,
  FloorMod,
  TruncDiv,
  TruncMod,
  Certain,
  Impossible,
  ArrayArg,    ///< pointer, first, last; Number: Access
  RowsArg,     ///< the pointer to a table's first element, and by subscript the
               ///< first and the last; Number: Access; Extent: in Nest::Tables
  RowsCopy,    ///< the rows of a table argument as they are before the kernel
  RowsApart,   ///< the rows of a table argument are, and from the tables
  GrownArg,    ///< the same array argument, of which a scan stores what result
               ///< Number counts; Extent: 1 where it counts before it stores
  PointerOf,   ///< an array argument
  Temporary,   ///< elements that a launch leaves to the next
  Placed,      ///< temporaries that have memory from here on
  HostCopy,    ///< the pointer to what an array argument, a copy, holds, for
               ///< loops on CPU threads
  Apart,       ///< of two array arguments: they have no element in common
  Claim,       ///< begins Number in Nest::Claims, of the elements at a pointer;
               ///< Extent: the number of its NextIteration
  ClaimExtent, ///< of claim Number: how many elements there are
  ClaimRows,   ///< of claim Number: a table argument, of whose rows they are
  ClaimApart,  ///< of claim Number: iterations have their own elements
  NextIteration, ///< Number: of which iterations
  Owned,   ///< the pointer that it is given, to a variable of its own that
           ///< an iteration uses; Number: in Nest::Owns; Extent: 1 if it is
           ///< written, 0 if it is read, or read and written
  OwnEnds, ///< of variable Number: behind the loops, the last iteration set it
  Claimed, ///< the pointer that it is given, of claim Number; Extent: 1 if what
           ///< is there is written, 0 if it is read
  Segments,       ///< lists of iterations, of so many elements
  SegmentsWanted, ///< whether a kernel is going to take the segments
  NextListed,     ///< of segments: an iteration with these counters begins
  ListedUpdate,   ///< of segments, array argument and pointer to an element,
                  ///< which the iteration updates; the pointer to what it
                  ///< changes instead
  SegmentsArg,    ///< of segments: the array argument of places where they
                  ///< begin, of counter Number, from 1 on, or (-1) of misses
  Hull,           ///< of the array at a pointer, and of a pointer to an object:
                  ///< nothing is touched yet; Number: the slot that says which;
                  ///< Extent: bytes of an element
  HullNext,       ///< another iteration begins, which has stored nothing
  HullIgnored,    ///< of it: the pointer to an object that stores go to
  HullTouch,  ///< the pointer to bytes, Extent many, that are touched of it; to
              ///< this iteration's own, where it has stored them
  HullStore,  ///< the same of bytes that it stores
  HullChange, ///< of such a pointer, an object, and a scalar: the pointer to
              ///< this iteration's own scalar, which stands in that
              ///< object
  HullApart,  ///< of it: iterations are to touch elements of their own
  HullShared, ///< whether two iterations have touched one, and one stored it
  HullEnd,    ///< the first element that was touched of it; Extent 1: the last
  HullPass,   ///< runs the loops that do so
  Shape,      ///< six extents
  Fits,
  WholeRuns, ///< the number, or 0: either may be passed
  Run,       ///< shape, arguments; Number: in Nest::Launches
  // Effects. Their value is that of the assignment.
  SetSlot,   ///< Number: slot
  Store,     ///< pointer, value
  Update,    ///< pointer, value; Number: Combine
  CopyBytes, ///< to, from; Number: in Nest::Layouts
  NewObject, ///< SetSlot of the address of a new local object
  Then,      ///< first, then the second's value
  // Statements.
  Seq,
  If,
  Loop,
  Phase, ///< a thread's part; Number: 1 if a barrier of the block follows
  Break,
  Continue,
  Return,
  Nop,
};

enum class Access : unsigned char { In, Out, InOut, Copy, Private };
enum class Combine : int64_t {
  Sum,
  Difference,
  Product,
  Max,
  Min,
  FMax,
  FMin,
  BitAnd,
  BitOr,
  BitXor,
  SetZero = int64_t(1) << 60 ///< and the number that is stored
};

struct Node {
  Op What = Op::Nop;
  Type Ty;   ///< of the value
  Type From; ///< of the operands, where it is another
  int64_t Number = 0;
  int64_t Extent = -1;
  /// PtrAdd: loads the size of the container that is subscripted, or null.
  const Node *Bound = nullptr;
  /// Loop: condition (or null), body, increment (or null); Number is 1 where
  /// the body runs before the first test. If: condition, then, else (or null).
  llvm::SmallVector<const Node *, 3> Kids;
};

struct Counter {
  std::string Name;
  unsigned Slot;
};

/// Elements that the threads of a block share, or that each thread keeps from
/// one phase to the next.
struct Buffer {
  std::string Name;
  unsigned Slot; ///< of the pointer to them
  int64_t Bytes;
};

struct Function {
  std::string Name;
  std::vector<Type> Params; ///< slots 0, 1, ...
  /// Params: which are divisors, and take a positive number.
  std::vector<bool> Divisor;
  std::vector<Counter> Locals; ///< integers that it declares
  unsigned Slots = 0;
  const Node *Body = nullptr;
  /// How many coordinates each phase of a kernel takes, x first; 0: it is
  /// another function.
  unsigned Coordinates = 0;
  std::vector<Buffer> Shared, Registers;

  bool isInPhases() const { return Coordinates != 0; }
};

/// Seq: all lines but the last pass arguments to what the last one runs.
constexpr int64_t PassesArguments = 1;

/// The memory of one variable that the block finds, or of what it points to.
struct Object {
  enum Kind : unsigned char {
    Variable, ///< its integers are parameters of the nest
    Data,     ///< elements of an array
  } What = Variable;
  std::string Name;
  /// The initial value of a pointer that is initialised before the block and
  /// not changed.
  const Node *Init = nullptr;
  int64_t Bytes = -1; ///< of an array whose type says so
};

/// A way that a thread goes through the lines of its kernel to the nest's body.
struct Way {
  struct Step {
    enum Kind : unsigned char {
      Sets,   ///< a SetSlot
      Other,  ///< sets no slot
      Leaves, ///< a condition: the thread ends, or goes on with the next
              ///< iteration of its loop
      If,     ///< a condition of the way
      IfNot,
      Loop ///< of a counter in Slot, which the step before sets
    } Is;
    const Node *What;
    int64_t Slot = -1;
  };
  std::vector<Step> Steps;
  const Node *Body = nullptr; ///< null where a line before it may be part of it
  unsigned Loops = 0;         ///< among the steps
  /// The slots of the mapped counters, outermost first, up to one that the way
  /// does not set.
  std::vector<unsigned> Mapped;
};

struct LaunchSite {
  unsigned Kernel = 0; ///< in Nest::Functions; of a reduction: one iteration
  bool Reduces = false;
  bool IsStage = false; ///< writes temporaries
  /// Where CPU threads run the loops, they may run several of them together.
  bool Collapsible = false;
  /// The loops may run in blocks of so many iterations; 0: they may not.
  int64_t BlockRows = 0, BlockColumns = 0;
  /// The same loops read the copies that the kernel takes.
  bool SharesCopies = false;
  /// The threads of a block pass the results on, in their order: first Updates
  /// runs, of which only the results count, then Kernel.
  bool Scans = false;
  unsigned Updates = 0;    ///< in Nest::Functions
  bool Descending = false; ///< Scans: from the last thread on
  struct Result {
    /// Variables that are chosen together follow one another: the key, by Min
    /// or Max, the others, and the truth value that a thread has an offer, for
    /// which the key's array stands once more.
    enum Part : unsigned char { Alone, Key, Other, Won } Is = Alone;
    Combine By = Combine::Sum;
    Type Accumulator;
    Type Element;
    bool OrEqual = false;    ///< Key: equal ones take the place of earlier ones
    bool Descending = false; ///< Key: threads come by descending coordinates
  };
  std::vector<Result> Results; ///< their arrays follow the shape
  std::vector<Way> Ways;       ///< to the kernel's body
  /// Those of the first way, if all have as many.
  std::vector<unsigned> Mapped;
  /// Its threads have loops over iterations of the nest.
  bool runsSeveral() const {
    return std::any_of(Ways.begin(), Ways.end(),
                       [](const Way &W) { return W.Loops > 0; });
  }
  bool IsTurned = false; ///< it recovers a counter behind that one
};

/// A table whose elements begin with a pointer to the next table or to a row.
struct TableShape {
  std::vector<int64_t> Strides; ///< by subscript but the last, in bytes
  int64_t Scalar = 0;           ///< bytes of an element of a row
  bool HasPointers = false;     ///< rows may be parts of anything
};

/// A record's scalars.
using Layout = std::vector<std::pair<int64_t, Type>>;

/// A variable around the block that has the last value behind it that the loop
/// as written gives the variable of that name which it declares.
struct LastValue {
  int64_t Object = 0; ///< of the variable around
  std::string Name;
  Type Ty;
  const Node *Address = nullptr;
  int64_t Slot = -1;           ///< of the loop's; below 0: it has none
  const Node *Store = nullptr; ///< of the slot's value in the object
};

struct Nest {
  std::string Name; ///< of the launch
  std::string File; ///< of the annotation
  unsigned Line = 0;
  std::deque<Node> Nodes;
  std::vector<Function> Functions;
  std::vector<Object> Objects; ///< 0 is nobody's
  std::vector<LaunchSite> Launches;
  std::vector<Layout> Layouts;
  std::vector<TableShape> Tables;
  std::vector<std::string> Texts;
  /// The loop as written is a tensor statement, evaluated as it is defined.
  bool IsTensor = false;
  /// The block has launches in blocks of their own, each with its own loops.
  bool InParts = false;
  std::vector<const Node *> LoopsOfParts; ///< those
  /// What is promised before the block.
  std::vector<const Node *> Assumptions;
  const Node *Block = nullptr;     ///< all of it
  const Node *Written = nullptr;   ///< the loop as written
  const Node *Parallel = nullptr;  ///< as CPU threads run it, or null
  const Node *Collapsed = nullptr; ///< the same of several loops together
  const Node *Blocked = nullptr;   ///< as it runs in blocks, or null
  const Node *Checked = nullptr;   ///< as it runs to look at claims, or null
  std::vector<int64_t> Claims;     ///< of one array each: bytes of an element
  /// Of one variable each that iterations own: the number of the NextIteration.
  std::vector<int64_t> Owns;
  std::vector<Counter> Counters; ///< of the loops in Written
  std::vector<LastValue> Kept;
  std::vector<const Node *> BeforeLoops; ///< pointers to these are set
  unsigned Slots = 0;                    ///< of the block
  /// Values of rt::path.
  int64_t Done = 0, Nothing = 0, Sequential = 0, ParallelPath = 0,
          CollapsedPath = 0, BlockedPath = 0;
  /// The error that is seen without running anything; empty if there is none.
  std::string Wrong;
  /// Why the launch was not understood; empty if it was.
  std::string Why;
};

} // namespace validate
} // namespace heddle

#endif
