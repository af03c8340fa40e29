#pragma once
#include <isobar/core/launch/grid_setup.hpp>
#include <isobar/core/multigrid/cycle_options.hpp>

#include <string_view>
#include <vector>

/// Checks that hierarchies of all kinds make of their options and merges. They throw std::invalid_argument.
namespace isobar {

void require_option(bool holds, std::string_view option, std::string_view expected);
/// The options that every hierarchy of fields reads.
void check_cycle(const FieldCycleOptions& options);
/// A colour meets itself where an odd number of cells closes
/// a ring. `closed`: numbers of cells along periodic axes.
void check_colours(const FieldCycleOptions& options, const std::vector<int>& closed, int level);
/// Each merge must be below the one before it, and above the coarsest level.
void check_merges(const std::vector<MergedPart>& merged, int levels);

/// One past the last level of a stage, which is this rank's part of the first one behind the merge.
int end_of_stage(const std::vector<MergedPart>& merged, std::size_t stage, int levels);
} // namespace isobar
