"""The tables of figures in the pages: one file of docs/data for each, with its source (docs/decisions/0049-tables-have-a-source.md)."""
import pathlib

TOP = pathlib.Path(__file__).resolve().parent.parent.parent


class BadTable(Exception):
    """One line: the page or file, its line, what is wrong, and what would be right."""
