"""Wrong engines of the three texts of five-card draw."""
