"""Where programs of scripts/ find what they read: in the source beside them, or below the prefix where Isobar is installed
(PREFIX/share/isobar/scripts)."""
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
INPUTS = ROOT / "inputs"
INSTALLED = not (ROOT / "CMakeLists.txt").exists()
PREFIX = ROOT.parent.parent

if INSTALLED:
    ISOBAR = PREFIX / "bin" / "isobar"
    ISOBAR_FLOW = PREFIX / "bin" / "isobar_flow"
    COUNTER = PREFIX / "bin" / "isobar_count_operations"  # is there only if somebody puts it there
    DECK_REFERENCE = ROOT / "deck.md"
    KERNEL_LIST = PREFIX / "include/isobar/core/launch/kernel_list.hpp"
else:
    ISOBAR = ROOT / "build/serial/miniapp/isobar"
    ISOBAR_FLOW = ROOT / "build/serial/miniapp/isobar_flow"
    COUNTER = ROOT / "build/serial/bench/isobar_count_operations"
    DECK_REFERENCE = ROOT / "docs/deck.md"
    KERNEL_LIST = ROOT / "core/include/isobar/core/launch/kernel_list.hpp"
