#include "io/netcdf_layout.hpp"

#include "io/partial_file.hpp"

#include <fmt/format.h>

#if defined(ISOBAR_HAS_NETCDF)
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <pnetcdf.h>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>
#endif

namespace isobar::netcdf {

#if defined(ISOBAR_HAS_NETCDF)

std::string_view what_is_missing() { return ""; }

namespace {

constexpr Int64 word = sizeof(double);

/// A file in memory under a name that PnetCDF can open.
class MemoryFile {
public:
  MemoryFile() : file_(memfd_create("isobar-netcdf", MFD_CLOEXEC)) { check(file_ >= 0); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() {
    if (file_ >= 0) close(file_);
  }

  std::string name() const { return fmt::format("/proc/self/fd/{}", file_); }
  std::string text() const {
    const off_t length = lseek(file_, 0, SEEK_END);
    check(length > 0);
    std::string text(std::size_t(length), '\0');
    check(pread(file_, text.data(), text.size(), 0) == length);
    return text;
  }

private:
  static void check(bool holds) {
    if (!holds) throw FileError(fmt::format("a file in memory: {}", std::strerror(errno)));
  }
  int file_;
};

/// Checks a call of PnetCDF, as check_mpi does for MPI. Every call goes through it.
void check_netcdf(int code, const char* call) {
  if (code != NC_NOERR) throw FileError(fmt::format("{} failed: {}", call, ncmpi_strerror(code)));
}

/// A file that PnetCDF has open.
class Composer {
public:
  explicit Composer(const std::string& name) {
    check_netcdf(ncmpi_create(MPI_COMM_SELF, name.c_str(), NC_CLOBBER | NC_64BIT_DATA,
                              MPI_INFO_NULL, &file_),
                 "ncmpi_create");
  }
  Composer(const Composer&) = delete;
  Composer& operator=(const Composer&) = delete;
  ~Composer() {
    if (file_ >= 0) ncmpi_abort(file_);
  }

  void define(const Dimension& dimension) {
    int id = 0;
    check_netcdf(ncmpi_def_dim(file_, dimension.name.c_str(), dimension.length, &id),
                 "ncmpi_def_dim");
  }
  void define(const Variable& variable) {
    std::vector<int> dimensions(variable.dimensions.size());
    for (std::size_t d = 0; d < dimensions.size(); ++d)
      check_netcdf(ncmpi_inq_dimid(file_, variable.dimensions[d].c_str(), &dimensions[d]),
                   "ncmpi_inq_dimid");
    int id = 0;
    check_netcdf(ncmpi_def_var(file_, variable.name.c_str(), NC_DOUBLE, int(dimensions.size()),
                               dimensions.data(), &id),
                 "ncmpi_def_var");
    for (const Attribute& attribute : variable.attributes) add(id, attribute);
  }
  void add(int variable, const Attribute& attribute) {
    const char* name = attribute.name.c_str();
    if (const auto* text = std::get_if<std::string>(&attribute.value))
      check_netcdf(
          ncmpi_put_att_text(file_, variable, name, MPI_Offset(text->size()), text->data()),
          "ncmpi_put_att_text");
    else
      check_netcdf(ncmpi_put_att_double(file_, variable, name, NC_DOUBLE, 1,
                                        &std::get<double>(attribute.value)),
                   "ncmpi_put_att_double");
  }
  /// Writes the head; numbers are aligned to words.
  void end_definitions() { check_netcdf(ncmpi__enddef(file_, 0, word, 0, word), "ncmpi__enddef"); }
  Int64 begin_of(int variable) const {
    MPI_Offset begin = 0;
    check_netcdf(ncmpi_inq_varoffset(file_, variable, &begin), "ncmpi_inq_varoffset");
    return begin;
  }
  void close() { check_netcdf(ncmpi_close(std::exchange(file_, -1)), "ncmpi_close"); }

private:
  int file_ = -1;
};

Int64 bytes_of(const Variable& variable, const std::vector<Dimension>& dimensions) {
  Int64 bytes = word;
  for (const std::string& name : variable.dimensions)
    bytes *= std::ranges::find(dimensions, name, &Dimension::name)->length;
  return bytes;
}

Layout compose(const Contents& contents) {
  const MemoryFile memory;
  Composer file(memory.name());
  for (const Dimension& dimension : contents.dimensions) file.define(dimension);
  for (const Variable& variable : contents.variables) file.define(variable);
  for (const Attribute& attribute : contents.attributes) file.add(NC_GLOBAL, attribute);
  file.end_definitions();
  Layout layout;
  for (std::size_t v = 0; v < contents.variables.size(); ++v)
    layout.begins.push_back(file.begin_of(int(v)));
  file.close();
  layout.head = memory.text();
  layout.bytes = layout.begins.back() + bytes_of(contents.variables.back(), contents.dimensions);
  return layout;
}

} // namespace

Layout lay_out(const Contents& contents, const std::string& target) try {
  return compose(contents);
} catch (const FileError& e) {
  throw FileError(fmt::format("{}: cannot write it: {}", target, e.what()));
}

#else

std::string_view what_is_missing() { return "this program was built without PnetCDF"; }

Layout lay_out(const Contents&, const std::string& target) {
  throw FileError(fmt::format("{}: cannot write it: {}", target, what_is_missing()));
}

#endif

} // namespace isobar::netcdf
