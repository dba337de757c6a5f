"""Five-card draw poker, for any text that can be told in its policies. Read README.md first."""
