"""A run takes the memory that a dry run predicts."""

import re
import unittest

import numpy

from support_cli import METHODS, MODES, MULTIGRID, SANITIZED, STORED, CommandLineTest, options


@unittest.skipIf(SANITIZED, "a sanitizer's own memory counts too")
class Memory(CommandLineTest):
    """Large enough that fields outweigh libraries, and few iterations: all memory is taken
    before the first. A GPU's driver loads kernels when they are first used, into memory of both
    kinds, so there fields are larger and something is allowed for that."""

    def setUp(self):
        super().setUp()
        tiny = self.solve(self.write_deck())
        self.on_gpu = tiny["environment"]["kokkos"]["backend"] in ("Cuda", "HIP", "SYCL")

    def check(self, settings, ranks=None, transport="auto"):
        columns, libraries = (512, 128 * 2**20) if self.on_gpu else (128, 0)
        deck = self.write_deck(columns, columns, 96)
        settings = {"solver.tolerance": 0.3, "multigrid.levels": 3, **settings}
        dry = self.start(deck, "--dry-run", *options(settings), ranks=ranks)
        announced = float(re.search(r"memory +(\S+) GB a rank at the most", dry.stdout).group(1))
        memory = self.solve(deck, settings, ranks=ranks, more=("--transport", transport))["memory"]
        predicted = memory["predicted_bytes_per_rank"]
        measured = memory["measured_bytes_per_rank"]
        for use in (predicted, measured):
            self.assertEqual(use["total"], use["device"] + use["host"])
        # With the largest buffers: which ones a run takes is not known before.
        self.assertGreater(announced, predicted["total"] / 1e9 - 6e-4)
        self.assertLess(announced, 1.15 * predicted["total"] / 1e9)
        difference = abs(measured["total"] - predicted["total"])
        self.assertLess(difference, 0.1 * predicted["total"] + libraries,
                        f"measured {measured}, predicted {predicted}")

    def test_double(self):
        for method in METHODS + STORED + MODES:
            with self.subTest(method=method):
                self.check({"solver.method": method})

    def test_float(self):
        # The true residual is computed in double: float fields must be gone by then.
        for method in ("multigrid", "cg-fused") + STORED:
            with self.subTest(method=method):
                self.check({"solver.method": method, "solver.precision": "float",
                            "rhs.kind": "random"})

    def test_z_fastest(self):
        for settings in ({}, {"solver.method": "cg-standard"}, {"grid.nx": 120, "grid.nz": 97},
                         {"solver.precision": "float", "rhs.kind": "random"}):
            with self.subTest(settings=settings):
                self.check({"fields.layout": "z-fastest", **settings})

    def test_mixed(self):
        for method in MODES:
            with self.subTest(method=method):
                self.check({"solver.method": method, "solver.precision": "mixed"})
        for method in MULTIGRID:
            with self.subTest(method=method):
                self.check({"solver.method": method, "solver.precision": "mixed"})
                self.check({"solver.method": method, "solver.precision": "mixed",
                            "mixed.in_float": "coarse-levels"})

    def test_other_vectors(self):
        self.check({"multigrid.restriction": "transpose"})
        self.check({"multigrid.coarse_solver": "cg", "multigrid.levels": 2})
        self.check({"multigrid.merged_layers": 4})

    def test_levels_on_fewer_ranks(self):
        for transport in ("device", "segment"):
            with self.subTest(transport=transport):
                self.check({"multigrid.merge": [[1, 1]]}, ranks=2, transport=transport)
        self.check({"multigrid.merge": [[2, 1]], "grid.domain": "latlon", "solver.method": "cg-multigrid"}, ranks=2)
        self.check({"multigrid.merge": [[1, 3], [2, 1]], "grid.domain": "sphere", "grid.nx": 64, "grid.ny": 64,
                    "coefficients.alpha_h_columns": "mountains"}, ranks=4)

    def test_equations(self):
        cells = self.save("cells.npy", numpy.ones((128, 128, 96)) if not self.on_gpu else
                          numpy.ones((512, 512, 96)))
        for settings in (
                {"coefficients.alpha_h_profile": "standard-atmosphere",
                 "coefficients.alpha_h_columns": "mountains"},
                {"grid.domain": "latlon", "solver.method": "cg-standard"},
                {"coefficients.xi_z_profile": 0.01, "solver.method": "bicgstab-multigrid"},
                {"coefficients.alpha_h_cells": cells, "solver.method": "cg-multigrid"},
                {"coefficients.alpha_h_cells": cells, "solver.method": "cg-modes"},
                {"coefficients.xi_z_profile": 0.01, "solver.method": "bicgstab-modes"},
                {"coefficients.beta_cells": cells, "solver.method": "bicgstab"}):
            with self.subTest(settings=settings):
                self.check(settings)

    def test_two_ranks(self):
        self.check({}, ranks=2)

    def test_modes_that_stay_on_their_ranks(self):
        for ranks in (2, 4):
            with self.subTest(ranks=ranks):
                self.check({"solver.method": "modes"}, ranks=ranks)

    def test_modes_of_all_columns(self):
        """On few layers, so that the numbers of all columns that each rank has are a tenth of its memory and more. Without the
        poles: steps are many there, and how much scratch memory they take is not known before."""
        for method in ("modes", "cg-modes"):
            with self.subTest(method=method):
                self.check({"solver.method": method, "grid.nx": 384, "grid.ny": 384, "grid.nz": 6, "grid.domain": "latlon", "grid.latitude": [-60, 60],
                            "rhs.kind": "random", "verification.iteration_bound": 100,
                            **{f"coefficients.{name}_columns": "ramp" for name in ("alpha_h", "alpha_v", "beta")}}, ranks=4)


if __name__ == "__main__":
    unittest.main()
