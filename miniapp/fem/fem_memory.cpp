#include "fem/fem_deck_solver.hpp"

#include <isobar/core/fem/macro_rows.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

/// Predicts the bytes of a run from the counts of its levels, before anything is allocated.
namespace isobar {
namespace {

constexpr Int64 word = sizeof(double), index = sizeof(int), offset = sizeof(Int64);

/// A sparse matrix as it is stored.
struct Stored {
  Int64 rows, entries;
  int longest;    ///< entries of its longest row
  double padding; ///< places over entries in slices
};

/// Order and dimensions, on which rows depend.
struct Kind {
  int order, dimensions;
  bool alike; ///< whether rows of one length are adjacent: in the plane

  /// The product of a number along each axis.
  double of_axes(double along_axis) const { return std::pow(along_axis, dimensions); }
  int longest(int along_axis) const { return int(std::lround(of_axes(along_axis))); }
};

/// The padding of the stiffness matrix. Slices hold rows of all lengths unless rows
/// are alike. Along an axis an unknown of order 2 has 5 or 3 entries, 4 in the mean.
double stiffness_padding(const Kind& k) {
  return k.order == 1 || k.alike ? 1.0 : k.of_axes(5.0 / 4.0);
}
Stored stiffness_of(const FemCounts& c, const Kind& k) {
  return {c.unknowns, c.stiffness, c.longest, stiffness_padding(k)};
}
Stored restriction_of(const FemCounts& fine, const FemCounts& coarse, const Kind& k) {
  const int longest = k.order == 1 ? coarse.longest : std::max(coarse.longest, k.longest(5));
  return {coarse.unknowns, fine.transfer, longest, stiffness_padding(k)};
}
/// The prolongation matrix. Along an axis its rows have
/// 1 or 2 entries for order 1, and 1 or 3 for order 2.
Stored prolongation_of(const FemCounts& c, const Kind& k) {
  const double padding = k.alike ? 1.0 : k.of_axes(k.order == 1 ? 4.0 / 3.0 : 3.0 / 2.0);
  return {c.unknowns, c.transfer, k.longest(k.order + 1), padding};
}

FemCounts scaled(const FemCounts& c, double part) {
  const auto of = [part](Int64 count) { return Int64(std::ceil(part * double(count))); };
  return {of(c.vertices), of(c.edges),     of(c.elements), of(c.unknowns),
          of(c.fixed),    of(c.stiffness), of(c.transfer), c.longest};
}

/// The levels of the largest rank, the coarsest first: its rows, and its elements with
/// all their unknowns. The elements include two layers of other ranks' elements, and more
/// on the first level finer than the distributed one. The rank has coarser levels whole.
struct LevelsOfRank {
  std::vector<FemCounts> rows, tables;

  explicit LevelsOfRank(const FemSetting& c) : rows(c.counts), tables(c.counts) {
    if (c.ranks() == 1) return;
    const double part = c.largest_part();
    const Int64 border = std::ranges::max(c.shares, {}, &RankShare::border).border;
    for (int l = 0; l < int(c.counts.size()); ++l) {
      rows[l] = scaled(c.counts[l], part);
      if (l <= c.partition.level) continue;
      const double elements = double(c.counts[l].elements),
                   halo = 2.0 * double(border << (l - c.partition.level)) / elements;
      tables[l] = scaled(c.counts[l], std::min(1.0, part + halo));
    }
  }
};

/// The prediction for levels whose numbers have `number` bytes.
class Prediction {
public:
  Prediction(const FemSetting& c, Int64 number)
      : c_(c), levels_(c), number_(number),
        order_(c.deck.space.order), kind_{order_, c.deck.dimensions(),
                                          !c.deck.has_layers() &&
                                              c.deck.used_numbering() == Numbering::two_level},
        spai_(c.deck.has_spai()), sweeps_(c.deck.has_sweeps()), direct_(solves_directly(c)),
        coarsest_(std::size_t(c.coarsest_level) - 1) {}

