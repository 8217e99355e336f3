//===- FunctionReader.cpp - declarations and statements of a body ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/FunctionReader.h"

#include "Ptx/CopyReads.h"
#include "Ptx/VariableReader.h"

#include <algorithm>
#include <utility>

using namespace heddle::ptx;

FunctionReader::FunctionReader(KernelReader &Of, Function &F)
    : Of(Of), F(F), M(Of.M), L(F.Text->Body, F.Text->Line), Scopes(1) {
  F.Lines.push_back({}); // no line
  // Results stand behind the parameters.
  F.Formals = F.Text->Parameters;
  F.Formals.insert(F.Formals.end(), F.Text->Results.begin(),
                   F.Text->Results.end());
  F.ParameterBytes = placeInOrder(F.Formals);
  for (const Variable &V : F.Formals)
    define(V.Name, {Names::Place, V.Address, V.Size});
}

bool FunctionReader::fail(const std::string &Text, unsigned Line) {
  if (Of.Problem.empty()) {
    if (Line == 0)
      Line = L.peek().Line;
    Of.Problem = Text + "\n  in " + F.Name + ", PTX line " +
                 std::to_string(Line) + ": " + M.line(Line);
    const SourceLine &At = F.Lines[Loc];
    if (At.Line != 0)
      Of.Problem += "\n  of " + M.file(At.File) + ":" + std::to_string(At.Line);
  }
  return false;
}

const FunctionReader::Symbol *
FunctionReader::find(std::string_view Name) const {
  const std::string Key(Name);
  for (auto Scope = Scopes.rbegin(); Scope != Scopes.rend(); ++Scope) {
    const auto Found = Scope->find(Key);
    if (Found != Scope->end())
      return &Found->second;
  }
  return nullptr;
}

void FunctionReader::define(std::string Name, Symbol S) {
  Scopes.back()[std::move(Name)] = S;
}

std::int32_t FunctionReader::constant(std::uint64_t Bits) {
  const auto [Found, IsNew] =
      Known.try_emplace(Bits, ~static_cast<std::int32_t>(F.Constants.size()));
  if (IsNew) {
    F.Constants.emplace_back();
    F.Constants.back().fill(Bits);
  }
  return Found->second;
}

bool FunctionReader::read() {
  while (L.peek().Kind != Token::End)
    if (!statement())
      return false;
  if (Scopes.size() != 1)
    return fail("a scope is not closed");
  // A body may end without `ret`.
  Instruction End;
  End.Op = rowNamed(F.Text->IsEntry ? "exit" : "ret");
  End.Kind = F.Text->IsEntry ? Flow::Exit : Flow::Return;
  End.Counts = Class::Control;
  End.PtxLine = L.peek().Line;
  End.Loc = Loc;
  F.Code.push_back(std::move(End));
  if (!resolveLabels())
    return false;
  findCopies(F);
  return true;
}

bool FunctionReader::resolveLabels() {
  const auto Find = [&](const std::string &Label, unsigned Line,
                        std::uint32_t &Out) {
    const auto Found = Labels.find(Label);
    if (Found == Labels.end())
      return fail("the label " + Label + " is not defined", Line);
    Out = Found->second;
    return true;
  };
  for (const Jump &J : Jumps)
    if (!Find(J.Label, J.Line, F.Code[J.Instruction].Target))
      return false;
  for (const Jump &J : TableJumps) {
    const auto Found = Tables.find(J.Label);
    if (Found == Tables.end())
      return fail("the table " + J.Label + " is not defined", J.Line);
    for (const std::string &Label : Found->second)
      if (!Find(Label, J.Line, F.Code[J.Instruction].Targets.emplace_back()))
        return false;
  }
  return true;
}

bool FunctionReader::statement() {
  const Token T = L.peek();
  if (T.is('{')) {
    L.next();
    Scopes.emplace_back();
    return true;
  }
  if (T.is('}'))
    return closeScope();
  if (L.take(';'))
    return true;
  if (T.is('@'))
    return instruction();
  if (T.Kind != Token::Word)
    return fail("'" + std::string(T.Spelling) + "' begins no statement");
  if (T.Spelling[0] == '.')
    return directive(L.next());
  // A label, or an instruction: names of instructions are followed by none.
  Lexer Ahead = L;
  Ahead.next();
  if (Ahead.peek().is(':')) {
    L.next();
    L.next();
    return labelled(std::string(T.Spelling));
  }
  return instruction();
}

