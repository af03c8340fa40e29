"""Published numbers, each with its source."""
import json
import pathlib

import reproduce_items

# The numbers at Re 1000 also stand beside the paper's figure of the cavity.
FIGURE = json.loads((pathlib.Path(reproduce_items.__file__).parent / "published/flow-figure-1.json").read_text())

# Ghia, Ghia and Shin, J. Comput. Phys. 48 (1982) 387-411, table I: u on the vertical line x = 1/2, by the height, without walls.
# Compared with codes of others that quote the tables.
GHIA_HEIGHTS = tuple(height for height, _ in FIGURE["height_and_u"][1:-1])
GHIA_U = {
    100: (0.84123, 0.78871, 0.73722, 0.68717, 0.23151, 0.00332, -0.13641, -0.20581, -0.21090,
          -0.15662, -0.10150, -0.06434, -0.04775, -0.04192, -0.03717),
    400: (0.75837, 0.68439, 0.61756, 0.55892, 0.29093, 0.16256, 0.02135, -0.11477, -0.17119,
          -0.32726, -0.24299, -0.14612, -0.10338, -0.09266, -0.08186),
    1000: tuple(u for _, u in FIGURE["height_and_u"][1:-1]),
}
# Table II: the vertical velocity on the horizontal line through the middle, by x. None: at Re 400 the table prints
# -0.23827 at x = 0.9063, between -0.22847 and -0.44993, which no smooth curve passes.
GHIA_PLACES = tuple(place for place, _ in FIGURE["x_and_w"][1:-1])
GHIA_W = {
    100: (-0.05906, -0.07391, -0.08864, -0.10313, -0.16914, -0.22445, -0.24533, 0.05454, 0.17527,
          0.17507, 0.16077, 0.12317, 0.10890, 0.10091, 0.09233),
    400: (-0.12146, -0.15663, -0.19254, -0.22847, None, -0.44993, -0.38598, 0.05186, 0.30174,
          0.30203, 0.28124, 0.22965, 0.20920, 0.19713, 0.18360),
    1000: tuple(w for _, w in FIGURE["x_and_w"][1:-1]),
}

# Extrema on the lines through the middle: least u on x = 1/2, largest and least w on z = 1/2. Re 100: Marchi, Suero and
# Araki, J. Braz. Soc. Mech. Sci. Eng. 31 (2009); Re 1000: Botella and Peyret, Comput. Fluids 27 (1998), with places.
# Compared with codes of others, in which Marchi's u is 0.2140417 or 0.2140424, and with a verification report on Botella's tables 9 and 10.
SPECTRAL = {name.split(" on ")[0]: both for name, both in FIGURE["extrema"].items()}
CAVITY_EXTREMA = {
    100: ("Marchi", {"least u": -0.214042, "largest w": 0.1795728, "least w": -0.2538030}, {}),
    1000: ("Botella and Peyret", {name: value for name, (value, _) in SPECTRAL.items()},
           {name: place for name, (_, place) in SPECTRAL.items()}),
}

# de Vahl Davis, Int. J. Numer. Meth. Fluids 3 (1983) 249-264, table of the bench mark solution. Velocities in units of
# diffusivity over length; the flow is printed there to 0.1 % at 1e4 and to 1 % at 1e6.
# Codes of others have the same velocities and Nu at 1e3, the wall's 2.238 at 1e4, and 8.800 at 1e6; other numbers were not found.
HEATED = {
    1e3: {"psi middle": 1.174, "largest u": 3.649, "height": 0.813, "largest w": 3.697, "place": 0.178, "Nu mean": 1.118,
          "Nu half": 1.118, "Nu wall": 1.117, "Nu largest": 1.505, "at": 0.092, "Nu least": 0.692},
    1e4: {"psi middle": 5.071, "largest u": 16.178, "height": 0.823, "largest w": 19.617, "place": 0.119, "Nu mean": 2.243,
          "Nu half": 2.243, "Nu wall": 2.238, "Nu largest": 3.528, "at": 0.143, "Nu least": 0.586},
    1e5: {"psi middle": 9.111, "largest u": 34.73, "height": 0.855, "largest w": 68.59, "place": 0.066, "Nu mean": 4.519,
          "Nu half": 4.519, "Nu wall": 4.509, "Nu largest": 7.717, "at": 0.081, "Nu least": 0.729},
    1e6: {"psi middle": 16.32, "largest u": 64.63, "height": 0.850, "largest w": 219.36, "place": 0.0379, "Nu mean": 8.800,
          "Nu half": 8.799, "Nu wall": 8.817, "Nu largest": 17.925, "at": 0.0378, "Nu least": 0.989},
}

# Erturk, Comput. Fluids 37 (2008) 633-655, table of the reattachment X1 / h behind a step of half the channel's height. The Reynolds
# number has the mean velocity before the step and twice the step's height. The numbers were compared with benchmark-data.txt of Lethe's
# example of this step, which cites Erturk: it has the same ones, but 6.761 at Re 300. The paper itself was not at hand.
STEP = {100: 2.922, 200: 4.982, 300: 6.751, 400: 8.237, 800: 11.834}

# Schaefer and Turek, Notes Numer. Fluid Mech. 52 (1996) 547-566, case 2D-2: the bounds of the Strouhal number. Musubi's validation
# FlowAroundCylinder2D_Bench quotes the same bounds from this paper.
STROUHAL = (0.295, 0.305)

# Enstrophy and kinetic energy of the Taylor-Green vortex by the time, half the mean squares of the vorticity and of the velocity. Re 100:
# scripts/verify_flow_items/spectral.py --waves 32 --steps 20 --until 8. Re 1600: the file spectral_Re1600_512.gdiag of case C3.5 of the
# International Workshops on High-Order CFD Methods (https://cfd.ku.edu/hiocfd), by the spectral method on 512^3 points of van Rees, Leonard,
# Pullin and Koumoutsakos (J. Comput. Phys. 230, 2011), as a public report prints lines of it. The dissipation is largest at 8.97.
ENSTROPHY = {
    100: ("a spectral method", {1: 0.388428, 2: 0.463245, 3: 0.560604, 4: 0.628159, 5: 0.646742, 6: 0.612523, 7: 0.532945, 8: 0.434201}),
    1600: ("the spectral method of van Rees et al. on 512^3 points", {5: 3.301699, 8: 8.298340, 8.97: 10.286127, 10: 9.017462}),
}
ENERGY = {1600: {5: 0.11843575, 8: 0.09828988, 8.97: 0.08678956, 10: 0.07447917}}
