"""scripts/style: what it finds in pages and comments, and that the tree has no more of it than is allowed."""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(os.environ["ISOBAR_SOURCE_DIR"]) / "scripts"

sys.path.insert(0, str(SCRIPTS))
from style_items.rules import most_words, places_of  # noqa: E402


class Style(unittest.TestCase):
    def found(self, name, text):
        """Line, rule and words of each place of a file with this text."""
        with tempfile.TemporaryDirectory(prefix="isobar-style-") as folder:
            file = pathlib.Path(folder) / name
            file.write_text(text)
            return [(place.line, place.rule, place.words) for place in places_of(file)]

    def test_starts_of_pages(self):
        page = "# Of a title\n\nA rank sends. Of its fields there.\n\n- Those that wait.\n\n    Of code\n\n| a | Of a cell |\n"
        self.assertEqual([place[:2] for place in self.found("a.md", page)], [(3, "start"), (5, "start"), (9, "start")])

    def test_starts_that_are_none(self):
        self.assertEqual(self.found("a.md", "What is a rank? The same test runs twice. Offers of others.\n"), [])

    def test_a_long_sentence(self):
        self.assertEqual(self.found("a.md", "A " + "b " * 24 + "c.\n"), [(1, "long", "26 words: A" + " b" * 24)])
        self.assertEqual(self.found("a.md", "A " + "b " * 23 + "c.\n"), [])
        counted = self.found("a.md", "A " + "b = `c d` + $e f$\n" * 8 + "c.\n")
        self.assertEqual([place[:2] for place in counted], [(1, "long")])
        self.assertEqual(counted[0][2][:9], "26 words:")

    def test_where_sentences_may_be_longer(self):
        for name in ("docs/decisions/a.md", "docs/deck.md", "docs/flow-deck.md", "tests/a.cpp"):
            self.assertEqual(most_words(SCRIPTS.parent / name), 40, name)
        for name in ("README.md", "docs/a.md", "docs/a-design.md"):
            self.assertEqual(most_words(SCRIPTS.parent / name), 25, name)

    def test_a_long_line(self):
        self.assertEqual(self.found("a.md", "ab " * 20 + "x.\n\n" + "Ab c. " * 21 + "\n"), [(3, "line", "126 characters")])
        self.assertEqual(self.found("a.md", "| " + "a " * 90 + "|\n\n    " + "b " * 90 + "\n")[1:], [])

    def test_words_of_the_field(self):
        self.assertEqual(self.found("a.cpp", "int dealt; // Columns are dealt to ranks.\n"), [(1, "word", "are dealt: distribute")])

    def test_comments_and_docstrings(self):
        source = "// It is good.\n/// Of the rest.\nint a = 1; ///< Those that stay.\nauto b = \"// Of text\";\n"
        self.assertEqual([place[:2] for place in self.found("a.hpp", source)], [(2, "start"), (3, "start")])
        self.assertEqual([place[:2] for place in self.found("a.py", '"""Of a module."""\n# Of a line\nx = 1\n')], [(1, "start"), (2, "start")])

    def test_sentences_that_do_not_begin_with_a_capital(self):
        half = "b " * 14 + "c. "
        for begin in ("`x` is ", "flat: ", "one, two-three: ", "[]: ", "$x$ is ", "alpha_h is ", "c is ", "c, d are "):
            self.assertEqual(self.found("a.md", "A " + half + begin + half), [], begin)
        for begin in ("word ", "`x`: ", "with x: "):
            self.assertEqual([place[:2] for place in self.found("a.md", "A " + half[:-3] + ", " + begin + half)], [(1, "long")], begin)

    def test_items_of_comments(self):
        self.assertEqual(self.found("a.hpp", "/// " + "b " * 15 + "\n/// - " + "b " * 15 + "\n/// - " + "b " * 15 + "\n"), [])

    def test_texts_of_python(self):
        toml = 'TEXT = """\\\n' + 'key = "a"  # b c\n' * 20 + '"""\n'
        self.assertEqual(self.found("a.py", toml), [])
        self.assertEqual([place[:2] for place in self.found("a.py", toml.replace("key =", "word"))], [(1, "long")])
        commands = 'def f():\n    """Does it.\n\n' + "        a command of many words\n" * 9 + '    """\n'
        self.assertEqual(self.found("a.py", commands), [])
        self.assertEqual([place[:2] for place in self.found("a.py", commands.replace("        a", "    a"))], [(4, "long")])

    def test_programs_without_a_suffix(self):
        self.assertEqual([place[:2] for place in self.found("run", '#!/usr/bin/env python3\n"""Of a module."""\n')], [(2, "start")])
        shell = "#!/usr/bin/env bash\n# Of a script\n" + "#   a command of many words\n" * 9 + "echo '# Of a text'\n"
        self.assertEqual([place[:2] for place in self.found("run", shell)], [(2, "start")])

    def test_a_reader_that_leaves_is_no_error(self):
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run([sys.executable, SCRIPTS / "style"], stdout=writer, stderr=subprocess.PIPE, text=True)
        os.close(writer)
        self.assertEqual((done.returncode, done.stderr), (-signal.SIGPIPE, ""))

    def test_the_tree(self):
        done = subprocess.run([sys.executable, SCRIPTS / "style"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)

    def test_bad_arguments(self):
        done = subprocess.run([sys.executable, SCRIPTS / "style", "no.md"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("no.md: no such file", done.stderr)


if __name__ == "__main__":
    unittest.main()