bool FunctionReader::closeScope() {
  L.next();
  if (Scopes.size() == 1)
    return fail("'}' without '{'");
  Scopes.pop_back();
  return true;
}

bool FunctionReader::labelled(const std::string &Label) {
  if (L.peek().is(".branchtargets"))
    return branchTargets(Label);
  if (L.peek().is(".callprototype") || L.peek().is(".calltargets")) {
    // The call's own operands say as much.
    while (!L.take(';'))
      if (L.next().Kind == Token::End)
        return fail("the text ends in a prototype");
    return true;
  }
  if (!Labels.emplace(Label, static_cast<std::uint32_t>(F.Code.size())).second)
    return fail("the label " + Label + " is defined twice");
  return true;
}

bool FunctionReader::branchTargets(const std::string &Label) {
  L.next();
  std::vector<std::string> &Table = Tables[Label];
  do
    Table.emplace_back(L.next().Spelling);
  while (L.take(','));
  return L.take(';') || fail("a table of labels that does not end");
}

bool FunctionReader::directive(const Token &Name) {
  if (Name.is(".reg"))
    return registers(L.next().Spelling);
  if (Name.Spelling.substr(0, 5) == ".reg.") // inline assembly of cuda_fp16.h
    return registers(Name.Spelling.substr(4));
  if (Name.is(".loc"))
    return location();
  if (Name.is(".local"))
    return variable(Space::Local);
  if (Name.is(".param"))
    return variable(Space::Param);
  if (Name.is(".shared"))
    return variable(Space::Shared);
  if (Name.is(".pragma")) {
    // "nounroll" and its kin are advice.
    L.next();
    return L.take(';') || fail("a pragma that does not end");
  }
  return fail("the directive " + std::string(Name.Spelling) + " is not known");
}

/// `.reg .b32 %r<10>;` or `.reg .f32 %a, %b;`
bool FunctionReader::registers(std::string_view TypeName) {
  const Type T =
      TypeName.size() > 1 ? typeNamed(TypeName.substr(1)) : Type::None;
  if (T == Type::None || bytesOf(T) > 8)
    return fail("registers of type " + std::string(TypeName) +
                " are not known");
  do {
    const std::string Name(L.next().Spelling);
    if (!L.take('<')) {
      define(Name, {Names::Register, std::uint64_t(newRegister()), 0,
                    T == Type::Pred});
      continue;
    }
    std::uint64_t Count = 0;
    if (!readInteger(L.next().Spelling, Count) || !L.take('>') ||
        Count > (1u << 20))
      return fail("the number of registers is not understood");
    for (std::uint64_t K = 0; K != Count; ++K)
      define(
          Name + std::to_string(K),
          {Names::Register, std::uint64_t(newRegister()), 0, T == Type::Pred});
  } while (L.take(','));
  return L.take(';') || fail("a declaration that does not end");
}

bool FunctionReader::variable(Space In) {
  std::string Why;
  Variable V;
  if (!readDeclarator(L, In, V, Why) || !L.take(';'))
    return fail(Why.empty() ? "a declaration that does not end" : Why);
  if (In == Space::Shared) {
    // Named like none of another function.
    const std::string Own = F.Name + ":" + V.Name;
    const std::uint64_t At = alignTo(Of.K.SharedBytes, V.Align);
    const auto [Found, IsNew] = Of.K.Shared.try_emplace(Own, At);
    if (IsNew)
      Of.K.SharedBytes = At + V.Size;
    define(V.Name, {Names::Place, Found->second, V.Size});
    return true;
  }
  std::uint64_t &Bytes = In == Space::Local ? F.LocalBytes : F.SlotBytes;
  const std::uint64_t At = alignTo(Bytes, V.Align);
  Bytes = At + V.Size;
  if (In == Space::Local) {
    const std::int32_t Register = newRegister();
    F.Fills.push_back({Register, Special::LocalAddress, At});
    define(V.Name, {Names::Local, std::uint64_t(Register), V.Size});
  } else {
    define(V.Name, {Names::Place, CallSlots + At, V.Size});
  }
  return true;
}

