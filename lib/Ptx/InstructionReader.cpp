//===- InstructionReader.cpp - instructions and their operands ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/FunctionReader.h"

#include "Ptx/Flow.h"
#include "Ptx/Ops/Binders.h"

using namespace heddle::ptx;

bool FunctionReader::guard(Instruction &I) {
  if (!L.take('@'))
    return true;
  I.GuardNot = L.take('!');
  const Token Name = L.next();
  const Symbol *const S = find(Name.Spelling);
  if (!S || S->Is != Names::Register)
    return fail("the predicate " + std::string(Name.Spelling) +
                " is not declared");
  I.Guard = static_cast<std::int32_t>(S->At);
  return true;
}

bool FunctionReader::instruction() {
  Instruction I;
  Literals.clear();
  if (!guard(I))
    return false;
  const Token Name = L.next();
  I.PtxLine = Name.Line;
  I.Loc = Loc;
  if (Name.Kind != Token::Word)
    return fail("an instruction without a name");
  if (!decode(Name, I))
    return false;
  F.Code.push_back(std::move(I));
  return true;
}

Class FunctionReader::classOf(const Instruction &I) const {
  if (I.Op->Counts != Class::ByType)
    return I.Op->Counts;
  return isFloat(I.T) ? Class::Floating : Class::Integer;
}

bool FunctionReader::decode(const Token &Name, Instruction &I) {
  const std::string_view Whole = Name.Spelling;
  I.Op = rowNamed(Whole.substr(0, Whole.find('.')));
  if (!I.Op)
    return fail("the instruction " + std::string(Whole) + " is not known",
                Name.Line);
  const bool IsBarrier = I.Op->Bind == bindBarrier;
  bool Read = true;
  if (I.Op->Bind == bindBranch)
    Read = branch(I);
  else if (I.Op->Bind == bindIndexedBranch)
    Read = indexedBranch(I);
  else if (I.Op->Bind == bindCall)
    Read = call(I);
  else
    Read = operands(I, IsBarrier ? Whole.find(".red") != Whole.npos
                                 : I.Op->Operands == Form::Result);
  if (!Read)
    return false;
  if (!L.take(';'))
    return fail("the instruction " + std::string(Whole) + " does not end");
  Modifiers Mods(Whole);
  I.Run = I.Run ? I.Run : I.Op->Bind(Mods, I);
  if (!I.Run || !Mods.empty())
    return fail("the instruction " + std::string(Whole) + " is not known" +
                    (Mods.empty() ? "" : ": '." + Mods.rest() + "'"),
                Name.Line);
  I.Counts = classOf(I);
  fitLiterals(I);
  return true;
}

/// A decimal literal has the type f64, `0f` f32; the instruction may want the
/// other.
void FunctionReader::fitLiterals(Instruction &I) {
  for (const auto &[Source, Kind] : Literals) {
    std::int32_t &At = I.S[Source];
    const std::uint64_t Bits = F.Constants[std::size_t(~At)][0];
    if (Kind == 'd' && I.T == Type::F32)
      At = constant(toBits(static_cast<float>(fromBits<double>(Bits))));
    else if (Kind == 'f' && I.T == Type::F64)
      At = constant(toBits(double(fromBits<float>(Bits))));
  }
}

bool FunctionReader::operands(Instruction &I, bool HasResult) {
  bool IsFirst = true;
  unsigned Addresses = 0;
  while (!L.peek().is(';')) {
    Operand O;
    if (!operand(O))
      return false;
    std::vector<std::int32_t> &To = IsFirst && HasResult ? I.D : I.S;
    if (IsFirst && HasResult && L.take('|')) {
      Operand Second;
      if (!operand(Second))
        return false;
      O.At.insert(O.At.end(), Second.At.begin(), Second.At.end());
    }
    if (O.IsPredicate && I.Op->Bind == bindCopy)
      return fail("cp.async with a predicate is not known");
    if (O.Literal)
      Literals.push_back({To.size(), O.Literal});
    if (O.IsAddress && ++Addresses <= 2)
      (Addresses == 1 ? I.Offset : I.Offset2) = O.Offset;
    if (&To == &I.D)
      for (const std::int32_t At : O.At)
        if (At < 0)
          return fail("a constant as a destination");
    To.insert(To.end(), O.At.begin(), O.At.end());
    IsFirst = false;
    ++I.Operands;
    if (!L.take(',') && !L.peek().is(';'))
      return fail("operands that do not end");
  }
  return true;
}

