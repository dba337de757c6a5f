"""The kit and engines that nobody here wrote, side by side: who was asked what, and what came of it."""
