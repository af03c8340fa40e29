"""Each folder with sources is a library that names the folders it may use (isobar_folder in CMakeLists.txt), and its files include from no
other. The map of the folders in docs/design.md names them all. Two rules of CUDA's compiler are checked as well, since other builds do not
know them."""
import glob
import os
import re
import unittest

TOP = os.environ["ISOBAR_SOURCE_DIR"]
SOURCES = (".hpp", ".cpp")
ROW = re.compile(r"^\| `([\w/]+)` \| (.+) \|$")
INCLUDE = re.compile(r'^#include [<"]([\w./]+)[>"]', re.MULTILINE)
PARTS = ("core", "comm", "miniapp")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def map_of_folders():
    """{folder: what it holds}."""
    page = read(os.path.join(TOP, "docs", "design.md"))
    section = page.split("## The folders", 1)[1].split("\n## ", 1)[0]
    return dict(match.groups() for line in section.splitlines() if (match := ROW.match(line)))


def folder_of(path):
    """The folder of a file as the map names it: public and private files of one concept, and its kernels, are in one folder."""
    folder = os.path.dirname(path)
    for part in ("core", "comm"):
        for prefix in (f"{part}/include/isobar/{part}", f"{part}/src"):
            folder = re.sub(f"^{prefix}/", f"{part}/", folder)
    folder = re.sub("^miniapp/include/isobar$", "miniapp/library", folder)
    return re.sub("(/kernels)?(/gpu)?$", "", folder)


def used_folders():
    """{folder: the folders that its library names}, and what those name."""
    used = {}
    for part in PARTS:
        text = read(os.path.join(TOP, part, "CMakeLists.txt"))
        for folder, names in re.findall(r"isobar_(?:folder\(\w+ |problem\()([\w/]+)(?: USES ([\w/\s]+))?\)", text):
            named = [name if name.split("/")[0] in ("core", "comm") else f"{part}/{name}" for name in names.split()]
            used[f"{part}/{folder}"] = set(named).union(*(used[name] for name in named))
    return used


def files_of(part):
    for folder, _, names in os.walk(os.path.join(TOP, part)):
        for name in names:
            if name.endswith(SOURCES):
                yield os.path.relpath(os.path.join(folder, name), TOP)


def resolved(include, part):
    """The file of ours that an include names, or None."""
    for place in (include.replace("isobar/core/", "core/include/isobar/core/", 1),
                  include.replace("isobar/comm/", "comm/include/isobar/comm/", 1),
                  include.replace("isobar/", "miniapp/include/isobar/", 1),
                  f"core/src/{include}", f"{part}/src/{include}", f"{part}/{include}"):
        if os.path.exists(os.path.join(TOP, place)):
            return place
    return None


def host_only_sources():
    """Sources that nvcc must not see (cmake/IsobarProblems.cmake)."""
    text = read(os.path.join(TOP, "cmake", "IsobarProblems.cmake"))
    text = text.split("set(deck_patterns", 1)[1].split("file(GLOB ISOBAR_DECK_SOURCES", 1)[0]
    patterns = re.findall(r"[\w/*${}]+\.cpp", text.replace("${name}", "miniapp/${problem}/${problem}"))
    problems = [main.split("/")[-2] for main in glob.glob(os.path.join(TOP, "miniapp", "*", "main.cpp"))]
    return [os.path.relpath(path, TOP) for pattern in patterns for problem in problems
            for path in glob.glob(os.path.join(TOP, pattern.replace("${problem}", problem)))]


def way_to_kokkos(path, seen):
    """The files that lead from this one to a header of Kokkos, or nothing."""
    for include in INCLUDE.findall(read(os.path.join(TOP, path))):
        if include.startswith("Kokkos_"):
            return [path, include]
        target = resolved(include, path.split("/", 1)[0])
        if target and target not in seen:
            seen.add(target)
            if way := way_to_kokkos(target, seen):
                return [path, *way]
    return []


class CudaCompiler(unittest.TestCase):
    def test_host_only_sources_do_without_kokkos(self):
        sources = host_only_sources()
        self.assertGreater(len(sources), 10)
        ways = [" -> ".join(way) for path in sources if (way := way_to_kokkos(path, set()))]
        self.assertEqual(ways, [])

    def test_headers_for_hosts_do_without_kokkos(self):
        headers = [f"miniapp/include/isobar/{name}" for name in ("host_solver.hpp", "runtime.hpp")]
        self.assertEqual([" -> ".join(way) for path in headers if (way := way_to_kokkos(path, set()))], [])

    def test_kernels_of_tests_stand_outside_their_bodies(self):
        """The body of a test is a private member function, in which nvcc takes no lambda for the device."""
        body = re.compile(r"^(?:TYPED_)?TEST(?:_[FP])?\(.*?^}", re.MULTILINE | re.DOTALL)
        found = [f"{path}: {match[0].splitlines()[0]}" for path in files_of("tests")
                 for match in body.finditer(read(os.path.join(TOP, path))) if "KOKKOS_LAMBDA" in match[0]]
        self.assertEqual(found, [])


class Structure(unittest.TestCase):
    maxDiff = None

    def test_every_folder_with_sources_is_a_library_and_on_the_map(self):
        there = {folder_of(path) for part in PARTS for path in files_of(part)}
        libraries = set(used_folders())
        self.assertEqual(there - libraries, {"miniapp", "miniapp/pressure", "miniapp/python"})  # sources of executables
        self.assertEqual(libraries - there, set())
        self.assertEqual(there, set(map_of_folders()))

    def test_includes_are_from_folders_that_the_library_names(self):
        used = used_folders()
        wrong = []
        for part in PARTS:
            for path in files_of(part):
                folder = folder_of(path)
                for include in INCLUDE.findall(read(os.path.join(TOP, path))):
                    target = resolved(include, part)
                    if target and folder in used and folder_of(target) not in used[folder] | {folder}:
                        wrong.append(f"{path} includes {target}")
        self.assertEqual(wrong, [])

    def test_public_headers_include_no_private_ones(self):
        private = []
        for part in PARTS:
            for path in files_of(f"{part}/include"):
                for include in INCLUDE.findall(read(os.path.join(TOP, path))):
                    target = resolved(include, part)
                    if target and "/include/" not in target:
                        private.append(f"{path} includes {target}")
        self.assertEqual(private, [])


if __name__ == "__main__":
    unittest.main()
