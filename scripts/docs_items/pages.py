"""Changes the pages of the site as mkdocs makes them (mkdocs.yml, "hooks"). A link whose text is the name of a page's file
gets the page's title. Code with columns is marked, as a browser may break the lines of other code only, but no option in
it. The search index becomes a script too, which a browser also loads from a file."""
import pathlib
import posixpath
import re
import urllib.parse

LINK = re.compile(r'(<a href="([^"#:]+)\.html(?:#[^"]*)?">)[\w/-]+\.md</a>')
CODE = re.compile(r"<pre>(.*?)</pre>", re.DOTALL)
COLUMNS = re.compile(r"\S  +(?!# |// |! )\S")
GAP = re.compile(r"(?<=\S)   +(?=(?:<[^>]*>)*(?:#|//|!) )")  # before a comment
OPTION = re.compile(r"(?<![\w&;-])--?[a-zA-Z][\w-]*(?![^<]*>)")
SENTENCE = re.compile(r"(?<=[>\n])[^<>\n]{60,}(?=\n|</code>)")  # a line that may be broken, unless it has columns
titles = {}


def broken(line):
    return line[0] if COLUMNS.search(line[0]) or " " not in line[0] else f'<span class="broken">{line[0]}</span>'


def on_env(env, config, files):
    titles.update({posixpath.splitext(file.src_uri)[0]: file.page.title for file in files.documentation_pages()})


def on_post_page(output, page, config):
    def title(match):
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page.file.src_uri), urllib.parse.unquote(match[2])))
        return f"{match[1]}{titles[target]}</a>" if target in titles else match[0]

    def marked(match):
        lines = [re.sub(r"<[^>]*>", "", line) for line in match[1].splitlines()]
        has_columns = sum(bool(COLUMNS.search(line)) for line in lines) > 1
        if has_columns:
            return f'<pre class="columns">{SENTENCE.sub(broken, match[1])}</pre>'
        return OPTION.sub(r'<span class="option">\g<0></span>', GAP.sub("  ", match[0]))

    return CODE.sub(marked, LINK.sub(title, output))


def on_post_build(config):
    folder = pathlib.Path(config["site_dir"], "search")
    index = (folder / "search_index.json").read_text(encoding="utf-8")
    (folder / "search_index.js").write_text(f"window.isobarSearchIndex = {index};\n", encoding="utf-8")
