#pragma once
#include "fem/fem_parts.hpp"
#include "fem/fem_record.hpp"

/// What a run of isobar_fem measures beside its solves.
namespace isobar {

/// Counts and bytes of the levels on all ranks together, the finest first. Collective, as all here.
template <class T>
std::vector<FemLevelRecord> level_records(const FemContext& c,
                                          const std::vector<const FemLevel<T>*>& levels);

/// Products with the finest level's matrix, with the exchange of x before each on many ranks, as many in a sample as take some milliseconds; warmed up and fenced.
template <class T>
void time_products(const FemContext& c, const FemLevel<T>& finest, FemRecord& record);
/// Assemblies of that matrix, once unmeasured and then once for each repeat.
template <class T>
void time_assembly(const FemContext& c, const FemSpace& finest, FemRecord& record);

/// The bytes that calls of products move: a matrix as it is read, and its vectors.
template <class T>
void add_bytes(const FemContext& c, const std::vector<const FemLevel<T>*>& levels,
               std::vector<KernelRow>& kernels);
/// The same of a matrix in double around levels in float.
void add_outer_bytes(const FemContext& c, const SparseMatrix<double>& a,
                     std::vector<KernelRow>& kernels);

} // namespace isobar
