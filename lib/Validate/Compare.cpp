//===- Compare.cpp - What two runs have done ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Compare.h"
#include "Validate/Contexts.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>

namespace heddle {
namespace validate {

/// The variable there has the last value of one that the loop as written has
/// for itself.
static bool isKept(const Nest &N, int64_t Place) {
  return llvm::any_of(N.Kept, [Place](const LastValue &K) {
    return K.Object == static_cast<int64_t>(objectOf(Place));
  });
}

namespace {

class Comparison {
public:
  Comparison(const Nest &N, const World &W, const LaunchRun &Launch,
             const LoopRun &Loop, const std::string &Who)
      : N(N), W(W), Launch(Launch), Loop(Loop), Who(Who) {}

  std::string events(bool Writes) const;

private:
  const Nest &N;
  const World &W;
  const LaunchRun &Launch;
  const LoopRun &Loop;
  const std::string &Who; ///< "the threads of ..."
};

} // namespace

/// Accesses to elements of arrays, except of those that are updated in any
/// order, and of those whose values the launch passes. Writes: for each element
/// the same values, in the same order. Reads: the same elements with the same
/// values, as often; not those of iterations that write nothing, of which a
/// launch need not have threads.
std::string Comparison::events(bool Writes) const {
  const bool Ran = Launch.Taken == LaunchRun::Path::Done;
  const size_t Rank = Ran ? N.Launches[Launch.Kernel].Mapped.size() : 0;
  const Trace &Threads = Launch.Host.Seen, &Written = Loop.Host.Seen;
  // Threads that are told apart by an inner loop as well are no iterations of
  // outer ones.
  const bool OnlyWriters = !Writes && !N.IsTensor && !N.InParts && Rank &&
                           !N.Launches[Launch.Kernel].IsTurned &&
                           Threads.Unordered.empty();
  // Numbers: of the loops' counters, or of block and thread, and of one of the
  // thread's iterations where it runs several.
  const auto Pick = [&](const Trace &M, size_t Numbers) {
    std::set<Context> Writers;
    for (const Event &E : M.Events)
      if (OnlyWriters && E.Write)
        Writers.insert(prefixOf(M, E, Numbers));
    std::vector<Event> Some;
    for (const Event &E : M.Events)
      if (E.Write == Writes && !Threads.Unordered.count(objectOf(E.Place)) &&
          !isKept(N, E.Place) &&
          (!OnlyWriters || M.Contexts[E.Context].size() < Numbers ||
           Writers.count(prefixOf(M, E, Numbers))) &&
          (Writes || !Ran || !Threads.HostReads.contains(E.Place)))
        Some.push_back(E);
    std::stable_sort(
        Some.begin(), Some.end(), [Writes](const Event &A, const Event &B) {
          return Writes ? A.Place < B.Place
                        : std::tie(A.Place, A.V) < std::tie(B.Place, B.V);
        });
    // Only the last value that tensor statements give an element is defined,
    // and threads in phases may keep those before it for themselves.
    if (N.IsTensor || Launch.InPhases)
      Some.erase(Some.begin(), std::unique(Some.rbegin(), Some.rend(),
                                           [](const Event &A, const Event &B) {
                                             return A.Place == B.Place;
                                           })
                                   .base());
    // Whether an element is read again may depend on what has been combined.
    if (!Writes && !Threads.Unordered.empty())
      Some.erase(std::unique(Some.begin(), Some.end(),
                             [](const Event &A, const Event &B) {
                               return A.Place == B.Place && A.V == B.V;
                             }),
                 Some.end());
    return Some;
  };
  const bool RunsSeveral = Ran && N.Launches[Launch.Kernel].runsSeveral();
  const std::vector<Event> A = Pick(Threads, RunsSeveral ? 7 : 6);
  std::vector<Event> B = Pick(Written, Rank);
  // Which iterations write nothing is not known of several kernels together.
  if (N.InParts && !Writes)
    B = common(B, A);
  const auto OfLaunch = [&](const Event &E) {
    const Context &C = Threads.Contexts[E.Context];
    return Ran ? threadText(C) : iterationText(N, C);
  };
  const auto OfLoop = [&](const Event &E) {
    return iterationText(N, Written.Contexts[E.Context]);
  };
  const std::string Does = Writes ? " writes " : " reads ";
  for (size_t I = 0; I < std::max(A.size(), B.size()); ++I) {
    const bool OnlyA =
        I >= B.size() || (I < A.size() && A[I].Place < B[I].Place);
    const bool OnlyB =
        I >= A.size() || (I < B.size() && B[I].Place < A[I].Place);
    if (OnlyA)
      return OfLaunch(A[I]) + Does + W.describe(A[I].Place) +
             ", which the loop as written does not, or not so often";
    if (OnlyB)
      return OfLoop(B[I]) + Does + W.describe(B[I].Place) + ", which " + Who +
             " do not, or not so often";
    if (A[I].V != B[I].V)
      return OfLaunch(A[I]) + Does + W.describe(A[I].Place) +
             " with another value than the loop as written (" + OfLoop(B[I]) +
             ")";
  }
  return "";
}

/// Kept: variables of which only the last iteration's value is known, which has
/// run in both.
static std::string differenceInMemory(const Nest &N, const World &W, HostRun &A,
                                      HostRun &B, const std::string &Who,
                                      bool LeavesKept) {
  std::vector<int64_t> Places;
  const auto Differs = [&](HostRun &A, HostRun &B) {
    for (const auto &[Place, C] : A.Cells.cells())
      if (C.Written && objectOf(Place) < W.Objects.size() &&
          !(LeavesKept && isKept(N, Place))) {
        const Cell *Other = B.Cells.find(Place);
        if ((Other ? Other->V : B.Text.initial(Place, C.T).N) != C.V)
          Places.push_back(Place);
      }
  };
  Differs(A, B);
  Differs(B, A);
  if (Places.empty())
    return "";
  return W.describe(*std::min_element(Places.begin(), Places.end())) +
         " has another value after " + Who + " than after the loop as written";
}

std::string memoryDifference(const Nest &N, const World &W, HostRun &Loops,
                             HostRun &Loop, const std::string &Who) {
  return differenceInMemory(N, W, Loops, Loop, Who, /*LeavesKept=*/true);
}

std::string differenceOf(const Nest &N, const World &W, LaunchRun &Launch,
                         LoopRun &Loop, const std::string &Who,
                         bool IsSampled) {
  std::string Found;
  if (!N.Counters.empty()) {
    const Comparison Of(N, W, Launch, Loop, Who);
    Found = Of.events(/*Writes=*/true);
    // The values combined so far may decide what a reduction reads. A
    // block in phases reads once for all its threads, also what other blocks
    // read: only what becomes of that counts.
    const bool Reduces = Launch.Taken == LaunchRun::Path::Done &&
                         llvm::any_of(Launch.Kernels, [&](unsigned K) {
                           return N.Launches[K].Reduces;
                         });
    if (Found.empty() && Launch.Taken != LaunchRun::Path::Nothing &&
        !Launch.InPhases && !Reduces)
      Found = Of.events(/*Writes=*/false);
  }
  return Found.empty()
             ? differenceInMemory(N, W, Launch.Host, Loop.Host, Who, IsSampled)
             : Found;
}

std::string strayRead(const World &W, const HostRun &Blocks,
                      const HostRun &Loop, const std::string &Who) {
  llvm::DenseSet<int64_t> Known;
  for (const Event &E : Loop.Seen.Events)
    Known.insert(E.Place);
  for (const Event &E : Blocks.Seen.Events)
    if (!E.Write && objectOf(E.Place) < W.Objects.size() &&
        !Known.contains(E.Place))
      return Who + " read " + W.describe(E.Place) +
             ", which the loop as written does not";
  return "";
}

} // namespace validate
} // namespace heddle
