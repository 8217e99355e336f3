//===- TableRows.cpp - The rows that a table leads to ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Launch/TableRows.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {
namespace validate {
namespace {

constexpr int64_t MostRows = 4096, BytesOfPointer = 8;
constexpr Type OfPointers{Type::Pointer, 64, false};

class Follower {
public:
  Follower(HostRun &Host, const TableValue &T) : Host(Host), T(T) {}

  TableRows run() {
    for (const auto &[First, Last] : T.Sides)
      Found.Known &= First.Ok && Last.Ok;
    if (Found.Known)
      follow(0, T.Pointer);
    return std::move(Found);
  }

private:
  void follow(size_t Level, Value Begin) {
    const auto &[First, Last] = T.Sides[Level];
    const TableShape &S = *T.Shape;
    if (Level == S.Strides.size()) {
      Found.Rows.push_back({Begin, First, Last, T.How, S.Scalar});
      return;
    }
    if (Last.N - First.N >= MostRows) {
      Found.Known = false;
      return;
    }
    Found.Tables.push_back({Begin, First, Last, Access::In, S.Strides[Level]});
    for (int64_t I = First.N; I <= Last.N && Found.Known; ++I) {
      const int64_t Place = Begin.N + I * S.Strides[Level];
      follow(Level + 1, {Host.Text.cellAt(Place, OfPointers).V});
      Found.Known &= static_cast<int64_t>(Found.Rows.size()) <= MostRows;
    }
  }

  HostRun &Host;
  const TableValue &T;
  TableRows Found;
};

} // namespace

bool TableRows::areApart() const {
  std::vector<ArrayValue> All = Rows;
  llvm::append_range(All, Tables);
  for (size_t I = 0; I != All.size(); ++I)
    for (size_t J = 0; J != I; ++J)
      if (!validate::areApart(All[I], All[J]))
        return false;
  return Known;
}

bool TableRows::areApartFrom(const ArrayValue &A) const {
  const auto IsApart = [&](const ArrayValue &R) {
    return validate::areApart(R, A);
  };
  return Known && llvm::all_of(Rows, IsApart) && llvm::all_of(Tables, IsApart);
}

bool TableRows::areApartFrom(const TableRows &Others) const {
  const auto IsApart = [&](const ArrayValue &R) { return areApartFrom(R); };
  return Others.Known && llvm::all_of(Others.Rows, IsApart) &&
         llvm::all_of(Others.Tables, IsApart);
}

TableRows rowsOf(HostRun &Host, const TableValue &T) {
  return Follower(Host, T).run();
}

static Value copiedTable(HostRun &Host, LaunchValues &Values,
                         const TableValue &T, size_t Level,
                         llvm::ArrayRef<Value> &Leads,
                         std::vector<ArrayValue> &Made) {
  if (Level == T.Shape->Strides.size()) {
    const Value Lead = Leads.front();
    Leads = Leads.drop_front();
    return Lead;
  }
  const auto &[First, Last] = T.Sides[Level];
  const Value New = Values.newMemory();
  Made.push_back({New, First, Last, Access::In, BytesOfPointer});
  for (int64_t I = First.N; I <= Last.N; ++I) {
    const Value To = copiedTable(Host, Values, T, Level + 1, Leads, Made);
    Host.Cells.add(New.N + I * BytesOfPointer, To.N, OfPointers);
  }
  return New;
}

Value tableForKernel(HostRun &Host, LaunchValues &Values, const TableValue &T,
                     llvm::ArrayRef<Value> Leads,
                     std::vector<ArrayValue> &Made) {
  return copiedTable(Host, Values, T, 0, Leads, Made);
}

} // namespace validate
} // namespace heddle
