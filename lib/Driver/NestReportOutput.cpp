//===- NestReportOutput.cpp - Reports as text and as JSON -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Driver/ReportOutput.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle;

const char *heddle::nameOf(Severity Level) {
  switch (Level) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Remark:
    return "remark";
  }
  return "";
}

static const char *nameOf(LaunchCheck::Kind What) {
  switch (What) {
  case LaunchCheck::Range:
    return "range";
  case LaunchCheck::Stride:
    return "stride";
  case LaunchCheck::Apart:
    return "apart";
  case LaunchCheck::Pass:
    return "pass";
  case LaunchCheck::ZeroTrip:
    return "iterations";
  case LaunchCheck::Overlap:
    return "overlap";
  case LaunchCheck::Claim:
    return "claim";
  case LaunchCheck::Limits:
    return "limits";
  }
  return "";
}

static const char *nameOf(ConflictKind Kind) {
  switch (Kind) {
  case ConflictKind::Anti:
    return "anti";
  case ConflictKind::Flow:
    return "flow";
  case ConflictKind::Output:
    return "output";
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string heddle::placeText(const NestReport::Place &P) {
  std::string Text = P.File;
  for (unsigned Number : {P.Line, P.Column})
    if (Number)
      Text += ":" + std::to_string(Number);
  return Text;
}

static std::string operations(unsigned Count) {
  return std::to_string(Count) + (Count == 1 ? " operation" : " operations");
}

static void printArrays(const NestReport &N, llvm::raw_ostream &OS) {
  size_t Name = 0, Verdict = 0;
  for (const NestReport::Array &A : N.Arrays) {
    Name = std::max(Name, A.Name.size());
    Verdict = std::max(Verdict, A.Verdict.size());
  }
  for (const NestReport::Array &A : N.Arrays) {
    OS << "  array     " << llvm::left_justify(A.Name, Name) << "  ";
    if (A.Touched) {
      const NestReport::Elements &E = *A.Touched;
      OS << llvm::left_justify(A.Verdict, Verdict) << "  elements " << E.First
         << " to " << E.Last << ", " << E.Bytes << " bytes"
         << (E.In && E.Out ? ", in and out"
             : E.Out       ? ", out"
             : E.In        ? ", in"
                           : "");
    } else {
      OS << A.Verdict << (A.ID.empty() ? "" : " (" + A.ID + ")");
    }
    OS << '\n';
    if (A.Inspected)
      OS << "  pass      " << llvm::left_justify(A.Name, Name) << "  footprint "
         << (A.ToldApart ? "and whether iterations share elements " : "")
         << "found by a pass over the loops on the host; "
         << (A.ToldApart ? "independent(" + A.Name + ") and " : "") << "extent("
         << A.Name << ", n) " << (A.ToldApart ? "spare it\n" : "spares it\n");
    if (A.Copy)
      OS << "  copy      " << llvm::left_justify(A.Name, Name) << "  "
         << std::string(Verdict, ' ') << "  elements " << A.Copy->First
         << " to " << A.Copy->Last << ", " << A.Copy->Bytes << " bytes, for "
         << llvm::join(A.CopyReads, "; ") << '\n';
  }
}

static void printReductions(const NestReport &N, llvm::raw_ostream &OS) {
  size_t Name = 0, Operator = 0;
  for (const NestReport::ReductionLine &X : N.Reductions) {
    Name = std::max(Name, X.Name.size());
    Operator = std::max(Operator, X.Operator.size());
  }
  for (const NestReport::ReductionLine &X : N.Reductions)
    OS << "  reduction " << llvm::left_justify(X.Name, Name) << "  by "
       << llvm::left_justify(X.Operator, Operator) << "  " << X.How << '\n';
}

static void printChecks(const NestReport &N, llvm::raw_ostream &OS) {
  size_t Kind = 0;
  for (const LaunchCheck &C : N.Checks)
    Kind = std::max(Kind, llvm::StringRef(nameOf(C.What)).size());
  for (const LaunchCheck &C : N.Checks) {
    OS << "  check     " << llvm::left_justify(nameOf(C.What), Kind) << "  "
       << C.Condition;
    if (!C.Reason.empty())
      OS << " (" << C.Reason << ")";
    OS << (C.What == LaunchCheck::Claim
               ? ": claimed, looked at under HEDDLE_CHECK=1"
           : C.What == LaunchCheck::Pass ? ": found by a pass over the loops"
                                         : ": " + operations(C.Operations))
       << '\n';
  }
}

static void printLoops(const NestReport &N, llvm::raw_ostream &OS) {
  std::string Text;
  for (const NestReport::LoopLine &L : N.Loops)
    Text += (Text.empty() ? "" : ", ") + L.Name + " " + L.Verdict;
  if (!Text.empty())
    OS << "  loops     " << Text << '\n';
}

static void printMapping(const NestReport &N, llvm::raw_ostream &OS) {
  if (N.Kernel.empty() || !N.Launches.empty())
    return;
  OS << "  mapping   "
     << (N.Mapping.empty() ? "none, as there is never an iteration"
                           : N.Mapping);
  if (!N.Strategy.empty() && !N.Mapping.empty())
    OS << ", chosen by " << N.Strategy;
  if (!N.Proof.empty())
    OS << ", proved "
       << (N.Proof == "theorem" ? "by theorem" : "for all parameters");
  OS << '\n';
  if (N.LeftOut)
    OS << "  inside    " << N.LeftOut
       << (N.LeftOut == 1 ? " condition is" : " conditions are")
       << " left out where " << N.Inside << '\n';
  if (N.Idle)
    OS << "  idle      about " << N.Idle
       << " of 100 threads, for parameters that are alike\n";
}

static void printValidation(const NestReport &N, llvm::raw_ostream &OS) {
  if (!N.Validated)
    return;
  const unsigned Count = N.Validated->Instances;
  OS << "  validated ";
  if (Count)
    OS << "in " << Count << (Count == 1 ? " instance" : " instances");
  else if (!N.Validated->AllSizes)
    OS << "not";
  if (N.Validated->AllSizes)
    OS << (Count ? ", and for all sizes" : "for all sizes");
  if (!N.Validated->Remark.empty())
    OS << "; " << N.Validated->Remark;
  OS << '\n';
}

static void printCandidates(const NestReport &N, llvm::raw_ostream &OS) {
  for (const WeighedMapping &W : N.Candidates)
    OS << llvm::formatv("  candidate {0,7:F1} cycles  {1}\n", W.Estimate.Cycles,
                        W.Spelling);
}

static void printStage(const NestReport &N, llvm::raw_ostream &OS) {
  printLoops(N, OS);
  printMapping(N, OS);
  printCosts(N, OS);
  printCandidates(N, OS);
  printValidation(N, OS);
  printArrays(N, OS);
  printReductions(N, OS);
  printChecks(N, OS);
}

static void printLaunches(const NestReport &N, llvm::raw_ostream &OS) {
  for (size_t I = 0; I < N.Launches.size(); ++I) {
    OS << "  launch    " << I + 1 << " of " << N.Launches.size()
       << ", from line " << N.Launches[I].Where.Line << " on\n";
    printStage(N.Launches[I], OS);
    printLaunches(N.Launches[I], OS);
  }
}

void heddle::printMessages(llvm::ArrayRef<NestReport::Message> All,
                           llvm::raw_ostream &OS) {
  for (const NestReport::Message &M : All)
    OS << "  " << llvm::left_justify(nameOf(M.Level), 8) << "  " << M.ID << " "
       << placeText(M.Where) << ": " << M.Text << '\n';
}

void heddle::printText(const NestReport &N, llvm::raw_ostream &OS) {
  OS << placeText(N.Where) << ": ";
  if (!N.Function.empty())
    OS << "in '" << N.Function << "': ";
  OS << N.Verdict;
  size_t Stages = N.Before.size() + 1;
  if (Stages > 1)
    OS << ", in " << Stages << " stages";
  if (!N.Launches.empty())
    OS << ", in " << N.Launches.size() << " launches";
  OS << '\n';
  printMessages(N.Messages, OS);
  for (size_t I = 0; I < N.Before.size(); ++I) {
    OS << "  stage     " << I + 1 << " of " << Stages << '\n';
    printStage(N.Before[I], OS);
  }
  if (Stages > 1)
    OS << "  stage     " << Stages << " of " << Stages << '\n';
  printStage(N, OS);
  if (const auto &F = N.Fused)
    OS << "  fused     stages " << F->First << " to " << Stages << " where "
       << F->Extent << " >= " << F->Least << ": grid " << F->Grid << ", block "
       << F->Block << ", " << F->SharedBytes << " bytes of shared memory\n";
  printLaunches(N, OS);
  if (!N.Kernel.empty())
    OS << "  in all    " << operations(N.operations())
       << " before a launch, those for the arrays' ends included\n";
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

using llvm::json::OStream;

void heddle::say(OStream &J, llvm::StringRef Key, llvm::StringRef Text) {
  J.attribute(Key, llvm::json::fixUTF8(Text));
}

void heddle::print(const NestReport::Place &P, OStream &J) {
  say(J, "file", P.File);
  J.attribute("line", P.Line);
  J.attribute("column", P.Column);
}

static void print(llvm::StringRef Key, const NestReport::Values &Values,
                  OStream &J) {
  J.attributeArray(Key, [&] {
    for (const auto &One : Values)
      J.object([&] {
        say(J, "name", One.first);
        J.attribute("value", One.second);
      });
  });
}

static void print(llvm::StringRef Key, const NestReport::Touch &T, OStream &J) {
  J.attributeObject(Key, [&] {
    say(J, "access", T.Access);
    J.attribute("writes", T.Write);
    J.attribute("certain", !T.May);
    print("iteration", T.At, J);
  });
}

static void print(const NestReport::Conflict &C, OStream &J) {
  J.attributeObject("witness", [&] {
    J.attribute("kind", nameOf(C.Kind));
    say(J, "loop", C.Loop);
    say(J, "element", C.Element);
    print("parameters", C.Parameters, J);
    print("earlier", C.Earlier, J);
    print("later", C.Later, J);
  });
}

static void print(const NestReport::Elements &E, OStream &J) {
  J.attributeObject("elements", [&] {
    say(J, "first", E.First);
    say(J, "last", E.Last);
    say(J, "bytes", E.Bytes);
    if (E.Number)
      J.attribute("bytesNumber", *E.Number);
    J.attribute("in", E.In);
    J.attribute("out", E.Out);
    J.attribute("operations", E.Operations);
  });
}

static void printCopy(const NestReport::Elements &E,
                      llvm::ArrayRef<std::string> Reads, OStream &J) {
  J.attributeObject("copy", [&] {
    J.attribute("first", E.First);
    J.attribute("last", E.Last);
    J.attribute("bytes", E.Bytes);
    if (E.Number)
      J.attribute("bytesNumber", *E.Number);
    J.attribute("operations", E.Operations);
    J.attributeArray("reads", [&] {
      for (const std::string &Text : Reads)
        J.value(Text);
    });
  });
}

static void print(const NestReport::Array &A, OStream &J) {
  J.object([&] {
    say(J, "name", A.Name);
    say(J, "type", A.Type);
    say(J, "verdict", A.Verdict);
    if (!A.ID.empty())
      say(J, "id", A.ID);
    J.attribute("read", A.Read);
    J.attribute("written", A.Written);
    if (A.Touched)
      print(*A.Touched, J);
    if (A.Inspected)
      J.attribute("inspected", true);
    if (A.Copy)
      printCopy(*A.Copy, A.CopyReads, J);
    if (A.Witness)
      print(*A.Witness, J);
  });
}

static void print(const NestReport::ReductionLine &X, OStream &J) {
  J.object([&] {
    say(J, "name", X.Name);
    say(J, "operator", X.Operator);
    say(J, "how", X.How);
  });
}

static void print(const LaunchCheck &C, OStream &J) {
  J.object([&] {
    J.attribute("kind", nameOf(C.What));
    say(J, "condition", C.Condition);
    if (!C.Reason.empty())
      say(J, "reason", C.Reason);
    J.attribute("operations", C.Operations);
  });
}

void heddle::printMembers(const NestReport::Message &M, OStream &J) {
  say(J, "id", M.ID);
  J.attribute("severity", nameOf(M.Level));
  say(J, "text", M.Text);
  print(M.Where, J);
}

void heddle::print(const NestReport::Message &M, OStream &J) {
  J.object([&] { printMembers(M, J); });
}

void heddle::printMessages(llvm::ArrayRef<NestReport::Message> All,
                           OStream &J) {
  J.attributeArray("diagnostics", [&] {
    for (const NestReport::Message &M : All)
      print(M, J);
  });
}

void heddle::sayAll(OStream &J, llvm::StringRef Key,
                    llvm::ArrayRef<std::string> Texts) {
  J.attributeArray(Key, [&] {
    for (const std::string &Text : Texts)
      J.value(llvm::json::fixUTF8(Text));
  });
}

static void printMapping(const NestReport &N, OStream &J) {
  say(J, "kernel", N.Kernel);
  J.attribute("rank", N.Rank);
  if (N.Mapping.empty())
    return;
  J.attributeObject("mapping", [&] {
    say(J, "text", N.Mapping);
    if (!N.Strategy.empty())
      say(J, "strategy", N.Strategy);
    say(J, "proof", N.Proof);
    say(J, "grid", N.Grid);
    say(J, "block", N.Block);
    if (!N.Serial.empty())
      say(J, "serial", N.Serial);
    if (N.Idle)
      J.attribute("idlePercent", N.Idle);
    if (N.LeftOut)
      J.attributeObject("inside", [&] {
        say(J, "where", N.Inside);
        J.attribute("conditions", N.LeftOut);
      });
    printCosts(N, J);
    if (!N.Candidates.empty())
      J.attributeArray("candidates", [&] {
        for (const WeighedMapping &W : N.Candidates)
          J.object([&] {
            say(J, "text", W.Spelling);
            J.attribute("cycles", W.Estimate.Cycles);
          });
      });
  });
}

template <class T>
static void printAll(llvm::StringRef Key, const std::vector<T> &All,
                     OStream &J) {
  J.attributeArray(Key, [&] {
    for (const T &One : All)
      print(One, J);
  });
}

static void printStageJson(const NestReport &N, OStream &J) {
  if (!N.Launches.empty())
    J.attributeArray("launches", [&] {
      for (const NestReport &Launch : N.Launches)
        J.object([&] {
          J.attribute("line", Launch.Where.Line);
          printStageJson(Launch, J);
        });
    });
  J.attributeArray("loops", [&] {
    for (const NestReport::LoopLine &L : N.Loops)
      J.object([&] {
        say(J, "name", L.Name);
        say(J, "verdict", L.Verdict);
      });
  });
  if (!N.Kernel.empty())
    printMapping(N, J);
  printAll("arrays", N.Arrays, J);
  if (N.Kernel.empty())
    return;
  printAll("reductions", N.Reductions, J);
  printAll("checks", N.Checks, J);
  J.attribute("operations", N.operations());
  if (N.Validated)
    J.attributeObject("validated", [&] {
      J.attribute("instances", N.Validated->Instances);
      J.attribute("allSizes", N.Validated->AllSizes);
      if (!N.Validated->Remark.empty())
        J.attribute("remark", N.Validated->Remark);
    });
}

void heddle::printJson(const NestReport &N, OStream &J) {
  J.object([&] {
    print(N.Where, J);
    say(J, "function", N.Function);
    say(J, "verdict", N.Verdict);
    printAll("diagnostics", N.Messages, J);
    if (!N.Before.empty())
      J.attributeArray("stagesBefore", [&] {
        for (const NestReport &Stage : N.Before)
          J.object([&] { printStageJson(Stage, J); });
      });
    if (const auto &F = N.Fused)
      J.attributeObject("fused", [&] {
        say(J, "kernel", F->Kernel);
        J.attribute("firstStage", F->First);
        say(J, "extent", F->Extent);
        J.attribute("least", F->Least);
        say(J, "grid", F->Grid);
        say(J, "block", F->Block);
        J.attribute("sharedBytes", F->SharedBytes);
      });
    printStageJson(N, J);
  });
}
