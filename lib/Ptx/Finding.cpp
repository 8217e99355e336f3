//===- Finding.cpp - a mistake found in a running kernel ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Block.h"

#include <cstdlib>
#include <cxxabi.h>

using namespace heddle::ptx;

std::string heddle::ptx::textOf(const Dim3 &D) {
  return "(" + std::to_string(D.X) + ", " + std::to_string(D.Y) + ", " +
         std::to_string(D.Z) + ")";
}

/// Two lines: where it is in the source, and in PTX.
static std::string placeText(const Where &W) {
  std::string Text =
      "block " + textOf(W.Block) + ", thread " + textOf(W.Thread);
  if (W.Line != 0)
    Text += ", " + W.File + ":" + std::to_string(W.Line);
  if (W.PtxLine != 0)
    Text += "\n               PTX line " + std::to_string(W.PtxLine) + ": " +
            W.PtxText;
  return Text;
}

std::string Finding::print() const {
  std::string Out = "heddle-ptx: " + Text + "\n";
  if (!Kernel.empty())
    Out += "    kernel     " + Kernel + "\n";
  if (At.PtxLine != 0)
    Out += "    at         " + placeText(At) + "\n";
  if (Other)
    Out += "    the other  " + placeText(*Other) + "\n";
  if (!Memory.empty())
    Out += "    memory     " + Memory + "\n";
  return Out;
}

std::string heddle::ptx::demangled(const std::string &Name) {
  int Status = 0;
  char *const Text =
      abi::__cxa_demangle(Name.c_str(), nullptr, nullptr, &Status);
  const std::string Out = Status == 0 && Text ? Text : Name;
  std::free(Text);
  return Out;
}

Where BlockRun::whereIs(const Warp &W, unsigned Lane, const Function &F,
                        const Instruction &I) const {
  Where At;
  At.Block = Index;
  const unsigned T = W.Number * WarpSize + Lane;
  At.Thread = {T % Shape.X, T / Shape.X % Shape.Y, T / Shape.X / Shape.Y};
  At.Function = F.Name;
  At.PtxLine = I.PtxLine;
  At.PtxText = M.line(I.PtxLine);
  const SourceLine &Line = F.Lines[I.Loc];
  At.File = M.file(Line.File);
  At.Line = Line.Line;
  return At;
}

Where BlockRun::whereIs(const Warp &W, const Group &G,
                        std::uint32_t Lanes) const {
  const Function &F = *G.In->Of;
  return whereIs(W, unsigned(__builtin_ctz(Lanes)), F, F.Code[G.Pc]);
}

Where BlockRun::whereWas(const Stamp &S) const {
  Where At;
  At.Block = Runs[S.Run - 1];
  const auto T = static_cast<unsigned>(S.Thread);
  At.Thread = {T % Shape.X, T / Shape.X % Shape.Y, T / Shape.X / Shape.Y};
  for (const auto &[Name, F] : K.Functions)
    if (S.Pc >= F->Base && S.Pc - F->Base < F->Code.size() && S.Pc != 0x7fff) {
      const Instruction &I = F->Code[S.Pc - F->Base];
      At.Function = Name;
      At.PtxLine = I.PtxLine;
      At.PtxText = M.line(I.PtxLine);
      At.File = M.file(F->Lines[I.Loc].File);
      At.Line = F->Lines[I.Loc].Line;
    }
  return At;
}

bool BlockRun::fail(Mistake Kind, const std::string &Text, const Where &At,
                    std::optional<Where> Other, const std::string &Memory) {
  if (!Found)
    Found = Finding{Kind, Text, K.Demangled, At, std::move(Other), Memory};
  return false;
}
