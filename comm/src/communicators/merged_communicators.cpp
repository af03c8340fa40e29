#include <isobar/comm/communicators/merged_communicators.hpp>

#include <fmt/format.h>
#include <isobar/comm/transport/nccl_ranks.hpp>

#include <stdexcept>
#include <utility>

namespace isobar {
namespace {

/// One communicator of NCCL for all stages.
TransportPlan connected(const MpiComm& comm, TransportPlan plan) {
  if (plan.takes(Transport::nccl) && !plan.nccl && comm.size() > 1)
    plan.nccl = std::make_shared<const NcclRanks>(comm);
  return plan;
}

/// A plan for the ranks of a stage: they keep their one communicator of NCCL.
TransportPlan plan_of(const RankStages& stages, int stage, TransportPlan plan) {
  if (stage > 0 && plan.nccl)
    plan.nccl = std::make_shared<const NcclRanks>(*plan.nccl, stages.members(stage));
  return plan;
}

} // namespace

template <class T>
MergedCommunicators<T>::MergedCommunicators(const MpiComm& comm, const RankStages& stages,
                                            const LayerCounts& nz, TransportPlan transports,
                                            Layout layout, const std::vector<int>& bundles)
    : front_(comm, stages.decomposition(0, comm.rank()), nz,
             transports = connected(comm, transports), layout, {}, 0, bundles) {
  for (int stage = 1; stage < stages.count(); ++stage)
    add(comm, stages, stage, nz, transports, layout);
  front_.check_also([this] { check(); });
}

/// All ranks of the run take part in making a stage's communicators; only those that have the stage hold them.
template <class T>
void MergedCommunicators<T>::add(const MpiComm& world, const RankStages& stages, int stage,
                                 const LayerCounts& nz, const TransportPlan& transports,
                                 Layout layout) {
  const std::optional<MpiComm> before =
      world.subset(stages.place(stage - 1, world.rank()).has_value());
  const std::optional<int> place = stages.place(stage, world.rank());
  const std::optional<MpiComm> ranks = world.subset(place.has_value());
  if (!before) return;
  const int level = stages.first_level(stage);
  Stage s{level, {}, {}, {}};
  s.merge = std::make_unique<RankMerge<T>>(*before, stages.parts(stage), nz.restricted_to(level),
                                           plan_of(stages, stage - 1, transports), layout, level);
  if (stages.whole(stage)) s.whole = std::make_unique<SelfCommunicators<T>>(stages.all_columns(0));
  else if (ranks)
    s.levels = std::make_unique<MpiCommunicators<T>>(
        *ranks, stages.decomposition(stage, *place), nz.from(level),
        plan_of(stages, stage, transports), layout, Overlap{}, level);
  stages_.push_back(std::move(s));
}

template <class T> Communicator<T>& MergedCommunicators<T>::on(int level) {
  for (auto stage = stages_.rbegin(); stage != stages_.rend(); ++stage) {
    if (level < stage->first) continue;
    if (stage->whole) return stage->whole->on(level);
    if (stage->levels) return stage->levels->on(level);
    throw std::invalid_argument(
        fmt::format("level {} is asked for on a rank that has none of it", level));
  }
  return front_.on(level);
}

template <class T> Merge<T>& MergedCommunicators<T>::merge(int level) {
  for (const Stage& stage : stages_)
    if (stage.first == level) return *stage.merge;
  return Communicators<T>::merge(level);
}

template <class T> void MergedCommunicators<T>::check() const {
  for (const Stage& stage : stages_) {
    stage.merge->check();
    if (stage.levels) stage.levels->check();
  }
}

template <class T>
BufferBytes MergedCommunicators<T>::bytes(const RankStages& stages, int rank, const LayerCounts& nz,
                                          const TransportPlan& transports,
                                          const std::vector<int>& bundles) {
  BufferBytes sum =
      MpiCommunicators<T>::bytes(stages.decomposition(0, rank), nz, transports, {}, bundles);
  for (int stage = 1; stage < stages.count(); ++stage) {
    const std::optional<int> before = stages.place(stage - 1, rank);
    const std::optional<int> place = stages.place(stage, rank);
    const int level = stages.first_level(stage);
    if (before)
      sum += RankMerge<T>::bytes(stages.parts(stage), *before, nz.restricted_to(level), transports);
    if (place && !stages.whole(stage))
      sum += MpiCommunicators<T>::bytes(stages.decomposition(stage, *place), nz.from(level),
                                        transports);
  }
  return sum;
}

template class MergedCommunicators<float>;
template class MergedCommunicators<double>;

} // namespace isobar
