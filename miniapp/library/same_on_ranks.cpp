#include "library/same_on_ranks.hpp"

#include <isobar/comm/mpi/all_to_all.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>

namespace isobar {
namespace {

using Word = std::uint64_t;

/// A hash of the bits of all numbers.
Word hash_of(const TakenFunctions& functions) {
  Word hash = functions.size();
  for (const auto& function : functions)
    for (const double number : function->numbers()) {
      hash = (hash ^ std::bit_cast<Word>(number)) * 0x100000001b3;
      hash ^= hash >> 29;
    }
  return hash;
}

/// One number that stands for the numbers of a column; a single number stands for itself.
double mark_of(const double* numbers, int count) {
  double mark = 0.0;
  for (int n = 0; n < count; ++n) mark += (1.0 + double(n) / count) * numbers[n];
  return mark;
}

/// Whether numbers are equal up to the rounding of different ranks.
bool are_equal(double a, double b) {
  constexpr double rounding = 1e-12;
  if (!std::isfinite(a) || !std::isfinite(b)) return std::isfinite(a) == std::isfinite(b);
  return std::abs(a - b) <= rounding * std::max(std::abs(a), std::abs(b));
}

/// A number that a rank was given: the number of a column, or the mark of the column's layers.
struct GivenNumber {
  double number;
  int rank;
};

std::string line_about(const TakenColumns& function, int i, int j, const GivenNumber& a,
                       const GivenNumber& b) {
  const std::string difference =
      function.depth() == 1
          ? fmt::format("({}, {}) is {} on rank {} and {} on rank {}", i, j, a.number, a.rank,
                        b.number, b.rank)
          : fmt::format("column ({}, {}) has other numbers on rank {} than on rank {}", i, j,
                        a.rank, b.rank);
  return fmt::format("{}: {}; expected the whole domain's numbers, the same on all ranks",
                     function.name(), difference);
}

/// One line about the first number of a function, or mark
/// of a column, that differs from rank 0's in `first`.
std::string line_about_first(const TakenColumns& f, const std::vector<double>& first, int rank) {
  const std::vector<int>&x = f.slots().x.indices(), &y = f.slots().y.indices();
  for (std::size_t column = 0; column < x.size() * y.size(); ++column) {
    const std::size_t at = column * std::size_t(f.depth());
    const GivenNumber mine{mark_of(f.numbers().data() + at, f.depth()), rank},
        theirs{mark_of(first.data() + at, f.depth()), 0};
    if (!are_equal(mine.number, theirs.number))
      return line_about(f, x[column % x.size()], y[column / x.size()], theirs, mine);
  }
  return "";
}

} // namespace

std::string difference_from_first_rank(const MpiComm& comm, const TakenFunctions& functions) {
  const Word hash = hash_of(functions);
  std::array<Word, 2> least{hash, ~hash};
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, least.data(), 2, MPI_UINT64_T, MPI_MIN, comm.get()),
            "MPI_Allreduce");
  if (least[0] == ~least[1]) return "";
  std::string line;
  for (const auto& f : functions) {
    std::vector<double> first = f->numbers();
    check_mpi(MPI_Bcast(first.data(), int(first.size()), MPI_DOUBLE, 0, comm.get()), "MPI_Bcast");
    if (line.empty()) line = line_about_first(*f, first, comm.rank());
  }
  return line;
}

namespace {

/// The mark of a column on one rank.
struct ColumnMark {
  std::int64_t function, column; ///< column: i + (nx + 1) j
  double mark;
};
constexpr std::size_t words_of_mark = 3;

/// This rank's marks of columns that other ranks own, by owner.
std::vector<std::vector<ColumnMark>> marks_by_owner(const BlockMap& owners, int nx,
                                                    const MpiComm& comm,
                                                    const TakenFunctions& functions) {
  std::vector<std::vector<ColumnMark>> all(std::size_t(comm.size()));
  for (std::size_t n = 0; n < functions.size(); ++n) {
    const std::vector<int>&x = functions[n]->slots().x.indices(),
          &y = functions[n]->slots().y.indices();
    for (int sj = 0; sj < int(y.size()); ++sj)
      for (int si = 0; si < int(x.size()); ++si) {
        const int i = x[std::size_t(si)], j = y[std::size_t(sj)], owner = owners.owner(i, j);
        const double* const numbers = owner == comm.rank() ? nullptr : functions[n]->known(si, sj);
        if (numbers != nullptr)
          all[std::size_t(owner)].push_back({std::int64_t(n), i + (nx + std::int64_t(1)) * j,
                                             mark_of(numbers, functions[n]->depth())});
      }
  }
  return all;
}

/// The marks of this rank's columns that the other ranks have, by rank. Collective.
std::vector<ColumnMark> received_by_owners(const MpiComm& comm,
                                           const std::vector<std::vector<ColumnMark>>& mine,
                                           std::vector<int>& senders) {
  std::vector<std::vector<std::int64_t>> words(mine.size());
  for (std::size_t rank = 0; rank < mine.size(); ++rank)
    for (const ColumnMark& m : mine[rank])
      words[rank].insert(words[rank].end(),
                         {m.function, m.column, std::bit_cast<std::int64_t>(m.mark)});
  std::vector<ColumnMark> marks;
  const std::vector<std::vector<std::int64_t>> given = all_to_all(comm, words);
  for (std::size_t rank = 0; rank < given.size(); ++rank)
    for (std::size_t n = 0; n < given[rank].size(); n += words_of_mark) {
      const std::int64_t* const m = given[rank].data() + n;
      marks.push_back({m[0], m[1], std::bit_cast<double>(m[2])});
      senders.push_back(int(rank));
    }
  return marks;
}

} // namespace

std::string difference_from_owners(const MpiComm& comm, const Decomposition& d,
                                   const TakenFunctions& functions) {
  const int nx = d.spec().nx;
  std::vector<int> senders;
  const std::vector<ColumnMark> given =
      received_by_owners(comm, marks_by_owner(own_columns(d), nx, comm, functions), senders);
  for (std::size_t n = 0; n < given.size(); ++n) {
    const TakenColumns& f = *functions.at(std::size_t(given[n].function));
    const int i = int(given[n].column % (nx + 1)), j = int(given[n].column / (nx + 1));
    const int x = f.slots().x.of(i), y = f.slots().y.of(j);
    const double* const own = x == Slots::none || y == Slots::none ? nullptr : f.known(x, y);
    if (own == nullptr) continue; // an edge that this rank does not need
    const double mark = mark_of(own, f.depth());
    if (!are_equal(mark, given[n].mark))
      return line_about(f, i, j, {mark, comm.rank()}, {given[n].mark, senders[n]});
  }
  return "";
}

} // namespace isobar
