//===- Counts.cpp - what executed programs cost, as text and as JSON ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Counts.h"

#include <cstdio>
#include <numeric>

using namespace heddle::ptx;

void Counts::add(const Counts &O) {
  for (unsigned K = 0; K != Classes; ++K) {
    Warp[K] += O.Warp[K];
    Thread[K] += O.Thread[K];
  }
  Loads += O.Loads;
  LoadSectors += O.LoadSectors;
  LoadIdeal += O.LoadIdeal;
  Stores += O.Stores;
  StoreSectors += O.StoreSectors;
  StoreIdeal += O.StoreIdeal;
  SharedRequests += O.SharedRequests;
  SharedPasses += O.SharedPasses;
  SharedIdeal += O.SharedIdeal;
  LocalRequests += O.LocalRequests;
  LocalSectors += O.LocalSectors;
  Atomics += O.Atomics;
  AtomicConflicts += O.AtomicConflicts;
  Barriers += O.Barriers;
}

std::uint64_t Counts::warpInstructions() const {
  return std::accumulate(Warp, Warp + Classes, std::uint64_t(0));
}

std::uint64_t Counts::threadInstructions() const {
  return std::accumulate(Thread, Thread + Classes, std::uint64_t(0));
}

namespace {

/// Objects of names and numbers; commas where they belong.
class Json {
public:
  Json &key(const char *Name) {
    comma();
    Text += quoted(Name) + ": ";
    Fresh = true;
    return *this;
  }
  Json &open(char Bracket) {
    comma();
    Text += Bracket;
    Fresh = true;
    return *this;
  }
  Json &close(char Bracket) {
    Text += Bracket;
    Fresh = false;
    return *this;
  }
  Json &value(std::uint64_t N) {
    comma();
    Text += std::to_string(N);
    return *this;
  }
  Json &value(const std::string &S) {
    comma();
    Text += quoted(S);
    return *this;
  }
  Json &line() {
    if (!Fresh)
      Text += ',';
    Text += '\n';
    Fresh = true;
    return *this;
  }
  std::string Text;

private:
  void comma() {
    if (!Fresh)
      Text += ", ";
    Fresh = false;
  }
  static std::string quoted(const std::string &S) {
    std::string Out = "\"";
    for (const char C : S) {
      char Escape[8];
      if (C == '"' || C == '\\') {
        Out += '\\';
        Out += C;
      } else if (static_cast<unsigned char>(C) < 0x20) {
        std::snprintf(Escape, sizeof Escape, "\\u%04x", C);
        Out += Escape;
      } else {
        Out += C;
      }
    }
    return Out + "\"";
  }
  bool Fresh = true;
};

} // namespace

static void write(Json &J, const Counts &C) {
  J.key("thread_instructions").value(C.threadInstructions());
  J.key("warp_instructions").value(C.warpInstructions());
  J.key("classes").open('{');
  for (unsigned K = 0; K != Classes; ++K) {
    J.key(std::string(nameOf(Class(K))).c_str()).open('{');
    J.key("thread").value(C.Thread[K]).key("warp").value(C.Warp[K]).close('}');
  }
  J.close('}');
  const auto Sectors = [&](const char *Name, std::uint64_t Requests,
                           std::uint64_t Number, std::uint64_t Ideal) {
    J.key(Name).open('{').key("requests").value(Requests);
    J.key("sectors").value(Number).key("ideal_sectors").value(Ideal).close('}');
  };
  Sectors("global_loads", C.Loads, C.LoadSectors, C.LoadIdeal);
  Sectors("global_stores", C.Stores, C.StoreSectors, C.StoreIdeal);
  J.key("shared").open('{').key("requests").value(C.SharedRequests);
  J.key("passes").value(C.SharedPasses);
  J.key("ideal_passes").value(C.SharedIdeal).close('}');
  J.key("local").open('{').key("requests").value(C.LocalRequests);
  J.key("sectors").value(C.LocalSectors).close('}');
  J.key("atomics").open('{').key("requests").value(C.Atomics);
  J.key("conflicts").value(C.AtomicConflicts).close('}');
  J.key("barriers").value(C.Barriers);
}

