#pragma once
#include "fem/fem_deck_solver.hpp"
#include "fem/fem_record.hpp"

/// Measurements of a run of isobar_fem other than its solves.
namespace isobar {

/// Records counts and bytes of the levels over all ranks,
/// the finest first. All functions here are collective.
template <class T>
std::vector<FemLevelRecord> level_records(const FemContext& c,
                                          const std::vector<const FemLevel<T>*>& levels);

/// Times products with the finest level's matrix, on many ranks with the exchange
/// of x. A sample takes some milliseconds, after a warm-up, and ends with a fence.
template <class T>
void time_products(const FemContext& c, const FemLevel<T>& finest, FemRecord& record);
/// Times assemblies of the finest level's matrix: one
/// that is not measured, then one for each repeat.
template <class T>
void time_assembly(const FemContext& c, const FemSpace& finest, FemRecord& record);

/// Adds the bytes that products move: the matrix as it is read, and its vectors.
template <class T>
void add_bytes(const FemContext& c, const std::vector<const FemLevel<T>*>& levels,
               std::vector<KernelRow>& kernels);
/// Adds the bytes of products with CG's matrix in double around levels in float.
void add_outer_bytes(const FemContext& c, const SparseMatrix<double>& a,
                     std::vector<KernelRow>& kernels);

} // namespace isobar
