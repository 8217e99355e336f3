//===- LoopNest.h - An annotated loop nest, free of Clang ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The structure that the front end hands to the affine phase: loops, bounds,
// accesses as small expression trees, the text of the nest as a tree of values,
// and where everything stands. Loops are numbered outermost first in pre-order;
// the first PerfectDepth of them are nested perfectly and are the candidates
// for mapping.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_LOOPNEST_H
#define HEDDLE_IR_LOOPNEST_H

#include "IR/Expr.h"
#include "IR/Shortcut.h"
#include "IR/Value.h"
#include "Support/Source.h"
#include "heddle/mapping.h"
#include "heddle/strategy.h"
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace heddle {

struct Diagnostic;

enum class Relation : unsigned char { Lt, Le, Gt, Ge, Ne };

/// One `for`. The condition is normalised so that the counter stands left:
/// CounterSide Rel Bound, both of one type (CounterSide is the counter or
/// casts of it). Step is signed: `--i` and `i -= 1` give -1; never 0.
struct Loop {
  std::string Name;    ///< the counter as the source names it
  std::string CxxType; ///< its declared type, printable, e.g. "unsigned int"
  IntType Type;
  ExprRef Init; ///< already converted to Type
  ExprRef CounterSide;
  Relation Rel = Relation::Lt;
  ExprRef Bound;
  int64_t Step = 1;
  /// `i-- > 0`: the condition steps, so no value behind the last one is asked
  /// for.
  bool StepsInCondition = false;
  int Parent = -1; ///< index of the enclosing loop; -1 for the outermost
  /// Not mapped, and its trip count is not an affine function (data-dependent
  /// bound, `while`, `break`): its counter is any integer between Init and
  /// Bound at best. Never true for the first PerfectDepth loops.
  bool DataDependent = false;
  SourceRef Where;     ///< the `for` keyword to the closing parenthesis
  SourceRef NameWhere; ///< the counter's declaration
  SourceRef InitWhere, CondWhere, StepWhere;
  /// Byte offsets into LoopNest::Text: the whole statement, its header, and its
  /// body (without a compound statement's braces).
  unsigned TextBegin = 0, TextEnd = 0;
  /// Behind the header's closing parenthesis; 0: there is no such text.
  unsigned HeaderEnd = 0;
  unsigned BodyBegin = 0, BodyEnd = 0;
  /// Line of the first byte of the body, in the user's file (for #line).
  unsigned BodyLine = 0;
  /// Nothing else in the nest has the counter's name.
  bool NameIsUnique = false;
  /// It is all of its parent's body.
  bool FillsParent = false;
  /// It is a statement of its parent's body, and of no other statement there.
  bool IsStatement = false;
  /// Its header declares the counter.
  bool DeclaresCounter = true;
  /// The header can stand under `#pragma omp parallel for` (OpenMP 5.0
  /// canonical form as g++ 12 takes it).
  bool OmpCanonical = false;
};

/// A scalar read by the nest and not changed by it.
struct Param {
  std::string Name;      ///< unique in the nest, a C++ identifier
  std::string CxxType;   ///< type of the kernel parameter, unqualified
  bool Integral = false; ///< usable in affine expressions
  IntType Type;          ///< if Integral
  std::string HostText;  ///< expression that gives its value at the launch
  /// Non-empty: an lvalue whose storage a write of the nest might reach (a
  /// reference, a global, a member); it joins the run-time overlap check.
  std::string StorageText;
  /// The nest does not read it: how many elements an array has, for the launch.
  bool LaunchOnly = false;
  /// An element of an array, which may be on a device.
  bool IsElement = false;
  SourceRef Where; ///< its declaration
};

enum class Provenance : unsigned char {
  Object,   ///< an array object (variable or member of one object)
  Restrict, ///< a pointer qualified with restrict
  Pointer,  ///< any other pointer or reference
};

/// An array that is subscripted: one per base object or pointer, local pointers
/// being inlined into base and offset.
struct ArrayInfo {
  std::string Name;        ///< as the source names it, for messages
  std::string ElementType; ///< scalar element type, printable, unqualified
  unsigned ElementBytes = 0;
  bool Integral = false; ///< elements are integers or truth values
  bool Number = false;   ///< the same, or float or double, of no class
  /// Extents of the dimensions that subscripts address, outermost first; null
  /// where unknown (always [0] of a pointer). A pointer `double *` has one
  /// dimension, `double (*)[9]` two, an array `double[3][9]` two.
  std::vector<ExprRef> Extents;
  /// Into LoopNest::Params: the number of rows that exist, which a container
  /// says at the launch and Extents[0] does not; or one of those below.
  int Rows = UnknownRows;
  static constexpr int UnknownRows = -1,
                       PassedRows = -2; ///< pointers may reach beyond them
  /// Rows is what the user says (extent). Certain accesses may still show more.
  bool RowsClaimed = false;
  /// So many subscripts, from the first on, choose a pointer or a container in
  /// a table, which leads to the next table or to a row: rows lie anywhere.
  unsigned Tables = 0;
  /// Tables: into LoopNest::Params, by subscript, how many there are by the
  /// user's word (rows); empty where nothing is claimed.
  std::vector<unsigned> RowExtents;
  /// Tables: each row is a container's own, apart from all other memory.
  bool OwnsRows = false;
  /// An element is a structure, of type ElementType and as large as
  /// ElementBytes: the last dimension numbers the scalars in it, by offset.
  bool Records = false;
  Provenance Origin = Provenance::Pointer;
  /// For Origin Object: equal exactly for accesses to the same object.
  std::string ObjectKey;
  /// Expression that gives a pointer to the first row at the launch, of the
  /// kernel parameter's type, e.g. "a" for both "double *a" and
  /// "double a[3][9]". Scalar: the variable.
  std::string HostText;
  /// The kernel parameter: DeclPrefix + KernelName + DeclSuffix, e.g.
  /// "const double (*" "a" ")[9]" or "double *" "x" "".
  std::string KernelName, DeclPrefix, DeclSuffix;
  /// Non-empty: the pointer itself is stored where a write of the nest might
  /// reach it (global, member, reference to pointer).
  std::string StorageText;
  /// StorageText is an object of a class that holds the elements, not a
  /// pointer.
  bool Held = false;
  /// Held: and whose they are alone, in memory that it has allocated.
  bool Owned = false;
  /// The nest does nothing but combine elements of it that are the same in all
  /// iterations, each of which 'reduce' would make a variable.
  bool SameElements = false;
  /// A single variable, which the nest updates: one element of one dimension,
  /// without subscripts in the source; or such an element.
  bool Scalar = false;
  /// Scalar: the type of partial results where iterations reduce to it.
  std::string Accumulator;
  /// No pointer and no reference leads to it.
  bool Unreachable = false;
  /// The launch's own, without HostText: one stage of a statement writes all
  /// elements of all Extents, later ones read them.
  bool Temporary = false;
  SourceRef Where;
};

/// Number of elements (structures are one each), where the source declares them
/// all and they fit.
std::optional<int64_t> declaredElements(const ArrayInfo &A);

/// One condition on the way to an access. Opaque parts make it a may-access.
struct Guard {
  ExprRef Cond;
  bool Negated = false; ///< the access happens where Cond is false
};

/// One read or one write of an array element. `x[i] += e` is a read and a
/// write. Order: accesses are listed in the order of execution of one
/// iteration of the innermost common loop; within a statement reads precede
/// the write.
struct Access {
  unsigned Array = 0;
  bool IsWrite = false;
  std::vector<ExprRef> Subscripts; ///< one per ArrayInfo::Extents entry
  /// Bit k: subscript k is applied to the array itself (not to a pointer into
  /// it), so C++ keeps it within the extent wherever the access executes.
  uint64_t Within = 0;
  std::vector<unsigned> Loops;  ///< enclosing loops, outermost first
  std::vector<unsigned> Guards; ///< into LoopNest::Guards, outermost first
  bool May = false;             ///< execution depends on data besides Guards
  unsigned Statement = 0;       ///< ordinal of the source statement
  bool Compound = false;        ///< one half of `op=`, `++` or `--`
  std::string Op;               ///< operator of a compound assignment, e.g. "+"
  /// Class of the reduction step that this access is one half of: "+", "*",
  /// "&", "|", "^", "max", "min", "fmax" or "fmin"; "set<1>" where all that is
  /// stored is the number 1, or another one; of a JointChoice "arg-min",
  /// "arg-max", "last arg-min" or "last arg-max"; empty: of none. Steps of one
  /// class on one element may run in any order, as far as its type allows;
  /// those of a choice also need to know which came first.
  std::string Reduces;
  /// It is in no text that is left of ValueKind::Sliced.
  bool Dropped = false;
  SourceRef Where;  ///< the whole subscript expression
  std::string Text; ///< as spelled
};

/// Variables that iterations choose together: `if (e < a) { a = e; b = f; }`.
/// All steps on Key are of one class (Access::Reduces), which those of With
/// have as well, and each step sets all of them.
struct JointChoice {
  unsigned Key = 0;           ///< into LoopNest::Arrays: what is compared
  std::vector<unsigned> With; ///< the same, in the order of the first step
  /// A name that the text does not have: of a truth value that kernels set
  /// where they set Key.
  std::string Won;
};

/// An array that the nest only stores to, at the value of a variable that it
/// counts up: `out[k++] = e`. Between two iterations that store there the
/// variable grows by one, once in each of them, so that no two store to one
/// element. Holds for all iterations of the perfect loops.
struct CompactedArray {
  unsigned Array = 0, Variable = 0; ///< into LoopNest::Arrays
  /// Into LoopNest::Params: the variable's value before the loops.
  unsigned Start = 0;
  /// The stores come behind the step, so that the first one is at Start + 1.
  bool IsBehind = false;
};

/// Statements next to each other in a loop's body that share no local with the
/// others there: what a launch of its own may run (NestParts.h). Ranges are
/// half-open.
struct Piece {
  unsigned Loop = 0; ///< in whose body they stand
  unsigned TextBegin = 0, TextEnd = 0;
  unsigned AccessBegin = 0, AccessEnd = 0;
  unsigned LoopBegin = 0, LoopEnd = 0; ///< that they contain
  /// It is one loop, the first of these, and nothing else.
  bool IsLoop = false;
  SourceRef Where; ///< the first of the statements
};

/// A function of the user's that kernels call: a copy of its text.
struct DeviceClone {
  std::string Name;
  std::string Prefix; ///< e.g. "template <class T>\n"; may be empty
  std::string Result; ///< its type
  /// Declarations: its own parameters, then those for what it reads besides.
  std::vector<std::string> Params;
  std::string Body;     ///< with its braces
  std::string Original; ///< the name of what it is a copy of, for readers
  /// Of Body's first byte, as the compiler speaks of it; one-based.
  std::string File;
  unsigned Line = 0, Column = 0;
};

struct LoopNest;

/// A call of a function of which kernels have a copy, where all that it touches
/// are elements that it is given. A launch may run a text of its own there,
/// which looks at these.
struct ReadingCall {
  Span Name; ///< of the function, in the text that calls it
  std::string Called;
  std::string Result; ///< its type
  std::vector<std::string> Params;
  std::vector<std::string> Globals; ///< declares what its text names besides
  /// Text and Code of its body, with the braces; Readings of it, too. Accesses
  /// are those of the nest.
  std::shared_ptr<const LoopNest> Body;
  /// All accesses that it makes, and functions that it calls make:
  /// LoopNest::Accesses from First on.
  unsigned First = 0;
  std::vector<SourceRef> Accesses; ///< where they stand
};

/// A private member that the launch names: `object.*Name`.
struct OpenedMember {
  std::string Name;    ///< unique in the file
  std::string Pointer; ///< to the member, e.g. "&::Field::m_data"
};

/// Where the kernel stands and how it is spelled (CLANG.md section 3's table).
struct Placement {
  FileRange Nest; ///< the loop statement with its attributes or HEDDLE(...)
  /// Text of the macros that Nest begins and ends in, which is no part of it.
  std::string Before, After;
  /// Pragmas in front of Nest that other tools read, a line each: they go with
  /// the loops.
  std::string Pragmas;
  FileRange Insert;   ///< empty range before which the kernel goes
  std::string Prefix; ///< e.g. "template <class T, int N>\n"; may be empty
  std::string Suffix; ///< closes what Prefix opened, e.g. an extern "C++" {
  std::string TemplateArgs; ///< e.g. "<T, N>"; at the launch
  /// In templates: two types as the loop's place can spell them, which are the
  /// same exactly in the instantiation that the nest was read from, e.g.
  /// "::heddle::rt::arguments<T>" and "::heddle::rt::arguments<float>". All
  /// that is verified may rest on the arguments, and so may the text.
  std::string Parameters, Arguments;
  std::string FunctionName; ///< unqualified, sanitised, for the kernel's name
  std::string UniqueKey;    ///< mangled name of the function plus an ordinal
  unsigned Ordinal = 0;     ///< of the nest in its function
  bool Constexpr = false;   ///< launch only where not constant-evaluated
  /// The innermost loop of the function around Nest, which launches it again
  /// and again; invalid: there is none.
  SourceRef Around;
};

/// The annotation as written, evaluated as far as it is constant.
struct Annotation {
  SourceRef Where;                   ///< first attribute
  bool HasBounds = false;            ///< bounds(...)
  std::vector<ExprRef> Lower, Upper; ///< per dimension, outermost first
  std::vector<int64_t> Step, Width;  ///< empty: all 1
  SourceRef BoundsWhere, StepWhere, WidthWhere;
  bool HasMap = false;
  std::optional<mapping> Map;       ///< map(M) with a combinator value
  std::optional<strategy> Strategy; ///< map(S), or `map` alone: Auto
  SourceRef MapWhere;
  std::string MapText;
  /// Per step of *Map: where that combinator is spelled in the annotation
  /// (its name token), else invalid: then point at MapWhere and name it.
  std::vector<SourceRef> MapStepWhere;
  /// Whole call expression of each step where it is spelled, for fix-its that
  /// wrap it: inserting "ShiftLB(" before and ")" after.
  std::vector<SourceRef> MapStepCall;
  std::vector<unsigned> InPlace, Copy; ///< into LoopNest::Arrays
  SourceRef InPlaceWhere, CopyWhere;
  std::vector<unsigned> Reduce; ///< into LoopNest::Arrays
  SourceRef ReduceWhere;
  /// Into LoopNest::Arrays: no two iterations of the independentLoops() touch
  /// one element but to read it, by the user's word.
  std::vector<unsigned> Independent;
  /// Each list: arrays that share no byte with one another, by the user's word.
  std::vector<std::vector<unsigned>> NoAlias;
  /// stage(x): what a block reads of it is loaded into shared memory.
  struct Staged {
    unsigned Array = 0; ///< into LoopNest::Arrays
    SourceRef Where;
  };
  std::vector<Staged> Stage;
  /// strip(k, l): loops of this counter run in the thread, l iterations between
  /// two barriers.
  struct Strip {
    std::string Counter;
    int64_t Length = 1;
    SourceRef Where;
  };
  std::vector<Strip> Strips; ///< of different counters
  /// roll(i): the threads of a block go along the mapped loop of this counter
  /// together.
  struct Rolled {
    std::string Counter;
    SourceRef Where;
  };
  std::optional<Rolled> Roll;
  /// tiles(...): numbers of Map and Strips that are multiples of
  /// heddle::tile_size stand for those of each size.
  std::vector<int64_t> Tiles;
  SourceRef TilesWhere;

  /// As many loops as bounds, step or width name; 0: none of them is there.
  unsigned namedLoops() const;
  /// As many loops, from the outermost on, as Independent speaks of: those that
  /// bounds, step or width name, or one.
  unsigned independentLoops() const;
  /// Forgets bounds, step and width.
  void clearSpace();
  /// Forgets the mapping or strategy. HasMap stays.
  void clearMap();
  /// Forgets inplace, copy and reduce, but none of the claims.
  void clearArrays();
  void clearTile();
};

/// How a nest and the other steps of its program make one whole.
enum class StepRole : unsigned char {
  Whole, ///< it is the only step
  /// One of the nests of a statement. Each but the last writes one temporary,
  /// and nothing else; Arrays, Params, Conditions and the statement are those
  /// of all.
  Stage,
  /// Some of the statements of a nest that runs as several launches, one after
  /// the other. Place, Params and Arrays are those of the whole.
  Part,
};

/// The place of a nest among the steps of its program.
struct StepPlace {
  StepRole Role = StepRole::Whole;
  unsigned Number = 1, Of = 1; ///< from 1 on, and how many there are
  /// What the names of its launch and kernels end in: "_part2", "_part2_part1",
  /// "_stage1"; empty for the last stage.
  std::string Suffix;
};

/// Nests of the source, one after another, that a launch runs as one. As they
/// are written they run where an iteration of the one may touch what another
/// iteration does.
struct SeparateNests {
  std::string Text; ///< as the source has them; empty: there are none
  std::vector<unsigned> Lines; ///< of their loops, but of the first one

  bool empty() const { return Text.empty(); }
};

/// A condition of the preprocessor, and whether it held.
struct TextCondition {
  std::string Text;
  bool Holds = false;
  /// A constant expression that must be true besides; may be empty.
  std::string Besides = {};
};

/// An array that the program around the nest says something of; its extents,
/// outermost first, if it says them.
struct SaidExtents {
  unsigned Array = 0;  ///< into LoopNest::Arrays
  unsigned Number = 0; ///< of what is said
  std::vector<ExprRef> Extents;
};

struct LoopNest {
  Annotation Annot;
  unsigned PerfectDepth = 0; ///< >= 1
  std::vector<Loop> Loops;
  std::vector<Param> Params;
  std::vector<ArrayInfo> Arrays;
  std::vector<Guard> Guards;
  std::vector<Access> Accesses;
  /// The body's; none where only some of its statements are left.
  std::vector<Shortcut> Shortcuts;
  /// Reads of the pointers in tables, which lead to rows: as many subscripts as
  /// have been applied. No access of an element implies them. There are no
  /// Pieces then.
  std::vector<Access> RowLoads;
  std::vector<JointChoice> Choices;      ///< no array is in two of them
  std::vector<CompactedArray> Compacted; ///< each array once
  /// The pieces of the loops whose body has at least two; by text, an outer
  /// loop's before those of the loops in it.
  std::vector<Piece> Pieces;
  /// Each array once; only where the caller asks for it.
  std::vector<SaidExtents> Said;
  std::vector<ExprRef> Assumptions; ///< boolean, hold before the nest
  /// Constant expressions of the source, as spelled, that the structure holds
  /// as numbers and that other flags or headers might change.
  struct FoldedConstant {
    std::string Text;
    int64_t Value;
  };
  std::vector<FoldedConstant> Folded;
  /// On which it depends what Text has of the source.
  std::vector<TextCondition> TextConditions;
  /// Integer subexpressions that the loop headers evaluate, and those inside
  /// subscripts and conditions, need no list: they are reached from the trees.
  std::string Text; ///< the `for` statement, annotations removed
  /// The same as the source has it, which holds for all instantiations of a
  /// template: Text may have the headers and declarations of one. Empty: it is
  /// Text.
  std::string Original;
  /// The values that stand in Text, and those that phases have made of them.
  ValueRef Code = makeValue(ValueKind::Sequence, {});
  /// Not empty: Text has been made for this tensor statement, `x = e;` as the
  /// source has it, which runs wherever the kernel does not. It reads all that
  /// it reads before it writes anything, whatever the order of the loops.
  std::string Statement;
  /// Text has been made of these.
  SeparateNests Separate;
  /// Where one of these fails, evaluated in this order and before all else, the
  /// nest does not say what the statement does. Completes "not certain that".
  struct HostCondition {
    std::string Text, Reason;
  };
  std::vector<HostCondition> Conditions;
  /// The identifiers in HostText of Arrays and Params, ascending; then those in
  /// Statement, Conditions and Place.Prefix. Code has its own as values.
  std::vector<std::string> HostNames, OtherNames;
  StepPlace Step; ///< in its program
  /// One-based column of written()'s first byte in the user's file; 0: unknown.
  /// (Its line follows from Loop::BodyLine.)
  unsigned TextColumn = 0;
  /// The text names a variable of the function around it at byte At, or, if
  /// that is below 0, somewhere in a macro.
  struct LocalUse {
    std::string Name;
    int64_t At;
  };
  std::vector<LocalUse> Locals;
  /// Variables of the function around it that each iteration has for itself.
  /// The text declares them; the launch does not change theirs.
  std::vector<std::string> Privates;
  /// Another such variable: behind the launch it has the value that the loops
  /// would leave in it.
  struct KeptVariable {
    std::string Name;
    /// For a counter: that value, by expressions in front of the nest.
    std::string Value;
    /// Else the last iteration stores it through this pointer, an array of the
    /// nest, which the launch declares with this type.
    std::string Pointer, PointerType;
  };
  std::vector<KeptVariable> Kept;
  /// Variables of Privates and Kept of which the annotation says that each
  /// iteration of the perfect loops sets them before it reads them.
  struct PrivateClaim {
    std::string Name;
    bool IsLast = false; ///< the last iteration sets it, too
  };
  std::vector<PrivateClaim> PrivateClaims;
  /// Where the nest uses them, in no order.
  struct OwnUse {
    unsigned Claim = 0; ///< into PrivateClaims
    enum Kind : unsigned char { Read, Write, Update } Is = Read;
    std::string Text; ///< as spelled
  };
  std::vector<OwnUse> OwnUses;
  /// The functions that kernels call; callees before their callers.
  std::vector<DeviceClone> Functions;
  /// Calls in Text, as far as they are of that form.
  std::vector<ReadingCall> Readings;
  std::vector<OpenedMember> Opened;
  /// Such texts, and what messages say instead: a text behind those in it.
  std::vector<std::pair<std::string, std::string>> Shown;
  /// Calls of functions whose accesses are among Accesses: where the function's
  /// body stands, and the call, in the nest or in another such body.
  struct CallInside {
    SourceRef Body, Call;
    std::string Name;
  };
  std::vector<CallInside> Calls;
  /// The launch may find out by a pass over the loops whether two iterations
  /// of the independentLoops() touch one element but to read it, and run them
  /// as they are written where some do.
  bool MayTellApart = false;
  /// A `continue` stands in the nest, perhaps out of a macro.
  bool Continues = false;
  /// Where an iteration ends the program, in the nest or in a function that it
  /// calls; invalid: none does.
  SourceRef EndsAt;
  std::string EndsText; ///< as spelled there
  Placement Place;
  SourceRef Where; ///< the outermost `for` keyword

  bool isStatement() const { return !Statement.empty(); }
  bool isPart() const { return Step.Role == StepRole::Part; }
  /// The user says that no two iterations touch one element of the array.
  bool isIndependent(unsigned Array) const;
  /// The user says that, or how many elements the array has.
  bool isClaimed(unsigned Array) const;
  /// The choice that the array is part of, or null.
  const JointChoice *choiceOf(unsigned Array) const;
  /// How it is compacted, or null.
  const CompactedArray *compactedOf(unsigned Array) const;
  /// It stores what the user wants stored.
  bool isLastStage() const {
    return Step.Role != StepRole::Stage || Step.Number == Step.Of;
  }
  /// The text that the user wrote.
  const std::string &written() const {
    return isStatement() ? Statement : Text;
  }
  void dump(llvm::raw_ostream &OS) const; ///< stable text for --dump=frontend
};

/// The two texts of a nest: in its function, and outside of it, over the
/// parameters of a kernel.
enum class TextOf : unsigned char { Function, Kernel };

/// Text, which is HostText or StorageText of something, as messages have it.
std::string shownText(const LoopNest &N, std::string Text);

/// Calls Found for each identifier in a reading of V, and for those that its
/// macros mention.
void forEachName(const Value &V, const LoopNest &N, TextOf Which,
                 llvm::function_ref<void(llvm::StringRef)> Found);

/// The outer Rank loops of N count down, so that iterations run by descending
/// counters; none where some of them do and others do not.
std::optional<bool> countsDown(const LoopNest &N, unsigned Rank);

/// The body of loop L as it stands in Code; an empty sequence where it has no
/// text.
ValueRef bodyOf(const Loop &L, const ValueRef &Code);

/// Says of what D finds in the body of a function where the nest calls it.
void noteCalls(const LoopNest &N, Diagnostic &D);

} // namespace heddle

#endif
