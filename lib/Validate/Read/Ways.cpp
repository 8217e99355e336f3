//===- Ways.cpp - How threads come to the body of a kernel ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/Ways.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {
namespace validate {

namespace {

class WayFinder {
public:
  WayFinder(const Nest &N, LaunchSite &Site)
      : N(N), Site(Site), F(N.Functions[Site.Kernel]) {}

  /// The ways through S behind those of W.
  std::vector<Way> through(const Node *S, Way W);

private:
  bool addLine(const Node *S, Way &W) const;
  std::vector<Way> behind(const Node *S, const Way &W);
  std::vector<Way> branches(const Node *S, const Way &W);
  std::vector<Way> loop(const Node *S, Way W);
  std::vector<Way> branch(const Node *S, Way W);
  bool isCalled(const std::string &Name, const Node &Set) const;
  void findMapped(Way &W);

  const Nest &N;
  LaunchSite &Site;
  const Function &F;
};

} // namespace

/// False at the first line that belongs to the body.
bool WayFinder::addLine(const Node *S, Way &W) const {
  switch (S->What) {
  case Op::SetSlot:
    W.Steps.push_back({Way::Step::Sets, S});
    return true;
  case Op::NewObject:
  case Op::Store: // of parameters; what is read there may be anything
    W.Steps.push_back({Way::Step::Other, S});
    return true;
  case Op::Seq:
    if (!llvm::all_of(S->Kids,
                      [](const Node *K) { return K->What == Op::SetSlot; }))
      return false;
    for (const Node *Kid : S->Kids)
      W.Steps.push_back({Way::Step::Sets, Kid});
    return true;
  case Op::If: {
    const Node *Leave = S->Kids[1];
    if (S->Kids[2] && S->Kids[2]->What == Op::Undefined)
      return true; // rt::holds: threads go on
    if (Leave->What == Op::Seq && Leave->Kids.size() == 1)
      Leave = Leave->Kids[0];
    const Op Leaves = W.Loops > 0 ? Op::Continue : Op::Return;
    if (S->Kids[2] || Leave->What != Leaves || !Leave->Kids.empty())
      return false;
    W.Steps.push_back({Way::Step::Leaves, S->Kids[0]});
    return true;
  }
  default:
    return false;
  }
}

/// Set is of a local with the name.
bool WayFinder::isCalled(const std::string &Name, const Node &Set) const {
  return llvm::any_of(F.Locals, [&](const Counter &L) {
    return L.Name == Name && L.Slot == Set.Number;
  });
}

/// The counters that the way sets, by their names. A loop inside may have the
/// name of one outside.
void WayFinder::findMapped(Way &W) {
  bool IsBehind = false; // a counter that the kernel does not recover
  W.Mapped.clear();
  for (const Counter &C : N.Counters) {
    const auto Recovers = [&](const Way::Step &Step) {
      return Step.Is == Way::Step::Sets && isCalled(C.Name, *Step.What) &&
             !llvm::is_contained(W.Mapped,
                                 static_cast<unsigned>(Step.What->Number));
    };
    const auto Found = llvm::find_if(W.Steps, Recovers);
    if (Found == W.Steps.end())
      IsBehind = true;
    else if (IsBehind)
      Site.IsTurned = true;
    else
      W.Mapped.push_back(static_cast<unsigned>(Found->What->Number));
  }
}

/// `for` whose first part sets a local.
static bool isLoop(const Node *S) {
  return S->What == Op::Seq && S->Kids.size() == 2 &&
         S->Kids[0]->What == Op::SetSlot && S->Kids[1]->What == Op::Loop;
}

/// A loop of the thread over iterations of the nest, which is none of the
/// nest's own loops.
std::vector<Way> WayFinder::loop(const Node *S, Way W) {
  if (!isLoop(S))
    return {};
  const Node *Loop = S->Kids[1];
  if (Loop->Number != 0 || !Loop->Kids[0] || !Loop->Kids[2] ||
      llvm::any_of(N.Counters, [&](const Counter &C) {
        return isCalled(C.Name, *S->Kids[0]);
      }))
    return {};
  W.Steps.push_back({Way::Step::Sets, S->Kids[0]});
  W.Steps.push_back({Way::Step::Loop, Loop, S->Kids[0]->Number});
  ++W.Loops;
  return through(Loop->Kids[1], std::move(W));
}

/// Lines, and such a loop behind them.
std::vector<Way> WayFinder::branch(const Node *S, Way W) {
  std::vector<Way> All = loop(S, W);
  if (!All.empty() || S->What != Op::Seq || S->Kids.empty() ||
      !llvm::all_of(llvm::drop_end(S->Kids),
                    [&](const Node *Line) { return addLine(Line, W); }))
    return All;
  return loop(S->Kids.back(), std::move(W));
}

std::vector<Way> WayFinder::branches(const Node *S, const Way &W) {
  if (S->What != Op::If || !S->Kids[2])
    return {};
  Way Then = W, Else = W;
  Then.Steps.push_back({Way::Step::If, S->Kids[0]});
  Else.Steps.push_back({Way::Step::IfNot, S->Kids[0]});
  std::vector<Way> All = branch(S->Kids[1], std::move(Then));
  std::vector<Way> Others = branch(S->Kids[2], std::move(Else));
  if (All.empty() || Others.empty())
    return {};
  llvm::append_range(All, Others);
  return All;
}

/// S, behind all lines of W: the body, or loops in which counters are set that
/// W does not set.
std::vector<Way> WayFinder::behind(const Node *S, const Way &W) {
  std::vector<Way> All = branches(S, W);
  if (All.empty())
    All = loop(S, W);
  const bool SetsMore =
      !All.empty() && llvm::all_of(All, [&](const Way &Inner) {
        return Inner.Mapped.size() > W.Mapped.size();
      });
  if (SetsMore)
    return All;
  Way Last = W;
  Last.Body = S;
  return {Last};
}

std::vector<Way> WayFinder::through(const Node *S, Way W) {
  llvm::ArrayRef<const Node *> Lines = S;
  if (S->What == Op::Seq && !isLoop(S))
    Lines = S->Kids;
  for (const Node *Line : Lines.drop_back(Lines.empty() ? 0 : 1))
    if (!addLine(Line, W)) {
      findMapped(W);
      return {W};
    }
  findMapped(W);
  return Lines.empty() ? std::vector<Way>{W} : behind(Lines.back(), W);
}

void findWays(const Nest &N, LaunchSite &Site) {
  const Function &F = N.Functions[Site.Kernel];
  if (F.isInPhases())
    return;
  Site.Ways = WayFinder(N, Site).through(F.Body, {});
  const size_t Rank = Site.Ways.front().Mapped.size();
  if (llvm::all_of(Site.Ways,
                   [&](const Way &W) { return W.Mapped.size() == Rank; }))
    Site.Mapped = Site.Ways.front().Mapped;
}

} // namespace validate
} // namespace heddle
