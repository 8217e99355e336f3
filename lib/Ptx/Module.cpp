//===- Module.cpp - a module's functions and variables, found again -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Module.h"

#include "Ptx/Kernel.h"
#include "Ptx/Launch.h"

#include <algorithm>

using namespace heddle::ptx;

Module::~Module() = default;

std::string Module::line(unsigned Number) const {
  if (Number == 0 || Number > LineStarts.size())
    return "";
  const std::size_t From = LineStarts[Number - 1];
  const std::size_t To = std::min(Text.find('\n', From), Text.size());
  std::string Line = Text.substr(From, To - From);
  Line.erase(0, std::min(Line.find_first_not_of(" \t"), Line.size()));
  const std::size_t Last = Line.find_last_not_of(" \t\r");
  return Line.substr(0, Last == std::string::npos ? 0 : Last + 1);
}

std::string Module::file(unsigned Number) const {
  const auto Found = Files.find(Number);
  return Found == Files.end() ? "" : Found->second;
}

const FunctionText *Module::function(const std::string &Name) const {
  const auto Found = Functions.find(Name);
  return Found == Functions.end() ? nullptr : &Found->second;
}

Variable *Module::variable(const std::string &Name) {
  const auto Found = Variables.find(Name);
  return Found == Variables.end() ? nullptr : &Found->second;
}

std::vector<std::string> Module::entries() const {
  std::vector<std::string> Names;
  for (const auto &[Name, F] : Functions)
    if (F.IsEntry)
      Names.push_back(Name);
  return Names;
}

/// Addresses in initial values: of variables, and of functions.
static bool addressOf(Module &M, const Variable::Pointer &P,
                      std::uint64_t &Out) {
  if (const Variable *V = M.variable(P.Symbol)) {
    Out = V->Address + static_cast<std::uint64_t>(P.Plus);
    return V->Address != 0;
  }
  if (!M.function(P.Symbol))
    return false;
  Out = functionAddress(M, P.Symbol);
  return true;
}

bool Module::load(Device &On, std::string &Problem) {
  if (Loaded)
    return true;
  const auto IsPlaced = [](const Variable &V) {
    return V.In == Space::Global || V.In == Space::Const;
  };
  for (auto &[VariableName, V] : Variables) {
    if (!IsPlaced(V) || V.Address)
      continue;
    if (V.Extern && V.Size == 0) {
      Problem = "the variable " + VariableName + " is declared, not defined";
      return false;
    }
    Allocation *const A = On.Memory.allocate(
        V.Size,
        V.In == Space::Const ? MemoryKind::Constant : MemoryKind::Variable,
        "the variable " + VariableName);
    if (!A) {
      Problem = "there is no memory for the variable " + VariableName;
      return false;
    }
    V.Address = A->Begin;
    std::memset(A->Data, 0, V.Size);
    std::memcpy(A->Data, V.Initial.data(), V.Initial.size());
    A->markWritten(0, V.Size);
  }
  for (auto &[VariableName, V] : Variables)
    for (const Variable::Pointer &P : V.Pointers) {
      std::uint64_t Address = 0;
      if (!IsPlaced(V) || !addressOf(*this, P, Address)) {
        Problem = "the value of " + VariableName + " names " + P.Symbol +
                  ", which has no address";
        return false;
      }
      std::memcpy(On.Memory.find(V.Address)->at(V.Address + P.At), &Address,
                  P.Bytes);
    }
  Loaded = true;
  return true;
}

Kernel *Module::kernel(const std::string &KernelName, std::string &Problem) {
  const auto Found = Kernels.find(KernelName);
  if (Found != Kernels.end())
    return Found->second.get();
  std::unique_ptr<Kernel> Made = makeKernel(*this, KernelName, Problem);
  return Made ? (Kernels[KernelName] = std::move(Made)).get() : nullptr;
}
