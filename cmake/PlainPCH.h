//===- PlainPCH.h - headers that are compiled once, without Clang's -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only a matter of build time: every file still includes what it uses.
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>