  MemoryUse operator()() const {
    const FemCounts &finest = levels_.rows.back(), &table = levels_.tables.back();
    const Int64 n = finest.unknowns;
    Int64 spaces_device = 0, spaces_host = 0, parts = 0;
    for (std::size_t l = 0; l < levels_.tables.size(); ++l) {
      parts += part_bytes(levels_.tables[l]);
      if (l < coarsest_) continue;
      spaces_device += space_device(levels_.tables[l]);
      spaces_host += space_host(levels_.tables[l]);
    }
    const Int64 lift = word * table.unknowns;
    const Int64 vectors = 2 * word * n; // the host's right-hand side and solution
    const Int64 meshing = numbering_bytes(table) +
                          (c_.ranks() > 1 ? parts : mesh_bytes(table) + mesh_bytes(table) / 4);
    const Int64 checking = rows_bytes({n, finest.stiffness, 0, 1.0}, word) + 3 * word * n;
    const Int64 working = std::max(setup_bytes(), checking);
    // Meshes are freed before matrices are made. On a host both use the same memory.
    MemoryUse use{spaces_device + lift + working, spaces_host + vectors};
    if (on_host) use.host += std::max<Int64>(0, meshing - lift - working - vectors);
    else use.host = std::max(use.host, spaces_host + meshing);
    return use;
  }

private:
  Int64 nodes() const { return c_.deck.nodes(); }
  /// The bytes of a space on the device. For hexahedra it holds
  /// which unknowns are fixed; the tables of the plane are small.
  Int64 space_device(const FemCounts& c) const {
    if (c_.deck.has_layers()) return c.unknowns;
    return c.unknowns * (2 * word + offset + 1) + 2 * c.elements * nodes() * index;
  }
  Int64 space_host(const FemCounts& c) const {
    return c.unknowns * 3 * word + c.elements * nodes() * index;
  }
  /// The bytes of a part of one level: its mesh, and numbers and owners
  /// of vertices, edges and elements. Parts of all levels coexist.
  static Int64 part_bytes(const FemCounts& c) {
    return mesh_bytes(c) + (c.vertices + c.edges + c.elements) * (offset + index);
  }
  static Int64 mesh_bytes(const FemCounts& c) {
    return c.vertices * 2 * word + c.edges * 2 * index + c.elements * 8 * index;
  }
  Int64 numbering_bytes(const FemCounts& c) const {
    const Int64 lattice = c_.deck.used_numbering() == Numbering::macro ? index : 0;
    return c.unknowns * (3 * index + offset + lattice) + c.elements * nodes() * index;
  }

  Int64 stored_bytes(const Stored& m) const { return stored_bytes(m, number_); }
  Int64 stored_bytes(const Stored& m, Int64 number) const {
    const Int64 entry = number + index;
    switch (stored_format(c_.deck)) {
    case fem::Format::csr: return m.entries * entry + m.rows * index;
    case fem::Format::ell: return m.rows * (m.longest * entry + 1);
    case fem::Format::ell_t: {
      const Int64 threads = c_.deck.solver.row_threads;
      return m.rows * ((m.longest + threads - 1) / threads * threads * entry + 1);
    }
    case fem::Format::sliced_ell:
    case fem::Format::macro:
    case fem::Format::bands: break;
    }
    return Int64(double(m.entries) * m.padding) * entry + m.rows + m.rows / 32 * offset;
  }
  /// The bytes of a sweep's rows and their schedule. Gauss-Seidel shares entries with a CSR matrix.
  Int64 sweeps_bytes(const Stored& m) const {
    const bool shares = stored_format(c_.deck) == fem::Format::csr &&
                        c_.deck.multigrid.smoother != FemSmoother::ilu;
    return m.rows * index + (shares ? m.rows * offset : rows_bytes(m, number_));
  }
  /// The bytes of a matrix as assembly leaves it.
  static Int64 rows_bytes(const Stored& m, Int64 number) {
    return m.entries * (number + index) + m.rows * offset;
  }
  /// Bytes that are freed after a matrix is stored. CSR keeps the assembly's columns and values.
  Int64 given_up(const Stored& m) const {
    return stored_format(c_.deck) == fem::Format::csr ? m.rows * offset : rows_bytes(m, number_);
  }

