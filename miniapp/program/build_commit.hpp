#pragma once
#include <string_view>

/// The source from which the program was built. cmake/build_commit.cmake writes the definitions.
namespace isobar {

/// The commit; empty if unknown.
std::string_view build_commit();
/// The number of source files that differed from the commit.
int changed_files_of_build();
/// Whether the commit was named by an archive, whose sources could not be compared with it.
bool is_build_of_archive();

} // namespace isobar
