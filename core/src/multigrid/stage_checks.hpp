#pragma once
#include <isobar/core/launch/grid_setup.hpp>
#include <isobar/core/multigrid/cycle_options.hpp>

#include <string_view>
#include <vector>

/// Checks of options and merges, which hierarchies of all kinds make. They throw std::invalid_argument.
namespace isobar {

void require_option(bool holds, std::string_view option, std::string_view expected);
/// Checks the options that every hierarchy of fields reads.
void check_cycle(const FieldCycleOptions& options);
/// Checks that no colour meets itself, as it does where an odd number of cells closes a ring. In: `closed`, the numbers of
/// cells along periodic axes.
void check_colours(const FieldCycleOptions& options, const std::vector<int>& closed, int level);
/// Checks that each merge is below the one before it, and above the coarsest level.
void check_merges(const std::vector<MergedPart>& merged, int levels);

/// Returns one past the last level of a stage. If the stage is merged, its last level is this rank's part of the first level
/// behind the merge.
int end_of_stage(const std::vector<MergedPart>& merged, std::size_t stage, int levels);
} // namespace isobar