bool FunctionReader::operand(Operand &Out) {
  if (L.take('['))
    return address(Out);
  if (L.take('{'))
    return vectorOperand(Out);
  return value(Out) && plus(Out);
}

/// `symbol+4`, the address of a variable and what is added.
bool FunctionReader::plus(Operand &Out) {
  if (!L.take('+'))
    return true;
  std::uint64_t N = 0;
  const Token By = L.next();
  if (!readInteger(By.Spelling, N) || Out.At[0] >= 0 || Out.Literal)
    return fail("a sum that is no address and a number", By.Line);
  if (Of.moveLater(F, std::size_t(~Out.At[0]), N))
    return true;
  const std::uint64_t Address = F.Constants[std::size_t(~Out.At[0])][0];
  Out.At = {constant(Address + N)};
  return true;
}

bool FunctionReader::vectorOperand(Operand &Out) {
  do {
    Operand Element;
    if (!value(Element))
      return false;
    Out.At.push_back(Element.At[0]);
  } while (L.take(','));
  if (Out.At.size() < 2)
    return fail("a vector of one element");
  return L.take('}') || fail("a vector that does not end");
}

bool FunctionReader::address(Operand &Out) {
  if (!value(Out))
    return false;
  Out.IsAddress = true;
  Out.Literal = 0;
  const bool Minus = L.peek().is('-');
  if (L.take('+') || L.take('-')) {
    const bool Negative = L.take('-') != Minus;
    std::uint64_t N = 0;
    if (!readInteger(L.next().Spelling, N))
      return fail("an address with an offset that is no number");
    Out.Offset = static_cast<std::int64_t>(Negative ? ~N + 1 : N);
  }
  return L.take(']') || fail("an address that does not end");
}

bool FunctionReader::number(Operand &Out, bool Minus) {
  const Token T = L.next();
  std::uint64_t Bits = 0;
  bool IsF32 = false;
  if (readFloat(T.Spelling, Bits, IsF32)) {
    Out.Literal = IsF32 ? 'f' : 'd';
    if (Minus)
      Bits ^= std::uint64_t(1) << (IsF32 ? 31 : 63);
  } else if (readInteger(T.Spelling, Bits)) {
    if (Minus)
      Bits = ~Bits + 1;
  } else {
    return fail("'" + std::string(T.Spelling) + "' is no number");
  }
  Out.At = {constant(Bits)};
  return true;
}

bool FunctionReader::value(Operand &Out) {
  if (L.take('-'))
    return number(Out, true);
  if (L.peek().Kind == Token::Number)
    return number(Out, false);
  if (L.take('!')) {
    // A hidden instruction, which nothing counts, negates it.
    Operand Of;
    if (!value(Of))
      return false;
    Instruction Not;
    Not.Run = negatePredicate;
    Not.S = Of.At;
    Not.D = {newRegister()};
    Not.PtxLine = L.peek().Line;
    Not.Loc = Loc;
    Out.At = Not.D;
    F.Code.push_back(std::move(Not));
    return true;
  }
  const Token T = L.next();
  return T.Kind == Token::Word
             ? word(T, Out)
             : fail("'" + std::string(T.Spelling) + "' is no operand");
}

bool FunctionReader::word(const Token &Name, Operand &Out) {
  if (Name.is("_")) {
    Out.At = {Sink};
    return true;
  }
  const std::string Key(Name.Spelling);
  if (const Symbol *const S = find(Key)) {
    const bool InRegister = S->Is == Names::Register || S->Is == Names::Local;
    Out.At = {InRegister ? static_cast<std::int32_t>(S->At) : constant(S->At)};
    Out.IsPredicate = S->IsPredicate;
    return true;
  }
  if (Key[0] == '%')
    return special(Name, Out);
  if (const Variable *const V = M.variable(Key)) {
    if (V->In != Space::Shared) {
      if (V->Address == 0)
        return fail("the variable " + Key + " has no address");
      Out.At = {constant(V->Address)};
      return true;
    }
    bool Later = false;
    const std::uint64_t At = Of.shared(*V, Later);
    if (!Later) {
      Out.At = {constant(At)};
      return true;
    }
    F.Constants.emplace_back(); // of its own: it is set later
    Of.placeLater(F, F.Constants.size() - 1);
    Out.At = {~static_cast<std::int32_t>(F.Constants.size() - 1)};
    return true;
  }
  if (M.function(Key)) {
    Of.need(Key);
    Out.At = {constant(functionAddress(M, Key))};
    return true;
  }
  if (Key == "WARP_SZ") {
    Out.At = {constant(WarpSize)};
    return true;
  }
  return fail("'" + Key + "' is not declared", Name.Line);
}

