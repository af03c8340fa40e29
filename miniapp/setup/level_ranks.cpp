#include "setup/level_ranks.hpp"

#include <fmt/format.h>

namespace isobar {

std::string merges_text(const std::vector<LevelMerge>& merges) {
  std::string text;
  for (const LevelMerge& m : merges)
    text += fmt::format("{}{} level {}", text.empty() ? "; " : ", ",
                        m.ranks == 0   ? "every rank has"
                        : m.ranks == 1 ? "1 rank has"
                                       : fmt::format("{} ranks have", m.ranks),
                        m.level);
  return text.empty() ? text : text + " and coarser ones";
}

} // namespace isobar
