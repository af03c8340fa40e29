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
          "time steps; a repeat is one setup and then for each step an update to its physics and a "
          "solve of its right-hand side; 0: no sequence, one system again and again"),
      stepped(key(&Sequence::time_step_factors, "time_step_factors", factors, "",
                  "physics.time_step times these, a factor a step, from the first again after the "
                  "last")),
      stepped(key(&Sequence::sound_speed_factors, "sound_speed_factors", factors, "",
                  "physics.sound_speed times these, likewise")),
      stepped(
          default_is("all of rhs.kind",
                     key(&Sequence::right_sides, "right_sides", ChoiceList<RhsKind>{1000}, "",
                         "rhs.kind of each step, likewise, but not \"file\"; step n, from 0, has "
                         "the seed rhs.seed + n"))),
      stepped(key(&Sequence::least_seconds, "least_seconds", at_least_0, "s",
                  "repeats go on until their timed parts took so long together, beyond run.repeats "
                  "where need be")),
      stepped(key(&Sequence::steps_per_setup, "steps_per_setup", Integer{1, 1000000}, "",
                  "time steps for which a model sets its solver up once, by which the figure of "
                  "merit weighs setup, update and solve")),
  };
}

} // namespace isobar::deck
