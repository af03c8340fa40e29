"""The lid-driven square cavity: centre lines against Ghia, Ghia and Shin, extrema against spectral and extrapolated ones."""
from reproduce_items.tables import Table

from .curves import extremum, value_at
from .published import CAVITY_EXTREMA, GHIA_HEIGHTS, GHIA_PLACES, GHIA_U, GHIA_W
from .verdicts import deviation, digits, passed, verdict

# In percent of a line's largest number, as numbers near 0 have no relative error. At
# Re 100 Ghia's w is 3.7 % of it off a solution whose extrema are Marchi's to 0.1 %.
GHIA_GOAL = 4.0
EXTREMA_GOAL = 0.5
DECKS = {100: "cavity-re100", 400: "cavity-re400", 1000: "cavity-re1000"}
SIZES = (16, 32, 64)


def extrema(run):
    u, w = run.u_on_vertical(1.0), run.w_on_horizontal()
    return {"least u": extremum(u, -1), "largest w": extremum(w), "least w": extremum(w, -1)}


def tables(program, sizes, cases):
    for reynolds, deck in DECKS.items():
        if cases and reynolds not in cases:
            continue
        runs, coarser = [], None
        for n in sizes or SIZES:
            coarser = program.steady(deck, n, False, coarser)
            runs.append(coarser)
        yield from tables_of(reynolds, runs)


def tables_of(reynolds, runs):
    source, published, places = CAVITY_EXTREMA.get(reynolds, ("", {}, {}))
    rows = []
    for run in runs:
        for name, (place, value) in extrema(run).items():
            known = published.get(name)
            rows.append([run.n, name, digits(place), digits(places.get(name)), digits(value), digits(known),
                         deviation(value, known),
                         verdict(value, known, EXTREMA_GOAL, run.is_steady, run.n >= 256)])
    beside = f"beside {source}" if source else "no sharper numbers than Ghia's are printed"
    yield Table(f"cavity, Re {reynolds}: extrema on the lines through the middle, {beside}",
                ["cells", "extremum", "at", "published at", "value", "published", "off %",
                 f"goal {EXTREMA_GOAL} % on 256^2"], rows, zeros=("off %",),
                gaps=("published at", "published", "off %", f"goal {EXTREMA_GOAL} % on 256^2"))
    yield from ghia(reynolds, runs)


def ghia(reynolds, runs):
    for name, places, printed, curve in (
            ("u on x = 1/2 by the height", GHIA_HEIGHTS, GHIA_U[reynolds],
             lambda run: run.u_on_vertical(1.0)),
            ("w on z = 1/2 by x", GHIA_PLACES, GHIA_W[reynolds], lambda run: run.w_on_horizontal())):
        known = [(x, value) for x, value in zip(places, printed) if value is not None]
        found = [[value_at(curve(run), x) for x, _ in known] for run in runs]
        scale = max(abs(value) for _, value in known)
        rows = [[digits(x), digits(value), *(digits(numbers[n]) for numbers in found)]
                for n, (x, value) in enumerate(known)]
        worst = [max(100.0 * abs(mine - value) / scale
                     for mine, (_, value) in zip(numbers, known)) for numbers in found]
        rows.append(["most, %", "", *(f"{w:.2f}" for w in worst)])
        rows.append([f"goal {GHIA_GOAL:g} %", "",
                     *(passed(w <= GHIA_GOAL and run.is_steady, run.n >= 128)
                       for w, run in zip(worst, runs))])
        yield Table(f"cavity, Re {reynolds}: {name}, beside Ghia, Ghia and Shin",
                    ["at", "Ghia", *(f"{run.n}^2" for run in runs)], rows, gaps=("Ghia",))
