//===- Harness.cpp - Small kernels of PTX ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Harness.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

namespace heddle::ptx::test {

unsigned widthOf(const std::string &Type) {
  if (Type == "pred")
    return 1;
  if (Type == "bf16")
    return 16;
  if (Type.size() > 2 && Type.substr(Type.size() - 2) == "x2")
    return 32;
  return unsigned(std::atoi(Type.c_str() + 1));
}

const Format *formatOf(const std::string &Type) {
  static const std::pair<const char *, const Format *> Formats[] = {
      {"f16", &F16}, {"bf16", &BF16}, {"f32", &F32},
      {"f64", &F64}, {"f16x2", &F16}, {"bf16x2", &BF16}};
  for (const auto &[Name, F] : Formats)
    if (Type == Name)
      return F;
  return nullptr;
}

std::uint64_t maskOf(unsigned Width) {
  return ~std::uint64_t(0) >> (64 - Width);
}

std::int64_t signedOf(std::uint64_t Bits, unsigned Width) {
  return static_cast<std::int64_t>(Bits << (64 - Width)) >> (64 - Width);
}

//===--- values -----------------------------------------------------------===//

static void boundaries(unsigned Width, std::vector<std::uint64_t> &Out) {
  const std::uint64_t Top = std::uint64_t(1) << (Width - 1);
  static constexpr std::uint64_t Plain[] = {0,
                                            1,
                                            2,
                                            3,
                                            ~0ull,
                                            ~1ull,
                                            31,
                                            32,
                                            33,
                                            63,
                                            64,
                                            65,
                                            0x7f,
                                            0x80,
                                            0xff,
                                            0x7fff,
                                            0x8000,
                                            0xffff,
                                            0x10000,
                                            0x7fffffff,
                                            0x80000000,
                                            0xffffffff,
                                            0x100000000,
                                            0x5555555555555555,
                                            0xaaaaaaaaaaaaaaaa};
  for (const std::uint64_t V : {Top, Top + 1, Top - 1, Top - 2, Top >> 1})
    Out.push_back(V & maskOf(Width));
  for (const std::uint64_t V : Plain)
    Out.push_back(V & maskOf(Width));
}

static void boundaries(const Format &F, std::vector<std::uint64_t> &Out) {
  std::vector<std::uint64_t> Magnitudes = {0,
                                           1,
                                           F.leastNormal() - 1,
                                           F.leastNormal(),
                                           F.leastNormal() + 1,
                                           F.one() - 1,
                                           F.one(),
                                           F.one() + 1,
                                           F.one() + F.leastNormal() / 2,
                                           F.infinity() - 1,
                                           F.infinity(),
                                           F.infinity() | F.leastNormal() / 2,
                                           F.infinity() | 1};
  for (const double V : {0.5, 1.5, 2.0, 2.5, 3.5, 3.0, 127.5, 255.5, 32767.5,
                         65535.5, 2147483647.0, 2147483648.0, 4294967296.0,
                         9223372036854775808.0, 18446744073709551616.0})
    Magnitudes.push_back(nearest(F, V));
  for (const std::uint64_t M : Magnitudes) {
    Out.push_back(M);
    Out.push_back(M | F.sign());
  }
}

static std::uint64_t randomInteger(unsigned Width, std::mt19937_64 &Random) {
  // Numbers of all lengths, and neighbours of powers of two.
  const std::uint64_t Bits = Random() >> Random() % Width % 64;
  switch (Random() % 4) {
  case 0:
    return (std::uint64_t(1) << Random() % Width) + Random() % 3 - 1;
  case 1:
    return ~Bits;
  default:
    return Bits;
  }
}

static std::uint64_t randomFloat(const Format &F, std::uint64_t Last,
                                 std::mt19937_64 &Random) {
  const std::uint64_t Sign = Random() & F.sign();
  const std::uint64_t Fraction = Random() & (F.leastNormal() - 1);
  const auto With = [&](int Exponent) {
    Exponent = std::max(0, std::min(Exponent, 2 * F.Max));
    return Sign | std::uint64_t(Exponent) << F.stored() | Fraction;
  };
  const int Near = int(Random() % 41) - 20;
  switch (Random() % 5) {
  case 0:
    return Random();
  case 1: // near one
    return With(F.Max + Near);
  case 2: // products near the least normal number
    return With(F.Max / 2 + Near);
  case 3: // sums that cancel
    return (Last ^ F.sign()) + Random() % 5 - 2;
  default: // few bits: halves, exact results
    return With(F.Max + Near / 4) & ~(F.leastNormal() / 8 - 1);
  }
}

std::vector<std::uint64_t> valuesOf(const std::string &Type,
                                    std::mt19937_64 &Random, unsigned Count) {
  std::vector<std::uint64_t> Out;
  const unsigned Width = widthOf(Type);
  const bool Two = Type.find("x2") != Type.npos;
  const Format *const F = formatOf(Type);
  if (Type == "pred")
    Out = {0, 1};
  else if (F)
    boundaries(*F, Out);
  else
    boundaries(Two ? 16 : Width, Out);
  if (Two) {
    const std::vector<std::uint64_t> Half = Out;
    for (std::uint64_t &V : Out)
      V |= Half[Random() % Half.size()] << 16;
  }
  const auto Once = [&] {
    const std::uint64_t Last = Out.back();
    return F ? randomFloat(*F, Last, Random) : randomInteger(Width, Random);
  };
  while (Out.size() < Count)
    Out.push_back((Two ? (Once() & 0xffff) | Once() << 16 : Once()) &
                  maskOf(Width));
  return Out;
}

static std::vector<std::string> words(const std::string &Text) {
  std::istringstream In(Text);
  return {std::istream_iterator<std::string>(In), {}};
}

static std::vector<Operands> operandsFor(const Case &R) {
  std::uint64_t Hash = 14695981039346656037ull;
  for (const char C : R.Name)
    Hash = (Hash ^ static_cast<unsigned char>(C)) * 1099511628211ull;
  std::mt19937_64 Random(Hash);
  const std::vector<std::string> Types = words(R.Types);
  std::vector<std::vector<std::uint64_t>> Values;
  for (std::size_t N = 1; N < 4; ++N)
    Values.push_back(N < Types.size() ? valuesOf(Types[N], Random, 500)
                                      : std::vector<std::uint64_t>{0});
  std::vector<Operands> Out;
  const auto Add = [&](std::uint64_t A, std::uint64_t B, std::uint64_t C) {
    const Operands O{A, B, C};
    if (R.Gives(O))
      Out.push_back(O);
  };
  const auto Any = [&](const std::vector<std::uint64_t> &Of, bool Boundary) {
    return Of[Random() %
              (Boundary ? std::min<std::size_t>(Of.size(), 56) : Of.size())];
  };
  for (std::size_t N = 0; N != Values[0].size(); ++N) // neighbours cancel
    Add(Values[0][N], Values[1][(N + 1) % Values[1].size()],
        Values[2][(N + 2) % Values[2].size()]);
  for (unsigned N = 0; Types.size() > 2 && N != 1500; ++N) {
    const bool Boundary = N % 2;
    Add(Any(Values[0], Boundary), Any(Values[1], Boundary),
        Any(Values[2], Boundary));
  }
  return Out;
}

//===--- kernels ----------------------------------------------------------===//

std::string header() {
  return ".version 8.6\n.target sm_90\n.address_size 64\n";
}

static const char *const Scratch = "  .reg .pred %p<4>;\n"
                                   "  .reg .b16 %h<8>;\n"
                                   "  .reg .b32 %r<10>;\n"
                                   "  .reg .b64 %l<10>;\n";

static std::string registerOf(const std::string &Type) {
  const unsigned Width = widthOf(Type);
  return Width == 1 ? "pred" : "b" + std::to_string(std::max(Width, 16u));
}

/// Inverted: memory has the complement of each operand, and the kernel turns it
/// back. The bits above a value then differ.
static std::string textOf(const Case &R, bool Inverted) {
  std::string T = header() + R.Global +
                  ".visible .entry k(.param .u64 pin, .param .u64 pout)\n{\n" +
                  Scratch + "  .reg .b64 %in, %out;\n  .reg .b32 %n;\n";
  const std::vector<std::string> Types = words(R.Types);
  for (std::size_t N = 0; N != Types.size(); ++N)
    T += "  .reg ." + registerOf(Types[N]) + " %" + "dabc"[N] + ";\n";
  T += "  mov.u32 %r0, %ctaid.x;\n  mov.u32 %r1, %ntid.x;\n"
       "  mov.u32 %n, %tid.x;\n  mad.lo.u32 %n, %r0, %r1, %n;\n"
       "  ld.param.u64 %in, [pin];\n  ld.param.u64 %out, [pout];\n"
       "  mad.wide.u32 %in, %n, 24, %in;\n  mad.wide.u32 %out, %n, 8, %out;\n";
  std::string Names;
  for (std::size_t N = 1; N < Types.size(); ++N) {
    const std::string Name = std::string("%") + "dabc"[N];
    const std::string At = "[%in+" + std::to_string(8 * (N - 1)) + "]";
    const std::string Register = registerOf(Types[N]);
    if (Register == "pred")
      T += "  ld.global.b32 %r0, " + At + ";\n  and.b32 %r0, %r0, 1;\n" +
           "  setp.ne.u32 " + Name + ", %r0, 0;\n";
    else
      T += "  ld.global." + Register + " " + Name + ", " + At + ";\n";
    if (Inverted)
      T += "  not." + Register + " " + Name + ", " + Name + ";\n";
    Names += ", " + Name;
  }
  T += "  " + (R.Body.empty() ? R.Name + " %d" + Names + ";" : R.Body) + "\n";
  if (registerOf(Types[0]) == "pred")
    T += "  selp.b32 %r0, 1, 0, %d;\n  st.global.b32 [%out], %r0;\n";
  else
    T += "  st.global." + registerOf(Types[0]) + " [%out], %d;\n";
  return T + "  ret;\n}\n";
}

/// With HEDDLE_PTX_TEXTS=FOLDER each text is written there, for an assembler to
/// say that it is PTX.
static void keepText(const std::string &Text) {
  static unsigned Number = 0;
  if (const char *const Folder = std::getenv("HEDDLE_PTX_TEXTS"))
    std::ofstream(Folder + ("/" + std::to_string(Number++) + ".ptx")) << Text;
}

static std::optional<std::vector<std::uint64_t>>
resultsOf(const Case &R, const std::vector<Operands> &Given, bool Inverted) {
  std::vector<Operands> In = Given;
  while (In.size() % 128)
    In.push_back(In.front());
  if (Inverted)
    for (Operands &O : In)
      O = {~O.A, ~O.B, ~O.C};
  Program P(textOf(R, Inverted));
  const std::uint64_t From = P.array(In);
  const std::uint64_t To =
      P.array(std::vector<std::uint64_t>(In.size(), 0xa5a5a5a5a5a5a5a5ull));
  const std::optional<Finding> Found = P.run(
      Dim3{std::uint32_t(In.size() / 128), 1, 1}, Dim3{128, 1, 1}, {From, To});
  if (Found) {
    ADD_FAILURE() << R.Name << ": " << Found->print();
    return std::nullopt;
  }
  std::vector<std::uint64_t> Out = P.read<std::uint64_t>(To, In.size());
  Out.resize(Given.size());
  return Out;
}

std::optional<std::vector<std::uint64_t>>
results(const Case &R, const std::vector<Operands> &In) {
  return resultsOf(R, In, false);
}

void check(const Case &R) {
  const std::vector<Operands> In = operandsFor(R);
  const std::string Type = words(R.Types)[0];
  const std::uint64_t Mask = maskOf(std::max(widthOf(registerOf(Type)), 1u));
  const Format *const F = formatOf(Type);
  ASSERT_GT(In.size(), 0u) << R.Name;
  for (const bool Inverted : {false, true}) {
    // A body that reads the operands from memory wants them as they are.
    if (Inverted && R.Body.find("%in") != R.Body.npos)
      return;
    const auto Out = resultsOf(R, In, Inverted);
    if (!Out)
      return;
    unsigned Wrong = 0;
    for (std::size_t N = 0; N != In.size() && Wrong < 3; ++N) {
      const std::uint64_t Want = *R.Gives(In[N]) & Mask;
      const std::uint64_t Have = (*Out)[N] & Mask;
      if (Want == Have || (R.AnyNan && F && F->isNan(Want) && F->isNan(Have)))
        continue;
      ++Wrong;
      ADD_FAILURE() << std::hex << R.Name << " of 0x" << In[N].A << ", 0x"
                    << In[N].B << ", 0x" << In[N].C << " gives 0x" << Have
                    << ", and by definition 0x" << Want
                    << (Inverted ? " (operands by not)" : "");
    }
  }
}

void check(const std::vector<Case> &Cases) {
  for (const Case &R : Cases)
    check(R);
}

std::string kernel(unsigned Parameters, const std::string &Body,
                   const std::string &Global) {
  std::string T = header() + Global + ".visible .entry k(", Loads;
  for (unsigned N = 0; N != Parameters; ++N) {
    const std::string Name = std::to_string(N);
    T += (N ? ", .param .u64 p" : ".param .u64 p") + Name;
    Loads += "  ld.param.u64 %l" + Name + ", [p" + Name + "];\n";
  }
  return T + ")\n{\n" + Scratch + Loads +
         "  mov.u32 %r0, %tid.x;\n  mov.u32 %r1, %ctaid.x;\n"
         "  mov.u32 %r2, %ntid.x;\n  mad.lo.u32 %r2, %r1, %r2, %r0;\n" +
         Body + "\n  ret;\n}\n";
}

Program::Program(const std::string &Text) : Text(Text) {
  keepText(Text);
  M = Module::parse(Text, "test", Problem);
  EXPECT_TRUE(M != nullptr) << Problem << "\n" << Text;
}

std::uint64_t Program::allocate(std::uint64_t Bytes) {
  return On.Memory.allocate(Bytes, MemoryKind::Device, "an array")->Begin;
}

std::optional<Finding> Program::run(Dim3 Grid, Dim3 Block,
                                    const std::vector<std::uint64_t> &Arguments,
                                    std::uint64_t Dynamic) {
  if (!M) {
    Finding NoModule;
    NoModule.Text = Problem;
    return NoModule;
  }
  std::vector<const void *> Pointers;
  for (const std::uint64_t &A : Arguments)
    Pointers.push_back(&A);
  return launch(On, *M, "k", Grid, Block, Dynamic, Pointers).Found;
}

bool Program::passes(Dim3 Grid, Dim3 Block,
                     const std::vector<std::uint64_t> &Arguments,
                     std::uint64_t Dynamic) {
  const std::optional<Finding> Found = run(Grid, Block, Arguments, Dynamic);
  EXPECT_FALSE(Found) << (Found ? Found->print() : "") << Text;
  return !Found;
}

unsigned Program::lineOf(const std::string &Mark) const {
  const std::size_t At = Text.find(Mark);
  EXPECT_NE(At, Text.npos) << Mark;
  return 1 + unsigned(std::count(Text.begin(),
                                 Text.begin() + std::ptrdiff_t(At), '\n'));
}

} // namespace heddle::ptx::test
