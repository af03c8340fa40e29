"""scripts/tables --make: rows of commands, machines, time, and what cannot be made."""

import json
import os
import time
import unittest
import unittest.mock

from support_tables import SCRIPT, TOP, Tables
from tables_items import BadTable, data, make


class Made(Tables):
    STEP = {**data.NONE, "run": "cp FILE {json}", "take": ["ms", "reached"], "label": ["64"], "say": {"very good": "good"}}

    def made(self, document, columns=3, **changes):
        """--make of a table whose command copies this document."""
        file = self.top / "left.json"
        file.write_text(json.dumps(document))
        step = {**self.STEP, **changes}
        step["run"] = step["run"].replace("FILE", str(file))
        one = data.Data("times", "", "a laptop", "2026-11-28", "unknown", ["n", "ms", "reached"][:columns], [["64", "1.23", "-"][:columns]], [step])
        self.write("data/times.toml", data.text_of(one))
        return self.tables("--make", "times", "--machine", "a desk")

    def test_rows_of_a_command(self):
        done = self.made({"rows": [{"ms": 2.34567, "reached": "very good"}, {"ms": None, "reached": "no"}]})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| 64 | 2.35 | good |\n| 64 | - | no |\n\n[Source](data/times.toml): a desk; ", self.page())

    def test_one_row_of_many(self):
        done = self.made({"tables": [{"columns": ["ms"], "rows": [[1.5], [2.5]]}]}, take=["ms"], wide=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| 64 | 1.5 | 2.5 |\n", self.page())

    def shown(self, show, most=2, **changes):
        """--make of a table whose cells are f-strings; the rows and cells of its file, or the fault."""
        columns = len(changes.get("cells", [""])) * len(show) + 1
        (self.top / "left.json").write_text(json.dumps({"solver": {"iterations": 7}, "parts": [{"bytes": 16}, {"bytes": 8}], "ms": 2.345, "update": 1e-5}))
        step = {**data.NONE, "run": f"cp {self.top}/{{row}}{{cell}} {{json}}", "rows": [["64", "left"], ["128", "left"]][:most], "cells": [".json"], "show": show, **changes}
        self.write("data/times.toml", data.text_of(data.Data("times", "", "a laptop", "2026-11-28", "unknown", ["n"] * columns, [["1"] * columns], [step])))
        done = self.tables("--make", "times", "--machine", "a desk")
        return data.read(self.top / "docs/data/times.toml", "").rows if done.returncode == 0 else done.stderr

    def test_cells_of_expressions(self):
        self.assertEqual(self.shown(["{solver.iterations} ({sum(part.bytes for part in parts) / 8:.0f})", "{number(ms)}", "{update:.1e}", "{row}"]),
                         [["64", "7 (3)", "2.35", "1.0e-5", "left"], ["128", "7 (3)", "2.35", "1.0e-5", "left"]])
        self.assertEqual(self.shown(["{ms}"], 1, cells=[".json", ".json "]), [["64", "2.345", "2.345"]])
        self.assertIn("it has not left what ['{solver.cycles}'] shows: KeyError 'cycles'", self.shown(["{solver.cycles}"]))

    def test_cells_of_printed_words(self):
        printed = "double\n  step 1.5 ms\nfloat\n  step 0.5 ms 80 percent"
        step = {"run": f"printf '{{row}}\n{printed}'", "cells": [""]}
        self.assertEqual(self.shown(["{after('double', 'step')[0]}", "{after('float', 'step')[2]}"], 1, **step), [["64", "1.5", "80"]])
        self.assertIn("it printed no 'half'", self.shown(["{after('double', 'half')[0]}"], **step))

    def test_a_command_runs_once(self):
        """The same command in two cells, and for two cells each."""
        log = self.top / "log"
        command = f"sh -c 'echo >> {log}; cp {self.top}/left.json $0' {{json}}"
        self.assertEqual(self.shown(["{ms}", "{solver.iterations}"], 2, run=command, cells=["a", "b"])[1], ["128", "2.345", "7", "2.345", "7"])
        self.assertEqual(len(log.read_text()), 1)

    def test_a_refusal_that_the_table_tells(self):
        refused = {"run": "sh -c 'echo program: no such smoother >&2; exit 2' {json}", "cells": [""]}
        self.assertEqual(self.shown(["{ms}"], say={"program: no such smoother": "refused"}, **refused), [["64", "refused"], ["128", "refused"]])
        self.assertIn("exit code 2 and no JSON: program: no such smoother", self.shown(["{ms}"], **refused))

    def test_some_rows_of_a_table_for_each_case(self):
        table = {"columns": ["cells", "value", "cells"], "rows": [[16, 1.5, 1], [32, 2.5, 1], [64, 3.5, 1]]}
        done = self.made({"solvers": {"box": [table]}}, take=["cells", "value"], only={"cells": ["32", "64"]}, rows=[["100", ""]], label=[])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| --- | --- | --- |\n| 100 | 32 | 2.5 |\n| 100 | 64 | 3.5 |\n\n", self.page())

    def test_steps_that_cannot_be(self):
        for changes, words in (({"show": []}, "expected show = [texts]"), ({"take": ["ms"]}, "expected show = [texts]"), ({"rows": [[]]}, "expected rows = "),
                               ({"rows": [[""]]}, "{row} in run: expected rows"), ({"cells": "a"}, "expected run = a command")):
            self.assertIn(words, self.shown(*([changes.pop("show")] if "show" in changes else [["{ms}"]]), **changes))

    def test_list_has_all_commands(self):
        self.shown(["{ms}"], run="sh -c 'cp {row}{cell} $0' --report {json}")
        said = [" ".join(line.split()[1:]) for line in self.tables("--list").stdout.splitlines()]
        self.assertEqual(said, ["docs/page.md sh -c 'cp left.json $0'"])

    def test_programs_of_the_build(self):
        for preset, folder in (("", "serial"), ("cuda-hopper90", "cuda-hopper90")):
            with unittest.mock.patch.dict(os.environ, {"ISOBAR_PRESET": preset}):
                self.assertTrue(make.programs()["PATH"].startswith(f"{TOP}/build/{folder}/miniapp{os.pathsep}"))

    def test_what_cannot_be_made_stays(self):
        rows = {"rows": [{"ms": 1.5, "reached": "no"}]}
        for document, changes, words in (({"rows": []}, {}, "no row with the columns ms, reached"), ({}, {"run": "no-program {json}"}, "no-program: No such file"),
                                         ({}, {"run": "false {json}"}, "exit code 1 and no JSON"), (rows, {"columns": 2}, "gives 3 cells a row, must give 2"),
                                         (rows, {"columns": 2, "wide": True}, "give 3 cells a row, must give 2")):
            done = self.made(document, **changes)
            self.assertEqual(done.returncode, 1)
            self.assertIn(words, done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
            self.assertNotIn("a desk", self.page())
        self.assertEqual(self.tables("--make", "none").returncode, 2)
        self.assertIn("expected --machine", self.tables("--make", "times").stderr)

    def test_a_table_by_hand_says_its_command(self):
        one = data.Data("a", "isobar --class S", "m", "2026-11-28", "unknown", ["n"], [["1"]])
        with self.assertRaisesRegex(BadTable, "isobar --class S"):
            make.again(one, None)


class Machines(Tables):
    def on_gpus(self, gpus, *arguments, here=1, machine="a laptop", **changes):
        """--make of a table of so many GPUs, on a machine with `here`; what it printed, and the table."""
        step = {**data.NONE, "run": "echo 7", "show": ["{printed.strip()}"], "label": ["64"], **changes}
        one = data.Data("times", "", machine, "2026-11-28", "unknown", ["n", "ms"], [["64", "1.23"]], [step], gpus)
        self.write("data/times.toml", data.text_of(one))
        done = self.tables("--make", "times", "--gpus", here, *arguments)
        return done.stderr, data.read(self.top / "docs/data/times.toml", "")

    def test_tables_of_another_machine(self):
        for gpus, here, words in ((2, 1, "needs 2 GPUs, and this machine has 1"), (1, 0, "needs 1 GPU, and this machine has 0"),
                                  (0, 1, "has times of a CPU, and this machine has a GPU")):
            said, table = self.on_gpus(gpus, "--machine", "a desk", here=here)
            self.assertIn(words, said)
            self.assertEqual(table.machine, "a laptop")
        for gpus, here, machine, name in ((1, 2, "a laptop", "a desk"), (0, 0, "a laptop", "a desk"), (0, 4, "any machine", "any machine")):
            said, table = self.on_gpus(gpus, "--machine", "a desk", here=here, machine=machine)
            self.assertEqual((said, table.rows, table.machine, table.gpus), ("", [["64", "7"]], name, gpus))

    def program(self, name, text):
        path = self.top / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def test_the_name_of_a_machine_with_gpus(self):
        report = {"environment": {"gpu": "NVIDIA H200", "kokkos": {"version": "4.6.1", "configuration": "a\nKOKKOS_COMPILER_NVCC: 1305\nb"}}}
        (self.top / "left.json").write_text(json.dumps(report))
        self.program("isobar", f"cp {self.top}/left.json $3")
        self.program("nvidia-smi", "echo 580.159.04; echo 580.159.04")
        environment = {**os.environ, "PATH": f"{self.top}/bin{os.pathsep}{os.environ['PATH']}"}
        with unittest.mock.patch.dict(os.environ, environment), unittest.mock.patch.object(SCRIPT.make, "programs", lambda: environment):
            self.assertEqual(self.on_gpus(1)[1].machine, "one NVIDIA H200, driver 580.159.04, CUDA 13.0, Kokkos 4.6.1")
            self.assertEqual(self.on_gpus(2, here=2)[1].machine, "two NVIDIA H200s of one host, driver 580.159.04, CUDA 13.0, Kokkos 4.6.1")
            report["environment"]["gpu"] = None
            (self.top / "left.json").write_text(json.dumps(report))
            self.assertIn("the build's isobar runs on no GPU", self.on_gpus(1)[0])

    def test_how_many_gpus(self):
        self.program("nvidia-smi", "echo NVIDIA H200; echo NVIDIA H200")
        for visible, count in ((None, 2), ("1", 1), ("", 0), ("-1", 0), ("0,1,2", 3)):
            environment = {"PATH": f"{self.top}/bin", **({} if visible is None else {"CUDA_VISIBLE_DEVICES": visible})}
            with unittest.mock.patch.dict(os.environ, environment, clear=True):
                self.assertEqual(SCRIPT.gpus_here(), count)
        with unittest.mock.patch.dict(os.environ, {"PATH": ""}, clear=True):
            self.assertEqual(SCRIPT.gpus_here(), 0)

    def test_a_page_and_the_oldest_table_first(self):
        for name, day, run in (("times", "2026-11-28", "echo 1"), ("older", "2026-11-20, 2026-11-29", "echo 2"), ("oldest", "unknown", "false")):
            step = {**data.NONE, "run": run, "show": ["{printed.strip()}"], "label": ["64"]}
            self.write(f"data/{name}.toml", data.text_of(data.Data(name, "", "any machine", day, "unknown", ["n", "ms"], [["64", "1.23"]], [step])))
        self.write("page.md", "".join(f"<!-- table: {name} -->\n<!-- /table -->\n" for name in ("times", "older", "oldest")))
        done = self.tables("--make", "docs/page.md", "times", "--seconds", "100")
        self.assertEqual(done.stdout.splitlines(), ["docs/data/older.toml: 1 rows", "docs/data/times.toml: 1 rows", "docs/page.md"])
        self.assertRegex(done.stderr, r"\Atables: oldest: false: .*\n\Z")
        self.assertEqual(self.tables("--make", "docs/none.md").returncode, 2)

    def test_the_time_is_over(self):
        begun = time.monotonic()
        said, table = self.on_gpus(0, "--machine", "a desk", "--seconds", "0.5", here=0, run="sh -c 'sleep 60 & sleep 60'")
        self.assertIn("not ended when the time of --seconds was over", said)
        self.assertEqual(table.machine, "a laptop")
        self.assertLess(time.monotonic() - begun, 30)
        said, _ = self.on_gpus(0, "--machine", "a desk", "--seconds", "1e-9", here=0)
        self.assertIn("times: not made: the 1e-09 s are over", said)

    def test_bad_arguments(self):
        for words in (("--seconds", "1"), ("--gpus", "1"), ("--machine", "a desk"), ("--make", "times", "--seconds", "0"), ("--make", "times", "--gpus", "-1")):
            with self.assertRaises(SystemExit) as ended:
                self.tables(*words)
            self.assertEqual(ended.exception.code, 2)


if __name__ == "__main__":
    unittest.main()
