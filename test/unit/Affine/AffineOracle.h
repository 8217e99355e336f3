//===- AffineOracle.h - An AffineNest against the loop as run --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_TEST_UNIT_AFFINE_AFFINEORACLE_H
#define HEDDLE_TEST_UNIT_AFFINE_AFFINEORACLE_H

#include "Affine/AffineNest.h"
#include "NestBuilder.h"
#include "NestRunner.h"
#include "SymEval.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>
#include <isl/point.h>
#include <set>

namespace heddle {
namespace test {

class Oracle {
public:
  explicit Oracle(std::shared_ptr<const LoopNest> Nest)
      : Source(Nest), Result(buildAffineNest(Nest, R)) {
    EXPECT_EQ(Result == nullptr, R.hasErrors());
  }

  bool built() const { return Result != nullptr; }
  const AffineNest &affine() const { return *Result; }
  const LoopNest &nest() const { return *Source; }
  const Report &report() const { return R; }

  bool says(DiagID ID) const {
    for (const Diagnostic &D : R.Diagnostics)
      if (D.ID == ID)
        return true;
    return false;
  }
  std::string messages() const {
    std::string S;
    for (const Diagnostic &D : R.Diagnostics) {
      S += getDiagInfo(D.ID).Name.str() + ": " + D.Text + "\n";
      for (const Note &N : D.Notes)
        S += "  note: " + N.Text + "\n";
    }
    return S;
  }
  bool hasCheck(CheckKind Kind, const std::string &Cond) const {
    for (const RuntimeCheck &C : Result->Checks)
      if (C.Kind == Kind && toString(C.Cond) == Cond)
        return true;
    return false;
  }

  std::string dumped() const {
    std::string S = "\n";
    llvm::raw_string_ostream OS(S);
    Result->dump(OS);
    return S;
  }

  /// The leaves' values at the launch, fresh parameters included.
  Values values(const std::vector<__int128> &Params) const {
    Values V;
    for (const AffineNest::Parameter &P : Result->Parameters)
      V[P.Name] = P.SourceParam >= 0
                      ? Params[static_cast<size_t>(P.SourceParam)]
                      : evaluate(P.Definition, V);
    return V;
  }
  bool checksHold(const std::vector<__int128> &Params, bool RangeOnly) const {
    Values V = values(Params);
    for (const RuntimeCheck &C : Result->Checks)
      if ((!RangeOnly || C.Kind == CheckKind::Range) &&
          evaluate(C.Cond, V) == 0)
        return false;
    return true;
  }
  /// Whether the fast path would be taken.
  bool fast(const std::vector<__int128> &Params) const {
    return checksHold(Params, false);
  }

  isl::Set at(const std::vector<__int128> &Params) const {
    isl::Set S = isl::Set::universe(Result->ParamSpace);
    Values V = values(Params);
    for (unsigned P = 0; P < Result->Parameters.size(); ++P)
      S = S.fix(isl::Dim::Param, P,
                static_cast<long>(V[Result->Parameters[P].Name]));
    return S;
  }

  using Points = std::set<std::vector<__int128>>;
  static Points points(const isl::Set &S) {
    Points P;
    isl_set_foreach_point(
        S.get(),
        [](isl_point *X, void *User) {
          isl::Space Space(isl_point_get_space(X));
          std::vector<__int128> V;
          for (unsigned D = 0; D < Space.dim(isl::Dim::Set); ++D) {
            isl::Val C(isl_point_get_coordinate_val(X, isl_dim_set,
                                                    static_cast<int>(D)));
            // Values may need more than 64 bits.
            V.push_back(C.int128().value());
          }
          static_cast<Points *>(User)->insert(V);
          isl_point_free(X);
          return isl_stat_ok;
        },
        &P);
    return P;
  }
  Points pointsAt(const isl::Set &S,
                  const std::vector<__int128> &Params) const {
    return points(S.intersectParams(at(Params)));
  }

  /// The index vectors that Dims describe.
  Points described(const std::vector<__int128> &Params, size_t Count) const {
    Values V = values(Params);
    Points All{{}};
    for (size_t D = 0; D < Count; ++D) {
      const Dimension &X = Result->Dims[D];
      __int128 L = evaluate(X.Lower, V), U = evaluate(X.Upper, V);
      Points Next;
      for (const std::vector<__int128> &P : All)
        for (__int128 I = L; I < U; ++I)
          if ((I - L) % X.Step < X.Width) {
            std::vector<__int128> Q = P;
            Q.push_back(I);
            Next.insert(Q);
          }
      All = Next;
    }
    return All;
  }

  /// Compares at every combination of parameter values; returns how many passed
  /// the range checks and were defined.
  unsigned compare(const std::vector<std::vector<__int128>> &Choices) {
    unsigned Compared = 0;
    std::vector<__int128> Params(Choices.size());
    compareFrom(Choices, 0, Params, Compared);
    return Compared;
  }

private:
  void compareFrom(const std::vector<std::vector<__int128>> &Choices, size_t P,
                   std::vector<__int128> &Params, unsigned &Compared) {
    if (P < Choices.size()) {
      for (__int128 V : Choices[P]) {
        Params[P] = V;
        compareFrom(Choices, P + 1, Params, Compared);
      }
      return;
    }
    if (checksHold(Params, true))
      compareAt(Params, Compared);
  }

