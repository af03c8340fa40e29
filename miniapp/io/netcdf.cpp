#include "io/netcdf.hpp"

#include "io/files.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace isobar::netcdf {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are turned to big endian");

constexpr Int64 word = sizeof(double);
/// Bytes of rows that are transposed at once: enough for long pieces of a layer.
constexpr Int64 buffer_bytes = Int64(8) << 20;

std::uint64_t big_endian(double number) {
  return __builtin_bswap64(std::bit_cast<std::uint64_t>(number));
}

/// The layout as rank 0 composed it, its head on rank 0 alone. Collective.
Layout shared_layout(const std::filesystem::path& target, const MpiComm& comm,
                     const Contents& contents) {
  Layout layout;
  throw_file_error_on_all(comm, file_problem([&] {
                            if (comm.rank() == 0) layout = lay_out(contents, target.string());
                          }));
  layout.begins.resize(contents.variables.size());
  check_mpi(MPI_Bcast(layout.begins.data(), int(layout.begins.size()), MPI_INT64_T, 0, comm.get()),
            "MPI_Bcast");
  check_mpi(MPI_Bcast(&layout.bytes, 1, MPI_INT64_T, 0, comm.get()), "MPI_Bcast");
  return layout;
}

/// Writes the head, and zeros into the gaps that PnetCDF leaves in front of variables.
void write_head(SharedFile& file, const Layout& layout, const std::vector<Numbers>& numbers) {
  std::string head = layout.head;
  head.resize(std::size_t(layout.begins.front()), '\0');
  file.write(0, head.data(), Int64(head.size()));
  for (std::size_t v = 0; v + 1 < numbers.size(); ++v) {
    const Numbers& n = numbers[v];
    const Int64 end = layout.begins[v] + n.layers * n.global_rows * n.global_length * word;
    const std::string gap(std::size_t(layout.begins[v + 1] - end), '\0');
    if (!gap.empty()) file.write(end, gap.data(), Int64(gap.size()));
  }
}

/// Rows j .. j + count of all layers, which lie layer by layer in `buffer`.
void write_rows(SharedFile& file, Int64 begin, const Numbers& n, Int64 j, Int64 count,
                const std::vector<std::uint64_t>& buffer) {
  const bool whole_rows = n.length == n.global_length;
  const Int64 at_once = whole_rows ? count : 1;
  for (Int64 k = 0; k < n.layers; ++k)
    for (Int64 r = 0; r < count; r += at_once) {
      const Int64 place = (k * n.global_rows + n.first_row + j + r) * n.global_length + n.first;
      file.write(begin + place * word, &buffer[std::size_t((k * count + r) * n.length)],
                 at_once * n.length * word);
    }
}

/// Writes some rows of all layers at a time, because fields are
/// columns in memory and layers in the file.
void write_numbers(SharedFile& file, Int64 begin, const Numbers& n) {
  if (n.rows == 0) return;
  const Int64 most = std::clamp<Int64>(buffer_bytes / (n.layers * n.length * word), 1, n.rows);
  std::vector<std::uint64_t> buffer(std::size_t(most * n.layers * n.length));
  std::vector<double> row(std::size_t(n.length));
  for (Int64 j = 0; j < n.rows; j += most) {
    const Int64 count = std::min(most, n.rows - j);
    for (Int64 r = 0; r < count; ++r)
      for (Int64 k = 0; k < n.layers; ++k) {
        n.fill(k, j + r, row.data());
        std::ranges::transform(row, &buffer[std::size_t((k * count + r) * n.length)], big_endian);
      }
    write_rows(file, begin, n, j, count, buffer);
  }
}

} // namespace

StagedFile stage(const std::filesystem::path& target, const MpiComm& comm, const Contents& contents,
                 const std::vector<Numbers>& numbers) {
  const Layout layout = shared_layout(target, comm, contents);
  SharedFile file(target, comm, layout.bytes);
  return file.finish(file_problem([&] {
    if (comm.rank() == 0) write_head(file, layout, numbers);
    for (std::size_t v = 0; v < numbers.size(); ++v)
      write_numbers(file, layout.begins[v], numbers[v]);
  }));
}

} // namespace isobar::netcdf