static bool specialNamed(std::string_view Name, Special &Out) {
#define PTX_SPECIAL(Enum, Spelling)                                            \
  if (Name == Spelling)                                                        \
    return Out = Special::Enum, true;
#include "Ptx/Special.def"
  return false;
}

bool FunctionReader::special(const Token &Name, Operand &Out) {
  const std::string Key(Name.Spelling);
  const auto [Found, IsNew] = Specials.try_emplace(Key, -1);
  if (!IsNew) {
    Out.At = {Found->second};
    return true;
  }
  Special With;
  if (!specialNamed(Key, With)) {
    Specials.erase(Key);
    return fail("the register " + Key + " is not known", Name.Line);
  }
  if (With >= Special::Clock && With <= Special::GlobalTimer) {
    // Read anew each time, by a hidden instruction.
    Specials.erase(Key);
    Instruction Read;
    Read.Run = readClock;
    Read.Extra = static_cast<std::int64_t>(With);
    Read.D = {newRegister()};
    Read.PtxLine = Name.Line;
    Read.Loc = Loc;
    Out.At = Read.D;
    F.Code.push_back(std::move(Read));
    return true;
  }
  Found->second = newRegister();
  F.Fills.push_back({Found->second, With});
  Out.At = {Found->second};
  return true;
}

bool FunctionReader::branch(Instruction &I) {
  const Token Label = L.next();
  Jumps.push_back({F.Code.size(), std::string(Label.Spelling), Label.Line});
  return Label.Kind == Token::Word || fail("a branch without a label");
}

bool FunctionReader::indexedBranch(Instruction &I) {
  Operand Index;
  if (!value(Index) || !L.take(','))
    return fail("brx.idx without an index and a table");
  I.S = Index.At;
  const Token Label = L.next();
  TableJumps.push_back(
      {F.Code.size(), std::string(Label.Spelling), Label.Line});
  return true;
}

/// `(a, b)`: parameters of the call, or registers.
bool FunctionReader::callPlaces(std::vector<CallTarget::Place> &Out) {
  while (!L.take(')')) {
    const Token T = L.peek();
    const Symbol *const S = T.Kind == Token::Word ? find(T.Spelling) : nullptr;
    CallTarget::Place P;
    if (S && S->Is == Names::Place) {
      L.next();
      P.Address = S->At;
      P.Size = S->Size;
    } else {
      Operand O;
      if (!value(O))
        return false;
      P.InRegister = true;
      P.Register = O.At[0];
    }
    Out.push_back(P);
    if (!L.take(',') && !L.peek().is(')'))
      return fail("arguments that do not end");
  }
  return true;
}

bool FunctionReader::callee(CallTarget &Out) {
  const Token Name = L.next();
  const std::string Key(Name.Spelling);
  const Symbol *const S = find(Key);
  if (S && S->Is == Names::Register) {
    Out.Through = static_cast<std::int32_t>(S->At);
    Of.needAll();
    return true;
  }
  Out.Callee = Of.need(Key);
  Out.Own = Out.Callee              ? Builtin::None
            : Key == "vprintf"      ? Builtin::Printf
            : Key == "__assertfail" ? Builtin::AssertFail
                                    : Builtin::None;
  return Out.Callee || Out.Own != Builtin::None ||
         fail("the function " + Key + " is called, and has no body here",
              Name.Line);
}

/// `call (results), function, (arguments), prototype;`
bool FunctionReader::call(Instruction &I) {
  auto Target = std::make_unique<CallTarget>();
  if (L.take('(') && (!callPlaces(Target->Results) || !L.take(',')))
    return fail("a call without a function");
  if (!callee(*Target))
    return false;
  if (L.take(',') && L.take('(') && !callPlaces(Target->Arguments))
    return false;
  if (L.take(','))
    L.next(); // the prototype
  if (Target->Callee &&
      (Target->Callee->Text->Parameters.size() != Target->Arguments.size() ||
       Target->Callee->Text->Results.size() != Target->Results.size()))
    return fail("a call with another number of arguments than " +
                Target->Callee->Name + " has");
  I.Callee = Target.get();
  F.Calls.push_back(std::move(Target));
  return true;
}
