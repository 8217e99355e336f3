//===- Check.cpp - A launch and its loop, run and compared ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Check.h"
#include "Validate/AllSizes/AllSizes.h"
#include "Validate/Compare.h"
#include "Validate/Instances.h"
#include "Validate/Interpret/Field.h"
#include "Validate/Launch/ClaimRun.h"
#include "Validate/Launch/Runs.h"
#include <algorithm>
#include <set>
#include <utility>

namespace heddle {
namespace validate {
namespace {

class Checker {
public:
  Checker(const Nest &N, const CheckOptions &Options)
      : N(N), W(N), Budget(Options.Steps), StepsOfRun(Options.StepsOfRun) {
    Result.Ran.assign(N.Launches.size(), false);
    Result.OneBlock.assign(N.Launches.size(), false);
    for (const LaunchSite &L : N.Launches)
      if (N.Functions[L.Kernel].isInPhases()) {
        Budget = std::max(Budget, CheckOptions::StepsInPhases);
        StepsOfRun = std::max(StepsOfRun, CheckOptions::StepsOfRunInPhases);
      }
  }
  CheckResult run();

private:
  /// False: enough has been seen.
  bool instance();
  bool runsAsWritten();
  bool claimsHold(LoopRun &Loop);
  bool parallel(LoopRun &Loop, LaunchRun::Mode How);
  bool firstInstance();
  bool sampleFrom(int64_t Size);
  void compareAllSizes();
  bool launchOnce(LoopRun &Loop, const Sample *Chosen, unsigned Skip,
                  bool RunsAreWhole);
  bool may(bool LaunchSite::*Run) const {
    return llvm::any_of(N.Launches,
                        [&](const LaunchSite &L) { return L.*Run; });
  }
  bool mayRunInBlocks() const {
    return llvm::any_of(N.Launches,
                        [](const LaunchSite &L) { return L.BlockRows != 0; });
  }
  void severalBlocks(const Instances &All);
  void largerTensors();
  void otherData();
  void largeInstance();
  void compareLarge(const LaunchRun &Launch);
  std::string notOneToOne(unsigned Launch) const {
    return "the threads of '" + N.Functions[N.Launches[Launch].Kernel].Name +
           "' are not one to one with the iterations of the loop";
  }
  /// Kernels in phases that are launched in several blocks.
  void noteBlocks(const LaunchRun &Launch) {
    for (const unsigned Kernel : Launch.InBlocks)
      Result.OneBlock[Kernel] = true;
  }
  void wrong(const std::string &What);
  uint64_t left() const { return Spent >= Budget ? 0 : Budget - Spent; }

