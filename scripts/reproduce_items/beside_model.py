"""The time that scripts/model predicts for a run, beside the time that it took."""


def predictor(context):
    """(seconds, notes): seconds(run) of a solve with the run's iterations on --machine, or None where the model does not know such a solve;
    notes() says what was predicted, and why a run has no prediction."""
    from model_items import Bad, cost, measured  # these import this package in their turn
    from model_items.machine import Machine
    machine, refused = Machine.load(context.options.machine), []

    def seconds(run):
        try:
            return sum(cost.predict(measured.of_report(run.path, run.report).case(machine), machine).values())
        except Bad as reason:
            refused.append(str(reason))
            return None

    def notes():
        why = [f"no model of some runs: {refused[0]}"] if refused else []
        return [f"model: scripts/model's prediction of the solve on {machine['name']} (--machine), with the run's iterations", *why]
    return seconds, notes
