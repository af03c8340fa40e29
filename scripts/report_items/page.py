"""The page: one file that needs no other."""
import pathlib

from .html import Markup, join, tag
from .many import comparison, overview
from .one import MOST_TOLD, one
from .scaling import scaling

HERE = pathlib.Path(__file__).parent
# A browser then fetches nothing, whatever the page held.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def head(title):
    return tag("head", tag("meta", charset="utf-8"),
               tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
               tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
               tag("meta", name="color-scheme", content="light dark"), tag("title", title),
               tag("style", Markup((HERE / "page.css").read_text(encoding="utf-8"))))


def ways(runs, has_scaling, has_comparison):
    """Links to the parts of a page of several runs."""
    parts = [("runs", "Runs")] + [("comparison", "Comparison")] * has_comparison + [("scaling", "Scaling")] * has_scaling
    parts += [(f"run-{k + 1}", run.name) for k, run in enumerate(runs[:MOST_TOLD])]
    return tag("nav", [tag("a", name, href=f"#{place}") for place, name in parts])


def title_of(runs):
    return f"{runs[0].name}: {runs[0].deck}" if len(runs) == 1 else f"{len(runs)} runs of Isobar"


def body(runs, title):
    if len(runs) == 1:
        return one(runs[0], 0, level=1)
    scales, compares = scaling(runs), comparison(runs)
    return join(tag("h1", title), ways(runs, bool(scales), bool(compares)), overview(runs), scales, compares,
                [one(run, k, first=runs[0] if k else None) for k, run in enumerate(runs[:MOST_TOLD])],
                tag("p", f"Of {len(runs)} runs the first {MOST_TOLD} are told in full, so that the page stays small: "
                    "scripts/report FILE.json has all of any other.") if len(runs) > MOST_TOLD else None)


def page(runs, title=None):
    """The whole file as text."""
    title = title or title_of(runs)
    script = Markup((HERE / "page.js").read_text(encoding="utf-8"))
    versions = ", ".join(dict.fromkeys(f"{run.program} {run['run']['version']}" for run in runs))
    foot = tag("footer", f"Made by scripts/report from {len(runs)} report{'s' * (len(runs) > 1)} of {versions}. Times are the "
               "slowest rank's; bytes are those that a kernel must move at least; a GB has 10⁹ bytes.")
    content = tag("body", tag("main", body(runs, title), foot), tag("script", script))
    return "<!DOCTYPE html>\n" + tag("html", head(title), content, lang="en") + "\n"
