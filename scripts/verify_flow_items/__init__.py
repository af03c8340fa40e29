"""The verification of isobar_flow: what it computes beside published numbers (docs/flow-results.md)."""
from . import cavity, heated, poisson, vortex

TOPICS = {"poisson": poisson.tables, "vortex": vortex.tables, "cavity": cavity.tables,
          "heated": heated.tables}
