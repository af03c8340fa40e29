"""Decks for scripts/compare_builds and scripts/sanitize, their runs, and how outcomes are compared."""
