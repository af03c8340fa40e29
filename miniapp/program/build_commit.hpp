#pragma once
#include <string_view>

/// The source that the program was built from. cmake/build_commit.cmake writes the definitions.
namespace isobar {

/// The commit; empty if it is not known.
std::string_view build_commit();
/// The number of source files that differed from the commit.
int changed_files_of_build();
/// Whether an archive names the commit, whose sources could not be compared with it.
bool is_build_of_archive();

} // namespace isobar
