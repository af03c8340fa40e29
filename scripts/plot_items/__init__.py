"""The parts of scripts/plot."""
