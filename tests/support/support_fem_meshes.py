"""Random meshes of quadrilaterals, and their Gmsh files in both formats, with everything that such files may have."""

from dataclasses import dataclass, field

import numpy


@dataclass
class Mesh:
    """The contents of a mesh file. Boundaries and regions are named by index into `rims` and `regions`."""

    points: list
    quads: list
    edges: dict                 # (lower vertex, higher vertex) on the boundary: index of its name
    rims: list                  # names
    regions: list               # names
    regions_of: list            # indices of each quadrilateral
    components: list            # of each quadrilateral
    views: dict = field(default_factory=dict)
    orphans: int = 0            # nodes after all others that no element has
    z: float = 0.0

    def names_of_edges(self):
        return {edge: self.rims[rim] for edge, rim in self.edges.items()}


def grid(draw, nx, ny, distortion):
    """Points and quadrilaterals of a rectangle whose inner vertices are moved, turned and sheared as a whole."""
    places = numpy.array([[i, j] for j in range(ny + 1) for i in range(nx + 1)], dtype=float)
    inner = [n for n, (i, j) in enumerate(places) if 0 < i < nx and 0 < j < ny]
    places[inner] += draw.random.uniform(-distortion, distortion, (len(inner), 2))
    angle, shear = draw.number(0, 6.3), draw.number(-0.4, 0.4)
    turn = numpy.array([[numpy.cos(angle), -numpy.sin(angle)], [numpy.sin(angle), numpy.cos(angle)]])
    places = places @ numpy.diag([draw.scale(0.4, 2.5), 1.0]) @ numpy.array([[1, 0], [shear, 1]]) @ turn.T
    quads = [(n, n + 1, n + nx + 2, n + nx + 1) for j in range(ny) for n in
             range(j * (nx + 1), j * (nx + 1) + nx)]
    # Any corner may be the first vertex.
    quads = [tuple(numpy.roll(quad, draw.integer(0, 3)).tolist()) for quad in quads]
    return places, quads


def boundary(quads):
    """The edges that one quadrilateral has."""
    count = {}
    for quad in quads:
        for k in range(4):
            edge = tuple(sorted((quad[k], quad[(k + 1) % 4])))
            count[edge] = count.get(edge, 0) + 1
    return [edge for edge, quads_of in count.items() if quads_of == 1]


def components_of(quads):
    """The number of each quadrilateral's component. Quadrilaterals that share vertices, also through others, have the same."""
    number = list(range(1 + max(v for quad in quads for v in quad)))
    for _ in quads:
        for quad in quads:
            least = min(number[v] for v in quad)
            for v in quad:
                number[v] = least
    return [number[quad[0]] for quad in quads]


def random_mesh(draw, most):
    """At most about so many quadrilaterals on up to three patches, which may lie above each other; some have holes, which may split
    a patch."""
    points, quads = [], []
    for _ in range(draw.one_of(1, 1, 1, 2, 3)):
        nx, ny = draw.integer(1, 4), draw.integer(1, 4)
        if len(quads) + nx * ny > most:
            nx, ny = 1, 1
        places, own = grid(draw, nx, ny, draw.one_of(0.0, 0.1, 0.2))
        if len(own) > 3 and draw.chance(0.4):
            del own[draw.integer(0, len(own) - 1)]
        places = places + draw.random.uniform(-2, 2, 2) * draw.one_of(0.0, 1.0, 10.0)
        quads += [tuple(v + len(points) for v in quad) for quad in own]
        points += places.tolist()
    order = draw.random.permutation(len(quads))
    quads = [quads[q] for q in order]
    # Vertices that only a hole has are removed; the others get any order.
    used = draw.random.permutation(sorted({v for quad in quads for v in quad}))
    number = {int(v): n for n, v in enumerate(used)}
    scale = draw.one_of(1.0, 1.0, draw.scale(1e-3, 1e3), draw.scale(1e-25, 1e25))
    points = (numpy.array(points)[used] * scale).tolist()
    quads = [tuple(number[v] for v in quad) for quad in quads]
    rims = [f"rim {n}" for n in range(draw.integer(1, 4))]
    edges = {edge: draw.integer(0, len(rims) - 1) for edge in boundary(quads)}
    regions = [f"region {n}" for n in range(draw.integer(1, 3))]
    regions_of = [[draw.integer(0, len(regions) - 1)] for _ in quads]
    mesh = Mesh(points, quads, edges, rims, regions, regions_of, components_of(quads))
    mesh.orphans = draw.one_of(0, 0, draw.integer(1, 3))
    mesh.z = draw.one_of(0.0, 0.0, draw.number(-3, 3))
    return mesh