/// `.loc file line column`, `, function_name name, inlined_at file line
/// column`.
bool FunctionReader::location() {
  SourceLine At;
  const auto Three = [&](unsigned &File, unsigned &Line) {
    std::uint64_t N[3] = {};
    for (std::uint64_t &Each : N)
      if (!readInteger(L.next().Spelling, Each))
        return fail(".loc without numbers");
    File = static_cast<unsigned>(N[0]);
    Line = static_cast<unsigned>(N[1]);
    return true;
  };
  if (!Three(At.File, At.Line))
    return false;
  while (L.take(',')) {
    const Token Name = L.next();
    if (Name.is("inlined_at")) {
      if (!Three(At.AtFile, At.AtLine))
        return false;
    } else if (Name.is("function_name")) {
      L.next();
      if (L.take('+'))
        L.next();
    } else {
      return fail("a part of .loc is not known");
    }
  }
  Loc = static_cast<std::uint32_t>(F.Lines.size());
  F.Lines.push_back(At);
  return true;
}

bool KernelReader::read() {
  K.Entry = const_cast<Function *>(need(K.Name));
  if (!K.Entry)
    return false;
  for (;;) {
    if (Waiting.empty() && All) {
      All = false;
      IsOptional = true;
      for (const auto &[Name, Text] : M.functions())
        if (!Text.IsEntry && Text.HasBody)
          need(Name);
    }
    if (Waiting.empty())
      break;
    Function *const F = Waiting.front();
    Waiting.pop_front();
    if (FunctionReader(*this, *F).read())
      continue;
    if (!IsOptional)
      return false;
    // Nobody may call it: said if somebody does.
    F->Problem = std::exchange(Problem, "");
    F->Code.clear();
    All = false;
  }
  placeDynamic();
  std::uint32_t Base = 0;
  for (const auto &[Name, F] : K.Functions) {
    F->Base = Base;
    Base += static_cast<std::uint32_t>(F->Code.size());
  }
  return true;
}

const Function *KernelReader::need(const std::string &Name) {
  const FunctionText *const Text = M.function(Name);
  if (!Text || !Text->HasBody)
    return nullptr;
  std::unique_ptr<Function> &F = K.Functions[Name];
  if (!F) {
    F = std::make_unique<Function>();
    F->Text = Text;
    F->Name = Name;
    Waiting.push_back(F.get());
  }
  return F.get();
}

std::uint64_t KernelReader::shared(const Variable &V, bool &Later) {
  Later = V.Extern && V.Size == 0;
  if (Later) {
    K.SharedAlign = std::max<std::uint64_t>(K.SharedAlign, V.Align);
    return 0;
  }
  const std::uint64_t At = alignTo(K.SharedBytes, V.Align);
  const auto [Found, IsNew] = K.Shared.try_emplace(V.Name, At);
  if (IsNew)
    K.SharedBytes = At + V.Size;
  return Found->second;
}

void KernelReader::placeDynamic() {
  const std::uint64_t At = alignTo(K.SharedBytes, K.SharedAlign);
  if (!Dynamic.empty())
    K.SharedBytes = At;
  for (const Placed &P : Dynamic)
    P.In->Constants[P.Constant].fill(At + P.Plus);
}

std::unique_ptr<Kernel> heddle::ptx::makeKernel(Module &M,
                                                const std::string &Name,
                                                std::string &Problem) {
  const FunctionText *const Text = M.function(Name);
  if (!Text || !Text->IsEntry || !Text->HasBody) {
    Problem = M.name() + " has no kernel " + Name;
    return nullptr;
  }
  auto K = std::make_unique<Kernel>();
  K->Of = &M;
  K->Name = Name;
  K->Demangled = demangled(Name);
  Problem.clear();
  if (!KernelReader(M, *K, Problem).read())
    return nullptr;
  return K;
}

std::uint64_t heddle::ptx::functionAddress(const Module &M,
                                           const std::string &Name) {
  const auto &All = M.functions();
  return FunctionBase +
         16 * std::uint64_t(std::distance(All.begin(), All.find(Name)));
}

const FunctionText *heddle::ptx::functionAt(const Module &M,
                                            std::uint64_t Address) {
  const std::uint64_t At = Address - FunctionBase;
  const auto &All = M.functions();
  if (At % 16 != 0 || At / 16 >= All.size())
    return nullptr;
  return &std::next(All.begin(), std::ptrdiff_t(At / 16))->second;
}
