"""Code that the tests of isobar_fem share: decks, and meshes in Gmsh's format."""

from support_cli import FemTest

CIRCLE = """[mesh]
source = "circle"
levels = 4
[problem]
boundaries = [["inner", 1.0], ["outer", 0.0]]
"""
SQUARE = """[mesh]
source = "square"
levels = 4
distortion = 0.2
[problem]
solution = "{solution}"
"""
# Two adjacent squares, in Gmsh's format.
NODES = ["0 0", "1 0", "2 0", "0 1", "1 1", "2 1"]
QUADS = ["1 2 5 4", "2 3 6 5"]
RIM = ["1 2", "2 3", "3 6", "6 5", "5 4", "4 1"]


def gmsh(nodes=NODES, quads=QUADS, rim=RIM, names=("rim",), version="2.2 0 8", regions=(), rims=(), views=()):
    """`regions` names each quadrilateral's surface, `rims` has the group of each edge of the rim, `views` values by name."""
    lines = [f"1 {n + 1} \"{name}\"" for n, name in enumerate(names)]
    lines += [f"2 {n + 9} \"{name}\"" for n, name in enumerate(regions)]
    elements = [f"1 2 {rims[n] if rims else 1} 1 {ends}" for n, ends in enumerate(rim)]
    elements += [f"3 2 {n + 9 if regions else 9} 9 {corners}" for n, corners in enumerate(quads)]
    data = []
    for name, values in dict(views).items():
        data += ["$ElementData", "1", f'"{name}"', "1", "0.0", "3", "0", "1", str(len(values))]
        data += [f"{len(rim) + n + 1} {value}" for n, value in enumerate(values)] + ["$EndElementData"]
    return "\n".join(
        ["$MeshFormat", version, "$EndMeshFormat", "$PhysicalNames", str(len(lines)), *lines,
         "$EndPhysicalNames", "$Nodes", str(len(nodes))]
        + [f"{n + 1} {place} 0" for n, place in enumerate(nodes)]
        + ["$EndNodes", "$Elements", str(len(elements))]
        + [f"{n + 1} {element}" for n, element in enumerate(elements)] + ["$EndElements", *data, ""])


class Fem(FemTest):
    def circle(self):
        return self.write("deck.toml", CIRCLE)

    def square(self, solution="sines"):
        return self.write("deck.toml", SQUARE.format(solution=solution))

    def file(self, text, boundaries='[["rim", 0.0]]'):
        self.write("mesh.msh", text)
        return self.write("deck.toml", "[mesh]\nsource = \"file\"\nfile = \"mesh.msh\"\nlevels = 3\n"
                                       f"[problem]\nboundaries = {boundaries}\n")
