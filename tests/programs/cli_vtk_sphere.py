"""VTK files of the whole sphere: blocks of structured grids with the numbers of the NumPy file, on shells that are closed."""

import unittest

import numpy

from support_cli import CommandLineTest, memory_directory
from support_sphere import PANELS, points
from support_vts import blocks, vts_piece

try:
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkIOXML import vtkXMLMultiBlockDataReader
except ImportError:
    vtkXMLMultiBlockDataReader = None

N, LAYERS = 8, 3
DEPTH, RADIUS = 50e3, 6371e3
STRETCH = 20.0


class VtkOfTheSphere(CommandLineTest):
    base = memory_directory()

    def write_files(self, ranks=None, **settings):
        """The report of a run, with the solution of the NumPy file."""
        report = self.solve(self.write_deck(N, N, LAYERS),
                            {"grid.domain": "sphere", "rhs.kind": "random", "multigrid.levels": 1,
                             "output.solution": self.directory / "u.npy", "output.vtk": self.directory / "v",
                             "output.vtk_stretch": STRETCH, **settings}, ranks=ranks)
        return report, numpy.load(self.directory / "u.npy")

    def panels(self, name="v.vtm"):
        """Arrays of all panels, [panel, k, j, i, component], and how many pieces each has."""
        whole, counts = {}, []
        panels = blocks(self.directory / name)
        self.assertEqual(list(panels), [f"panel {p}" for p in range(PANELS)])
        for panel, files in enumerate(panels.values()):
            counts.append(len(files))
            for file in files:
                extent, arrays = vts_piece(self.directory / file)
                _, columns, first, last, _, layers = extent
                self.assertEqual((columns, layers), (N, LAYERS))
                for key, values in arrays.items():
                    more = 1 if key == "Points" else 0
                    full = whole.setdefault(key, numpy.full((PANELS, LAYERS + more, N + more, N + more, 3 if more else 1),
                                                            numpy.nan))
                    full[panel, :, first:last + more] = values.reshape(LAYERS + more, -1, N + more, full.shape[-1])
        self.assertFalse(any(numpy.isnan(values).any() for values in whole.values()), "cells that no piece has")
        return whole, counts

    def test_any_ranks_have_the_numbers_of_the_numpy_file(self):
        alone = None
        for ranks, pieces in ((None, 1), (2, 1), (3, 1), (6, 1), (4, 2), (8, 4)):
            with self.subTest(ranks=ranks):
                report, u = self.write_files(ranks)
                arrays, counts = self.panels()
                self.assertEqual(counts, [pieces] * PANELS)
                self.assertEqual([f["name"].split("/")[-1] for f in report["files"]], ["u.npy", "v.vtm"])
                numpy.testing.assert_array_equal(arrays["solution"][..., 0],
                                                 u.reshape(PANELS, N, N, LAYERS).transpose(0, 3, 1, 2))
                alone = alone or arrays
                for key in ("right_side", "Points"):
                    numpy.testing.assert_array_equal(arrays[key], alone[key])

    def test_corners_lie_on_shells_that_are_closed(self):
        self.write_files()
        corners = self.panels()[0]["Points"]
        heights = numpy.linalg.norm(corners, axis=-1)
        expected = 1 + STRETCH * DEPTH / RADIUS * (numpy.arange(LAYERS + 1) / LAYERS) ** 2
        numpy.testing.assert_allclose(heights, numpy.broadcast_to(expected[:, None, None], heights.shape), rtol=1e-14)
        on_sphere = corners / heights[..., None]
        for k in range(LAYERS + 1):
            for shift, part in (((0, 0), (slice(-1), slice(-1))), ((1, 0), (slice(-1), slice(1, None))),
                                ((0, 1), (slice(1, None), slice(-1))), ((1, 1), (slice(1, None), slice(1, None)))):
                numpy.testing.assert_allclose(on_sphere[(slice(None), k, *part)], points(N, shift), rtol=0, atol=1e-14)
        sides = numpy.concatenate([corners[:, :, side].reshape(-1, 3) for side in (0, -1)]
                                  + [corners[:, :, :, side].reshape(-1, 3) for side in (0, -1)])
        places, counts = numpy.unique(numpy.rint(1e9 * sides), axis=0, return_counts=True)
        # 12 edges of n - 1 points on two sides each; 8 corners, on six
        self.assertEqual(len(places), (12 * (N - 1) + 8) * (LAYERS + 1))
        self.assertEqual(sorted(set(counts)), [2, 6])

    @unittest.skipUnless(vtkXMLMultiBlockDataReader, "no VTK for this Python (Debian: python3-vtk9)")
    def test_vtk_reads_them(self):
        _, u = self.write_files(4)
        reader = vtkXMLMultiBlockDataReader()
        reader.SetFileName(str(self.directory / "v.vtm"))
        reader.Update()
        sphere = reader.GetOutput()
        self.assertEqual((sphere.GetNumberOfBlocks(), sphere.GetNumberOfCells()), (PANELS, PANELS * N * N * LAYERS))
        for panel in range(PANELS):
            block = sphere.GetBlock(panel)
            found = numpy.concatenate([vtk_to_numpy(block.GetBlock(n).GetCellData().GetArray("solution"))
                                       .reshape(LAYERS, -1, N) for n in range(block.GetNumberOfBlocks())], axis=1)
            numpy.testing.assert_array_equal(found, u.reshape(PANELS, N, N, LAYERS)[panel].transpose(2, 0, 1))

    def test_names(self):
        self.solve(self.write_deck(N, N, LAYERS),
                   {"grid.domain": "sphere", "multigrid.levels": 1, "solver.max_iterations": 1, "solver.tolerance": 1e-9,
                    "output.vtk": self.directory / "v"}, code=1)
        self.assertEqual(blocks(self.directory / "v.unconverged.vtm")["panel 5"], ["v_0005.unconverged.vts"])
        for name in ("v.vtm", "v_0005.vts"):
            self.refuse(self.write_deck(N, N, LAYERS), "--set", "grid.domain=sphere", "--set", "output.vtk=v",
                        "--set", f"output.solution={name}", says=(name, "is the same file as"))


if __name__ == "__main__":
    unittest.main()
