#pragma once
#include "fem/fem_problem.hpp"
#include "fem/fem_record.hpp"

#include <span>

/// Relaxation factors of Jacobi's steps, compared with the largest eigenvalue of M A.
namespace isobar {

/// Adds eigenvalues and factors to the records of `levels`, both the finest first. `spaces` are
/// the levels' spaces, the coarsest first. Estimates the eigenvalues where factors are given.
/// If steps enlarge errors, sets the record's warning and shows it on rank 0. Collective.
template <class T>
void record_relaxation(const FemContext& c, std::span<const FemSpace> spaces,
                       const std::vector<const FemLevel<T>*>& levels, FemRecord& record);

} // namespace isobar
