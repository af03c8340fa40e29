"""scripts/style: what it finds in pages and comments, and that the tree has no more of it than is allowed."""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(os.environ["ISOBAR_SOURCE_DIR"]) / "scripts"

sys.path.insert(0, str(SCRIPTS))
from style_items.rules import places_of  # noqa: E402


# Indented, so that scripts/style takes them for no sentences.
UNDOCUMENTED = """
    namespace isobar {
    struct A {
      int n;
      void g();
    };
    enum class Kind { one, two };
    template <class T> int f(std::span<const T> values = {});
    inline bool operator<(const A& a, const A& b) { return a.n < b.n; }
    constexpr int g() noexcept { if (true) { return f<int>({}); } else return 2; }
    }
"""
DOCUMENTED = """
    /// What the header is for.
    namespace isobar {
    class B;
    using C = B;
    namespace detail { int hidden(int); }
    /// A thing with text: "// { no comment".
    // NOLINTNEXTLINE(any)
    template <class T> struct A : Base<T> {
      explicit A(int n) : n_(n), text_("{") {}
      A();
      ~A() override;
      A& operator=(const A&) = default;
      int n() const { return n_; }
      void start() override;
      /// Adds n.
      void add(int n);
      void add(double n);

    private:
      void work();
      int n_;
    };
    template <class T> void A<T>::work() {
    #define F(x) { \\
      x
      n_ = {};
    }
    template class A<int>;
    int global = f(1), others[] = {1, 2};
    void own(); ///< behind it
    /// Returns n.
    template <class T>
      requires(sizeof(T) > 1)
    T f(T n = T{}) {
      const auto g = [](T m) { return m; };
      return g(n);
    }
    }
    template <> struct Other::Trait<int> { int n(); };
"""


class Style(unittest.TestCase):
    def found(self, name, text):
        """Line, rule and words of each place of a file with this text."""
        with tempfile.TemporaryDirectory(prefix="isobar-style-") as folder:
            file = pathlib.Path(folder) / name
            file.parent.mkdir(parents=True, exist_ok=True)
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

    def test_a_long_sentence_anywhere(self):
        for name in ("docs/deck.md", "docs/flow-deck.md", "docs/decisions/a.md"):
            self.assertEqual([place[:2] for place in self.found(name, "A " + "b " * 25 + "c.\n")], [(1, "long")], name)
        for name in ("inputs/a.toml", "scripts/machines/a.toml", "core/a.hpp", "tests/a.cpp"):
            mark = "# " if name.endswith("toml") else "// "
            self.assertEqual([place[:2] for place in self.found(name, mark + "A " + "b " * 25 + "c.\n")], [(1, "long")], name)

    def test_values_of_keys(self):
        choices = '"b", ' * 30
        table = "| key | value | meaning |\n| --- | --- | --- |\n| `a` | " + choices + "| " + "b " * 26 + "|\n"
        self.assertEqual(self.found("docs/deck.md", table), [(3, "long", "26 words: " + "b " * 24 + "b")])
        others = table.replace("key", "name") + "\n" + table.replace("value", "values")
        self.assertEqual([place[:2] for place in self.found("docs/deck.md", others)], [(3, "long")] * 2 + [(7, "long")] * 2)
        self.assertEqual([place[:2] for place in self.found("docs/deck.md", table + "\n" + table.replace("key", "name"))],
                         [(3, "long")] + [(7, "long")] * 2)

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

    def docs(self, text, name="core/include/a.hpp"):
        """Line and words of each docstring of a public header that lacks its form."""
        return [(place[0], place[2]) for place in self.found(name, text) if place[1] == "doc"]

    def test_declarations_without_a_docstring(self):
        self.assertEqual(self.docs(UNDOCUMENTED), [(line, f"{name} has no docstring") for line, name in (
            (3, "A"), (5, "g"), (7, "Kind"), (8, "f"), (9, "operator<"), (10, "g"))])
        self.assertEqual(self.docs(UNDOCUMENTED, "core/src/a.hpp"), [])
        self.assertEqual(self.docs("enum kind { one };\n/* A struct. */\nstruct a { int x; };\nint f(void);\n", "miniapp/include/a.h"),
                         [(1, "kind has no docstring"), (4, "f has no docstring")])

    def test_declarations_that_need_none(self):
        self.assertEqual(self.docs(DOCUMENTED), [])

    def test_the_form_of_docstrings(self):
        for doc, words in (("the sum.", "no capital: the sum."), ("For ranks.", "does not begin with what it is or does: For"),
                           ("The same for x.", "does not begin with what it is or does: The same"), ("Return the sum.", "a command in place of what it does: Return"),
                           ("The sum", "no full stop at the end"), ("The sum. Throws MpiError.", "expected 'Throws X if': Throws MpiError."),
                           ("The sum. If n < 0, it throws std::range_error.", "expected 'Throws X if': If n < 0, it throws std::range_error.")):
            self.assertEqual(self.docs(f"/// {doc}\nint f();\n"), [(1, f"f: {words}")], doc)
            self.assertEqual(self.docs(f"struct A {{ ///< An A.\n  /// {doc}\n  int f();\n}};\n")[1:], [], doc)
        for doc in ("Returns n.", "`n` at its end.", "The same sum of x.", "n of x.", "Set of ranks.", "The sum:\n///\n///     a + b", "Calls f. If it throws, f ends.",
                    "The sum. Throws MpiError if a call fails.", "The sum. Throws what g() throws.", "The sum. Throws it also as g() does."):
            self.assertEqual(self.docs(f"/// {doc}\nint f();\n"), [], doc)

    def test_long_lines_of_headers(self):
        self.assertEqual(self.found("comm/include/a.hpp", "/// Ab.\n/// Then " + "c" * 91 + ".\nint a;\n"), [(2, "line", "101 characters")])

    def test_a_reader_that_leaves_is_no_error(self):
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run([sys.executable, SCRIPTS / "style"], stdout=writer, stderr=subprocess.PIPE, text=True)
        os.close(writer)
        self.assertEqual((done.returncode, done.stderr), (-signal.SIGPIPE, ""))

    def test_no_line_of_cpp_begins_with_a_directive_of_modules(self):
        """nvcc takes such a line for C++20's directive, even within a list of arguments."""
        top = SCRIPTS.parent
        files = [path for part in ("core", "comm", "miniapp", "bench", "tests") for ends in ("hpp", "cpp") for path in (top / part).rglob(f"*.{ends}")]
        self.assertGreater(len(files), 100)
        found = [f"{path}: {line}" for path in files for line in path.read_text(encoding="utf-8").splitlines()
                 if re.match(r"\s*(export\s+)?(module|import)\b", line)]
        self.assertEqual(found, [])

    def test_the_tree(self):
        done = subprocess.run([sys.executable, SCRIPTS / "style"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)

    def test_bad_arguments(self):
        done = subprocess.run([sys.executable, SCRIPTS / "style", "no.md"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("no.md: no such file", done.stderr)


if __name__ == "__main__":
    unittest.main()
