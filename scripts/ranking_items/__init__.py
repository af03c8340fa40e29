"""The parts of scripts/ranking."""
