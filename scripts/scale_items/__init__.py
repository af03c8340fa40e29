"""Parts of scripts/scale."""
