"""What a run leaves behind: a stream of lines from which everything else is drawn."""
