// Which way halos take: the rules by themselves, with answers that are made up.
#include <isobar/comm/communicators/transport_choice.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

using namespace isobar;

namespace {

/// The rules' answer to a wish. Times are given by the names of plans; without times there is nothing to measure.
struct Decision {
  GpuMpiHint::Answer says = GpuMpiHint::Answer::yes;
  bool messages_arrive = true;
  std::string peers = "they are far", nccl = "it is not there", segment = "it cannot be registered";
  std::map<std::string, double> times = {};
  RunRanks run = {4, false};

  static std::string name(const TransportPlan& plan) {
    return fmt::format("{} {}", to_string(plan.inside), to_string(plan.between));
  }
  /// All plans that were measured, in their order, are left in `measured`.
  std::string of(std::optional<Transport> way, std::string* measured = nullptr) const {
    TransportTests tests{
        [this] {
          return GpuMpiHint{says, "the library says so"};
        },
        [this] { return messages_arrive; },
        [this](Transport t) {
          return t == Transport::nccl ? nccl : t == Transport::segment ? segment : peers;
        },
        {}};
    if (!times.empty())
      tests.times = [this, measured](const std::vector<TransportPlan>& plans) {
        std::vector<double> seconds;
        for (const TransportPlan& plan : plans) {
          seconds.push_back(times.at(name(plan)));
          if (measured) *measured += name(plan) + "; ";
        }
        return seconds;
      };
    const TransportChoice c = decide_transport(run, {way}, tests);
    return name(c.plan) + ": " + c.reason;
  }
  /// Why a wish cannot be had.
  std::string refusal(Transport way) const {
    try {
      return "no error: " + of(way);
    } catch (const TransportError& error) {
      return error.what();
    }
  }
};

constexpr RunRanks hosts_of_gpus{4, false, false}, cpus{4, true}, shared_gpu{4, false, true, true};
const std::map<std::string, double> all_alike = {{"peer nccl", 1e-5},     {"peer device", 1e-5},
                                                 {"peer staged", 1e-5},   {"nccl nccl", 1e-5},
                                                 {"device device", 1e-5}, {"staged staged", 1e-5}};

} // namespace

TEST(TransportRules, OneRankNeedsNone) {
  EXPECT_EQ((Decision{.run = {1, false}}.of({})), "device device: not needed: one rank");
  EXPECT_EQ((Decision{.run = {1, false}}.of(Transport::nccl)),
            "device device: not needed: one rank");
}

TEST(TransportRules, TakeTheFastestOnAHost) {
  const std::string both = "an exchange on all levels takes 10.0 us (peer), 20.0 us (device)";
  Decision d{.peers = "", .times = {{"peer device", 1e-5}, {"device device", 2e-5}}, .run = cpus};
  EXPECT_EQ(d.of({}), "peer device: peer: " + both);
  d.times = {{"peer device", 2e-5}, {"device device", 1e-5}};
  EXPECT_EQ(d.of({}), "device device: device: an exchange on all levels takes 20.0 us (peer), "
                      "10.0 us (device)");
  d.peers = "they are far";
  EXPECT_EQ(d.of({}), "device device: device: the only way; no peer: they are far");
}

TEST(TransportRules, TakeTheFastestOfGpusInOneHost) {
  std::string measured;
  Decision d{.peers = "", .nccl = "", .times = all_alike};
  EXPECT_EQ(d.of({}, &measured).substr(0, 17), "peer device: peer") << "the most wanted of equals";
  EXPECT_EQ(measured, "peer device; device device; staged staged; ")
      << "NCCL is not even started beside peers";
  d.peers = "they are far";
  d.times["nccl nccl"] = 9e-6;
  EXPECT_EQ(d.of({}), "nccl nccl: nccl: an exchange on all levels takes 9.0 us (nccl), 10.0 us "
                      "(device), 10.0 us (staged); no peer: they are far; no segment: it cannot be "
                      "registered");
  d.peers = "";
  d.times["staged staged"] = 8e-6; // an MPI that knows device memory may be the slower one
  EXPECT_EQ(d.of({}).substr(0, 21), "staged staged: staged");
}

TEST(TransportRules, LeaveOutWhatDoesNotWork) {
  using enum GpuMpiHint::Answer;
  Decision d{.says = no, .times = all_alike};
  EXPECT_EQ(d.of({}), "staged staged: staged: the only way; no peer: they are far; no segment: it "
                      "cannot be registered; no nccl: it is not there; no device: the library "
                      "says so");
  d.says = unknown;
  d.nccl = "";
  EXPECT_EQ(d.of({}),
            "nccl nccl: nccl: an exchange on all levels takes 10.0 us (nccl), 10.0 us "
            "(staged); no peer: they are far; no segment: it cannot be registered; no device: the "
            "library says so");
  d.says = yes;
  d.messages_arrive = false;
  d.peers = "";
  EXPECT_EQ(
      d.of({}),
      "peer staged: peer: an exchange on all levels takes 10.0 us (peer), 10.0 us (staged); no "
      "device: messages from device memory do not arrive (the library says so)");
}

