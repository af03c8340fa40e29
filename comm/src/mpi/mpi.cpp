#include <isobar/comm/mpi/mpi.hpp>

#include <cstdio>
#include <cstdlib>

namespace isobar {
namespace {

constexpr int exit_code_of_failed_start = 3; // the environment's

std::string error_text(const char* call, int code) {
  char text[MPI_MAX_ERROR_STRING + 1] = {};
  int length = 0;
  const bool known = MPI_Error_string(code, text, &length) == MPI_SUCCESS;
  return std::string(call) + " failed: " +
         (known ? std::string(text, std::size_t(length)) : "error " + std::to_string(code));
}

bool starting = false;
const char* speaker = "isobar"; // the start of lines on standard error

void end_failed_start() {
  if (starting) MpiSession::end_failed_start();
}

} // namespace

MpiError::MpiError(const char* call, int code)
    : EnvironmentError(error_text(call, code)), code_(code) {}

void report_mpi(int code, const char* call) noexcept {
  if (code != MPI_SUCCESS) std::fprintf(stderr, "%s: %s failed: error %d\n", speaker, call, code);
}

MpiSession::MpiSession(int& argc, char**& argv, const char* program) {
  speaker = program;
  int provided = MPI_THREAD_SINGLE;
  starting = std::atexit(isobar::end_failed_start) == 0;
  check_mpi(MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
  starting = false;
  check_mpi(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  if (provided < MPI_THREAD_FUNNELED)
    throw EnvironmentError("MPI does not offer the thread level MPI_THREAD_FUNNELED");
}

bool MpiSession::is_starting() { return starting; }

void MpiSession::end_failed_start() {
  std::fprintf(stderr, "%s: MPI cannot start: MPI_Init_thread failed\n", speaker);
  std::_Exit(exit_code_of_failed_start);
}

MpiSession::~MpiSession() { report_mpi(MPI_Finalize(), "MPI_Finalize"); }

void MpiSession::abort(int exit_code) noexcept {
  std::fflush(nullptr);
  report_mpi(MPI_Abort(MPI_COMM_WORLD, exit_code), "MPI_Abort");
  std::_Exit(exit_code);
}

MpiComm::MpiComm(MPI_Comm comm) {
  check_mpi(MPI_Comm_dup(comm, &comm_), "MPI_Comm_dup");
  check_mpi(MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  check_mpi(MPI_Comm_rank(comm_, &rank_), "MPI_Comm_rank");
  check_mpi(MPI_Comm_size(comm_, &size_), "MPI_Comm_size");
}

MpiComm::~MpiComm() { report_mpi(MPI_Comm_free(&comm_), "MPI_Comm_free"); }

namespace {

/// Takes ownership of a duplicate, which the MpiComm will free.
MpiComm taken_over(MPI_Comm comm) {
  MpiComm duplicate(comm);
  check_mpi(MPI_Comm_free(&comm), "MPI_Comm_free");
  return duplicate;
}

} // namespace

MpiComm MpiComm::node() const {
  MPI_Comm shared = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split_type(comm_, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &shared),
            "MPI_Comm_split_type");
  return taken_over(shared);
}

MpiComm MpiComm::split(int colour) const {
  MPI_Comm part = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split(comm_, colour, rank_, &part), "MPI_Comm_split");
  return taken_over(part);
}

std::optional<MpiComm> MpiComm::subset(bool belongs) const {
  MPI_Comm part = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split(comm_, belongs ? 0 : MPI_UNDEFINED, rank_, &part), "MPI_Comm_split");
  if (part == MPI_COMM_NULL) return {};
  return taken_over(part);
}

int MpiComm::min(int value) const {
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_MIN, comm_), "MPI_Allreduce");
  return value;
}

std::string MpiComm::first_text(const std::string& own) const {
  const int speaker = min(own.empty() ? size_ : rank_);
  if (speaker == size_) return "";
  std::string text = own;
  int length = int(text.size());
  check_mpi(MPI_Bcast(&length, 1, MPI_INT, speaker, comm_), "MPI_Bcast");
  text.resize(std::size_t(length));
  check_mpi(MPI_Bcast(text.data(), length, MPI_CHAR, speaker, comm_), "MPI_Bcast");
  return text;
}

} // namespace isobar
