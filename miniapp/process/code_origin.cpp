#include "process/code_origin.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace isobar {
namespace {

namespace fs = std::filesystem;

std::string file_name(const std::string& path) { return fs::path(path).filename().string(); }

std::string name_of(const CodeFile& file) {
  return file.soname.empty() ? file_name(file.path) : file.soname;
}

bool answers_to(const CodeFile& file, const std::string& needed) {
  const std::string name = file_name(needed);
  return file.soname == name || file.asked == name || file_name(file.path) == name;
}

/// The index of the first file with this name; the end of the list if there is none.
std::size_t find(const std::vector<CodeFile>& files, const std::string& needed) {
  const auto found =
      std::ranges::find_if(files, [&](const CodeFile& file) { return answers_to(file, needed); });
  return std::size_t(found - files.begin());
}

/// Marks the files that a file needs, and the files that these need.
void mark_needed(const std::vector<CodeFile>& files, std::size_t of, std::vector<bool>& marked) {
  for (const std::string& name : files[of].needed)
    if (const std::size_t n = find(files, name); n < files.size() && !marked[n]) {
      marked[n] = true;
      mark_needed(files, n, marked);
    }
}

bool is_below(const std::string& path, const std::string& directory) {
  return !directory.empty() && path.starts_with(directory) && path[directory.size()] == '/';
}

/// Judges whose code is in the process, by the places of its files.
class CodeJudge {
public:
  CodeJudge(const ProcessCode& code, const LibraryPlaces& places)
      : files_(code.files), origins_(code_origins(code.files)), places_(places) {}

  std::vector<ForeignCode> operator()(const ProcessCode& code) {
    std::vector<ForeignCode> foreign;
    if (files_.empty()) return foreign;
    if (!code.started.empty() && code.started != files_[0].path)
      foreign.push_back({"executable", code.started + ", started with it", files_[0].path});
    for (const std::string& path : code.unknown)
      foreign.push_back({file_name(path), path + ", unknown to the program's loader", ""});
    trust_plug_ins();
    for (std::size_t n = 1; n < files_.size(); ++n) add(n, foreign);
    return foreign;
  }

private:
  void add(std::size_t n, std::vector<ForeignCode>& foreign) const {
    const CodeFile& file = files_[n];
    const std::string name = name_of(file);
    if (origins_[n] == CodeOrigin::preloaded)
      foreign.push_back({name, file.path + ", preloaded", ""});
    if (origins_[n] == CodeOrigin::plug_in && !trusted_[n])
      foreign.push_back(
          {name, file.path + ", loaded by running code from a place of the user", ""});
    if (origins_[n] == CodeOrigin::needed)
      if (const std::string wanted = shadowed_by(n); !wanted.empty())
        foreign.push_back({name, file.path, wanted});
  }

  /// The path where RUNPATH or the system have another library of the
  /// same name as this one of the user's; empty if there is none.
  std::string shadowed_by(std::size_t n) const {
    const CodeFile& file = files_[n];
    if (!places_.is_users(file.path)) return {};
    std::string other;
    for (const std::string& place : places_for(n)) {
      const std::string real = places_.real_path(place);
      if (real == file.path) return {};
      if (other.empty()) other = real;
    }
    return other.empty() || places_.are_same(file.path, other) ? "" : other;
  }

  /// The paths at which a library may be. They are in the directories of the
  /// executable, which may count for all libraries (RPATH). They are also in those of
  /// earlier files that need the library: a false library does not vouch for itself.
  std::vector<std::string> places_for(std::size_t n) const {
    const std::string name = name_of(files_[n]);
    std::vector<std::string> places;
    for (std::size_t m = 0; m < n; ++m) {
      const CodeFile& one = files_[m];
      const auto is_it = [&](const auto& needed) { return answers_to(files_[n], needed); };
      if (m > 0 && std::ranges::none_of(one.needed, is_it)) continue;
      for (const std::string& directory : one.search)
        places.push_back((fs::path(directory) / name).string());
    }
    std::ranges::copy(places_.of_system(name), std::back_inserter(places));
    return places;
  }

  /// Finds the plug-ins to trust. They lie below libraries that load them. They
  /// need libraries of their own, below which there may be further plug-ins.
  void trust_plug_ins() {
    trusted_.assign(files_.size(), false);
    for (bool more = true; more;) {
      more = false;
      for (std::size_t n = 1; n < files_.size(); ++n)
        if (!trusted_[n] && is_trusted(n)) trusted_[n] = more = true;
    }
  }

  bool is_trusted(std::size_t n) const {
    const CodeFile& file = files_[n];
    if (origins_[n] == CodeOrigin::needed) return shadowed_by(n).empty();
    if (origins_[n] != CodeOrigin::plug_in) return false;
    if (!places_.is_users(file.path)) return true;
    for (std::size_t m = 1; m < files_.size(); ++m) {
      if (!trusted_[m]) continue;
      const auto needs = [&](const auto& name) { return answers_to(file, name); };
      if (is_below(file.path, fs::path(files_[m].path).parent_path().string()) ||
          std::ranges::any_of(files_[m].needed, needs))
        return true;
    }
    return false;
  }

  const std::vector<CodeFile>& files_;
  std::vector<CodeOrigin> origins_;
  const LibraryPlaces& places_;
  std::vector<bool> trusted_;
};

} // namespace

std::string_view to_string(CodeOrigin origin) {
  switch (origin) {
  case CodeOrigin::executable: return "executable";
  case CodeOrigin::needed: return "needed";
  case CodeOrigin::preloaded: return "preloaded";
  case CodeOrigin::plug_in: return "plug-in";
  }
  return "";
}

std::vector<CodeOrigin> code_origins(const std::vector<CodeFile>& files) {
  std::vector<CodeOrigin> origins(files.size(), CodeOrigin::plug_in);
  if (files.empty()) return origins;
  std::vector<bool> needed(files.size(), false);
  mark_needed(files, 0, needed);
  needed[0] = false;
  // The loader loads all needed libraries before any code runs, and preloaded ones before these.
  const auto last = std::find(needed.rbegin(), needed.rend(), true);
  const std::size_t at_start = std::size_t(needed.rend() - last);
  for (std::size_t n = 0; n < files.size(); ++n)
    if (needed[n]) origins[n] = CodeOrigin::needed;
    else if (n < at_start) origins[n] = CodeOrigin::preloaded;
  origins[0] = CodeOrigin::executable;
  return origins;
}

std::vector<ForeignCode> foreign_code(const ProcessCode& code, const LibraryPlaces& places) {
  return CodeJudge(code, places)(code);
}

} // namespace isobar
