//===- AffineNest.h - A nest as integer sets and relations -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements with domains and access relations as isl objects over one
// parameter space. Every set is exact for the parameter values in Context for
// which all Checks hold, except where Access says May (then it
// over-approximates). Elsewhere the integer reading may differ from C++.
//
// Iteration vectors: the first Depth dimensions are the perfect loops,
// outermost first, as *counter values* of the source; then the inner loops of
// the statement in nesting order. Array index vectors: the dimensions after
// linear subscripts with run-time strides have been taken apart, outermost
// first.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_AFFINENEST_H
#define HEDDLE_AFFINE_AFFINENEST_H

#include "Affine/Isl.h"
#include "Diagnostics/Report.h"
#include "IR/LoopNest.h"
#include "Support/Sym.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle {

/// The order in which the emitted checks run (DESIGN: 'which path runs').
enum class CheckKind : unsigned char {
  Range,  ///< what loop headers evaluate; failing: sequential
  Stride, ///< windows of linear subscripts; failing: sequential
  Other,  ///< remaining ranges of evaluated expressions; failing: sequential
  Apart,  ///< iterations touch elements of their own; failing: sequential
};

/// A condition on parameters that must hold for the fast path.
struct RuntimeCheck {
  CheckKind Kind;
  isl::Set Holds;     ///< parameter set
  Sym Cond;           ///< the same, over leaves named like the parameters
  std::string Reason; ///< for the trace and the comment, e.g.
                      ///< "'j' stays below the row length 'ld' of 'a'"
};

/// One dimension of the iteration space of the perfect loops.
struct Dimension {
  std::string Counter; ///< name of the loop variable
  Sym Lower, Upper;    ///< half-open, over parameter leaves (may cross: empty)
  int64_t Step = 1, Width = 1;
  int64_t Direction = 1; ///< +1 or -1: order of execution
  /// Behind AffineNest::RectangularDepth Lower and Upper are the ends over all
  /// iterations. For counters that the loops outside take, the loop takes
  /// those of these values for which this holds; over counters and parameters.
  Sym Taken = Sym::truth(true);
  /// About so many of 100 points of the box up to here are no iterations; for
  /// parameters that are alike, to weigh and to tell.
  unsigned Idle = 0;
};

/// Elements from First to Last, inclusive, counted from the pointer that is
/// passed; none unless Touched.
struct ElementRange {
  Sym Touched = Sym::truth(true);
  Sym First, Last;
};

/// Values of one subscript, inclusive; First is 0 and Last is -1 where there
/// are none.
struct SubscriptRange {
  Sym First, Last;
};

/// An array after delinearisation.
struct AffineArray {
  std::string IslName;
  /// Set for an array with subscripts that say nothing about dependences: every
  /// element lies in the range, which exists as a whole. Relations then go to
  /// any element; Widths and Dims mean nothing. The nest only reads the array,
  /// or updates it in any order, or each of its writes is a may-access and the
  /// user says that iterations have their own elements.
  std::optional<ElementRange> Range;
  /// Extent of each dimension but the outermost, in elements, over parameter
  /// leaves: the linear offset is ((d0 * W1 + d1) * W2 + d2) ...
  /// Empty for tables, whose rows lie anywhere: the subscripts are the
  /// dimensions.
  std::vector<Sym> Widths;
  unsigned Dims = 1;
};

/// One source access as a relation { iteration -> element }, restricted to the
/// iterations that execute it (over-approximated if May).
struct AffineAccess {
  unsigned Source = 0; ///< index into LoopNest::Accesses
  unsigned Array = 0;
  bool IsWrite = false;
  bool May = false;
  isl::Map Relation; ///< from Stmt[perfect loops, inner loops]
  /// The same to the element's place in the rows that the caller has given, if
  /// any (GivenRows), each inner subscript within its width; null: unknown.
  /// Where subscripts do not name rows, and all iterations together touch all
  /// elements, each of them may touch any.
  isl::Map InRows;
  isl::Set Domain;                  ///< in the same space
  std::vector<unsigned> InnerLoops; ///< dims after Depth, as LoopNest loops
  /// Why it is May: the conditions (into LoopNest::Guards) that could not be
  /// read; DataOtherwise: anything else.
  std::vector<unsigned> DataGuards;
  bool DataOtherwise = false;
};

