"""What scripts/model is made of: T(cells, ranks, machine)."""


class Bad(Exception):
    """Input that is wrong; the text is one line with file, key, value and what would be right."""
