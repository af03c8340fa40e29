"""Every kernel that a solve launches is in the list of kernels or has a model of its own. Or it is named here with why it has none."""

import json
import re
import sys
import tomllib
import unittest

import numpy

from support_cli import FEM_EXECUTABLE, FLOW_EXECUTABLE, INPUTS, SCRIPTS, CommandLineTest, memory_directory, options

sys.path.insert(0, str(SCRIPTS))
from reproduce_items import places  # noqa: E402

# A row of the list: the name of a kernel, and its references a cell.
ROW = re.compile(r'\{Kernel::\w+, "(\w+)", Words::\w+,\s+([\d.]+),')
ANY_VECTOR = "its label has no level, so its bytes are not known"
WITHOUT_MODEL = {"exchange": "messages", "dot": ANY_VECTOR, "axpby": ANY_VECTOR, "copy": ANY_VECTOR, "set_zero": ANY_VECTOR,
                 "dense_product": ANY_VECTOR, "fft": "a library's transform", "fem_scale": ANY_VECTOR}


class KernelTest(CommandLineTest):
    base = memory_directory()
    counts_bytes = False  # by itself, of kernels that are in no list

    def rows(self, deck, settings, *more):
        """The kernel table of a run, which nobody verifies."""
        report = self.directory / "report.json"
        small = {"run.repeats": 1, "run.warmup": 0, "run.kernel_timings": True, "verification.enabled": False,
                 "output.unconverged": "replace"}
        done = self.start(deck, *more, *options({**small, **settings}), "--report", report)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return json.loads(report.read_text())["timings"]["kernels"]

    def check(self, deck, settings, *more):
        listed = dict(ROW.findall(places.KERNEL_LIST.read_text()))
        names = set()
        with self.subTest(deck=deck.name, **settings):
            for row in self.rows(deck, settings, *more):
                name = row["kernel"]
                names.add(name)
                self.assertTrue(name in listed or self.counts_bytes and row["bytes"] or name in WITHOUT_MODEL, f"{name} is in no list of kernels")
        return names


class Pressure(KernelTest):
    SMALL = {"grid.nx": 16, "grid.ny": 16, "grid.nz": 8}

    def small(self, path):
        method = tomllib.loads(path.read_text()).get("solver", {}).get("method", "multigrid")
        return {**self.SMALL, **({"multigrid.levels": 2} if "multigrid" in method else {})}

    def test_every_deck_of_the_inputs(self):
        for path in [*INPUTS.glob("*.toml"), *INPUTS.glob("papers/*.toml")]:
            if path.name != "amalgamation.toml":  # which is for isobar_flow
                self.check(path, self.small(path))

    def test_every_deck_of_the_classes(self):
        once = {"sequence.least_seconds": 0, "run.repeats": 4}
        for path in INPUTS.glob("classes/*.toml"):
            if path.name != "problem.toml":  # which is part of the class
                self.check(path, {**self.small(path), **once}, "--class", "S")

    def test_levels_of_cells(self):
        alpha = self.save("alpha.npy", 10.0 ** numpy.random.default_rng(1).uniform(-1, 1, (16, 16, 8)))
        deck = self.write_deck(16, 16, 8)
        cells = {"coefficients.alpha_h_cells": alpha, "coefficients.alpha_v_cells": alpha,
                 "multigrid.coefficients": "cells", "solver.method": "cg-multigrid", "multigrid.levels": 3}
        names = self.check(deck, cells)
        self.assertLessEqual({"coupled_smooth", "coupled_smooth_from_zero", "coupled_residual", "coupled_restrict",
                              "coupled_prolongate"}, names)
        for row in self.rows(deck, cells):
            if row["kernel"] == "coupled_smooth":
                self.assertEqual(row["bytes"], row["calls"] * 8 * 8 * (16 * 16 * 8 >> 2 * row["level"]))


class Flow(KernelTest):
    executable = FLOW_EXECUTABLE

    def small(self, path):
        deck = tomllib.loads(path.read_text())
        most = {"nx": 16, "ny": 8, "nz": 8}
        cells = {f"grid.{key}": min(deck["grid"][key], most[key]) for key in most}
        return cells if deck.get("problem", {}).get("kind") == "poisson" else {**cells, "time.most_steps": 2}

    def test_every_deck_of_the_inputs(self):
        for path in [*INPUTS.glob("flow/*.toml"), INPUTS / "papers/amalgamation.toml"]:
            self.check(path, self.small(path))

    def test_what_no_deck_has(self):
        poisson, heated, past = (INPUTS / f"flow/{name}.toml" for name in ("poisson", "heated-cube", "cylinder"))
        for settings in ({"multigrid.restriction": "half-weighting"},
                         {"multigrid.restriction": "injection", "multigrid.smoother": "jacobi"},
                         {"multigrid.coarse_solver": "cg", "multigrid.levels": 2}, {"multigrid.coarse_solver": "exact"},
                         {"solver.method": "direct"}, {"solver.precision": "mixed"}):
            names = self.check(poisson, {**self.small(poisson), **settings})
            self.assertEqual("box_restrict_weighted" in names, "weighting" in str(settings) or "injection" in str(settings))
        self.assertIn("flow_predict_obstacles", self.check(heated, {**self.small(heated), "obstacles.boxes": [[0.3, 0.3, 0.3, 0.7, 0.7, 0.7]]}))
        self.assertLessEqual({"flow_predict_velocity_obstacles", "flow_project_obstacles", "flow_obstacle_apply", "flow_outflow"},
                             self.check(past, self.small(past)))


class Fem(KernelTest):
    executable = FEM_EXECUTABLE
    counts_bytes = True  # of its matrices

    def setUp(self):
        super().setUp()
        (self.directory / "inputs").symlink_to(INPUTS)  # for meshes

    def test_every_deck_of_the_inputs(self):
        for path in INPUTS.glob("fem/*.toml"):
            self.check(path, {"mesh.levels": 2})

    def test_forms_and_smoothers(self):
        for settings in ({"solver.matrix_format": "macro", "space.numbering": "macro"}, {"multigrid.smoother": "ilu"},
                         {"multigrid.smoother": "gauss-seidel"}, {"solver.precision": "mixed", "solver.method": "cg-multigrid"}):
            self.check(INPUTS / "fem/circle-q1.toml", {"mesh.levels": 3, **settings})


if __name__ == "__main__":
    unittest.main()
