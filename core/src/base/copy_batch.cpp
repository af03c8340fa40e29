#include <isobar/core/base/copy_batch.hpp>

#include <isobar/core/base/staging_ring.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace isobar {
namespace {

constexpr std::size_t word = 4, piece_alignment = 16;

/// What a thread has gathered. The vectors keep their memory from one batch to the next.
struct Gathered {
  int batches = 0; ///< within each other
  bool is_sending = false;
  std::vector<std::byte> bytes;
  std::vector<StagedPiece> pieces;
  std::vector<std::function<void()>> launches;

  void drop() {
    is_sending = false;
    bytes.clear();
    pieces.clear();
    launches.clear();
  }
};

Gathered& gathered() {
  thread_local Gathered of_thread;
  return of_thread;
}

bool whole_words(std::size_t bytes, const void* place) {
  return bytes % word == 0 && reinterpret_cast<std::uintptr_t>(place) % word == 0;
}

} // namespace

CopyBatch::CopyBatch() { ++gathered().batches; }

CopyBatch::~CopyBatch() {
  if (--gathered().batches == 0) gathered().drop();
}

bool CopyBatch::take(const void* from, std::size_t bytes, void* to) {
  Gathered& all = gathered();
  const std::size_t most = StagingRing::of_process().most();
  if (all.batches == 0 || bytes > most || !whole_words(bytes, to)) return false;
  if (all.bytes.size() + bytes > most) send();
  const std::size_t at = all.bytes.size();
  all.bytes.resize(at + (bytes + piece_alignment - 1) / piece_alignment * piece_alignment);
  std::copy_n(static_cast<const std::byte*>(from), bytes, all.bytes.data() + at);
  all.pieces.push_back({at, bytes, static_cast<std::byte*>(to)});
  return true;
}

void CopyBatch::launch(std::function<void()> launch) {
  if (gathered().batches == 0) launch();
  else gathered().launches.push_back(std::move(launch));
}

void CopyBatch::send() {
  Gathered& all = gathered();
  if (all.is_sending || (all.pieces.empty() && all.launches.empty())) return;
  all.is_sending = true; // what is called here may wait, and a wait sends
  try {
    StagingRing::of_process().scatter(all.bytes, all.pieces);
    for (const auto& launch : all.launches) launch();
  } catch (...) {
    all.drop();
    throw;
  }
  all.drop();
}

} // namespace isobar
