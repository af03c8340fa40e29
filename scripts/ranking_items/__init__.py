"""What scripts/ranking is made of."""
