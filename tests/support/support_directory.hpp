#pragma once
#include <isobar/comm/mpi/mpi.hpp>

#include <cstdlib>
#include <filesystem>
#include <string>

/// A directory for the files of one test, the same on all ranks of a node; gone afterwards.
class SharedDirectory {
public:
  explicit SharedDirectory(const isobar::MpiComm& comm) : comm_(comm) {
    std::string name = (std::filesystem::temp_directory_path() / "isobar-XXXXXX").string();
    if (comm.rank() == 0 && mkdtemp(name.data()) == nullptr) name.assign(name.size(), '\0');
    isobar::check_mpi(MPI_Bcast(name.data(), int(name.size()), MPI_CHAR, 0, comm.get()),
                      "MPI_Bcast");
    path_ = name;
  }
  ~SharedDirectory() {
    isobar::report_mpi(MPI_Barrier(comm_.get()), "MPI_Barrier");
    std::error_code ignored;
    if (comm_.rank() == 0) std::filesystem::remove_all(path_, ignored);
  }
  SharedDirectory(const SharedDirectory&) = delete;
  SharedDirectory& operator=(const SharedDirectory&) = delete;

  std::string file(const std::string& name) const { return (path_ / name).string(); }

private:
  const isobar::MpiComm& comm_;
  std::filesystem::path path_;
};
