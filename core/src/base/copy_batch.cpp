#include <isobar/core/base/copy_batch.hpp>

#include <isobar/core/base/staging_ring.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace isobar {
namespace {

constexpr std::size_t word = 4, piece_alignment = 16;

/// The copies and launches that a thread has gathered.
struct Lists {
  std::vector<std::byte> bytes;
  std::vector<StagedPiece> pieces;
  std::vector<std::unique_ptr<GatheredLaunch>> launches;

  bool empty() const { return pieces.empty() && launches.empty(); }
  void clear() {
    bytes.clear();
    pieces.clear();
    launches.clear();
  }
};

/// The lists of a thread. They keep their memory from one batch to the next.
struct Gathered {
  int batches = 0;       ///< nested in each other
  std::size_t sends = 0; ///< so far
  bool is_sending = false;
  Lists next, under_way;
};

/// A launch that joins no other.
class FunctionLaunch final : public GatheredLaunch {
public:
  explicit FunctionLaunch(std::function<void()> function) : function_(std::move(function)) {}
  void launch() override { function_(); }

private:
  std::function<void()> function_;
};

/// Launches in order. A launch comes together with the earlier one that it joins.
void launch_all(std::vector<std::unique_ptr<GatheredLaunch>>& launches) {
  for (auto first = launches.begin(); first != launches.end(); ++first) {
    if (!*first) continue;
    for (auto later = first + 1; later != launches.end(); ++later)
      if (*later && (*first)->join(**later)) later->reset();
    (*first)->launch();
  }
}

Gathered& gathered() {
  thread_local Gathered of_thread;
  return of_thread;
}

bool whole_words(std::size_t bytes, const void* place) {
  return bytes % word == 0 && reinterpret_cast<std::uintptr_t>(place) % word == 0;
}

/// Returns whether numbers for this place have been gathered already. One kernel must not write both, as its pieces have no
/// order.
bool overlaps(const std::vector<StagedPiece>& pieces, std::size_t bytes, const std::byte* to) {
  return std::any_of(pieces.begin(), pieces.end(), [&](const StagedPiece& piece) {
    return std::less<>()(to, piece.to + piece.bytes) && std::less<>()(piece.to, to + bytes);
  });
}

} // namespace

CopyBatch::CopyBatch() {
  Gathered& all = gathered();
  ++all.batches;
  sends_ = all.sends;
  bytes_ = all.next.bytes.size();
  pieces_ = all.next.pieces.size();
  launches_ = all.next.launches.size();
}

CopyBatch::~CopyBatch() {
  if (has_ended_) return;
  Gathered& all = gathered();
  --all.batches;
  if (all.sends > sends_) { // the numbers gathered before are gone
    all.next.clear();
    return;
  }
  all.next.bytes.resize(bytes_);
  all.next.pieces.resize(pieces_);
  all.next.launches.resize(launches_);
}

void CopyBatch::end() {
  has_ended_ = true;
  if (--gathered().batches == 0) send();
}

bool CopyBatch::take(const void* from, std::size_t bytes, void* to) {
  Gathered& all = gathered();
  auto* const place = static_cast<std::byte*>(to);
  const std::size_t most = StagingRing::of_process().most();
  if (all.batches == 0 || bytes > most || !whole_words(bytes, to)) return false;
  if (all.next.bytes.size() + bytes > most || overlaps(all.next.pieces, bytes, place)) send();
  Lists& next = all.next;
  const std::size_t at = next.bytes.size();
  next.bytes.resize(at + (bytes + piece_alignment - 1) / piece_alignment * piece_alignment);
  std::copy_n(static_cast<const std::byte*>(from), bytes, next.bytes.data() + at);
  next.pieces.push_back({at, bytes, place});
  return true;
}

void CopyBatch::launch(std::unique_ptr<GatheredLaunch> launch) {
  if (gathered().batches == 0) launch->launch();
  else gathered().next.launches.push_back(std::move(launch));
}

void CopyBatch::launch(std::function<void()> launch) {
  CopyBatch::launch(std::make_unique<FunctionLaunch>(std::move(launch)));
}

void CopyBatch::send() {
  Gathered& all = gathered();
  if (all.is_sending || all.next.empty()) return;
  all.is_sending = true; // the functions called below may wait, and a wait sends
  ++all.sends;
  std::swap(all.next, all.under_way); // numbers gathered meanwhile belong to the next send
  try {
    StagingRing::of_process().scatter(all.under_way.bytes, all.under_way.pieces);
    launch_all(all.under_way.launches);
  } catch (...) {
    all.is_sending = false;
    all.under_way.clear();
    throw;
  }
  all.is_sending = false;
  all.under_way.clear();
}

} // namespace isobar
