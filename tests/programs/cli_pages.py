"""The pages of docs/ and of the top: every relative link leads to a file and a heading, the site's navigation
(mkdocs.yml) names every page, and lists and tables are written so that GitHub and mkdocs read them alike."""
import os
import pathlib
import re
import sys
import types
import unittest
import unittest.mock
import urllib.parse

TOP = pathlib.Path(os.environ["ISOBAR_SOURCE_DIR"])
sys.path.insert(0, str(TOP / "scripts"))
from docs_items import pages  # noqa: E402

DOCS = TOP / "docs"
PAGES = sorted(TOP.glob("*.md")) + sorted(DOCS.rglob("*.md"))
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#{1,6} (.+)$")


def lines_of(path):
    """The lines that are not code, with their numbers."""
    fenced, code, before = False, False, ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced:
            deep = line.startswith("    ") and not re.match(r" *([-*]|\d+\.) ", line)
            code = deep and (code or not before.strip())
            if not code:
                yield number, line
        before = line


def github_slug(heading):
    text = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return text.replace(" ", "-")


def mkdocs_slug(heading):
    text = re.sub(r"[^\w\s-]", "", heading.strip().lower())
    return re.sub(r"[-\s]+", "-", text)


def places(path):
    """The names of a page's headings that both renderers give."""
    headings = [re.sub(r"[`*]", "", m[1]) for _, line in lines_of(path) if (m := HEADING.match(line))]
    return {github_slug(h) for h in headings} & {mkdocs_slug(h) for h in headings}


def wrong_link(path, link):
    """The fault of a link of a page, or None."""
    parts = urllib.parse.urlsplit(link)
    if parts.scheme:
        return None
    target = (path.parent / parts.path).resolve() if parts.path else path
    if not target.exists():
        return "no such file"
    if DOCS in path.parents and DOCS not in target.parents:
        return "leads out of docs/, which is all that the site has"
    if parts.fragment and parts.fragment not in places(target):
        return "no such heading, or one that GitHub and mkdocs name differently"
    return None


class Links(unittest.TestCase):
    def test_every_relative_link_leads_somewhere(self):
        count, wrong = 0, []
        for path in PAGES:
            for link in LINK.findall(path.read_text(encoding="utf-8")):
                count += 1
                if why := wrong_link(path, link):
                    wrong.append(f"{path.relative_to(TOP)}: {link}: {why}")
        self.assertEqual(wrong, [])
        self.assertGreater(count, 100)

    def test_what_is_wrong_is_found(self):
        page = DOCS / "running.md"
        for link, why in (("none.md", "no such file"), ("design.md#no-such", "no such heading"),
                          ("../README.md", "out of docs/")):
            self.assertIn(why, wrong_link(page, link))
        self.assertIsNone(wrong_link(page, "design.md#a-level-and-the-cycle"))


class Site(unittest.TestCase):
    def test_the_navigation_names_every_page_once(self):
        named = re.findall(r"^ +- (?:[^:\n]+: )?(\S+\.md)$", (TOP / "mkdocs.yml").read_text(encoding="utf-8"), re.M)
        there = sorted(str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md"))
        self.assertEqual(sorted(named), there)

    def test_nothing_is_loaded_from_a_network(self):
        text = (TOP / "mkdocs.yml").read_text(encoding="utf-8")
        self.assertIn("font: false", text)
        self.assertNotRegex(text, r"https?://")


class Changes(unittest.TestCase):
    """The changes of scripts/docs_items/pages.py to a page that mkdocs has built."""

    def changed(self, text):
        page = types.SimpleNamespace(file=types.SimpleNamespace(src_uri="decisions/0001.md"))
        with unittest.mock.patch.dict(pages.titles, {"fom": "Figure of merit"}):
            return pages.on_post_page(text, page, {})

    def test_names_of_files_become_titles(self):
        self.assertEqual(self.changed('<a href="../fom.html#units">fom.md</a>'), '<a href="../fom.html#units">Figure of merit</a>')
        for same in ('<a href="../fom.html">what it is</a>', '<a href="../other.html">other.md</a>'):
            self.assertEqual(self.changed(same), same)

    def test_commands_may_be_broken_between_options(self):
        self.assertEqual(self.changed("<pre><code>isobar --class S      # one rank\n</code></pre>"),
                         '<pre><code>isobar <span class="option">--class</span> S  # one rank\n</code></pre>')

    def test_columns_stay(self):
        table = "<code>levels   ms\n2        1.5\n" + "-" * 70 + "\n" + "a word " * 10 + "\n</code>"
        found = self.changed(f"<pre>{table}</pre>")
        self.assertIn('<pre class="columns"><code>levels   ms\n2        1.5\n' + "-" * 70 + "\n", found)
        self.assertIn('<span class="broken">a word ', found)


class Markdown(unittest.TestCase):
    """Markdown that GitHub accepts and Python-Markdown reads differently."""

    def problems(self, path):
        before = ""
        for number, line in lines_of(path):
            indent = len(line) - len(line.lstrip())
            is_item = re.match(r" *([-*]|\d+\.) ", line)
            if is_item and 0 < indent < 4:
                yield number, "a nested item needs four spaces"
            if is_item and not indent and before.strip() and not before.startswith(" ") \
                    and not re.match(r"([-*]|\d+\.) ", before):
                yield number, "a list needs an empty line before it"
            if line.startswith("|") and before.strip() and not before.startswith("|"):
                yield number, "a table needs an empty line before it"
            if not before.strip() and re.match(r" {2,3}\S", line):
                yield number, "a paragraph of an item needs four spaces"
            before = line

    def test_lists_and_tables(self):
        wrong = [f"{path.relative_to(TOP)}:{number}: {why}" for path in PAGES for number, why in self.problems(path)]
        self.assertEqual(wrong, [])

    def test_formulas(self):
        """GitHub drops a backslash before punctuation between dollars."""
        for path in PAGES:
            for number, line in lines_of(path):
                for formula in re.findall(r"\$([^$`]+)\$", re.sub(r"`[^`]*`", "", line)):
                    self.assertNotRegex(formula, r"\\[^A-Za-z]", f"{path.relative_to(TOP)}:{number}")

    def test_every_table_has_a_head(self):
        for path in PAGES:
            lines = [line for _, line in lines_of(path)]
            for before, line, after in zip(["", *lines], lines, [*lines[1:], ""]):
                if line.startswith("|") and not before.strip():
                    self.assertRegex(after, r"^\|[ :|-]+\|$", f"{path.relative_to(TOP)}: {line}")


if __name__ == "__main__":
    unittest.main()
