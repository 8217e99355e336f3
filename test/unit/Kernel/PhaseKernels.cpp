//===- PhaseKernels.cpp - Kernels of several phases, by hand --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "PhaseKernels.h"

using namespace heddle::phases;

namespace heddle {

static Sym leaf(const char *Name) { return Sym::leaf(Name); }

static Parameter array(const char *Type, const char *Name,
                       std::vector<Sym> Extents, bool Written) {
  Parameter P;
  P.What = Parameter::Array;
  P.Name = Name;
  P.Type = Type;
  P.Extents = std::move(Extents);
  P.Written = Written;
  P.Restrict = true;
  return P;
}

static Parameter scalar(const char *Type, const char *Name) {
  Parameter P;
  P.Name = Name;
  P.Type = Type;
  return P;
}

static Phase statements(std::vector<Statement> Body) {
  Phase P;
  P.Statements = std::move(Body);
  return P;
}

/// For p, q in the 4 x 4 elements of a thread.
static Statement tile(std::vector<Statement> Body) {
  return serial("p", 0, 4, {serial("q", 0, 4, std::move(Body), true)}, true);
}

Kernel productInPhases() {
  const Sym B = leaf("b"), N = leaf("n"), X = leaf("x"), Y = leaf("y"),
            P = leaf("p"), Q = leaf("q"), K0 = leaf("k0"), I0 = leaf("i0"),
            J0 = leaf("j0"), I = leaf("i"), J = leaf("j");
  Kernel K;
  K.Name = "product";
  K.Sizes = {"b"};
  K.Parameters = {array("float", "c", {N, N}, true),
                  array("float", "a", {N, N}, false),
                  array("float", "d", {N, N}, false), scalar("int", "n")};
  K.Shared = {{"as", "float", {4 * B, B}, B + 1},
              {"ds", "float", {B, 4 * B}, {}}};
  K.Registers = {{"s", "float", {4, 4}, {}}};
  K.Blocks = {"bx", "by"};
  K.Threads = {"x", "y"};
  K.Uniform = {{"i0", leaf("by") * (4 * B)}, {"j0", leaf("bx") * (4 * B)}};

  const Phase Start = statements({tile({set({"s", {P, Q}}, literal("0.0f"))})});
  Phase Load;
  Load.Indices = {{"i", I0 + Y}, {"j", J0 + X}};
  const Sym RowOfA = I + P * B, ColumnOfD = J + P * B;
  Load.Loads = {
      serial("p", 0, 4,
             {set({"as", {Y + P * B, X}},
                  choose(both(less(RowOfA, N), less(K0 + X, N)),
                         read("a", {RowOfA, K0 + X}), literal("0.0f"))),
              set({"ds", {Y, X + P * B}},
                  choose(both(less(K0 + Y, N), less(ColumnOfD, N)),
                         read("d", {K0 + Y, ColumnOfD}), literal("0.0f")))},
             true)};
  // Beyond n nothing is added: a zero times an infinity is none.
  Phase Multiply = statements(
      {serial("k", 0, leaf("ks"),
              {tile({addTo({"s", {P, Q}},
                           operation(Value::Multiply,
                                     read("as", {Y + P * B, leaf("k")}),
                                     read("ds", {leaf("k"), X + Q * B})))})})});
  Multiply.Indices = {{"ks", min_of(B, N - K0)}};
  Phase Store;
  Store.Indices = Load.Indices;
  Store.Stores = {
      tile({when(both(less(I + P * B, N), less(J + Q * B, N)),
                 {set({"c", {I + P * B, J + Q * B}}, read("s", {P, Q}))})})};
  K.Body = {run(Start), uniformLoop("k0", 0, N, B, {run(Load), run(Multiply)}),
            run(Store)};
  placeBarriers(K);
  return K;
}

Kernel transposeInPhases() {
  const Sym N = leaf("n"), M = leaf("m"), X = leaf("x"), Y = leaf("y"),
            R = leaf("r"), I = leaf("i"), J = leaf("j");
  Kernel K;
  K.Name = "transpose";
  K.Parameters = {array("double", "to", {M, N}, true),
                  array("double", "from", {N, M}, false), scalar("int", "n"),
                  scalar("int", "m")};
  K.Shared = {{"tile", "double", {32, 32}, Sym(33)}};
  K.Blocks = {"bx", "by"};
  K.Threads = {"x", "y"};
  Phase Load;
  Load.Indices = {{"i", leaf("by") * 32 + Y}, {"j", leaf("bx") * 32 + X}};
  Load.Loads = {serial(
      "r", 0, 32 / 8,
      {when(both(less(I + R * 8, N), less(J, M)),
            {set({"tile", {Y + R * 8, X}}, read("from", {I + R * 8, J}))})},
      true)};
  Phase Store;
  Store.Indices = {{"i", leaf("by") * 32 + X}, {"j", leaf("bx") * 32 + Y}};
  Store.Predicate = less(I, N);
  Store.Stores = {serial(
      "r", 0, 32 / 8,
      {when(less(J + R * 8, M),
            {set({"to", {J + R * 8, I}}, read("tile", {X, Y + R * 8}))})},
      true)};
  K.Body = {run(Load), run(Store)};
  placeBarriers(K);
  return K;
}

Kernel turnInPhases() {
  const Sym N = leaf("n"), M = leaf("m"), L = leaf("l"), X = leaf("x"),
            Y = leaf("y"), Z = leaf("z"), I = leaf("i"), J = leaf("j"),
            H = leaf("k");
  Kernel K;
  K.Name = "turn";
  K.IndexType = "long long";
  K.Parameters = {array("int", "to", {L, M, N}, true),
                  array("int", "from", {N, M, L}, false),
                  scalar("long long", "n"), scalar("long long", "m"),
                  scalar("long long", "l")};
  K.Shared = {{"cube", "int", {4, 4, 4}, Sym(5)}};
  K.Registers = {{"own", "int", {}, {}}};
  K.Blocks = {"bx", "by", "bz"};
  K.Threads = {"x", "y", "z"};
  Phase Load;
  Load.Indices = {{"i", leaf("bz") * 4 + Z},
                  {"j", leaf("by") * 4 + Y},
                  {"k", leaf("bx") * 4 + X}};
  Load.Loads = {let("int", "value",
                    choose(both(both(less(I, N), less(J, M)), less(H, L)),
                           read("from", {I, J, H}), literal("0"))),
                set({"own", {}}, read("value")),
                set({"cube", {Z, Y, X}}, read("value"))};
  Phase Store;
  Store.Indices = {{"i", leaf("bz") * 4 + X},
                   {"j", leaf("by") * 4 + Y},
                   {"k", leaf("bx") * 4 + Z}};
  Store.Predicate = both(both(less(I, N), less(J, M)), less(H, L));
  Store.Stores = {
      set({"to", {H, J, I}},
          operation(Value::Add, read("cube", {X, Y, Z}), read("own")))};
  K.Body = {run(Load), run(Store)};
  placeBarriers(K);
  return K;
}

Kernel smoothInPhases() {
  const Sym X = leaf("x"), I = leaf("i"), Steps = leaf("steps");
  Kernel K;
  K.Name = "smooth";
  K.Parameters = {array("float", "to", {leaf("n")}, true),
                  array("float", "from", {leaf("n")}, false),
                  scalar("int", "n"), scalar("int", "steps"),
                  scalar("float", "half")};
  K.Shared = {{"row", "float", {33}, {}}};
  K.Registers = {{"next", "float", {}, {}}};
  K.Blocks = {"bx"};
  K.Threads = {"x"};
  Phase Load;
  Load.Indices = {{"i", leaf("bx") * 32 + X}};
  Load.Loads = {
      set({"row", {X}},
          choose(less(I, leaf("n")), read("from", {I}), literal("0.0f"))),
      when(equal(X, 0), {set({"row", {32}}, choose(less(I + 32, leaf("n")),
                                                   read("from", {I + 32}),
                                                   literal("0.0f")))})};
  const Phase Mean = statements(
      {set({"next", {}}, operation(Value::Multiply, read("half"),
                                   operation(Value::Add, read("row", {X}),
                                             read("row", {X + 1}))))});
  const Phase Keep = statements({set({"row", {X}}, read("next"))});
  Phase Store;
  Store.Indices = Load.Indices;
  Store.Predicate = less(I, leaf("n"));
  Store.Stores = {set({"to", {I}}, read("row", {X}))};
  K.Body = {uniformIf(less(0, Steps),
                      {run(Load),
                       uniformLoop("t", 0, Steps, 1, {run(Mean), run(Keep)}),
                       run(Store)})};
  placeBarriers(K);
  return K;
}

} // namespace heddle
