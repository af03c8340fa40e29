"""The machine on which tables are made: how many GPUs it has, and its name in the pages."""
import dataclasses
import functools
import json
import os
import re
import subprocess
import tempfile

from . import TOP, BadTable

ANY = "any machine"  # the machine of what is computed, and not measured
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def asked(*fields):
    """Lines of nvidia-smi with these fields of each GPU; none where there is no nvidia-smi."""
    try:
        done = subprocess.run(["nvidia-smi", f"--query-gpu={','.join(fields)}", "--format=csv,noheader"], capture_output=True, text=True, check=False)
    except OSError:
        return []
    return done.stdout.splitlines() if done.returncode == 0 else []


def gpus_here():
    """How many GPUs a program may use here."""
    visible = os.environ.get("CUDA_VISIBLE_DEVICES")
    if visible is None:
        return len(asked("name"))
    return len([one for one in visible.split(",") if one and one != "-1"])


def versions(environment, drivers):
    """', driver 580.159.04, CUDA 13.0, Kokkos 4.6.1', as far as they are known."""
    nvcc = re.search(r"KOKKOS_COMPILER_NVCC: *(\d+)", environment["kokkos"]["configuration"])
    parts = [f"driver {drivers[0].strip()}" if drivers else "",
             f"CUDA {int(nvcc[1]) // 100}.{int(nvcc[1]) % 100 // 10}" if nvcc else "", f"Kokkos {environment['kokkos']['version']}"]
    return "".join(f", {part}" for part in parts if part)


@dataclasses.dataclass
class Machine:
    """`name` is what --machine gives, and `programs` the environment in which the build's programs are found."""
    gpus: int
    name: str | None
    programs: dict

    @functools.cached_property
    def environment(self):
        """The environment that a report of the build's program has."""
        with tempfile.TemporaryDirectory(prefix="isobar-tables-") as folder:
            file = os.path.join(folder, "report.json")
            try:
                subprocess.run(["isobar", "inputs/small.toml", "--report", file], cwd=TOP, env=self.programs, capture_output=True, check=False)
                with open(file, encoding="utf-8") as text:
                    return json.load(text)["environment"]
            except (OSError, ValueError, KeyError) as error:
                raise BadTable(f"isobar inputs/small.toml left no report to name this machine: {error}; build it, or give --machine") from None

    def named(self, gpus):
        """The name of this machine for a table that takes as many of its GPUs."""
        if self.name:
            return self.name
        if gpus == 0:
            raise BadTable("expected --machine with the name of this machine, as the table has times of a CPU")
        environment = self.environment
        if not environment["gpu"]:
            raise BadTable("the build's isobar runs on no GPU; set ISOBAR_PRESET to the preset of a GPU")
        count = COUNTS[gpus] if gpus < len(COUNTS) else str(gpus)
        return f"{count} {environment['gpu']}{'s of one host' if gpus > 1 else ''}{versions(environment, asked('driver_version'))}"

    def check(self, table):
        """Throws BadTable with the reason why this machine cannot make a table."""
        if table.machine.startswith(ANY):
            return
        if table.gpus > self.gpus:
            raise BadTable(f"needs {table.gpus} GPU{'s' * (table.gpus > 1)}, and this machine has {self.gpus}")
        if table.gpus == 0 < self.gpus:
            raise BadTable("has times of a CPU, and this machine has a GPU; --gpus 0 makes it all the same")
