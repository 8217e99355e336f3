//===- CoverCheck.cpp - Whether nests do what a program says --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Driver/CoverCheck.h"
#include "Affine/Cover.h"
#include "Affine/Volumes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace heddle {

namespace {

/// The array that a claim is about, in one group.
struct Claimed {
  const NestGroup *Group;
  unsigned Array; ///< of the group
};

class Checker {
public:
  Checker(const CoverClaim &Claim, llvm::ArrayRef<NestGroup> Groups, Report &R)
      : Claim(Claim), Groups(Groups), R(R) {}

  std::optional<FoundCover> run();

private:
  std::optional<Claimed> find();
  bool findIn(const NestGroup &Group, std::optional<Claimed> &Found);
  bool keepsSizes(const Program &P);
  void report(const Cover &C, const Claimed &Of);
  FoundCover describe(const Cover &C, const AffineProgram &P) const;
  Diagnostic &unknown(llvm::StringRef Why) {
    return R.add(DiagID::HD183, Claim.Where, Claim.Array, Why);
  }

  const CoverClaim &Claim;
  llvm::ArrayRef<NestGroup> Groups;
  Report &R;
};

bool writes(const LoopNest &N, unsigned Array) {
  return llvm::any_of(N.Accesses, [&](const Access &A) {
    return A.Array == Array && A.IsWrite;
  });
}

/// Where the step first writes the array of the program.
SourceRef writeIn(const ProgramStep &S, unsigned Array) {
  for (const Access &A : S.Nest->Accesses)
    if (A.IsWrite && S.Arrays[A.Array] == Array)
      return A.Where;
  return S.Nest->Where;
}

/// Sets Found if a nest of the group writes the array; false after an error.
bool Checker::findIn(const NestGroup &Group, std::optional<Claimed> &Found) {
  for (const ProgramStep &S : Group.Nests->Steps)
    for (const SaidExtents &Said : S.Nest->Said) {
      if (Said.Number != Claim.Number || !writes(*S.Nest, Said.Array))
        continue;
      const Claimed Here{&Group, S.Arrays[Said.Array]};
      if (!Found)
        Found = Here;
      if (Found->Group != &Group) {
        unknown("not all nests that write it run one after another")
            .note(S.Nest->Where, "this one does not run directly behind those "
                                 "before");
        return false;
      }
      if (S.Nest->Arrays[Said.Array].Records) {
        unknown("its elements are structures");
        return false;
      }
      if (Found->Array != Here.Array) {
        unknown("nests reach it in different ways")
            .note(S.Nest->Where, "as this one does");
        return false;
      }
    }
  return true;
}

std::optional<Claimed> Checker::find() {
  std::optional<Claimed> Found;
  for (const NestGroup &Group : Groups)
    if (!Group.Nests)
      return unknown("some nest of the program is not understood"),
             std::nullopt;
    else if (!findIn(Group, Found))
      return std::nullopt;
  if (!Found) {
    unknown("no nest in the text of the program writes it");
    return std::nullopt;
  }
  if (!Found->Group->Always) {
    unknown("the nests that write it may not run, or not once")
        .note(Found->Group->Nests->Steps.front().Nest->Where,
              "the first of them");
    return std::nullopt;
  }
  return Found;
}

bool Checker::keepsSizes(const Program &P) {
  const std::optional<ChangedSize> Changed = changedSize(P);
  if (Changed)
    unknown("an earlier nest may change '" + Changed->Name + "'")
        .note(P.Steps[Changed->Step].Nest->Where, "which this nest takes");
  return !Changed;
}

/// " for n = 3, m = 2"
std::string sizesOf(const Witness &W) {
  return W.Parameters.empty() ? "" : " for " + W.parameterText();
}

void Checker::report(const Cover &C, const Claimed &Of) {
  const std::vector<ProgramStep> &Steps = Of.Group->Nests->Steps;
  if (C.Kind == Cover::Unknown) {
    Diagnostic &D = unknown(C.Why);
    if (C.Step)
      D.note(Steps[*C.Step].Nest->Where, "this is the nest");
    return;
  }
  const std::string Element = pointText(C.At->Point), Sizes = sizesOf(*C.At);
  const auto Write = [&](unsigned Step) {
    return writeIn(Steps[Step], Of.Array);
  };
  if (C.Kind == Cover::Missing) {
    Diagnostic &D =
        R.add(DiagID::HD181, Claim.Where, Element, Claim.Array, Sizes);
    for (unsigned S : C.Writers)
      D.note(Steps[S].Nest->Where, "this nest writes others");
  } else if (C.Kind == Cover::Beyond) {
    R.add(DiagID::HD185, Write(C.Second), Element, Claim.Array, Sizes)
        .note(Claim.Where, "the extents are here");
  } else {
    R.add(DiagID::HD182, Write(C.Second), Element, Claim.Array, Sizes,
          C.Certain ? "writes" : "may write", C.Certain ? "does" : "may")
        .note(Write(C.First), C.Certain ? "the earlier one writes it here"
                                        : "the earlier one may write it here")
        .note(Claim.Where, "where the later one is to win, write 'ordered' as "
                           "the last argument of 'cover'");
  }
}

FoundCover Checker::describe(const Cover &C, const AffineProgram &P) const {
  FoundCover Out{Claim.Array, Claim.Ordered, C.IsIndependent, {}};
  for (auto [I, S] : llvm::enumerate(C.Writers))
    Out.Writers.push_back({P.Source->Steps[S].Nest->Where,
                           I == 0 && C.HasDefault, toString(C.Lasting[I])});
  return Out;
}

std::optional<FoundCover> Checker::run() {
  const std::optional<Claimed> Of = find();
  if (!Of || !keepsSizes(*Of->Group->Nests))
    return std::nullopt;
  Report Unused;
  const auto Affine = buildAffineProgram(Of->Group->Nests, Unused);
  if (!Affine)
    return unknown("some nest of the program is not understood"), std::nullopt;
  const Cover C = findCover(*Affine, Of->Array, Claim.Ordered);
  if (C.Kind == Cover::Whole)
    return describe(C, *Affine);
  report(C, *Of);
  return std::nullopt;
}

} // namespace

std::optional<ChangedSize> changedSize(const Program &P) {
  bool Changes = false;
  for (unsigned S = 0; S < P.Steps.size(); ++S) {
    const LoopNest &N = *P.Steps[S].Nest;
    for (const Param &Q : N.Params)
      if (Changes && !Q.StorageText.empty())
        return ChangedSize{S, Q.Name};
    for (unsigned A = 0; A < N.Arrays.size(); ++A)
      Changes |= (N.Arrays[A].Integral || N.Arrays[A].Records) && writes(N, A);
  }
  return std::nullopt;
}

std::vector<FoundCover> checkCovers(llvm::ArrayRef<CoverClaim> Claims,
                                    llvm::ArrayRef<NestGroup> Groups,
                                    Report &R) {
  std::vector<FoundCover> Out;
  for (const CoverClaim &Claim : Claims)
    if (std::optional<FoundCover> Found = Checker(Claim, Groups, R).run())
      Out.push_back(std::move(*Found));
  return Out;
}

void dumpVolumes(llvm::ArrayRef<NestGroup> Groups, llvm::raw_ostream &OS) {
  for (const NestGroup &Group : Groups) {
    OS << "nests in a row\n";
    Report Unused;
    if (const auto Affine =
            Group.Nests ? buildAffineProgram(Group.Nests, Unused) : nullptr)
      dump(*Affine, OS);
    else
      OS << "some nest is not understood\n";
  }
}

} // namespace heddle
