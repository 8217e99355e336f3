//===- Races.cpp - Which threads of a kernel touch an element -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Races/Races.h"

namespace heddle {
namespace validate {

bool Races::loads(int64_t Place) {
  Touches &T = All[Place];
  const bool Races = isOther(T.Writer) || (isOther(T.Updater) && !T.Monotone);
  join(T.Reader);
  return Races;
}

bool Races::stores(int64_t Place) {
  Touches &T = All[Place];
  const bool Races =
      isOther(T.Writer) || isOther(T.Reader) || isOther(T.Updater);
  T.Writer = here();
  T.Written = true;
  return Races;
}

bool Races::updates(int64_t Place, Combine By) {
  Touches &T = All[Place];
  // A value that a thread reads to see whether it has anything to do may be
  // old.
  T.Monotone = (T.Updater.Thread == None || T.Monotone) &&
               (By == Combine::Max || By == Combine::Min);
  const bool Races = isOther(T.Writer) || (isOther(T.Reader) && !T.Monotone);
  join(T.Updater);
  T.Written = true;
  return Races;
}

bool Races::reduces(int64_t Place) {
  Touches &T = All[Place];
  T.Written = true;
  return T.Writer.Thread != None || T.Reader.Thread != None;
}

} // namespace validate
} // namespace heddle
