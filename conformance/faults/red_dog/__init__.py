"""Wrong engines of Red Dog."""
