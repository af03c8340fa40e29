"""The parts of scripts/model: T(cells, ranks, machine)."""


class Bad(Exception):
    """Input that is wrong; the text is one line with file, key, value and what would be right."""
