//===- Preconditions.cpp - What is wrong with a mapping -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/Preconditions.h"
#include "Mapping/Recovery.h"
#include <algorithm>

namespace heddle {

namespace {

/// Where a step of the mapping stands in the source, and what is around it.
class Speller {
public:
  Speller(const LoopNest &N, const SymMapped &Mapped, llvm::StringRef Strategy)
      : A(N.Annot), Mapped(Mapped), Strategy(Strategy) {
    Whole = A.MapWhere.isValid() ? A.MapWhere
            : A.Where.isValid()  ? A.Where
                                 : N.Where;
  }

  const mapping_step &stepAt(int K) const {
    return Mapped.applied.steps[static_cast<size_t>(K)];
  }
  llvm::StringRef nameAt(int K) const { return name_of(stepAt(K).kind); }

  /// The annotation itself calls the combinator. A step that a named constant
  /// or a function contributes has a place (that name), but no call.
  bool isSpelled(int K) const {
    return Strategy.empty() && K >= 0 &&
           static_cast<size_t>(K) < A.MapStepCall.size() &&
           A.MapStepCall[static_cast<size_t>(K)].isValid();
  }
  SourceRef whole() const { return Whole; }
  SourceRef whereIs(int K) const {
    if (Strategy.empty() && K >= 0 &&
        static_cast<size_t>(K) < A.MapStepWhere.size() &&
        A.MapStepWhere[static_cast<size_t>(K)].isValid())
      return A.MapStepWhere[static_cast<size_t>(K)];
    return Whole;
  }

  /// A note that names the combinator where the caret cannot.
  void nameStep(Diagnostic &D, int K) const {
    if (isSpelled(K))
      return;
    std::string By = Strategy.empty() ? "" : (" by '" + Strategy + "'").str();
    D.note(Whole, "the mapping" + By + " is '" + spell(Mapped.applied) +
                      "'; '" + nameAt(K).str() + "' is combinator " +
                      std::to_string(K + 1) + " from the inside");
  }

  /// Puts Call( ... ) around the mapping that step K is applied to.
  void wrapArgument(Diagnostic &D, int K, const std::string &Call) const {
    if (!isSpelled(K))
      return;
    if (isSpelled(K - 1))
      return wrapCall(D, K - 1, Call);
    // The argument is Gen, which has no place of its own.
    if (K == 0) {
      mapping First = Mapped.applied;
      First.count = 1;
      D.fix(A.MapStepCall[0], spell(First, 0, Call));
    }
  }
  /// Puts Call( ... ) around the whole mapping.
  void wrapAll(Diagnostic &D, const std::string &Call) const {
    if (isSpelled(Mapped.applied.count - 1))
      wrapCall(D, Mapped.applied.count - 1, Call);
    else if (Strategy.empty() && Mapped.applied.count == 0 &&
             A.MapWhere.isValid())
      D.fix(A.MapWhere, Call + "Gen)");
  }

private:
  /// A call ends in ')', before which another may stand as well as after it.
  void wrapCall(Diagnostic &D, int K, const std::string &Call) const {
    SourceRef Inner = A.MapStepCall[static_cast<size_t>(K)];
    D.fix({Inner.Begin, Inner.Begin}, Call, /*Insert=*/true);
    D.fix({Inner.End, Inner.End}, ")", /*Insert=*/true);
  }

