//===- Machine.h - Runs what was read from rewritten text ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the launch of a nest, thread by thread, or the loop as written, over
// given values of the parameters. Integers are what C++ says they are. Floating
// point is the field of integers modulo 2^61 - 1: sums and products are the
// same in any order there, and two expressions that are not the same differ
// for nearly all values. What stands in memory before is a hash of its place.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_MACHINE_H
#define HEDDLE_VALIDATE_MACHINE_H

#include "Validate/Tree.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <array>
#include <optional>
#include <set>

namespace heddle {
namespace validate {

struct Value {
  int64_t N = 0;
  bool Ok = true; ///< checked, tri: known
};

/// Objects of one run, behind those that runs share.
constexpr unsigned FirstCopy = 0x400000, FirstTemporary = 0x480000,
                   FirstLocal = 0x500000;

/// A pointer is the number of an object and an offset in bytes.
int64_t pointerTo(unsigned Object, int64_t Offset = 0);
unsigned objectOf(int64_t Pointer);
int64_t offsetOf(int64_t Pointer);

/// A value of type T, as T holds it: wrapped around.
int64_t wrapped(int64_t V, Type T);
bool holds(Type T, __int128 V);

struct Parameter {
  int64_t Place; ///< pointer to it
  Type Ty;
  std::string Name;
  bool IsExtent = false; ///< at least 0

  int64_t value(int64_t Drawn) const;
};

/// What all runs of a nest share: whose memory is whose, which integers are
/// parameters, and their values in this instance.
class World {
public:
  explicit World(const Nest &N) : N(N), Objects(N.Objects) {}

  const Nest &N;
  std::vector<Object> Objects;
  std::vector<Parameter> Parameters;
  std::vector<int64_t> Values; ///< of the parameters
  int64_t Default = 4;         ///< of those that are not known yet
  uint64_t Seed = 0;

  /// The object that the pointer at Place points to at first.
  unsigned pointee(int64_t Place) { return dataAt(Pointees, Place); }
  /// The member array at Place, as an object of its own.
  unsigned subObject(int64_t Place) { return dataAt(Subs, Place); }
  Value parameter(int64_t Place, Type T);
  /// Some run has read the one at Place.
  bool isParameter(int64_t Place) const { return ParameterAt.contains(Place); }
  /// Of the tensor or view at Place, at least 0.
  Value extent(int64_t Place, int64_t Dimension);
  /// Statements need extents to be equal, so that most instances have them so.
  void agree(int64_t Place, int64_t Dimension, int64_t Other,
             int64_t OtherDimension);
  void agree(int64_t Place, int64_t Dimension, int64_t Constant);
  /// One parameter of each class of such extents that is not a constant.
  std::vector<Parameter> representatives() const;
  /// Sets Values from those of the representatives.
  void spread(const std::vector<int64_t> &Drawn);
  /// Of some tensors nothing has been stored, in some instances.
  bool hasShape(int64_t Place);
  bool isDense(int64_t Place);
  /// What else is special in this instance: "'x' has no shape".
  std::set<std::string> Special;
  bool isData(unsigned Object) const;
  std::string describe(int64_t Pointer) const;

private:
  unsigned dataAt(llvm::DenseMap<int64_t, unsigned> &Known, int64_t Place);
  unsigned extentAt(int64_t Place, int64_t Dimension);
  unsigned classOf(unsigned Parameter) const;

  llvm::DenseMap<int64_t, unsigned> Pointees, Subs, ParameterAt;
  llvm::DenseMap<unsigned, unsigned> EqualTo; ///< of parameters
  llvm::DenseMap<unsigned, int64_t> Fixed;    ///< of classes
};

class Sample;

struct Event {
  int64_t Place;
  int64_t V;
  bool Write;
  int Context; ///< in Run::Contexts
};

/// Where an event came from: block and thread, or the counters of the loops.
using Context = llvm::SmallVector<int64_t, 6>;

struct ArrayRange {
  unsigned Object;
  int64_t Begin, End; ///< bytes, half-open
  int64_t Size;       ///< of an element
  Access How;
};

struct Cell {
  int64_t V = 0;
  int Writer = -1, Reader = -1, Updater = -1; ///< threads; -2: several
  bool Written = false;
  bool WrittenNow = false; ///< by the kernel that runs
  bool Monotone = false;   ///< all updates so far: minima, or maxima
  Type T;
};

class Machine {
public:
  Machine(World &W, uint64_t Steps) : StepsLeft(Steps), W(W), N(W.N) {}

  /// The launch, where each thread is one of a kernel; the first Skip shapes
  /// that are asked whether they fit do not, of each kernel that is to run.
  void launch(unsigned Skip);
  /// A statement of the block, as the loop as written.
  void runLoop(const Node *Statement);
  /// What is promised before the block.
  bool assumptionsHold();

  enum class Path : unsigned char { None, Done, Nothing, Sequential };
  Path Taken = Path::None;
  unsigned Kernel = 0; ///< Done: in Nest::Launches; of several the last
  std::vector<unsigned> Kernels; ///< Done: all that ran
  bool SkippedAll = true; ///< as many shapes were asked as were to be skipped

