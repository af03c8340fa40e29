#include "halo/field_ways.hpp"

#include <fmt/format.h>
#include <isobar/core/base/region.hpp>

#include <utility>

namespace isobar {
namespace {

constexpr int to = 0, fro = 1; ///< patterns

auto patterns_of(const std::function<std::array<MergeWay, 2>(int)>& ways_of) {
  return [ways_of](int rank) {
    const std::array<MergeWay, 2> ways = ways_of(rank);
    return std::vector<HaloPattern>{ways[to].others, ways[fro].others};
  };
}

} // namespace

template <class T>
FieldWays<T>::Way::Way(const char* name, int level, const MergeWay& way,
                       std::unique_ptr<HaloExchange<T>> others)
    : pattern(way.others), region(fmt::format("isobar/{}/{}", name, level)),
      copy_label(fmt::format("isobar/{}_own/{}", name, level)),
      from(in_block("isobar/merge_runs", way.own_from.run_list())),
      to(in_block("isobar/merge_runs", way.own_to.run_list())), others(std::move(others)) {}

template <class T>
FieldWays<T>::FieldWays(const MpiComm& comm, const WaysOf& ways_of,
                        const std::array<MergeWay, 2>& own, const std::array<const char*, 2>& names,
                        int level, const TransportPlan& transports)
    : exchanges_(comm, transports, patterns_of(ways_of)),
      there_(names[to], level, own[to], exchanges_.of(to, level)),
      back_(names[fro], level, own[fro], exchanges_.of(fro, level)) {}

template <class T>
void FieldWays<T>::run(Way& way, const std::array<FieldMemory<T>, 2>& fields,
                       const FieldMemory<T>& source, const FieldMemory<T>& target) {
  require_halo_shapes<T>(fields, way.pattern); // before any number is copied
  const Region region(way.region);
  const CopyRuns<T> copy{way.from.data(), way.to.data(), source.flat().data(),
                         target.flat().data()};
  for_halo_runs(way.copy_label, int(way.from.size()), copy);
  way.others->exchange(fields, Halo::edges);
}

template <class T>
BufferBytes FieldWays<T>::bytes(const std::array<MergeWay, 2>& ways,
                                const TransportPlan& transports) {
  BufferBytes sum;
  for (const MergeWay& way : ways)
    sum += halo_buffer_bytes(way.others, sizeof(T), transports.inside);
  return sum;
}

template class FieldWays<float>;
template class FieldWays<double>;

} // namespace isobar
