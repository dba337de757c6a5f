"""Wrong engines of Ton."""
