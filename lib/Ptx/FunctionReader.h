//===- FunctionReader.h - a body becomes instructions ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_FUNCTIONREADER_H
#define HEDDLE_PTX_FUNCTIONREADER_H

#include "Ptx/Kernel.h"
#include "Ptx/Lexer.h"

#include <deque>
#include <unordered_map>

namespace heddle::ptx {

/// Reads the functions of one kernel.
class KernelReader {
public:
  KernelReader(Module &M, Kernel &K, std::string &Problem)
      : M(M), K(K), Problem(Problem) {}

  /// Reads the entry and all that it reaches.
  bool read();

  /// The function, to be read when its turn comes; null if the module has no
  /// body for it.
  const Function *need(const std::string &Name);
  /// A call whose target is known at run time alone: it may be any function.
  void needAll() { All = true; }

  /// Where a variable of shared memory is. In dynamic memory this is known once
  /// all functions are read: `Later` is then true.
  std::uint64_t shared(const Variable &V, bool &Later);
  /// The constant is the address of dynamic shared memory.
  void placeLater(Function &F, std::size_t Constant) {
    Dynamic.push_back({&F, Constant, 0});
  }
  /// Adds bytes to such a constant. False: it is none.
  bool moveLater(const Function &F, std::size_t Constant, std::uint64_t By) {
    for (Placed &P : Dynamic)
      if (P.In == &F && P.Constant == Constant)
        return P.Plus += By, true;
    return false;
  }

  Module &M;
  Kernel &K;
  std::string &Problem;

private:
  void placeDynamic();

  std::deque<Function *> Waiting;
  /// A constant that is an address of dynamic shared memory.
  struct Placed {
    Function *In;
    std::size_t Constant;
    std::uint64_t Plus;
  };
  std::vector<Placed> Dynamic;
  bool All = false;
  bool IsOptional = false; ///< what is read now may stay unread
};

/// Reads one body. Scopes between braces may name registers and parameters of
/// calls as others do.
class FunctionReader {
public:
  FunctionReader(KernelReader &Of, Function &F);
  bool read();

private:
  enum class Names : std::uint8_t { Register, Local, Place, Shared };
  struct Symbol {
    Names Is;
    std::uint64_t At = 0, Size = 0; ///< a register's number, or an address
    bool IsPredicate = false;
  };
  /// An operand: its registers or constants, in order.
  struct Operand {
    std::vector<std::int32_t> At;
    bool IsAddress = false;
    std::int64_t Offset = 0;
    bool IsPredicate = false;
    char Literal = 0; ///< 'f' and 'd': a floating-point literal of that kind
  };

  bool fail(const std::string &Text, unsigned Line = 0);
  bool statement();
  bool directive(const Token &Name);
  bool registers(std::string_view TypeName);
  bool variable(Space In);
  bool location();
  bool labelled(const std::string &Label);
  bool branchTargets(const std::string &Label);
  bool closeScope();

  bool instruction();
  bool guard(Instruction &I);
  bool decode(const Token &Name, Instruction &I);
  bool operands(Instruction &I, bool HasResult);
  bool operand(Operand &Out);
  bool plus(Operand &Out);
  bool vectorOperand(Operand &Out);
  bool address(Operand &Out);
  bool value(Operand &Out);
  bool number(Operand &Out, bool Minus);
  bool word(const Token &Name, Operand &Out);
  bool special(const Token &Name, Operand &Out);
  void fitLiterals(Instruction &I);
  bool branch(Instruction &I);
  bool indexedBranch(Instruction &I);
  bool call(Instruction &I);
  bool callPlaces(std::vector<CallTarget::Place> &Out);
  bool callee(CallTarget &Out);
  bool resolveLabels();
  Class classOf(const Instruction &I) const;

  const Symbol *find(std::string_view Name) const;
  void define(std::string Name, Symbol S);
  std::int32_t newRegister() { return F.Registers++; }
  std::int32_t constant(std::uint64_t Bits);

  KernelReader &Of;
  Function &F;
  Module &M;
  Lexer L;
  std::vector<std::unordered_map<std::string, Symbol>> Scopes;
  std::unordered_map<std::uint64_t, std::int32_t> Known; ///< constants
  std::unordered_map<std::string, std::int32_t> Specials;
  std::unordered_map<std::string, std::uint32_t> Labels;
  struct Jump {
    std::size_t Instruction;
    std::string Label;
    unsigned Line;
  };
  std::vector<Jump> Jumps;
  std::unordered_map<std::string, std::vector<std::string>> Tables;
  std::vector<Jump> TableJumps;
  /// Floating-point literals of the instruction being read: source, kind.
  std::vector<std::pair<std::size_t, char>> Literals;
  std::uint32_t Loc = 0;
};

} // namespace heddle::ptx

#endif // HEDDLE_PTX_FUNCTIONREADER_H