  const Annotation &A;
  const SymMapped &Mapped;
  llvm::StringRef Strategy;
  SourceRef Whole;
};
/// {1, 0, 1}: which dimensions have a step.
std::string steppedDimensions(const SymSpace &Space) {
  std::string Text = "{";
  for (size_t D = 0; D < Space.dimensions(); ++D)
    Text += (D ? ", " : "") +
            std::string(Space.width[D] < Space.step[D] ? "1" : "0");
  return Text + "}";
}

size_t firstStepped(const SymSpace &Space) {
  size_t D = 0;
  while (D + 1 < Space.dimensions() && Space.width[D] == Space.step[D])
    ++D;
  return D;
}

/// Arguments that are wrong by themselves: step K of the mapping.
Diagnostic *reportArguments(const Speller &At, int K, violation V, Report &R) {
  const mapping_step &S = At.stepAt(K);
  switch (V) {
  case violation::split_not_positive:
    return &R.add(DiagID::HD505, At.whereIs(K), S.args[0]);
  case violation::pad_not_positive:
    return &R.add(DiagID::HD506, At.whereIs(K), S.args[0]);
  case violation::spread_not_positive:
    return &R.add(DiagID::HD520, At.whereIs(K), S.args[0]);
  case violation::not_a_permutation:
    return &R.add(DiagID::HD507, At.whereIs(K), S.count - 1);
  case violation::not_zero_or_one: {
    long long Wrong = 0;
    for (long long Entry : S.args)
      if (Entry != 0 && Entry != 1 && Wrong == 0)
        Wrong = Entry;
    return &R.add(DiagID::HD508, At.whereIs(K), Wrong);
  }
  case violation::serial_not_positive:
    return &R.add(DiagID::HD517, At.whereIs(K), S.args[0]);
  case violation::step_after_serial:
    return &R.add(DiagID::HD518, At.whereIs(K), At.nameAt(K));
  case violation::block_rank_out_of_range:
    return &R.add(DiagID::HD509, At.whereIs(K), S.args[0]);
  case violation::step_after_grid_block:
    return &R.add(DiagID::HD510, At.whereIs(K), At.nameAt(K));
  default:
    return nullptr;
  }
}

/// Preconditions that show on the space that step K gets.
Diagnostic *reportSpace(const Speller &At, const SymSpace &Space, int K,
                        violation V, Report &R) {
  SourceRef Where = At.whereIs(K);
  llvm::StringRef Name = At.nameAt(K);
  const mapping_step &S = At.stepAt(K);
  switch (V) {
  case violation::not_zero_based: {
    Diagnostic &D = R.add(DiagID::HD501, Where, Name);
    At.wrapArgument(D, K, "ShiftLB(");
    return &D;
  }
  case violation::not_dense: {
    size_t Dim = firstStepped(Space);
    Diagnostic &D = R.add(DiagID::HD502, Where, Name, Dim, Space.step[Dim],
                          Space.width[Dim]);
    At.wrapArgument(D, K, "CompressGrid(" + steppedDimensions(Space) + ", ");
    return &D;
  }
  case violation::rank_too_small: {
    Diagnostic &D = R.add(DiagID::HD503, Where, Name,
                          combinators::least_rank(S), Space.thread_rank());
    if (Space.serial > 0)
      D.note(Where, "'Serial' leaves " + std::to_string(Space.serial) + " of " +
                        std::to_string(Space.rank) + " to the thread");
    return &D;
  }
  case violation::wrong_length:
    return &R.add(DiagID::HD504, Where, Name, S.count, Space.rank);
  case violation::grid_rank_out_of_range: {
    Diagnostic &D =
        R.add(DiagID::HD511, Where, Space.thread_rank() - S.args[0]);
    if (Space.serial == 0)
      At.wrapArgument(D, K, "FoldLast2(");
    return &D;
  }
  default:
    return nullptr;
  }
}

} // namespace

void reportViolation(const LoopNest &N, const SymMapped &Mapped,
                     llvm::StringRef Strategy, Report &R) {
  Speller At(N, Mapped, Strategy);
  int K = Mapped.error_step;
  if (Mapped.error == violation::rank_above_jing) {
    R.add(DiagID::HD515, At.whole(), Strategy, Mapped.stages[0].rank);
    return;
  }
  if (Mapped.error == violation::no_grid_block) {
    Diagnostic &D = R.add(DiagID::HD512, At.whole());
    int Block = std::clamp(Mapped.last().rank - 3, 1, 3);
    At.wrapAll(D, "GridBlock(" + std::to_string(Block) + ", ");
    return;
  }
  if (K >= 0 && K < Mapped.applied.count) {
    Diagnostic *D = reportArguments(At, K, Mapped.error, R);
    if (!D)
      D = reportSpace(At, Mapped.last(), K, Mapped.error, R);
    if (D) {
      At.nameStep(*D, K);
      return;
    }
  }
  R.add(DiagID::HD513, At.whole(), describe(Mapped.error));
}

void reportLimit(const LoopNest &N, const SymMapped &Mapped, device_limit Limit,
                 llvm::StringRef Strategy, Report &R) {
  Speller At(N, Mapped, Strategy);
  const thread_space<Sym> &T = Mapped.threads;
  bool Block = Limit <= device_limit::block_threads;
  std::string Extents;
  for (int A = 2; A >= 0; --A) {
    Sym E = Block ? T.block_extent(static_cast<axis>(A))
                  : T.grid_extent(static_cast<axis>(A));
    if (!Extents.empty() || !E.isConst(1))
      Extents += (Extents.empty() ? "" : " x ") + toString(E);
  }
  Diagnostic &D = R.add(DiagID::HD514, At.whereIs(Mapped.applied.count - 1),
                        Block ? "block" : "grid", Extents, describe(Limit));
  At.nameStep(D, Mapped.applied.count - 1);
}

} // namespace heddle
