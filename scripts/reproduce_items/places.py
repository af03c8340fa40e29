"""Where programs of scripts/ find their files: in the source around them, or below the prefix where Isobar is installed
(PREFIX/share/isobar/scripts)."""
import os
import pathlib
import shutil

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
INPUTS = ROOT / "inputs"
INSTALLED = not (ROOT / "CMakeLists.txt").exists()
PREFIX = ROOT.parent.parent

if INSTALLED:
    COUNTER = PREFIX / "bin" / "isobar_count_operations"  # exists only if somebody puts it there
    DECK_REFERENCE = ROOT / "deck.md"
    KERNEL_LIST = PREFIX / "include/isobar/core/launch/kernel_list.hpp"
else:
    COUNTER = ROOT / "build/serial/bench/isobar_count_operations"
    DECK_REFERENCE = ROOT / "docs/deck.md"
    KERNEL_LIST = ROOT / "core/include/isobar/core/launch/kernel_list.hpp"


def program(name):
    """The path of a program. An installation has it; in the source it is that of build/PRESET, which scripts/run builds, or the newest of
    other builds; elsewhere it may be in PATH. None if it is nowhere."""
    preset = os.environ.get("ISOBAR_PRESET") or "serial"
    built = sorted(ROOT.glob(f"build/*/miniapp/{name}"), key=lambda path: (path.parts[-3] == preset, path.stat().st_mtime), reverse=True)
    for path in [PREFIX / "bin" / name] if INSTALLED else built:
        if path.is_file():
            return path
    found = shutil.which(name)
    return pathlib.Path(found) if found else None


def default_program(name):
    """The path of a program, or the place where it is missing."""
    return program(name) or (PREFIX / "bin" if INSTALLED else ROOT / "build/serial/miniapp") / name


def no_program(name, option):
    """The line about a program that was not found."""
    place = PREFIX / "bin" if INSTALLED else ROOT / "build/*/miniapp"
    return f"no {name} in {place} nor in PATH; expected {option} PATH" + ("" if INSTALLED else f", or a build: {ROOT / 'scripts/run'} builds one")
