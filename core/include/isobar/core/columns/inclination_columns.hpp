#pragma once
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/grid/grid_spec.hpp>
#include <isobar/core/grid/inclination.hpp>
#include <isobar/core/grid/partition.hpp>

#include <memory>

namespace isobar {

struct VertexNumbers;

/// The numbers that GeneralOperator derives from the ground: 36 a column and three an interface
/// (device/inclination_stencil.hpp). Beyond a side of the domain, the ground is the mirror image of
/// the ground inside. There u is a mirror image where the side is closed, and 0 elsewhere. A corner
/// of the cube has three columns around it.
///
/// Copies share memory.
template <class A> class InclinationColumns {
public:
  using View = Kokkos::View<A**, Kokkos::LayoutLeft, MemorySpace>;
  using Interfaces = Kokkos::View<InclinedInterface<A>*, MemorySpace>;

  /// Evaluates alpha_h, alpha_v and the ground for the rank's columns and their neighbours. Throws
  /// std::invalid_argument if a number is impossible.
  InclinationColumns(const GridSpec& spec, const Partition& partition);
  /// Takes over other physics, heights or profiles. Evaluates the fields again only if
  /// GridSpec::columns is another object. Allocates nothing. Throws what the constructor throws.
  void update(const GridSpec& spec);

  const View& columns() const { return columns_; }
  const Interfaces& interfaces() const { return interfaces_; }
  /// Device bytes.
  static Int64 bytes(int nx, int ny, int nz);

private:
  using Numbers = Kokkos::View<double**, Kokkos::LayoutLeft, MemorySpace>;
  VertexNumbers metric() const;
  void evaluate(const GridSpec& spec);
  void fill(const GridSpec& spec);

  Partition part_;
  Numbers all_, alpha_, vertical_, ground_;
  typename Numbers::HostMirror on_host_;
  View columns_;
  Interfaces interfaces_;
  std::shared_ptr<const ColumnFields> evaluated_fields_;
};

} // namespace isobar
