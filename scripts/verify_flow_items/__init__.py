"""The verification of isobar_flow: its results compared with published numbers (docs/flow-results.md)."""
from . import cavity, channel, cylinder, heated, poisson, step, vortex, vortex3d

TOPICS = {"poisson": poisson.tables, "vortex": vortex.tables, "cavity": cavity.tables,
          "heated": heated.tables, "channel": channel.tables, "vortex3d": vortex3d.tables,
          "step": step.tables, "cylinder": cylinder.tables}