  void compareAt(const std::vector<__int128> &Params, unsigned &Compared) {
    Run Truth = NestRunner::run(*Source, Params, 2000);
    if (Truth.Undefined || ::testing::Test::HasFailure())
      return;
    std::string Where;
    for (__int128 V : Params)
      Where += std::to_string(static_cast<long long>(V)) + " ";
    Points Ran(Truth.Iterations.begin(), Truth.Iterations.end());
    // After the range checks: zero trip exactly where nothing runs.
    bool Zero = evaluate(Result->ZeroTrip, values(Params)) != 0;
    if (Result->RectangularDepth == Result->Depth) {
      EXPECT_EQ(Zero, Ran.empty()) << "parameters " << Where;
    } else if (Zero) {
      EXPECT_TRUE(Ran.empty()) << "parameters " << Where;
    }
    EXPECT_EQ(pointsAt(Result->Domain, Params), Ran) << "parameters " << Where;
    if (Result->RectangularDepth == Result->Depth) {
      EXPECT_EQ(described(Params, Result->Depth), Ran)
          << "parameters " << Where;
    }
    ++Compared;
    if (!Zero && fast(Params))
      compareAccesses(Truth, Params, Where);
  }

  /// Must-accesses execute exactly where their domains say, may-accesses at
  /// most there; every index tuple stands for the element that the source
  /// addresses, and no element has two tuples.
  void compareAccesses(const Run &Truth, const std::vector<__int128> &Params,
                       const std::string &Where) {
    std::vector<std::map<__int128, std::vector<__int128>>> Tuples(
        Result->Arrays.size());
    Values V = values(Params);
    for (const AffineAccess &A : Result->Accesses) {
      Points Iterations, Pairs;
      for (const Event &X : Truth.Events)
        if (X.Access == A.Source) {
          Iterations.insert(X.Counters);
          std::vector<__int128> Pair = X.Counters;
          Pair.push_back(offsetOf(A.Source, X.Subscripts, Params));
          Pairs.insert(Pair);
        }
      Points Said = pointsAt(A.Domain, Params);
      EXPECT_TRUE(std::includes(Said.begin(), Said.end(), Iterations.begin(),
                                Iterations.end()))
          << "parameters " << Where;
      if (!A.May) {
        EXPECT_EQ(Said.size(), Iterations.size()) << "parameters " << Where;
      }
      if (Result->Arrays[A.Array].Range)
        continue; // any element
      isl::Set Graph = isl::graph(A.Relation);
      Points Linear;
      for (const std::vector<__int128> &P : pointsAt(Graph, Params)) {
        size_t Depth = P.size() - Result->Arrays[A.Array].Dims;
        std::vector<__int128> Tuple(P.begin() + Depth, P.end());
        std::vector<__int128> Pair(P.begin(), P.begin() + Depth);
        __int128 Offset = offsetOf(A.Array, Tuple, V);
        Pair.push_back(address(Offset));
        Linear.insert(Pair);
        auto [I, New] = Tuples[A.Array].try_emplace(Offset, Tuple);
        EXPECT_TRUE(New || I->second == Tuple)
            << "two tuples for one element, parameters " << Where;
      }
      EXPECT_TRUE(std::includes(Linear.begin(), Linear.end(), Pairs.begin(),
                                Pairs.end()))
          << "parameters " << Where << nest().Accesses[A.Source].Text
          << dumped();
    }
  }

public:
  /// Linear offset of an access as the source addresses it.
  __int128 offsetOf(unsigned Access, const std::vector<__int128> &Subscripts,
                    const std::vector<__int128> &Params) const {
    const ArrayInfo &A = Source->Arrays[Source->Accesses[Access].Array];
    bool Undefined = false;
    __int128 Offset = 0;
    for (size_t K = 0; K < Subscripts.size(); ++K)
      Offset = K == 0 ? Subscripts[0]
                      : Offset * NestRunner::evaluate(*Source, *A.Extents[K],
                                                      Params, Undefined) +
                            Subscripts[K];
    return address(Offset);
  }
  /// Addresses are computed modulo 2^64.
  static __int128 address(__int128 Offset) {
    return static_cast<int64_t>(static_cast<uint64_t>(Offset));
  }
  /// Linear offset of an index tuple after delinearisation.
  __int128 offsetOf(unsigned Array, const std::vector<__int128> &Tuple,
                    const Values &V) const {
    __int128 Offset = Tuple[0];
    for (size_t K = 1; K < Tuple.size(); ++K)
      Offset =
          Offset * evaluate(Result->Arrays[Array].Widths[K - 1], V) + Tuple[K];
    return Offset;
  }

private:
  std::shared_ptr<const LoopNest> Source;
  Report R;
  std::shared_ptr<const AffineNest> Result;
};

} // namespace test
} // namespace heddle

#endif
