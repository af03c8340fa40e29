#include "io/terminal.hpp"
#include "pressure/classes/class_task.hpp"
#include "pressure/report/pressure_report.hpp"
#include "pressure/run/predicted_memory.hpp"
#include "pressure/run/pressure_run.hpp"
#include "pressure/setup/launch_rules.hpp"
#include "program/run_problem.hpp"

namespace {

using namespace isobar;

/// The pressure equation, of a deck or of a problem class.
class PressureProblem {
public:
  using Deck = isobar::Deck;
  using Plan = PlannedRun;
  using Context = RunContext;
  using Outputs = isobar::Outputs;
  using Record = RunResult;
  static constexpr Program program = pressure_program;

  explicit PressureProblem(const Options& options) : options_(options) {
    if (!options.problem_class.empty()) class_.emplace(options);
  }

  static std::string deck_reference() { return isobar::deck_reference(); }
  Deck read_deck() const {
    return class_ ? class_->deck() : isobar::read_deck(options_.deck, options_.overrides);
  }
  std::vector<FileToRead> files_of(const Deck& deck) const { return files_to_read(deck); }
  void complete(Deck& deck, const MpiComm& comm, KokkosSession& kokkos) {
    if (class_) class_->complete(deck, comm, kokkos);
  }
  Plan plan(const Deck& deck, const MpiComm& comm) const {
    return plan_run(deck, comm, options_.transport);
  }
  std::string dry_run(const Plan& plan) const {
    return dry_run_report(plan) + (class_ ? class_outlook(class_->known()) : "");
  }
  Context connect(Plan& plan, const MpiComm& comm, const TransportWish& wish) const {
    const std::string note = launch_table_note(plan.deck, gpu_name());
    if (!note.empty() && comm.rank() == 0) print_error(note);
    return run_context(plan, comm, wish);
  }
  MemoryUse memory(const Context& c) const { return predicted_memory(c); }
  Record run(const Context& c, Outputs& outputs, MemoryMeter& meter) {
    Record record = isobar::run(c, outputs, meter);
    if (!class_) return record;
    class_->run_smaller_sizes(c.comm, c.deck, record);
    class_->look_again(c.comm);
    return record;
  }
  nlohmann::json report(const Context& c, const Record& record,
                        const nlohmann::json& environment) const {
    const std::optional<Official> judged = official(c, record);
    return isobar::report(c, record, environment, judged ? &*judged : nullptr);
  }
  std::string screen(const Context& c, const Record& record) const {
    const std::optional<Official> judged = official(c, record);
    return screen_report(c, record, judged ? &*judged : nullptr);
  }

private:
  std::optional<Official> official(const Context& c, const Record& record) const {
    if (!class_) return {};
    return class_->official(c.deck, record);
  }

  const Options& options_;
  std::optional<ClassTask> class_;
};

} // namespace

int main(int argc, char** argv) { return run_problem<PressureProblem>(argc, argv); }
