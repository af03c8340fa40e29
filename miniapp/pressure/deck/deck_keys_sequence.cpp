#include "pressure/deck/deck_keys.hpp"

namespace isobar::deck {

std::vector<Key> sequence_keys() {
  const KeyMaker<Sequence> key{"sequence", &Deck::sequence};
  const auto stepped = [&](Key k) {
    return used_with(
        "steps above 0", [](const Deck& d) { return d.sequence.is_given(); }, std::move(k));
  };
  const NumberList factors{1, 1000, positive};
  return {
      key(&Sequence::steps, "steps", Integer{0, 1000}, "",
          "number of time steps. A repeat is one setup, and then for each step an update to its "
          "physics and a solve of its right-hand side. With 0 there is no sequence, and one system "
          "is solved again and again"),
      stepped(key(&Sequence::time_step_factors, "time_step_factors", factors, "",
                  "factors of physics.time_step, one for each step. After the last one they begin "
                  "again with the first")),
      stepped(key(&Sequence::sound_speed_factors, "sound_speed_factors", factors, "",
                  "factors of physics.sound_speed, taken in the same way")),
      stepped(default_is("all of rhs.kind",
                         key(&Sequence::right_sides, "right_sides", ChoiceList<RhsKind>{1000}, "",
                             "rhs.kind of each step, taken in the same way, but not \"file\". Step "
                             "n, counted from 0, has the seed rhs.seed + n"))),
      stepped(key(&Sequence::least_seconds, "least_seconds", at_least_0, "s",
                  "least total time of the timed parts of all repeats. Repeats go on until it is "
                  "reached, if need be beyond run.repeats")),
      stepped(key(&Sequence::steps_per_setup, "steps_per_setup", Integer{1, 1000000}, "",
                  "time steps for which a model sets its solver up once. The figure of merit uses "
                  "this number to weigh setup, update and solve")),
  };
}

} // namespace isobar::deck
