"""Checks the built site. Every link leads to a file of it and to a place in that file. Nothing is loaded from elsewhere.
No list or table was taken for text. Every public header and folder has a brief. scripts/docs calls this with the site's
directory. It prints what is wrong, and exits with 1 then."""
import html.parser
import pathlib
import re
import sys
import urllib.parse

MISREAD = re.compile(r"^(- .*|\| .*|#+ .*)", re.MULTILINE)
CODE = ("pre", "code", "script", "style")
LOADED = {"script": "src", "img": "src", "link": "href", "iframe": "src"}


class Page(html.parser.HTMLParser):
    """The names of places in a page, what it links to, what a browser loads with it, and Markdown left in its text."""

    def __init__(self, path):
        super().__init__()
        self.places, self.links, self.loaded, self.misread = set(), [], [], []
        self.code = 0
        self.feed(path.read_text(encoding="utf-8"))

    def handle_endtag(self, tag):
        self.code -= tag in CODE

    def handle_data(self, data):
        if not self.code and not data.startswith("\\["):  # a formula may begin with a sign
            self.misread += MISREAD.findall(data)

    def handle_starttag(self, tag, attrs):
        self.code += tag in CODE
        values = dict(attrs)
        self.places |= {values[name] for name in ("id", "name") if values.get(name)}
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        if values.get(LOADED.get(tag)) and values.get("rel") != "canonical":
            self.loaded.append(values[LOADED[tag]])


def is_elsewhere(link):
    return bool(urllib.parse.urlsplit(link).scheme or link.startswith("//"))


def problems(site):
    pages = {}

    def page(path):
        if path not in pages:
            pages[path] = Page(path)
        return pages[path]

    for path in sorted(site.glob("*.html")) + sorted(site.glob("decisions/*.html")):
        name = path.relative_to(site)
        for link in page(path).loaded:
            if is_elsewhere(link):
                yield f"{name} loads {link}"
        for text in page(path).misread:
            yield f"{name}: taken for text: {text}"
        if name.name == "404.html":  # its links are those of a server's root
            continue
        for link in page(path).links + page(path).loaded:
            if is_elsewhere(link):
                continue
            parts = urllib.parse.urlsplit(link)
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            if not target.exists():
                yield f"{name}: {link}: no such file"
            elif parts.fragment and target.suffix == ".html" \
                    and urllib.parse.unquote(parts.fragment) not in page(target).places:
                yield f"{name}: {link}: no such place"


def without_brief(site):
    """The headers and folders in Doxygen's list of files whose second column is empty."""
    for row in re.findall(r'<tr id="row_.*?</tr>', (site / "api/files.html").read_text(encoding="utf-8")):
        name, words = re.search(r'<a class="el"[^>]*>([^<]*)</a>', row), re.search(r'<td class="desc">(.*)</td>', row)
        if name and not (words and words[1].strip()):
            yield f"{name[1]}: no brief: Doxygen has no comment on this header or folder"


def main():
    site = pathlib.Path(sys.argv[1]).resolve()
    found = [*problems(site), *without_brief(site)]
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