std::string heddle::ptx::asJson(const AllCounts &Of) {
  Json J;
  const ProgramCounts &P = Of.Program;
  J.open('{').key("program").open('{');
  J.key("launches").value(P.Launches).key("bytes_to_device").value(P.ToDevice);
  J.key("bytes_from_device").value(P.FromDevice);
  J.key("bytes_within_device").value(P.WithinDevice);
  J.key("allocations").value(P.Allocations).key("frees").value(P.Frees);
  J.key("synchronisations").value(P.Synchronisations).close('}');
  J.line().key("kernels").open('[');
  for (const auto &[Name, K] : Of.Kernels) {
    J.line().open('{').key("name").value(Name);
    J.key("demangled").value(K.Demangled).key("launches").value(K.Launches);
    J.key("blocks").value(K.Blocks).key("threads").value(K.Threads);
    J.key("threads_off").value(K.ThreadsOff);
    write(J, K.All);
    J.key("lines").open('[');
    for (const auto &[At, C] : K.Lines) {
      J.line().open('{').key("file").value(At.first);
      J.key("line").value(std::uint64_t(At.second));
      write(J, C);
      J.close('}');
    }
    J.close(']').close('}');
  }
  J.close(']').close('}');
  return J.Text + "\n";
}

template <class... A>
static void row(std::string &Out, const char *Form, A... Values) {
  char Text[512];
  std::snprintf(Text, sizeof Text, Form, Values...);
  Out += Text;
}

using Long = unsigned long long;

static void write(std::string &Out, const Counts &C) {
  row(Out, "    instructions   %llu of warps, %llu of threads\n",
      Long(C.warpInstructions()), Long(C.threadInstructions()));
  for (unsigned K = 0; K != Classes; ++K)
    if (C.Warp[K])
      row(Out, "      %-12s %llu of warps, %.1f lanes each\n",
          std::string(nameOf(Class(K))).c_str(), Long(C.Warp[K]),
          double(C.Thread[K]) / double(C.Warp[K]));
  if (C.Loads)
    row(Out, "    loads          %llu requests, %llu sectors (ideal: %llu)\n",
        Long(C.Loads), Long(C.LoadSectors), Long(C.LoadIdeal));
  if (C.Stores)
    row(Out, "    stores         %llu requests, %llu sectors (ideal: %llu)\n",
        Long(C.Stores), Long(C.StoreSectors), Long(C.StoreIdeal));
  if (C.SharedRequests)
    row(Out, "    shared memory  %llu requests, %llu passes (ideal: %llu)\n",
        Long(C.SharedRequests), Long(C.SharedPasses), Long(C.SharedIdeal));
  if (C.LocalRequests)
    row(Out, "    local memory   %llu requests, %llu sectors\n",
        Long(C.LocalRequests), Long(C.LocalSectors));
  if (C.Atomics)
    row(Out, "    atomics        %llu requests, %llu conflicts\n",
        Long(C.Atomics), Long(C.AtomicConflicts));
  if (C.Barriers)
    row(Out, "    barriers       %llu arrivals of warps\n", Long(C.Barriers));
}

std::string heddle::ptx::asText(const AllCounts &Of) {
  const ProgramCounts &P = Of.Program;
  std::string Out = "heddle-ptx: counts of PTX that an interpreter executed\n";
  row(Out,
      "  program: %llu launches, %llu bytes to the device, %llu from it, %llu "
      "within it,\n           %llu allocations, %llu frees, %llu "
      "synchronisations\n",
      Long(P.Launches), Long(P.ToDevice), Long(P.FromDevice),
      Long(P.WithinDevice), Long(P.Allocations), Long(P.Frees),
      Long(P.Synchronisations));
  for (const auto &[Name, K] : Of.Kernels) {
    Out += "  kernel " + K.Demangled + "\n";
    row(Out, "    launches       %llu, %llu blocks, %llu threads, %llu off\n",
        Long(K.Launches), Long(K.Blocks), Long(K.Threads), Long(K.ThreadsOff));
    write(Out, K.All);
    for (const auto &[At, C] : K.Lines) {
      row(Out, "    line %s:%u: %llu of warps", At.first.c_str(), At.second,
          Long(C.warpInstructions()));
      if (C.Loads + C.Stores)
        row(Out, ", %llu sectors", Long(C.LoadSectors + C.StoreSectors));
      if (C.SharedRequests)
        row(Out, ", %llu passes", Long(C.SharedPasses));
      Out += "\n";
    }
  }
  return Out;
}