/// Where the expression may not have the simpler value of a shortcut.
struct AffineShortcut {
  unsigned Source = 0; ///< into LoopNest::Shortcuts: the first that isSame
  /// Iterations of the perfect loops, in some iteration of the loops inside,
  /// within those where all Checks hold; a superset.
  isl::Set Fails;
};

/// LoopNest::RowLoads as a relation { iteration -> subscripts }.
struct AffineRowLoad {
  unsigned Array = 0;
  bool May = false;
  isl::Map Relation;
};

/// A perfect loop of the source that does not run in the kernel, since the
/// thread and the loops outside of it say which value its counter has.
struct SolvedLoop {
  /// Into LoopNest::Loops; a mapped one's counter is what the thread recovers.
  unsigned Loop = 0;
  bool Mapped = false;
  /// In LoopNest::Text: the loop's statement, and the end of its header.
  unsigned TextBegin = 0, HeaderEnd = 0, TextEnd = 0;
  /// Not mapped: the counter, over the mapped counters, those of the loops
  /// outside, and parameters. It fits 64 bits, though not always the counter.
  Sym Value;
  std::string Wide; ///< name of the 64-bit local that holds it
  /// Whether the loop takes the value, over Wide where there is one. It is
  /// computed within 64 bits, or as an int if Narrow.
  Sym Runs = Sym::truth(true);
  bool Narrow = false;
};

/// Data say which iterations update an element, so the launch lists them before
/// the kernel runs: the list of an element is its segment. The thread of
/// element k owns element k of each of Arrays; the first mapped loop, of the
/// kernel's own, is over elements. The perfect loops of the source run in the
/// thread, but only the iterations in its segment, and of their updates only
/// those of its elements count.
struct Segments {
  struct Owned {
    unsigned Array = 0;
    std::string Own;     ///< name of the pointer to the thread's element
    std::string Ignored; ///< name of what updates of other elements change
  };
  std::vector<Owned> Arrays; ///< ascending; all that the nest writes
  /// As many segments as the largest array has scalars, over parameters.
  Sym Elements;
  /// Names: the kernel parameter that has where each segment begins, the place
  /// in a segment, and per perfect loop of the source, outermost first, the
  /// kernel parameter that has its counter by place.
  std::string First, At;
  std::vector<std::string> Counters;
  /// Names: the kernel parameter that tells, by element, of iterations in its
  /// segment that update none of the thread's elements, since the device
  /// computes another subscript than the host has; and the local that says
  /// whether an iteration does.
  std::string Missed, Hit;
};

struct AffineNest;

/// A nest as written, whose outermost Rank loops have no order.
struct NestAsWritten {
  std::shared_ptr<const AffineNest> Nest;
  unsigned Rank = 0; ///< at least 1
};

/// The mapped loops are others than the outermost ones of the source, and each
/// thread runs its iterations in the order of the source. It runs all those
/// that update an element of an array, which it owns ("owner computes"); or
/// loops have only changed places.
struct OwnerComputes {
  /// None where loops have changed places: no two iterations that differ in a
  /// mapped loop touch one element but to read it.
  std::optional<unsigned> Array;
  /// Set where CPU threads may share the outermost loops of the source.
  std::optional<NestAsWritten> OnHost;
  /// Outermost first, as written.
  std::vector<SolvedLoop> Loops;
  /// Set where subscripts do not say who updates what; Loops is empty then.
  std::optional<heddle::Segments> Segments;
};