  Int64 level_bytes(std::size_t l) const {
    const FemCounts& c = levels_.rows[l];
    const bool coarsest = l == coarsest_;
    const Stored a = stiffness_of(c, kind_);
    Int64 bytes = c.unknowns * number_ * (coarsest && !direct_ ? 8 : spai_ || sweeps_ ? 3 : 4);
    if (coarsest && direct_) bytes += c.unknowns * c.unknowns * number_;
    if (has_macro_rows(l)) return bytes + macro_bytes(l);
    bytes += stored_bytes(a);
    if (coarsest) return bytes;
    if (spai_) bytes += stored_bytes(a);
    if (sweeps_) bytes += sweeps_bytes(a);
    return bytes + stored_bytes(restriction_of(c, levels_.rows[l - 1], kind_)) +
           stored_bytes(prolongation_of(c, kind_));
  }
  /// The level whose elements are macro elements.
  int macro_level() const { return c_.ranks() > 1 ? c_.partition.level : 0; }
  bool has_macro_rows(std::size_t l) const {
    const int refinements = int(l) - macro_level();
    return c_.deck.has_rows_by_macros() && refinements >= 0 &&
           (1 << refinements) >= least_macro_elements &&
           levels_.rows[l].unknowns >= macro_rows_from;
  }
  /// The bytes of rows of macro elements. All three matrices store the rows on the edges of macro
  /// elements. Rows inside take a byte for each unknown, or five bands of the stiffness matrix.
  Int64 macro_bytes(std::size_t l) const {
    return macro_bytes(l, levels_.rows[l].longest + 2 * (order_ == 1 ? 9 : 25), number_);
  }
  /// The bytes of k for each element, if no entry of the matrix contains it.
  Int64 reaction_bytes(std::size_t l, Int64 number) const {
    const bool stored = c_.deck.has_bands() || !c_.deck.has_reaction();
    return stored ? 0 : levels_.rows[l].elements * number;
  }
  Int64 macro_bytes(std::size_t l, int entries_of_row, Int64 number) const {
    const FemCounts& macro = levels_.rows[macro_level()];
    const Int64 on_edges =
        macro.edges * ((order_ << (int(l) - macro_level())) - 1) + macro.vertices;
    const Int64 inside = levels_.rows[l].unknowns * (c_.deck.has_bands() ? 5 * number : 1);
    return on_edges * entries_of_row * (number + index) + inside + reaction_bytes(l, number);
  }
  /// The bytes of all levels, and temporarily of the assembly of the
  /// finest one, which is freed before the level's vectors are allocated.
  Int64 setup_bytes() const {
    Int64 bytes = (mixed() ? word : number_) * levels_.rows.back().unknowns; // the right-hand side
    for (std::size_t l = coarsest_; l < levels_.rows.size(); ++l) bytes += level_bytes(l);
    const FemCounts& c = levels_.rows.back();
    const bool stored = !has_macro_rows(levels_.rows.size() - 1);
    const Int64 transient =
        stored ? given_up(stiffness_of(c, kind_)) +
                     (levels_.rows.size() > 1 ? given_up(prolongation_of(c, kind_)) : 0)
               : 0;
    const Int64 later =
        3 * number_ * c.unknowns + cg_bytes(c.unknowns) + estimate_bytes(c.unknowns);
    return bytes + outer_bytes() +
           std::max(transient - 3 * number_ * c.unknowns, later - 3 * number_ * c.unknowns);
  }

  bool mixed() const { return c_.deck.is_mixed(); }
  /// The bytes of CG's four vectors. Mixed CG also has the
  /// cycle's residual in float and its result in double.
  Int64 cg_bytes(Int64 unknowns) const {
    if (c_.deck.solver.method != fem::Method::cg_multigrid) return 0;
    return mixed() ? (5 * word + number_) * unknowns : 4 * number_ * unknowns;
  }
  /// The bytes of an estimate's vectors after the setup. A
  /// device has given them back before its memory is sampled.
  Int64 estimate_bytes(Int64 unknowns) const {
    return on_host && c_.deck.has_checked_relaxation() ? 3 * number_ * unknowns : 0;
  }
  /// The bytes of CG's matrix in double.
  Int64 outer_bytes() const {
    if (!mixed()) return 0;
    const std::size_t finest = levels_.rows.size() - 1;
    if (has_macro_rows(finest)) return macro_bytes(finest, levels_.rows[finest].longest, word);
    return stored_bytes(stiffness_of(levels_.rows[finest], kind_), word);
  }

  const FemSetting& c_;
  LevelsOfRank levels_;
  Int64 number_;
  int order_;
  Kind kind_;
  bool spai_, sweeps_, direct_;
  std::size_t coarsest_; ///< the coarsest level that is set up
};

} // namespace

MemoryUse predicted_memory(const FemSetting& setting) {
  const bool in_double = setting.deck.solver.precision == fem::Precision::double_;
  return Prediction(setting, in_double ? sizeof(double) : sizeof(float))();
}

} // namespace isobar