  const Nest &N;
  World W;
  CheckResult Result;
  uint64_t Spent = 0, Budget;
  std::set<unsigned> RanInBlocks; ///< kernels in phases, of several blocks
  /// The large sizes for which a launch was compared.
  struct LargeSizes {
    std::map<ptrdiff_t, unsigned> Compared; ///< by the longest parameter
    std::vector<int64_t> Last;              ///< the values of the last time
    bool Tell = true;                       ///< isl told of all so far
  };
  std::map<unsigned, LargeSizes> Large; ///< by launches
  bool AsksForRuns = false;             ///< some launch does
  uint64_t StepsOfRun;
  bool Compared = false;        ///< some launch of this instance
  bool Decided = false;         ///< it is known which path its launch takes
  std::optional<unsigned> Some; ///< loops of which some iterations run
  unsigned NotSampled = 0;      ///< launches that do not run then
};

/// What: empty if nothing.
void Checker::wrong(const std::string &What) {
  if (What.empty() || !Result.Wrong.empty())
    return;
  std::string Text;
  for (size_t I = 0; I != W.Parameters.size(); ++I)
    Text +=
        (I ? ", " : "for ") + W.Parameters[I].Name + " = " +
        std::to_string(I < W.Values.size() ? W.Parameters[I].value(W.Values[I])
                                           : W.Parameters[I].value(W.Default));
  for (const std::string &One : W.Special)
    Text += (Text.empty() ? "for " : ", ") + One;
  Result.Wrong = Text + (Text.empty() ? "" : ": ") + What;
}

/// False where there is no such launch.
bool Checker::launchOnce(LoopRun &Loop, const Sample *Chosen, unsigned Skip,
                         bool RunsAreWhole) {
  LaunchRun Launch(W, StepsOfRun, LaunchRun::Mode::Kernels, Skip, Chosen);
  Launch.RunsAreWhole = RunsAreWhole;
  Launch.run();
  AsksForRuns |= Launch.AsksForRuns;
  const Outcome &End = Launch.Host.End;
  const uint64_t Iterations = Loop.Host.Watch.iterations();
  Spent += End.steps();
  noteBlocks(Launch);
  if (!Launch.SkippedAll)
    return false;
  const bool Done = Launch.Taken == LaunchRun::Path::Done;
  const std::string Kernel =
      Done ? "the threads of '" +
                 N.Functions[N.Launches[Launch.Kernel].Kernel].Name + "'"
           : "the launch";
  // Threads that own elements may be more, and have nothing to do.
  const bool OneToOne =
      Done && !N.Counters.empty() && !N.InParts &&
      !N.Launches[Launch.Kernel].IsStage &&
      N.Launches[Launch.Kernel].Mapped.size() == N.Counters.size();
  if (OneToOne && Launch.TooMany && Iterations < Launch.Live) {
    wrong(Kernel + " are more than the iterations of the loop");
    return false;
  }
  if (End.isExhausted())
    return true;
  Compared = true;
  if (!End.wrong().empty())
    wrong(Kernel + ": " + End.wrong());
  else if (!End.refused().empty())
    wrong(Kernel + ": " + End.refused() + ", which is not so as written");
  else if (End.isUndefined())
    wrong(Kernel + ": the arithmetic is undefined, that of the loop is not");
  else if (Launch.Taken != LaunchRun::Path::Sequential)
    wrong(differenceOf(N, W, Launch, Loop, Kernel, Some.has_value()));
  if (Result.Wrong.empty() && OneToOne && Launch.Live > Iterations)
    wrong(Kernel + " are more than the iterations of the loop");
  if (Done)
    for (const unsigned Ran : Launch.Kernels)
      Result.Ran[Ran] = true;
  RanInBlocks.insert(Launch.InBlocks.begin(), Launch.InBlocks.end());
  return Done;
}

/// Values so small that the loop comes to its end.
bool Checker::firstInstance() {
  constexpr uint64_t Few = 4000000; // again, where extents are constants
  const uint64_t Usual = StepsOfRun;
  std::vector<int64_t> Sizes{4, 2, 1, 1, 1, 1};
  if (!N.Assumptions.empty()) // as of multiples of the width of a block
    Sizes.insert(Sizes.end(), {32, 64, 0});
  if (N.Checked) // of elements that data say
    Sizes.insert(Sizes.end(), {8, 16});
  for (int64_t Size : Sizes) {
    ++W.Seed; // what the data are may decide, too
    W.Default = Size;
    W.spread({});
    (void)instance();
    if (Result.Instances || !Result.Wrong.empty())
      break;
    StepsOfRun = std::min(StepsOfRun, Few);
  }
  StepsOfRun = Usual;
  // Conditions around the launch may want values that differ, as of `k < n`,
  // and so may arrays, in which `x[i ^ k]` must be.
  for (unsigned Try = 0;
       Try != 64 && !Result.Instances && Result.Wrong.empty() &&
       (!N.Assumptions.empty() || (Result.Undefined && !Result.Exhausted));
       ++Try) {
    std::vector<int64_t> Drawn;
    for (unsigned I = 0; I != W.representatives().size(); ++I)
      Drawn.push_back(static_cast<int64_t>(mixed(Try, I) % 7));
    ++W.Seed;
    W.Default = 4;
    W.spread(Drawn);
    (void)instance();
  }
  // By its definition a tensor statement may take many steps for an element.
  for (int Try = 0;
       N.IsTensor && Try != 4 && !Result.Instances && Result.Wrong.empty();
       ++Try) {
    StepsOfRun = std::max<uint64_t>(StepsOfRun, 2000000);
    Spent = 0;
    ++W.Seed;
    W.spread({});
    (void)instance();
  }
  W.Default = 4;
  if (Result.Instances || !Result.Wrong.empty())
    return left() != 0;
  if (Result.AsWritten && !(N.IsTensor && W.representatives().empty())) {
    // Other sizes may be launched; the loop shows the other parameters.
    LoopRun(W, StepsOfRun / 20).run();
    return left() != 0;
  }
  // Extents are constants.
  StepsOfRun *= 5;
  Spent = 0;
  for (int64_t Size : {6, 2})
    if (sampleFrom(Size))
      return left() != 0;
  Some.reset();
  StepsOfRun *= 4;
  Spent = 0;
  (void)instance();
  return false;
}

/// Whether some iterations come to their end, of a nest whose kernels recover
/// the same counters.
bool Checker::sampleFrom(int64_t Size) {
  Some.reset();
  if (N.InParts) // of which later ones need what iterations before have stored
    return false;
  NotSampled = 0;
  for (const LaunchSite &L : N.Launches) {
    // The first ones may be such that only all threads of a block can run.
    if (!Some && N.Functions[L.Kernel].isInPhases()) {
      ++NotSampled;
      continue;
    }
    if (L.IsStage) // of which the others need all elements
      continue;
    if (L.Scans) // iterations need those before them
      return false;
    if (L.Mapped.empty() || L.Mapped.size() != Some.value_or(L.Mapped.size()))
      return false;
    Some = static_cast<unsigned>(L.Mapped.size());
  }
  if (!Some)
    return false;
  W.Default = Size;
  W.Seed += N.IsTensor; // a tensor may have been without a shape
  W.spread({});
  (void)instance();
  Result.Sampled = Result.Instances || !Result.Wrong.empty();
  return Result.Sampled;
}

/// Whether the launch leaves it at the loop, which need not even end then.
bool Checker::runsAsWritten() {
  LaunchRun Launch(W, StepsOfRun, LaunchRun::Mode::Shapes);
  Launch.run();
  const Outcome &End = Launch.Host.End;
  Spent += End.steps();
  const bool Leaves =
      Launch.Taken == LaunchRun::Path::Sequential && !End.stopped();
  Result.AsWritten += Leaves;
  Decided = !End.isUndefined() && !End.isExhausted() && End.refused().empty();
  return Leaves;
}

/// The annotation's claims are right in this instance: nothing is promised of
/// others. The loops that look at claims do as those that are written.
bool Checker::claimsHold(LoopRun &Loop) {
  if (!N.Checked)
    return true;
  ClaimRun Claims(W, StepsOfRun);
  Claims.run();
  const Outcome &End = Claims.Host.End;
  Spent += End.steps();
  if (End.stopped())
    return false;
  wrong(memoryDifference(N, W, Claims.Host, Loop.Host,
                         "the loops that look at claims"));
  return true;
}

/// The loops for CPU threads, too: each outermost one, or several together.
/// False: these take too many steps.
bool Checker::parallel(LoopRun &Loop, LaunchRun::Mode How) {
  LaunchRun Parallel(W, StepsOfRun, How);
  Parallel.run();
  const Outcome &End = Parallel.Host.End;
  Spent += End.steps();
  const std::string Wrong =
      End.isUndefined() ? "undefined arithmetic" : End.wrong();
  const std::string Threads = "the loops for CPU threads";
  // They have loops over blocks, and over rows and strips of these.
  constexpr uint64_t Times = 200;
  if (!Wrong.empty())
    wrong(Threads + ": " + Wrong);
  else if (End.isExhausted() && End.steps() > Times * Loop.Host.End.steps())
    wrong(Threads + " do not come to an end");
  else if (!End.isExhausted() && Parallel.Taken != LaunchRun::Path::Sequential)
    wrong(differenceOf(N, W, Parallel, Loop, Threads, Some.has_value()));
  if (How == LaunchRun::Mode::Blocked)
    wrong(strayRead(W, Parallel.Host, Loop.Host, Threads));
  return !End.isExhausted();
}

bool Checker::instance() {
  W.Special.clear();
  if (!assumptionsHold(W, StepsOfRun))
    return true;
  if (runsAsWritten())
    return left() != 0;
  Sample Chosen(Some.value_or(0));
  LoopRun Loop(W, StepsOfRun, Some ? &Chosen : nullptr);
  Loop.run();
  const Outcome &End = Loop.Host.End;
  Spent += End.steps();
  Result.Undefined |= End.isUndefined();
  Result.Exhausted |= End.isExhausted();
  if (!End.refused().empty() && Decided)
    wrong("the launch does not leave it to the statement as written, of which "
          "only the library knows the end: " +
          End.refused());
  if (End.isExhausted() || End.isUndefined() || !End.refused().empty())
    return left() != 0 && Result.Wrong.empty();
  if (!claimsHold(Loop)) {
    Result.ClaimsFailed = true;
    return left() != 0;
  }
  unsigned Launches = Some ? NotSampled : 0;
  Compared = false;
  while (Result.Wrong.empty() &&
         launchOnce(Loop, Some ? &Chosen : nullptr, Launches, true))
    ++Launches;
  // Arrays may begin anywhere; a few instances tell.
  constexpr unsigned Enough = 4;
  if (AsksForRuns && Result.Wrong.empty() && Result.Instances < Enough)
    for (unsigned Skip = 0; Skip != Launches && Result.Wrong.empty(); ++Skip)
      (void)launchOnce(Loop, Some ? &Chosen : nullptr, Skip, false);
  const bool IsParallel = N.InParts || (N.Parallel && N.Parallel != N.Written);
  const bool Runs = !Some && Result.Instances % 4 == 0;
  if (Runs && IsParallel && Result.Wrong.empty())
    (void)parallel(Loop, LaunchRun::Mode::CpuThreads);
  if (Runs && may(&LaunchSite::Collapsible) && Result.Wrong.empty())
    (void)parallel(Loop, LaunchRun::Mode::Collapsed);
  if (Runs && mayRunInBlocks() && Result.Wrong.empty())
    (void)parallel(Loop, LaunchRun::Mode::Blocked);
  if (Result.Wrong.empty() && !Compared)
    return left() != 0;
  ++Result.Instances;
  Result.Launched += Launches != 0;
  return left() != 0 && Result.Wrong.empty();
}

/// Kernels multiply in the order that the library takes for many elements, and
/// are not launched for few. By its definition such a statement takes many
/// steps for one element.
void Checker::largerTensors() {
  if (!N.IsTensor)
    return;
  const uint64_t Usual = StepsOfRun;
  StepsOfRun = CheckOptions::StepsOfTensors;
  const bool Before = std::exchange(Result.Exhausted, false);
  for (const int64_t Size : {8, 16, 32}) {
    if (Result.Launched || Result.Exhausted || !Result.Wrong.empty())
      break;
    Spent = 0;
    (void)sampleFrom(Size);
  }
  Result.Exhausted |= Before;
  StepsOfRun = Usual;
}

/// Where there are no parameters elements of arrays may say what is launched,
/// `size[0]`: more of them, until some have launched the kernels.
void Checker::otherData() {
  constexpr unsigned Enough = 3;
  constexpr uint64_t Last = 64;
  while (Result.Wrong.empty() && W.representatives().empty() &&
         Result.Launched < Enough && W.Seed < Last) {
    ++W.Seed;
    W.spread({});
    if (!instance())
      break;
  }
}

/// CPU threads have several blocks: no kernel runs.
void Checker::severalBlocks(const Instances &All) {
  const uint64_t Usual = StepsOfRun;
  StepsOfRun = CheckOptions::StepsOfBlocks;
  for (const std::vector<int64_t> &Values :
       All.severalBlocks(W.representatives())) {
    if (!Result.Wrong.empty())
      break;
    W.spread(Values);
    W.Special.clear();
    if (!assumptionsHold(W, StepsOfRun))
      continue;
    LoopRun Loop(W, StepsOfRun);
    Loop.run();
    const bool Ended =
        !Loop.Host.End.stopped() && parallel(Loop, LaunchRun::Mode::Blocked);
    Result.FewBlocks |=
        Loop.Host.End.isExhausted() || (!Loop.Host.End.stopped() && !Ended);
  }
  StepsOfRun = Usual;
}

/// All threads of a launch that was not compared for all sizes, for these.
void Checker::compareLarge(const LaunchRun &Launch) {
  constexpr unsigned Enough = 6;
  constexpr int64_t Long = 1 << 30; // others seldom come near 32 bits
  const auto Longest = std::max_element(W.Values.begin(), W.Values.end());
  if (Longest == W.Values.end() || *Longest < Long)
    return;
  if (Launch.Taken != LaunchRun::Path::Done || !Launch.Host.End.wrong().empty())
    return;
  const unsigned At = Launch.Kernel;
  LargeSizes &Of = Large[At];
  if (N.InParts || Result.ForAll[At] || !Of.Tell || Of.Last == W.Values ||
      N.Functions[N.Launches[At].Kernel].isInPhases() ||
      Of.Compared[Longest - W.Values.begin()]++ >= Enough)
    return;
  Of.Last = W.Values;
  const ValueAt Sizes = [&](int64_t Place, Type T) -> std::optional<int64_t> {
    return W.isParameter(Place) ? std::optional(W.parameter(Place, T).N)
                                : std::nullopt;
  };
  const ForAll Found = compareForAll(N, At, &Sizes);
  Of.Tell = Found != ForAll::Unknown; // so it would be for others
  if (Found == ForAll::Differs)
    wrong(notOneToOne(At));
  if (Found == ForAll::BeyondType)
    wrong("a thread of '" + N.Functions[N.Launches[At].Kernel].Name +
          "' computes a number that its type does not hold");
}

/// Only which thread space is chosen, and whether it fits a device.
void Checker::largeInstance() {
  if (!assumptionsHold(W, StepsOfRun))
    return;
  for (unsigned Skip = 0; Skip != 4; ++Skip) {
    LaunchRun Launch(W, StepsOfRun, LaunchRun::Mode::Shapes, Skip);
    Launch.run();
    const Outcome &End = Launch.Host.End;
    noteBlocks(Launch);
    if (!End.wrong().empty())
      wrong(End.wrong());
    compareLarge(Launch);
    if (!Launch.SkippedAll || End.isUndefined() || End.isExhausted() ||
        !End.refused().empty())
      return;
  }
}

/// Compares for all sizes, as far as isl can tell.
void Checker::compareAllSizes() {
  for (unsigned I = 0; I != N.Launches.size(); ++I) {
    // A part is compared with its own loops.
    const bool InPhases = N.Functions[N.Launches[I].Kernel].isInPhases();
    const ForAll Found =
        N.InParts || InPhases ? ForAll::Unknown : compareForAll(N, I);
    // The values that a scan passes on are not looked at there.
    Result.ForAll.push_back(Found == ForAll::Same && !N.Launches[I].Scans);
    if (Found == ForAll::Differs && Result.Wrong.empty())
      Result.Wrong = notOneToOne(I);
  }
}

CheckResult Checker::run() {
  compareAllSizes();
  // Which parameters there are shows in the first runs.
  if (!Result.Wrong.empty() || !firstInstance())
    return Result;
  Instances All(N);
  std::vector<int64_t> Drawn;
  const uint64_t Usual = StepsOfRun;
  while (Result.Wrong.empty()) {
    if (!All.next(W.representatives(), Drawn, W.Seed))
      break;
    StepsOfRun = All.isLong(Drawn) ? CheckOptions::StepsOfLongRun : Usual;
    W.spread(Drawn);
    if (!instance())
      break;
  }
  StepsOfRun = Usual;
  largerTensors();
  otherData();
  if (mayRunInBlocks())
    severalBlocks(All);
  for (const std::vector<int64_t> &Values : All.large(W.representatives())) {
    if (!Result.Wrong.empty())
      break;
    W.spread(Values);
    largeInstance();
  }
  for (const unsigned Kernel : RanInBlocks)
    Result.OneBlock[Kernel] = false;
  return Result;
}

} // namespace

CheckResult check(const Nest &N, const CheckOptions &Options) {
  return Checker(N, Options).run();
}

} // namespace validate
} // namespace heddle
