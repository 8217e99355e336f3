//===- World.h - What all runs of a nest share -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_INTERPRET_WORLD_H
#define HEDDLE_VALIDATE_INTERPRET_WORLD_H

#include "Validate/Interpret/Value.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <set>

namespace heddle {
namespace validate {

struct Parameter {
  int64_t Place; ///< pointer to it
  Type Ty;
  std::string Name;
  bool IsExtent = false; ///< at least 0

  int64_t value(int64_t Drawn) const;
};

/// The facts that all runs of a nest share: whose memory is whose, which
/// integers are parameters, and their values in this instance.
class World {
public:
  explicit World(const Nest &N) : N(N), Objects(N.Objects) {}

  const Nest &N;
  std::vector<Object> Objects;
  std::vector<Parameter> Parameters;
  std::vector<int64_t> Values; ///< of the parameters
  int64_t Default = 4;         ///< of those that are not known yet
  uint64_t Seed = 0;

  /// The object that the pointer at Place points to at first.
  unsigned pointee(int64_t Place) { return dataAt(Pointees, Place); }
  /// The difference of two pointers is taken, which lead to objects of their
  /// own so far: one leads into the object of the other from here on, as many
  /// times Bytes from it as a parameter says; all pointers of a table lead into
  /// one object. False: they are other pointers.
  bool join(int64_t To, int64_t From, int64_t Bytes);
  /// The member array at Place, as an object of its own. Bytes: its length, or
  /// negative.
  unsigned subObject(int64_t Place, int64_t Bytes);
  /// Where a place in an array that is a member of a variable is in the
  /// variable; other places are what they are.
  int64_t inVariable(int64_t Place) const;
  Value parameter(int64_t Place, Type T);
  /// Some run has read the one at Place.
  bool isParameter(int64_t Place) const { return ParameterAt.contains(Place); }
  /// An extent of the tensor or view at Place, at least 0.
  Value extent(int64_t Place, int64_t Dimension);
  /// Statements need extents to be equal, so that most instances have them so:
  /// the first is the other one and More.
  void agree(int64_t Place, int64_t Dimension, int64_t Other,
             int64_t OtherDimension, int64_t More);
  void agree(int64_t Place, int64_t Dimension, int64_t Constant);
  /// One parameter of each class of such extents that is not a constant.
  std::vector<Parameter> representatives() const;
  /// Sets Values from those of the representatives.
  void spread(const std::vector<int64_t> &Drawn);
  /// In some instances nothing has been stored in some tensors.
  bool hasShape(int64_t Place);
  bool isDense(int64_t Place);
  /// The other special facts of this instance: "'x' has no shape".
  std::set<std::string> Special;
  bool isData(unsigned Object) const;
  /// Outside of an array whose type says how large it is.
  bool isBeyond(int64_t Place) const;
  /// The value that the scalar at Place, of an object that is not a local, has
  /// before a run: a hash of its place, or a parameter.
  Value initial(int64_t Place, Type T);
  std::string describe(int64_t Pointer) const;

private:
  unsigned dataAt(llvm::DenseMap<int64_t, unsigned> &Known, int64_t Place);
  unsigned extentAt(int64_t Place, int64_t Dimension);
  /// A parameter is that one, and so much more.
  struct Related {
    unsigned To;
    int64_t More;
  };
  Related classOf(unsigned Parameter) const;

  Value pointerAt(int64_t Place);
  std::optional<int64_t> holderOf(int64_t Pointer) const;
  std::optional<unsigned> tableOf(int64_t Pointer) const;

  /// Where a pointer leads that has been joined.
  struct Joined {
    int64_t To; ///< a pointer
    int64_t Bytes;
  };

  int64_t FirstRow = 0; ///< a place that has a pointer to a row; 0: none yet
  llvm::DenseMap<int64_t, unsigned> Pointees, Subs, ParameterAt;
  llvm::DenseMap<int64_t, Joined> Joins; ///< by the pointer's place
  /// Tables whose pointers lead into one array, and bytes of an element of it.
  llvm::DenseMap<unsigned, int64_t> JoinedTables;
  llvm::DenseMap<unsigned, Related> EqualTo; ///< of parameters
  llvm::DenseMap<unsigned, int64_t> Fixed;   ///< of classes
};

} // namespace validate
} // namespace heddle

#endif
