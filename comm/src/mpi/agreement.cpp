#include <isobar/comm/mpi/agreement.hpp>

#include <algorithm>
#include <fmt/format.h>

namespace isobar {
namespace {

/// FNV-1a (Fowler, Noll, Vo) in 64 bits.
constexpr std::uint64_t fnv_start = 0xcbf29ce484222325;
std::uint64_t fnv(std::string_view text, std::uint64_t hash = fnv_start) {
  for (const char c : text) hash = (hash ^ std::uint8_t(c)) * 0x100000001b3;
  return hash;
}

/// The bytes of a value.
template <class T> std::string_view bytes_of(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

/// Separates items, and the parts of one item, in the text that travels.
constexpr char end_of_part = '\0';

std::string_view next_part(std::string_view& text) {
  const std::size_t end = std::min(text.find(end_of_part), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

std::string line(int rank, std::string_view name, std::string_view own, std::string_view first) {
  return fmt::format("rank {} differs from rank 0 in {}: {} instead of {}; expected the same on "
                     "all ranks",
                     rank, name, own, first);
}

} // namespace

void Agreement::add(const std::string& name, std::string_view value, const std::string& shown) {
  std::string plain = shown;
  std::ranges::replace(plain, end_of_part, ' ');
  items_.push_back({name, plain, fnv(value)});
}

void Agreement::add(const std::string& name, std::span<const double> values) {
  const std::string_view bytes{reinterpret_cast<const char*>(values.data()), values.size_bytes()};
  add(name, bytes, fmt::format("{} numbers (hash {:016x})", values.size(), fnv(bytes)));
}

void Agreement::add(const std::string& name, std::int64_t value) {
  add(name, bytes_of(value), fmt::format("{}", value));
}
void Agreement::add(const std::string& name, double value) {
  add(name, bytes_of(value), fmt::format("{}", value));
}

std::uint64_t Agreement::hash() const {
  std::uint64_t hash = fnv_start;
  for (const Item& item : items_) hash = fnv(bytes_of(item.hash), fnv(item.name, hash));
  return hash;
}

std::string Agreement::text() const {
  std::string text;
  for (const Item& item : items_)
    for (const std::string& part : {item.name, fmt::format("{:016x}", item.hash), item.shown})
      text += part + end_of_part;
  return text;
}

/// `first`: the text of rank 0.
std::string Agreement::difference_from(const std::string& first, int rank) const {
  std::string_view rest = first;
  for (const Item& item : items_) {
    const std::string_view name = next_part(rest), hash = next_part(rest), shown = next_part(rest);
    if (name != item.name) return line(rank, "what it compares", item.name, name);
    if (hash != fmt::format("{:016x}", item.hash)) return line(rank, name, item.shown, shown);
  }
  return rest.empty() ? "" : line(rank, "what it compares", "nothing", next_part(rest));
}

std::string Agreement::problem(const MpiComm& comm, std::span<std::uint64_t> least) const {
  std::vector<std::uint64_t> words{hash(), ~hash()};
  words.insert(words.end(), least.begin(), least.end());
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, words.data(), int(words.size()), MPI_UINT64_T, MPI_MIN,
                          comm.get()),
            "MPI_Allreduce");
  std::copy(words.begin() + 2, words.end(), least.begin());
  if (words[0] == ~words[1]) return "";
  const std::string first = comm.first_text(comm.rank() == 0 ? text() : "");
  return comm.first_text(comm.rank() == 0 ? "" : difference_from(first, comm.rank()));
}

} // namespace isobar
