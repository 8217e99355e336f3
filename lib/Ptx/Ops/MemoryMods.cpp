//===- MemoryMods.cpp - orders, hints, fences and cp.async ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Ops/MemoryMods.h"

#include "Ptx/Ops/Binders.h"

using namespace heddle::ptx;

bool heddle::ptx::takeOrder(Modifiers &Mods, Instruction &I,
                            std::int64_t Allowed) {
  static constexpr std::int64_t Means[] = {0,        // weak
                                           IsStrong, // volatile
                                           IsStrong, // mmio, before relaxed
                                           IsStrong, // relaxed
                                           IsStrong | Acquires, // acquire
                                           IsStrong | Releases, // release
                                           IsStrong | Acquires | Releases};
  for (int N; (N = Mods.takeOneOf(
                   "weak volatile mmio relaxed acquire release acq_rel")) >= 0;)
    I.Extra |= Means[N];
  Mods.takeOneOf("cta cluster gpu sys");
  return (I.Extra & ~(Allowed | IsStrong)) == 0;
}

bool heddle::ptx::takeStateSpace(Modifiers &Mods, Space &Out) {
  if (!Mods.take("shared::cluster"))
    return Mods.takeSpace(Out);
  Out = Space::Shared;
  return true;
}

std::uint8_t heddle::ptx::takeWidth(Modifiers &Mods) {
  const int Log = Mods.takeOneOf("v2 v4 v8");
  return static_cast<std::uint8_t>(Log < 0 ? 1 : 2 << Log);
}

void heddle::ptx::takeCacheHints(Modifiers &Mods) {
  while (Mods.takeOneOf("L1::evict_normal L1::evict_unchanged L1::evict_first "
                        "L1::evict_last L1::no_allocate L2::evict_normal "
                        "L2::evict_first L2::evict_last L2::64B L2::128B "
                        "L2::256B") >= 0)
    ;
}

//===--- Fences -----------------------------------------------------------===//

static void fence(Step &S) { S.fence(); }

/// fence{.sem}.scope and membar.level. Every one is as the strongest. Fences
/// between proxies and of barriers in memory are not known.
Handler heddle::ptx::bindFence(Modifiers &Mods, Instruction &I) {
  if (I.Op->Name == "membar")
    return Mods.takeOneOf("cta gl sys") >= 0 ? fence : nullptr;
  Mods.takeOneOf("sc acq_rel acquire release");
  return Mods.takeOneOf("cta cluster gpu sys") >= 0 ? fence : nullptr;
}

//===--- Hints ------------------------------------------------------------===//

static void nothing(Step &) {}

/// prefetch{.space}.level [a], prefetchu.L1 [a]: moves what nobody can see.
Handler heddle::ptx::bindPrefetch(Modifiers &Mods, Instruction &I) {
  takeStateSpace(Mods, I.In);
  return Mods.takeOneOf("L1 L2 L2::evict_last L2::evict_normal") >= 0 &&
                 has(I, 0, 1)
             ? nothing
             : nullptr;
}

/// discard{.global}.L2 [a], 128 and applypriority{.global}.L2::evict_normal:
/// the first allows a device to lose what stands there, and need not.
Handler heddle::ptx::bindDiscard(Modifiers &Mods, Instruction &I) {
  takeStateSpace(Mods, I.In);
  return Mods.takeOneOf("L2 L2::evict_normal") >= 0 && has(I, 0, 2) ? nothing
                                                                    : nullptr;
}

//===--- cp.async ---------------------------------------------------------===//

static unsigned anyLane(const Step &S) {
  return static_cast<unsigned>(__builtin_ctz(S.Mask));
}

/// cp.async [to], [from], bytes{, bytes of the source}
static void copyAsync(Step &S) {
  const uint64_t Bytes = S.in(2)[anyLane(S)];
  if (Bytes != 16 && (S.I.Extra || (Bytes != 4 && Bytes != 8)))
    return S.fail("cp.async of " + std::to_string(Bytes) + " bytes",
                  anyLane(S));
  S.copyAsync(S.in(0), S.in(1), static_cast<unsigned>(Bytes),
              S.I.S.size() == 4 ? &S.in(3) : nullptr);
}
static void commitCopies(Step &S) { S.commitCopies(); }
static void waitGroups(Step &S) {
  S.waitCopies(static_cast<int>(S.in(0)[anyLane(S)]));
}
static void waitAll(Step &S) { S.waitCopies(-1); }

/// Copies in bulk, of tensors and those that end at a barrier in memory are not
/// known.
Handler heddle::ptx::bindCopy(Modifiers &Mods, Instruction &I) {
  if (!Mods.take("async"))
    return nullptr;
  switch (Mods.takeOneOf("ca cg commit_group wait_group wait_all")) {
  case 1:
    I.Extra = 1; // 16 bytes alone
    [[fallthrough]];
  case 0: {
    Space To = Space::Generic, From = Space::Generic; // in this order
    if (!takeStateSpace(Mods, To) || To != Space::Shared ||
        !takeStateSpace(Mods, From) || From != Space::Global)
      return nullptr;
    takeCacheHints(Mods);
    I.Copies = true;
    return has(I, 0, 3) || has(I, 0, 4) ? copyAsync : nullptr;
  }
  case 2:
    return has(I, 0, 0) ? commitCopies : nullptr;
  case 3:
    return has(I, 0, 1) ? waitGroups : nullptr;
  case 4:
    return has(I, 0, 0) ? waitAll : nullptr;
  default:
    return nullptr;
  }
}
