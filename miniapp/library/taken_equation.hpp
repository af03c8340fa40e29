#pragma once
#include "library/kept_exception.hpp"
#include "library/taken_columns.hpp"
#include "pressure/problem/equation.hpp"

#include <isobar/core/grid/partition.hpp>

#include <memory>
#include <vector>

namespace isobar {

/// A caller's equation with its functions replaced by their numbers.
/// Once it is closed, nothing of the caller's is called or read.
class TakenEquation {
public:
  /// Makes room for the columns of these slots. Own columns that are in `taken` already, and
  /// positions if they are, stay as they are. `kept` also gets the exceptions of functions.
  TakenEquation(const Equation& given, std::shared_ptr<const ColumnSlots> slots,
                std::shared_ptr<KeptException> kept);

  /// The same equation on the numbers, which are evaluated when they are needed.
  const Equation& equation() const { return equation_; }
  const std::vector<std::shared_ptr<TakenColumns>>& functions() const { return functions_; }
  /// Evaluates all numbers that a solver needs of these parts of the domain, of which the first is
  /// the rank's own. Throws std::invalid_argument at an invalid number, and what a function throws.
  void ask(const std::vector<Partition>& parts);
  void close();

private:
  HorizontalField take(const char* name, const HorizontalField& field);
  CellField take_cells(const char* name, const CellField& field);
  std::shared_ptr<const ColumnFields> take(const ColumnFields& fields);
  std::shared_ptr<TakenColumns> add(std::string name, int depth, TakenColumns::Ask ask);
  GridSpec asking_spec() const;

  std::shared_ptr<const ColumnSlots> slots_;
  std::shared_ptr<KeptException> kept_;
  std::vector<std::shared_ptr<TakenColumns>> functions_;
  Equation equation_;
};

/// Whether a field, or own columns, read taken numbers.
bool is_taken(const HorizontalField& field);

} // namespace isobar