// Memory of the host that kernels reach stands in for GPUs that do not reach each other.
TEST(TransportRules, TakeASegmentWhereThereAreNoPeers) {
  std::string measured;
  Decision d{.segment = "", .times = all_alike};
  d.times["segment device"] = 5e-6;
  EXPECT_EQ(d.of({}, &measured).substr(0, 23), "segment device: segment");
  EXPECT_EQ(measured, "segment device; device device; staged staged; ");
  d.peers = "";
  measured.clear();
  EXPECT_EQ(d.of({}, &measured).substr(0, 17), "peer device: peer");
  EXPECT_EQ(measured, "peer device; device device; staged staged; ");
  EXPECT_EQ((Decision{.segment = ""}.of(Transport::segment)),
            "segment device: segment inside a host: asked for, and the self-test passed; between "
            "hosts device: the self-test passed");
}

TEST(TransportRules, MixWaysWhereThereAreSeveralHosts) {
  std::string measured;
  Decision d{.peers = "", .nccl = "", .times = all_alike, .run = hosts_of_gpus};
  EXPECT_EQ(d.of({}, &measured).substr(0, 38), "peer nccl: peer and nccl between hosts");
  EXPECT_EQ(measured, "peer nccl; nccl nccl; peer device; device device; peer staged; staged "
                      "staged; ");
  d.nccl = "it is not there";
  EXPECT_EQ(d.of({}).substr(0, 40), "peer device: peer and device between hos");
  d.peers = "they are far";
  EXPECT_EQ(d.of({}),
            "device device: device: an exchange on all levels takes 10.0 us (device), "
            "10.0 us (staged); no peer: they are far; no segment: it cannot be registered; no "
            "nccl: it is not there");
}

TEST(TransportRules, LetRanksThatShareAGpuSendMessages) {
  const Decision d{.peers = "", .nccl = "", .times = all_alike, .run = shared_gpu};
  EXPECT_EQ(d.of({}), "device device: device: an exchange on all levels takes 10.0 us (device), "
                      "10.0 us (staged); no peer: ranks share a GPU; no segment: ranks share a "
                      "GPU; no nccl: ranks share a GPU");
}

TEST(TransportRules, TakeMessagesWithoutAnyMeasurement) {
  using enum GpuMpiHint::Answer;
  EXPECT_EQ((Decision{.peers = "", .run = cpus}.of({})), "device device: device: MPI's messages");
  EXPECT_EQ((Decision{.peers = "", .nccl = ""}.of({})),
            "device device: device: the self-test passed");
  for (const auto says : {no, unknown})
    EXPECT_EQ((Decision{.says = says}.of({})), "staged staged: staged: the library says so");
  EXPECT_EQ(
      (Decision{.messages_arrive = false}.of({})),
      "staged staged: staged: messages from device memory do not arrive (the library says so)");
}

TEST(TransportRules, DoWhatIsAskedFor) {
  using enum GpuMpiHint::Answer;
  EXPECT_EQ(Decision{}.of(Transport::staged), "staged staged: staged: asked for");
  EXPECT_EQ((Decision{.says = no}.of(Transport::device)),
            "device device: device: asked for, and the self-test passed");
  EXPECT_EQ((Decision{.nccl = ""}.of(Transport::nccl)),
            "nccl nccl: nccl: asked for, and the self-test passed");
  const std::string peers =
      "peer inside a host: asked for, and the self-test passed; between hosts ";
  EXPECT_EQ((Decision{.says = no, .peers = "", .nccl = ""}.of(Transport::peer)),
            "peer staged: " + peers + "staged: the library says so");
  EXPECT_EQ((Decision{.peers = "", .run = cpus}.of(Transport::peer)),
            "peer device: " + peers + "device: MPI's messages");
  EXPECT_EQ((Decision{.peers = "", .nccl = "", .run = hosts_of_gpus}.of(Transport::peer)),
            "peer nccl: " + peers + "nccl: the self-test passed");
  EXPECT_EQ((Decision{.peers = "", .run = hosts_of_gpus}.of(Transport::peer)),
            "peer device: " + peers + "device: the self-test passed");
}

TEST(TransportRules, SayWhyAWishCannotBeHad) {
  EXPECT_EQ(Decision{}.refusal(Transport::peer),
            "--transport peer was asked for, but they are far");
  EXPECT_EQ(Decision{}.refusal(Transport::nccl),
            "--transport nccl was asked for, but it is not there");
  EXPECT_EQ((Decision{.messages_arrive = false}.refusal(Transport::device)),
            "--transport device was asked for, but messages from device memory do not arrive (the "
            "library says so): use --transport auto or staged");
}
