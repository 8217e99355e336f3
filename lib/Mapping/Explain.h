//===- Explain.h - Why a mapping is as fast as it is ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cost model speaks to people about a nest that is mapped. All figures are
// estimates for one device, with parameters assumed where they are not known.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_EXPLAIN_H
#define HEDDLE_MAPPING_EXPLAIN_H

#include "Mapping/MappedNest.h"

namespace heddle {

struct MappingExplanation {
  std::string Device; ///< "sm_80"
  /// Parameters that the threads' number depends on, and what they are assumed
  /// to be.
  std::vector<std::pair<std::string, int64_t>> Assumed;
  /// "i = blockIdx.y * 8 + threadIdx.y", in the order in which threads find
  /// their iteration, and "on if i < n".
  std::vector<std::string> Formulae;
  int64_t Blocks = 0, ThreadsOfBlock = 0; ///< for these parameters
  Cost Estimate;
  double Idle = 0; ///< share of threads without iteration, those of the box
                   ///< around loops that depend on counters included

  struct Access {
    std::string Text; ///< as the source has it
    bool IsWrite = false;
    double Sectors = 0; ///< of 32 bytes, that a warp asks for
    double Used = 0;    ///< bytes of each
  };
  std::vector<Access> Accesses;
  /// Launches take other mappings, in which threads share what they load: when,
  /// and which.
  std::vector<std::string> Tiled;
  /// "16 x 16 elements of 'a', ..."; the model weighs such reads as if each
  /// thread loaded what it reads.
  std::vector<std::string> Staged;

  /// For arrays in memory of the host, with these parameters; without tables,
  /// and arrays in which data decide what is touched.
  int64_t BytesIn = 0, BytesOut = 0;
  double Transfers = 0; ///< the time that these take, over that of the kernel

  /// Mappings that Auto weighed as well.
  struct Other {
    std::string Spelling;
    double Times = 1; ///< the cycles of the mapping that was chosen
    std::string Why;  ///< it costs more; empty where it costs the same
  };
  std::vector<Other> Others;
  /// A change that the user could make, and where; the place may be invalid.
  struct Hint {
    std::string Text;
    SourceRef Where;
  };
  std::vector<Hint> Advice;
};

/// N has a mapping.
MappingExplanation explainMapping(const MappedNest &N);

/// "memory"
const char *nameOf(Cost::Limit Bound);
/// Text, and blanks up to so many characters in all.
std::string padded(llvm::StringRef Text, size_t Width);
/// "index     i = blockIdx.x", with Label "index".
std::string labelled(llvm::StringRef Label, const llvm::Twine &Text);
/// All of the explanation, a labelled fact in each line.
std::vector<std::string> linesOf(const MappingExplanation &X);

/// A mapping that a nest could have.
struct ComparedMapping {
  std::string Name; ///< "Jing", "as written"
  std::string Spelling, Block;
  std::string Why; ///< there is none; Estimate means nothing then
  Cost Estimate;
};

/// The mapping that N has, and those of the strategies. N has a mapping.
std::vector<ComparedMapping> compareMappings(const MappedNest &N);

} // namespace heddle

#endif