def tags(draw, count):
    """Numbers as in Gmsh's files, with gaps, in any order."""
    gaps = numpy.cumsum(draw.random.integers(1, draw.one_of(2, 2, 5), count))
    return [int(t) for t in (draw.random.permutation(gaps) if draw.chance(0.5) else gaps)]


def number(x):
    return repr(float(x))


class Writer:
    """Writes a mesh; `draw` gives all nodes and elements their tags."""

    def __init__(self, mesh, draw):
        self.mesh = mesh
        extra = [[draw.number(-9, 9), draw.number(-9, 9)] for _ in range(mesh.orphans)]
        self.places = [*mesh.points, *extra]
        self.node_tags = tags(draw, len(self.places))
        self.lines = list(mesh.edges.items())
        all_tags = tags(draw, len(self.lines) + len(mesh.quads) + 1)
        self.line_tags = all_tags[:len(self.lines)]
        self.quad_tags = all_tags[len(self.lines):-1]
        self.point_tag = all_tags[-1]
        # A region and a boundary may have the same number.
        self.rim_groups = list(range(1, len(mesh.rims) + 1))
        self.region_groups = list(range(1, len(mesh.regions) + 1))

    def text(self, version):
        return self.text_2() if version == 2 else self.text_4()

    def head(self, version):
        lines = ["$MeshFormat", f"{version} 0 8", "$EndMeshFormat", "$PhysicalNames",
                 str(len(self.mesh.rims) + len(self.mesh.regions))]
        lines += [f'1 {group} "{name}"' for group, name in zip(self.rim_groups, self.mesh.rims)]
        lines += [f'2 {group} "{name}"' for group, name in zip(self.region_groups, self.mesh.regions)]
        return [*lines, "$EndPhysicalNames"]

    def node(self, n):
        return " ".join(number(x) for x in (*self.places[n], self.mesh.z))

    def nodes_of(self, vertices):
        return " ".join(str(self.node_tags[v]) for v in vertices)

    def views(self):
        lines = []
        for name, values in self.mesh.views.items():
            lines += ["$ElementData", "1", f'"{name}"', "1", "0.0", "3", "0", "1", str(len(values))]
            lines += [f"{tag} {number(value)}" for tag, value in zip(self.quad_tags, values)]
            lines += ["$EndElementData"]
        return lines

    def text_2(self):
        mesh = self.mesh
        lines = [*self.head("2.2"), "$Nodes", str(len(self.places))]
        lines += [f"{tag} {self.node(n)}" for n, tag in enumerate(self.node_tags)]
        elements = [f"{self.point_tag} 15 2 1 1 {self.node_tags[0]}"]
        elements += [f"{tag} 1 2 {self.rim_groups[rim]} 1 {self.nodes_of(edge)}"
                     for tag, (edge, rim) in zip(self.line_tags, self.lines)]
        more = max(self.quad_tags + self.line_tags + [self.point_tag]) + 1
        for tag, quad, regions in zip(self.quad_tags, mesh.quads, mesh.regions_of):
            for n, region in enumerate(regions):  # once for each of its groups
                elements.append(f"{tag if n == 0 else more} 3 2 {self.region_groups[region]} 1 {self.nodes_of(quad)}")
                more += n > 0
        views = self.views()
        return "\n".join([*lines, "$EndNodes", "$Elements", str(len(elements)), *elements, "$EndElements", *views, ""])

    def text_4(self):
        mesh = self.mesh
        sets = sorted({tuple(regions) for regions in mesh.regions_of})
        lines = [*self.head("4.1"), "$Entities", f"1 {len(mesh.rims)} {len(sets)} 0",
                 f"1 0 0 {number(mesh.z)} 0"]
        lines += [f"{n + 1} 0 0 0 1 1 0 1 {group} 0" for n, group in enumerate(self.rim_groups)]
        lines += [f"{n + 1} 0 0 0 1 1 0 {len(regions)} "
                  + " ".join(str(self.region_groups[region]) for region in regions) + " 0"
                  for n, regions in enumerate(sets)]
        count = len(self.places)
        lines += ["$EndEntities", "$Nodes", f"1 {count} {min(self.node_tags)} {max(self.node_tags)}",
                  f"2 1 0 {count}", *map(str, self.node_tags), *(self.node(n) for n in range(count)),
                  "$EndNodes"]
        blocks = [("0 1 15", [f"{self.point_tag} {self.node_tags[0]}"])]
        for rim in range(len(mesh.rims)):
            blocks.append((f"1 {rim + 1} 1", [f"{tag} {self.nodes_of(edge)}" for tag, (edge, of) in
                                              zip(self.line_tags, self.lines) if of == rim]))
        # A block of quadrilaterals ends where the surface changes, so that their order stays.
        for tag, quad, regions in zip(self.quad_tags, mesh.quads, mesh.regions_of):
            head = f"2 {sets.index(tuple(regions)) + 1} 3"
            if blocks[-1][0] != head:
                blocks.append((head, []))
            blocks[-1][1].append(f"{tag} {self.nodes_of(quad)}")
        blocks = [(head, own) for head, own in blocks if own]
        every = sum(len(own) for _, own in blocks)
        lines += ["$Elements", f"{len(blocks)} {every} 1 {max(self.quad_tags + self.line_tags + [self.point_tag])}"]
        for head, own in blocks:
            lines += [f"{head} {len(own)}", *own]
        return "\n".join([*lines, "$EndElements", *self.views(), ""])