struct AffineNest {
  std::shared_ptr<isl::Context> Isl; ///< declared first: outlives the handles
  std::shared_ptr<const LoopNest> Nest;

  unsigned Depth = 0; ///< number of perfect loops = LoopNest::PerfectDepth
  /// Number of mapped loops if the annotation fixes it (bounds/step/width,
  /// CompressGrid, Permute); otherwise 0: legality chooses it.
  unsigned DeclaredRank = 0;

  isl::Space ParamSpace; ///< all parameters, in the order of Parameters
  struct Parameter {
    std::string Name; ///< leaf name in Sym and isl
    int SourceParam;  ///< index into LoopNest::Params; -1: fresh
    Sym Definition;   ///< fresh ones: what it stands for (e.g. n * m)
    int64_t Min, Max; ///< bounds from its type
  };
  std::vector<Parameter> Parameters;
  isl::Set Context; ///< type bounds and assumptions

  /// Iterations of the perfect loops, named "Stmt", Depth dimensions, source
  /// counters; without the body's ifs.
  isl::Set Domain;
  /// Per perfect loop: the iterations of the loops up to it, each reached by
  /// the headers as they stand.
  std::vector<isl::Set> Prefixes;
  /// Domain restricted to iterations in which some store may execute.
  isl::Set StoreDomain;
  /// One per rectangular loop (RectangularDepth of them), from the annotation
  /// or the headers, and then one per loop whose bounds depend on counters, as
  /// long as the box around their iterations is not much larger than they are;
  /// the mapped prefix of these is what the mapping sees.
  std::vector<Dimension> Dims;
  /// How many leading loops form a rectangular (T, W)-space described by Dims.
  /// At least 1, and the rank of a declared space.
  unsigned RectangularDepth = 0;
  /// The declared space absorbs the body's ifs (equals StoreDomain).
  bool AbsorbsGuards = false;

  std::vector<AffineArray> Arrays; ///< parallel to LoopNest::Arrays
  std::vector<AffineAccess> Accesses;
  /// Into Arrays, ascending: nobody knows which elements iterations touch, so
  /// the launch finds out whether they are their own (LoopNest::MayTellApart).
  std::vector<unsigned> ToldApart;
  std::vector<AffineRowLoad> RowLoads;
  /// Each Where and value once; none where they would not spare much.
  std::vector<AffineShortcut> Shortcuts;
  std::vector<RuntimeCheck> Checks;
  /// True where the loops run no iteration, or none of a declared space that
  /// absorbs conditions; valid after the Range checks.
  Sym ZeroTrip;

  /// Set where loops have changed places; LoopNest::Text has them as written.
  std::optional<OwnerComputes> Owner;

  bool isToldApart(unsigned Array) const;
  void dump(llvm::raw_ostream &OS) const;
};

/// How many loops the annotation says are mapped, by bounds, step, width,
/// CompressGrid or Permute; 0: it does not say.
unsigned declaredRank(const Annotation &A);

/// An array as other nests see it: the extent of each dimension but the
/// outermost, over the nest's parameters.
struct GivenRows {
  unsigned Array = 0; ///< into LoopNest::Arrays
  std::vector<Sym> Widths;
  std::optional<Sym> Outermost; ///< extent of the outermost one, if known
};

/// LoopNest -> AffineNest. Null after reporting at least one error.
std::shared_ptr<const AffineNest>
buildAffineNest(std::shared_ptr<const LoopNest> Nest, Report &R);
/// The same in a context that others share, or that has other limits. Rows: of
/// arrays that are wanted in these, too.
std::shared_ptr<const AffineNest>
buildAffineNest(std::shared_ptr<const LoopNest> Nest, Report &R,
                std::shared_ptr<isl::Context> Isl,
                std::vector<GivenRows> Rows = {});

/// As the source names it; of one that it does not have, what it stands for.
std::string parameterName(const AffineNest &N, const AffineNest::Parameter &P);

} // namespace heddle

#endif
