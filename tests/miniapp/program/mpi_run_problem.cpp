// The order in which the spine calls a problem's steps, and what it refuses for all ranks.
#include "pressure/deck/deck.hpp"
#include "program/run_problem.hpp"

#include <gtest/gtest.h>

namespace {

using namespace isobar;
using Steps = std::vector<std::string>;

/// The actions of the problem, and a record of them.
struct Script {
  int rank_that_refuses = -1;
  Int64 bytes = 0;
  Steps steps{};
};
Script script;

class NoFiles : public OutputFiles {
public:
  explicit NoFiles(const MpiComm& comm) : OutputFiles({}, comm) { script.steps.push_back("files"); }
};

/// A problem that notes its steps.
struct Noted {
  using Deck = isobar::Deck;
  using Plan = int;
  struct Context {
    const MpiComm& comm;
    operator const MpiComm&() const { return comm; }
  };
  using Outputs = NoFiles;
  using Record = RunRecord;
  static constexpr Program program = pressure_program;

  explicit Noted(const Options&) {}
  ~Noted() { note("end"); }

  static std::string deck_reference() { return note("reference"), ""; }
  Deck read_deck() const {
    note("deck");
    return parse_deck("[grid]\nnx = 8\nny = 8\nnz = 4\n", "d.toml");
  }
  std::vector<FileToRead> files_of(const Deck&) const {
    return note("read"), std::vector<FileToRead>{};
  }
  void complete(Deck&, const MpiComm&, KokkosSession&) const { note("complete"); }
  int plan(const Deck&, const MpiComm& comm) const {
    note("plan");
    if (comm.rank() == script.rank_that_refuses) throw InputError("d.toml: no such plan");
    return 7;
  }
  std::string dry_run(int plan) const { return note("dry run of " + std::to_string(plan)), ""; }
  Context connect(int& plan, const MpiComm& comm, const TransportWish&) const {
    note("connect " + std::to_string(plan++));
    return {comm};
  }
  MemoryUse memory(const Context&) const { return note("memory"), MemoryUse{0, script.bytes}; }
  Record run(Context&, NoFiles&, MemoryMeter&) const { return note("run"), RunRecord{}; }
  nlohmann::json report(const Context&, const Record&, const nlohmann::json&) const {
    return note("report"), nlohmann::json{};
  }
  std::string screen(const Context&, const Record& record) const {
    note(record.predicted.host == script.bytes ? "screen" : "screen without memory");
    return "";
  }

  static void note(const std::string& step) { script.steps.push_back(step); }
};

/// The exit code of the spine for this script.
int code_with(const Script& wanted, Action action = Action::run) {
  const MpiComm comm(MPI_COMM_WORLD);
  script = wanted;
  Options options;
  options.action = action;
  return code_of(comm, [&] { return answer<Noted>(options, comm); });
}

TEST(RunProblem, CallsItsStepsInTheirOrder) {
  EXPECT_EQ(code_with({.bytes = 1000}), valid);
  Steps steps = {"deck", "read", "complete", "plan", "connect 7", "files", "memory", "run"};
  if (MpiComm(MPI_COMM_WORLD).rank() == 0) steps.push_back("screen"); // there the program speaks
  steps.push_back("end");
  EXPECT_EQ(script.steps, steps);
}

TEST(RunProblem, EndsBeforeDevicesWhereNobodyRuns) {
  EXPECT_EQ(code_with({}, Action::dry_run), valid);
  EXPECT_EQ(script.steps, (Steps{"deck", "read", "complete", "plan", "dry run of 7", "end"}));
  EXPECT_EQ(code_with({}, Action::deck_reference), valid);
  EXPECT_EQ(script.steps, (Steps{"reference"}));
}

TEST(RunProblem, RefusesOnAllRanksWhatOneRefuses) {
  const int last = MpiComm(MPI_COMM_WORLD).size() - 1;
  EXPECT_EQ(code_with({.rank_that_refuses = last}), bad_input);
  EXPECT_EQ(script.steps, (Steps{"deck", "read", "complete", "plan", "end"}));
}

TEST(RunProblem, RefusesWhatMemoryCannotHold) {
  if (available_host_memory() == 0) GTEST_SKIP() << "this system does not say what is available";
  EXPECT_EQ(code_with({.bytes = Int64(1) << 60}), bad_environment);
  EXPECT_EQ(script.steps,
            (Steps{"deck", "read", "complete", "plan", "connect 7", "files", "memory", "end"}));
}

} // namespace
