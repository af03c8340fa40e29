"""Code that the tests of scripts/model share: a made-up machine, and cases on it."""

import sys

from support_cli import INPUTS, SCRIPTS, ScriptTest

sys.path.insert(0, str(SCRIPTS))
from model_items import cost  # noqa: E402
from model_items.deck import Deck  # noqa: E402
from model_items.machine import Machine  # noqa: E402
from model_items.ranks import choose  # noqa: E402, F401

MACHINE = """name = "made up"
ranks_per_host = 4
[kernels]
fixed = 1e-6 # a remark
ramp = 2e-6
ramp_bytes = 1e5
fence = 3e-6
wait = 1e-3
[kernels.double]
other = 1e9
[kernels.float]
smooth = 5e8
other = 2e9
[link.peer]
latency = 1e-3
rate = 1e6
[network]
latency = 4e-3
rate = 2e6
[sum.peer]
first = 1e-4
doubling = 1e-5
[sum.host]
first = 2e-4
doubling = 2e-5
[sum.network]
first = 3e-4
doubling = 3e-5
"""
CG = {"grid.nx": 32, "grid.ny": 32, "grid.nz": 4, "solver.method": "cg-fused"}
FASTEST = {"grid.nx": 64, "grid.ny": 64, "grid.nz": 8}


class ModelTest(ScriptTest):
    def machine(self, **changes):
        return Machine.load(self.write("machine.toml", MACHINE), changes.items())

    def case(self, deck, settings, ranks, iterations, machine, transport="peer"):
        loaded = Deck.load(INPUTS / deck, [f"{key}={value}" for key, value in settings.items()])
        return cost.Case.of(loaded, ranks, machine, transport, iterations)
