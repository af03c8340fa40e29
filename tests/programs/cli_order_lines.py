"""The line of an observed order says on which domain it was observed. No run claims an order for a domain that it was not seen on."""

import unittest

from support_cli import EXECUTABLE, FEM_EXECUTABLE, FEM_SCHEMA, FLOW_EXECUTABLE, FLOW_SCHEMA, SCHEMA, CommandLineTest

PANEL = " (the panel's two-point flux is consistent to 3 % only)"
FLAT = r"^observed order \d\.\d\d on the flat box, the scheme's is 2"
ON_PANEL = r"^observed order (1\.9|2\.0)\d on the panel, the scheme's is 2$"
SMALL = "nx = 16\nny = 16\nnz = 8\n"


class OrderLines(CommandLineTest):
    def defaults(self, settings):
        return {"run.repeats": 1, "run.warmup": 0, **settings}

    def lines(self, program, schema, text):
        """Messages of the orders, which stand on the screen as they do in the report."""
        self.executable, self.schema = program, schema
        report = self.solve(self.write("deck.toml", text))
        found = {check["name"]: check["message"] for check in report["verification"]["checks"]
                 if check["name"].endswith("order")}
        for name, message in found.items():
            self.assertIn(f"{name}: {message}\n", report["screen"])
        return found

    def test_the_pressure_equation(self):
        for domain, more, names, panel in (
                ("panel", "", ["manufactured_order"], True),
                ("flat", "", ["manufactured_order"], False),
                ("latlon", "", ["manufactured_order"], False),
                ("panel", "[coefficients]\nalpha_v_profile = [1, 2, 1, 2, 1, 2, 1, 2]\n",
                 ["manufactured_order", "manufactured_factors_order"], True)):
            with self.subTest(domain=domain, more=more):
                found = self.lines(EXECUTABLE, SCHEMA, f'[grid]\n{SMALL}domain = "{domain}"\n'
                                   f'[solver]\nmethod = "cg-fused"\n{more}')
                self.assertEqual(list(found), names)
                for message in found.values():
                    self.assertRegex(message, FLAT)
                    self.assertEqual(message.endswith(PANEL), panel, message)

    def test_the_vertex_flux_has_its_own_order_on_the_panel(self):
        found = self.lines(EXECUTABLE, SCHEMA, f'[grid]\n{SMALL}flux = "vertex"\n[solver]\nmethod = "cg-fused"\n')
        self.assertEqual(list(found), ["manufactured_order", "manufactured_panel_order"])
        self.assertRegex(found["manufactured_order"], FLAT + "$")
        self.assertRegex(found["manufactured_panel_order"], ON_PANEL)

    def test_the_equiangular_panel_has_its_own(self):
        grid = f'[grid]\n{SMALL}domain = "equiangular-panel"\n'
        found = self.lines(EXECUTABLE, SCHEMA, grid + 'flux = "vertex"\n[solver]\nmethod = "cg-fused"\n')
        self.assertEqual(list(found), ["manufactured_order", "manufactured_equiangular_panel_order"])
        self.assertRegex(found["manufactured_equiangular_panel_order"], r"^observed order 1\.[89]\d on the equiangular panel, the scheme's is 2$")
        found = self.lines(EXECUTABLE, SCHEMA, grid + '[solver]\nmethod = "cg-fused"\n')
        self.assertTrue(found["manufactured_order"].endswith(PANEL))

    def test_the_box_and_the_mesh(self):
        box = self.lines(FLOW_EXECUTABLE, FLOW_SCHEMA, f'[problem]\nkind = "poisson"\n[grid]\n{SMALL}')
        self.assertRegex(box["manufactured_order"], "on cubes with the box's sides, the scheme's is 2$")
        mesh = self.lines(FEM_EXECUTABLE, FEM_SCHEMA, '[mesh]\nsource = "square"\ncells = 2\nlevels = 3\n'
                          '[problem]\nsolution = "sines"\n')
        self.assertRegex(mesh["manufactured_order"], "on a distorted square, that of the elements is 2$")


if __name__ == "__main__":
    unittest.main()