def read(text):
    """A mesh in either format that the program accepts. Numbers are taken as they are in the file."""
    sections, views = {}, {}
    lines = iter(text.splitlines())
    for line in lines:
        if not line.strip():
            continue
        body = []
        for inner in lines:
            if inner.split() == ["$End" + line.strip()[1:]]:
                break
            body.append(inner)
        if line.strip() == "$ElementData":
            views[body[1].split('"')[1]] = {int(row.split()[0]): float(row.split()[1]) for row in body[8:]}
        else:
            sections[line.strip()] = body
    is_4 = sections["$MeshFormat"][0].startswith("4.1")
    names = {}
    for row in sections["$PhysicalNames"][1:]:
        dimension, group, name = row.split(maxsplit=2)
        names[int(dimension), int(group)] = name.split('"')[1]
    nodes, elements = (read_4 if is_4 else read_2)(sections)
    quads = {tag: corners for tag, kind, _, corners in elements if kind == 3}
    used = {n for corners in quads.values() for n in corners}
    number_of = {tag: n for n, tag in enumerate(tag for tag in nodes if tag in used)}
    rims = list(dict.fromkeys(names[key] for key in sorted(names) if key[0] == 1))
    edges = {tuple(sorted(number_of[n] for n in ends)): rims.index(names[1, group])
             for _, kind, group, ends in elements if kind == 1}
    kept = {}  # the first of those that have the same nodes
    for tag, corners in quads.items():
        kept.setdefault(tuple(sorted(corners)), tag)
    tags_kept = sorted(kept.values(), key=list(quads).index)
    mesh = Mesh([nodes[tag] for tag in number_of], [tuple(number_of[n] for n in quads[tag]) for tag in tags_kept],
                edges, rims, [], [], [])
    mesh.views = {name: [values[tag] for tag in tags_kept] for name, values in views.items()}
    return mesh


def read_2(sections):
    nodes = {int(tag): [float(x), float(y)] for tag, x, y, _ in map(str.split, sections["$Nodes"][1:])}
    elements = []
    for row in sections["$Elements"][1:]:
        tag, kind, count, *rest = map(int, row.split())
        elements.append((tag, kind, rest[0] if count else 0, rest[count:]))
    return nodes, elements


def read_4(sections):
    rows = iter(sections["$Entities"])
    counts = [int(word) for word in next(rows).split()]
    groups = {}
    for dimension, count in enumerate(counts):
        for _ in range(count):
            words = next(rows).split()
            tags = words[(4 if dimension == 0 else 7):]
            groups[dimension, int(words[0])] = abs(int(tags[1])) if int(tags[0]) else 0
    nodes, elements = {}, []
    rows = iter(sections["$Nodes"][1:])
    for head in rows:
        own = [int(next(rows)) for _ in range(int(head.split()[3]))]
        nodes |= {tag: [float(x) for x in next(rows).split()[:2]] for tag in own}
    rows = iter(sections["$Elements"][1:])
    for head in rows:
        dimension, entity, kind, count = map(int, head.split())
        for _ in range(count):
            tag, *corners = map(int, next(rows).split())
            elements.append((tag, kind, groups.get((dimension, entity), 0), corners))
    return nodes, elements