  /// Only these iterations run; the loop chooses them, before a launch.
  Sample *Some = nullptr;
  /// The launch decides for the loops of CPU threads, which run.
  bool ForParallel = false;
  /// Kernels do not run, nor loops of parts; only thread spaces are looked at.
  bool ShapesOnly = false;
  bool Undefined = false; ///< met what the language leaves undefined
  std::string Refused;    ///< why only the library goes on, as by throwing
  bool Exhausted = false; ///< met a limit; nothing else is known
  bool TooMany = false;   ///< the limit was that of threads
  uint64_t Iterations = 0;
  unsigned Threads = 0; ///< that ran
  unsigned Live = 0;    ///< of the last kernel, those that passed all guards
  std::string Wrong;    ///< in the launch, whatever the loop does
  std::vector<Event> Events;
  llvm::DenseSet<int64_t> HostReads; ///< of array elements, outside of kernels
  std::vector<Context> Contexts;
  std::vector<ArrayRange> Ranges;
  llvm::DenseSet<unsigned> Unordered; ///< objects of updates and reductions
  llvm::DenseMap<int64_t, Cell> Memory;
  uint64_t StepsLeft;

  Value initial(int64_t Place, Type T);

private:
  enum class Flow : unsigned char { Next, Break, Continue, Return };
  struct Interval {
    int64_t Lo, Hi;
  };
  using Box = std::array<Interval, 6>;
  struct ShapeValue {
    std::array<Value, 6> E;
  };
  struct ArrayValue {
    Value Pointer, First, Last;
    Access How;
    int64_t Size;
  };

  static bool areApart(const ArrayValue &A, const ArrayValue &B);
  Value eval(const Node *E);
  Value evalInt(const Node *E);
  Value evalFloat(const Node *E);
  Value evalChecked(const Node *E);
  Value compare(const Node *E);
  Value cast(const Node *E);
  Value hostOp(const Node *E);
  static bool fits(const ShapeValue &S);
  Value call(const Node *E);
  Value tensorOp(const Node *E);
  Flow exec(const Node *S);
  Flow loop(const Node *S);
  bool chooseIterations(const Node *S);
  bool isLeftOut(const Node *S) const;
  bool mappedCounters(const Node *S, llvm::SmallVectorImpl<int64_t> &V) const;
  Value &slot(int64_t I) { return Stack[Base + I]; }
  bool step();
  void undefined() { Undefined = true; }
  bool stopped() const {
    return Undefined || Exhausted || !Wrong.empty() || !Refused.empty();
  }

  Value load(int64_t Place, Type T);
  void store(int64_t Place, Value V, Type T);
  void update(int64_t Place, Value V, Type T, Combine By);
  Cell &cellAt(int64_t Place, Type T);
  void event(int64_t Place, int64_t V, bool Write);
  void checkRange(int64_t Place, bool Write, const Cell &C);
  void checkRace(int64_t Place, const Cell &C, bool Write, bool Update);
  int currentContext();
  Value atLaunch(int64_t Place, Type T);

  // Threads.cpp
  Value runKernel(const Node *E);
  bool takesCopy(const Node *E);
  bool bindArgument(const Function &F, unsigned Parameter, const Node *E);
  bool bindArray(const ArrayValue &A, Value &Pointer);
  bool known(const ArrayValue &A) const;
  void beginKernel(const LaunchSite &L);
  void checkCopies();
  void checkOutputs();
  void enumerate(const Function &F, Box B, bool Known);
  enum class Verdict : unsigned char { Off, On, Maybe };
  Verdict guard(const Function &F, const Box &B);
  Interval range(const Node *E, const Box &B);
  static Interval truth(Interval A);
  bool guardLine(const Node *S, const Box &B, Verdict &V);
  Verdict sampled(Verdict V);
  void oneThread(const Function &F);
  void finishReduction();

  World &W;
  const Nest &N;
  std::vector<Value> Stack;
  size_t Base = 0;
  Value Returned;
  unsigned Depth = 0;
  bool InKernel = false, Launching = false;
  int Thread = -1;
  unsigned Skip = 0, SkipEach = 0;
  unsigned Locals = 0, Temporaries = 0;
  size_t CopiesBefore = 0; ///< in CopyOf, of kernels before this one
  /// What kernels and loops before this one have stored.
  llvm::DenseMap<int64_t, int64_t> Stored;
  std::vector<std::pair<int64_t, ArrayValue>> CopyOf; ///< origin; what
  std::vector<ShapeValue> Shapes;
  std::vector<ArrayValue> Arrays;
  std::vector<Value> Arguments;
  std::vector<Interval> Bounds; ///< of a kernel's slots
  std::array<int64_t, 6> Coordinates{};
  bool CoordinatesInSlots = false;
  bool Samples = false;           ///< the kernel runs for iterations of Some
  bool CountersKnown = false;     ///< of the box that was looked at last
  std::vector<unsigned> Counting; ///< slots of loops that run
  bool FreshContext = true;
  bool LeftToLoop = false; ///< the launch has come to the loop as written
  /// Calls in the body of a loop that counts: what they do is the iteration's.
  unsigned CallsInside = 0;
  const LaunchSite *Site = nullptr;
  std::vector<Value> Partial; ///< of a reduction
  std::vector<ArrayValue> Reduced;
};

/// Values of two operands under By.
Value combined(Combine By, Value A, Value B, Type T);

namespace field {
constexpr uint64_t P = (uint64_t{1} << 61) - 1;
uint64_t of(int64_t V);
uint64_t ofUnsigned(uint64_t V);
uint64_t of(double V);
uint64_t add(uint64_t A, uint64_t B);
uint64_t sub(uint64_t A, uint64_t B);
uint64_t mul(uint64_t A, uint64_t B);
uint64_t inverse(uint64_t A);
} // namespace field

uint64_t mixed(uint64_t A, uint64_t B);

} // namespace validate
} // namespace heddle

#endif
