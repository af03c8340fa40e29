"""How large a weakly scaled problem is."""
import math


def grown(side, ranks):
    """A side of a weakly scaled problem: the nearest multiple of a power of two, so that levels can be halved."""
    step = 2 ** max(0, math.floor(math.log2(max(1, side / 16))))
    return step * round(side * math.sqrt(ranks) / step)
