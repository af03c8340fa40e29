"""What scripts/plot is made of."""
